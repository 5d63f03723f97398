"""The sweep over three ratios against the definition, and against the list of all classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import pytest
import twin
from gmpy2 import mpq, mpz
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import check_certified, check_irrational
from oracle_models import LIMB, Both, alphas, channel, normalised

import verify
from verify import resources
from verify.compose._sweep import sweep_sums
from verify.compose.independent import Factor, Independent
from verify.compose.near_ties import NearTies
from verify.compose.planner import plan, using
from verify.compose.sweep import PascalSweep
from verify.exact.level import Level
from verify.exact.logarithm import FIXED_ERROR, fixed_log
from verify.loss.classes import from_weights

Sums = tuple[int, int]
Pairs = list[tuple[int, int]]
Inside = Callable[[int, int], bool]

wide = st.one_of(st.integers(1, 5), st.sampled_from([LIMB - 1, LIMB, LIMB + 1, 2**256 + 1]))
counts = st.integers(1, 4)


def product(*parts: tuple[Both, int]) -> Both:
    mechanisms = [part.twin for part, count in parts for _ in range(count)]
    engines = [verify.combinators.fresh(part.engine, count) for part, count in parts]
    engine = engines[0] if len(engines) == 1 else verify.combinators.fresh(engines)
    return Both(twin.fresh(mechanisms), engine)


def has_three_ratios(both: Both) -> bool:
    p, q = both.twin["x"], both.twin["y"]
    return len({p[z] / q[z] for z in p if p[z] and q[z]}) >= 3


@st.composite
def pairs(draw: Any, most: int = 5) -> Both:
    """Three ratios or more, equal ones among them, perhaps with mass at infinity and at zero."""
    size = draw(st.integers(3, most))
    p, q = ([draw(wide) for _ in range(size)] for _ in range(2))
    if draw(st.booleans()):
        q[0] = Fraction(p[0] * q[1], p[1])
    p += [draw(st.sampled_from([0, 0, 1, LIMB])), 0]
    q += [0, draw(st.sampled_from([0, 0, 1, LIMB]))]
    return channel(["x", "y"], [normalised(p), normalised(q)])


three_ratios = pairs().filter(has_three_ratios)


@settings(max_examples=30)
@given(three_ratios, st.integers(1, 3), st.data())
def test_powers(both: Both, count: int, data: Any) -> None:
    power = product((both, count))
    with using("sweep"):
        check_certified(power, power.pairs, data.draw(alphas(power.twin)))
        check_irrational(power, power.pairs, "1/7", twin.level_bounds("1/7"))
        check_irrational(power, power.pairs, "ln(3)/2", twin.level_bounds(0, [(3, "1/2")]))


@settings(max_examples=40)
@given(three_ratios, st.data())
def test_a_large_factor_and_small_ones(both: Both, data: Any) -> None:
    other = data.draw(pairs(3))
    response = Both(twin.response(2, "2/3"), verify.mechanisms.randomized_response("2/3"))
    response = Both(
        {x: response.twin[s] for x, s in zip("xy", "01", strict=True)},
        verify.Channel(["x", "y"], ["0", "1"], [["2/3", "1/3"], ["1/3", "2/3"]]),
    )
    parts = data.draw(st.sampled_from([[other], [response], [response, other]]))
    whole = product((both, 2), *((part, 1) for part in parts))
    level = data.draw(alphas(whole.twin))
    with using("sweep"):
        check_certified(whole, whole.pairs, level)


# the kernel by itself, at any level


def definition(weights: Pairs, count: int, inside: Inside) -> Sums:
    """The sums over all sequences, by the counts of their members."""
    total = [0, 0]
    for members in combinations_with_replacement(weights, count):
        p, q = (prod(member[side] for member in members) for side in (0, 1))
        if inside(p, q):
            times = Counter(members).values()
            ways = factorial(count) // prod(factorial(n) for n in times)
            total[0] += ways * p
            total[1] += ways * q
    return total[0], total[1]


def swept(weights: Pairs, count: int, level: Level, blur: int | None = None) -> Sums:
    """The kernel's answer; with a blur keys are 0, so that every comparison is exact."""
    numbers = [(mpz(p), mpz(q)) for p, q in weights]
    keys = [0 if blur else fixed_log(p, q) >> 20 for p, q in numbers]
    low, high = level.fixed()
    band = blur or count * (FIXED_ERROR + 1) + ((high - low) >> 20) + 3
    laws = ([pair[side] for pair in numbers] for side in (0, 1))
    shown = 0 if blur else low >> 20
    a, b = sweep_sums(count, keys, *laws, shown, band, NearTies(numbers, count, level))
    return int(a), int(b)


def in_order(weights: Pairs) -> Pairs:
    """Other classes first, then three that are swept: high, middle, low."""
    ordered = sorted(weights, key=lambda pair: Fraction(*pair))
    return ordered[3:] + ordered[2::-1]


