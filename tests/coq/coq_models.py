"""Certificates as plain dicts, signed by nobody, and the truth about them by definition."""

from fractions import Fraction
from itertools import pairwise, product
from math import lcm, prod


def text(number):
    number = Fraction(number)
    return f"{number.numerator:#x}/{number.denominator:#x}"


def row(weights):
    """Weights over their sum."""
    return {"weights": [hex(weight) for weight in weights], "scale": hex(sum(weights))}


def tree(tables, branches, laws, pairs, alpha, delta, verdict="holds"):
    """Tables are lists of lists of weights; laws are lists of (weight, row, row, …)."""
    return {
        "claim": {"alpha": text(alpha), "delta": text(delta)},
        "evidence": {"level": text(alpha), "sums": []},
        "model": {
            "inputs": list(map(str, range(len(laws)))),
            "tables": [{"outputs": len(t[0]), "rows": list(map(row, t))} for t in tables],
            "branches": [[f"branch {b}", *map(list, f)] for b, f in enumerate(branches)],
            "laws": [[[text(w), *rows] for w, *rows in law] for law in laws],
        },
        "pairs": list(map(list, pairs)),
        "verdict": verdict,
    }


def one_table(rows, alpha, delta, draws=1, pairs=((0, 1), (1, 0)), verdict="holds"):
    laws = [[(1, i)] for i in range(len(rows))]
    return tree([rows], [[(0, draws)]], laws, pairs, alpha, delta, verdict)


def law(tables, branches, entries):
    """The probability of every outcome, all sequences of draws written out."""
    found = {}
    for b, (factors, (weight, *rows)) in enumerate(zip(branches, entries, strict=True)):
        ways = []
        for (t, n), r in zip(factors, rows, strict=True):
            weights = tables[t][r]
            ways += [[(y, Fraction(w, sum(weights))) for y, w in enumerate(weights)]] * n
        for choice in product(*ways):
            outcome = b, *(y for y, _ in choice)
            found[outcome] = Fraction(weight) * prod((p for _, p in choice), start=Fraction(1))
    return found


def hockey_stick(p, q, alpha):
    return sum((max(Fraction(0), p[z] - alpha * q[z]) for z in p), start=Fraction(0))


def random_model(pick):
    """Up to two tables, three branches, two factors of up to three draws; two inputs."""
    tables = []
    for _ in range(pick(1, 2)):
        width = pick(1, 4)
        tables.append([some_weights(pick, width) for _ in range(pick(1, 3))])
    branches = [
        [(pick(0, len(tables) - 1), pick(1, 3)) for _ in range(pick(0, 2))]
        for _ in range(pick(1, 3))
    ]
    laws = []
    for _ in range(2):
        weights = some_weights(pick, len(branches))
        laws.append(
            [
                (Fraction(w, sum(weights)), *(pick(0, len(tables[t]) - 1) for t, _ in factors))
                for w, factors in zip(weights, branches, strict=True)
            ]
        )
    return tables, branches, laws


def some_weights(pick, width):
    weights = [pick(0, 3) for _ in range(width)]
    weights[pick(0, width - 1)] += 1
    return weights


def wide_rows(pick, count, bits):
    """Two laws of so many outcomes with weights of about so many bits."""
    whole = 1 << bits

    def cut():
        places = [0, *sorted(pick(0, whole) for _ in range(count - 1)), whole]
        return [b - a for a, b in pairwise(places)]

    return [cut(), cut()]


def least_delta(rows, alpha):
    scales = [sum(weights) for weights in rows]
    common = lcm(*scales)
    p, q = ([w * (common // s) for w in r] for r, s in zip(rows, scales, strict=True))
    u, v = Fraction(alpha).as_integer_ratio()
    sums = (
        sum(max(0, v * a - u * b) for a, b in zip(x, y, strict=True)) for x, y in ((p, q), (q, p))
    )
    return Fraction(max(sums), v * common)
