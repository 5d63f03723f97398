"""certify --certificate and check: files that say what the answer says, and no more than is so."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from contract_command import Answer, Verify
from contract_models import ONE_SIDED, channel, document, fresh, leaky, level, rr

KEYS = {"format", "model", "pairs", "claim", "verdict", "evidence", "about", "digest"}
VALID, INVALID, MALFORMED, INCOMPLETE = range(4)


class Certified:
    """The answer of certify, the certificate, and the answer of check."""

    def __init__(self, verify: Verify, folder: Path, claimed: Any, *options: str) -> None:
        self.path = folder / "certificate.json"
        self.source = Path(verify.write(json.dumps(claimed)))
        self.answer = verify.run(
            "certify", str(self.source), *options, "--certificate", str(self.path)
        )
        self.check = verify.run("check", str(self.path))

    @property
    def tree(self) -> Any:
        return json.loads(self.path.read_bytes())


def number(text: str) -> Fraction:
    above, _, below = text.partition("/")
    return Fraction(int(above, 16), int(below or "0x1", 16))


def digest(tree: Any) -> str:
    body = {key: value for key, value in tree.items() if key != "digest"}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


CLAIMS: list[tuple[str, Any, str]] = [
    ("holds", level("3", "3/8"), "alpha"),
    ("violated", level("3", "1/3"), "alpha"),
    ("holds", {"epsilon": "1", "delta": "2/5"}, "epsilon"),
    ("violated", {"epsilon": "ln(2)/2 + 1/7"}, "epsilon"),
    ("holds", {"epsilon": "1e30"}, "epsilon"),
    ("holds", {"order": 2, "epsilon": "ln(6)"}, "order"),
    ("violated", {"order": 2, "epsilon": "ln(5)"}, "order"),
    ("holds", {"eta": "2*ln(9)"}, "eta"),
    ("violated", {"eta": "4"}, "eta"),
]
"""Two responses of ¾: δ*(3) = 3/8, 9/16 − e/16 = 0.39, D₂ = 2·ln(7/3) = ln 5.44, ratios 1/9 to 9"""


def test_certificates_of_every_kind(verify: Verify, tmp_path: Path) -> None:
    """A list of claims: the files are numbered, and the report is that without the option."""
    source = Path(verify.write(json.dumps(document(fresh(2, rr()), [c for _, c, _ in CLAIMS]))))
    plain = verify.run("certify", str(source))
    answer = verify.run("certify", str(source), "--certificate", str(tmp_path / "proof.v1.json"))
    names = [f"proof.v1-{i + 1}.json" for i in range(len(CLAIMS))]
    assert sorted(os.listdir(tmp_path)) == names
    assert (answer.code, answer.stdout) == (plain.code, plain.stdout)
    assert answer.code == 1
    notices = answer.stderr.splitlines()
    assert len(notices) == len(names)
    for notice, name, (verdict, claim, key) in zip(notices, names, CLAIMS, strict=True):
        assert str(tmp_path / name) in notice
        check_file(verify, tmp_path / name, verdict, key)
        tree = json.loads((tmp_path / name).read_bytes())
        assert tree["about"]["document_sha256"] == hashlib.sha256(source.read_bytes()).hexdigest()
        assert claim.keys() <= tree["claim"].keys() <= {*claim, "delta"}


def check_file(verify: Verify, path: Path, verdict: str, key: str) -> None:
    tree = json.loads(path.read_bytes())
    assert set(tree) == KEYS
    assert tree["verdict"] == verdict
    assert key in tree["claim"]
    assert tree["digest"] == digest(tree)
    assert all(isinstance(text, str) for text in tree["about"].values())
    pairs = {tuple(pair) for pair in tree["pairs"]}
    assert pairs <= {(0, 1), (1, 0)}
    assert verdict == "violated" or len(pairs) == 2
    check_valid(verify.run("check", str(path)))


def check_valid(answer: Answer) -> None:
    assert answer.code == VALID, answer
    assert answer.stdout.startswith("valid: ")
    assert len(answer.stdout.splitlines()) == 1
    assert answer.stderr == ""


@pytest.mark.parametrize(("delta", "code"), [("3/8", 0), ("1/3", 1)])
def test_the_option_changes_nothing_else(
    verify: Verify, tmp_path: Path, delta: str, code: int
) -> None:
    claimed = document(fresh(2, rr()), level("3", delta))
    found = Certified(verify, tmp_path, claimed, "--full", "--format", "json")
    plain = verify.run("certify", str(found.source), "--full", "--format", "json")
    assert found.answer.code == plain.code == code
    assert found.answer.stdout == plain.stdout
    assert found.answer.stderr == f"certificate: {found.path}\n"
    assert sorted(os.listdir(tmp_path)) == ["certificate.json"]


def test_the_laws_and_sums_of_a_response(verify: Verify, tmp_path: Path) -> None:
    found = Certified(verify, tmp_path, document(rr(), level("2", "1/4")))
    tree = found.tree
    assert number(tree["claim"]["alpha"]) == 2
    assert number(tree["claim"]["delta"]) == Fraction(1, 4)
    assert tree["model"]["inputs"] == ["0", "1"]
    assert number(tree["evidence"]["level"]) == 2
    sums = [[number(text) for text in both] for both in tree["evidence"]["sums"]]
    assert sums == [[Fraction(3, 4), Fraction(1, 4)]] * 2
    (table,) = tree["model"]["tables"]
    rows = [
        [Fraction(int(w, 16), int(row["scale"], 16)) for w in row["weights"]]
        for row in table["rows"]
    ]
    quarter = Fraction(1, 4)
    assert sorted(rows) == [[quarter, 3 * quarter], [3 * quarter, quarter]]


def test_a_violation_names_the_pair_of_the_witness(verify: Verify, tmp_path: Path) -> None:
    """From "off" to "on" nothing is lost at 10/9; back, 1/10 is."""
    found = Certified(verify, tmp_path, document(ONE_SIDED, level("10/9", "1/11")))
    tree = found.tree
    assert found.check.code == VALID
    assert [[tree["model"]["inputs"][i] for i in pair] for pair in tree["pairs"]] == [["on", "off"]]
    assert [[number(x) for x in both] for both in tree["evidence"]["sums"]] == [
        [Fraction(1, 10), 0]
    ]


def test_options_make_the_claim(verify: Verify, tmp_path: Path) -> None:
    options = ("--epsilon", "ln(3)", "--delta", "0.4", "--adjacency", "all_pairs", "--full")
    found = Certified(verify, tmp_path, document(fresh(2, rr())), *options)
    check_valid(found.check)
    assert number(found.tree["claim"]["delta"]) == Fraction(2, 5)


def test_bytes_are_the_same_every_time(verify: Verify, tmp_path: Path) -> None:
    found = Certified(verify, tmp_path, document(leaky("1/9", rr()), level("3", "1/9")))
    first = found.path.read_bytes()
    again = Certified(verify, tmp_path, document(leaky("1/9", rr()), level("3", "1/9")))
    assert again.path.read_bytes() == first


# check


@pytest.fixture(scope="module")
def holds(verify: Verify, tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("certificates")
    return Certified(verify, folder, document(fresh(2, rr()), level("3", "3/8"))).tree


def ask(verify: Verify, folder: Path, tree: Any) -> Answer:
    path = folder / "changed.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    return verify.run("check", str(path))


def sealed(tree: Any) -> Any:
    return {**tree, "digest": digest(tree)}


def test_a_wrong_digest_is_invalid(verify: Verify, tmp_path: Path, holds: Any) -> None:
    answer = ask(verify, tmp_path, {**holds, "about": {"claim": "another"}})
    assert answer.code == INVALID
    assert answer.stdout.startswith("invalid: ")
    assert "digest" in answer.stdout
    assert ask(verify, tmp_path, sealed({**holds, "about": {"claim": "another"}})).code == VALID


@pytest.mark.parametrize(("delta", "code"), [("0x3/0x8", 0), ("0x1", 0), ("0x2fff/0x8000", 1)])
def test_a_claim_is_checked_anew(
    verify: Verify, tmp_path: Path, holds: Any, delta: str, code: int
) -> None:
    changed = sealed({**holds, "claim": {"alpha": "0x3", "delta": delta}})
    assert ask(verify, tmp_path, changed).code == code


def test_the_other_verdict_is_invalid(verify: Verify, tmp_path: Path, holds: Any) -> None:
    assert ask(verify, tmp_path, sealed({**holds, "verdict": "violated"})).code == INVALID


def test_one_direction_is_not_enough(verify: Verify, tmp_path: Path, holds: Any) -> None:
    evidence = {**holds["evidence"], "sums": holds["evidence"]["sums"][:1]}
    changed = sealed({**holds, "pairs": [[0, 1]], "evidence": evidence})
    answer = ask(verify, tmp_path, changed)
    assert answer.code == INCOMPLETE
    assert answer.stdout.startswith("incomplete: ")


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", "\x00"])
def test_what_is_no_certificate(verify: Verify, tmp_path: Path, text: str) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    answer = verify.run("check", str(path))
    assert answer.code == MALFORMED
    assert answer.stdout == ""
    assert len(answer.stderr.splitlines()) == 1
    assert "Traceback" not in answer.stderr


def test_a_file_that_is_not_there(verify: Verify, tmp_path: Path) -> None:
    answer = verify.run("check", str(tmp_path / "nothing.json"))
    assert answer.code == MALFORMED
    assert answer.stdout == ""


def test_standard_input_and_json(verify: Verify, holds: Any) -> None:
    answer = verify.run("check", "-", "--format", "json", stdin=json.dumps(holds))
    assert answer.code == VALID
    assert json.loads(answer.stdout)["result"] == "valid"


def test_the_checker_alone_agrees(verify: Verify, tmp_path: Path, holds: Any) -> None:
    """One file, in a folder of its own, with nothing but the standard library."""
    source = Path(__file__).parents[2] / "verify" / "check.py"
    folder = tmp_path / "alone"
    folder.mkdir()
    shutil.copy(source, folder)
    changed = [
        holds,
        sealed({**holds, "claim": {"alpha": "0x2", "delta": "0x0"}}),
        {**holds, "digest": "0"},
        sealed({**holds, "pairs": [[0, 1]]}),
        sealed({**holds, "format": "another"}),
    ]
    codes = []
    for tree in changed:
        (folder / "it.json").write_text(json.dumps(tree))
        alone = subprocess.run(
            [sys.executable, "-I", "check.py", "it.json"],
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        ours = ask(verify, tmp_path, tree)
        assert (alone.returncode, alone.stdout) == (ours.code, ours.stdout)
        codes.append(alone.returncode)
    assert codes[:3] == [VALID, INVALID, INVALID]
    assert MALFORMED in codes


# refusals: nothing is written, and the line names the option

DISCRETE: Any = {"type": "discrete_laplace", "scale": "2", "low": 0, "high": 3}


@pytest.mark.parametrize(
    ("model", "claim"),
    [
        (rr(), {"rho": "1/2"}),
        (rr(), [level("3"), {"rho": "1/2"}]),
        (DISCRETE, level("2")),
        (DISCRETE, {"epsilon": "1/2"}),
        (fresh(2, DISCRETE), {"epsilon": "1"}),
        (DISCRETE, {"eta": "1"}),
    ],
)
def test_what_has_no_certificate(verify: Verify, tmp_path: Path, model: Any, claim: Any) -> None:
    target = str(tmp_path / "certificate.json")
    line = verify.refuse("certify", document(model, claim), "--certificate", target)
    assert "--certificate" in line
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("claim", [level("3"), [level("3"), level("2")]])
@pytest.mark.parametrize("name", ["folder", "missing/certificate.json", "file/within"])
def test_where_nothing_can_be_written(
    verify: Verify, tmp_path: Path, name: str, claim: Any
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("older")
    line = verify.refuse("certify", document(rr(), claim), "--certificate", str(tmp_path / name))
    assert "--certificate" in line
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]
    assert os.listdir(tmp_path / "folder") == []
    assert (tmp_path / "file").read_text() == "older"


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_a_name_that_is_none(verify: Verify, name: str) -> None:
    """With several claims there is nothing that could be numbered."""
    claims = [level("3"), level("2")]
    assert "--certificate" in verify.refuse(
        "certify", document(rr(), claims), "--certificate", name
    )


def test_a_folder_in_the_place_of_a_numbered_file(verify: Verify, tmp_path: Path) -> None:
    """Found out before the first file is written."""
    (tmp_path / "c-2.json").mkdir()
    target = str(tmp_path / "c.json")
    line = verify.refuse(
        "certify", document(rr(), [level("3"), level("2")]), "--certificate", target
    )
    assert "c-2.json" in line
    assert os.listdir(tmp_path) == ["c-2.json"]


def test_a_device_is_not_replaced(verify: Verify) -> None:
    path = verify.write(json.dumps(document(rr(), level("3"))))
    answer = verify.run("certify", path, "--certificate", os.devnull)
    assert answer.code == 0
    assert Path(os.devnull).is_char_device()


# sizes


def test_ten_thousand_responses(verify: Verify, tmp_path: Path) -> None:
    model = fresh(10_000, rr())
    found = Certified(verify, tmp_path, document(model, level("3", "1/2")))
    assert found.answer.code == 1
    check_valid(found.check)
    assert found.path.stat().st_size < 200_000


def test_a_hundred_thousand_outcomes(verify: Verify, tmp_path: Path) -> None:
    """Half of the outcomes have weights 1 and 3, half 3 and 1: δ*(2) = 1/4."""
    count = 100_000
    low, high = ([f"{weight}/{2 * count}"] * (count // 2) for weight in (1, 3))
    rows = [" ".join(low + high), " ".join(high + low)]
    model = channel(["x", "y"], list(range(count)), rows)
    found = Certified(verify, tmp_path, document(model, level("2", "1/4")))
    assert found.answer.code == 0
    check_valid(found.check)
    assert found.path.stat().st_size < 2_000_000
