"""Texts that are made to harm: each ends soon, in a line, whatever it is."""

import json
import time
import tracemalloc
from fractions import Fraction
from math import comb

import check
import pytest
from certificates import certificate, changed, level, model, one_table, signed, sums

from examples import MOMENTS, PURE

FLIP = [Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 7), Fraction(6, 7)]
ONE = one_table([1], [1])
ALPHA = {"alpha": "0x2", "delta": "0x0"}
SECONDS = 20  # one of these takes a second where nothing else runs


def of(model, claim=ALPHA, evidence=None):
    return signed(certificate(model, claim, evidence or sums(2, (0, 0), (0, 0))))


def wide(weights, others, draws):
    rows = [{"weights": [hex(w) for w in x], "scale": hex(sum(x))} for x in (weights, others)]
    tables = [{"outputs": len(weights), "rows": rows}]
    return model(tables, [["all", [0, draws]]], [[(1, 0)], [(1, 1)]])


def many(rows, draws=1):
    """Draws from many tables, each with its rows of integers."""
    tables = [wide(*both, 1)["tables"][0] for both in rows]
    factors = [[t, draws] for t in range(len(rows))]
    return model(tables, [["all", *factors]], [[(1, *[0] * len(rows))], [(1, *[1] * len(rows))]])


def constant(value):
    return {"epsilon": level(value), "delta": "0x1"}


def logarithms(*terms):
    return {"epsilon": level(0, *terms), "delta": "0x1"}


def many_terms(count):
    terms = [[f"0x1/{2**20:#x}", f"0x1/{i + 2:#x}"] for i in range(count)]
    rows = [{"weights": ["0x1"], "scale": "0x1", "tails": [terms]}] * 2
    return model([{"outputs": 1, "rows": rows}], [["all", [0, 1]]], [[(1, 0)], [(1, 1)]])


def many_branches(count):
    found = model([], [["all"]] * count, [[], []])
    laws = [[[f"0x1/{10**9 + i:#x}"] for i in range(count)] for _ in range(2)]
    return found | {"laws": laws}


def many_pairs(inputs, branches, claim=ALPHA):
    found = model([], [["all"]] * branches, [[]] * inputs)
    laws = [[[f"0x1/{branches:#x}"]] * branches] * inputs
    pairs = [[i, j] for i in range(inputs) for j in range(inputs) if i != j]
    evidence = sums(2, *[(0, 0)] * len(pairs)) if claim is ALPHA else {"moments": ["0x1"] * 10**4}
    tree = certificate(found | {"laws": laws}, claim, evidence)
    return signed(tree | {"pairs": pairs[: 10**4]})


def long_weights(count):
    """Weights whose common denominator has three hundred digits for each of them."""
    found = model([], [["all"]] * count, [[], []])
    return found | {"laws": [[[f"0x1/{2**1000 + 2 * i + 1:#x}"] for i in range(count)]] * 2}


