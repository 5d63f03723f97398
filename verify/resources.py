"""Fixed, stated limits: untrusted input gets bounded time and memory, never a surprise.

Every limit can be raised: ``with verify.limits(classes=10**7): ...`` in Python,
``--limit classes=10000000`` on the command line.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace

from verify.errors import InputError, LimitError

__all__ = ["BOUNDS", "Limits", "check", "current", "limits", "parse_limit"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits in force. Sizes are counts unless the name says otherwise."""

    document_bytes: int = 16 * 2**20
    """bytes of a model document"""
    depth: int = 64
    """nesting of a document, a label or an expression"""
    digits: int = 100_000
    """decimal digits of one number, written out (exponent included)"""
    terms: int = 1000
    """logarithms in one expression for ε"""
    answer_bits: int = 200_000_000
    """bits of one exact probability"""
    classes: int = 1_000_000
    """classes of equal likelihood ratio of one pair of laws"""
    class_bits: int = 4 * 2**30
    """bits of all class weights of one pair of laws together"""
    cells: int = 50_000_000
    """cells (inputs times outputs) of one explicit channel"""
    outcomes: int = 2_000_000
    """cells of a table that has to be written out from a composed mechanism"""
    inputs: int = 100_000
    """inputs of one mechanism"""
    pairs: int = 2_000_000
    """ordered pairs of neighbouring inputs"""
    rows: int = 10_000
    """rows of a sweep"""
    paths: int = 1_000_000
    """paths of random choices of one function on one input"""
    seconds: int = 600
    """seconds that one answer about a composed mechanism is estimated to take"""
    bytes: int = 4 * 2**30
    """bytes of memory that it is estimated to need"""
    instances: int = 2_000_000
    """instances that a search for a counterexample tries"""
    draws: int = 2_000
    """random choices on one path"""


BOUNDS = "bounds (--method interval of certify, profile and epsilon)"
"""The way out of an exact answer that is out of reach, whichever command was asked"""

_DEFAULT = Limits()

_CURRENT: ContextVar[Limits] = ContextVar("verify_limits", default=_DEFAULT)


def current() -> Limits:
    """The limits in force here."""
    return _CURRENT.get()


@contextmanager
def limits(**values: int) -> Iterator[Limits]:
    """Run a block under other limits.

    >>> with limits(depth=8) as inside:
    ...     inside.depth
    8
    """
    for name, value in values.items():
        _validate(name, value)
    token = _CURRENT.set(replace(_CURRENT.get(), **values))
    try:
        yield _CURRENT.get()
    finally:
        _CURRENT.reset(token)


def check(name: str, needed: int, what: str, at: str = "", way_out: str = "a smaller case") -> None:
    """Raise `LimitError` when ``needed`` passes the limit called ``name``."""
    allowed = getattr(current(), name)
    if needed > allowed:
        raise LimitError(
            f"{what}, about {_magnitude(needed)}, passes the limit {name} = {allowed}",
            at=at,
            form=f"{way_out}, or raise it with --limit {name}=N or verify.limits({name}=N)",
        )


def check_work(seconds: float, memory: int, reason: str, *, bounds: bool = False) -> None:
    """Raise `LimitError` where the estimate of the cheapest method passes a stated limit.

    Estimates follow from sizes alone, so what is refused does not depend on the machine. One way
    out is to ask for bounds of δ, unless these are what is estimated.
    """
    other = "" if bounds else f" {BOUNDS},"
    allowed = current()
    needed = (("seconds", math.ceil(seconds), 0, "s"), ("bytes", memory, 20, "MiB"))
    for name, amount, shift, unit in needed:
        if amount > getattr(allowed, name):
            raise LimitError(
                f"{reason}: about {_magnitude(amount >> shift)} {unit} of work, which passes "
                f"the limit {name} = {getattr(allowed, name)}",
                form=f"fewer releases,{other} or raise it with --limit {name}=N or "
                f"verify.limits({name}=N)",
            )


def parse_limit(text: str) -> tuple[str, int]:
    """``"classes=10000000"`` as a name and a value."""
    name, _, value = text.partition("=")
    if not (value.isascii() and value.isdigit()):
        raise InputError(
            f"{text!r} is no limit", at="--limit", form="NAME=N, as in classes=10000000"
        )
    _validate(name, int(value[:18]), "--limit")
    return name, int(value[:18])


def _validate(name: str, value: int, at: str = "limit") -> None:
    names = [field.name for field in fields(Limits)]
    if name not in names:
        raise InputError(f"no limit is called {name!r}", at=at, form=f"one of {', '.join(names)}")
    if not isinstance(value, int):
        kind = type(value).__name__
        raise InputError(f"limit {name} is no {kind}", at=at, form=f"an integer, as in {name}=1000")
    if value < 1:
        raise InputError(
            f"limit {name} must be positive, not {value}", at=at, form=f"{name}=1 or more"
        )


def _magnitude(number: int) -> str:
    """A readable size for numbers whose decimal text could itself be huge."""
    bits = number.bit_length()
    return str(number) if bits <= 60 else f"10^{bits * 30103 // 100000}"
