"""The basic composition theorem as a budget, beside the exact δ* at the same level.

If every step is (ln α₀, δ_i)-private given any fixed history, the whole transcript is
(q·ln α₀, min(1, Σδ_i))-private. Source: Dwork and Roth 2014, section 3.5 and appendix B.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gmpy2 import mpq, mpz

from verify.combine.adaptive import Adaptive
from verify.combine.allocation import RandomAllocation
from verify.combine.components import Aligned
from verify.combine.fixed_size import FixedSizeSubsample
from verify.combine.mixture import Mixture
from verify.combine.parallel import Parallel
from verify.combine.poisson import PoissonSubsample
from verify.combine.product import Copies, Fresh
from verify.combine.shared import Shared
from verify.combine.shuffling import Shuffle
from verify.combine.transform import Postprocess
from verify.compose.event_sums import event_sums
from verify.compose.structure import pure_ratio
from verify.errors import InputError
from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.exact.rational import Exact
from verify.exact.ring_level import level_of
from verify.law.adjacency import AdjacencyForm, Edge
from verify.law.mechanism import Mechanism, require
from verify.law.pair import Pair
from verify.loss.delta import Delta
from verify.mechanisms.leaking import Leaky
from verify.profiles.directions import distinct, evaluate

__all__ = ["Bound", "Budget", "budget"]

WITHHELD = (
    "outputs share one latent draw: the guarantee of one of them need not hold once another "
    "is known, so the guarantees of the single outputs do not add up"
)

ASSUMPTIONS = "every step has its guarantee conditionally on every fixed history of earlier outputs"


@dataclass(frozen=True, slots=True)
class Bound:
    """What one theorem promises: (ln α, δ), under its assumptions."""

    name: str
    level: Level
    delta: Number
    assumptions: str


@dataclass(frozen=True, slots=True)
class Budget:
    """The sum over queries at one step level, beside the exact truth."""

    step_level: Level
    step_delta: Number | None
    """the largest step δ"""
    queries: int | None
    total_level: Level | None
    total_delta: Number | None
    exact: Delta | None
    """δ* at the total level"""
    bounds: tuple[Bound, ...]
    withheld: str | None
    """why no sum is given, or None"""

    def __repr__(self) -> str:
        if self.withheld:
            return f"<Budget withheld: {self.withheld}>"
        return (
            f"<Budget: {self.queries} queries at α₀ = {self.step_level} cost at most "
            f"(α = {self.total_level}, δ = {self.total_delta}); exactly δ* = {self.exact!r}>"
        )


@dataclass(frozen=True, slots=True)
class _Cost:
    """What one pair of inputs is charged: queries on the longest path, the largest path sum."""

    queries: int
    total: Number
    step: Number


NOTHING = _Cost(0, mpq(0), mpq(0))


def budget(
    mechanism: Mechanism, *, step_alpha: Exact | None = None, adjacency: AdjacencyForm | None = None
) -> Budget:
    """The basic composition budget at a step level, beside the exact δ* there.

    ``fresh`` sums its steps, ``copies`` and ``postprocess`` count as what they start from,
    ``adaptive`` takes the largest path, ``parallel`` the coordinate that moves; ``mixture``,
    ``leaky``, sampling, shuffling and tables are one query with their own exact δ. Without
    ``step_alpha`` the greatest pure level of a step is taken. Withheld wherever ``shared`` occurs.

    >>> from verify.combinators import fresh
    >>> from verify.mechanisms import randomized_response
    >>> found = budget(fresh(randomized_response("9/10"), 2), step_alpha=3)
    >>> found.step_delta, found.total_level.value, found.total_delta, found.exact
    (mpq(3,5), mpq(9,1), mpq(1,1), 18/25)
    """
    edges = require(mechanism).edges(adjacency)
    given = None if step_alpha is None else Level.alpha(step_alpha, "step-alpha")
    if _shares(mechanism):
        level = given or Level.alpha(1)
        return Budget(level, None, None, None, None, None, (), WITHHELD)
    kinds = distinct(mechanism, edges)
    level = given or level_of(_pure_step(mechanism, kinds))
    costs = [_cost(mechanism, i, j, level) for i, j in kinds]
    queries = max((cost.queries for cost in costs), default=0)
    total = min(mpq(1), max((cost.total for cost in costs), default=mpq(0)))
    step = max((cost.step for cost in costs), default=mpq(0))
    total_level = level.power(queries) if queries else Level.alpha(1)
    worst = evaluate(mechanism, edges, total_level, 1)
    exact = worst[0].delta if worst else Delta(mpz(0), mpz(0), mpz(1), total_level)
    bound = Bound("basic composition", total_level, total, ASSUMPTIONS)
    return Budget(level, step, queries, total_level, total, exact, (bound,), None)


def _shares(mechanism: Mechanism) -> bool:
    return isinstance(mechanism, Shared) or any(_shares(part) for part in _parts(mechanism))


def _parts(mechanism: Mechanism) -> tuple[Mechanism, ...]:
    match mechanism:
        case Fresh() | Parallel() | Mixture():
            return mechanism.parts
        case Copies() | Postprocess():
            return (mechanism.of,)
        case PoissonSubsample() | FixedSizeSubsample() | Shuffle() | RandomAllocation():
            return (mechanism.of,)
        case Leaky():
            return () if mechanism.of is None else (mechanism.of,)
        case Adaptive():
            return (mechanism.first, *(m for m in mechanism.following.values() if m is not None))
        case _:
            return ()


def _cost(mechanism: Mechanism, first: int, second: int, level: Level) -> _Cost:
    match mechanism:
        case Copies() | Postprocess():
            return _cost(mechanism.of, first, second, level)
        case Fresh():
            return _fresh_cost(mechanism, first, second, level)
        case Parallel():
            moved = mechanism.coordinates(first, second)
            return _sum([_cost(part, i, j, level) for part, i, j in moved])
        case Adaptive():
            return _adaptive_cost(mechanism, first, second, level)
        case _:
            return _step(mechanism.pair(first, second), level)


def _step(pair: Pair, level: Level) -> _Cost:
    """One query with its own exact δ."""
    worst = max(event_sums(pair, level).deltas(level)).value
    return _Cost(1, worst, worst)


def _fresh_cost(mechanism: Fresh, first: int, second: int, level: Level) -> _Cost:
    repeat = mechanism.count if len(mechanism.parts) == 1 else 1
    total = _sum([_aligned_cost(part, first, second, level) for part in mechanism.aligned])
    return _Cost(total.queries * repeat, total.total * repeat, total.step)


def _adaptive_cost(mechanism: Adaptive, first: int, second: int, level: Level) -> _Cost:
    start = _cost(mechanism.first, first, second, level)
    after = [
        _aligned_cost(Aligned(then, mechanism.inputs), first, second, level)
        for then in mechanism.following.values()
        if then is not None
    ]
    return _Cost(
        start.queries + max((cost.queries for cost in after), default=0),
        start.total + max((cost.total for cost in after), default=mpq(0)),
        max([start.step, *(cost.step for cost in after)]),
    )


def _aligned_cost(part: Aligned, first: int, second: int, level: Level) -> _Cost:
    return _cost(part.mechanism, part.place(first), part.place(second), level)


def _sum(costs: list[_Cost]) -> _Cost:
    total = NOTHING
    for cost in costs:
        step = max(total.step, cost.step)
        total = _Cost(total.queries + cost.queries, total.total + cost.total, step)
    return total


def _pure_step(mechanism: Mechanism, edges: Sequence[Edge]) -> Number:
    """The greatest pure level of a step."""
    best: Number = mpq(1)
    for i, j in edges:
        for first, second in ((i, j), (j, i)):
            for pair in _steps(mechanism, first, second):
                ratio = pure_ratio(pair)
                if ratio is None:
                    problem = "a step has no finite pure level, so a step level must be given"
                    raise InputError(problem, at="step-alpha", form="--step-alpha A, such as 3")
                best = max(best, ratio)
    return best


def _steps(mechanism: Mechanism, first: int, second: int) -> Iterator[Pair]:
    """The pairs of laws that count as one query each."""
    match mechanism:
        case Copies() | Postprocess():
            yield from _steps(mechanism.of, first, second)
        case Parallel():
            for coordinate, i, j in mechanism.coordinates(first, second):
                yield from _steps(coordinate, i, j)
        case Fresh():
            for part in mechanism.aligned:
                yield from _aligned_steps(part, first, second)
        case Adaptive():
            yield from _steps(mechanism.first, first, second)
            for then in mechanism.following.values():
                if then is not None:
                    yield from _aligned_steps(Aligned(then, mechanism.inputs), first, second)
        case _:
            yield mechanism.pair(first, second)


def _aligned_steps(part: Aligned, first: int, second: int) -> Iterator[Pair]:
    yield from _steps(part.mechanism, part.place(first), part.place(second))
