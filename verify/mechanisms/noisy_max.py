"""``report_noisy_max``: which noisy answer is the greatest, or how great it is, or both."""

from __future__ import annotations

from functools import reduce
from operator import add

from gmpy2 import mpq

from verify import resources
from verify.errors import InputError
from verify.exact.rational import Exact
from verify.law.channel import ALL_PAIRS, Channel
from verify.law.labels import Label, index_labels
from verify.law.mechanism import Mechanism
from verify.law.naming import Naming, Same, Tagged
from verify.law.series import Series
from verify.law.series_channel import SeriesChannel, SeriesRow
from verify.mechanisms.queries import Queries, constant, noise, noise_ratio, query_table, sides

__all__ = ["report_noisy_max"]

OUTPUTS = ("index", "value", "both")
TIES = ("first", "uniform")


def report_noisy_max(
    queries: Queries,
    ratio: Exact,
    *,
    sided: Exact = 2,
    output: str = "index",
    ties: str = "first",
) -> Mechanism:
    """The index (from "0") and/or the value of the greatest of the noisy answers q_i + Z_i.

    The Z_i are independent geometric noise of ratio r: P(Z = z) = (1 − r)/(1 + r)·r^|z|, or
    (1 − r)·r^z for z >= 0 with ``sided`` 1. Of equal noisy answers the first one wins, or each with
    the same chance (``ties`` "uniform"). Outputs: "0" … "n−1"; integers; or [index, value].
    Default adjacency all_pairs. Where every answer moves by at most 1, one-sided noise costs
    α = 1/r² for the index; releasing the value as well costs r^−n, since all n answers are then
    below every bound together. What is decided is about the listed answers only, so list the
    neighbours that matter. Source: Dwork and Roth 2014, section 3.3; Ding et al. 2018.

    Raises `verify.InputError` for a ratio outside (0, 1) or lists of different lengths.

    >>> from verify import epsilon
    >>> noisy = report_noisy_max({"x": [1, 1], "y": [0, 2]}, "1/2", sided=1)
    >>> epsilon(noisy).alpha
    mpq(4,1)
    """
    table = query_table(queries)
    law = noise(noise_ratio(ratio), sides(sided))
    _one_of(output, OUTPUTS, "output")
    _one_of(ties, TIES, "ties")
    _check_work(table, law, ties)
    rows = [_winners(answers, law, ties) for answers in table.values()]
    inputs = tuple(table)
    if output == "index":
        probabilities = [[series.total() for series in row] for row in rows]
        return Channel(inputs, index_labels(len(rows[0])), probabilities)
    if output == "value":
        rows = [[reduce(add, row)] for row in rows]
    namings: list[Naming] = [Same()] if output == "value" else [Tagged(i) for i in _names(rows[0])]
    laws = [SeriesRow((), tuple(row)) for row in rows]
    return SeriesChannel(inputs, (), namings, laws, ALL_PAIRS)


def _check_work(table: dict[Label, tuple[int, ...]], law: Series, ties: str) -> None:
    """Raise where the products of all distribution functions would be too long."""
    size = len(next(iter(table.values())))
    winners = 1 if ties == "first" else max(len(set(answers)) for answers in table.values())
    terms = len(table) * winners * size**3
    resources.check("outcomes", terms, "the terms of all products of noisy answers", "queries")
    values = [q for answers in table.values() for q in answers]
    span = max(values) - min(values) + 1
    base = max(law.right)
    width = int(base.numerator.bit_length() + base.denominator.bit_length())
    bits = len(table) * size**2 * span * (size * span * width)
    resources.check("class_bits", bits, "the bits of all products of noisy answers", "queries")


def _names(row: list[Series]) -> list[str]:
    return [str(i) for i in range(len(row))]


def _winners(answers: tuple[int, ...], law: Series, ties: str) -> list[Series]:
    """For every query, v ↦ P(it wins, with the noisy answer v)."""
    below = {q: law.cumulative().shifted(q + 1) for q in set(answers)}  # P(q + Z < v)
    here = {q: law.shifted(q) for q in set(answers)}  # P(q + Z = v)
    if ties == "first":
        return [_first_winner(i, answers, here, below) for i in range(len(answers))]
    known = {q: _even_winner(answers.index(q), answers, here, below) for q in set(answers)}
    return [known[q] for q in answers]


def _first_winner(
    i: int, answers: tuple[int, ...], here: dict[int, Series], below: dict[int, Series]
) -> Series:
    """All before it are smaller, all after it at most equal."""
    found = here[answers[i]]
    for j, q in enumerate(answers):
        if j != i:
            found = found * (below[q] if j < i else below[q] + here[q])
    return found


def _even_winner(
    i: int, answers: tuple[int, ...], here: dict[int, Series], below: dict[int, Series]
) -> Series:
    """With m others equal and the rest smaller it wins with chance 1/(m + 1)."""
    by_ties = [here[answers[i]]]  # entry m: exactly m others are equal
    for j, q in enumerate(answers):
        if j != i:
            by_ties = _one_more(by_ties, below[q], here[q])
    shares = (series.scaled(mpq(1, m + 1)) for m, series in enumerate(by_ties))
    return reduce(add, shares)


def _one_more(by_ties: list[Series], smaller: Series, equal: Series) -> list[Series]:
    nothing = constant(0)
    kept = [series * smaller for series in by_ties] + [nothing]
    joined = [nothing] + [series * equal for series in by_ties]
    return [a + b for a, b in zip(kept, joined, strict=True)]


def _one_of(value: object, allowed: tuple[str, ...], at: str) -> None:
    if value not in allowed:
        names = ", ".join(f'"{name}"' for name in allowed)
        raise InputError(f"{str(value)[:60]!r} has no meaning here", at=at, form=f"one of {names}")
