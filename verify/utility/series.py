"""Distances and probabilities under laws on all integers whose tails are Σ c·b^z."""

from __future__ import annotations

from gmpy2 import mpq

from verify import resources
from verify.law.series import Series, Terms, mirrored

__all__ = ["mean_power", "value_at"]


def mean_power(series: Series, target: mpq, power: int) -> mpq:
    """Σ f(z)·|z − target|^power over all integers, for power 1 or 2 and a finite sum.

    >>> from verify.law.series import two_sided
    >>> mean_power(two_sided(mpq(1, 2)), mpq(0), 1), mean_power(two_sided(mpq(1, 2)), mpq(0), 2)
    (mpq(4,3), mpq(4,1))
    """
    _check_size(series, target)
    inside = (
        value * abs(series.start + i - target) ** power for i, value in enumerate(series.body)
    )
    left = _tail(mirrored(series.left), 1 - series.start, -target, power)
    return sum(inside, left + _tail(series.right, series.stop, target, power))


def value_at(series: Series, z: int) -> mpq:
    """f(z)."""
    _check_size(series, mpq(z))
    return series.at(z)


def _tail(terms: Terms, start: int, target: mpq, power: int) -> mpq:
    """Σ_{z >= start} Σ c·b^z·|z − target|^power, every base below 1."""
    if power % 2 == 0:
        return _signed_tail(terms, start, target, power)
    turn = int(-((-target.numerator) // target.denominator))  # the first integer >= target
    whole = _signed_tail(terms, start, target, power)
    return whole if turn <= start else 2 * _signed_tail(terms, turn, target, power) - whole


def _signed_tail(terms: Terms, start: int, target: mpq, power: int) -> mpq:
    """The same with (z − target)^power."""
    first, total = start - target, mpq(0)
    for base, c in terms.items():
        rest = 1 / (1 - base)  # Σ b^u over u >= 0
        step = base * rest**2  # Σ u·b^u
        if power == 1:
            moment = step + first * rest
        else:
            moment = step * (1 + base) * rest + 2 * first * step + first**2 * rest
        total += c * base**start * moment
    return total


def _check_size(series: Series, target: mpq) -> None:
    """Powers of the bases up to the target are formed."""
    reach = abs(int(target)) + abs(series.start) + len(series.body) + 1
    bases = [*series.left, *series.right]
    width = max((b.numerator.bit_length() + b.denominator.bit_length() for b in bases), default=1)
    resources.check("answer_bits", reach * width, "the bits of one exact probability", "target")
