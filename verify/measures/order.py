"""Orders of Rényi divergences."""

from __future__ import annotations

from verify.errors import NotAvailableError
from verify.exact.rational import integer

__all__ = ["order_of"]

MOST_ORDER = 100_000
"""Greater orders are refused: their moments are powers of such a degree."""


def order_of(value: object, at: str = "order") -> int:
    """An integer order >= 2."""
    number = integer(value, at, least=2)
    if number > MOST_ORDER:
        form = f"an order of at most {MOST_ORDER}"
        raise NotAvailableError(f"{number} is too great an order", at=at, form=form)
    return number
