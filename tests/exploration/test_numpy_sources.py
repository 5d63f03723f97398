"""The doubles of NumPy's generators against the real ones, and against definitions."""

import copy
import math
import re
from fractions import Fraction
from itertools import pairwise, permutations

import numpy as np
import pytest
from gmpy2 import mpq

from verify.errors import InputError
from verify.exploration._trail import Trail
from verify.exploration.outcomes import key
from verify.exploration.settings import Settings
from verify.exploration.sources import source
from verify.exploration.sources.numpy_generator import NumpyGenerator
from verify.exploration.sources.numpy_state import NumpyState
from verify.exploration.uniform.lazy import LazyUniform
from verify.exploration.walk import walk

REAL = {
    NumpyGenerator: lambda: np.random.Generator(np.random.PCG64(7)),
    NumpyState: lambda: np.random.RandomState(7),
}
BOTH = pytest.mark.parametrize("double", [NumpyGenerator, NumpyState])
DRAWS = 3000


def law(double, function, residual=0):
    return walk(lambda trail: function(double(trail)), Settings(residual=residual)).law


def shuffled(g, x, **more):
    g.shuffle(x, **more)
    return x


SHARED = [
    "g.random() < 0.3",
    "g.random(3) < 0.5",
    "g.random((2, 1)) < 0.25",
    "g.random(()) < 0.25",
    "g.random(size=np.int64(2)) >= 0.5",
    "g.uniform() < 0.75",
    "g.uniform(-1, 1) < 0.2",
    "g.uniform(2.0, 2.0)",
    "g.uniform([0, 10], [1, 14]) < [0.5, 11]",
    "g.uniform(0, 4, (2, 2)) < 1",
    "g.choice(3)",
    "g.choice(3, 2)",
    "g.choice(np.int8(3), (2, 1))",
    "g.choice(3, ())",
    "g.choice(['a', 'bc'])",
    "g.choice(['a', 'bc'], ())",
    "g.choice(['a', 'bc'], 2)",
    "g.choice(np.array([1.5, 2.5, 2.5], dtype='f4'), 1)",
    "g.choice(4, p=[0.1, 0, 0.3, 0.6])",
    "g.choice(3, 2, p=[0.25, 0.25, 0.5])",
    "g.choice(3, (), p=np.array([0.25, 0.25, 0.5], dtype='f4'))",
    "g.choice(3, 2, False)",
    "g.choice(4, (2, 1), replace=False)",
    "g.choice(['x', 'y', 'z'], 3, replace=False)",
    "g.choice(4, None, False)",
    "g.choice(4, 2, False, [0.1, 0.2, 0.3, 0.4])",
    "g.choice([5, 6, 7], 3, False, [0.2, 0.3, 0.5])",
    "g.choice(0, 0)",
    "g.choice(3, (2, 0))",
    "g.permutation(3)",
    "g.permutation([1.0, 2.0])",
    "g.permutation([[1, 2], [3, 4], [5, 6]])",
    "g.permutation(0)",
    "shuffled(g, [1, 2, 3])",
    "shuffled(g, np.array([1, 2, 3], dtype='i2'))",
    "shuffled(g, np.array([[1, 2], [3, 4]]))",
    "shuffled(g, np.array(['a', None], dtype=object))",
    "g.bytes(0)",
    "len(g.bytes(1))",
    "g.binomial(3, 0.5)",
    "g.binomial(2, [0.3, 0.6])",
    "g.binomial(2, 0.0)",
    "g.binomial(np.array([1, 2]), 0.5, size=(2, 2))",
    "g.binomial(2.7, 0.5)",
    "g.multinomial(2, [0.2, 0.3, 0.5])",
    "g.multinomial(1, [0.25, 0.75], size=2)",
    "g.multinomial(2, [0.1] * 3 + [0.7])",
    "g.hypergeometric(3, 2, 2)",
    "g.hypergeometric([1, 2], 1, 1)",
    "g.geometric(1.0)",
    "g.geometric([1.0, 1.0])",
]
GENERATOR = [
    "g.integers(3)",
    "g.integers(-1, 2)",
    "g.integers(1, 3, endpoint=True)",
    "g.integers(2, dtype=bool)",
    "g.integers(0, 1, dtype=np.bool_, endpoint=True)",
    "g.integers(3, dtype=int)",
    "g.integers(3, dtype='u1')",
    "g.integers(3, size=2, dtype=np.int32)",
    "g.integers(np.int64(2), size=(1, 2))",
    "g.integers(2, size=())",
    "g.integers([1, 2], [3, 4])",
    "g.integers(1, [2, 3], endpoint=True, dtype='i2')",
    "g.integers(3.0)",
    "g.integers(0, 255, dtype='u1', endpoint=True) < 64",
    "g.choice([[1, 2], [3, 4]])",
    "g.choice([[1, 2], [3, 4]], 2, axis=1)",
    "g.choice([[1, 2], [3, 4]], 2, replace=False)",
    "g.choice(3, 2, replace=False, shuffle=False)",
    "g.choice(4, 3, replace=False, shuffle=False)",
    "g.permutation([[1, 2, 3], [4, 5, 6]], axis=1)",
    "shuffled(g, np.array([[1, 2, 3], [4, 5, 6]]), axis=1)",
    "g.permuted([1, 2, 3])",
    "g.permuted([[1, 2], [3, 4]], axis=1)",
    "g.permuted([[1, 2], [3, 4]], axis=0)",
    "g.permuted([[1], [2]])",
    "g.permuted([1, 2], out=np.zeros(2, dtype='i8'))",
    "g.random(2, dtype='f8') < 0.5",
    "[each.random() < 0.5 for each in g.spawn(2)]",
]
STATE = [
    "g.rand() < 0.3",
    "g.rand(2, 1) < 0.3",
    "g.random_sample() < 0.3",
    "g.random_sample((2,)) < 0.3",
    "g.randint(3)",
    "g.randint(-1, 2)",
    "g.randint(2, size=2)",
    "g.randint(2, size=())",
    "g.randint(3, dtype='i1')",
    "g.randint(2, dtype=bool)",
    "g.randint([1, 2], [3, 4])",
    "g.uniform(1, -1) < 0.2",
    "g.seed()",
]
CASES = [(double, text) for double in REAL for text in SHARED]
CASES += [(NumpyGenerator, text) for text in GENERATOR] + [(NumpyState, text) for text in STATE]


