"""Groups of inputs, and what is said of single inputs: read once, by number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from verify.errors import InputError
from verify.exact.rational import rational, shorten
from verify.law.labels import Label, key_text, label, lookup, show

__all__ = ["Group", "by_input", "read_groups"]

FORM = '{"NAME": ["x", "y"]}, or {"NAME": {"x": 95, "y": 5}} with weights'


@dataclass(frozen=True, slots=True)
class Group:
    """A named group: numbers of inputs with their shares, which sum to 1."""

    name: str
    shares: tuple[tuple[int, mpq], ...]


def read_groups(groups: object, known: Mapping[Label, int]) -> tuple[Group, ...]:
    """The groups {name: [inputs]} (equal shares) or {name: {input: weight}} (weight / sum)."""
    if not isinstance(groups, Mapping):
        raise _expected("an object of groups", groups, "groups")
    if not groups:
        raise InputError("there are no groups", at="groups", form=FORM)
    return tuple(_group(name, members, known) for name, members in groups.items())


def by_input(values: object, known: Mapping[Label, int], at: str) -> dict[int, tuple[str, Any]]:
    """Where and what an object {input: value} holds, by the number of the input."""
    if not isinstance(values, Mapping):
        raise _expected("an object {input: ...}", values, at)
    found: dict[int, tuple[str, Any]] = {}
    for key, value in values.items():
        place = f"{at}.{key if isinstance(key, str) else key_text(label(key, at))}"
        index = lookup(key, known, place)
        if index in found:
            raise InputError("the input stands twice", at=place, form="each input once")
        found[index] = place, value
    return found


def _group(name: object, members: object, known: Mapping[Label, int]) -> Group:
    if not isinstance(name, str):
        raise InputError(f"{name!r} is no name of a group", at="groups", form=FORM)
    at = f"groups.{name}"
    if isinstance(members, Mapping):
        entries = by_input(members, known, at)
        weights = {i: _weight(value, place) for i, (place, value) in entries.items()}
    elif isinstance(members, (list, tuple)):
        weights = _equal(members, known, at)
    else:
        raise _expected("a list of inputs or an object {input: weight}", members, at)
    if not weights:
        raise InputError("the group is empty", at=at, form="one input or more")
    total = sum(weights.values(), mpq(0))
    return Group(name, tuple((i, weights[i] / total) for i in sorted(weights)))


def _equal(
    members: list[Any] | tuple[Any, ...], known: Mapping[Label, int], at: str
) -> dict[int, mpq]:
    weights: dict[int, mpq] = {}
    for place, member in enumerate(members):
        item = label(member, f"{at}[{place}]")
        if item not in known:
            names = ", ".join(show(x) for x in list(known)[:8])
            problem = f"unknown input {show(item)}"
            raise InputError(problem, at=f"{at}[{place}]", form=f"one of {names}")
        if known[item] in weights:
            raise InputError("the input stands twice", at=f"{at}[{place}]", form="each input once")
        weights[known[item]] = mpq(1)
    return weights


def _weight(value: object, at: str) -> mpq:
    number = rational(value, at)
    if number <= 0:
        problem = f"{shorten(number)} is not above 0"
        raise InputError(problem, at=at, form='a weight above 0, such as 95 or "1/4"')
    return number


def _expected(what: str, value: object, at: str) -> InputError:
    kind = "null" if value is None else f"a {type(value).__name__}"
    return InputError(f"expected {what}, got {kind}", at=at, form=FORM)
