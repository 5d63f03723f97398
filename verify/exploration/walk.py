"""Runs a function along every branch of its random choices."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from verify import resources
from verify.exploration._trail import Trail
from verify.exploration.search import Run, Search, Walk
from verify.exploration.settings import Settings
from verify.exploration.states.graph import StateSearch
from verify.exploration.uniform.ideal import IdealSearch
from verify.exploration.uniform.lazy import LazyUniform

__all__ = ["Around", "walk"]

_USUAL = Settings()

Around = Callable[[Trail], AbstractContextManager[Any]]
"""What has to be in force while the code under test runs"""


def walk(
    run: Run,
    settings: Settings = _USUAL,
    around: Around = nullcontext,
) -> Walk:
    """The law of what ``run(trail)`` gives, where the trail makes its random choices.

    Raises `InputError` for code that cannot be followed, `LimitError` beyond the limits ``paths``
    and ``draws``.
    """
    limits = resources.current()
    trail = Trail(limits.draws, LazyUniform)
    with around(trail):
        kind = StateSearch if settings.merge else IdealSearch if settings.ideal else Search
        search = kind(run, trail, limits.paths, settings.left)
        search.run_all()
        search.check_again()
        return search.result()
