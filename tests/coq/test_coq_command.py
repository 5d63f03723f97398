"""``verify check --coq``: what is written, what has no such form, and what is refused."""

import hashlib
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from coq_models import one_table

import verify
from verify.cli import main
from verify.cli.coq.levels import level_of
from verify.cli.coq.translation import translate
from verify.errors import NotAvailableError

SHIPPED = Path(__file__).parents[2] / "examples" / "certificates" / "rr_twice_with_delta.json"
VALID = 'valid: holds: {"alpha": "0x3", "delta": "0x3/0x8"}, ordered pairs: 2\n'
RESPONSE = verify.mechanisms.randomized_response("3/4")


def run(*arguments):
    """Exit code, standard output, standard error of ``verify check``."""
    with (
        patch.object(sys, "argv", ["verify", "check", *map(str, arguments)]),
        redirect_stdout(StringIO()) as out,
        redirect_stderr(StringIO()) as err,
        pytest.raises(SystemExit) as ended,
    ):
        main()
    return ended.value.code, out.getvalue(), err.getvalue()


def test_a_file_is_written_and_named(tmp_path):
    target = tmp_path / "Out.v"
    code, out, err = run(SHIPPED, "--coq", "-o", target)
    assert (code, out, err) == (0, VALID, f"for Coq: coqc {target}\n")
    assert target.read_text() == translate(json.loads(SHIPPED.read_bytes()), alone=True)
    assert run(SHIPPED, "--coq", "--output", target, "--library")[2] == (
        f"for Coq: coqc -Q proofs/coq Verify {target}\n"
    )
    assert target.read_text() == translate(json.loads(SHIPPED.read_bytes()), alone=False)


def test_without_a_name_it_is_the_standard_output():
    code, out, err = run(SHIPPED, "--coq")
    assert (code, err) == (0, VALID)
    assert out == translate(json.loads(SHIPPED.read_bytes()), alone=True)
    assert "Require Import Numbers" not in out


def test_the_answer_as_json(tmp_path):
    code, out, _ = run(SHIPPED, "--coq", "-o", tmp_path / "A.v", "--format", "json")
    assert (code, json.loads(out)["result"]) == (0, "valid")


@pytest.mark.parametrize("name", ["a-b.v", "1.v", "out.txt", "out", "é.v", ".v"])
def test_a_name_that_coq_does_not_read(tmp_path, name):
    code, out, err = run(SHIPPED, "--coq", "-o", tmp_path / name)
    assert (code, out) == (2, "")
    assert err.startswith(f"verify: --output: Coq does not read {name!r}; write letters, digits")
    assert not list(tmp_path.iterdir())


def test_a_place_that_does_not_exist(tmp_path):
    code, out, err = run(SHIPPED, "--coq", "-o", tmp_path / "none" / "A.v")
    assert (code, out) == (2, "")
    assert "cannot be written: it is a folder, or in none" in err


@pytest.mark.parametrize("option", [["-o", "A.v"], ["--library"]])
def test_options_that_need_coq(option):
    code, out, err = run(SHIPPED, *option)
    assert (code, out) == (2, "")
    assert err.endswith("there is no file for Coq; write --coq as well\n")


def test_an_invalid_certificate_is_not_written(tmp_path):
    path, target = tmp_path / "c.json", tmp_path / "A.v"
    path.write_bytes(SHIPPED.read_bytes().replace(b"0x3/0x8", b"0x2/0x8"))
    assert run(path, "--coq", "-o", target)[:2] == (
        1,
        "invalid: certificate: its digest is another\n",
    )
    path.write_bytes(b"{}")
    assert run(path, "--coq", "-o", target)[:2] == (2, "")
    assert not target.exists()


def certificate(tmp_path, mechanism, **claim):
    path = tmp_path / "certificate.json"
    verify.certify(mechanism, **claim).certificate().write(path)
    return path


MISSING = {
    "tails": (
        verify.mechanisms.report_noisy_max({"a": [1, 0], "b": [0, 1]}, "1/2", output="value"),
        {"alpha": 4},
        "laws with tails that never end",
    ),
    "Rényi": (
        RESPONSE,
        {"epsilon": "ln(3)", "order": 2},
        "claims of a Rényi divergence or a bounded range",
    ),
    "work": (
        verify.combinators.fresh(RESPONSE, count=9000),
        {"alpha": 3},
        "more than 1048576 words of classes of outcomes",
    ),
}


@pytest.mark.parametrize("name", MISSING)
def test_a_form_that_coq_does_not_have(tmp_path, name):
    mechanism, claim, reason = MISSING[name]
    path, target = certificate(tmp_path, mechanism, **claim), tmp_path / "A.v"
    code, out, err = run(path, "--coq", "-o", target)
    assert (code, out, err) == (3, f"incomplete: not available for this form: {reason}\n", "")
    assert not target.exists()


def test_no_text_of_the_certificate_gets_into_the_file(tmp_path):
    form = json.loads(SHIPPED.read_bytes())
    form["about"]["claim"] = form["model"]["inputs"][0] = "*) Axiom lie : False. (*"
    del form["digest"]
    plain = json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    form["digest"] = hashlib.sha256(plain.encode()).hexdigest()
    path = tmp_path / "c.json"
    path.write_text(json.dumps(form))
    code, out, err = run(path, "--coq", "--library")
    assert (code, err) == (0, VALID)
    assert "lie" not in out
    assert form["digest"] not in out


def epsilon(constant, *logarithms):
    return {"epsilon": {"constant": constant, "logarithms": list(map(list, logarithms))}}


SUMS = {"level": "0x7/0x4", "sums": [["0x1/0x2", "0x1/0x4"]]}
ALONE = {"level": "0x7/0x4", "sums": [["0x1/0x2", "0x0"]]}


@pytest.mark.parametrize(
    ("claim", "evidence", "holds", "level"),
    [
        ({"alpha": "0x3/0x2"}, SUMS, True, Fraction(3, 2)),
        (epsilon("0x0", ("0x1", "0x3")), SUMS, True, 3),
        (epsilon("0x0", ("0x1/0x2", "0x9"), ("-0x1", "0x2")), SUMS, False, Fraction(3, 2)),
        (epsilon("0x0", ("0x1/0x2", "0x3")), SUMS, True, Fraction(7, 4)),  # √3
        (epsilon("0x1/0x2"), SUMS, False, Fraction(7, 4)),
        (epsilon("0x1/0x2"), ALONE, True, Fraction(7, 4)),
        (epsilon("0x1/0x2", ("0x1", "0x3")), ALONE, False, 8),  # at least √e·3
    ],
)
def test_the_level_at_which_a_claim_is_settled(claim, evidence, holds, level):
    assert level_of(claim, evidence, holds=holds) == level


def test_a_level_that_does_not_exist():
    mixed = {"level": "0x1", "sums": SUMS["sums"] + ALONE["sums"]}
    with pytest.raises(NotAvailableError, match="different levels"):
        level_of(epsilon("0x1/0x2"), mixed, holds=False)
    with pytest.raises(NotAvailableError, match="so many digits"):
        level_of(epsilon("0x10000"), ALONE, holds=False)


def test_rows_go_out_in_blocks():
    text = translate(one_table([[1] * 250, [1] * 250], 1, 0), alone=False)
    assert "row_0_0 : row := numbers (row_0_0_0 ++ row_0_0_1 ++ row_0_0_2)." in text
