"""Whose an exception is: that of the code under test, and so an outcome, or that of how it is run.

A random draw that is not worked out is no real float, and a double of a generator no real one. Code
may meet an error because of that, which it would not meet in use: such an error is no outcome.
"""

from __future__ import annotations

from verify.errors import InputError
from verify.exploration.place import is_ideal, is_ours, place_of

__all__ = ["require_own"]

_WORDS = (
    "LazyUniform",
    "PythonRandom",
    "PythonSystemRandom",
    "NumpyGenerator",
    "NumpyState",
    "type float is not JSON",  # as json names what says that it is a float
    "has no callable",  # as NumPy says of a float beside a random double in an array
)
"""Words of error messages that tell of a double"""

_FORM = "comparisons with constants, roundings to integers, or integer draws such as randrange(n)"

_ENDING = (
    'a loop, or residual="1e-9" (the probability that may stay unexplored) where the calls end '
    "with probability 1"
)


def require_own(error: BaseException) -> None:
    """Raise if an error is due to how the code is run."""
    problem, form = "", _FORM
    if isinstance(error, TypeError | AttributeError) and _tells_of_double(error):
        problem = f"{error}, as random draws are not worked out while the code is explored"
    elif isinstance(error, RecursionError) and is_ours(error):
        problem, form = "calls inside each other draw until Python allows no more", _ENDING
    elif isinstance(error, TypeError | AttributeError | AssertionError) and is_ideal(error):
        problem = f"{error}, in the reading of doubles as real numbers"
    if problem:
        raise InputError(problem, at=str(place_of(error)), form=form) from error


def _tells_of_double(error: BaseException) -> bool:
    if isinstance(error, AttributeError) and _is_missing(error.obj, error.name):
        return False
    return any(words in str(error) for words in _WORDS)


def _is_missing(double: object, name: str | None) -> bool:
    """Whether the real generator that a double stands for has no such attribute either."""
    own = [kind for kind in type(double).__mro__ if not kind.__module__.startswith("verify.")]
    return name is not None and len(own) > 1 and not hasattr(own[0], name)
