"""Exact-arithmetic verification of differential privacy claims.

>>> import verify
>>> twice = verify.combinators.fresh(verify.mechanisms.randomized_response("3/4"), 2)
>>> verify.certify(twice, alpha=3).delta_star
3/8

Public names load on first use, so that ``import verify`` costs next to nothing.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if find_spec("verify._core") is None:
    raise ImportError(
        "verify's compiled core is not here: this is the source folder, not an installed package; "
        "run 'pip install -e .' in it, or start Python elsewhere (or with -P)"
    )

if TYPE_CHECKING:
    from verify import (
        combinators,
        counterexamples,
        exhaustive,
        measures,
        mechanisms,
        utility,
    )
    from verify.accountant.audit import Audit, audit
    from verify.accountant.events import from_dp_event
    from verify.accountant.pld import PldAudit, audit_pld
    from verify.bounds.bound import Budget
    from verify.bounds.budget import budget
    from verify.claim.claim import Claim
    from verify.claim.measure_claim import RangeClaim, RenyiClaim, ZcdpClaim
    from verify.claim.measured import MeasureVerdict
    from verify.claim.verdict import Verdict, Witness, certify
    from verify.document.load import Document, load
    from verify.errors import AdjacencyError, InputError, LimitError, NotAvailableError, VerifyError
    from verify.exact.level import Level
    from verify.exact.rational import exact_float
    from verify.exploration.assertion import PrivacyError, assert_dp
    from verify.exploration.explored import (
        Exploration,
        ExploredMechanism,
        explore,
        explore_inputs,
    )
    from verify.exploration.neighbours import Sensitivity, datasets, sensitivity
    from verify.exploration.verdict import CodeVerdict
    from verify.grid.sweep import sweep
    from verify.law.adjacency import Adjacency
    from verify.law.channel import Channel
    from verify.law.mechanism import Mechanism
    from verify.loss.delta import Delta
    from verify.loss.interval import DeltaInterval
    from verify.loss.value import DeltaValue
    from verify.profiles.epsilon import LeastLevel, epsilon
    from verify.profiles.profile import PrivacyProfile, profile
    from verify.resources import Limits, limits

_HOMES = {
    "Adjacency": "verify.law.adjacency",
    "AdjacencyError": "verify.errors",
    "Audit": "verify.accountant.audit",
    "Budget": "verify.bounds.bound",
    "Channel": "verify.law.channel",
    "Claim": "verify.claim.claim",
    "CodeVerdict": "verify.exploration.verdict",
    "Delta": "verify.loss.delta",
    "DeltaInterval": "verify.loss.interval",
    "DeltaValue": "verify.loss.value",
    "Document": "verify.document.load",
    "Exploration": "verify.exploration.explored",
    "ExploredMechanism": "verify.exploration.explored",
    "InputError": "verify.errors",
    "LeastLevel": "verify.profiles.epsilon",
    "Level": "verify.exact.level",
    "LimitError": "verify.errors",
    "Limits": "verify.resources",
    "MeasureVerdict": "verify.claim.measured",
    "Mechanism": "verify.law.mechanism",
    "NotAvailableError": "verify.errors",
    "PldAudit": "verify.accountant.pld",
    "PrivacyError": "verify.exploration.assertion",
    "PrivacyProfile": "verify.profiles.profile",
    "RangeClaim": "verify.claim.measure_claim",
    "RenyiClaim": "verify.claim.measure_claim",
    "Sensitivity": "verify.exploration.neighbours",
    "Verdict": "verify.claim.verdict",
    "VerifyError": "verify.errors",
    "Witness": "verify.claim.verdict",
    "ZcdpClaim": "verify.claim.measure_claim",
    "assert_dp": "verify.exploration.assertion",
    "audit": "verify.accountant.audit",
    "audit_pld": "verify.accountant.pld",
    "budget": "verify.bounds.budget",
    "certify": "verify.claim.verdict",
    "datasets": "verify.exploration.neighbours",
    "epsilon": "verify.profiles.epsilon",
    "exact_float": "verify.exact.rational",
    "explore": "verify.exploration.explored",
    "explore_inputs": "verify.exploration.explored",
    "from_dp_event": "verify.accountant.events",
    "limits": "verify.resources",
    "load": "verify.document.load",
    "profile": "verify.profiles.profile",
    "sensitivity": "verify.exploration.neighbours",
    "sweep": "verify.grid.sweep",
}

_MODULES = ("combinators", "counterexamples", "exhaustive", "measures", "mechanisms", "utility")

__all__ = [
    "Adjacency",
    "AdjacencyError",
    "Audit",
    "Budget",
    "Channel",
    "Claim",
    "CodeVerdict",
    "Delta",
    "DeltaInterval",
    "DeltaValue",
    "Document",
    "Exploration",
    "ExploredMechanism",
    "InputError",
    "LeastLevel",
    "Level",
    "LimitError",
    "Limits",
    "MeasureVerdict",
    "Mechanism",
    "NotAvailableError",
    "PldAudit",
    "PrivacyError",
    "PrivacyProfile",
    "RangeClaim",
    "RenyiClaim",
    "Sensitivity",
    "Verdict",
    "VerifyError",
    "Witness",
    "ZcdpClaim",
    "assert_dp",
    "audit",
    "audit_pld",
    "budget",
    "certify",
    "combinators",
    "counterexamples",
    "datasets",
    "epsilon",
    "exact_float",
    "exhaustive",
    "explore",
    "explore_inputs",
    "from_dp_event",
    "limits",
    "load",
    "measures",
    "mechanisms",
    "profile",
    "sensitivity",
    "sweep",
    "utility",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"verify.{name}")
    if name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'verify' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
