"""Sampling and shuffling by definition: every coin, every sample, every report, every allocation.

A law is a dict {output: probability}, a mechanism a dict {input: law}, as in `twin`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from twin import Law, Mechanism


def mean(laws: Sequence[Law]) -> Law:
    found: Law = {}
    for law in laws:
        for y, p in law.items():
            found[y] = found.get(y, Fraction(0)) + p / len(laws)
    return found


def poisson(of: Mechanism, rate: Fraction, absent: str) -> Mechanism:
    """Two laws, weighted by whether the record takes part."""
    found: Mechanism = {}
    for x in of:
        law: Law = {}
        for seen, weight in ((x, rate), (absent, 1 - rate)):
            for y, p in of[seen].items():
                law[y] = law.get(y, Fraction(0)) + weight * p
        found[x] = law
    return found


def fixed_size(
    of: Mechanism, records: Sequence[int], population: int, size: int, replacement: bool
) -> Mechanism:
    """The mean over all samples: subsets of places, or sequences of them."""
    found: Mechanism = {}
    for data in combinations_with_replacement(sorted(records), population):
        places = range(population)
        samples = (
            list(product(places, repeat=size)) if replacement else list(combinations(places, size))
        )
        laws = [of[str(sum(data[i] for i in sample))] for sample in samples]
        found[tuple(map(str, data))] = mean(laws)
    return found


def shuffle(of: Mechanism, users: int) -> Mechanism:
    """All tuples of reports, each sorted in the order of the outputs."""
    order = list(next(iter(of.values())))
    found: Mechanism = {}
    for data in combinations_with_replacement(list(of), users):
        law: Law = {}
        for reports in product(order, repeat=users):
            p = Fraction(1)
            for x, y in zip(data, reports, strict=True):
                p *= of[x][y]
            released = tuple(sorted(reports, key=order.index))
            law[released] = law.get(released, Fraction(0)) + p
        found[data] = law
    return found


def allocated(of: Mechanism, absent: str, present: str, rounds: int) -> Mechanism:
    """One epoch: the mean over the round that sees the record."""

    def run(inputs: Sequence[str]) -> Law:
        law: Law = {}
        for outputs in product(dict.fromkeys([*of[absent], *of[present]]), repeat=rounds):
            p = Fraction(1)
            for x, y in zip(inputs, outputs, strict=True):
                p *= of[x].get(y, 0)
            law[outputs] = p
        return law

    chosen = [[absent] * i + [present] + [absent] * (rounds - i - 1) for i in range(rounds)]
    return {absent: run([absent] * rounds), present: mean([run(inputs) for inputs in chosen])}


def allocations(of: Mechanism, absent: str, present: str, rounds: int, epochs: int) -> Mechanism:
    """All epochs: for each input, every array of the epochs' arrays."""
    one = allocated(of, absent, present, rounds)
    found: Mechanism = {}
    for x, law in one.items():
        out: Law = {}
        for choice in product(law.items(), repeat=epochs):
            p = Fraction(1)
            for _, factor in choice:
                p *= factor
            out[tuple(y for y, _ in choice)] = p
        found[x] = out
    return found


def moment(p: Law, q: Law) -> Fraction:
    """1 + χ²(P‖Q), where Q > 0 wherever P > 0."""
    return sum((p[y] ** 2 / q[y] for y in q if q[y]), Fraction(0))


def listed(mechanism: Any) -> Mechanism:
    """The laws of an engine's mechanism, input by input, as Fractions."""
    return {
        x: {y: Fraction(int(p.numerator), int(p.denominator)) for y, p in mechanism.law(x).items()}
        for x in mechanism.inputs
    }
