"""Many independent releases: k-fold products at one α."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import verify
from benchmarks import peer, twin
from benchmarks.laws import levels
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort, repeat

__all__ = ["CASES"]

RESPONSE = (("3/4", "1/4"), ("1/4", "3/4"))
THREE = (("61/100", "29/100", "10/100"), ("13/100", "37/100", "50/100"))

Rows = tuple[tuple[str, ...], tuple[str, ...]]


def _response(count: int, effort: Effort) -> Row:
    mechanism = verify.combinators.fresh(verify.mechanisms.randomized_response("3/4"), count)
    return _row(mechanism, RESPONSE, count, effort)


def _three(count: int, effort: Effort) -> Row:
    base = verify.Channel(["0", "1"], ["a", "b", "c"], THREE)
    return _row(verify.combinators.fresh(base, count), THREE, count, effort)


def _row(mechanism: verify.Mechanism, rows: Rows, count: int, effort: Effort) -> Row:
    """A different α per call, so that nothing can be remembered."""
    ours = repeat(effort, partial(_ask, mechanism), levels(count))
    p, q = ([Fraction(x) for x in row] for row in rows)
    return Row(ours, (_twin(effort, p, q, count), *_peer(effort, mechanism, p, q, count)))


def _ask(mechanism: verify.Mechanism, alpha: Fraction) -> object:
    verdict = verify.certify(mechanism, alpha=alpha)
    witness = verdict.witness
    evidence = witness and (witness.p, witness.q, witness.excess)
    return verdict.delta_star.exact, verdict.verdict, evidence


def _twin(effort: Effort, p: twin.Law, q: twin.Law, count: int) -> Rival:
    sample = repeat(effort, lambda a: twin.k_fold(p, q, count, a), levels(count), most=20)
    return Rival("Fraction twin", sample, "full size, a term per multiset")


def _peer(
    effort: Effort, mechanism: verify.Mechanism, p: twin.Law, q: twin.Law, count: int
) -> Iterator[Rival]:
    """The peer composes once; that, and a query of the result."""
    if not peer.installed():
        return
    p_logs, q_logs = peer.logs(p), peer.logs(q)
    alpha = _middle(count)
    sample = repeat(
        effort, lambda a: peer.delta(peer.compose(p_logs, q_logs, count), a), levels(count), most=5
    )
    composed = peer.compose(p_logs, q_logs, count)
    truth = verify.certify(mechanism, alpha=alpha).delta_star.exact
    error = peer.error(peer.delta(composed, alpha), truth)
    yield Rival(peer.NAME, sample, f"grid 1e-4, compose and ask; {error}")
    query = repeat(effort, partial(peer.delta, composed), levels(count), most=100)
    yield Rival(peer.NAME, query, "the query alone, once composed")


def _middle(count: int) -> Fraction:
    """α = 3^(k/2): ε in the middle of what randomized response spends."""
    return Fraction(3) ** (count // 2)


def _cases() -> Iterator[Case]:
    for count, target in ((10, 40e-6), (100, 60e-6), (1000, 120e-6)):
        title = f"randomized response 3/4, {count} times: δ*, verdict, witness"
        yield Case(f"response/{count}", title, partial(_response, count), target)
    title = "three outcomes, 100 times: δ*, verdict, witness"
    yield Case("three/100", title, partial(_three, 100))


CASES = tuple(_cases())
