"""Mixtures of laws on integers without end: outcome by outcome, the tails term by term."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gmpy2 import mpq

from verify.errors import NotAvailableError
from verify.law.adjacency import Adjacency
from verify.law.channel import AnyChannel, Channel
from verify.law.labels import Label
from verify.law.mechanism import Mechanism
from verify.law.naming import Naming, Same
from verify.law.series import Series
from verify.law.series_channel import SeriesChannel, SeriesRow
from verify.law.tails import GeometricTails, integer_of, tails_of

__all__ = ["AnyTable", "SeriesLaw", "mixed_laws", "series_channel", "series_law"]

AnyTable: TypeAlias = "AnyChannel | SeriesChannel"
"""Laws written out, or with noise without end"""


@dataclass(frozen=True, slots=True)
class SeriesLaw:
    """A law as probabilities of single outcomes, and a series for every naming of integers."""

    alone: dict[Label, mpq]
    strands: dict[Naming, Series]


def series_law(mechanism: Mechanism, index: int) -> SeriesLaw:
    """The law at an input; collapsed tails are opened again.

    Raises `NotAvailableError` where the noise behind a collapsed tail is not known.
    """
    if isinstance(mechanism, SeriesChannel):
        row = mechanism.rows[index]
        alone = dict(zip(mechanism.labels, row.alone, strict=True))
        return SeriesLaw(alone, dict(zip(mechanism.namings, row.strands, strict=True)))
    if not mechanism.is_infinite():
        law = mechanism.law(mechanism.inputs[index])
        return SeriesLaw({y: p for y, p in law.items() if p}, {})
    tails = tails_of(mechanism.collapsed) if isinstance(mechanism, Channel) else None
    if tails is None or not isinstance(mechanism, Channel):
        problem = "its noise without end is not that of one integer"
        form = 'finite parts such as "clamped_geometric", or revealed = true'
        raise NotAvailableError(problem, form=form)
    return _opened(mechanism, index, tails)


def mixed_laws(parts: Sequence[tuple[mpq, SeriesLaw]]) -> SeriesLaw:
    """Σ w_i·(law i)."""
    alone: dict[Label, mpq] = {}
    strands: dict[Naming, Series] = {}
    for weight, law in parts:
        for y, p in law.alone.items():
            alone[y] = alone.get(y, mpq(0)) + weight * p
        for naming, series in law.strands.items():
            share = series.scaled(weight)
            strands[naming] = strands[naming] + share if naming in strands else share
    return SeriesLaw(alone, strands)


def series_channel(
    inputs: Iterable[Label], laws: Sequence[SeriesLaw], adjacency: Adjacency, absent: Label | None
) -> SeriesChannel:
    """The channel with these rows; single outcomes that a strand names as well join it."""
    namings = list(dict.fromkeys(naming for law in laws for naming in law.strands))
    joined = [_joined(law, namings) for law in laws]
    labels = list(dict.fromkeys(y for law in joined for y in law.alone))
    nothing = Series(0, {}, (), {})
    rows = [
        SeriesRow(
            tuple(law.alone.get(y, mpq(0)) for y in labels),
            tuple(law.strands.get(naming, nothing) for naming in namings),
        )
        for law in joined
    ]
    return SeriesChannel(tuple(inputs), labels, namings, rows, adjacency, absent)


def _opened(channel: Channel, index: int, tails: GeometricTails) -> SeriesLaw:
    alone: dict[Label, mpq] = {}
    strand = Series(0, {}, (), {})
    for output, p in zip(channel.outputs, channel.row(index), strict=True):
        inside = tails.inside(output)
        if inside is not None:
            end, law = inside
            strand = strand + law.shifted(end).scaled(p)
        elif p:
            alone[output] = p
    return SeriesLaw(alone, {Same(): strand})


def _joined(law: SeriesLaw, namings: Sequence[Naming]) -> SeriesLaw:
    alone: dict[Label, mpq] = {}
    strands = dict(law.strands)
    for y, p in law.alone.items():
        for naming in namings:
            z = integer_of(naming.original(y))
            if z is not None:
                point = Series(z, {}, (p,), {})
                strands[naming] = strands[naming] + point if naming in strands else point
                break
        else:
            alone[y] = p
    return SeriesLaw(alone, strands)
