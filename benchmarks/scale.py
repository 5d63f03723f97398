"""Composition at scale: one level of large products, beside an accountant on the same question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import count as counting
from math import exp, log
from random import Random

import verify
from benchmarks import exact_peers, peer, twin
from benchmarks.process import peak
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort, Sample, once, repeat

__all__ = ["CASES", "width"]

THREE = (("61/100", "29/100", "10/100"), ("13/100", "37/100", "50/100"))
THREE_SECONDS = {1000: 15e-3, 10_000: 0.5}
FIVE_SECONDS = {1000: 2.0}
MIB = 2**20
FEW = 5
"""Calls of an accountant that takes seconds"""

Ask = Callable[[int], object]


def response(count: int) -> verify.Mechanism:
    """k-fold randomized response with p = 3/4."""
    return verify.combinators.fresh(verify.mechanisms.randomized_response("3/4"), count)


def three(count: int) -> verify.Mechanism:
    """k-fold draws from three outcomes."""
    base = verify.Channel(["0", "1"], ["a", "b", "c"], THREE)
    return verify.combinators.fresh(base, count)


def five_laws() -> tuple[twin.Law, twin.Law]:
    """Five outcomes with irregular weights of 33 bits."""
    random = Random(5)
    rows = []
    for _ in range(2):
        weights = [random.getrandbits(30) + 2**29 for _ in range(4)]
        rows.append(twin.law([*weights, 2**33 - sum(weights)], 2**33))
    return rows[0], rows[1]


def five(count: int) -> verify.Mechanism:
    """k-fold draws from them."""
    return verify.combinators.fresh(verify.Channel(["0", "1"], list("abcde"), five_laws()), count)


def geometric(count: int) -> verify.Mechanism:
    """k-fold two-sided geometric noise of ratio 1/2 on counts 0 to 8, at the farthest pair."""
    base = verify.mechanisms.geometric("1/2", 0, 8, sensitivity=8)
    return verify.combinators.fresh(base, count).under({"pairs": [["0", "8"]]})


def different(number: int) -> verify.Mechanism:
    """Randomized responses with ε = i/20, rounded to 60 bits: sums of ε that nearly meet."""
    odds = [exp(i / 20) for i in range(1, number + 1)]
    parts = [Fraction(round(2**60 * x / (1 + x)), 2**60) for x in odds]
    return verify.combinators.fresh([verify.mechanisms.randomized_response(p) for p in parts])


def width(delta: verify.DeltaValue) -> str:
    """How wide an interval is for δ*; nothing where it is exact."""
    if not isinstance(delta, verify.DeltaInterval):
        return ""
    return f"width {float((delta.high - delta.low) / delta.high):.1e}·δ*"


def ask(mechanism: verify.Mechanism, level: str) -> object:
    """Verdict, δ*, exact or bounded, witness and excess at an ε."""
    verdict = verify.certify(mechanism, epsilon=level)
    witness = verdict.witness
    return verdict.verdict, verdict.delta_star, witness and (witness.p, witness.q, witness.excess)


def _levels(text: str) -> Iterator[str]:
    """Ever other levels near an ε, so that nothing can be remembered."""
    return (f"{text} + ln({1000 + i}/1000)" for i in counting(1))


def _measured(make: Callable[[], verify.Mechanism], level: str, effort: Effort) -> Row:
    mechanism = make()
    sample = repeat(effort, partial(ask, mechanism), _levels(level), most=30)
    return Row(sample, note=width(verify.certify(mechanism, epsilon=level).delta_star))


def _with_peer(
    make: Callable[[], verify.Mechanism],
    laws: tuple[twin.Law, twin.Law],
    count: int,
    level: tuple[str, float],
    effort: Effort,
    target: float | None = None,
) -> Row:
    """The accountant composes on its default grid and answers one question."""
    row = _measured(make, level[0], effort)
    if not peer.installed():
        return row
    p, q = map(peer.logs, laws)
    found: list[float] = []

    def compose(_: object) -> None:
        found.append(peer.compose(p, q, count).get_delta_for_epsilon(level[1]))

    most = 1 if effort.quick or count >= 10_000 else FEW
    sample = Sample(tuple(value for _ in range(most) for value in once(partial(compose, 0)).values))
    truth = verify.certify(make(), epsilon=level[0]).delta_star
    note = f"grid 1e-4; {peer.error(found[-1], Fraction(truth.lower()))}"
    return Row(row.ours, (Rival(peer.NAME, sample, note, target),), row.note)


def _response(count: int, target: float, effort: Effort) -> Row:
    level = f"{count // 2}*ln(3)", count // 2 * log(3)
    laws = [Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]
    row = _with_peer(partial(response, count), laws, count, level, effort, target)
    return Row(row.ours, (*row.rivals, *exact_peers.rivals(count, effort)))


def _three(count: int, level: str, effort: Effort) -> Row:
    laws = [Fraction(x) for x in THREE[0]], [Fraction(x) for x in THREE[1]]
    return _with_peer(partial(three, count), laws, count, (level, float(level)), effort)


def _five(count: int, level: str, effort: Effort) -> Row:
    """Past the limits of every exact method, so that it is bounds that are measured."""
    return _with_peer(partial(five, count), five_laws(), count, (level, float(level)), effort)


def _large(count: int, level: str, effort: Effort) -> Row:
    """The largest powers, beside one product of two integers of the answer's size."""
    import gmpy2

    x, y = (gmpy2.mpz(1) << 2 * count) // 3, (gmpy2.mpz(1) << 2 * count) // 7
    product = repeat(effort, lambda _: x * y, counting())
    ours = Sample(tuple(once(partial(ask, response(count), level)).values[0] for _ in range(2)))
    return Row(ours, (Rival("one product of the answer's size", product),))


