"""Private selection: the exponential mechanism, and permute-and-flip."""

from __future__ import annotations

from gmpy2 import lcm, mpq, mpz

from verify import resources
from verify.errors import InputError
from verify.exact.rational import Exact, integer, rational, shorten
from verify.law.channel import ALL_PAIRS, Channel
from verify.law.labels import key_text
from verify.law.rows import Rows, from_rows
from verify.mechanisms.entries import Entries, read_entries

__all__ = ["exponential", "permute_and_flip"]


def exponential(
    weights: Entries | None = None, *, scores: Entries | None = None, base: Exact | None = None
) -> Channel | Rows:
    """The exponential mechanism: P(o | x) proportional to w(x, o), or to base^score(x, o).

    ``weights`` is {input: {output: w}} with rational w >= 0, not all of them 0; ``scores`` is
    {input: {output: integer}} with a rational ``base`` > 0. Inputs and outputs are the keys;
    every input lists the outputs of the first one. Default adjacency all_pairs. With scores that
    move by at most Δ between neighbours and base >= 1 the pure level is at most base^(2Δ), and at
    most base^Δ where all scores move the same way. Source: McSherry and Talwar 2007, theorem 6.

    Raises `verify.InputError` for a missing, repeated or unknown output, a negative weight, or a
    score that is no integer.

    >>> exponential({"x": {"a": 1, "b": 3}, "y": {"a": 1, "b": 1}}).row(0)
    [mpq(1,4), mpq(3,4)]
    >>> exponential(scores={"x": {"a": 0, "b": 1}, "y": {"a": 1, "b": 0}}, base=2).row(0)
    [mpq(1,3), mpq(2,3)]
    """
    if (weights is None) == (scores is None):
        problem = "exactly one of weights and scores is needed"
        raise InputError(
            problem, form='"weights": {x: {o: w}}, or "scores": {x: {o: n}} and "base"'
        )
    if (base is None) != (scores is None):
        problem = "the base of the scores is missing" if base is None else "weights have no base"
        raise InputError(problem, at="base", form='a number such as "2" with scores, else nothing')
    if weights is not None:
        inputs, outputs, table = read_entries(weights, "weights", _weight)
        named = zip(inputs, table, strict=True)
        rows = [_integers(row, f"weights.{key_text(x)}") for x, row in named]
    else:
        assert scores is not None
        assert base is not None
        number = rational(base, "base")
        if number <= 0:
            raise InputError(
                f"{shorten(number)} is not positive",
                at="base",
                form='a positive number such as "2"',
            )
        inputs, outputs, scored = read_entries(scores, "scores", integer)
        rows = [_acceptances(row, number) for row in scored]
    totals = [sum(row, mpz(0)) for row in rows]
    return from_rows(inputs, outputs, rows, totals, ALL_PAIRS)


def permute_and_flip(scores: Entries, base: Exact) -> Channel | Rows:
    """In random order, accept output o with probability base^(score(o) − greatest score).

    With w(o) = base^(score(o) − max): P(o) = w(o)·∫₀¹ Π_{s ≠ o} (1 − w(s)·t) dt, since a random
    order is one by independent uniform times and everything before o was rejected. ``scores`` is
    {input: {output: integer}}, ``base`` a rational >= 1; inputs, outputs, default adjacency
    (all_pairs) and the bound on the pure level are those of `exponential`. Source: McKenna and
    Sheldon 2020, algorithm 1.

    Raises `verify.InputError` for a base below 1, a missing, repeated or unknown output, or a
    score that is no integer.

    >>> permute_and_flip({"x": {"a": 0, "b": 1}, "y": {"a": 0, "b": 0}}, 2).row(0)
    [mpq(1,4), mpq(3,4)]
    """
    number = rational(base, "base")
    if number < 1:
        raise InputError(f"{shorten(number)} is below 1", at="base", form='a number such as "2"')
    inputs, outputs, scored = read_entries(scores, "scores", integer)
    rows, totals = [], []
    for row in scored:
        weights, total = _flips(_acceptances(row, number))
        rows.append(weights)
        totals.append(total)
    return from_rows(inputs, outputs, rows, totals, ALL_PAIRS)


def _weight(value: Exact, at: str) -> mpq:
    number = rational(value, at)
    if number < 0:
        raise InputError(f"{shorten(number)} is negative", at=at, form='a weight such as "1/4"')
    return number


def _integers(weights: list[mpq], at: str) -> list[mpz]:
    """Weights over their common denominator, which drops out."""
    if not any(weights):
        raise InputError("all weights are 0", at=at, form="at least one positive weight")
    scale = mpz(1)
    for weight in weights:
        scale = lcm(scale, weight.denominator)
        bits = int(scale.bit_length())
        resources.check("answer_bits", bits, "the bits of the common denominator", at)
    bits = len(weights) * int(scale.bit_length())
    resources.check("class_bits", bits, "the bits of all weights over it", at)
    return [weight.numerator * (scale // weight.denominator) for weight in weights]


def _acceptances(scores: list[int], base: mpq) -> list[mpz]:
    """base^(score − max) over their common denominator."""
    top = max(scores)
    spread = top - min(scores)
    a, b = (base.numerator, base.denominator) if base >= 1 else (base.denominator, base.numerator)
    bits = spread * int(a.bit_length() if a > 1 else 0)
    resources.check("answer_bits", bits, "the bits of the least weight", "scores")
    resources.check("class_bits", bits * len(set(scores)), "the bits of all weights", "scores")
    steps = {s: top - s if base >= 1 else s - min(scores) for s in set(scores)}
    powers = {s: b**down * a ** (spread - down) for s, down in steps.items()}
    return [powers[score] for score in scores]


def _flips(weights: list[mpz]) -> tuple[list[mpz], mpz]:
    """The law of permute-and-flip for acceptance probabilities w(o) = weights[o]/greatest.

    With D the greatest weight, Π_s (D − w(s)·t) is divided by one of its factors at a time; each
    quotient is integrated over [0, 1].
    """
    greatest, size = max(weights), len(weights)
    distinct = dict.fromkeys(weights)
    bits = len(distinct) * size * size * int(greatest.bit_length())
    resources.check("class_bits", bits, "the bits of the polynomials behind the law", "scores")
    coefficients = [mpz(1)]  # ascending powers of t
    for weight in weights:
        up = [mpz(0), *coefficients]
        coefficients = [greatest * c for c in coefficients] + [mpz(0)]
        coefficients = [c - weight * d for c, d in zip(coefficients, up, strict=True)]
    scale = lcm(*range(1, size + 1))
    shares = [scale // power for power in range(1, size + 1)]
    found = {w: w * _integral(coefficients, greatest, w, shares) for w in distinct}
    return [found[weight] for weight in weights], scale * greatest**size


def _integral(coefficients: list[mpz], greatest: mpz, weight: mpz, shares: list[mpz]) -> mpz:
    """∫₀¹ of the polynomial divided by (greatest − weight·t), times the scale of the shares."""
    total = quotient = mpz(0)
    for coefficient, share in zip(coefficients, shares, strict=False):
        quotient = (coefficient + weight * quotient) // greatest  # without remainder
        total += share * quotient
    return total
