"""The lock file of a gate: what is kept of a claim, and what a change of it means."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from gate_library import Library, answer, claim
from msgspec import UNSET
from msgspec.structs import replace

from verify.errors import InputError
from verify.gate.lock import Locked, compared, read_lock, write_lock
from verify.report.gate import GateClaimForm

HERE = "x86_64, glibc 2.36, NumPy 2.4.6"

FOUND = answer(level="(ε = 1, δ = 0)", delta_star="1/4", paths=7, source_sha256="00")

KNOWN = Locked(level="(ε = 1, δ = 0)", delta_star="1/4", paths=7, source_sha256="00")


def status(found: GateClaimForm, known: Locked) -> tuple[Any, Any, Any]:
    (seen,), stale = compared([found], {"a": known})
    assert stale == []
    return seen.lock, seen.locked_delta_star, seen.source_changed


def test_the_same() -> None:
    assert status(FOUND, KNOWN) == ("same", UNSET, UNSET)


def test_the_same_with_other_code() -> None:
    assert status(replace(FOUND, source_sha256="11"), KNOWN) == ("same", UNSET, True)


def test_less_leakage_is_a_change_too() -> None:
    assert status(replace(FOUND, delta_star="1/5"), KNOWN) == ("changed", "1/4", UNSET)


def test_a_change_of_the_level_is_named() -> None:
    found = replace(FOUND, delta_star="1/5", level="(ε = 2, δ = 0)")
    assert status(found, KNOWN) == ("changed", "1/4 at (ε = 1, δ = 0)", UNSET)


@pytest.mark.parametrize(
    ("found", "known", "word"),
    [
        (HERE, "arm64", "other platform"),
        (HERE, HERE, "changed"),
        (UNSET, "arm64", "changed"),
        (HERE, None, "changed"),
    ],
)
def test_doubles_of_another_platform(found: Any, known: str | None, word: str) -> None:
    other = replace(FOUND, delta_star="1/5", platform=found)
    assert status(other, replace(KNOWN, platform=known))[0] == word
    same = replace(FOUND, platform=found)
    assert status(same, replace(KNOWN, platform=known))[0] == "same"


def test_another_algorithm_is_a_change_on_every_platform() -> None:
    known = replace(KNOWN, platform="arm64", ideal_delta_star="0")
    same = replace(FOUND, platform=HERE, ideal_delta_star="0")
    assert status(same, known)[0] == "same"
    for ideal in ("1/9", UNSET):
        found = replace(same, ideal_delta_star=ideal)
        assert status(found, known) == ("changed", "0 with real numbers", UNSET)


def test_missing_and_stale() -> None:
    (found,), stale = compared([FOUND], {"c": KNOWN, "b": KNOWN})
    assert found.lock == "missing"
    assert stale == ["b", "c"]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "verify.lock"
    assert read_lock(path) is None
    gone = answer(name="é", verdict="error")
    write_lock(path, [replace(FOUND, platform=HERE), gone], {"é": KNOWN, "old": KNOWN})
    assert read_lock(path) == {"a": replace(KNOWN, platform=HERE), "é": KNOWN}
    assert [each.name for each in tmp_path.iterdir()] == ["verify.lock"]
    text = path.read_text(encoding="utf-8")
    write_lock(path, [gone, replace(FOUND, platform=HERE)], {"é": KNOWN})
    assert path.read_text(encoding="utf-8") == text


def test_what_is_known_of_a_document_that_could_not_be_read_stays(tmp_path: Path) -> None:
    path = tmp_path / "verify.lock"
    gone = answer(name="model", verdict="error")
    before = {"model[0]": KNOWN, "model[1]": KNOWN, "model[x]": KNOWN, "models[0]": KNOWN}
    assert compared([gone], before)[1] == ["model[x]", "models[0]"]
    write_lock(path, [gone], before)
    assert read_lock(path) == {"model[0]": KNOWN, "model[1]": KNOWN}
    write_lock(path, [replace(FOUND, name="model")], before)  # it makes one claim now
    assert list(read_lock(path) or ()) == ["model"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "verify.lock: expected an object"),
        ("{", "not JSON"),
        ('{"format": "verify-lock-2", "claims": {}}', "verify.lock.format: unknown format"),
        ('{"format": "verify-lock-1", "claims": {"a": {}}}', "is missing"),
        ('{"format": "verify-lock-1", "claims": {}, "x": 1}', "verify.lock.x: unknown key"),
    ],
)
def test_wrong_lock_files(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "verify.lock"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(message)):
        read_lock(path)


def change(library: Library, old: str, new: str) -> None:
    path = library.folder / "library" / "answers.py"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_life_with_a_lock_file(library: Library) -> None:
    wide = claim("wide", epsilon="ln(9)") + claim("narrow", epsilon="ln(2)", delta="1/2")
    library.write(wide)
    first = library.gate()
    assert first.returncode == 0
    assert "there is no verify.lock: verify gate --update-lock writes it" in first.stdout
    assert not (library.folder / "verify.lock").exists()
    assert library.gate("--locked").returncode == 1

    assert library.gate("--update-lock").returncode == 0
    lock = (library.folder / "verify.lock").read_bytes()
    locked = json.loads(lock)["claims"]
    # 3/4 − 2·1/4 for the narrow one, nothing for the wide one
    assert [(name, each["delta_star"]) for name, each in locked.items()] == [
        ("narrow", "1/4"),
        ("wide", "0"),
    ]
    assert library.gate("--locked").returncode == 0
    assert library.gate("--update-lock").returncode == 0
    assert (library.folder / "verify.lock").read_bytes() == lock

    change(library, "rng.randrange(4)", "rng.randrange(5)")  # within both claims
    changed = library.gate()
    assert changed.returncode == 1
    assert "leakage changed: δ* is 2/5, in the lock file 1/4" in changed.stdout
    assert "verify gate --update-lock accepts it" in changed.stdout
    assert "1 claim is about a changed file, with the leakage of before" in changed.stdout
    assert changed.stdout.splitlines()[-1] == "2 claims: holds 2, leakage changed 1"
    assert (library.folder / "verify.lock").read_bytes() == lock
    assert library.gate("--update-lock").returncode == 0
    assert library.gate("--locked").returncode == 0

    library.write(wide.replace("wide", "broad"))
    renamed = library.gate()
    assert renamed.returncode == 0
    assert "not in the lock file" in renamed.stdout
    assert "in the lock file only: wide" in renamed.stdout
    assert library.gate("--locked").returncode == 1


def test_a_violated_claim_stays_violated_when_it_is_locked(library: Library) -> None:
    library.write(claim("false", epsilon="ln(2)"))
    assert library.gate("--update-lock").returncode == 1
    assert library.gate("--locked").returncode == 1
