"""What ends a run before its end: signals that code under test does not catch by mistake.

They are no `Exception`: code that says ``except ValueError`` must not change what it is tested for.
The trail remembers the signal, in case the code says ``except BaseException``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from verify.errors import InputError
from verify.exploration.place import Place, user_line

if TYPE_CHECKING:
    from verify.exploration._trail import Trail

__all__ = ["Cut", "Refusal", "changed", "refuse", "reseeded", "too_long"]


class Cut(BaseException):
    """The run weighs too little to be followed."""


class Refusal(BaseException):
    """The run does what cannot be followed; ``error`` says what and where."""

    def __init__(self, error: InputError) -> None:
        self.error = error
        super().__init__(str(error))


def refuse(trail: Trail, problem: str, form: str, place: Place | None = None) -> Refusal:
    """The signal that a line of the code, the one that is running, cannot be followed."""
    place = place or user_line()
    line = f"{place.text.removesuffix(':')}: " if place.text else ""
    signal = Refusal(InputError(f"{line}{problem}", at=str(place), form=form))
    trail.stopped = signal
    return signal


def reseeded(trail: Trail) -> Refusal:
    """The signal that code seeds the generator that it is given."""
    return refuse(
        trail,
        "the generator gets a seed, so that what it draws next is fixed",
        "code that draws from its generator as it is",
    )


def changed(trail: Trail, problem: str, place: Place | None = None) -> Refusal:
    """The signal that a replay went another way than the run before."""
    return refuse(
        trail,
        f"run again with the same random choices, the code does something else: {problem}",
        "code whose only source of change is the random source it is given "
        "(no clock, no other generator, no global state that a run leaves behind)",
        place,
    )


def too_long(trail: Trail) -> Refusal:
    """The signal that one run makes too many choices."""
    return refuse(
        trail,
        f"one run makes more than {trail.longest} random choices",
        'residual="1e-9" (the probability that may stay unexplored) for a loop that ends with '
        "probability 1, or verify.limits(draws=N)",
    )
