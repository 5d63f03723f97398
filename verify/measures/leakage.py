"""Leakage over all inputs at once: Bayes capacity, min-entropy leakage, reconstruction success."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import comb
from typing import Any

import gmpy2
from gmpy2 import mpq, mpz

from verify import _core, resources
from verify.combine.product import Fresh
from verify.errors import InputError
from verify.exact.decimals import round_down, round_up, significant
from verify.exact.logarithm import Interval, contexts, linear_form
from verify.exact.quotient import Number, Quotient, ratio
from verify.exact.rational import Exact, rational, shorten
from verify.exact.ring import Weight
from verify.law.channel import AnyChannel, explicit
from verify.law.labels import key_text, lookup
from verify.law.mechanism import Mechanism, require_law
from verify.law.ring_channel import RingChannel

__all__ = [
    "MinEntropyLeakage",
    "bayes_capacity",
    "min_entropy_leakage",
    "read_prior",
    "reconstruction",
]

MOST_BITS = 1 << 12
"""Precision at which the digits of an irrational number are given up"""

Column = tuple[Weight, ...]
"""The weights of one output under every input"""


def bayes_capacity(mechanism: Mechanism) -> Number:
    """Σ_z max_x P(z | x): how much a guess of the input improves, at the worst prior.

    The worst prior is the uniform one. With n inputs that are pairwise (ln α, 0)-private it is at
    most nα/(α + n − 1). Source: Smith 2009; Alvim et al. 2020.

    >>> from verify.mechanisms import k_randomized_response
    >>> bayes_capacity(k_randomized_response(4, "1/2"))
    mpq(2,1)
    """
    scale, columns = _columns(require_law(mechanism))
    return ratio(sum((max(column) * count for column, count in columns), mpz(0)), scale)


@dataclass(frozen=True, slots=True)
class MinEntropyLeakage:
    """log2 of the Bayes capacity, in bits."""

    capacity: Number

    def lower(self) -> str:
        """Decimal text, rounded down."""
        return round_down(self._enclose()[0])

    def upper(self) -> str:
        """Decimal text, rounded up."""
        return round_up(self._enclose()[1])

    def _enclose(self) -> tuple[mpq, mpq]:
        numerator, denominator = self.capacity.numerator, self.capacity.denominator
        if isinstance(self.capacity, Quotient):
            return _bits(self.capacity)
        if denominator == 1 and gmpy2.popcount(numerator) == 1:
            bits = mpq(numerator.bit_length() - 1)
            return bits, bits
        precision = 96
        while True:  # ends: log2 of any other rational is irrational
            down, up = contexts(precision)
            low = mpq(down.sub(down.log2(numerator), up.log2(denominator)))
            high = mpq(up.sub(up.log2(numerator), down.log2(denominator)))
            if significant(low, 17) == significant(high, 17):
                return low, high
            precision *= 2

    def __repr__(self) -> str:
        return f"<MinEntropyLeakage log2({self.capacity}) = {self.lower()} bits>"


def _bits(number: Quotient) -> tuple[mpq, mpq]:
    """Encloses log2 of an irrational number (which may be a power of 2 only if it is rational)."""
    precision = 96
    while True:
        (low, high), (below, above) = number.logarithm(precision), ln_two(precision)
        ends = [mpq(x) / mpq(y) for x in (low, high) for y in (below, above)]
        if significant(min(ends), 17) == significant(max(ends), 17) or precision > MOST_BITS:
            return min(ends), max(ends)
        precision *= 2


def ln_two(precision: int) -> Interval:
    """Encloses ln 2."""
    return linear_form(mpq(0), ((mpz(2), mpq(1)),), precision)


def min_entropy_leakage(mechanism: Mechanism) -> MinEntropyLeakage:
    """log2 Σ_z max_x P(z | x): the leakage in bits at the uniform prior, the worst one.

    >>> from verify.mechanisms import k_randomized_response
    >>> min_entropy_leakage(k_randomized_response(4, "1/2"))
    <MinEntropyLeakage log2(2) = 1.0000000000000000 bits>
    """
    return MinEntropyLeakage(bayes_capacity(mechanism))


def reconstruction(mechanism: Mechanism, prior: Mapping[Any, Exact] | None = None) -> Number:
    """Σ_z max_x π(x)·P(z | x): the best attacker's chance to name the input (model inversion).

    ``prior`` gives π for every input and sums to 1; the uniform one where it is left out. Without
    looking at the output the chance is max π.

    >>> from verify.mechanisms import randomized_response
    >>> reconstruction(randomized_response("3/4"), {"0": "9/10", "1": "1/10"})
    mpq(9,10)
    """
    weights = read_prior(require_law(mechanism), prior)
    scale, columns = _columns(mechanism)
    total: Weight | Number = mpq(0)
    for column, count in columns:
        total += max(w * share for share, w in zip(weights, column, strict=True)) * count
    return total / scale


def read_prior(mechanism: Mechanism, prior: Mapping[Any, Exact] | None) -> list[mpq]:
    """The weight of every input, in the mechanism's order; uniform for None."""
    size = len(mechanism.inputs)
    if prior is None:
        return [mpq(1, size)] * size
    known = {x: i for i, x in enumerate(mechanism.inputs)}
    found: dict[int, mpq] = {}
    for key, value in prior.items():
        place = f"prior.{key}"
        number = rational(value, place)
        if number < 0:
            problem = f"{shorten(number)} is negative"
            raise InputError(problem, at=place, form='a weight such as "1/4"')
        index = lookup(key, known, place)
        if index in found:
            raise InputError("the input stands twice", at=place, form="each input once")
        found[index] = number
    for x, i in known.items():
        if i not in found:
            form = "a weight for every input"
            raise InputError(f"no weight for the input {key_text(x)!r}", at="prior", form=form)
    total = sum(found.values(), mpq(0))
    if total != 1:
        problem = f"the weights sum to {shorten(total)}"
        raise InputError(problem, at="prior", form="weights that sum to exactly 1")
    return [found[i] for i in range(size)]


