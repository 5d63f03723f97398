"""Exact values known beforehand, written out, through the command line."""

from fractions import Fraction
from typing import Any

import pytest
from contract_command import Verify
from contract_models import (
    MASK,
    ONE_SIDED,
    PAIRS_OF_BITS,
    adaptive,
    channel,
    copies,
    document,
    fresh,
    fresh_list,
    key,
    leaky,
    level,
    mapped,
    mixture,
    parallel,
    rr,
    until_first_one,
)

BITS3 = [(a, b, c) for a, b in PAIRS_OF_BITS for c in "01"]
SAME_FLIP = {
    "type": "shared",
    "latent": {"keep": "3/4", "flip": "1/4"},
    "outputs": [
        {key(*x): {"keep": x[place], "flip": "10"[int(x[place])]} for x in (("0", "0"), ("0", "1"))}
        for place in (0, 1)
    ],
}
ANSWERS = channel([0, 1], ["n", "0", "1"], ["0 1 0", "0 0 1"])
NOTHING = channel([0, 1], ["n"], ["1", "1"])
SECRET = channel([0, 1], [1, 2, 3, 4], ["1/4 1/4 1/4 1/4"] * 2)
THIRD = {"within": 1}


def always(inputs: list[str], chances: str, **more: Any) -> dict[str, Any]:
    return channel(inputs, ["o", "-"], [chances] * len(inputs), **more)


def clamped() -> dict[str, Any]:
    """The ½-geometric on {0..5}, tails collected at the ends."""
    rows = []
    for x in range(6):
        row = [Fraction(1, 3) / 2 ** abs(x - y) for y in range(6)]
        row[0], row[5] = Fraction(2, 3) / 2**x, Fraction(2, 3) / 2 ** (5 - x)
        rows.append(" ".join(map(str, row)))
    return channel(list(range(6)), list(range(6)), rows)


def resampled(last: int) -> dict[str, Any]:
    """The ½-geometric renormalised on {0..last}."""
    rows = []
    for x in range(last + 1):
        row = [Fraction(1, 2 ** abs(x - y)) for y in range(last + 1)]
        rows.append(" ".join(str(weight / sum(row)) for weight in row))
    return channel(list(range(last + 1)), list(range(last + 1)), rows)


SHUFFLED = mixture(
    ("1/2", fresh_list(rr(), channel([0, 1], [0, 1], ["3/4 1/4", "3/4 1/4"]))),
    ("1/2", fresh_list(channel([0, 1], [0, 1], ["3/4 1/4", "3/4 1/4"]), rr())),
)
POISSON = channel(["off", "on"], [0, 1], ["3/4 1/4", "1/2 1/2"], absent="off")
GROUP = channel([0, 1, 2], ["a", "b"], ["3/10 7/10", "1/10 9/10", "0 1"])
ATOMS = channel(
    ["x", "y"],
    [*"abcdefghij", "rest"],
    [" ".join(["7/100"] * 10 + ["3/10"]), " ".join(["2%"] * 10 + ["80%"])],
)

Golden = tuple[dict[str, Any], Any, dict[str, str], str]

