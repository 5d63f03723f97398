"""One level of products with ever more classes of equal likelihood ratio, by several methods.

Ratios lie on no lattice, so that nothing merges. Every call gets a mechanism of its own: what was
listed for one level would answer the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import count as counting
from math import comb, exp, log
from random import Random

import verify
from benchmarks import twin
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort, Sample, repeat
from benchmarks.scale import width

__all__ = ["CASES", "INTERVAL", "LISTING", "POWERS", "PREFIX", "PRODUCTS", "TWIN"]

PREFIX = "scale/classes/"
POWERS, PRODUCTS = f"{PREFIX}powers", f"{PREFIX}products"
"""Cases are called by their family and how many classes there are"""

INTERVAL, LISTING, TWIN = "certified interval", "all classes listed", "Fraction twin"

DRAWS = 30
SIZES = range(2, 10)
NUMBERS = range(4, 41, 4)

BEARABLE = {LISTING: 2**20, TWIN: 100_000}
"""Classes up to which an exact baseline is measured"""

Question = tuple[verify.Mechanism, Fraction]


def irregular(size: int) -> tuple[twin.Law, twin.Law]:
    """Two laws with so many ratios that have nothing to do with each other."""
    random = Random(size)
    upward = [random.getrandbits(30) + (i + 1 << 29) for i in range(size)]
    downward = [random.getrandbits(30) + (size - i << 29) for i in range(size)]
    return twin.law(upward, sum(upward)), twin.law(downward, sum(downward))


def power(size: int) -> verify.Mechanism:
    """Thirty draws from so many outcomes."""
    names = [str(i) for i in range(size)]
    return verify.combinators.fresh(verify.Channel("01", names, irregular(size)), DRAWS)


def truths(number: int) -> list[Fraction]:
    """Between one half and one, with 60 bits, and with nothing to do with each other."""
    random = Random(number)
    return [Fraction(2**60 + random.getrandbits(60), 2**61) for _ in range(number)]


def product(number: int) -> verify.Mechanism:
    """Randomized responses that tell the truth so often."""
    parts = map(verify.mechanisms.randomized_response, truths(number))
    return verify.combinators.fresh(list(parts))


def ask(method: str | None, question: Question) -> verify.Verdict:
    """A verdict with δ*, exact or bounded, and witness."""
    mechanism, alpha = question
    verdict = verify.certify(mechanism, alpha=alpha, method=method)
    assert verdict.witness is not None
    return verdict


def _power(size: int, effort: Effort) -> Row:
    slow = partial(twin.k_fold, *irregular(size), DRAWS)
    return _row(partial(power, size), Fraction(20), comb(DRAWS + size - 1, DRAWS), slow, effort)


def _product(number: int, effort: Effort) -> Row:
    laws = [((p, 1 - p), (1 - p, p)) for p in truths(number)]
    level = Fraction(round(1000 * exp(sum(log(p / (1 - p)) for p in truths(number)) / 2)), 1000)
    return _row(partial(product, number), level, 2**number, partial(twin.product, laws), effort)


def _row(
    make: Callable[[], verify.Mechanism],
    level: Fraction,
    classes: int,
    slow: Callable[[Fraction], object],
    effort: Effort,
) -> Row:
    def timed(method: str | None) -> Sample:
        questions = ((make(), alpha) for alpha in _near(level))
        with verify.limits(classes=BEARABLE[LISTING]):
            return repeat(effort, partial(ask, method), questions, most=30)

    bounds = ask("interval", (make(), level)).delta_star
    rivals = [Rival(INTERVAL, timed("interval"), width(bounds))]
    if classes <= BEARABLE[LISTING]:
        rivals.append(Rival(LISTING, timed("classes")))
    if classes <= BEARABLE[TWIN]:
        rivals.append(Rival(TWIN, repeat(effort, slow, _near(level), most=30)))
    plan = ask(None, (make(), level)).plan
    return Row(timed(None), tuple(rivals), "" if plan is None else plan.method)


def _near(level: Fraction) -> Iterator[Fraction]:
    return (level * Fraction(1000 + i, 1000) for i in counting(1))


def _cases() -> Iterator[Case]:
    for size in SIZES:
        classes = comb(DRAWS + size - 1, DRAWS)
        title = f"{DRAWS} draws from {size} irregular ratios: {classes:,} classes"
        yield Case(f"{POWERS}/{classes}", title, partial(_power, size))
    for number in NUMBERS:
        title = f"{number} different responses: {2**number:,} classes"
        yield Case(f"{PRODUCTS}/{2**number}", title, partial(_product, number))


CASES = tuple(_cases())
