"""Modules whose functions are replaced for a while: what they do then, and that they come back."""

import math
import random
import secrets
from types import ModuleType

import numpy as np
import pytest
from gmpy2 import mpq

from verify.errors import InputError
from verify.exploration.outcomes import Raised, key
from verify.exploration.patches import math_followed, replaced
from verify.exploration.settings import Settings
from verify.exploration.sources import MODULES, source
from verify.exploration.sources.modules import patched
from verify.exploration.walk import walk

MODULE_TEXT = """
import math, random, secrets
import numpy as np
from math import log as ln
from numpy.random import default_rng, rand, RandomState
from random import random as draw, choice, Random, SystemRandom
from secrets import randbelow
"""


def module():
    found = ModuleType("under_test")
    exec(MODULE_TEXT, vars(found))
    return found


def law(text, residual=0):
    """The law of an expression in a module, whose functions draw from the trail."""
    space = vars(module())
    before = dict(space)
    function = eval(f"lambda: {text}", space)
    outside = state()

    def run(trail):
        with patched(trail, space), math_followed(space):
            return function()

    found = walk(run, Settings(residual=residual)).law
    assert {name: space[name] for name in before} == before
    assert state() == outside
    return found


def state():
    modules = (random, secrets, math, np.random, np.random.mtrand)
    return [{**vars(each)} for each in modules]


def evenly(*values):
    return {key(each): mpq(1, len(values)) for each in values}


def chance(p):
    return {(bool, True): mpq(p), (bool, False): 1 - mpq(p)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("random.random() < 0.25", chance("1/4")),
        ("draw() < 0.25", chance("1/4")),
        ("choice('ab')", evenly("a", "b")),
        ("random.randint(1, 3)", evenly(1, 2, 3)),
        ("random.randrange(0, 4, 2)", evenly(0, 2)),
        ("random.getrandbits(1)", evenly(0, 1)),
        ("random.sample([1, 2], 1)", evenly([1], [2])),
        ("random.choices('ab', [1, 3])", {key(["a"]): mpq(1, 4), key(["b"]): mpq(3, 4)}),
        ("random.uniform(-1, 1) < 0.5", chance("3/4")),
        ("(random.seed(), random.random() < 0.5)[1]", chance("1/2")),
        ("Random().random() < 0.25", chance("1/4")),
        ("random.Random(None).random() < 0.25", chance("1/4")),
        ("SystemRandom().randrange(2)", evenly(0, 1)),
        ("secrets.SystemRandom().choice('ab')", evenly("a", "b")),
        ("secrets.randbelow(2) + randbelow(1)", evenly(0, 1)),
        ("secrets.randbits(1)", evenly(0, 1)),
        ("secrets.choice('ab')", evenly("a", "b")),
        ("secrets.token_bytes(1)", evenly(*[bytes([i]) for i in range(256)])),
        ("secrets.token_hex(1)", evenly(*[f"{i:02x}" for i in range(256)])),
        ("np.random.random() < 0.25", chance("1/4")),
        ("np.random.sample() < 0.25", chance("1/4")),
        ("rand() < 0.25", chance("1/4")),
        ("int(np.random.randint(2))", evenly(0, 1)),
        ("np.random.choice(2)", evenly(0, 1)),
        ("np.random.permutation(2).tolist()", evenly([0, 1], [1, 0])),
        ("np.random.binomial(1, 0.25) == 1", chance("1/4")),
        ("(np.random.seed(), np.random.rand() < 0.5)[1]", chance("1/2")),
        ("default_rng().random() < 0.25", chance("1/4")),
        ("np.random.default_rng(np.random.default_rng()).random() < 0.25", chance("1/4")),
        ("default_rng(np.random.mtrand._rand).random() < 0.25", chance("1/4")),
        ("RandomState().rand() < 0.25", chance("1/4")),
        ("np.random.mtrand._rand.rand() < 0.25", chance("1/4")),
        ("np.random.mtrand.rand() < 0.25", chance("1/4")),
    ],
)
def test_functions_of_modules_draw_from_the_trail(text, expected):
    assert law(text) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Random(5).random()", random.Random(5).random()),
        ("random.Random('a').random()", random.Random("a").random()),
        ("default_rng(5).random()", np.random.default_rng(5).random()),
        ("RandomState(seed=5).rand()", np.random.RandomState(5).rand()),
        ("np.random.Generator(np.random.PCG64(5)).random()", np.random.default_rng(5).random()),
        ("isinstance(random.Random(5), Random)", True),
        ("isinstance(random.Random(), Random)", True),
        ("isinstance(random.SystemRandom(), random.Random)", True),
        ("isinstance(np.random.mtrand._rand, RandomState)", True),
        ("issubclass(SystemRandom, Random)", True),
        ("isinstance(3, Random)", False),
    ],
)
def test_what_has_a_seed_is_what_it_is(text, value):
    assert law(text) == {key(value): 1}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("random.gauss(0, 1)", "gauss draws from a law"),
        ("random.getstate()", "getstate needs the state"),
        ("np.random.normal()", "normal draws from a law"),
        ("np.random.get_state()", "get_state needs the state"),
        ("np.random.PCG64()", "numpy.random.PCG64 without a seed"),
        ("np.random.SeedSequence()", "numpy.random.SeedSequence without a seed"),
        ("np.random.get_bit_generator()", "numpy.random.get_bit_generator cannot be followed"),
        ("secrets.token_bytes()", r"at least 2\^256 integers"),
    ],
)
def test_what_cannot_be_followed_is_refused(text, problem):
    with pytest.raises(InputError, match=problem):
        law(text)


