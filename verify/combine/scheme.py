"""What sampling and shuffling schemes have in common: who can be a neighbour, tables of ``of``."""

from __future__ import annotations

from verify.errors import AdjacencyError, NotAvailableError
from verify.law.adjacency import Adjacency
from verify.law.channel import explicit
from verify.law.mechanism import Mechanism
from verify.law.pair import TablePair
from verify.law.ring_channel import RingChannel
from verify.law.series_channel import SeriesChannel
from verify.law.series_mixture import AnyTable

__all__ = ["require_meaning", "table_of"]


def require_meaning(adjacency: Adjacency, meaningful: tuple[str, ...], inputs: str) -> str:
    """The kind of the adjacency, or of what it groups, which must be one that the inputs have."""
    while adjacency.kind == "group" and adjacency.of is not None:
        adjacency = adjacency.of
    if adjacency.kind not in meaningful:
        problem = f"{adjacency.kind!r} has no meaning for {inputs}"
        form = f"{', '.join(meaningful)}, or a group of one of them"
        raise AdjacencyError(problem, at="adjacency", form=form)
    return adjacency.kind


def table_of(of: Mechanism, use: str) -> AnyTable:
    """The laws of ``of`` as rows of one table, in the order of its inputs, with its own labels.

    Raises `NotAvailableError` where they are infinite and not collapsed into one table.
    """
    if isinstance(of, (RingChannel, SeriesChannel)):
        return of
    pair = of.pair(0, 0)
    if isinstance(pair, TablePair) and pair.channel is of.as_table():
        return pair.channel
    if of.is_infinite():
        problem = f"{use} of laws with infinitely many outputs that are no table is not available"
        raise NotAvailableError(problem, at="of", form='a finite model such as "clamped_geometric"')
    return explicit(of)
