"""Checks a certificate and trusts nothing: neither who wrote it, nor the engine of ``verify``.

    python -I check.py FILE    one line, and exit code 0 valid, 1 invalid, 2 malformed, 3 incomplete

A certificate writes out the laws of a mechanism, and what a claim says of pairs of its inputs. All
of it is worked out again, exactly. docs/certificates.md has the grammar, and the way by hand.
"""

import hashlib
import json
import re
import sys
from collections import deque, namedtuple
from fractions import Fraction
from functools import cmp_to_key, reduce
from itertools import accumulate, chain, pairwise
from math import comb, isqrt, lcm, prod
from typing import Any

VALID, INVALID, MALFORMED, INCOMPLETE = range(4)
WORDS = "valid", "invalid", "malformed", "incomplete"
SUMS, MOMENTS, RATIOS = "sums", "moments", "ratios"
KINDS = {"alpha delta": SUMS, "delta epsilon": SUMS, "epsilon order": MOMENTS, "eta": RATIOS}
ONCE: Any = {"object_pairs_hook": lambda x: dict(x) if len(dict(x)) == len(x) else 1 / 0}
MOST_BYTES, MOST_VALUES, MOST_WORK = 1 << 27, 3 << 20, 1 << 33  # work: 64-bit words touched
MOST_HELD = 3 << 28  # bytes of a long certificate and of the lists that an event takes
# n draws from a row under P and another under Q: the classes of one draw, weights (P, Q) above 0,
# if n > 1 in falling order of P/Q; whether these are c, c/r, c/r², …; the length of all weights;
# how long a list of all draws is, and how long if two classes of one draw are not told apart
Draws = namedtuple("Draws", "n classes is_even bits size steps")
NATURALS = re.compile(r"(?:0x(?:0|[1-9a-f][0-9a-f]*) )*").fullmatch
NUMBER = re.compile(r"(-?0x(?:0|[1-9a-f][0-9a-f]*))(?:/(0x[1-9a-f][0-9a-f]*))?").fullmatch


class RejectedError(Exception):
    """Why a certificate is not valid: an exit code, and one line."""


