"""Numbers as certificates write them: hexadecimal, so that reading them takes linear time."""

from __future__ import annotations

from collections.abc import Sequence

from gmpy2 import mpq, mpz

from verify import _core
from verify.law.channel import Weights

__all__ = ["hexadecimal", "packed_weights"]


def hexadecimal(number: mpq | mpz | int) -> str:
    """A rational as text.

    >>> hexadecimal(mpq(-3, 16)), hexadecimal(10)
    ('-0x3/0x10', '0xa')
    """
    value = mpq(number)
    sign = "-" if value < 0 else ""
    top = f"{sign}0x{abs(value.numerator).digits(16)}"
    return top if value.denominator == 1 else f"{top}/0x{value.denominator.digits(16)}"


def packed_weights(weights: Weights) -> Sequence[mpz | int]:
    """The integers of a row of limbs."""
    if weights.shape[1] == 1:
        found: list[int] = weights[:, 0].tolist()
        return found
    return _core.unpack(weights)
