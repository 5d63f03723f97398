"""The pytest plugin: the marker ``dp``, the fixture ``dp``, and a section that sums the tests up.

    @pytest.mark.dp(inputs=[0, 1], epsilon="ln(3)")
    def test_respond(dp):
        dp(respond)

Every test run loads this module, so it imports nothing of the engine before a claim is made.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from verify.exploration.verdict import CodeVerdict

__all__ = ["Claimant"]

MARKER = (
    "dp(inputs, adjacency, alpha, epsilon, delta, source, attribute, residual, merge, timing): "
    "what the fixture dp claims of the functions it is called with; see verify.assert_dp"
)

NAMES = (
    *("inputs", "adjacency", "alpha", "epsilon", "delta"),
    *("source", "attribute", "residual", "merge", "timing"),
)

LEVELS = {"alpha", "epsilon"}

PROPERTIES = "dp.claim", "dp.verdict", "dp.delta_star", "dp.margin", "dp.paths"
"""What is recorded of a verdict, in this order"""


class Claimant:
    """What the fixture ``dp`` is: `verify.assert_dp` with the marker's options as defaults."""

    def __init__(self, defaults: Mapping[str, Any], record: list[tuple[str, object]]) -> None:
        self.defaults = dict(defaults)
        self.calls = 0
        self._record = record  # the fixture record_property warns with the default JUnit family

    def __call__(self, function: Callable[..., Any], **options: Any) -> CodeVerdict:
        """Assert that ``function(x, rng)`` keeps the claim on every input x."""
        __tracebackhide__ = True
        self.calls += 1
        chosen = _over(self.defaults, options)
        if "inputs" not in chosen:
            line = "dp: there are no inputs; write @pytest.mark.dp(inputs=[...], ...) or dp(f, ...)"
            pytest.fail(line, pytrace=False)
        from verify.errors import VerifyError
        from verify.exploration.assertion import PrivacyError, assert_dp

        try:
            verdict = assert_dp(function, **chosen)
        except PrivacyError as error:
            self._keep(error.verdict)
            raise error.with_traceback(None) from None
        except VerifyError as error:
            raise error.with_traceback(None) from None
        self._keep(verdict)
        return verdict

    def _keep(self, verdict: CodeVerdict) -> None:
        from verify.report.code import margin_words, star_words

        paths = str(sum(each.paths for each in verdict.explored.walks))
        star, margin = star_words(verdict), margin_words(verdict)
        values = str(verdict.claim), verdict.verdict, star, margin, paths
        self._record.extend(zip(PROPERTIES, values, strict=True))


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", MARKER)


@pytest.fixture
def dp(request: pytest.FixtureRequest) -> Claimant:
    """Assert that a function is differentially private: ``dp(function, epsilon="ln(3)", …)``."""
    return Claimant(_marked(request.node), request.node.user_properties)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A marked test that claims nothing must not pass."""
    result = yield
    if item.get_closest_marker("dp") is not None:
        used = getattr(item, "funcargs", {}).get("dp")
        if not (isinstance(used, Claimant) and used.calls):
            line = "marked with dp, but nothing is claimed; call the fixture: dp(function)"
            pytest.fail(line, pytrace=False)
    return result


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for every verdict, where something failed or -v asks for it."""
    reports = [
        (report.nodeid, report)
        for listed in terminalreporter.stats.values()
        for report in listed
        if getattr(report, "when", None) == "call" and _verdicts(report)
    ]
    wanted = terminalreporter.config.get_verbosity() > 0 or any(each.failed for _, each in reports)
    if not reports or not wanted:
        return
    terminalreporter.write_sep("=", "differential privacy")
    for nodeid, report in sorted(reports, key=lambda each: each[0]):
        for claim, verdict, star, margin, paths in _verdicts(report):
            facts = f"δ* {star}   margin {margin}   {paths} paths"
            terminalreporter.write_line(f"{verdict:<9}  {nodeid}   {claim}   {facts}")


def _verdicts(report: Any) -> list[tuple[str, ...]]:
    """What was recorded of every verdict of a test; the reports of other processes have it too."""
    kept = [str(value) for name, value in report.user_properties if name in PROPERTIES]
    width = len(PROPERTIES)
    return [tuple(kept[i : i + width]) for i in range(0, len(kept), width)]


def _marked(node: pytest.Item) -> dict[str, Any]:
    """The options of all markers, of which that nearest to the test counts most."""
    options: dict[str, Any] = {}
    for marker in reversed(list(node.iter_markers("dp"))):
        if marker.args:
            line = "dp: the marker takes named options only; write inputs=[...], epsilon=..."
            pytest.fail(line, pytrace=False)
        options = _over(options, marker.kwargs)
    return options


def _over(options: Mapping[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """Options with others in their place; a level takes the place of the other kind of level."""
    for name in others:
        if name not in NAMES:
            line = f"dp: there is no option {name!r}; write one of {', '.join(NAMES)}"
            pytest.fail(line, pytrace=False)
    kept = {
        name: value
        for name, value in options.items()
        if name not in LEVELS or not LEVELS.intersection(others)
    }
    return {**kept, **others}
