"""Certificates by definition: laws outcome by outcome, and whether a statement about them is true.

Only the JSON is read. Probabilities are fractions, outcomes are enumerated one after another, and
irrational levels are replaced by two rationals around them that are 100 digits long.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

Tree = Any
Shares = tuple[Fraction, ...]
"""The probabilities of one outcome under several inputs"""

Terms = list[tuple[Fraction, Fraction]]
"""[c, b], for Σ c·b^n"""

ONE = Fraction(1)
HUGE = Fraction(2**64)


class NoStatementError(Exception):
    """What is written is no family of laws."""


def number(text: str) -> Fraction:
    above, _, below = text.partition("/")
    return Fraction(int(above, 16), int(below or "0x1", 16))


def sealed(tree: Tree) -> bytes:
    """The file of a certificate, with the digest that its contents have."""
    body = {key: value for key, value in tree.items() if key != "digest"}
    digest = hashlib.sha256(canonical(body)).hexdigest()
    return canonical({**body, "digest": digest})


def canonical(tree: Tree) -> bytes:
    text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


# laws


def rows_of(tree: Tree, place: int) -> list[tuple[Fraction, list[dict[str, Any]], list[int]]]:
    """For every branch, under one input: its weight, the rows drawn from, and how many draws."""
    model = tree["model"]
    found = []
    for (_, *factors), (weight, *rows) in zip(model["branches"], model["laws"][place], strict=True):
        chosen = [model["tables"][t]["rows"][r] for (t, _), r in zip(factors, rows, strict=True)]
        found.append((number(weight), chosen, [n for _, n in factors]))
    return found


def listed(row: dict[str, Any]) -> list[Fraction]:
    scale = int(row["scale"], 16)
    return [Fraction(int(weight, 16), scale) for weight in row["weights"]]


def tails_of(row: dict[str, Any]) -> list[Terms]:
    return [[(number(c), number(b)) for c, b in tail] for tail in row.get("tails") or []]


def value(terms: Terms, n: int) -> Fraction:
    return sum((c * b**n for c, b in terms), Fraction(0))


def total(terms: Terms, n: int = 0) -> Fraction:
    """Σ from the n-th value on."""
    return sum((c * b**n / (1 - b) for c, b in terms), Fraction(0))


def joint(tree: Tree, places: Iterable[int], beyond: int = 0) -> Counter[Shares]:
    """How often every tuple of probabilities occurs among the outcomes (those never seen apart).

    Of a tail, ``beyond`` values are taken.
    """
    found: Counter[Shares] = Counter()
    for branch in zip(*(rows_of(tree, place) for place in places), strict=True):
        outcomes = Counter({tuple(weight for weight, _, _ in branch): 1})
        for i, draws in enumerate(branch[0][2]):
            shares = [outcome_list(rows[i], beyond) for _, rows, _ in branch]
            once = Counter(zip(*shares, strict=True))
            for _ in range(draws):
                outcomes = _times(outcomes, once)
        found += Counter({shares: n for shares, n in outcomes.items() if any(shares)})
    return found


def outcome_list(row: dict[str, Any], beyond: int) -> list[Fraction]:
    tails = [value(tail, n) for tail in tails_of(row) for n in range(beyond)]
    return listed(row) + tails


def _times(left: Counter[Shares], right: Counter[Shares]) -> Counter[Shares]:
    found: Counter[Shares] = Counter()
    for a, m in left.items():
        for b, n in right.items():
            found[tuple(x * y for x, y in zip(a, b, strict=True))] += m * n
    return found


def by_ratio(outcomes: Counter[Shares]) -> dict[Fraction | None, Shares]:
    """P and Q of the outcomes of every ratio P/Q; None for a ratio without bound."""
    found: dict[Fraction | None, Shares] = {}
    for (p, q), n in outcomes.items():
        ratio = p / q if q else None
        a, b = found.get(ratio, (Fraction(0), Fraction(0)))
        found[ratio] = a + n * p, b + n * q
    return found


def require_laws(tree: Tree) -> None:
    """Raise unless all rows and laws are probabilities that sum to 1."""
    for table in tree["model"]["tables"]:
        for row in table["rows"]:
            tails = tails_of(row)
            if any(not 0 < b < 1 for tail in tails for _, b in tail):
                raise NoStatementError("a tail does not converge")
            shares = outcome_list(row, 50)
            settled = all(_sign_from(tail) <= 50 for tail in tails)
            if not settled or min(shares, default=Fraction(0)) < 0:
                raise NoStatementError("a probability is negative")
            if sum(listed(row)) + sum(map(total, tails)) != 1:
                raise NoStatementError("a row does not sum to 1")
    for place in range(len(tree["model"]["laws"])):
        weights = [weight for weight, _, _ in rows_of(tree, place)]
        if sum(weights) != 1 or min(weights) < 0:
            raise NoStatementError("a law does not sum to 1")


def _sign_from(terms: Terms) -> int:
    """From which n on the greatest base alone gives the sign of Σ c·b^n; that is, all of them."""
    gathered: dict[Fraction, Fraction] = {}
    for c, b in terms:
        gathered[b] = gathered.get(b, Fraction(0)) + c
    left = [(c, b) for b, c in sorted(gathered.items(), reverse=True) if c]
    n = 0
    while left and sum(abs(c) * b**n for c, b in left[1:]) >= abs(left[0][0]) * left[0][1] ** n:
        n += 1
    return n


# measures of an ordered pair


def event(tree: Tree, pair: tuple[int, int], alpha: Fraction) -> Shares:
    """P and Q of {P > αQ}."""
    a = b = Fraction(0)
    for (p, q), n in joint(tree, pair).items():
        if p > alpha * q:
            a, b = a + n * p, b + n * q
    for one, other in tail_pairs(tree, pair):
        gap = one + [(-alpha * c, base) for c, base in other]
        start = _sign_from(gap)
        for n in range(start):
            if value(gap, n) > 0:
                a, b = a + value(one, n), b + value(other, n)
        if value(gap, start) > 0:
            a, b = a + total(one, start), b + total(other, start)
    return a, b


def tail_pairs(tree: Tree, pair: tuple[int, int]) -> Iterator[tuple[Terms, Terms]]:
    """The tails under P and under Q, weights included; only a factor alone may have tails."""
    for (p, rows, draws), (q, across, _) in zip(*(rows_of(tree, i) for i in pair), strict=True):
        endless = [tails_of(row) for row in rows if any(tails_of(row))]
        if not endless:
            continue
        if draws != [1]:
            raise NoStatementError("tails beside other draws")
        for one, other in zip(tails_of(rows[0]), tails_of(across[0]), strict=True):
            yield [(p * c, b) for c, b in one], [(q * c, b) for c, b in other]


def divergence(tree: Tree, pair: tuple[int, int], alpha: Fraction) -> Fraction:
    a, b = event(tree, pair, alpha)
    return a - alpha * b


def greatest_ratio(tree: Tree, pair: tuple[int, int]) -> Fraction | None:
    """sup P/Q; None for infinity. On a tail: its first hundred values, and the limit."""
    outcomes = list(joint(tree, pair, 100))
    for one, other in tail_pairs(tree, pair):
        base = max((b for _, b in [*one, *other]), default=ONE)
        ends = (sum((c for c, b in side if b == base), Fraction(0)) for side in (one, other))
        outcomes.append(tuple(ends))
    if any(p and not q for p, q in outcomes):
        return None
    return max(p / q for p, q in outcomes if q)  # (0, 0) stands for a tail that is not there


def moment(tree: Tree, pair: tuple[int, int], order: int) -> Fraction | None:
    """Σ P^order·Q^(1 − order); None for infinity."""
    if any(one or other for one, other in tail_pairs(tree, pair)):
        raise NoStatementError("moments of tails")
    found = Fraction(0)
    for (p, q), n in joint(tree, pair).items():
        if p and not q:
            return None
        found += n * p**order / q ** (order - 1) if p else 0
    return found


# claims


def around(level: dict[str, Any], times: int = 1) -> tuple[Fraction, Fraction]:
    """Rationals around e^(times·ε), equal where it is rational (or larger than any ratio here)."""
    constant = number(level["constant"]) * times
    terms = [(number(q) * times, number(r)) for q, r in level["logarithms"]]
    if not constant and all(q.denominator == 1 for q, _ in terms):
        exact = ONE
        for q, r in terms:
            exact *= r ** int(q)
        return exact, exact
    with localcontext() as context:
        context.prec = 130
        exponent = _decimal(constant)
        for q, r in terms:
            exponent += _decimal(q) * _decimal(r).ln()
        if exponent > 10**5:
            return Fraction(10) ** 40000, Fraction(10) ** 40000
        middle = Fraction(exponent.exp())
    hair = Fraction(1, 10**100)
    return middle * (1 - hair), middle * (1 + hair)


def _decimal(fraction: Fraction) -> Decimal:
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def is_true(tree: Tree) -> bool:
    """Whether what is stated of the laws that are written down is so."""
    require_laws(tree)
    pairs = [tuple(pair) for pair in tree["pairs"]]
    if not pairs or len(set(pairs)) < len(pairs) or any(i == j or min(i, j) < 0 for i, j in pairs):
        raise NoStatementError("pairs of inputs are expected")
    holds = {"holds": True, "violated": False}[tree["verdict"]]
    if holds and {(j, i) for i, j in pairs} != set(pairs):
        raise NoStatementError("pairs in one direction")
    within = [keeps(tree, pair) for pair in pairs]
    return all(within) if holds else not all(within)


def keeps(tree: Tree, pair: tuple[int, int]) -> bool:
    """Whether the claim is kept for an ordered pair (for a range: for it and its reverse)."""
    claim = tree["claim"]
    if "eta" in claim:
        ends = greatest_ratio(tree, pair), greatest_ratio(tree, pair[::-1])
        if None in ends:
            return False
        return _decided(ends[0] * ends[1] <= bound for bound in around(claim["eta"]))
    if "order" in claim:
        order = claim["order"]
        found = moment(tree, pair, order)
        if found is None:
            return False
        return _decided(found <= bound for bound in around(claim["epsilon"], order - 1))
    delta = number(claim["delta"])
    a, b = event(tree, pair, HUGE)
    if a > delta and not b:
        return False  # at every level, whatever stands there
    level = claim.get("epsilon")
    bounds = around(level) if level else (number(claim["alpha"]),) * 2
    return _decided(divergence(tree, pair, alpha) <= delta for alpha in bounds)


def _decided(answers: Iterable[bool]) -> bool:
    (answer,) = set(answers)  # both bounds must agree: no claim here is nearer than 10^-100
    return answer


def evidence_is_right(tree: Tree) -> bool:
    """Whether every number of the evidence is what it is said to be."""
    evidence, pairs = tree["evidence"], [tuple(pair) for pair in tree["pairs"]]
    if "sums" in evidence:
        alpha = number(evidence["level"])
        stated = [tuple(map(number, both)) for both in evidence["sums"]]
        return stated == [event(tree, pair, alpha) for pair in pairs]
    if "moments" in evidence:
        stated = list(map(number, evidence["moments"]))
        return stated == [moment(tree, pair, tree["claim"]["order"]) for pair in pairs]
    bounds = list(map(number, evidence["ratios"]))
    above = [event(tree, pair, r)[0] > 0 for pair, r in zip(pairs, bounds, strict=True)]
    return above == [tree["verdict"] == "violated"] * len(pairs)
