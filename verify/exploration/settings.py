"""How code is explored: what `verify.explore` takes beside a function and its data."""

from __future__ import annotations

from dataclasses import dataclass, fields

from gmpy2 import mpq

from verify.errors import InputError
from verify.exact.rational import Exact, probability

__all__ = ["Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of one exploration; see `verify.explore` for what they mean."""

    source: str = "random.Random"
    attribute: str | None = None
    residual: Exact = 0
    merge: bool = False
    ideal: bool = False
    timing: bool = False

    def __post_init__(self) -> None:
        if self.merge and self.ideal:
            form = "one of the two"
            raise InputError("states of real numbers are not merged", at="ideal", form=form)
        if self.left >= 1:
            form = 'a probability that may stay unexplored, such as "1e-9"'
            raise InputError("nothing would be explored", at="residual", form=form)

    @property
    def left(self) -> mpq:
        """The probability that may stay unexplored."""
        return probability(self.residual, "residual")

    @property
    def unusual(self) -> dict[str, object]:
        """What is not as it is by default, with exact numbers as text."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        given["residual"] = str(self.left)
        usual = {field.name: field.default for field in fields(self)} | {"residual": "0"}
        return {name: value for name, value in given.items() if value != usual[name]}
