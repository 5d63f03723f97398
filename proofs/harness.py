"""The harness: a lemma, its false sibling, and what became of both on every instance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from proofs.domains import Domain

__all__ = [
    "Comparison",
    "Finding",
    "Lemma",
    "Outcome",
    "Sibling",
    "at_most",
    "equals",
    "every",
    "run",
]

T = TypeVar("T")

TICK = 256
"""Instances between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether an instance obeys a statement, and whether it meets the bound with equality."""

    holds: bool
    equal: bool
    values: tuple[object, ...]
    sign: str

    def __str__(self) -> str:
        return f" {self.sign} ".join(map(str, self.values))


def at_most(left: Any, right: Any) -> Comparison:
    """left <= right, for any two exact numbers."""
    return Comparison(left <= right, left == right, (left, right), "<=")


def equals(*values: object) -> Comparison:
    """All values are the same."""
    same = all(value == values[0] for value in values)
    return Comparison(same, same, values, "=")


def every(*comparisons: Comparison) -> Comparison:
    """The first that does not hold, else the last: bounds come after what they stand on."""
    return next((c for c in comparisons if not c.holds), comparisons[-1])


@dataclass(frozen=True, slots=True)
class Sibling(Generic[T]):
    """A false statement beside a true one.

    ``dropped`` names the hypothesis it lacks, or what its conclusion claims in excess.
    ``hypothesis`` is what it still assumes: None for nothing.
    """

    statement: str
    dropped: str
    holds: Callable[[T], Comparison]
    hypothesis: Callable[[T], bool] | None = None


@dataclass(frozen=True, slots=True)
class Lemma(Generic[T]):
    """A true statement, to be checked on every instance of its domain that meets its hypothesis.

    A bound that no instance meets with equality is suspect: ``never_equal`` says why it is right.
    """

    name: str
    statement: str
    source: str
    domain: Domain[T]
    holds: Callable[[T], Comparison]
    sibling: Sibling[T]
    hypothesis: Callable[[T], bool] | None = None
    never_equal: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """The first, hence smallest, instance on which a statement fails."""

    instance: object
    comparison: object
    """a `Comparison`, or its text"""

    def __str__(self) -> str:
        return f"{self.instance} (not {self.comparison})"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a lemma and its sibling."""

    lemma: Lemma[Any]
    instances: int
    met: int
    """instances that met the hypothesis"""
    equal: int
    """instances that met the bound with equality"""
    failure: Finding | None
    """the smallest instance that refutes the lemma; counting ends there"""
    refutation: Finding | None
    """the smallest instance that refutes the sibling"""

    @property
    def problems(self) -> tuple[str, ...]:
        """Why this outcome is no success: nothing, one or several reasons."""
        if self.failure is not None:
            return (f"fails at {self.failure}", *self._sibling())
        return (*self._counts(), *self._sibling())

    @property
    def succeeds(self) -> bool:
        """Whether the lemma held, not vacuously, and the sibling was refuted."""
        return not self.problems

    def _counts(self) -> tuple[str, ...]:
        if not self.met:
            return ("no instance meets the hypothesis",)
        if self.lemma.never_equal and self.equal:
            return ("the bound is met with equality, though the lemma says never",)
        if not self.lemma.never_equal and not self.equal:
            return ("no instance meets the bound with equality",)
        return ()

    def _sibling(self) -> tuple[str, ...]:
        return () if self.refutation else ("the sibling is not refuted",)


Progress = Callable[[int], None]
"""Told the number of instances seen so far, now and then."""


def run(lemma: Lemma[Any], *, full: bool = False, progress: Progress | None = None) -> Outcome:
    """Check a lemma on its domain, and its sibling until it is refuted."""
    instances = met = equal = 0
    failure = None
    for instance in lemma.domain.instances(full=full):
        instances += 1
        if progress and instances % TICK == 0:
            progress(instances)
        comparison = _check(lemma.name, lemma.hypothesis, lemma.holds, instance)
        if comparison is None:
            continue
        met += 1
        equal += comparison.equal
        if not comparison.holds:
            failure = Finding(instance, comparison)
            break
    refutation = _refute(lemma, full)
    return Outcome(lemma, instances, met, equal, failure, refutation)


def _refute(lemma: Lemma[Any], full: bool) -> Finding | None:
    name, sibling = f"the sibling of {lemma.name}", lemma.sibling
    for instance in lemma.domain.instances(full=full):
        comparison = _check(name, sibling.hypothesis, sibling.holds, instance)
        if comparison is not None and not comparison.holds:
            return Finding(instance, comparison)
    return None


def _check(
    name: str,
    hypothesis: Callable[[Any], bool] | None,
    holds: Callable[[Any], Comparison],
    instance: object,
) -> Comparison | None:
    """The comparison, None where the hypothesis is unmet; an error names the instance."""
    try:
        return holds(instance) if hypothesis is None or hypothesis(instance) else None
    except Exception as error:
        error.add_note(f"while checking {name} at {instance}")
        raise
