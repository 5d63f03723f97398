"""Doubles of the random sources that people use: each call for randomness is a branch point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify.errors import InputError
from verify.exploration._trail import Trail
from verify.exploration.sources.coins import Coins
from verify.exploration.sources.modules import patched
from verify.exploration.sources.numpy_generator import NumpyGenerator
from verify.exploration.sources.numpy_state import NumpyState
from verify.exploration.sources.python import PythonRandom, PythonSystemRandom

__all__ = ["MODULES", "source"]

MODULES = "modules"
"""The source of functions that take their data only: the modules `random`, `secrets` and
`numpy.random` themselves, for as long as the context lasts that is made for a trail"""

_SOURCES: dict[str, Callable[[Trail], Any]] = {
    "random.Random": PythonRandom,
    "secrets.SystemRandom": PythonSystemRandom,
    "numpy.Generator": NumpyGenerator,
    "numpy.RandomState": NumpyState,
    "Coins": Coins,
    MODULES: patched,
}
_ALIASES = {
    "random.SystemRandom": "secrets.SystemRandom",
    "numpy.random.Generator": "numpy.Generator",
    "numpy.random.RandomState": "numpy.RandomState",
}


def source(name: str) -> Callable[[Trail], Any]:
    """What makes a double of the source with this name."""
    found = _SOURCES.get(_ALIASES.get(name, name))
    if found is None:
        form = f"one of {', '.join(_SOURCES)}"
        raise InputError(f"{name!r} is no random source that is known", at="source", form=form)
    return found
