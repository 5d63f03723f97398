"""``fixed_size_subsample``: a uniformly random sample of so many records is summed and released."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gmpy2 import bincoef, mpz

from verify import resources
from verify.combine.multisets import OnMultisets, folded, multiset_count, multisets
from verify.combine.scheme import table_of
from verify.errors import InputError
from verify.exact.rational import Exact, integer
from verify.law.adjacency import Adjacency
from verify.law.labels import show
from verify.law.mechanism import Mechanism, require_law
from verify.law.mixed_rows import mixed_channel
from verify.law.series_channel import SeriesChannel
from verify.law.series_mixture import AnyTable

__all__ = ["FixedSizeSubsample", "fixed_size_subsample"]

ONE_RECORD = Adjacency("one_record")

Sums = dict[int, mpz]
"""Ways to draw a sample, by its sum"""

States = dict[tuple[int, int], mpz]
"""Ways to draw the first records of a sample, by how many they are and their sum"""


class FixedSizeSubsample(OnMultisets):
    """``of`` at the sum of a sample of the records."""

    __slots__ = ("of", "records")

    def __init__(self, of: Mechanism, records: tuple[int, ...], table: AnyTable) -> None:
        super().__init__(table)
        self.of = of
        self.records = records
        """the values that a record may have, ascending"""

    def __repr__(self) -> str:
        return f"<FixedSizeSubsample of {len(self.inputs)} populations into {self.of!r}>"


def fixed_size_subsample(
    of: Mechanism,
    records: Sequence[Exact],
    population: Exact,
    size: Exact,
    replacement: bool = False,
) -> FixedSizeSubsample:
    """A uniformly random sample of ``size`` of ``population`` records; its sum goes to ``of``.

        P(y | x_1, …, x_n) = Σ_s P(the sample of x sums to s)·of(y | s),

    where the sample is drawn without replacement (all subsets alike), or with it (``size``
    independent draws). Inputs are all multisets of n records with values from ``records``, as
    arrays in ascending order; outputs are those of ``of``, whose inputs must be integers and
    include every sum that can occur. Default adjacency one_record (one record replaced), which
    ``one_user`` means too; all_pairs, listed pairs and groups of these are meaningful as well.
    add_remove is not: n is fixed and public. hamming is not: the places of a sorted array say
    nothing about records.

    Raises `verify.InputError` where a sum is no input of ``of``, for values that are no distinct
    integers, or for a sample larger than the population without replacement; and
    `verify.NotAvailableError` for an infinite ``of`` that is no table.

    Source: Balle, Barthe and Gaboardi 2018, section 4.

    >>> from verify.mechanisms import randomized_response
    >>> one_of_three = fixed_size_subsample(randomized_response("3/4"), [0, 1], 3, 1)
    >>> one_of_three.inputs[1], one_of_three.table.row(1)
    (('0', '0', '1'), [mpq(7,12), mpq(5,12)])
    """
    require_law(of, "of")
    places = _integer_inputs(of)
    values = _values(records)
    count, drawn = integer(population, "population", least=1), integer(size, "size", least=1)
    if not isinstance(replacement, bool):
        problem = f"expected true or false, got {type(replacement).__name__}"
        raise InputError(problem, at="replacement", form="true or false")
    if drawn > count and not replacement:
        problem = f"a sample of {drawn} from {count} records needs replacement"
        raise InputError(problem, at="size", form='at most the population, or "replacement": true')
    table = table_of(of, "sampling")
    inputs = _check_sizes(table, len(values), count, drawn, replacement)
    total = mpz(count) ** drawn if replacement else bincoef(count, drawn)
    laws = _laws(values, count, drawn, replacement)
    mixtures = ({_place(s, places, drawn): w for s, w in law.items()} for law in laws)
    populations = multisets(tuple(map(str, values)), count)
    sampled = mixed_channel(table, populations, mixtures, inputs, total, adjacency=ONE_RECORD)
    return FixedSizeSubsample(of, values, sampled)


def _integer_inputs(of: Mechanism) -> dict[int, int]:
    """The number of every input of ``of``, by its value."""
    places: dict[int, int] = {}
    for i, item in enumerate(of.inputs):
        if not isinstance(item, str) or not re.fullmatch(r"0|-?[1-9][0-9]{0,999}", item):
            problem = f"its inputs must be integers, and {show(item)} is none"
            raise InputError(problem, at="of", form="a mechanism with inputs such as 0, 1, 2")
        places[int(item)] = i
    return places


def _values(records: Sequence[Exact]) -> tuple[int, ...]:
    form = "a list of distinct integers such as [0, 1]"
    if isinstance(records, str) or not isinstance(records, Sequence) or not records:
        raise InputError("expected the values that a record may have", at="records", form=form)
    found: dict[int, None] = {}
    for i, value in enumerate(records):
        number = integer(value, f"records[{i}]")
        if number in found:
            problem = f"{number} stands there already"
            raise InputError(problem, at=f"records[{i}]", form="each value once")
        found[number] = None
    return tuple(sorted(found))


def _check_sizes(
    table: AnyTable, values: int, population: int, size: int, replacement: bool
) -> int:
    """The number of inputs; raise where they, or the work to be done, would be too much."""
    resources.check("outcomes", population, "the number of records", "population")
    inputs = multiset_count(values, population)
    resources.check("inputs", inputs, "the number of inputs", "population")
    resources.check("outcomes", inputs * population, "the labels of all inputs", "population")
    cells = inputs * _columns(table)
    resources.check("outcomes", cells, "the size of the table (inputs times outputs)", "population")
    bits = size * population.bit_length() if replacement else population
    resources.check("answer_bits", bits, "the bits of one exact probability", "size")
    samples = multiset_count(min(values, population), size)  # at most, for one input
    sums = min(samples, len(table.inputs))
    states = min(samples, (size + 1) * sums)
    work = max(inputs * states, cells * sums)
    resources.check("cells", work, "the work (inputs times sums times outputs)", "population")
    resources.check("class_bits", inputs * states * bits, "the bits of all samples", "population")
    return inputs


def _columns(table: AnyTable) -> int:
    if isinstance(table, SeriesChannel):
        return len(table.labels) + len(table.namings)
    return len(table.outputs)


def _place(total: int, places: dict[int, int], size: int) -> int:
    if total not in places:
        problem = f"a sample can sum to {total}, which is none of its inputs"
        form = f"a mechanism whose inputs include every sum of {size} records"
        raise InputError(problem, at="of", form=form)
    return places[total]


def _laws(values: tuple[int, ...], population: int, size: int, replacement: bool) -> Iterator[Sums]:
    """Ways to draw each sum, for every population in the order of its sorted array."""

    def add(states: States, item: int, count: int, left: int) -> States:
        return _draw(states, values[item], count, left, size, replacement)

    for states in folded(len(values), population, {(0, 0): mpz(1)}, add):
        yield {total: ways for (_, total), ways in states.items()}


def _draw(
    states: States, value: int, count: int, left: int, size: int, replacement: bool
) -> States:
    """The states after drawing some of ``count`` records of one value; ``left`` are to come."""
    found: States = {}
    for (used, total), ways in states.items():
        free = size - used
        if replacement:
            least, most = 0 if left else free, free
            here = ways * mpz(count) ** least
        else:
            least, most = max(0, free - left), min(count, free)
            here = ways * bincoef(count, least)
        for k in range(least, most + 1):
            key = used + k, total + k * value
            found[key] = found.get(key, mpz(0)) + here
            here = here * (count * (free - k) if replacement else count - k) // (k + 1)
    return found