LONG = Fraction(3**200000, 5**126000)
THREE = [7**30000, 5**36000, 3**50000], [3**52000, 7**29000, 5**35000]
EVEN = [2**i for i in range(90)], [2 ** (90 - i) for i in range(90)]
WIDE = [3**i + 1 for i in range(40)]
TOO_MUCH = {
    "draws": lambda: of(one_table(*FLIP, draws=10**18)),
    "draws of long numbers": lambda: of(
        one_table([LONG / 2 / (LONG + 1), 1 - LONG / 2 / (LONG + 1)], FLIP[1], draws=9)
    ),
    "an order": lambda: of(
        one_table(*FLIP), {"epsilon": level(0, (1, 2)), "order": 10**18}, {"moments": ["0x1"] * 2}
    ),
    "an exponent": lambda: of(ONE, logarithms((10**15, 3))),
    "a root": lambda: of(ONE, logarithms((Fraction(1, 10**30), 3))),
    "different roots": lambda: of(
        ONE, logarithms(*[(Fraction(1, 10**6 + i), 3) for i in range(3000)])
    ),
    "roots that have no short common one": lambda: of(
        ONE, logarithms(*[(Fraction(1, 2**20 + 2 * i + 1), 1) for i in range(200000)])
    ),
    "many pairs at a level of many terms": lambda: many_pairs(
        101, 1, {"epsilon": level(0, *[(1, 1)] * 10000), "order": 2}
    ),
    "long weights": lambda: of(long_weights(2000)),
    "a long constant": lambda: of(ONE, constant(LONG)),
    "kinds of draws": lambda: of(wide(range(1, 100), [x * x for x in range(1, 100)], 99)),
    "terms of a tail": lambda: of(many_terms(5000)),
    "branches with different weights": lambda: of(many_branches(30000)),
    "a long fraction": lambda: of(ONE, ALPHA | {"delta": f"0x{'1' * 400000}/0x{'f' * 400001}"}),
    "many pairs of laws of many branches": lambda: many_pairs(100, 200),
    "a product of many": lambda: of(many([_rows(i) for i in range(60)])),
    "a product of many that are drawn twice": lambda: of(many([_rows(i) for i in range(40)], 2)),
    "many draws of three outcomes": lambda: of(wide([3, 1, 2], [1, 3, 4], 10**6)),
    "draws of three long weights": lambda: of(wide(*THREE, 40)),
    "draws of four outcomes": lambda: of(wide([3, 1, 2, 7], [1, 3, 5, 2], 10**4)),
    "draws beside draws": lambda: of(many([THREE, THREE, _rows(1)], 300)),
    "draws of even ratios": lambda: of(wide(*EVEN, 10**6)),
    "draws of long even ratios": lambda: of(wide(EVEN[0], EVEN[1], 1000)),
    "draws of nearly even ratios": lambda: of(wide([*EVEN[0], 5], [*EVEN[1], 7], 100)),
    "draws at a long level": lambda: of(
        wide([3, 1], [1, 3], 10**4), ALPHA, sums(LONG, (0, 0), (0, 0))
    ),
    "many rows in many draws": lambda: of(many([(WIDE, WIDE[::-1])] * 3000, 2)),
    "many counts of many draws": lambda: of(many([(WIDE, WIDE[::-1])] * 3000, 10**6)),
    "outcomes beside outcomes": lambda: of(
        many([([w + i for w in WIDE], WIDE[::-1]) for i in range(6)])
    ),
}


def _rows(i):
    return (i + 1, 4), (2 * i + 1, i + 39)


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_work_is_incomplete_soon(name, monkeypatch):
    monkeypatch.setattr(check, "MOST_WORK", 1 << 26)
    data, start = TOO_MUCH[name](), time.process_time()
    code, line = check.check(data)
    assert (code, "more work than is granted" in line) == (check.INCOMPLETE, True), line
    assert time.process_time() - start < SECONDS


def test_memory_is_bounded_as_work_is(monkeypatch):
    monkeypatch.setattr(check, "MOST_WORK", 1 << 20)
    found = check.check(of(wide(range(1, 200), [x * x for x in range(1, 200)], 2)))
    assert found == (check.INCOMPLETE, "evidence.sums[0]: it takes more work than is granted")


@pytest.mark.parametrize(
    "found",
    [
        lambda: many([_rows(i) for i in range(24)]),
        lambda: many([(WIDE, WIDE[::-1])] * 4, 3),
        lambda: wide(*EVEN, 1000),
        lambda: wide(range(1, 3000), range(3000, 1, -1), 1),
    ],
)
def test_lists_are_bounded_whatever_the_work(found, monkeypatch):
    monkeypatch.setattr(check, "MOST_HELD", 1 << 18)
    monkeypatch.setattr(check, "MOST_WORK", 1 << 60)
    tracemalloc.start()
    assert check.check(of(found()))[0] in (check.INCOMPLETE, check.INVALID)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 22


