"""Functions with their exact laws: on one dataset, and on many as a channel."""

from __future__ import annotations

import platform
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from gmpy2 import mpq

from verify.claim.claim import Claim
from verify.errors import InputError
from verify.exact.quotient import Number
from verify.exact.rational import Exact
from verify.exploration.neighbours import NeighbourForm, edges_of
from verify.exploration.outcomes import key, labels
from verify.exploration.program import Program
from verify.exploration.search import Walk, approximate
from verify.exploration.settings import Settings
from verify.exploration.walk import walk
from verify.law.adjacency import Adjacency, Edge
from verify.law.channel import AnyChannel, from_probabilities
from verify.law.labels import Label

if TYPE_CHECKING:
    from verify.exploration.verdict import CodeVerdict

__all__ = [
    "Exploration",
    "ExploredMechanism",
    "explore",
    "explore_inputs",
    "mechanism_of",
    "platform_tag",
]

UNEXPLORED = "unexplored"


@dataclass(frozen=True, eq=False)
class Exploration:
    """The exact law of a function on one dataset."""

    law: Mapping[Label, Number]
    """the probability of every outcome"""
    unexplored: Number
    """the probability of what was not followed to its end: outcomes may have that much more"""
    paths: int
    draws: int
    """random choices of the longest path"""
    platform: str | None
    """what the law depends on if doubles are drawn, as they are rounded by the machine; or None"""

    def __repr__(self) -> str:
        shown = [f"{y!r}: {p}" for y, p in list(self.law.items())[:8]]
        more = [f"… ({len(self.law)} outcomes)"] if len(self.law) > 8 else []
        left = f", unexplored {float(approximate(self.unexplored)):.3g}" if self.unexplored else ""
        return f"<Exploration {{{', '.join(shown + more)}}}{left}, {self.paths} paths>"


def explore(
    function: Callable[..., Any],
    data: Any,
    *,
    source: str = "random.Random",
    attribute: str | None = None,
    residual: Exact = 0,
    merge: bool = False,
    ideal: bool = False,
    timing: bool = False,
) -> Exploration:
    """The exact law of ``function(data, rng)``, by running it along every branch of its choices.

    ``source`` names what ``rng`` stands for. With ``attribute`` the function is a bound method that
    is called with the data only, and that attribute of its object is the generator. ``random()`` is
    a double of 53 bits, each of the 2^53 as likely, and arithmetic on it is that of this machine,
    rounding errors included. Loops that end with probability 1 need a ``residual``, the probability
    that may stay unexplored, or ``merge``: states of the code that look alike in all that it can
    reach are followed once, so that a loop that comes back to where it was has an exact law.
    An exception is an outcome; with ``timing`` so is the number of draws. With ``ideal`` a double
    is read as a real number between 0 and 1, and nothing is rounded but constants: the law may then
    have powers of e.

    Raises `InputError` for what cannot be followed, naming the line, and `LimitError` beyond the
    limits ``paths`` and ``draws``.

    >>> explore(lambda data, rng: rng.randrange(3) == data, 1).law
    mappingproxy({'False': mpq(2,3), 'True': mpq(1,3)})
    """
    settings = Settings(source, attribute, residual, merge, ideal, timing)
    program = Program(function, data, settings)
    found = walk(program, settings, program.around)
    names = labels(list(found.law))
    law = dict(zip(names, found.law.values(), strict=True))
    tag = platform_tag() if found.doubles else None
    return Exploration(MappingProxyType(law), found.unexplored, found.paths, found.longest, tag)


