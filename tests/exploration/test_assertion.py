"""What a failing assertion says, word for word: see the files in ``snapshots``."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

import verify
from verify.exploration.assertion import PrivacyError
from verify.exploration.explored import platform_tag

SNAPSHOTS = Path(__file__).parent / "snapshots"
HERE = os.path.relpath(__file__)


def response(bit: int, rng: Any) -> int:
    return bit if rng.randrange(4) else 1 - bit


def count(records: tuple[int, ...], rng: Any) -> int:
    found = sum(records)
    return found + rng.randrange(2) - rng.randrange(2)


def biased(bit: int, rng: Any) -> bool:
    return rng.random() < (0.5 if bit else 0.1)


def geometric(bit: int, rng: Any) -> int:
    found = bit
    while rng.randrange(2):
        found += 1
    return found


def release(bit: int, rng: Any) -> Any:
    if rng.randrange(100) == 0:
        raise ValueError(bit)
    return ["yes", "no"][bit]


def ruin(start: int, rng: Any) -> int:
    place = start
    while 0 < place < 4:
        place += 1 if rng.randrange(2) else -1
    return place


def slow(bit: int, rng: Any) -> int:
    for _ in range(bit):
        rng.randrange(2)
    return 0


def steps(bit: int, rng: Any) -> tuple[int, ...]:
    return (bit, *[rng.randrange(2) for _ in range(15)][:1])


CASES: dict[str, tuple[Any, dict[str, Any]]] = {
    "response": (response, {"inputs": [0, 1], "alpha": 2}),
    "epsilon": (response, {"inputs": [0, 1], "epsilon": "1", "delta": "1/100"}),
    "count": (
        count,
        {
            "inputs": [(), (0,), (1,), (1, 1)],
            "adjacency": "add_remove",
            "epsilon": "1",
        },
    ),
    "doubles": (biased, {"inputs": [0, 1], "alpha": 3}),
    "residual": (geometric, {"inputs": [0, 1], "alpha": 2, "residual": "1/1000"}),
    "undecided": (
        geometric,
        {"inputs": [0, 1], "alpha": 1, "delta": "1/2", "residual": "1/1000"},
    ),
    "exception": (release, {"inputs": [0, 1], "alpha": 1, "delta": "1/2"}),
    "merged": (ruin, {"inputs": [1, 2], "alpha": "3/2", "merge": True}),
    "timing": (slow, {"inputs": [0, 1], "alpha": 1, "timing": True}),
    "many_choices": (steps, {"inputs": [0, 1], "alpha": 1}),
    "within": (
        lambda x, rng: x,
        {"inputs": [0, 1, 5], "adjacency": {"within": 1}, "alpha": 1, "merge": True},
    ),
}


def without_the_platform(text: str) -> str:
    return re.sub(
        r":\d+: ", ":LINE: ", text.replace(platform_tag(), "PLATFORM").replace(HERE, "FILE")
    )


@pytest.mark.parametrize("name", CASES)
def test_the_message_is_as_stored(name: str) -> None:
    function, options = CASES[name]
    with pytest.raises(AssertionError) as caught:
        verify.assert_dp(function, **options)
    found = without_the_platform(str(caught.value)) + "\n"
    assert found == (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["response", "count", "exception"])
def test_what_a_message_says_to_run_fails_in_the_same_way(name: str) -> None:
    function, options = CASES[name]
    with pytest.raises(PrivacyError) as caught:
        verify.assert_dp(function, **options)
    [line] = [each for each in str(caught.value).splitlines() if "see it again" in each]
    with pytest.raises(PrivacyError) as again:
        eval(line.split(maxsplit=3)[3], {"verify": verify, function.__name__: function})
    first, second = caught.value.verdict.witness, again.value.verdict.witness
    assert first is not None
    assert second is not None
    assert (first.p, first.q, first.outputs) == (second.p, second.q, second.outputs)


def test_what_holds_gives_its_verdict() -> None:
    found = verify.assert_dp(response, inputs=[0, 1], alpha=3)
    assert found
    assert (found.verdict, found.is_exact, found.witness) == ("holds", True, None)


def test_each_snapshot_is_used() -> None:
    assert {path.stem for path in SNAPSHOTS.iterdir()} == CASES.keys()
