"""The gallery: every refutation as it is known beforehand, written out here."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

import verify
from verify.counterexamples import Counterexample, counterexample, gallery, reproduce
from verify.counterexamples.record import CORRECTED, MISLEADING, REFUTED
from verify.counterexamples.reproduction import Finding
from verify.document.schema import document_schema

ENTRIES = gallery()

Known = tuple[dict[str, str], str | None, str]

# name: the claim that is refuted, δ* at its level, the pure level
KNOWN: dict[str, Known] = {
    "advantage_is_delta": ({"alpha": "1", "delta": "1/6"}, "1/3", "2"),
    "average_of_two_directions": ({"alpha": "4"}, "1/9", "5"),
    "average_of_two_levels": ({"alpha": "3"}, "1/5", "5"),
    "best_of_many": ({"alpha": "3"}, "3/8", "27"),
    "calibration_rounded": ({"alpha": "2"}, "1/100", "67/33"),
    "clamped_comparisons": ({"alpha": "16"}, "290179/318504960", "32"),
    "conditioning": ({"alpha": "3"}, "1/7", "7"),
    "data_dependent_partition": ({"alpha": "2"}, "1/2", "16"),
    "delta_as_maximum": ({"alpha": "1000", "delta": "1/10"}, "19/100", "inf"),
    "fixed_questions": ({"alpha": "1", "delta": "1/4"}, "1", "inf"),
    "fixed_size_added": ({"alpha": "2"}, "1/6", "5"),
    "group_delta_linear": ({"alpha": "4", "delta": "2/10"}, "3/10", "inf"),
    "group_delta_square": ({"alpha": "16", "delta": "4/6"}, "5/6", "inf"),
    "half_left_raw": ({"alpha": "3", "delta": "1/4"}, "1/2", "inf"),
    "lie_may_be_true": ({"alpha": "3"}, "1/2", "7"),
    "likely_history": ({"alpha": "1"}, "1/3", "inf"),
    "logarithm_of_two": ({"epsilon": "1/10"}, None, "9/8"),
    "mean_by_private_count": ({"alpha": "2"}, "1/2", "inf"),
    "moved_between_cells": ({"alpha": "2"}, "2/9", "4"),
    "noise_flag": ({"alpha": "191"}, "19/20", "inf"),
    "noisy_max_with_value": ({"alpha": "4"}, "4/27", "8"),
    "one_direction": ({"alpha": "10/9"}, "1/10", "inf"),
    "one_sided_noise": ({"alpha": "2"}, "1/4", "inf"),
    "per_outcome_delta": ({"alpha": "3", "delta": "1/100"}, "1/10", "4"),
    "poisson_replaced": ({"alpha": "2"}, "1/9", "3"),
    "post_processing_looks_again": ({"alpha": "2"}, "1", "inf"),
    "rate_times_delta_shuffled": ({"alpha": "1", "delta": "1/4"}, "1/2", "inf"),
    "rate_times_epsilon": ({"alpha": "2"}, "1/10", "5/2"),
    "record_switches_block": ({"alpha": "2"}, "2/9", "4"),
    "refund": ({"alpha": "3"}, "3/8", "27"),
    "renyi_shortcut": (
        {"epsilon": "ln(400/37) + ln(25)/2", "delta": "1/25"},
        "17/370",
        "100",
    ),
    "resampling": ({"alpha": "2"}, "1/14", "16/7"),
    "rounded_sum": ({"alpha": "2"}, "2/5", "4"),
    "running_time": ({"alpha": "2"}, "1", "inf"),
    "sample_with_replacement": ({"alpha": "5/2"}, "9/320", "49/16"),
    "scores_that_fall": ({"alpha": "2"}, "17/370", "37/10"),
    "sensitivity_of_other_neighbours": ({"alpha": "2"}, "1/3", "4"),
    "shared_coin": ({"alpha": "9"}, "1", "inf"),
    "shared_mask": ({"alpha": "1"}, "1", "inf"),
    "shuffle_beats_poisson": ({"alpha": "9/4", "delta": "7/64"}, "9/64", "3"),
    "sparse_vector_exact_answers": ({"alpha": "8"}, "1/2", "inf"),
    "sparse_vector_goes_on": ({"alpha": "16"}, "17456/7972425", "401983/23692"),
    "square_root_of_k": ({"alpha": "9"}, "9/32", "81"),
    "threshold_cut": ({"alpha": "1000", "delta": "1/36"}, "1/12", "inf"),
    "worst_direction_stays": ({"alpha": "3/2", "delta": "5/32"}, "3/16", "4"),
    "worst_marginal": ({"alpha": "3"}, "3/8", "9"),
}

# Levels and values of other claims of an entry: (name, part, place, δ*, pure level).
ALSO = [
    ("shuffle_beats_poisson", MISLEADING, 0, "0", "3"),
    ("shuffle_beats_poisson", MISLEADING, 1, "1/16", "4"),
    ("shuffle_beats_poisson", MISLEADING, 2, "7/64", "4"),
    ("worst_direction_stays", MISLEADING, 0, "1/8", "2"),
    ("worst_direction_stays", CORRECTED, 1, "17/64", "8"),
    ("conditioning", MISLEADING, 0, "0", "3"),
    ("resampling", REFUTED, 1, "80/819", "52/21"),
    ("resampling", CORRECTED, 0, "0", "2"),
    ("group_delta_linear", MISLEADING, 0, "1/10", "inf"),
    ("fixed_questions", MISLEADING, 0, "1/4", "inf"),
    ("post_processing_looks_again", CORRECTED, 0, "1/24", "inf"),
    ("logarithm_of_two", CORRECTED, 1, "0", "33/32"),
]


def test_every_entry_is_known() -> None:
    assert [entry.name for entry in ENTRIES] == sorted(KNOWN)
    assert len(ENTRIES) >= 30


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_the_refutation_is_reproduced(entry: Counterexample) -> None:
    found = reproduce(entry)
    assert found.reproduced, [each.problems for each in found.findings]
    claim, star, pure = KNOWN[entry.name]
    verdict = found.main.verdict
    assert entry.main.claim == claim
    assert verdict.verdict == "violated"
    exact = verdict.delta_star.exact
    assert exact == (None if star is None else Fraction(star))
    level = verdict.pure_alpha
    assert ("inf" if level is None else str(level)) == pure
    assert (entry.main.delta_star, entry.main.pure_alpha) == (star, pure)


@pytest.mark.parametrize(("name", "part", "place", "star", "pure"), ALSO)
def test_other_known_values(name: str, part: str, place: int, star: str, pure: str) -> None:
    entry = counterexample(name)
    case = [each for kind, each in entry.cases if kind == part][place]
    assert (case.delta_star, case.pure_alpha) == (star, pure)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_an_entry_argues_to_the_end(entry: Counterexample) -> None:
    for words in (entry.belief, entry.broke, entry.instead, entry.source):
        assert len(words) > 10
        assert words == " ".join(words.split())
    assert entry.belief.endswith(".")
    assert entry.corrected
    main = entry.main
    assert main.event
    assert None not in (main.input, main.neighbour, main.p, main.q, main.pure_alpha)
    for part, case in entry.cases:
        (verdict,) = verify.load(case.document()).certify()
        assert verdict.verdict == ("violated" if part == REFUTED else "holds")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_documents_are_documents(entry: Counterexample) -> None:
    valid = Draft202012Validator(document_schema())
    for _, case in entry.cases:
        tree = json.loads(json.dumps(case.document()))
        valid.validate(tree)
        assert verify.load(tree).claims


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_the_witness_adds_up(entry: Counterexample) -> None:
    """P(S) − α·Q(S) > δ for the stated event, from the stated numbers alone."""
    main = entry.main
    (claim,) = verify.load(main.document()).claims
    alpha = claim.level.value
    if alpha is None:
        _, high = claim.level.bracket(64, 1 << 12)
        assert Fraction(main.p) - Fraction(high) * Fraction(main.q) > claim.delta
        return
    excess = Fraction(main.p) - Fraction(alpha) * Fraction(main.q)
    assert excess == Fraction(main.delta_star) > claim.delta


@pytest.mark.parametrize(
    ("key", "wrong", "problem"),
    [
        ("delta_star", "1/2", "δ* is 3/8, not 1/2"),
        ("pure_alpha", "inf", "the pure level is 9, not inf"),
        ("input", "1", "the input is 0, not 1"),
        ("event", {"outputs": ["0"]}, "the event is {'counts': [{'0': 2, '1': 0}]}, not "),
        ("p", "1/16", "P(event) is 9/16, not 1/16"),
        ("claim", {"alpha": "9"}, "the verdict is holds, not violated"),
    ],
)
def test_a_wrong_number_is_noticed(key: str, wrong: Any, problem: str) -> None:
    entry = counterexample("worst_marginal")
    case = msgspec.structs.replace(entry.main, **{key: wrong})
    found = reproduce(msgspec.structs.replace(entry, refuted=(case,)))
    assert not found.reproduced
    assert any(each.startswith(problem) for each in found.main.problems)


def test_a_finding_of_a_measure() -> None:
    entry = counterexample("renyi_shortcut")
    first = reproduce(entry).findings[0]
    assert isinstance(first, Finding)
    assert isinstance(first.verdict, verify.MeasureVerdict)
    assert not first.problems


def test_no_entry_of_that_name() -> None:
    with pytest.raises(verify.InputError, match="no counterexample is called 'refunds'") as caught:
        counterexample("refunds")
    assert "refund" in caught.value.form


def test_values_are_immutable() -> None:
    entry = counterexample("refund")
    with pytest.raises(AttributeError):
        entry.belief = "something else"  # type: ignore[misc]


def test_what_a_caller_does_to_a_document_stays_outside() -> None:
    entry = counterexample("worst_marginal")
    entry.main.document()["mechanism"]["of"]["p"] = "1/2"
    assert entry.main.document()["mechanism"]["of"]["p"] == "3/4"
    assert reproduce(entry).reproduced


@pytest.mark.parametrize(
    ("part", "place", "remove", "add"),
    [
        (MISLEADING, 0, "1/8", "0"),
        (REFUTED, 0, "5/32", "3/16"),
        (CORRECTED, 1, "17/64", "15/64"),
    ],
)
def test_the_worst_direction_at_one_two_and_three_steps(
    part: str, place: int, remove: str, add: str
) -> None:
    entry = counterexample("worst_direction_stays")
    case = [each for kind, each in entry.cases if kind == part][place]
    (verdict,) = verify.load(case.document()).certify()
    found = {each.input: each.delta.exact for each in verdict.directions}
    assert found == {"1": Fraction(remove), "0": Fraction(add)}


def test_entries_are_package_data() -> None:
    folder = Path(verify.__file__).parent / "counterexamples" / "entries"
    assert {path.stem for path in folder.glob("*.toml")} == set(KNOWN)
