"""Claims about laws with powers of e: always decided, ties included."""

from __future__ import annotations

from typing import Any

import pytest
from gmpy2 import mpq

import verify
from verify.combinators import (
    adaptive,
    copies,
    fresh,
    mixture,
    parallel,
    postprocess,
    random_allocation,
)
from verify.exact.level import Level
from verify.exact.quotient import Quotient
from verify.exact.ring import RingNumber
from verify.exact.ring_level import RingLevel, level_of
from verify.loss.delta import Delta, RingDelta
from verify.mechanisms import (
    channel,
    discrete_laplace,
    k_randomized_response,
    leaky,
    randomized_response,
    report_noisy_max,
    unary_encoding,
)

E = RingNumber.power(1)
RR1 = randomized_response(epsilon=1)


def test_an_allocation_of_a_response_at_epsilon_one() -> None:
    """Of the eight outcomes of three rounds, those with three or two true answers are worse.

    Over (1 + e)³ the weights with k ones are (k·e + (3 − k)/e)·e^(3 − k)/3 under "present" and
    e^(3 − k) under "absent"; the ratios are e, (2e + 1/e)/3 = 1.93…, (e + 2/e)/3 = 1.15… and 1/e.
    """
    verdict = verify.certify(random_allocation(RR1, 0, 1, 3), alpha="3/2", full=True)
    found = {str(direction.input): direction.delta for direction in verdict.directions}
    scale = (1 + E) ** 3
    p, q = E + (2 * E**2 + 1), 1 + 3 * E  # one outcome of three ones, three of two
    assert (found["1"].a, found["1"].b) == (p / scale, q / scale)
    p, q = E**3, E**2  # no one at all
    assert (found["0"].a, found["0"].b) == (p / scale, q / scale)


class TestRandomizedResponseAtEpsilonOne:
    def test_its_own_level_holds_with_nothing_to_spare(self) -> None:
        verdict = verify.certify(RR1, epsilon="1")
        assert verdict.holds
        assert verdict.delta_star.exact == 0
        assert verdict.margin.exact == 0
        assert verdict.pure_alpha == verdict.least_alpha == E
        assert verdict.witness is None

    @pytest.mark.parametrize("epsilon", ["0.999999999999999999999", "ln(2718281828/1000000000)"])
    def test_a_hair_below_is_violated(self, epsilon: str) -> None:
        verdict = verify.certify(RR1, epsilon=epsilon)
        assert verdict.verdict == "violated"
        assert 0 < verdict.delta_star < mpq(1, 10**9)
        assert verdict.witness.p == E / (1 + E)
        assert verdict.witness.q == 1 / (1 + E)
        assert verdict.witness.excess.value == E / (1 + E) - Level.epsilon(epsilon).number() / (
            1 + E
        )

    @pytest.mark.parametrize("epsilon", ["1.000000000000000000001", "ln(2718281829/1000000000)"])
    def test_a_hair_above_holds(self, epsilon: str) -> None:
        assert verify.certify(RR1, epsilon=epsilon).holds

    def test_rational_levels(self) -> None:
        verdict = verify.certify(RR1, alpha=2)
        assert verdict.delta_star.value == (E - 2) / (1 + E)
        assert verdict.delta_star.exact is None
        assert not verdict.delta_star.is_rational
        assert (verdict.delta_star.lower(), verdict.delta_star.upper()) == (
            "0.19317573589001463",
            "0.19317573589001464",
        )
        tight = verdict.delta_star.enclose(200)
        assert verify.certify(RR1, alpha=2, delta=tight[1]).holds
        assert not verify.certify(RR1, alpha=2, delta=tight[0]).holds

    def test_least_levels(self) -> None:
        assert verify.epsilon(RR1).epsilon == "1"
        least = verify.epsilon(RR1, delta="1/10")
        assert least.alpha == E - (1 + E) / 10
        assert least.epsilon == "0.85290510136432181"
        assert verify.epsilon(RR1, delta="1/2").alpha == 1
        assert verify.epsilon(RR1, delta="1/2").epsilon == "0"

    def test_the_curve(self) -> None:
        curve = verify.profile(RR1)
        assert curve.breakpoints == (E,)
        assert curve.total_variation == (E - 1) / (1 + E)
        assert curve.attacker_accuracy == E / (1 + E)
        assert curve.trade_off((0, 1)) == ((0, 1), (1 / (1 + E), 1 / (1 + E)), (1, 0))
        assert curve.delta(epsilon=1).exact == 0

    def test_rational_numbers_in_a_ring_law_are_given_as_such(self) -> None:
        """With probability 1/2 the input itself: δ* is 1/2 where the rest has none."""
        half = leaky("1/2", RR1)
        star = verify.certify(half, epsilon=1).delta_star
        assert star.exact == mpq(1, 2)
        assert isinstance(star, RingDelta)
        assert (star.lower(), star.upper()) == ("0.50000000000000000", "0.50000000000000000")


