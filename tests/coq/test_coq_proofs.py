"""The proofs of proofs/coq: complete, without axioms, and where the map says."""

import re
from pathlib import Path

from verify.cli.coq.proved import FILES, FOLDER

PROOFS = Path(__file__).parents[2] / "proofs" / "coq"
SOURCES = {path.stem: path.read_text(encoding="utf-8") for path in PROOFS.glob("*.v")}
ORDER = [Path(x).stem for x in (PROOFS / "_CoqProject").read_text().split() if x.endswith(".v")]
CLOSED = "Closed under the global context"


def without_comments(source):
    return re.sub(r"\(\*.*?\*\)", "", source, flags=re.DOTALL)


def test_no_main_theorem_has_an_axiom(coq):
    asked = re.findall(r"Print Assumptions (\w+)\.", SOURCES["Assumptions"])
    assert len(asked) == len(set(asked)) >= 20
    assert coq.answer.splitlines() == [CLOSED] * len(asked)


def test_nothing_is_admitted_or_assumed():
    for name, source in SOURCES.items():
        found = re.findall(
            r"\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|Unset|bypass_check)\b",
            without_comments(source),
        )
        assert not found, name


def test_the_project_has_every_file_after_those_that_it_uses():
    assert sorted(ORDER) == sorted(SOURCES)
    for name, source in SOURCES.items():
        for line in re.findall(r"^From Verify Require Import (.*)\.$", source, re.MULTILINE):
            assert all(ORDER.index(used) < ORDER.index(name) for used in line.split()), name


def test_the_package_has_the_files_that_are_proved():
    assert list(FILES) == ORDER[: len(FILES)]
    for name in FILES:
        assert (FOLDER / f"{name}.v").read_text(encoding="utf-8") == SOURCES[name]


def test_the_map_leads_to_what_is_there():
    page = (PROOFS / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|]+ \| \[(\w+)\.v\]\(\1\.v\) \| ([^|]+) \|$", page, re.MULTILINE)
    assert len(rows) == page.count("\n| ") - 1 >= 20
    named = set()
    for name, cell in rows:
        for item in re.findall(r"`(\w+)`", cell):
            named.add(item)
            kinds = "Theorem|Lemma|Definition|Fixpoint|Record|Number Notation"
            assert re.search(rf"\b({kinds}) {item}\b", SOURCES[name]), (name, item)
    assert named >= set(re.findall(r"Print Assumptions (\w+)\.", SOURCES["Assumptions"]))
