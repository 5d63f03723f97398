"""Discrete Laplace noise: geometric noise whose ratio is a power of e, exact in the ring."""

from __future__ import annotations

from gmpy2 import mpq, mpz

from verify import resources
from verify.errors import InputError
from verify.exact.quotient import Number
from verify.exact.rational import Exact, integer, rational, shorten
from verify.exact.ring import RingNumber
from verify.law.adjacency import Adjacency
from verify.law.labels import Label
from verify.law.ring_channel import RingChannel

__all__ = ["discrete_laplace"]

MOST_DIGITS = 1000
"""Digits of an integer that becomes a label"""


def discrete_laplace(
    scale: Exact, low: Exact, high: Exact, *, sensitivity: Exact = 1
) -> RingChannel:
    """x + Z for integers x in [low, high] and two-sided geometric Z of ratio e^(−1/scale).

    P(Z = z) = (1 − r)/(1 + r)·r^|z| with r = e^(−1/scale), on all integers. Below ``low`` and
    above ``high`` all inputs have one likelihood ratio, so those outputs are collapsed into
    "<=low" and ">=high" without loss. Inputs "low" … "high"; default adjacency {"within":
    sensitivity}. Closed form: at distance d the pure level is ε = d/scale. Source: Ghosh,
    Roughgarden and Sundararajan 2012, section 2; Canonne, Kamath and Steinke 2020, section 5.

    Raises `verify.InputError` for a scale that is not positive and for low > high, and
    `verify.LimitError` for a ratio too small to be written down.

    >>> from verify.profiles.epsilon import epsilon
    >>> epsilon(discrete_laplace("5/2", 0, 4))
    <LeastLevel α = e^(2/5), ε = 0.4>
    """
    width, bottom = _range(low, high)
    r = _ratio(scale, max(width, 1))
    cells = max(width, 1) + 1  # a range of one integer has two tails as well
    rows = _rows(r, width + 1, cells)
    names = tuple(str(bottom + i) for i in range(width + 1))
    inner = tuple(str(bottom + i) for i in range(1, cells - 1))
    outputs: tuple[Label, ...] = (f"<={bottom}", *inner, f">={bottom + cells - 1}")
    distance = integer(sensitivity, "sensitivity", least=1)
    return RingChannel(
        names,
        outputs,
        rows,
        adjacency=Adjacency("within", distance=distance),
        collapsed=f"two-sided geometric noise of ratio {r} on {bottom} to {bottom + width}",
    )


def _rows(r: RingNumber, inputs: int, cells: int) -> list[list[Number]]:
    """A row per input; tails are r^d/(1 + r), inner cells (1 − r)·r^d/(1 + r), at distance d."""
    powers = [RingNumber(1)]
    for _ in range(cells - 1):
        powers.append(powers[-1] * r)
    whole = 1 + r
    tails = [power / whole for power in powers]
    inner = [power * (1 - r) / whole for power in powers]
    return [
        [tails[x], *(inner[abs(y - x)] for y in range(1, cells - 1)), tails[cells - 1 - x]]
        for x in range(inputs)
    ]


def _ratio(scale: Exact, steps: int) -> RingNumber:
    """e^(−1/scale), whose power number ``steps`` must not be too small."""
    number = rational(scale, "scale")
    if number <= 0:
        side = "0" if number == 0 else "negative"
        form = 'a positive number such as "2" or "1/2"'
        raise InputError(f"{shorten(number)} is {side}", at="scale", form=form)
    RingNumber.power(steps / number, at="scale")
    return RingNumber.power(-1 / number)


def _range(low: Exact, high: Exact) -> tuple[int, int]:
    """(high − low, low)."""
    bottom, top = _moderate(low, "low"), _moderate(high, "high")
    if bottom > top:
        problem = f"{shorten(mpq(bottom))} is above high = {shorten(mpq(top))}"
        raise InputError(problem, at="low", form="two integers with low <= high")
    size = top - bottom + 1
    resources.check("outcomes", size * size, "the size of the table (inputs times outputs)", "high")
    return top - bottom, bottom


def _moderate(value: Exact, at: str) -> int:
    """An integer that can be written out as a label."""
    number = integer(value, at)
    if abs(number) >= mpz(10) ** MOST_DIGITS:
        problem = f"the integer has more than {MOST_DIGITS} digits"
        raise InputError(problem, at=at, form="an integer such as 0 or 100")
    return number
