"""The code under test: a function, its data as given, its random source doubled."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from verify.errors import InputError
from verify.exploration._trail import Trail
from verify.exploration.outcomes import PLAIN
from verify.exploration.patches import math_followed
from verify.exploration.settings import Settings
from verify.exploration.sources import MODULES, source
from verify.exploration.sources.modules import patched

__all__ = ["BASE", "Program"]


class Program:
    """A call ``function(data, rng)``.

    It is ``function(data)`` where the random modules are the source, and where the function is a
    method of an object that keeps its generator in an ``attribute``. Every run has data of its own.
    With ``timing`` what it gives is (result, number of draws).
    """

    __slots__ = ("_fresh", "_make", "_rng", "attribute", "function", "owner", "timing")

    def __init__(
        self,
        function: Callable[..., Any],
        data: Any,
        settings: Settings,
    ) -> None:
        self.function = function
        self.timing = settings.timing
        self.attribute = attribute = settings.attribute
        self.owner: Any = getattr(function, "__self__", None)
        if attribute is not None and not hasattr(self.owner, attribute):
            problem = f"the function belongs to no object with an attribute {attribute!r}"
            form = "a bound method such as mechanism.randomise, and the name of its generator"
            raise InputError(problem, at="attribute", form=form)
        takes_data_only = attribute is not None or settings.source == MODULES
        _require_call(function, 1 if takes_data_only else 2)
        self._fresh = _copier(data)
        self._make = None if settings.source == MODULES else source(settings.source)
        self._rng: tuple[Any, ...] = ()

    def __call__(self, trail: Trail) -> Any:
        """One run."""
        result = self.function(self._fresh(), *self._rng)
        return (result, trail.draws) if self.timing else result

    @contextmanager
    def around(self, trail: Trail) -> Iterator[None]:
        """What has to be in force while it runs: doubles in place of what the code may use."""
        inner = getattr(self.function, "__func__", self.function)
        names = getattr(inner, "__globals__", {})
        with math_followed(names):
            if self._make is None:
                with patched(trail, names):
                    yield
            elif self.attribute is None:
                self._rng = (self._make(trail),)
                yield
            else:
                with _attribute(self.owner, self.attribute, self._make(trail)):
                    yield


BASE = Program.__call__.__code__
"""What calls the code under test"""


@contextmanager
def _attribute(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Another value for an attribute, as long as the context lasts."""
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def _require_call(function: object, count: int) -> None:
    """Raise unless the function can be called with so many arguments.

    Else every run would end with the same TypeError, and that is private.
    """
    call = "function(data)" if count == 1 else "function(data, rng)"
    form = f"a function for calls {call}"
    if count == 2:
        form += ', or source="modules" or attribute="..." where it takes the data only'
    if not callable(function):
        raise InputError(f"{function!r} cannot be called", at="function", form=form)
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError as error:
        raise InputError(f"{call} fails: {error}", at="function", form=form) from None
    except ValueError:  # of C code, which does not say what it takes
        return


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