def _profile(effort: Effort) -> Row:
    """All classes listed and sorted, both directions' lines merged."""
    curves = (verify.profile(three(300)) for _ in counting())
    return Row(repeat(effort, lambda curve: curve.envelope, curves, most=20))


def _memory(program: str, effort: Effort) -> Row:
    return Row(peak(1 if effort.quick else 3, program))


LARGE = """
from benchmarks.scale import ask, response
ask(response(10**7), "5000000*ln(3)")
"""
FORTY = """
from benchmarks.scale import ask, different
ask(different(40), "1065/100")
"""


def _cases() -> Iterator[Case]:
    for count, target in ((10, 1000), (100, 5000), (1000, 10_000), (10_000, 5000)):
        title = f"randomized response 3/4, {count:,} times, α = 3^(k/2)"
        yield Case(f"scale/response/{count}", title, partial(_response, count, target))
    for name, level in (("", "*ln(3)"), ("-half", "")):
        for power, seconds in ((6, 0.6), (7, 12)):
            spent = f"{10**power // 2}{level}" if level else "1/1000"
            title = f"randomized response 3/4, 10^{power} times, ε = {spent}"
            measure = partial(_large, 10**power, spent)
            yield Case(f"scale/response/10^{power}{name}", title, measure, seconds)
    for count, level in ((20, "14.23"), (100, "71.14"), (1000, "711.4"), (10_000, "7114")):
        title = f"three outcomes, {count:,} times, ε = {level}"
        measure = partial(_three, count, level)
        yield Case(f"scale/three/{count}", title, measure, THREE_SECONDS.get(count))
    yield Case("scale/three/profile", "three outcomes, 300 times: whole profile", _profile, 0.12)
    for level in ("ln(2)", "ln(100)", "6*ln(10)"):
        title = f"five outcomes, 33-bit weights, 60 times, ε = {level}"
        measure = partial(_measured, partial(five, 60), level)
        yield Case(f"scale/five/60/{level}", title, measure, 80e-3)
    for count, level in ((1000, "93.1776"), (10_000, "710.4726")):
        title = f"five outcomes, 33-bit weights, {count:,} times, ε = {level}"
        measure = partial(_five, count, level)
        yield Case(f"scale/interval/{count}", title, measure, FIVE_SECONDS.get(count))
    for count, seconds in ((1000, 20e-3), (10_000, 2)):
        title = f"geometric 1/2 on 0..8, pair (0, 8), {count:,} times"
        measure = partial(
            _measured, partial(geometric, count), f"{2 * (3336 * count // 1000)}*ln(2)"
        )
        yield Case(f"scale/geometric/{count}", title, measure, seconds)
    for number, seconds in ((30, 60e-3), (40, 2.5)):
        for level in ("1064/100", "1065/100"):
            title = f"{number} different responses, 60-bit weights, ε = {level}"
            measure = partial(_measured, partial(different, number), level)
            yield Case(f"scale/different/{number}/{level}", title, measure, seconds)
    title = "peak of a process: response 3/4, 10^7 times"
    yield Case("scale/memory/10^7", title, partial(_memory, LARGE), 500 * MIB, "B")
    title = "peak of a process: forty different responses"
    yield Case("scale/memory/forty", title, partial(_memory, FORTY), 1536 * MIB, "B")


CASES = tuple(_cases())
