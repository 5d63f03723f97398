"""The hockey-stick divergence: what δ*(α) is, and what it is not."""

from __future__ import annotations

from fractions import Fraction

import verify
from proofs import engine
from proofs.definitions import Law, best_event, hockey_stick, least_level, pure_level
from proofs.domains import At, Domain, Grid, tables_at
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

PAIRS: Domain[At] = Domain(
    "every pair of laws at its levels",
    tables_at(),
    quick=Grid(((1, 1), (2, 6), (3, 4))),
    full=Grid(((1, 1), (2, 12), (3, 6), (4, 3))),
)

TRIPLES: Domain[At] = Domain(
    "every channel of three rows at its levels",
    tables_at(rows=3),
    quick=Grid(((2, 4), (3, 2))),
    full=Grid(((2, 6), (3, 3))),
)


def pair(at: At) -> tuple[Law, Law]:
    """P and Q of a channel with two rows."""
    p, q = at.table.laws
    return p, q


def events(at: At) -> Comparison:
    """The engine, the sum of positive parts, and the enumeration of events agree."""
    p, q = pair(at)
    engines = engine.forward(at.table.channel, at.alpha)
    return equals(engines, hockey_stick(p, q, at.alpha), best_event(p, q, at.alpha))


def best_outcome(at: At) -> Comparison:
    """The same, had an event only one outcome."""
    p, q = pair(at)
    single = max(x - at.alpha * y for x, y in zip(p, q, strict=True))
    return equals(engine.forward(at.table.channel, at.alpha), max(Fraction(0), single))


def duality(at: At) -> Comparison:
    """The two directions are one function, reflected."""
    p, q = pair(at)
    mirrored = 1 - at.alpha + at.alpha * hockey_stick(q, p, 1 / at.alpha)
    return equals(engine.forward(at.table.channel, at.alpha), mirrored)


def symmetry(at: At) -> Comparison:
    """Had both directions the same value."""
    p, q = pair(at)
    return equals(engine.forward(at.table.channel, at.alpha), hockey_stick(q, p, at.alpha))


def last_two_alike(at: At) -> bool:
    """P/Q is the same at the last two outputs (at an output that never occurs it is any number)."""
    if at.table.outputs < 2:
        return False
    p, q = at.table.weights
    return p[-2] * q[-1] == p[-1] * q[-2]


def merging(at: At) -> Comparison:
    """The last two outputs become one."""
    channel = at.table.channel
    kept = max(at.table.outputs - 2, 0)
    merged = verify.combinators.postprocess(channel, lambda y: min(int(str(y)), kept))
    p, q = pair(at)
    by_definition = max(hockey_stick(p, q, at.alpha), hockey_stick(q, p, at.alpha))
    return equals(engine.curve(merged, at.alpha), engine.curve(channel, at.alpha), by_definition)


def large_loss(at: At) -> Fraction:
    """P{z : P(z) > α·Q(z)}, the probability that the privacy loss exceeds ε."""
    p, q = pair(at)
    return sum((x for x, y in zip(p, q, strict=True) if x > at.alpha * y), Fraction(0))


def excess_within(at: At) -> Comparison:
    """An excess is part of the probability in which it lies."""
    p, q = pair(at)
    found = engine.forward(at.table.channel, at.alpha)
    return every(equals(found, hockey_stick(p, q, at.alpha)), at_most(found, large_loss(at)))


def pure(at: At) -> Comparison:
    """δ*(α) = 0 says the same as a bound on every ratio."""
    level = pure_level(*pair(at))
    bounded = level is not None and level <= at.alpha
    return equals(engine.star(at.table.channel, at.alpha) == 0, bounded)


def pure_one_way(at: At) -> Comparison:
    """The same, had one direction to be looked at."""
    p, q = pair(at)
    bounded = all(x <= at.alpha * y for x, y in zip(p, q, strict=True))
    return equals(engine.star(at.table.channel, at.alpha) == 0, bounded)


def all_directions(at: At) -> Comparison:
    """δ* is the largest of all ordered pairs."""
    rows = at.table.laws
    worst = max(hockey_stick(p, q, at.alpha) for p in rows for q in rows)
    return equals(engine.star(at.table.channel, at.alpha), worst)


def chain_only(at: At) -> Comparison:
    """The same, had the first and the last row not to be compared."""
    chain = at.table.channel.under({"pairs": [["0", "1"], ["1", "2"]]})
    return equals(engine.star(at.table.channel, at.alpha), engine.star(chain, at.alpha))


