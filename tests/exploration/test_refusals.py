"""What cannot be followed is refused in one line that names the line of the code under test.

The code is written to a file of its own, so that its lines are known; `# here` marks the line.
"""

from __future__ import annotations

import importlib.util
import random
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gmpy2 import mpq

import verify
from verify.errors import InputError, LimitError
from verify.exploration.settings import Settings
from verify.exploration.sources.python import PythonRandom
from verify.exploration.uniform import steps
from verify.exploration.walk import Walk, walk

HEAD = """\
import copy, json, math, pickle, random, struct, time
from decimal import Decimal

import numpy as np


"""


def module_of(folder: Path, body: str) -> tuple[ModuleType, int]:
    """A module with a function ``run`` of a source, and the number of the marked line."""
    text = HEAD + textwrap.dedent(body).strip("\n") + "\n"
    file = folder / "under_test.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location("under_test", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    marked = [i for i, line in enumerate(text.splitlines(), 1) if "# here" in line]
    return module, marked[0] if marked else 0


NONE = mpq(0)


def explored(run: Callable[[random.Random], Any], residual: mpq = NONE) -> Walk:
    return walk(lambda trail: run(PythonRandom(trail)), Settings(residual=residual))


def refusal(folder: Path, body: str, **limits: int) -> str:
    """The message, after a look at its form and its place."""
    module, line = module_of(folder, body)
    with verify.limits(**limits), pytest.raises(InputError) as caught:
        explored(module.run)
    text = str(caught.value)
    assert "\n" not in text
    assert "; write " in text
    assert f"under_test.py:{line}: " in text, text
    return text


DRAW = "def run(source):\n    u, v = source.random(), source.random()\n    {}  # here"

MIXED = [
    "u < v", "u + v", "v - u", "u * v", "u / v", "u == v", "u ** v", "max(u, v)", "sorted([u, v])",
    "np.add(u, v)", "np.minimum(u, v)", "np.less(u, v)", "np.array([u]) < np.array([v])",
    "np.array([u]) * v", "sum([u, v])", "np.isclose(u, v)",
]  # fmt: skip


@pytest.mark.parametrize("expression", MIXED)
def test_two_uniforms_in_one_expression(tmp_path: Path, expression: str) -> None:
    assert "two random doubles are mixed" in refusal(tmp_path, DRAW.format(f"return {expression}"))


UNFOLLOWED = [
    "u % 0.5", "1 % u", "u // 0.5", "1 // u", "divmod(u, 2)", "divmod(2, u)", "u * 1j", "1j + u",
    "u == 1j", "complex(u)", "float(u)", "str(u)", "repr(u)", "f'{u}'", "f'{u!r}'", "f'{u:.1f}'",
    "'%f' % u", "'%s' % u", "'{}'.format(u)", "hash(u)", "{u}", "{u: 1}", "u in {0.5}",
    "math.isnan(u)", "math.sin(u)", "math.log(u)", "math.exp(u)", "math.fsum([u])", "np.sin(u)",
    "np.array([u], dtype=float)", "np.mod(u, 0.5)", "np.floor_divide(u, 0.5)", "u.is_integer()",
    "u.hex()", "u.as_integer_ratio()", "u.as_integer_ratio", "u.real", "u.imag", "u.conjugate()",
    "np.log(u + 1).item()", "pickle.dumps(u)", "struct.pack('d', u)", "(u - 0.5) ** 2",
    "(-2) ** u", "u + math.inf", "u * math.nan", "u * Decimal('0.5')", "u - 1 < 2j",
    "np.add(u, 1, where=True)", "np.sum(u)", "np.dot(u, 1)",
]  # fmt: skip


@pytest.mark.parametrize("expression", UNFOLLOWED)
def test_what_is_not_followed(tmp_path: Path, expression: str) -> None:
    refusal(tmp_path, DRAW.format(f"return {expression}"))


@pytest.mark.parametrize("expression", UNFOLLOWED)
@pytest.mark.parametrize("caught", ["Exception", "BaseException"])
def test_code_cannot_catch_a_refusal(tmp_path: Path, expression: str, caught: str) -> None:
    """A float that is one would have gone on: what code does in its place must not be counted."""
    body = f"""
    def run(source):
        u = source.random()
        try:
            return {expression}  # here
        except {caught}:
            return source.randrange(3)
    """
    refusal(tmp_path, body)


