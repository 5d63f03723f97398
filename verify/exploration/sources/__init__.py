"""Doubles of the random sources that people use: each call for randomness is a branch point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify.errors import InputError
from verify.exploration._trail import Trail
from verify.exploration.sources.python import PythonRandom, PythonSystemRandom

__all__ = ["source"]

_SOURCES: dict[str, Callable[[Trail], Any]] = {
    "random.Random": PythonRandom,
    "secrets.SystemRandom": PythonSystemRandom,
}


def source(name: str) -> Callable[[Trail], Any]:
    """What makes a double of the source with this name."""
    if name not in _SOURCES:
        form = f"one of {', '.join(_SOURCES)}"
        raise InputError(f"{name!r} is no random source that is known", at="source", form=form)
    return _SOURCES[name]
