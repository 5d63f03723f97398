"""What a survey releases of the answers it got, each of them 0 or 1."""

from collections.abc import Sequence
from random import Random


def respond(answer: int, rng: Random) -> int:
    """One answer, true with probability 3/4."""
    return answer if rng.randrange(4) else 1 - answer


def heads(rng: Random) -> int:
    """How often a coin shows heads before it shows tails."""
    count = 0
    while rng.randrange(2):
        count += 1
    return count


def noisy_count(answers: Sequence[int], rng: Random) -> int:
    """The number of ones, with noise of which each next value is half as likely."""
    return sum(answers) + heads(rng) - heads(rng)


def quick_count(answers: Sequence[int], rng: Random) -> int:
    """The same, but somebody saved the noise where there is nothing to count."""
    return noisy_count(answers, rng) if answers else 0