CALLS = [
    "json.dumps([u])", "[1, 2][u]", "range(u)", "math.gcd(u)", "u & 1", "u @ u", "u.nothing",
    "len(u)", "u.append(1)", "np.log(np.array([u, 0.5]))",
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
def test_errors_that_tell_of_a_double_are_no_outcome(tmp_path: Path, call: str) -> None:
    """They are refused, or are what a float would raise."""
    module, line = module_of(tmp_path, DRAW.format(f"return {call}"))
    message = ""
    try:
        found = explored(module.run)
    except InputError as error:
        message = str(error)
    if message:
        assert f"under_test.py:{line}: " in message
        assert "\n" not in message
    else:
        with pytest.raises((TypeError, AttributeError)) as caught:
            module.run(random.Random(1))
        assert [value.name for value in found.values.values()] == [type(caught.value).__name__]


MANY = ["int(u * 1e9)", "1 // math.ceil(-u * 1e9)", "str(round(u, 12))"]


@pytest.mark.parametrize("expression", MANY)
def test_too_many_values(tmp_path: Path, expression: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "MOST", 50)
    text = refusal(tmp_path, DRAW.format(f"return {expression}"))
    assert "values of a random double are told apart" in text


CONTINUOUS = [
    "gauss(0, 1)", "normalvariate(0, 1)", "expovariate(1)", "betavariate(1, 1)",
    "gammavariate(1, 1)", "triangular()", "lognormvariate(0, 1)", "paretovariate(1)",
    "weibullvariate(1, 1)",
    "vonmisesvariate(0, 1)", "getstate()", "setstate(())", "randrange(2**70)", "getrandbits(64)",
    "randbytes(8)", "randint(0, 2**63)",
]  # fmt: skip


@pytest.mark.parametrize("call", CONTINUOUS)
def test_draws_that_cannot_be_enumerated(tmp_path: Path, call: str) -> None:
    refusal(tmp_path, f"def run(source):\n    return source.{call}  # here")


CHANGING = {
    "a counter that is given back": """
    count = 0
    def run(source):
        global count
        count += 1
        source.randrange(2)  # here
        return count
    """,
    "more draws than before": """
    count = 0
    def run(source):
        global count
        count += 1
        return [source.randrange(2) for _ in range(1 + count // 2)]  # here
    """,
    "fewer draws than before": """
    count = 3
    def run(source):
        global count
        count -= 1
        return [source.randrange(2) for _ in range(max(1, count))]  # here
    """,
    "other draws than before": """
    count = 1
    def run(source):
        global count
        count += 1
        source.randrange(2)
        return source.randrange(count)  # here
    """,
    "another comparison than before": """
    count = 1
    def run(source):
        global count
        count += 1
        source.randrange(2)
        return source.random() < 1 / count  # here
    """,
    "other weights than before": """
    count = 2
    def run(source):
        global count
        count += 1
        return int(source.random() * count)  # here
    """,
    "a clock": """
    def run(source):
        source.randrange(2)  # here
        return time.perf_counter_ns()
    """,
    "another generator": """
    other = random.Random(5)
    def run(source):
        source.randrange(2)  # here
        return other.random() < 0.5
    """,
    "a cache": """
    known = {}
    def run(source):
        if "a" not in known:
            known["a"] = source.randrange(3)  # here
        return known["a"] + source.randrange(2)
    """,
}


@pytest.mark.parametrize("case", CHANGING)
def test_behaviour_that_changes_between_runs(tmp_path: Path, case: str) -> None:
    module, _ = module_of(tmp_path, CHANGING[case])
    with pytest.raises(
        InputError, match="run again with the same random choices, the code does something else"
    ) as caught:
        explored(module.run)
    assert "\n" not in str(caught.value)
    assert "under_test.py:" in str(caught.value)


def test_another_generator_without_a_draw_of_ours(tmp_path: Path) -> None:
    """There is one path; it is run often enough to see a fair coin change."""
    module, _ = module_of(tmp_path, "def run(source):\n    return random.random() < 0.5")
    random.seed(3)
    with pytest.raises(InputError, match="its result is another"):
        explored(module.run)


def test_a_loop_without_residual(tmp_path: Path) -> None:
    body = """
    def run(source):
        while source.randrange(2):  # here
            pass
    """
    assert 'residual="1e-9"' in refusal(tmp_path, body)


def test_an_exploding_tree(tmp_path: Path) -> None:
    body = """
    def run(source):
        return [source.randrange(10) for _ in range(30)]  # here
    """
    text = refusal(tmp_path, body, paths=5000)
    assert "after 5000 paths" in text
    assert "verify.limits(paths=N)" in text


def test_an_exploding_tree_in_part(tmp_path: Path) -> None:
    body = """
    def run(source):
        return [source.randrange(10) for _ in range(30)]  # here
    """
    module, line = module_of(tmp_path, body)
    with verify.limits(paths=5000), pytest.raises(LimitError) as caught:
        explored(module.run, mpq(1, 1000))
    assert f"under_test.py:{line}: " in str(caught.value)
    assert "and probability" in str(caught.value)


def test_a_draw_that_is_caught_in_a_cut_run(tmp_path: Path) -> None:
    """Code that catches everything does not turn a cut into an outcome."""
    body = """
    def run(source):
        count = 0
        try:
            while source.randrange(2):
                count += 1
        except BaseException:
            return "caught"
        return count
    """
    module, _ = module_of(tmp_path, body)
    found = explored(module.run, mpq(1, 1000))
    assert {*found.values.values()} == {*range(len(found.law))}
    assert sum(found.law.values()) + found.unexplored == 1


def test_generators_that_are_left_suspended(tmp_path: Path) -> None:
    body = """
    def numbers(source):
        try:
            while True:
                yield source.randrange(2)
        finally:
            source.randrange(3)

    def run(source):
        for number in numbers(source):
            if number:
                return "one"
            return next(numbers(source))
    """
    module, _ = module_of(tmp_path, body)
    found = explored(module.run)
    law = {found.values[key]: weight for key, weight in found.law.items()}
    assert law == {"one": mpq(1, 2), 0: mpq(1, 4), 1: mpq(1, 4)}


def test_endless_recursion_is_an_outcome(tmp_path: Path) -> None:
    module, _ = module_of(tmp_path, "def run(source):\n    return run(source)")
    assert [value.name for value in explored(module.run).values.values()] == ["RecursionError"]


def test_recursion_that_ends_in_a_draw_is_refused(tmp_path: Path) -> None:
    """The frames of the draw are ours: a real source has others, and may have fewer."""
    body = """
    def run(source):
        source.randint(1, 1)  # here
        return run(source)
    """
    assert "calls inside each other draw until Python allows no more" in refusal(tmp_path, body)


@pytest.mark.parametrize("work", ["copy.copy(u)", "copy.deepcopy([u])[0]", "+u", "u + 0", "u ** 1"])
def test_a_copy_is_the_same_draw(tmp_path: Path, work: str) -> None:
    body = f"""
    def run(source):
        u = source.random()
        w = {work}
        return (u < 0.5, w < 0.5, isinstance(w, float))
    """
    module, _ = module_of(tmp_path, body)
    found = explored(module.run)
    assert {*found.values.values()} == {(True, True, True), (False, False, True)}
    assert {*found.law.values()} == {mpq(1, 2)}


def no_method(data: object, rng: Any) -> Any:
    return rng.integers(2)


def test_a_method_that_the_source_does_not_have_is_the_errors_own(tmp_path: Path) -> None:
    """The real generator has none either; the message names the source that was meant."""
    found = verify.explore(no_method, 0)
    assert found.law == {("raises", "AttributeError"): 1}
    with pytest.raises(InputError, match=r"AttributeError.*its source, random\.Random"):
        verify.assert_dp(no_method, inputs=[0, 1], epsilon=1)


def test_code_without_a_draw_that_changes_is_named_by_where_it_is_defined() -> None:
    runs = [0]

    def count(data: object, rng: object) -> int:
        runs[0] += 1
        return runs[0]

    with pytest.raises(InputError, match=r"test_refusals.py:\d+: def count.*something else"):
        verify.explore(count, 0)


def test_a_residual_of_everything_is_refused() -> None:
    with pytest.raises(InputError, match=r"^residual: nothing would be explored"):
        verify.explore(lambda data, rng: rng.randrange(2), 0, residual=1)
