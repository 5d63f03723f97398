"""True statements that are accepted: those worked out by hand, and other ways to write them."""

import json
from fractions import Fraction

import check
import checker_twin
import pytest
from certificates import changed, level, signed

from examples import ALL, INFINITE, MOMENTS, PURE, RANGE

WAYS = {
    "a remark": PURE | {"about": {"name": "α β"}},
    "named outputs": changed(PURE, "model", "tables", 0, "outputs", to=["yes", "no"]),
    "collapsed outputs": changed(PURE, "model", "tables", 0, "collapsed", to=[[0], [1]]),
    "unreduced": changed(PURE, "claim", "alpha", to="0x6/0x2"),
    "a weaker level": changed(PURE, "claim", "alpha", to="0x4"),
    "a weaker delta": changed(PURE, "claim", "delta", to="0x1/0x8"),
    "a negative constant": PURE
    | {"claim": {"epsilon": level(Fraction(-1, 10), (1, 4)), "delta": "0x0"}},
    "a negative exponent": changed(
        MOMENTS, "claim", "epsilon", "logarithms", to=[["-0x1", "0x3/0x7"]]
    ),
    "a root": changed(MOMENTS, "claim", "epsilon", "logarithms", to=[["0x1/0x2", "0x31/0x9"]]),
    "ratios that are too great": changed(
        RANGE | {"claim": {"eta": {"constant": "0x3", "logarithms": []}}},
        "evidence",
        to={"ratios": ["0x4", "0x4"]},
    ),
    "infinite range": INFINITE | {"claim": {"eta": {"constant": "0x1", "logarithms": []}}},
    "tails that are empty": changed(PURE, "model", "tables", 0, "rows", 0, "tails", to=[]),
}


@pytest.mark.parametrize("name", ALL)
def test_a_certificate_by_hand_is_valid(name):
    tree = ALL[name]
    claim, pairs = json.dumps(tree["claim"]), len(tree["pairs"])
    line = f"{tree['verdict']}: {claim}, ordered pairs: {pairs}"
    assert check.check(signed(tree)) == (check.VALID, line)
    assert checker_twin.truth(tree) is not False


@pytest.mark.parametrize("name", WAYS)
def test_another_way_to_write_it_is_valid(name):
    assert check.check(signed(WAYS[name]))[0] == check.VALID
    assert checker_twin.truth(WAYS[name]) is not False


def test_space_the_order_of_keys_and_a_last_newline_mean_nothing():
    tree = json.loads(signed(PURE))
    text = json.dumps(dict(reversed(tree.items())), indent=2) + "\n"
    assert check.check(text.encode())[0] == check.VALID
