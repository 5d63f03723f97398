"""``poisson_subsample``: the record takes part with some probability, independently of all else."""

from __future__ import annotations

from gmpy2 import mpq, mpz

from verify.combine.scheme import require_meaning, table_of
from verify.errors import AdjacencyError, InputError
from verify.exact.rational import Exact, probability
from verify.law.adjacency import Adjacency, Edge
from verify.law.channel import Channel
from verify.law.labels import Label, label, one_of, show
from verify.law.mechanism import Mechanism, require_law
from verify.law.mixed_rows import mixed_channel
from verify.law.pair import Pair
from verify.law.series_mixture import AnyTable

__all__ = ["PoissonSubsample", "poisson_subsample"]

ADD_REMOVE = Adjacency("add_remove")

MEANINGFUL = ("add_remove", "replace", "all_pairs", "within", "pairs")


class PoissonSubsample(Mechanism):
    """``of`` at the record with probability q, else at the absent record."""

    __slots__ = ("absent", "adjacency", "inputs", "of", "rate", "table")

    def __init__(self, rate: mpq, of: Mechanism, absent: Label) -> None:
        self.rate = rate
        self.of = of
        self.inputs = of.inputs
        self.absent = absent
        self.adjacency = ADD_REMOVE
        self.table = _sampled(rate, table_of(of, "subsampling"), of.inputs.index(absent))

    def pair(self, first: int, second: int) -> Pair:
        """Two rows of the table of mixtures."""
        return self.table.pair(first, second)

    def as_table(self) -> Channel | None:
        """The table of mixtures."""
        return self.table.as_table()

    def answer_bits(self) -> int:
        """Those of the table."""
        return self.table.answer_bits()

    def is_infinite(self) -> bool:
        """Whether an output of ``of`` stands for infinitely many."""
        return self.table.is_infinite()

    def _find_edges(self, adjacency: Adjacency) -> list[Edge]:
        kind = require_meaning(adjacency, MEANINGFUL, "a record that may be absent")
        if kind == "replace" and len(self.inputs) == 2:
            problem = "'replace' needs two records beside the absent one"
            raise AdjacencyError(problem, at="adjacency", form="add_remove, or a further input")
        return adjacency.edges(self.inputs, self.absent)

    def __repr__(self) -> str:
        return f"<PoissonSubsample at rate {self.rate} of {self.of!r}>"


def poisson_subsample(rate: Exact, of: Mechanism, absent: object) -> PoissonSubsample:
    """The record is in the sample with probability q, independently of everything else.

        P(y | x) = (1 − q)·of(y | absent) + q·of(y | x),    P(y | absent) = of(y | absent).

    Inputs and outputs are those of ``of``. Default adjacency add_remove, whose remove direction
    obeys H_{1+q(α−1)}(with ‖ without) = q·H_α(of). Meaningful are also ``replace`` and
    ``all_pairs`` (every two inputs, the absent one included), ``within``, listed pairs and groups
    of these: the same scheme is less private under ``replace`` than under add_remove.

    Raises `verify.InputError` for a rate outside [0, 1] or an absent input that ``of`` has not,
    and `verify.NotAvailableError` for an infinite ``of`` that is no table.

    Source: Balle, Barthe and Gaboardi 2018, section 4; Li, Qardaji and Su 2012.

    >>> from verify.mechanisms import randomized_response
    >>> poisson_subsample("1/2", randomized_response("3/4"), absent="0").table.row(1)
    [mpq(1,2), mpq(1,2)]
    """
    require_law(of, "of")
    share, name = probability(rate, "rate"), label(absent, "absent")
    if name not in of.inputs:
        problem = f"{show(name)} is no input of the mechanism"
        raise InputError(problem, at="absent", form=one_of(of.inputs))
    return PoissonSubsample(share, of, name)


def _sampled(rate: mpq, table: AnyTable, without: int) -> AnyTable:
    total, taken = mpz(rate.denominator), mpz(rate.numerator)
    size = len(table.inputs)
    mixtures = (
        {without: total} if i == without else {without: total - taken, i: taken}
        for i in range(size)
    )
    return mixed_channel(
        table,
        table.inputs,
        mixtures,
        size,
        total,
        adjacency=ADD_REMOVE,
        absent=table.inputs[without],
    )
