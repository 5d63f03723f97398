"""Picks the method for a product: which apply, what they cost, and whether that is allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gmpy2 import mpz

from verify import resources
from verify.compose.binomial import BinomialTail
from verify.compose.halves import Halves
from verify.compose.independent import Independent
from verify.compose.lattice_sums import LatticeSums
from verify.compose.listed import ListedClasses
from verify.compose.method import INTERVAL, Solver, Work
from verify.compose.structure import independent
from verify.compose.sweep import PascalSweep
from verify.errors import InputError, LimitError
from verify.exact.level import Level
from verify.law.infinite import has_series
from verify.law.pair import Pair, PowerPair, ProductPair, RenamedPair
from verify.loss.sums import EventSums
from verify.parallel import waiting

if TYPE_CHECKING:
    from verify.compose.interval import CertifiedInterval

__all__ = ["INTERVAL", "METHODS", "Plan", "chosen", "plan", "plan_of", "plan_within_limits"]
__all__ += ["product_sums", "using"]

METHODS: dict[str, Callable[[Independent], Solver | None]] = {
    BinomialTail.name: BinomialTail.of,
    LatticeSums.name: LatticeSums.of,
    PascalSweep.name: PascalSweep.of,
    ListedClasses.name: ListedClasses,
    Halves.name: Halves.of,
}
"""Every exact method by its name: what makes it ready for a product, None where it is not for it"""

QUICK = 1e-3
"""Seconds of work for which nothing else is tried first"""

_CHOSEN: ContextVar[str | None] = ContextVar("verify_method", default=None)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is chosen for one product, why, and what the others would have cost."""

    method: str
    title: str
    reason: str
    work: Work
    others: tuple[tuple[str, Work], ...]


@contextmanager
def using(method: str | None) -> Iterator[None]:
    """Answer every question about a product with one method, in place of the cheapest.

    Questions that bounds do not answer are answered exactly where the method is "interval".
    """
    if method is not None and method not in (*METHODS, INTERVAL):
        form = f"one of {', '.join((*METHODS, INTERVAL))}"
        raise InputError(f"no method is called {method!r}", at="method", form=form)
    token = _CHOSEN.set(method)
    try:
        yield
    finally:
        _CHOSEN.reset(token)


def chosen() -> str | None:
    """The method that was asked for."""
    return _CHOSEN.get()


def _chosen_exact() -> str | None:
    found = _CHOSEN.get()
    return None if found == INTERVAL else found


def product_sums(product: Independent, level: Level) -> EventSums:
    """The sums over the maximal event of each direction, by the method that is chosen.

    A level that no ratio exceeds has empty events, whatever the work would be otherwise.
    """
    name = _chosen_exact()
    if name is None and "distribution" in product.memo:
        name = ListedClasses.name  # one bisection is all that is left
    key = f"solver {name}"
    found: Solver | None = product.memo.get(key)
    if found is None:
        found = product.memo[key] = _chosen(product, name)
    work = found.work
    if work.seconds > QUICK and _is_beyond(product, level):
        return EventSums((product.infinite, mpz(0)), (product.zero, mpz(0)), product.denominator)
    resources.check_work(work.seconds, work.bytes, found.reason)
    with waiting(found.title, work.seconds):
        return found.event_sums(level)


def plan(product: Independent, *, bounds: bool = False) -> Plan:
    """What `product_sums` would choose, and why, or the plan for bounds; nothing is refused."""
    found = (_bounding(product) if bounds else None) or _chosen(product, _chosen_exact())
    others = [(each.name, each.work) for each in _applying(product) if each.name != found.name]
    return Plan(found.name, found.title, found.reason, found.work, tuple(others))


def _bounding(product: Independent) -> CertifiedInterval | None:
    from verify.compose.interval import CertifiedInterval  # most answers are exact

    return CertifiedInterval.of(product)


def plan_of(pair: Pair, *, bounds: bool = False) -> Plan | None:
    """The plan for a pair of laws; None where it is no product."""
    match pair:
        case RenamedPair():
            return plan_of(pair.pair, bounds=bounds)
        case PowerPair() | ProductPair() if not has_series(pair):
            return plan(independent(pair), bounds=bounds)
        case _:
            return None


def plan_within_limits(pair: Pair) -> Plan | None:
    """The plan for exact values, or for bounds where these would pass the limits."""
    if chosen() == INTERVAL:
        return plan_of(pair, bounds=True)
    found = plan_of(pair)
    if found is not None:
        try:
            resources.check_work(found.work.seconds, found.work.bytes, found.reason)
        except LimitError:
            return plan_of(pair, bounds=True)
    return found


def _chosen(product: Independent, name: str | None) -> Solver:
    if name is None:
        return _cheapest(product)
    applying = _applying(product)
    for each in applying:
        if each.name == name:
            return each
    names = [*(each.name for each in applying), INTERVAL]
    form = f"one that does: {', '.join(names)}"
    raise InputError(f"the method {name!r} does not apply here", at="method", form=form)


def _cheapest(product: Independent) -> Solver:
    """The method of least work, or the first that is quick: estimates take time as well."""
    found: list[tuple[float, Solver]] = []
    for make in METHODS.values():
        solver = make(product)
        if solver is None:
            continue
        found.append((solver.work.seconds, solver))
        if found[-1][0] <= QUICK:
            return solver
    return min(found, key=lambda each: each[0])[1]


def _is_beyond(product: Independent, level: Level) -> bool:
    """Whether all finite ratios, of P to Q and of Q to P, are surely below the level."""
    highest = lowest = error = 0
    for each in product.factors:
        entries = each.classes.entries
        if not entries:
            return True
        highest += each.count * entries[-1][0]
        lowest += each.count * entries[0][0]
        error += each.count * each.classes.error
    return max(highest, -lowest) + error < level.fixed()[0]


def _applying(product: Independent) -> list[Solver]:
    made = [make(product) for make in METHODS.values()]
    return [each for each in made if each is not None]
