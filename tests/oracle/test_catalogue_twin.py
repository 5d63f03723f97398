"""Every mechanism of the catalogue against its definition, on random small parameters."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import twin
import twin_catalogue
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import check_certified, exact
from oracle_models import Both, alphas

import verify
from verify import mechanisms
from verify.law import rows

inner = st.fractions(Fraction(1, 12), Fraction(11, 12), max_denominator=12)
chances = st.fractions(0, 1, max_denominator=8)


def check(data: Any, both: Both, pairs: list[twin.Pair], adjacency: Any = None) -> None:
    """The law at every input, and a verdict with its evidence at one level."""
    for x, law in both.twin.items():
        found = both.engine.law(x)
        assert list(found) == list(law)
        assert [exact(p) for p in found.values()] == list(law.values())
    check_certified(both, pairs, data.draw(alphas(both.twin)), adjacency)


NOISE: dict[str, Any] = {
    "geometric": twin_catalogue.geometric,
    "clamped_geometric": twin_catalogue.clamped,
    "truncated_geometric": twin_catalogue.truncated,
}


class TestGeometric:
    @pytest.mark.parametrize("name", NOISE)
    @given(st.data(), inner, st.integers(-3, 2), st.integers(1, 5), st.integers(1, 2))
    def test_law_and_verdict(
        self, name: str, data: Any, ratio: Fraction, low: int, width: int, sided: int
    ) -> None:
        sensitivity = data.draw(st.integers(1, width + 1))
        engine = getattr(mechanisms, name)(
            ratio, low, low + width, sensitivity=sensitivity, sided=sided
        )
        law = NOISE[name](ratio, low, low + width, sided)
        check(data, Both(law, engine), twin.within(law, sensitivity))

    @pytest.mark.parametrize("name", NOISE)
    @pytest.mark.parametrize("sided", [1, 2])
    def test_a_single_input(self, name: str, sided: int) -> None:
        engine = getattr(mechanisms, name)("1/3", 7, 7, sided=sided)
        (law,) = NOISE[name](Fraction(1, 3), 7, 7, sided).values()
        assert {y: exact(p) for y, p in engine.law(7).items()} == law

    @given(inner, st.integers(1, 4), st.integers(1, 2), st.fractions(1, 50, max_denominator=9))
    def test_collapsed_tails_lose_nothing(
        self, ratio: Fraction, width: int, sided: int, alpha: Fraction
    ) -> None:
        """Values far outside the range, one by one, change neither δ* nor the pure level."""
        engine = mechanisms.geometric(ratio, 0, width, sided=sided, sensitivity=width)
        fine = twin_catalogue.geometric(ratio, 0, width, sided, beyond=9)
        verdict = verify.certify(engine, alpha=alpha)
        pairs = twin.all_pairs(fine)
        assert exact(verdict.delta_star) == twin.delta_star(fine, pairs, alpha)
        pure = verdict.pure_alpha
        assert (pure if pure is None else exact(pure)) == twin.pure_level(fine, pairs)

    @given(inner, st.integers(0, 6), st.integers(1, 2))
    def test_clamping_names_the_tails(self, ratio: Fraction, width: int, sided: int) -> None:
        wide = twin_catalogue.geometric(ratio, 0, width, sided, beyond=12)
        clamped = mechanisms.clamped_geometric(ratio, 0, width, sided=sided)
        for x, law in wide.items():
            images: dict[str, Fraction] = {}
            for y, p in law.items():
                image = str(min(max(int(y.lstrip("<=>")), 0), width))
                images[image] = images.get(image, Fraction(0)) + p
            assert {y: exact(p) for y, p in clamped.law(x).items() if p} == {
                y: p for y, p in images.items() if p
            }


class TestBits:
    @given(st.data(), st.integers(2, 4), chances, chances)
    def test_unary_encoding(self, data: Any, k: int, p: Fraction, q: Fraction) -> None:
        law = twin_catalogue.unary_encoding(k, p, q)
        check(data, Both(law, mechanisms.unary_encoding(k, p, q)), twin.all_pairs(law))

    @settings(max_examples=60)
    @given(st.data(), st.integers(1, 3), chances, chances, chances)
    def test_rappor(self, data: Any, hashes: int, f: Fraction, p: Fraction, q: Fraction) -> None:
        differing = data.draw(st.integers(0, min(2 * hashes, 5)))
        bits = data.draw(st.integers(hashes + differing // 2, 5))
        engine = mechanisms.rappor(bits, hashes, f, p=p, q=q, differing=differing)
        left, right = -(-differing // 2), differing // 2
        filters = {
            "a": [1] * left + [0] * right + [1] * (hashes - left),
            "b": [0] * left + [1] * right + [1] * (hashes - left),
        }
        padded = {x: ones + [0] * (bits - len(ones)) for x, ones in filters.items()}
        assert sum(padded["a"]) == hashes
        law = twin_catalogue.rappor(padded, f, p, q)
        check(data, Both(law, engine), twin.all_pairs(law))

    @given(st.data(), st.integers(2, 3), chances, chances)
    def test_fresh_and_copies_know_pairs_that_are_alike(
        self, data: Any, k: int, p: Fraction, q: Fraction
    ) -> None:
        law = twin_catalogue.unary_encoding(k, p, q)
        engine = mechanisms.unary_encoding(k, p, q)
        turned = {x: law[x] for x in reversed(law)}
        other = Plain(engine, tuple(turned))
        assert other.kinds([(0, 1)]) is not None
        both = Both(twin.copies(law, 2), verify.combinators.copies(engine, 2))
        check_certified(both, twin.all_pairs(law), data.draw(alphas(law)))
        if k == 2:
            both = Both(twin.fresh([law, turned]), verify.combinators.fresh([engine, other]))
            check_certified(both, twin.all_pairs(law), data.draw(alphas(both.twin)))


class Plain(verify.Mechanism):
    """Another mechanism with its inputs in another order."""

    __slots__ = ("absent", "adjacency", "inputs", "of")

    def __init__(self, of: verify.Mechanism, inputs: tuple[verify.law.labels.Label, ...]) -> None:
        self.of = of
        self.inputs = inputs
        self.absent = of.absent
        self.adjacency = of.adjacency

    def _places(self, *indices: int) -> list[int]:
        return [self.of.inputs.index(self.inputs[i]) for i in indices]

    def pair(self, first: int, second: int) -> Any:
        return self.of.pair(*self._places(first, second))

    def kinds(self, edges: Any) -> Any:
        return self.of.kinds([tuple(self._places(*edge)) for edge in edges])


class Shifts(Plain):
    """Geometric noise, where pairs at one distance in one direction are alike."""

    __slots__ = ()

    def kinds(self, edges: Any) -> Any:
        return [int(self.inputs[j]) - int(self.inputs[i]) for i, j in edges]


@given(st.data(), inner, st.integers(2, 5), st.integers(1, 2))
def test_pairs_of_one_kind_are_decided_once(
    data: Any, ratio: Fraction, width: int, sided: int
) -> None:
    """The same answers, in the same order, as pair by pair; some kinds tie, some differ."""
    law = twin_catalogue.geometric(ratio, 0, width, sided)
    inputs = tuple(data.draw(st.permutations(list(law))))
    engine = Shifts(mechanisms.geometric(ratio, 0, width, sided=sided), inputs)
    moved = {x: law[x] for x in inputs}
    distance = data.draw(st.integers(1, width))
    adjacency = {"within": distance}
    pairs = twin.within(inputs, distance)
    check_certified(Both(moved, engine), pairs, data.draw(alphas(law)), adjacency)
    curve = verify.profile(engine, adjacency)
    assert tuple(map(exact, curve.breakpoints)) == twin.breakpoints(moved, pairs)
    x, y = data.draw(st.sampled_from(twin.ordered(pairs)))
    plain = verify.profile(mechanisms.geometric(ratio, 0, width, sided=sided), adjacency)
    assert curve.trade_off((x, y)) == plain.trade_off((x, y))
    delta = data.draw(st.fractions(0, Fraction(1, 2), max_denominator=20))
    assert curve.alpha(delta=delta) == plain.alpha(delta=delta)


names = st.sampled_from(["a", "b", "c", "d"])


@st.composite
def tables(draw: Any, values: Any, most: int = 4) -> dict[str, dict[str, Any]]:
    """{input: {output: value}}; later inputs list the outputs in an order of their own."""
    outputs = draw(st.lists(names, min_size=1, max_size=most, unique=True))
    inputs = draw(st.lists(names, min_size=2, max_size=3, unique=True))
    return {
        x: {o: draw(values) for o in (draw(st.permutations(outputs)) if i else outputs)}
        for i, x in enumerate(inputs)
    }


def ordered(mechanism: twin.Mechanism) -> twin.Mechanism:
    """Every law with the outputs in the order of the first one."""
    first = next(iter(mechanism.values()))
    return {x: {o: law[o] for o in first} for x, law in mechanism.items()}


class TestSelection:
    @given(
        st.data(), tables(st.integers(-4, 4)), st.fractions(Fraction(1, 3), 4, max_denominator=5)
    )
    def test_exponential_of_scores(self, data: Any, scores: Any, base: Fraction) -> None:
        if base <= 0:
            return
        law = ordered(twin_catalogue.exponential(scores, base))
        engine = mechanisms.exponential(scores=scores, base=base)
        check(data, Both(law, engine), twin.all_pairs(law))

    @given(st.data(), tables(st.fractions(0, 3, max_denominator=7)))
    def test_exponential_of_weights(self, data: Any, weights: Any) -> None:
        for row in weights.values():  # not all of them 0
            row[next(iter(row))] += 1
        law = ordered(twin_catalogue.weighted(weights))
        check(data, Both(law, mechanisms.exponential(weights)), twin.all_pairs(law))

    @given(st.data(), tables(st.integers(-3, 3)), st.fractions(1, 4, max_denominator=5))
    def test_permute_and_flip(self, data: Any, scores: Any, base: Fraction) -> None:
        law = ordered(twin_catalogue.permute_and_flip(scores, base))
        check(data, Both(law, mechanisms.permute_and_flip(scores, base)), twin.all_pairs(law))

    def test_five_and_six_outputs(self) -> None:
        row = {"a": 3, "b": 0, "c": 2, "d": 3, "e": -1, "f": 2}
        for size in (5, 6):
            scores = {"x": dict(list(row.items())[:size])}
            law = twin_catalogue.permute_and_flip(scores, Fraction(5, 3))
            found = mechanisms.permute_and_flip(scores, "5/3").law("x")
            assert {o: exact(p) for o, p in found.items()} == law["x"]


@st.composite
def histograms(draw: Any) -> dict[str, dict[str, int]]:
    rows = st.dictionaries(st.sampled_from(["b", "a", "ab"]), st.integers(0, 3), max_size=3)
    inputs = draw(st.lists(names, min_size=2, max_size=3, unique=True))
    return {x: draw(rows) for x in inputs}


@pytest.mark.parametrize("name", NOISE)
@settings(max_examples=40)
@given(st.data(), inner, st.integers(1, 4), st.integers(1, 2))
def test_rows_that_are_kept_apart(
    name: str, data: Any, ratio: Fraction, width: int, sided: int
) -> None:
    """Tables too large to be held whole give the same answers, pair by pair."""
    law = NOISE[name](ratio, 0, width, sided)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "DENSE_BITS", 0)
        engine = getattr(mechanisms, name)(ratio, 0, width, sided=sided, sensitivity=width)
    assert isinstance(engine, rows.Rows)
    assert engine.is_infinite() == (name == "geometric")
    check(data, Both(law, engine), twin.all_pairs(law))


class TestHistograms:
    @settings(max_examples=60)
    @given(st.data(), histograms(), inner, st.integers(0, 4))
    def test_law_and_verdict(self, data: Any, counts: Any, ratio: Fraction, threshold: int) -> None:
        law = twin_catalogue.thresholded_histogram(counts, ratio, threshold)
        engine = mechanisms.thresholded_histogram(counts, ratio, threshold)
        for x, expected in law.items():
            found = {y: exact(p) for y, p in engine.law(x).items()}
            assert found == expected
        check_certified(Both(law, engine), twin.all_pairs(law), data.draw(alphas(law)))

    @given(inner, st.integers(1, 5), st.integers(-3, 8), st.fractions(1, 50, max_denominator=9))
    def test_collapsed_tails_lose_nothing(
        self, ratio: Fraction, count: int, threshold: int, alpha: Fraction
    ) -> None:
        """Values beyond the greatest count, one by one, change nothing."""
        counts = {"x": {"a": count}, "y": {"a": 1}, "z": {}}
        engine = mechanisms.thresholded_histogram(counts, ratio, threshold)
        counts["far"] = {"a": max(count, threshold) + 8}
        fine = twin_catalogue.thresholded_histogram(counts, ratio, threshold)
        del fine["far"]
        star = verify.certify(engine, alpha=alpha).delta_star
        assert exact(star) == twin.delta_star(fine, twin.all_pairs(fine), alpha)
