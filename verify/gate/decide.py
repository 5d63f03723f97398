"""Decides the claims of one entry of a gate; this is what runs in worker processes."""

from __future__ import annotations

from verify.claim.claim import AnyClaim
from verify.errors import InputError, VerifyError
from verify.exploration.place import told
from verify.gate.functions import answer_of_function
from verify.gate.models import Model, answer_of_claim, model_of
from verify.gate.task import Task
from verify.report.gate import GateClaimForm
from verify.resources import limits

__all__ = ["decide"]


def decide(task: Task) -> list[GateClaimForm]:
    """What becomes of an entry: one answer, or as many as its model makes claims."""
    try:
        with limits(**{**task.entry.limits, **dict(task.limits)}):
            if task.entry.function is not None:
                return [answer_of_function(task)]
            model = model_of(task)
            return [_answer(task, model, name, claim) for name, claim in model.claims]
    except BaseException as error:  # of the code under test too: nobody interrupts this process
        return [_failed(task, error)]


def _answer(task: Task, model: Model, name: str, claim: AnyClaim) -> GateClaimForm:
    try:
        return answer_of_claim(task, model, name, claim)
    except BaseException as error:
        return _failed(task, error, name)


def _failed(task: Task, error: BaseException, name: str = "") -> GateClaimForm:
    """The answer for a claim that an error stood in the way of."""
    if not isinstance(error, VerifyError):
        error = InputError(told(error), at=task.key)
    return task.failed(str(error), name)