def test_two_lists_that_are_gone_through_for_each_of_a_third_are_paid_for(monkeypatch):
    """They are short and fit; only the pass, of millions of steps, is too much."""
    monkeypatch.setattr(check, "MOST_HELD", 1 << 22)
    monkeypatch.setattr(check, "MOST_WORK", 1 << 26)
    assert check.check(of(many([_rows(i) for i in range(32)])))[0] == check.INCOMPLETE


def test_hashes_cannot_be_made_to_collide(monkeypatch):
    modulus = (1 << 61) - 1  # integers that differ by it have one hash
    weights = [1 + i * modulus for i in range(20000)]
    monkeypatch.setattr(check, "MOST_WORK", 1 << 26)
    data, start = of(wide(weights, [1] * 20000, 2)), time.process_time()
    assert check.check(data)[0] == check.INCOMPLETE
    assert time.process_time() - start < SECONDS


def deep(depth):
    return b'{"about":' + b'{"a":' * depth + b"0" + b"}" * (depth + 1)


TEXTS = {
    "nothing": b"",
    "no object": b"[]",
    "a mark of order": b"\xef\xbb\xbf" + signed(PURE),
    "UTF-16": signed(PURE).decode().encode("utf-16"),
    "two objects": signed(PURE) * 2,
    "space before": b" " + signed(PURE),
    "two newlines": signed(PURE) + b"\n\n",
    "no UTF-8": b'{"about":"\xff"}',
    "half a character": b'{"about":"\\ud800"}',
    "half a character in bytes": b'{"about":"\xed\xa0\x80"}',
    "a key twice": signed(PURE).replace(b'{"format"', b'{"format":1,"format"'),
    "a key twice inside": b'{"about":{"a":1,"a":1}}',
    "no number": b'{"about":NaN}',
    "infinity": b'{"about":-Infinity}',
    "a float": b'{"about":1e400}',
    "an integer of many digits": b'{"about":' + b"9" * 5000 + b"}",
    "deep objects": deep(10**5),
    "deep lists": b'{"about":' + b"[" * 10**6,
    "many values": b'{"about":[' + b"[]," * (1 << 21) + b"0]}",
    "many bytes": b'{"about":"' + b"x" * (1 << 27) + b'"}',
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_no_certificate_is_malformed_soon(name):
    start = time.process_time()
    code, line = check.check(TEXTS[name])
    assert (code, line.isprintable(), len(line) < 400) == (check.MALFORMED, True, True), line
    assert line.startswith("certificate: expected ")
    assert time.process_time() - start < SECONDS


def test_more_values_than_are_read_are_malformed():
    tree = PURE | {"about": [0] * (3 << 20)}
    assert check.check(signed(tree))[0] == check.MALFORMED


def test_a_long_text_that_is_right_is_read():
    tree = PURE | {"about": "x" * (1 << 24)}
    assert check.check(signed(tree))[0] == check.VALID


def test_a_thousand_draws_are_no_matter():
    """P(S) of {P > Q} for 1001 coins is that of a majority of heads."""
    flip = [Fraction(3, 4), Fraction(1, 4)]
    sides = _majority(1001, flip[0])
    tree = certificate(
        one_table(flip, flip[::-1], draws=1001),
        {"alpha": "0x1", "delta": "0x1"},
        sums(1, (sides, 1 - sides), (sides, 1 - sides)),
    )
    assert check.check(signed(tree))[0] == check.VALID


def _majority(n, p):
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n // 2 + 1, n + 1))


@pytest.mark.parametrize("value", [10**4000, -(10**4000), "0x" + "1" * 10**6, [[[[]]]], None, 1])
def test_strange_values_anywhere_are_a_line(value):
    for tree in (PURE, MOMENTS):
        for path in _paths(tree):
            code, line = check.check(signed(changed(tree, *path, to=value)))
            assert code in range(4)
            assert line.isprintable()
            json.dumps(line)


def _paths(tree, path=()):
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in inner:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from _paths(value, (*path, key))
