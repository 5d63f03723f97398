"""One document as JSON, as TOML, on standard input and as a Python object."""

import json
from typing import Any

import pytest
from contract_command import Verify
from contract_models import EVERY_TYPE, MASK, adaptive, document, fresh, key, level, mapped, rr

TOML: dict[str, str] = {
    "fresh": """
schema = 1
[mechanism]
type = "fresh"
count = 2
[mechanism.of]
type = "randomized_response"
p = "3/4"
[claim]
alpha = 3
delta = "3/8"
""",
    "claims": """
schema = 1
mechanism = {type = "randomized_response", p = "75%"}
[[claim]]
alpha = "2"
[[claim]]
epsilon = "ln(3)"
delta = "0.1"
""",
    "adaptive": """
schema = 1
claim = {alpha = "4", delta = "1/5"}
[mechanism]
type = "adaptive"
first = {type = "randomized_response", p = "3/4"}
[mechanism.next]
0 = "stop"
[mechanism.next.1]
type = "randomized_response"
p = "9/10"
""",
    "mask": """
schema = 1
adjacency = "all_pairs"
claim = {alpha = "1000000", delta = "0.999"}
[mechanism]
type = "shared"
latent = {0 = "1/2", 1 = "1/2"}
[[mechanism.outputs]]
0 = {0 = "0", 1 = "1"}
1 = {0 = "0", 1 = "1"}
[[mechanism.outputs]]
0 = {0 = "0", 1 = "1"}
1 = {0 = "1", 1 = "0"}
""",
    "mixture": """
schema = 1
claim = {alpha = "2", delta = 0}
[mechanism]
type = "mixture"
revealed = true
[[mechanism.of]]
weight = "1/3"
mechanism = {type = "randomized_response", p = "3/4"}
[[mechanism.of]]
weight = "2/3"
mechanism = {type = "randomized_response", p = "1/4"}
""",
    "channel": """
schema = 1
adjacency = {pairs = [["x", "z"]]}
claim = {alpha = "1"}
[mechanism]
type = "channel"
inputs = ["x", "y", "z"]
outputs = ["a", "b"]
rows = [[1, 0], ["1/2", "1/2"], ["1/3", "2/3"]]
""",
    "map": r"""
schema = 1
claim = {alpha = "2"}
[mechanism]
type = "postprocess"
map = {'["0","0"]' = "none", '["0","1"]' = "some", '["1","0"]' = "some", '["1","1"]' = "some"}
of = {type = "fresh", count = 2, of = {type = "randomized_response", p = "3/4"}}
""",
}

SAME: dict[str, dict[str, Any]] = {
    "fresh": document(fresh(2, rr()), level(3, "3/8")),
    "claims": document(rr("75%"), [{"alpha": "2"}, {"epsilon": "ln(3)", "delta": "0.1"}]),
    "adaptive": document(adaptive(rr(), {"0": "stop", "1": rr("9/10")}), level("4", "1/5")),
    "mask": document(MASK, level("1000000", "0.999"), "all_pairs"),
    "mixture": document(EVERY_TYPE["mixture_revealed"], level("2", 0)),
    "channel": document(EVERY_TYPE["channel"], {"alpha": "1"}, {"pairs": [["x", "z"]]}),
    "map": document(
        mapped(
            fresh(2, rr()),
            {key(a, b): "none" if a + b == "00" else "some" for a in "01" for b in "01"},
        ),
        {"alpha": "2"},
    ),
}

CODES = {"fresh": 0, "claims": 1, "adaptive": 1, "mask": 1, "mixture": 1, "channel": 1, "map": 1}
VALUES = {
    "fresh": "3/8",
    "adaptive": "23/40",
    "mask": "1",
    "mixture": "1/4",
    "channel": "2/3",
    "map": "7/16",
}

RESULT = ("verdict", "claim", "adjacency", "delta_star", "margin", "pure_alpha", "directions")


def core(answer: Any) -> list[dict[str, Any]]:
    """The keys of the contract that a source of the document cannot change."""
    results = answer.get("results", [answer])
    return [{name: result[name] for name in RESULT} for result in results]


