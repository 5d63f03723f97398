"""Answers as JSON text: deterministic, indented, nothing rounded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from verify.report.sweep import SweepAnswer

__all__ = ["render"]


def render(answer: msgspec.Struct | dict[str, Any] | SweepAnswer) -> str:
    """The JSON text of an answer."""
    shown = answer if isinstance(answer, (msgspec.Struct, dict)) else answer.form()
    return msgspec.json.format(msgspec.json.encode(shown), indent=2).decode()
