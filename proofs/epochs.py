"""Several epochs, each of which allocates the record to one of its rounds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

import verify
from proofs import engine
from proofs.allocation import allocated, both, chi_square, engines, k_of, mechanism
from proofs.definitions import Law, hockey_stick, product_law
from proofs.domains import Domain, Grid, Table, levels
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

ONE = Fraction(1)

BALANCED = (1, 2), (2, 2)
"""Numbers of rounds and of epochs for which all balanced ways are listed"""


class Epochs(NamedTuple):
    """The laws of a round without the record and with it, numbers of rounds and of epochs."""

    table: Table
    rounds: int
    epochs: int

    def __str__(self) -> str:
        return f"{self.table}, M = {self.rounds}, E = {self.epochs}"


class EpochsAt(NamedTuple):
    """The same, and a level."""

    table: Table
    rounds: int
    epochs: int
    alpha: Fraction

    def __str__(self) -> str:
        return f"{self.table}, M = {self.rounds}, E = {self.epochs}, α = {self.alpha}"


def epochs(grid: Grid) -> Iterator[Epochs]:
    """Every pair of laws with up to three rounds in up to three epochs."""
    for table in grid.tables():
        for count, times in product((1, 2, 3), (1, 2, 3)):
            if count * times <= 6:
                yield Epochs(table, count, times)


def balanced_epochs(grid: Grid) -> Iterator[EpochsAt]:
    """Every pair of laws, at all levels of all epochs together."""
    for table in grid.tables():
        for count, times in BALANCED:
            case = Epochs(table, count, times)
            for alpha in levels(laws(case)):
                yield EpochsAt(table, count, times, alpha)


EPOCHS: Domain[Epochs] = Domain(
    "every pair of laws, M, E = 1, 2, 3, ME <= 6",
    epochs,
    quick=Grid(((2, 5), (3, 1))),
    full=Grid(((2, 9), (3, 3))),
)

BALANCED_EPOCHS: Domain[EpochsAt] = Domain(
    "every pair of laws, (M, E) = (1, 2), (2, 2), at the levels of all epochs",
    balanced_epochs,
    quick=Grid(((2, 4),)),
    full=Grid(((2, 7), (3, 2))),
)


def laws(case: Epochs) -> tuple[Law, Law]:
    """The laws of all epochs without the record and with it."""
    absent, present = allocated(case.table, case.rounds)
    return product_law([absent] * case.epochs), product_law([present] * case.epochs)


def variation(case: Epochs) -> Fraction:
    """The engine's δ*(1) of all epochs."""
    return engine.star(mechanism(case.table, case.rounds, case.epochs), ONE)


def exact(case: Epochs) -> Comparison:
    """The engine's δ*(1) is that of the definition."""
    return equals(variation(case), hockey_stick(*laws(case), ONE))


def survived(case: Epochs) -> Comparison:
    """The complements of the total variations multiply."""
    one = variation(case._replace(epochs=1))
    return every(exact(case), at_most(variation(case), 1 - (1 - one) ** case.epochs))


def reused(case: Epochs) -> Comparison:
    """Had one allocation, which is kept for all epochs, no disadvantage."""
    repeated = verify.combinators.fresh(case.table.channel, case.epochs)
    kept = verify.combinators.random_allocation(repeated, 0, 1, case.rounds)
    return at_most(engine.star(kept, ONE), variation(case))


def finite(case: Epochs) -> bool:
    """χ² of one round is finite."""
    return chi_square(*case.table.laws) is not None


def spread(case: Epochs) -> Fraction:
    """χ²/M of one epoch."""
    found = chi_square(*case.table.laws)
    assert found is not None  # the hypothesis
    return found / case.rounds


def within_chi_square(case: Epochs) -> Comparison:
    """Four squares of the total variation are at most χ² of all epochs, which multiplies."""
    bound = (1 + spread(case)) ** case.epochs - 1
    return every(exact(case), at_most(4 * variation(case) ** 2, bound))


def within_sum(case: Epochs) -> Comparison:
    """Had χ² to add up."""
    return at_most(4 * variation(case) ** 2, case.epochs * spread(case))


def balanced(case: EpochsAt) -> verify.Mechanism:
    """All ways alike to choose E of the EM rounds, and nobody is told which: the engine's."""
    p, q = case.table.laws
    blind = verify.mechanisms.channel([0, 1], range(len(p)), [p, p])
    seeing = verify.mechanisms.channel([0, 1], range(len(p)), [p, q])
    total = case.rounds * case.epochs
    ways = list(combinations(range(total), case.epochs))
    parts = [
        verify.combinators.fresh([seeing if i in way else blind for i in range(total)])
        for way in ways
    ]
    return verify.combinators.mixture([(Fraction(1, len(ways)), part) for part in parts])


def below_epochs(case: EpochsAt) -> Comparison:
    """Both schemes by the engine and by definition, both ways."""
    plain = Epochs(case.table, case.rounds, case.epochs)
    absent, present = laws(plain)
    chosen = k_of(*case.table.laws, case.epochs, case.rounds * case.epochs)
    by_epoch = engines(mechanism(*plain), case.alpha)
    by_choice = engines(balanced(case), case.alpha)
    return every(
        equals(by_epoch, both(absent, present, case.alpha)),
        equals(by_choice, both(absent, chosen, case.alpha)),
        *map(at_most, by_choice, by_epoch),
    )


def above_epochs(case: EpochsAt) -> Comparison:
    """Had the balanced choice no advantage."""
    by_epoch = engines(mechanism(case.table, case.rounds, case.epochs), case.alpha)
    return every(*map(at_most, by_epoch, engines(balanced(case), case.alpha)))


LEMMAS: tuple[Lemma[Epochs] | Lemma[EpochsAt], ...] = (
    Lemma(
        "epochs.total_variation",
        "δ*(1) of E epochs, each with an allocation of its own, is at most 1 − (1 − δ*(1))^E",
        "Dong, Roth and Su 2022, on composition; maximal coupling",
        EPOCHS,
        survived,
        Sibling(
            "it is no less if the allocation of the first epoch is kept",
            "an allocation of its own",
            reused,
        ),
    ),
    Lemma(
        "epochs.chi_square",
        "4·δ*(1)² of E epochs is at most (1 + χ²/M)^E − 1",
        "Cauchy-Schwarz inequality; χ² + 1 is multiplied by composition",
        EPOCHS,
        within_chi_square,
        Sibling("it is at most E·χ²/M", "χ² + 1 is multiplied", within_sum, hypothesis=finite),
        hypothesis=finite,
    ),
    Lemma(
        "epochs.balanced",
        "H_α of E of EM rounds, all sets alike, is at most that of E epochs of M rounds, both ways",
        "joint convexity, with the rounds in a hidden random order",
        BALANCED_EPOCHS,
        below_epochs,
        Sibling("it is no less", "the epochs' places are spread evenly", above_epochs),
    ),
)
