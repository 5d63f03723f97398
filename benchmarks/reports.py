"""Reports of many bits or numbers, laws with powers of e, and measures other than δ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from math import exp, log1p

import verify
from benchmarks import peer, twin_catalogue
from benchmarks.laws import levels
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort, once, repeat

__all__ = ["CASES"]

BITS, HASHES, HALF = 20, 4, Fraction(1, 4)
"""A report of RAPPOR, and half of its f"""

SMALL_BITS = 12
"""Bits of the twin, which lists all reports."""

SYMBOLS, SMALL_SYMBOLS = 1000, 8

WIDTH = 200

TRUE, FALSE = (Fraction(1, 4), Fraction(3, 4)), (Fraction(3, 4), Fraction(1, 4))

ALPHA = Fraction(5, 4)


def _rappor(effort: Effort) -> Row:
    def ask(alpha: Fraction) -> object:
        report = verify.mechanisms.rappor(BITS, HASHES, 2 * HALF)
        return verify.certify(report, alpha=alpha).delta_star.exact

    bits = SMALL_BITS if effort.quick else BITS - 4

    def slow() -> object:
        common = [0] * (bits - 2 * HASHES)
        filters = ([1, 0, *common], [0, 1, *common])
        grown = [[b for b in f[:2] for _ in range(HASHES)] + f[2:] for f in filters]
        rows = [twin_catalogue.bit_reports(f, 1 - HALF, HALF) for f in grown]
        return twin_catalogue.pairs(rows, [(0, 1)], ALPHA)

    note = f"{bits} bits, scaled by the number of reports"
    rival = Rival("Fraction twin", once(slow).scaled(2 ** (BITS - bits)), note)
    return Row(repeat(effort, ask, levels()), (rival,))


def _unary(effort: Effort) -> Row:
    def ask(alpha: Fraction) -> object:
        report = verify.mechanisms.unary_encoding(SYMBOLS, alpha=3, variant="optimised")
        return verify.certify(report, alpha=alpha).delta_star.exact

    def slow() -> object:
        one, other = Fraction(1, 2), Fraction(1, 4)
        units = [[int(i == j) for j in range(SMALL_SYMBOLS)] for i in range(SMALL_SYMBOLS)]
        rows = [twin_catalogue.bit_reports(bits, one, other) for bits in units]
        return twin_catalogue.pairs(rows, combinations(range(SMALL_SYMBOLS), 2), ALPHA)

    rival = Rival("Fraction twin", once(slow), f"{SMALL_SYMBOLS} symbols, not scaled")
    return Row(repeat(effort, ask, levels()), (rival,))


def _geometric(effort: Effort) -> Row:
    ratio = Fraction(3, 4)

    def build() -> verify.Mechanism:
        return verify.mechanisms.geometric(ratio, 0, WIDTH)

    def slow() -> object:
        rows = twin_catalogue.geometric_rows(ratio, WIDTH + 1)
        return twin_catalogue.pairs(rows, pairwise(range(WIDTH + 1)), ALPHA)

    ours = repeat(effort, lambda a: verify.certify(build(), alpha=a).delta_star.exact, levels())
    rival = Rival("Fraction twin", once(slow), "full size, one run")
    truth = verify.certify(build(), alpha=ALPHA).delta_star.exact
    asked = _peer(effort, lambda: peer.discrete_laplace(1 / ratio), ALPHA, truth)
    return Row(ours, (rival, *asked))


def _laplace(effort: Effort) -> Row:
    """Noise of ratio e^(−2/5), at levels outside the rationals."""

    def ask(alpha: Fraction) -> verify.DeltaValue:
        noise = verify.mechanisms.discrete_laplace("5/2", 0, 20)
        return verify.certify(noise, epsilon=(alpha - 1) / 4, delta="1/10").delta_star

    epsilon = Fraction(1, 5)
    truth = _middle(ask(1 + 4 * epsilon))
    asked = _peer(effort, lambda: peer.discrete_laplace(exp(0.4)), exp(epsilon), truth)
    return Row(repeat(effort, ask, levels()), tuple(asked))


def _powers_of_e(effort: Effort) -> Row:
    """The product is made once, as in `response`."""
    response = verify.mechanisms.randomized_response(epsilon=1)
    mechanism = verify.combinators.fresh(response, 100)

    def ask(alpha: Fraction) -> verify.DeltaValue:
        return verify.certify(mechanism, epsilon=10 * alpha, delta="1/10").delta_star

    told = {0: -log1p(exp(-1)), 1: -log1p(exp(1))}
    other = {0: told[1], 1: told[0]}
    truth = _middle(ask(Fraction(5, 2)))
    asked = _peer(effort, lambda: peer.compose(told, other, 100), exp(25), truth)
    return Row(repeat(effort, ask, levels()), tuple(asked))


def _peer(
    effort: Effort, make: Callable[[], object], alpha: Fraction | float, truth: object
) -> Iterator[Rival]:
    """Making the distribution and asking it once; the error at one level."""
    if not peer.installed():
        return
    sample = repeat(effort, lambda a: peer.delta(make(), a), levels(), most=5)
    found = peer.delta(make(), Fraction(alpha))
    yield Rival(peer.NAME, sample, f"grid 1e-4, make and ask; {peer.error(found, truth)}")


def _middle(value: verify.DeltaValue) -> Fraction:
    """A rational within 2^-100 of an enclosed value."""
    low, high = value.enclose(200)
    return Fraction((low + high) / 2)


def _zcdp(build: Callable[[], verify.Mechanism], effort: Effort) -> Row:
    return Row(repeat(effort, lambda _: verify.measures.zcdp(build()).value, levels()))


def _renyi(effort: Effort) -> Row:
    def ask(_: Fraction) -> object:
        response = verify.mechanisms.randomized_response("3/4")
        return verify.measures.renyi(verify.combinators.fresh(response, 1000), 2).moment

    slow = repeat(
        effort, lambda _: twin_catalogue.renyi_moment(TRUE, FALSE, 1000), levels(), most=5
    )
    rival = Rival("Fraction twin", slow, "full size, a term per multiset")
    return Row(repeat(effort, ask, levels()), (rival,))


RESPONSE = partial(verify.mechanisms.randomized_response, "3/4")
FIVE = partial(verify.mechanisms.k_randomized_response, 5, "1/2")

CASES = (
    Case("rappor/20", "20 bits, 4 hashes, f = 1/2: build, certify", _rappor, 0.1),
    Case("unary/1000", "1000 symbols, 499,500 pairs: build, certify", _unary),
    Case("geometric/200", "geometric noise on 0 … 200, infinite: build, certify", _geometric),
    Case("laplace/20", "discrete Laplace on 0 … 20, irrational α: build, certify", _laplace),
    Case("powers-of-e/100", "response at ε = 1, 100 times: certify at an ε", _powers_of_e),
    Case("zcdp/response", "least ρ of randomized response 3/4", partial(_zcdp, RESPONSE)),
    Case("zcdp/five", "least ρ of a response of five symbols", partial(_zcdp, FIVE)),
    Case("renyi/1000", "Rényi order 2 of response 3/4, 1000 times", _renyi),
)
