"""Pairs of laws with infinitely many ratios, brought into one form: outcomes and strands."""

from __future__ import annotations

from gmpy2 import mpq

from verify import resources
from verify.errors import NotAvailableError
from verify.law.labels import Label
from verify.law.naming import Between, Composed, Naming
from verify.law.pair import (
    AllocationPair,
    Branch,
    Outcome,
    Pair,
    PowerPair,
    ProductPair,
    RenamedPair,
    SeriesPair,
    Strand,
    UnionPair,
    outcome_count,
    outcomes,
)
from verify.law.unions import once_per_union

__all__ = ["as_series", "has_series", "reversed_series"]


@once_per_union
def has_series(pair: Pair) -> bool:
    """Whether a part of the pair has infinitely many ratios."""
    match pair:
        case SeriesPair():
            return True
        case RenamedPair():
            return has_series(pair.pair)
        case PowerPair() | AllocationPair():
            return has_series(pair.base)
        case ProductPair():
            return any(map(has_series, dict.fromkeys(pair.factors)))
        case UnionPair():
            return any(b.pair is not None and has_series(b.pair) for b in pair.branches)
        case _:
            return False


def as_series(pair: Pair) -> SeriesPair:
    """The same laws as single outcomes and strands.

    Raises `NotAvailableError` where two independent parts have infinitely many ratios each.
    """
    match pair:
        case SeriesPair():
            return pair
        case _ if not has_series(pair):
            return SeriesPair(tuple(outcomes(pair)), ())
        case RenamedPair():
            return _renamed(as_series(pair.pair), pair.naming, mpq(1), mpq(1))
        case UnionPair():
            return _joined([_branch(branch) for branch in pair.branches])
        case ProductPair():
            return _product(pair)
        case PowerPair() if pair.count == 1:
            return _product(ProductPair((pair.base,)))
        case _:
            raise _refusal()


def reversed_series(pair: SeriesPair) -> SeriesPair:
    """The same with P and Q exchanged."""
    alone = tuple((y, q, p) for y, p, q in pair.alone)
    return SeriesPair(alone, tuple(Strand(s.naming, s.q, s.p) for s in pair.strands))


def _branch(branch: Branch) -> SeriesPair:
    if branch.pair is None:
        return SeriesPair(((branch.naming.name(""), branch.p, branch.q),), ())
    return _renamed(as_series(branch.pair), branch.naming, branch.p, branch.q)


def _renamed(pair: SeriesPair, naming: Naming, p: mpq, q: mpq) -> SeriesPair:
    """Other names, and weights p and q times those of P and Q."""
    alone = tuple((naming.name(y), p * a, q * b) for y, a, b in pair.alone)
    strands = tuple(
        Strand(Composed(s.naming, naming), s.p.scaled(p), s.q.scaled(q)) for s in pair.strands
    )
    return SeriesPair(alone, strands)


def _joined(parts: list[SeriesPair]) -> SeriesPair:
    alone = tuple(outcome for part in parts for outcome in part.alone)
    return SeriesPair(alone, tuple(strand for part in parts for strand in part.strands))


def _product(pair: ProductPair) -> SeriesPair:
    """At most one factor is infinite; every combination of the others is a branch of it."""
    endless = [i for i, factor in enumerate(pair.factors) if has_series(factor)]
    if len(endless) > 1:
        raise _refusal()
    place = endless[0]
    inner = as_series(pair.factors[place])
    rest = ProductPair(pair.factors[:place] + pair.factors[place + 1 :])
    resources.check("outcomes", outcome_count(rest), "the outcomes of the finite factors")
    return _joined([_renamed(inner, Between(around, place), p, q) for around, p, q in _list(rest)])


def _list(pair: ProductPair) -> list[tuple[tuple[Label, ...], mpq, mpq]]:
    found: list[Outcome] = list(outcomes(pair))
    return [(y, p, q) for y, p, q in found if isinstance(y, tuple)]


def _refusal() -> NotAvailableError:
    problem = "independent laws with infinitely many likelihood ratios cannot be composed yet"
    form = 'at most one such law, such as report_noisy_max with "output": "index" in the others'
    return NotAvailableError(problem, form=form)
