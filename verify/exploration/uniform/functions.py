"""The operations that are known, and on which doubles each rises or falls.

Every maker takes the function or operator as the code uses it (``math.log`` or ``numpy.log``).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.exploration.uniform import inverses
from verify.exploration.uniform.operations import Operation

__all__ = ["ARITHMETIC", "FUNCTIONS", "Function", "arithmetic"]

ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "**": operator.pow,
}


def arithmetic(
    sign: str, constant: Any, *, first: bool, positive: bool, work: Callable[[Any, Any], Any]
) -> Operation:
    """``x sign constant``, or ``constant sign x`` if ``first``; x is ``positive`` or negative.

    The constant is finite and, for what is not a sum, not zero, and not negative where it is raised
    to a power. x is not zero where it divides, and positive where it is raised to a power. ``work``
    is the operator, or the NumPy function for it.
    """
    name = f"{constant!r} {sign} {{}}" if first else f"{{}} {sign} {constant!r}"
    # 0.0 and -0.0 are equal, and what is done with them is not
    key = work, first, type(constant), constant, math.copysign(1.0, constant), positive
    divides, powered = sign == "/" and first, sign == "**" and not first
    return Operation(
        name,
        key,
        (lambda x: work(constant, x)) if first else (lambda x: work(x, constant)),
        _rises(sign, constant, first),
        rounded=sign != "**",
        start=0.0 if powered or (divides and positive) else -math.inf,
        end=0.0 if divides and not positive else math.inf,
        strictly=True,
        inverse=inverses.arithmetic(sign, constant, first, positive),
    )


def _rises(sign: str, constant: Any, first: bool) -> bool:
    if sign == "+":
        return True
    if sign == "-":
        return not first
    if sign == "**":
        return bool(constant > 1) if first else bool(constant > 0)
    return bool(constant > 0) != (sign == "/" and first)


@dataclass(frozen=True, slots=True)
class Function:
    """A function of one double that rises on the doubles above (or from) ``start``."""

    apply: Callable[[Any], Any]
    name: str
    start: float = -math.inf
    closed: bool = True
    """whether it is defined at ``start`` itself"""
    rounded: bool = True
    step: bool = False

    @property
    def operation(self) -> Operation:
        """The operation, on the doubles where it is defined."""
        key = self.name, self.apply
        return Operation(
            f"{self.name}({{}})",
            key,
            self.apply,
            True,
            self.rounded,
            self.step,
            start=self.start,
            strictly=not self.closed,
            inverse=inverses.FUNCTIONS.get(self.name.rpartition(".")[2]),
        )


_LIBRARY = [  # of the mathematical library, in math as in numpy
    ("log", 0.0, False),
    ("log2", 0.0, False),
    ("log10", 0.0, False),
    ("log1p", -1.0, False),
    ("exp", -math.inf, True),
    ("exp2", -math.inf, True),
    ("expm1", -math.inf, True),
    ("tanh", -math.inf, True),
]
FUNCTIONS: dict[object, Function] = {
    module_function: Function(module_function, f"{module.__name__}.{name}", start, closed, False)
    for module in (math, np)
    for name, start, closed in _LIBRARY
    if (module_function := getattr(module, name)) is not None
}
FUNCTIONS |= {
    root: Function(root, name, 0.0) for root, name in ((math.sqrt, "math.sqrt"), (np.sqrt, "sqrt"))
}
FUNCTIONS |= {
    step: Function(step, name, step=True)
    for step, name in (
        (math.floor, "math.floor"),
        (math.ceil, "math.ceil"),
        (math.trunc, "math.trunc"),
        (np.floor, "numpy.floor"),
        (np.ceil, "numpy.ceil"),
        (np.trunc, "numpy.trunc"),
        (np.rint, "numpy.rint"),
        (np.round, "numpy.round"),
        (round, "round"),
    )
}
