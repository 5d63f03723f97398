"""Bad documents: one line that names the place and shows a right form, exit code 2."""

import json
import re
from typing import Any

import pytest
from contract_command import Verify
from contract_models import (
    MASK,
    WINDOW,
    Model,
    adaptive,
    channel,
    copies,
    document,
    fresh,
    fresh_list,
    kernel,
    leaky,
    level,
    mapped,
    mixture,
    parallel,
    rr,
)

GOOD = ["3/4 1/4", "1/4 3/4"]


def table(*rows: str) -> Model:
    return channel(["x", "y"], ["a", "b"], list(rows))


def latent(**weights: str) -> Model:
    return MASK | {"latent": {name[1:]: weight for name, weight in weights.items()}}


# model, pattern of the place, text that must be there too
MODELS: dict[str, tuple[Any, str, str]] = {
    "row_short_by_a_sixth": (table("1/2 1/3", GOOD[1]), r"mechanism\.rows", "1/6"),
    "row_over_by_a_quarter": (table(GOOD[0], "1/2 3/4"), r"mechanism\.rows", "1/4"),
    "row_short_by_very_little": (table("0.5 0.4999999", GOOD[1]), r"mechanism\.rows", "10000000"),
    "negative_weight": (table("3/2 -1/2", GOOD[1]), r"mechanism\.rows", "-1/2"),
    "row_too_long": (table("1/2 1/4 1/4", GOOD[1]), r"mechanism\.rows", ""),
    "row_missing": (table(GOOD[0]), r"mechanism\.rows", ""),
    "latent_sum": (latent(_0="1/2", _1="1/3"), r"mechanism\.latent", "1/6"),
    "mixture_sum": (mixture(("1/2", rr()), ("1/3", rr())), r"mechanism", "1/6"),
    "mixture_negative": (mixture(("3/2", rr()), ("-1/2", rr())), r"weight", "-1/2"),
    "kernel_sum": (
        kernel(rr(), {"0": {"u": "1/2", "v": "1/3"}, "1": {"u": "1"}}),
        r"mechanism\.kernel",
        "1/6",
    ),
    "kernel_negative": (
        kernel(rr(), {"0": {"u": "3/2", "v": "-1/2"}, "1": {"u": "1"}}),
        r"mechanism\.kernel",
        "-1/2",
    ),
    "p_over_one": (fresh(2, rr("5/4")), r"mechanism\.of\.p", "5/4"),
    "p_negative": (fresh(2, rr("-1/4")), r"mechanism\.of\.p", "-1/4"),
    "p_in_a_list": (fresh_list(rr(), rr("2")), r"mechanism\.of\W?1\W*p", ""),
    "p_of_a_mixture": (
        mixture(("1/2", rr()), ("1/2", rr("2"))),
        r"mechanism\.of\W?1\W*mechanism\.p",
        "",
    ),
    "p_after_an_answer": (
        adaptive(rr(), {"0": "stop", "1": rr("2")}),
        r"mechanism\.next\W*1\W*p",
        "",
    ),
    "p_of_the_first": (adaptive(rr("2"), {"0": "stop", "1": "stop"}), r"mechanism\.first\.p", ""),
    "p_of_a_coordinate": (parallel(rr("2"), rr()), r"mechanism\.of\W?0\W*p", ""),
    "p_deep_down": (copies(2, fresh(2, copies(1, rr("2")))), r"mechanism\.of\.of\.of\.p", ""),
    "leak_over_one": (leaky("11/10", rr()), r"mechanism\.delta", "11/10"),
    "p_is_true": (rr(True), r"mechanism\.p", ""),
    "p_is_null": (rr(None), r"mechanism\.p", ""),
    "p_is_a_list": (rr(["3/4"]), r"mechanism\.p", ""),
    "p_is_missing": ({"type": "randomized_response"}, r"mechanism", "p"),
    "unknown_key": (rr() | {"prob": "1/4"}, r"mechanism", "prob"),
    "unknown_key_on_two_lines": (rr() | {"pro\nb": "1/4"}, r"mechanism", ""),
    "unknown_nested_key": (fresh(2, rr() | {"bias": "0"}), r"mechanism\.of", "bias"),
    "unknown_type": (fresh(2, {"type": "coin"}), r"mechanism\.of", "coin"),
    "no_type": ({"p": "3/4"}, r"mechanism", "type"),
    "not_a_model": ("randomized_response", r"mechanism", ""),
    "branch_missing": (adaptive(rr(), {"0": "stop"}), r"mechanism\.next", "1"),
    "branch_unknown": (
        adaptive(rr(), {"0": "stop", "1": "stop", "2": "stop"}),
        r"mechanism\.next",
        "2",
    ),
    "branch_of_another_word": (adaptive(rr(), {"0": "stop", "1": "halt"}), r"next", "halt"),
    "map_missing": (mapped(rr(), {"0": "a"}), r"mechanism\.map", "1"),
    "map_unknown": (mapped(rr(), {"0": "a", "1": "b", "7": "c"}), r"mechanism\.map", "7"),
    "kernel_missing": (kernel(rr(), {"0": {"a": "1"}}), r"mechanism\.kernel", "1"),
    "inputs_differ": (fresh_list(rr(), table(*GOOD)), r"mechanism\.of", ""),
    "inputs_of_a_mixture_differ": (mixture(("1/2", rr()), ("1/2", WINDOW)), r"mechanism", ""),
    "inputs_of_branches_differ": (
        adaptive(rr(), {"0": table(*GOOD), "1": "stop"}),
        r"mechanism\.next",
        "",
    ),
    "count_negative": (fresh(-1, rr()), r"mechanism\.count", ""),
    "count_a_word": (copies(2, rr()) | {"count": "many"}, r"mechanism\.count", "many"),
    "count_true": (fresh(True, rr()), r"mechanism\.count", ""),
    "absent_unknown": (table(*GOOD) | {"absent": "z"}, r"mechanism\.absent", "z"),
}


