"""Expected errors: of every input, of groups of inputs, and the worst."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from verify import resources
from verify.errors import InputError
from verify.law.labels import Label, key_label, key_text, label, lookup, show
from verify.law.mechanism import Mechanism, require_law
from verify.law.pair import INFINITE, has_outcome, outcome_count, outcomes
from verify.utility.distance import Distance
from verify.utility.expectation import listed, mean_distance
from verify.utility.groups import Group
from verify.utility.probability import probability_of
from verify.utility.question import TABLE, ErrorForm, Question, question

__all__ = ["GroupUtility", "InputUtility", "Utility", "answer", "ask", "expected_error"]


@dataclass(frozen=True, slots=True)
class InputUtility:
    """The expected error at one input."""

    input: Label
    expected: mpq


@dataclass(frozen=True, slots=True)
class GroupUtility:
    """The expected error of a group: its average, and its worst input."""

    group: str
    expected: mpq
    worst: InputUtility


@dataclass(frozen=True, slots=True, repr=False)
class Utility:
    """The expected error of a mechanism at every input, exactly."""

    error: str
    """"l1", "l2", "zero_one", or "table" for losses of the user's own"""
    inputs: tuple[InputUtility, ...]
    """in document order"""
    groups: tuple[GroupUtility, ...]
    worst: InputUtility
    """the input with the greatest expected error; of equal ones the first"""

    def of(self, x: object) -> mpq:
        """The expected error at an input."""
        known = {item.input: i for i, item in enumerate(self.inputs)}
        return self.inputs[lookup(label(x, "input"), known, "input")].expected

    def of_group(self, name: str) -> GroupUtility:
        """The expected error of a group."""
        for group in self.groups:
            if group.group == name:
                return group
        names = ", ".join(show(group.group) for group in self.groups) or "a group that is given"
        raise InputError(f"unknown group {show(str(name))}", at="group", form=f"one of {names}")

    def __repr__(self) -> str:
        worst = f"{self.worst.expected} at {show(self.worst.input)}"
        groups = "".join(f", {group.group}: {group.expected}" for group in self.groups)
        return f"<Utility {self.error}: at most {worst}{groups}>"


def expected_error(
    mechanism: Mechanism,
    error: ErrorForm = "l1",
    *,
    target: Mapping[Any, object] | None = None,
    groups: Mapping[str, Any] | None = None,
) -> Utility:
    """E[error(target(x), Y)] for Y drawn from the law at x, at every input x: exact rationals.

    ``error`` is "l1" (|y − t|), "l2" ((y − t)²), "zero_one" (1 unless y is t), or a table
    {x: {y: loss}} of rational losses, complete for outputs of positive probability. For l1 and l2
    labels are texts of exact numbers; the distance of two arrays is the sum over their entries.
    ``target`` {x: t} says what is right at x; an input that it does not list is its own target.
    ``groups`` {name: [x, …]} averages over inputs, {name: {x: weight}} with weights > 0 that count
    in proportion to their sum; both name the worst input of the group.

    Laws keep their structure: the entries of a million releases are never listed together, and
    noise without bound is summed in closed form where the law holds its tails. No adjacency and no
    level enter. Closed forms: randomized response has zero_one = 1 − p, k-ary randomized response
    l1 = (1 − p)/(k − 1)·Σ_j |j − x|.

    Raises `verify.InputError` where a label is no number or has another shape than its target,
    where the table lacks an output, and where collapsed tails leave the error open.

    >>> from verify.mechanisms import randomized_response
    >>> expected_error(randomized_response("3/4"), "zero_one", groups={"all": ["0", "1"]})
    <Utility zero_one: at most 1/4 at "0", all: 1/4>
    """
    return answer(mechanism, ask(mechanism, error, target, groups))


def ask(
    mechanism: Mechanism,
    error: ErrorForm,
    target: Mapping[Any, object] | None = None,
    groups: Mapping[str, Any] | None = None,
) -> Question:
    """A question that fits a mechanism."""
    found = question(require_law(mechanism).inputs, error, target, groups)
    if found.error == TABLE:
        _check_losses(mechanism, found)
    return found


