"""Mechanisms in integers, as they are published, each with the claim that it keeps.

``python examples/code/samplers.py`` decides the claims. Nothing here draws a double: a probability
n/d is ``rng.randrange(d) < n``. Loops that end with probability 1 are followed up to a residual,
which counts against the claim: δ may be as small as one likes, at the price of more paths.
Variables are integers, so that states of loops can be told to be the same (``merge``).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from random import Random

import verify


def bernoulli(n: int, d: int, rng: Random) -> bool:
    """True with probability n/d."""
    return rng.randrange(d) < n


def bernoulli_exp(n: int, d: int, rng: Random) -> bool:
    """True with probability exp(−n/d), for n/d >= 0.

    Algorithm 1 of Canonne, Kamath and Steinke (2020), The Discrete Gaussian for Differential
    Privacy.

    For γ = n/d <= 1 the last loop is passed k times with probability γ^k/k! − γ^(k+1)/(k+1)!, and
    k is even with probability Σ (−γ)^k/k!.
    """
    while n > d:
        if not bernoulli_exp(1, 1, rng):
            return False
        n -= d
    counter = 1
    while bernoulli(n, d * counter, rng):
        counter += 1
    return counter % 2 == 1


def discrete_laplace(t: int, s: int, rng: Random) -> int:
    """z with probability proportional to exp(−|z|·s/t): algorithm 2 of the same paper."""
    while True:
        u = rng.randrange(t)
        if not bernoulli_exp(u, t, rng):
            continue
        v = 0
        while bernoulli_exp(1, 1, rng):
            v += 1
        size = (u + t * v) // s
        negative = rng.randrange(2)
        if size or not negative:
            return -size if negative else size


def discrete_gaussian(n: int, d: int, rng: Random) -> int:
    """z with probability proportional to exp(−z²/(2·n/d)): algorithm 3 of the same paper."""
    t = isqrt(n // d) + 1
    while True:
        z = discrete_laplace(t, 1, rng)
        if bernoulli_exp((abs(z) * d * t - n) ** 2, 2 * n * d * t * t, rng):
            return z


def heads(rng: Random) -> int:
    """k with probability 2^−(k + 1)."""
    count = 0
    while rng.randrange(2):
        count += 1
    return count


def two_sided(rng: Random) -> int:
    """z with probability 2^−|z|/3: the difference of two geometric numbers."""
    up = heads(rng)
    return up - heads(rng)


def respond(answer: int, rng: Random) -> int:
    """Randomized response: the answer with probability 3/4."""
    return answer if rng.randrange(4) < 3 else 1 - answer


def truncated_geometric(value: int, rng: Random) -> int:
    """``two_sided`` noise on 0, ..., 4, what is beyond goes to the ends: a table of integers."""
    weights = [(2 if y in (0, 4) else 1) << (4 - abs(y - value)) for y in range(5)]
    return weighted(weights, rng)


def exponential(scores: Sequence[int], rng: Random) -> int:
    """The exponential mechanism of base 2: y with probability proportional to 2^score(y)."""
    return weighted([1 << score for score in scores], rng)


def weighted(weights: Sequence[int], rng: Random) -> int:
    """A place with probability proportional to its weight."""
    left = rng.randrange(sum(weights))
    for place, weight in enumerate(weights):
        if left < weight:
            return place
        left -= weight
    raise AssertionError("weights do not add up")


def noisy_max(scores: Sequence[int], rng: Random) -> int:
    """Where the greatest score is, after one-sided noise."""
    noisy = [score + heads(rng) for score in scores]
    return noisy.index(max(noisy))


def sparse_vector(queries: Sequence[int], rng: Random) -> int:
    """The first query above 0, query and threshold with noise; how many there are if none is."""
    threshold = two_sided(rng)
    place = 0
    while place < len(queries):
        noise = two_sided(rng)
        if queries[place] + noise >= threshold:
            return place
        place += 1
    return place


def laplace_count(count: int, rng: Random) -> int:
    """A count with discrete Laplace noise of scale 1."""
    return count + discrete_laplace(1, 1, rng)


def gaussian_count(count: int, rng: Random) -> int:
    """A count with discrete Gaussian noise of variance 1/4."""
    return count + discrete_gaussian(1, 4, rng)


def near(first: Sequence[int], second: Sequence[int]) -> bool:
    """No score differs by more than 1."""
    return max(abs(a - b) for a, b in zip(first, second, strict=True)) <= 1


SCORES = [(0, 1, 2), (1, 1, 2), (1, 0, 2), (0, 2, 1)]

QUERIES = [(0, 0), (-1, 0), (0, -1), (-1, -1), (-1, 1)]

CLAIMS = [
    (respond, [0, 1], {"epsilon": "ln(3)"}),
    (truncated_geometric, range(5), {"adjacency": {"within": 1}, "alpha": 2}),
    (exponential, SCORES, {"adjacency": near, "alpha": 4}),
    (noisy_max, SCORES, {"adjacency": near, "alpha": 4, "delta": "1e-4", "residual": "1e-4"}),
    (sparse_vector, QUERIES, {"adjacency": near, "alpha": 8, "delta": "0.01", "residual": "0.01"}),
    (laplace_count, [0, 1], {"epsilon": 1, "delta": "1e-3", "residual": "1e-3", "merge": True}),
    (gaussian_count, [0, 1], {"epsilon": 2, "delta": "0.12", "residual": "1e-2", "merge": True}),
]
"""A function, its inputs, and how it is asserted"""


def main() -> None:
    """Decide the claims."""
    for function, inputs, options in CLAIMS:
        verdict = verify.assert_dp(function, inputs=inputs, **options)
        print(f"{function.__name__:<20} {verdict}")


if __name__ == "__main__":
    main()
