"""The parts of the checker by definition: draws of several classes, and tails near their edge."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import check
import pytest
from certificates import certificate, level, signed

from examples import GEOMETRIC

ROWS = {
    "three classes": ([3, 1, 2], [1, 3, 4]),
    "four classes": ([3, 1, 2, 7], [1, 3, 5, 2]),
    "two of one class": ([3, 1, 6, 2], [1, 3, 2, 3]),
    "alone and apart": ([3, 1, 2, 0, 4], [1, 3, 4, 2, 0]),
}


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_draws_are_those_of_all_sequences(name, n):
    one, other = ROWS[name]
    checker = check.Checker()
    found = checker.outcomes(checker.drawn((one, sum(one), []), (other, sum(other), []), n))
    sequences = (
        (prod(p for p, _ in sequence), prod(q for _, q in sequence))
        for sequence in product(zip(one, other, strict=True), repeat=n)
    )
    assert _by_ratio(found) == _by_ratio(both for both in sequences if all(both))


def _by_ratio(weights):
    """(P, Q) of outcomes that both can draw, by their ratio."""
    p_sums, q_sums = Counter(), Counter()
    for p, q in weights:
        p_sums[Fraction(q, p)] += p
        q_sums[Fraction(q, p)] += q
    return {ratio: (p_sums[ratio], q_sums[ratio]) for ratio in p_sums}


HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def test_a_tail_whose_sign_turns_is_left_open():
    """P − Q is 1/8·2^−n − 1/4·4^−n: below 0 at first, then 0, then above."""
    with pytest.raises(check.RejectedError, match="open") as refused:
        check.Checker().tail([(Fraction(1, 8), HALF)], [(QUARTER, QUARTER)], 1, 1)
    assert refused.value.args[0] == check.INCOMPLETE


def test_a_tail_that_is_settled():
    """From n = 2 on the same difference is 1/32·2^−n − 1/64·4^−n, above 0 for good."""
    p, q = [(Fraction(1, 32), HALF)], [(Fraction(1, 64), QUARTER)]
    sums = [Fraction(1, 16), Fraction(1, 48)]
    assert list(check.Checker().tail(p, q, 1, 1)) == sums
    assert list(check.Checker().tail(q, p, 1, 1)) == [0, 0]


def test_moments_do_not_leave_tails_out():
    """The outputs alone have Σ P²/Q = 1/8, but the tails go on."""
    claim = {"epsilon": level(2), "order": 2}
    found = certificate(GEOMETRIC, claim, {"moments": ["0x1/0x8", "0x1"]})
    line = "evidence.moments[0]: moments of tails are not checked"
    assert check.check(signed(found)) == (check.INCOMPLETE, line)
