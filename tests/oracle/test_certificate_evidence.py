"""What certificates say of the pairs: by definition, at the first level that is enough.

Every certificate here is also checked by `verify.check`, as all are that tests write.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import ceil, floor
from typing import Any

import pytest
import twin
from oracle_checks import exact

import verify
from verify.claim.certificate import evidence
from verify.claim.certificate.levels import above, below
from verify.exact.level import Level
from verify.mechanisms import randomized_response

IRRATIONAL = {
    "1/2": ("1/2", []),
    "3": (3, []),
    "1e-30": ("1e-30", []),
    "ln(3)/2": (0, [(3, "1/2")]),
    "1/2 + ln(2)": ("1/2", [(2, 1)]),
}
HAIR = Fraction(1, 2**50)
Row = list[Fraction]

P = [Fraction(n, 40) for n in (26, 8, 4, 2)]
Q = [Fraction(n, 40) for n in (1, 10, 8, 21)]
R = [Fraction(n, 40) for n in (10, 10, 10, 10)]
"""P/Q is at most 26, Q/P at most 21/2; their product is 273"""


def table(*rows: Row) -> verify.Channel:
    return verify.Channel([f"x{i}" for i in range(len(rows))], None, list(rows))


def number(text: str) -> Fraction:
    above, _, below = text.partition("/")
    return Fraction(int(above, 16), int(below or "0x1", 16))


def written(verdict: Any) -> dict[str, Any]:
    return json.loads(bytes(verdict.certificate()))


def sums(p: Row, q: Row, alpha: Fraction) -> list[Fraction]:
    event = [z for z in range(len(p)) if p[z] > alpha * q[z]]
    return [sum((row[z] for z in event), Fraction(0)) for row in (p, q)]


def worst(rows: list[Row], alpha: Fraction) -> Fraction:
    found = (sums(p, q, alpha) for p in rows for q in rows)
    return max(a - alpha * b for a, b in found)


def said(tree: dict[str, Any]) -> tuple[Fraction, list[list[Fraction]]]:
    """The level, and the sums of all pairs."""
    evidence = tree["evidence"]
    return number(evidence["level"]), [[number(text) for text in row] for row in evidence["sums"]]


def dyadic(epsilon: str, whole: Any) -> Iterator[Fraction]:
    """α rounded to 32, 64, 128, … binary places."""
    low, high = twin.level_bounds(*IRRATIONAL[epsilon])
    for bits in (32, 64, 128, 256):
        found = whole(low * 2**bits)
        assert found == whole(high * 2**bits)
        yield Fraction(found, 2**bits)


@pytest.mark.parametrize("epsilon", sorted(IRRATIONAL))
def test_levels_beside_an_irrational_one(epsilon: str) -> None:
    level = Level.epsilon(epsilon)
    assert [exact(a) for a in islice(above(level), 4)] == list(dyadic(epsilon, ceil))
    low, _ = twin.level_bounds(*IRRATIONAL[epsilon])
    for bits, found in zip((32, 64, 128, 256), below(level), strict=False):
        assert 2**bits % exact(found).denominator == 0
        assert low - Fraction(2, 2**bits) < exact(found) < low


@pytest.mark.parametrize("hair", ["-1e-25", "1e-25"])
def test_a_level_beside_a_number_that_is_short_in_binary(hair: str) -> None:
    """Never on the wrong side, however near 3/2 is."""
    level = Level.epsilon(f"ln(3/2) + {hair}" if hair[0] != "-" else f"ln(3/2) - {hair[1:]}")
    low, high = twin.level_bounds(hair, [("3/2", 1)])
    for bits, less, more in zip((32, 64, 128, 256), below(level), above(level), strict=False):
        assert low - Fraction(2, 2**bits) < exact(less) < low
        assert high < exact(more) < high + Fraction(2, 2**bits)


@pytest.mark.parametrize("near", [above, below])
def test_a_rational_level_stands_for_itself(near: Any) -> None:
    assert list(near(Level.alpha("3/2"))) == [Fraction(3, 2)]
    assert list(near(Level.epsilon("2*ln(3)"))) == [9]
    assert list(near(Level.epsilon("500000*ln(2)"))) == [2**500_000]


@pytest.mark.parametrize("near", [above, below])
@pytest.mark.parametrize("epsilon", ["70000", "1e30", "2000000*ln(2)"])
def test_a_level_beyond_all_use_is_any_great_number(near: Any, epsilon: str) -> None:
    assert list(islice(near(Level.epsilon(epsilon)), 3)) == [2**32, 2**64, 2**128]


@pytest.mark.parametrize("near", [above, below])
def test_a_great_level_is_still_approached(near: Any) -> None:
    found = list(islice(near(Level.epsilon("65535")), 10))
    assert 2**94_547 < found[-1] < 2**94_548  # 65535/ln 2 = 94547.02…
    assert max(found) < 2**94_548


@pytest.mark.parametrize(
    ("epsilon", "bits"), [("700", []), ("1000", [10]), ("65535", range(10, 17))]
)
def test_powers_of_two_below_a_great_level_come_first(epsilon: str, bits: list[int]) -> None:
    """2^1024, 2^2048, … up to 2^65536, as far as they are below α; then α nearly."""
    found = list(islice(below(Level.epsilon(epsilon)), len(bits) + 1))
    assert found[:-1] == [2**2**n for n in bits]
    low, _ = twin.level_bounds(epsilon)
    gap = 1 - exact(found[-1]) / low
    assert bool(0 < gap < Fraction(1, 2**60))  # numbers too long to be shown


@pytest.mark.parametrize("alpha", ["1", "2", "13/5", "1000"])
def test_at_a_rational_level_all_pairs_have_its_sums(alpha: str) -> None:
    rows, level = [P, Q, R], Fraction(alpha)
    delta = worst(rows, level)
    tree = written(verify.certify(table(*rows), alpha=alpha, delta=delta))
    assert tree["pairs"] == [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]
    pairs = [(rows[i], rows[j]) for i, j in tree["pairs"]]
    assert said(tree) == (level, [sums(p, q, level) for p, q in pairs])


@pytest.mark.parametrize("spare", [Fraction(1, 100), HAIR, HAIR**2])
@pytest.mark.parametrize("epsilon", sorted(IRRATIONAL))
def test_the_first_level_below_that_is_enough(epsilon: str, spare: Fraction) -> None:
    rows = [P, Q]
    delta = worst(rows, twin.level_bounds(*IRRATIONAL[epsilon])[0]) + spare
    level, shown = said(written(verify.certify(table(*rows), epsilon=epsilon, delta=delta)))
    tried = [max(exact(a), Fraction(1)) for a in islice(below(Level.epsilon(epsilon)), 4)]
    assert level == next(alpha for alpha in tried if worst(rows, alpha) <= delta)
    assert shown == [sums(P, Q, level), sums(Q, P, level)]


@pytest.mark.parametrize("spare", [Fraction(1, 100), HAIR, HAIR**2])
@pytest.mark.parametrize("epsilon", sorted(IRRATIONAL))
def test_the_first_level_above_that_still_refutes(epsilon: str, spare: Fraction) -> None:
    rows = [Q, P]
    delta = worst(rows, twin.level_bounds(*IRRATIONAL[epsilon])[0]) - spare
    tree = written(verify.certify(table(*rows), epsilon=epsilon, delta=delta))
    level, shown = said(tree)
    assert level == next(a for a in dyadic(epsilon, ceil) if worst(rows, a) > delta)
    (pair,) = tree["pairs"]
    ((a, b),) = shown
    assert [a, b] == sums(*(rows[i] for i in pair), level)
    assert a - level * b > delta


def test_at_the_very_delta_of_a_level_beside_the_claimed_one() -> None:
    """Equality proves that a claim holds, and refutes none."""
    root = next(dyadic("1/2", floor))
    everywhere = table([Fraction(1, 4), Fraction(3, 4)], [Fraction(0), Fraction(1)])
    held = verify.certify(everywhere, epsilon="1/2", delta="1/4")  # 1/4 − α·0
    assert said(written(held))[0] == root
    above = list(dyadic("1/2", ceil))
    refuted = verify.certify(table(P, Q), epsilon="1/2", delta=worst([P, Q], above[0]))
    assert said(written(refuted))[0] == above[1]


def leak(ratio: int) -> verify.Channel:
    """P has 1/4 where Q has nothing, and an outcome of a great ratio."""
    rest = Fraction(1, 4 * ratio)
    return table([Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)], [Fraction(0), rest, 1 - rest])


def test_beyond_all_ratios_only_what_one_law_lacks_is_left() -> None:
    tree = written(verify.certify(leak(2**40), epsilon="1e30", delta="1/5"))
    assert said(tree) == (2**64, [[Fraction(1, 4), Fraction(0)]])
    assert tree["verdict"] == "violated"
    tree = written(verify.certify(leak(2**40), epsilon="1e30", delta="1/3"))
    assert said(tree)[0] == 2**64  # at 2^32 it is nearly 1/2
    assert said(tree)[1][0] == [Fraction(1, 4), Fraction(0)]


def test_a_great_finite_ratio_is_not_taken_for_an_infinite_one() -> None:
    """2^32 is below e^70000: an event with Q > 0 there proves nothing about the claim."""
    mechanism = table([Fraction(1, 2)] * 2, [Fraction(1, 2**140_000), 1 - Fraction(1, 2**140_000)])
    verdict = verify.certify(mechanism, epsilon="70000", delta="1/4")
    level, shown = said({"evidence": evidence.evidence_of(verdict).written})
    assert 2**100_988 < level < 2**139_999  # e^70000 lies between 2^100988 and 2^100989
    assert shown == [[Fraction(1, 2), Fraction(1, 2**140_000)]]


def test_the_end_of_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    low, _ = twin.level_bounds(*IRRATIONAL["1/2"])
    star = worst([P, Q], low)
    verdicts = [
        verify.certify(table(P, Q), epsilon="1/2", delta=star + HAIR),
        verify.certify(table(P, Q), epsilon="1/2", delta=star - HAIR),
        verify.certify(table(P, Q), eta="ln(273) - 1e-14"),
    ]
    for verdict in verdicts:
        monkeypatch.setattr(evidence, "MOST_ATTEMPTS", 1)
        assert verdict.certificate()
        monkeypatch.setattr(evidence, "MOST_ATTEMPTS", 0)
        with pytest.raises(verify.NotAvailableError, match="no rational level of moderate length"):
            verdict.certificate()


def moment(p: Row, q: Row, order: int) -> Fraction:
    return sum((a**order / b ** (order - 1) for a, b in zip(p, q, strict=True)), Fraction(0))


@pytest.mark.parametrize("order", [2, 5])
def test_moments(order: int) -> None:
    rows = [R, P, Q]
    holds = verify.certify(table(*rows), order=order, epsilon="10")
    tree = written(holds)
    expected = [moment(rows[i], rows[j], order) for i, j in tree["pairs"]]
    assert [number(text) for text in tree["evidence"]["moments"]] == expected
    assert tree["pairs"] == [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]
    tree = written(verify.certify(table(*rows), order=order, epsilon="1/10"))
    assert tree["pairs"] == [[0, 1]]  # of the two inputs that are left, P is the first
    assert [number(text) for text in tree["evidence"]["moments"]] == [moment(P, Q, order)]


@pytest.mark.parametrize("claim", [{"order": 2, "epsilon": "1"}, {"eta": "1"}])
def test_infinite_measures_are_shown_by_an_event(
    claim: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for ratio, expected in ((2, 2**32), (2**40, 2**64)):
        verdict = verify.certify(leak(ratio), **claim)
        tree = written(verdict)
        assert tree["pairs"] == [[0, 1]]
        assert said(tree) == (expected, [[Fraction(1, 4), Fraction(0)]])
    monkeypatch.setattr(evidence, "MOST_ATTEMPTS", 1)
    with pytest.raises(verify.NotAvailableError, match="no rational level of moderate length"):
        verdict.certificate()


def test_an_infinite_range_either_way() -> None:
    """The ratio of two events is without bound as soon as one of them is."""
    for rows, pair in (([0, 1], [0, 1]), ([1, 0], [1, 0])):
        laws = [[Fraction(1, 4), Fraction(3, 4)], [Fraction(0), Fraction(1)]]
        mechanism = table(*(laws[i] for i in rows))
        tree = written(verify.certify(mechanism, eta="1"))
        assert said(tree) == (2**32, [[Fraction(1, 4), Fraction(0)]])
        assert tree["pairs"] == [pair]


def test_ratios_of_a_range_that_is_kept() -> None:
    rows = [P, Q, R]
    tree = written(verify.certify(table(*rows), eta="ln(273)"))
    expected = [max(a / b for a, b in zip(rows[i], rows[j], strict=True)) for i, j in tree["pairs"]]
    assert [number(text) for text in tree["evidence"]["ratios"]] == expected
    assert tree["pairs"] == [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]


HALF = [Fraction(1, 2), Fraction(1, 2)]
ONE_WAY = [Fraction(1, 100), Fraction(99, 100)]


@pytest.mark.parametrize(
    ("rows", "eta", "least"),
    [
        ([P, Q], "ln(273) - 1e-5", ("-1e-5", [(273, 1)])),
        ([P, Q], "ln(273) - 1e-14", ("-1e-14", [(273, 1)])),
        ([P, Q], "1/10", ("1/10", [])),
        ([P, Q], "4", (4, [])),
        ([Q, P], "ln(272)", (0, [(272, 1)])),
        ([HALF, ONE_WAY], "4", (4, [])),
        ([HALF, ONE_WAY], "ln(98)", (0, [(98, 1)])),
        ([ONE_WAY, HALF], "ln(98)", (0, [(98, 1)])),
    ],
)
def test_ratios_that_are_passed_both_ways(rows: list[Row], eta: str, least: Any) -> None:
    tree = written(verify.certify(table(*rows), eta=eta))
    assert sorted(tree["pairs"]) == [[0, 1], [1, 0]]
    found = [number(text) for text in tree["evidence"]["ratios"]]
    for (i, j), ratio in zip(tree["pairs"], found, strict=True):
        assert ratio >= 1
        assert sums(rows[i], rows[j], ratio)[0] > 0
    assert found[0] * found[1] >= twin.level_bounds(*least)[0]


def test_great_ratios_that_are_passed_both_ways() -> None:
    """2^32 is below e^70000, which lies between 2^100988 and 2^100989."""
    far = [Fraction(1, 2**200_000), 1 - Fraction(1, 2**200_000)]
    found = evidence.evidence_of(verify.certify(table(far, far[::-1]), eta="70000")).written
    one, other = map(number, found["ratios"])
    assert one * other > 2**100_988
    assert 1 <= min(one, other) <= max(one, other) < 2**200_000 - 1


def test_no_evidence_of_concentrated_privacy() -> None:
    verdict = verify.certify(randomized_response("3/4"), rho="10")
    with pytest.raises(verify.NotAvailableError, match="zCDP has no certificate yet"):
        evidence.evidence_of(verdict)
