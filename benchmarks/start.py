"""What it costs to begin: imports, and the command line as a process."""

from __future__ import annotations

from functools import cache, partial

from benchmarks import peer
from benchmarks.process import seconds_inside, whole
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort

__all__ = ["CASES"]

REQUIRED = "import gmpy2, numpy"
"""Not the package's own cost."""

MODEL = "examples/rr_twice.json"

COMMAND = f"""
import contextlib, io, sys, verify.cli
sys.argv = ["verify", "certify", "{MODEL}"]
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    verify.cli.main()
"""

CODES = {
    "import": ("import verify", "import verify"),
    "certify": ("import verify; verify.certify", "import verify and load certify"),
    "cli": ("import verify.cli", "import verify.cli"),
    "command": (COMMAND, "import verify.cli, run certify in the process"),
}

PEER_IMPORT = "import dp_accounting.pld.privacy_loss_distribution"


def _import(code: str, effort: Effort) -> Row:
    ours = seconds_inside(effort, REQUIRED, code)
    return Row(ours, _peer(effort))


@cache
def _peer(effort: Effort) -> tuple[Rival, ...]:
    if not peer.installed():
        return ()
    sample = seconds_inside(effort, REQUIRED, PEER_IMPORT)
    return (Rival(peer.NAME, sample, "its import beyond NumPy"),)


def _process(effort: Effort) -> Row:
    ours = whole(effort, "-m", "verify", "certify", MODEL)
    floors = (
        Rival("only python", whole(effort, "-c", "pass")),
        Rival("python, gmpy2 and NumPy", whole(effort, "-c", REQUIRED)),
    )
    return Row(ours, floors)


CASES = (
    *(
        Case(f"start/{name}", f"{title} (beyond gmpy2, NumPy)", partial(_import, code), 0.15)
        for name, (code, title) in CODES.items()
    ),
    Case("start/process", f"verify certify {MODEL}, a whole process", _process, 0.4),
)
