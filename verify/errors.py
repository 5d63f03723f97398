"""What can go wrong, as types: every message is one line that names the place and a right form."""

from __future__ import annotations

__all__ = [
    "AdjacencyError",
    "InputError",
    "LimitError",
    "NotAvailableError",
    "VerifyError",
    "printable",
]


LONGEST = 900
"""Characters of a message, whatever the names in it"""


class VerifyError(Exception):
    """Base class of every error that this package raises on purpose."""


class InputError(VerifyError, ValueError):
    """A value that cannot be accepted: where it stands, what is wrong, what is right.

    >>> print(InputError("3/2 is above 1", at="p", form='a number in [0, 1] such as "3/4"'))
    p: 3/2 is above 1; write a number in [0, 1] such as "3/4"
    """

    def __init__(self, problem: str, *, at: str = "", form: str = "") -> None:
        self.problem = problem
        self.at = at
        self.form = form
        super().__init__(problem)

    def __str__(self) -> str:
        place = f"{self.at}: " if self.at else ""
        form = f"; write {self.form}" if self.form else ""
        text = printable(f"{place}{self.problem}{form}")
        return (
            text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 3 :]}"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.problem, self.at, self.form)

    def under(self, place: str) -> InputError:
        """The same error, seen from further outside: ``p`` becomes ``mechanism.of.p``."""
        if not place:
            return self
        joined = place if not self.at else place + ("" if self.at[0] == "[" else ".") + self.at
        return type(self)(self.problem, at=joined, form=self.form)


class AdjacencyError(InputError):
    """An adjacency that has no meaning for the mechanism; the message says which ones have."""


class LimitError(InputError):
    """An exact answer exists, but it is larger than a stated limit allows."""


class NotAvailableError(InputError):
    """A documented name whose capability does not exist yet."""


def printable(text: str) -> str:
    """Text on one line without control characters, which a terminal might obey.

    >>> printable("a\\nb")
    'a\\\\nb'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _rebuild(kind: type[InputError], problem: str, at: str, form: str) -> InputError:
    return kind(problem, at=at, form=form)
