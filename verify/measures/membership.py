"""Membership inference: what the best attacker gains, and what (ε, δ) promises about it."""

from __future__ import annotations

from gmpy2 import mpq

from verify.compose.event_sums import event_sums
from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.exact.rational import Exact, probability
from verify.law.adjacency import AdjacencyForm
from verify.law.mechanism import Mechanism, require
from verify.profiles.directions import evaluate
from verify.profiles.profile import profile

__all__ = ["advantage_bound", "bayes_accuracy", "membership_advantage"]


def membership_advantage(mechanism: Mechanism, adjacency: AdjacencyForm | None = None) -> Number:
    """True positive minus false positive rate of the best test between two neighbours: δ*(1).

    The greatest total variation distance of neighbours. Source: Yeom et al. 2018.

    >>> from verify.mechanisms import randomized_response
    >>> membership_advantage(randomized_response("3/4"))
    mpq(1,2)
    """
    return profile(require(mechanism), adjacency).total_variation


def advantage_bound(alpha: Exact, delta: Exact = 0) -> mpq:
    """The membership advantage that (ln α, δ)-privacy allows: (α − 1 + 2δ)/(α + 1), attained.

    Source: Humphries et al. 2023; Kairouz, Oh and Viswanath 2015.

    >>> advantage_bound(3)
    mpq(1,2)
    """
    level, bound = Level.alpha(alpha).formed(), probability(delta, "delta")
    return (level - 1 + 2 * bound) / (level + 1)


def bayes_accuracy(
    mechanism: Mechanism, prior: Exact, adjacency: AdjacencyForm | None = None
) -> Number:
    """The best attacker's chance to name the input of a pair, P having prior π: (1−π) + π·H.

    H = H_α(P‖Q) at α = (1 − π)/π; the greatest over ordered neighbouring pairs.

    >>> from verify.mechanisms import randomized_response
    >>> bayes_accuracy(randomized_response("3/4"), "1/2")
    mpq(3,4)
    """
    pi = probability(prior, "prior")
    protected = require(mechanism).resolve(adjacency)
    mechanism, edges = mechanism.protecting(protected), mechanism.edges(protected)
    if pi in (0, 1):
        return mpq(1)
    odds = (1 - pi) / pi
    if odds >= 1:
        worst = evaluate(mechanism, edges, Level.alpha(odds), 1)[0].delta.value
        return 1 - pi + pi * worst
    return max(_likely(mechanism, i, j, odds, pi) for edge in edges for i, j in (edge, edge[::-1]))


def _likely(mechanism: Mechanism, i: int, j: int, odds: mpq, pi: mpq) -> Number:
    """The same for π > 1/2, by H_α(P‖Q) = 1 − α + α·H_{1/α}(Q‖P)."""
    level = Level.alpha(1 / odds)
    back = event_sums(mechanism.pair(j, i), level).deltas(level)[0].value
    return 1 - pi + pi * (1 - odds + odds * back)
