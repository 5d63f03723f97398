"""Randomized response: tell the truth with probability p, else lie uniformly."""

from __future__ import annotations

from gmpy2 import mpq

from verify import resources
from verify.errors import InputError
from verify.exact.level import Level
from verify.exact.rational import Exact, integer, probability
from verify.law.adjacency import Adjacency
from verify.law.channel import Channel
from verify.law.labels import index_labels

__all__ = ["REPLACE", "k_randomized_response", "randomized_response", "rational_odds"]

REPLACE = Adjacency("replace")


def randomized_response(
    p: Exact | None = None, *, alpha: Exact | None = None, epsilon: Exact | None = None
) -> Channel:
    """One bit, told truthfully with probability p and flipped otherwise.

    P(y | x) = p if y = x, else 1 − p; given a level instead, p = α/(1+α), the mechanism that uses
    up ε = ln α exactly. Inputs and outputs "0", "1"; default adjacency replace. Source: Warner
    1965; Dwork and Roth 2014, section 3.2.

    Raises `verify.InputError` for p outside [0, 1] and for an ε whose e^ε is irrational.

    >>> randomized_response(alpha=3).row(0)
    [mpq(3,4), mpq(1,4)]
    """
    return k_randomized_response(2, p, alpha=alpha, epsilon=epsilon)


def k_randomized_response(
    k: Exact,
    p: Exact | None = None,
    *,
    alpha: Exact | None = None,
    epsilon: Exact | None = None,
) -> Channel:
    """One of k symbols, told truthfully with probability p, else another one uniformly.

    P(y | x) = p if y = x, else (1 − p)/(k − 1); given a level instead, p = α/(α + k − 1). Inputs
    and outputs "0" … "k−1"; default adjacency replace. Source: Kairouz, Bonawitz and Ramage 2016.

    >>> k_randomized_response(3, alpha=2).row(1)
    [mpq(1,4), mpq(1,2), mpq(1,4)]
    """
    size = integer(k, "k", least=2)
    resources.check("outcomes", size * size, "the size of the table (inputs times outputs)", "k")
    truth = _truth_probability(size, p, alpha, epsilon)
    lie = (1 - truth) / (size - 1)
    rows = [[truth if i == j else lie for j in range(size)] for i in range(size)]
    names = index_labels(size)
    return Channel(names, names, rows, adjacency=REPLACE)


def _truth_probability(
    size: int, p: Exact | None, alpha: Exact | None, epsilon: Exact | None
) -> mpq:
    if (p is not None) + (alpha is not None) + (epsilon is not None) != 1:
        problem = "exactly one of p, alpha and epsilon is needed"
        raise InputError(problem, form='one of them, such as p = "3/4" or alpha = "3"')
    if p is not None:
        return probability(p, "p")
    if alpha is not None:
        odds = Level.alpha(alpha).value
    else:
        assert epsilon is not None
        odds = rational_odds(epsilon)
    assert odds is not None
    return odds / (odds + size - 1)


def rational_odds(epsilon: Exact) -> mpq:
    """α = e^ε, which must be rational."""
    level = Level.epsilon(epsilon)
    if level.value is None:
        form = 'an epsilon such as "ln(3)" or "2*ln(3)", or the parameter p'
        raise InputError(
            f"e^({level.text[:40]}) is not a rational of moderate size", at="epsilon", form=form
        )
    return level.value
