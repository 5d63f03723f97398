"""Classes of equal likelihood ratio, and how they combine.

For a pair of laws (P, Q) the outcomes with one ratio P/Q behave alike in every privacy question,
so they are merged: a class is (key, p, q) with integer weights p, q > 0 over one denominator and
key ≈ ln(p/q)·2^128. Keys guide the sorting; wherever two keys are closer than their error, exact
cross-multiplication decides. Mass where Q = 0 (ratio infinity) or P = 0 is kept apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from math import comb
from operator import itemgetter

from gmpy2 import lcm, mpq, mpz

from verify import resources
from verify.exact.logarithm import FIXED_ERROR, fixed_log
from verify.exact.rational import sign_of_difference

__all__ = [
    "Classes",
    "Entry",
    "check_size",
    "exchanged",
    "from_weights",
    "merge",
    "power",
    "product",
    "union",
]

Entry = tuple[int, mpz, mpz]
"""(key, p, q)"""


@dataclass(frozen=True, slots=True)
class Classes:
    """The merged classes of a pair of laws, ascending by ratio."""

    denominator: mpz
    """what the weights of P, and of Q, sum to"""
    entries: tuple[Entry, ...]
    """classes of finite positive ratio, strictly ascending"""
    infinite: mpz
    """weight of P where Q = 0"""
    zero: mpz
    """weight of Q where P = 0"""
    error: int
    """every key differs from ln(p/q)·2^128 by less than this"""


def merge(entries: list[Entry], denominator: mpz, infinite: mpz, zero: mpz, error: int) -> Classes:
    """Sort the entries by ratio and add up those of equal ratio, exactly."""
    entries.sort(key=itemgetter(0))
    merged: list[Entry] = []
    for cluster in _clusters(entries, 2 * error):
        merged += cluster if len(cluster) == 1 else _merge_cluster(cluster)
    return Classes(denominator, tuple(merged), infinite, zero, error)


def from_weights(weights: Sequence[tuple[mpz, mpz]], denominator: mpz) -> Classes:
    """The classes of outcomes given by their weights (p, q)."""
    finite = [(fixed_log(p, q), p, q) for p, q in weights if p and q]
    infinite = sum((p for p, q in weights if not q), mpz(0))
    zero = sum((q for p, q in weights if not p), mpz(0))
    return merge(finite, denominator, infinite, zero, FIXED_ERROR)


def exchanged(classes: Classes) -> Classes:
    """The classes with P and Q exchanged."""
    entries = tuple((-key, q, p) for key, p, q in reversed(classes.entries))
    return Classes(classes.denominator, entries, classes.zero, classes.infinite, classes.error)


def power(base: Classes, count: int) -> Classes:
    """The classes of ``count`` independent copies: one per multiset of base classes."""
    if count == 1:
        return base
    size = comb(count + len(base.entries) - 1, count) if base.entries else 0
    bits = base.denominator.bit_length() * count
    check_size(size, bits)
    denominator = base.denominator**count
    infinite = denominator - (base.denominator - base.infinite) ** count
    zero = denominator - (base.denominator - base.zero) ** count
    entries = list(_multisets(base.entries, count)) if base.entries else []
    return merge(entries, denominator, infinite, zero, base.error * count)


def product(left: Classes, right: Classes) -> Classes:
    """The classes of two independent pairs side by side."""
    denominator = left.denominator * right.denominator
    check_size(len(left.entries) * len(right.entries), denominator.bit_length())
    entries = [
        (key + other_key, p * other_p, q * other_q)
        for key, p, q in left.entries
        for other_key, other_p, other_q in right.entries
    ]
    infinite = denominator - _finite(left, left.infinite) * _finite(right, right.infinite)
    zero = denominator - _finite(left, left.zero) * _finite(right, right.zero)
    return merge(entries, denominator, infinite, zero, left.error + right.error)


def union(branches: Sequence[tuple[mpq, mpq, Classes | None]]) -> Classes:
    """The classes of a disjoint union of (p, q, classes); None is a single outcome."""
    single = Classes(mpz(1), ((0, mpz(1), mpz(1)),), mpz(0), mpz(0), 1)
    parts = [(p, q, classes or single) for p, q, classes in branches if p or q]
    scale = mpz(1)
    for p, q, classes in parts:
        scale = lcm(scale, lcm(p.denominator, q.denominator) * classes.denominator)
    check_size(sum(len(classes.entries) for _, _, classes in parts), scale.bit_length())
    entries: list[Entry] = []
    infinite = zero = mpz(0)
    error = 1
    for p, q, classes in parts:
        p_weight, q_weight = (mpz(x * scale / classes.denominator) for x in (p, q))
        infinite += p_weight * classes.infinite
        zero += q_weight * classes.zero
        if not (p and q):
            infinite += p_weight * sum(e[1] for e in classes.entries)
            zero += q_weight * sum(e[2] for e in classes.entries)
            continue
        shift = fixed_log(p_weight, q_weight)
        entries += [(k + shift, a * p_weight, b * q_weight) for k, a, b in classes.entries]
        error = max(error, classes.error + FIXED_ERROR)
    return merge(entries, scale, infinite, zero, error)


def check_size(size: int, bits: int) -> None:
    """Raise `LimitError` where enumeration would pass a stated limit."""
    resources.check("classes", size, "the number of classes of equal likelihood ratio")
    resources.check("answer_bits", bits, "the bits of one exact probability")
    resources.check("class_bits", 2 * size * bits, "the bits of all class weights")


def _finite(classes: Classes, apart: mpz) -> mpz:
    return classes.denominator - apart


def _clusters(entries: list[Entry], gap: int) -> Iterator[list[Entry]]:
    """Maximal runs of entries whose neighbouring keys are within ``gap``."""
    cluster: list[Entry] = []
    for entry in entries:
        if cluster and entry[0] - cluster[-1][0] > gap:
            yield cluster
            cluster = []
        cluster.append(entry)
    if cluster:
        yield cluster


def _merge_cluster(cluster: list[Entry]) -> list[Entry]:
    """Near ties: sorted and merged by exact comparison.

    Keys stay ascending by taking the running maximum, which is within the error of its own class
    because it was within the error of a smaller ratio.
    """
    cluster.sort(key=cmp_to_key(_compare_ratios))
    merged = cluster[:1]
    for entry in cluster[1:]:
        key, p, q = merged[-1]
        if _compare_ratios(merged[-1], entry) == 0:
            merged[-1] = (key, p + entry[1], q + entry[2])
        else:
            merged.append((max(key, entry[0]), entry[1], entry[2]))
    return merged


def _compare_ratios(left: Entry, right: Entry) -> int:
    """The sign of p/q − p′/q′ by cross-multiplication."""
    return sign_of_difference(left[1] * right[2], right[1] * left[2])


def _multisets(base: Sequence[Entry], count: int, start: int = 0) -> Iterator[Entry]:
    """Every multiset of ``count`` base classes: its key, and its weights with multiplicity.

    The first class that occurs is chosen before the others, so the recursion is no deeper than
    the number of different classes in one multiset.
    """
    for index in range(start, len(base) - 1):
        key, p, q = base[index]
        p_here, q_here = mpz(1), mpz(1)
        for used in range(1, count + 1):
            ways, more = count - used + 1, used
            p_here, q_here = p_here * p * ways // more, q_here * q * ways // more
            if used == count:
                yield used * key, p_here, q_here
                continue
            for rest_key, rest_p, rest_q in _multisets(base, count - used, index + 1):
                yield used * key + rest_key, p_here * rest_p, q_here * rest_q
    key, p, q = base[-1]
    yield key * count, p**count, q**count