@st.composite
def weighted(draw: Any) -> Pairs:
    size = draw(st.integers(3, 6))
    entries = st.tuples(wide, wide)
    return in_order(draw(st.lists(entries, min_size=size, max_size=size, unique=True)))


@settings(max_examples=150)
@given(weighted(), st.integers(1, 6), st.data())
def test_sums_at_any_level(weights: Pairs, count: int, data: Any) -> None:
    """Also below 1, on a ratio, and a hair beside it; by keys, and by exact comparison alone."""
    members = data.draw(st.lists(st.sampled_from(weights), min_size=count, max_size=count))
    hair = data.draw(st.sampled_from([Fraction(0), Fraction(1, 2**400), Fraction(-1, 2**90)]))
    alpha = prod((Fraction(*each) for each in members), start=1 + hair)
    level = Level(mpq(alpha), mpq(0), (), "", False)
    expected = definition(weights, count, lambda p, q: p > alpha * q)
    assert swept(weights, count, level) == expected
    assert swept(weights, count, level, blur=1) == expected


@given(weighted(), st.integers(1, 5))
def test_sums_at_irrational_levels(weights: Pairs, count: int) -> None:
    for text, bounds in (("1/3", ("1/3",)), ("5*ln(3)/2", (0, [(3, "5/2")]))):
        low, _ = twin.level_bounds(*bounds)
        expected = definition(weights, count, lambda p, q, low=low: p > low * q)  # type: ignore[misc]
        assert swept(weights, count, Level.epsilon(text)) == expected
        assert swept(weights, count, Level.epsilon(text), blur=1) == expected


# larger products, against the list of all classes


def of_weights(p: Sequence[int], q: Sequence[int], count: int) -> verify.Mechanism:
    table = verify.Channel.from_weights(["x", "y"], None, [list(p), list(q)], sum(p))
    return verify.combinators.fresh(table, count)


def check_against_list(mechanism: verify.Mechanism, **level: Any) -> None:
    values = []
    for method in ("sweep", "classes"):
        with using(method):
            found = verify.certify(mechanism, full=True, **level)
        values.append({d.input: (d.delta.a, d.delta.b) for d in found.directions})
    assert values[0] == values[1]


THREE = ((61, 29, 10), (13, 37, 50))
FIVE = ((31, 20, 20, 15, 14), (7, 13, 29, 23, 28))


@pytest.mark.parametrize("epsilon", ["0", "1/2", "28.452", "33.5", "40*ln(61/13)", "1000"])
def test_forty_draws_of_three_outcomes(epsilon: str) -> None:
    check_against_list(of_weights(*THREE, 40), epsilon=epsilon)


@pytest.mark.parametrize("bits", [8, 33, 63, 64, 65, 128, 200])
def test_weights_of_any_width(bits: int) -> None:
    scale = 2**bits // 100
    laws = [[w * scale + i * i for i, w in enumerate(law)] for law in FIVE]
    laws[1][-1] += sum(laws[0]) - sum(laws[1])
    for alpha in ("1", "7/5", "300"):
        check_against_list(of_weights(*laws, 9), alpha=alpha)


@pytest.mark.parametrize("size", [3, 4, 5, 7])
def test_a_lattice_of_ratios(size: int) -> None:
    """Every row of every sweep meets the level: exactly, or nearer than keys can tell."""
    p = [2 ** (size - i) for i in range(size)]
    mechanism = of_weights(p, p[::-1], 8)
    for alpha in (Fraction(1), Fraction(2**4), Fraction(3), Fraction(2**9)):
        for hair in (0, Fraction(1, 10**40), Fraction(1, 10**400)):
            check_against_list(mechanism, alpha=alpha * (1 + hair))