@pytest.mark.parametrize(("double", "text"), CASES)
def test_law_shapes_and_types_are_those_of_numpy(double, text):
    function = eval(f"lambda g: {text}", {"np": np, "shuffled": shuffled})
    exact, real = law(double, function), REAL[double]()
    counts = {}
    for _ in range(DRAWS):
        found = key(function(real))
        counts[found] = counts.get(found, 0) + 1
    assert set(exact) == set(counts)
    assert sum(exact.values()) == 1
    for found, probability in exact.items():
        p = float(probability)
        assert abs(counts[found] - DRAWS * p) <= 6 * math.sqrt(DRAWS * p * (1 - p)) + 1e-6


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("text", ["g.random_integers(2)", "g.random_integers(0, 1, size=2)"])
def test_random_integers(text):
    test_law_shapes_and_types_are_those_of_numpy(NumpyState, text)


WRONG = [
    "g.choice(0)",
    "g.choice([])",
    "g.choice(3, p=[0.5, 0.5])",
    "g.choice(2, p=[0.5, 0.6])",
    "g.choice(2, p=[-0.5, 1.5])",
    "g.choice(2, p=[0.5, float('nan')])",
    "g.choice(2, p=[[0.5, 0.5]])",
    "g.choice(2, 3, replace=False)",
    "g.choice(3, 2, replace=False, p=[1.0, 0, 0])",
    "g.choice(2.5)",
    "g.choice(3, -1)",
    "g.binomial(-1, 0.5)",
    "g.binomial(2, 1.5)",
    "g.geometric(0)",
    "g.multinomial(2, [0.7, 0.7, 0.1])",
    "g.hypergeometric(1, 1, 3)",
    "g.uniform(0, float('inf'))",
    "g.uniform([0, 0], [1, 1, 1])",
    "g.permutation('ab')",
    "g.shuffle((1, 2))",
    "g.shuffle(3)",
    "g.random(-1)",
]
WRONG_CASES = [(double, text) for double in REAL for text in WRONG] + [
    (NumpyGenerator, "g.integers(0)"),
    (NumpyGenerator, "g.integers(300, dtype='u1')"),
    (NumpyGenerator, "g.integers(3, dtype='f8')"),
    (NumpyGenerator, "g.integers([1, 2], [2, 2])"),
    (NumpyGenerator, "g.uniform(1, 0)"),
    (NumpyGenerator, "g.random(2, dtype='i8')"),
    (NumpyGenerator, "g.shuffle([[1], [2]], axis=1)"),
    (NumpyGenerator, "g.permutation([1, 2], axis=1)"),
    (NumpyGenerator, "g.permuted(3)"),
    (NumpyGenerator, "g.permuted([1, 2], out=np.zeros(3))"),
    (NumpyState, "g.randint(3, 3)"),
    (NumpyState, "g.choice([[1, 2]])"),
    (NumpyState, "g.random_integers(0)"),
]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("double", "text"), WRONG_CASES)
def test_wrong_arguments_give_the_errors_of_numpy(double, text):
    function = eval(f"lambda g: {text}", {"np": np})
    with pytest.raises(Exception) as real:  # noqa: PT011
        function(REAL[double]())
    with pytest.raises(real.type, match=f"^{re.escape(str(real.value))}$"):
        function(double(fresh()))


