"""Runs a function along every branch of its random choices."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from gmpy2 import mpq

from verify import resources
from verify.errors import InputError
from verify.exploration._trail import Trail
from verify.exploration.search import Run, Search, Walk
from verify.exploration.states.graph import StateSearch
from verify.exploration.uniform.ideal import IdealSearch
from verify.exploration.uniform.lazy import LazyUniform

__all__ = ["Around", "walk"]

Around = Callable[[Trail], AbstractContextManager[Any]]
"""What has to be in force while the code under test runs"""


def walk(
    run: Run,
    residual: mpq,
    *,
    merge: bool = False,
    ideal: bool = False,
    around: Around = nullcontext,
) -> Walk:
    """The law of what ``run(trail)`` gives, where the trail makes its random choices.

    What is not followed to its end weighs no more than ``residual``. With ``merge``, states with
    the same future are followed once; with ``ideal``, doubles are real numbers. Raises `InputError`
    for code that cannot be followed, `LimitError` beyond the limits ``paths`` and ``draws``.
    """
    if merge and ideal:
        raise InputError("states of real numbers are not merged", at="ideal", form="one of the two")
    limits = resources.current()
    trail = Trail(limits.draws, LazyUniform)
    with around(trail):
        kind = StateSearch if merge else IdealSearch if ideal else Search
        search = kind(run, trail, limits.paths, residual)
        search.run_all()
        search.check_again()
        return search.result()
