"""Models of the gallery that follow from code rather than from a page: each makes a document's.

What a document cannot say is what went wrong in a program: that it rounds, divides, or clamps at
the wrong place. Here the fault is the line of Python that makes the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

__all__ = [
    "clamped_comparisons",
    "mean_by_private_count",
    "noise_and_its_magnitude",
    "rounded_sum",
    "unrounded_sum",
]

Law = Mapping[object, Fraction]


def rounded_sum() -> dict[str, Any]:
    """Sums of values 0 and ½, rounded by ``round`` (half to even), with ¼-geometric noise."""
    sums = [Fraction(n, 2) for n in range(5)]
    laws = {total: _clamped_noise(Fraction(1, 4), round(total), 0, 2) for total in sums}
    return _table(laws)


def unrounded_sum() -> dict[str, Any]:
    """The same sums in units of ½, with the noise that a change of one unit needs."""
    sums = [Fraction(n, 2) for n in range(5)]
    return _table({total: _clamped_noise(Fraction(1, 2), int(2 * total), 0, 4) for total in sums})


def mean_by_private_count() -> dict[str, Any]:
    """The noisy sum of n ones, in 0 … 3, divided by the n that nobody should know."""
    return _table(
        {
            f"{n} ones": {
                Fraction(total, n): weight
                for total, weight in _clamped_noise(Fraction(1, 2), n, 0, 3).items()
            }
            for n in (2, 3)
        }
    )


def noise_and_its_magnitude() -> dict[str, Any]:
    """A count of 0 or 1 with ½-geometric noise, clamped to |z| <= 2, beside the time |z|."""
    noise = _clamped_noise(Fraction(1, 2), 0, -2, 2)
    return _table(
        {x: {(x + z, abs(z)): weight for z, weight in noise.items()} for x in (0, 1)},
    )


def clamped_comparisons() -> dict[str, Any]:
    """Five counts of 4, or of 5, each compared with one noisy threshold around 2.

    ¼-geometric noise on the threshold, ½-geometric noise on the counts, all clamped to 0 … 5.
    """
    parts = []
    for threshold, weight in _clamped_noise(Fraction(1, 4), 2, 0, 5).items():
        laws: dict[object, Law] = {}
        for count in (4, 5):
            noisy = _clamped_noise(Fraction(1, 2), count, 0, 5)
            below = sum((w for y, w in noisy.items() if y < threshold), Fraction(0))
            laws[count] = {"below": below, "above": 1 - below}
        fresh = {"type": "fresh", "count": 5, "of": _table(laws)}
        parts.append({"weight": str(weight), "mechanism": fresh})
    return {"type": "mixture", "of": parts}


def _clamped_noise(ratio: Fraction, centre: int, low: int, high: int) -> dict[int, Fraction]:
    """The law of two-sided geometric noise around ``centre``, clamped to [low, high]."""
    unit = (1 - ratio) / (1 + ratio)
    law = {y: unit * ratio ** abs(y - centre) for y in range(low, high + 1)}
    law[low] /= 1 - ratio
    law[high] /= 1 - ratio
    return law


def _table(laws: Mapping[Any, Mapping[Any, Fraction]]) -> dict[str, Any]:
    """A channel as a document has it: one law for every input, outputs as they first appear."""
    outputs = list(dict.fromkeys(y for law in laws.values() for y in law))
    rows = [[str(law.get(y, Fraction(0))) for y in outputs] for law in laws.values()]
    inputs = [_label(x) for x in laws]
    return {
        "type": "channel",
        "inputs": inputs,
        "outputs": list(map(_label, outputs)),
        "rows": rows,
    }


def _label(value: Any) -> Any:
    return [_label(part) for part in value] if isinstance(value, tuple) else str(value)
