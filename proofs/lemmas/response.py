"""Randomized response: on one of k symbols, on k bits, and on the bits of a Bloom filter."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import gcd
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, product_law, pure_level
from proofs.domains import Domain, Grid
from proofs.harness import Comparison, Lemma, Sibling, equals, every

__all__ = ["LEMMAS"]


class Symbols(NamedTuple):
    """k symbols, and the truth told with probability numerator/denominator."""

    denominator: int
    k: int
    numerator: int

    @property
    def truth(self) -> Fraction:
        """The probability of the truth."""
        return Fraction(self.numerator, self.denominator)

    def __str__(self) -> str:
        return f"k = {self.k}, p = {self.truth}"


class Bits(NamedTuple):
    """k bits: a one is reported as a one with probability high/D, a zero with low/D."""

    denominator: int
    k: int
    high: int
    low: int

    @property
    def chances(self) -> tuple[Fraction, Fraction]:
        """The chance of a reported one, for a one and for a zero."""
        return Fraction(self.high, self.denominator), Fraction(self.low, self.denominator)

    def __str__(self) -> str:
        p, q = self.chances
        return f"k = {self.k}, p = {p}, q = {q}"


class Filters(NamedTuple):
    """Two filters that differ in so many bits, with noise f = numerator/denominator."""

    denominator: int
    numerator: int
    differing: int

    @property
    def noise(self) -> Fraction:
        """f."""
        return Fraction(self.numerator, self.denominator)

    def __str__(self) -> str:
        return f"f = {self.noise}, d = {self.differing}"


class Asked(NamedTuple):
    """Randomized response at level n/2, asked up to k times."""

    twice: int
    times: int

    @property
    def alpha(self) -> Fraction:
        """The level of one answer."""
        return Fraction(self.twice, 2)

    def __str__(self) -> str:
        return f"α = {self.alpha}, k = {self.times}"


def symbols(grid: Grid) -> Iterator[Symbols]:
    """Two to four symbols, the truth no less likely than a lie, and not certain."""
    for denominator in range(2, grid.largest + 1):
        for k, numerator in product((2, 3, 4), range(1, denominator)):
            if gcd(numerator, denominator) == 1 and k * numerator >= denominator:
                yield Symbols(denominator, k, numerator)


def bits(grid: Grid) -> Iterator[Bits]:
    """Two or three bits, 0 < q <= p < 1."""
    for denominator in range(2, grid.largest + 1):
        for k, high, low in product((2, 3), range(1, denominator), range(1, denominator)):
            if low <= high and gcd(denominator, high, low) == 1:
                yield Bits(denominator, k, high, low)


def filters(grid: Grid) -> Iterator[Filters]:
    """0 < f <= 1, one to four differing bits."""
    for denominator in range(1, grid.largest + 1):
        for numerator, differing in product(range(1, denominator + 1), (1, 2, 3, 4)):
            if gcd(numerator, denominator) == 1:
                yield Filters(denominator, numerator, differing)


def asked(grid: Grid) -> Iterator[Asked]:
    """Levels up to half of the grid's largest denominator, one to five times."""
    return (Asked(*case) for case in product(range(2, grid.largest + 1), (1, 2, 3, 4, 5)))


SYMBOLS: Domain[Symbols] = Domain(
    "k-ary randomized response, k = 2, 3, 4, p = n/D >= 1/k",
    symbols,
    quick=Grid(((4, 12),)),
    full=Grid(((4, 60),)),
)

BITS: Domain[Bits] = Domain(
    "unary encodings, k = 2, 3, chances p = n/D of a one and q <= p of a zero",
    bits,
    quick=Grid(((8, 7),)),
    full=Grid(((8, 20),)),
)

FILTERS: Domain[Filters] = Domain(
    "RAPPOR with f = n/D and d = 1 … 4 differing bits",
    filters,
    quick=Grid(((16, 8),)),
    full=Grid(((16, 40),)),
)


ASKED: Domain[Asked] = Domain(
    "randomized response at level n/2 <= D/2, asked up to k = 1 … 5 times",
    asked,
    quick=Grid(((2, 12),)),
    full=Grid(((2, 60),)),
)


def odds(case: Symbols) -> Fraction:
    """p·(k − 1)/(1 − p)."""
    return case.truth * (case.k - 1) / (1 - case.truth)


def of_symbols(case: Symbols) -> Comparison:
    """The engine's law, its pure level, and the response made for that level."""
    made, lie = verify.mechanisms.k_randomized_response, (1 - case.truth) / (case.k - 1)
    mechanism = made(case.k, case.truth)
    rows = [[case.truth if x == y else lie for y in range(case.k)] for x in range(case.k)]
    laws = [list(engine.law(mechanism, x).values()) for x in range(case.k)]
    again = list(engine.law(made(case.k, alpha=odds(case)), 0).values())
    level = engine.least_pure_level(mechanism)
    return every(equals(laws, rows), equals(again, rows[0]), equals(level, odds(case)))


def of_two_symbols(case: Symbols) -> Comparison:
    """Had p to be α/(1 + α) for every k."""
    mechanism = verify.mechanisms.k_randomized_response(case.k, case.truth)
    return equals(engine.least_pure_level(mechanism), case.truth / (1 - case.truth))


