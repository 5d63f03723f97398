"""The answer of a gate as SARIF 2.1.0, for tools that show findings beside the code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

from verify import __version__
from verify.report.gate import GateClaimForm, GateForm, failures

__all__ = ["sarif_text"]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

RULES = {
    "violated": "A claim of differential privacy is false",
    "undecided": "A claim of differential privacy is not decided",
    "error": "A claim of differential privacy could not be examined",
    "leakage-changed": "The exact leakage is another than in the lock file",
    "not-locked": "A claim is not in the lock file",
}


def sarif_text(answer: GateForm) -> str:
    """One result for whatever is wrong with a claim."""
    order = list(RULES)
    rules = [{"id": rule, "shortDescription": {"text": text}} for rule, text in RULES.items()]
    driver = {"name": "verify", "version": __version__, "rules": rules}
    results = [
        _result(claim, failure.kind, order.index(failure.kind), failure.text)
        for claim in answer.claims
        for failure in failures(claim, answer.is_locked)
    ]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False)


def _result(claim: GateClaimForm, rule: str, index: int, text: str) -> dict[str, Any]:
    return {
        "ruleId": rule,
        "ruleIndex": index,
        "level": "error",
        "message": {"text": f"{claim.name}: {text}"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(claim.file)},
                    "region": {"startLine": claim.line},
                }
            }
        ],
        "partialFingerprints": {"claim/v1": f"{rule}: {claim.name}"},
    }


def _uri(file: str) -> str:
    return Path(file).as_uri() if Path(file).is_absolute() else quote(file)
