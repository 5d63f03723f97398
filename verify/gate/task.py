"""One entry of a gate as a task for a process, and the answer where nothing is known of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.gate.config import Entry
from verify.gate.targets import Place
from verify.report.gate import GateClaimForm

__all__ = ["Task"]


@dataclass(frozen=True, slots=True)
class Task:
    """One entry of the configuration, with what a process needs to decide it."""

    entry: Entry
    root: Path
    """the folder of the configuration"""
    place: Place
    """where the entry stands, for claims whose target is not found"""
    seconds: int
    """how long it may take"""
    limits: tuple[tuple[str, int], ...]
    certificates: Path | None

    @property
    def key(self) -> str:
        """The key that names the target."""
        return "model" if self.entry.function is None else "function"

    def answer(
        self, verdict: str, *, name: str = "", place: Place | None = None, **found: Any
    ) -> GateClaimForm:
        """The answer for a claim of the entry; ``place`` is where its target stands."""
        entry, place = self.entry, place or self.place
        if place.sha256 is not None:
            found["source_sha256"] = place.sha256
        return GateClaimForm(
            name=name or entry.name,
            target=entry.function or entry.model or "",
            file=place.file,
            line=place.line,
            verdict=verdict,
            **found,
        )

    def failed(self, problem: str, name: str = "") -> GateClaimForm:
        """The answer for a claim of which nothing is known."""
        return self.answer("error", name=name, problem=problem)
