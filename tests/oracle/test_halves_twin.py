"""Meeting in the middle: against the definition, and on larger products against other methods."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any
from unittest.mock import patch

import gmpy2
import pytest
import twin
from gmpy2 import mpq, mpz
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import check_certified, check_irrational
from oracle_models import LIMB, Both, alphas, channel, rows

import verify
from verify.compose import halves as module
from verify.compose import split as splitting
from verify.compose.halves import Halves
from verify.compose.independent import Factor, Independent
from verify.compose.listed import ListedClasses
from verify.compose.planner import plan, using
from verify.compose.split import Split, split
from verify.compose.structure import independent
from verify.exact.level import Level
from verify.loss.classes import from_weights

Weights = list[tuple[int, int]]
"""(p, q) of every outcome"""

rr = verify.mechanisms.randomized_response
fresh = verify.combinators.fresh

sizes = st.one_of(
    st.integers(0, 3), st.sampled_from([LIMB - 1, LIMB, LIMB + 1, 2**200 + 1]), st.integers(0, LIMB)
)


@st.composite
def laws(draw: Any, most: int) -> Weights:
    """Two laws over one denominator, with ties, zeros on either side and weights of any width."""
    count = draw(st.integers(2, most))
    p = draw(st.lists(sizes, min_size=count, max_size=count))
    kind = draw(st.sampled_from(["any", "turned", "near"]))
    other = draw(st.lists(sizes, min_size=count, max_size=count))
    q = other if kind == "any" else [*p[1:], p[0]]
    if kind == "near":
        q[0] += 1
    p.append(max(0, sum(q) - sum(p)))
    q.append(max(0, sum(p) - sum(q)))
    return list(zip(p, q, strict=True)) if any(p) else [(1, 0), (0, 1)]


def product_of(parts: Sequence[tuple[Weights, int]]) -> Independent:
    """Equal factors stay apart here, which the normal form of a pair never has."""
    factors = [
        Factor(from_weights([(mpz(p), mpz(q)) for p, q in law], mpz(sum(p for p, _ in law))), n)
        for law, n in parts
    ]
    return Independent(tuple(factors))


def outcomes(parts: Sequence[tuple[Weights, int]]) -> Weights:
    found = [(1, 1)]
    for law, count in parts:
        for _ in range(count):
            found = [(p * a, q * b) for p, q in found for a, b in law if a or b]
    return found


def by_definition(found: Weights, alpha: Fraction) -> tuple[tuple[int, int], tuple[int, int]]:
    u, v = alpha.numerator, alpha.denominator
    forward = [(p, q) for p, q in found if v * p > u * q]
    backward = [(q, p) for p, q in found if v * q > u * p]
    return _sums(forward), _sums(backward)


def _sums(found: Weights) -> tuple[int, int]:
    return sum(p for p, _ in found), sum(q for _, q in found)


@st.composite
def products(draw: Any) -> list[tuple[Weights, int]]:
    """Up to some thousand outcomes."""
    parts: list[tuple[Weights, int]] = []
    size = 1
    for _ in range(draw(st.integers(1, 4))):
        law = draw(laws(4))
        count = draw(st.integers(1, 4))
        while size * len(law) ** count > 3000 and count > 1:
            count -= 1
        if size * len(law) ** count <= 3000:
            size *= len(law) ** count
            parts.append((law, count))
    return parts


@st.composite
def splits(draw: Any, counts: list[int]) -> Split:
    """Any split at all, whatever it costs."""
    parts: list[list[tuple[int, int]]] = [[], [], []]
    for place, count in enumerate(counts):
        first = draw(st.integers(0, count))
        second = draw(st.integers(0, count - first))
        for part, n in zip(parts, (first, second, count - first - second), strict=True):
            part += [(place, n)] if n else []
    return Split(*map(tuple, parts), (0, 0), splitting.Work(0, 1))


@settings(max_examples=300)
@given(products(), st.data())
def test_any_split_of_any_product(parts: list[tuple[Weights, int]], data: Any) -> None:
    law = product_of(parts)
    solver = Halves.of(law)
    if solver is None:
        assert sum(n for _, n in parts) < 2 or not all(f.classes.entries for f in law.factors)
        return
    found = outcomes(parts)
    ratios = sorted({Fraction(p, q) for p, q in found if p and q})
    ratio = data.draw(st.sampled_from(ratios))
    hair = Fraction(1, data.draw(st.sampled_from([LIMB, 2**700])))
    beside = [ratio * (1 - hair), ratio * (1 + hair)]
    alpha = data.draw(st.sampled_from([ratio, 1 / ratio, *beside, Fraction(1), Fraction(2**900)]))
    chosen = data.draw(splits([n for _, n in parts]))
    with patch.object(module, "split", lambda *_: chosen):
        sums = solver.event_sums(level_of(alpha))
    assert (sums.forward, sums.backward) == by_definition(found, alpha)
    assert sums.denominator == law.denominator


def level_of(alpha: Fraction) -> Level:
    """Also below 1, as a branch of a union asks for."""
    return Level.alpha(1).times(mpq(alpha))


@settings(max_examples=100)
@given(products(), st.sampled_from(["1/2", "ln(3)/2", "1000000", "1e-30", "200*ln(2) + 1/7"]))
def test_irrational_levels(parts: list[tuple[Weights, int]], epsilon: str) -> None:
    solver = Halves.of(product_of(parts))
    if solver is None:
        return
    level, found = Level.epsilon(epsilon), outcomes(parts)
    sums = solver.event_sums(level)
    forward = [(p, q) for p, q in found if not q or (p and level.compare(mpq(p, q)) < 0)]
    backward = [(q, p) for p, q in found if not p or (q and level.compare(mpq(q, p)) < 0)]
    assert (sums.forward, sums.backward) == (_sums(forward), _sums(backward))


@st.composite
def mechanisms(draw: Any) -> Both:
    parts = [channel(["x", "y"], draw(rows(2, draw(st.integers(2, 3)), sizes))) for _ in range(3)]
    return Both(twin.fresh([p.twin for p in parts]), fresh([p.engine for p in parts]))


@settings(max_examples=60)
@given(mechanisms(), st.data())
def test_certified(both: Both, data: Any) -> None:
    law = independent(both.engine.pair(0, 1))
    with using("halves" if Halves.of(law) else None):
        check_certified(both, both.pairs, data.draw(alphas(both.twin)))
        check_irrational(both, both.pairs, "1/7", twin.level_bounds("1/7"))


# against other methods, where there are too many outcomes to be listed one by one


def check_methods(make: Callable[[], verify.Mechanism], levels: Sequence[Level]) -> None:
    for level in levels:
        expected = ListedClasses(independent(make().pair(0, 1))).event_sums(level)
        assert halves_of(make()).event_sums(level) == expected


def halves_of(mechanism: verify.Mechanism) -> Halves:
    return Halves(independent(mechanism.pair(0, 1)))


def near_response(index: int, bits: int) -> verify.Mechanism:
    """ε = 0.05·index, with p rounded to so many bits: sums nearly lie on a lattice."""
    with gmpy2.context(precision=bits + 64):
        odds = gmpy2.exp(gmpy2.mpfr(index) / 20)
        truth = int(gmpy2.rint(2**bits * odds / (1 + odds)))
    return rr(Fraction(truth, 2**bits))


@pytest.mark.parametrize("bits", [60, 150, 400])
def test_beside_the_lattice_of_sums(bits: int) -> None:
    """150 bits and more: neither keys nor first brackets tell the sums of one point apart."""

    def make() -> verify.Mechanism:
        return fresh([near_response(i, bits) for i in range(1, 13)])

    levels = [Level.epsilon(e) for e in ("1.6", "1.65", "1.7", "0.1", "1.6000000000000000000001")]
    check_methods(make, levels)


def test_on_a_lattice_of_sums() -> None:
    def make() -> verify.Mechanism:
        return fresh([rr(alpha=Fraction(21, 20) ** i) for i in range(1, 17)])

    ties = [Fraction(21, 20) ** n for n in (0, 1, 14, 136)]
    beside = [ties[2] * (1 + Fraction(s, 2**300)) for s in (-1, 1)]
    check_methods(make, [Level.alpha(a) for a in ties + beside] + [Level.epsilon("7*ln(21/20)")])


def test_large_powers_of_two_classes() -> None:
    """500 draws of one and 400 of another: some hundred classes on either side."""

    def make() -> verify.Mechanism:
        return fresh([fresh(rr("3/4"), 500), fresh(rr("2/3"), 400)])

    law = independent(make().pair(0, 1))
    assert split(law, 2**32).sizes == (501, 401)
    tie = Fraction(3) ** 120 * Fraction(2) ** 80
    levels = [Level.alpha(tie), Level.alpha(tie + 1), Level.epsilon("150")]
    for level in levels:
        assert halves_of(make()).event_sums(level).forward == counted(500, 400, level)


@cache
def _tails(count: int, odds: int) -> list[tuple[int, int]]:
    """(Σ_{s >= i} C(count, s)·odds^s, the same of odds^(count − s)) for every i."""
    found = [(0, 0)]
    for s in range(count, -1, -1):
        ways = int(gmpy2.bincoef(count, s))
        here = ways * odds**s, ways * odds ** (count - s)
        found.append((found[-1][0] + here[0], found[-1][1] + here[1]))
    return found[::-1]


def counted(first: int, second: int, level: Level) -> tuple[int, int]:
    """Odds 3:1 and 2:1: for every count of the first, the least of the second, one by one."""
    tails, p, q, least = _tails(second, 2), 0, 0, second + 1
    for s in range(first + 1):
        while least > 0 and _exceeds(2 * s - first, 2 * (least - 1) - second, level):
            least -= 1
        ways = int(gmpy2.bincoef(first, s))
        p += ways * 3**s * tails[least][0]
        q += ways * 3 ** (first - s) * tails[least][1]
    return p, q


def _exceeds(threes: int, twos: int, level: Level) -> bool:
    return level.compare(mpq(3) ** threes * mpq(2) ** twos) < 0


@pytest.mark.parametrize(("size", "count"), [(4, 9), (5, 8), (7, 5)])
def test_powers_of_many_classes(size: int, count: int) -> None:
    weights = [[(5 * i * i + 3 * j + 1) ** (j + 1) for i in range(size)] for j in range(2)]
    law = [[Fraction(w, sum(row)) for w in row] for row in weights]
    base = verify.Channel(["0", "1"], list("abcdefg")[:size], law)
    found = split(independent(fresh(base, count).pair(0, 1)), 2**32)
    assert (found.table, found.walked + found.held) == (
        ((0, count // 2),),
        ((0, count - count // 2),),
    )
    ratio = law[0][0] / law[1][0]
    tie = max(ratio, 1 / ratio) ** (count - 1)
    check_methods(lambda: fresh(base, count), [Level.alpha(tie), Level.epsilon("ln(2)/3")])


def test_uneven_widths_on_both_sides() -> None:
    def make() -> verify.Mechanism:
        wide = [rr(Fraction(2 ** (400 * i) + 1, 2 ** (400 * i + 1))) for i in (1, 2, 3)]
        return fresh([*wide, rr("3/4"), rr("2/3"), rr("5/7"), rr("8/9"), rr("10/11")])

    hair = 1 + Fraction(1, 2**1100)
    levels = [Level.alpha(a) for a in (Fraction(1), hair, Fraction(6), 6 * hair, Fraction(10**9))]
    check_methods(make, levels)


def test_splits_agree_where_nothing_else_can_be_listed() -> None:
    mechanism = fresh([near_response(i, 60) for i in range(1, 25)])
    law = independent(mechanism.pair(0, 1))
    level = Level.epsilon("4.25")
    expected = Halves(law).event_sums(level)
    p, q = expected.forward
    assert 0 < q < p < law.denominator
    for sizes in ((12, 12, 0), (9, 11, 4), (15, 1, 8)):
        ends = [range(sizes[0]), range(sizes[0], sum(sizes[:2])), range(sum(sizes[:2]), 24)]
        parts = [tuple((i, 1) for i in end) for end in ends]
        chosen = Split(*parts, (0, 0), splitting.Work(0, 1))
        with patch.object(module, "split", lambda *_, chosen=chosen: chosen):
            assert Halves(law).event_sums(level) == expected


# what is chosen, and what is refused


def test_halves_are_chosen_and_say_so() -> None:
    found = plan(independent(fresh([near_response(i, 60) for i in range(1, 31)]).pair(0, 1)))
    assert found.method == "halves"
    one, two = map(int, re.findall(r"\d+", found.reason))
    assert one * two == 2**30
    assert found.reason == f"two halves of the draws, with at most {one} and {two} classes"
    assert "classes" in dict(found.others)


def test_the_split_keeps_to_the_memory_that_is_allowed() -> None:
    law = independent(fresh([near_response(i, 60) for i in range(1, 41)]).pair(0, 1))
    wide, narrow = split(law, 2**32), split(law, 2**26)
    assert wide.work.bytes > 2**26 > narrow.work.bytes
    assert wide.work.seconds < narrow.work.seconds
    for found in (wide, narrow):
        draws = found.table + found.walked + found.held
        assert sorted(draws) == [(i, 1) for i in range(40)]


def test_what_cannot_be_done_is_refused_before_it_starts() -> None:
    mechanism = fresh([near_response(i, 60) for i in range(1, 71)])
    with pytest.raises(verify.LimitError, match="limit seconds"):
        verify.certify(mechanism, epsilon="1.05", method="halves")
    many = fresh([near_response(i, 60) for i in range(1, 301)])
    with pytest.raises(verify.LimitError, match="of work, which passes the limit"):
        verify.certify(many, epsilon="1.05", method="halves")


def test_it_does_not_apply_to_one_draw_or_to_disjoint_laws() -> None:
    one = fresh([rr("3/4"), rr("1/2")])
    assert Halves.of(independent(one.pair(0, 1))) is None
    apart = fresh([rr("3/4"), rr("1")])
    assert Halves.of(independent(apart.pair(0, 1))) is None
    with using("halves"), pytest.raises(verify.InputError, match="does not apply here"):
        verify.certify(apart, alpha=3)


@pytest.mark.parametrize("delay", [0.02, 0.3])
def test_a_signal_ends_the_work(delay: float) -> None:
    """While the halves are built, and during the walk; and the same can be asked again."""
    mechanism = fresh([near_response(i, 60) for i in range(1, 25)])
    law = independent(mechanism.pair(0, 1))
    parts = [tuple((i, 1) for i in r) for r in (range(4), range(4, 24), range(0))]
    chosen = Split(*parts, (0, 0), splitting.Work(0, 1))

    class Ended(BaseException):
        pass

    def end(*_: object) -> None:
        raise Ended

    def asked() -> None:
        signal.setitimer(signal.ITIMER_REAL, delay)
        while True:
            Halves(law).event_sums(Level.epsilon("0.1"))

    before = signal.signal(signal.SIGALRM, end)
    try:
        with patch.object(module, "split", lambda *_: chosen), pytest.raises(Ended):
            asked()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_all_orders_of_factors_agree() -> None:
    laws = [[(3, 1), (1, 3)], [(5, 2), (2, 5), (3, 3)], [(1, 0), (7, 6), (0, 2)]]
    values = set()
    for order in product(range(3), repeat=3):
        if len(set(order)) == 3:
            sums = Halves(product_of([(laws[i], 2) for i in order])).event_sums(Level.alpha(2))
            values.add((sums.forward, sums.backward, sums.denominator))
    assert len(values) == 1
