"""Trade-off functions under post-processing and subsampling, and what decides them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, mixed, pushed
from proofs.domains import Domain, Grid, Table, law_text
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every
from proofs.lemmas.domination import Couple
from proofs.lemmas.trade_off import best_tests, polygon, tests

__all__ = ["LEMMAS"]

THERE, BACK = ("0", "1"), ("1", "0")

RATES = (Fraction(1, 4), Fraction(1, 2), Fraction(1))


class Garbled(NamedTuple):
    """A channel and a kernel to one bit."""

    denominator: int
    outputs: int
    table: Table
    kernel: Table

    def __str__(self) -> str:
        rows = ", ".join(map(law_text, self.kernel.laws))
        return f"{self.table}, K = [{rows}]"


class Sampled(NamedTuple):
    """A channel of the laws without (P) and with (Q) a record, a sampling rate, and an error."""

    table: Table
    rate: Fraction
    error: Fraction

    def __str__(self) -> str:
        return f"{self.table}, q = {self.rate}, x = {self.error}"


def garbled(grid: Grid) -> Iterator[Garbled]:
    """Every channel with every kernel to one bit; three outputs are mapped, not randomized."""
    kernels = {n: list(Grid(((2, 2 if n < 3 else 1),)).tables(n)) for n, _ in grid.bounds}
    return (
        Garbled(*case)
        for case in sorted(
            (max(table.denominator, kernel.denominator), table.outputs, table, kernel)
            for table in grid.tables()
            for kernel in kernels[table.outputs]
        )
    )


def sampled(grid: Grid) -> Iterator[Sampled]:
    """Every channel at every rate and at all errors over twice its denominator."""
    for table in grid.tables():
        twice = 2 * table.denominator
        for rate, numerator in product(RATES, range(twice + 1)):
            yield Sampled(table, rate, Fraction(numerator, twice))


def couples(grid: Grid) -> Iterator[Couple]:
    """Every two channels once: what is asked of them does not depend on which is the first."""
    tables = list(grid.tables())
    found = sorted(
        Couple(max(a.denominator, b.denominator), a.outputs + b.outputs, a, b)
        for a, b in product(tables, repeat=2)
        if a.outputs > b.outputs or (a.outputs == b.outputs and a <= b)
    )
    return iter(found)


GARBLINGS: Domain[Garbled] = Domain(
    "every pair of laws with every kernel to one bit",
    garbled,
    quick=Grid(((2, 3), (3, 2))),
    full=Grid(((2, 6), (3, 4))),
)

SAMPLES: Domain[Sampled] = Domain(
    "every pair of laws, q = 1/4, 1/2, 1, at the errors n/(2D)",
    sampled,
    quick=Grid(((2, 3), (3, 2))),
    full=Grid(((2, 6), (3, 4))),
)

COUPLES: Domain[Couple] = Domain(
    "every two pairs of laws, the first with no fewer outputs than the second",
    couples,
    quick=Grid(((2, 3), (3, 2))),
    full=Grid(((2, 5), (3, 3))),
)


def processed(case: Garbled) -> verify.Mechanism:
    """The engine's channel after the kernel."""
    kernel = {
        str(y): dict(enumerate(row))
        for y, row in enumerate(case.kernel.laws)
        if any(weights[y] for weights in case.table.weights)
    }
    return verify.combinators.postprocess(case.table.channel, kernel=kernel)


def harder(case: Garbled) -> Comparison:
    """T of what is left is the best of all tests on it, and nowhere below T."""
    before = engine.trade_off(case.table.channel, THERE)
    after = engine.trade_off(processed(case), THERE)
    whole, other = case.table.laws
    p, q = (pushed(law, case.kernel.laws) for law in (whole, other))
    errors = sorted({x for x, _ in (*tests(whole, other), *tests(p, q))})
    found = [equals(polygon(after, x), best_tests(p, q, x)) for x in errors]
    bounds = [at_most(polygon(before, x), polygon(after, x)) for x in errors if x < 1]
    return every(*found, *bounds)


def merges_what_occurs(case: Garbled) -> bool:
    """The kernel is a map, sends two outputs that occur to one, and P and Q are not the same."""
    if case.kernel.denominator > 1 or case.table.weights[0] == case.table.weights[1]:
        return False
    live = [y for y in range(case.outputs) if any(row[y] for row in case.table.weights)]
    return len({case.kernel.weights[y] for y in live}) < len(live)


