"""The gallery by definition: every claim of it, decided in plain fractions from its document."""

from fractions import Fraction
from typing import Any

import by_definition as definition
import by_definition_catalogue  # noqa: F401  which adds its types
import by_definition_measures as measures
import pytest
from contract_command import Verify

VERDICTS = {"misleading": "holds", "refuted": "violated", "corrected": "holds"}


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return Verify(tmp_path_factory.mktemp("gallery")).json("counterexamples")


@pytest.fixture(scope="module")
def cases(answer: Any) -> list[Any]:
    """All but noisy maxima by value, whose infinitely many outputs no definition lists."""
    found = [case for entry in answer["counterexamples"] for case in entry["cases"]]
    return [case for case in found if case["document"]["mechanism"].get("output") != "value"]


def test_all_are_reproduced(answer: Any) -> None:
    entries = answer["counterexamples"]
    assert answer["reproduced"] == len(entries) >= 30
    for entry in entries:
        assert entry["reproduced"] is True
        assert {case["part"] for case in entry["cases"]} >= {"refuted", "corrected"}
    names = [entry["name"] for entry in entries]
    assert names == sorted(set(names))


def test_every_delta_by_definition(cases: list[Any]) -> None:
    decided = 0
    for case in cases:
        document, answer = case["document"], case["answer"]
        assert answer["verdict"] == VERDICTS[case["part"]]
        alpha = document["claim"].get("alpha")
        if alpha is None:
            continue
        found = definition.delta_star(document["mechanism"], alpha, document.get("adjacency"))
        assert found == Fraction(answer["delta_star"]["exact"]), case["says"]
        claimed = definition.number(document["claim"].get("delta", "0"))
        assert (found > claimed) == (answer["verdict"] == "violated")
        decided += 1
    assert decided >= 100


def test_every_pure_level_by_definition(cases: list[Any]) -> None:
    for case in cases:
        document = case["document"]
        found = definition.least_alpha(document["mechanism"], 0, document.get("adjacency"))
        assert found == case["answer"]["pure_alpha"], case["says"]


def test_every_event_by_definition(cases: list[Any]) -> None:
    for case in cases:
        witness = case["answer"].get("witness")
        if witness is None:
            continue
        found = definition.laws(case["document"]["mechanism"])
        p, q = (found[definition.freeze(witness[side])] for side in ("input", "neighbour"))
        event = definition.members(witness["event"], p, q)
        assert definition.weight_of(p, event) == Fraction(witness["p"])
        assert definition.weight_of(q, event) == Fraction(witness["q"])


def test_the_divergence_of_order_two(cases: list[Any]) -> None:
    (case,) = (case for case in cases if "order" in case["document"]["claim"])
    moment = measures.greatest_moment(case["document"]["mechanism"], 2)
    assert moment == Fraction(400, 37)
