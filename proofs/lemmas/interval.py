"""Certified intervals: ratios split onto a grid bound a divergence from both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

import verify
from proofs import engine
from proofs.definitions import hockey_stick, product_law
from proofs.domains import Domain, Grid, Repeated, repeated
from proofs.harness import Comparison, Lemma, Sibling, at_most, every

__all__ = ["LEMMAS"]

RELEASES: Domain[Repeated] = Domain(
    "every pair of laws, k = 1, 2, at its levels",
    repeated((1, 2)),
    quick=Grid(((1, 1), (2, 6), (3, 3))),
    full=Grid(((1, 1), (2, 10), (3, 5))),
)

Places = Counter[int]
"""The probability of every place n, whose ratio is 2^n"""

Splitting = Callable[[Fraction], Iterator[tuple[int, Fraction]]]
"""To which places a ratio goes, and with which shares"""


def split(ratio: Fraction) -> Iterator[tuple[int, Fraction]]:
    """Two neighbouring places whose mean is the ratio."""
    place = floor_log(ratio)
    share = ratio / Fraction(2) ** place - 1
    yield place, 1 - share
    yield place + 1, share


def nearest(ratio: Fraction) -> Iterator[tuple[int, Fraction]]:
    """The place whose ratio is nearest."""
    place = floor_log(ratio)
    yield place + (2 * ratio > 3 * Fraction(2) ** place), Fraction(1)


def floor_log(ratio: Fraction) -> int:
    """The greatest n with 2^n <= ratio."""
    place = 0
    while Fraction(2) ** place > ratio:
        place -= 1
    while Fraction(2) ** (place + 1) <= ratio:
        place += 1
    return place


def on_grid(case: Repeated, splitting: Splitting) -> tuple[Places, Places, Fraction]:
    """The sum of the places of all releases under P and under Q, and P{Q = 0}."""
    p, q = case.table.laws
    one: tuple[Places, Places] = Counter(), Counter()
    for x, y in zip(p, q, strict=True):
        if x and y:
            for place, share in splitting(x / y):
                one[0][place] += share * x  # type: ignore[assignment]
                one[1][place] += share * y  # type: ignore[assignment]
    whole: tuple[Places, Places] = Counter({0: 1}), Counter({0: 1})
    for _ in range(case.releases):
        whole = convolved(whole[0], one[0]), convolved(whole[1], one[1])
    apart = sum((x for x, y in zip(p, q, strict=True) if not y), Fraction(0))
    return *whole, 1 - (1 - apart) ** case.releases


def convolved(left: Places, right: Places) -> Places:
    """The law of the sum of two independent places."""
    found: Places = Counter()
    for n, x in left.items():
        for m, y in right.items():
            found[n + m] += x * y
    return found


def truth(case: Repeated) -> Fraction:
    """The engine's H_α of all releases."""
    drawn = verify.combinators.fresh(case.table.channel, case.releases)
    return engine.forward(drawn, case.alpha)


def above(case: Repeated, splitting: Splitting) -> Fraction:
    """P{Q = 0}, and the excess of the places' ratios over α."""
    _, q, apart = on_grid(case, splitting)
    terms = [mass * max(Fraction(2) ** n - case.alpha, Fraction(0)) for n, mass in q.items()]
    return sum(terms, apart)


def below(case: Repeated) -> Fraction:
    """P{Q = 0}, and the best event of the places."""
    p, q, apart = on_grid(case, split)
    terms = [max(p[n] - case.alpha * q[n], Fraction(0)) for n in q]
    return sum(terms, apart)


def chords(case: Repeated) -> Comparison:
    """Q(S) of the best event lies between the slopes of chords to the levels beside α."""
    p, q = (product_law([law] * case.releases) for law in case.table.laws)
    event = sum((y for x, y in zip(p, q, strict=True) if x > case.alpha * y), Fraction(0))
    before, after = case.alpha - Fraction(1, 3), case.alpha + Fraction(1, 3)
    here = truth(case)
    right = (here - hockey_stick(p, q, after)) * 3
    left = (hockey_stick(p, q, before) - here) * 3
    return every(at_most(event, left), at_most(right, event))


def right_chord(case: Repeated) -> Comparison:
    """Were the slope of the chord to the right not below Q(S)."""
    p, q = (product_law([law] * case.releases) for law in case.table.laws)
    event = sum((y for x, y in zip(p, q, strict=True) if x > case.alpha * y), Fraction(0))
    return at_most(event, (truth(case) - hockey_stick(p, q, case.alpha + Fraction(1, 3))) * 3)


LEMMAS: tuple[Lemma[Repeated], ...] = (
    Lemma(
        "interval.upper",
        "splitting every ratio between two places of a grid, in the mean, does not lower H_α",
        "Jensen's inequality; Doroshenko and others 2022, connect the dots",
        RELEASES,
        lambda case: at_most(truth(case), above(case, split)),
        Sibling(
            "moving every ratio to the nearest place does not",
            "the mean of the split",
            lambda case: at_most(truth(case), above(case, nearest)),
        ),
    ),
    Lemma(
        "interval.lower",
        "no event of the sum of places that outcomes are sent to has an excess above H_α",
        "post-processing; Dwork and Roth 2014, proposition 2.1",
        RELEASES,
        lambda case: at_most(below(case), truth(case)),
        Sibling(
            "nor has one with the ratio of a place times its Q in place of its P",
            "P of a place",
            lambda case: at_most(above(case, split), truth(case)),
        ),
    ),
    Lemma(
        "interval.event",
        "Q{P > αQ} lies between the slopes of H on the right and on the left of α",
        "convexity; Zhu, Dong and Wang 2022",
        RELEASES,
        chords,
        Sibling("it is not above the slope on the right", "the side of α", right_chord),
    ),
)