def fresh():
    trail = Trail(100, LazyUniform)
    trail.begin((), None)
    return trail


@BOTH
def test_every_public_method_is_doubled_or_refused_by_name(double):
    real = double.__mro__[-2]
    assert real in (np.random.Generator, np.random.RandomState)
    doubled = {text[2 : text.index("(")] for text in SHARED + GENERATOR + STATE if text[:2] == "g."}
    doubled |= {"shuffle", "spawn", "random_integers"}
    public = [name for name in dir(real) if not name.startswith("_")]
    assert len(public) > 40
    for name in public:
        if name in doubled:
            assert getattr(double, name) is not getattr(real, name)
            continue
        with pytest.raises(InputError, match=f"{name} (draws from a law that|needs the state)"):
            law(double, lambda g, name=name: getattr(g, name)(1))


@BOTH
def test_libraries_take_them_for_the_real_ones(double):
    generator = double(fresh())
    assert isinstance(generator, double.__mro__[-2])
    assert "of a trail" in str(generator)
    if double is NumpyGenerator:
        assert np.random.default_rng(generator) is generator


@BOTH
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, np.random.default_rng])
def test_no_copy_is_made(double, copied):
    if double is NumpyGenerator and copied is np.random.default_rng:
        copied = lambda g: np.random.RandomState(g._bit_generator)  # noqa: E731
    with pytest.raises(InputError, match="needs the state of a generator"):
        law(double, copied)


REFUSED = [
    ("g.random(dtype=np.float32)", "float32"),
    ("g.random(2, out=np.zeros(2))", "out="),
    ("g.integers(2**62 + 1)", r"at least 2\^62 integers"),
    ("g.bytes(8)", r"at least 2\^64 integers"),
    ("g.binomial(10**6, 0.5)", "too many outcomes"),
    ("g.integers(2.5)", "bounds that are none"),
]


@pytest.mark.parametrize(("text", "problem"), REFUSED)
def test_what_cannot_be_followed_is_refused(text, problem):
    with pytest.raises(InputError, match=problem):
        law(NumpyGenerator, eval(f"lambda g: {text}", {"np": np}))


def cells(p):
    """How many k of 2^53 NumPy's definition gives each index."""
    sums, total = [], 0.0
    for each in p:
        total += each
        sums.append(total)
    ends = [math.ceil(Fraction(each / total) * 2**53) for each in sums]
    return [end - start for start, end in pairwise([0, *ends])]


@BOTH
@pytest.mark.parametrize(
    "p", [[0.1, 0.2, 0.3, 0.4], [1 / 3, 1 / 3, 1 / 3], [1e-17, 1.0, 0.0], [0.7, 0.1, 0.1, 0.1]]
)
def test_choice_has_the_probabilities_of_its_doubles(double, p):
    expected = {
        (int, i): mpq(cell, 2**53) for i, cell in enumerate(cells(p)) if cell
    }  # 0 < 1e-17 < 2^−53 has one double, 0.0
    assert law(double, lambda g: g.choice(len(p), p=p)) == expected
    sums = np.cumsum(p)
    sums /= sums[-1]
    for i, end in enumerate(np.cumsum(cells(p))[:-1].tolist()):
        if end < 2**53:
            assert sums.searchsorted((end - 1) * 2.0**-53, side="right") <= i
            assert sums.searchsorted(end * 2.0**-53, side="right") > i


