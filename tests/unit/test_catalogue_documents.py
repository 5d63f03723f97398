"""The catalogue in documents: for every parameter one that is accepted and one that is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import verify
from verify.document.schema import document_schema

Model = dict[str, Any]

NOISE = {"ratio": "1/2", "low": 0, "high": 3}
GEOMETRIC = {"type": "geometric", **NOISE}
CLAMPED = {"type": "clamped_geometric", **NOISE}
TRUNCATED = {"type": "truncated_geometric", **NOISE}
UNARY = {"type": "unary_encoding", "k": 3}
PLAIN = {**UNARY, "p": "3/4", "q": "1/4"}
RAPPOR = {"type": "rappor", "bits": 8, "hashes": 2, "f": "1/2"}
TABLE = {"x": {"a": 0, "b": 1}, "y": {"a": 1, "b": 0}}
WEIGHTS = {"type": "exponential", "weights": TABLE}
SCORES = {"type": "exponential", "scores": TABLE, "base": 2}
FLIP = {"type": "permute_and_flip", "scores": TABLE, "base": 2}
COUNTS = {"x": {"a": 1, "b": 2}, "y": {"b": 2}}
HISTOGRAM = {"type": "thresholded_histogram", "counts": COUNTS, "ratio": "1/2", "threshold": 2}


def load(model: Model) -> verify.Mechanism:
    return verify.load({"schema": 1, "mechanism": model}).mechanism


# model, α, δ*(α)
ACCEPTED: dict[str, tuple[Model, str, str]] = {
    "geometric": (GEOMETRIC, "3/2", "1/6"),
    "a ratio as a percentage": ({**GEOMETRIC, "ratio": "50%"}, "3/2", "1/6"),
    "a range as text": ({**GEOMETRIC, "low": "-7", "high": "-4"}, "3/2", "1/6"),
    "a range of two": ({**GEOMETRIC, "high": 1}, "3/2", "1/6"),
    "sensitivity": ({**GEOMETRIC, "sensitivity": "2"}, "2", "1/3"),
    "beyond the range": ({**GEOMETRIC, "sensitivity": 10**12}, "1", "2/3"),
    "sided": ({**GEOMETRIC, "sided": "1"}, "100", "1/2"),
    "clamped": (CLAMPED, "3/2", "1/6"),
    "clamped, one-sided": ({**CLAMPED, "sided": 1, "sensitivity": 3}, "100", "7/8"),
    "truncated": (TRUNCATED, "2", "4/45"),
    "truncated, one-sided": ({**TRUNCATED, "sided": 1, "sensitivity": 3}, "100", "14/15"),
    "its own adjacency": ({**GEOMETRIC, "adjacency": {"within": 3}}, "8", "0"),
    "unary": (PLAIN, "1", "1/2"),
    "p below q": ({**UNARY, "p": "1/4", "q": "3/4"}, "1", "1/2"),
    "q alone decides": ({**UNARY, "p": 1, "q": 0}, "1000", "1"),
    "optimised": ({**UNARY, "alpha": 3, "variant": "optimised"}, "2", "1/8"),
    "symmetric": ({**UNARY, "alpha": "9/4", "variant": "symmetric"}, "2", "1/25"),
    "epsilon": ({**UNARY, "epsilon": "2*ln(3/2)", "variant": "symmetric"}, "2", "1/25"),
    "k as text": ({**PLAIN, "k": "2"}, "1", "1/2"),
    "rappor": ({**RAPPOR, "bits": 4, "hashes": 1}, "1", "1/2"),
    "one bit differs": ({**RAPPOR, "differing": 1}, "1", "1/2"),
    "no bit differs": ({**RAPPOR, "differing": "0"}, "1", "0"),
    "f, p and q": ({**RAPPOR, "f": "3/4", "p": "9/20", "q": "11/20", "differing": 1}, "1", "1/40"),
    "bits just enough": ({**RAPPOR, "bits": 3, "differing": 2}, "1", "1/2"),
    "weights": (
        {"type": "exponential", "weights": {"x": {"a": 3, "b": 1}, "y": {"b": 1, "a": 1}}},
        "1",
        "1/4",
    ),
    "fractions as weights": (
        {"type": "exponential", "weights": {"x": {"a": "1/2", "b": "25%"}, "y": {"a": 1, "b": 0}}},
        "1",
        "1/3",
    ),
    "scores": (SCORES, "1", "1/3"),
    "a base below 1": ({**SCORES, "base": "1/2"}, "1", "1/3"),
    "far scores": (
        {
            **SCORES,
            "scores": {
                "x": {"a": 10**40, "b": 10**40 + 1},
                "y": {"a": -(10**40), "b": -(10**40) - 1},
            },
        },
        "1",
        "1/3",
    ),
    "flip": (FLIP, "1", "1/2"),
    "flip without base": ({**FLIP, "base": 1}, "1", "0"),
    "histogram": (HISTOGRAM, "5", "1/3"),
    "a threshold of 0": ({**HISTOGRAM, "threshold": 0}, "5", "5/6"),
    "a threshold below 0": ({**HISTOGRAM, "threshold": "-1"}, "5", "11/12"),
    "counts as text": ({**HISTOGRAM, "counts": {"x": {"a": "1"}, "y": {"a": "0"}}}, "5", "1/3"),
    "nothing to show": ({**HISTOGRAM, "counts": {"x": {}, "y": {"a": 0}}}, "1", "0"),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    model, alpha, delta = ACCEPTED[name]
    document = {"schema": 1, "mechanism": model, "claim": {"alpha": alpha}}
    Draft202012Validator(document_schema()).validate(document)
    assert verify.certify(load(model), alpha=alpha).delta_star.exact == Fraction(delta)


@pytest.mark.parametrize(
    ("model", "adjacency"),
    [
        (GEOMETRIC, {"within": 1}),
        ({**CLAMPED, "sensitivity": 2}, {"within": 2}),
        (TRUNCATED, {"within": 1}),
        (PLAIN, "replace"),
        (RAPPOR, "replace"),
        (SCORES, "all_pairs"),
        (FLIP, "all_pairs"),
        (HISTOGRAM, "all_pairs"),
    ],
    ids=lambda value: str(value.get("type", "")) if isinstance(value, dict) else None,
)
def test_default_adjacency(model: Model, adjacency: Any) -> None:
    assert load(model).adjacency.to_json() == adjacency


def test_labels() -> None:
    assert load({**GEOMETRIC, "low": -1, "high": 1}).inputs == ("-1", "0", "1")
    assert list(load({**GEOMETRIC, "low": -1, "high": 1}).law(0)) == ["<=-1", "0", ">=1"]
    assert list(load({**GEOMETRIC, "sided": 1}).law(0)) == ["0", "1", "2", ">=3"]
    assert list(load(CLAMPED).law(0)) == list(load(TRUNCATED).law(0)) == ["0", "1", "2", "3"]
    assert load(PLAIN).inputs == ("0", "1", "2")
    assert ("0", "1", "1") in load(PLAIN).law(2)
    assert load(RAPPOR).inputs == ("a", "b")
    assert len(load(RAPPOR).law("a")) == 256
    assert list(load(HISTOGRAM).law("x")) == [
        (),
        (("b", ">=2"),),
        (("a", ">=2"),),
        (("a", ">=2"), ("b", ">=2")),
    ]


def test_the_bits_of_a_bloom_filter_stand_in_order() -> None:
    """Without noise the report is the filter: in "a" only, in "b" only, in both, in neither."""
    model = {**RAPPOR, "f": 0, "bits": 7, "hashes": 3, "differing": 3}
    law = {x: next(y for y, p in load(model).law(x).items() if p == 1) for x in "ab"}
    assert law == {"a": tuple("1101000"), "b": tuple("0011000")}


def test_keys_are_sorted_as_text() -> None:
    counts = {"x": {"b": 1, "10": 1, "9": 1, '["a","b"]': 1, "never": 0}, "y": {}}
    law = load({**HISTOGRAM, "counts": counts}).law("x")
    keys = max(law, key=len)
    assert [key for key, _ in keys] == ["10", "9", ("a", "b"), "b"]


# model, place, part of the message
REFUSED: dict[str, tuple[Model, str, str]] = {
    "ratio 1": ({**GEOMETRIC, "ratio": 1}, "ratio", "outside (0, 1)"),
    "ratio 0": ({**CLAMPED, "ratio": "0"}, "ratio", "outside (0, 1)"),
    "ratio below 0": ({**TRUNCATED, "ratio": "-1/2"}, "ratio", "outside (0, 1)"),
    "ratio missing": ({"type": "geometric", "low": 0, "high": 1}, "ratio", "missing"),
    "low above high": ({**GEOMETRIC, "low": 4}, "low", "4 is above high = 3"),
    "low no integer": ({**GEOMETRIC, "low": "1/2"}, "low", "not an integer"),
    "high no integer": ({**GEOMETRIC, "high": "2.5"}, "high", "not an integer"),
    "high missing": ({"type": "geometric", "ratio": "1/2", "low": 0}, "high", "missing"),
    "high enormous": ({**GEOMETRIC, "high": 10**9}, "high", "outcomes"),
    "high beyond labels": ({**GEOMETRIC, "high": "1e5000"}, "high", "1000 digits"),
    "sensitivity 0": ({**GEOMETRIC, "sensitivity": 0}, "sensitivity", "below 1"),
    "sensitivity 1/2": ({**GEOMETRIC, "sensitivity": "1/2"}, "sensitivity", "not an integer"),
    "sensitivity enormous": ({**GEOMETRIC, "sensitivity": "1e5000"}, "sensitivity", "digits"),
    "sided 3": ({**GEOMETRIC, "sided": 3}, "sided", "neither 1 nor 2"),
    "sided null": ({**GEOMETRIC, "sided": None}, "sided", "null"),
    "long weights": ({**GEOMETRIC, "high": 1000, "ratio": "1e-9000"}, "ratio", "class_bits"),
    "k 1": ({**PLAIN, "k": 1}, "k", "below 2"),
    "k enormous": ({**PLAIN, "k": 10**9}, "k", "inputs"),
    "p above 1": ({**PLAIN, "p": "5/4"}, "p", "above 1"),
    "q below 0": ({**PLAIN, "q": "-1/4"}, "q", "below 0"),
    "q missing": ({**UNARY, "p": "3/4"}, "q", "both or neither"),
    "p missing": ({**UNARY, "q": "3/4"}, "p", "both or neither"),
    "nothing given": (UNARY, "", "exactly one"),
    "p and alpha": ({**PLAIN, "alpha": 3, "variant": "optimised"}, "", "exactly one"),
    "alpha and epsilon": ({**UNARY, "alpha": 3, "epsilon": 1}, "", "exactly one"),
    "alpha below 1": ({**UNARY, "alpha": "1/2", "variant": "optimised"}, "alpha", "below 1"),
    "irrational root": ({**UNARY, "alpha": 3, "variant": "symmetric"}, "alpha", "irrational"),
    "irrational root of e^ε": (
        {**UNARY, "epsilon": "ln(3)", "variant": "symmetric"},
        "epsilon",
        "irrational",
    ),
    "e^ε without end": (
        {**UNARY, "epsilon": "1e30", "variant": "optimised"},
        "epsilon",
        "answer_bits",
    ),
    "variant missing": ({**UNARY, "alpha": 3}, "variant", "missing"),
    "variant unknown": ({**UNARY, "alpha": 4, "variant": "best"}, "variant", '"symmetric" or'),
    "variant with p": ({**PLAIN, "variant": "optimised"}, "variant", "p and q are given"),
    "bits 0": ({**RAPPOR, "bits": 0}, "bits", "below 1"),
    "bits too few": ({**RAPPOR, "bits": 3}, "bits", "3 bits do not hold the 4"),
    "bits enormous": ({**RAPPOR, "bits": 10**9}, "bits", "outcomes"),
    "hashes 0": ({**RAPPOR, "hashes": 0}, "hashes", "below 1"),
    "f above 1": ({**RAPPOR, "f": "11/10"}, "f", "above 1"),
    "rappor p": ({**RAPPOR, "p": 2}, "p", "above 1"),
    "rappor q": ({**RAPPOR, "q": "-1"}, "q", "below 0"),
    "differing too many": ({**RAPPOR, "differing": 5}, "differing", "cannot differ in 5"),
    "differing below 0": ({**RAPPOR, "differing": -1}, "differing", "below 0"),
    "weights and scores": ({**WEIGHTS, "scores": TABLE}, "", "exactly one"),
    "neither": ({"type": "exponential"}, "", "exactly one"),
    "weights with base": ({**WEIGHTS, "base": 2}, "base", "no base"),
    "base missing": ({"type": "exponential", "scores": TABLE}, "base", "missing"),
    "base 0": ({**SCORES, "base": 0}, "base", "not positive"),
    "weight below 0": ({**WEIGHTS, "weights": {"x": {"a": -1}}}, "weights.x.a", "negative"),
    "weights 0": ({**WEIGHTS, "weights": {"x": {"a": 0, "b": "0"}}}, "weights.x", "all weights"),
    "weights null": ({**WEIGHTS, "weights": {"x": None}}, "weights.x", "null"),
    "no inputs": ({**WEIGHTS, "weights": {}}, "weights", "no inputs"),
    "no outputs": ({**WEIGHTS, "weights": {"x": {}}}, "weights.x", "no outputs"),
    "scores missing": (
        {**SCORES, "scores": {"x": {"a": 0, "b": 1}, "y": {"a": 1}}},
        "scores.y",
        "'b' is missing",
    ),
    "all scores missing": ({**FLIP, "scores": {**TABLE, "y": {}}}, "scores.y", "missing"),
    "unknown output": (
        {**FLIP, "scores": {**TABLE, "y": {"a": 1, "c": 0}}},
        "scores.y.c",
        "unknown label",
    ),
    "output twice": (
        {**FLIP, "scores": {"x": {'["a"]': 1, '[ "a"]': 0}}},
        'scores.x.["a"]',
        "twice",
    ),
    "input twice": (
        {**FLIP, "scores": {'["x"]': {"a": 1}, '[ "x"]': {"a": 0}}},
        'scores.["x"]',
        "twice",
    ),
    "score 1/2": ({**SCORES, "scores": {"x": {"a": "1/2"}}}, "scores.x.a", "not an integer"),
    "scores far apart": (
        {**SCORES, "scores": {"x": {"a": 0, "b": 10**12}}},
        "scores",
        "answer_bits",
    ),
    "flip base below 1": ({**FLIP, "base": "1/2"}, "base", "below 1"),
    "flip far apart": ({**FLIP, "scores": {"x": {"a": 0, "b": 10**10}}}, "scores", "answer_bits"),
    "count 1/2": ({**HISTOGRAM, "counts": {"x": {"a": "1/2"}}}, "counts.x.a", "not an integer"),
    "count below 0": ({**HISTOGRAM, "counts": {"x": {"a": -1}}}, "counts.x.a", "below 0"),
    "count enormous": (
        {**HISTOGRAM, "counts": {"x": {"a": 10**9}, "y": {}}},
        "counts",
        "outcomes",
    ),
    "counts null": ({**HISTOGRAM, "counts": {"x": {"a": 1}, "y": None}}, "counts.y", "null"),
    "counts empty": ({**HISTOGRAM, "counts": {}}, "counts", "no inputs"),
    "threshold 37.3": ({**HISTOGRAM, "threshold": "37.3"}, "threshold", "not an integer"),
    "threshold enormous": ({**HISTOGRAM, "threshold": 10**9}, "threshold", "answer_bits"),
    "many long weights": (
        {
            **HISTOGRAM,
            "counts": {"x": {str(i): i for i in range(1, 99)}, "y": {}},
            "threshold": 5 * 10**7,
        },
        "threshold",
        "class_bits",
    ),
    "histogram ratio": ({**HISTOGRAM, "ratio": "3/2"}, "ratio", "outside (0, 1)"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    model, place, part = REFUSED[name]
    with pytest.raises(verify.InputError) as found:
        load(model)
    assert found.value.at == ("mechanism" if not place else f"mechanism.{place}")
    assert found.value.form
    assert part in str(found.value)
    assert "\n" not in str(found.value)


FLOATS = [
    ({**GEOMETRIC, "ratio": 0.5}, "ratio"),
    ({**PLAIN, "q": 0.25}, "q"),
    ({**RAPPOR, "f": 0.5}, "f"),
    ({**WEIGHTS, "weights": {"x": {"a": 0.5}}}, "weights.x.a"),
    ({**HISTOGRAM, "threshold": 2.0}, "threshold"),
]


@pytest.mark.parametrize(("model", "place"), FLOATS, ids=[place for _, place in FLOATS])
def test_floats_are_refused(model: Model, place: str) -> None:
    with pytest.raises(verify.InputError, match="float") as found:
        load(model)
    assert found.value.at == f"mechanism.{place}"


def test_infinitely_many_outputs_cannot_be_mapped() -> None:
    for model in (GEOMETRIC, HISTOGRAM):
        with pytest.raises(verify.InputError, match="infinitely many"):
            load({"type": "postprocess", "of": model, "map": {}})
    load({"type": "postprocess", "of": CLAMPED, "map": dict.fromkeys("0123", "a")})
