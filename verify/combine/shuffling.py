"""``shuffle``: every user's local report, without who sent which."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import add

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from verify import _core, resources
from verify.combine.multisets import OnMultisets, folded, multiset_count, multisets
from verify.combine.scheme import table_of
from verify.errors import NotAvailableError
from verify.exact.quotient import Number
from verify.exact.rational import Exact, integer
from verify.law.adjacency import Adjacency
from verify.law.channel import AnyChannel, Channel, Weights, from_probabilities, limbs_for
from verify.law.mechanism import Mechanism, require_law
from verify.law.mixed_rows import packed_row
from verify.law.ring_channel import RingChannel
from verify.law.series_channel import SeriesChannel

__all__ = ["Shuffle", "shuffle"]

ONE_USER = Adjacency("one_user")

Counts = tuple[int, ...]
"""How many reports are the third, fourth, … output"""

Law = dict[Counts, mpz]
"""For every such counts a long integer, one slot per number of reports that are the second output.

So the law of two independent groups of users is a product of polynomials, in very few products of
long integers where there are few outputs.
"""


RingLaw = dict[Counts, Number]
"""The probability of every number of reports of each output"""


class Shuffle(OnMultisets):
    """The multiset of the reports of all users."""

    __slots__ = ("of", "users")

    def __init__(self, of: Mechanism, users: int, table: AnyChannel) -> None:
        super().__init__(table)
        self.of = of
        self.users = users

    def __repr__(self) -> str:
        return f"<Shuffle of {self.users} reports of {self.of!r}>"


def shuffle(users: Exact, of: Mechanism) -> Shuffle:
    """Every user reports through ``of``; what is released is the multiset of all reports.

    Inputs are all multisets of n inputs of ``of``, as arrays in the order of its inputs; the
    output is the array of the n reports, in the order of its outputs:

        P({y_1, …, y_n} | x_1, …, x_n) = Σ Π_i of(z_i | x_i)

    over the different arrangements z of y. The users other than the one that changes are not
    assumed to be honest or random: every choice of theirs is an input. Default adjacency one_user
    (one user's value replaced), which ``one_record`` means too; all_pairs, listed pairs and groups
    of these are meaningful as well. add_remove is not, because n is public; hamming is not,
    because the places of a sorted array say nothing about users.

    Where outputs of ``of`` are collapsed tails, the multiset of cells is still a sufficient
    statistic: given its cell, the law of a report does not depend on the user's value.

    Raises `verify.NotAvailableError` for an infinite ``of`` that is no table.

    Source: Cheu, Smith, Ullman, Zeber and Zhilyaev 2019; Balle, Bell, Gascón and Nissim 2019.

    >>> from verify.mechanisms import randomized_response
    >>> two = shuffle(2, randomized_response("3/4"))
    >>> two.table.outputs, two.table.row(1)
    ((('0', '0'), ('0', '1'), ('1', '1')), [mpq(3,16), mpq(5,8), mpq(3,16)])
    """
    count = integer(users, "users", least=1)
    table = table_of(require_law(of, "of"), "shuffling")
    if isinstance(table, RingChannel):
        return Shuffle(of, count, _ring_table(table, count))
    if isinstance(table, SeriesChannel):
        problem = "shuffling of laws with infinitely many likelihood ratios is not available yet"
        raise NotAvailableError(problem, at="of", form='a model such as "geometric"')
    live = np.flatnonzero(table.weights.any(axis=(0, 2))).tolist()  # outputs that occur
    inputs, outputs = _check_sizes(table, len(live), count)
    denominator = table.denominator**count
    limbs = limbs_for(denominator)
    weights = np.zeros((inputs, outputs, limbs), dtype=np.uint64)
    places = _places(len(live), count)
    for row, law in zip(weights, _laws(table, live, count, limbs), strict=True):
        for counts, value in law.items():
            row[places[counts]] = packed_row(value, len(places[counts]), limbs)
    mixed = Channel.from_weights(
        multisets(table.inputs, count),
        multisets(tuple(table.outputs[i] for i in live), count),
        weights,
        int(denominator),
        adjacency=ONE_USER,
        collapsed=table.collapsed and f"multisets of {count} reports: {table.collapsed}",
    )
    return Shuffle(of, count, mixed)


def _ring_table(table: RingChannel, users: int) -> AnyChannel:
    """The same over the ring: the number of reports of each output, one by one."""
    size = len(table.outputs)
    inputs, outputs = multiset_count(len(table.inputs), users), multiset_count(size, users)
    resources.check("inputs", inputs, "the number of inputs", "users")
    resources.check("cells", inputs * outputs**2, "the work of all convolutions", "users")
    units = [tuple(int(i == j) for j in range(size)) for i in range(size)]
    letters = [dict(zip(units, table.row(i), strict=True)) for i in range(len(table.inputs))]

    def joined(law: RingLaw, item: int, count: int, left: int) -> RingLaw:
        for _ in range(count):
            law = _joint(law, letters[item])
        return law

    laws = folded(len(letters), users, {(0,) * size: mpq(1)}, joined)
    places = [
        tuple(map(array.count, range(size))) for array in multisets(tuple(range(size)), users)
    ]
    return from_probabilities(
        multisets(table.inputs, users),
        multisets(tuple(table.outputs), users),
        [[law.get(counts, mpq(0)) for counts in places] for law in laws],
        adjacency=ONE_USER,
        collapsed=table.collapsed and f"multisets of {users} reports: {table.collapsed}",
    )


def _joint(left: RingLaw, right: RingLaw) -> RingLaw:
    found: RingLaw = {}
    for counts, p in left.items():
        for others, q in right.items():
            if q:
                key = tuple(map(add, counts, others))
                found[key] = found.get(key, mpq(0)) + p * q
    return found


def _check_sizes(table: Channel, live: int, users: int) -> tuple[int, int]:
    """The numbers of inputs and of outputs; raise where they or the work would be too much."""
    resources.check("outcomes", users, "the number of users", "users")
    inputs = multiset_count(len(table.inputs), users)
    outputs = multiset_count(live, users)
    resources.check("inputs", inputs, "the number of inputs", "users")
    resources.check(
        "outcomes", inputs * outputs, "the size of the table (inputs times outputs)", "users"
    )
    labels = max(inputs, outputs) * users
    resources.check("outcomes", labels, "the labels of all inputs, or of all outputs", "users")
    bits = users * table.denominator.bit_length()
    resources.check("answer_bits", bits, "the bits of one exact probability", "users")
    numbers = inputs * outputs + len(table.inputs) * users * outputs // 2  # rows, and powers
    bits = numbers * 64 * limbs_for(table.denominator**users)
    resources.check("class_bits", bits, "the bits of all weights", "users")
    half = multiset_count(max(1, live - 1), users // 2)  # laws of half of the users at most
    resources.check("cells", inputs * half * half, "the work of all convolutions", "users")
    return inputs, outputs


def _places(live: int, users: int) -> dict[Counts, NDArray[np.intp]]:
    """Where the slots of each long integer stand among the sorted outputs."""
    places: dict[Counts, list[int]] = {}
    for place, array in enumerate(multisets(tuple(range(live)), users)):
        rest = [0] * (live - 2)
        for item, run in groupby(array):
            if item > 1:
                rest[item - 2] = sum(1 for _ in run)
        places.setdefault(tuple(rest), []).append(place)
    return {counts: np.array(found) for counts, found in places.items()}


def _laws(table: Channel, live: list[int], users: int, limbs: int) -> Iterator[Law]:
    """The law of the reports, for every multiset of inputs in the order of its sorted array."""
    powers = [_powers(_letter(row, live, 64 * limbs), users) for row in table.weights]

    def joined(law: Law, item: int, count: int, left: int) -> Law:
        return _product(law, powers[item][count])

    return folded(len(powers), users, {(0,) * (len(live) - 2): mpz(1)}, joined)


def _letter(row: Weights, live: list[int], width: int) -> Law:
    """The law of one report."""
    weights = _core.unpack(row[live])
    law: Law = {(0,) * (len(live) - 2): weights[0]}
    if len(live) > 1:
        law[(0,) * (len(live) - 2)] += weights[1] << width
    for place, weight in enumerate(weights[2:]):
        law[(*(0,) * place, 1, *(0,) * (len(live) - 3 - place))] = weight
    return {counts: weight for counts, weight in law.items() if weight}


def _powers(letter: Law, users: int) -> list[Law]:
    """The laws of the reports of 0 to ``users`` users with one and the same value."""
    found: list[Law] = [{}, letter]
    while len(found) <= users:
        found.append(_product(found[-1], letter))
    return found


def _product(left: Law, right: Law) -> Law:
    found: Law = {}
    for counts, value in left.items():
        for others, factor in right.items():
            key = tuple(map(add, counts, others))
            found[key] = found.get(key, mpz(0)) + value * factor
    return found
