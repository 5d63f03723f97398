"""Claims of a gate about functions: the code is run along every branch of its choices."""

from __future__ import annotations

from typing import Any

from verify.claim.claim import Claim
from verify.exploration.explored import ExploredMechanism, explore_inputs
from verify.exploration.referee import referee_report
from verify.exploration.verdict import CodeVerdict, certify_code
from verify.gate.certificates import certified
from verify.gate.config import Entry
from verify.gate.exact import exact_delta
from verify.gate.targets import Place, adjacency_of, function_of, inputs_of, place_of_function
from verify.gate.task import Task
from verify.gate.tolerance import allowed_by, level_words, wider, within, words
from verify.report.code import margin_words, star_words
from verify.report.gate import GateClaimForm

__all__ = ["answer_of_function"]


def answer_of_function(task: Task) -> GateClaimForm:
    """What becomes of a claim about a function."""
    entry, allowed = task.entry, allowed_by(task.entry)
    function = function_of(entry)
    claim = Claim.of(alpha=entry.alpha, epsilon=entry.epsilon, delta=entry.delta or 0)
    verdict = certify_code(_explored(function, entry), wider(claim, allowed))
    place = place_of_function(function) or Place(task.place.file, task.place.line, None)
    found = {
        "claim": words(claim, allowed),
        "level": level_words(claim),
        "adjacency": verdict.explored.adjacency,
        **_numbers(verdict),
    }
    if verdict.holds:
        found["summary"] += within(verdict.delta_upper, claim, allowed)
    else:
        found["report"] = referee_report(verdict)
    if task.certificates is not None:
        found |= certified(verdict, entry.name, place.sha256, task.certificates)
    return task.answer(verdict.verdict, place=place, **found)


def _explored(function: Any, entry: Entry) -> ExploredMechanism:
    return explore_inputs(
        function,
        inputs_of(entry),
        adjacency=adjacency_of(entry),
        source=entry.source or "random.Random",
        attribute=entry.attribute,
        residual=entry.residual or 0,
        merge=bool(entry.merge),
        timing=bool(entry.timing),
    )


def _numbers(verdict: CodeVerdict) -> dict[str, Any]:
    """δ*, what is left of the claimed δ, and what they were found from."""
    explored = verdict.explored
    paths = sum(each.paths for each in explored.walks)
    margin = exact_delta(verdict.of_channel.margin)
    found: dict[str, Any] = {
        "delta_star": _star(verdict),
        "margin": margin if verdict.is_exact else f"at least {margin}",
        "summary": f"δ* {star_words(verdict)}, margin {margin_words(verdict)}, {paths} paths",
        "paths": paths,
    }
    if explored.platform is not None:
        found["platform"] = explored.platform
        if verdict.ideal is not None:
            found["ideal_delta_star"] = _star(verdict.ideal)
    return found


def _star(verdict: CodeVerdict) -> str:
    low, high = exact_delta(verdict.delta_lower), exact_delta(verdict.delta_upper)
    return low if verdict.is_exact else f"{low} to {high}"
