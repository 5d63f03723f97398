"""The steps of a composition: the pairs of laws that are charged one by one, and how they follow.

For two inputs, a mechanism comes down to a tree. A `Step` is one query; in a `Sequence` all parts
are charged; of a `Choice`, which an earlier output makes, the worst option. ``fresh`` is a
sequence, ``copies`` and ``postprocess`` are what they start from, ``adaptive`` is its first release
and then a choice, ``parallel`` the coordinates that move; everything else is one step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from gmpy2 import mpq

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
from verify.exact.quotient import Number
from verify.law.mechanism import Mechanism
from verify.law.pair import Pair
from verify.measures.directed import law_key
from verify.mechanisms.leaking import Leaky

__all__ = [
    "Choice",
    "Reader",
    "Sequence",
    "Step",
    "Steps",
    "fold",
    "largest_sum",
    "shares",
    "single_steps",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One query: the laws at two inputs."""

    pair: Pair


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """All of these, each as often as it says."""

    parts: tuple[tuple[Steps, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One of these (there is at least one), as an earlier output decides."""

    options: tuple[Steps, ...]


Steps: TypeAlias = "Step | Sequence | Choice"


class Reader:
    """Reads the steps of ordered pairs of inputs; what is equal is read as one and the same."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Steps] = {}
        self._known: dict[tuple[int, int, int], Steps] = {}

    def read(self, mechanism: Mechanism, first: int, second: int) -> Steps:
        """The steps with P the law at input number ``first`` and Q that at ``second``."""
        place = id(mechanism), first, second
        found = self._known.get(place)
        if found is None:
            found = self._known[place] = self._read(mechanism, first, second)
        return found

    def _read(self, mechanism: Mechanism, first: int, second: int) -> Steps:
        match mechanism:
            case Copies() | Postprocess():
                return self.read(mechanism.of, first, second)
            case Fresh():
                repeat = mechanism.count if len(mechanism.parts) == 1 else 1
                parts = [self._aligned(part, first, second) for part in mechanism.aligned]
                return self._sequence((part, repeat) for part in parts)
            case Parallel():
                moved = mechanism.coordinates(first, second)
                return self._sequence((self.read(*coordinate), 1) for coordinate in moved)
            case Adaptive():
                return self._adaptive(mechanism, first, second)
            case _:
                pair = mechanism.pair(first, second)
                return self._made.setdefault(("step", law_key(pair)), Step(pair))

    def _adaptive(self, mechanism: Adaptive, first: int, second: int) -> Steps:
        start = self.read(mechanism.first, first, second)
        following = [then for then in mechanism.following.values() if then is not None]
        options = [self._aligned(Aligned(m, mechanism.inputs), first, second) for m in following]
        if not options:
            return start
        choice = self._made.setdefault(frozenset(options), Choice(tuple(dict.fromkeys(options))))
        return self._sequence([(start, 1), (choice, 1)])

    def _sequence(self, parts: Iterable[tuple[Steps, int]]) -> Steps:
        """Equal parts together."""
        counts: Counter[Steps] = Counter()
        for part, count in parts:
            counts[part] += count
        found = tuple(counts.items())
        return self._made.setdefault(frozenset(found), Sequence(found))

    def _aligned(self, part: Aligned, first: int, second: int) -> Steps:
        return self.read(part.mechanism, part.place(first), part.place(second))


def fold(
    steps: Steps,
    step: Callable[[Step], T],
    join: Callable[[T, T], T],
    repeat: Callable[[T, int], T],
    worst: Callable[[list[T]], T],
    nothing: T,
) -> T:
    """The value of a tree from that of its steps; parts that occur again are valued once."""
    known: dict[Steps, T] = {}

    def value(here: Steps) -> T:
        if here not in known:
            known[here] = found(here)
        return known[here]

    def found(here: Steps) -> T:
        if isinstance(here, Step):
            return step(here)
        if isinstance(here, Choice):
            return worst([value(option) for option in here.options])
        total = nothing
        for part, count in here.parts:
            total = join(total, repeat(value(part), count))
        return total

    return value(steps)


def largest_sum(steps: Steps, step: Callable[[Step], Number]) -> Number:
    """The largest sum of numbers along a path."""
    return fold(steps, step, _add, _times, max, mpq(0))


def _add(left: Number, right: Number) -> Number:
    return left + right


def _times(number: Number, count: int) -> Number:
    return number * count


def single_steps(steps: Steps) -> Iterator[Step]:
    """Every step of a tree, once."""
    waiting, seen = [steps], {steps}
    while waiting:
        here = waiting.pop()
        if isinstance(here, Step):
            yield here
            continue
        inner = here.options if isinstance(here, Choice) else [part for part, _ in here.parts]
        new = [each for each in inner if each not in seen]
        seen.update(new)
        waiting += new


def shares(mechanism: Mechanism) -> bool:
    """Whether a ``shared`` draw occurs anywhere inside."""
    waiting, seen = [mechanism], {id(mechanism)}
    while waiting:
        here = waiting.pop()
        if isinstance(here, Shared):
            return True
        new = [part for part in _parts(here) if id(part) not in seen]
        seen.update(map(id, new))
        waiting += new
    return False


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
