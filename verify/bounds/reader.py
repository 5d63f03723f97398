"""How the steps of a mechanism are read off its structure.

``fresh`` is a sequence, ``copies`` and ``postprocess`` are what they start from, ``adaptive`` is
its first release and then a choice, ``parallel`` the coordinates that move; in every round of a
game whose pair of inputs may change, the pair is a choice. Everything else is one step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from verify.bounds.steps import Choice, Sequence, Step, Steps
from verify.combine.adaptive import Adaptive
from verify.combine.allocation import RandomAllocation
from verify.combine.components import Aligned
from verify.combine.fixed_size import FixedSizeSubsample
from verify.combine.mixture import Mixture
from verify.combine.parallel import Parallel
from verify.combine.per_round import PerRound
from verify.combine.poisson import PoissonSubsample
from verify.combine.product import Copies, Fresh
from verify.combine.shared import Shared
from verify.combine.shuffling import Shuffle
from verify.combine.transform import Postprocess
from verify.law.adjacency import Edge
from verify.law.mechanism import Mechanism
from verify.measures.directed import law_key
from verify.mechanisms.leaking import Leaky

__all__ = ["Reader", "shares"]

Key: TypeAlias = "tuple[int, tuple[Edge, ...], bool]"


@dataclass(frozen=True, slots=True)
class _Place:
    """A mechanism at one ordered pair of inputs, or as rounds of a game with a choice of pairs."""

    mechanism: Mechanism
    pairs: tuple[Edge, ...]
    is_game: bool = False

    @property
    def key(self) -> Key:
        """By which it is known."""
        return id(self.mechanism), self.pairs, self.is_game

    def of(self, part: Aligned, *, is_game: bool = False) -> _Place:
        """A component at the same pairs."""
        pairs = tuple((part.place(i), part.place(j)) for i, j in self.pairs)
        return _Place(part.mechanism, pairs, is_game)

    def choices(self, part: Aligned) -> list[_Place]:
        """A component at each of the pairs."""
        places = [(part.place(i), part.place(j)) for i, j in self.pairs]
        return [_Place(part.mechanism, (pair,)) for pair in places]


class Reader:
    """Reads the steps of ordered pairs of inputs; what is equal is read as one and the same."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Steps] = {}
        self._known: dict[Key, Steps] = {}

    def read(self, mechanism: Mechanism, first: int, second: int) -> Steps:
        """The steps with P the law at input number ``first`` and Q that at ``second``."""
        start = _Place(mechanism, ((first, second),))
        stack = [(start, _parts(start))]
        while stack:  # no recursion: interactions may be long
            place, groups = stack[-1]
            parts = (part for group in groups for part in group)
            missing = [part for part in parts if part.key not in self._known]
            if missing:
                stack.append((missing[0], _parts(missing[0])))
                continue
            stack.pop()
            if place.key not in self._known:
                self._known[place.key] = self._steps(place, groups)
        return self._known[start.key]

    def _steps(self, place: _Place, groups: list[list[_Place]]) -> Steps:
        known = [[self._known[part.key] for part in group] for group in groups]
        mechanism = place.mechanism
        match mechanism:
            case PerRound():
                return known[0][0]
            case Copies() | Postprocess() if not place.is_game:
                return known[0][0]
            case Fresh():
                repeat = mechanism.count if len(mechanism.parts) == 1 else 1
                return self._sequence((self._choice(group), repeat) for group in known)
            case Adaptive():
                return self._sequence((self._choice(group), 1) for group in known)
            case Parallel() if not place.is_game:
                return self._sequence((part, 1) for part in known[0])
            case _ if place.is_game:
                return self._choice(known[0])
            case _:
                pair = mechanism.pair(*place.pairs[0])
                return self._made.setdefault(("step", law_key(pair)), Step(pair))

    def _sequence(self, parts: Iterable[tuple[Steps, int]]) -> Steps:
        """Equal parts together."""
        counts: Counter[Steps] = Counter()
        for part, count in parts:
            counts[part] += count
        found = tuple(counts.items())
        return self._made.setdefault(frozenset(found), Sequence(found))

    def _choice(self, options: Iterable[Steps]) -> Steps:
        """Equal options once."""
        found = tuple(dict.fromkeys(options))
        if len(found) == 1:
            return found[0]
        return self._made.setdefault(("choice", frozenset(found)), Choice(found))


def _parts(place: _Place) -> list[list[_Place]]:
    """What the steps of a place are made of, in groups."""
    mechanism = place.mechanism
    match mechanism:
        case PerRound():
            return [[_Place(mechanism.of, tuple(mechanism.pairs(*place.pairs[0])), True)]]
        case Copies() | Postprocess() if not place.is_game:
            return [[_Place(mechanism.of, place.pairs)]]
        case Fresh():
            return [place.choices(part) for part in mechanism.aligned]
        case Parallel() if not place.is_game:
            moved = mechanism.coordinates(*place.pairs[0])
            return [[_Place(part, ((i, j),)) for part, i, j in moved]]
        case Adaptive():
            first = place.choices(Aligned(mechanism.first, mechanism.inputs))
            then = [
                place.of(Aligned(m, mechanism.inputs), is_game=place.is_game)
                for m in mechanism.following.values()
                if m is not None
            ]
            return [first, then] if then else [first]
        case _ if place.is_game:
            return [[_Place(mechanism, (pair,)) for pair in place.pairs]]
        case _:
            return []


def shares(mechanism: Mechanism) -> bool:
    """Whether a ``shared`` draw occurs anywhere inside."""
    waiting, seen = [mechanism], {id(mechanism)}
    while waiting:
        here = waiting.pop()
        if isinstance(here, Shared):
            return True
        new = [part for part in _inside(here) if id(part) not in seen]
        seen.update(map(id, new))
        waiting += new
    return False


def _inside(mechanism: Mechanism) -> tuple[Mechanism, ...]:
    match mechanism:
        case Fresh() | Parallel() | Mixture():
            return mechanism.parts
        case Copies() | Postprocess() | PerRound():
            return (mechanism.of,)
        case PoissonSubsample() | FixedSizeSubsample() | Shuffle() | RandomAllocation():
            return (mechanism.of,)
        case Leaky():
            return () if mechanism.of is None else (mechanism.of,)
        case Adaptive():
            return (mechanism.first, *(m for m in mechanism.following.values() if m is not None))
        case _:
            return ()