@BOTH
def test_choice_without_replacement_goes_in_rounds(double):
    p = [0.1, 0.2, 0.7]
    first, expected = [mpq(each, 2**53) for each in cells(p)], {}
    for i in range(3):
        for j in range(3):
            if i != j:
                expected[i, j] = expected.get((i, j), 0) + first[i] * first[j]
                left = [0.0 if k == i else each for k, each in enumerate(p)]
                again = mpq(cells(left)[j], 2**53)
                expected[i, j] += first[i] * first[i] * again
    found = law(double, lambda g: tuple(g.choice(3, 2, False, p).tolist()))
    assert found == {key(pair): each for pair, each in expected.items()}


@pytest.mark.parametrize("make", REAL.values())
def test_numpy_works_as_the_doubles_say(make):
    p, sums = [0.1, 0.2, 0.3, 0.4], np.cumsum([0.1, 0.2, 0.3, 0.4])
    sums /= sums[-1]
    for low, high in [(0.1, 0.7), (-3.0, 1e10)]:
        drawn, uniform = make(), make()
        for _ in range(500):
            double = drawn.random()
            assert (double * 2**53).is_integer()
            assert uniform.uniform(low, high) == low + (high - low) * double
    drawn, chosen = make(), make()
    for _ in range(500):
        assert chosen.choice(4, p=p) == sums.searchsorted(drawn.random(), side="right")


@BOTH
def test_every_order_is_as_likely(double):
    expected = {key(list(each)): mpq(1, 24) for each in permutations(range(4))}
    assert law(double, lambda g: g.permutation(4).tolist()) == expected
    assert law(double, lambda g: shuffled(g, [0, 1, 2, 3])) == expected
    assert law(double, lambda g: g.choice(4, 4, replace=False).tolist()) == expected


@BOTH
def test_binomial_is_exact_at_the_double(double):
    p = Fraction(0.3)
    expected = {(int, k): mpq(math.comb(5, k) * p**k * (1 - p) ** (5 - k)) for k in range(6)}
    assert law(double, lambda g: g.binomial(5, 0.3)) == expected


@BOTH
def test_multinomial_is_exact_at_the_doubles(double):
    a, b = Fraction(0.2), Fraction(0.3)
    expected = {}
    for i in range(4):
        for j in range(4 - i):
            ways = math.comb(3, i) * math.comb(3 - i, j)
            p = ways * a**i * b**j * (1 - a - b) ** (3 - i - j)
            expected[key([i, j, 3 - i - j])] = mpq(p)
    assert law(double, lambda g: g.multinomial(3, [0.2, 0.3, 0.5]).tolist()) == expected


@BOTH
def test_hypergeometric_counts_samples(double):
    expected = {(int, k): mpq(math.comb(4, k) * math.comb(3, 3 - k), 35) for k in range(4)}
    assert law(double, lambda g: g.hypergeometric(4, 3, 3)) == expected


@BOTH
def test_geometric_is_exact_up_to_what_is_unexplored(double):
    p = mpq(0.3)
    found = walk(lambda trail: double(trail).geometric(0.3), Settings(residual="1/1000"))
    for k in range(1, 15):
        assert found.law[int, k] == p * (1 - p) ** (k - 1)
    assert 0 < found.unexplored <= mpq(1, 1000)
    assert sum(found.law.values()) + found.unexplored == 1


@BOTH
def test_an_array_of_doubles_has_few_paths(double):
    found = walk(lambda trail: int((double(trail).random(10) < 0.5).sum()))
    assert found.paths == 1024
    assert found.law[int, 5] == mpq(math.comb(10, 5), 1024)


def test_sources_have_names():
    assert source("numpy.random.Generator") is source("numpy.Generator") is NumpyGenerator
    assert source("numpy.random.RandomState") is source("numpy.RandomState") is NumpyState
    assert source("random.SystemRandom") is source("secrets.SystemRandom")
    with pytest.raises(InputError, match=r"'numpy' is no random source .* numpy\.Generator"):
        source("numpy")
