"""Geometric noise on an integer: on all integers, clamped to a range, or truncated to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gmpy2 import mpq, mpz

from verify import resources
from verify.errors import InputError
from verify.exact.rational import Exact, integer, shorten
from verify.law.adjacency import Adjacency
from verify.law.channel import Channel
from verify.law.labels import Label
from verify.law.rows import Rows, from_rows
from verify.law.tails import GeometricTails
from verify.mechanisms.noise import integer_label, noise_ratio

__all__ = ["clamped_geometric", "geometric", "truncated_geometric"]


def geometric(
    ratio: Exact, low: Exact, high: Exact, *, sensitivity: Exact = 1, sided: Exact = 2
) -> Channel | Rows:
    """x + Z with geometric noise Z on the integers: infinite support, exactly.

    P(Z = z) = r^|z|·(1 − r)/(1 + r) for ``sided`` 2, and r^z·(1 − r) for z >= 0 for ``sided`` 1.
    Inputs are the integers ``low`` to ``high``. Below ``low`` and above ``high`` all likelihood
    ratios are constant, so each tail is one output, "<=low" or ">=high": nothing is lost. Default
    adjacency {"within": sensitivity}. Closed form: the pure level is r^−sensitivity where the
    range is that wide, and infinite for ``sided`` 1. Source: Ghosh, Roughgarden and Sundararajan
    2012, section 2.

    Raises `verify.InputError` for a ratio outside (0, 1), low > high or a sensitivity below 1.

    >>> channel = geometric("1/2", 0, 2)
    >>> channel.outputs, channel.row(0)
    (('<=0', '1', '>=2'), [mpq(2,3), mpq(1,6), mpq(1,6)])
    """
    noise = _read(ratio, low, high, sensitivity, sided)
    rows, total = noise.collapsed_rows()
    return noise.mechanism(noise.cells(), rows, [total] * len(rows), collapsed=noise.text())


def clamped_geometric(
    ratio: Exact, low: Exact, high: Exact, *, sensitivity: Exact = 1, sided: Exact = 2
) -> Channel | Rows:
    """x + Z clamped to [low, high], with the geometric noise of `geometric`.

    P(y | x) is that of `geometric` for low < y < high; ``low`` and ``high`` take the tails. Inputs
    and outputs are the integers ``low`` to ``high``; default adjacency {"within": sensitivity}.
    Closed form: the pure level of `geometric`, since clamping only names its tails. Source: Ghosh,
    Roughgarden and Sundararajan 2012, section 2.

    >>> clamped_geometric("1/2", 0, 2).row(0)
    [mpq(2,3), mpq(1,6), mpq(1,6)]
    """
    noise = _read(ratio, low, high, sensitivity, sided)
    if noise.width == 0:
        return noise.mechanism(noise.integers(), [[mpz(1)]], [mpz(1)])
    rows, total = noise.collapsed_rows()
    return noise.mechanism(noise.integers(), rows, [total] * len(rows))


def truncated_geometric(
    ratio: Exact, low: Exact, high: Exact, *, sensitivity: Exact = 1, sided: Exact = 2
) -> Channel | Rows:
    """x + Z on the condition that it lies in [low, high], as drawing again until it does.

    P(y | x) = r^|y − x| / S(x) with S(x) = Σ_y r^|y − x| over low <= y <= high (for ``sided`` 1
    over y >= x). Inputs and outputs are the integers ``low`` to ``high``; default adjacency
    {"within": sensitivity}. S depends on the input, so drawing again costs privacy. Closed form
    of the pure level: the greatest r^−d·S(x′)/S(x) over neighbours at distance d (``sided`` 2).

    >>> from verify.profiles.epsilon import epsilon
    >>> noise = {"ratio": "1/2", "low": 0, "high": 2}
    >>> epsilon(truncated_geometric(**noise)).alpha, epsilon(clamped_geometric(**noise)).alpha
    (mpq(16,7), mpq(2,1))
    """
    noise = _read(ratio, low, high, sensitivity, sided)
    rows = noise.distance_rows()
    return noise.mechanism(noise.integers(), rows, [sum(row, mpz(0)) for row in rows])


@dataclass(frozen=True, slots=True)
class _Noise:
    """Geometric noise with ratio a/b on the inputs ``low`` … ``low + width``."""

    ratio: mpq
    low: int
    width: int
    sensitivity: int
    sided: int

    @property
    def high(self) -> int:
        """The greatest input."""
        return self.low + self.width

    def mechanism(
        self,
        outputs: tuple[Label, ...],
        rows: Sequence[Sequence[mpz]],
        totals: Sequence[mpz],
        collapsed: str | None = None,
    ) -> Channel | Rows:
        """The mechanism with these rows."""
        adjacency = Adjacency("within", distance=self.sensitivity)
        return from_rows(self.integers(), outputs, rows, totals, adjacency, collapsed)

    def integers(self) -> tuple[Label, ...]:
        """Every integer of the range."""
        return tuple(str(x) for x in range(self.low, self.high + 1))

    def cells(self) -> tuple[Label, ...]:
        """The outputs with collapsed tails; a range of one integer has two tails as well."""
        if self.sided == 1:
            return (*self.integers()[:-1], f">={self.high}")
        top = max(self.high, self.low + 1)
        return (f"<={self.low}", *self.integers()[1:-1], f">={top}")

    def text(self) -> str:
        """What the collapsed tails stand for."""
        return str(GeometricTails(self.ratio, self.sided, self.low, self.high))

    def collapsed_rows(self) -> tuple[list[list[mpz]], mpz]:
        """One row of weights per input over the cells, and what each of them sums to."""
        a, b = self.ratio.numerator, self.ratio.denominator
        steps = self.width if self.sided == 1 else max(self.width, 1)
        tail = self._powers(steps)  # r^k·b^steps
        inner = [(b - a) * power // b for power in tail[:-1]]
        if self.sided == 1:
            nothing = mpz(0)
            one = [[nothing] * i + inner[: steps - i] + [tail[steps - i]] for i in range(steps + 1)]
            return one, b**steps
        around = inner[:0:-1] + inner  # distances steps − 1, …, 1, 0, 1, …, steps − 1
        rows = [
            [tail[i], *around[steps - i : 2 * steps - 1 - i], tail[steps - i]]
            for i in range(self.width + 1)
        ]
        return rows, (a + b) * b ** (steps - 1)

    def distance_rows(self) -> list[list[mpz]]:
        """r^|y − x|·b^width for every x and y of the range; 0 for y < x where one-sided."""
        width = self.width
        powers = self._powers(width)
        below = powers[:0:-1] if self.sided == 2 else [mpz(0)] * width
        around = below + powers  # distances width, …, 1, 0, 1, …, width
        return [around[width - i : 2 * width + 1 - i] for i in range(width + 1)]

    def _powers(self, steps: int) -> list[mpz]:
        """r^k·b^steps for k = 0 … steps."""
        a, b = self.ratio.numerator, self.ratio.denominator
        bits = steps * int(b.bit_length())
        resources.check("answer_bits", bits, "the bits of one exact probability", "ratio")
        resources.check("class_bits", 2 * bits * (steps + 1), "the bits of all weights", "ratio")
        powers = [b**steps]
        for _ in range(steps):
            powers.append(powers[-1] // b * a)
        return powers


def _read(ratio: Exact, low: Exact, high: Exact, sensitivity: Exact, sided: Exact) -> _Noise:
    r = noise_ratio(ratio)
    bottom, top = integer_label(low, "low"), integer_label(high, "high")
    if bottom > top:
        problem = f"{shorten(mpq(bottom))} is above high = {shorten(mpq(top))}"
        raise InputError(problem, at="low", form="two integers with low <= high")
    size = top - bottom + 1
    resources.check("outcomes", size * size, "the size of the table (inputs times outputs)", "high")
    distance = integer_label(sensitivity, "sensitivity", least=1)
    sides = integer(sided, "sided")
    if sides not in (1, 2):
        raise InputError(f"{shorten(mpq(sides))} is neither 1 nor 2", at="sided", form="1 or 2")
    return _Noise(r, bottom, top - bottom, distance, sides)
