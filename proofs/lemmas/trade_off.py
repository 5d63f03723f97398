"""Trade-off functions: what a test of P against Q must err, and the profile in other words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import NamedTuple

from proofs import engine
from proofs.definitions import Law, hockey_stick
from proofs.domains import At, Domain, Grid, Table, tables_at
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS", "Point", "best_tests", "polygon", "tests"]

Point = tuple[Fraction, Fraction]
"""(type I error, type II error)"""

THERE, BACK = ("0", "1"), ("1", "0")


class Tested(NamedTuple):
    """A channel and an error: of type I, or of type II where the lemma says so."""

    table: Table
    error: Fraction

    def __str__(self) -> str:
        return f"{self.table}, x = {self.error}"


def tested(grid: Grid) -> Iterator[Tested]:
    """Every channel at all errors over twice its denominator."""
    for table in grid.tables():
        twice = 2 * table.denominator
        for numerator in range(twice + 1):
            yield Tested(table, Fraction(numerator, twice))


ERRORS: Domain[Tested] = Domain(
    "every pair of laws at the errors n/(2D)",
    tested,
    quick=Grid(((2, 5), (3, 3))),
    full=Grid(((2, 8), (3, 4), (4, 2))),
)

LEVELS: Domain[At] = Domain(
    "every pair of laws at its levels",
    tables_at(),
    quick=Grid(((1, 1), (2, 5), (3, 3))),
    full=Grid(((1, 1), (2, 12), (3, 6), (4, 3))),
)


def tests(p: Law, q: Law) -> list[Point]:
    """The errors of all 2^n tests that draw no coins: reject P on a set of outcomes."""
    found = []
    for choice in product((False, True), repeat=len(p)):
        rejected, power = (
            sum((x for x, inside in zip(law, choice, strict=True) if inside), Fraction(0))
            for law in (p, q)
        )
        found.append((rejected, 1 - power))
    return found


def best_tests(p: Law, q: Law, error: Fraction) -> Fraction:
    """T(P, Q) at a type I error: the least type II error, a coin choosing between two tests."""
    found = tests(p, q)
    left = [point for point in found if point[0] <= error]
    right = [point for point in found if point[0] >= error]
    return min(between(a, b, error) for a, b in product(left, right))


def between(a: Point, b: Point, x: Fraction) -> Fraction:
    """The height of the chord at x; that of the lower end where the chord is upright."""
    if a[0] == b[0]:
        return min(a[1], b[1])
    return a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])


def polygon(vertices: Sequence[Point], x: Fraction) -> Fraction:
    """The height of a polygon at x, constant beyond its ends."""
    found = (between(a, b, x) for a, b in pairwise(vertices) if a[0] <= x <= b[0])
    return next(found, vertices[0][1] if x < vertices[0][0] else vertices[-1][1])


def inverse(vertices: Sequence[Point], y: Fraction) -> Fraction:
    """inf{x : f(x) <= y} of a falling polygon f."""
    start = vertices[0]
    if start[1] <= y:
        return start[0]
    end = vertices[-1]
    a, b = next(((a, b) for a, b in pairwise(vertices) if b[1] <= y), (end, end))
    if a == b:
        return end[0]
    return a[0] + (b[0] - a[0]) * (a[1] - y) / (a[1] - b[1])


def vertices_of(table: Table, ends: tuple[str, str] = THERE) -> list[Point]:
    """The engine's trade-off function, with the law at the first end as the null."""
    return engine.trade_off(table.channel, ends)


def neyman_pearson(case: Tested) -> Comparison:
    """The engine's polygon, and the best of all tests."""
    found = polygon(vertices_of(case.table), case.error)
    p, q = case.table.laws
    return equals(found, best_tests(p, q, case.error))


def without_coins(case: Tested) -> Comparison:
    """The same, had a test no coins."""
    allowed = [y for x, y in tests(*case.table.laws) if x <= case.error]
    return equals(polygon(vertices_of(case.table), case.error), min(allowed))


def inverted(case: Tested) -> Comparison:
    """T(Q, P) by the engine, by definition, and as the inverse of T(P, Q)."""
    p, q = case.table.laws
    back = polygon(vertices_of(case.table, BACK), case.error)
    there = inverse(vertices_of(case.table), case.error)
    return equals(back, best_tests(q, p, case.error), there)


