"""Rules of composition: what somebody claims of a composed mechanism, from its parts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from gmpy2 import mpq

from verify.counterexamples.tables import Pair, Table

__all__ = ["Claimed", "Composition", "Instance", "Predicate", "Rule", "Shape", "channel_model"]


class Instance(NamedTuple):
    """One or two channels, and a level where the rule is for any."""

    tables: tuple[Table, ...]
    alpha: mpq | None = None

    @property
    def table(self) -> Table:
        """The first channel."""
        return self.tables[0]

    def __str__(self) -> str:
        level = "" if self.alpha is None else f", α = {self.alpha}"
        return f"{' and '.join(map(str, self.tables))}{level}"


class Claimed(NamedTuple):
    """The claim (α, δ) with α = base^(1/root)."""

    base: mpq
    delta: mpq = mpq(0)
    root: int = 1

    def is_broken_by(self, pair: Pair) -> bool:
        """Whether P(S) > α·Q(S) + δ for some event S; a root is for δ = 0."""
        if self.root == 1:
            return bool(pair.excess(self.base) > self.delta)
        u, v = int(self.base.numerator), int(self.base.denominator)
        cells = zip(pair.p, pair.q, strict=True)
        return any(v * p**self.root > u * q**self.root for p, q in cells)

    def document(self) -> dict[str, str]:
        """The claim as a document has it."""
        delta = str(min(self.delta, 1))  # more says the same
        if self.root == 1:
            return {"alpha": str(self.base), "delta": delta}
        return {"epsilon": f"ln({self.base})/{self.root}", "delta": delta}


class Shape(NamedTuple):
    """What a rule is about."""

    rows: int = 2
    """inputs of a channel"""
    channels: int = 1
    """one or two"""
    has_level: bool = False
    """whether the rule is for every level; else it is about pure levels"""
    outputs: int | None = None
    """how many outputs a channel has, where that is fixed"""
    fewest: int = 2
    """the fewest outputs of a channel"""
    alike: bool = False
    """whether both channels have the same outputs"""

    @property
    def least(self) -> int:
        """The fewest outputs that a channel can have."""
        return self.fewest if self.outputs is None else self.outputs

    def counts(self, most: int) -> range:
        """Numbers of outputs up to ``most``."""
        if self.outputs is not None:
            return range(self.outputs, self.outputs + 1)
        return range(self.fewest, most + 1)


@dataclass(frozen=True)
class Rule(ABC):
    """A statement about small channels that may be broken."""

    name: str
    statement: str
    shape: Shape

    @abstractmethod
    def breaks(self, instance: Instance) -> bool | None:
        """Whether the instance breaks the rule; None where the rule says nothing about it."""

    @abstractmethod
    def document(self, instance: Instance) -> dict[str, Any]:
        """The instance as a model document, with the claim of the rule where it makes one."""


@dataclass(frozen=True)
class Composition(Rule):
    """A claimed (α, δ) of a composed mechanism."""

    claimed: Callable[[Instance], Claimed | None]
    """what the rule claims; None where it says nothing"""
    composed: Callable[[Instance], Pair]
    """two neighbouring laws of the composed mechanism"""
    model: Callable[[Instance], Mapping[str, Any]]
    """the composed mechanism and its adjacency, as keys of a document"""

    def breaks(self, instance: Instance) -> bool | None:
        """Whether the claim is false for the composed laws, in one direction or the other."""
        claim = self.claimed(instance)
        if claim is None:
            return None
        pair = self.composed(instance)
        return claim.is_broken_by(pair) or claim.is_broken_by(pair.reversed)

    def document(self, instance: Instance) -> dict[str, Any]:
        """The composed mechanism with the claim that the rule makes."""
        claim = self.claimed(instance)
        assert claim is not None
        return {"schema": 1, **self.model(instance), "claim": claim.document()}


@dataclass(frozen=True)
class Predicate(Rule):
    """Whatever a function of a channel decides."""

    obeys: Callable[[Any], object]

    def breaks(self, instance: Instance) -> bool:
        """Whether the function says no."""
        import verify  # the public channel, as callers know it

        table = instance.table
        inputs = range(len(table.weights))
        made = verify.Channel.from_weights(inputs, None, table.weights, table.denominator)
        return not self.obeys(made)

    def document(self, instance: Instance) -> dict[str, Any]:
        """The channel."""
        return {"schema": 1, "mechanism": channel_model(instance.table)}


def channel_model(table: Table, **more: Any) -> dict[str, Any]:
    """A table as a model; inputs and outputs count from "0"."""
    inputs = [str(i) for i in range(len(table.weights))]
    outputs = [str(i) for i in range(table.outputs)]
    return {"type": "channel", "inputs": inputs, "outputs": outputs, "rows": table.rows(), **more}
