"""Values as exact text for machines: equal text if and only if the values are equal."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from verify.loss.delta import Delta, RingDelta
from verify.loss.value import DeltaValue

if TYPE_CHECKING:
    from verify.claim.measured import Value

__all__ = ["exact_delta", "exact_value"]

SHORT = 5
"""Digits of an interval"""

LONGEST = 200
"""Characters; of longer text there are the bounds and a hash"""


def exact_delta(delta: DeltaValue) -> str:
    """δ as a rational, as a − b·α, or as bounds where the law itself has powers of e.

    Of an interval there are short bounds, which do not change with every limit.

    >>> from gmpy2 import mpz
    >>> from verify.exact.level import Level
    >>> exact_delta(Delta(mpz(3), mpz(1), mpz(4), Level.alpha(2)))
    '1/4'
    >>> exact_delta(Delta(mpz(3), mpz(1), mpz(4), Level.epsilon("1/2")))
    '3/4 - 1/4*exp(1/2)'
    """
    exact = delta.exact
    if exact is not None:
        text = str(exact)
    elif isinstance(delta, RingDelta):
        return f"{delta.lower()}..{delta.upper()}"
    elif not isinstance(delta, Delta):
        return f"{delta.lower(SHORT)}..{delta.upper(SHORT)}"
    else:
        text = f"{delta.a} - {delta.b}*exp({delta.level.text})"
    if len(text) <= LONGEST:
        return text
    return f"{delta.lower()}..{delta.upper()}, sha256 {sha256(text.encode()).hexdigest()}"


def exact_value(value: Value) -> str:
    """The value of a measure: rational, infinite, or its bounds."""
    if value is None:
        return "inf"
    exact = value.exact
    text = f"{value.lower()}..{value.upper()}" if exact is None else str(exact)
    return text if len(text) <= LONGEST else f"sha256 {sha256(text.encode()).hexdigest()}"
