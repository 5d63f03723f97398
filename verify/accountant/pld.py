"""A privacy loss distribution of dp-accounting, asked at several ε and audited at each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any, Protocol

from gmpy2 import mpq

from verify.accountant.audit import NEGATIVE, NOT_A_NUMBER, Audit, audit, together
from verify.accountant.number import INFINITE, Answer, as_float
from verify.errors import InputError
from verify.law.adjacency import AdjacencyForm
from verify.law.mechanism import Mechanism
from verify.loss.delta import Delta

__all__ = ["LossDistributionLike", "PldAudit", "audit_pld"]

HARMLESS, COMPARABLE, HARMFUL = range(3)
"""Answers by how bad they can be: infinite on the safe side, numbers, no δ at all"""


class LossDistributionLike(Protocol):
    """What is asked of a ``PrivacyLossDistribution``."""

    def get_delta_for_epsilon(self, epsilon: Any) -> Any:
        """The accountant's δ at an ε."""


@dataclass(frozen=True, eq=False, repr=False)
class PldAudit:
    """One audit per ε; true in a condition where every answer is on its promised side.

    A pessimistic estimate promises δ at or above δ*, an optimistic one at or below.
    """

    audits: tuple[Audit, ...]
    pessimistic: bool

    @property
    def kept(self) -> bool:
        """Whether all answers are on the promised side."""
        return not self.broken

    @property
    def broken(self) -> tuple[Audit, ...]:
        """The audits of answers that are not; an answer that is no δ is on no side."""
        return tuple(item for item in self.audits if not self._keeps(item))

    @property
    def worst(self) -> Audit:
        """The audit that is farthest on the wrong side, or else nearest to it."""
        return max(self.audits, key=cmp_to_key(self._compare))

    def _keeps(self, item: Audit) -> bool:
        rank = self._rank(item)
        if rank != COMPARABLE:
            return rank == HARMLESS
        sign = _distance(item).sign_against(mpq(0))
        return sign >= 0 if self.pessimistic else sign <= 0

    def _rank(self, item: Audit) -> int:
        if item.verdict in (NEGATIVE, NOT_A_NUMBER):
            return HARMFUL
        if item.delta == INFINITE:
            return HARMLESS if self.pessimistic else HARMFUL
        return COMPARABLE

    def _compare(self, left: Audit, right: Audit) -> int:
        first, second = self._rank(left), self._rank(right)
        if first != second or first != COMPARABLE:
            return first - second
        sign = _distance(left).sign_against(_distance(right))
        return -sign if self.pessimistic else sign

    def __bool__(self) -> bool:
        return self.kept

    def __repr__(self) -> str:
        kind = "pessimistic" if self.pessimistic else "optimistic"
        side = "kept" if self.kept else f"broken at {len(self.broken)} of {len(self.audits)} ε"
        return f"<PldAudit of the {kind} estimate: {side}, worst {self.worst!r}>"


def audit_pld(
    mechanism: Mechanism | Sequence[Mechanism],
    pld: LossDistributionLike,
    epsilons: Sequence[Answer],
    *,
    pessimistic: bool = True,
    adjacency: AdjacencyForm | None = None,
) -> PldAudit:
    """Audit the δ of a dp-accounting ``PrivacyLossDistribution`` at several ε.

    The distribution is asked at the float next to each ε, and audited at that float's exact value.
    ``pessimistic`` says which estimate it was made as: with ``pessimistic_estimate=False`` its
    answers must be at or below δ*.
    """
    if not callable(getattr(pld, "get_delta_for_epsilon", None)):
        form = "a PrivacyLossDistribution of dp-accounting"
        raise InputError(f"a {type(pld).__name__} gives no δ", at="pld", form=form)
    points = [as_float(epsilon, f"epsilons[{i}]") for i, epsilon in enumerate(epsilons)]
    if not points:
        raise InputError("the list is empty", at="epsilons", form="at least one ε, such as [1.0]")
    whole = together(mechanism)
    audits = tuple(
        audit(whole, epsilon=x, delta=pld.get_delta_for_epsilon(x), adjacency=adjacency)
        for x in points
    )
    return PldAudit(audits, pessimistic)


def _distance(item: Audit) -> Delta:
    """The answer − δ*."""
    assert item.delta_star is not None
    assert not isinstance(item.delta, str)
    return item.delta_star.less(item.delta)
