"""``certify`` against the twin: every direction, event and decimal of small channels."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import pytest
import twin
from hypothesis import given
from hypothesis import strategies as st
from oracle_checks import check_certified, check_irrational
from oracle_models import Both, alphas, channel, channels

import verify

IRRATIONAL = {
    "0.5": ("1/2", []),
    "1/7": ("1/7", []),
    "1e-30": ("1e-30", []),
    "3": (3, []),
    "ln(3)/2": (0, [(3, "1/2")]),
    "1/2 + ln(2)": ("1/2", [(2, 1)]),
    "ln(5)/3 - 1/4": ("-1/4", [(5, "1/3")]),
    "200*ln(2) + ln(3)/7": (0, [(2, 200), (3, "1/7")]),
}


@given(st.data())
def test_every_direction_at_a_rational_level(data: Any) -> None:
    both = data.draw(channels())
    check_certified(both, both.pairs, data.draw(alphas(both.twin)))


@given(channels(), st.sampled_from(sorted(IRRATIONAL)))
def test_every_direction_at_an_irrational_level(both: Both, epsilon: str) -> None:
    check_irrational(both, both.pairs, epsilon, twin.level_bounds(*IRRATIONAL[epsilon]))


@pytest.mark.parametrize("epsilon", sorted(IRRATIONAL))
def test_a_ratio_a_hair_beside_an_irrational_level(epsilon: str) -> None:
    low, high = twin.level_bounds(*IRRATIONAL[epsilon])
    for near in (low, high):
        q = 1 / (2 * near + 1)
        both = channel(["x", "y"], [[near * q, 1 - near * q], [q, 1 - q]])
        finer = twin.level_bounds(*IRRATIONAL[epsilon], digits=800)
        check_irrational(both, both.pairs, epsilon, finer)


def test_denominators_of_thousands_of_bits() -> None:
    p = [Fraction(1, 3**700), Fraction(1, 5**500), Fraction(1, 7**300)]
    q = [Fraction(2, 3**700), Fraction(1, 11**400), Fraction(0)]
    both = channel(["x", "y"], [[*p, 1 - sum(p)], [*q, 1 - sum(q)]])
    for alpha in (Fraction(1), Fraction(2), Fraction(11**400, 5**500), Fraction(10**300)):
        check_certified(both, both.pairs, alpha)


@pytest.mark.parametrize("p", ["1/2", "1", "0", "3/4", "1/3"])
def test_randomized_response_of_every_kind(p: str) -> None:
    for k in (2, 3, 5):
        engine = verify.mechanisms.k_randomized_response(k, p)
        both = Both(twin.response(k, p), engine)
        for alpha in (Fraction(1), Fraction(3, 2), Fraction(3), Fraction(9)):
            check_certified(both, both.pairs, alpha)


@pytest.mark.parametrize(
    ("inputs", "adjacency"),
    [(["x"], "all_pairs"), ([1, 10], {"within": 1}), ([("a", "b"), ("c", "d")], "hamming")],
)
def test_no_neighbours_is_no_verdict(inputs: list[object], adjacency: object) -> None:
    table = verify.Channel(inputs, ["0", "1"], [["1/4", "3/4"]] * len(inputs))
    for ask in (verify.epsilon, verify.profile, partial(verify.certify, alpha=1)):
        with pytest.raises(verify.InputError, match="adjacency: "):
            ask(table, adjacency=adjacency)


@pytest.mark.parametrize("adjacency", ["replace", "all_pairs"])
def test_symbolic_adjacencies_of_a_channel(adjacency: str) -> None:
    both = channel(["x", "y", "z"], [["1/4", "3/4"], ["1/2", "1/2"], [1, 0]])
    check_certified(both, both.pairs, Fraction(2), adjacency)


def test_twenty_directions_unless_all_are_asked_for() -> None:
    laws = [[Fraction(i, 20), 1 - Fraction(i, 20)] for i in range(8)]
    both = channel([f"x{i}" for i in range(8)], laws)
    short = verify.certify(both.engine, alpha=2)
    expected = [(x, y) for x, y, _ in twin.directions(both.twin, both.pairs, Fraction(2))]
    assert [(d.input, d.neighbour) for d in short.directions] == expected[:20]
    assert short.pairs == 56


@given(st.data())
def test_a_claim_read_from_a_document_is_the_claim_of_the_call(data: Any) -> None:
    both = data.draw(channels())
    alpha = data.draw(alphas(both.twin))
    outputs = list(both.engine.outputs)
    rows = [[str(p) for p in law.values()] for law in both.twin.values()]
    model = {"type": "channel", "inputs": list(both.twin), "outputs": outputs, "rows": rows}
    claim = {"alpha": str(alpha), "delta": "1/4"}
    document = verify.load({"schema": 1, "mechanism": model, "claim": claim})
    verdict = verify.certify(document.mechanism, document.claims[0])
    star = twin.delta_star(both.twin, both.pairs, alpha)
    assert verdict.holds == (star <= Fraction(1, 4))
    assert verdict.delta_star.exact == star
