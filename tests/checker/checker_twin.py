"""Certificates by definition: outcomes one by one, no outcome merged, nothing remembered.

Tails are written out for `FAR` terms; what is beyond is bounded, and too near is None.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from math import lcm, prod

FAR = 80
NEAR = Decimal(10) ** -12  # what lies beyond FAR, and what digits are lost, is less
INFINITE = None


def number(text):
    top, _, low = text.partition("/")
    return Fraction(int(top, 16), int(low or "1", 16))


def cells(row):
    """Probabilities of one draw: listed outputs, then the terms of all tails."""
    scale = int(row["scale"], 16)
    found = [Fraction(int(weight, 16), scale) for weight in row["weights"]]
    for tail in row.get("tails", []):
        terms = [(number(c), number(b)) for c, b in tail]
        found += [sum(c * b**n for c, b in terms) for n in range(FAR)]
    return found


def law(model, i):
    """The probability of every outcome of input i, in a fixed order."""
    found = []
    for (_, *factors), (weight, *rows) in zip(model["branches"], model["laws"][i], strict=True):
        draws = []
        for (t, n), r in zip(factors, rows, strict=True):
            draws += [cells(model["tables"][t]["rows"][r])] * n
        found += [number(weight) * prod(cell) for cell in product(*draws)]
    return found


def has_tails(model):
    return any(row.get("tails") for table in model["tables"] for row in table["rows"])


def event(p, q, level):
    """P and Q of {P > level·Q}."""
    inside = [(a, b) for a, b in zip(p, q, strict=True) if a > level * b]
    return sum(a for a, _ in inside), sum(b for _, b in inside)


def moment(p, q, order):
    if any(a > 0 == b for a, b in zip(p, q, strict=True)):
        return INFINITE
    return sum(a**order / b ** (order - 1) for a, b in zip(p, q, strict=True) if b)


def greatest_ratio(p, q):
    if any(a > 0 == b for a, b in zip(p, q, strict=True)):
        return INFINITE
    return max(a / b for a, b in zip(p, q, strict=True) if b)


def rational(level, times):
    """e^(n·times·ε) and n, if that is a rational."""
    terms = [(number(q) * times, number(r)) for q, r in level["logarithms"]]
    n = lcm(*(q.denominator for q, _ in terms))
    return prod((r ** int(q * n) for q, r in terms), start=Fraction(1)), n


def exponential(level, times=1):
    """e^(times·ε) to sixty digits."""
    constant = decimal(number(level["constant"]))
    terms = [decimal(number(q)) * decimal(number(r)).ln() for q, r in level["logarithms"]]
    return (times * (constant + sum(terms))).exp()


def decimal(value):
    return Decimal(value.numerator) / Decimal(value.denominator)


def compare(level, value, times=1):
    """The sign of e^(times·ε) − value."""
    if number(level["constant"]) == 0:
        power, n = rational(level, times)
        return (power > value**n) - (power < value**n)
    gap = exponential(level, times) - decimal(value)
    return (gap > 0) - (gap < 0)


def exceeds(claim, p, q):
    """Whether a claim is violated in one direction; None if that is too near to tell."""
    level = claim.get("epsilon", claim.get("eta"))
    if "order" in claim:
        value = moment(p, q, claim["order"])
        return value is INFINITE or compare(level, value, claim["order"] - 1) < 0
    if "eta" in claim:
        ratios = greatest_ratio(p, q), greatest_ratio(q, p)
        return INFINITE in ratios or compare(level, ratios[0] * ratios[1]) < 0
    if "alpha" in claim:
        a, b = event(p, q, number(claim["alpha"]))
        return a - number(claim["alpha"]) * b > number(claim["delta"])
    power, n = rational(level, 1)
    if n == 1 and number(level["constant"]) == 0:
        a, b = event(p, q, power)
        return a - power * b > number(claim["delta"])
    factor = exponential(level)
    gaps = [decimal(a) - factor * decimal(b) for a, b in zip(p, q, strict=True)]
    least = Decimal(10) ** -50
    if all(gap < least for gap in gaps):  # an empty event
        return False
    gap = sum(gap for gap in gaps if gap > 0) - decimal(number(claim["delta"]))
    return gap > 0 if abs(gap) > least else None


def far_exceeds(claim, p, q):
    """The same with tails cut off."""
    if "delta" in claim:
        alpha = (
            decimal(number(claim["alpha"])) if "alpha" in claim else exponential(claim["epsilon"])
        )
        gaps = [decimal(a) - alpha * decimal(b) for a, b in zip(p, q, strict=True)]
        gap = sum(gap for gap in gaps if gap > 0) - decimal(number(claim["delta"]))
        return gap > 0 if abs(gap) > NEAR * (1 + alpha) else None
    if "eta" in claim:
        ratios = greatest_ratio(p, q), greatest_ratio(q, p)
        if INFINITE in ratios:
            return True
        gap = exponential(claim["eta"]) - decimal(ratios[0] * ratios[1])
        return gap < 0 if abs(gap) > NEAR else None
    return None


def truth(tree):
    """Whether what a certificate states is true, None if it is too near to tell."""
    model, pairs = tree["model"], [tuple(pair) for pair in tree["pairs"]]
    laws = {i: law(model, i) for pair in pairs for i in pair}
    judge = far_exceeds if has_tails(model) else exceeds
    with localcontext() as context:
        context.prec = 60
        found = [judge(tree["claim"], laws[i], laws[j]) for i, j in pairs]
    if tree["verdict"] == "violated":
        return None if None in found and False not in found else all(found)
    return None if None in found and True not in found else not any(found)