def answer(mechanism: Mechanism, asked: Question) -> Utility:
    """The answer to a question about a mechanism with the same inputs."""
    values = _values(mechanism, asked)
    inputs = tuple(InputUtility(x, value) for x, value in zip(asked.inputs, values, strict=True))
    worst = max(inputs, key=lambda item: item.expected)
    groups = tuple(_of_group(group, inputs) for group in asked.groups)
    return Utility(asked.error, inputs, groups, worst)


def _of_group(group: Group, inputs: tuple[InputUtility, ...]) -> GroupUtility:
    expected = sum((share * inputs[i].expected for i, share in group.shares), mpq(0))
    worst = max((inputs[i] for i, _ in group.shares), key=lambda item: item.expected)
    return GroupUtility(group.name, expected, worst)


def _values(mechanism: Mechanism, asked: Question) -> list[mpq]:
    if asked.error == TABLE:
        return _mean_losses(mechanism, asked)
    if asked.error == "zero_one":
        chances = [
            1 - probability_of(mechanism.pair(i, i), target)
            for i, target in enumerate(asked.targets)
        ]
        if all(chance == 1 for chance in chances):
            _check_some_target_possible(mechanism, asked)
        return chances
    distance = Distance(asked.error)
    return [
        mean_distance(mechanism.pair(i, i), target, distance)
        for i, target in enumerate(asked.targets)
    ]


def _mean_losses(mechanism: Mechanism, asked: Question) -> list[mpq]:
    found = []
    for i, losses in enumerate(asked.losses):
        law = listed(mechanism.pair(i, i))
        found.append(sum((p * losses[_key(y)] for y, p in law), mpq(0)))
    return found


def _check_losses(mechanism: Mechanism, asked: Question) -> None:
    """Every output of positive probability has a loss, and every loss an output."""
    count = len(mechanism.inputs)
    size = max(outcome_count(mechanism.pair(i, i)) for i in range(count))
    if size >= INFINITE and mechanism.is_infinite():
        problem = "the law has infinitely many outputs, and no table lists them"
        raise InputError(problem, at="error", form='"l1", "l2" or "zero_one"')
    resources.check("outcomes", count * size, "the number of inputs times outputs", "error")
    known = {_key(y) for i in range(count) for y in _names(mechanism, i)}
    for i, (x, losses) in enumerate(zip(asked.inputs, asked.losses, strict=True)):
        at = f"error.{key_text(x)}"
        for output in losses:
            if output not in known:
                names = ", ".join(show(y) for y in sorted(known, key=repr)[:8])
                problem = f"unknown output {show(output)}"
                raise InputError(problem, at=f"{at}.{key_text(output)}", form=f"one of {names}")
        for output, _ in listed(mechanism.pair(i, i)):
            if _key(output) not in losses:
                problem = f"the output {show(output)} has no loss"
                form = "a loss for every output of positive probability"
                raise InputError(problem, at=at, form=form)


def _names(mechanism: Mechanism, index: int) -> list[Label]:
    return [y for y, _, _ in outcomes(mechanism.pair(index, index))]


def _key(output: Label) -> Label:
    """The label as the key of an object reads."""
    return key_label(key_text(output))


def _check_some_target_possible(mechanism: Mechanism, asked: Question) -> None:
    """Targets that are no outputs at all are a mistake, not an error of 1 everywhere."""
    pairs = enumerate(asked.targets)
    if any(has_outcome(mechanism.pair(i, i), target) for i, target in pairs):
        return
    first = f"input {show(asked.inputs[0])} with the target {show(asked.targets[0])}"
    problem = f"no input has its target among its outputs, for example {first}"
    form = '"target": {INPUT: OUTPUT} with the output that is right at each input'
    raise InputError(problem, at="target", form=form)
