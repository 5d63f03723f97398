"""What every certificate must be: valid, about its verdict, and true by definition."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import certificate_twin as by_hand
from oracle_checks import exact

from verify.check import VALID, check
from verify.claim.measured import MeasureVerdict
from verify.claim.verdict import Verdict
from verify.law.infinite import as_series, has_series
from verify.law.mechanism import Mechanism
from verify.law.pair import Pair, outcome_count, outcomes

MOST_OUTCOMES = 3000
"""Laws with more are compared in no other way than by the checker"""


def check_certificate(verdict: Verdict | MeasureVerdict, *, by_definition: bool = True) -> Any:
    """The certificate as a tree, after everything about it has been checked."""
    written = bytes(verdict.certificate())
    code, line = check(written)
    assert code == VALID, line
    tree = json.loads(written)
    assert by_hand.sealed(tree) + b"\n" == written
    assert tree["format"] == "verify-certificate-1"
    assert tree["verdict"] == verdict.verdict
    check_pairs(tree, verdict)
    if by_definition:
        assert by_hand.is_true(tree)
        assert by_hand.evidence_is_right(tree)
    return tree


def label(item: Any) -> Any:
    return tuple(map(label, item)) if isinstance(item, list) else item


def check_pairs(tree: Any, verdict: Verdict | MeasureVerdict) -> None:
    """All ordered pairs of neighbours where the claim holds, else those of the witness."""
    names = [label(item) for item in tree["model"]["inputs"]]
    found = [(names[i], names[j]) for i, j in tree["pairs"]]
    assert len(set(names)) == len(names) == len(tree["model"]["laws"])
    assert {name for pair in found for name in pair} == set(names)
    if verdict.witness is not None:
        worst = verdict.witness.input, verdict.witness.neighbour
        ways = (worst, worst[::-1]) if "eta" in tree["claim"] else (worst,)
        assert set(found) <= set(ways)
        assert len(found) == 1 or "ratios" in tree["evidence"]
        return
    inputs = verdict.mechanism.inputs
    edges = [(inputs[i], inputs[j]) for i, j in verdict.edges]
    assert set(found) == {*edges, *((y, x) for x, y in edges)}
    assert len(found) == verdict.pairs


def check_laws(tree: Any, mechanism: Mechanism) -> None:
    """The laws that are written down are those of the mechanism, labels aside."""
    places = [mechanism.inputs.index(label(item)) for item in tree["model"]["inputs"]]
    for i, j in tree["pairs"][:20]:
        pair = mechanism.pair(places[i], places[j])
        if has_series(pair):
            check_series(tree, (i, j), pair)
        elif outcome_count(pair) <= MOST_OUTCOMES:
            check_listed(tree, (i, j), pair)
            check_single(tree, i, mechanism)


def check_single(tree: Any, place: int, mechanism: Mechanism) -> None:
    law = mechanism.law(label(tree["model"]["inputs"][place]))
    expected = Counter((exact(p),) for p in law.values() if p)
    found = by_hand.joint(tree, [place])
    assert sum(p * n for (p,), n in found.items()) == 1
    assert counted(tree) or found == expected


def check_listed(tree: Any, places: tuple[int, int], pair: Pair) -> None:
    expected = Counter((exact(p), exact(q)) for _, p, q in outcomes(pair) if p or q)
    found = by_hand.joint(tree, places)
    if counted(tree):
        assert by_hand.by_ratio(found) == by_hand.by_ratio(expected)
    else:
        assert found == expected


def counted(tree: Any) -> bool:
    """Whether arrays that are equally likely are written as one outcome."""
    return any("arrays of" in table.get("collapsed", "") for table in tree["model"]["tables"])


def check_series(tree: Any, places: tuple[int, int], pair: Pair) -> None:
    """Each side has the outcomes that the other has near the middle, as often as that."""
    ends = [int(z) for table in tree["model"]["tables"] for z in table["outputs"] if integer(z)]
    reach = max(map(abs, ends), default=0) + 5
    assert by_hand.joint(tree, places, 4) <= window(pair, reach)
    assert window(pair, 8) <= by_hand.joint(tree, places, reach + 8)


def integer(item: Any) -> bool:
    return isinstance(item, str) and item.removeprefix("-").isdecimal()


def window(pair: Pair, reach: int) -> Counter[tuple[Fraction, ...]]:
    """The outcomes that integers from −reach to reach name, and those that none names."""
    series = as_series(pair)
    found = Counter((exact(p), exact(q)) for _, p, q in series.alone if p or q)
    for strand in series.strands:
        sides = (strand.p, strand.q)
        shares = (tuple(exact(s.at(z)) for s in sides) for z in range(-reach, reach + 1))
        found += Counter(both for both in shares if any(both))
    return found
