"""No change of a certificate makes the checker accept what is not so."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import certificate_twin as by_hand
import pytest
from certificate_changes import Path, changes

import verify
from verify.check import INVALID, MALFORMED, VALID, check
from verify.combinators import adaptive, fresh, random_allocation
from verify.mechanisms import (
    channel,
    geometric,
    k_randomized_response,
    leaky,
    randomized_response,
    report_noisy_max,
    sparse_vector,
)

RR, NINE = randomized_response("3/4"), randomized_response("9/10")
TABLE = channel(["a", "b", "c"], "uvw", [["1/2", "1/3", "1/6"], ["1/6", "1/2", "1/3"], [1, 0, 0]])
QUERIES = {"x": [0, 1], "y": [1, 1]}
VALUE = report_noisy_max(QUERIES, "1/2", output="value")
RELEASED = sparse_vector({"x": [0, 1], "y": [1, 1]}, 1, "1/3", "1/2", variant="release_value")
EARLY = adaptive(RR, {"0": "stop", "1": leaky("1/9", NINE)})

CASES: dict[str, tuple[verify.Mechanism, dict[str, Any]]] = {
    "table": (TABLE, {"alpha": 2, "delta": "5/6"}),
    "violated table": (TABLE, {"alpha": 2, "delta": "4/7"}),
    "power": (fresh(RR, 4), {"alpha": 3, "delta": "1/2"}),
    "power at its δ*": (fresh(RR, 2), {"alpha": 3, "delta": "3/8"}),
    "violated power": (fresh(RR, 4), {"alpha": 3, "delta": "1/3"}),
    "product": (fresh([RR, NINE, RR]), {"alpha": 20, "delta": "1/3"}),
    "union with a leak": (fresh([leaky("1/10", RR), NINE]), {"alpha": 27, "delta": "1/10"}),
    "early stop": (EARLY, {"alpha": 4, "delta": "1/3"}),
    "infinite ratio": (leaky("1/10", RR), {"eta": "5"}),
    "infinite moment": (fresh(leaky("1/10", RR), 2), {"order": 3, "epsilon": "5"}),
    "irrational level": (fresh(RR, 2), {"epsilon": "ln(2)/2 + 1/7", "delta": "1/2"}),
    "irrational level, violated": (fresh(RR, 2), {"epsilon": "1", "delta": "1/3"}),
    "noise": (geometric("1/2", 0, 2), {"alpha": 2}),
    "value": (VALUE, {"alpha": 2, "delta": "1/3"}),
    "violated value": (VALUE, {"alpha": "3/2", "delta": "1/20"}),
    "value at an irrational level": (VALUE, {"epsilon": "1/2", "delta": "1/3"}),
    "released values": (RELEASED, {"alpha": 3, "delta": "1/2"}),
    "range of a value": (VALUE, {"eta": "ln(3)"}),
    "allocation": (
        random_allocation(RR, absent="0", present="1", rounds=3, epochs=2),
        {"alpha": "3/2", "delta": "1/3"},
    ),
    "moment": (fresh(RR, 3), {"order": 4, "epsilon": "3"}),
    "violated moment": (TABLE.under({"pairs": [["a", "b"]]}), {"order": 2, "epsilon": "ln(5/4)"}),
    "range": (k_randomized_response(3, alpha=2), {"eta": "1 + ln(2)"}),
    "violated range": (fresh(RR, 2), {"eta": "3"}),
}


def written(name: str) -> bytes:
    mechanism, claim = CASES[name]
    verdict = verify.certify(mechanism, **claim)
    said = "violated" if "violated" in name or "infinite" in name else None
    assert said is None or verdict.verdict == said
    return bytes(verdict.certificate())


@pytest.mark.parametrize("name", CASES)
def test_changes_with_a_new_digest(name: str) -> None:
    """Whatever is accepted is true by definition, and so is its evidence."""
    tree = json.loads(written(name))
    assert check(by_hand.sealed(tree))[0] == VALID
    found: Counter[int] = Counter()
    for path, what, other in changes(tree):
        code, line = check(by_hand.sealed(other))
        found[code] += 1
        if code == VALID and other != tree:  # 1, 1.0 and true are one number
            assert may_be_changed(path, what), (path, what)
            assert by_hand.is_true(other), (path, what)
            assert by_hand.evidence_is_right(other), (path, what)
        else:
            assert line.isprintable()
    assert found[VALID] * 3 < found[INVALID] + found[MALFORMED]


def may_be_changed(path: Path, what: str) -> bool:
    """Whether a change at this place may leave a true statement with a right proof."""
    part, *rest = path
    if part == "model":
        # Other laws may keep the claim as well. It is worked out again whether they do.
        return True
    if part == "claim":
        # Weaker where it holds, stronger where it is violated.
        return rest != []
    if part == "evidence":
        # Another level whose events are the same, looser bounds of ratios, equal neighbours.
        return rest[0] in ("level", "ratios") or what == "swapped"
    # Pairs change places where the evidence of both is the same.
    return part == "pairs" and what == "swapped"


@pytest.mark.parametrize("name", ["table", "value", "allocation"])
def test_names_are_free(name: str) -> None:
    """What nobody checks may be changed, or the tests above would say little."""
    tree = json.loads(written(name))
    tree["model"]["inputs"] = [f"input {i}" for i, _ in enumerate(tree["model"]["inputs"])]
    for table in tree["model"]["tables"]:
        table["outputs"] = len(table["rows"][0]["weights"])
        table["collapsed"] = "whatever"
    for branch in tree["model"]["branches"]:
        branch[0] = ["a", "branch"]
    tree["about"] = {"anything": [1, "text"]}
    assert check(by_hand.sealed(tree))[0] == VALID


def test_weaker_and_stronger_claims() -> None:
    """At α = 3 two responses have δ* = 3/8."""
    holds, violated = (
        json.loads(bytes(verify.certify(fresh(RR, 2), alpha=3, delta=delta).certificate()))
        for delta in ("3/8", "1/3")
    )
    for tree, delta, code in (
        (holds, "0x1/0x2", VALID),
        (holds, "0x5/0x10", INVALID),
        (violated, "0x1/0x8", VALID),
        (violated, "0x3/0x8", INVALID),
    ):
        tree["claim"]["delta"] = delta
        assert check(by_hand.sealed(tree))[0] == code


def test_every_byte_of_a_small_certificate() -> None:
    data = bytes(verify.certify(RR, alpha=3).certificate())
    assert check(data)[0] == VALID
    for place in range(len(data) - 1):
        for byte in {0, 0x20, 0x30, 0x7F, 0xFF, data[place] ^ 1, data[place] ^ 0x20}:
            if byte != data[place]:
                assert check(with_byte(data, place, byte))[0] != VALID, (place, byte)
        assert check(data[:place] + data[place + 1 :])[0] != VALID, place
        assert check(data[:place])[0] != VALID, place


def test_bytes_of_a_large_certificate() -> None:
    data = written("allocation")
    chosen = random.Random(7)
    for _ in range(3000):
        place = chosen.randrange(len(data) - 1)
        byte = chosen.choice([b for b in range(256) if b != data[place]])
        assert check(with_byte(data, place, byte))[0] != VALID, (place, byte)


def with_byte(data: bytes, place: int, byte: int) -> bytes:
    return data[:place] + bytes([byte]) + data[place + 1 :]
