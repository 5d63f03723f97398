"""Every document in examples/: its verdicts and exact least δ, written out here."""

import json
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import verify
from verify.document.schema import document_schema

EXAMPLES = Path(__file__).parents[2] / "examples"

HOLDS, VIOLATED = "holds", "violated"

# One (verdict, exact δ*) per claim, in order; no δ* for claims of a measure.
EXPECTED: dict[str, list[tuple[str, str]]] = {
    "adaptive_early_stop.json": [(VIOLATED, "3/8")],
    "copies_twelve_times.json": [(HOLDS, "0")],
    "different_mechanisms.toml": [(HOLDS, "142/945")],
    "exponential_measures.json": [(HOLDS, ""), (HOLDS, ""), (HOLDS, ""), (HOLDS, "0")],
    "exponential_rising_scores.json": [(HOLDS, "0")],
    "geometric_group.toml": [(VIOLATED, "1/3"), (HOLDS, "0")],
    "histogram_threshold_cut.json": [(VIOLATED, "1/12")],
    "k_ary_response.toml": [(HOLDS, "0")],
    "leak_twice.toml": [(HOLDS, "19/100")],
    "mixture_hidden.json": [(HOLDS, "0")],
    "mixture_revealed.json": [(VIOLATED, "1/8")],
    "noisy_max_index.json": [(HOLDS, "0")],
    "noisy_max_value.json": [(VIOLATED, "4/27")],
    "parallel_group_of_two.json": [(VIOLATED, "3/8")],
    "parallel_two_people.toml": [(HOLDS, "0")],
    "poisson_under_replacement.json": [(VIOLATED, "1/9")],
    "postprocess_best_of_two.json": [(VIOLATED, "3/8")],
    "postprocess_drop_last.json": [(HOLDS, "0")],
    "price_of_privacy.toml": [(HOLDS, "0")],
    "rappor_one_report.toml": [(HOLDS, "0")],
    "rr_three_times.json": [(VIOLATED, "3/8")],
    "rr_twice.json": [(VIOLATED, "3/8")],
    "rr_twice_at_nine.json": [(HOLDS, "0")],
    "rr_twice_budget.json": [(HOLDS, "18/25")],
    "rr_twice_curve.toml": [(HOLDS, "1/2"), (HOLDS, "3/8"), (HOLDS, "0")],
    "rr_twice_with_delta.json": [(HOLDS, "3/8")],
    "rr_without_information.json": [(HOLDS, "0")],
    "rr_without_noise.json": [(VIOLATED, "1")],
    "sample_with_replacement.json": [(VIOLATED, "9/320")],
    "shared_mask.json": [(VIOLATED, "1"), (VIOLATED, "1")],
    "shuffled_responses.json": [(HOLDS, "8019/131072"), (HOLDS, "0")],
    "sparse_vector.toml": [(HOLDS, "0")],
    "sparse_vector_without_stop.toml": [(VIOLATED, "17456/7972425")],
    "table_add_remove.toml": [(HOLDS, "0")],
    "topic_and_its_noise_flag.json": [(VIOLATED, "19/20")],
    "truncated_geometric_resampled.toml": [(VIOLATED, "1/14")],
}
IRRATIONAL = ("one_round_of_a_thousand.toml", "rr_at_epsilon_one.toml")


def tree(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)


def verdicts(name: str) -> list[verify.Verdict | verify.MeasureVerdict]:
    document = verify.load(EXAMPLES / name)
    return [
        verify.certify(document.mechanism, claim, adjacency=document.adjacency)
        for claim in document.claims
    ]


def test_every_document_is_expected_here() -> None:
    names = {path.name for path in EXAMPLES.iterdir() if path.is_file()} - {"README.md"}
    assert names == {*EXPECTED, *IRRATIONAL}
    assert len(names) >= 36


@pytest.mark.parametrize("name", [*EXPECTED, *IRRATIONAL])
def test_the_schema_accepts_it(name: str) -> None:
    Draft202012Validator(document_schema()).validate(tree(EXAMPLES / name))


@pytest.mark.parametrize("name", EXPECTED)
def test_verdicts(name: str) -> None:
    for verdict, (expected, delta) in zip(verdicts(name), EXPECTED[name], strict=True):
        assert verdict.verdict == expected
        if isinstance(verdict, verify.Verdict):
            assert verdict.delta_star == Fraction(delta)
        else:
            assert not delta


def test_an_irrational_level() -> None:
    (verdict,) = verdicts("rr_at_epsilon_one.toml")
    delta = verdict.delta_star
    assert verdict.holds
    assert delta.exact is None
    assert (delta.a, delta.b) == (Fraction(3, 4), Fraction(1, 4))
    assert Fraction(delta.lower()) < Fraction("0.07042954288523869116") < Fraction(delta.upper())
    (verdict,) = verdicts("one_round_of_a_thousand.toml")
    assert verdict.holds
    assert verdict.delta_star.lower().startswith("0.0000494")


def test_a_violated_claim_has_a_witness_that_adds_up() -> None:
    for name in EXPECTED:
        for verdict in verdicts(name):
            witness = verdict.witness
            if verdict.holds:
                assert witness is None
                continue
            assert witness is not None
            alpha = verdict.claim.level.value
            assert witness.p - alpha * witness.q == verdict.delta_star.exact > verdict.claim.delta


def test_the_table_lists_every_document_with_its_answers() -> None:
    listed: dict[str, list[tuple[str, str]]] = {}
    name = ""
    for line in (EXAMPLES / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and cells[3] in (HOLDS, VIOLATED):
            name = cells[0].partition("]")[0].lstrip("[") or name
            listed.setdefault(name, []).append((cells[3], cells[4]))
    assert listed.pop("rr_at_epsilon_one.toml") == [(HOLDS, "3/4 − e/4")]
    assert listed.pop("one_round_of_a_thousand.toml") == [(HOLDS, "0.0000494…, irrational")]
    assert listed == EXPECTED
