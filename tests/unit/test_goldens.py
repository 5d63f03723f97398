"""Reference values, each computed once by hand in fractions, through the Python interface."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpq

import verify
from verify.combinators import copies, fresh, shared
from verify.mechanisms import leaky, randomized_response

RR = randomized_response("3/4")


def star(mechanism: verify.Mechanism, alpha: Any, adjacency: Any = None) -> mpq:
    return verify.certify(mechanism, alpha=alpha, adjacency=adjacency).delta_star.exact


def pure(mechanism: verify.Mechanism, adjacency: Any = None) -> mpq | None:
    """The pure level, which certify and epsilon find in different ways."""
    found = verify.certify(mechanism, alpha=1, adjacency=adjacency).pure_alpha
    assert verify.epsilon(mechanism, adjacency=adjacency).alpha == found
    return found


class TestTwoFreshResponses:
    mechanism = fresh(RR, 2)

    def test_delta(self) -> None:
        assert star(self.mechanism, 3) == mpq(3, 8)
        assert star(self.mechanism, 1) == mpq(1, 2)
        assert pure(self.mechanism) == 9

    def test_laws_of_the_number_of_ones(self) -> None:
        ones = verify.combinators.postprocess(self.mechanism, lambda y: y.count("1")).table
        assert ones.outputs == ("0", "1", "2")
        assert ones.row(0) == [mpq(9, 16), mpq(6, 16), mpq(1, 16)]
        assert ones.row(1) == ones.row(0)[::-1]

    def test_witness(self) -> None:
        witness = verify.certify(self.mechanism, alpha=3).witness
        assert (witness.input, witness.neighbour) == ("0", "1")
        assert (witness.p, witness.q, witness.excess) == (mpq(9, 16), mpq(1, 16), mpq(3, 8))
        assert witness.event.to_json()["counts"] == [{"0": 2, "1": 0}]

    @pytest.mark.parametrize(("delta", "holds"), [("0.374", False), ("0.375", True), ("3/8", True)])
    def test_claims(self, delta: str, holds: bool) -> None:
        verdict = verify.certify(self.mechanism, alpha=3, delta=delta)
        assert verdict.holds == holds
        assert verdict.verdict == ("holds" if holds else "violated")
        assert verdict.margin.exact == mpq(Fraction(delta)) - mpq(3, 8)
        assert verdict.delta_star.lower() == verdict.delta_star.upper() == "0.37500000000000000"

    def test_profile(self) -> None:
        curve = verify.profile(self.mechanism)
        assert curve.breakpoints == (9,)
        assert (curve.total_variation, curve.attacker_accuracy) == (mpq(1, 2), mpq(3, 4))
        expected = [(0, 1), ("1/16", "7/16"), ("7/16", "1/16"), (1, 0)]
        found = curve.trade_off(("0", "1"))
        assert found == tuple((mpq(a), mpq(b)) for a, b in expected)


def test_three_fresh_responses() -> None:
    mechanism = fresh(RR, 3)
    assert star(mechanism, 3) == mpq(3, 8)
    assert star(mechanism, 9) == mpq(9, 32)
    assert pure(mechanism) == 27
    event = verify.certify(mechanism, alpha=3).witness.event.to_json()
    assert event["counts"] == [{"0": 3, "1": 0}]  # the excess of two zeros is exactly 0


@pytest.mark.parametrize(
    ("count", "alpha", "delta"),
    [(3, 9, "9/32"), (5, 3, "75/128"), (10, 27, "89289/131072")],
)
def test_more_fresh_responses(count: int, alpha: int, delta: str) -> None:
    mechanism = fresh(RR, count)
    assert star(mechanism, alpha) == mpq(delta)
    assert verify.profile(mechanism).delta(alpha=alpha) == mpq(delta)
    assert pure(mechanism) == 3**count
    assert star(mechanism, 3**count) == 0


@pytest.mark.parametrize("count", [1, 2, 12])
def test_copies(count: int) -> None:
    mechanism = copies(RR, count)
    assert pure(mechanism) == 3
    curve, single = verify.profile(mechanism), verify.profile(RR)
    assert curve.breakpoints == single.breakpoints == (3,)
    for alpha in ("1", "3/2", "2", "5/2", "3", "100"):
        assert curve.delta(alpha=alpha).exact == single.delta(alpha=alpha).exact
    event = verify.certify(mechanism, alpha=2).witness.event.to_json()
    assert event["outputs"] == [["0"] * count]
    ones = verify.combinators.postprocess(mechanism, lambda y: y.count("1")).table
    assert ones.outputs == ("0", str(count))  # nothing in between
    assert ones.row(0) == [mpq(3, 4), mpq(1, 4)]


def test_fresh_and_copies_agree_for_one_release() -> None:
    once, shown = verify.profile(fresh(RR, 1)), verify.profile(copies(RR, 1))
    for alpha in ("1", "3/2", "2", "3", "10"):
        assert once.delta(alpha=alpha).exact == shown.delta(alpha=alpha).exact


def test_a_budget_beside_the_exact_value() -> None:
    found = verify.budget(fresh(randomized_response("9/10"), 2), step_alpha=3)
    assert (found.step_delta, found.queries) == (mpq(3, 5), 2)
    assert (found.total_level.value, found.total_delta) == (9, 1)
    assert found.exact == mpq(18, 25)


class TestSharedMask:
    tables = (
        {"0": {"0": "0", "1": "1"}, "1": {"0": "0", "1": "1"}},
        {"0": {"0": "0", "1": "1"}, "1": {"0": "1", "1": "0"}},
    )
    fair = ({"0": "1/2", "1": "1/2"},)

    @pytest.mark.parametrize("which", [0, 1])
    def test_each_output_alone_says_nothing(self, which: int) -> None:
        alone = shared(*self.fair, [self.tables[which]])
        assert pure(alone) == 1
        assert star(alone, 1) == 0

    @pytest.mark.parametrize("alpha", [1, 2, 10**30])
    def test_both_together_say_all(self, alpha: int) -> None:
        joint = shared(*self.fair, self.tables)
        assert star(joint, alpha) == 1
        assert pure(joint) is None

    def test_as_one_number(self) -> None:
        joint = shared(*self.fair, self.tables)
        kernel = {("0", "0"): "0", ("0", "1"): "1", ("1", "0"): "2", ("1", "1"): "3"}
        number = verify.combinators.postprocess(joint, kernel)
        assert star(number, 100) == 1


def test_no_information_and_no_noise() -> None:
    assert pure(randomized_response("1/2")) == 1
    assert pure(fresh(randomized_response("1/2"), 100)) == 1
    for alpha in (1, 3, 10**50):
        assert star(randomized_response(1), alpha) == 1
        assert star(fresh(randomized_response(0), 3), alpha) == 1
    assert pure(randomized_response(1)) is None


def test_a_leak_twice() -> None:
    mechanism = fresh(leaky("1/10"), 2)
    for alpha in (1, 3, 10**9):
        assert star(mechanism, alpha) == mpq(19, 100)
    assert verify.epsilon(mechanism, delta="19/100").alpha == 1
    assert verify.epsilon(mechanism, delta="189/1000").alpha is None


def test_different_mechanisms() -> None:
    parts = [randomized_response(alpha=1 + Fraction(1, i)) for i in range(1, 5)]
    mechanism = fresh(parts)
    assert star(mechanism, 2) == mpq(142, 945)
    assert pure(mechanism) == 5


@pytest.mark.parametrize(
    ("epsilon", "holds"),
    [
        ("ln(3)", True),
        ("1.0986122886681096", False),
        ("1.0986122886681098", True),
        ("ln(3)/1000000007", False),
        ("1e30", True),
        ("0", False),
        ("ln(9)/2", True),
        ("ln(9) - ln(3)", True),
        ("ln(3) - 1e-60", False),
        ("ln(3) + 1e-60", True),
    ],
)
def test_one_response_near_its_level(epsilon: str, holds: bool) -> None:
    verdict = verify.certify(RR, epsilon=epsilon)
    assert verdict.holds == holds
    assert (verdict.delta_star.sign_against(mpq(0)) > 0) == (not holds)
    assert verdict.pure_alpha == 3


def test_the_excess_near_a_tie_is_enclosed() -> None:
    delta = verify.certify(RR, epsilon="1.0986122886681096").delta_star
    assert (delta.a, delta.b) == (mpq(3, 4), mpq(1, 4))
    assert delta.exact is None
    assert delta.lower().startswith("6.854643392769")
    assert delta.lower().endswith("e-17")
    tiny = verify.certify(RR, epsilon="ln(3)/1000000007").delta_star
    assert tiny.lower().startswith("0.49999999972534")


def test_bits_of_a_rappor_report() -> None:
    bit = randomized_response("21/40")  # f = .95
    assert pure(bit) == mpq(21, 19)
    assert verify.epsilon(fresh(bit, 6)).epsilon.startswith("0.6005")
    assert verify.epsilon(fresh(bit, 8)).epsilon.startswith("0.8006")
    permanent = randomized_response("5/8")  # f = .75
    kernel = {"0": {"0": "0.55", "1": "0.45"}, "1": {"0": "0.45", "1": "0.55"}}
    assert pure(verify.combinators.postprocess(permanent, kernel=kernel)) == mpq(41, 39)