def test_a_bound_below_one_is_an_error_as_in_secrets():
    assert law("secrets.randbelow(0)") == {key(raised("ValueError")): 1}


def raised(name):
    return Raised(type("Error", (ValueError,), {"__qualname__": name})())


def test_every_public_random_function_is_replaced():
    before = state()
    drawing = {
        (each.__name__, name)
        for each, owner in ((random, random.Random), (np.random, np.random.RandomState))
        for name in vars(each)
        if not name.startswith("_") and callable(getattr(owner, name, None))
    }
    assert ("random", "shuffle") in drawing
    assert ("numpy.random", "laplace") in drawing
    seen = []

    def run(trail):
        with patched(trail):
            seen[:] = [{**vars(each)} for each in (random, secrets, math, np.random)]

    walk(run)
    for each, name in drawing:
        place = 0 if each == "random" else 3
        assert seen[place][name] is not before[place][name]


def test_contexts_within_each_other_come_back_one_by_one():
    space, original = vars(module()), random.random
    outer, inner = {}, {}

    def run(kept):
        def once(trail):
            with patched(trail, space):
                kept["now"] = random.random, space["draw"]
                if kept is outer:
                    assert walk(run(inner)).law == chance("1/4")
                    assert (random.random, space["draw"]) == outer["now"]
                return space["draw"]() < 0.25

        return once

    assert walk(run(outer)).law == chance("1/4")
    assert outer["now"] != inner["now"]
    assert random.random is space["draw"] is original


def test_an_inner_context_finds_what_the_outer_left():
    space, late = vars(module()), vars(module())

    def run(trail):
        with patched(trail, space), patched(trail, late):
            return late["draw"]() < 0.25

    assert walk(run).law == chance("1/4")


def test_an_error_inside_puts_everything_back():
    space, before = vars(module()), state()
    kept = dict(space)

    def fail(trail):
        with patched(trail, space), math_followed(space):
            assert random.random is not before[0]["random"]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        walk(fail)
    assert state() == before
    assert space == kept


def test_an_attribute_that_was_not_there_is_taken_away():
    with replaced({(math, "no_such"): 1}):
        assert math.no_such == 1
    assert not hasattr(math, "no_such")


def test_the_source_called_modules_is_the_context():
    assert source(MODULES) is patched


def share(holds):
    """The probability of an event that is true up to some double, or from some double on."""
    first = holds(0.0)
    low, high = 0, 2**53
    while high - low > 1:
        k = (low + high) // 2
        low, high = (k, high) if holds(k * 2.0**-53) == first else (low, k)
    below = mpq(high, 2**53)
    return below if first else 1 - below


