"""Faults that people reported in public about differential-privacy code and accounting.

Each row is a small model of what the code really did, the claim that was believed of it, and the
exact truth: the pure level, and δ* at some levels. The numbers were worked out by hand from the
definition. A source in brackets names the project and the issue or pull request.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from gmpy2 import mpq

import verify
from verify.law.channel import Channel
from verify.law.mechanism import Mechanism
from verify.measures import dominates

Model = dict[str, Any]

RR: Model = {"type": "randomized_response", "p": "3/4"}


def rr(p: str) -> Model:
    return {"type": "randomized_response", "p": p}


def fresh(count: int, of: Model) -> Model:
    return {"type": "fresh", "count": count, "of": of}


def count_query(ratio: str, low: int, high: int) -> Model:
    return {"type": "geometric", "ratio": ratio, "low": low, "high": high}


def two_rows(p: list[Any], q: list[Any]) -> Model:
    outputs = [f"z{i}" for i in range(len(p))]
    return {"type": "channel", "inputs": ["x", "y"], "outputs": outputs, "rows": [p, q]}


def pair(x: Any, y: Any) -> dict[str, Any]:
    return {"pairs": [[x, y]]}


@dataclass(frozen=True)
class Row:
    """A model, whether the claim of it is true, its pure level, and δ* at levels."""

    model: Model
    alpha: str
    holds: bool
    pure: str | None
    """None for infinity"""
    deltas: dict[str, str] = field(default_factory=dict)
    delta: str = "0"
    adjacency: Any = None


ONE = ["0", "0", "0", "0"]
OTHER = ["0", "0", "0", "1"]


def k_rr(p: Any) -> Model:
    return {"type": "k_randomized_response", "k": 10, "p": p}


def chosen(x: dict[str, int], y: dict[str, int]) -> Model:
    return {"type": "exponential", "base": 2, "scores": {"x": x, "y": y}}


ROWS: dict[str, Row] = {
    "the lie is drawn from a set that contains the truth (opendp#480)": Row(
        two_rows(["7/8", "1/8"], ["1/8", "7/8"]), "3", False, "7", {"3": "1/2"}
    ),
    "the same by the formula p + (1 - p)p (opendp#480)": Row(
        two_rows(["15/16", "1/16"], ["1/16", "15/16"]), "3", False, "15", {"3": "3/4"}
    ),
    "unary encoding with q = (a + 1)/(2a + 1) is safe, with slack (sunPytools#6)": Row(
        {"type": "unary_encoding", "k": 4, "p": "1/2", "q": "4/7"}, "3", True, "4/3"
    ),
    "a threshold of 3.3 is cut to 3 (google/differential-privacy#101)": Row(
        {
            "type": "thresholded_histogram",
            "counts": {"with": {"key": 1}, "without": {}},
            "ratio": "1/3",
            "threshold": 3,
        },
        "1000",
        False,
        None,
        {"1000": "1/12"},
        "1/36",
    ),
    "rounded up to 4, the claim is true (google/differential-privacy#101)": Row(
        {
            "type": "thresholded_histogram",
            "counts": {"with": {"key": 1}, "without": {}},
            "ratio": "1/3",
            "threshold": 4,
        },
        "1000",
        True,
        None,
        {"1000": "1/36"},
        "1/36",
    ),
    "neighbours whose outputs differ in length (opendp#2930)": Row(
        two_rows([1, 0, 0], [0, "1/2", "1/2"]), "9", False, None, {"9": "1", "1": "1"}
    ),
    "amplification of a sample with replacement (opendp#2932)": Row(
        {
            "type": "fixed_size_subsample",
            "of": count_query("1/4", 0, 2),
            "records": [0, 1],
            "population": 4,
            "size": 2,
            "replacement": True,
        },
        "5/2",
        False,
        "49/16",
        {"5/2": "9/320"},
        adjacency=pair(ONE, OTHER),
    ),
    "the same without replacement is as promised (opendp#2932)": Row(
        {
            "type": "fixed_size_subsample",
            "of": count_query("1/4", 0, 2),
            "records": [0, 1],
            "population": 4,
            "size": 2,
        },
        "5/2",
        True,
        "5/2",
        adjacency=pair(ONE, OTHER),
    ),
    "two outputs accounted as one (google/differential-privacy#428)": Row(
        fresh(2, RR), "3", False, "9", {"3": "3/8"}
    ),
    "replace-one with the sensitivity of add-remove (google/differential-privacy#378)": Row(
        count_query("1/2", -1, 1), "2", False, "4", {"2": "1/3"}, adjacency={"within": 2}
    ),
    "a sensitivity of 0 (diffprivlib#105)": Row(
        two_rows([1, 0], [0, 1]), "2", False, None, {"2": "1"}
    ),
    "a sensitivity of 1 where it is 4 (diffprivlib#110)": Row(
        count_query("1/2", 0, 4), "2", False, "16", {"2": "2/3"}, adjacency=pair(0, 4)
    ),
    "Laplace noise rounded is no geometric noise, but as private (cardinality estimation #97)": Row(
        two_rows(["1/4", "1/2", "3/16", "1/16"], ["1/16", "3/16", "1/2", "1/4"]), "4", True, "4"
    ),
    "a record that changes its cell is charged once (w3c/attribution#264)": Row(
        fresh(2, rr("2/3")), "2", False, "4", {"2": "2/9"}
    ),
    "noise scaled down by n although counts are released (DataSynthesizer#34)": Row(
        fresh(2, count_query("1/4", 0, 1)), "2", False, "16", {"2": "14/25"}
    ),
    "exponential mechanism with half the sensitivity, two outputs (mbi#65)": Row(
        {"type": "exponential", "weights": {"x": {"a": 1, "b": 1}, "y": {"a": 2, "b": "1/2"}}},
        "2",
        False,
        "5/2",
        {"2": "1/10"},
    ),
    "exponential mechanism with half the sensitivity, five outputs (mbi#65)": Row(
        {
            "type": "exponential",
            "weights": {
                "x": dict.fromkeys("abcde", 1),
                "y": dict.fromkeys("abcd", 2) | {"e": "1/2"},
            },
        },
        "2",
        False,
        "17/5",
        {"2": "7/85"},
    ),
    "a topic is random in one case of twenty (patcg topics#75)": Row(
        {"type": "k_randomized_response", "k": 10, "p": "191/200"}, "20", False, "191"
    ),
    "and a second caller sees whether it was (patcg topics#121)": Row(
        {
            "type": "mixture",
            "revealed": True,
            "of": [
                {
                    "weight": "19/20",
                    "mechanism": {"type": "k_randomized_response", "k": 10, "p": 1},
                },
                {
                    "weight": "1/20",
                    "mechanism": {"type": "k_randomized_response", "k": 10, "p": "1/10"},
                },
            ],
        },
        "191",
        False,
        None,
        {"191": "19/20", "1000000": "19/20"},
    ),
    "the noisy maximum itself, one-sided noise (StatDP)": Row(
        {
            "type": "report_noisy_max",
            "queries": {"x": [1, 1], "y": [2, 2]},
            "ratio": "1/2",
            "sided": 1,
            "output": "value",
        },
        "2",
        False,
        None,
        {"2": "1/4"},
    ),
    "subsampling of a leak is exactly as tight as promised (autodp#2)": Row(
        {
            "type": "poisson_subsample",
            "rate": "1/2",
            "absent": "0",
            "of": {"type": "leaky", "delta": "1/10", "of": RR},
        },
        "2",
        True,
        None,
        {"2": "1/20"},
        "1/20",
    ),
    "a target of 2 missed by bisection (opacus#346)": Row(
        rr("67/100"), "2", False, "67/33", {"2": "1/100"}
    ),
    "rounded to the safe side (opacus#346)": Row(rr("66/100"), "2", True, "33/17"),
    "budgets that are equal, lost by one ulp of a float sum (opendp#2789)": Row(
        fresh(10, rr("11/21")), str(Fraction(11, 10) ** 10), True, str(Fraction(11, 10) ** 10)
    ),
    "two ones removed and replaced by zeros (opendp#355)": Row(
        count_query("1/2", 0, 2),
        "2",
        False,
        "4",
        {"2": "1/3"},
        adjacency={"group": {"of": {"within": 1}, "distance": 2}},
    ),
    "a missing value becomes 0 (opendp#2935)": Row(
        count_query("1/2", 0, 3), "2", False, "8", {"2": "1/2"}, adjacency=pair(0, 3)
    ),
    "coordinates that were not selected leave without noise (NVFlare#343)": Row(
        {
            "type": "mixture",
            "revealed": True,
            "of": [
                {"weight": "1/2", "mechanism": rr("1")},
                {"weight": "1/2", "mechanism": RR},
            ],
        },
        "3",
        False,
        None,
        {"1": "3/4", "2": "5/8", "3": "1/2", "1000": "1/2"},
    ),
    "a Bernoulli sampler that reads the wrong bit (smartnoise-core#278)": Row(
        rr("1/4"), "5/3", False, "3", {"5/3": "1/3"}
    ),
    "the mass at the origin rounded up (opendp#507)": Row(
        two_rows(
            ["85/256", "86/256", "85/512", "85/512"], ["85/512", "85/512", "86/256", "85/256"]
        ),
        "2",
        False,
        "172/85",
        {"2": "1/256"},
    ),
    "and rounded down (opendp#507)": Row(
        two_rows(
            ["171/512", "85/256", "171/1024", "171/1024"],
            ["171/1024", "171/1024", "85/256", "171/512"],
        ),
        "2",
        True,
        "2",
    ),
    "the run time tells how large the noise is (libprio-rs#645)": Row(
        two_rows(["1/4", "1/2", "1/4", 0, 0, 0], [0, 0, 0, "1/4", "1/2", "1/4"]),
        "2",
        False,
        None,
        {"2": "1", "1000": "1"},
    ),
    "noise cut at 4 for a sensitivity of 2 (ipa#898)": Row(
        {
            "type": "channel",
            "inputs": ["0", "2"],
            "outputs": list(range(-4, 7)),
            "rows": [
                [f"{2 ** (4 - abs(z))}/46" if abs(z) <= 4 else 0 for z in range(-4, 7)],
                [f"{2 ** (4 - abs(z - 2))}/46" if abs(z - 2) <= 4 else 0 for z in range(-4, 7)],
            ],
        },
        "2",
        False,
        None,
        {"2": "17/46", "4": "3/46"},
        "1/10",
    ),
    "noise cut at 2 for a sensitivity of 1 is exactly enough (ipa#898)": Row(
        {
            "type": "channel",
            "inputs": ["0", "1"],
            "outputs": list(range(-2, 4)),
            "rows": [
                [f"{2 ** (2 - abs(z))}/10" if abs(z) <= 2 else 0 for z in range(-2, 4)],
                [f"{2 ** (2 - abs(z - 1))}/10" if abs(z - 1) <= 2 else 0 for z in range(-2, 4)],
            ],
        },
        "2",
        True,
        None,
        {"2": "1/10"},
        "1/10",
    ),
    "scores that only rise, two outputs (google/differential-privacy#272)": Row(
        {
            "type": "exponential",
            "base": 2,
            "scores": {"x": {"a": 0, "b": 0}, "y": {"a": 1, "b": 0}},
        },
        "2",
        True,
        "3/2",
    ),
    "scores that rise and fall, two outputs (google/differential-privacy#272)": Row(
        {
            "type": "exponential",
            "base": 2,
            "scores": {"x": {"a": 0, "b": 0}, "y": {"a": 1, "b": -1}},
        },
        "2",
        False,
        "5/2",
    ),
    "scores that only rise, ten outputs (google/differential-privacy#272)": Row(
        {
            "type": "exponential",
            "base": 2,
            "scores": {
                "x": dict.fromkeys("abcdefghij", 0),
                "y": dict.fromkeys("abcdefghi", 1) | {"j": 0},
            },
        },
        "2",
        True,
        "19/10",
    ),
    "scores that rise and fall, ten outputs (google/differential-privacy#272)": Row(
        {
            "type": "exponential",
            "base": 2,
            "scores": {
                "x": dict.fromkeys("abcdefghij", 0),
                "y": dict.fromkeys("abcdefghi", 1) | {"j": -1},
            },
        },
        "2",
        False,
        "37/10",
    ),
    "contributions checked modulo 8 (ipa#520)": Row(
        count_query("1/2", 0, 8), "4", False, "256", {"4": "7/8"}, adjacency=pair(0, 8)
    ),
    "ten responses at powers of 3 (google/differential-privacy#414)": Row(
        fresh(10, RR),
        str(3**10),
        True,
        str(3**10),
        {
            "1": "59123/65536",
            "9": "12195/16384",
            "81": "16119/32768",
            "729": "3645/16384",
            "6561": "6561/131072",
            "59049": "0",
        },
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_truth(name: str) -> None:
    row = ROWS[name]
    document: dict[str, Any] = {
        "schema": 1,
        "mechanism": row.model,
        "claim": {"alpha": row.alpha, "delta": row.delta},
    }
    if row.adjacency is not None:
        document["adjacency"] = row.adjacency
    loaded = verify.load(document)
    (verdict,) = loaded.certify()
    assert isinstance(verdict, verify.Verdict)
    assert verdict.holds == row.holds
    assert verdict.pure_alpha == (None if row.pure is None else mpq(row.pure))
    for alpha, delta in row.deltas.items():
        found = verify.certify(loaded.mechanism, alpha=alpha)
        assert found.delta_star == mpq(delta), alpha


@pytest.mark.parametrize(
    ("count", "remove"), [(1, "1/8"), (2, "7/64"), (3, "37/512"), (4, "227/4096")]
)
def test_one_direction_is_not_enough_after_subsampling(count: int, remove: str) -> None:
    """At α = (3/2)^k adding a record costs nothing, and removing it does (arXiv 2405.20769)."""
    once = {"type": "poisson_subsample", "rate": "1/2", "absent": "0", "of": RR}
    document = verify.load({"schema": 1, "mechanism": fresh(count, once)})
    alpha = mpq(3, 2) ** count
    curve = verify.profile(document.mechanism)
    assert curve.divergence(("1", "0"), alpha=alpha) == mpq(remove)
    if count == 1:
        assert curve.divergence(("0", "1"), alpha=alpha) == 0


def test_shifted_scale_is_invisible_where_epsilon_is_one() -> None:
    """The Laplace scale written upside down (attribution-reporting-api#1329)."""
    for epsilon, right in (("1/2", False), ("1", True)):
        upside_down = Fraction(epsilon)  # should be 1/ε
        model = {"type": "discrete_laplace", "scale": str(upside_down), "low": 0, "high": 1}
        claim = {"epsilon": epsilon}
        document = verify.load({"schema": 1, "mechanism": model, "claim": claim})
        assert document.certify()[0].holds is right
        assert verify.certify(document.mechanism, epsilon=str(1 / upside_down)).holds


def test_the_trade_off_of_a_response() -> None:
    """A curve of two atoms (riskcal#2): β interpolates between the vertices."""
    curve = verify.profile(verify.load({"schema": 1, "mechanism": rr("3/5")}).mechanism)
    vertices = curve.trade_off(("0", "1"))
    assert vertices == ((0, 1), (mpq(2, 5), mpq(2, 5)), (1, 0))
    for level, beta in (("0", "1"), ("1/10", "17/20"), ("2/5", "2/5"), ("1/2", "1/3"), ("1", "0")):
        assert interpolated(vertices, mpq(level)) == mpq(beta)


def interpolated(vertices: tuple[tuple[mpq, mpq], ...], x: mpq) -> mpq:
    for (a, f_a), (b, f_b) in pairwise(vertices):
        if a <= x <= b:
            return f_a + (f_b - f_a) * (x - a) / (b - a)
    raise AssertionError(x)


def test_a_response_stands_in_for_an_exponential_mechanism() -> None:
    """Safe at every level (PipelineDP#539)."""
    model = {"type": "exponential", "weights": {"x": {"a": 1, "b": 1}, "y": {"a": 4, "b": 1}}}
    chosen = verify.load({"schema": 1, "mechanism": model}).mechanism
    response: Mechanism = verify.mechanisms.randomized_response("5/7")
    assert dominates(response, chosen)
    assert not dominates(chosen, response)
    assert verify.certify(chosen, alpha=2).delta_star == mpq(1, 10)
    assert verify.certify(response, alpha=2).delta_star == mpq(1, 7)


def test_less_noise_costs_more() -> None:
    """RR(3/4) against RR(9/10) (PySyft#6914)."""
    levels = [
        verify.epsilon(verify.mechanisms.randomized_response(p)).alpha for p in ("3/4", "9/10")
    ]
    assert levels == [3, 9]


def test_a_table_is_what_it_says() -> None:
    """The models above are those of the reports: the noise cut at 4 sums to 1 and is symmetric."""
    row = ROWS["noise cut at 4 for a sensitivity of 2 (ipa#898)"]
    mechanism = verify.load({"schema": 1, "mechanism": row.model}).mechanism
    assert isinstance(mechanism, Channel)
    assert mechanism.row(0) == mechanism.row(1)[::-1]