@pytest.mark.parametrize("name", TOML)
def test_json_and_toml_are_one(verify: Verify, name: str) -> None:
    code = CODES[name]
    from_json = verify.ask("certify", SAME[name], code=code)
    from_toml = verify.json("certify", verify.write(TOML[name], ".toml"), code=code)
    assert core(from_json) == core(from_toml)
    if name in VALUES:
        assert from_json["delta_star"]["exact"] == VALUES[name]
    else:
        assert [r["verdict"] for r in from_json["results"]] == ["violated", "holds"]


@pytest.mark.parametrize("name", ["fresh", "mixture", "map"])
def test_standard_input(verify: Verify, name: str) -> None:
    as_json = verify.json("certify", "-", stdin=json.dumps(SAME[name]), code=CODES[name])
    as_toml = verify.json("certify", "-", stdin=TOML[name], code=CODES[name])
    assert (
        core(as_json) == core(as_toml) == core(verify.ask("certify", SAME[name], code=CODES[name]))
    )


OBJECTS = """
import verify

LOADED = verify.load({"schema": 1, "mechanism": {"type": "randomized_response", "p": "2/3"}})
RESPONSE = verify.mechanisms.randomized_response(p="2/3")
TABLE = verify.Channel(
    inputs=["0", "1"], outputs=["0", "1"], rows=[["2/3", "1/3"], ["1/3", "2/3"]]
)
PAIR = verify.combinators.fresh(of=RESPONSE, count=2)
COPIES = verify.combinators.copies(of=RESPONSE, count=2)
"""


@pytest.mark.parametrize(
    ("name", "delta"),
    [("LOADED", "1/6"), ("RESPONSE", "1/6"), ("TABLE", "1/6"), ("PAIR", "5/18"), ("COPIES", "1/6")],
)
def test_python_objects(verify: Verify, name: str, delta: str) -> None:
    package = verify.documents / "objects_of_the_contract"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "models.py").write_text(OBJECTS, encoding="utf-8")
    place = f"objects_of_the_contract.models:{name}"
    answer = verify.json("certify", place, "--alpha", "3/2", code=1)
    assert answer["delta_star"]["exact"] == delta
    assert answer["pure_alpha"] == ("4" if name == "PAIR" else "2")
    assert answer["directions"][0]["input"] == "0"


def test_a_level_on_the_command_line_replaces_the_documents(verify: Verify) -> None:
    whole = document(fresh(2, rr()), level("9"))
    answer = verify.ask("certify", whole, "--alpha", "3", "--delta", "1/4", code=1)
    assert (answer["claim"]["alpha"], answer["claim"]["delta"]) == ("3", "1/4")
    assert answer["margin"]["exact"] == "-1/8"


def test_a_level_on_the_command_line_makes_a_claim(verify: Verify) -> None:
    answer = verify.ask("certify", document(fresh(2, rr())), "--alpha", "3", code=1)
    assert (answer["claim"]["alpha"], answer["claim"]["delta"]) == ("3", "0")
    answer = verify.ask("certify", document(rr()), "--epsilon", "ln(3)")
    assert answer["verdict"] == "holds"
    assert answer["claim"]["delta"] == "0"


def test_a_delta_goes_with_the_documents_level(verify: Verify) -> None:
    whole = document(fresh(2, rr()), level("3"))
    answer = verify.ask("certify", whole, "--delta", "37.5%")
    assert (answer["claim"]["alpha"], answer["claim"]["delta"]) == ("3", "3/8")


def test_a_delta_without_a_level_is_refused(verify: Verify) -> None:
    line = verify.refuse("certify", document(rr()), "--delta", "1/2")
    assert "delta" in line


def test_an_adjacency_on_the_command_line_is_used(verify: Verify) -> None:
    table = document(
        EVERY_TYPE["channel"] | {"absent": "y"}, level("1", "1"), {"pairs": [["y", "z"]]}
    )
    assert verify.ask("certify", table)["delta_star"]["exact"] == "1/6"
    answer = verify.ask("certify", table, "--adjacency", "add_remove")
    assert answer["adjacency"] == "add_remove"
    assert answer["delta_star"]["exact"] == "1/2"
    answer = verify.ask("certify", table, "--adjacency", "all_pairs")
    assert answer["adjacency"] == "all_pairs"
    assert answer["delta_star"]["exact"] == "2/3"
