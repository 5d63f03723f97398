"""Rényi divergences under post-processing and mixtures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, mixed, moment, pushed
from proofs.domains import Domain, Grid, Mixed, Processed, mixtures, processed
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

HALF = Fraction(1, 2)


class Kernel(NamedTuple):
    """A channel with a kernel for each of its two inputs, and an order."""

    case: Processed
    order: int

    def __str__(self) -> str:
        return f"{str(self.case).partition(', α')[0]}, n = {self.order}"


class Coin(NamedTuple):
    """Two channels between which a fair coin chooses, and an order."""

    case: Mixed
    order: int

    def __str__(self) -> str:
        return f"{str(self.case).partition(', w')[0]}, n = {self.order}"


def kernels(grid: Grid) -> Iterator[Kernel]:
    """Every channel with every two kernels to one bit, at orders 2 and 3."""
    cases = (case for case in processed(grid) if case.alpha == 1)
    return (Kernel(case, order) for case in cases for order in (2, 3))


def coins(grid: Grid) -> Iterator[Coin]:
    """Every two channels with the same outputs, at orders 2 and 3."""
    cases = (case for case in mixtures((HALF,))(grid) if case.alpha == 1)
    return (Coin(case, order) for case in cases for order in (2, 3))


KERNELS: Domain[Kernel] = Domain(
    "every pair of laws, each with a kernel to one bit, n = 2, 3",
    kernels,
    quick=Grid(((2, 2), (3, 2))),
    full=Grid(((2, 4), (3, 3))),
)

COINS: Domain[Coin] = Domain(
    "every two pairs of laws on the same outputs, n = 2, 3",
    coins,
    quick=Grid(((2, 3), (3, 1))),
    full=Grid(((2, 4), (3, 2))),
)


def before(case: Kernel) -> Fraction | None:
    """A_n of the two laws by definition; None for infinity."""
    p, q = case.case.table.laws
    return moment(p, q, case.order)


def blind(case: Kernel) -> bool:
    """The kernel is the same at both inputs."""
    return before(case) is not None and case.case.kernel(0) == case.case.kernel(1)


def images(case: Kernel) -> tuple[Law, Law]:
    """Both laws after their kernels."""
    p, q = case.case.table.laws
    return pushed(p, case.case.kernel(0)), pushed(q, case.case.kernel(1))


def after(case: Kernel) -> Comparison:
    """A_n after the kernel and before it, by the engine and by definition."""
    table, rows = case.case.table, case.case.kernel(0)
    live = [y for y in range(table.outputs) if any(row[y] for row in table.weights)]
    kernel = {str(y): dict(enumerate(rows[y])) for y in live}
    made = verify.combinators.postprocess(table.channel, kernel=kernel)
    left, whole = (engine.moment(mechanism, case.order) for mechanism in (made, table.channel))
    return every(
        equals((left, whole), (moment(*images(case), case.order), before(case))),
        at_most(left, whole),
    )


def after_a_look(case: Kernel) -> Comparison:
    """The same with a kernel that sees the input."""
    left = moment(*images(case), case.order)
    whole = engine.moment(case.case.table.channel, case.order)
    return Comparison(left is not None and left <= (whole or left), False, (left, whole), "<=")


def parts(case: Coin) -> list[Fraction | None]:
    """A_n of both by definition."""
    pairs = (table.laws for table in (case.case.first, case.case.second))
    return [moment(p, q, case.order) for p, q in pairs]


def finite(case: Coin) -> bool:
    """Both are finite."""
    return None not in parts(case)


def hidden(case: Coin) -> tuple[Comparison, Fraction, list[Fraction]]:
    """The engine's A_n of the mixture, whether it is as defined, and the engine's A_n of each."""
    tables = (case.case.first, case.case.second)
    made = verify.combinators.mixture([(HALF, table.channel) for table in tables])
    p, q = (mixed(HALF, a, b) for a, b in zip(*(table.laws for table in tables), strict=True))
    found = engine.moment(made, case.order)
    assert found is not None  # the hypothesis
    single = [engine.moment(table.channel, case.order) for table in tables]
    exact = equals((found, single), (moment(p, q, case.order), parts(case)))
    return exact, found, [value for value in single if value is not None]


def convex(case: Coin) -> Comparison:
    """A_n of the mixture, and the mean of both."""
    exact, found, single = hidden(case)
    return every(exact, at_most(found, sum(single, Fraction(0)) / 2))


def convex_in_logarithms(case: Coin) -> Comparison:
    """A_n² of the mixture, and the product of both."""
    _, found, (one, other) = hidden(case)
    return at_most(found**2, one * other)


LEMMAS: tuple[Lemma[Kernel] | Lemma[Coin], ...] = (
    Lemma(
        "renyi.processing",
        "A_n(PK‖QK) <= A_n(P‖Q) for every kernel K",
        "van Erven and Harremoës 2014",
        KERNELS,
        after,
        Sibling(
            "A_n(PK‖QL) <= A_n(P‖Q) for all kernels K and L",
            "the kernel does not see the input",
            after_a_look,
            hypothesis=lambda case: before(case) is not None,
        ),
        hypothesis=blind,
    ),
    Lemma(
        "renyi.mixture",
        "A_n of a fair hidden mixture is at most the mean of both A_n",
        "van Erven and Harremoës 2014",
        COINS,
        convex,
        Sibling(
            "its D_n is at most the mean of both D_n",
            "D_n is the logarithm of what is convex",
            convex_in_logarithms,
            hypothesis=finite,
        ),
        hypothesis=finite,
    ),
)
