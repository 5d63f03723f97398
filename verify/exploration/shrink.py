"""The smallest counterexample: small data, few changed records, few results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gmpy2 import mpq

from verify.claim.claim import Claim
from verify.exploration.explored import ExploredMechanism
from verify.exploration.outcomes import key
from verify.loss.signs import sign_at

__all__ = ["smallest_event", "smallest_pair"]


def smallest_pair(inputs: Sequence[Any], pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The pair with the fewest records, then the fewest changed ones, then the shortest text."""
    return min(pairs, key=lambda pair: (*_size(*(inputs[i] for i in pair)), pair))


def _size(first: Any, second: Any) -> tuple[int, int, int]:
    texts = len(repr(first)) + len(repr(second))
    try:
        changed = sum(key(a) != key(b) for a, b in zip(first, second, strict=False))
        return len(first) + len(second), changed, texts
    except TypeError:  # no datasets
        return 0, 0, texts


def smallest_event(
    explored: ExploredMechanism, claim: Claim, places: tuple[int, int]
) -> tuple[int, ...]:
    """The fewest outcomes whose excess P − α·Q is above δ, in the order of the channel.

    Those with the greatest excess are taken first, so no smaller number is enough. What is
    unexplored of Q may be any of them.
    """
    laws = [explored.walks[place].law for place in places]
    weights = [[law.get(found, mpq(0)) for law in laws] for found in explored.keys]
    level = claim.level
    bracket = level.bracket(80, 1 << 62)
    assert bracket is not None  # an event is possible, so α is no astronomical number
    ranked = sorted(range(len(weights)), key=lambda i: bracket[0] * weights[i][1] - weights[i][0])
    p, q, chosen = mpq(0), explored.unexplored[places[1]], []
    for i in ranked:
        if sign_at(p - claim.delta, q, level) > 0:
            break
        chosen.append(i)
        p, q = p + weights[i][0], q + weights[i][1]
    return tuple(sorted(chosen))
