"""Bounded range: how far the privacy loss reaches from its least to its greatest value."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, largest_ratio, product_law, pure_level
from proofs.domains import At, Domain, Grid, Table, Two, tables_at, two_tables
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]


def couples(grid: Grid) -> Iterator[Two]:
    """Every two channels, whatever their levels."""
    return (two for two in two_tables(grid) if two.alpha == two.beta == 1)


TABLES: Domain[Table] = Domain(
    "every pair of laws",
    lambda grid: grid.tables(),
    quick=Grid(((1, 1), (2, 8), (3, 4))),
    full=Grid(((1, 1), (2, 20), (3, 7))),
)

PAIRS: Domain[At] = Domain(
    "every pair of laws at its levels",
    tables_at(),
    quick=Grid(((2, 8), (3, 4))),
    full=Grid(((2, 16), (3, 7))),
)

COUPLES: Domain[Two] = Domain(
    "every two pairs of laws",
    couples,
    quick=Grid(((2, 3),)),
    full=Grid(((2, 6), (3, 2))),
)


def spread(p: Law, q: Law) -> Fraction | None:
    """The greatest ratio over the least one, e^η; None for infinity."""
    there, back = largest_ratio(p, q), largest_ratio(q, p)
    return None if there is None or back is None else there * back


def is_bounded(table: Table) -> bool:
    """All ratios are finite."""
    p, q = table.laws
    return pure_level(p, q) is not None


def measured(table: Table) -> tuple[Comparison, Fraction, Fraction]:
    """The engine's e^η and pure level, and whether they are as defined."""
    p, q = table.laws
    found, level = engine.spread(table.channel), engine.least_pure_level(table.channel)
    assert found is not None  # the hypothesis
    assert level is not None
    return equals((found, level), (spread(p, q), pure_level(p, q))), found, level


def between_one_and_two(table: Table) -> Comparison:
    """ε <= η <= 2ε."""
    exact, found, level = measured(table)
    return every(exact, at_most(level, found), at_most(found, level**2))


def added(case: Two) -> Comparison:
    """e^η of two releases, by the engine and by definition, and the product of those of each."""
    tables = (case.first, case.second)
    drawn = verify.combinators.fresh([table.channel for table in tables])
    p, q = (product_law(laws) for laws in zip(*(table.laws for table in tables), strict=True))
    one, other = (measured(table)[1] for table in tables)
    return equals(engine.spread(drawn), spread(p, q), one * other)


def only_the_wider(case: Two) -> Comparison:
    """Had the wider range of the two to be enough."""
    drawn = verify.combinators.fresh([case.first.channel, case.second.channel])
    found = engine.spread(drawn)
    assert found is not None  # the hypothesis
    return at_most(found, max(measured(table)[1] for table in (case.first, case.second)))


def both_bounded(case: Two) -> bool:
    """Both have finite ratios only."""
    return is_bounded(case.first) and is_bounded(case.second)


def below_root(at: At, width: Fraction) -> Comparison:
    """δ·(s − 1) <= (√s − √α)² = s + α − 2√(sα) for a width s, without roots."""
    delta = engine.star(at.table.channel, at.alpha)
    rest = width + at.alpha - delta * (width - 1)
    return at_most(4 * width * at.alpha, max(rest, Fraction(0)) ** 2)


def guarantee(at: At) -> Comparison:
    """δ* and e^η as defined, and the former below the bound of the latter."""
    exact, width, _ = measured(at.table)
    p, q = at.table.laws
    true = max(hockey_stick(p, q, at.alpha), hockey_stick(q, p, at.alpha))
    delta = engine.star(at.table.channel, at.alpha)
    return every(exact, equals(delta, true), below_root(at, width))


def is_within(at: At) -> bool:
    """All ratios are finite, and the level is not above the range."""
    width = spread(*_pair(at))
    return width is not None and at.alpha <= width


def is_within_pure(at: At) -> bool:
    """The same with the pure level."""
    level = pure_level(*_pair(at))
    return level is not None and at.alpha <= level


def _pair(at: At) -> tuple[Law, Law]:
    p, q = at.table.laws
    return p, q


LEMMAS: tuple[Lemma[Table] | Lemma[Two] | Lemma[At], ...] = (
    Lemma(
        "loss_range.pure",
        "the range η of the privacy loss lies between the pure ε and 2ε",
        "Durfee and Rogers 2019",
        TABLES,
        between_one_and_two,
        Sibling(
            "it is ε",
            "the loss reaches below 0",
            lambda table: equals(*measured(table)[1:]),
            hypothesis=is_bounded,
        ),
        hypothesis=is_bounded,
    ),
    Lemma(
        "loss_range.composition",
        "the ranges of two independent releases are added",
        "Dong, Durfee and Rogers 2020",
        COUPLES,
        added,
        Sibling(
            "the wider one is that of both",
            "the losses are added",
            only_the_wider,
            hypothesis=both_bounded,
        ),
        hypothesis=both_bounded,
    ),
    Lemma(
        "loss_range.guarantee",
        "with s = e^η, δ*(α) <= (√s − √α)²/(s − 1) for α <= s",
        "Dong, Durfee and Rogers 2020: the worst pair of a range has two outcomes",
        PAIRS,
        guarantee,
        Sibling(
            "with the pure level s",
            "η is up to 2ε",
            lambda at: below_root(at, measured(at.table)[2]),
            hypothesis=is_within_pure,
        ),
        hypothesis=is_within,
    ),
)
