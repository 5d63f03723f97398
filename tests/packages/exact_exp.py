"""Rational bounds of e^−x from its alternating series, sharing nothing with the product."""

from fractions import Fraction

TERMS = 40
BITS = 150


def exp_bounds(x: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of e^−x, for 0 <= x: those of e^−(x/n) with x/n <= 1, to the power of n."""
    n = int(x) + 1
    term, sums = Fraction(1), [Fraction(0)]
    for k in range(1, TERMS):
        sums.append(sums[-1] + term)
        term *= -x / n / k
    low, high = sorted(sums[-2:])
    return outward(low, -1) ** n, outward(high, 1) ** n


def outward(x: Fraction, side: int) -> Fraction:
    """A multiple of 2^−BITS next to x, below it (side −1) or above."""
    return Fraction(side * -(-side * x.numerator * 2**BITS // x.denominator), 2**BITS)


def law_bounds(sizes: dict[int, Fraction]) -> dict[int, tuple[Fraction, Fraction]]:
    """Bounds of the law proportional to e^−size, where the sizes left out weigh next to nothing.

    The rest is below twice the weight of the outermost ones: sizes grow by ln 2 or more there.
    """
    weights = {z: exp_bounds(size) for z, size in sizes.items()}
    low = sum(each[0] for each in weights.values())
    high = sum(each[1] for each in weights.values())
    high += 2 * (weights[max(weights)][1] + weights[min(weights)][1])
    return {z: (outward(a / high, -1), outward(b / low, 1)) for z, (a, b) in weights.items()}
