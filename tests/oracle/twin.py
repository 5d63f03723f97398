"""The plain twin: every notion of the package by definition, as slow and obvious as possible.

A law is a dict {output: probability}, a mechanism a dict {input: law}; probabilities are
`fractions.Fraction`. Nothing here comes from the package under test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any

Label = Any
Law = dict[Label, Fraction]
Mechanism = dict[Label, Law]
Pair = tuple[Label, Label]
Point = tuple[Fraction, Fraction]


# mechanisms


def table(
    inputs: Sequence[Label], outputs: Sequence[Label], rows: Sequence[Sequence[object]]
) -> Mechanism:
    return {
        x: {y: Fraction(p) for y, p in zip(outputs, row, strict=True)}
        for x, row in zip(inputs, rows, strict=True)
    }


def response(k: int, p: object) -> Mechanism:
    """Truth with probability p, each other symbol with probability (1 − p)/(k − 1)."""
    symbols = [str(i) for i in range(k)]
    lie = (1 - Fraction(p)) / (k - 1)
    return {x: {y: Fraction(p) if x == y else lie for y in symbols} for x in symbols}


def leaky(delta: object, of: Mechanism) -> Mechanism:
    mechanism: Mechanism = {}
    for x, law in of.items():
        out: Law = {}
        _add(out, ("leak", x), Fraction(delta))
        for y, p in law.items():
            _add(out, y, (1 - Fraction(delta)) * p)
        mechanism[x] = out
    return mechanism


def nothing(inputs: Iterable[Label]) -> Mechanism:
    """The mechanism that always says "none"."""
    return {x: {"none": Fraction(1)} for x in inputs}


def fresh(parts: Sequence[Mechanism]) -> Mechanism:
    mechanism: Mechanism = {}
    for x in parts[0]:
        out: Law = {}
        for choice in product(*(part[x].items() for part in parts)):
            p = Fraction(1)
            for _, factor in choice:
                p *= factor
            _add(out, tuple(y for y, _ in choice), p)
        mechanism[x] = out
    return mechanism


def copies(of: Mechanism, count: int) -> Mechanism:
    return {x: {(y,) * count: p for y, p in law.items()} for x, law in of.items()}


def parallel(parts: Sequence[Mechanism]) -> Mechanism:
    mechanism: Mechanism = {}
    for xs in product(*parts):
        single = [{"": part[x]} for part, x in zip(parts, xs, strict=True)]
        mechanism[xs] = fresh(single)[""]
    return mechanism


def shared(latent: Law, outputs: Sequence[Mapping[Label, Mapping[Label, Label]]]) -> Mechanism:
    mechanism: Mechanism = {}
    for x in outputs[0]:
        out: Law = {}
        for v, p in latent.items():
            _add(out, tuple(f[x][v] for f in outputs), Fraction(p))
        mechanism[x] = out
    return mechanism


def adaptive(first: Mechanism, following: Mapping[Label, Mechanism | None]) -> Mechanism:
    mechanism: Mechanism = {}
    for x, law in first.items():
        out: Law = {}
        for y, p in law.items():
            if not p:
                continue
            then = following[y]
            if then is None:
                _add(out, (y,), p)
                continue
            for z, q in then[x].items():
                _add(out, (y, z), p * q)
        mechanism[x] = out
    return mechanism


def postprocess(of: Mechanism, kernel: Mapping[Label, Law]) -> Mechanism:
    mechanism: Mechanism = {}
    for x, law in of.items():
        out: Law = {}
        for y, p in law.items():
            for o, share in kernel[y].items() if p else ():
                _add(out, o, p * Fraction(share))
        mechanism[x] = out
    return mechanism


def mixture(
    weights: Sequence[object], parts: Sequence[Mechanism], revealed: bool = False
) -> Mechanism:
    mechanism: Mechanism = {}
    for x in parts[0]:
        out: Law = {}
        for i, (weight, part) in enumerate(zip(weights, parts, strict=True)):
            for y, p in part[x].items():
                _add(out, (str(i), y) if revealed else y, Fraction(weight) * p)
        mechanism[x] = out
    return mechanism


def _add(law: Law, output: Label, p: Fraction) -> None:
    law[output] = law.get(output, Fraction(0)) + p


# adjacency: lists of unordered pairs


def all_pairs(inputs: Iterable[Label]) -> list[Pair]:
    return list(combinations(inputs, 2))


def where(inputs: Iterable[Label], near: Callable[[Label, Label], bool]) -> list[Pair]:
    return [(x, y) for x, y in combinations(inputs, 2) if near(x, y)]


def hamming(inputs: Iterable[Label]) -> list[Pair]:
    def near(x: Label, y: Label) -> bool:
        return len(x) == len(y) and sum(a != b for a, b in zip(x, y, strict=True)) == 1

    return where(inputs, near)


def within(inputs: Iterable[Label], n: int) -> list[Pair]:
    return where(inputs, lambda x, y: 0 < abs(int(x) - int(y)) <= n)


def one_record(inputs: Iterable[Label]) -> list[Pair]:
    def near(x: Label, y: Label) -> bool:
        gone, come = Counter(x) - Counter(y), Counter(y) - Counter(x)
        return len(x) == len(y) and gone.total() == 1 and come.total() == 1

    return where(inputs, near)


def group(inputs: Sequence[Label], pairs: Iterable[Pair], distance: int) -> list[Pair]:
    """Pairs at distance 1 to ``distance`` in the graph, by walking step after step."""
    edges = {frozenset(pair) for pair in pairs}
    reached = {x: {x} for x in inputs}
    for _ in range(distance):
        reached = {
            x: seen | {y for y in inputs for z in seen if frozenset((y, z)) in edges}
            for x, seen in reached.items()
        }
    return where(inputs, lambda x, y: y in reached[x])


def one_coordinate(
    inputs: Iterable[Sequence[Label]], moves: Sequence[Iterable[Pair]]
) -> list[Pair]:
    """Exactly one coordinate differs, and it moves by its own pairs."""
    sets = [{frozenset(pair) for pair in pairs} for pairs in moves]

    def near(x: Label, y: Label) -> bool:
        moved = [i for i, (a, b) in enumerate(zip(x, y, strict=True)) if a != b]
        return len(moved) == 1 and frozenset((x[moved[0]], y[moved[0]])) in sets[moved[0]]

    return where(inputs, near)


# two laws


def outputs_of(p: Law, q: Law) -> list[Label]:
    return list(dict.fromkeys([*p, *q]))


def weight(law: Law, event: Iterable[Label]) -> Fraction:
    return sum((law.get(y, Fraction(0)) for y in event), Fraction(0))


def event(p: Law, q: Law, alpha: Fraction) -> list[Label]:
    """{P > αQ}."""
    return [y for y in outputs_of(p, q) if p.get(y, 0) > alpha * q.get(y, 0)]


def hockey_stick(p: Law, q: Law, alpha: Fraction) -> Fraction:
    """Σ [P − αQ]₊."""
    terms = (p.get(y, Fraction(0)) - alpha * q.get(y, Fraction(0)) for y in outputs_of(p, q))
    return sum((t for t in terms if t > 0), Fraction(0))


def supremum(p: Law, q: Law) -> Fraction | None:
    """The greatest P/Q over outputs with P > 0; None for infinity."""
    live = [y for y in outputs_of(p, q) if p.get(y, 0)]
    if any(not q.get(y, 0) for y in live):
        return None
    return max(p[y] / q[y] for y in live)


def trade_off(p: Law, q: Law) -> tuple[Point, ...]:
    """Vertices of the least type II error over all tests, P the null: the hull of all 2^n tests."""
    outputs = outputs_of(p, q)
    least: dict[Fraction, Fraction] = {}
    for size in range(len(outputs) + 1):
        for rejected in combinations(outputs, size):
            one, two = weight(p, rejected), 1 - weight(q, rejected)
            least[one] = min(two, least.get(one, two))
    vertices: list[Point] = []
    for point in sorted(least.items()):
        while len(vertices) > 1 and not _turns_left(vertices[-2], vertices[-1], point):
            vertices.pop()
        vertices.append(point)
    return tuple(vertices)


def _turns_left(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0


# mechanisms under an adjacency


def ordered(pairs: Iterable[Pair]) -> list[Pair]:
    return [way for x, y in pairs for way in ((x, y), (y, x))]


def directions(
    mechanism: Mechanism, pairs: Iterable[Pair], alpha: Fraction
) -> list[tuple[Label, Label, Fraction]]:
    """(input, neighbour, H_α), worst first, ties in document order."""
    found = [(x, y, hockey_stick(mechanism[x], mechanism[y], alpha)) for x, y in ordered(pairs)]
    return sorted(found, key=lambda item: -item[2])


def delta_star(mechanism: Mechanism, pairs: Iterable[Pair], alpha: Fraction) -> Fraction:
    found = [hockey_stick(mechanism[x], mechanism[y], alpha) for x, y in ordered(pairs)]
    return max(found, default=Fraction(0))


def pure_level(mechanism: Mechanism, pairs: Iterable[Pair]) -> Fraction | None:
    ratios = [supremum(mechanism[x], mechanism[y]) for x, y in ordered(pairs)]
    return None if None in ratios else max([Fraction(1), *ratios])


def total_variation(mechanism: Mechanism, pairs: Iterable[Pair]) -> Fraction:
    found = []
    for x, y in pairs:
        p, q = mechanism[x], mechanism[y]
        found.append(sum(abs(p.get(z, 0) - q.get(z, 0)) for z in outputs_of(p, q)) / Fraction(2))
    return max(found, default=Fraction(0))


def breakpoints(mechanism: Mechanism, pairs: Sequence[Pair]) -> tuple[Fraction, ...]:
    """The α > 1 where δ* changes its slope, among all α where it could."""
    kinks = _candidates(mechanism, pairs)
    found = []
    for before, here, after in zip(kinks, kinks[1:], kinks[2:], strict=False):
        left, middle, right = (delta_star(mechanism, pairs, x) for x in (before, here, after))
        if (middle - left) * (after - here) != (right - middle) * (here - before):
            found.append(here)
    return tuple(found)


def _candidates(mechanism: Mechanism, pairs: Sequence[Pair]) -> list[Fraction]:
    """1, every ratio and every crossing of two directions above 1, and a point behind them."""
    ratios = {Fraction(1)}
    for x, y in ordered(pairs):
        p, q = mechanism[x], mechanism[y]
        ratios |= {p[z] / q[z] for z in p if p[z] and q.get(z, 0) and p[z] > q[z]}
    ends = sorted(ratios)
    ends.append(ends[-1] + 1)
    found = set(ends)
    for low, high in pairwise(ends):
        found |= _crossings(mechanism, pairs, low, high)
    last = max(found)
    return [*sorted(found), last + 1]


def _crossings(
    mechanism: Mechanism, pairs: Sequence[Pair], low: Fraction, high: Fraction
) -> set[Fraction]:
    """Where two directions, both linear between low and high, cross."""
    values = set()
    for x, y in ordered(pairs):
        p, q = mechanism[x], mechanism[y]
        values.add((hockey_stick(p, q, low), hockey_stick(p, q, high)))
    found = set()
    for (a, b), (c, d) in combinations(values, 2):
        if (a < c and b > d) or (a > c and b < d):
            found.add(low + (high - low) * (a - c) / ((a - c) - (b - d)))
    return found


def least_alpha(mechanism: Mechanism, pairs: Sequence[Pair], delta: Fraction) -> Fraction | None:
    """The least α >= 1 with δ*(α) <= δ, along the straight pieces of δ*."""
    kinks = [Fraction(1), *breakpoints(mechanism, pairs)]
    values = [delta_star(mechanism, pairs, x) for x in kinks]
    if values[0] <= delta:
        return Fraction(1)
    for low, high, above, below in zip(kinks, kinks[1:], values, values[1:], strict=False):
        if below <= delta:
            return low + (high - low) * (above - delta) / (above - below)
    return None


# reported events, read by their documented form


def members(form: Mapping[str, Any], p: Law, q: Law, alpha: Fraction) -> list[Label]:
    """The outputs that a reported event names; α stands for a level that is no rational."""
    outputs = outputs_of(p, q)
    if "outputs" in form:
        named = [_label(item) for item in form["outputs"]]
        assert len(named) == len(set(named))
        assert set(named) <= set(outputs)
        return named
    if "counts" in form:
        return [y for y in outputs if _counted(form["counts"], y)]
    if form["statistic"] == "likelihood_ratio":
        above = form["above"]
        bound = alpha if above.startswith("exp(") else Fraction(above)
        return event(p, q, bound)
    label = form["statistic"].removeprefix("count of ")
    return [y for y in outputs if _within(form, sum(_key(part) == label for part in y))]


def _counted(counts: Sequence[Mapping[str, int]], output: Label) -> bool:
    seen = Counter(_key(part) for part in output)
    return any(all(seen[y] == n for y, n in c.items()) and set(seen) <= set(c) for c in counts)


def _within(form: Mapping[str, Any], count: int) -> bool:
    return count <= form["at_most"] if "at_most" in form else count >= form["at_least"]


def _label(item: object) -> Label:
    return tuple(_label(part) for part in item) if isinstance(item, list) else item


def _key(item: Label) -> str:
    """A label as an object key: text, or the compact JSON text of an array."""
    if isinstance(item, str):
        return item
    parts = ('"' + part + '"' if isinstance(part, str) else _key(part) for part in item)
    return "[" + ",".join(parts) + "]"


# levels e^c·Π r^q


def level_bounds(
    constant: object, logarithms: Iterable[tuple[object, object]] = (), digits: int = 200
) -> tuple[Fraction, Fraction]:
    """Rationals just below and just above α = exp(c + Σ q·ln r)."""
    with localcontext() as context:
        context.prec = digits + 60
        value = _decimal(Fraction(constant))
        for r, q in logarithms:
            value += _decimal(Fraction(q)) * _decimal(Fraction(r)).ln()
        alpha = Fraction(value.exp())
    slack = Fraction(1, 10**digits)
    return alpha * (1 - slack), alpha * (1 + slack)


def logarithm(value: Fraction) -> Fraction:
    """ln(value), to 100 digits."""
    with localcontext() as context:
        context.prec = 100
        return Fraction(_decimal(value).ln())


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)
