"""Verdicts on claims about a measure: Rényi divergence, zCDP, bounded range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from gmpy2 import mpq

from verify.claim.extreme import extreme_outcome
from verify.claim.measure_claim import MeasureClaim, RangeClaim, RenyiClaim, ZcdpClaim
from verify.exact.level import Level
from verify.exact.log_value import LogValue
from verify.law.adjacency import Adjacency, AdjacencyForm, Edge
from verify.law.labels import Label
from verify.law.mechanism import Mechanism
from verify.measures.concentrated import Rho, curve_of, zcdp
from verify.measures.directed import Measured
from verify.measures.loss_range import bounded_range
from verify.measures.renyi_divergence import renyi
from verify.profiles.directions import pure_level

if TYPE_CHECKING:
    from verify.claim.certificate.writing import Certificate

__all__ = ["MeasureDirection", "MeasureVerdict", "MeasureWitness", "Value", "certify_measure"]

HOLDS, VIOLATED, UNDECIDED = "holds", "violated", "undecided"

Value: TypeAlias = "LogValue | Rho | None"
"""What a measure is for one ordered pair; None for infinity"""


@dataclass(frozen=True, slots=True)
class MeasureDirection:
    """One ordered pair of neighbours and the value of the measure."""

    input: Label
    neighbour: Label
    value: Value


@dataclass(frozen=True, slots=True)
class MeasureWitness:
    """What refutes a claim: an ordered pair whose value is above it."""

    input: Label
    neighbour: Label
    value: Value
    order: mpq | None = None
    """an order a with D_a > ρ·a (zCDP), or the claimed order (Rényi)"""
    greatest: Label | None = None
    """an outcome with the greatest ratio P/Q (bounded range)"""
    least: Label | None = None
    """an outcome with the least ratio P/Q (bounded range)"""


@dataclass(frozen=True, eq=False)
class MeasureVerdict:
    """The answer to a claim about a measure: "holds", "violated", or "undecided" for a tie."""

    mechanism: Mechanism = field(repr=False)
    claim: MeasureClaim
    adjacency: Adjacency
    edges: tuple[Edge, ...] = field(repr=False)
    verdict: str
    value: Value
    """the greatest value over all ordered pairs"""
    directions: tuple[MeasureDirection, ...] = field(repr=False)
    """worst first"""
    witness: MeasureWitness | None

    @property
    def holds(self) -> bool:
        """Whether the claim is true."""
        return self.verdict == HOLDS

    @property
    def pairs(self) -> int:
        """How many ordered pairs were decided."""
        return 2 * len(self.edges)

    @property
    def margin(self) -> Value:
        """The claimed value minus the true one; None for minus infinity."""
        claim = self.claim
        if isinstance(claim, ZcdpClaim):
            rho = self.value
            return Rho(claim.rho - rho.high, claim.rho - rho.low) if isinstance(rho, Rho) else None
        value = self.value
        return LogValue.of(claim.level).minus(value) if isinstance(value, LogValue) else None

    @cached_property
    def pure_alpha(self) -> mpq | None:
        """The least α with δ*(α) = 0; None where no finite α is enough."""
        return pure_level(self.mechanism, self.edges)

    def certificate(self, about: Mapping[str, str] | None = None) -> Certificate:
        """The verdict written down, as `Verdict.certificate` does.

        Raises `verify.NotAvailableError` for zCDP, and for laws with powers of e.
        """
        from verify.claim.certificate.writing import certificate  # few verdicts are written down

        return certificate(self, about)

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        shown = "inf" if self.value is None else repr(self.value)
        return f"<MeasureVerdict {self.verdict}: {shown} for the claim {self.claim}>"


def certify_measure(
    mechanism: Mechanism, claim: MeasureClaim, adjacency: AdjacencyForm | None = None
) -> MeasureVerdict:
    """Decide a claim about a measure."""
    match claim:
        case RenyiClaim():
            return _certify_renyi(mechanism, claim, adjacency)
        case RangeClaim():
            return _certify_range(mechanism, claim, adjacency)
        case ZcdpClaim():
            return _certify_zcdp(mechanism, claim, adjacency)


def _certify_renyi(
    mechanism: Mechanism, claim: RenyiClaim, adjacency: AdjacencyForm | None
) -> MeasureVerdict:
    found = renyi(mechanism, claim.order, adjacency)
    directions = [
        MeasureDirection(*_labels(mechanism, item), found.of(item.value))
        for item in found.directions
    ]
    witness = None
    if _exceeds(found.moment, claim.level.power(claim.order - 1)):
        worst = directions[0]
        order = mpq(claim.order)
        witness = MeasureWitness(worst.input, worst.neighbour, worst.value, order)
    return _verdict(mechanism, claim, adjacency, directions, witness)


def _certify_range(
    mechanism: Mechanism, claim: RangeClaim, adjacency: AdjacencyForm | None
) -> MeasureVerdict:
    found = bounded_range(mechanism, adjacency)
    directions = [
        MeasureDirection(
            *_labels(mechanism, item), None if item.value is None else LogValue.ln(item.value)
        )
        for item in found.directions
    ]
    witness = None
    if _exceeds(found.alpha, claim.level):
        worst = found.directions[0]
        pair = mechanism.pair(worst.input, worst.neighbour)
        back = mechanism.pair(worst.neighbour, worst.input)
        ends = extreme_outcome(pair), extreme_outcome(back)
        witness = MeasureWitness(
            *_labels(mechanism, worst), directions[0].value, greatest=ends[0], least=ends[1]
        )
    return _verdict(mechanism, claim, adjacency, directions, witness)


def _certify_zcdp(
    mechanism: Mechanism, claim: ZcdpClaim, adjacency: AdjacencyForm | None
) -> MeasureVerdict:
    found = zcdp(mechanism, adjacency)
    directions = [
        MeasureDirection(*_labels(mechanism, item), item.value) for item in found.directions
    ]
    open_pairs = False
    for item, shown in zip(found.directions, directions, strict=True):
        if item.value is not None and item.value.high <= claim.rho:
            continue
        order = _refuting_order(mechanism, item, claim.rho)
        if order is False:
            open_pairs = True
        elif order is not None:
            ends = shown.input, shown.neighbour
            witness = MeasureWitness(*ends, shown.value)
            if isinstance(order, mpq):
                witness = MeasureWitness(*ends, _at(mechanism, item, order), order)
            return _verdict(mechanism, claim, adjacency, directions, witness)
    return _verdict(mechanism, claim, adjacency, directions, None, undecided=open_pairs)


def _at(mechanism: Mechanism, item: Measured[Rho | None], order: mpq) -> Rho:
    """D_a/a at one order."""
    curve = curve_of(mechanism.pair(item.input, item.neighbour))
    assert curve is not None
    low, high = (value / (order * (order - 1)) for value in curve.f(order))
    return Rho(low, high)


def _refuting_order(
    mechanism: Mechanism, item: Measured[Rho | None], rho: mpq
) -> mpq | bool | None:
    """An order that refutes ρ (True for every order), None for none, False for a tie."""
    curve = curve_of(mechanism.pair(item.input, item.neighbour))
    return True if curve is None else curve.order_above(rho)


def _verdict(
    mechanism: Mechanism,
    claim: MeasureClaim,
    adjacency: AdjacencyForm | None,
    directions: Sequence[MeasureDirection],
    witness: MeasureWitness | None,
    *,
    undecided: bool = False,
) -> MeasureVerdict:
    chosen = mechanism.resolve(adjacency)
    verdict = VIOLATED if witness is not None else UNDECIDED if undecided else HOLDS
    return MeasureVerdict(
        mechanism,
        claim,
        chosen,
        mechanism.edges(chosen),
        verdict,
        _greatest(directions),
        tuple(directions),
        witness,
    )


def _greatest(directions: Sequence[MeasureDirection]) -> Value:
    """The value of the worst direction; of enclosures, one around the greatest."""
    values = [item.value for item in directions]
    if any(value is None for value in values[:1]):
        return None
    bounds = [value for value in values if isinstance(value, Rho)]
    if bounds:
        return Rho(max(rho.low for rho in bounds), max(rho.high for rho in bounds))
    return values[0]


def _exceeds(number: mpq | None, level: Level) -> bool:
    """number > α."""
    return number is None or level.compare(number) < 0


def _labels(
    mechanism: Mechanism, item: Measured[mpq | None] | Measured[Rho | None]
) -> tuple[Label, Label]:
    return mechanism.inputs[item.input], mechanism.inputs[item.neighbour]
