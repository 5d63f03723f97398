"""Well-known counterexamples refute the siblings, too, at the numbers that are known of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs import engine
from proofs.catalogue import LEMMAS
from proofs.domains import At, Power, Table
from proofs.lemmas.conditioning import Range
from proofs.lemmas.histogram import Key
from proofs.lemmas.histogram import mechanism as histogram
from proofs.lemmas.interacting import Analyst, Secret
from proofs.lemmas.noise import Noise as Numbers
from proofs.lemmas.noisy_max import mechanism as noisy_max
from proofs.lemmas.one_draw import Noise
from proofs.lemmas.parallel import Removal, noisy
from proofs.lemmas.replacing import Drawn
from proofs.lemmas.response import Asked
from proofs.lemmas.sampling import Rounds, Sampled
from proofs.queries import Moved

SIBLINGS = {lemma.name: lemma.sibling for lemma in LEMMAS}

HALF, TWO, THREE = Fraction(1, 2), Fraction(2), Fraction(3)

RESPONSE = Table(4, 2, ((3, 1), (1, 3)))

TRIPLE = ((9, 9), (1, 17), (3, 15))
"""Each within 3 of the last one, the first two within 9 of each other"""

TEN = ((*(4,) * 10, 60), (*(1,) * 10, 90))
"""Ten outcomes that each exceed three times their other probability by 1/100"""

REFUTATIONS = {
    "group.delta": (At(Table(10, 2, ((3, 7), (1, 9), (0, 10))), TWO), "3/10 <= 1/5"),
    "parallel.partition": (
        Removal(4, ((0, 0), (0, 1), (0, 0), (0, 1)), 0),
        "1/2 <= 0",
    ),
    "replacing.poisson": (Sampled(Table(18, 2, TRIPLE), HALF, THREE), "1/9 <= 0"),
    "replacing.without_replacement": (
        Drawn(Table(18, 2, (TRIPLE[1], TRIPLE[2], TRIPLE[0])), 2, 1, THREE),
        "1/6 <= 0",
    ),
    "sampling.direction": (Rounds(RESPONSE, HALF, 2, Fraction(3, 2)), "3/16 <= 5/32"),
    "repetition.best_of": (Power(RESPONSE, 3), "27 <= 3"),
    "interacting.filter": (Analyst(3, 3, 3, (3, 1)), "3/8 <= 0"),
    "interacting.secret": (Secret(4, 4, (1, 1, 1, 1), (0, 1, 2, 3)), "1 <= 1/4"),
    "one_draw.independent": (Noise(Table(4, 2, ((3, 1),)), THREE), "1 = 0"),
    "one_draw.mask": (Noise(Table(2, 2, ((1, 1),)), THREE), "1 <= 0"),
    "conditioning.pure": (Table(100, 3, ((3, 9, 88), (1, 27, 72))), "7 <= 3"),
    "conditioning.truncated": (Range(2, 1, 5), "52/21 <= 2"),
    "hockey_stick.pure": (At(Table(10, 2, ((10, 0), (9, 1))), Fraction(10, 9)), "False = True"),
    "shape.outcomes": (
        At(Table(100, 11, ((4,) * 10 + (60,), (1,) * 10 + (90,))), THREE),
        "1/10 <= 11/200",
    ),
    "noise.clamped": (Numbers(2, 1, 2, TWO), "1/14 <= 0"),
    "response.until": (Asked(6, 4), "81 = 3"),
    "sparse_vector.count": (Moved(2, (0, 2), (1, 1)), "∞ <= 32"),
    "noisy_max.value": (Moved(4, (0, 0, 0, 0), (1, 1, 1, 1)), "16 = 2"),
}


@pytest.mark.parametrize("name", REFUTATIONS)
def test_sibling_is_refuted(name):
    instance, shown = REFUTATIONS[name]
    sibling = SIBLINGS[name]
    assert sibling.hypothesis is None or sibling.hypothesis(instance)
    comparison = sibling.holds(instance)
    assert not comparison.holds
    assert str(comparison) == shown


def test_a_partition_by_the_parity_of_rows_has_level_16_instead_of_2():
    sums = noisy(4).under({"pairs": [[["0", "2"], ["2", "0"]]]})  # 0101, and 101
    assert engine.least_pure_level(sums) == 16


@pytest.mark.parametrize(("threshold", "delta"), [(2, "1/3"), (3, "1/6"), (5, "1/24")])
def test_a_key_that_is_shown_from_a_threshold_on(threshold, delta):
    case = Key(2, 1, 1, threshold, THREE)
    assert engine.star(histogram(case), case.alpha) == Fraction(delta)


def test_noisy_max_attains_its_bound():
    assert engine.least_pure_level(noisy_max(Moved(2, (1, 1), (0, 2)))) == 4
