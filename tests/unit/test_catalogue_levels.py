"""Closed-form levels of the catalogue against the engine, also where tables would be enormous."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from gmpy2 import mpq

import verify
from verify import mechanisms
from verify.combinators import copies, fresh, mixture, parallel, postprocess
from verify.law.naming import Shown
from verify.law.rows import Rows

RATIOS = ["1/2", "1/3", "9/10", "2/7"]


def pure(mechanism: verify.Mechanism) -> mpq | None:
    return verify.epsilon(mechanism).alpha


class TestGeometric:
    @pytest.mark.parametrize("make", [mechanisms.geometric, mechanisms.clamped_geometric])
    @pytest.mark.parametrize("ratio", RATIOS)
    @pytest.mark.parametrize("sensitivity", [1, 2, 5])
    def test_pure_level(
        self, make: Callable[..., verify.Mechanism], ratio: str, sensitivity: int
    ) -> None:
        found = make(ratio, low=-3, high=4, sensitivity=sensitivity)
        assert pure(found) == Fraction(ratio) ** -sensitivity
        assert pure(make(ratio, low=0, high=4, sided=1)) is None

    @pytest.mark.parametrize("ratio", RATIOS)
    @pytest.mark.parametrize("width", [1, 2, 5])
    def test_drawing_again_costs_the_ratio_of_the_sums(self, ratio: str, width: int) -> None:
        r = Fraction(ratio)
        sums = [sum(r ** abs(y - x) for y in range(width + 1)) for x in range(width + 1)]
        levels = [
            sums[x + d] / sums[x] / r
            for x in range(width + 1)
            for d in (-1, 1)
            if 0 <= x + d <= width
        ]
        assert pure(mechanisms.truncated_geometric(ratio, 0, width)) == max(levels)

    @pytest.mark.parametrize("ratio", RATIOS)
    def test_delta_of_a_shift_by_one(self, ratio: str) -> None:
        """H_α = (1 − αr)/(1 + r) up to α = 1/r."""
        r = Fraction(ratio)
        curve = verify.profile(mechanisms.geometric(ratio, 0, 9))
        assert curve.breakpoints == (1 / r,)
        for alpha in (Fraction(1), (1 + 1 / r) / 2, 1 / r):
            assert curve.delta(alpha=alpha).exact == (1 - alpha * r) / (1 + r)

    @pytest.mark.parametrize(
        ("make", "kind"),
        [
            (mechanisms.geometric, verify.Channel),
            (mechanisms.clamped_geometric, verify.Channel),
            (mechanisms.truncated_geometric, Rows),
        ],
    )
    def test_a_range_of_five_hundred(
        self, make: Callable[..., verify.Mechanism], kind: type[verify.Mechanism]
    ) -> None:
        found = make("1/2", 0, 500)
        assert isinstance(found, kind)
        verdict = verify.certify(found, alpha=2)
        assert verdict.pairs == 1000
        assert verdict.holds == (make is not mechanisms.truncated_geometric)
        if not verdict.holds:  # 0 against 1: the sums are (2 − 2^−500) and (5/2 − 2^−499)
            first, second = 2 - Fraction(1, 2**500), Fraction(5, 2) - Fraction(1, 2**499)
            assert verdict.delta_star.exact == 1 / first - 1 / second

    def test_a_range_far_from_zero(self) -> None:
        found = mechanisms.geometric("1/2", 10**300, 10**300 + 2)
        assert found.inputs[0] == str(10**300)
        assert pure(found) == 2

    def test_equal_noise_may_be_mixed_in_secret(self) -> None:
        one = mechanisms.geometric("1/2", 0, 3)
        two = mechanisms.geometric("1/2", 0, 3)
        both = mixture([("1/2", one), ("1/2", two)])
        assert pure(both) == 2
        other = mixture([("1/2", one), ("1/2", mechanisms.geometric("1/3", 0, 3))])
        assert pure(other) == Fraction(5, 2)
        unknown = mechanisms.discrete_laplace(1, 0, 3)
        with pytest.raises(verify.NotAvailableError, match="not that of one integer"):
            mixture([("1/2", one), ("1/2", unknown)])

    def test_two_fresh_releases(self) -> None:
        twice = fresh(mechanisms.geometric("1/2", 0, 1), 2)
        assert pure(twice) == 4
        assert verify.certify(twice, alpha=2).delta_star.exact == Fraction(2, 9)


class TestBits:
    @pytest.mark.parametrize("k", [2, 3, 10, 1000])
    def test_unary_encoding(self, k: int) -> None:
        """p(1 − q)/((1 − p)q) whatever k is: no table of 2^k outputs, no half a million pairs."""
        found = mechanisms.unary_encoding(k, "3/4", "1/5")
        verdict = verify.certify(found, alpha=2)
        assert verdict.pairs == k * (k - 1)
        assert verdict.pure_alpha == Fraction(3, 4) * Fraction(4, 5) / Fraction(1, 4) / Fraction(
            1, 5
        )
        one = {
            (x, y): Fraction(3 if x else 1, 4) * Fraction(1 if y else 4, 5)
            for x, y in product((0, 1), repeat=2)
        }
        star = sum(max(p - 2 * one[y, x], Fraction(0)) for (x, y), p in one.items())
        assert verdict.delta_star.exact == star
        assert [(d.input, d.neighbour) for d in verdict.directions[:3]] == [
            ("0", "1"),
            ("1", "0"),
            ("0", "2") if k > 2 else ("1", "0"),
        ][: len(verdict.directions)]
        curve = verify.profile(found)
        assert curve.breakpoints[-1] == verdict.pure_alpha
        assert curve.delta(alpha=2).exact == star
        assert verify.epsilon(found, delta=star).alpha == 2
        assert verify.budget(found).step_level.value == verdict.pure_alpha

    @pytest.mark.parametrize("alpha", [1, "9/4", 9, 100])
    @pytest.mark.parametrize("variant", ["symmetric", "optimised"])
    def test_variants_use_up_their_level(self, alpha: object, variant: str) -> None:
        found = mechanisms.unary_encoding(5, alpha=alpha, variant=variant)
        assert pure(found) == Fraction(alpha)
        assert pure(fresh(found, 3)) == Fraction(alpha) ** 3
        assert pure(copies(found, 3)) == Fraction(alpha)

    def test_fresh_releases_of_many_symbols(self) -> None:
        """Ten releases of one of 300 symbols are ten releases of two bits."""
        many = fresh(mechanisms.unary_encoding(300, "3/4", "1/5"), 10)
        few = fresh(mechanisms.unary_encoding(2, "3/4", "1/5"), 10)
        for alpha in (1, 7, 100):
            expected = verify.certify(few, alpha=alpha).delta_star.exact
            assert verify.certify(many, alpha=alpha).delta_star.exact == expected

    @pytest.mark.parametrize("differing", [1, 2, 7, 200])
    def test_bloom_filters(self, differing: int) -> None:
        """(2 − f)/f per bit where the report is the permanent response: RR(1 − f/2) of each bit."""
        found = mechanisms.rappor(10_000, 100, "1/2", differing=differing)
        assert pure(found) == 3**differing
        same = fresh(mechanisms.randomized_response("3/4"), differing)
        for alpha in (1, 3, 9, 10**20):
            expected = verify.certify(same, alpha=alpha).delta_star.exact
            assert verify.certify(found, alpha=alpha).delta_star.exact == expected

    def test_a_law_too_large_to_list(self) -> None:
        with pytest.raises(verify.LimitError, match="outcomes"):
            mechanisms.unary_encoding(1000, "3/4", "1/4").law(0)
        assert len(mechanisms.unary_encoding(10, "3/4", "1/4").law(0)) == 1024


class TestSelection:
    @pytest.mark.parametrize("base", [1, "3/2", 4])
    def test_levels_of_all_scores_within_one(self, base: object) -> None:
        """Pure level at most base^2; base for scores that move together."""
        every = {
            "".join(map(str, row)): dict(zip("abc", row, strict=True))
            for row in product((0, 1), repeat=3)
        }
        for found in (
            mechanisms.exponential(scores=every, base=base),
            mechanisms.permute_and_flip(every, base),
        ):
            level = pure(found)
            assert level is not None
            assert level <= Fraction(base) ** 2
            raised = verify.epsilon(found, adjacency={"pairs": [["000", "111"]]}).alpha
            assert raised == 1

    def test_permute_and_flip_tells_no_more_than_base_squared(self) -> None:
        """With ever more outputs the level goes to base^2 for the exponential mechanism."""
        for count in (2, 4, 8):
            low = dict.fromkeys(map(str, range(count)), 0)
            scores = {"x": low | {"0": 1}, "y": dict.fromkeys(low, 1) | {"0": 0}}
            level = pure(mechanisms.exponential(scores=scores, base=2))
            assert level == 2 * Fraction(2 * count - 1, count + 1)
            flipped = pure(mechanisms.permute_and_flip(scores, 2))
            assert flipped is not None
            assert flipped <= 4

    def test_permute_and_flip_of_two_outputs(self) -> None:
        """The better one unless the worse one comes first and is accepted."""
        for gap in range(6):
            found = mechanisms.permute_and_flip({"x": {"a": gap, "b": 0}}, 3)
            assert found.row(0) == [1 - Fraction(1, 2 * 3**gap), Fraction(1, 2 * 3**gap)]

    def test_permute_and_flip_of_equal_scores_is_uniform(self) -> None:
        for count in (1, 7, 60):
            found = mechanisms.permute_and_flip({"x": dict.fromkeys(map(str, range(count)), 5)}, 9)
            assert set(found.row(0)) == {mpq(1, count)}

    def test_many_outputs(self) -> None:
        scores = {x: {str(i): (i * i + k) % 7 for i in range(200)} for k, x in enumerate("xy")}
        level = pure(mechanisms.permute_and_flip(scores, "3/2"))
        assert level is not None
        assert level <= Fraction(3, 2) ** 12

    def test_many_inputs_with_sums_of_their_own(self) -> None:
        """Row sums without common factors: rows are kept apart, and the answer is exact."""
        weights = {str(x): {str(o): x**o for o in range(40)} for x in range(2, 402)}
        found = mechanisms.exponential(weights)
        assert isinstance(found, Rows)
        sums = {x: sum(Fraction(x) ** o for o in range(40)) for x in (2, 401)}
        verdict = verify.certify(found, alpha=10, adjacency={"pairs": [[2, 401]]})
        expected = max(
            sum(max(Fraction(x**o) / sums[x] - 10 * Fraction(y**o) / sums[y], 0) for o in range(40))
            for x, y in ((2, 401), (401, 2))
        )
        assert verdict.delta_star.exact == expected


class TestHistograms:
    @pytest.mark.parametrize("threshold", [-2, 0, 1, 2, 3, 5, 40])
    @pytest.mark.parametrize("ratio", RATIOS)
    def test_a_key_of_one_input(self, ratio: str, threshold: int) -> None:
        """Present or absent: δ* = P(1 + Z >= threshold) at every level."""
        r = Fraction(ratio)
        found = mechanisms.thresholded_histogram({"x": {"a": 1}, "y": {}}, ratio, threshold)
        shown = (
            r ** (threshold - 1) / (1 + r) if threshold > 0 else 1 - r ** (2 - threshold) / (1 + r)
        )
        for alpha in (1, 2, 10**9):
            assert verify.certify(found, alpha=alpha).delta_star.exact == shown
        assert pure(found) is None
        assert verify.epsilon(found, delta=shown).alpha == 1

    def test_counts_far_above_the_threshold_are_geometric(self) -> None:
        """A key that stays costs 1/r per unit, but for what the threshold hides."""
        found = mechanisms.thresholded_histogram({"x": {"a": 5}, "y": {"a": 6}}, "1/2", -50)
        assert pure(found) == 2
        plain = mechanisms.geometric("1/2", 5, 6)
        for alpha in ("1", "3/2", "2"):
            expected = verify.certify(plain, alpha=alpha).delta_star.exact
            assert verify.certify(found, alpha=alpha).delta_star.exact == expected

    def test_keys_that_stay_decide_nothing(self) -> None:
        """A thousand keys of equal counts beside one that appears."""
        crowd = {f"k{i}": i % 50 + 1 for i in range(1000)}
        found = mechanisms.thresholded_histogram({"x": crowd | {"a": 1}, "y": crowd}, "1/2", 5)
        verdict = verify.certify(found, alpha=2)
        assert verdict.delta_star.exact == Fraction(1, 24)
        assert verdict.directions[0].event.to_json()["statistic"] == "likelihood_ratio"
        assert verify.epsilon(found, delta="1/24").alpha == 1

    def test_profile_of_two_keys(self) -> None:
        found = mechanisms.thresholded_histogram({"x": {"a": 1, "b": 1}, "y": {}}, "1/2", 2)
        assert verify.profile(found).delta(alpha=5).exact == 1 - Fraction(2, 3) ** 2

    def test_inside_other_mechanisms(self) -> None:
        found = mechanisms.thresholded_histogram({"x": {"a": 1}, "y": {}}, "1/2", 3)
        assert verify.certify(fresh(found, 2), alpha=9).delta_star.exact == 1 - Fraction(5, 6) ** 2
        both = parallel([found, found])
        assert verify.certify(both, alpha=9).delta_star.exact == Fraction(1, 6)
        assert both.is_infinite()
        assert verify.certify(mechanisms.leaky("1/2", found), alpha=9).delta_star.exact == Fraction(
            7, 12
        )
        with pytest.raises(verify.InputError, match="infinitely many"):
            postprocess(found, lambda shown: len(shown))


class TestNames:
    naming = Shown(("a", "b", ("c", "d")), "hidden")

    def test_there_and_back(self) -> None:
        values = ("hidden", "1", ">=2")
        seen = set()
        for item in product(values, repeat=3):
            name = self.naming.name(item)
            assert self.naming.original(name) == item
            seen.add(name)
        assert len(seen) == 27

    @pytest.mark.parametrize(
        "item",
        [
            "a",
            ("a", "1"),
            ("leak", "x"),
            (("a", "1", "2"),),
            (("a",),),
            ("ab",),
            (("z", "1"),),
            (("b", "1"), ("a", "1")),
            (("a", "1"), ("a", "1")),
            (("a", "hidden"),),
            ((("a", "b"), "1"),),
        ],
    )
    def test_what_is_no_name(self, item: object) -> None:
        assert self.naming.original(item) is None


@pytest.mark.parametrize(
    "mechanism",
    [
        mechanisms.geometric("1/2", 0, 3),
        mechanisms.truncated_geometric("1/2", 0, 400),
        mechanisms.unary_encoding(5, "3/4", "1/4"),
        mechanisms.rappor(9, 2, "1/2"),
        mechanisms.exponential(scores={"x": {"a": 1}, "y": {"a": 2}}, base=2),
        mechanisms.thresholded_histogram({"x": {"a": 1}, "y": {}}, "1/2", 2),
    ],
    ids=repr,
)
def test_mechanisms_travel(mechanism: verify.Mechanism) -> None:
    """To other processes, and under another adjacency; they are immutable."""
    other = pickle.loads(pickle.dumps(mechanism))
    here, there = (verify.certify(m, alpha="3/2").delta_star.exact for m in (mechanism, other))
    assert here == there
    moved = mechanism.under({"pairs": [[mechanism.inputs[0], mechanism.inputs[1]]]})
    assert len(moved.edges()) == 1
    assert verify.certify(moved, alpha="3/2").delta_star.exact <= here
    with pytest.raises(AttributeError):
        mechanism.inputs = ()  # type: ignore[misc]
