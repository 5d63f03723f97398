"""Verdicts: whether a claim is true, with the evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from gmpy2 import mpz

from verify.claim.claim import AnyClaim, Claim, claim_of
from verify.claim.direction import Direction, Witness
from verify.compose.planner import INTERVAL, Plan, chosen, plan_of, plan_within_limits, using
from verify.errors import InputError, LimitError
from verify.exact.between import Between
from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.exact.rational import Exact
from verify.law.adjacency import Adjacency, AdjacencyForm, Edge
from verify.law.mechanism import Mechanism, require
from verify.law.pair_bounds import PairBounds
from verify.loss.delta import Delta
from verify.loss.value import DeltaValue
from verify.parallel import working
from verify.profiles.directions import Directed, evaluate, pure_level
from verify.profiles.enclosed import (
    EnclosedDirection,
    enclose,
    enclosed_least,
    greatest_interval,
    is_enclosable,
)
from verify.profiles.profile import PrivacyProfile

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from verify.claim.certificate.writing import Certificate
    from verify.claim.measure_claim import MeasureClaim
    from verify.claim.measured import MeasureVerdict

__all__ = ["Direction", "Verdict", "Witness", "certify"]

HOLDS, VIOLATED, UNDECIDED = "holds", "violated", "undecided"

TOP = 20
"""Directions that a verdict shows unless all are asked for."""


@dataclass(frozen=True, eq=False)
class Verdict:
    """The answer to a claim. ``verdict`` is "holds", "violated" or "undecided".

    Where δ* is an interval, "undecided" says that the claimed δ lies in it, and that no narrower
    one was within the limits.

    What costs more than the verdict itself (``pure_alpha``, ``least_alpha``, the words of events)
    is worked out when it is asked for.
    """

    mechanism: Mechanism = field(repr=False)
    claim: Claim
    adjacency: Adjacency
    edges: tuple[Edge, ...] = field(repr=False)
    verdict: str
    delta_star: DeltaValue
    witness: Witness | None
    """what refutes the claim, None where nothing does"""
    _worst: tuple[Directed | EnclosedDirection, ...] = field(repr=False)
    method: str | None = field(repr=False, default=None)
    """the method for products that was asked for, None for the quickest"""

    @property
    def holds(self) -> bool:
        """Whether the claim is true."""
        return self.verdict == HOLDS

    @property
    def is_exact(self) -> bool:
        """Whether δ* is known exactly."""
        return isinstance(self.delta_star, Delta)

    @property
    def margin(self) -> DeltaValue:
        """δ − δ*: negative when the claim is violated."""
        return self.delta_star.less(self.claim.delta)

    @cached_property
    def directions(self) -> tuple[Direction, ...]:
        """The worst ordered pairs, worst first (all of them where ``full`` was asked for)."""
        return tuple(_direction(self.mechanism, found) for found in self._worst)

    @property
    def pairs(self) -> int:
        """How many ordered pairs were decided."""
        return 2 * len(self.edges)

    @cached_property
    def pure_alpha(self) -> Number | None:
        """The least α with δ*(α) = 0; None where no finite α is enough."""
        return pure_level(self.mechanism, self.edges)

    @property
    def plan(self) -> Plan | None:
        """How the worst direction is worked out, why so, and at what cost; None for no product.

        Where the two ends of δ* have different origins, this is about the upper one.
        """
        if not self._worst:
            return None
        ends = self.ends
        places = self._worst[0].input, self._worst[0].neighbour
        pair = self.mechanism.pair(*places) if ends is None else ends.above
        with using(self.method):
            if ends is None:
                return plan_of(pair, bounds=not self.is_exact)
            return plan_within_limits(pair)

    @property
    def ends(self) -> PairBounds | None:
        """What the two ends of δ* stand for, where it is no one pair of laws that is bounded."""
        if self.is_exact or not self._worst:
            return None
        return self.mechanism.bounds(self._worst[0].input, self._worst[0].neighbour)

    @cached_property
    def profile(self) -> PrivacyProfile:
        """The whole curve δ*."""
        return PrivacyProfile(self.mechanism, self.adjacency)

    @cached_property
    def least_alpha(self) -> Number | Between | None:
        """The least α >= 1 at the claimed δ; None where no finite α is enough.

        Where δ* is an interval, so is this.
        """
        if self.claim.delta == 0:
            return self.pure_alpha
        if not self.is_exact:
            return enclosed_least(self.mechanism, self.edges, self.claim.delta)
        return self.profile.least_alpha(self.claim.delta)

    def certificate(self, about: Mapping[str, str] | None = None) -> Certificate:
        """The verdict written down, for anybody to check with ``verify check`` or check.py alone.

        ``about`` may hold text that nobody checks. Raises `verify.NotAvailableError` for laws
        with powers of e, and where δ* is an interval.

        >>> from verify.mechanisms import randomized_response
        >>> certify(randomized_response("3/4"), alpha=3).certificate()
        <Certificate that the claim holds, of ... bytes>
        """
        from verify.claim.certificate.writing import certificate  # few verdicts are written down

        return certificate(self, about)

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        star = f"{'=' if self.is_exact else 'in'} {self.delta_star!r}"
        return f"<Verdict {self.verdict}: δ* {star} for the claim {self.claim}>"


@overload
def certify(
    mechanism: Mechanism,
    claim: Claim | None = None,
    *,
    alpha: Exact | None = None,
    epsilon: Exact | None = None,
    delta: Exact = 0,
    adjacency: AdjacencyForm | None = None,
    full: bool = False,
    executor: Executor | None = None,
    method: str | None = None,
) -> Verdict: ...
@overload
def certify(
    mechanism: Mechanism,
    claim: MeasureClaim,
    *,
    adjacency: AdjacencyForm | None = None,
    full: bool = False,
) -> MeasureVerdict: ...
@overload
def certify(
    mechanism: Mechanism,
    *,
    order: Exact,
    epsilon: Exact,
    adjacency: AdjacencyForm | None = None,
) -> MeasureVerdict: ...
@overload
def certify(
    mechanism: Mechanism, *, rho: Exact, adjacency: AdjacencyForm | None = None
) -> MeasureVerdict: ...
@overload
def certify(
    mechanism: Mechanism, *, eta: Exact, adjacency: AdjacencyForm | None = None
) -> MeasureVerdict: ...
def certify(
    mechanism: Mechanism,
    claim: AnyClaim | None = None,
    *,
    adjacency: AdjacencyForm | None = None,
    full: bool = False,
    executor: Executor | None = None,
    method: str | None = None,
    **claimed: Any,
) -> Verdict | MeasureVerdict:
    """Decide exactly whether a mechanism is (ln α, δ)-differentially private.

    δ*(α) = max over ordered neighbouring pairs of Σ_z [P(z) − α·Q(z)]₊; the claim holds if and
    only if δ*(α) <= δ. Give a claim, or α (or ε) and δ. ``full`` keeps every direction. Any
    `concurrent.futures.Executor` may work out the pairs. The method for products is the one that is
    estimated to be quickest, unless ``method`` names another: "tail", "lattice", "sweep",
    "halves" or "classes". Where the quickest would pass the limits, or the method is "interval",
    δ* is an interval, which is narrowed until δ is outside or the limits are reached.

    Instead of (α, δ), ``order`` and ``epsilon`` claim a Rényi divergence, ``rho`` zero-concentrated
    privacy, and ``eta`` a bounded range: the answer is then a `MeasureVerdict`.

    >>> from verify.combinators import fresh
    >>> from verify.mechanisms import randomized_response
    >>> verdict = certify(fresh(randomized_response("3/4"), 2), alpha=3)
    >>> verdict.verdict, verdict.delta_star, verdict.witness.p, verdict.witness.q
    ('violated', 3/8, mpq(9,16), mpq(1,16))
    """
    require(mechanism)
    if claim is None:
        claim = claim_of(**claimed)
    elif claimed:
        problem = "a claim is given, and its numbers as well"
        raise InputError(problem, at=", ".join(claimed), form="one of them")
    if not isinstance(claim, Claim):
        from verify.claim.measured import certify_measure  # most claims are about a δ

        return certify_measure(mechanism, claim, adjacency)
    if executor is None and method is None:
        return _certify(mechanism, claim, adjacency, full)
    with working(executor), using(method):
        return _certify(mechanism, claim, adjacency, full)


def _certify(
    mechanism: Mechanism, claim: Claim, adjacency: AdjacencyForm | None, full: bool
) -> Verdict:
    protected = mechanism.resolve(adjacency)
    mechanism = mechanism.protecting(protected)
    asked = _Asked(mechanism, claim, protected, mechanism.edges(protected), full)
    method = chosen()
    if method == INTERVAL and is_enclosable(mechanism, asked.edges):
        return asked.enclosed(always=True)
    try:
        return asked.exactly()
    except LimitError:
        if method is not None or not is_enclosable(mechanism, asked.edges):
            raise
    return asked.enclosed(always=False)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A claim about a mechanism, and who is protected."""

    mechanism: Mechanism
    claim: Claim
    adjacency: Adjacency
    edges: tuple[Edge, ...]
    full: bool

    def exactly(self) -> Verdict:
        """Holds or violated."""
        top = None if self.full else TOP
        worst = tuple(evaluate(self.mechanism, self.edges, self.claim.level, top))
        star = worst[0].delta if worst else _nothing(self.claim.level)
        exceeds = star.sign_against(self.claim.delta) > 0
        return self._verdict(
            VIOLATED if exceeds else HOLDS, star, worst, worst[0] if worst else None
        )

    def enclosed(self, *, always: bool) -> Verdict:
        """Holds, violated or undecided."""
        level, delta = self.claim.level, self.claim.delta
        found = enclose(self.mechanism, self.edges, level, delta, always=always)
        star = greatest_interval(found, level)
        verdict = VIOLATED if star.low > delta else HOLDS if star.high <= delta else UNDECIDED
        surest = max(found, key=lambda each: each.delta.low, default=None)
        if surest is not None:
            surest = replace(surest, delta=surest.surely)
        return self._verdict(verdict, star, tuple(found if self.full else found[:TOP]), surest)

    def _verdict(
        self,
        verdict: str,
        star: DeltaValue,
        worst: tuple[Directed, ...] | tuple[EnclosedDirection, ...],
        surest: Directed | EnclosedDirection | None,
    ) -> Verdict:
        witness = None
        if verdict == VIOLATED and surest is not None:
            witness = Witness(_direction(self.mechanism, surest))
        about = self.mechanism, self.claim, self.adjacency, self.edges
        return Verdict(*about, verdict, star, witness, worst, chosen())


def _direction(mechanism: Mechanism, found: Directed | EnclosedDirection) -> Direction:
    inputs, places = mechanism.inputs, (found.input, found.neighbour)
    return Direction(mechanism, inputs[places[0]], inputs[places[1]], found.delta, places)


def _nothing(level: Level) -> Delta:
    """δ* where no two inputs are neighbours."""
    return Delta(mpz(0), mpz(0), mpz(1), level)
