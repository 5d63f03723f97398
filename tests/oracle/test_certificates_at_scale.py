"""Certificates of long compositions: valid as they are, and never with other numbers."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import certificate_twin as by_hand
import pytest
from certificate_checks import check_certificate
from hypothesis import given, settings
from hypothesis import strategies as st

import verify
from verify.check import INVALID, check
from verify.combinators import fresh
from verify.law.mechanism import Mechanism
from verify.mechanisms import channel, geometric, randomized_response

UNIT = 2**60


def three(count: int) -> Mechanism:
    rows = [["61/100", "29/100", "10/100"], ["13/100", "37/100", "50/100"]]
    return fresh(channel(["0", "1"], "abc", rows), count)


def five(count: int) -> Mechanism:
    random = Random(33)
    rows = []
    for _ in range(2):
        weights = [random.randrange(2**29, 2**31) for _ in range(4)]
        rows.append([Fraction(w, 2**33) for w in (*weights, 2**33 - sum(weights))])
    return fresh(channel(["0", "1"], "abcde", rows), count)


def far_geometric(count: int) -> Mechanism:
    base = geometric("1/2", 0, 8, sensitivity=8)
    return fresh(base, count).under({"pairs": [["0", "8"]]})


def different(count: int) -> Mechanism:
    random = Random(60)
    parts = [Fraction(random.randrange(UNIT // 2, 3 * UNIT // 4), UNIT) for _ in range(count)]
    return fresh([randomized_response(p) for p in parts])


def near_a_lattice(count: int) -> Mechanism:
    """ε = i/20, with p rounded to 60 bits: sums of ε nearly meet."""
    odds = [Fraction(2000 * i + 39999, 39999) ** 2 for i in range(count)]
    return fresh([randomized_response(Fraction(round(UNIT * x / (1 + x)), UNIT)) for x in odds])


CASES: dict[str, tuple[Mechanism, str]] = {
    "three outcomes, 10^4 times": (three(10**4), "7114"),
    "five outcomes, 60 times": (five(60), "ln(2)"),
    "geometric noise, 1000 times": (far_geometric(1000), "6672*ln(2)"),
    "thirty different responses": (different(30), "ln(100)"),
    "thirty near a lattice": (near_a_lattice(30), "1064/100"),
}


def written(name: str, share: str) -> tuple[verify.Verdict, Any]:
    """The verdict on a δ that is a share of δ*, and its certificate after a check."""
    mechanism, epsilon = CASES[name]
    star = Fraction(verify.certify(mechanism, epsilon=epsilon, delta=1).delta_star.lower())
    assert 0 < star < Fraction(99, 100)
    verdict = verify.certify(mechanism, epsilon=epsilon, delta=star * Fraction(share))
    return verdict, check_certificate(verdict, by_definition=False)


@pytest.mark.parametrize("name", CASES)
def test_a_claim_that_holds(name: str) -> None:
    verdict, tree = written(name, "1001/1000")
    assert verdict.holds
    assert len(tree["pairs"]) == 2


@pytest.mark.parametrize(("name", "place"), [*zip(CASES, (0, 1, 1, 0, 1), strict=True)])
def test_a_claim_that_is_violated(name: str, place: int) -> None:
    """And P(S) or Q(S) is not more by the least amount that can be written down."""
    verdict, tree = written(name, "999/1000")
    assert not verdict.holds
    number = by_hand.number(tree["evidence"]["sums"][0][place])
    top, low = hex(number.numerator + 1), hex(number.denominator)
    tree["evidence"]["sums"][0][place] = f"{top}/{low}"
    found = check(by_hand.sealed(tree))
    assert found == (INVALID, "evidence.sums[0]: the numbers are others")


@pytest.mark.parametrize("name", ["five outcomes, 60 times", "geometric noise, 1000 times"])
def test_another_claim_or_verdict(name: str) -> None:
    _, tree = written(name, "1001/1000")
    for key, value, line in (
        ("claim", {**tree["claim"], "delta": "0x1/0x100"}, "the claim fails"),
        ("verdict", "violated", "the claim holds"),
    ):
        found = check(by_hand.sealed({**tree, key: value}))
        assert found == (INVALID, f"evidence.sums[0]: {line}")


LAWS = {
    "two": [["2/3", "1/3"], ["1/5", "4/5"]],
    "three": [["61/100", "29/100", "10/100"], ["13/100", "37/100", "50/100"]],
    "a lattice": [["4/7", "2/7", "1/7"], ["1/7", "2/7", "4/7"]],
    "gaps": [["8/12", "2/12", "1/12", "1/12"], ["1/12", "1/12", "2/12", "8/12"]],
    "something apart": [["1/2", "1/4", "1/4", 0], ["1/4", "1/2", 0, "1/4"]],
    "one ratio twice": [["1/2", "1/4", "1/4"], ["1/6", "1/12", "3/4"]],
}


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.sampled_from(sorted(LAWS)), st.integers(1, 12)), min_size=1, max_size=4),
    st.sampled_from([{"alpha": 1}, {"alpha": 2}, {"alpha": "40/3"}, {"epsilon": "5/2"}]),
    st.booleans(),
)
def test_powers_beside_powers(
    parts: list[tuple[str, int]], level: dict[str, Any], holds: bool
) -> None:
    mechanism = fresh(
        [
            fresh(channel(["0", "1"], "abcd"[: len(LAWS[name][0])], LAWS[name]), n)
            for name, n in parts
        ]
    )
    star = Fraction(verify.certify(mechanism, **level, delta=1).delta_star.lower())
    delta = star + (1 - star) / 1000 if holds else star * Fraction(999, 1000)
    verdict = verify.certify(mechanism, **level, delta=delta)
    assert verdict.holds or star > 0
    check_certificate(verdict, by_definition=False)
