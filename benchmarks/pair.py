"""Two laws with a million outcomes, asked in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import repeat as endlessly

import verify
from benchmarks import peer, twin
from benchmarks.laws import integers, levels, two_laws
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort, once, repeat

__all__ = ["CASES"]

OUTCOMES = 1_000_000
SMALL = 20_000
"""Outcomes of the twin in a quick run."""

ALPHA = Fraction(3, 2)

MANY = 10_007
"""Different levels for queries: they must not find their way in the caches."""


def _delta(limbs: int, effort: Effort) -> Row:
    channel = _channel(limbs)
    ours = repeat(effort, lambda a: verify.certify(channel, alpha=a).delta_star.exact, levels())
    ratio = 1000 if limbs == 1 else None
    twins = _twin(effort, limbs, lambda p, q: twin.delta_star(p, q, ALPHA), ratio)
    return Row(ours, (twins, *_grid(effort, limbs, channel)))


def _profile(limbs: int, effort: Effort) -> Row:
    channel = _channel(limbs)
    ours = repeat(effort, lambda a: verify.profile(channel).delta(alpha=a), levels())
    rival = _twin(effort, limbs, lambda p, q: twin.Profile(p, q).delta(ALPHA))
    return Row(ours, (rival,))


def _query(limbs: int, effort: Effort) -> Row:
    curve = verify.profile(_channel(limbs))
    ours = repeat(effort, lambda a: curve.delta(alpha=a), levels(steps=MANY), most=MANY)
    size, _ = _twin_size(effort)
    slow = twin.Profile(*_twin_laws(limbs, size))
    sample = repeat(effort, slow.delta, levels())
    return Row(ours, (Rival("Fraction twin", sample, f"its profile of {size:,} outcomes"),))


def _load_array(limbs: int, effort: Effort) -> Row:
    weights, denominator = two_laws(OUTCOMES, limbs)
    return Row(repeat(effort, lambda w: _load(w, denominator), endlessly(weights)))


def _load_integers(limbs: int, effort: Effort) -> Row:
    """One law: the target speaks of 10⁶ integers."""
    weights, denominator = two_laws(OUTCOMES, limbs)
    rows = integers(weights[:1])
    ours = repeat(effort, lambda r: _load(r, denominator), endlessly(rows))
    slow = once(lambda: twin.law(rows[0], denominator))
    return Row(ours, (Rival("Fraction twin", slow, "full size, one run"),))


def _load(rows, denominator: int) -> verify.Channel:  # type: ignore[no-untyped-def]
    names = [str(i) for i in range(len(rows))]
    return verify.Channel.from_weights(names, None, rows, denominator)


@cache
def _channel(limbs: int) -> verify.Channel:
    return _load(*two_laws(OUTCOMES, limbs))


@cache
def _twin_laws(limbs: int, outcomes: int) -> tuple[twin.Law, twin.Law]:
    weights, denominator = two_laws(outcomes, limbs)
    p, q = (twin.law(row, denominator) for row in integers(weights))
    return p, q


def _twin_size(effort: Effort) -> tuple[int, str]:
    if effort.quick:
        return SMALL, f"{SMALL:,} outcomes, scaled linearly"
    return OUTCOMES, "full size, one run"


def _twin(
    effort: Effort,
    limbs: int,
    ask: Callable[[twin.Law, twin.Law], object],
    target_ratio: float | None = None,
) -> Rival:
    size, note = _twin_size(effort)
    p, q = _twin_laws(limbs, size)
    sample = once(lambda: ask(p, q)).scaled(OUTCOMES / size)
    return Rival("Fraction twin", sample, note, target_ratio)


def _grid(effort: Effort, limbs: int, channel: verify.Channel) -> Iterator[Rival]:
    """The peer puts both laws on its grid, and answers at one α."""
    if effort.quick or not peer.installed():
        return
    p, q = (peer.logs(law) for law in _twin_laws(limbs, OUTCOMES))
    found: list[float] = []
    sample = once(lambda: found.append(peer.delta(peer.grid(p, q), ALPHA)))
    truth = verify.certify(channel, alpha=ALPHA).delta_star.exact
    yield Rival(peer.NAME, sample, f"one run, {peer.error(found[0], truth)}")


def _cases() -> Iterator[Case]:
    for limbs, delta, load in ((1, 8e-3, 10e-3), (4, 60e-3, 80e-3)):
        bits = 64 * limbs
        name, size = f"pair/{bits}", f"10⁶ outcomes, {bits}-bit weights"
        add = partial(Case, unit="s")
        yield add(f"{name}/load-array", f"{size}: load an array", partial(_load_array, limbs))
        yield add(
            f"{name}/load-integers",
            f"load 10⁶ Python integers, {bits} bits",
            partial(_load_integers, limbs),
            load,
        )
        yield add(f"{name}/delta", f"{size}: δ* at one α", partial(_delta, limbs), delta)
        yield add(
            f"{name}/profile",
            f"{size}: whole profile, first query",
            partial(_profile, limbs),
            0.4 if limbs == 1 else None,
        )
        yield add(
            f"{name}/query",
            f"{size}: later queries",
            partial(_query, limbs),
            10e-6 if limbs == 1 else None,
        )


CASES = tuple(_cases())
