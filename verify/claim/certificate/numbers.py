"""Numbers as certificates write them: hexadecimal, so that reading them takes linear time."""

from __future__ import annotations

from gmpy2 import mpq

from verify import _core
from verify.errors import NotAvailableError
from verify.exact.quotient import Number, Quotient
from verify.law.channel import Weights

__all__ = ["hexadecimal", "integers", "irrational", "rational"]


def rational(number: Number) -> mpq:
    """The number, where it is rational.

    Raises `verify.NotAvailableError` for numbers of the ring, which certificates cannot hold yet.
    """
    if isinstance(number, Quotient):
        raise irrational()
    return mpq(number)


def irrational() -> NotAvailableError:
    """The refusal of laws that are not rational."""
    problem = "laws with powers of e have no certificate yet"
    return NotAvailableError(problem, form="a mechanism with rational probabilities")


def hexadecimal(number: Number | int) -> str:
    """A rational as text.

    >>> hexadecimal(mpq(-3, 16)), hexadecimal(10)
    ('-0x3/0x10', '0xa')
    """
    value = rational(number)
    text = hex(value.numerator)
    return text if value.denominator == 1 else f"{text}/{hex(value.denominator)}"


def integers(row: Weights) -> list[int]:
    """The weights of a row of limbs."""
    if row.shape[1] == 1:
        found: list[int] = row[:, 0].tolist()
        return found
    return list(map(int, _core.unpack(row)))
