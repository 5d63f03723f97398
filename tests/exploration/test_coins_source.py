"""Coins against their laws: explored, drawn for real, and through the double of random.Random."""

from fractions import Fraction

import pytest
from gmpy2 import mpq

from verify.errors import InputError
from verify.exploration.outcomes import key
from verify.exploration.settings import Settings
from verify.exploration.sources.coins import Coins
from verify.exploration.sources.modules import patched
from verify.exploration.sources.python import PythonRandom, PythonSystemRandom
from verify.exploration.walk import walk

DOUBLES = pytest.mark.parametrize("double", [Coins, PythonRandom, PythonSystemRandom])
DRAWS = 4000


def explored(double, function, residual=0):
    return walk(lambda trail: function(double(trail)), Settings(residual=residual))


def law(double, function):
    return explored(double, function).law


@DOUBLES
@pytest.mark.parametrize("p", [Fraction(3, 8), mpq(3, 8), "3/8", "37.5%"])
def test_a_coin_is_one_draw(double, p):
    found = explored(double, lambda coins: coins.bernoulli(p))
    assert found.law == {(bool, True): mpq(3, 8), (bool, False): mpq(5, 8)}
    assert found.longest == 1


@DOUBLES
def test_a_sure_coin_is_no_choice(double):
    found = explored(double, lambda coins: (coins.bernoulli(1), coins.bernoulli(0)))
    assert found.law == {key((True, False)): 1}
    assert found.paths == 1


@DOUBLES
def test_uniform_and_choice(double):
    assert law(double, lambda coins: coins.uniform(3)) == {(int, k): mpq(1, 3) for k in range(3)}
    assert law(double, lambda coins: coins.choice("ab")) == {(str, c): mpq(1, 2) for c in "ab"}


@DOUBLES
def test_weights_are_exact_and_zero_is_left_out(double):
    found = explored(double, lambda coins: coins.weighted("abc", ["1/3", 0, Fraction(1, 2)]))
    assert found.law == {(str, "a"): mpq(2, 5), (str, "c"): mpq(3, 5)}
    assert (found.paths, found.longest) == (2, 1)


@DOUBLES
def test_geometric_counts_failures(double):
    found = explored(double, lambda coins: coins.geometric("1/3"), mpq(1, 10**4))
    for k in range(20):
        assert found.law[int, k] == mpq(1, 3) * mpq(2, 3) ** k
    assert 0 < found.unexplored <= mpq(1, 10**4)


@DOUBLES
def test_discrete_laplace_has_its_law_with_a_path_for_every_value(double):
    r = mpq(2, 3)
    found = explored(double, lambda coins: coins.discrete_laplace("2/3"), mpq(1, 10**4))
    for z in range(-18, 19):
        assert found.law[int, z] == (1 - r) / (1 + r) * r ** abs(z)
    assert sum(found.law.values()) + found.unexplored == 1


@DOUBLES
def test_random_is_a_lazy_double(double):
    assert law(double, lambda coins: coins.random() < 0.25)[bool, True] == mpq(1, 4)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda coins: coins.bernoulli(0.5), r"p: 0\.5 is a float, which is not exact; write"),
        (lambda coins: coins.bernoulli("3/2"), r"p: 3/2 is not in \[0, 1\]"),
        (lambda coins: coins.bernoulli([1]), "p: "),
        (lambda coins: coins.geometric(0), "p: an event of probability 0 never happens"),
        (lambda coins: coins.discrete_laplace(1), r"ratio: 1 is not in \(0, 1\)"),
        (lambda coins: coins.discrete_laplace(0.5), r"ratio: 0\.5 is a float"),
        (lambda coins: coins.weighted("ab", [1]), "weights: 1 weights for 2 items"),
        (lambda coins: coins.weighted("ab", [0, 0]), "weights: weights are at least 0"),
        (lambda coins: coins.weighted("ab", [2, -1]), "weights: weights are at least 0"),
        (lambda coins: coins.weighted("ab", [1, 0.5]), r"weights\[1\]: 0\.5 is a float"),
        (lambda coins: coins.uniform(0), "n: 0 is not a number of options"),
        (lambda coins: coins.choice([]), "items: there is nothing to choose from"),
    ],
)
def test_wrong_arguments(function, message):
    with pytest.raises(InputError, match=f"^{message}"):
        function(Coins())
    with pytest.raises(InputError, match=f"^{message}"):
        explored(Coins, function)


def everything(coins):
    return (
        coins.bernoulli("1/4"),
        coins.uniform(2),
        coins.choice("ab"),
        coins.weighted("xyz", [1, 0, 3]),
        min(coins.geometric("1/2"), 1),
        max(-1, min(coins.discrete_laplace("1/2"), 1)),
        coins.random() < 0.5,
    )


def test_coins_for_real_are_as_likely_as_explored():
    found = explored(Coins, everything, mpq(1, 1000))
    coins, counts = Coins(), [{} for _ in range(7)]
    for _ in range(DRAWS):
        for place, value in enumerate(everything(coins)):
            counts[place][value] = counts[place].get(value, 0) + 1
    for place, count in enumerate(counts):
        sums = {}
        for outcome, p in found.law.items():
            value = found.values[outcome][place]
            sums[value] = sums.get(value, 0) + p
        assert set(sums) == set(count)
        for value, p in sums.items():
            assert abs(count[value] / DRAWS - p) < 0.06  # above 6 standard deviations


def test_a_large_number_of_options_is_drawn_for_real_and_refused_explored():
    assert 0 <= Coins().uniform(2**80) < 2**80
    assert Coins().uniform(2**80) != Coins().uniform(2**80)
    with pytest.raises(InputError, match=r"at least 2\^80 integers"):
        explored(Coins, lambda coins: coins.uniform(2**80))


def test_coins_for_real_follow_the_trail_where_modules_do():
    coins = Coins()

    def run(trail):
        with patched(trail):
            return coins.bernoulli("1/4"), coins.uniform(3), coins.random() < 0.5

    found = walk(run)
    assert found.law[key((True, 2, False))] == mpq(1, 24)
    assert found.paths == 12


def test_the_double_of_random_keeps_what_random_has():
    found = law(PythonRandom, lambda rng: rng.uniform(-1.0, 3.0) < 0.0)
    assert found == {(bool, True): mpq(1, 4), (bool, False): mpq(3, 4)}
    expected = {key([i, j]): mpq(1, 6) for i in range(3) for j in range(3) if i != j}
    assert law(PythonRandom, lambda rng: rng.sample(range(3), 2)) == expected
