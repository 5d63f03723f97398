"""One run of the code under test: its data as given, its random source doubled."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from verify.exploration._trail import Trail
from verify.exploration.outcomes import PLAIN
from verify.exploration.sources import source
from verify.exploration.walk import Run

__all__ = ["run_of"]


def run_of(function: Callable[..., Any], data: Any, *, of: str, timing: bool) -> Run:
    """A run that calls ``function(data, rng)`` with data of its own and a double of the source.

    With ``timing`` the outcome is (result, number of draws).
    """
    fresh, double_of = _copier(data), source(of)
    known: list[Any] = [None, None]  # a double for a trail; one is enough, it keeps no state

    def run(trail: Trail) -> Any:
        if known[0] is not trail:
            known[:] = trail, double_of(trail)
        result = function(fresh(), known[1])
        return (result, trail.draws) if timing else result

    return run


def _copier(data: Any) -> Callable[[], Any]:
    """What gives every run the data as they were, whatever the run before did to them."""
    if _is_frozen(data):
        return lambda: data
    if isinstance(data, np.ndarray) and data.dtype != object:
        return data.copy
    if type(data) is list and all(map(_is_frozen, data)):
        return data.copy
    return lambda: copy.deepcopy(data)


def _is_frozen(data: Any) -> bool:
    kind = type(data)
    if kind in PLAIN or kind is float:
        return True
    return kind in (tuple, frozenset) and all(map(_is_frozen, data))
