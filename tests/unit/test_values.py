"""Public values: immutable, readable, comparable, and the same after a copy."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq, mpz

import verify
from verify.combinators import (
    adaptive,
    copies,
    fixed_size_subsample,
    fresh,
    mixture,
    parallel,
    poisson_subsample,
    postprocess,
    random_allocation,
    shared,
    shuffle,
)
from verify.exact.level import Level
from verify.exact.ring import RingNumber
from verify.exact.ring_level import level_of
from verify.loss.delta import RingDelta, greatest
from verify.mechanisms import (
    channel,
    discrete_laplace,
    k_randomized_response,
    leaky,
    randomized_response,
)

RR = randomized_response("3/4")
RR_ONE = randomized_response(epsilon=1)
MECHANISMS: dict[str, verify.Mechanism] = {
    "randomized_response": RR,
    "k_randomized_response": k_randomized_response(4, alpha=2),
    "channel": channel(["x", ["y", 0]], ["a", "b"], [["1/3", "2/3"], [1, 0]], absent="x"),
    "wide channel": channel("xy", "ab", [[Fraction(1, 3**300), 1 - Fraction(1, 3**300)], [0, 1]]),
    "leaky": leaky("1/10"),
    "leaky of": leaky("1/10", RR),
    "fresh": fresh(RR, 3),
    "fresh list": fresh([RR, randomized_response("2/3")]),
    "copies": copies(RR, 2),
    "parallel": parallel([RR, RR]),
    "shared": shared({"v": 1}, [{"x": {"v": "0"}, "y": {"v": "1"}}]),
    "adaptive": adaptive(RR, {"0": RR, "1": "stop"}),
    "postprocess": postprocess(RR, {"0": "a", "1": "a"}),
    "mixture": mixture([("1/2", RR), ("1/2", randomized_response("2/3"))]),
    "poisson_subsample": poisson_subsample("1/3", RR, 0),
    "fixed_size_subsample": fixed_size_subsample(RR, [0, 1], 3, 1),
    "shuffle": shuffle(3, RR),
    "random_allocation": random_allocation(RR, 0, 1, 3),
    "epochs": random_allocation(RR, 0, 1, 2, epochs=2),
    "revealed": mixture([("1/2", RR), ("1/2", RR)], revealed=True),
    "response at epsilon 1": RR_ONE,
    "discrete_laplace": discrete_laplace(2, 0, 3),
    "ring and rationals": fresh([RR_ONE, RR]),
    "adaptive ring": adaptive(RR_ONE, {"0": RR, "1": RR_ONE}),
    "hidden ring": mixture([("1/2", RR_ONE), ("1/2", RR)]),
}
RING = verify.certify(fresh(RR_ONE, 20), alpha=3, delta="1/4")
VERDICT = verify.certify(fresh(RR, 2), alpha=3, delta="1/4")
VALUES: dict[str, Any] = {
    "verdict": VERDICT,
    "verdict at an irrational level": verify.certify(fresh(RR, 2), epsilon="1/2"),
    "delta": VERDICT.delta_star,
    "margin": VERDICT.margin,
    "witness": VERDICT.witness,
    "direction": VERDICT.directions[0],
    "event": VERDICT.witness.event,
    "claim": VERDICT.claim,
    "level": Level.epsilon("1/2 + ln(2)"),
    "adjacency": verify.Adjacency("within", distance=2),
    "budget": verify.budget(fresh(RR, 2)),
    "bound": verify.budget(fresh(RR, 2)).bounds[0],
    "least level": verify.epsilon(RR, delta="1/4"),
    "profile": verify.profile(fresh(RR, 2)),
    "ring verdict": RING,
    "ring delta": RING.delta_star,
    "ring margin": RING.margin,
    "ring witness": RING.witness,
    "ring budget": verify.budget(fresh(RR_ONE, 20)),
    "ring least level": verify.epsilon(fresh(RR_ONE, 20), delta="1/4"),
    "ring level": level_of(RING.least_alpha),
    "ring profile": verify.profile(RR_ONE),
    "ring number": RingNumber.power(1) ** 20 - 1,
    "quotient": RING.witness.p,
    "document": verify.load({"schema": 1, "mechanism": {"type": "randomized_response", "p": "1"}}),
}


def attributes(value: object) -> list[str]:
    """Public names that hold state."""
    found = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    found += list(getattr(value, "__dict__", {}))
    return [name for name in found if not name.startswith("_")]


@pytest.mark.parametrize("name", VALUES)
def test_what_is_returned_is_immutable(name: str) -> None:
    value = VALUES[name]
    names = attributes(value)
    assert names
    for attribute in names:
        before = getattr(value, attribute)
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, attribute, None)
        assert getattr(value, attribute) is before


@pytest.mark.parametrize("name", MECHANISMS)
def test_mechanisms_are_immutable(name: str) -> None:
    mechanism = copy.copy(MECHANISMS[name])
    for attribute in ("inputs", "adjacency", "absent"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(mechanism, attribute, getattr(mechanism, attribute))


def test_weights_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        RR.weights[0, 0, 0] = 1
    for twin in (copy.deepcopy(RR), pickle.loads(pickle.dumps(RR)), RR.under("all_pairs")):
        assert not twin.weights.flags.writeable
    ring = RR_ONE
    for twin in (ring, copy.deepcopy(ring), pickle.loads(pickle.dumps(ring)), copy.copy(ring)):
        assert not twin.places.flags.writeable
        assert twin == RR_ONE
        assert twin.adjacency == RR_ONE.adjacency


def test_a_channel_does_not_follow_the_array_it_was_made_from() -> None:
    weights = np.array([[3, 1], [1, 3]], dtype=np.uint64)
    found = verify.Channel.from_weights("xy", None, weights, 4)
    weights[:] = 0
    assert found.row(0) == [mpq(3, 4), mpq(1, 4)]


@pytest.mark.parametrize("name", [*VALUES, *MECHANISMS])
def test_everything_prints_itself_readably(name: str) -> None:
    value = VALUES[name] if name in VALUES else MECHANISMS[name]
    for text in (repr(value), str(value)):
        assert 0 < len(text) < 600
        assert " object at 0x" not in text
        assert "\n" not in text


@pytest.mark.parametrize("name", MECHANISMS)
def test_mechanisms_survive_pickling_and_copying(name: str) -> None:
    mechanism = MECHANISMS[name]
    expected = verify.certify(mechanism, alpha="3/2", full=True)
    for same in (pickle.loads(pickle.dumps(mechanism)), copy.deepcopy(mechanism)):
        found = verify.certify(same, alpha="3/2", full=True)
        assert found.delta_star == expected.delta_star
        assert found.pure_alpha == expected.pure_alpha
        assert [d.event for d in found.directions] == [d.event for d in expected.directions]
        assert same.inputs == mechanism.inputs


@pytest.mark.parametrize("name", VALUES)
def test_values_survive_pickling_and_copying(name: str) -> None:
    value = VALUES[name]
    for same in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert type(same) is type(value)
        assert repr(same) == repr(value)


def test_errors_survive_pickling() -> None:
    for kind in (verify.InputError, verify.LimitError, verify.NotAvailableError):
        error = pickle.loads(pickle.dumps(kind("wrong", at="p", form="right").under("of[0]")))
        assert type(error) is kind
        assert str(error) == "of[0].p: wrong; write right"


# δ values


def at(alpha: Any = None, epsilon: Any = None) -> verify.Delta:
    return verify.certify(randomized_response("9/10"), alpha=alpha, epsilon=epsilon).delta_star


@pytest.mark.parametrize("number", [Fraction(7, 10), mpq(7, 10)])
def test_a_delta_equals_the_exact_number_that_it_is(number: Any) -> None:
    delta = at(alpha=2)
    assert delta == number
    assert number == delta
    assert delta <= number <= delta
    assert not delta < number
    assert hash(delta) == hash(number)
    assert delta in {number}
    assert delta != number + 1
    assert delta < number + 1
    assert number - 1 < delta


def test_deltas_at_different_rational_levels() -> None:
    assert at(alpha=2) == mpq(7, 10)
    assert at(alpha=3) == mpq(6, 10)
    assert at(alpha=2) != at(alpha=3)
    assert at(alpha=3) < at(alpha=2)
    assert at(alpha=2) > at(alpha=3)
    assert at(alpha=2) == at(epsilon="ln(2)")
    assert hash(at(alpha=2)) == hash(at(epsilon="ln(2)"))


def test_deltas_at_different_levels_with_the_same_event() -> None:
    """Both are 9/10 − α/10: a comparison must not forget that α differs."""
    for first, second in (("1/2", "1"), ("ln(3)/2", "1"), ("1/2", "ln(3)")):
        assert at(epsilon=first) != at(epsilon=second)
        assert at(epsilon=second) < at(epsilon=first)
        assert at(epsilon=first) > at(epsilon=second)


def test_equal_deltas_at_different_irrational_levels_are_refused() -> None:
    """1 − 2·√2/4 = 1 − √8/4: no enclosure tells two equal numbers apart."""
    first, second = Level.epsilon("ln(2)/2"), Level.epsilon("ln(8)/2")
    left, right = value(4, 2, 4, first), value(4, 1, 4, second)
    with pytest.raises(verify.InputError, match="agree to 16384 bits"):
        left.sign_against(right)
    apart = value(4 * 2**9000 + 1, 2**9000, 4 * 2**9000, second)  # more by 2^−9002
    assert left < apart
    assert apart > left
    assert (left.sign_against(apart), apart.sign_against(left)) == (-1, 1)


@pytest.mark.parametrize("kind", [mpz, RingNumber])
@pytest.mark.parametrize("epsilon", ["ln(2)", "ln(3)/2"])
def test_the_greatest_of_two_values(kind: Any, epsilon: str) -> None:
    """(A − α·B)/8 at α = 2 and at √3: with B/A on either side of 1/α; the first if equal."""
    level = Level.epsilon(epsilon)
    for first, second, expected in (
        ((5, 1), (3, 1), (5, 1)),
        ((3, 1), (5, 1), (5, 1)),
        ((5, 1), (5, 2), (5, 1)),
        ((4, 1), (6, 3), (4, 1)),
        ((6, 3), (4, 1), (4, 1)),
        ((6, 1), (7, 1), (7, 1)),
        ((4, 2), (4, 2), (4, 2)),
    ):
        sums = tuple(tuple(map(kind, pair)) for pair in (first, second))
        found = greatest(sums, kind(8), level)
        assert (found.a, found.b) == tuple(mpq(w, 8) for w in expected)
    if epsilon == "ln(2)":
        for first, second in (((4, 1), (6, 2)), ((6, 2), (4, 1))):
            sums = tuple(tuple(map(kind, pair)) for pair in (first, second))
            found = greatest(sums, kind(8), level)
            assert (found.a, found.b) == (mpq(first[0], 8), mpq(first[1], 8))


def test_a_delta_without_q_is_rational_at_every_level() -> None:
    for epsilon in ("1/2", "1e30", "2000000*ln(2)"):
        delta = value(3, 0, 16, Level.epsilon(epsilon))
        assert delta.is_rational
        assert delta.exact == delta.value == mpq(3, 16)
        assert delta.enclose(64) == (mpq(3, 16), mpq(3, 16))
        assert delta == value(6, 0, 32, Level.epsilon("1/7"))


def test_a_rational_level_that_is_not_kept_as_a_number() -> None:
    """2^600000 as ε: (2^600000 + 1)/2^600001 − α·1/2^600001 = 1/2^600001."""
    level = Level.epsilon("600000*ln(2)")
    assert level.value is None
    delta = value(2**600_000 + 1, 1, 2**600_001, level)
    assert delta.exact == mpq(1, 2**600_001)


def test_a_delta_of_each_kind_at_different_levels() -> None:
    """1/2 − √e/4, once with √e as the level and once as a weight."""
    root = RingNumber.power(mpq(1, 2))
    rational = value(2, 1, 4, Level.epsilon("1/2"))
    of_ring = RingDelta(RingNumber(4), root, RingNumber(8), Level.alpha(2))
    for left, right in ((rational, of_ring), (of_ring, rational)):
        assert left == right
        assert not left < right
        assert left.sign_against(right) == 0  # == asks the one of the ring first
    above = RingDelta(RingNumber(4) + mpq(1, 2**200), root, RingNumber(8), Level.alpha(2))
    assert rational < above
    assert above > rational


@pytest.mark.parametrize("other", ["7/10", 0.7, None, True])
def test_a_delta_is_not_compared_with_what_is_no_exact_number(other: Any) -> None:
    delta = at(alpha=2)
    assert (delta == other) is False
    assert (delta != other) is True
    with pytest.raises(TypeError, match="not supported between instances of 'Delta' and"):
        delta < other  # noqa: B015


def value(a: int, b: int, scale: int, level: Level) -> verify.Delta:
    """a/scale − α·b/scale."""
    return verify.Delta(mpz(a), mpz(b), mpz(scale), level)


def test_a_delta_is_compared_exactly_at_an_irrational_level() -> None:
    delta = at(epsilon="1/2")
    lower, upper = Fraction(delta.lower()), Fraction(delta.upper())
    assert lower < delta < upper
    assert lower != delta != upper
    assert delta.exact is None
    assert upper - lower == Fraction(1, 10**17)
    assert [len(text) for text in (delta.lower(30), delta.upper(30))] == [32, 32]


def test_a_verdict_is_true_when_the_claim_holds() -> None:
    assert verify.certify(RR, alpha=3)
    assert not verify.certify(RR, alpha=2)


def test_the_least_level_of_a_verdict() -> None:
    """3/4 − α/4 <= δ from 3 − 4δ on, whatever α was claimed."""
    for delta, expected in (("0", 3), ("1/8", mpq(5, 2)), ("1/4", 2), ("1/2", 1), ("9/10", 1)):
        verdict = verify.certify(RR, alpha=7, delta=delta)
        assert verdict.least_alpha == expected
        assert verdict.pure_alpha == 3
    assert verify.certify(leaky("1/10", RR), alpha=7).least_alpha is None


def test_channels_compare_by_their_laws() -> None:
    assert randomized_response(alpha=3) == RR
    assert hash(randomized_response(alpha=3)) == hash(RR)
    assert randomized_response("2/3") != RR
    assert RR.under("all_pairs") != RR
    assert RR != "channel"


def test_another_adjacency_leaves_the_mechanism_alone() -> None:
    other = RR.under({"pairs": [["1", "0"]]})
    assert str(RR.adjacency) == "replace"
    assert other.adjacency.to_json() == {"pairs": [["1", "0"]]}
    verdict = verify.certify(fresh(other, 2), alpha=3)
    assert (verdict.witness.input, verdict.witness.neighbour) == ("1", "0")


def test_every_public_name_resolves() -> None:
    for name in verify.__all__:
        assert getattr(verify, name) is not None
        assert name in dir(verify)
    with pytest.raises(AttributeError):
        verify.nonsense  # noqa: B018
