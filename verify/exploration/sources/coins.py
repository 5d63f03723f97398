"""Our own exact source of randomness: probabilities are rationals, and no float is drawn.

Code that is written for `Coins` runs with true randomness as it is explored: `Coins()` draws from
the operating system, `Coins(trail)` along a trail.
"""

from __future__ import annotations

import operator
import secrets
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import accumulate
from math import lcm
from typing import Any, TypeVar

from gmpy2 import mpq

from verify.errors import InputError
from verify.exact.rational import Exact, rational
from verify.exploration._trail import Options, Trail
from verify.exploration.sources.draws import below, options_of

__all__ = ["CoinMethods", "Coins"]

_Item = TypeVar("_Item")


class CoinMethods:
    """Draws from exact laws, for any class that can draw one of n and one of weighted options."""

    _uniform: Callable[[int], int]
    _listed: Callable[[Options], int]

    def bernoulli(self, p: Exact) -> bool:
        """True with probability p, as one draw."""
        coin = _coin(p)
        return bool(coin.values[self._listed(coin)])

    def uniform(self, n: int) -> int:
        """One of 0, ..., n − 1, each as likely."""
        n = operator.index(n)
        if n < 1:
            raise InputError(
                f"{n} is not a number of options", at="n", form="an integer of at least 1"
            )
        return self._uniform(n)

    def choice(self, items: Sequence[_Item]) -> _Item:
        """One of the items, each as likely."""
        if not len(items):
            raise InputError(
                "there is nothing to choose from", at="items", form="at least one item"
            )
        return items[self._uniform(len(items))]

    def weighted(self, items: Sequence[_Item], weights: Sequence[Exact]) -> _Item:
        """One of the items, with probability proportional to its weight, as one draw."""
        options = _weighted(tuple(weights), len(items))
        index: int = options.values[self._listed(options)]
        return items[index]

    def geometric(self, p: Exact) -> int:
        """How often an event of probability p fails to happen before it first does.

        P(k) = (1 − p)^k·p. Every failure is a draw: what is explored needs a residual.
        """
        if not sum(_coin(p).values):
            raise InputError("an event of probability 0 never happens", at="p", form="a p above 0")
        failures = 0
        while not self.bernoulli(p):
            failures += 1
        return failures

    def discrete_laplace(self, ratio: Exact) -> int:
        """An integer z with probability proportional to ratio^|z|, where 0 < ratio < 1.

        P(z) = (1 − r)/(1 + r)·r^|z|. It is 0 or not, then has a sign, and then |z| − 1 is
        geometric: every z has one path. Every step away from 0 is a draw: what is explored needs
        a residual.
        """
        nonzero, stop = _two_sided(ratio)
        if not nonzero.values[self._listed(nonzero)]:
            return 0
        sign = 1 - 2 * self._uniform(2)
        size = 1
        while not stop.values[self._listed(stop)]:
            size += 1
        return sign * size


class Coins(CoinMethods):
    """Exact draws from a trail, or from the operating system (`secrets`) if none is given.

    >>> coins = Coins()
    >>> coins.bernoulli(1), coins.uniform(1), coins.weighted("ab", [0, "1/2"])
    (True, 0, 'b')
    >>> coins.bernoulli(0.5)
    Traceback (most recent call last):
    ...
    verify.errors.InputError: p: 0.5 is a float, which is not exact; write "0.5" or 1/2 ...
    """

    random: Callable[[], Any]
    """draws a double k·2^−53, each as likely"""

    def __init__(self, trail: Trail | None = None) -> None:
        if trail is None:
            self._uniform, self._listed, self.random = (
                _system_uniform,
                _system_listed,
                _system_random,
            )
        else:
            self._uniform, self._listed = partial(below, trail), trail.listed
            self.random = trail.lazy


# What is asked for when it is needed: code whose `secrets` is replaced is followed there too.


def _system_uniform(n: int) -> int:
    return secrets.randbelow(n)


def _system_random() -> Any:
    return secrets.SystemRandom().random()


def _system_listed(options: Options) -> int:
    source = secrets.SystemRandom()
    if isinstance(source, CoinMethods):
        return source._listed(options)
    return bisect_right(list(accumulate(options.weights)), secrets.randbelow(options.total))


def _coin(p: object) -> Options:
    try:
        return _known_coin(p)
    except TypeError:  # not hashable, so no number
        rational(p, "p")
        raise


@lru_cache(maxsize=4096, typed=True)
def _known_coin(p: object) -> Options:
    return _of_probability(rational(p, "p"), "p")


def _of_probability(p: mpq, at: str) -> Options:
    if not 0 <= p <= 1:
        raise InputError(f"{p} is not in [0, 1]", at=at, form='a probability such as "3/8"')
    success, whole = int(p.numerator), int(p.denominator)
    return options_of((whole - success, success), (False, True))


@lru_cache(maxsize=4096, typed=True)
def _two_sided(ratio: object) -> tuple[Options, Options]:
    """Whether it is not 0, and whether |z| grows no more."""
    r = rational(ratio, "ratio")
    if not 0 < r < 1:
        raise InputError(f"{r} is not in (0, 1)", at="ratio", form='a ratio such as "1/2"')
    return _of_probability(2 * r / (1 + r), "ratio"), _of_probability(1 - r, "ratio")


@lru_cache(maxsize=4096, typed=True)
def _weighted(weights: tuple[object, ...], count: int) -> Options:
    exact = [rational(each, f"weights[{i}]") for i, each in enumerate(weights)]
    if len(exact) != count:
        problem = f"{len(exact)} weights for {count} items"
        raise InputError(problem, at="weights", form="one weight for every item")
    if min(exact, default=0) < 0 or not any(exact):
        problem = "weights are at least 0, and not all 0"
        raise InputError(problem, at="weights", form='weights such as [1, "3/2"]')
    scale = lcm(*[int(each.denominator) for each in exact])
    return options_of([int(each * scale) for each in exact], range(count))
