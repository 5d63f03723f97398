"""What is changed in a true certificate, the exit code, the place that is named, and the truth.

The truth is None where the changed text states nothing.
"""

import check
import checker_twin
import pytest
from certificates import changed, level, row, signed, without

from examples import (
    APPROXIMATE,
    BRANCHED,
    DRAWS,
    INFINITE,
    IRRATIONAL,
    MOMENTS,
    PURE,
    RANGE,
    RANGE_VIOLATED,
    TAIL,
    TAIL_TIED,
    UNEQUAL_RANGE,
    UNEQUAL_RANGE_VIOLATED,
    VIOLATED,
)

BAD, FORM, OPEN = check.INVALID, check.MALFORMED, check.INCOMPLETE
ROW = ("model", "tables", 0, "rows", 0)
IN_ROW, LAW, CLAIM = "model.tables[0].rows[0]", "model.laws[0]", "claim: expected alpha or epsilon"
NEXT_ROW = "model.tables[0].rows[1]: expected 1 weights"
TO = "certificate: expected the keys claim"
WORDS = "certificate: expected an object of text and integers"
NO_LAW = {"weights": ["0x0", "0x0"], "scale": "0x0"}
WRONG = "evidence: it is on the wrong side of the claim"
BRANCHES = "model.branches: expected [name, [table, draws], …]"
LAWS = "evidence.sums[0]: expected two laws of one form, of known rows"

