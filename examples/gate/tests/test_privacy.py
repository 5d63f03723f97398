"""The same claims as tests: pip install verify-dp brings the marker and the fixture dp."""

import pytest
from survey.release import noisy_count, respond

import verify


@pytest.mark.dp(inputs=[0, 1], epsilon="ln(3)")
def test_one_answer(dp):
    dp(respond)


@pytest.mark.dp(inputs=verify.datasets([0, 1], up_to=2), adjacency="add_remove")
def test_the_count(dp):
    dp(noisy_count, epsilon="ln(2)", delta="1e-5", residual="1e-6")
