"""The dominating pairs of single events: the law with the record, and the one without it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from verify.accountant.number import exact_value
from verify.errors import InputError
from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.exact.rational import integer, probability, shorten
from verify.law.adjacency import Adjacency
from verify.law.channel import from_probabilities
from verify.law.labels import Label
from verify.law.mechanism import Mechanism
from verify.mechanisms.laplace_noise import discrete_laplace

__all__ = ["ABSENT", "LEAVES", "RELATIONS", "RESPONSE", "Leaf", "nothing"]

ABSENT, PRESENT = "0", "1"

RELATIONS = {
    "add_remove": Adjacency("add_remove"),
    "replace": Adjacency("replace"),
    "replace_special": Adjacency("add_remove"),
}
"""The adjacency of the two inputs; under replace_special "0" is the special record"""

RESPONSE = "RandomizedResponseDpEvent"

Law = dict[Label, Number]


@dataclass(frozen=True, slots=True)
class Leaf:
    """How an event without inner events is read: its fields, and where it has a meaning."""

    fields: tuple[str, ...]
    relations: tuple[str, ...]
    build: Callable[..., Mechanism]


def nothing() -> Mechanism:
    """A release that does not depend on the record."""
    return _two_laws({"none": mpq(1)}, {"none": mpq(1)})


def _non_private(_relation: str, _at: str) -> Mechanism:
    """The record itself."""
    return _two_laws({"with": mpq(1)}, {"without": mpq(1)})


def _response(noise: Any, buckets: Any, relation: str, at: str) -> Mechanism:
    """With probability 1 − p the bucket, else one of all k; a special record has a uniform law.

    The buckets that are neither the record's nor its neighbour's are one outcome: they have one
    likelihood ratio.
    """
    p = probability(exact_value(noise, f"{at}.noise_parameter"), f"{at}.noise_parameter")
    k = integer(buckets, f"{at}.num_buckets", least=1)
    if k == 1:
        return nothing()
    truth, lie = 1 - p + p / k, p / k
    if relation == "replace_special":
        return _two_laws(
            {"truth": truth, "other": 1 - truth}, {"truth": mpq(1, k), "other": mpq(k - 1, k)}
        )
    rest = (k - 2) * lie
    return _two_laws(
        {PRESENT: truth, ABSENT: lie, "other": rest}, {PRESENT: lie, ABSENT: truth, "other": rest}
    )


def _discrete_laplace(a: Any, sensitivity: Any, _relation: str, at: str) -> Mechanism:
    """Noise of ratio e^−a around two integers that are the sensitivity apart."""
    parameter = exact_value(a, f"{at}.noise_parameter")
    if parameter <= 0:
        problem = f"{shorten(parameter)} is not positive"
        raise InputError(problem, at=f"{at}.noise_parameter", form="a positive number such as 0.5")
    distance = integer(sensitivity, f"{at}.sensitivity", least=0)
    if distance == 0:
        return nothing()
    try:
        table = discrete_laplace(1 / parameter, 0, distance)
    except InputError as error:
        raise error.under(at) from None
    laws = (dict(zip(table.outputs, table.row(i), strict=True)) for i in (distance, 0))
    return _two_laws(*laws)


def _guarantee(epsilon: Any, delta: Any, _relation: str, at: str) -> Mechanism:
    """The pair that has exactly the guarantee: with probability δ the record, else a response.

    Source: Kairouz, Oh and Viswanath 2015.
    """
    level = Level.epsilon(exact_value(epsilon, f"{at}.epsilon"), f"{at}.epsilon")
    leak = probability(exact_value(delta, f"{at}.delta"), f"{at}.delta")
    odds = level.number(at=f"{at}.epsilon")
    yes, no = (1 - leak) * (odds / (1 + odds)), (1 - leak) * (1 / (1 + odds))
    return _two_laws(
        {"with": leak, PRESENT: yes, ABSENT: no}, {"without": leak, PRESENT: no, ABSENT: yes}
    )


def _two_laws(present: Law, absent: Law) -> Mechanism:
    outputs = tuple(dict.fromkeys((*present, *absent)))
    rows = [[law.get(y, mpq(0)) for y in outputs] for law in (absent, present)]
    return from_probabilities((ABSENT, PRESENT), outputs, rows, absent=ABSENT)


_ALL = tuple(RELATIONS)

LEAVES = {
    "NonPrivateDpEvent": Leaf((), _ALL, _non_private),
    RESPONSE: Leaf(("noise_parameter", "num_buckets"), _ALL[1:], _response),
    "DiscreteLaplaceDpEvent": Leaf(
        ("noise_parameter", "sensitivity"), (_ALL[0], _ALL[2]), _discrete_laplace
    ),
    "EpsilonDeltaDpEvent": Leaf(("epsilon", "delta"), _ALL, _guarantee),
}