def strictly_harder(case: Garbled) -> Comparison:
    """Had every merging its price: H_α at some level, in one direction."""
    p, q = case.table.laws
    both = [engine.divergence(case.table.channel, ends, alpha) for ends, alpha in places(case)]
    images = pushed(p, case.kernel.laws), pushed(q, case.kernel.laws)
    after = [hockey_stick(*either(images, ends), alpha) for ends, alpha in places(case)]
    lost = sum(both, Fraction(0)) - sum(after, Fraction(0))
    return Comparison(lost > 0, False, (Fraction(0), lost), "<")


def either(laws: tuple[Law, Law], ends: tuple[str, str]) -> tuple[Law, Law]:
    """Both laws in the order of the ends."""
    p, q = laws
    return (p, q) if ends == THERE else (q, p)


def places(case: Garbled) -> list[tuple[tuple[str, str], Fraction]]:
    """Both directions at all levels."""
    return list(product((THERE, BACK), case.table.levels))


def subsampled(case: Sampled) -> verify.Mechanism:
    """The engine's Poisson subsampling, with the first law as that without the record."""
    outputs = range(case.table.outputs)
    base = verify.mechanisms.channel([0, 1], outputs, case.table.laws, absent="0")
    return verify.combinators.poisson_subsample(case.rate, base, "0")


def diluted(case: Sampled, ends: tuple[str, str]) -> Comparison:
    """T of the subsampled laws, by the engine and by definition, and q·T + (1 − q)·(1 − x)."""
    without, present = case.table.laws
    laws = {"0": without, "1": mixed(case.rate, present, without)}
    found = polygon(engine.trade_off(subsampled(case), ends), case.error)
    base = best_tests(*either((without, present), ends), case.error)
    formula = case.rate * base + (1 - case.rate) * (1 - case.error)
    return equals(found, best_tests(laws[ends[0]], laws[ends[1]], case.error), formula)


def same_forward(case: Couple, least: Fraction) -> bool:
    """H_α(P‖Q) of both is the same at every α from ``least`` on."""
    sides = zip(case.first.laws, case.second.laws, strict=True)
    above = case.levels
    asked = [a for a in (*above, *(1 / a for a in above)) if a >= least]
    (p, r), (q, s) = sides
    return all(hockey_stick(p, q, alpha) == hockey_stick(r, s, alpha) for alpha in asked)


def same_backward(case: Couple) -> Comparison:
    """H_α(Q‖P) of both, by the engine and by definition, at every level."""
    found = []
    for alpha in case.levels:
        one, other = (
            (engine.divergence(t.channel, BACK, alpha), hockey_stick(*backward(t), alpha))
            for t in (case.first, case.second)
        )
        found.append(equals(*one, *other))
    return every(*found)


def backward(table: Table) -> tuple[Law, Law]:
    """Q and P."""
    p, q = table.laws
    return q, p


LEMMAS: tuple[Lemma[Garbled] | Lemma[Sampled] | Lemma[Couple], ...] = (
    Lemma(
        "testing.processing",
        "T(PK, QK) >= T(P, Q) for every kernel K",
        "Dong, Roth and Su 2022, section 2",
        GARBLINGS,
        harder,
        Sibling(
            "a map that sends two outputs that occur to one lowers H_α at some α, unless P = Q",
            "outputs of different ratio",
            strictly_harder,
            hypothesis=merges_what_occurs,
        ),
    ),
    Lemma(
        "testing.subsampling",
        "with f = T(without, with), T(without, with a sampled record) is q·f(x) + (1 − q)·(1 − x)",
        "Dong, Roth and Su 2022, section 4",
        SAMPLES,
        lambda case: diluted(case, THERE),
        Sibling(
            "the same with the law with the record as the null hypothesis",
            "without the record is the null",
            lambda case: diluted(case, BACK),
        ),
    ),
    Lemma(
        "testing.directions",
        "H_α(P‖Q) on α >= 0 determines H_α(Q‖P)",
        "Zhu, Dong and Wang 2022",
        COUPLES,
        same_backward,
        Sibling(
            "H_α(P‖Q) on α >= 1 determines H_α(Q‖P) on α >= 1",
            "α between 0 and 1",
            same_backward,
            hypothesis=lambda case: same_forward(case, Fraction(1)),
        ),
        hypothesis=lambda case: same_forward(case, Fraction(0)),
    ),
)
