"""Verdicts: whether a claim is true, with the evidence."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from gmpy2 import mpz

from verify.claim.claim import AnyClaim, Claim, claim_of
from verify.claim.describe import describe
from verify.claim.event import Event
from verify.compose.planner import Plan, plan_of, using
from verify.errors import InputError
from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.exact.rational import Exact
from verify.law.adjacency import Adjacency, AdjacencyForm, Edge
from verify.law.labels import Label
from verify.law.mechanism import Mechanism, require
from verify.loss.delta import Delta
from verify.parallel import working
from verify.profiles.directions import Directed, evaluate, pure_level
from verify.profiles.profile import PrivacyProfile

if TYPE_CHECKING:
    from verify.claim.certificate.writing import Certificate
    from verify.claim.measure_claim import MeasureClaim
    from verify.claim.measured import MeasureVerdict

__all__ = ["Direction", "Verdict", "Witness", "certify"]

HOLDS, VIOLATED = "holds", "violated"

TOP = 20
"""Directions that a verdict shows unless all are asked for."""


@dataclass(frozen=True, eq=False)
class Direction:
    """One ordered pair of neighbours: H_α(law at input ‖ law at neighbour) and its event."""

    mechanism: Mechanism = field(repr=False)
    input: Label
    neighbour: Label
    delta: Delta
    places: tuple[int, int] = field(repr=False)

    @cached_property
    def event(self) -> Event:
        """The maximal event {P > αQ}, in the labels of the mechanism."""
        return describe(self.mechanism.pair(*self.places), self.delta.level)


@dataclass(frozen=True, eq=False)
class Witness:
    """What refutes a claim: P(event) = p, Q(event) = q, and p − α·q = excess > δ."""

    direction: Direction

    @property
    def input(self) -> Label:
        """The input whose law is P."""
        return self.direction.input

    @property
    def neighbour(self) -> Label:
        """The input whose law is Q."""
        return self.direction.neighbour

    @property
    def event(self) -> Event:
        """The event, in words and in labels."""
        return self.direction.event

    @property
    def p(self) -> Number:
        """P(event)."""
        return self.direction.delta.a

    @property
    def q(self) -> Number:
        """Q(event)."""
        return self.direction.delta.b

    @property
    def excess(self) -> Delta:
        """p − α·q, to be compared with δ."""
        return self.direction.delta

    def __repr__(self) -> str:
        pair = f"input={self.input!r}, neighbour={self.neighbour!r}"
        sums = f"p={self.p}, q={self.q}, excess={self.excess!r}"
        return f"Witness({pair}, event={self.event.text!r}, {sums})"


@dataclass(frozen=True, eq=False)
class Verdict:
    """The exact answer to a claim. ``verdict`` is "holds" or "violated".

    What costs more than the verdict itself (``pure_alpha``, ``least_alpha``, the words of events)
    is worked out when it is asked for.
    """

    mechanism: Mechanism = field(repr=False)
    claim: Claim
    adjacency: Adjacency
    edges: tuple[Edge, ...] = field(repr=False)
    verdict: str
    delta_star: Delta
    witness: Witness | None
    """what refutes the claim, None where it holds"""
    _worst: tuple[Directed, ...] = field(repr=False)

    @property
    def holds(self) -> bool:
        """Whether the claim is true."""
        return self.verdict == HOLDS

    @property
    def margin(self) -> Delta:
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
        """How the worst direction is worked out, why so, and at what cost; None for no product."""
        if not self._worst:
            return None
        return plan_of(self.mechanism.pair(self._worst[0].input, self._worst[0].neighbour))

    @cached_property
    def profile(self) -> PrivacyProfile:
        """The whole curve δ*."""
        return PrivacyProfile(self.mechanism, self.adjacency)

    @cached_property
    def least_alpha(self) -> Number | None:
        """The least α >= 1 at the claimed δ; None where no finite α is enough."""
        if self.claim.delta == 0:
            return self.pure_alpha
        return self.profile.least_alpha(self.claim.delta)

    def certificate(self, about: Mapping[str, str] | None = None) -> Certificate:
        """The verdict written down, for anybody to check with ``verify check`` or check.py alone.

        ``about`` may hold text that nobody checks. Raises `verify.NotAvailableError` for laws
        with powers of e.

        >>> from verify.mechanisms import randomized_response
        >>> certify(randomized_response("3/4"), alpha=3).certificate()
        <Certificate that the claim holds, of ... bytes>
        """
        from verify.claim.certificate.writing import certificate  # few verdicts are written down

        return certificate(self, about)

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        return f"<Verdict {self.verdict}: δ* = {self.delta_star!r} for the claim {self.claim}>"


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
    "halves" or "classes".

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
    chosen = mechanism.resolve(adjacency)
    mechanism = mechanism.protecting(chosen)
    edges = mechanism.edges(chosen)
    worst = tuple(evaluate(mechanism, edges, claim.level, None if full else TOP))
    star = worst[0].delta if worst else _nothing(claim.level)
    witness = None
    if star.sign_against(claim.delta) > 0:
        witness = Witness(_direction(mechanism, worst[0]))
    verdict = HOLDS if witness is None else VIOLATED
    return Verdict(mechanism, claim, chosen, edges, verdict, star, witness, worst)


def _direction(mechanism: Mechanism, found: Directed) -> Direction:
    inputs, places = mechanism.inputs, (found.input, found.neighbour)
    return Direction(mechanism, inputs[places[0]], inputs[places[1]], found.delta, places)


def _nothing(level: Level) -> Delta:
    """δ* where no two inputs are neighbours."""
    return Delta(mpz(0), mpz(0), mpz(1), level)
