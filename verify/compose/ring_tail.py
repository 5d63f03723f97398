"""Binomial tails in the ring."""

from __future__ import annotations

from gmpy2 import mpz

from verify.exact.ring import RingNumber, Weight, as_ring, binomial_sum

__all__ = ["ring_tail"]


def ring_tail(count: int, low: Weight, high: Weight, last: int) -> RingNumber:
    """Σ_{s <= last} C(count, s)·low^s·high^(count − s).

    >>> e = RingNumber.power(1)
    >>> ring_tail(3, RingNumber(1), e, 1)
    RingNumber(3*e^2 + e^3)
    """
    left, right = as_ring(low), as_ring(high)
    assert left is not None
    assert right is not None
    if left.is_monomial and right.is_monomial:
        return binomial_sum(count, left, right, last)
    total, power, ways = RingNumber(0), RingNumber(1), mpz(1)
    for s in range(last + 1):  # Horner in the high class
        total = total * right + power * ways
        power = power * left
        ways = ways * (count - s) // (s + 1)
    return total * right ** (count - last)
