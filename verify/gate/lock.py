"""``verify.lock``: the leakage of every claim as it was accepted, beside the configuration."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from verify.claim.certificate.files import write_whole
from verify.document.shape import convert
from verify.document.text import parse
from verify.errors import InputError
from verify.report.gate import GateClaimForm

__all__ = ["Locked", "compared", "lock_path", "read_lock", "write_lock"]

FORMAT = "verify-lock-1"

OF_DOCUMENT = re.compile(r"\[\d+\]$")
"""What the name of an entry is followed by where its document makes many claims"""

FORM = "a file that verify gate --update-lock has written"


class Locked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known of one claim."""

    level: str
    delta_star: str
    paths: int | None = None
    platform: str | None = None
    ideal_delta_star: str | None = None
    """with doubles read as real numbers"""
    source_sha256: str | None = None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    claims: dict[str, Locked]


def lock_path(config: Path) -> Path:
    """Where the lock file of a configuration is."""
    named = config.name == "pyproject.toml"
    return config.with_name("verify.lock" if named else f"{config.stem}.lock")


def read_lock(path: Path) -> dict[str, Locked] | None:
    """What the lock file has of every claim by its name, None where there is no file."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", at=path.name, form=FORM) from None
    try:
        file = convert(parse(data, toml=False), _File, "")
        if file.format != FORMAT:
            raise InputError(f"unknown format {file.format[:40]!r}", at="format", form=FORMAT)
    except InputError as error:
        raise error.under(path.name) from None
    return file.claims


def write_lock(path: Path, answers: Sequence[GateClaimForm], before: Mapping[str, Locked]) -> None:
    """Write what was found; of a claim that could not be decided, what was known before stays."""
    kept = {name: before[name] for name in _undecided(answers, before)}
    for answer in answers:
        found = _locked(answer)
        if found is not None:
            kept[answer.name] = found
    tree = {"format": FORMAT, "claims": {name: _plain(kept[name]) for name in sorted(kept)}}
    text = json.dumps(tree, indent=2, ensure_ascii=False) + "\n"
    try:
        write_whole(path, text.encode())
    except OSError as error:
        problem = f"{str(path)[:200]!r} cannot be written: {error.strerror}"
        raise InputError(problem, at="--update-lock", form="a folder that can be written") from None


def compared(
    answers: Sequence[GateClaimForm], lock: Mapping[str, Locked]
) -> tuple[list[GateClaimForm], list[str]]:
    """The answers with how their leakage compares, and the names that only the lock file has.

    Doubles are those of a machine: a δ* that was found on another one may differ.
    """
    found = [_compared(answer, lock.get(answer.name)) for answer in answers]
    names = {answer.name for answer in answers} | _undecided(answers, lock)
    return found, sorted(name for name in lock if name not in names)


def _undecided(answers: Sequence[GateClaimForm], lock: Mapping[str, Locked]) -> set[str]:
    """Names in a lock file of claims that could not be decided, with all of a document's."""
    failed = {answer.name for answer in answers if answer.verdict == "error"}
    return {name for name in lock if name in failed or OF_DOCUMENT.sub("", name) in failed}


def _compared(answer: GateClaimForm, known: Locked | None) -> GateClaimForm:
    if answer.verdict == "error":
        return answer
    if known is None:
        return replace(answer, lock="missing")
    ideal = None if answer.ideal_delta_star is UNSET else answer.ideal_delta_star
    if known.ideal_delta_star not in (None, ideal):  # the algorithm itself is another
        locked = f"{known.ideal_delta_star} with real numbers"
        return replace(answer, lock="changed", locked_delta_star=locked)
    if known.delta_star == answer.delta_star:
        return replace(answer, lock="same", source_changed=_has_other_source(answer, known))
    platform = None if answer.platform is UNSET else answer.platform
    elsewhere = known.platform is not None and platform is not None and known.platform != platform
    status = "other platform" if elsewhere else "changed"
    return replace(answer, lock=status, locked_delta_star=_with_level(answer, known))


def _has_other_source(answer: GateClaimForm, known: Locked) -> bool | UnsetType:
    return True if known.source_sha256 not in (None, answer.source_sha256) else UNSET


def _with_level(answer: GateClaimForm, known: Locked) -> str:
    return (
        known.delta_star if known.level == answer.level else f"{known.delta_star} at {known.level}"
    )


def _locked(answer: GateClaimForm) -> Locked | None:
    if answer.verdict == "error":
        return None
    names = ("level", "delta_star", "paths", "platform", "ideal_delta_star", "source_sha256")
    values = {name: getattr(answer, name) for name in names}
    return Locked(**{name: value for name, value in values.items() if value is not UNSET})


def _plain(locked: Locked) -> dict[str, object]:
    return {name: value for name, value in msgspec.to_builtins(locked).items() if value is not None}
