"""``interaction``: an analyst who asks by a rule, with a budget that depends on what was seen."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar

from verify import resources
from verify.combine.adaptive import Adaptive
from verify.combine.components import check_same_inputs
from verify.errors import InputError
from verify.law.channel import AnyChannel, explicit
from verify.law.labels import Label
from verify.law.mechanism import Mechanism, require_finite, require_law
from verify.law.naming import Prefixed

__all__ = ["interaction"]

State = TypeVar("State", bound=Hashable)


def interaction(
    start: State,
    ask: Callable[[State], Mechanism | None],
    update: Callable[[State, Label], State],
) -> Adaptive:
    """The transcript of an analyst who asks by a rule, on one input.

    In state s the mechanism ``ask(s)`` answers on the input, an output y leads to the state
    ``update(s, y)``, and the interaction stops where ``ask`` gives None. The output is the array
    [y_1, …, y_n] of all answers, and its law is exact: whatever decides when to stop, or what to
    spend next, has seen the answers. States that are equal go on alike, so a rule with few states
    for every round (how often something came out, what is left of a budget) is quick for hundreds
    of rounds. Default adjacency and order of inputs are the first mechanism's.

    Raises `verify.InputError` where a state comes back, as such an interaction need not end.

    >>> from verify.mechanisms import randomized_response
    >>> coin = randomized_response("3/4")
    >>> def ask(state):  # until the first "1", three times at most
    ...     return coin if state < 3 else None
    >>> until_one = interaction(0, ask, lambda state, y: 3 if y == "1" else state + 1)
    >>> until_one.law("0")[("0", "1")]
    mpq(3,16)
    """
    rule = _Rule(ask, update)
    found = rule.mechanism(start)
    if found is None:
        form = "a rule that asks for a mechanism at first"
        raise InputError("nothing is asked", at="ask", form=form)
    return found


@dataclass
class _Rule:
    """What is known of the states, each of which is visited once."""

    ask: Callable[..., Mechanism | None]
    update: Callable[..., Hashable]
    tables: dict[int, AnyChannel] = field(default_factory=dict)
    """of the mechanisms that were asked for, which are kept by `asked`"""
    asked: list[Mechanism] = field(default_factory=list)

    def mechanism(self, start: Hashable) -> Adaptive | None:
        """What happens from a state on, with all states after it made before it."""
        known: dict[Hashable, Adaptive | None] = {}
        open_: dict[Hashable, tuple[Mechanism, dict[Label, Hashable]]] = {}
        stack = [start]
        while stack:
            state = stack[-1]
            if state in known:
                stack.pop()
            elif state in open_:
                first, after = open_.pop(state)
                known[state] = self.node(first, {y: known[then] for y, then in after.items()})
            else:
                self.visit(state, known, open_, stack)
        return known[start]

    def visit(
        self,
        state: Hashable,
        known: dict[Hashable, Adaptive | None],
        open_: dict[Hashable, tuple[Mechanism, dict[Label, Hashable]]],
        stack: list[Hashable],
    ) -> None:
        """Ask in a state, and put the states after it on the stack."""
        size = len(known) + len(open_)
        resources.check("outcomes", size, "the number of states of the interaction")
        first = self.ask(state)
        if first is None:
            known[state] = None
            return
        place = f"ask({state!r:.60})"
        table = self.table(require_law(first, place), place)
        open_[state] = first, {y: self.update(state, y) for y in table.outputs}
        for then in open_[state][1].values():
            if then in open_:
                form = "a state that counts the rounds"
                raise InputError(f"the state {then!r:.60} comes back", at="update", form=form)
            stack.append(then)

    def table(self, mechanism: Mechanism, place: str) -> AnyChannel:
        """The outputs of a mechanism, one by one."""
        if id(mechanism) not in self.tables:
            require_finite(mechanism, place, "an interaction")
            if self.asked:
                check_same_inputs(place, mechanism.inputs, self.asked[0].inputs)
            self.asked.append(mechanism)
            self.tables[id(mechanism)] = explicit(mechanism)
        return self.tables[id(mechanism)]

    def node(self, first: Mechanism, following: dict[Label, Adaptive | None]) -> Adaptive:
        """One state: a mechanism, and what follows each of its outputs."""
        return Adaptive(first, self.tables[id(first)], dict(following), Prefixed)