MATH = [
    ("math.log(draw() + 0.5) < -0.25", lambda x: math.log(x + 0.5) < -0.25),
    ("ln(draw() + 0.5, 3) < -0.25", lambda x: math.log(x + 0.5, 3) < -0.25),
    ("math.log2(1 - draw()) < -0.3", lambda x: math.log2(1 - x) < -0.3),
    ("math.log10(1 - draw()) < -0.3", lambda x: math.log10(1 - x) < -0.3),
    ("math.log1p(-draw()) < -0.3", lambda x: math.log1p(-x) < -0.3),
    ("math.exp(draw()) < 2", lambda x: math.exp(x) < 2),
    ("math.exp2(draw()) < 1.5", lambda x: math.exp2(x) < 1.5),
    ("math.expm1(draw()) < 1.5", lambda x: math.expm1(x) < 1.5),
    ("math.tanh(draw()) < 0.5", lambda x: math.tanh(x) < 0.5),
    ("math.sqrt(draw()) < 0.3", lambda x: math.sqrt(x) < 0.3),
    ("math.pow(draw(), 3) < 0.3", lambda x: math.pow(x, 3) < 0.3),
    ("math.pow(2, draw()) < 1.3", lambda x: math.pow(2, x) < 1.3),
    ("math.fabs(-draw()) < 0.3", lambda x: math.fabs(-x) < 0.3),
    ("math.copysign(draw(), -2.0) < -0.3", lambda x: math.copysign(x, -2.0) < -0.3),
    ("math.copysign(2.0, draw() - 0.3) < 0", lambda x: math.copysign(2.0, x - 0.3) < 0),
    ("math.floor(draw() * 2 - 0.4) < 0", lambda x: math.floor(x * 2 - 0.4) < 0),
    ("math.ceil(draw() * 2 - 0.4) < 1", lambda x: math.ceil(x * 2 - 0.4) < 1),
    ("math.trunc(draw() * 4) < 3", lambda x: math.trunc(x * 4) < 3),
    ("math.isinf(draw() * 1e308 * 2)", lambda x: math.isinf(x * 1e308 * 2)),
    ("math.isfinite(draw() * 1e308 * 2)", lambda x: math.isfinite(x * 1e308 * 2)),
]


@pytest.mark.parametrize(("text", "holds"), MATH)
def test_functions_of_math_follow_a_double(text, holds):
    assert law(text) == chance(share(holds))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("math.isnan(draw() - 0.5)", False),
        ("math.copysign(1.0, math.floor(draw()))", 1.0),
        ("math.copysign(1.0, -(draw() * 0.0))", -1.0),
        ("math.copysign(1, draw())", 1.0),
        ("math.fabs(np.float64(0.0) * draw() - np.float64(2.0))", 2.0),
        ("math.fabs(np.floor(draw() / 2 + np.float64(1.0)))", 1.0),
        ("math.pow(np.floor(draw() / 2 + np.float64(1.0)), 2)", 1.0),
        ("ln(8, 2)", math.log(8, 2)),
        ("math.pow(-2, 3)", -8.0),
        ("math.isnan(float('nan'))", True),
        ("math.isinf(-math.inf)", True),
        ("math.copysign(1, -0.0)", -1.0),
        ("math.fmod(5, 3)", 2.0),
    ],
)
def test_functions_of_math_of_constants(text, value):
    assert law(text) == {key(value): 1}


@pytest.mark.parametrize(
    ("text", "name"),
    [("math.log(draw()) < -50", "ValueError"), ("math.pow(draw(), -1) < 2", "ValueError")],
)
def test_an_error_for_zero_has_its_own_probability(text, name):
    assert law(text)[key(raised(name))] == mpq(1, 2**53)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("math.fmod(draw(), 0.3)", "math.fmod of a random double"),
        ("math.pow(-2, draw())", "a random double"),
        ("math.pow(draw() - 2, 0.5)", "a power of a negative random double"),
        ("math.pow(draw(), draw())", "two random doubles are mixed"),
        ("math.sin(draw())", "the value of a random double itself"),
    ],
)
def test_math_that_cannot_be_followed(text, problem):
    with pytest.raises(InputError, match=problem):
        law(text)
