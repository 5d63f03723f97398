"""The privacy profile α ↦ δ*(α) of a mechanism, exactly, with all that is read off it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from math import inf

from gmpy2 import mpq

from verify import resources
from verify.compose.costs import Costs, costs
from verify.compose.event_sums import event_sums
from verify.compose.least import least_alpha
from verify.compose.planner import INTERVAL, chosen, using
from verify.compose.rows import RowDistribution
from verify.compose.size import class_estimate
from verify.compose.structure import distribution
from verify.errors import InputError
from verify.exact.between import Between
from verify.exact.level import Level
from verify.exact.quotient import Number, common_scale
from verify.exact.rational import Exact, probability
from verify.exact.ring import Weight
from verify.exact.ring_level import level_of
from verify.law.adjacency import Adjacency, AdjacencyForm, Edge
from verify.law.infinite import has_series
from verify.law.labels import Label, label, show
from verify.law.mechanism import Mechanism, require
from verify.loss.delta import Delta, delta_of, greatest
from verify.loss.distribution import Line, LossDistribution
from verify.loss.value import DeltaValue
from verify.profiles.directions import Directed, distinct, evaluate, evaluate_levels, pure_level
from verify.profiles.enclosed import (
    EnclosedDirection,
    enclose,
    enclosed_direction,
    enclosed_least,
    greatest_interval,
    is_enclosable,
)
from verify.profiles.envelope import Envelope, row_envelope, upper_envelope
from verify.profiles.trade_off import Vertex, trade_off_vertices

MOST_LINES = 200_000
"""Beyond so many lines the curves of several pairs are not brought together."""

LINE_SECONDS = 3e-6
"""What one line costs that is compared with the others"""

__all__ = ["PrivacyProfile", "level_from", "profile"]


class PrivacyProfile:
    """δ*(α) = max over ordered neighbouring pairs of H_α(P‖Q), for all α >= 1 at once.

    Convex, falling, piecewise linear with rational breakpoints. Sorting happens once, on first
    use; later queries bisect.

    >>> from verify.mechanisms import randomized_response
    >>> from verify.combinators import fresh
    >>> curve = profile(fresh(randomized_response("3/4"), 2))
    >>> curve.delta(alpha=3), curve.alpha(delta="3/8"), curve.breakpoints
    (3/8, mpq(3,1), (mpq(9,1),))
    """

    def __init__(
        self,
        mechanism: Mechanism,
        adjacency: AdjacencyForm | None = None,
        method: str | None = None,
    ) -> None:
        self.adjacency: Adjacency = require(mechanism).resolve(adjacency)
        self.mechanism = mechanism.protecting(self.adjacency)
        self.edges: tuple[Edge, ...] = mechanism.edges(self.adjacency)
        with using(method or chosen()):
            self.method = chosen()

    @cached_property
    def has_bounds(self) -> bool:
        """Whether single levels are answered by bounds: the method is "interval", and applies."""
        return self.method == INTERVAL and is_enclosable(self.mechanism, self.edges)

    def __setattr__(self, name: str, value: object) -> None:
        """Attributes are set once, while the profile is made."""
        if name in self.__dict__:
            raise AttributeError(f"a PrivacyProfile is immutable: {name!r} is set already")
        object.__setattr__(self, name, value)

    @cached_property
    def distributions(self) -> tuple[LossDistribution, ...]:
        """The loss distribution of every edge (its first input as P); one for edges of a kind."""
        found = [distribution(self.mechanism.pair(i, j)) for i, j in self.distinct]
        kinds = self.mechanism.kinds(self.edges)
        if kinds is None:
            return tuple(found)
        of_kind = dict(zip(dict.fromkeys(kinds), found, strict=True))
        return tuple(of_kind[kind] for kind in kinds)

    @cached_property
    def distinct(self) -> Sequence[Edge]:
        """One edge of every kind: all of them, unless the mechanism knows better."""
        return distinct(self.mechanism, self.edges)

    @cached_property
    def envelope(self) -> Envelope:
        """The lines and breakpoints of δ* on [1, ∞)."""
        laws = list({id(law): law for law in self.distributions}.values())
        resources.check("classes", 2 * sum(law.size + 1 for law in laws), "the number of lines")
        if len(laws) == 1 and isinstance(laws[0], RowDistribution):
            return row_envelope(laws[0])
        scale, factors = common_scale([(law.denominator,) for law in laws])
        lines = chain.from_iterable(map(_scaled, laws, factors))
        return upper_envelope(chain(lines, [(scale - scale, scale - scale)]), scale)

    def delta(self, *, alpha: Exact | None = None, epsilon: Exact | None = None) -> DeltaValue:
        """δ*(α): the least δ with which the mechanism is (ln α, δ)-private."""
        level = level_from(alpha, epsilon)
        if self.has_bounds:
            found = enclose(self.mechanism, self.edges, level, always=True)
            return greatest_interval(found, level)
        return self.delta_at(level)

    def delta_at(self, level: Level) -> Delta:
        """δ* at a level: from the curve once it is made, or once so many levels pay for it."""
        if not self._is_curve_due():
            with using(self.method):
                return evaluate(self.mechanism, self.edges, level, 1)[0].delta
        if len(self.edges) == 1:
            law = self.distributions[0]
            return greatest(law.both(level), law.denominator, level)
        return delta_of(self.envelope.line_at(level), self.envelope.denominator, level)

    def _is_curve_due(self) -> bool:
        """Whether all levels asked for so far cost as much, pair by pair, as the whole curve."""
        if len(self.edges) == 0 or "envelope" in self.__dict__:
            return True
        if len(self.edges) == 1 and "distributions" in self.__dict__:
            return True
        self._spent[0] += self._costs.level
        return self._spent[0] >= self._costs.listing

    @cached_property
    def _spent(self) -> list[float]:
        """What single levels have cost so far, by estimate."""
        return [0.0]

    @cached_property
    def _costs(self) -> Costs:
        """Of one level, and of the curve (without end where it would pass a limit)."""
        edges, times = self._estimated
        found = [costs(self.mechanism.pair(i, j)) for i, j in edges]
        level = times * sum(each.level for each in found)
        listing = times * sum(each.listing for each in found)
        if len(self.edges) > 1:  # all directions in one envelope
            listing += self.line_estimate * LINE_SECONDS if self.is_short else inf
        return Costs(level, listing)

    @property
    def is_short(self) -> bool:
        """Whether the curve has no more lines than one looks at."""
        return self.line_estimate <= MOST_LINES

    @cached_property
    def has_finite_curve(self) -> bool:
        """Whether the curve consists of finitely many lines."""
        return not any(has_series(self.mechanism.pair(i, j)) for i, j in self.edges)

    @cached_property
    def line_estimate(self) -> int:
        """At most so many lines make up the curve: what the whole of it would cost."""
        edges, times = self._estimated
        return 2 * times * sum(class_estimate(self.mechanism.pair(i, j)) + 1 for i, j in edges)

    @property
    def _estimated(self) -> tuple[Sequence[Edge], int]:
        """Edges to estimate, and how many each stands for: pairs of rows of a table cost alike."""
        if self.mechanism.as_table() is None:
            return self.distinct, 1
        return self.distinct[:1], len(self.distinct)

    def divergence(
        self,
        pair: tuple[object, object],
        *,
        alpha: Exact | None = None,
        epsilon: Exact | None = None,
    ) -> DeltaValue:
        """H_α(P‖Q) of one ordered pair of inputs: P the law at ``pair[0]``, Q at ``pair[1]``."""
        level = level_from(alpha, epsilon)
        i, j = self._places(pair)
        if self.has_bounds:
            return enclosed_direction(self.mechanism, i, j, level, always=True)
        with using(self.method):
            return event_sums(self.mechanism.pair(i, j), level).deltas(level)[0]

    def alpha(self, *, delta: Exact = 0) -> Number | Between | None:
        """The least α >= 1 with δ*(α) <= δ; None where no finite α is enough."""
        number = probability(delta, "delta")
        if number and self.has_bounds:
            return enclosed_least(self.mechanism, self.edges, number)
        with using(self.method):
            return self.least_alpha(number)

    def least_alpha(self, delta: mpq) -> Number | None:
        """The greatest over all directions of the least α for ``delta``."""
        if delta == 0:
            return pure_level(self.mechanism, self.edges)
        if len(self.distinct) == 1:
            return least_alpha(self.mechanism.pair(*self.distinct[0]), delta)
        best: Number = mpq(1)
        while self.edges:  # ends: each round settles the worst pair for good
            worst = evaluate(self.mechanism, self.edges, level_of(best), 1)[0]
            if worst.delta.sign_against(delta) <= 0:
                break
            alpha = least_alpha(self.mechanism.pair(worst.input, worst.neighbour), delta)
            if alpha is None:
                return None
            best = alpha
        return best

    @property
    def breakpoints(self) -> Sequence[Number]:
        """The α > 1 where δ* changes its slope: a tuple, whose members are made when read."""
        return self.envelope.breakpoints

    @property
    def total_variation(self) -> Number:
        """δ*(1): the greatest total variation distance of neighbours, an attacker's advantage."""
        return self.delta_at(Level.alpha(1)).value

    @property
    def attacker_accuracy(self) -> Number:
        """(1 + δ*(1))/2: the best attacker's chance to tell two equally likely neighbours apart."""
        return (1 + self.total_variation) / 2

    def directions_at(
        self, levels: Sequence[Level], top: int | None = None
    ) -> Sequence[Sequence[Directed | EnclosedDirection]]:
        """The worst directions at several levels, by the method of the profile."""
        if self.has_bounds:
            found = (enclose(self.mechanism, self.edges, each, always=True) for each in levels)
            return [each[:top] for each in found]
        with using(self.method):
            return evaluate_levels(self.mechanism, self.edges, levels, top)

    def directions(self, level: Level, top: int | None = None) -> list[Directed]:
        """The worst directions at a level."""
        return evaluate(self.mechanism, self.edges, level, top)

    def trade_off(self, pair: tuple[object, object]) -> Sequence[Vertex]:
        """Vertices of the trade-off function, with the law at ``pair[0]`` as the null.

        A tuple, whose members are made when read.
        """
        i, j = self._places(pair)
        for edge, law in zip(self.edges, self.distributions, strict=True):
            if edge in ((i, j), (j, i)):
                return trade_off_vertices(law, reverse=edge == (j, i))
        raise InputError(
            "these inputs are no neighbours", at="pair", form="a pair under the adjacency"
        )

    def _places(self, pair: tuple[object, object]) -> tuple[int, int]:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise InputError("expected two inputs", at="pair", form='a pair such as ("0", "1")')
        return self._index(pair[0]), self._index(pair[1])

    def _index(self, item: object) -> int:
        name: Label = label(item, "pair")
        if name not in self.mechanism.inputs:
            raise InputError(
                f"unknown input {show(name)}", at="pair", form="two inputs of the mechanism"
            )
        return self.mechanism.inputs.index(name)

    def __repr__(self) -> str:
        return f"<PrivacyProfile of {self.mechanism!r} under {self.adjacency}>"


def profile(
    mechanism: Mechanism, adjacency: AdjacencyForm | None = None, method: str | None = None
) -> PrivacyProfile:
    """The privacy profile of a mechanism under an adjacency (its own by default).

    ``method`` names the method for products at single levels; "interval" gives bounds.
    """
    return PrivacyProfile(mechanism, adjacency, method)


def level_from(alpha: Exact | None, epsilon: Exact | None) -> Level:
    """The level given as α or as ε."""
    if (alpha is None) == (epsilon is None):
        problem = "exactly one of alpha and epsilon is needed"
        raise InputError(problem, form='a level such as alpha = "3" or epsilon = "ln(3)"')
    return Level.alpha(alpha) if alpha is not None else Level.epsilon(epsilon)


def _scaled(law: LossDistribution, factor: Weight) -> Iterator[Line]:
    both: chain[Line] = chain(law.lines(), law.lines(reverse=True))
    return ((a * factor, b * factor) for a, b in both)