ODDS = {
    "1": E,
    "0.5": RingNumber.power(mpq(1, 2)),
    "ln(3)/2": RingNumber.power(factors=[(3, mpq(1, 2))]),
    "1/2 + ln(2)": 2 * RingNumber.power(mpq(1, 2)),
    "ln(4)/2": mpq(2),
    "2*ln(3)": mpq(9),
}


@pytest.mark.parametrize("epsilon", ODDS)
@pytest.mark.parametrize("k", [2, 3, 7])
def test_responses_given_epsilon(epsilon: str, k: int) -> None:
    odds = ODDS[epsilon]
    mechanism = k_randomized_response(k, epsilon=epsilon)
    row = mechanism.row(1)
    assert row[1] == odds / (odds + k - 1)
    assert row[0] == row[-1] or k == 2
    assert row[0] == 1 / (odds + k - 1)
    assert sum(row, mpq(0)) == 1
    verdict = verify.certify(mechanism, epsilon=epsilon)
    assert verdict.holds
    assert verdict.delta_star.exact == 0
    assert verdict.pure_alpha == odds
    tighter = verify.certify(mechanism, epsilon=f"{epsilon} - 1/1000000000")
    assert not tighter.holds


@pytest.mark.parametrize("count", [1, 2, 10, 100, 1000])
def test_fresh_responses_at_the_sum_of_their_levels(count: int) -> None:
    many = fresh(RR1, count)
    verdict = verify.certify(many, epsilon=count)
    assert verdict.holds
    assert verdict.delta_star.exact == 0
    assert verdict.pure_alpha == RingNumber.power(count)
    assert verify.epsilon(many).epsilon == str(count)
    below = verify.certify(many, epsilon=f"{count} - 1/1000000000000")
    assert not below.holds
    assert below.witness.event.to_json()["counts"] == [{"0": count, "1": 0}]


