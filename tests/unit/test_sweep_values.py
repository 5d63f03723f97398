"""Sweeps: the names of places, and the language of values."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import verify
from verify.grid.places import find, put, spell
from verify.grid.values import parse_setting, values_of

RR = {"type": "randomized_response", "p": "3/4"}
TWICE = {"type": "fresh", "count": 2, "of": RR}
PAIR = {"type": "fresh", "of": [RR, {"type": "leaky", "delta": "0", "of": RR}]}
NESTED = {"type": "leaky", "delta": "1/8", "of": {"type": "leaky", "delta": "1/4", "of": RR}}
DOTTED = {"a.b": {"c": 1}, "a": {"b": {"c": 2}, "x.y": 3}, "x": {"y": 4}, "l": [{"p": 1}, 5]}


def refused(call: Callable[[], object], at: str, part: str = "") -> None:
    with pytest.raises(verify.InputError) as error:
        call()
    assert error.value.at == at
    assert error.value.form
    assert part in str(error.value)
    assert "\n" not in str(error.value)


# places


@pytest.mark.parametrize(
    ("model", "name", "place"),
    [
        (RR, "p", "mechanism.p"),
        (RR, "mechanism.p", "mechanism.p"),
        (TWICE, "p", "mechanism.of.p"),
        (TWICE, "of.p", "mechanism.of.p"),
        (TWICE, "mechanism.of.p", "mechanism.of.p"),
        (TWICE, "of", "mechanism.of"),
        (TWICE, "count", "mechanism.count"),
        (PAIR, "of[0].p", "mechanism.of[0].p"),
        (PAIR, "of[1].of.p", "mechanism.of[1].of.p"),
        (PAIR, "of[1]", "mechanism.of[1]"),
        (PAIR, "delta", "mechanism.of[1].delta"),
        (NESTED, "mechanism.delta", "mechanism.delta"),
        (NESTED, "of.delta", "mechanism.of.delta"),
        (DOTTED, "mechanism.x.y", "mechanism.x.y"),
        (DOTTED, "l[0].p", "mechanism.l[0].p"),
        (DOTTED, "l[1]", "mechanism.l[1]"),
    ],
)
def test_places(model: Any, name: str, place: str) -> None:
    assert spell(find(model, name, "set")) == place


@pytest.mark.parametrize(
    ("model", "name", "candidates"),
    [
        (PAIR, "p", "mechanism.of[0].p, mechanism.of[1].of.p"),
        (NESTED, "delta", "mechanism.delta, mechanism.of.delta"),
        (DOTTED, "a.b.c", "mechanism.a.b.c, mechanism.a.b.c"),
        (DOTTED, "x.y", "mechanism.x.y, mechanism.a.x.y"),
        (RR, "q", "mechanism.p"),
        (TWICE, "p.x", "mechanism.of.p"),
        (TWICE, "off.p", "mechanism.of.p"),
        (TWICE, "of.q.p", "mechanism.of.p"),
        (PAIR, "of[2].p", "mechanism.of[0].p, mechanism.of[1].of.p"),
        (PAIR, "of[x]", "mechanism.of[0].p"),
        (PAIR, "of[-1]", "mechanism.of[0].p"),
        (PAIR, "[0]", "mechanism.of[0].p"),
        (PAIR, "", "mechanism.of[0].p"),
        ({}, "p", "a key that the mechanism has"),
    ],
)
def test_places_that_are_none_or_several(model: Any, name: str, candidates: str) -> None:
    refused(lambda: find(model, name, "set"), "set", candidates)


def test_candidates_are_few() -> None:
    wide = {"of": [{"p": 0} for _ in range(100)]}
    with pytest.raises(verify.InputError) as error:
        find(wide, "p", "set")
    assert "100 places" in str(error.value)
    assert str(error.value).count("mechanism.of") == 8


def test_a_value_is_put_into_a_copy() -> None:
    changed = put(PAIR, ("of", 1, "of", "p"), "1/2")
    assert changed["of"][1]["of"]["p"] == "1/2"
    assert PAIR["of"][1]["of"]["p"] == "3/4"
    assert changed["of"][0] is PAIR["of"][0]


# values


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("p=1/2", "p", ["1/2"]),
        ("p=1/2,3/4, 0.75 ,75%,1e-2", "p", ["1/2", "3/4", "0.75", "75%", "1e-2"]),
        (" of[0].p = 1", "of[0].p", ["1"]),
        ("p=1/2..3/4:1/16", "p", ["1/2", "9/16", "5/8", "11/16", "3/4"]),
        ("p=0.5 .. 0.6 : 0.25,1", "p", ["1/2", "1"]),
        ("k=2..5", "k", ["2", "3", "4", "5"]),
        ("k=2..3:", "k", ["2", "3"]),
        ("x=-1..1", "x", ["-1", "0", "1"]),
        ("v=correct,no_stop", "v", ["correct", "no_stop"]),
        ("revealed=true,false", "revealed", [True, False]),
        ("next=null", "next", [None]),
        ('w={"0": "1/2", "1": "1/2"},{"0":1}', "w", [{"0": "1/2", "1": "1/2"}, {"0": 1}]),
        ("q=[1,[2,3]],[4]", "q", [[1, [2, 3]], [4]]),
        (r'l="a,b","1..2","\"]",x', "l", ["a,b", "1..2", '"]', "x"]),
        ("p=a=b", "p", ["a=b"]),
    ],
)
def test_values(text: str, name: str, values: list[Any]) -> None:
    assert parse_setting(text) == (name, values)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("p", "sets nothing"),
        ("=1/2", "sets nothing"),
        ("p=", "empty"),
        ("p=1/2,", "empty"),
        ("p=1/2,,3/4", "empty"),
        ("p=1/2..3/4", "no step"),
        ("p=1..2:0", "step 0"),
        ("p=1..2:-1", "step -1"),
        ("p=2..1", "does not lead"),
        ("p=..2", "range"),
        ("p=1..", "range"),
        ("p=1..2:x", "range"),
        ("p=[1", "not JSON"),
        ("p=[0.5]", "0.5 is a float"),
        ('p={"a":1,"a":2}', "twice"),
        ("p=1..1000000", "rows"),
        ("p=0..1:1e-50", "rows"),
        ("p=0..1e999999999:1", "exponent"),
    ],
)
def test_values_that_are_refused(text: str, part: str) -> None:
    refused(lambda: parse_setting(text), "--set", part)


def test_values_in_python() -> None:
    assert values_of([Fraction(1, 2), "3/4", 1], "p") == [Fraction(1, 2), "3/4", 1]
    assert values_of(range(2, 4), "p") == [2, 3]
    assert values_of("2..3", "p") == ["2", "3"]
    for wrong in (5, None, {"a": 1}, b"1"):
        refused(lambda value=wrong: values_of(value, "p"), "p", "no list")
    refused(lambda: values_of([], "p"), "p", "no values")
    with pytest.raises(verify.LimitError, match="rows"):
        values_of((i for i in iter(int, 1)), "p")