def crossing(p: Law, q: Law, alpha: Fraction, delta: Fraction) -> Fraction | None:
    """Where the line that is greatest at α comes down to δ; 1 if it is below, None if never."""
    gains = [(x, y) for x, y in zip(p, q, strict=True) if x > alpha * y]
    a, b = (sum(side, Fraction(0)) for side in zip(*gains, strict=True)) if gains else (0, 0)
    if not b:
        return Fraction(1) if a <= delta else None
    return (a - delta) / b


def stepping(p: Law, q: Law, start: Fraction, delta: Fraction) -> Fraction | None:
    """α ← the crossing of the line that is greatest at α, until that is no greater than α."""
    first = crossing(p, q, start, delta)
    alpha = None if first is None else max(Fraction(1), first)
    while alpha is not None:
        ahead = crossing(p, q, alpha, delta)
        if ahead is not None and ahead <= alpha:
            break
        alpha = ahead
    return alpha


def steps_of(at: At) -> Comparison:
    """The steps lead to the least level from any start, and both directions give the engine's."""
    p, q = pair(at)
    found = []
    for delta in deltas(at):
        there, back = least_level(p, q, delta), least_level(q, p, delta)
        found.append(equals(stepping(p, q, at.alpha, delta), there))
        both = None if there is None or back is None else max(there, back)
        found.append(equals(engine.least_level(at.table.channel, delta), both))
    return every(*found)


def one_step(at: At) -> Comparison:
    """Had the first crossing to be the least level."""
    p, q = pair(at)
    found = []
    for delta in deltas(at):
        first = crossing(p, q, at.alpha, delta)
        least = least_level(p, q, delta)
        found.append(equals(None if first is None else max(Fraction(1), first), least))
    return every(*found)


def deltas(at: At) -> list[Fraction]:
    """Values that a δ may have: 0 and 1, those of the smallest events, and between them."""
    twice = 2 * at.table.denominator
    return [Fraction(n, twice) for n in range(twice + 1)]


LEMMAS: tuple[Lemma[At], ...] = (
    Lemma(
        "hockey_stick.events",
        "max over all events S of P(S) − αQ(S) is Σ_z [P(z) − αQ(z)]₊",
        "Dwork and Roth 2014, definition 2.4; Barthe and Olmedo 2013",
        PAIRS,
        events,
        Sibling("some single outcome attains it", "events of several outcomes", best_outcome),
    ),
    Lemma(
        "hockey_stick.duality",
        "H_α(P‖Q) = 1 − α + α·H_{1/α}(Q‖P)",
        "Zhu, Dong and Wang 2022",
        PAIRS,
        duality,
        Sibling(
            "H_α(P‖Q) = H_α(Q‖P) for α > 1",
            "the reflection of α",
            symmetry,
            hypothesis=lambda at: at.alpha > 1,
        ),
    ),
    Lemma(
        "hockey_stick.merging",
        "merging two outcomes with the same ratio P/Q leaves the profile as it is",
        "Sommer, Meiser and Mohammadi 2019",
        PAIRS,
        merging,
        Sibling("merging any two outcomes does", "the same ratio", merging),
        hypothesis=last_two_alike,
    ),
    Lemma(
        "hockey_stick.large_loss",
        "H_α(P‖Q) <= P{P > αQ}",
        "Meiser 2018",
        PAIRS,
        excess_within,
        Sibling(
            "P{P > αQ} <= H_α(P‖Q)",
            "δ bounds an excess, not the probability of a large loss",
            lambda at: at_most(large_loss(at), engine.forward(at.table.channel, at.alpha)),
        ),
    ),
    Lemma(
        "hockey_stick.pure",
        "δ*(α) = 0 if and only if P <= αQ and Q <= αP at every outcome",
        "Dwork and Roth 2014, section 2.3",
        PAIRS,
        pure,
        Sibling("P <= αQ at every outcome is enough", "Q <= αP", pure_one_way),
    ),
    Lemma(
        "hockey_stick.directions",
        "δ*(α) of three inputs is the largest H_α over all six ordered pairs",
        "Dwork and Roth 2014, definition 2.4",
        TRIPLES,
        all_directions,
        Sibling(
            "the pairs of a chain of neighbours are enough",
            "the first and the last input are compared",
            chain_only,
        ),
    ),
    Lemma(
        "hockey_stick.least_level",
        "α ← (P(S) − δ)/Q(S) with S = {P > αQ}, from any start until it no longer rises, ends at "
        "the least α with H_α <= δ",
        "Dinkelbach 1967",
        PAIRS,
        steps_of,
        Sibling("one step is enough", "until it no longer rises", one_step),
    ),
)