class TestDiscreteLaplace:
    def test_its_own_level(self) -> None:
        noise = discrete_laplace(1, 0, 5)
        verdict = verify.certify(noise, epsilon=1)
        assert verdict.holds
        assert verdict.margin.exact == 0
        assert verdict.pure_alpha == E
        assert verdict.pairs == 10
        assert not verify.certify(noise, epsilon="0.999999999999").holds

    def test_neighbours_one_apart_are_a_randomized_response(self) -> None:
        noise = verify.profile(discrete_laplace(2, 0, 1))
        coin = verify.profile(randomized_response(epsilon="1/2"))
        for epsilon in ("0", "1/5", "1/2", "1"):
            assert noise.delta(epsilon=epsilon) == coin.delta(epsilon=epsilon)
        assert noise.breakpoints == coin.breakpoints
        assert noise.total_variation == coin.total_variation

    @pytest.mark.parametrize("scale", ["1", "1/2", "7/3", "100"])
    @pytest.mark.parametrize("sensitivity", [1, 2, 3])
    def test_closed_form(self, scale: str, sensitivity: int) -> None:
        noise = discrete_laplace(scale, -2, 3, sensitivity=sensitivity)
        assert noise.adjacency.to_json() == {"within": sensitivity}
        exponent = sensitivity / mpq(scale)
        assert verify.certify(noise, epsilon=exponent).delta_star.exact == 0
        assert verify.epsilon(noise).alpha == RingNumber.power(exponent)

    def test_a_scale_written_upside_down(self) -> None:
        """Meant for ε = 1/2, but scale 1/2 gives ε = 2; at ε = 1 the fault would be hidden."""
        wrong = verify.certify(discrete_laplace("1/2", 0, 1), epsilon="1/2")
        assert wrong.verdict == "violated"
        assert wrong.pure_alpha == E * E
        r = RingNumber.power(-2)
        half = RingNumber.power(mpq(1, 2))
        assert wrong.delta_star.value == 1 / (1 + r) - half * (r / (1 + r))
        assert verify.certify(discrete_laplace(2, 0, 1), epsilon="1/2").holds
        assert verify.certify(discrete_laplace(1, 0, 1), epsilon=1).holds

    def test_labels_and_laws(self) -> None:
        noise = discrete_laplace(1, 0, 3)
        assert noise.inputs == ("0", "1", "2", "3")
        assert noise.outputs == ("<=0", "1", "2", ">=3")
        r = RingNumber.power(-1)
        assert noise.row(0) == [
            1 / (1 + r),
            (1 - r) * r / (1 + r),
            (1 - r) * r * r / (1 + r),
            r**3 / (1 + r),
        ]
        assert discrete_laplace(1, 4, 4).outputs == ("<=4", ">=5")
        assert discrete_laplace(1, -1, 0).outputs == ("<=-1", ">=0")

    def test_infinite_support(self) -> None:
        noise = discrete_laplace(1, 0, 2)
        assert noise.is_infinite()
        with pytest.raises(verify.InputError, match="infinitely many outputs"):
            postprocess(noise, lambda y: "same")
        other = discrete_laplace(2, 0, 2)
        with pytest.raises(verify.NotAvailableError, match="noise"):
            mixture([("1/2", noise), ("1/2", other)])
        same = mixture([("1/2", noise), ("1/2", discrete_laplace(1, 0, 2))])
        assert same.table == noise
        assert verify.certify(same, epsilon=1).delta_star.exact == 0
        assert verify.certify(fresh([noise, other]), epsilon="3/2").margin.exact == 0


