"""Several outputs of one draw: a shared noise, a mask that is released."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick
from proofs.domains import Domain, Grid, Table, law_text
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

ALPHAS = (Fraction(1), Fraction(3, 2), Fraction(3))


class Noise(NamedTuple):
    """The law of a noise on the integers modulo m, and a level."""

    table: Table
    alpha: Fraction

    @property
    def law(self) -> Law:
        """The law."""
        return self.table.laws[0]

    @property
    def size(self) -> int:
        """m."""
        return self.table.outputs

    def __str__(self) -> str:
        return f"noise {law_text(self.law)}, α = {self.alpha}"


def noises(grid: Grid) -> Iterator[Noise]:
    """Every law at some levels."""
    for table in grid.tables(rows=1):
        yield from (Noise(table, alpha) for alpha in ALPHAS)


NOISES: Domain[Noise] = Domain(
    "every law of noise modulo m, at α = 1, 3/2, 3",
    noises,
    quick=Grid(((2, 8), (3, 4))),
    full=Grid(((2, 20), (3, 9))),
)

Outputs = Callable[[tuple[int, ...], tuple[int, ...]], tuple[int, ...]]
"""What is released of an input and a draw"""


def released(
    inputs: list[tuple[int, ...]], draws: dict[tuple[int, ...], Fraction], outputs: Outputs
) -> tuple[verify.Mechanism, list[dict[tuple[int, ...], Fraction]]]:
    """The engine's shared draw, and the law at each input by definition."""
    latent = {str(place): weight for place, weight in enumerate(draws.values())}
    count = len(outputs(inputs[0], next(iter(draws))))
    tables = [
        {x: {str(i): outputs(x, v)[part] for i, v in enumerate(draws)} for x in inputs}
        for part in range(count)
    ]
    laws: list[dict[tuple[int, ...], Fraction]] = []
    for x in inputs:
        law: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for v, weight in draws.items():
            law[outputs(x, v)] += weight
        laws.append(law)
    return verify.combinators.shared(latent, tables), laws


def worst(
    laws: list[dict[tuple[int, ...], Fraction]], pairs: list[tuple[int, int]], alpha: Fraction
) -> Fraction:
    """The largest H over both directions of these pairs of laws."""
    found = Fraction(0)
    for i, j in pairs:
        keys = sorted({*laws[i], *laws[j]})
        p, q = (tuple(law.get(key, Fraction(0)) for key in keys) for law in (laws[i], laws[j]))
        found = max(found, hockey_stick(p, q, alpha), hockey_stick(q, p, alpha))
    return found


def shifts(case: Noise) -> Fraction:
    """The largest H of the noise and a shift of it."""
    moved = [case.law[-s:] + case.law[:-s] for s in range(1, case.size)]
    return max(hockey_stick(case.law, other, case.alpha) for other in moved)


def two_coordinates(case: Noise, *, shared: bool) -> Comparison:
    """Two numbers, each with noise; one of them is replaced."""
    m = case.size
    inputs = list(product(range(m), repeat=2))
    single = dict(enumerate(case.law))
    if shared:
        draws: dict[tuple[int, ...], Fraction] = {(v, v): w for v, w in single.items()}
    else:
        draws = {(u, v): single[u] * single[v] for u, v in product(single, repeat=2)}
    mechanism, laws = released(
        inputs, draws, lambda x, v: tuple((a + b) % m for a, b in zip(x, v, strict=True))
    )
    pairs = [
        (i, j)
        for i, x in enumerate(inputs)
        for j, y in enumerate(inputs)
        if i < j and sum(a != b for a, b in zip(x, y, strict=True)) == 1
    ]
    found = engine.star(mechanism.under("hamming"), case.alpha)
    return every(equals(found, worst(laws, pairs, case.alpha)), equals(found, shifts(case)))


def masked(case: Noise, *, shown: bool) -> Comparison:
    """A number plus a mask, and the mask itself if it is shown."""
    m = case.size
    draws: dict[tuple[int, ...], Fraction] = {(v,): w for v, w in enumerate(case.law)}

    def outputs(x: tuple[int, ...], v: tuple[int, ...]) -> tuple[int, ...]:
        return ((x[0] + v[0]) % m, v[0]) if shown else ((x[0] + v[0]) % m,)

    mechanism, laws = released([(x,) for x in range(m)], draws, outputs)
    pairs = [(i, j) for j in range(m) for i in range(j)]
    found = engine.star(mechanism, case.alpha)
    bound = shifts(case)
    return every(equals(found, worst(laws, pairs, case.alpha)), at_most(found, bound))


def uniform(case: Noise) -> bool:
    """All values of the mask are alike."""
    return len(set(case.law)) == 1


LEMMAS: tuple[Lemma[Noise], ...] = (
    Lemma(
        "one_draw.independent",
        "two numbers modulo m, each with noise of its own, have the δ* of one number, if one of "
        "them is replaced",
        "McSherry 2009, theorem 4",
        NOISES,
        lambda case: two_coordinates(case, shared=False),
        Sibling(
            "also if both have the same noise, as each by itself is no different",
            "noise of its own",
            lambda case: two_coordinates(case, shared=True),
        ),
    ),
    Lemma(
        "one_draw.mask",
        "a number plus a mask modulo m has at most the largest H_α of the mask and a shift of it: "
        "0 if the mask is uniform",
        "Shannon 1949, on the one-time pad",
        NOISES,
        lambda case: masked(case, shown=False),
        Sibling(
            "so has the pair of it and a uniform mask, each of which says nothing",
            "the mask is not shown",
            lambda case: masked(case, shown=True),
            hypothesis=uniform,
        ),
    ),
)