def own_inverse(case: Tested) -> Comparison:
    """Had both orders of P and Q the same trade-off function."""
    vertices = vertices_of(case.table)
    return equals(polygon(vertices, case.error), inverse(vertices, case.error))


def both_ways(at: At) -> tuple[Fraction, Fraction]:
    """The engine's H_α(P‖Q) and H_α(Q‖P)."""
    there, back = (engine.divergence(at.table.channel, ends, at.alpha) for ends in (THERE, BACK))
    return there, back


def conjugate(at: At) -> Fraction:
    """The greatest 1 − y − αx of a vertex (x, y) of T(P, Q)."""
    return max(1 - y - at.alpha * x for x, y in vertices_of(at.table))


def from_vertices(at: At) -> Comparison:
    """H_α(Q‖P) by the engine, by definition, and read off the vertices."""
    p, q = at.table.laws
    return equals(both_ways(at)[1], hockey_stick(q, p, at.alpha), conjugate(at))


def rebuilt(case: Tested, *, one_way: bool = False) -> Comparison:
    """The polygon, the best of all tests, and the highest of the lines that both profiles allow."""
    p, q = case.table.laws
    lines = [Fraction(0)]
    for alpha in case.table.levels:
        there, back = both_ways(At(case.table, alpha))
        lines.append(1 - back - alpha * case.error)
        if not one_way:
            lines.append((1 - there - case.error) / alpha)
    found = polygon(vertices_of(case.table), case.error)
    return equals(found, best_tests(p, q, case.error), max(lines))


def room(at: At, delta: Fraction) -> Fraction:
    """How far T(P, Q) stays above the two lines of a guarantee, at the vertex that is nearest."""
    return min(
        y - max(1 - delta - at.alpha * x, (1 - delta - x) / at.alpha)
        for x, y in vertices_of(at.table)
    )


def guarantee(at: At) -> Comparison:
    """Both lines are below, and one of them touches."""
    p, q = at.table.laws
    delta = engine.star(at.table.channel, at.alpha)
    true = max(hockey_stick(p, q, at.alpha), hockey_stick(q, p, at.alpha))
    return every(equals(delta, true), equals(room(at, delta), Fraction(0)))


LEMMAS: tuple[Lemma[Tested] | Lemma[At], ...] = (
    Lemma(
        "trade_off.tests",
        "the polygon of tests that reject where P/Q is least is T(P, Q): no other test, with or "
        "without coins, has less of one error at the same other error",
        "Neyman and Pearson 1933; Dong, Roth and Su 2022, section 2.1",
        ERRORS,
        neyman_pearson,
        Sibling("a test without coins attains it", "coins", without_coins),
    ),
    Lemma(
        "trade_off.inverse",
        "T(Q, P) is the inverse of T(P, Q): its value at y is inf{x : T(P, Q)(x) <= y}",
        "Dong, Roth and Su 2022, section 2",
        ERRORS,
        inverted,
        Sibling("T(P, Q) is its own inverse", "P and Q change places", own_inverse),
    ),
    Lemma(
        "trade_off.profile",
        "H_α(Q‖P) is the greatest 1 − y − αx over the vertices (x, y) of T(P, Q)",
        "Dong, Roth and Su 2022, section 2.3",
        LEVELS,
        from_vertices,
        Sibling(
            "so is H_α(P‖Q)",
            "P is the null hypothesis",
            lambda at: equals(both_ways(at)[0], conjugate(at)),
        ),
    ),
    Lemma(
        "trade_off.rebuilt",
        "T(P, Q)(x) is the greatest of 0, 1 − H_α(Q‖P) − αx and (1 − H_α(P‖Q) − x)/α over α >= 1",
        "Dong, Roth and Su 2022, section 2.3",
        ERRORS,
        rebuilt,
        Sibling(
            "the lines of H_α(Q‖P) alone are enough",
            "both directions on α >= 1",
            lambda case: rebuilt(case, one_way=True),
        ),
    ),
    Lemma(
        "trade_off.guarantee",
        "with δ = δ*(α), T(P, Q) stays above both lines 1 − δ − αx and (1 − δ − x)/α, and "
        "touches one",
        "Wasserman and Zhou 2010; Dong, Roth and Su 2022, section 2.2",
        LEVELS,
        guarantee,
        Sibling(
            "it stays above them with δ = H_α(Q‖P)",
            "the worse of both directions",
            lambda at: at_most(Fraction(0), room(at, both_ways(at)[1])),
        ),
    ),
)
