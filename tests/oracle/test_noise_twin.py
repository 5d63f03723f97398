"""Noise that never ends: the engine's exact laws against runs of the mechanism, cut far out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import noise_twin
import pytest
from noise_twin import Cut, Sparse

import verify
from verify.combinators import copies, fresh, mixture
from verify.law.mechanism import Mechanism
from verify.law.pair import SeriesPair
from verify.mechanisms import leaky, randomized_response, report_noisy_max, sparse_vector

QUERIES = {"x": [0, 1], "y": [1, 1], "z": [2, 0]}
PAIRS = [("x", "y"), ("x", "z"), ("y", "z")]
ALPHAS = ["1", "3/2", "4", "33"]
MOST = 24
SPARSE_MOST = 36

ULP = Fraction(1, 10**16)
"""More than the rounding of a decimal"""


def law_of(mechanism: Mechanism, x: str) -> dict[Any, Fraction]:
    """The probabilities that the engine gives to outcomes in the window of the twin."""
    i = mechanism.inputs.index(x)
    pair = mechanism.pair(i, i)
    if not isinstance(pair, SeriesPair):
        return {y: Fraction(str(p)) for y, p in mechanism.law(x).items()}
    found = {y: Fraction(str(p)) for y, p, _ in pair.alone}
    for strand in pair.strands:
        for z in range(-80, 81):
            found[strand.naming.name(str(z))] = Fraction(str(strand.p.at(z)))
    return found


def check_laws(mechanism: Mechanism, cut: Cut) -> None:
    for x, law in cut.laws.items():
        exact = law_of(mechanism, str(x))
        missed = cut.missed[x]
        assert missed < Fraction(1, 2**10)
        for y, p in law.items():
            assert p <= exact[y] <= p + missed, (x, y)


def check_deltas(mechanism: Mechanism, cut: Cut) -> None:
    curve = verify.profile(mechanism)
    for x, y in [*PAIRS, *((b, a) for a, b in PAIRS)]:
        for text in ALPHAS:
            alpha = Fraction(text)
            low, high = noise_twin.hockey_stick(cut, x, y, alpha, alpha)
            assert low <= curve.divergence((x, y), alpha=text).exact <= high
        low, high = noise_twin.hockey_stick(cut, x, y, Fraction("1.6487"), Fraction("1.6488"))
        found = curve.divergence((x, y), epsilon="1/2")
        assert low - ULP <= Fraction(found.lower())
        assert Fraction(found.upper()) <= high + ULP


def check_levels(mechanism: Mechanism, cut: Cut) -> None:
    """The pure level is above every ratio that was seen; least levels are least."""
    pure = verify.epsilon(mechanism).alpha
    seen = [
        ratio
        for x, y in [*PAIRS, *((b, a) for a, b in PAIRS)]
        for ratio, _ in noise_twin.ratios(cut, x, y)
    ]
    if pure is not None:
        assert max(seen) <= pure
    for delta in ("1/10", "1/3"):
        alpha = verify.epsilon(mechanism, delta=delta).alpha
        if alpha is None:
            continue
        assert verify.certify(mechanism, alpha=alpha, delta=delta).holds
        if alpha > 1:
            before = 1 + (alpha - 1) * Fraction(999999, 1000000)
            assert not verify.certify(mechanism, alpha=Fraction(str(before)), delta=delta).holds


@pytest.mark.parametrize("sided", [1, 2])
@pytest.mark.parametrize("ties", ["first", "uniform"])
@pytest.mark.parametrize("output", ["index", "value", "both"])
def test_noisy_max(output: str, ties: str, sided: int) -> None:
    mechanism = report_noisy_max(QUERIES, "1/2", sided=sided, output=output, ties=ties)
    cut = noise_twin.noisy_max(QUERIES, Fraction(1, 2), sided, output, ties, MOST)
    check_laws(mechanism, cut)
    check_deltas(mechanism, cut)
    check_levels(mechanism, cut)


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("resample", [False, True])
@pytest.mark.parametrize("variant", ["correct", "no_stop", "release_value"])
@pytest.mark.parametrize("query_ratio", ["0", "1/2"])
def test_sparse_vector(query_ratio: str, variant: str, resample: bool, count: int) -> None:
    arguments = (QUERIES, 1, "1/3", query_ratio)
    options: dict[str, Any] = {"count": count, "resample": resample, "variant": variant}
    if variant == "release_value" and count > 1 and query_ratio != "0":
        with pytest.raises(verify.NotAvailableError):
            sparse_vector(*arguments, **options)
        return
    mechanism = sparse_vector(*arguments, **options)
    most = SPARSE_MOST if not resample else 14
    cut = Sparse(1, Fraction(1, 3), Fraction(query_ratio), count, resample, variant).cut(
        QUERIES, most
    )
    check_laws(mechanism, cut)
    check_deltas(mechanism, cut)
    check_levels(mechanism, cut)


VALUE = report_noisy_max(QUERIES, "1/2", output="value")
CUT = noise_twin.noisy_max(QUERIES, Fraction(1, 2), 2, "value", "first", MOST)
FLIP = randomized_response("3/4")


def relabelled(mechanism: Mechanism) -> Mechanism:
    """A flip of a coin that the inputs x, y, z decide as 0, 1, 1."""
    rows = [["3/4", "1/4"], ["1/4", "3/4"], ["1/4", "3/4"]]
    return verify.mechanisms.channel(["x", "y", "z"], ["0", "1"], rows)


def test_inside_a_leak() -> None:
    curve, plain = verify.profile(leaky("1/10", VALUE)), verify.profile(VALUE)
    for alpha in ALPHAS:
        inner = plain.divergence(("x", "y"), alpha=alpha).exact
        assert (
            curve.divergence(("x", "y"), alpha=alpha) == Fraction(1, 10) + Fraction(9, 10) * inner
        )


def test_copies_and_revealed_coins() -> None:
    plain = verify.profile(VALUE)
    shown = verify.profile(copies(VALUE, 3))
    coin = verify.profile(mixture([("1/3", VALUE), ("2/3", relabelled(FLIP))], revealed=True))
    flip = verify.profile(relabelled(FLIP))
    for alpha in ALPHAS:
        ends = ("x", "y")
        inner = plain.divergence(ends, alpha=alpha).exact
        assert shown.divergence(ends, alpha=alpha) == inner
        both = Fraction(1, 3) * inner + Fraction(2, 3) * flip.divergence(ends, alpha=alpha).exact
        assert coin.divergence(ends, alpha=alpha) == both


def test_once_is_no_composition() -> None:
    once, plain = verify.profile(fresh(VALUE, 1)), verify.profile(VALUE)
    for alpha in ALPHAS:
        expected = plain.divergence(("x", "y"), alpha=alpha).exact
        assert once.divergence(("x", "y"), alpha=alpha) == expected
        verdicts = [
            verify.certify(mechanism, alpha=alpha) for mechanism in (fresh(VALUE, 1), VALUE)
        ]
        assert verdicts[0].delta_star == verdicts[1].delta_star.exact
    with pytest.raises(verify.NotAvailableError, match="independent laws with infinitely many"):
        verify.certify(fresh(VALUE, 2), alpha=2)


def test_beside_a_finite_release() -> None:
    together = fresh([VALUE, relabelled(FLIP)])
    laws = {
        x: {
            (y, bit): p * Fraction(3 if bit == own else 1, 4)
            for y, p in CUT.laws[x].items()
            for bit in "01"
        }
        for x, own in (("x", "0"), ("y", "1"), ("z", "1"))
    }
    cut = noise_twin.cut(laws)
    check_deltas(together, cut)
    check_levels(together, cut)


def test_an_event_is_what_it_says() -> None:
    """P and Q of "<=a" and ">=b" runs, added up again."""
    for alpha in ("1", "3/2"):
        for direction in verify.certify(VALUE, alpha=alpha, full=True).directions:
            p = sum(chance(str(direction.input), str(y)) for y in direction.event.outputs)
            assert abs(p - Fraction(str(direction.delta.a))) < Fraction(1, 2**18)


def chance(x: str, run: str) -> Fraction:
    law = {int(str(y)): p for y, p in CUT.laws[x].items()}
    if run.startswith("<="):
        return sum((p for y, p in law.items() if y <= int(run[2:])), Fraction(0))
    if run.startswith(">="):
        return sum((p for y, p in law.items() if y >= int(run[2:])), Fraction(0))
    return law.get(int(run), Fraction(0))
