"""The samplers with one fault each, as they are found in the field."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

from samplers import bernoulli, bernoulli_exp, discrete_laplace, two_sided

Coin = Callable[[int, int, Random], bool]


def threshold_off_by_one(answer: int, rng: Random) -> int:
    """``<=`` for ``<``: four of four."""
    return answer if rng.randrange(4) <= 3 else 1 - answer


def biased_sign(count: int, rng: Random) -> int:
    """The sign is 1 in two cases of three, and 0 has its share of both."""
    size = abs(two_sided(rng))
    return count + size if rng.randrange(3) else count - size


def reused_draw(answer: int, rng: Random) -> int:
    """Whether to tell the truth, and what to say instead, from one draw: 3/4 + 1/4·1/2 meant."""
    draw = rng.randrange(4)
    return answer if draw else draw & 1


def log_of_wrong_base(count: int, rng: Random) -> int:
    """Noise for ε = 1 where one bit, ε = ln 2, is promised."""
    return count + discrete_laplace(1, 1, rng)


def halved_sensitivity(values: Sequence[int], rng: Random) -> int:
    """Values are 0, 1 or 2, and the noise is for values up to 1."""
    return sum(values) + two_sided(rng)


def clamp_of_the_noise(count: int, rng: Random) -> int:
    """The noise is clamped where the result should be."""
    return count + max(-2, min(2, two_sided(rng)))


def exact_threshold(queries: Sequence[int], rng: Random) -> int:
    """The sparse vector technique whose threshold has no noise."""
    place = 0
    while place < len(queries):
        noise = two_sided(rng)
        if queries[place] + noise >= 1:
            return place
        place += 1
    return place


def noise_not_refreshed(counts: Sequence[int], rng: Random) -> tuple[int, ...]:
    """One noise for all counts."""
    noise = two_sided(rng)
    return tuple([count + noise for count in counts])


def late_counter(n: int, d: int, rng: Random) -> bool:
    """``bernoulli_exp`` whose counter is one too high: (1 − exp(−γ))/γ."""
    counter = 2
    while bernoulli(n, d * counter, rng):
        counter += 1
    return counter % 2 == 0


def failures(rng: Random, coin: Coin) -> int:
    """How often an event of probability exp(−1/2) fails before it happens."""
    count = 0
    while not coin(1, 2, rng):
        count += 1
    return count


def failing_count(count: int, rng: Random, coin: Coin = bernoulli_exp) -> int:
    """A count with noise of ratio 1 − exp(−1/2)."""
    up = failures(rng, coin)
    return count + up - failures(rng, coin)


def failing_count_of_late_counter(count: int, rng: Random) -> int:
    """The same with the counter that is one too high."""
    return failing_count(count, rng, late_counter)


def null_without_noise(value: int | None, rng: Random) -> int:
    """A missing value skips the noise."""
    if value is None:
        return 0
    return value + two_sided(rng)


def null_as_zero(value: int | None, rng: Random) -> int:
    """A missing value counts as 0, which may be further away than the sensitivity says."""
    return (value or 0) + two_sided(rng)


def nan_passed_on(value: float, rng: Random) -> float:
    """A clamp that lets NaN through, which noise does not hide."""
    return max(0.0, min(value, 1.0)) + two_sided(rng) if value == value else math.nan
