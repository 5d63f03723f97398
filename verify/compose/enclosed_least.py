"""Bounds of the least level at which both directions of a pair of laws have a given δ.

A law on a grid bounds H at every level. Its upper bound is at most δ at some level, and its lower
bound above δ at another: the least level lies between the two, which bisection brings together.
"""

from __future__ import annotations

from collections.abc import Callable

from gmpy2 import mpq

from verify import resources
from verify.compose.bounded import Bounded, infinite_mass
from verify.compose.grid import enclosed_exp
from verify.compose.independent import Independent
from verify.compose.interval import FINE, CertifiedInterval
from verify.compose.least import least_alpha
from verify.compose.reading import Fixed
from verify.compose.saddle import guess
from verify.compose.sandwich import Settings, law_of, law_work
from verify.compose.structure import independent
from verify.compose.tilt import tilt_of
from verify.exact.between import Between
from verify.exact.logarithm import FIXED_BITS
from verify.exact.ring import log_key
from verify.law.infinite import has_series
from verify.law.pair import Pair, PowerPair, ProductPair, RenamedPair

__all__ = ["enclosed_least_alpha"]

ONE = 1 << FIXED_BITS

PRECISION = 128

CLOSE = ONE >> 44
"""Ends of an interval of levels are found to 2^-44"""


def enclosed_least_alpha(pair: Pair, delta: mpq) -> Between | None:
    """Bounds of the least α >= 1 with H_α(P‖Q) and H_α(Q‖P) <= δ; None where none is enough.

    Raises `verify.LimitError` where a law on a grid would pass the limits.
    """
    match pair:
        case RenamedPair():
            return enclosed_least_alpha(pair.pair, delta)
        case PowerPair() | ProductPair() if not has_series(pair):
            method = CertifiedInterval.of(independent(pair))
            if method is not None:
                return _of_product(method, delta)
    exact = least_alpha(pair, delta)
    return None if exact is None else Between.of(exact, PRECISION)


def _of_product(method: CertifiedInterval, delta: mpq) -> Between | None:
    product = method.product
    sides = [product] if product.is_symmetric else [product, product.reversed]
    low = high = 0
    for side in sides:
        found = _of_side(side, delta, method.reason)
        if found is None:
            return None
        low, high = max(low, found[0]), max(high, found[1])
    return Between(
        mpq(enclosed_exp(mpq(low, ONE))[0]) if low else mpq(1),
        mpq(enclosed_exp(mpq(high, ONE))[1]) if high else mpq(1),
    )


def _of_side(product: Independent, delta: mpq, reason: str) -> Fixed | None:
    """Around the logarithm of the least level of one direction; None where none is enough."""
    if not _is_reached(product, delta):
        return None
    top = _top(product)
    rest = delta - infinite_mass(product)[1]
    if rest <= 0:  # all of δ is the mass at infinity
        return max(top[0], 0), max(top[1], 0)
    if delta >= 1:
        return 0, 0
    start = max(int(guess(product, log_key(rest.numerator, rest.denominator) / ONE) * ONE), 0)
    tilt = tilt_of(product, start / ONE)
    settings = Settings.of(FINE, tilt)
    work = law_work(product, tilt, settings)
    resources.check_work(work.seconds, work.bytes, reason, bounds=True)
    bounded = Bounded(product, law_of(product, tilt, settings))
    most = max(top[1], 0)
    low = _edge(lambda x: bounded.divergence((x, x))[0] > delta, start, most)[0]
    return low, _edge(lambda x: bounded.divergence((x, x))[1] > delta, start, most)[1]


def _edge(is_before: Callable[[int], bool], start: int, most: int) -> tuple[int, int]:
    """Where a statement stops to be true: an end where it is, and one where it is not.

    It is taken to be true at 0 if it is nowhere, and false at ``most`` if it is everywhere.
    """
    low, high, move = 0, most, CLOSE
    here = min(start, most)
    while low < here < high:
        if is_before(here):
            low, here = here, here + move
        else:
            high, here = here, here - move
        move *= 4
    while high - low > CLOSE:
        middle = (low + high) // 2
        low, high = (middle, high) if is_before(middle) else (low, middle)
    return (low, high) if low or is_before(0) else (0, 0)


def _is_reached(product: Independent, delta: mpq) -> bool:
    """Whether P{Q = 0} <= δ; exactly, where bounds do not tell."""
    least, most = infinite_mass(product)
    if least > delta or most <= delta:
        return bool(most <= delta)
    resources.check("answer_bits", product.bits, "the bits of the mass at infinity")
    return bool(product.infinite <= delta * product.denominator)


def _top(product: Independent) -> Fixed:
    """Encloses the logarithm of the greatest finite ratio."""
    key = sum(each.count * each.classes.entries[-1][0] for each in product.factors)
    error = sum(each.count * each.classes.error for each in product.factors)
    return key - error, key + error
