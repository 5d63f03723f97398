"""What looks private because nothing was looked at is refused; what can be seen is told apart."""

import math
import random
from collections import OrderedDict

import numpy as np
import pytest
from gmpy2 import mpq

import verify


class Holder:
    def __init__(self):
        self.rng = random.SystemRandom()

    def release(self, bit):
        return bit if self.rng.random() < 0.75 else 1 - bit


@pytest.mark.parametrize(
    ("function", "options"),
    [
        (Holder().release, {}),
        (lambda data: data, {}),
        (lambda data, rng: data, {"source": "modules"}),
        (5, {}),
        (None, {}),
    ],
)
def test_what_cannot_be_called_is_not_private(function, options):
    with pytest.raises(verify.InputError, match=r"^function: .*function\(data"):
        verify.assert_dp(function, inputs=[0, 1], epsilon=0, **options)


@pytest.mark.parametrize(
    "function",
    [
        lambda data, rng: 1 / 0,
        lambda data, rng: rng.randrng(3),
        lambda data, rng: {}["missing"] if rng.randrange(2) else math.sqrt(-1),
    ],
)
def test_a_function_that_only_raises_is_not_private(function):
    with pytest.raises(verify.InputError):
        verify.assert_dp(function, inputs=[0, 1], epsilon=0)


def test_exceptions_beside_results_are_results():
    def leaking(bit, rng):
        if bit and rng.randrange(4) == 0:
            raise ValueError
        return "done"

    with pytest.raises(verify.PrivacyError, match="is not differentially private"):
        verify.assert_dp(leaking, inputs=[0, 1], epsilon=0)


def seeded(data, rng):
    rng.seed(data)
    return rng.randrange(2) if hasattr(rng, "randrange") else int(rng.randint(2))


def seeded_module(data):
    random.seed(data)
    return random.randrange(2)


def seeded_numpy(data):
    np.random.seed(data)
    return int(np.random.randint(2))


@pytest.mark.parametrize(
    ("function", "source"),
    [
        (seeded, "random.Random"),
        (seeded, "numpy.RandomState"),
        (seeded_module, "modules"),
        (seeded_numpy, "modules"),
    ],
)
def test_a_seed_is_refused(function, source):
    with pytest.raises(verify.InputError, match="the generator gets a seed"):
        verify.explore(function, 1, source=source)


@pytest.mark.parametrize("source", ["random.Random", "numpy.RandomState"])
def test_a_seed_that_is_none_is_as_random(source):
    assert verify.explore(seeded, None, source=source).law == {"0": mpq(1, 2), "1": mpq(1, 2)}


def test_the_generator_of_the_system_has_no_seed():
    law = verify.explore(seeded, 1, source="secrets.SystemRandom").law
    assert law == {"0": mpq(1, 2), "1": mpq(1, 2)}


@pytest.mark.parametrize("kind", [dict, OrderedDict])
def test_the_order_of_a_dict_is_seen(kind):
    def histogram(data, rng):
        return kind([("a", 1), ("b", 2)] if data else [("b", 2), ("a", 1)])

    with pytest.raises(verify.PrivacyError) as caught:
        verify.assert_dp(histogram, inputs=[0, 1], epsilon=0)
    assert caught.value.verdict.delta_lower.exact == 1


def test_results_of_any_length():
    found = verify.explore(lambda data, rng: 10**5000 + rng.randrange(2), 0).law
    assert found == {f"1{'0' * 4999}{i}": mpq(1, 2) for i in range(2)}


def test_laplace_by_inversion_with_real_numbers():
    def rounded(data, rng):
        return round(math.log(1 - 2 * abs(rng.random() - 0.5)))

    found = verify.explore(rounded, 0, ideal=True, residual="1/10").law
    e = {n: math.exp(-n - 0.5) for n in range(3)}
    expected = {"0": 1 - e[0], "-1": e[0] - e[1], "-2": e[1] - e[2]}
    assert found.keys() == expected.keys()
    for outcome, probability in expected.items():
        low, high = found[outcome].enclose(60)
        assert low <= mpq(probability) + mpq(1, 10**12)
        assert high >= mpq(probability) - mpq(1, 10**12)


def test_choices_of_numpy_with_real_numbers():
    found = verify.explore(
        lambda data, rng: int(rng.choice(2, p=[0.1, 0.9])),
        0,
        source="numpy.Generator",
        ideal=True,
    ).law
    weights = [mpq(*p.as_integer_ratio()) for p in (0.1, 0.9)]
    assert found == {str(i): weights[i] / sum(weights) for i in range(2)}
