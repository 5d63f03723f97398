"""A certificate: a verdict as one JSON object, whose bytes depend on nothing but the verdict."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from gmpy2 import mpq

from verify.check import MOST_BYTES
from verify.claim.certificate.evidence import Evidence, evidence_of
from verify.claim.certificate.files import write_whole
from verify.claim.certificate.model import Model, require_rational
from verify.claim.certificate.numbers import hexadecimal
from verify.claim.claim import Claim
from verify.claim.measure_claim import RangeClaim, RenyiClaim, ZcdpClaim
from verify.claim.measured import MeasureVerdict
from verify.claim.verdict import Verdict
from verify.combine.per_round import PerRound
from verify.errors import NotAvailableError
from verify.exact.level import Level
from verify.law.adjacency import Edge
from verify.law.mechanism import Mechanism
from verify.profiles.directions import distinct

__all__ = ["FORMAT", "Certificate", "certificate"]

FORMAT = "verify-certificate-1"


@dataclass(frozen=True, slots=True)
class Certificate:
    """A verdict that anybody can check with ``verify/check.py`` alone.

    ``bytes(certificate)`` is its file: canonical JSON and a line end.
    """

    data: bytes
    verdict: str
    digest: str
    """SHA-256 of the canonical JSON without the digest itself, hexadecimal"""

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the file, whole or not at all; a device or a pipe is written to as it is."""
        write_whole(path, self.data)

    def __bytes__(self) -> bytes:
        return self.data

    def __repr__(self) -> str:
        what = "the claim holds" if self.verdict == "holds" else "the claim is violated"
        return f"<Certificate that {what}, of {len(self.data)} bytes>"


def certificate(
    verdict: Verdict | MeasureVerdict, about: Mapping[str, str] | None = None
) -> Certificate:
    """The certificate of a verdict on rational laws.

    ``about`` may hold text that nobody checks, such as the hash of a document.

    Raises `verify.NotAvailableError` for laws with powers of e, for claims of zCDP, and for more
    bytes than the checker reads.
    """
    if isinstance(verdict.claim, ZcdpClaim):
        raise NotAvailableError("claims of zCDP have no certificate yet", form="a claim with alpha")
    if isinstance(verdict.mechanism, PerRound):
        problem = "the value of a game has no certificate yet"
        raise NotAvailableError(problem, form="a claim about one pair of inputs for all rounds")
    if isinstance(verdict, Verdict) and not verdict.is_exact:
        problem = "bounds of δ* have no certificate yet"
        raise NotAvailableError(problem, form="an exact method, or fewer releases")
    _require_rational(verdict.mechanism, verdict.edges)
    evidence = evidence_of(verdict)
    model = _model(verdict.mechanism, evidence)
    places = model.places
    body: dict[str, Any] = {
        "claim": _claim(verdict.claim),
        "evidence": evidence.written,
        "format": FORMAT,
        "model": model.written(verdict.mechanism.inputs),
        "pairs": [[places[i], places[j]] for i, j in evidence.pairs],
        "verdict": verdict.verdict,
    }
    if about:
        body["about"] = dict(about)
    parts = {key: _canonical(value) for key, value in body.items()}
    digest = sha256(_object(parts)).hexdigest()
    data = _object({**parts, "digest": _canonical(digest)}) + b"\n"
    if len(data) > MOST_BYTES:
        problem = f"its certificate has {len(data)} bytes, and {MOST_BYTES} are read"
        raise NotAvailableError(problem, form="a claim about fewer inputs, or a smaller mechanism")
    return Certificate(data, verdict.verdict, digest)


def _require_rational(mechanism: Mechanism, edges: Sequence[Edge]) -> None:
    """Refuse powers of e at once: where δ* is exactly δ, no rational level is near enough."""
    if mechanism.as_table() is None:
        for i, j in distinct(mechanism, edges):
            require_rational(mechanism.pair(i, j))


def _model(mechanism: Mechanism, evidence: Evidence) -> Model:
    """The laws of all inputs that occur, with tails where the events of each pair are settled."""
    model = Model()
    for i in sorted({i for pair in evidence.pairs for i in pair}):
        model.add(i, i, mechanism.pair(i, i))
    if model.is_endless:
        for (i, j), level in zip(evidence.pairs, evidence.levels, strict=True):
            model.add(i, j, mechanism.pair(i, j), level)
    return model


def _canonical(tree: Any) -> bytes:
    text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def _object(parts: Mapping[str, bytes]) -> bytes:
    """Canonical JSON of an object, given that of its values."""
    return b"{%s}" % b",".join(b'"%s":%s' % (key.encode(), parts[key]) for key in sorted(parts))


def _claim(claim: Claim | RenyiClaim | RangeClaim) -> dict[str, Any]:
    if isinstance(claim, Claim):
        return {**_level(claim.level), "delta": hexadecimal(claim.delta)}
    if isinstance(claim, RenyiClaim):
        return {"epsilon": _epsilon(claim.level), "order": claim.order}
    return {"eta": _epsilon(claim.level)}


def _level(level: Level) -> dict[str, Any]:
    if level.as_epsilon or level.value is None:
        return {"epsilon": _epsilon(level)}
    return {"alpha": hexadecimal(level.value)}


def _epsilon(level: Level) -> dict[str, Any]:
    """c + Σ q·ln r as written down."""
    terms = level.terms
    if not level.as_epsilon:
        assert level.value is not None
        return {"constant": "0x0", "logarithms": [["0x1", hexadecimal(level.value)]]}
    logarithms = [[hexadecimal(q), hexadecimal(mpq(base))] for base, q in terms]
    return {"constant": hexadecimal(level.constant), "logarithms": logarithms}
