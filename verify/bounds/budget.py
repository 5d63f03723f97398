"""What theorems promise for a composition, beside what is true of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from verify import resources
from verify.bounds.advanced import AdvancedComposition
from verify.bounds.basic import BasicComposition
from verify.bounds.bound import DELTA, EPSILON, Bound, Budget, Omitted, Question
from verify.bounds.heterogeneous import MurtaghVadhan
from verify.bounds.optimal import KairouzOhViswanath
from verify.bounds.premises import Premises
from verify.bounds.reader import shares
from verify.bounds.refined import RefinedComposition
from verify.bounds.renyi import RenyiComposition
from verify.bounds.theorem import Theorem
from verify.bounds.truth import REFUSED, Truth, reason_of
from verify.bounds.zcdp import ZcdpComposition
from verify.errors import InputError
from verify.exact.level import Level
from verify.exact.rational import Exact, probability, rational
from verify.law.adjacency import Adjacency, AdjacencyForm
from verify.law.mechanism import Mechanism, require
from verify.loss.delta import Delta
from verify.profiles.epsilon import LeastLevel

__all__ = ["budget", "level_from", "question", "sum_up"]

WITHHELD = (
    "outputs share one latent draw: the guarantee of one of them need not hold once another "
    "is known, so the guarantees of the single outputs do not add up"
)

ASIDE = 2
"""Seconds that δ* may be estimated to take at a level that nobody asked for"""

THEOREMS: tuple[type[Theorem], ...] = (
    BasicComposition,
    RefinedComposition,
    AdvancedComposition,
    KairouzOhViswanath,
    MurtaghVadhan,
    RenyiComposition,
    ZcdpComposition,
)


def budget(
    mechanism: Mechanism,
    *,
    step_alpha: Exact | None = None,
    step_epsilon: Exact | None = None,
    alpha: Exact | None = None,
    epsilon: Exact | None = None,
    delta: Exact | None = None,
    slack: Exact | None = None,
    theorems: Collection[str] | None = None,
    adjacency: AdjacencyForm | None = None,
) -> Budget:
    """What composition theorems promise from the guarantees of single steps, beside the truth.

    A step is charged at ``step_alpha`` or ``step_epsilon``, else at the greatest pure level of a
    step. ``fresh`` sums its steps, ``copies`` and ``postprocess`` count as what they start from,
    ``adaptive`` takes the largest path, ``parallel`` the coordinate that moves; ``mixture``,
    ``leaky``, sampling, shuffling and tables are one query with their own exact δ. Withheld
    wherever ``shared`` occurs.

    Given ``alpha`` or ``epsilon``, the bounds are the δ's that follow for all steps together at
    that level; given ``delta``, the levels that follow at that δ; else the δ's at the level that
    the steps add up to, and of advanced composition, with δ′ = ``slack`` (1e-6 unless given), a
    level and a δ of its own. ``theorems`` are the names of those that are wanted, all for None.

    Raises `verify.InputError` where a step has no finite pure level and no step level is given.

    >>> from verify.combinators import fresh
    >>> from verify.mechanisms import randomized_response
    >>> found = budget(fresh(randomized_response("9/10"), 2), step_alpha=3)
    >>> found.step_delta, found.total_level.value, found.total_delta, found.exact
    (mpq(3,5), mpq(9,1), mpq(1,1), 18/25)
    >>> found = budget(fresh(randomized_response("3/4"), 100), delta="1e-6")
    >>> [(bound.name, bound.level.epsilon_decimal()[:5]) for bound in found.bounds[2:]]
    [('advanced composition', '277.4'), ('Kairouz-Oh-Viswanath', '94.28'), ...]
    """
    resolved = require(mechanism).resolve(adjacency)
    step = level_from(step_alpha, step_epsilon, "step-")
    level = level_from(alpha, epsilon)
    wanted = THEOREMS if theorems is None else tuple(_named(theorems))
    return sum_up(mechanism, resolved, step, question(level, delta, slack), wanted)


def _named(names: Collection[str]) -> Iterator[type[Theorem]]:
    known = {theorem.name: theorem for theorem in THEOREMS}
    for name in names:
        if name not in known:
            form = f"one of {', '.join(known)}"
            raise InputError(f"no theorem is called {name!r}", at="theorems", form=form)
        yield known[name]


def level_from(alpha: object, epsilon: object, mark: str = "") -> Level | None:
    """The level that is given as α or as ε, if one is; ``mark`` begins the names in messages."""
    if alpha is not None and epsilon is not None:
        problem = f"{mark}alpha and {mark}epsilon are both given"
        raise InputError(problem, at=f"{mark}alpha", form="one of them")
    if alpha is not None:
        return Level.alpha(rational(alpha, f"{mark}alpha"), f"{mark}alpha")
    if epsilon is None or isinstance(epsilon, str):
        return None if epsilon is None else Level.epsilon(epsilon, f"{mark}epsilon")
    return Level.epsilon(rational(epsilon, f"{mark}epsilon"), f"{mark}epsilon")


def question(level: Level | None, delta: object, slack: object, mark: str = "") -> Question:
    """What is asked; ``mark`` is how the names of options begin where a message names one."""
    target = None if delta is None else probability(delta, f"{mark}delta")
    if level is not None and target is not None:
        problem = "a level is given as well"
        raise InputError(problem, at=f"{mark}delta", form="one of them: the other is the answer")
    if slack is None:
        return Question(level, target)
    if level is not None or target is not None:
        problem = "the level, or the δ, that is given already decides δ′"
        raise InputError(problem, at=f"{mark}slack", form="a slack by itself")
    number = probability(slack, f"{mark}slack")
    if not number:
        raise InputError("0 is too small", at=f"{mark}slack", form='a δ′ such as "1e-6"')
    return Question(slack=number)


def sum_up(
    mechanism: Mechanism,
    adjacency: Adjacency,
    step: Level | None,
    asked: Question,
    theorems: Iterable[type[Theorem]] = THEOREMS,
) -> Budget:
    """The budget at a step level (the greatest pure level of a step for None)."""
    mechanism = mechanism.protecting(adjacency)
    edges = mechanism.edges(adjacency)
    if shares(mechanism):
        level = step or Level.alpha(1)
        return Budget(level, None, None, None, None, None, (), WITHHELD, asked, None, ())
    premises = Premises(mechanism, edges, step)
    truth = Truth(mechanism, adjacency, _pure_level(premises))
    bounds: list[Bound] = []
    omitted: list[Omitted] = []
    for theorem in theorems:
        try:
            bounds.append(_bound(theorem(premises), premises, asked, truth))
        except REFUSED as error:
            omitted.append(Omitted(theorem.name, reason_of(error)))
    exact, answer = truth.delta_at(premises.total_level), _answer(asked, truth)
    for name, value in (("exact", exact), ("truth", answer)):
        if isinstance(value, str):
            omitted.append(Omitted(name, value))
    return Budget(
        step_level=premises.level,
        step_delta=premises.delta,
        queries=premises.queries,
        total_level=premises.total_level,
        total_delta=premises.sum_of_deltas,
        exact=None if isinstance(exact, str) else exact,
        bounds=tuple(bounds),
        withheld=None,
        question=asked,
        truth=None if isinstance(answer, str) else answer,
        omitted=tuple(omitted),
    )


def _pure_level(premises: Premises) -> Level | None:
    try:
        return premises.pure_level
    except REFUSED:
        return None


def _bound(theorem: Theorem, premises: Premises, asked: Question, truth: Truth) -> Bound:
    name, assumptions = theorem.name, theorem.assumptions
    if asked.delta is not None:
        found = theorem.level_at(asked.delta)
        ratio = truth.ratio(found.level, asked.delta)
        return Bound(name, found.level, asked.delta, assumptions, found.detail, EPSILON, ratio)
    if asked.level is None and isinstance(theorem, AdvancedComposition):
        own, there = theorem.with_slack(asked.slack)
        with resources.limits(seconds=min(ASIDE, resources.current().seconds)):
            excess = truth.excess(own, there.delta)
        return Bound(name, own, there.delta, assumptions, there.detail, DELTA, excess)
    level = asked.level or premises.total_level
    there = theorem.delta_at(level)
    excess = truth.excess(level, there.delta)
    return Bound(name, level, there.delta, assumptions, there.detail, DELTA, excess)


def _answer(asked: Question, truth: Truth) -> Delta | LeastLevel | str | None:
    """What is true of that which is asked."""
    if asked.delta is not None:
        return truth.level_at(asked.delta)
    return None if asked.level is None else truth.delta_at(asked.level)
