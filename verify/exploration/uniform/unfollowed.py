"""What a float can do that is not followed: a lazy uniform that is asked for it says so.

Without these methods Python would raise a `TypeError`, which the code under test might catch.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

__all__ = ["LIKE_A_FLOAT", "refusing"]

LIKE_A_FLOAT = {
    "__mod__": "%",
    "__rmod__": "%",
    "__floordiv__": "//",
    "__rfloordiv__": "//",
    "__divmod__": "divmod",
    "__rdivmod__": "divmod",
    "__complex__": "complex()",
    "__reduce_ex__": "pickle",
}
"""Special methods of floats, and what they are for"""


def refusing(name: str) -> Callable[..., NoReturn]:
    """A method of this name that refuses."""

    def method(self: Any, *_: object) -> NoReturn:
        raise self.refused(
            f"{LIKE_A_FLOAT[name]} of a random double cannot be followed",
            "comparisons with constants, roundings to integers, or integer draws such as "
            "randrange(n)",
        )

    method.__name__ = name
    return method
