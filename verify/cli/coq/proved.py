"""The proved checker that a certificate for Coq stands on: ``proofs/coq`` as text."""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["FILES", "FOLDER", "imported", "included"]

FILES = (
    "Numbers",
    "Law",
    "Channel",
    "Pairs",
    "HockeyStick",
    "Alike",
    "Classes",
    "Merge",
    "Check",
    "Models",
    "Soundness",
)
"""What the checker needs, each after those that it uses; setup.py puts them into the package"""

_INSTALLED = Path(__file__).with_name("proofs")
_CHECKOUT = Path(__file__).parents[3] / "proofs" / "coq"

FOLDER = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
"""Where the files are"""

_STANDARD = re.compile(r"^From Coq .*\n", re.MULTILINE)
_OWN = re.compile(r"^From Verify Require Import ", re.MULTILINE)
_USED = "Numbers Law Channel Check Soundness"
_NEEDED = "From Coq Require Import ZArith QArith List.\n"
_SCOPES = "Import ListNotations.\nOpen Scope nat_scope.\n"


def imported() -> str:
    """The first lines of a file that uses the compiled library."""
    return f"{_NEEDED}From Verify Require Import {_USED}.\n{_SCOPES}"


def included() -> str:
    """The first lines of a file that needs nothing but Coq: the library, a module for each file."""
    texts = {name: (FOLDER / f"{name}.v").read_text(encoding="utf-8") for name in FILES}
    standard = dict.fromkeys(line for text in texts.values() for line in _STANDARD.findall(text))
    modules = "\n".join(_module(name, text) for name, text in texts.items())
    return f"{''.join(standard)}{_NEEDED}\n{modules}\nImport {_USED}.\n{_SCOPES}"


def _module(name: str, text: str) -> str:
    body = _OWN.sub("Import ", _STANDARD.sub("", text))
    return f"Module {name}.\n{body}End {name}.\n"
