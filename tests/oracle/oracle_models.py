"""Small mechanisms drawn for the twin and for the engine at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import twin
from hypothesis import strategies as st

import verify

LIMB = 2**64

weights = st.one_of(
    st.integers(0, 4),
    st.sampled_from([LIMB - 1, LIMB, LIMB + 1, 2**256 - 1, 2**256 + 1, 10**100]),
    st.integers(0, 2**300),
)
tilts = st.sampled_from([Fraction(0), Fraction(1), Fraction(1), Fraction(2), Fraction(1, 3)])
shares = st.sampled_from(
    [Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(1, 2**256 + 1)]
)


@dataclass(frozen=True)
class Both:
    """One mechanism twice."""

    twin: twin.Mechanism
    engine: verify.Mechanism

    @property
    def pairs(self) -> list[twin.Pair]:
        return twin.all_pairs(self.twin)


def normalised(row: Sequence[int | Fraction]) -> list[Fraction]:
    total = sum(row, Fraction(0))
    return [Fraction(w) / total for w in row]


@st.composite
def rows(draw: Any, count: int, size: int, values: Any = weights) -> list[list[Fraction]]:
    """Laws with ties, zeros, disjoint supports, equal rows, huge and tiny weights."""
    row = st.lists(values, min_size=size, max_size=size).map(_some)
    first = draw(row)
    found = [first]
    for _ in range(count - 1):
        kind = draw(st.sampled_from(["independent", "tilted", "tilted", "equal", "disjoint"]))
        other = draw(row)
        if kind == "tilted":
            factors = draw(st.lists(tilts, min_size=size, max_size=size))
            other = _some([w * f for w, f in zip(first, factors, strict=True)])
        elif kind == "equal":
            other = draw(st.sampled_from(found))
        elif kind == "disjoint":
            other = _some([0 if w else 1 for w in first])
        found.append(other)
    return [normalised(r) for r in found]


def _some(row: list[Any]) -> list[Any]:
    return row if any(row) else [1, *row[1:]]


TABLE: Any = verify.Channel
"""What makes the engine's table; the tests of the ring put their own in its place"""


def channel(inputs: Sequence[twin.Label], laws: Sequence[Sequence[object]]) -> Both:
    outputs = [f"y{j}" for j in range(len(laws[0]))]
    return Both(twin.table(inputs, outputs, laws), TABLE(inputs, outputs, laws))


@st.composite
def channels(
    draw: Any,
    inputs: tuple[int, int] = (2, 3),
    outputs: tuple[int, int] = (1, 5),
    values: Any = weights,
) -> Both:
    count, size = draw(st.integers(*inputs)), draw(st.integers(*outputs))
    return channel([f"x{i}" for i in range(count)], draw(rows(count, size, values)))


def ratios(mechanism: twin.Mechanism, most: int = 60) -> list[Fraction]:
    """The likelihood ratios of at least 1 that occur between two inputs."""
    found = {Fraction(1)}
    for x, y in twin.ordered(twin.all_pairs(mechanism)):
        p, q = mechanism[x], mechanism[y]
        found |= {p[z] / q[z] for z in p if p[z] and q.get(z, 0) and p[z] > q[z]}
    return sorted(found)[:most]


@st.composite
def alphas(draw: Any, mechanism: twin.Mechanism) -> Fraction:
    """Levels on a ratio, a hair beside one, ordinary and enormous."""
    ratio = draw(st.sampled_from(ratios(mechanism)))
    hair = draw(st.sampled_from([Fraction(1, LIMB), Fraction(1, 2**200), Fraction(1, 2**700)]))
    plain = st.fractions(1, 20, max_denominator=1000)
    kind = draw(st.integers(0, 4))
    beside = [ratio, ratio * (1 + hair), max(Fraction(1), ratio * (1 - hair))]
    if kind < 3:
        return beside[kind]
    return draw(plain) if kind == 3 else draw(st.sampled_from([Fraction(2**300), Fraction(1)]))


# compound mechanisms over fixed inputs

INPUTS = ("a", "b", "c")
MOST_OUTPUTS = 150
small = st.integers(0, 4)