@pytest.mark.parametrize("name", MODELS)
def test_models(verify: Verify, name: str) -> None:
    model, place, text = MODELS[name]
    line = verify.refuse("certify", document(model, level("3")))
    assert re.search(place, line), line
    assert text in line


CLAIMS: dict[str, tuple[Any, str]] = {
    "level_below_one": (level("1/2"), r"claim\.alpha"),
    "level_negative": (level("-3"), r"claim\.alpha"),
    "level_nan": (level("nan"), r"claim\.alpha"),
    "level_true": (level(True), r"claim\.alpha"),
    "delta_over_one": (level("3", "1.0001"), r"claim\.delta"),
    "delta_negative": (level("3", "-1e-9"), r"claim\.delta"),
    "delta_in_a_list": ([level("3"), level("3", "2")], r"claim\W?1\W*delta"),
    "log_of_zero": ({"epsilon": "ln(0)"}, r"claim\.epsilon"),
    "epsilon_negative": ({"epsilon": "ln(1/2)"}, r"claim\.epsilon"),
    "unknown_key": (level("3") | {"dela": "0"}, r"claim.*dela"),
    "no_level": ({"delta": "0"}, r"claim"),
    "not_a_claim": ("3", r"claim"),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_claims(verify: Verify, name: str) -> None:
    claim, place = CLAIMS[name]
    line = verify.refuse("certify", document(rr(), claim))
    assert re.search(place, line), line


@pytest.mark.parametrize(
    ("model", "claim"),
    [
        ({"type": "laplace", "scale": "1"}, level("2")),
        ({"type": "gaussian", "sigma": "1"}, level("2")),
        (fresh(2, {"type": "discrete_gaussian", "sigma_squared": "1"}), level("2")),
    ],
    ids=["laplace", "gaussian", "nested"],
)
def test_not_available_yet(verify: Verify, model: Model, claim: Any) -> None:
    line = verify.refuse("certify", document(model, claim))
    assert "not available yet" in line


RESPONSE = '{"type": "randomized_response", "p": "3/4"}'
RAW: dict[str, tuple[str, str, str]] = {
    "empty": ("", ".json", ""),
    "blank": (" \n ", ".json", ""),
    "half": ('{"schema": 1, "mechanism": ', ".json", ""),
    "list": ("[]", ".json", ""),
    "word": ('"randomized_response"', ".json", ""),
    "no_mechanism": ('{"schema": 1}', ".json", "mechanism"),
    "another_schema": (f'{{"schema": 2, "mechanism": {RESPONSE}}}', ".json", "schema"),
    "unknown_key": (f'{{"schema": 1, "mechanism": {RESPONSE}, "extra": 1}}', ".json", "extra"),
    "twice_p": (
        '{"schema": 1, "mechanism": {"type": "randomized_response", "p": "3/4", "p": "3/4"}}',
        ".json",
        "mechanism.p",
    ),
    "twice_mechanism": (
        f'{{"schema": 1, "mechanism": {RESPONSE}, "mechanism": {RESPONSE}}}',
        ".json",
        "mechanism",
    ),
    "twice_a_branch": (
        '{"schema": 1, "mechanism": {"type": "adaptive", "first": '
        + RESPONSE
        + ', "next": {"0": "stop", "1": "stop", "0": "stop"}}}',
        ".json",
        "mechanism.next",
    ),
    "twice_in_toml": (
        'schema = 1\n[mechanism]\ntype = "randomized_response"\np = "1"\np = "1"\n',
        ".toml",
        "",
    ),
    "broken_toml": ("schema = 1\n[mechanism\n", ".toml", ""),
    "float_row": (
        (
            '{"schema": 1, "mechanism": {"type": "channel", "inputs": ["x", "y"], '
            '"outputs": ["a", "b"], "rows": [["1/2", "1/2"], [0.50, "1/2"]]}}'
        ),
        ".json",
        "0.50",
    ),
    "float_count": (
        '{"schema": 1, "mechanism": {"type": "fresh", "count": 2.0, "of": ' + RESPONSE + "}}",
        ".json",
        "mechanism.count",
    ),
    "float_level": (
        f'{{"schema": 1, "mechanism": {RESPONSE}, "claim": {{"alpha": 3.00}}}}',
        ".json",
        "3.00",
    ),
    "brackets": ("[" * 100_000, ".json", ""),
    "braces": ('{"mechanism":' * 50_000, ".json", ""),
}


@pytest.mark.parametrize("name", RAW)
def test_raw_text(verify: Verify, name: str) -> None:
    text, suffix, part = RAW[name]
    line = verify.refuse("certify", text, "--alpha", "3", suffix=suffix)
    assert part in line


@pytest.mark.parametrize("text", ["", "[1, 2", "schema = \n", "{}"])
def test_standard_input(verify: Verify, text: str) -> None:
    verify.refuse_run("certify", "-", "--alpha", "3", stdin=text)


@pytest.mark.parametrize("depth", [3_000, 30_000])
def test_over_deep_documents(verify: Verify, depth: int) -> None:
    opening = '{"type": "copies", "count": 1, "of": ' * depth
    text = '{"schema": 1, "mechanism": ' + opening + RESPONSE + "}" * depth + "}"
    line = verify.refuse("certify", text, "--alpha", "3")
    assert len(line) < 2000


@pytest.mark.parametrize(
    ("model", "claim", "place"),
    [
        (fresh(10**15, rr()), level("3"), "mechanism.count"),
        (copies(2, fresh(10**18, rr("2/3"))), level("3"), "mechanism.of.count"),
        (rr("1e-999999999"), level("3"), "mechanism.p"),
        (fresh(2, rr("1e-9999999999999999999")), level("3"), "mechanism.of.p"),
        (rr(), level("1e999999999"), "claim.alpha"),
        (rr(), level("3", "1e-999999999"), "claim.delta"),
        (rr(), {"epsilon": "ln(1e999999999)"}, "claim.epsilon"),
    ],
    ids=["count", "nested_count", "p", "exponent", "alpha", "delta", "logarithm"],
)
def test_limits_are_stated(verify: Verify, model: Model, claim: Any, place: str) -> None:
    line = verify.refuse("certify", document(model, claim))
    assert place in line
    assert re.search(r"limit|maximum|at most|more than|over|exceed", line, re.IGNORECASE), line
    without_input = line.replace(json.dumps(model), "")
    assert re.search(r"\d", without_input)


@pytest.mark.parametrize("command", ["certify", "profile", "epsilon", "budget"])
def test_every_command_refuses_in_the_same_way(verify: Verify, command: str) -> None:
    options = {"certify": ("--alpha", "3"), "budget": ("--step-alpha", "3")}.get(command, ())
    line = verify.refuse(command, document(fresh(2, rr("5/4"))), *options)
    assert "mechanism.of.p" in line
    verify.refuse(command, document(table("1/2 1/3", GOOD[1])), *options, "--format", "json")
