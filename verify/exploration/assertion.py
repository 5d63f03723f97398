"""`assert_dp`: a test that fails with what refutes the claim, written out for a referee."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verify.claim.claim import Claim
from verify.exact.rational import Exact
from verify.exploration.explored import mechanism_of
from verify.exploration.neighbours import NeighbourForm
from verify.exploration.referee import referee_report
from verify.exploration.settings import Settings
from verify.exploration.verdict import CodeVerdict, certify_code

__all__ = ["PrivacyError", "assert_dp"]


class PrivacyError(AssertionError):
    """A claim about a function that is false, or not decided; ``verdict`` has the numbers."""

    def __init__(self, verdict: CodeVerdict) -> None:
        self.verdict = verdict
        super().__init__(referee_report(verdict))


def assert_dp(
    function: Callable[..., Any],
    *,
    inputs: Sequence[Any],
    adjacency: NeighbourForm = "all_pairs",
    alpha: Exact | None = None,
    epsilon: Exact | None = None,
    delta: Exact = 0,
    source: str = "random.Random",
    attribute: str | None = None,
    residual: Exact = 0,
    merge: bool = False,
    timing: bool = False,
) -> CodeVerdict:
    """Assert that ``function(x, rng)`` is (ε, δ)-differentially private on the inputs x.

    That is, P(S) <= α·Q(S) + δ for the laws P and Q at any two neighbours, and all sets S of
    results, decided exactly. See `explore` for ``source`` and all other options.

    Raises `PrivacyError`, an `AssertionError`, if the claim is false, and if too much is unexplored
    to tell.

    >>> answer = lambda bit, rng: bit if rng.randrange(4) else 1 - bit
    >>> assert_dp(answer, inputs=[0, 1], alpha=3)
    <CodeVerdict holds: δ* = 0 for (α = 3, δ = 0)>
    """
    __tracebackhide__ = True
    claim = Claim.of(alpha=alpha, epsilon=epsilon, delta=delta)
    settings = Settings(source, attribute, residual, merge, timing=timing)
    verdict = certify_code(mechanism_of(function, inputs, adjacency, settings), claim)
    if not verdict.holds:
        raise PrivacyError(verdict)
    return verdict
