"""Reconstruction: the best chance to name the input after the output was seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

from proofs import engine
from proofs.definitions import Law, pure_level
from proofs.domains import Domain, Grid, Table
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]


class Believed(NamedTuple):
    """A channel with three inputs, and the prior n/10 of each."""

    table: Table
    tenths: tuple[int, int, int]

    @property
    def prior(self) -> Law:
        """The prior of every input."""
        return tuple(Fraction(n, 10) for n in self.tenths)

    def __str__(self) -> str:
        return f"{self.table}, π = ({', '.join(map(str, self.prior))})"


def triples(grid: Grid) -> Iterator[Table]:
    """Every channel of three rows in ascending order: renaming the inputs changes nothing."""
    return (table for table in grid.tables(3) if list(table.weights) == sorted(table.weights))


def believed(grid: Grid) -> Iterator[Believed]:
    """Every channel of three rows, with even and uneven priors."""
    return (
        Believed(table, tenths)
        for table in grid.tables(3)
        for tenths in ((1, 1, 8), (2, 3, 5), (4, 4, 2), (8, 1, 1))
    )


TRIPLES: Domain[Table] = Domain(
    "every channel of three rows, up to their order",
    triples,
    quick=Grid(((2, 6), (3, 4))),
    full=Grid(((2, 12), (3, 5))),
)

PRIORS: Domain[Believed] = Domain(
    "every channel of three rows, priors (1, 1, 8)/10, (2, 3, 5)/10, (4, 4, 2)/10, (8, 1, 1)/10",
    believed,
    quick=Grid(((2, 3), (3, 1))),
    full=Grid(((2, 6), (3, 3))),
)


def level(table: Table) -> Fraction | None:
    """The pure level of all pairs of inputs by definition; None for infinity."""
    found = [pure_level(p, q) for p, q in permutations(table.laws, 2)]
    finite = [alpha for alpha in found if alpha is not None]
    return max(finite) if len(finite) == len(found) else None


def finite_level(table: Table) -> Fraction:
    """The same where it is finite."""
    found = level(table)
    assert found is not None  # the hypothesis
    return found


def best_rule(laws: Sequence[Law], prior: Law) -> Fraction:
    """The best chance of all rules that name an input for every output."""
    return max(
        sum(
            (prior[named] * laws[named][z] for z, named in enumerate(rule)),
            Fraction(0),
        )
        for rule in product(range(len(laws)), repeat=len(laws[0]))
    )


def capacity(table: Table, inputs: int) -> Comparison:
    """The engine's capacity, the best of all rules, and nα/(α + n − 1) for so many inputs."""
    even = (Fraction(1, 3),) * 3
    found, alpha = engine.capacity(table.channel), finite_level(table)
    return every(
        equals(found, 3 * best_rule(table.laws, even)),
        at_most(found, inputs * alpha / (alpha + inputs - 1)),
    )


def chance(case: Believed) -> Comparison:
    """The engine's chance, and the best of all rules."""
    named = {str(x): weight for x, weight in enumerate(case.prior)}
    found = engine.reconstruction(case.table.channel, named)
    return equals(found, best_rule(case.table.laws, case.prior))


def posterior(case: Believed) -> Comparison:
    """The chance, within απ/(1 + (α − 1)π) for the likeliest input."""
    alpha, most = finite_level(case.table), max(case.prior)
    exact = chance(case)
    return every(exact, at_most(exact.values[0], alpha * most / (1 + (alpha - 1) * most)))


def even_odds(case: Believed) -> Comparison:
    """The chance, within the bound for two equally likely inputs."""
    alpha = finite_level(case.table)
    return at_most(chance(case).values[0], alpha / (1 + alpha))


LEMMAS: tuple[Lemma[Table] | Lemma[Believed], ...] = (
    Lemma(
        "leakage.capacity",
        "three pairwise α-private inputs have Σ_z max_x P(z | x) <= nα/(α + n − 1) with n = 3",
        "Alvim and others 2015",
        TRIPLES,
        lambda table: capacity(table, 3),
        Sibling(
            "it is at most 2α/(α + 1)",
            "the number of inputs",
            lambda table: capacity(table, 2),
            hypothesis=lambda table: level(table) is not None,
        ),
        hypothesis=lambda table: level(table) is not None,
    ),
    Lemma(
        "leakage.rules",
        "no rule names the input with a better chance than Σ_z max_x π(x)·P(z | x)",
        "Smith 2009",
        PRIORS,
        chance,
        Sibling(
            "it is at most the greatest prior",
            "the output is seen",
            lambda case: at_most(chance(case).values[0], max(case.prior)),
        ),
    ),
    Lemma(
        "leakage.posterior",
        "under α-privacy that chance is at most απ/(1 + (α − 1)π) for the greatest prior π",
        "Kasiviswanathan and Smith 2014; Alvim and others 2015",
        PRIORS,
        posterior,
        Sibling(
            "it is at most α/(1 + α)",
            "even priors of two inputs",
            even_odds,
            hypothesis=lambda case: level(case.table) is not None,
        ),
        hypothesis=lambda case: level(case.table) is not None,
    ),
)
