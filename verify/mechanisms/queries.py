"""What mechanisms on integer queries have in common: the table of answers, and the noise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from gmpy2 import mpq

from verify import resources
from verify.errors import InputError
from verify.exact.rational import integer, rational, shorten
from verify.law.labels import Label, key_label, key_text
from verify.law.series import Series, one_sided, two_sided

__all__ = ["Queries", "constant", "noise", "noise_ratio", "query_table", "sides"]

Queries: TypeAlias = "Mapping[Any, Iterable[object]]"
"""{input: [integer answers of the queries]}"""


def query_table(queries: Queries) -> dict[Label, tuple[int, ...]]:
    """The answers at every input: as many integers for one as for another."""
    form = '{"x": [1, 0], "y": [0, 0]}: one list of integers per input'
    if not isinstance(queries, Mapping) or not queries:
        raise InputError("expected a table of answers", at="queries", form=form)
    found: dict[Label, tuple[int, ...]] = {}
    for key, values in queries.items():
        name = key_label(key, "queries")
        place = f"queries.{key_text(name)}"
        if name in found:
            raise InputError("the input stands twice", at=place, form="each input once")
        if not isinstance(values, (list, tuple)):
            raise InputError("expected a list of integers", at=place, form=form)
        found[name] = tuple(integer(v, f"{place}[{i}]") for i, v in enumerate(values))
        _check_length(found, name, place)
    resources.check("inputs", len(found), "the number of inputs", "queries")
    return found


def _check_length(found: dict[Label, tuple[int, ...]], name: Label, place: str) -> None:
    size, first = len(found[name]), next(iter(found.values()))
    if size != len(first):
        problem = f"there are {size} answers where the first input has {len(first)}"
        raise InputError(problem, at=place, form="one answer per query")
    if not size:
        raise InputError("there are no queries", at=place, form="at least one integer")


def noise_ratio(value: object, at: str = "ratio", *, none: bool = False) -> mpq:
    """The ratio of geometric noise, strictly between 0 and 1 (0 for no noise, where allowed)."""
    number = rational(value, at)
    if 0 < number < 1 or (none and number == 0):
        return number
    side = "at least 1" if number >= 1 else "0" if number == 0 else "below 0"
    more = ', or "0" for no noise' if none else ""
    form = f'a ratio strictly between 0 and 1 such as "1/2"{more}'
    raise InputError(f"{shorten(number)} is {side}", at=at, form=form)


def sides(value: object) -> int:
    """1 or 2."""
    number = integer(value, "sided")
    if number not in (1, 2):
        raise InputError(f"{number} sides", at="sided", form="1 or 2")
    return number


def noise(ratio: mpq, sided: int) -> Series:
    """The law of geometric noise; the point 0 where the ratio is 0."""
    if not ratio:
        return Series(0, {}, (mpq(1),), {})
    return two_sided(ratio) if sided == 2 else one_sided(ratio)


def constant(value: int) -> Series:
    """z ↦ value."""
    terms = {mpq(1): mpq(value)} if value else {}
    return Series(0, terms, (), terms)
