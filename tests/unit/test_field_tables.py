"""Cases from the field as documents: what was released, what was claimed, and the exact truth.

A row is a model with a claim α, and what is true of it: δ*(α) and the pure level ("inf": none).
Each of them was got wrong somewhere, by a program or by its reader.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import verify

Model = dict[str, Any]


def pairs(*listed: Any) -> Model:
    return {"pairs": list(listed)}


def noise(kind: str, ratio: str, low: int, high: int, **more: Any) -> Model:
    return {"type": kind, "ratio": ratio, "low": low, "high": high, **more}


def histogram(threshold: object, ratio: str = "1/2") -> Model:
    counts = {"with": {"a": 1}, "without": {}}
    return {
        "type": "thresholded_histogram",
        "counts": counts,
        "ratio": ratio,
        "threshold": threshold,
    }


def selection(kind: str, *rows: str, **more: Any) -> Model:
    """Scores (or weights) of both inputs, one character per output."""
    table = {
        x: {str(i): v for i, v in enumerate(row.split())} for x, row in zip("xy", rows, strict=True)
    }
    key = "scores" if "base" in more else "weights"
    return {"type": kind, key: table, **more}


def unary(**more: Any) -> Model:
    return {"type": "unary_encoding", "k": 10, **more}


def two_cells(ratio: str, kind: str = "geometric", top: int = 1) -> Model:
    """One record moves from the first cell to the second: both counts move."""
    cell = noise(kind, ratio, 0, top)
    moved = pairs([["0", str(top)], [str(top), "0"]])
    return {"type": "parallel", "of": [cell, cell], "adjacency": moved}


def truncated_noise() -> Model:
    """Noise of ratio 1/2 cut off at ±4, on the counts 0 and 2."""
    weights = ["1", "2", "4", "8", "16", "8", "4", "2", "1"]
    shares = [f"{w}/46" for w in weights]
    return {
        "type": "channel",
        "inputs": [0, 2],
        "outputs": list(range(-4, 7)),
        "rows": [[*shares, 0, 0], [0, 0, *shares]],
    }


ROWS: dict[str, tuple[Model, str, str, str]] = {
    # what is released                                                  α      δ*(α)     pure level
    "clamped to 0..5": (noise("clamped_geometric", "1/2", 0, 5), "2", "0", "2"),
    "drawn again to 0..5": (noise("truncated_geometric", "1/2", 0, 5), "52/21", "0", "52/21"),
    "drawn again to 0..2": (noise("truncated_geometric", "1/2", 0, 2), "2", "1/14", "16/7"),
    "unbounded noise": (noise("geometric", "1/2", 0, 100), "2", "0", "2"),
    "one-sided noise": (noise("geometric", "1/2", 0, 3, sided=1), "2", "1/2", "inf"),
    "values -1, 0, 1 replaced at sensitivity 1": (
        noise("geometric", "1/2", -1, 1, sensitivity=2),
        "2",
        "1/3",
        "4",
    ),
    "the lower bound used twice": (
        noise("geometric", "1/2", 0, 4, sensitivity=4),
        "2",
        "2/3",
        "16",
    ),
    "two records replaced": (
        noise("geometric", "1/2", 0, 5, adjacency={"group": {"of": {"within": 1}, "distance": 2}}),
        "2",
        "1/3",
        "4",
    ),
    "a missing value read as 0": (
        noise("geometric", "1/2", 0, 3, adjacency=pairs([3, 0])),
        "2",
        "1/2",
        "8",
    ),
    "a cap checked modulo 8": (noise("geometric", "1/2", 0, 8, sensitivity=8), "4", "7/8", "256"),
    "a sum rounded up": (noise("geometric", "1/4", 0, 1), "2", "2/5", "4"),
    "a record moved between cells": (two_cells("1/2"), "2", "2/9", "4"),
    "counts noised as frequencies, n = 4": (two_cells("1/4"), "2", "14/25", "16"),
    "parts chosen by row parity": (two_cells("1/2", "clamped_geometric", 2), "16", "0", "16"),
    "noise cut off at a width for sensitivity 1": (truncated_noise(), "2", "17/46", "inf"),
    "the same at the level per unit": (truncated_noise(), "4", "3/46", "inf"),
    "shown from 2 on": (histogram(2), "1", "1/3", "inf"),
    "shown from 3 on": (histogram(3), "1000", "1/6", "inf"),
    "shown from 5 on": (histogram("5"), "1e30", "1/24", "inf"),
    "a threshold cut to an integer": (histogram(3, "1/3"), "3", "1/12", "inf"),
    "the threshold that was meant": (histogram(4, "1/3"), "3", "1/36", "inf"),
    "unary encoding with the wrong q": (unary(p="1/2", q="4/7"), "3", "0", "4/3"),
    "optimised unary encoding": (unary(alpha=3, variant="optimised"), "3", "0", "3"),
    "symmetric unary encoding": (unary(alpha=9, variant="symmetric"), "3", "3/8", "9"),
    "weights for the wrong sensitivity, k = 2": (
        selection("exponential", "1 1", "2 1/2"),
        "2",
        "1/10",
        "5/2",
    ),
    "weights for the wrong sensitivity, k = 5": (
        selection("exponential", "1 1 1 1 1", "2 2 2 2 1/2"),
        "2",
        "7/85",
        "17/5",
    ),
    "scores that only rise, k = 2": (
        selection("exponential", "0 0", "1 0", base=2),
        "2",
        "0",
        "3/2",
    ),
    "scores that only rise, k = 10": (
        selection("exponential", "0" + " 0" * 9, "0" + " 1" * 9, base=2),
        "2",
        "0",
        "19/10",
    ),
    "scores that rise and fall, k = 2": (
        selection("exponential", "0 0", "1 -1", base=2),
        "4",
        "0",
        "5/2",
    ),
    "scores that rise and fall, k = 10": (
        selection("exponential", "0" + " 0" * 9, "-1" + " 1" * 9, base=2),
        "4",
        "0",
        "37/10",
    ),
    "a stand-in for randomized response": (
        selection("exponential", "1/2 1/2", "4/5 1/5"),
        "2",
        "1/10",
        "5/2",
    ),
}


def document(model: Model, alpha: str, delta: str = "0") -> verify.Document:
    claim = {"alpha": alpha, "delta": delta}
    return verify.load({"schema": 1, "mechanism": model, "claim": claim})


def certify(found: verify.Document) -> verify.Verdict:
    return verify.certify(found.mechanism, found.claims[0])


@pytest.mark.parametrize("name", ROWS)
def test_the_exact_truth(name: str) -> None:
    model, alpha, delta, pure = ROWS[name]
    verdict = certify(document(model, alpha))
    assert verdict.delta_star.exact == Fraction(delta)
    assert verdict.holds == (delta == "0")
    assert verdict.pure_alpha == (None if pure == "inf" else Fraction(pure))
    least = verify.epsilon(verdict.mechanism)
    assert least.alpha == verdict.pure_alpha
    assert verify.profile(verdict.mechanism).delta(alpha=alpha).exact == Fraction(delta)


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row[2] != "0"])
def test_the_claim_holds_from_there_on(name: str) -> None:
    model, alpha, delta, _ = ROWS[name]
    assert certify(document(model, alpha, delta)).holds
    below = Fraction(delta) - Fraction(1, 10**30)
    verdict = certify(document(model, alpha, str(below)))
    assert not verdict.holds
    witness = verdict.witness
    assert witness is not None
    assert witness.p - Fraction(alpha) * witness.q == Fraction(delta)


def test_the_limit_of_the_wrong_sensitivity() -> None:
    """With ever more outputs the pure level goes to base^(true sensitivity)."""
    for k in (2, 5, 10, 100):
        row = " ".join(["1"] * k), " ".join(["2"] * (k - 1) + ["1/2"])
        found = verify.epsilon(
            verify.load({"schema": 1, "mechanism": selection("exponential", *row)}).mechanism
        )
        assert found.alpha == 4 - Fraction(3, k)


@pytest.mark.parametrize(("moved", "start"), [(1, "0.1000"), (6, "0.6005"), (8, "0.8006")])
def test_bloom_filters_noised_once(moved: int, start: str) -> None:
    """ln(21/19) per bit that differs: h = 4, m = 20, f = 0.95."""
    model = {"type": "rappor", "bits": 20, "hashes": 4, "f": "0.95", "differing": moved}
    verdict = certify(document(model, "2"))
    assert verdict.pure_alpha == Fraction(21, 19) ** moved
    assert verify.epsilon(verdict.mechanism).epsilon.startswith(start)


def test_bloom_filters_noised_twice() -> None:
    model = {"type": "rappor", "bits": 20, "hashes": 4, "f": "0.75", "p": "0.45", "q": "0.55"}
    assert certify(document(model, "2")).pure_alpha == Fraction(41, 39) ** 8
    assert certify(document({**model, "differing": 1}, "2")).pure_alpha == Fraction(41, 39)


def test_a_witness_names_what_was_shown() -> None:
    for threshold in (2, 3, 5):
        witness = certify(document(histogram(threshold), "7")).witness
        assert witness is not None
        form = witness.event.to_json()
        assert form["outputs"] == [[["a", f">={threshold}"]]]
        assert witness.q == 0
