"""Checks a certificate and trusts nothing: neither who wrote it, nor the engine of ``verify``.

    python -I check.py FILE    prints one line; exit code 0 valid, 1 invalid, 2 malformed,
                               3 incomplete (nothing is false, but something is not proved)

A certificate writes out the laws of a mechanism, names ordered pairs of its inputs, and states that
a claim holds of all of them or is violated. All of it is worked out again from the laws, exactly.
docs/certificates.md has the grammar, and how to check a certificate by hand.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from math import gcd, lcm, prod
from typing import Any

VALID, INVALID, MALFORMED, INCOMPLETE = range(4)
WORDS = "valid", "invalid", "malformed", "incomplete"
CLAIMS = {"alpha", "delta"}, {"delta", "epsilon"}, {"epsilon", "order"}, {"eta"}
ONCE: Any = {"object_pairs_hook": lambda x: dict(x) if len(dict(x)) == len(x) else None}
MOST_BYTES, MOST_WORK = 1 << 27, 1 << 33  # work: 64-bit words that are touched, about a minute
NATURALS = re.compile(r"(?:0x(?:0|[1-9a-f][0-9a-f]*) )*").fullmatch
NUMBER = re.compile(r"(-?0x(?:0|[1-9a-f][0-9a-f]*))(?:/(0x[1-9a-f][0-9a-f]*))?").fullmatch
ZERO, ONE = Fraction(0), Fraction(1)

Weights = tuple[int, int]  # of an outcome, or of several with one ratio, under P and under Q
Shares = tuple[Fraction, Fraction]  # probabilities under P and under Q, or (c, b) for c·b^n


class RejectedError(Exception):
    """Why a certificate is not valid: an exit code, and one line."""


class Checker:
    """One certificate: the laws of its model, and what may still be spent on it."""

    def __init__(self) -> None:
        self.at, self.left = "certificate", MOST_WORK
        self.rows: dict[tuple[int, int], Any] = {}  # by table and place
        self.branches: Any = []  # lists of factors [table, draws]
        self.laws: list[list[tuple[Fraction, list[int]]]] = []  # by branch: weight, rows

    def require(self, condition: object, code: int, text: str) -> None:
        """Raise, naming the place, unless the condition is true."""
        if not condition:
            raise RejectedError(code, f"{self.at}: {text}")

    def spend(self, bits: int, steps: int = 1) -> None:
        """Pay for steps on numbers of so many bits, so that time and memory are bounded."""
        self.left -= steps * (50 + bits // 64)
        self.require(self.left >= 0, INCOMPLETE, "it takes more work than is granted")

    def fields(self, form: Any, *names: str, more: str = "") -> list[Any]:
        """The values of an object that has these keys and no others."""
        self.require({*names} <= form.keys() <= {*names, more}, MALFORMED, f"not the keys {names}")
        return [form.get(name) for name in (*names, more) if name]

    def number(self, text: Any, *, signed: bool = False) -> Fraction:
        """A rational such as "0x3/0x4"."""
        found: Any = NUMBER(text)
        self.require(found and (signed or text[0] != "-"), MALFORMED, 'no number such as "0x3/0x4"')
        self.spend(len(text) ** 2 // 16)  # a common divisor is looked for
        return Fraction(int(found[1], 16), int(found[2] or "0x1", 16))

    def statement(self, tree: Any) -> str:
        """What is stated, once it is proved."""
        names = "claim", "evidence", "format", "model", "pairs", "verdict"
        claim, evidence, form, model, pairs, verdict, _ = self.fields(tree, *names, more="about")
        self.require(form == "verify-certificate-1", MALFORMED, "it has another format")
        self.require(verdict in ("holds", "violated"), MALFORMED, "its verdict is none")
        self.read(*self.fields(model, "inputs", "tables", "branches", "laws"))
        self.at, places = "pairs", range(len(self.laws))
        known = {(i, j) for i, j in pairs if i in places and j in places and i != j}
        self.require(len(known) == len(pairs) > 0, MALFORMED, "expected different pairs of inputs")
        back = {(j, i) for i, j in known} if verdict == "holds" else known
        self.require(back == known, INCOMPLETE, "a pair is there in one direction only")
        self.prove(claim, verdict == "holds", pairs, evidence)
        words = "holds" if verdict == "holds" else "is violated"
        return f"the claim {words} for {len(pairs)} ordered pairs of {len(places)} inputs"

    def read(self, inputs: Any, tables: Any, branches: Any, laws: Any) -> None:
        """The laws of all inputs, each of which sums to 1."""
        for t, table in enumerate(tables):
            outputs, rows, _ = self.fields(table, "outputs", "rows", more="collapsed")
            width = outputs if type(outputs) is int else len(outputs)
            for r, row in enumerate(rows):
                self.at = f"model.tables[{t}].rows[{r}]"
                self.rows[t, r] = self.row(*self.fields(row, "weights", "scale", more="tails"))
                self.require(len(self.rows[t, r][0]) == width, MALFORMED, f"not {width} weights")
        self.at, self.branches = "model.branches", [factors for _, *factors in branches]
        self.require(all(n > 0 for f in self.branches for _, n in f), MALFORMED, "expected draws")
        for i, (law, _) in enumerate(zip(laws, inputs, strict=True)):
            self.at = f"model.laws[{i}]"
            self.laws.append([(self.number(weight), rows) for weight, *rows in law])
            self.require(sum(w for w, _ in self.laws[i]) == 1, INVALID, "it does not sum to 1")

    def row(self, weights: Any, scale: Any, ends: Any) -> Any:
        """A law: weights, what they are divided by, and tails Σ c·b^n, n = 0, 1, …, of [c, b]."""
        self.require(NATURALS(" ".join(weights[:]) + " "), MALFORMED, 'no weights such as "0x1f"')
        found, unit = [int(weight, 16) for weight in weights], self.number(scale)
        tails = [[(self.number(c, signed=True), self.number(b)) for c, b in t] for t in ends or []]
        for tail in tails:
            self.require(all(0 < b < 1 for _, b in tail), MALFORMED, "expected [c, b], 0 < b < 1")
            below = self.tail_event([(-c, b) for c, b in tail], [], ONE, ONE)[0]
            self.require(not below, INVALID, "a probability is negative")
        whole = sum(found) + unit * sum(map(self._total, tails))
        self.require(whole == unit >= unit.denominator == 1, INVALID, "it does not sum to 1")
        return found, unit.numerator, tails

    def parts(self, pair: Any) -> Iterator[tuple[Fraction, Fraction, list[Any]]]:
        """The branches of P: weights under P and Q, the factors (row, row, draws) that differ."""
        laws = (self.laws[i] for i in pair)
        for factors, (p, rows), (q, across) in zip(self.branches, *laws, strict=True):
            both = [(t, r, s, n) for (t, n), r, s in zip(factors, rows, across, strict=True)]
            if p:
                yield p, q, [(self.rows[t, r], self.rows[t, s], n) for t, r, s, n in both if r != s]

    def event(self, pair: Any, level: Fraction) -> Shares:
        """P and Q of {P > level·Q}."""
        a = b = ZERO
        for p, q, factors in self.parts(pair):
            sums = [self.listed_event(factors, p, level * q)]
            for one, other, n in factors:
                self.require(not one[2] or len(factors) == n == 1, INCOMPLETE, "not a tail alone")
                both = zip(one[2], other[2], strict=True)
                sums += [self.tail_event(*tails, p, level * q) for tails in both]
            a, b = a + p * sum(c for c, _ in sums), b + q * sum(d for _, d in sums)
        return a, b

    def listed_event(self, factors: list[Any], x: Fraction, y: Fraction) -> Shares:
        """P and Q of {x·P > y·Q}, outcome by outcome, without tails."""
        one, other = (prod(self._power(f[i][1], f[2]) for f in factors) for i in (0, 1))
        u, v = x.numerator * y.denominator * other, y.numerator * x.denominator * one
        common, a, b, bits = gcd(u, v) or 1, 0, 0, 8 * max(one, other).bit_length()
        u, v = u // common, v // common
        for p, q in self.outcomes(factors):
            self.spend(bits)
            if u * p > v * q:
                a, b = a + p, b + q
        return Fraction(a, one), Fraction(b, other)

    def tail_event(self, p: list[Shares], q: list[Shares], x: Fraction, y: Fraction) -> Shares:
        """The same on a tail: the term of the greatest base gives the sign if it outweighs all."""
        gaps = dict.fromkeys([base for _, base in p + q], ZERO)
        for c, base in [(x * c, base) for c, base in p] + [(-y * c, base) for c, base in q]:
            gaps[base] += c
        lead = max([(base, gap) for base, gap in gaps.items() if gap], default=(ZERO, ZERO))[1]
        whole = sum(map(abs, gaps.values()))
        self.require(2 * abs(lead) > whole or not lead, INCOMPLETE, "the sign of a tail is open")
        return (self._total(p), self._total(q)) if lead > 0 else (ZERO, ZERO)

    def _total(self, tail: list[Shares]) -> Fraction:  # Σ c·b^n over n = 0, 1, 2, …
        return sum((c / (1 - base) for c, base in tail), ZERO)

    def outcomes(self, factors: list[Any]) -> Iterator[Weights]:
        """The weights of all outcomes; where P has none they may be left out."""
        *others, last = factors or [(([1], 1, []), ([1], 1, []), 1)]
        first = [(1, 1)]
        for factor in others:
            first = self.merged((c * p, d * q) for c, d in first for p, q in self.draws(*factor))
        return ((c * p, d * q) for c, d in first for p, q in self.draws(*last))

    def draws(self, one: Any, other: Any, n: int) -> Iterable[Weights]:
        """The weights of n draws: those with something that Q cannot draw, and all others."""
        if n == 1:
            return zip(one[0], other[0], strict=True)
        classes = self.merged(zip(one[0], other[0], strict=True))
        rest = one[1] - sum(p for p, q in classes if not q)
        apart = self._power(one[1], n) - self._power(rest, n)
        return chain([(apart, 0)], self.multisets([c for c in classes if all(c)], n))

    def multisets(self, classes: Any, n: int, p: int = 1, q: int = 1) -> Iterator[Weights]:
        """Every multiset of n draws: its weights times p and q, each from the one before."""
        for i, (a, b) in enumerate(classes[:-2] if n else []):
            c, d = p, q
            for used in range(1, n + 1):
                c, d = c * (n - used + 1) * a // used, d * (n - used + 1) * b // used
                yield from self.multisets(classes[i + 1 :], n - used, c, d)
        for (a, b), (c, d) in zip(classes[-1:], classes[-2:], strict=False):
            p, q = p * a**n, q * b**n
            yield p, q
            for used in range(1, n + 1 if len(classes) > 1 else 1):
                p, q = p * (n - used + 1) * c // (used * a), q * (n - used + 1) * d // (used * b)
                yield p, q

    def merged(self, outcomes: Iterable[Weights]) -> list[Weights]:
        """Outcomes with one ratio taken together."""
        found: dict[Weights, Weights] = {}
        for p, q in outcomes:
            self.spend(max(p, q).bit_length() ** 2 >> 12, 100)
            if common := gcd(p, q):
                a, b = found.get(ratio := (p // common, q // common), (0, 0))
                found[ratio] = a + p, b + q
        return list(found.values())

    def _power(self, base: int, n: int) -> Any:  # base^n, unless that is too long
        self.spend((base.bit_length() * n) ** 2 >> 16)
        return base**n

    def prove(self, claim: Any, holds: bool, pairs: Any, evidence: Any) -> None:
        """That the claim holds for all pairs, or is violated by all, as the evidence shows."""
        right = claim.keys() in CLAIMS and claim.get("order", 2) > 1
        self.require(right, MALFORMED, "its claim is none")
        level = {"constant": "0x0", "logarithms": [["0x1", claim.get("alpha")]]}
        level = claim.get("epsilon") or claim.get("eta") or level
        delta, order = self.number(claim.get("delta", "0x0")), claim.get("order", 2)
        name = "sums" if "sums" in evidence else "ratios" if "eta" in claim else "moments"
        entries, *more = self.fields(evidence, name, *(["level"] if name == "sums" else []))
        alpha, ratios, bounds = self.number(*more or ["0x1"]), {}, set()
        for (i, j), stated in zip(pairs, entries, strict=True):
            self.at = f"evidence.{name} of [{i}, {j}]"
            if name == "sums":  # P and Q of {P > alpha·Q}; a measure is infinite where P > 0 = Q
                a, b = self.event((i, j), alpha)
                same, above = [a, b] == [self.number(x) for x in stated], a - alpha * b > delta
                bounds |= {alpha} if holds or b else set()
                self.require("delta" in claim or not bounds, INVALID, "it is about another claim")
            elif name == "moments":
                moment = self.moment((i, j), order)
                same, above = moment == self.number(stated), self.sign(level, moment, order - 1) < 0
            else:
                ratios[i, j] = self.number(stated)
                same, above = True, self.event((i, j), ratios[i, j])[0] > 0
            self.require(same, INVALID, "the numbers are others")
            self.require(above is not holds, INVALID, f"the claim {'fails' if holds else 'holds'}")
        bounds |= {ratio * ratios[j, i] for (i, j), ratio in ratios.items()}
        sides = {self.sign(level, bound) for bound in bounds} - {0, 1 if holds else -1}
        self.require(not sides, INVALID, "its level is on the wrong side of the claim")

    def moment(self, pair: Any, order: int) -> Fraction:
        """Σ P^n·Q^(1 − n), n the order."""
        whole = ZERO
        for p, q, factors in self.parts(pair):
            self.require(q, INVALID, "the moment is infinite")
            self.spend((order * (p * q).denominator.bit_length()) ** 2 >> 12)
            share = p**order / q ** (order - 1)
            for one, other, n in factors:
                self.require(not one[2], INCOMPLETE, "moments of tails are not checked")
                classes = [(c, d) for c, d in self.merged(zip(one[0], other[0], strict=True)) if c]
                self.require(all(d for _, d in classes), INVALID, "the moment is infinite")
                parts = [(self._power(c, order), self._power(d, order - 1)) for c, d in classes]
                self.spend(sum((c * d).bit_length() for c, d in parts) ** 2 >> 14)
                while len(parts) > 1:  # by halves, since denominators grow
                    ends, odd = zip(parts[::2], parts[1::2], strict=False), parts[len(parts) & ~1 :]
                    parts = [(a * d + c * b, b * d) for (a, b), (c, d) in ends] + odd
                base = Fraction(*parts[0]) * other[1] ** (order - 1) / one[1] ** order
                share *= Fraction(self._power(base.numerator, n), self._power(base.denominator, n))
            whole += share
        return whole

    def sign(self, level: Any, number: Fraction, times: int = 1) -> int:
        """The sign of e^(times·ε) − number, ε = c + Σ q·ln r: that of L·e^x − R, free of roots."""
        constant, logarithms = self.fields(level, "constant", "logarithms")
        terms = [(self.number(q, signed=True) * times, self.number(r)) for q, r in logarithms]
        n = lcm(*(q.denominator for q, _ in terms))
        x = self.number(constant, signed=True) * times * n
        for q, r in [*terms, (ONE, number)]:
            self.spend(int(((r.numerator * r.denominator).bit_length() * q * n) ** 2) >> 16)
        turn, (u, v) = (1 if x >= 0 else -1), abs(x).as_integer_ratio()
        left, right = [prod((r ** int(q * n) for q, r in terms), start=ONE), number**n][::turn]
        for count in (1, 400, 400 + 6 * min(u // v, 10**5)):
            self.spend(count * (u.bit_length() + v.bit_length() + 14), count)
            a = b = 1
            for j in range(count, 0, -1):  # 1 + x/1·(1 + x/2·(1 + x/3·(…
                a, b = b * v * j + u * a, b * v * j
            if left * a >= right * b:
                return turn if x or left > right else 0
            if count * v > 2 * u and left * (a + u**count) < right * b:  # the last term once more
                return -turn
        raise RejectedError(INCOMPLETE, f"{self.at}: too near to the claim to be told apart")


def check(data: bytes) -> tuple[int, str]:
    """The exit code, and in one line what is proved, or why nothing is."""
    checker = Checker()
    try:
        if len(data) > MOST_BYTES or data[:1] + data.removesuffix(b"\n")[-1:] != b"{}":
            raise ValueError(f"expected one object of up to {MOST_BYTES} bytes")
        digest = (tree := json.loads(data, **ONCE)).pop("digest")
        text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        right = hashlib.sha256(text.encode()).hexdigest() == digest
        checker.require(right, INVALID, "its digest is another")
        return VALID, checker.statement(tree)
    except RejectedError as error:
        return error.args[0], error.args[1]
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError) as e:
        return MALFORMED, f"{checker.at}: {type(e).__name__}: {str(e)[:200]!r}"


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            code, line = check(file.read(MOST_BYTES + 1))
    except (IndexError, OSError) as error:
        code, line = MALFORMED, f"a file is needed, as in check.py certificate.json: {error}"
    print(f"{WORDS[code]}: {line}", file=sys.stderr if code == MALFORMED else sys.stdout)
    sys.exit(code)