@st.composite
def models(draw: Any, depth: int = 2, inputs: Sequence[str] = INPUTS) -> Both:
    """A combination of combinations; every component may order the inputs its own way."""
    if depth == 0:
        return draw(tables(inputs))
    first = draw(models(depth - 1, inputs))
    if draw(st.booleans()):
        return _unary(draw, first)
    second = draw(models(depth - 1, inputs))
    return _binary(draw, first, second)


@st.composite
def tables(draw: Any, inputs: Sequence[str] = INPUTS) -> Both:
    order = draw(st.permutations(inputs))
    size = draw(st.integers(1, 3))
    return channel(order, draw(rows(len(order), size, small)))


def width(mechanism: twin.Mechanism) -> int:
    return len({y for law in mechanism.values() for y in law})


def live(mechanism: twin.Mechanism) -> list[twin.Label]:
    """Outputs of positive probability under some input."""
    return list(dict.fromkeys(y for law in mechanism.values() for y, p in law.items() if p))


def _unary(draw: Any, of: Both) -> Both:
    kind = draw(st.sampled_from(["power", "copies", "leaky", "map", "kernel"]))
    if kind == "power":
        return power(of, draw(st.integers(1, 4)))
    if kind == "copies":
        count = draw(st.integers(1, 3))
        return Both(twin.copies(of.twin, count), verify.combinators.copies(of.engine, count))
    if kind == "leaky":
        return leaky(draw(shares), of)
    images = {y: draw(st.sampled_from(["u", "v", ("w", "0")])) for y in live(of.twin)}
    if kind == "map":
        kernel = {y: {o: Fraction(1)} for y, o in images.items()}
        engine = verify.combinators.postprocess(of.engine, images)
        return Both(twin.postprocess(of.twin, kernel), engine)
    share = draw(shares)
    kernel = {y: normalised_kernel(o, share) for y, o in images.items()}
    engine = verify.combinators.postprocess(of.engine, kernel=kernel)
    return Both(twin.postprocess(of.twin, kernel), engine)


def normalised_kernel(output: twin.Label, share: Fraction) -> twin.Law:
    """The output with probability ``share``, else "u"."""
    law = {"u": 1 - share}
    law[output] = law.get(output, Fraction(0)) + share
    return law


def power(of: Both, count: int) -> Both:
    while width(of.twin) ** count > MOST_OUTPUTS and count > 1:
        count -= 1
    return Both(twin.fresh([of.twin] * count), verify.combinators.fresh(of.engine, count))


def leaky(delta: Fraction, of: Both) -> Both:
    if any(y[:1] == ("leak",) for law in of.twin.values() for y in law):
        return of  # two leaks of one name: tested apart
    return Both(twin.leaky(delta, of.twin), verify.mechanisms.leaky(delta, of.engine))


def _binary(draw: Any, first: Both, second: Both) -> Both:
    kind = draw(st.sampled_from(["fresh", "adaptive", "hidden", "revealed"]))
    if kind == "adaptive":
        return _adaptive(draw, first, second)
    if kind == "fresh":
        if width(first.twin) * width(second.twin) > MOST_OUTPUTS:
            return first
        engine = verify.combinators.fresh([first.engine, second.engine])
        return Both(twin.fresh([first.twin, second.twin]), engine)
    share = draw(shares)
    parts = [(share, first.engine), (1 - share, second.engine)]
    engine = verify.combinators.mixture(parts, revealed=kind == "revealed")
    laws = twin.mixture([share, 1 - share], [first.twin, second.twin], kind == "revealed")
    return Both(laws, engine)


def _adaptive(draw: Any, first: Both, second: Both) -> Both:
    if width(first.twin) * width(second.twin) > MOST_OUTPUTS:
        return first
    outputs = live(first.twin)
    stops = draw(st.sets(st.sampled_from(outputs)))
    following = {y: None if y in stops else second for y in outputs}
    laws = twin.adaptive(first.twin, {y: m and m.twin for y, m in following.items()})
    engine = verify.combinators.adaptive(
        first.engine, {y: "stop" if m is None else m.engine for y, m in following.items()}
    )
    return Both(laws, engine)