class Checker:
    """One certificate: the laws of its model, and what may still be spent on it."""

    def __init__(self, size: int = 0) -> None:
        self.at, self.wanted = "certificate", "an object of text and integers"
        self.left, self.room, self.held = MOST_WORK, MOST_HELD - 4 * size, 0
        self.rows: dict[tuple[int, int], Any] = {}  # by table and place
        self.laws: list[list[tuple[Fraction, list[int]]]] = []  # by branch: weight, rows

    def require(self, condition: object, code: int = MALFORMED, text: str = "") -> None:
        """Raise, naming the place, unless the condition is true."""
        if not condition:
            raise RejectedError(code, f"{self.at}: {text or 'expected ' + self.wanted}")

    def spend(self, bits: int, steps: int = 1, by: int = 0, held: int = 0) -> None:
        """Pay for steps on numbers of so many bits, times others, and for memory that is held."""
        words = 1 + min(bits, by) // 128  # of long numbers Karatsuba's way saves about the root
        self.left -= 150 + steps * (50 + max(bits, by) * min(words, 6 * isqrt(words)) // 64)
        self.held += held
        fits = self.left >= 0 and self.held <= self.room
        self.require(fits, INCOMPLETE, "it takes more work than is granted")

    def fields(self, form: Any, *names: str, more: str = "") -> list[Any]:
        """The values of an object that has these keys and no others."""
        self.require({*names} <= form.keys() <= {*names, more})
        return [form.get(name, []) for name in (*names, more) if name]

    def number(self, text: Any, *, signed: bool = False) -> Fraction:
        """A rational such as "0x3/0x4"."""
        found: Any = NUMBER(text)
        self.require(found and (signed or text[0] != "-"))
        self.spend(len(text) ** 2 // 16)  # a common divisor is looked for
        return Fraction(int(found[1], 16), int(found[2] or "0x1", 16))

    def statement(self, tree: Any) -> str:
        """What is stated, once it is proved."""
        names = "claim", "evidence", "format", "model", "pairs", "verdict"
        self.wanted = f"the keys {', '.join(names)}, with verify-certificate-1 and a verdict"
        claim, evidence, form, model, pairs, verdict, _ = self.fields(tree, *names, more="about")
        self.require(form == "verify-certificate-1" and verdict in ("holds", "violated"))
        self.at, self.wanted = "model", "the keys inputs, tables, branches, laws"
        self.read(*self.fields(model, "inputs", "tables", "branches", "laws"))
        self.at, self.wanted, places = "pairs", "different pairs [i, j]", range(len(self.laws))
        known = {(i, j) for i, j in pairs if i in places and j in places and i != j}
        self.require(len(known) == len(pairs) > 0)
        self.prove(claim, verdict == "holds", pairs, evidence)
        back = {(j, i) for i, j in known} if verdict == "holds" or "ratios" in evidence else known
        self.require(back == known, INCOMPLETE, "one direction of a pair is missing")
        return f"{verdict}: {json.dumps(claim)[:300]}, ordered pairs: {len(pairs)}"

    def read(self, inputs: Any, tables: Any, branches: Any, laws: Any) -> None:
        """The laws of all inputs, each of which sums to 1."""
        for t, table in enumerate(tables):
            self.at, self.wanted = f"model.tables[{t}]", "the keys outputs and rows"
            outputs, rows, _ = self.fields(table, "outputs", "rows", more="collapsed")
            width = outputs if type(outputs) is int else len(outputs)
            for r, row in enumerate(rows):
                self.at = f"model.tables[{t}].rows[{r}]"
                self.wanted = f'{width} weights such as "0x1f", a scale, tails of [c, b], 0 < b < 1'
                self.rows[t, r] = self.row(*self.fields(row, "weights", "scale", more="tails"))
                self.require([*map(len, self.rows[t, r][::2])] == [width, len(self.rows[t, 0][2])])
        self.at, self.wanted = "model.branches", "[name, [table, draws], …] for each"
        self.branches = [[(t, n) for t, n in factors] for _, *factors in branches]
        self.require(all(t >= 0 < n for t, n in chain(*self.branches)))
        self.wanted = "[weight, row, …] for each branch, and a law for each input"
        for i, (law, _) in enumerate(zip(laws, inputs, strict=True)):
            self.at = f"model.laws[{i}]"
            self.laws.append(law := [(self.number(weight), rows) for weight, *rows in law])
            self.require(self._total([w for w, _ in law]) == 1, INVALID, "its sum is not 1")

    def row(self, weights: Any, scale: Any, ends: Any) -> Any:
        """A law: weights, what they are divided by, and tails Σ c·b^n, n = 0, 1, …, of [c, b]."""
        self.require(NATURALS(" ".join(weights[:]) + " ") and "/" not in scale)
        found, unit = [int(weight, 16) for weight in weights], self.number(scale)
        tails = [[(self.number(c, signed=True), self.number(b)) for c, b in t] for t in ends]
        for tail in tails:
            self.require(all(0 < b < 1 for _, b in tail))
            below = self.tail([(-c, b) for c, b in tail], [], 1, 1)[0]
            self.require(not below, INVALID, "a probability is negative")
        whole = sum(found) + unit * self._total([c / (1 - b) for c, b in chain(*tails)])
        self.require(whole == unit > 0, INVALID, "it does not sum to 1")
        return found, unit.numerator, tails

    def parts(self, pair: Any) -> Any:
        """The branches of P: weights under P and Q, the factors (row, row, draws) that differ."""
        laws, self.wanted = (self.laws[i] for i in pair), "two laws of one form, of known rows"
        for factors, (p, rows), (q, across) in zip(self.branches, *laws, strict=True):
            drawn = zip(factors, rows, across, strict=True)
            both = [(self.rows[t, r], self.rows[t, s], n) for (t, n), r, s in drawn]
            self.spend(0, 2 + 2 * len(both))
            self.held = 0
            if p:
                yield p, q, [factor for factor in both if factor[0] is not factor[1]]

    def event(self, pair: Any, level: Fraction) -> Any:
        """P and Q of {P > level·Q}."""
        shares: list[Any] = []
        for p, q, factors in self.parts(pair):
            found = [self.listed_event(factors, p, level * q)]
            for one, other, n in factors:
                self.require(not one[2] or len(factors) == n == 1, INCOMPLETE, "not a lone tail")
                found += [self.tail(*t, p, level * q) for t in zip(one[2], other[2], strict=True)]
            shares += [(p * c, q * d) for c, d in found]
        return self._total([c for c, _ in shares]), self._total([d for _, d in shares])

    def listed_event(self, factors: list[Any], x: Fraction, y: Fraction) -> Any:
        """P and Q of {x·P > y·Q}, without tails."""
        draws = sorted([self.drawn(*f) for f in factors], key=lambda f: f.size, reverse=True)
        lengths = [number.bit_length() for z in (x, y) for number in z.as_integer_ratio()]
        self.spend((sum(lengths) + sum(f.bits for f in draws)) ** 2 // 32)
        one, other = (prod(self._power(f[i][1], f[2]) for f in factors) for i in (0, 1))
        whole = prod(self._power(sum(f[0][0]), f[2]) for f in factors)
        both = prod(self._power(sum(p for p, _ in f.classes), f.n) for f in draws)
        # P and Q are multiplied by u and v, so that S is {P > Q}, and all that has P > 0 if y is 0
        u, v = (x * other / (y * one)).as_integer_ratio() if y else (other + 1, 1)
        others = prod(f.size for f in draws[1:64])  # with more it is too much in any case
        sweeps = draws and 0 < 4 * draws[0].steps * others < draws[0].size
        a, b = u * (whole - both), 0  # what Q cannot draw is in S
        for p, q in (self.swept if sweeps else self.halved)(draws, u, v):
            a, b = a + p, b + q
        return Fraction(a, u * one), Fraction(b, v * other)

    def halved(self, draws: list[Any], u: int, v: int) -> Any:
        """P and Q of {P > Q}, in parts: for any class of some draws all that others have in it."""
        rest, first, second = [(1, 1)], [(u, v)], [(1, 1)]
        for f in draws[len(draws) == 1 :]:
            first, second = sorted((first, second), key=len)
            if len(first) * f.size * (200 + (self.bits(first) + f.bits) // 3) <= self.room // 5:
                first = self.merged(first, f)
            else:
                rest = self.merged(rest, f)
        times, length, width, bits = len(rest), *map(self.bits, (rest, first, second))
        if len(draws) == 1:  # it takes no list
            rest, first, times = self.outcomes(draws[0], u, v), [(1, 1)], draws[0].size
            length, width = width + draws[0].bits, 1
        self.spend(length + width, times * (6 * len(first) + 2 * len(second)), max(width, bits))
        self.spend(bits, len(second), 0, len(second) * (200 + bits // 3))
        sums = [*accumulate(second, lambda s, c: (s[0] + c[0], s[1] + c[1]), initial=(0, 0))]
        for c, d in rest:
            inside = len(second)
            for p, q in first:
                x, y = c * p, d * q
                while inside and x * second[inside - 1][0] <= y * second[inside - 1][1]:
                    inside -= 1
                yield x * sums[inside][0], y * sums[inside][1]

    def swept(self, draws: list[Any], u: int, v: int) -> Any:
        """The same, where the highest and the lowest class of many draws are not told apart."""
        n, (high, *inner, low), _, bits, _, steps = draws[0]
        rest = reduce(self.merged, draws[1:], [(u, v)])
        self.spend((self.bits(rest) + bits) * (1 + bits // n // 128), 20 * len(rest) * steps)
        for c, d in rest:
            start = c * inner[-1][0] ** n, d * inner[-1][1] ** n
            for *edge, left in self.turned(inner, n, 0, *start):
                yield from self.sweep([*zip(high, inner[-1], low, strict=True)], left, edge)

    def sweep(self, sides: Any, left: int, edge: Any) -> Any:
        """P and Q of {P > Q} for 0, 1, … of the draws that are left, turned to high or low ones.

        Those with at least so many high ones are in it. On its edge there is one less, or none.
        """
        least, tail = (0, edge) if edge[0] > edge[1] else (1, [0, 0])
        yield tail
        for n, k in enumerate(range(left, 0, -1), 1):
            found = []
            for (h, m, low), e, t in zip(sides, edge, tail, strict=True):
                up, down = k * h * e if least else 0, k * low * e // ((n + 1 - max(least, 1)) * m)
                last = up // (least * m) if least else down
                found.append(((k * (h + low) * t + up) // (n * m), down, last))
            tail, edge, (p, q) = zip(*found, strict=True)
            if p <= q:
                least, edge, tail = least + 1, (p, q), (tail[0] - p, tail[1] - q)
            yield tail

    def tail(self, p: list[Any], q: list[Any], x: Any, y: Any) -> Any:
        """The same on a tail: the term of the greatest base gives the sign if it outweighs all."""
        bits = sum(number.denominator.bit_length() for number in (*chain(*p, *q), x, y))
        self.spend(10**5 + (bits**2 >> 4), len(p) + len(q))
        gaps: Any = dict.fromkeys([base for _, base in p + q], 0)
        for c, base in [(x * c, base) for c, base in p] + [(-y * c, base) for c, base in q]:
            gaps[base] += c
        lead = max([(base, gap) for base, gap in gaps.items() if gap], default=(0, 0))[1]
        settled = not lead or 2 * abs(lead) > sum(map(abs, gaps.values()))
        self.require(settled, INCOMPLETE, "the sign of a tail is open")
        return [self._total([c / (1 - b) for c, b in side]) if lead > 0 else 0 for side in (p, q)]

    def _total(self, numbers: Any) -> Fraction:
        low = self.common(numbers)
        self.spend(low.bit_length() ** 2 >> 8)
        return Fraction(sum(x.numerator * (low // x.denominator) for x in numbers), low)

    def common(self, numbers: Any) -> int:
        """Their least common denominator, if it is not too long."""
        low = 1
        for number in numbers:
            self.spend(low.bit_length() * (1 + number.denominator.bit_length() // 128), 3)
            low = lcm(low, number.denominator)
        return low

    def drawn(self, one: Any, other: Any, n: int) -> Any:
        """So many draws from two rows, without what P or Q cannot draw."""
        classes: Any = [c for c in zip(one[0], other[0], strict=True) if all(c)]
        m, bits = len(classes), max(one[1], other[1]).bit_length()
        self.spend(0, len(one[0]), 0, 100 * m)
        found = Draws(1, classes, False, bits, m, MOST_WORK)
        if n == 1:
            return found
        self.spend(bits, 20 * m, bits, m * (200 + n * bits // 3))
        classes = self.merged([(1, 1)], found)
        steps = [Fraction(a * q, b * p) for (a, b), (p, q) in pairwise(classes)]
        m, is_even = len(classes), steps[:1] * len(steps) == steps > []
        ways, fewer = (comb(n + m - i, n) if min(n, m) < 100 else MOST_WORK for i in (1, 2))
        size, fewer = (m - 1) * n + 1 if is_even else ways, fewer if m > 2 else MOST_WORK
        return Draws(n, classes, is_even, n * bits, size, fewer)

    def outcomes(self, f: Any, u: int = 1, v: int = 1) -> Any:
        """The weights of all classes of some draws, times u and v."""
        bits, each = f.bits + self.bits([(u, v)]), 3 + 3 * len(f.classes) if f.is_even else 8
        self.spend(bits * (1 + f.bits // f.n // 128), f.size * each)
        if f.n == 1 or not f.classes:
            return ((u * p, v * q) for p, q in f.classes)
        p, q = f.classes[0 if f.is_even else -1]
        start = u * p**f.n, v * q**f.n
        turned = (found[:2] for found in self.turned(f.classes, f.n, 0, *start))
        return self.powers(f.classes, f.n, start) if f.is_even else turned

    def powers(self, classes: Any, n: int, start: Any) -> Any:
        """The coefficients of gⁿ, where g has those: as g·(gⁿ)' = n·g'·gⁿ gives one by one."""
        (u, v), *others = classes
        known = deque([start], maxlen=len(others))
        yield start
        for s in range(1, len(others) * n + 1):
            c = d = 0
            for i, ((p, q), (x, y)) in enumerate(zip(others, known, strict=False), 1):
                c, d = c + (i * n - s + i) * p * x, d + (i * n - s + i) * q * y
            known.appendleft((c // (s * u), d // (s * v)))
            yield known[0]

    def turned(self, classes: Any, n: int, at: int, p: int, q: int) -> Any:
        """Every multiset: n draws of the last class, then some of them turned into others."""
        yield p, q, n
        for i in range(at, len(classes) - 1 if n else 0):
            (a, b), (y, z), c, d = classes[i], classes[-1], p, q
            for k in range(n):
                c, d = c * (n - k) * a // (y * (k + 1)), d * (n - k) * b // (z * (k + 1))
                yield from self.turned(classes, n - k - 1, i + 1, c, d)

    def bits(self, classes: Any) -> int:
        """How long their weights are."""
        self.spend(0, len(classes))
        return int(max(map(max, classes), default=0)).bit_length()

    def merged(self, first: Any, f: Any) -> Any:
        """A list times some draws, in falling order of P/Q; what has one ratio is one class."""
        size, bits, second = len(first) * f.size, self.bits(first) + f.bits, self.outcomes(f)
        self.spend(bits, size * (2 + f.size.bit_length()), bits, size * (200 + bits // 3))
        products: Any = [(c * p, d * q) for p, q in second for c, d in first]
        products.sort(key=cmp_to_key(lambda x, y: y[0] * x[1] - x[0] * y[1]))  # type: ignore[index]
        found: Any = []
        for p, q in products:
            if found and found[-1][0] * q == p * found[-1][1]:
                p, q = found[-1][0] + p, found.pop()[1] + q
            found.append((p, q))
        return found

    def _power(self, base: Any, n: int, start: Any = 1) -> Any:  # start·base^n, if not too long
        sizes = [x.numerator.bit_length() + x.denominator.bit_length() for x in (base, start)]
        bits = sizes[0] * abs(n) + sizes[1]
        self.spend(15000 + bits * (1 + bits // 128))  # common divisors are looked for
        return start * base**n

    def prove(self, claim: Any, holds: bool, pairs: Any, proof: Any) -> None:
        """That the claim holds for all pairs, or is violated by all, as the evidence shows."""
        self.at, self.wanted = "claim", "alpha or epsilon with delta or an order above 1, or eta"
        order, ratios, bounds = claim.get("order", 2), {}, set()
        self.require(order > 1)
        name = (KINDS[" ".join(sorted(claim))], "sums")["sums" in proof]
        plain = {"constant": "0x0", "logarithms": [["0x1", claim.get("alpha")]]}
        form = claim.get("epsilon", claim.get("eta", plain))
        constant, logarithms = self.fields(form, "constant", "logarithms")
        terms = [(self.number(q, signed=True), 1 / self.number(r)) for q, r in logarithms]
        level = self.number(constant, signed=True), terms
        self.at, self.wanted = "evidence", f"{name}, one for each pair, and for sums a level"
        entries, *more = self.fields(proof, name, *(["level"] if name == "sums" else []))
        alpha, delta = self.number(*more or ["0x1"]), self.number(claim.get("delta", "0x0"))
        for k, ((i, j), stated) in enumerate(zip(pairs, entries, strict=True)):
            self.at = f"evidence.{name}[{k}]"
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
        bounds |= {ratio * ratios[j, i] for (i, j), ratio in ratios.items() if (j, i) in ratios}
        self.at = "evidence"
        sides = {self.sign(level, bound) for bound in bounds} - {0, 1 if holds else -1}
        self.require(not sides, INVALID, "it is on the wrong side of the claim")

    def moment(self, pair: Any, order: int) -> Any:
        """Σ P^n·Q^(1 − n), n the order."""
        shares = []
        for p, q, factors in self.parts(pair):
            share, both = Fraction(1), [([(p, q)], 1)]
            for one, other, n in factors:
                self.require(not one[2], INCOMPLETE, "moments of tails are not checked")
                rows = self.drawn(one, other, n).classes
                self.require(sum(c for c, _ in rows) == one[1], INVALID, "the moment is infinite")
                both += [([(Fraction(c, one[1]), Fraction(d, other[1])) for c, d in rows], n)]
            for classes, n in both:
                self.require(all(d for _, d in classes), INVALID, "the moment is infinite")
                base = self._total([c * self._power(c / d, order - 1) for c, d in classes])
                share = self._power(base, n, share)
            shares.append(share)
        return self._total(shares)

    def sign(self, level: Any, number: Fraction, times: int = 1) -> int:
        """The sign of e^(times·ε) − number for ε = c + Σ q·ln r, by powers that leave no root."""
        n = self.common([q for q, _ in level[1]])
        x, value = level[0] * times * n, self._power(number, n)
        for q, r in level[1]:  # where r is what was 1/r: the sign is that of e^x − value
            value = self._power(r, int(q * times * n), value)
        if not x or not value:
            return int(value < 1) - int(value > 1)
        turn, (u, v) = (1 if x > 0 else -1), abs(x).as_integer_ratio()
        top, low = (value**turn).as_integer_ratio()
        for count in (64 + 3 * min(u // v, 4000), 800 + 8 * min(u // v, 4000)):
            self.spend((u.bit_length() + v.bit_length() + 64) * count, count)
            a = b = 1
            for j in range(count, 0, -1):  # 1 + x/1·(1 + x/2·(1 + x/3·(…
                a, b = b * v * j + u * a, b * v * j
            if a * low >= top * b:
                return turn
            if count * v > 2 * u and (a + u**count) * low < top * b:  # the last term once more
                return -turn
        raise RejectedError(INCOMPLETE, f"{self.at}: too near to the claim to be told apart")


def check(data: bytes) -> tuple[int, str]:
    """The exit code, and in one line what is proved, or why nothing is."""
    checker = Checker(len(data))
    try:
        checker.require(len(data) <= MOST_BYTES and sum(map(data.count, b",:[{")) <= MOST_VALUES)
        checker.require(data[:1] + data.removesuffix(b"\n")[-1:] == b"{}")
        digest = (tree := json.loads(data, **ONCE)).pop("digest")
        text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        checker.require(not re.search("[A-Za-z.]", re.sub(r'"[^"\\]*(?:\\.[^"\\]*)*"', "", text)))
        found = hashlib.sha256(text.encode()).hexdigest()
        checker.require(digest == found, INVALID, "its digest is another")
        return VALID, checker.statement(tree)
    except RejectedError as error:
        return error.args[0], error.args[1]
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError):
        return MALFORMED, f"{checker.at}: expected {checker.wanted}"


if __name__ == "__main__":
    try:
        with open(*sys.argv[1:], mode="rb") as file:  # type: ignore[call-overload]
            code, line = check(file.read(MOST_BYTES + 1))
    except (OSError, TypeError, ValueError) as error:
        code, line = MALFORMED, f"a file is needed, as in check.py certificate.json: {error}"
    print(f"{WORDS[code]}: {line}", file=sys.stderr if code == MALFORMED else sys.stdout)
    sys.exit(code)
