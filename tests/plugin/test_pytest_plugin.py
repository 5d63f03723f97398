"""The pytest plugin, in test runs of its own."""

import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from importlib import import_module
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"

MECHANISMS = """
import pytest

def respond(bit, rng):
    return bit if rng.randrange(4) else 1 - bit

def too_true(bit, rng):
    return bit if rng.randrange(10) else 1 - bit

def waiting(bit, rng):
    while rng.randrange(2):
        pass
    return 0

def unfollowed(bit, rng):
    return f"{rng.random()}"
"""

MARKED = '@pytest.mark.dp(inputs=[0, 1], epsilon="ln(3)")'


@pytest.fixture
def inner(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder for a test run that loads our plugin and xdist, whatever is installed."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    return pytester


def run(inner: pytest.Pytester, tests: str, *options: str) -> pytest.RunResult:
    inner.makepyfile(test_claims=MECHANISMS + tests)
    plugins = ["-p", "verify.pytest_plugin", "-p", "no:cacheprovider", "--strict-markers"]
    return inner.runpytest_subprocess(*plugins, "-W", "error", *options)


def failures(result: pytest.RunResult) -> str:
    """The part of the output that is about failures."""
    return result.stdout.str().partition("= FAILURES =")[2]


def test_the_entry_point_is_the_plugin() -> None:
    points = tomllib.loads(PYPROJECT.read_text())["project"]["entry-points"]["pytest11"]
    assert [import_module(point).__name__ for point in points.values()] == ["verify.pytest_plugin"]


def test_a_claim_that_holds(inner: pytest.Pytester) -> None:
    result = run(inner, f"{MARKED}\ndef test_it(dp):\n    assert dp(respond).holds\n")
    result.assert_outcomes(passed=1)
    assert "differential privacy" not in result.stdout.str()


def test_the_verdicts_are_shown_with_v(inner: pytest.Pytester) -> None:
    result = run(inner, f"{MARKED}\ndef test_it(dp):\n    dp(respond, epsilon='ln(4)')\n", "-v")
    result.assert_outcomes(passed=1)
    # four equally likely draws on each of two inputs
    shown = "holds      test_claims.py::test_it   (ε = ln(4), δ = 0)   δ* 0   margin 0   8 paths"
    assert shown in result.stdout.lines


def test_a_false_claim_is_reported_without_our_frames(inner: pytest.Pytester) -> None:
    result = run(inner, f"{MARKED}\ndef test_it(dp):\n    dp(too_true)\n")
    result.assert_outcomes(failed=1)
    text = failures(result)
    for line in (
        "too_true is not differentially private as claimed: (ε = ln(3), δ = 0)",
        "exact δ*       3/5 (about 0.6)",  # 9/10 - 3/10
        "P(event)       9/10",
    ):
        assert line in text
    assert "violated   test_claims.py::test_it" in text
    assert "margin -3/5" in text
    for ours in ("pytest_plugin.py", "assertion.py", "assert_dp(\n", "Traceback"):
        assert ours not in text


def test_code_that_cannot_be_followed_is_reported_in_one_line(inner: pytest.Pytester) -> None:
    result = run(inner, f"{MARKED}\ndef test_it(dp):\n    dp(unfollowed)\n")
    result.assert_outcomes(failed=1)
    text = failures(result)
    assert "InputError" in text
    assert "test_claims.py:" in text
    assert "walk.py" not in text
    assert "pytest_plugin.py" not in text


def test_undecided_fails(inner: pytest.Pytester) -> None:
    options = "residual='1/1000', epsilon=0, delta='1/100000'"
    result = run(inner, f"{MARKED}\ndef test_it(dp):\n    dp(waiting, {options})\n")
    result.assert_outcomes(failed=1)
    assert "undecided  test_claims.py::test_it" in failures(result)


@pytest.mark.parametrize("signature", ["", "dp"])
def test_a_marked_test_that_claims_nothing_fails(inner: pytest.Pytester, signature: str) -> None:
    result = run(inner, f"{MARKED}\ndef test_it({signature}):\n    pass\n")
    result.assert_outcomes(failed=1)
    assert "marked with dp, but nothing is claimed; call the fixture: dp(function)" in (
        failures(result)
    )


def test_a_marked_test_may_be_skipped_or_fail_otherwise(inner: pytest.Pytester) -> None:
    tests = (
        f"{MARKED}\ndef test_a():\n    pytest.skip('no')\n{MARKED}\ndef test_b():\n    assert 0\n"
    )
    result = run(inner, tests)
    result.assert_outcomes(skipped=1, failed=1)
    assert "nothing is claimed" not in result.stdout.str()


def test_markers_of_a_module_and_of_a_call(inner: pytest.Pytester) -> None:
    tests = """
import verify

pytestmark = pytest.mark.dp(inputs=[0, 1], alpha=2)

def test_of_the_module(dp):
    with pytest.raises(verify.PrivacyError) as caught:
        dp(respond)
    assert str(caught.value.verdict.claim) == "(α = 2, δ = 0)"

@pytest.mark.dp(epsilon="ln(3)")
def test_of_the_test(dp):
    assert str(dp(respond).claim) == "(ε = ln(3), δ = 0)"

def test_of_the_call(dp):
    assert str(dp(respond, epsilon="ln(2)", delta="1/4").claim) == "(ε = ln(2), δ = 1/4)"
"""
    result = run(inner, tests)
    result.assert_outcomes(passed=3)
    assert "differential privacy" not in result.stdout.str()


@pytest.mark.parametrize(
    ("marker", "line"),
    [
        ("@pytest.mark.dp(epsilon=1)", "dp: there are no inputs; write @pytest.mark.dp(inputs="),
        ("@pytest.mark.dp(inputs=[0], eps=1)", "dp: there is no option 'eps'; write one of inputs"),
        ("@pytest.mark.dp([0, 1], epsilon=1)", "dp: the marker takes named options only; write"),
    ],
)
def test_wrong_markers(inner: pytest.Pytester, marker: str, line: str) -> None:
    result = run(inner, f"{marker}\ndef test_it(dp):\n    dp(respond)\n")
    assert result.ret == 1
    text = result.stdout.str()
    assert line in text
    assert "pytest_plugin.py:" not in text


def test_junit_properties(inner: pytest.Pytester) -> None:
    run(inner, f"{MARKED}\ndef test_it(dp):\n    dp(too_true)\n", "--junit-xml=out.xml")
    case = ET.parse(inner.path / "out.xml").find(".//testcase")
    assert case is not None
    found = {each.get("name"): each.get("value") for each in case.iter("property")}
    assert found == {
        "dp.claim": "(ε = ln(3), δ = 0)",
        "dp.verdict": "violated",
        "dp.delta_star": "3/5 = 0.6",
        "dp.margin": "-3/5 = -0.6",
        "dp.paths": "20",
    }


def test_the_section_is_the_same_in_many_processes(inner: pytest.Pytester) -> None:
    tests = "\n".join(
        f"{MARKED}\ndef test_{name}(dp):\n    dp(respond)\n    dp(respond, alpha={alpha})"
        for alpha, name in enumerate("zyxwvu", start=3)
    )
    alone, together = (
        run(inner, tests, "-v", *options) for options in ([], ["-p", "xdist", "-n", "2"])
    )
    sections = [
        [line for line in result.stdout.lines if line.startswith("holds ")]
        for result in (alone, together)
    ]
    assert sections[0] == sections[1]
    assert [line.split("::")[1].split()[0] for line in sections[0]] == [
        f"test_{name}" for name in "uvwxyz" for _ in range(2)
    ]


def test_loading_the_plugin_loads_nothing_of_the_engine() -> None:
    program = (
        "import sys, pytest, verify.pytest_plugin\n"
        "print(sorted(n for n in sys.modules if n.startswith(('verify', 'numpy', 'gmpy2'))))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert found.stdout == "['verify', 'verify.pytest_plugin']\n", found.stderr
