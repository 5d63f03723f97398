"""Certificates: writing them beside the verdict, and checking them, in whole processes."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import verify
from benchmarks import scale
from benchmarks.laws import two_laws
from benchmarks.process import ROOT, peak, whole
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort, Sample

__all__ = ["CASES"]

OUTCOMES = 100_000

ROUNDS = 10_000

CHECKER = str(ROOT / "verify" / "check.py")

ASK = """
import runpy, sys
check = runpy.run_path(sys.argv[1])["check"]
code, line = check(open(sys.argv[2], "rb").read())
assert code == 0, line
"""


def _table() -> verify.Verdict:
    weights, scale = two_laws(OUTCOMES, 1)
    channel = verify.Channel.from_weights(["0", "1"], None, weights, scale)
    return verify.certify(channel, alpha=2, delta=1)


def _rounds(epsilon: str, delta: str) -> verify.Verdict:
    answers = verify.combinators.fresh(verify.mechanisms.randomized_response("3/4"), ROUNDS)
    return verify.certify(answers, epsilon=epsilon, delta=delta)


def _document(folder: str) -> str:
    """The same table as a document."""
    weights, scale = two_laws(OUTCOMES, 1)
    rows = [[f"{w}/{scale}" for w in row] for row in weights[:, :, 0].tolist()]
    outputs = list(map(str, range(OUTCOMES)))
    model = {"type": "channel", "inputs": ["0", "1"], "outputs": outputs, "rows": rows}
    tree = {"schema": 1, "mechanism": model, "claim": {"alpha": "2", "delta": "1"}}
    path = Path(folder) / "model.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    return str(path)


def _writing(effort: Effort) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        model, target = _document(folder), str(Path(folder) / "certificate.json")
        ours = whole(effort, "-m", "verify", "certify", model, "--certificate", target)
        without = whole(effort, "-m", "verify", "certify", model)
    return Row(ours, (Rival("the verdict alone", without, "wanted: not below half"),))


def _checking(decide: Callable[[], verify.Verdict], effort: Effort) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        decide().certificate().write(path)
        return Row(whole(effort, "-I", CHECKER, str(path)))


def _memory(decide: Callable[[], verify.Verdict], effort: Effort) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        decide().certificate().write(path)
        return Row(peak(3, ASK, CHECKER, str(path)))


def _size(decide: Callable[[], verify.Verdict], effort: Effort) -> Row:
    return Row(Sample((float(len(bytes(decide().certificate()))),)))


HOLDS = partial(_rounds, "5493", "1/2")
REFUTED = partial(_rounds, "5000", "1/2")


def _certified(make: Callable[[int], verify.Mechanism], count: int, level: str) -> verify.Verdict:
    return verify.certify(make(count), epsilon=level, delta=1)


THREE = partial(_certified, scale.three, 10_000, "7114")
THIRTY = partial(_certified, scale.different, 30, "1064/100")
FAR = partial(_certified, scale.geometric, 1000, "6672*ln(2)")

CASES = (
    Case("certificate/write", "certify a table of 10^5 outcomes, with certificate", _writing),
    Case("certificate/check", "check.py on it", partial(_checking, _table), 0.8),
    Case("certificate/memory", "peak of that", partial(_memory, _table), 150 * 2**20, "B"),
    Case("certificate/size", "response 10^4 times", partial(_size, HOLDS), 200e3, "B"),
    Case("certificate/rounds", "check.py on it, ε = 5493", partial(_checking, HOLDS), 5),
    Case("certificate/refuted", "the same refuted, ε = 5000", partial(_checking, REFUTED), 5),
    Case("certificate/three", "check.py: three outcomes 10^4 times", partial(_checking, THREE), 5),
    Case(
        "certificate/thirty", "check.py: thirty different responses", partial(_checking, THIRTY), 5
    ),
    Case("certificate/geometric", "check.py: geometric 10^3 times", partial(_checking, FAR), 5),
)
