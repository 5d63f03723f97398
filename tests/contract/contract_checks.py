"""What must hold of the numbers and objects of every answer."""

import re
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import by_definition as definition
from by_definition import Label, Law, Model, Pair

CERTIFY_KEYS = {
    "verdict",
    "claim",
    "adjacency",
    "delta_star",
    "margin",
    "pure_alpha",
    "least_alpha",
    "directions",
    "pairs",
}


def exact(value: Any) -> Fraction:
    """An exact number, whether given as text or as a value object; only canonical text passes."""
    text = value["exact"] if isinstance(value, dict) else value
    assert isinstance(text, str), value
    assert str(Fraction(text)) == text, text
    return Fraction(text)


def check_bounds(value: dict[str, Any], low: Fraction, high: Fraction) -> None:
    """`lower` and `upper` enclose every number of [low, high] and have 17 significant digits."""
    lower, upper = Fraction(Decimal(value["lower"])), Fraction(Decimal(value["upper"]))
    assert lower <= low <= high <= upper, value
    assert upper - lower <= max(abs(low), abs(high)) / 10**16, value
    if lower != upper:
        assert significant_digits(value["lower"]) >= 17, value
        assert significant_digits(value["upper"]) >= 17, value


def significant_digits(text: str) -> int:
    return len(Decimal(text).as_tuple().digits)


def check_value(value: dict[str, Any], expected: Fraction) -> None:
    """A rational value object."""
    assert exact(value) == expected, value
    check_bounds(value, expected, expected)


def check_delta(value: dict[str, Any], expected: Fraction, alpha: Fraction) -> None:
    """A rational delta of laws with rational weights."""
    check_value(value, expected)
    assert exact(value["a"]) - alpha * exact(value["b"]) == expected, value


def check_decimal(text: str, true: Decimal) -> None:
    """A decimal rounded up from `true`, which is given to many more digits."""
    value = Decimal(text)
    with localcontext() as context:
        context.prec = 60
        assert 0 <= value - true <= true * Decimal("1e-16"), text
    assert significant_digits(text) >= 17


def logarithm(number: Any) -> Decimal:
    fraction = Fraction(number)
    with localcontext() as context:
        context.prec = 60
        return (Decimal(fraction.numerator) / Decimal(fraction.denominator)).ln()


def weight(law: Law, event: set[Label]) -> Fraction:
    return sum((law.get(label, Fraction(0)) for label in event), Fraction(0))


def check_event(event: dict[str, Any], p: Law, q: Law, alpha: Fraction) -> None:
    assert event["text"].strip()
    assert definition.members(event, p, q) == definition.worst_event(p, q, alpha), event
    for counts in event.get("counts", []):
        named = {key for output in {**p, **q} for key in definition.counts_of(output)}
        assert set(counts) == named


def check_witness(witness: dict[str, Any], model: Model, alpha: Fraction, worst: Fraction) -> None:
    table = definition.laws(model)
    x, y = definition.freeze(witness["input"]), definition.freeze(witness["neighbour"])
    check_event(witness["event"], table[x], table[y], alpha)
    event = definition.worst_event(table[x], table[y], alpha)
    p, q = exact(witness["p"]), exact(witness["q"])
    assert (p, q) == (weight(table[x], event), weight(table[y], event))
    assert exact(witness["excess"]) == p - alpha * q == worst


def check_directions(
    directions: list[dict[str, Any]], model: Model, alpha: Fraction, pairs: set[Pair]
) -> None:
    table = definition.laws(model)
    found: list[tuple[Pair, Fraction]] = []
    for row in directions:
        x, y = definition.freeze(row["input"]), definition.freeze(row["neighbour"])
        expected = definition.hockey_stick(table[x], table[y], alpha)
        check_delta(row["delta"], expected, alpha)
        if expected or row["event"] is not None:
            check_event(row["event"], table[x], table[y], alpha)
        found.append(((x, y), expected))
    values = [value for _, value in found]
    assert values == sorted(values, reverse=True)
    assert len({pair for pair, _ in found}) == len(found)
    assert {pair for pair, _ in found} <= pairs


def check_result(
    result: dict[str, Any], model: Model, claim: dict[str, Any], adjacency: Any = None
) -> None:
    """One result of certify with `--full`, every key, against the definition."""
    alpha, delta = definition.number(claim["alpha"]), definition.number(claim["delta"])
    pairs = definition.neighbours(model, adjacency)
    worst = definition.delta_star(model, alpha, adjacency)
    assert set(result) >= CERTIFY_KEYS
    assert result["claim"]["alpha"] == str(alpha)
    assert result["claim"]["delta"] == str(delta)
    assert result["verdict"] == ("holds" if worst <= delta else "violated")
    check_delta(result["delta_star"], worst, alpha)
    check_value(result["margin"], delta - worst)
    assert not {"a", "b"} & set(result["margin"])
    assert result["pure_alpha"] == definition.least_alpha(model, 0, adjacency)
    assert result["least_alpha"] == definition.least_alpha(model, delta, adjacency)
    assert result["pairs"] == len(pairs)
    assert len(result["directions"]) == len(pairs)
    check_directions(result["directions"], model, alpha, pairs)
    if worst > delta:
        check_witness(result["witness"], model, alpha, worst)
    else:
        assert result.get("witness") is None


QUOTED_NUMBER = re.compile(r'"([+-]?[0-9]+(?:/[0-9]+|(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?%?))"')


def right_numbers(line: str) -> list[str]:
    """The quoted texts of a message that are right forms of a number."""
    return QUOTED_NUMBER.findall(line)


def shows_a_form(line: str, offending: str) -> bool:
    """Whether a message shows a fraction, a decimal or a percentage besides the text at fault."""
    rest = line.replace(offending, "") if offending else line
    return re.search(r"[0-9]/[0-9]|[0-9]\.[0-9]|[0-9]%", rest) is not None