# model, adjacency, {alpha: delta}, pure level
GOLDENS: dict[str, Golden] = {
    "rr": (rr(), None, {"1": "1/2", "2": "1/4", "3": "0"}, "3"),
    "rr_squared": (fresh(2, rr()), None, {"1": "1/2", "3": "3/8", "9": "0"}, "9"),
    "rr_cubed": (fresh(3, rr()), None, {"3": "3/8", "9": "9/32", "27": "0"}, "27"),
    "rr_five": (fresh(5, rr()), None, {"3": "75/128"}, "243"),
    "rr_ten": (fresh(10, rr()), None, {"27": "89289/131072"}, "59049"),
    "copies_2": (copies(2, rr()), None, {"1": "1/2", "2": "1/4", "3": "0"}, "3"),
    "copies_12": (copies(12, rr()), None, {"1": "1/2", "2": "1/4", "3": "0"}, "3"),
    "rr_09": (rr("9/10"), None, {"3": "3/5"}, "9"),
    "rr_09_squared": (fresh(2, rr("9/10")), None, {"9": "18/25"}, "81"),
    "mask": (MASK, None, {"1": "1", "3": "1", "1000000": "1"}, "inf"),
    "mask_first": (mapped(MASK, {key(a, b): a for a, b in PAIRS_OF_BITS}), None, {"1": "0"}, "1"),
    "mask_second": (mapped(MASK, {key(a, b): b for a, b in PAIRS_OF_BITS}), None, {"1": "0"}, "1"),
    "mask_encoded": (
        mapped(MASK, {key(a, b): 2 * int(a) + int(b) for a, b in PAIRS_OF_BITS}),
        None,
        {"1": "1", "100": "1"},
        "inf",
    ),
    "half": (rr("1/2"), None, {"1": "0"}, "1"),
    "half_copied": (copies(3, rr("1/2")), None, {"1": "0"}, "1"),
    "certain": (rr("1"), None, {"1": "1", "3": "1", "1e30": "1"}, "inf"),
    "certain_twice": (fresh(2, rr("1")), None, {"1": "1", "1e30": "1"}, "inf"),
    "leak_twice": (fresh(2, leaky("1/10")), None, {"1": "19/100", "100": "19/100"}, "inf"),
    "different_levels": (
        fresh_list(
            *({"type": "randomized_response", "alpha": f"{i + 1}/{i}"} for i in range(1, 5))
        ),
        None,
        {"2": "142/945"},
        "5",
    ),
    "same_flip": (SAME_FLIP, None, {"1": "1", "3": "1", "1e9": "1"}, "inf"),
    "group_single": (GROUP, THIRD, {"2": "1/10"}, "inf"),
    "group_of_two": (GROUP, {"group": {"of": THIRD, "distance": 2}}, {"4": "3/10"}, "inf"),
    "refund": (until_first_one(3), None, {"27": "0"}, "27"),
    "best_of_three": (
        mapped(fresh(3, rr()), {key(*bits): max(bits) for bits in BITS3}),
        None,
        {"27": "0"},
        "27",
    ),
    "poisson_under_replace": (
        mixture(
            ("1/2", always(["b1", "b0"], "1/6 5/6")),
            ("1/2", channel(["b1", "b0"], ["o", "-"], ["1/2 1/2", "1/18 17/18"])),
        ),
        "all_pairs",
        {"2": "1/9", "3": "0"},
        "3",
    ),
    "one_of_two_sampled": (
        mixture(
            ("1/2", always(["z", "zx"], "1/18 17/18", absent="z")),
            ("1/2", channel(["z", "zx"], ["o", "-"], ["1/18 17/18", "1/2 1/2"], absent="z")),
        ),
        "add_remove",
        {"2": "1/6"},
        "5",
    ),
    "shuffled_two_rounds": (SHUFFLED, None, {"3": "0"}, "3"),
    "poisson_two_rounds": (
        fresh(2, POISSON),
        "add_remove",
        {"3/2": "3/16", "9/4": "7/64", "3": "1/16"},
        "4",
    ),
    "poisson_one_round": (POISSON, "add_remove", {"3/2": "1/8"}, "2"),
    "poisson_three_rounds": (fresh(3, POISSON), "add_remove", {"3/2": "17/64"}, "8"),
    "renyi_to_approximate": (
        channel(["x", "y"], ["o", "-"], ["1/10 9/10", "1/1000 999/1000"]),
        None,
        {"2000/37": "17/370"},
        "100",
    ),
    "fixed_question": (
        adaptive(SECRET, {"1": ANSWERS, "2": NOTHING, "3": NOTHING, "4": NOTHING}),
        None,
        {"1": "1/4", "50": "1/4"},
        "inf",
    ),
    "adaptive_question": (
        adaptive(SECRET, dict.fromkeys("1234", ANSWERS)),
        None,
        {"1": "1", "50": "1"},
        "inf",
    ),
    "unconditioned": (
        channel(["x", "y"], ["a", "b", "c"], ["3% 9% 88%", "1% 27% 72%"]),
        None,
        {"3": "0"},
        "3",
    ),
    "conditioned": (
        channel(["x", "y"], ["a", "b"], ["3/12 9/12", "1/28 27/28"]),
        None,
        {"3": "1/7"},
        "7",
    ),
    "clamped": (clamped(), THIRD, {"2": "0"}, "2"),
    "resampled_0_to_5": (resampled(5), THIRD, {}, "52/21"),
    "resampled_0_to_2": (resampled(2), THIRD, {"2": "1/14"}, "16/7"),
    "ten_atoms": (ATOMS, None, {"3": "1/10"}, "7/2"),
    "one_direction": (ONE_SIDED, "add_remove", {"10/9": "1/10"}, "inf"),
    "parallel": (parallel(rr(), rr("9/10")), None, {"3": "3/5", "9": "0"}, "9"),
}


@pytest.mark.parametrize("name", GOLDENS)
def test_values(verify: Verify, name: str) -> None:
    model, adjacency, expected, pure = GOLDENS[name]
    levels = [*expected, "1000000007"]
    claims = [level(alpha, "1") for alpha in levels]
    answer = verify.ask("certify", document(model, claims, adjacency))
    results = answer["results"]
    assert [r["pure_alpha"] for r in results] == [pure] * len(levels)
    found = {a: r["delta_star"]["exact"] for a, r in zip(levels, results, strict=True)}
    far_above = found.pop("1000000007")
    assert found == expected
    assert (far_above == "0") == (pure != "inf")


def test_claims_next_to_the_value(verify: Verify) -> None:
    claims = [level("3", "0.374"), level("3", "0.375"), level("9"), level("8.999")]
    results = verify.ask("certify", document(fresh(2, rr()), claims), code=1)["results"]
    verdicts = [result["verdict"] for result in results]
    assert verdicts == ["violated", "holds", "holds", "violated"]
    assert results[0]["margin"]["exact"] == "-1/1000"
    assert results[1]["margin"]["exact"] == "0"


def test_middle_outcome_of_the_cube_adds_nothing(verify: Verify) -> None:
    result = verify.ask("certify", document(fresh(3, rr()), level("3")), code=1)
    witness = result["witness"]
    assert (witness["p"], witness["q"], witness["excess"]) == ("27/64", "1/64", "3/8")


def test_shuffling_against_poisson_reverses(verify: Verify) -> None:
    shuffled = verify.ask(
        "certify",
        document(SHUFFLED, [level("9/4", "1"), level("3", "1")], {"pairs": [[0, 1]]}),
        "--full",
    )["results"]
    values = {
        (row["input"], row["neighbour"]): row["delta"]["exact"] for row in shuffled[0]["directions"]
    }
    assert values == {("0", "1"): "9/64", ("1", "0"): "3/64"}
    assert shuffled[1]["delta_star"]["exact"] == "0"


@pytest.mark.parametrize(
    ("rounds", "remove", "add"), [(1, "1/8", "0"), (2, "5/32", "3/16"), (3, "17/64", "15/64")]
)
def test_worst_direction_changes(verify: Verify, rounds: int, remove: str, add: str) -> None:
    claim = level("3/2", "1")
    result = verify.ask("certify", document(fresh(rounds, POISSON), claim, "add_remove"))
    values = {row["input"]: row["delta"]["exact"] for row in result["directions"]}
    assert values == {"on": remove, "off": add}
