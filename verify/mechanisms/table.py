"""``channel``: a mechanism written out as a table."""

from __future__ import annotations

from collections.abc import Iterable

from verify.exact.rational import Exact
from verify.law.channel import Channel

__all__ = ["channel"]


def channel(
    inputs: Iterable[object],
    outputs: Iterable[object],
    rows: Iterable[Iterable[Exact]],
    *,
    absent: object = None,
) -> Channel:
    """A table of exact probabilities: ``rows[i][j]`` = P(output j | input i).

    Labels are text, integers (their decimal text) or arrays of labels. ``absent`` names the input
    that stands for an absent record, which ``add_remove`` needs. Default adjacency: all_pairs.

    Raises `verify.InputError` for a row that does not sum to exactly 1 (and says by how much), a
    negative weight, a wrong shape or a repeated label.

    >>> channel(["0", "1"], ["no", "yes"], [["1/2", "1/2"], ["1/4", "3/4"]]).row(1)
    [mpq(1,4), mpq(3,4)]
    """
    return Channel(inputs, outputs, rows, absent=absent)