class TestCombinations:
    """Known facts of composition, with an irrational component each."""

    rational = randomized_response("3/4")

    def test_products_with_rational_mechanisms(self) -> None:
        both = fresh([RR1, self.rational])
        assert verify.certify(both, epsilon="1 + ln(3)").margin.exact == 0
        assert not verify.certify(both, epsilon="1 + ln(3) - 1/1000000000").holds
        assert verify.epsilon(both).alpha == 3 * E
        curve = verify.profile(both)
        assert curve.breakpoints == (3 / E, 3 * E)
        assert curve.breakpoints[0] > 1

    def test_copies_cost_nothing(self) -> None:
        shown = copies(RR1, 5)
        assert verify.profile(shown).breakpoints == verify.profile(RR1).breakpoints
        assert verify.certify(shown, alpha=2).witness.event.to_json()["outputs"] == [["0"] * 5]

    def test_parallel_takes_the_greatest(self) -> None:
        two = parallel([RR1, self.rational, randomized_response(epsilon="ln(3)/2")])
        verdict = verify.certify(two, alpha=3)
        assert verdict.holds
        assert verdict.margin == 0
        assert verdict.pure_alpha == 3
        pure = verify.epsilon(parallel([RR1, randomized_response(epsilon="ln(3)/2")]))
        assert pure.epsilon == "1"

    def test_adaptive(self) -> None:
        deep = adaptive(RR1, {"0": adaptive(RR1, {"0": self.rational, "1": "stop"}), "1": RR1})
        assert verify.epsilon(deep).alpha == 3 * E * E
        verdict = verify.certify(deep, epsilon="2 + ln(3)")
        assert verdict.delta_star.exact == 0
        assert verify.certify(deep, epsilon=2).witness.event.to_json()["outputs"] == [
            ["0", ["0", "0"]]
        ]

    def test_mixtures(self) -> None:
        hidden = mixture([("1/2", RR1), ("1/2", randomized_response("1/2"))])
        truth = (E / (1 + E) + mpq(1, 2)) / 2
        assert hidden.table.row(0)[0] == truth
        assert verify.epsilon(hidden).alpha == truth / (1 - truth)
        revealed = mixture([("1/2", RR1), ("1/2", self.rational)], revealed=True)
        assert verify.epsilon(revealed).alpha == 3
        assert verify.certify(revealed, epsilon=1).delta_star.value == (3 - E) / 8

    def test_post_processing(self) -> None:
        ones = postprocess(fresh(RR1, 3), lambda y: str(y.count("1")))
        for epsilon in ("0", "1", "3/2", "3"):
            direct = verify.certify(fresh(RR1, 3), epsilon=epsilon).delta_star
            assert verify.certify(ones, epsilon=epsilon).delta_star == direct
        noised = postprocess(RR1, kernel={"0": {"a": "1/3", "b": "2/3"}, "1": {"b": 1}})
        assert verify.certify(noised, epsilon=1).holds

    def test_a_leak_beside_it(self) -> None:
        verdict = verify.certify(leaky("1/10", RR1), epsilon=1, delta="1/10")
        assert verdict.holds
        assert verdict.delta_star.exact == mpq(1, 10)
        assert verdict.margin.exact == 0

    def test_many_inputs_are_ranked_worst_first(self) -> None:
        mechanism = discrete_laplace(3, 0, 12, sensitivity=2)
        verdict = verify.certify(mechanism, alpha=1, full=True)
        apart = [abs(int(d.input) - int(d.neighbour)) for d in verdict.directions]
        assert apart == [2] * 22 + [1] * 24
        assert verdict.delta_star > verdict.directions[-1].delta

    def test_laws_with_infinitely_many_outputs_beside_them(self) -> None:
        """One noisy integer told with ratio 1/2 is, for neighbours, a response with p = 2/3."""
        noisy = report_noisy_max({"0": [0], "1": [1]}, "1/2", output="value")
        response = randomized_response("2/3")
        for endless, finite in (
            (fresh([RR1, noisy]), fresh([RR1, response])),
            (adaptive(RR1, {"0": noisy, "1": RR1}), adaptive(RR1, {"0": response, "1": RR1})),
            (
                mixture([("1/3", RR1), ("2/3", noisy)], revealed=True),
                mixture([("1/3", RR1), ("2/3", response)], revealed=True),
            ),
        ):
            for epsilon in ("0", "1/3", "ln(2)", "1", "1 + ln(2)"):
                found = verify.certify(endless, epsilon=epsilon).delta_star
                assert found == verify.certify(finite, epsilon=epsilon).delta_star
            for delta in ("0", "1/10", "1/4"):
                least = verify.epsilon(endless, delta=delta)
                assert least.alpha == verify.epsilon(finite, delta=delta).alpha
                assert least.epsilon == verify.epsilon(finite, delta=delta).epsilon

    def test_unary_encoding_uses_up_its_level(self) -> None:
        for variant in ("symmetric", "optimised"):
            for epsilon in ("1", "ln(3)/2", "1/2 + ln(2)"):
                encoding = unary_encoding(4, epsilon=epsilon, variant=variant)
                verdict = verify.certify(encoding, epsilon=epsilon)
                assert verdict.margin.exact == 0
                assert verdict.pure_alpha == Level.epsilon(epsilon).number()

    def test_events_where_a_law_has_no_mass(self) -> None:
        silent = channel(["0", "1"], ["x", "y"], [[1, 0], ["1/2", "1/2"]])
        both = fresh([silent, RR1])
        assert verify.epsilon(both).alpha is None
        star = verify.certify(both, epsilon="1e30").delta_star
        assert star.exact == mpq(1, 2)
        assert verify.certify(both, epsilon="1e30", delta="1/2").holds


