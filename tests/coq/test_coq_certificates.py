"""Coq accepts true certificates and rejects those in which a number was changed."""

import json
import random
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from coq_models import hockey_stick, law, least_delta, one_table, random_model, tree, wide_rows

from verify.cli.coq.translation import translate

SHIPPED = Path(__file__).parents[2] / "examples" / "certificates"
F = Fraction
LEVELS = F(1, 2), F(1), F(3, 2), F(2), F(3), F(9)


@pytest.mark.parametrize("name", ["rr_twice", "rr_twice_with_delta"])
def test_a_shipped_certificate_is_accepted(coq, tmp_path, name):
    path = tmp_path / "Shipped.v"
    path.write_text(translate(json.loads((SHIPPED / f"{name}.json").read_bytes()), alone=False))
    assert coq.accepts(path)


def test_a_file_that_stands_alone_needs_no_library(coq, tmp_path):
    text = translate(json.loads((SHIPPED / "rr_twice_with_delta.json").read_bytes()), alone=True)
    path = tmp_path / "Alone.v"
    path.write_text(text)
    assert coq.accepts(path, library=False)


TABLE = one_table([[5, 3, 2, 0], [2, 3, 4, 1]], F(2), F(1, 10))
TAMPERED = {
    "a weight": ("[0x5; 0x3; 0x2; 0x0]", "[0x6; 0x3; 0x2; 0x0]"),
    "two weights, with the same sum": ("[0x5; 0x3; 0x2; 0x0]", "[0x6; 0x2; 0x2; 0x0]"),
    "a scale": ("Input (scale_of 0xa%hex)", "Input (scale_of 0xb%hex)"),
    "a multiplier": ("Entry (number 0x1%hex)", "Entry (number 0x2%hex)"),
    "alpha": ("alpha : Q := fraction 0x2%hex", "alpha : Q := fraction 0x1%hex"),
    "delta": ("fraction 0x1%hex 0xa%hex", "fraction 0x1%hex 0xb%hex"),
    "draws": ("[(0, 1)]]", "[(0, 2)]]"),
    "a pair": ("[(0, 1); (1, 0)]", "[(0, 1); (1, 2)]"),
    "a row": ("Entry (number 0x1%hex) [1]", "Entry (number 0x1%hex) [2]"),
}


def test_the_table_itself_is_accepted(coq, tmp_path):
    path = tmp_path / "Table.v"
    path.write_text(translate(TABLE, alone=False))
    assert coq.accepts(path)


@pytest.mark.parametrize("change", TAMPERED)
def test_a_changed_number_is_rejected(coq, tmp_path, change):
    old, new = TAMPERED[change]
    text, path = translate(TABLE, alone=False), tmp_path / "Tampered.v"
    assert old in text
    path.write_text(text.replace(old, new, 1))
    assert not coq.accepts(path)


@pytest.mark.parametrize("draws", [1, 7, 40])
@pytest.mark.parametrize("lie", ["holds", "violated"])
def test_a_false_verdict_is_rejected(coq, tmp_path, draws, lie):
    rows = [[6, 3, 1, 0], [3, 3, 3, 1]] if draws == 7 else [[3, 1], [1, 3]]
    alpha = F(3, 2) ** draws if lie == "holds" else F(3) ** draws
    delta = 0 if lie == "holds" else 1
    path = tmp_path / "False.v"
    path.write_text(translate(one_table(rows, alpha, delta, draws, verdict=lie), alone=False))
    assert not coq.accepts(path)


def questions(count):
    """Random models with a delta that is exactly enough, or a bit too small, for their pairs."""
    pick = random.Random(7).randint
    for _ in range(count):
        tables, branches, laws = random_model(pick)
        p, q = (law(tables, branches, entries) for entries in laws)
        alpha = LEVELS[pick(0, len(LEVELS) - 1)]
        both = hockey_stick(p, q, alpha), hockey_stick(q, p, alpha)
        delta = both[pick(0, 1)] if pick(0, 1) else max(both)
        delta = max(F(0), delta - F(pick(0, 1), 10**9))
        pairs = [(0, 1), (1, 0)] if pick(0, 1) else [(0, 1)]
        worst = both[: len(pairs)]
        yield (
            tree(tables, branches, laws, pairs, alpha, delta),
            all(x <= delta for x in worst),
            all(x > delta for x in worst),
        )


def test_the_decisions_are_those_of_the_definition(coq, tmp_path):
    parts, expected = [], []
    for number, (form, holds, violated) in enumerate(questions(150)):
        head, _, rest = translate(form, alone=False).partition("Open Scope nat_scope.\n")
        body = rest.partition("Lemma accepted")[0]
        if not number:
            parts.append(f"{head}Open Scope nat_scope.\n")
        parts.append(
            f"Module M{number}.\n{body}\n"
            "Compute check mechanism pairs alpha delta.\n"
            f"Compute refute mechanism pairs alpha delta.\nEnd M{number}.\n"
        )
        expected += [holds, violated]
    path = tmp_path / "Questions.v"
    path.write_text("".join(parts))
    code, out, err = coq.run(path)
    assert code == 0, err
    answers = [line.strip() for line in out.splitlines() if line.strip().startswith("= ")]
    assert answers == [f"= {str(answer).lower()}" for answer in expected]
    assert expected.count(True) > 100
    assert [False, False] in [expected[i : i + 2] for i in range(0, len(expected), 2)]


@pytest.mark.parametrize(("count", "bits"), [(1000, 64), (300, 1000), (3, 5000)])
def test_tables_of_many_outcomes_and_long_weights(coq, tmp_path, count, bits):
    rows = wide_rows(random.Random(count).randint, count, bits)
    delta = least_delta(rows, F(3, 2))
    path, below = tmp_path / "Enough.v", tmp_path / "Below.v"
    path.write_text(translate(one_table(rows, F(3, 2), delta), alone=False))
    assert coq.accepts(path)
    too_small = delta - F(1, 2 * (1 << bits))
    below.write_text(translate(one_table(rows, F(3, 2), too_small), alone=False))
    assert not coq.accepts(below)


def test_products_of_many_factors_are_merged(coq, tmp_path):
    """Twenty bits, of which every second one differs: 11 ratios, not 2^20 outcomes."""
    bits = [[13, 7], [7, 13]]
    entry = [[(1, *(i * (bit % 2) for bit in range(20)))] for i in (0, 1)]
    classes = [(comb(10, s), 13 ** (10 - s) * 7**s, 7 ** (10 - s) * 13**s) for s in range(11)]
    delta = F(sum(ways * max(0, p - 2 * q) for ways, p, q in classes), 20**10)
    path = tmp_path / "Bits.v"
    for given, verdict in ((delta, "holds"), (delta - F(1, 20**11), "violated")):
        form = tree([bits], [[(0, 1)] * 20], entry, [(0, 1), (1, 0)], 2, given, verdict)
        path.write_text(translate(form, alone=False))
        assert coq.accepts(path)


def test_class_tables_of_a_hundred_draws(coq, tmp_path):
    """{P > 3Q} of 100 answers, by the binomial law."""
    classes = [(comb(100, s) * 3 ** (100 - s), comb(100, s) * 3**s) for s in range(101)]
    delta = F(sum(max(0, p - 3 * q) for p, q in classes), 4**100)
    for given, verdict in ((delta, "holds"), (delta - F(1, 4**101), "violated")):
        path = tmp_path / f"{verdict}.v"
        form = one_table([[3, 1], [1, 3]], F(3), given, draws=100, verdict=verdict)
        path.write_text(translate(form, alone=False))
        assert coq.accepts(path)
