"""Expected errors against their definition, written out in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
import twin
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import exact
from oracle_models import INPUTS, Both, live, models, power, rows, tables, width

import verify
from verify.combinators import adaptive, copies, fresh, mixture, parallel, random_allocation
from verify.mechanisms import (
    clamped_geometric,
    geometric,
    k_randomized_response,
    leaky,
    randomized_response,
    report_noisy_max,
    sparse_vector,
)
from verify.utility import expected_error

NUMBERS = ["0", "1", "-3", "1/2", "2.5"]


def expected(law: twin.Law, loss: Any) -> Fraction:
    """Σ P(y)·loss(y) over the outputs that can occur."""
    return sum((p * loss(y) for y, p in law.items() if p), Fraction(0))


def distance(target: twin.Label, output: twin.Label, power: int) -> Fraction:
    """|y − t|^power, summed over the entries of arrays of one shape."""
    if isinstance(target, str) and isinstance(output, str):
        return abs(Fraction(output) - Fraction(target)) ** power
    if isinstance(target, tuple) and isinstance(output, tuple) and len(target) == len(output):
        return sum(
            (distance(t, y, power) for t, y in zip(target, output, strict=True)), Fraction(0)
        )
    raise TypeError


# arrays of numbers


@st.composite
def numeric(draw: Any, depth: int = 2) -> Both:
    """A combination of tables whose outputs are numbers, so that its own are arrays of numbers."""
    if depth == 0:
        size = draw(st.integers(1, 3))
        names = draw(st.permutations(NUMBERS))[:size]
        laws = draw(rows(len(INPUTS), size, st.integers(0, 4)))
        return Both(twin.table(INPUTS, names, laws), verify.Channel(INPUTS, names, laws))
    of = draw(numeric(depth - 1))
    kind = draw(st.sampled_from(["power", "copies", "fresh", "revealed", "hidden", "adaptive"]))
    if kind == "power":
        return power(of, draw(st.integers(1, 3)))
    if kind == "copies":
        count = draw(st.integers(1, 3))
        return Both(twin.copies(of.twin, count), copies(of.engine, count))
    other = draw(numeric(depth - 1))
    if width(of.twin) * width(other.twin) > 60:
        return of
    if kind == "fresh":
        return Both(twin.fresh([of.twin, other.twin]), fresh([of.engine, other.engine]))
    if kind == "adaptive":
        outputs = live(of.twin)
        laws = twin.adaptive(of.twin, dict.fromkeys(outputs, other.twin))
        return Both(laws, adaptive(of.engine, dict.fromkeys(outputs, other.engine)))
    revealed = kind == "revealed"
    share = draw(st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(1)]))
    laws = twin.mixture([share, 1 - share], [of.twin, other.twin], revealed)
    parts = [(share, of.engine), (1 - share, other.engine)]
    return Both(laws, mixture(parts, revealed=revealed))


def moved(draw: Any, label: twin.Label) -> twin.Label:
    """A label of the same shape."""
    if isinstance(label, tuple):
        return tuple(moved(draw, part) for part in label)
    return draw(st.sampled_from([label, *NUMBERS]))


@settings(max_examples=60)
@given(numeric(), st.sampled_from(["l1", "l2"]), st.data())
def test_distances(both: Both, error: str, data: Any) -> None:
    exponent = {"l1": 1, "l2": 2}[error]
    target = {x: moved(data.draw, data.draw(st.sampled_from(live(both.twin)))) for x in INPUTS}
    try:
        values = {
            x: expected(law, lambda y, t=target[x]: distance(t, y, exponent))
            for x, law in both.twin.items()
        }
    except TypeError:  # outputs of several shapes
        with pytest.raises(verify.InputError, match="shape"):
            expected_error(both.engine, error, target=target)
        return
    answer = expected_error(both.engine, error, target=target)
    check(both, answer, values)


@settings(max_examples=40)
@given(models(), st.data())
def test_wrong_answers(both: Both, data: Any) -> None:
    """1 − P(target), whatever the labels; a target may be impossible at its input."""
    outputs = live(both.twin)
    target = {x: data.draw(st.sampled_from(outputs)) for x in both.twin}
    unlikely = data.draw(st.sampled_from([*both.twin, None]))
    if unlikely is not None and len(both.twin) > 1:
        target[unlikely] = "no output"
    values = {x: expected(law, lambda y, t=target[x]: y != t) for x, law in both.twin.items()}
    if set(values.values()) == {1}:  # which may be refused as a mistake
        return
    check(both, expected_error(both.engine, "zero_one", target=target), values)


@settings(max_examples=40)
@given(models(), st.data())
def test_losses_of_the_users_own(both: Both, data: Any) -> None:
    loss = st.fractions(-3, 3, max_denominator=7)
    table = {x: {y: data.draw(loss) for y, p in law.items() if p} for x, law in both.twin.items()}
    values = {x: expected(law, table[x].__getitem__) for x, law in both.twin.items()}
    check(both, expected_error(both.engine, table), values)


@settings(max_examples=30)
@given(tables(), st.data())
def test_groups(both: Both, data: Any) -> None:
    """Averages with exact shares, and the worst input of each group."""
    loss = st.integers(0, 3)
    table = {x: {y: data.draw(loss) for y in law} for x, law in both.twin.items()}
    values = {x: expected(law, table[x].__getitem__) for x, law in both.twin.items()}
    members = data.draw(st.lists(st.sampled_from(INPUTS), min_size=1, unique=True))
    weights = {x: data.draw(st.fractions(Fraction(1, 9), 9, max_denominator=9)) for x in members}
    answer = expected_error(both.engine, table, groups={"alike": members, "weighted": weights})
    alike, weighted = answer.groups
    assert exact(alike.expected) == sum((values[x] for x in members), Fraction(0)) / len(members)
    total = sum(weights.values())
    assert exact(weighted.expected) == sum((w / total * values[x] for x, w in weights.items()))
    for group in answer.groups:
        ranked = [x for x in both.engine.inputs if x in members]
        worst = max(ranked, key=values.__getitem__)
        assert (group.worst.input, exact(group.worst.expected)) == (worst, values[worst])


def check(both: Both, answer: verify.utility.Utility, values: dict[Any, Fraction]) -> None:
    found = {item.input: exact(item.expected) for item in answer.inputs}
    assert list(found) == list(both.engine.inputs)
    assert found == values
    worst = max(both.engine.inputs, key=values.__getitem__)
    assert (answer.worst.input, exact(answer.worst.expected)) == (worst, values[worst])


# closed forms


@pytest.mark.parametrize("p", ["1/2", "2/3", "9/10", "1"])
def test_randomized_response(p: str) -> None:
    lie = 1 - Fraction(p)
    for error in ("zero_one", "l1", "l2"):
        answer = expected_error(randomized_response(p), error)
        assert [exact(item.expected) for item in answer.inputs] == [lie, lie]


@pytest.mark.parametrize(("k", "p"), [(2, "3/4"), (5, "1/2"), (9, "1/3")])
def test_k_ary_response(k: int, p: str) -> None:
    share = (1 - Fraction(p)) / (k - 1)
    mechanism = k_randomized_response(k, p)
    assert exact(expected_error(mechanism, "zero_one").worst.expected) == 1 - Fraction(p)
    for error, exponent in (("l1", 1), ("l2", 2)):
        answer = expected_error(mechanism, error)
        for x in range(k):
            total = share * sum(abs(j - x) ** exponent for j in range(k))
            assert exact(answer.of(x)) == total


@pytest.mark.parametrize("k", [2, 4])
def test_the_price_of_privacy_falls_with_alpha(k: int) -> None:
    """At α the error is (k − 1)/(α + k − 1): the more α, the less error."""
    levels = [Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(10)]
    for error in ("zero_one", "l1", "l2"):
        found = [
            exact(expected_error(k_randomized_response(k, alpha=a), error).worst.expected)
            for a in levels
        ]
        assert found == sorted(found, reverse=True)
        assert len(set(found)) == len(found)
    assert found[0] > 0
    zero_one = [expected_error(k_randomized_response(k, alpha=a), "zero_one") for a in levels]
    assert [exact(u.worst.expected) for u in zero_one] == [(k - 1) / (a + k - 1) for a in levels]


def test_parallel_adds_up() -> None:
    two = parallel([k_randomized_response(3, "1/2"), randomized_response("3/4")])
    answer = expected_error(two, "l1")
    assert exact(answer.of(("0", "1"))) == Fraction(3, 4) + Fraction(1, 4)
    wrong = expected_error(two, "zero_one")
    assert {exact(item.expected) for item in wrong.inputs} == {1 - Fraction(1, 2) * Fraction(3, 4)}


def test_many_releases() -> None:
    count = 10**5
    mechanism = fresh(randomized_response("3/4"), count)
    target = {x: (x,) * count for x in "01"}
    answer = expected_error(mechanism, "l1", target=target)
    assert exact(answer.worst.expected) == Fraction(count, 4)


def test_a_leak_is_not_the_truth() -> None:
    answer = expected_error(leaky("1/10", randomized_response("3/4")), "zero_one")
    assert exact(answer.of(0)) == 1 - Fraction(9, 10) * Fraction(3, 4)
    told = expected_error(leaky("1/10"), "zero_one", target={x: ["leak", x] for x in "01"})
    assert exact(told.of(0)) == Fraction(9, 10)


@settings(max_examples=30)
@given(st.data())
def test_random_allocation(data: Any) -> None:
    """One round of three, chosen uniformly, sees the record."""
    names = ["0", "1", "5/2"]
    laws = data.draw(rows(2, 3, st.integers(0, 4)))
    base = twin.table(["out", "in"], names, laws)
    both = {"out": twin.fresh([base] * 3)["out"], "in": {}}
    for i in range(3):
        parts = [{"in": base["in" if j == i else "out"]} for j in range(3)]
        for y, p in twin.fresh(parts)["in"].items():
            both["in"][y] = both["in"].get(y, Fraction(0)) + p / 3
    engine = random_allocation(verify.Channel(["out", "in"], names, laws), "out", "in", 3)
    array = st.lists(st.sampled_from(names), min_size=3, max_size=3).map(tuple)
    target = {x: data.draw(array) for x in both}
    for error, exponent in (("l1", 1), ("l2", 2), ("zero_one", 0)):
        answer = expected_error(engine, error, target=target)
        for x, law in both.items():
            t = target[x]
            loss = partial(distance, t, power=exponent) if exponent else t.__ne__
            value = expected(law, loss)
            assert exact(answer.of(x)) == value


# noise that never ends


@pytest.mark.parametrize("ratio", [Fraction(1, 2), Fraction(2, 3), Fraction(1, 10)])
@pytest.mark.parametrize("target", ["0", "3", "-4", "1/2"])
def test_geometric_noise(ratio: Fraction, target: str) -> None:
    """One query with its value is q + Z; against the truth E|Z| = 2r/(1−r²), EZ² = 2r/(1−r)²."""
    mechanism = report_noisy_max({"x": [0], "y": [1]}, ratio, output="value")
    right = {"x": target, "y": target}
    first = exact(expected_error(mechanism, "l1", target=right).of("x"))
    second = exact(expected_error(mechanism, "l2", target=right).of("x"))
    t = Fraction(target)
    assert second == 2 * ratio / (1 - ratio) ** 2 + t**2
    near = brute(ratio, lambda z: abs(z - t))
    assert 0 <= first - near < Fraction(1, 10**9)
    if not t:
        assert first == 2 * ratio / (1 - ratio**2)
    one = exact(expected_error(mechanism, "zero_one", target={"x": 0, "y": 1}).of("x"))
    assert one == 1 - (1 - ratio) / (1 + ratio)


@pytest.mark.parametrize("ratio", [Fraction(1, 2), Fraction(2, 3)])
@pytest.mark.parametrize(("low", "high"), [(0, 3), (-2, -1), (4, 9)])
def test_geometric_mechanisms(ratio: Fraction, low: int, high: int) -> None:
    """The noise is the same at every input, also where its tails are collapsed."""
    two = {"l1": 2 * ratio / (1 - ratio**2), "l2": 2 * ratio / (1 - ratio) ** 2}
    two["zero_one"] = 1 - (1 - ratio) / (1 + ratio)
    one = {"l1": ratio / (1 - ratio), "l2": ratio * (1 + ratio) / (1 - ratio) ** 2}
    one["zero_one"] = ratio
    for sided, known in ((1, one), (2, two)):
        mechanism = geometric(ratio, low, high, sided=sided)
        for error, value in known.items():
            answer = expected_error(mechanism, error)
            assert {exact(item.expected) for item in answer.inputs} == {value}
        hidden = mixture([("1/4", mechanism), ("3/4", mechanism)])
        assert exact(expected_error(hidden, "l1").worst.expected) == known["l1"]


@pytest.mark.parametrize("ratio", [Fraction(1, 2), Fraction(2, 3)])
def test_clamping_costs_less_than_it_seems(ratio: Fraction) -> None:
    """Clamped to the range, noise errs as the clamped value does, worst in the middle."""
    answer = expected_error(clamped_geometric(ratio, 0, 4), "l1")
    for x in range(5):
        near = brute(ratio, lambda z, x=x: abs(min(max(x + z, 0), 4) - x))
        assert 0 <= exact(answer.of(x)) - near < Fraction(1, 10**9)
    assert answer.worst.input == "2"


def brute(ratio: Fraction, loss: Any, most: int = 120) -> Fraction:
    """The sum over |z| <= most: what is left out is positive and tiny."""
    height = (1 - ratio) / (1 + ratio)
    return sum((height * ratio ** abs(z) * loss(z) for z in range(-most, most + 1)), Fraction(0))


def winner(answers: Sequence[int], ratio: Fraction, most: int) -> dict[tuple[int, int], Fraction]:
    """P(index, value) of the noisy maximum of two answers, the first one of equal ones."""
    height = (1 - ratio) / (1 + ratio)
    noise = {z: height * ratio ** abs(z) for z in range(-most, most + 1)}
    law: dict[tuple[int, int], Fraction] = {}
    for z, p in noise.items():
        for w, q in noise.items():
            a, b = answers[0] + z, answers[1] + w
            best = (0, a) if a >= b else (1, b)
            law[best] = law.get(best, Fraction(0)) + p * q
    return law


def test_a_noisy_maximum_with_its_value() -> None:
    ratio, most = Fraction(1, 8), 14
    law = winner([1, 2], ratio, most)
    mechanism = report_noisy_max({"x": [1, 2], "y": [2, 2]}, ratio, output="both")
    target = {"x": ["1", "2"], "y": ["0", "2"]}
    for error, exponent in (("l1", 1), ("l2", 2)):
        found = exact(expected_error(mechanism, error, target=target).of("x"))
        near = sum(
            p * (abs(i - 1) ** exponent + abs(v - 2) ** exponent) for (i, v), p in law.items()
        )
        assert 0 <= found - near < Fraction(1, 10**9)
    found = exact(expected_error(mechanism, "zero_one", target=target).of("x"))
    assert 0 <= 1 - found - law[1, 2] < Fraction(1, 10**9)


def test_a_released_value() -> None:
    """The answers of a sparse vector: arrays of several lengths, so only 0–1 has a meaning."""
    queries = {"x": [0, 2], "y": [1, 2]}
    mechanism = sparse_vector(queries, 1, "1/2", "1/2", variant="release_value")
    target = {"x": ["below", "2"], "y": ["1"]}
    answer = expected_error(mechanism, "zero_one", target=target)
    height = Fraction(1, 3)
    chance = Fraction(0)
    for rho in range(-60, 2):  # the threshold 1 + ρ is at most 2, and the first answer below it
        below = sum((height * Fraction(1, 2) ** abs(z) for z in range(-120, rho + 1)), Fraction(0))
        chance += height * Fraction(1, 2) ** abs(rho) * below * height
    assert abs(1 - exact(answer.of("x")) - chance) < Fraction(1, 10**15)
    with pytest.raises(verify.InputError, match="no number"):
        expected_error(mechanism, "l1", target={"x": ["0", "2"], "y": ["1"]})