class TestLevels:
    @pytest.mark.parametrize(
        ("epsilon", "exact"),
        [("1", "1"), ("5/2", "2.5"), ("1/3", None), ("ln(3)/2", None), ("1/2 + ln(2)", None)],
    )
    def test_a_computed_monomial_is_a_level_of_the_language(
        self, epsilon: str, exact: str | None
    ) -> None:
        level = Level.epsilon(epsilon)
        found = level_of(level.number())
        assert found.same_as(level)
        assert Level.epsilon(found.text).same_as(level)
        assert found.epsilon_decimal() == level.epsilon_decimal()
        assert exact is None or found.epsilon_decimal() == exact

    def test_a_computed_rational(self) -> None:
        assert level_of(mpq(7, 2)).value == mpq(7, 2)
        assert level_of(RingNumber(3)).value == 3

    def test_a_quotient_outside_the_language(self) -> None:
        alpha = (E * E + 1) / (E - 1)
        level = level_of(alpha)
        assert isinstance(level, RingLevel)
        assert level.value is None
        assert not level.is_rational
        assert level.compare(alpha) == 0
        assert level.compare(alpha + mpq(1, 10**50)) == -1
        assert level.compare(mpq(4)) == 1
        assert level.compare_fraction(E * E + 1, E - 1) == 0
        assert level.compare_fraction(RingNumber(4), RingNumber(1)) == 1
        low, high = level.bracket(100, 1 << 20)
        assert low < alpha < high
        assert high - low < low / 2**97
        assert level.same_as(level_of(alpha))
        assert not level.same_as(Level.epsilon(1))
        assert level.power(2).compare(alpha * alpha) == 0
        assert abs(level.approximate() - 1.5854) < 0.001
        down, up = (level.epsilon_decimal(up=up) for up in (False, True))
        assert (down, up) == ("1.5856031564300543", "1.5856031564300544")

    def test_an_epsilon_next_to_a_decimal(self) -> None:
        one = (1 + E) * (2 + E)
        for shift, down, up in (
            (1, "1.0000000000000000", "1.0000000000000001"),
            (-1, "0.99999999999999999", "1.0000000000000000"),
        ):
            level = level_of((E * one + mpq(shift, 10**200)) / one)
            assert level.epsilon_decimal(up=True) == up
            assert mpq(down) <= 1
            assert level.epsilon_decimal(up=False)[: len(down) - 1] == down[: len(down) - 1]

    def test_exactly_a_decimal(self) -> None:
        """e, hidden in a quotient that is not reduced."""
        hidden = Quotient.__new__(Quotient)
        one = (1 + E) * (2 + E)
        object.__setattr__(hidden, "numerator", E * one)
        object.__setattr__(hidden, "denominator", one)
        level = RingLevel(None, mpq(0), (), "", False, quotient=hidden)
        assert level.epsilon_decimal(up=True) == level.epsilon_decimal(up=False) == "1"

    @pytest.mark.parametrize("epsilon", ["1e30", "1e30*ln(2)", "1e9*ln(2)/3", "1e20 + ln(3)/7"])
    def test_enormous_levels_against_ring_numbers(self, epsilon: str) -> None:
        level = Level.epsilon(epsilon)
        for number in (E / (1 + E), (1 + E) ** 5 / (2 + E), RingNumber.power(10**6) / (1 + E)):
            assert level.compare(number) == 1
        assert verify.certify(fresh(RR1, 3), epsilon=epsilon).holds

    def test_roots_of_levels(self) -> None:
        half = mpq(1, 2)
        assert Level.alpha(9).number(half) == 3
        assert Level.alpha(3).number(half) ** 2 == 3
        assert Level.epsilon(1).number(half) ** 2 == E
        assert Level.epsilon("ln(3)").number() == 3


def test_values_at_different_levels_are_compared_exactly() -> None:
    """Over the rationals this stops at a precision; in the ring it is always decided."""
    left = verify.certify(RR1, epsilon="1/2").delta_star
    right = verify.certify(RR1, epsilon="0.5").delta_star
    assert left == right
    assert hash(left) == hash(right)
    root = RingNumber.power(mpq(1, 2))
    assert left == (E - root) / (1 + E)
    assert left < E
    assert left > (E - root) / (2 + E)
    mixed: Any = verify.certify(randomized_response("3/4"), epsilon="1/2").delta_star
    assert isinstance(mixed, Delta)
    assert not isinstance(mixed, RingDelta)
    assert left < mixed
    assert mixed > left
    assert mixed.value == mpq(3, 4) - root / 4
    assert mixed == mpq(3, 4) - root / 4
    assert mixed < root
    assert mixed > 1 / (2 + E)
    same = RingDelta(3 * (1 + E), 1 + E, 4 * (1 + E), Level.epsilon("1/2"))
    assert same == mixed
    assert mixed == same
    assert hash(same) == hash(mixed)
