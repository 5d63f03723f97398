"""The model of a certificate in integers: one scale for an input, a multiplier for each branch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from verify.cli.coq.classes import class_steps
from verify.errors import NotAvailableError

__all__ = ["Entry", "Input", "Model", "fraction"]

READING = 4
"""What a word that is read costs beside one that is computed with: most of all, memory"""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a law says of one branch: its multiplier, and a row for each of its factors."""

    weight: int
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Input:
    """A law: an outcome has weight multiplier · Π weights of its draws, divided by the scale."""

    scale: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Model:
    """Tables of integer weights; branches of (table, draws); a law for every input."""

    tables: tuple[tuple[tuple[int, ...], ...], ...]
    branches: tuple[tuple[tuple[int, int], ...], ...]
    inputs: tuple[Input, ...]

    @classmethod
    def read(cls, form: dict[str, Any]) -> Model:
        """The model of a certificate that is valid.

        Raises `verify.NotAvailableError` where a row has tails.
        """
        rows = [row for table in form["tables"] for row in table["rows"]]
        if any(row.get("tails") for row in rows):
            raise NotAvailableError("laws with tails that never end")
        tables = tuple(tuple(map(_weights, table["rows"])) for table in form["tables"])
        scales = [[int(row["scale"], 16) for row in table["rows"]] for table in form["tables"]]
        branches = tuple(tuple((t, n) for t, n in factors) for _, *factors in form["branches"])
        inputs = tuple(_input(law, branches, scales) for law in form["laws"])
        return cls(tables, branches, inputs)

    def work(self, pairs: Sequence[Sequence[int]]) -> int:
        """How many words Coq goes through, roughly, to decide the claim about the pairs."""
        rows = [row for rows in self.tables for row in rows]
        written = sum(_words(max(row, default=0)) * len(row) for row in rows)
        return READING * written + sum(self._work_of(i, j) for i, j in pairs)

    def _work_of(self, i: int, j: int) -> int:
        one, other = self.inputs[i], self.inputs[j]
        steps = sum(
            class_steps(
                [
                    (self.tables[t][r], self.tables[t][s], n)
                    for (t, n), r, s in zip(factors, p.rows, q.rows, strict=True)
                ]
            )
            for factors, p, q in zip(self.branches, one.entries, other.entries, strict=True)
        )
        return steps * max(_words(one.scale), _words(other.scale))


def fraction(text: str) -> Fraction:
    """A number of a certificate, such as "0x3/0x4"."""
    sign = -1 if text[0] == "-" else 1
    top, _, bottom = text.removeprefix("-").partition("/")
    return Fraction(sign * int(top, 16), int(bottom or "0x1", 16))


def _weights(row: dict[str, Any]) -> tuple[int, ...]:
    return tuple(int(weight, 16) for weight in row["weights"])


def _input(law: Any, branches: Any, scales: list[list[int]]) -> Input:
    """The multiplier of a branch is its weight times what its scales lack of the common one."""
    shares = []
    for (weight, *rows), factors in zip(law, branches, strict=True):
        share = fraction(weight)
        for (t, n), r in zip(factors, rows, strict=True):
            share /= scales[t][r] ** n
        shares.append((share, tuple(rows)))
    scale = lcm(*(share.denominator for share, _ in shares))
    entries = (Entry(int(share * scale), rows) for share, rows in shares)
    return Input(scale, tuple(entries))


def _words(number: int) -> int:
    return 1 + number.bit_length() // 64
