"""What the gallery holds: a belief, what refutes it, and what is true instead."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from msgspec import Struct

__all__ = ["CORRECTED", "MISLEADING", "REFUTED", "Case", "Counterexample"]

MISLEADING, REFUTED, CORRECTED = "misleading", "refuted", "corrected"


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """A model, a claim about it, and the exact numbers that belong to it."""

    says: str
    """the claim in words"""
    mechanism: dict[str, Any]
    """the model, as a document has it"""
    claim: dict[str, Any]
    adjacency: Any = None
    """None for the mechanism's own"""
    delta_star: str | None = None
    """δ* at the claimed level; None where it is irrational or the claim is of another kind"""
    pure_alpha: str | None = None
    """the least α with δ* = 0, "inf" where there is none; None where it is not stated"""
    input: Any = None
    """of the refutation: the input with law P"""
    neighbour: Any = None
    """of the refutation: the input with law Q"""
    event: dict[str, Any] | None = None
    """of the refutation: the event, as a certificate of `verify certify` has it"""
    p: str | None = None
    """of the refutation: P(event)"""
    q: str | None = None
    """of the refutation: Q(event)"""

    def document(self) -> dict[str, Any]:
        """The case in the form that `verify.load` and ``verify certify`` read."""
        found = {"schema": 1, "mechanism": self.mechanism, "claim": self.claim}
        if self.adjacency is not None:
            found["adjacency"] = self.adjacency
        return deepcopy(found)  # what a caller does to it is no concern of the gallery


class Counterexample(Struct, frozen=True, forbid_unknown_fields=True):
    """A belief about privacy that is wrong, with its exact refutation."""

    name: str
    belief: str
    """what people say"""
    broke: str
    """the assumption that does not hold"""
    instead: str
    """what to do"""
    source: str
    """where the belief, the theorem that it bends or the fault is found"""
    misleading: tuple[Case, ...]
    """true claims that make the belief plausible"""
    refuted: tuple[Case, ...]
    """what the belief claims, each false"""
    corrected: tuple[Case, ...]
    """what is true instead"""

    @property
    def cases(self) -> Iterator[tuple[str, Case]]:
        """All cases with the part that they play, in the order of the argument."""
        for part, cases in (
            (MISLEADING, self.misleading),
            (REFUTED, self.refuted),
            (CORRECTED, self.corrected),
        ):
            yield from ((part, case) for case in cases)

    @property
    def main(self) -> Case:
        """The refutation that stands for the entry."""
        return self.refuted[0]
