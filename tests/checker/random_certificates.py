"""Random small models, and certificates of them whose evidence is made by definition."""

from fractions import Fraction

import checker_twin as twin
from certificates import certificate, level, model, row, sums, table, text

BASES = Fraction(1, 2), Fraction(1, 3), Fraction(1, 5)


def random_row(pick, width, tails):
    weights = [pick(0, 4) for _ in range(width)]
    weights[pick(0, width - 1)] += 1
    shares = [pick(0, 3) for _ in range(tails)]  # of the whole, for each tail
    whole = sum(weights) + sum(shares)
    ends = []
    for share in shares:
        base = BASES[pick(0, 2)]
        end = [(Fraction(share, whole) * (1 - base), base)] if share else []
        if share and pick(0, 2) == 0:  # two terms, the smaller one negative
            low = base / 2
            c = Fraction(share, whole) / (1 / (1 - base) - Fraction(1, 4) / (1 - low))
            end = [(c, base), (-c / 4, low)]
        ends.append(end)
    return row([Fraction(weight, whole) for weight in weights], ends if tails else None)


def random_model(pick, *, tails=False):
    """Up to two tables, three branches, two factors of up to three draws, three inputs."""
    tables = []
    for _ in range(1 if tails else pick(1, 2)):
        width, ends = pick(1, 3), pick(1, 2) if tails else 0
        tables.append(table(*(random_row(pick, width, ends) for _ in range(pick(2, 3)))))
    inputs, branches = pick(2, 3), []
    for b in range(pick(1, 2 if tails else 3)):
        factors = [
            [pick(0, len(tables) - 1), 1 if tails else pick(1, 3)]
            for _ in range(1 if tails else pick(0, 2))
        ]
        branches.append([f"branch {b}", *factors])
    laws = []
    for _ in range(inputs):
        weights = [pick(0, 3) for _ in branches]
        weights[pick(0, len(weights) - 1)] += 1
        laws.append(
            [
                (
                    Fraction(weight, sum(weights)),
                    *(pick(0, len(tables[t]["rows"]) - 1) for t, _ in factors),
                )
                for weight, (_, *factors) in zip(weights, branches, strict=True)
            ]
        )
    return model(tables, branches, laws)


def random_pairs(pick, most, holds):
    i = pick(0, most - 1)
    j = (i + pick(1, most - 1)) % most
    return [(i, j), (j, i)] if holds or pick(0, 1) else [(i, j)]


def near(pick, value):
    """A level that is about a value: exactly, a bit off, or irrational."""
    value = value or Fraction(1, 2)
    value *= (Fraction(1), Fraction(1), Fraction(99, 100), Fraction(101, 100))[pick(0, 3)]
    kind = pick(0, 3)
    if kind == 0:
        return level(0, (1, value))
    if kind == 1:
        return level(0, (Fraction(1, 2), value**2))
    if kind == 2:
        return level(0, (Fraction(1, 3), value), (Fraction(2, 3), value))
    return level(Fraction(pick(-3, 3), 1000), (1, value))


def random_certificate(pick, *, tails=False):
    """The claim is near the truth, and the evidence is what the definition gives."""
    found = random_model(pick, tails=tails)
    holds = bool(pick(0, 1))
    pairs = random_pairs(pick, len(found["laws"]), holds)
    laws = [(twin.law(found, i), twin.law(found, j)) for i, j in pairs]
    verdict = "holds" if holds else "violated"
    kind = "sums" if tails else ("sums", "moments", "ratios")[pick(0, 2)]
    ratios = [twin.greatest_ratio(p, q) for p, q in laws]
    if kind == "moments" and pairs:
        order = pick(2, 4)
        moments = [twin.moment(p, q, order) for p, q in laws]
        if None not in moments:
            value = moments[pick(0, len(moments) - 1)]
            claim = {"epsilon": near(pick, value), "order": order}
            claim["epsilon"]["logarithms"] = [
                [text(twin.number(q) / (order - 1)), r] for q, r in claim["epsilon"]["logarithms"]
            ]
            evidence = {"moments": [text(value) for value in moments]}
            return certificate(found, claim, evidence, verdict, pairs)
    if kind == "ratios" and None not in ratios and len(pairs) == 2:
        slack = Fraction(1) if holds else Fraction(pick(90, 99), 100)
        value = ratios[0] * ratios[1] * slack**2
        evidence = {"ratios": [text(ratio * slack) for ratio in ratios]}
        return certificate(found, {"eta": near(pick, value)}, evidence, verdict, pairs)
    alpha = Fraction(pick(0, 12), 4)
    shares = [twin.event(p, q, alpha) for p, q in laws]
    delta = max(shares[0][0] - alpha * shares[0][1], 0)
    delta += Fraction((0, 0, 1, -1)[pick(0, 3)], 1000)
    claim = {"alpha": text(alpha or 1), "delta": text(max(delta, 0))}
    if pick(0, 1):
        claim = {"epsilon": near(pick, alpha), "delta": text(max(delta, 0))}
    return certificate(found, claim, sums(alpha, *shares), verdict, pairs)
