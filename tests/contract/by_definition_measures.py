"""Rényi moments, bounded range and reconstruction by definition, in plain fractions."""

from fractions import Fraction
from math import comb

import by_definition as definition
from by_definition import Label, Law, Model

ZERO = Fraction(0)


def moment(p: Law, q: Law, order: int) -> Fraction | None:
    """Σ p^n·q^(1−n), None where it is infinite."""
    if not set(p) <= set(q):
        return None
    return sum((p.get(y, ZERO) ** order / q[y] ** (order - 1) for y in q), ZERO)


def greatest_moment(model: Model, order: int, adjacency: object = None) -> Fraction | None:
    table = definition.laws(model)
    found = [moment(table[x], table[y], order) for x, y in definition.neighbours(model, adjacency)]
    return None if None in found else max(m for m in found if m is not None)


def greatest_range(model: Model, adjacency: object = None) -> Fraction | None:
    """The greatest P(z)/Q(z) over the least, None where it is infinite."""
    table = definition.laws(model)
    found: list[Fraction] = []
    for x, y in definition.neighbours(model, adjacency):
        p, q = table[x], table[y]
        if set(p) != set(q):
            return None
        ratios = [p[z] / q[z] for z in p]
        found.append(max(ratios) / min(ratios))
    return max(found)


def bayes_success(model: Model, prior: dict[Label, Fraction]) -> Fraction:
    """Σ over outputs of the greatest prior·P(y | x)."""
    table = definition.laws(model)
    outputs = {y for law in table.values() for y in law}
    return sum(
        (max(prior[x] * law.get(y, ZERO) for x, law in table.items()) for y in outputs), ZERO
    )


def subset_counts(population: int, ones: int, size: int) -> dict[int, Fraction]:
    """How many ones a sample without replacement has: the hypergeometric law, for tests."""
    whole = comb(population, size)
    return {
        k: Fraction(comb(ones, k) * comb(population - ones, size - k), whole)
        for k in range(size + 1)
    }
