"""Runs a function along every branch of its random choices."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from gmpy2 import mpq

from verify import resources
from verify.exploration._trail import Trail
from verify.exploration.graph import StateSearch
from verify.exploration.lazy import LazyUniform
from verify.exploration.search import Run, Search, Walk

__all__ = ["Around", "walk"]

Around = Callable[[Trail], AbstractContextManager[Any]]
"""What has to be in force while the code under test runs"""


def walk(run: Run, residual: mpq, *, merge: bool = False, around: Around = nullcontext) -> Walk:
    """The law of what ``run(trail)`` gives, where the trail makes its random choices.

    What is not followed to its end weighs no more than ``residual``. With ``merge``, states with
    the same future are followed once. Raises `InputError` for code that cannot be followed,
    `LimitError` beyond the limits ``paths`` and ``draws``.
    """
    limits = resources.current()
    trail = Trail(limits.draws, LazyUniform)
    with around(trail):
        search = (StateSearch if merge else Search)(run, trail, limits.paths, residual)
        search.run_all()
        search.check_again()
        return search.result()
