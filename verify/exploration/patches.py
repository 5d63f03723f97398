"""Functions of modules replaced for as long as code is explored, and put back whatever happens.

Code says ``math.log(x)`` or ``from math import log``: a function is replaced in its module, and
under whatever name the namespaces have that are given (a function's ``__globals__``). What is
replaced is seen by every thread.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from verify.exploration.uniform.lazy import LazyUniform
from verify.exploration.uniform.operations import Operation

__all__ = ["Changes", "math_followed", "replaced"]

Changes = Mapping[tuple[ModuleType, str], Any]
"""what stands for the attributes of modules"""

_MISSING = object()


@contextmanager
def replaced(
    changes: Changes, *namespaces: dict[str, Any], originals: Changes | None = None
) -> Iterator[None]:
    """Replace attributes of modules, and their values wherever the namespaces have them.

    ``originals`` are other values that attributes had, before an outer replacement: the namespaces
    may have those.
    """
    undo: list[tuple[dict[str, Any], str, Any]] = []
    known: dict[int, Any] = {}
    for (module, name), new in changes.items():
        known[id(vars(module).get(name, _MISSING))] = new
        if originals:
            known[id(originals[module, name])] = new
    known.pop(id(_MISSING), None)
    places = [(vars(module), name, new) for (module, name), new in changes.items()]
    places += [
        (space, name, known[id(value)])
        for space in namespaces
        for name, value in space.items()
        if id(value) in known
    ]
    try:
        for space, name, new in places:
            undo.append((space, name, space.get(name, _MISSING)))
            space[name] = new
        yield
    finally:
        for space, name, old in reversed(undo):
            if old is _MISSING:
                del space[name]
            else:
                space[name] = old


def _of_first(original: Any, lazily: Callable[..., Any]) -> Callable[..., Any]:
    """The function, but ``lazily`` where its first argument is a lazy uniform."""

    @functools.wraps(original)
    def function(*arguments: Any) -> Any:
        if arguments and isinstance(arguments[0], LazyUniform):
            return lazily(*arguments)
        return original(*arguments)

    return function


def _of_any(original: Any, lazily: Callable[..., Any]) -> Callable[..., Any]:
    """The function, but ``lazily`` where an argument is a lazy uniform."""

    @functools.wraps(original)
    def function(*arguments: Any) -> Any:
        if any(isinstance(each, LazyUniform) for each in arguments):
            return lazily(*arguments)
        return original(*arguments)

    return function


def _followed(original: Any) -> Callable[..., Any]:
    return _of_first(original, lambda draw: draw.applied(original))


def _log(draw: LazyUniform, *base: Any) -> Any:
    """``log(x)/log(base)``, as Python works it out."""
    found = draw.applied(_LOG)
    return found / _LOG(*base) if base else found


def _as_float(draw: LazyUniform) -> LazyUniform:
    """What `math` makes of a NumPy scalar."""
    return draw if draw.steps is None else draw.apply(_FLOAT)


def _fabs(draw: LazyUniform) -> Any:
    return abs(_as_float(draw))


def _pow(x: Any, y: Any) -> Any:
    """C's pow, which is that of ``**`` for positive bases."""
    if isinstance(x, LazyUniform):
        if isinstance(y, LazyUniform):
            raise x.mixed(y)
        if x == 0:
            return _POW(x.told_apart(), y)
        return _as_float(x) ** float(y)  # which says what it can say of negative bases
    if not x > 0:
        raise y.refused(f"math.pow({x!r}, a random double)", "a positive base")
    return float(x) ** _as_float(y)


def _copysign(x: Any, y: Any) -> Any:
    size = _fabs(x) if isinstance(x, LazyUniform) else math.fabs(x)
    return -size if _is_negative(y) else size


def _is_negative(y: Any) -> bool:
    if isinstance(y, LazyUniform) and y == 0:
        y = y.told_apart()
    if not isinstance(y, LazyUniform):
        return _COPYSIGN(1.0, y) < 0
    return bool(y < 0)


def _fmod(*arguments: Any) -> Any:
    draw = next(each for each in arguments if isinstance(each, LazyUniform))
    raise draw.refused("math.fmod of a random double", "comparisons with constants")


def _is_infinite(x: LazyUniform) -> bool:
    return bool(x == math.inf or x == -math.inf)


_LOG, _POW, _COPYSIGN = math.log, math.pow, math.copysign
_FLOAT = Operation("float(x)", ("float",), float, rising=True)

# floor, ceil and trunc need nothing: Python asks the object for them
_MATH: dict[str, Any] = {
    name: _followed(getattr(math, name))
    for name in ("log2", "log10", "log1p", "exp", "exp2", "expm1", "sqrt", "tanh")
} | {
    "log": _of_first(math.log, _log),
    "fabs": _of_first(math.fabs, _fabs),
    "isnan": _of_first(math.isnan, lambda x: False),  # no step of a lazy uniform gives one
    "isinf": _of_first(math.isinf, _is_infinite),
    "isfinite": _of_first(math.isfinite, lambda x: not _is_infinite(x)),
    "pow": _of_any(math.pow, _pow),
    "copysign": _of_any(math.copysign, _copysign),
    "fmod": _of_any(math.fmod, _fmod),
}
_CHANGES = {(math, name): function for name, function in _MATH.items()}
_ORIGINALS = {(math, name): getattr(math, name) for name in _MATH}


def math_followed(*namespaces: dict[str, Any]) -> Any:
    """A context in which the functions of `math` take lazy uniforms, and all else as before."""
    return replaced(_CHANGES, *namespaces, originals=_ORIGINALS)