@dataclass(frozen=True, eq=False)
class ExploredMechanism:
    """A function on all of its inputs, with the exact law on each."""

    function: Callable[..., Any]
    inputs: tuple[Any, ...]
    edges: tuple[Edge, ...]
    adjacency: str
    """as it was given, in words"""
    settings: Settings
    """how it was explored"""
    programs: tuple[Program, ...] = field(repr=False)
    walks: tuple[Walk, ...] = field(repr=False)

    @property
    def name(self) -> str:
        """What the function is called."""
        return str(getattr(self.function, "__qualname__", repr(self.function)))

    @property
    def unexplored(self) -> tuple[Number, ...]:
        """For every input the probability that was not followed to its end."""
        return tuple([each.unexplored for each in self.walks])

    @property
    def platform(self) -> str | None:
        """What the laws depend on if doubles are drawn, or None."""
        return platform_tag() if any(each.doubles for each in self.walks) else None

    @cached_property
    def keys(self) -> tuple[Hashable, ...]:
        """What tells outcomes apart, in the order of the channel."""
        return tuple({found: None for each in self.walks for found in each.law})

    @cached_property
    def channel(self) -> AnyChannel:
        """The laws as a mechanism, for all that `verify` does with one.

        What is unexplored at an input is an outcome of its own there. So every δ of the channel is
        an upper bound of that of the function, and it is exact where nothing is unexplored.
        """
        rows = [[each.law.get(found, mpq(0)) for found in self.keys] for each in self.walks]
        outputs = list(labels(list(self.keys)))
        names = input_labels(self.inputs)
        for i, left in enumerate(self.unexplored):
            if left:
                outputs.append((UNEXPLORED, names[i]))
                for j, row in enumerate(rows):
                    row.append(left if i == j else mpq(0))
        pairs = tuple((names[i], names[j]) for i, j in self.edges)
        adjacency = Adjacency("pairs", listed=pairs)
        return from_probabilities(names, outputs, rows, adjacency=adjacency)

    def again(self, **options: Any) -> ExploredMechanism:
        """The same function on the same inputs, explored with other options."""
        pairs = [[self.inputs[i], self.inputs[j]] for i, j in self.edges]
        settings = replace(self.settings, **options)
        found = mechanism_of(self.function, self.inputs, {"pairs": pairs}, settings)
        return replace(found, adjacency=self.adjacency)

    def certify(
        self, *, alpha: Exact | None = None, epsilon: Exact | None = None, delta: Exact = 0
    ) -> CodeVerdict:
        """Decide whether the function is (ε, δ)-differentially private on its inputs."""
        from verify.exploration.verdict import certify_code  # which is built on this module

        return certify_code(self, Claim.of(alpha=alpha, epsilon=epsilon, delta=delta))


def explore_inputs(
    function: Callable[..., Any],
    inputs: Sequence[Any],
    *,
    adjacency: NeighbourForm = "all_pairs",
    source: str = "random.Random",
    attribute: str | None = None,
    residual: Exact = 0,
    merge: bool = False,
    ideal: bool = False,
    timing: bool = False,
) -> ExploredMechanism:
    """The exact law of ``function(x, rng)`` for every x of ``inputs``, as a mechanism.

    ``adjacency`` says which inputs are neighbours (see `edges_of`); the rest is as for `explore`.

    >>> answer = lambda bit, rng: bit if rng.randrange(4) else 1 - bit
    >>> explore_inputs(answer, [0, 1]).channel.row(0)
    [mpq(1,4), mpq(3,4)]
    """
    settings = Settings(source, attribute, residual, merge, ideal, timing)
    return mechanism_of(function, inputs, adjacency, settings)


def mechanism_of(
    function: Callable[..., Any],
    inputs: Sequence[Any],
    adjacency: NeighbourForm,
    settings: Settings,
) -> ExploredMechanism:
    """`explore_inputs` with its options in one value."""
    data = tuple(inputs)
    if not data:
        raise InputError("there is no input", at="inputs", form="a list of datasets")
    edges = tuple(edges_of(data, adjacency))
    programs = tuple([Program(function, each, settings) for each in data])
    walks = tuple([walk(each, settings, each.around) for each in programs])
    words = adjacency if isinstance(adjacency, str) else _words(adjacency)
    return ExploredMechanism(function, data, edges, words, settings, programs, walks)


def input_labels(inputs: Sequence[Any]) -> list[str]:
    """Text for every input: its own, if it is text or an integer, else what Python shows."""
    names = [each if type(each) is str else repr(each) for each in inputs]
    if len(set(names)) < len(names):
        names = [repr(each) for each in inputs]
    for i, name in enumerate(names):
        if name in names[:i]:
            same = key(inputs[i]) == key(inputs[names.index(name)])
            problem = f"{name} is there twice" if same else f"two inputs are shown as {name}"
            raise InputError(problem, at=f"inputs[{i}]", form="inputs that differ when printed")
    return names


def platform_tag() -> str:
    """What the doubles of a law depend on: the machine, its mathematical library, and NumPy's."""
    library = " ".join(platform.libc_ver()).strip() or platform.system()
    return f"{platform.machine()}, {library}, NumPy {np.__version__}"


def _words(adjacency: Any) -> str:
    if callable(adjacency):
        return str(getattr(adjacency, "__qualname__", repr(adjacency)))
    return f"within {adjacency['within']}" if "within" in adjacency else "listed pairs"
