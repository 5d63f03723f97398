"""Mixtures and samples of noise without end against sums that are cut far out.

The twin adds up the definition over integers up to ±60; what it misses is bounded by the tails of
the noise, which is below 10⁻¹⁵, and the engine's exact value must lie within that of the twin's.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import verify
from verify.combinators import fixed_size_subsample, mixture, poisson_subsample
from verify.mechanisms import channel, clamped_geometric, geometric, report_noisy_max

REACH = 60
MISSED = Fraction(1, 10**15)

Law = dict[object, Fraction]


def noise(ratio: str, x: int) -> Law:
    r = Fraction(ratio)
    height = (1 - r) / (1 + r)
    return {z: height * r ** abs(z - x) for z in range(-REACH, REACH + 1)}


def clamped(law: Law, low: int, high: int) -> Law:
    found: Law = {}
    for z, p in law.items():
        y = min(max(z, low), high)  # type: ignore[type-var]
        found[y] = found.get(y, Fraction(0)) + p
    return found


def mixed(*parts: tuple[str, Law]) -> Law:
    found: Law = {}
    for weight, law in parts:
        for y, p in law.items():
            found[y] = found.get(y, Fraction(0)) + Fraction(weight) * p
    return found


def divergence(p: Law, q: Law, alpha: Fraction) -> Fraction:
    return sum((max(p[y] - alpha * q.get(y, Fraction(0)), Fraction(0)) for y in p), Fraction(0))


def close(found: object, expected: Fraction) -> bool:
    return abs(Fraction(str(found)) - expected) <= MISSED


THREE = mixture(
    [
        ("1/2", geometric("1/2", 0, 2)),
        ("1/4", geometric("1/3", 0, 2)),
        ("1/4", clamped_geometric("1/2", 0, 2)),
    ]
)


def three(x: int) -> Law:
    plain = noise("1/2", x)
    return mixed(("1/2", plain), ("1/4", noise("1/3", x)), ("1/4", clamped(plain, 0, 2)))


@pytest.mark.parametrize("alpha", ["1", "3/2", "2", "9/4", "5/2"])
def test_three_kinds_of_noise_in_secret(alpha: str) -> None:
    for x in range(3):
        for y in range(3):
            found = verify.profile(THREE).divergence((x, y), alpha=alpha).exact
            assert close(found, divergence(three(x), three(y), Fraction(alpha)))


def test_an_output_inside_a_tail_is_one_output() -> None:
    """A finite part that releases -5 meets the noise there."""
    table = channel([0, 1], [-5, 9], [[1, 0], [0, 1]])
    both = mixture([("1/2", geometric("1/2", 0, 1)), ("1/2", table)])
    laws = [mixed(("1/2", noise("1/2", x)), ("1/2", {(-5, 9)[x]: Fraction(1)})) for x in (0, 1)]
    for alpha in ("1", "2", "10"):
        found = verify.profile(both).divergence((0, 1), alpha=alpha).exact
        assert close(found, divergence(*laws, Fraction(alpha)))
    assert verify.epsilon(both).alpha is not None


def maximum(answers: tuple[int, ...], ratio: str = "1/2") -> Law:
    """The greatest noisy answer, by differences of its distribution function."""
    r = Fraction(ratio)

    def at_most(v: int) -> Fraction:
        product = Fraction(1)
        for q in answers:
            k = v - q
            product *= 1 - r ** (k + 1) / (1 + r) if k >= 0 else r ** (-k) / (1 + r)
        return product

    return {v: at_most(v) - at_most(v - 1) for v in range(-REACH, REACH + 1)}


@pytest.mark.parametrize("alpha", ["1", "4/3", "2", "3"])
def test_a_sampled_maximum(alpha: str) -> None:
    queries = {"0": [0, 0], "1": [1, 1], "2": [2, 0]}
    released = report_noisy_max(queries, "1/2", output="value")
    laws = [maximum(tuple(answers)) for answers in queries.values()]
    sampled = poisson_subsample("1/3", released, "0")
    there = [mixed(("2/3", laws[0]), ("1/3", law)) for law in laws[1:]]
    for x, law in zip(("1", "2"), there, strict=True):
        curve = verify.profile(sampled)
        assert close(curve.divergence((x, "0"), alpha=alpha).exact,
                     divergence(law, laws[0], Fraction(alpha)))  # fmt: skip
        assert close(curve.divergence(("0", x), alpha=alpha).exact,
                     divergence(laws[0], law, Fraction(alpha)))  # fmt: skip
    drawn = fixed_size_subsample(released, [0, 1], 2, 1)
    half = mixed(("1/2", laws[0]), ("1/2", laws[1]))
    found = verify.profile(drawn).divergence((("0", "1"), ("0", "0")), alpha=alpha).exact
    assert close(found, divergence(half, laws[0], Fraction(alpha)))
