"""``sparse_vector``: which answers are above a noisy threshold, and variants known to be wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import comb

from gmpy2 import mpq

from verify import resources
from verify.errors import InputError, NotAvailableError
from verify.exact.rational import Exact, integer
from verify.law.channel import ALL_PAIRS, from_laws
from verify.law.labels import Label
from verify.law.mechanism import Mechanism
from verify.law.naming import Between
from verify.law.series import Series
from verify.law.series_channel import SeriesChannel, SeriesRow
from verify.mechanisms.queries import Queries, noise, noise_ratio, query_table

__all__ = ["sparse_vector"]

ABOVE, BELOW = "above", "below"

VARIANTS = ("correct", "no_stop", "release_value")

Pattern = tuple[Label, ...]


def sparse_vector(
    queries: Queries,
    threshold: Exact,
    threshold_ratio: Exact,
    query_ratio: Exact,
    *,
    count: Exact = 1,
    resample: bool = False,
    variant: str = "correct",
) -> Mechanism:
    """For each query in turn: is q_i + ν_i >= T + ρ? Stops after ``count`` answers "above".

    ρ and the ν_i are independent two-sided geometric noise of the ratios ``threshold_ratio`` and
    ``query_ratio`` ("0": no noise); ``resample`` draws a new ρ after every "above". The variant
    "no_stop" answers all queries; "release_value" shows q_i + ν_i itself in place of "above". The
    output is the array of the answers given. Default adjacency all_pairs.

    With answers that move by at most 1 the correct one is (ln α)-private for
    1/α = threshold_ratio·query_ratio^(2·count). The variants are not: no query noise, no stop and
    released values are mistakes found in print. What is decided is about the listed answers only;
    the worst ones move some up and some down, as (0, …, 0, 1, …, 1) and (1, …, 1, 0, …, 0).
    Source: Dwork and Roth 2014, section 3.6; Lyu, Su and Li 2017.

    Raises `verify.InputError` for ratios outside (0, 1), a threshold or count that is no integer,
    or lists of different lengths.

    >>> from verify import epsilon
    >>> one = sparse_vector({f"{q}": [q] for q in range(3)}, 1, "1/2", "1/2")
    >>> epsilon(one, adjacency={"within": 1}).alpha
    mpq(11,7)
    """
    table = query_table(queries)
    if variant not in VARIANTS:
        names = ", ".join(f'"{name}"' for name in VARIANTS)
        problem = f"{str(variant)[:60]!r} has no meaning here"
        raise InputError(problem, at="variant", form=f"one of {names}")
    test = _Test(
        integer(threshold, "threshold"),
        noise(noise_ratio(threshold_ratio, "threshold_ratio"), 2),
        noise(noise_ratio(query_ratio, "query_ratio", none=True), 2),
    )
    most = integer(count, "count", least=1)
    rows = list(table.values())
    if variant == "no_stop":
        most = len(rows[0]) + 1
    patterns = _patterns(len(rows[0]), most)
    resources.check("outcomes", patterns * len(rows), "the number of answers times inputs")
    _check_work(rows, test, patterns)
    if variant == "release_value" and test.query.right:
        return _releasing(table, test, most)
    shown = variant == "release_value"  # without noise the value is the answer itself
    laws = [_law(answers, test, most, resample, shown) for answers in rows]
    return from_laws(tuple(table), laws)


def _check_work(rows: list[tuple[int, ...]], test: _Test, patterns: int) -> None:
    """Raise where the products of all distribution functions would be too long."""
    size = len(rows[0])
    terms = 4 * len(rows) * patterns * size
    resources.check("outcomes", terms, "the terms of all products of noisy answers", "queries")
    values = [q for answers in rows for q in answers] + [test.threshold]
    span = max(values) - min(values) + 1
    bases = [*test.threshold_noise.right, *test.query.right]
    width = max(int(b.numerator.bit_length() + b.denominator.bit_length()) for b in bases)
    bits = len(rows) * min(2 * patterns, size * patterns) * span * (size * span * width)
    resources.check("class_bits", bits, "the bits of all products of noisy answers", "queries")


@dataclass(frozen=True, slots=True)
class _Test:
    """The comparison with the noisy threshold t = T + ρ, as functions of t."""

    threshold: int
    threshold_noise: Series
    query: Series
    known: dict[int, tuple[Series, Series]] = field(default_factory=dict)

    def start(self) -> Series:
        """t ↦ P(T + ρ = t)."""
        return self.threshold_noise.shifted(self.threshold)

    def below_above(self, answer: int) -> tuple[Series, Series]:
        """t ↦ P(q + ν < t), and t ↦ P(q + ν >= t)."""
        if answer not in self.known:
            below = self.query.cumulative().shifted(answer + 1)
            self.known[answer] = below, below.complement()
        return self.known[answer]


def _patterns(length: int, most: int) -> int:
    """How many arrays of answers there are: those that stop, and those that reach the end."""
    if min(length, most) > 64:
        return 1 << 62
    return comb(length, most) + sum(comb(length, above) for above in range(min(most, length + 1)))


def _law(
    answers: tuple[int, ...], test: _Test, most: int, resample: bool, shown: bool
) -> dict[Label, mpq]:
    law: dict[Label, mpq] = {}
    for pattern, p in _answers(answers, test, most, resample):
        label = tuple(
            str(q) if shown and y == ABOVE else y for q, y in zip(answers, pattern, strict=False)
        )
        law[label] = p
    return law


def _answers(
    answers: tuple[int, ...], test: _Test, most: int, resample: bool
) -> Iterator[tuple[Pattern, mpq]]:
    """Every array of answers with its probability, walking the tree of answers depth first."""
    stack: list[tuple[Pattern, Series, mpq, int]] = [((), test.start(), mpq(1), 0)]
    while stack:
        pattern, law, weight, above = stack.pop()
        if above == most or len(pattern) == len(answers):
            yield pattern, weight * law.total()
            continue
        is_below, is_above = test.below_above(answers[len(pattern)])
        passed, factor = law * is_above, weight
        if resample and above + 1 < most:
            factor *= passed.total()
            passed = test.start()
        stack.append(((*pattern, ABOVE), passed, factor, above + 1))
        stack.append(((*pattern, BELOW), law * is_below, weight, above))


def _releasing(table: dict[Label, tuple[int, ...]], test: _Test, most: int) -> SeriesChannel:
    """Some "below", then the first noisy answer that is not: an integer without bound."""
    if most > 1:
        problem = "released values of more than one noisy answer are not available yet"
        raise NotAvailableError(problem, at="count", form="1 with this variant")
    size = len(next(iter(table.values())))
    namings = [Between((BELOW,) * k, k) for k in range(size)]
    rows = [_released(answers, test) for answers in table.values()]
    return SeriesChannel(tuple(table), [(BELOW,) * size], namings, rows, ALL_PAIRS)


def _released(answers: tuple[int, ...], test: _Test) -> SeriesRow:
    strands, law = [], test.start()
    for q in answers:
        strands.append(law.cumulative() * test.query.shifted(q))  # t <= v and q + ν = v
        law = law * test.below_above(q)[0]
    return SeriesRow((law.total(),), tuple(strands))
