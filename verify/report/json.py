"""Answers as JSON text: deterministic, indented, nothing rounded."""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = ["render"]


def render(answer: msgspec.Struct | dict[str, Any]) -> str:
    """The JSON text of an answer."""
    return msgspec.json.format(msgspec.json.encode(answer), indent=2).decode()
