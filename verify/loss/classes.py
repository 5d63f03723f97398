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
from operator import itemgetter, sub

from gmpy2 import mpz

from verify import resources
from verify.exact.logarithm import FIXED_ERROR
from verify.exact.quotient import Number, common_scale
from verify.exact.rational import sign_of_difference
from verify.exact.ring import RingNumber, Weight, log_key, power_bits
from verify.loss.multisets import multisets

__all__ = [
    "Classes",
    "Entry",
    "ascending",
    "check_size",
    "exchanged",
    "from_weights",
    "merge",
    "power",
    "product",
    "union",
]

Entry = tuple[int, Weight, Weight]
"""(key, p, q)"""


@dataclass(frozen=True, slots=True)
class Classes:
    """The merged classes of a pair of laws, ascending by ratio."""

    denominator: Weight
    """what the weights of P, and of Q, sum to: an integer, or a number of the ring"""
    entries: tuple[Entry, ...]
    """classes of finite positive ratio, strictly ascending"""
    infinite: Weight
    """weight of P where Q = 0"""
    zero: Weight
    """weight of Q where P = 0"""
    error: int
    """every key differs from ln(p/q)·2^128 by less than this"""


def merge(
    entries: list[Entry], denominator: Weight, infinite: Weight, zero: Weight, error: int
) -> Classes:
    """Sort the entries by ratio and add up those of equal ratio, exactly."""
    return Classes(denominator, tuple(ascending(entries, error)), infinite, zero, error)


def ascending(entries: list[Entry], error: int) -> list[Entry]:
    """The entries in the order of their ratios, those of equal ratio added up, exactly."""
    entries = sorted(entries, key=itemgetter(0))
    keys = [entry[0] for entry in entries]
    if min(map(sub, keys[1:], keys), default=2 * error + 1) > 2 * error:
        return entries
    merged: list[Entry] = []
    for cluster in _clusters(entries, 2 * error):
        merged += cluster if len(cluster) == 1 else _merge_cluster(cluster)
    return merged


def from_weights(weights: Sequence[tuple[Weight, Weight]], denominator: Weight) -> Classes:
    """The classes of outcomes given by their weights (p, q)."""
    finite = _keyed([(p, q) for p, q in weights if p and q])
    infinite = sum((p for p, q in weights if not q), mpz(0))
    zero = sum((q for p, q in weights if not p), mpz(0))
    return merge(finite, denominator, infinite, zero, FIXED_ERROR)


def _keyed(weights: list[tuple[Weight, Weight]]) -> list[Entry]:
    """With their keys: of equal pairs, and of one pair and its mirror image, one logarithm."""
    keys: dict[tuple[Weight, Weight], int] = {}
    for p, q in weights:
        if (p, q) not in keys:
            mirrored = keys.get((q, p))
            keys[p, q] = log_key(p, q) if mirrored is None else -mirrored
    return [(keys[each], *each) for each in weights]


def exchanged(classes: Classes) -> Classes:
    """The classes with P and Q exchanged."""
    entries = tuple((-key, q, p) for key, p, q in reversed(classes.entries))
    return Classes(classes.denominator, entries, classes.zero, classes.infinite, classes.error)


def power(base: Classes, count: int) -> Classes:
    """The classes of ``count`` independent copies: one per multiset of base classes."""
    if count == 1:
        return base
    size = comb(count + len(base.entries) - 1, count) if base.entries else 0
    bits = power_bits(base.denominator, count)
    check_size(size, bits)
    denominator = base.denominator**count
    infinite = denominator - (base.denominator - base.infinite) ** count
    zero = denominator - (base.denominator - base.zero) ** count
    entries = multisets(base.entries, count)
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


def union(branches: Sequence[tuple[Number, Number, Classes | None]]) -> Classes:
    """The classes of a disjoint union of (p, q, classes); None is a single outcome."""
    single = Classes(mpz(1), ((0, mpz(1), mpz(1)),), mpz(0), mpz(0), 1)
    parts = [(p, q, classes or single) for p, q, classes in branches if p or q]
    products = [(x.denominator, c.denominator) for p, q, c in parts for x in (p, q)]
    scale, factors = common_scale(products)
    check_size(sum(len(classes.entries) for _, _, classes in parts), scale.bit_length())
    entries: list[Entry] = []
    infinite = zero = mpz(0)
    error = 1
    for (p, q, classes), p_factor, q_factor in zip(parts, factors[::2], factors[1::2], strict=True):
        p_weight, q_weight = p.numerator * p_factor, q.numerator * q_factor
        infinite += p_weight * classes.infinite
        zero += q_weight * classes.zero
        if not (p and q):
            infinite += p_weight * sum(e[1] for e in classes.entries)
            zero += q_weight * sum(e[2] for e in classes.entries)
            continue
        shift = log_key(p_weight, q_weight)
        entries += [(k + shift, a * p_weight, b * q_weight) for k, a, b in classes.entries]
        error = max(error, classes.error + FIXED_ERROR)
    return merge(entries, scale, infinite, zero, error)


def check_size(size: int, bits: int) -> None:
    """Raise `LimitError` where enumeration would pass a stated limit."""
    resources.check("classes", size, "the number of classes of equal likelihood ratio")
    resources.check("answer_bits", bits, "the bits of one exact probability")
    resources.check("class_bits", 2 * size * bits, "the bits of all class weights")


def _finite(classes: Classes, apart: Weight) -> Weight:
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
    if isinstance(cluster[0][1], RingNumber):  # fewer comparisons: nearly all are equal
        cluster = _gathered(cluster)
    cluster.sort(key=cmp_to_key(_compare_ratios))
    merged = cluster[:1]
    for entry in cluster[1:]:
        key, p, q = merged[-1]
        if _compare_ratios(merged[-1], entry) == 0:
            merged[-1] = (key, p + entry[1], q + entry[2])
        else:
            merged.append((max(key, entry[0]), entry[1], entry[2]))
    return merged


def _gathered(cluster: list[Entry]) -> list[Entry]:
    found: list[Entry] = []
    for entry in cluster:
        for place, (key, p, q) in enumerate(found):
            if p * entry[2] == q * entry[1]:
                found[place] = key, p + entry[1], q + entry[2]
                break
        else:
            found.append(entry)
    return found


def _compare_ratios(left: Entry, right: Entry) -> int:
    """The sign of p/q − p′/q′ by cross-multiplication."""
    return sign_of_difference(left[1] * right[2], right[1] * left[2])