def _columns(mechanism: Mechanism) -> tuple[Weight, Iterator[tuple[Column, mpz]]]:
    """The scale of the weights, and the columns of the table with how often each occurs.

    A k-fold release is taken by counts of outputs, never output by output.
    """
    if isinstance(mechanism, Fresh) and len(mechanism.parts) == 1:
        base = explicit(mechanism.parts[0])
        columns = _merged(base)
        size = comb(mechanism.count + len(columns) - 1, mechanism.count)
        resources.check("classes", size, "the number of multisets of outputs")
        return base.denominator**mechanism.count, _multisets(columns, mechanism.count)
    table = explicit(mechanism)
    return table.denominator, ((column, mpz(1)) for column in _all(table))


def _all(table: AnyChannel) -> Iterator[Column]:
    if isinstance(table, RingChannel):
        return (tuple(table.palette[k] for k in column) for column in table.places.T)
    rows = [_core.unpack(table.weights[i]) for i in range(len(table.inputs))]
    return zip(*rows, strict=True)


def _merged(table: AnyChannel) -> list[Column]:
    """One column for all outputs whose columns are proportional."""
    found: dict[tuple[Number, ...], list[Weight]] = {}
    for column in _all(table):
        total = sum(column, mpz(0))
        if not total:
            continue
        direction = tuple(ratio(w, total) for w in column)
        sums = found.setdefault(direction, [mpz(0)] * len(column))
        for i, w in enumerate(column):
            sums[i] += w
    return [tuple(column) for column in found.values()]


def _multisets(columns: list[Column], count: int) -> Iterator[tuple[Column, mpz]]:
    """The column of one sequence of outputs for every multiset, and how many sequences it has."""
    column = columns[0]
    if len(columns) == 1:
        yield tuple(w**count for w in column), mpz(1)
        return
    for used in range(count + 1):
        here = [w**used for w in column]
        ways = comb(count, used)
        for rest, more in _multisets(columns[1:], count - used):
            yield tuple(a * b for a, b in zip(here, rest, strict=True)), ways * more