def one_hot(case: Bits, x: int) -> Law:
    """The law of all bits for the input x."""
    p, q = case.chances
    return product_law([(1 - c, c) for c in (p if i == x else q for i in range(case.k))])


def encoding(case: Bits) -> tuple[Comparison, Fraction]:
    """The engine's pure level, and whether it is as defined, with δ* at half of it."""
    mechanism = verify.mechanisms.unary_encoding(case.k, *case.chances)
    p, q = one_hot(case, 0), one_hot(case, 1)
    found = engine.least_pure_level(mechanism)
    assert found is not None  # no chance is 0 or 1
    half = max(Fraction(1), found / 2)
    exact = equals(found, pure_level(p, q))
    return every(exact, equals(engine.star(mechanism, half), hockey_stick(p, q, half))), found


def of_bits(case: Bits) -> Comparison:
    """The level of two bits that move against one another."""
    exact, found = encoding(case)
    p, q = case.chances
    return every(exact, equals(found, p * (1 - q) / ((1 - p) * q)))


def of_one_bit(case: Bits) -> Comparison:
    """Had only one bit to move."""
    p, q = case.chances
    return equals(encoding(case)[1], max(p / q, (1 - q) / (1 - p)))


def of_filters(case: Filters) -> Comparison:
    """The engine's pure level, that of the bits that differ by definition, and the power."""
    truth = 1 - case.noise / 2
    one, zero = (1 - truth, truth), (truth, 1 - truth)
    left = (case.differing + 1) // 2
    ones = [one] * left + [zero] * (case.differing - left)
    zeros = [zero] * left + [one] * (case.differing - left)
    level = pure_level(product_law(ones), product_law(zeros))
    power = ((2 - case.noise) / case.noise) ** case.differing
    return equals(filter_level(case), level, power)


def filter_level(case: Filters) -> Fraction | None:
    """The engine's pure level of sixteen bits."""
    mechanism = verify.mechanisms.rappor(16, 2, case.noise, differing=case.differing)
    return engine.least_pure_level(mechanism)


def of_one_filter_bit(case: Filters) -> Comparison:
    """Had every bit to be looked at by itself."""
    return equals(filter_level(case), (2 - case.noise) / case.noise)


def until_one(case: Asked) -> verify.Mechanism:
    """The engine's randomized response, asked until the answer is 1, or k times."""
    once: verify.Mechanism = verify.mechanisms.randomized_response(alpha=case.alpha)
    found = once
    for _ in range(case.times - 1):
        found = verify.combinators.adaptive(once, {"0": found, "1": None})
    return found


def until_law(zero: Fraction, times: int) -> Law:
    """The answer 1 after no, one, two … zeros, or no 1 at all."""
    return (*(zero**n * (1 - zero) for n in range(times)), zero**times)


def waiting(case: Asked) -> Comparison:
    """δ* at the level of one answer, and pure level, by the engine and by definition."""
    made = until_one(case)
    p, q = (until_law(zero / (1 + case.alpha), case.times) for zero in (case.alpha, Fraction(1)))
    true = max(hockey_stick(p, q, case.alpha), hockey_stick(q, p, case.alpha))
    return every(
        equals(engine.star(made, case.alpha), true),
        equals(engine.least_pure_level(made), pure_level(p, q), case.alpha**case.times),
    )


LEMMAS: tuple[Lemma[Symbols] | Lemma[Bits] | Lemma[Filters] | Lemma[Asked], ...] = (
    Lemma(
        "response.symbols",
        "k-ary randomized response with truth p >= 1/k has the pure level α = p(k − 1)/(1 − p), "
        "so p = α/(α + k − 1)",
        "Kairouz, Bonawitz and Ramage 2016",
        SYMBOLS,
        of_symbols,
        Sibling("p = α/(1 + α)", "k = 2", of_two_symbols),
    ),
    Lemma(
        "response.bits",
        "a unary encoding with chances p of a one and q <= p of a zero has the pure level "
        "p(1 − q)/((1 − p)q)",
        "Wang, Blocki, Li and Jha 2017, section 4.3",
        BITS,
        of_bits,
        Sibling(
            "it has the greater of p/q and (1 − q)/(1 − p)",
            "another symbol moves two bits",
            of_one_bit,
        ),
    ),
    Lemma(
        "response.filters",
        "RAPPOR's permanent response has the pure level ((2 − f)/f)^d for d differing bits",
        "Erlingsson, Pihur and Korolova 2014, section 3",
        FILTERS,
        of_filters,
        Sibling("it has (2 − f)/f", "all bits are seen together", of_one_filter_bit),
    ),
    Lemma(
        "response.until",
        "randomized response of level α, asked until the answer is 1 or k times, has the pure "
        "level α^k",
        "Dwork and Roth 2014, section 3.5: every answer costs",
        ASKED,
        waiting,
        Sibling(
            "it has α: only the answer 1 costs",
            "the answers 0 are seen",
            lambda case: equals(engine.least_pure_level(until_one(case)), case.alpha),
        ),
    ),
)
