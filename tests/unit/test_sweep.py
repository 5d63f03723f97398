"""Sweeps: their rows, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from gmpy2 import mpq

import verify
from verify.grid.row import evaluate
from verify.grid.sweep import claim_for, parameters, units
from verify.law.mechanism import Mechanism

RR = {"type": "randomized_response", "p": "3/4"}
TWICE = {"type": "fresh", "count": 2, "of": RR}
PAIR = {"type": "fresh", "of": [RR, {"type": "leaky", "delta": "0", "of": RR}]}


def document(mechanism: Any, **more: Any) -> dict[str, Any]:
    return {"schema": 1, "mechanism": mechanism, **more}


def refused(call: Callable[[], object], at: str, part: str = "") -> None:
    with pytest.raises(verify.InputError) as error:
        call()
    assert error.value.at == at
    assert error.value.form
    assert part in str(error.value)
    assert "\n" not in str(error.value)


def test_rows_are_the_product_in_order() -> None:
    rows = verify.sweep(document(TWICE), {"count": [1, 2], "p": ["1/2", "3/4"]}, alpha=3)
    assert [row.settings for row in rows] == [
        (("count", 1), ("p", "1/2")),
        (("count", 1), ("p", "3/4")),
        (("count", 2), ("p", "1/2")),
        (("count", 2), ("p", "3/4")),
    ]
    assert [row.number for row in rows] == [1, 2, 3, 4]
    assert [row.verdict for row in rows] == ["holds", "holds", "holds", "violated"]
    assert [row.delta_star for row in rows] == [0, 0, 0, mpq(3, 8)]
    assert [row.pure_alpha for row in rows] == [1, 3, 1, 9]
    assert [row.total_variation for row in rows] == [0, mpq(1, 2), 0, mpq(1, 2)]
    assert rows[3]["p"] == "3/4"
    assert str(rows[3].adjacency) == "replace"


def test_a_row_is_what_certify_and_profile_say() -> None:
    claim = {"alpha": 3, "delta": "1/8"}
    whole = document(TWICE, claim=claim, adjacency={"pairs": [["0", "1"]]})
    for row in verify.sweep(whole, {"of.p": "3/5..4/5:1/20"}):
        loaded = verify.load(document({**TWICE, "of": {**RR, "p": row["of.p"]}}, claim=claim))
        (verdict,) = loaded.certify()
        assert isinstance(verdict, verify.Verdict)
        assert (row.verdict, row.delta_star) == (verdict.verdict, verdict.delta_star)
        assert (row.pure_alpha, row.least_alpha) == (verdict.pure_alpha, verdict.least_alpha)
        assert row.total_variation == verify.profile(loaded.mechanism).total_variation
        assert row.pure_epsilon == verify.epsilon(loaded.mechanism).epsilon
        assert row.claim == verdict.claim
        assert row.adjacency == verify.Adjacency("pairs", listed=(("0", "1"),))


def test_without_a_level_there_is_no_verdict() -> None:
    (row,) = verify.sweep(document(RR), {"p": ["1"]})
    assert (row.verdict, row.claim, row.delta_star, row.least_alpha) == (None,) * 4
    assert (row.pure_alpha, row.pure_epsilon, row.total_variation) == (None, "inf", 1)
    assert row.utility is None


def test_the_first_claim_counts_and_options_replace_its_numbers() -> None:
    whole = document(RR, claim=[{"alpha": 2, "delta": "1/8"}, {"alpha": 3}])
    place = {"p": ["3/4"]}
    assert [row.verdict for row in verify.sweep(whole, place)] == ["violated"]
    assert [row.verdict for row in verify.sweep(whole, place, delta="1/4")] == ["holds"]
    assert [row.verdict for row in verify.sweep(whole, place, epsilon="ln(3)")] == ["holds"]
    (row,) = verify.sweep(whole, place, alpha=1)
    assert str(row.claim) == "(α = 1, δ = 1/8)"
    assert row.delta_star == mpq(1, 2)


def test_a_claim_about_a_measure() -> None:
    rows = verify.sweep(document(RR, claim={"order": 2, "epsilon": "ln(3)"}), {"p": ["3/4", "1"]})
    assert [row.verdict for row in rows] == ["holds", "violated"]
    assert rows[0].delta_star is None
    assert rows[0].value is not None
    assert rows[0].value.upper() == "0.84729786038720362"  # ln(7/3)
    assert rows[1].value is None


def test_the_least_level_is_left_out_where_it_costs_more() -> None:
    rows = [["61/100", "29/100", "1/10"], ["13/100", "37/100", "1/2"]]
    three = {"type": "channel", "inputs": ["0", "1"], "outputs": ["a", "b", "c"], "rows": rows}
    whole = document({"type": "fresh", "count": 2, "of": three})
    (row,) = verify.sweep(whole, {"count": ["3000"]}, alpha=3, delta="1/8")
    assert row.least_alpha is None
    assert "--full" in str(row.least_alpha_omitted)
    (row,) = verify.sweep(whole, {"count": ["2"]}, alpha=3, delta="1/8", full=True)
    assert row.least_alpha_omitted is None
    assert row.least_alpha is not None


def test_whole_models_and_other_values_can_be_set() -> None:
    other = {"type": "leaky", "delta": "1/4"}
    rows = verify.sweep(document(TWICE), {"of": [RR, other]})
    assert [row.total_variation for row in rows] == [mpq(1, 2), mpq(7, 16)]
    mixed = document(
        {
            "type": "mixture",
            "revealed": True,
            "of": [{"weight": "1/2", "mechanism": {**RR, "p": p}} for p in ("3/4", "1/4")],
        }
    )
    rows = verify.sweep(mixed, {"revealed": "true,false"})
    assert [row.pure_alpha for row in rows] == [3, 1]


def test_numbers_of_python_are_values() -> None:
    rows = verify.sweep(document(RR), {"p": [Fraction(3, 4), mpq(2, 3), 1]})
    assert [row.total_variation for row in rows] == [mpq(1, 2), mpq(1, 3), 1]


def test_utility_beside_privacy() -> None:
    groups = {"minority": ["2"], "all": {"0": 90, "1": 9, "2": 1}}
    model = {"type": "k_randomized_response", "k": 3, "alpha": 2}
    whole = document(model, utility={"error": "l1", "groups": groups})
    rows = verify.sweep(whole, {"alpha": [1, 2, 4]})
    assert [row.utility.error for row in rows if row.utility] == ["l1"] * 3
    found = [row.utility.of_group("minority").expected for row in rows if row.utility]
    assert found == [1, mpq(3, 4), mpq(1, 2)]
    named = verify.sweep(whole, {"alpha": [1]}, utility="zero_one")[0].utility
    assert named is not None
    assert (named.error, named.of_group("all").expected) == ("zero_one", mpq(2, 3))
    other = verify.sweep(whole, {"alpha": [1]}, utility={"error": "l2"})[0].utility
    assert other is not None
    assert (other.error, other.groups) == ("l2", ())
    plain = verify.sweep(document(model), {"alpha": [1]}, utility="zero_one")[0].utility
    assert plain is not None
    assert plain.worst.expected == mpq(2, 3)


def test_a_file_and_a_dictionary_give_the_same_rows(tmp_path: Path) -> None:
    path = tmp_path / "model.toml"
    path.write_text('schema = 1\n[mechanism]\ntype = "randomized_response"\np = "3/4"\n')
    from_file = verify.sweep(path, {"p": "1/2,2/3"}, alpha=2)
    from_tree = verify.sweep(document(RR), {"p": ["1/2", "2/3"]}, alpha=2)
    assert [repr(row) for row in from_file] == [repr(row) for row in from_tree]


def test_rows_never_change() -> None:
    (row,) = verify.sweep(document(RR), {"p": ["3/4"]})
    with pytest.raises(AttributeError):
        row.verdict = "holds"
    assert repr(row) == "<Row 1: p = 3/4: pure α = 3>"


def test_the_document_itself_need_not_be_right() -> None:
    """Only the rows are; what stands at the place does not matter."""
    (row,) = verify.sweep(document({**RR, "p": "to be set"}), {"p": ["3/4"]})
    assert row.pure_alpha == 3


def test_units_are_work_for_any_process() -> None:
    """A unit takes its limits along, and rows come back as they are made here."""
    tree = document(TWICE, utility={"error": "zero_one", "target": {x: [x, x] for x in "01"}})
    asked = parameters(tree, {"p": ["1/2", "3/4"]}, "set")
    claim = claim_for(tree, verify.Level.epsilon("1/3"), None)
    with verify.limits(pairs=1_000_000):
        work = units(tree, asked, claim)
    assert {unit.limits.pairs for unit in work} == {1_000_000}
    with ProcessPoolExecutor(1) as pool:
        there = list(pool.map(evaluate, work))
    here = [evaluate(unit) for unit in work]
    assert [repr(row) for row in there] == [repr(row) for row in here]
    assert there[1].delta_star == here[1].delta_star
    assert there[1].utility == here[1].utility


# refusals

CLAIMED = document(RR, claim={"rho": "1/8"})
REFUSED: dict[str, tuple[str, str, Callable[[], object]]] = {
    "p above 1": (
        "row 2 (p = 5/4), mechanism.p",
        "above 1",
        lambda: verify.sweep(document(RR), {"p": ["1/2", "5/4"]}),
    ),
    "a float": (
        "row 1 (p = 0.5), mechanism.p",
        "float",
        lambda: verify.sweep(document(RR), {"p": [0.5]}),
    ),
    "no model": (
        "row 1 (of = 7), mechanism.of",
        "expected",
        lambda: verify.sweep(document(TWICE), {"of": [7]}),
    ),
    "two names": (
        "row 1 (count = 0, of.p = 1/2), mechanism.count",
        "below 1",
        lambda: verify.sweep(document(TWICE), {"count": ["0"], "of.p": ["1/2"]}),
    ),
    "a group that is gone": (
        "row 2 (k = 2), utility.groups.g[0]",
        '"2"',
        lambda: verify.sweep(
            document(
                {"type": "k_randomized_response", "k": 3, "p": "1/2"},
                utility={"error": "l1", "groups": {"g": ["2"]}},
            ),
            {"k": [3, 2]},
        ),
    ),
    "utility of outputs": (
        "row 1 (p = 1/2), utility.target",
        "shape",
        lambda: verify.sweep(document(TWICE), {"p": ["1/2"]}, utility="l1"),
    ),
    "no such error": (
        "row 1 (p = 1/2), utility.error",
        "l9",
        lambda: verify.sweep(document(RR), {"p": ["1/2"]}, utility="l9"),
    ),
    "nothing": ("settings", "nothing", lambda: verify.sweep(document(RR), {})),
    "no mapping": ("settings", "list", lambda: verify.sweep(document(RR), ["p"])),
    "no values": ("settings.p", "no values", lambda: verify.sweep(document(RR), {"p": []})),
    "unknown": ("settings", "mechanism.p", lambda: verify.sweep(document(RR), {"q": [1]})),
    "ambiguous": ("settings", "2 places", lambda: verify.sweep(document(PAIR), {"p": [1]})),
    "same place": (
        "settings",
        "overlap",
        lambda: verify.sweep(document(TWICE), {"p": [1], "of.p": [1]}),
    ),
    "inside": (
        "settings",
        "overlap",
        lambda: verify.sweep(document(TWICE), {"p": [1], "of": [RR]}),
    ),
    "delta alone": ("delta", "level", lambda: verify.sweep(document(RR), {"p": [1]}, delta="1/2")),
    "two levels": (
        "",
        "one of",
        lambda: verify.sweep(document(RR), {"p": [1]}, alpha=1, epsilon=0),
    ),
    "no numbers": ("alpha", "zCDP", lambda: verify.sweep(CLAIMED, {"p": [1]}, alpha=1)),
    "no mechanism": ("mechanism", "missing", lambda: verify.sweep({"schema": 1}, {"p": [1]})),
    "version": ("schema", "2", lambda: verify.sweep({"schema": 2, "mechanism": RR}, {"p": [1]})),
    "adjacency": (
        "row 1 (p = 1), adjacency",
        "absent",
        lambda: verify.sweep(document(RR), {"p": [1]}, adjacency="add_remove"),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    at, part, call = REFUSED[name]
    refused(call, at, part)


def test_a_loaded_document_has_no_names() -> None:
    loaded = verify.load(document(RR))
    for source in (loaded, loaded.mechanism):
        assert isinstance(source, (verify.Document, Mechanism))
        refused(lambda value=source: verify.sweep(value, {"p": [1]}), "", "by name")


def test_the_number_of_rows_is_limited() -> None:
    many = {"count": range(1, 201), "p": ["1/2"] * 60}
    with pytest.raises(verify.LimitError, match="rows"):
        verify.sweep(document(TWICE), many)
    with verify.limits(rows=3), pytest.raises(verify.LimitError, match="rows"):
        verify.sweep(document(RR), {"p": "0..1:1/3"})