def test_a_lattice_costs_no_more_than_other_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of near ties, and for all of them one coprime base and a few sets of keys."""
    made: list[int] = []
    keys = NearTies.keys

    def counted(self: NearTies, bits: int) -> Any:
        made.append(bits)
        return keys(self, bits)

    monkeypatch.setattr(NearTies, "keys", counted)
    p = [2**i for i in range(5)]
    mechanism = of_weights(p, p[::-1], 60)
    with using("sweep"):
        verify.certify(mechanism, alpha=Fraction(2**20))
        assert set(made) <= {256}
        verify.certify(mechanism, alpha=2**20 * (1 + Fraction(1, 10**300)))
    assert sorted(set(made)) == [256, 512, 1024]
    assert len(made) <= 8


@pytest.mark.parametrize("bits", [60, 130, 200, 500])
def test_ratios_that_nearly_agree(bits: int) -> None:
    scale = 2**bits
    laws = [[scale + 1, scale, scale - 1, scale], [scale - 1, scale + 2, scale, scale - 1]]
    mechanism = of_weights(*laws, 5)
    for alpha in (Fraction(1), Fraction(scale + 1, scale - 1), 1 + Fraction(1, scale**2)):
        check_against_list(mechanism, alpha=alpha)


@pytest.mark.parametrize("bits", [20, 900, 3000])
def test_ties_among_many_ratios(bits: int) -> None:
    """They are found by logarithms of enough bits, or where these are too many by exponents."""
    size = 30 if bits < 1000 else 18
    laws = [[2**bits + i * i for i in range(size)], [2**bits + 17 * i for i in range(size)]]
    laws[1][-1] += sum(laws[0]) - sum(laws[1])
    mechanism = of_weights(*laws, 3)
    ratios = sorted(Fraction(p, q) for p, q in zip(*laws, strict=True))
    for alpha in (Fraction(1), ratios[-1] * ratios[-2] * ratios[4], ratios[-1] ** 3):
        for hair in (0, Fraction(1, 10**60)):
            check_against_list(mechanism, alpha=alpha * (1 + hair))


def test_a_large_factor_with_two_others() -> None:
    parts = [of_weights(*THREE, 20), of_weights((3, 1, 4), (1, 3, 4), 2), of_weights(*FIVE, 1)]
    mechanism = verify.combinators.fresh(parts)
    for epsilon in ("0", "ln(3)/2", "14.2"):
        check_against_list(mechanism, epsilon=epsilon)


# what the planner knows


def product_of(p: Sequence[int], q: Sequence[int], count: int) -> Independent:
    weights = [(mpz(a), mpz(b)) for a, b in zip(p, q, strict=True)]
    return Independent((Factor(from_weights(weights, mpz(sum(p))), count),))


def test_many_draws_are_swept() -> None:
    assert plan(product_of(*THREE, 100)).method == "sweep"
    assert plan(product_of(*FIVE, 10)).method == "sweep"


def test_the_plan_says_what_there_is_to_be_done() -> None:
    found = plan(product_of(*FIVE, 60))
    assert found.reason == "60 draws with 5 likelihood ratios: at most 39711 steps"
    assert 0.001 < found.work.seconds < 0.1


@pytest.mark.parametrize(
    ("p", "q"), [((3, 1), (1, 3)), ((1, 1, 2), (2, 2, 0)), ((1, 0, 0), (0, 1, 0))]
)
def test_fewer_ratios_are_left_to_others(p: Sequence[int], q: Sequence[int]) -> None:
    assert PascalSweep.of(product_of(p, q, 5)) is None


def test_the_factor_that_is_swept_need_not_be_the_largest() -> None:
    response = Factor(from_weights([(mpz(2), mpz(1)), (mpz(1), mpz(2))], mpz(3)), 1000)
    three = product_of(*THREE, 20).factors[0]
    found = PascalSweep.of(Independent((response, three)))
    assert found is not None
    assert (found.main, found.others) == (three, (response,))
    assert PascalSweep.of(Independent((Factor(response.classes, 10**5), three))) is None


def test_no_factor_at_all() -> None:
    assert PascalSweep.of(Independent(())) is None


def test_work_beyond_the_limit_is_refused_before_it_starts() -> None:
    mechanism = of_weights(*FIVE, 3000)
    with pytest.raises(verify.LimitError, match="3000 draws with 5 likelihood ratios"):
        verify.certify(mechanism, alpha=2, method="sweep")
    with resources.limits(seconds=1), pytest.raises(verify.LimitError, match="seconds = 1"):
        verify.certify(of_weights(*THREE, 10**6), alpha=2, method="sweep")


def test_levels_beyond_all_ratios_are_enormous_as_they_may() -> None:
    mechanism = of_weights(*THREE, 500)
    for epsilon in ("804", "805", "1e30"):  # 500·ln(50/10) = 804.7…
        with using("sweep"):
            verdict = verify.certify(mechanism, epsilon=epsilon)
        assert (verdict.delta_star > 0) == (epsilon == "804")
    assert verdict.delta_star.a == verdict.delta_star.b == 0


# bad input


GOOD: dict[str, Any] = {
    "count": 3,
    "keys": [2, 1, 0],
    "p": [mpz(1)] * 3,
    "q": [mpz(1)] * 3,
    "level": 0,
    "band": 9,
    "near_ties": None,
}


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"keys": [1, 0]}, ValueError),
        ({"p": [mpz(1)] * 2}, ValueError),
        ({"count": 0}, ValueError),
        ({"count": 10**10}, OverflowError),
        ({"level": 1 << 130}, OverflowError),
        ({"near_ties": None}, AttributeError),  # asked for, and its error comes through
        ({"p": [mpz(0)] * 3}, ValueError),
    ],
)
def test_what_the_kernel_refuses(change: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        sweep_sums(**{**GOOD, **change})
