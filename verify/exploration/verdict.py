"""Claims about functions: decided exactly, or between bounds where something is unexplored.

Let P₀ and Q₀ be the explored parts of two laws, and r and s what is unexplored of them. Whatever
the unexplored outcomes are,

    H_α(P₀ ‖ Q₀) − α·s  <=  H_α(P ‖ Q)  <=  H_α(P₀ ‖ Q₀) + r,

as P >= P₀ everywhere and Q exceeds Q₀ by s at most, and as a positive part grows by no more than
its argument does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from gmpy2 import mpq

from verify import resources
from verify.claim.claim import Claim
from verify.claim.verdict import HOLDS, UNDECIDED, VIOLATED, Direction, Verdict, certify
from verify.errors import AdjacencyError, InputError
from verify.exact.level import Level
from verify.exact.quotient import Number, over_one_scale
from verify.exploration.explored import ExploredMechanism
from verify.exploration.neighbours import FORM
from verify.exploration.outcomes import Raised
from verify.exploration.shrink import smallest_event, smallest_pair
from verify.law.labels import Label
from verify.loss.delta import Delta, delta_of, exactly

__all__ = ["UNDECIDED", "CodeVerdict", "CodeWitness", "certify_code"]

ENOUGH = 100_000
"""Paths of real numbers that are followed where the code itself has loops"""


@dataclass(frozen=True, eq=False)
class CodeWitness:
    """What refutes a claim: two neighbouring inputs and a set of results, as small as possible.

    ``p`` is the least probability of the event at ``input``, and ``q`` the greatest at
    ``neighbour``: they are exact where nothing is unexplored. ``excess`` = p − α·q > δ.
    """

    input: Any
    neighbour: Any
    outputs: tuple[Label, ...]
    p: Number
    q: Number
    excess: Delta
    places: tuple[int, int] = field(repr=False)
    columns: tuple[int, ...] = field(repr=False)
    """which outcomes these are"""


@dataclass(frozen=True, eq=False)
class CodeVerdict:
    """The answer to a claim about a function: "holds", "violated" or "undecided".

    δ* lies between ``delta_lower`` and ``delta_upper``: equal where nothing is unexplored.
    """

    explored: ExploredMechanism = field(repr=False)
    claim: Claim
    verdict: str
    delta_lower: Delta
    delta_upper: Delta
    witness: CodeWitness | None
    of_channel: Verdict = field(repr=False)
    """the verdict on the channel, in which what is unexplored counts against the claim"""

    @property
    def holds(self) -> bool:
        """Whether the claim is proved."""
        return self.verdict == HOLDS

    @cached_property
    def ideal(self) -> CodeVerdict | None:
        """The verdict where doubles are read as real numbers; None where that is not followed.

        Draws that have infinitely many values, and code whose states are merged, then get a
        residual of 1e-9 and, the latter, no more than `ENOUGH` paths.
        """
        settings, paths = self.explored.settings, resources.current().paths
        tries = [(settings.residual, paths), ("1e-9", paths)]
        for residual, most in [("1e-9", min(paths, ENOUGH))] if settings.merge else tries:
            try:
                with resources.limits(paths=most):
                    found = self.explored.again(ideal=True, merge=False, residual=residual)
                return certify_code(found, self.claim)
            except InputError:
                continue
        return None

    @property
    def is_exact(self) -> bool:
        """Whether nothing is unexplored."""
        return not any(self.explored.unexplored)

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        star = f"{self.delta_upper!r}" if self.is_exact else f"in {self._between}"
        return f"<CodeVerdict {self.verdict}: δ* {'= ' * self.is_exact}{star} for {self.claim}>"

    @property
    def _between(self) -> str:
        return f"[{self.delta_lower.lower()}, {self.delta_upper.upper()}]"


def certify_code(explored: ExploredMechanism, claim: Claim) -> CodeVerdict:
    """Decide whether a function keeps a claim on the inputs that were explored."""
    if not explored.edges:
        raise AdjacencyError("no two inputs are neighbours", at="adjacency", form=FORM)
    _require_result(explored)
    found = certify(explored.channel, claim, full=True)
    lower = {each.places: _lower(explored, each) for each in found.directions}
    star = exactly(found.delta_star)
    least = max(lower.values(), default=star)
    exceeding = [places for places, delta in lower.items() if delta.sign_against(claim.delta) > 0]
    verdict = VIOLATED if exceeding else HOLDS if found.holds else UNDECIDED
    witness = _witness(explored, claim, exceeding) if exceeding else None
    return CodeVerdict(explored, claim, verdict, least, star, witness, found)


def _require_result(explored: ExploredMechanism) -> None:
    """Raise if all that was explored ends with exceptions: there is nothing to be private about."""
    values = [value for walk in explored.walks for value in walk.values.values()]
    if values and all(isinstance(value, Raised) for value in values):
        problem = f"every run ends with an exception: {values[0].text}"
        source = explored.settings.source
        raise InputError(
            problem,
            at=explored.name,
            form=f"a function that gives a result from its data and its source, {source}",
        )


def _lower(explored: ExploredMechanism, direction: Direction) -> Delta:
    """H_α(P₀ ‖ Q₀) − α·s, or 0."""
    left = [explored.unexplored[place] for place in direction.places]
    delta = exactly(direction.delta)
    if not any(left):
        return delta
    found = _delta(delta.a - left[0], delta.b + left[1], delta.level)
    return found if found.sign_against(mpq(0)) > 0 else _delta(mpq(0), mpq(0), delta.level)


def _delta(a: Number, b: Number, level: Level) -> Delta:
    """a − α·b."""
    sums, scale = over_one_scale([a, b])
    return delta_of((sums[0], sums[1]), scale, level)


def _witness(
    explored: ExploredMechanism, claim: Claim, exceeding: list[tuple[int, int]]
) -> CodeWitness:
    places = smallest_pair(explored.inputs, exceeding)
    columns = smallest_event(explored, claim, places)
    laws = [explored.walks[place].law for place in places]
    sums = [sum((law.get(explored.keys[i], mpq(0)) for i in columns), mpq(0)) for law in laws]
    p, q = sums[0], sums[1] + explored.unexplored[places[1]]
    excess = _delta(p, q, claim.level)
    outputs = tuple([explored.channel.outputs[i] for i in columns])
    first, second = (explored.inputs[place] for place in places)
    return CodeWitness(first, second, outputs, p, q, excess, places, columns)
