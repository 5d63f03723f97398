"""Lemmas spread over processes: names go there, and what is to be said comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any, cast

from proofs.catalogue import LEMMAS
from proofs.harness import Finding, Lemma, Outcome, run

__all__ = ["run_spread"]


def run_spread(
    lemmas: Sequence[Lemma[Any]], full: bool, jobs: int, progress: Callable[[int], None]
) -> Iterator[Outcome]:
    """The outcomes in the order of the lemmas, which are worked on in so many processes.

    ``progress`` is told how many are done.
    """
    done = 0

    def count(_: object) -> None:
        nonlocal done
        done += 1
        progress(done)

    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        found = [pool.submit(_run_one, lemma.name, full) for lemma in lemmas]
        for each in found:
            each.add_done_callback(count)
        try:
            for lemma, each in zip(lemmas, found, strict=True):
                yield replace(each.result(), lemma=lemma)
        except BaseException:  # Ctrl-C, too: nobody waits for what is left
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _run_one(name: str, full: bool) -> Outcome:
    """The outcome without its lemma, whose functions do not travel; findings as text."""
    (lemma,) = (each for each in LEMMAS if each.name == name)
    found = run(lemma, full=full)
    return replace(
        found,
        lemma=cast("Any", None),
        failure=_told(found.failure),
        refutation=_told(found.refutation),
    )


def _told(finding: Finding | None) -> Finding | None:
    return finding and Finding(str(finding.instance), str(finding.comparison))
