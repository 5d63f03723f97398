"""Trees of dp-accounting's ``DpEvent`` as mechanisms: each event as its dominating pair of laws.

Events are recognised by the names of their classes, so dp-accounting is not imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from verify import resources
from verify.accountant.dominating import ABSENT, LEAVES, RELATIONS, RESPONSE, nothing
from verify.accountant.number import exact_value
from verify.combine.poisson import poisson_subsample
from verify.combine.product import fresh
from verify.errors import InputError, NotAvailableError
from verify.exact.rational import integer, probability
from verify.law.mechanism import Mechanism

__all__ = ["from_dp_event"]

Part = tuple[Mechanism, int]
"""An independent release and how often it is made"""

_THEIRS = {
    "ADD_OR_REMOVE_ONE": "add_remove",
    "REPLACE_ONE": "replace",
    "REPLACE_SPECIAL": "replace_special",
}

_FORM = "an event of randomized response, discrete Laplace noise, a composition or a Poisson sample"


def from_dp_event(event: object, *, relation: object = None) -> Mechanism:
    """The mechanism that a ``DpEvent`` of dp-accounting describes, as seen by one record.

    It has two inputs: "1" with the record and "0" without it, or with another one in its place.
    Their laws are the pair that dominates the event, so δ* of the result is the least δ that
    is true of whatever the event describes. Numbers are taken at their binary value.

    ``relation`` is the accountant's, "add_remove", "replace" or "replace_special" (or a member of
    ``NeighboringRelation``); without it, "add_remove", or "replace" where there is a randomized
    response. Randomized response, discrete Laplace noise, (ε, δ) guarantees, compositions and
    Poisson samples are mapped; other events are refused with `verify.NotAvailableError`, which
    names the place in the tree.
    """
    chosen = _default(event) if relation is None else _relation(relation)
    tree = _Tree(chosen, sampled=False)
    tree.add(event, "event", 1, 0)
    return tree.composed().under(RELATIONS[chosen])


@dataclass
class _Tree:
    """What has been gathered of a tree: independent releases, and the events they come from."""

    relation: str
    sampled: bool
    parts: list[Part] = field(default_factory=list)
    known: list[object] = field(default_factory=list)

    def add(self, event: object, at: str, count: int, depth: int) -> None:
        """Gather ``count`` independent runs of an event."""
        resources.check("depth", depth, "the nesting of events", at)
        name = _name(event)
        if name == "NoOpDpEvent":
            return
        if name == "SelfComposedDpEvent":
            times = integer(_field(event, "count", at), f"{at}.count", least=0)
            self.add(_field(event, "event", at), f"{at}.event", count * times, depth + 1)
        elif name == "ComposedDpEvent":
            for i, part in enumerate(_events(event, at)):
                self.add(part, f"{at}.events[{i}]", count, depth + 1)
        else:
            self._add_release(event, name, at, count, depth)

    def _add_release(self, event: object, name: str, at: str, count: int, depth: int) -> None:
        for i, other in enumerate(self.known):
            if other == event:
                mechanism, times = self.parts[i]
                self.parts[i] = mechanism, times + count
                return
        release = self._release(event, name, at, depth)
        self.known.append(event)
        self.parts.append((release, count))

    def _release(self, event: object, name: str, at: str, depth: int) -> Mechanism:
        if name == "PoissonSampledDpEvent":
            return self._sampled(event, at, depth)
        if not name.endswith("DpEvent"):
            problem = f"a value of type {name} is no event"
            raise InputError(problem, at=at, form="a DpEvent of dp-accounting")
        if name not in LEAVES:
            raise NotAvailableError(f"a {name} has no exact model", at=at, form=_FORM)
        if self.sampled and name == RESPONSE:
            problem = f"a {name} says nothing of a record outside the Poisson sample"
            raise NotAvailableError(problem, at=at, form=_FORM)
        leaf = LEAVES[name]
        if self.relation not in leaf.relations:
            problem = f"a {name} has no meaning under the relation {self.relation!r}"
            form = " or ".join(f'relation="{known}"' for known in leaf.relations)
            raise NotAvailableError(problem, at=at, form=form)
        fields = [_field(event, field, at) for field in leaf.fields]
        return leaf.build(*fields, self.relation, at)

    def _sampled(self, event: object, at: str, depth: int) -> Mechanism:
        if self.relation == "replace":
            problem = "a PoissonSampledDpEvent has no exact model under the relation 'replace'"
            raise NotAvailableError(problem, at=at, form='relation="add_remove"')
        place = f"{at}.sampling_probability"
        rate = exact_value(_field(event, "sampling_probability", at), place)
        probability(rate, place)
        inner = _Tree(self.relation, sampled=True)
        inner.add(_field(event, "event", at), f"{at}.event", 1, depth + 1)
        return poisson_subsample(rate, inner.composed(), ABSENT)

    def composed(self) -> Mechanism:
        """All releases together, each with fresh randomness."""
        made = [fresh(part, count) if count > 1 else part for part, count in self.parts if count]
        if not made:
            return nothing()
        return made[0] if len(made) == 1 else fresh(made)


def _default(event: object) -> str:
    """The relation of an accountant that can take the event."""
    return "replace" if _has_response(event, 0) else "add_remove"


def _has_response(event: object, depth: int) -> bool:
    resources.check("depth", depth, "the nesting of events", "event")
    if _name(event) == RESPONSE:
        return True
    events = getattr(event, "events", ())
    inner = [getattr(event, "event", None), *(events if isinstance(events, (list, tuple)) else ())]
    return any(_has_response(item, depth + 1) for item in inner if item is not None)


def _relation(relation: object) -> str:
    """The relation by our name, or by the accountant's member of an enumeration."""
    name = getattr(relation, "name", relation)
    known = {**{key: key for key in RELATIONS}, **_THEIRS}
    if not isinstance(name, str) or name not in known:
        form = " or ".join(f'"{key}"' for key in RELATIONS)
        raise InputError(f"{name!r} is no neighbouring relation", at="relation", form=form)
    return known[name]


def _events(event: object, at: str) -> Sequence[object]:
    events = _field(event, "events", at)
    if not isinstance(events, (list, tuple)):
        raise InputError("expected a list", at=f"{at}.events", form="a list of events")
    return events


def _field(event: object, name: str, at: str) -> Any:
    try:
        return getattr(event, name)
    except AttributeError:
        problem = f"a {_name(event)} has no {name}"
        raise InputError(problem, at=at, form="a DpEvent of dp-accounting") from None


def _name(event: object) -> str:
    return type(event).__name__