# tree, path, value, code, part of the message, whether the statement would be true
TABLE = [
    # the frame
    (PURE, ["format"], "verify-certificate-2", FORM, TO, True),
    (PURE, ["verdict"], "true", FORM, TO, None),
    (PURE, ["extra"], 1, FORM, TO, True),
    (PURE, ["model"], [], FORM, "model: expected the keys inputs", None),
    (PURE, ["model", "extra"], 1, FORM, "model: expected the keys inputs", True),
    # pairs
    (PURE, ["pairs"], [], FORM, "pairs: expected different pairs", None),
    (PURE, ["pairs"], [[0, 1], [0, 1]], FORM, "pairs: expected different pairs", True),
    (PURE, ["pairs"], [[0, 0], [1, 0]], FORM, "pairs: expected different pairs", True),
    (PURE, ["pairs"], [[0, 2], [2, 0]], FORM, "pairs: expected different pairs", None),
    (PURE, ["pairs"], [[0, -1], [-1, 0]], FORM, "pairs: expected different pairs", None),
    (PURE, ["pairs"], [[0, True], [1, 0]], FORM, WORDS, None),
    (PURE, ["pairs"], [[0, 1, 1], [1, 0]], FORM, "pairs: expected different pairs", None),
    (PURE, ["pairs"], {"01": 1}, FORM, "pairs: expected different pairs", None),
    (PURE, ["pairs", 1], [0, 10**30], FORM, "pairs: expected different pairs", None),
    # tables
    (PURE, ["model", "tables"], {}, FORM, LAWS, None),
    (PURE, ["model", "tables", 0, "outputs"], 3, FORM, IN_ROW + ": expected 3 weights", None),
    (PURE, ["model", "tables", 0, "outputs"], True, FORM, WORDS, None),
    (PURE, ["model", "tables", 0, "outputs"], "abc", FORM, IN_ROW + ": expected 3 weights", None),
    (PURE, ["model", "tables", 0, "rows"], "ab", FORM, IN_ROW + ": expected 2 weights", None),
    (PURE, [*ROW], [], FORM, IN_ROW + ": expected 2 weights", None),
    (PURE, [*ROW, "weights", 0], "3", FORM, IN_ROW + ": expected 2 weights", None),
    (PURE, [*ROW, "weights", 0], 3, FORM, IN_ROW + ": expected 2 weights", None),
    (PURE, [*ROW, "weights", 0], "-0x3", FORM, IN_ROW + ": expected 2 weights", None),
    (PURE, [*ROW, "weights", 0], "0x03", FORM, IN_ROW + ": expected 2 weights", None),
    (PURE, [*ROW, "weights", 0], "0X3", FORM, IN_ROW + ": expected 2 weights", None),
    (PURE, [*ROW, "weights", 0], "0x3 ", FORM, IN_ROW + ": expected 2 weights", None),
    (PURE, [*ROW, "weights", 0], "0x6/0x2", FORM, IN_ROW + ": expected 2 weights", None),
    (PURE, [*ROW, "weights"], "0x31", FORM, IN_ROW + ": expected 2 weights", None),
    (PURE, [*ROW, "weights", 0], "0x2", BAD, IN_ROW + ": it does not sum to 1", None),
    (PURE, [*ROW, "scale"], "0x5", BAD, IN_ROW + ": it does not sum to 1", None),
    (PURE, [*ROW, "scale"], "0x0", BAD, IN_ROW + ": it does not sum to 1", None),
    (PURE, [*ROW, "scale"], "0x8/0x2", FORM, IN_ROW + ": expected 2 weights", None),
    (PURE, [*ROW, "scale"], "0x4/0x0", FORM, IN_ROW + ": expected 2 weights", None),
    (PURE, [*ROW], NO_LAW, BAD, IN_ROW + ": it does not sum to 1", None),
    # tails
    (TAIL, [*ROW, "tails"], None, FORM, WORDS, None),
    (TAIL, [*ROW, "tails"], [], BAD, IN_ROW + ": it does not sum to 1", None),
    (TAIL, [*ROW, "tails", 0, 0], ["0x3/0x4"], FORM, IN_ROW + ": expected 1 weights", None),
    (TAIL, [*ROW, "tails", 0, 0, 1], "0x1", FORM, IN_ROW + ": expected 1 weights", None),
    (TAIL, [*ROW, "tails", 0, 0, 1], "0x0", FORM, IN_ROW + ": expected 1 weights", None),
    (TAIL, [*ROW, "tails", 0, 0, 1], "-0x1/0x2", FORM, IN_ROW + ": expected 1 weights", None),
    (TAIL, [*ROW, "tails", 0, 0, 1], "0x1/0x3", BAD, IN_ROW + ": it does not sum to 1", None),
    (TAIL, [*ROW, "tails", 0, 0, 0], "-0x3/0x8", BAD, IN_ROW + ": a probability is neg", None),
    (
        TAIL,  # 1·2^−n − 1·4^−n is 0 at first: it is not seen that none is negative
        [*ROW, "tails", 0],
        [["0x1", "0x1/0x2"], ["-0x1", "0x1/0x4"]],
        OPEN,
        IN_ROW + ": the sign of a tail is open",
        None,
    ),
    (TAIL, ["model", "branches", 0, 1, 1], 2, OPEN, "evidence.sums[0]: not a lone tail", False),
    # branches
    (PURE, ["model", "branches"], "all", FORM, LAWS, None),
    (PURE, ["model", "branches", 0], [], FORM, BRANCHES, None),
    (PURE, ["model", "branches", 0], "a", FORM, LAWS, None),
    (PURE, ["model", "branches", 0, 1], [1, 1], FORM, LAWS, None),
    (PURE, ["model", "branches", 0, 1], [0, 0], FORM, BRANCHES, None),
    (PURE, ["model", "branches", 0, 1], [0, -1], FORM, BRANCHES, None),
    (PURE, ["model", "branches", 0, 1], [False, 1], FORM, WORDS, None),
    (PURE, ["model", "branches", 0, 1], [0, True], FORM, WORDS, None),
    (PURE, ["model", "branches", 0, 1], [0, 1, 1], FORM, BRANCHES, None),
    # laws
    (PURE, ["model", "inputs"], ["one"], FORM, LAW + ": expected [weight", None),
    (PURE, ["model", "laws", 0], [], BAD, LAW + ": its sum is not 1", None),
    (PURE, ["model", "laws", 0, 0], {"0x1": 0}, FORM, LAWS, None),
    (PURE, ["model", "laws", 0, 0], ["0x1"], FORM, LAWS, None),
    (PURE, ["model", "laws", 0, 0], ["0x1", 0, 0], FORM, LAWS, None),
    (PURE, ["model", "laws", 0, 0, 1], 2, FORM, LAWS, None),
    (PURE, ["model", "laws", 0, 0, 1], -1, FORM, LAWS, None),
    (PURE, ["model", "laws", 0, 0, 1], False, FORM, WORDS, None),
    (PURE, ["model", "laws", 0, 0, 1], 10**20, FORM, LAWS, None),
    (PURE, ["model", "laws", 0, 0, 0], "-0x1", FORM, LAW + ": expected [weight", None),
    (BRANCHED, ["model", "laws", 0, 0, 0], "0x1/0x3", BAD, LAW + ": its sum is not 1", None),
    # claims
    (PURE, ["claim"], {}, FORM, CLAIM, None),
    (PURE, ["claim", "order"], 2, FORM, CLAIM, None),
    (MOMENTS, ["claim"], {"epsilon": level(9), "o": 2, "rder": 2}, FORM, CLAIM, None),
    (INFINITE, ["claim"], {"alpha": "0x3", "d": "0x0", "elta": "0x0"}, FORM, CLAIM, None),
    (PURE, ["claim", "alpha"], "-0x1", FORM, CLAIM, None),
    (PURE, ["claim", "alpha"], "0x0", FORM, CLAIM, None),
    (PURE, ["claim", "delta"], "-0x1", FORM, "evidence: expected sums", None),
    (PURE, ["claim"], {"epsilon": None, "delta": "0x0"}, FORM, WORDS, None),
    (INFINITE, ["claim", "epsilon"], "junk", FORM, CLAIM, None),
    (INFINITE, ["claim", "order"], 1, FORM, CLAIM, None),
    (INFINITE, ["claim", "order"], True, FORM, WORDS, None),
    (INFINITE, ["claim", "order"], "0x2", FORM, CLAIM, None),
    (MOMENTS, ["claim", "epsilon", "logarithms"], [["0x1", "0x0"]], FORM, CLAIM, None),
    (MOMENTS, ["claim", "epsilon", "logarithms"], [["0x1", "-0x1"]], FORM, CLAIM, None),
    (MOMENTS, ["claim", "epsilon", "logarithms"], [["0x1"]], FORM, CLAIM, None),
    (PURE, ["claim", "alpha"], "0x2", BAD, WRONG, False),
    (APPROXIMATE, ["claim", "delta"], "0x1/0x5", BAD, "evidence.sums[0]: the claim fails", False),
    (DRAWS, ["claim", "delta"], "0x2/0x8", BAD, "evidence.sums[0]: the claim fails", False),
    (DRAWS, ["model", "branches", 0, 1, 1], 3, BAD, "evidence.sums[0]: the numbers", True),
    (IRRATIONAL, ["claim", "epsilon", "constant"], "0x1", BAD, WRONG, False),
    (VIOLATED, ["claim", "epsilon", "constant"], "0xb/0xa", BAD, WRONG, False),
    (VIOLATED, ["claim", "delta"], "0x1/0x2", BAD, "evidence.sums[0]: the claim holds", False),
    (PURE, ["verdict"], "violated", BAD, "evidence.sums[0]: the claim holds", False),
    (MOMENTS, ["claim", "order"], 3, BAD, "evidence.moments[0]: the numbers are others", False),
    (MOMENTS, ["claim", "epsilon", "logarithms", 0, 1], "0x2", BAD, "evidence.moments[0]", False),
    (RANGE, ["claim", "eta", "logarithms", 0, 1], "0x2", BAD, WRONG, False),
    (RANGE_VIOLATED, ["claim", "eta", "constant"], "0x3", BAD, WRONG, False),
    # evidence
    (PURE, ["evidence"], {"moments": ["0x1", "0x1"]}, FORM, "evidence: expected sums", True),
    (PURE, ["evidence"], {"ratios": ["0x3", "0x3"]}, FORM, "evidence: expected sums", True),
    (PURE, ["evidence"], [], FORM, "evidence: expected sums", True),
    (PURE, ["evidence", "level"], "-0x1", FORM, "evidence: expected sums", True),
    (PURE, ["evidence", "level"], "0x2", BAD, "evidence.sums[0]: the numbers are others", True),
    (PURE, ["evidence", "sums", 1], ["0x1", "0x0"], BAD, "evidence.sums[1]: the numbers", True),
    (PURE, ["evidence", "sums", 1], ["0x0", "0x1"], BAD, "evidence.sums[1]: the numbers", True),
    (PURE, ["evidence", "sums", 1], {"0x0": 1}, BAD, "evidence.sums[1]: the numbers", True),
    (PURE, ["evidence", "sums"], [["0x0", "0x0"]], FORM, "evidence", True),
    (MOMENTS, ["evidence", "moments", 1], "0x7/0x4", BAD, "evidence.moments[1]: the num", True),
    (RANGE, ["evidence", "ratios", 1], "0x2", BAD, "evidence.ratios[1]: the claim fails", True),
    (RANGE, ["evidence", "ratios", 1], "0x4", BAD, WRONG, True),
    (RANGE, ["evidence"], {"sums": [["0x0", "0x0"]] * 2, "level": "0x3"}, BAD, "another", True),
    (RANGE_VIOLATED, ["evidence", "ratios", 0], "0x3", BAD, "evidence.ratios[0]: the", True),
    (RANGE_VIOLATED, ["evidence", "ratios"], ["0x2"] * 2, BAD, WRONG, True),
    (INFINITE, ["evidence", "level"], "0x0", BAD, "evidence.sums[0]: it is about", True),
    (INFINITE, ["evidence"], {"moments": ["0x1"]}, BAD, "evidence.moments[0]: the moment is", True),
    (UNEQUAL_RANGE, ["evidence", "ratios"], ["0x8/0x5", "0x5/0x2"], BAD,
     "evidence.ratios[0]", True),
    (UNEQUAL_RANGE_VIOLATED, ["evidence", "ratios"], ["0x5/0x2", "0x6/0x5"], BAD,
     "evidence.ratios[0]", True),
    (TAIL_TIED, ["evidence", "sums", 0], ["0x3/0x4", "0x1/0x2"], BAD, "evidence.sums[0]", None),
    (UNEQUAL_RANGE, ["model", "tables", 0, "rows", 1], row([1, 0]), BAD,
     "evidence.ratios[0]: the claim fails", False),
    (TAIL, ["model", "tables", 0, "rows", 1], row([1]), FORM, NEXT_ROW, None),
    (TAIL, ["model", "tables", 0, "rows", 0], row([1]), FORM, NEXT_ROW, None),
    # one direction alone
    (PURE | {"evidence": {"level": "0x3", "sums": [["0x0", "0x0"]]}}, ["pairs"], [[0, 1]], OPEN,
     "one direction of a pair is missing", True),
    (RANGE | {"evidence": {"ratios": ["0x3"]}}, ["pairs"], [[0, 1]], OPEN, "one direction", True),
]  # fmt: skip
KEYS = "claim", "evidence", "format", "model", "pairs", "verdict"


