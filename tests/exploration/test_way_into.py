"""A refuted claim is reported whatever it takes to show a way into the event."""

from fractions import Fraction
from random import Random

import pytest

import verify


def told_after_a_loop(x: int, rng: Random) -> int:
    while rng.randrange(2):
        pass
    return x


def test_a_loop_whose_law_is_exact() -> None:
    with pytest.raises(verify.PrivacyError) as caught:
        verify.assert_dp(told_after_a_loop, inputs=[0, 1], alpha=1, merge=True)
    assert caught.value.verdict.delta_lower.exact == 1
    assert "0 of 0..1  (1/2 (about 0.5))" in str(caught.value)


def test_an_event_too_unlikely_to_be_met_among_paths() -> None:
    """One of 4^14 paths leads into it; a walk over states finds its probability."""

    def function(x: bool, rng: Random) -> bool:
        total, left = 0, 14
        while left:
            total = min(1, total + rng.randrange(4))
            left -= 1
        return x and total == 0

    with pytest.raises(verify.PrivacyError) as caught:
        verify.assert_dp(function, inputs=[False, True], alpha=2, merge=True)
    assert caught.value.verdict.witness.p == Fraction(1, 4**14)
    assert "a way into it" not in str(caught.value)
