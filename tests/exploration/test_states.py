"""Runs are followed once only if their future is one: laws with merging against laws without it."""

from __future__ import annotations

import importlib.util
import linecache
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import hidden
import hidden_objects
import pytest

import verify
from verify.errors import LimitError

EPSILON = "1/500"


def bounds(function: Any, merge: bool, **more: Any) -> dict[Any, tuple[Fraction, Fraction]]:
    found = verify.explore(function, 0, residual=EPSILON, merge=merge, **more)
    left = Fraction(str(found.unexplored))
    assert left <= Fraction(EPSILON)
    law = {y: Fraction(str(p)) for y, p in found.law.items()}
    return {y: (low, low + left) for y, low in law.items()}


def check(function: Any, **more: Any) -> None:
    """Both enclose the same law."""
    merged, plain = bounds(function, True, **more), bounds(function, False, **more)
    for y in {*merged, *plain}:
        (a, b), (c, d) = (each.get(y, (0, Fraction(EPSILON))) for each in (merged, plain))
        assert max(a, c) <= min(b, d), (y, float(a), float(b), float(c), float(d))


@pytest.mark.parametrize("function", hidden.FUNCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("timing", [False, True])
def test_what_is_hidden_keeps_runs_apart(function: Any, timing: bool) -> None:
    check(function, timing=timing)


def imported(folder: Path, name: str, text: str) -> ModuleType:
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


COUNTER = """
count = 0

def step():
    global count
    count = (count + 1) % 3

def reset():
    global count
    count = 0
"""

USES = [
    """
import hidden_counter

def run(data, rng):
    hidden_counter.reset()
    while rng.randrange(2):
        hidden_counter.step()
    return hidden_counter.count
""",
    """
def run(data, rng):
    import hidden_counter as other
    other.reset()
    while rng.randrange(2):
        other.count = (other.count + 1) % 3
    return other.count
""",
    """
def run(data, rng):
    from hidden_counter import reset
    reset()
    del reset
    while rng.randrange(2):
        from hidden_counter import step
        step()
        del step
    import hidden_counter
    return hidden_counter.count
""",
    """
import hidden_counter

def run(data, rng):
    hidden_counter.reset()
    while rng.randrange(2):
        setattr(hidden_counter, "co" + "unt", (getattr(hidden_counter, "co" + "unt") + 1) % 3)
    return getattr(hidden_counter, "co" + "unt")
""",
    """
import sys

def run(data, rng):
    sys.modules["hidden_counter"].reset()
    while rng.randrange(2):
        sys.modules["hidden_counter"].step()
    return sys.modules["hidden_counter"].count
""",
]


@pytest.mark.parametrize("place", range(len(USES)))
def test_variables_of_other_modules(tmp_path: Path, place: int) -> None:
    imported(tmp_path, "hidden_counter", COUNTER)
    check(imported(tmp_path, f"hidden_use_{place}", USES[place]).run)


OLD = """
def wait(rng):
    while rng.randrange(2):
        pass
    return 1

def run(data, rng):
    return rng.randrange(2) + wait(rng)
"""


@pytest.mark.parametrize("new", ["", OLD.replace("rng.randrange(2) + ", "")])
def test_source_that_is_not_the_code(tmp_path: Path, new: str) -> None:
    """Absent, or changed since: nothing is taken from it."""
    module = imported(tmp_path, f"hidden_old_{len(new)}", OLD)
    (tmp_path / f"hidden_old_{len(new)}.py").write_text(new)
    linecache.clearcache()
    check(module.run)
    if not new:
        with pytest.raises(verify.InputError, match="no state could be merged"):
            verify.explore(module.run, 0, merge=True)


def ruin(start: int, rng: Any) -> int:
    place = start
    while 0 < place < 31:
        place += 1 if rng.getrandbits(1) else -1
    return place


def rejection(sides: int, rng: Any) -> int:
    while True:
        found = rng.randrange(8)
        if found < sides:
            return found


def bernoulli_exp(gamma: tuple[int, int], rng: Any) -> bool:
    """True with probability exp(−γ), for γ = n/d in [0, 1]."""
    k = 1
    while rng.randrange(gamma[1] * k) < gamma[0]:
        k += 1
    return k % 2 == 1


def parity(constant: float, rng: Any) -> bool:
    even = True
    while rng.random() >= constant:
        even = not even
    return even


def discrete_laplace(scale: tuple[int, int], rng: Any) -> int:
    """P(z) proportional to exp(−|z|·s/t), after Canonne, Kamath and Steinke (2020)."""
    t, s = scale
    while True:
        u = rng.randrange(t)
        if not bernoulli_exp((u, t), rng):
            continue
        v = 0
        while bernoulli_exp((1, 1), rng):
            v += 1
        size = (u + t * v) // s
        negative = rng.randrange(2)
        if not (negative and size == 0):
            return -size if negative else size


@pytest.mark.parametrize("start", [1, 7, 30])
def test_ruin_is_exact(start: int) -> None:
    found = verify.explore(ruin, start, merge=True)
    law = {y: Fraction(str(p)) for y, p in found.law.items()}
    assert law == {"31": Fraction(start, 31), "0": Fraction(31 - start, 31)}
    assert (found.unexplored, found.paths < 200) == (0, True)


COUNTERS = [
    (hidden.closure, 1),
    (hidden_objects.function_attribute, 1),
    (hidden_objects.private_slot, 1),
    (hidden_objects.global_counter, 1),
    (hidden_objects.class_attribute, 0),
    (hidden_objects.descriptor, 0),
]
"""Functions that count coins modulo 3 until the first tail, and what they give if it is at once"""


@pytest.mark.parametrize(("function", "start"), COUNTERS)
def test_counters_modulo_three_are_exact(function: Any, start: int) -> None:
    """The r-th value in turn has probability (1/2)^(r+1)/(1 − 1/8)."""
    found = verify.explore(function, 0, merge=True)
    truth = {str((start + r) % 3): Fraction(4, 7 * 2**r) for r in range(3)}
    assert {y: Fraction(str(p)) for y, p in found.law.items()} == truth
    assert found.unexplored == 0


def test_rejection_is_exact() -> None:
    found = verify.explore(rejection, 5, merge=True)
    assert {str(p) for p in found.law.values()} == {"1/5"}
    assert found.unexplored == 0


def test_parity_of_doubles_is_exact() -> None:
    found = verify.explore(parity, 0.5, merge=True)
    assert {y: str(p) for y, p in found.law.items()} == {"True": "2/3", "False": "1/3"}


def exponential(n: int, d: int) -> tuple[Fraction, Fraction]:
    """Bounds of exp(−n/d), which are 2^−200 apart at most, by the alternating series."""
    x, term, total, k = Fraction(n, d), Fraction(1), Fraction(0), 0
    while term > Fraction(1, 2**200) or k % 2:
        total += (-1) ** k * term
        k += 1
        term = term * x / k
    return total, total + term


@pytest.mark.parametrize("gamma", [(1, 1), (1, 3), (2, 5)])
def test_bernoulli_of_an_exponential(gamma: tuple[int, int]) -> None:
    found = verify.explore(bernoulli_exp, gamma, residual="1e-20", merge=True)
    low, left = Fraction(str(found.law["True"])), Fraction(str(found.unexplored))
    least, most = exponential(*gamma)
    assert low <= most
    assert least <= low + left


def test_discrete_laplace() -> None:
    t, s = 2, 1
    with verify.limits(paths=20_000):
        found = verify.explore(discrete_laplace, (t, s), residual="1/1000", merge=True)
    left = Fraction(str(found.unexplored))
    least, most = exponential(s, t)  # of r, where P(z) = (1 − r)/(1 + r)·r^|z|
    for z in range(-5, 6):
        low = Fraction(str(found.law[str(z)]))
        assert low <= (1 - least) / (1 + least) * most ** abs(z)
        assert (1 - most) / (1 + most) * least ** abs(z) <= low + left


def endless(data: int, rng: Any) -> int:
    if rng.randrange(2):
        return 1
    while True:
        rng.randrange(2)


def test_what_never_ends_is_said_so() -> None:
    with pytest.raises(LimitError, match=r"probability 1/2 .* without an end"):
        verify.explore(endless, 0, merge=True)
    with pytest.raises(LimitError, match="without an end"):
        verify.explore(endless, 0, merge=True, residual="1/10")
    found = verify.explore(endless, 0, merge=True, residual="1/2")
    assert {y: str(p) for y, p in found.law.items()} == {"1": "1/2"}
    assert str(found.unexplored) == "1/2"


class Counted:
    """An object with a number."""

    n = 0


def held_operand(data: Any, rng: Any) -> int:
    each = Counted()
    while each.n != 1:
        each.n = (each.n + rng.randrange(2)) % 3
    return each.n


def in_a_line_of_its_own(data: Any, rng: Any) -> int:
    each = Counted()
    while each.n != 1:
        step = rng.randrange(2)
        each.n = (each.n + step) % 3
    return each.n


def deeper(data: Any, rng: Any) -> int:
    return 0 if rng.randrange(2) else 1 + deeper(data, rng)


@pytest.mark.parametrize(
    ("function", "words"),
    [(held_operand, "held here.*line of its own"), (deeper, "no state came back.*residual")],
)
def test_what_cannot_be_merged_is_said_soon(function: Any, words: str) -> None:
    with pytest.raises(verify.InputError, match=words):
        verify.explore(function, 0, merge=True)


def test_what_is_drawn_in_a_line_of_its_own_is_merged() -> None:
    assert verify.explore(in_a_line_of_its_own, 0, merge=True).law == {"1": 1}
