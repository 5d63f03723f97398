"""The search: every instance of a rule, smallest first, until one breaks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from itertools import product
from pickle import PicklingError
from typing import TYPE_CHECKING, Any

from verify.claim.verdict import Verdict
from verify.counterexamples.rule import Instance, Predicate, Rule
from verify.counterexamples.rules import RULES
from verify.counterexamples.tables import Table, laws, laws_count, levels, tables_count, tables_from
from verify.document.load import load
from verify.errors import InputError, VerifyError
from verify.exact.rational import Exact, integer
from verify.parallel import in_order, working
from verify.resources import current

if TYPE_CHECKING:
    from concurrent.futures import Executor  # takes longer to import than most answers

__all__ = ["Search", "rule_of", "search"]

MOST_OUTPUTS, MOST_DENOMINATOR = 12, 1000

OUTPUTS, DENOMINATOR = 3, 4
"""Bounds unless others are given"""


@dataclass(frozen=True)
class Search:
    """What a search came to."""

    rule: Rule
    outputs: int
    """the most outputs of a channel"""
    denominator: int
    """the greatest denominator"""
    tried: int
    """instances that were tried, the one found included"""
    met: int
    """of these, those that the rule says something about"""
    found: Instance | None
    """the smallest instance that breaks the rule; None where none was found"""
    complete: bool
    """whether nothing within the bounds was left out"""
    verdict: Verdict | None = field(repr=False, default=None)
    """the engine's verdict on the rule's claim about what was found, where the rule makes one"""

    @property
    def document(self) -> dict[str, Any] | None:
        """What was found as a model document, with the claim of the rule."""
        return None if self.found is None else self.rule.document(self.found)

    def __str__(self) -> str:
        bounds = f"m <= {self.outputs}, D <= {self.denominator}"
        if self.found is not None:
            return f"{self.found} breaks it; {self.tried} tried ({bounds})"
        end = "none within the bounds" if self.complete else "none before the limit of instances"
        return f"{end}; {self.tried} tried ({bounds})"


def search(
    rule: str | Rule,
    *,
    outputs: Exact | None = None,
    denominator: Exact = DENOMINATOR,
    executor: Executor | None = None,
) -> Search:
    """The smallest channel that breaks a rule, with at most so many outputs and such a denominator.

    Unless they are given, these are 3 (4 for rules on two bits) and 4.

    The order is: denominator, then number of outputs, then probabilities lexicographically, then
    level. So what is found is the smallest, and nothing before it breaks the rule. Channels are
    tried at α = 1, 3/2, 2, 3, 4 and at, between and beyond their likelihood ratios. A rule is one
    of `rules` by name, or made by `claimed_bound` or `predicate`. The engine decides what
    is found anew. The search ends at ``limits.instances`` instances.

    Raises `verify.InputError` for a name or a bound that is none.

    >>> print(search("delta_as_maximum"))
    [0, 1] [1/2, 1/2] and [0, 1] [1/2, 1/2], α = 1 breaks it; ...
    >>> print(search("basic_composition", outputs=2, denominator=2))
    none within the bounds; ... tried (m <= 2, D <= 2)
    """
    chosen = rule_of(rule)
    least = chosen.shape.least
    most = (
        _bound(max(OUTPUTS, least) if outputs is None else outputs, "outputs", least, MOST_OUTPUTS),
        _bound(denominator, "denominator", 1, MOST_DENOMINATOR),
    )
    with working(executor), _pickling():
        tried, met, found, complete = _run(chosen, *most)
    verdict = None if found is None else _confirmed(chosen, found)
    return Search(chosen, *most, tried, met, found, complete, verdict)


@contextmanager
def _pickling() -> Iterator[None]:
    """Other processes cannot be given every function."""
    try:
        yield
    except (PicklingError, AttributeError, TypeError) as error:
        if "pickle" not in str(error):
            raise
        problem = f"the rule cannot be given to other processes: {error}"[:300]
        form = "a function of a module by its name, or one process"
        raise InputError(problem, at="rule", form=form) from None


def _bound(value: Exact, at: str, least: int, most: int) -> int:
    found = integer(value, at)
    if not least <= found <= most:
        problem = f"{found} is {'below' if found < least else 'above'} what can be searched"
        raise InputError(problem, at=at, form=f"a number from {least} to {most}")
    return found


def rule_of(rule: str | Rule) -> Rule:
    """A rule by its name, or as it is."""
    if isinstance(rule, Rule):
        return rule
    if not isinstance(rule, str) or rule not in RULES:
        near = get_close_matches(str(rule), RULES, 3, 0.3) or list(RULES)[:3]
        problem = f"no rule is called {str(rule)[:80]!r}"
        form = f"{' or '.join(near)}; verify counterexamples --rules lists all of them"
        raise InputError(problem, at="rule", form=form)
    return RULES[rule]


def _run(rule: Rule, outputs: int, denominator: int) -> tuple[int, int, Instance | None, bool]:
    most = current().instances
    heads = _heads(rule, outputs, denominator)
    count = min(most, _heads_count(rule, outputs, denominator))
    tried = met = 0
    for piece in in_order(partial(_piece, _portable(rule), most), heads, count, "channels"):
        tried, met = tried + piece[0], met + piece[1]
        if piece[2] is not None:
            return tried, met, piece[2], True
        if tried >= most:
            return tried, met, None, False
    return tried, met, None, True


Head = tuple[int, int, Any]
"""A denominator, a number of outputs (of both channels together), and the first row or channel"""


def _heads(rule: Rule, outputs: int, denominator: int) -> Iterator[Head]:
    """The pieces of the search; everything in one is smaller than everything in the next."""
    shape = rule.shape
    counts = shape.counts(outputs)
    for d in range(1, denominator + 1):
        if shape.channels == 1:
            yield from ((d, m, row) for m in counts for row in laws(d, m))
            continue
        for total in range(2 * counts.start, 2 * counts.stop - 1):
            if shape.alike and total % 2:
                continue
            firsts = [total // 2] if shape.alike else [m for m in counts if total - m in counts]
            yield from ((d, total, first) for first in _channels(shape.rows, firsts, d))


def _heads_count(rule: Rule, outputs: int, denominator: int) -> int:
    """At least how many there are, for a bar that shows how far the search is."""
    shape = rule.shape
    counts = shape.counts(outputs)
    single = ((laws_count(d, m) for m in counts) for d in range(1, denominator + 1))
    if shape.channels == 1:
        return sum(map(sum, single))
    return sum(
        tables_count(d, m, shape.rows) * len(counts)
        for d in range(1, denominator + 1)
        for m in counts
    )


def _portable(rule: Rule) -> Rule | str:
    """A rule in a form that other processes can be given: our own go by name."""
    return rule.name if RULES.get(rule.name) is rule else rule


def _piece(named: Rule | str, most: int, head: Head) -> tuple[int, int, Instance | None]:
    """How many instances were tried, how many met the hypothesis, the first that breaks it."""
    rule, tried, met = rule_of(named), 0, 0
    for instance in _instances(rule, head):
        tried += 1
        broken = rule.breaks(instance)
        met += broken is not None
        if broken:
            return tried, met, instance
        if tried >= most:
            break
    return tried, met, None


def _instances(rule: Rule, head: Head) -> Iterator[Instance]:
    for tables in _tuples(rule, head):
        if rule.shape.has_level:
            yield from (Instance(tables, alpha) for alpha in levels(tables))
        else:
            yield Instance(tables)


def _tuples(rule: Rule, head: Head) -> Iterator[tuple[Table, ...]]:
    d, outputs, first = head
    rows = rule.shape.rows
    if rule.shape.channels == 1:
        yield from ((table,) for table in tables_from(first, d, rows))
        return
    own = outputs - first.outputs
    least = 1 if first.denominator == d else d
    for other in range(least, d + 1):
        for row in laws(other, own):
            yield from ((first, second) for second in tables_from(row, other, rows))


def _channels(rows: int, counts: Sequence[int], denominator: int) -> Iterator[Table]:
    for d, m in product(range(1, denominator + 1), counts):
        for row in laws(d, m):
            yield from tables_from(row, d, rows)


def _confirmed(rule: Rule, instance: Instance) -> Verdict | None:
    """The engine's verdict: another way to the same answer."""
    if isinstance(rule, Predicate):
        return None
    (verdict,) = load(rule.document(instance)).certify()
    if not isinstance(verdict, Verdict) or verdict.holds:
        raise VerifyError(f"the engine does not confirm that {instance} breaks {rule.name}")
    return verdict