@pytest.mark.parametrize("case", TABLE, ids=lambda case: f"{case[1][-1]} to {str(case[2])[:20]}")
def test_a_change_is_rejected_where_it_is(case):
    tree, path, value, code, place, true = case
    assert check.check(signed(tree))[0] == check.VALID or "pairs" in path
    found = changed(tree, *path, to=value)
    got, line = check.check(signed(found))
    assert (got, place in line) == (code, True), (got, line)
    if true is not None:
        assert checker_twin.truth(found) is true


@pytest.mark.parametrize("key", KEYS)
def test_no_part_may_be_missing(key):
    assert check.check(signed(without(PURE, key)))[0] == check.MALFORMED


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_changed_without_the_digest(key):
    text = signed(PURE | {"about": 1})
    assert check.check(text)[0] == check.VALID
    right = check.INVALID, "certificate: its digest is another"
    assert check.check(text.replace(b'"about": 1', b'"about": 2')) == right
    assert check.check(b'{"about": 1}')[0] == check.MALFORMED


@pytest.mark.parametrize("tree", [PURE, MOMENTS])
def test_a_row_of_nothing_is_no_law(tree):
    """0/0 sums to nothing, also where both inputs draw from it, or where a moment is 0."""
    found = changed(tree, "model", "tables", 0, "rows", to=[NO_LAW, NO_LAW])
    for rows in ((0, 0), (0, 1)):
        found["model"]["laws"] = [[["0x1", row]] for row in rows]
        got = check.check(signed(found))
        assert got == (check.INVALID, "model.tables[0].rows[0]: it does not sum to 1")
