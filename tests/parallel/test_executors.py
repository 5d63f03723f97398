"""Work that is spread over processes gives what one process gives."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

import pytest

import verify
from verify.combinators import fresh
from verify.errors import InputError, LimitError
from verify.exact.level import Level
from verify.law.mechanism import Mechanism
from verify.mechanisms import randomized_response, unary_encoding
from verify.parallel import alone, spread, waiting, watching, working
from verify.profiles.directions import evaluate_levels

LEVELS = [Level.epsilon(text) for text in ("0", "1/2", "ln(3)", "2", "5", "40")]


def uneven(count: int = 3) -> Mechanism:
    """Five inputs without symmetry, several times: ten pairs, each of another kind."""
    rows = [[f"{i + j + 1}/{5 * i + 15}" for j in range(5)] for i in range(5)]
    table = verify.Channel([str(i) for i in range(5)], list("abcde"), rows)
    return fresh(table, count)


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("spawn")) as found:
        yield found


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Executor]:
    """Dask's executor on a local cluster of two processes."""
    distributed = pytest.importorskip("distributed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with (
            distributed.LocalCluster(
                n_workers=2,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                local_directory=str(tmp_path_factory.mktemp("dask")),
            ) as found,
            distributed.Client(found) as client,
        ):
            yield client.get_executor()


@pytest.fixture(params=["pool", "cluster"])
def executor(request: pytest.FixtureRequest) -> Executor:
    found: Executor = request.getfixturevalue(request.param)
    return found


def summary(verdict: verify.Verdict) -> list[Any]:
    found = verdict.directions
    return [verdict.verdict, *((d.input, d.neighbour, d.delta.a, d.delta.b) for d in found)]


@pytest.mark.filterwarnings("ignore")
def test_pairs(executor: Executor) -> None:
    mechanism = uneven()
    here = verify.certify(mechanism, epsilon="1/2", delta="1/100", full=True)
    there = verify.certify(mechanism, epsilon="1/2", delta="1/100", full=True, executor=executor)
    assert summary(there) == summary(here)
    assert there.witness is not None
    assert there.witness.event.text == here.witness.event.text  # type: ignore[union-attr]
    assert there.delta_star == here.delta_star


@pytest.mark.filterwarnings("ignore")
def test_rows_of_a_sweep(executor: Executor) -> None:
    model = {"type": "fresh", "count": 3, "of": {"type": "randomized_response", "p": "1/2"}}
    whole = {"schema": 1, "mechanism": model, "claim": {"alpha": 3}}
    settings = {"p": "1/2..9/10:1/20", "count": [1, 2, 5]}
    here = verify.sweep(whole, settings)
    there = verify.sweep(whole, settings, executor=executor)
    assert len(there) == 27
    assert [repr(row) for row in there] == [repr(row) for row in here]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("mechanism", [uneven(), fresh(unary_encoding(4, "3/4", "1/4"), 2)])
def test_levels(executor: Executor, mechanism: Mechanism) -> None:
    edges = mechanism.edges()
    here = evaluate_levels(mechanism, edges, LEVELS, 3)
    with working(executor):
        there = evaluate_levels(mechanism, edges, LEVELS, 3)
    assert [[(d.input, d.neighbour, d.delta.a, d.delta.b) for d in each] for each in there] == [
        [(d.input, d.neighbour, d.delta.a, d.delta.b) for d in each] for each in here
    ]


@pytest.mark.filterwarnings("ignore")
def test_limits_and_errors_cross_the_border(executor: Executor) -> None:
    """The limits of this process hold in the others, and what they say comes back."""
    mechanism = uneven(count=30)
    with verify.limits(bytes=1), pytest.raises(LimitError, match="limit bytes = 1"):
        verify.certify(mechanism, epsilon="1/3", executor=executor)
    with pytest.raises(InputError, match=r"^row 2 \(p = 2\), mechanism.p: 2 is above 1"):
        verify.sweep(
            {"schema": 1, "mechanism": {"type": "randomized_response", "p": "1/2"}},
            {"p": ["1/2", "2"]},
            executor=executor,
        )


def test_pieces_are_seen_as_they_are_done() -> None:
    seen: list[tuple[int, str]] = []

    def watch(pieces: Any, count: int, what: str) -> Any:
        for piece in pieces:
            seen.append((count, what))
            yield piece

    with watching(watch):
        assert spread(sorted, range(7), "numbers") == list(range(7))
        assert seen == [(7, "numbers")] * 7
        with alone():
            assert spread(sorted, range(7), "numbers") == list(range(7))
    assert len(seen) == 7


def test_one_long_piece_is_seen_with_its_estimate() -> None:
    seen: list[tuple[str, float]] = []

    @contextmanager
    def wait(what: str, seconds: float) -> Iterator[None]:
        yield
        seen.append((what, seconds))

    mechanism = fresh(randomized_response("3/4"), 10**6)
    with watching(None, wait):
        with waiting("a long piece", 5.0):
            assert seen == []
        with waiting("a short piece", 0.01), alone(), waiting("unseen", 5.0):
            pass
        plan = verify.certify(mechanism, epsilon="500000*ln(3)").plan
    assert plan is not None
    assert seen == [("a long piece", 5.0), (plan.title, plan.work.seconds)]


def test_pieces_for_workers(pool: Executor) -> None:
    with working(pool):
        assert spread(sorted, range(100), "numbers") == list(range(100))
        assert spread(sorted, [3], "numbers") == [3]
        assert spread(sorted, [], "numbers") == []
