"""Laws and levels with powers of e, against the definition to 90 digits."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import by_definition as definition
import pytest
from by_definition_catalogue import exponential_of
from contract_catalogue import (
    allocation,
    geometric,
    of_type,
    poisson,
    rappor,
    shuffle,
    sparse,
    unary,
)
from contract_command import Verify
from contract_models import Model, copies, document, fresh, leaky

TIE = Fraction(1, 10**60)


def laplace(scale: Any = "2", high: int = 2, **more: Any) -> Model:
    return of_type("discrete_laplace", scale=scale, low=0, high=high, **more)


def number_of(value: Any) -> tuple[Fraction, Fraction]:
    if isinstance(value, str):
        return Fraction(value), Fraction(value)
    return Fraction(Decimal(value["lower"])), Fraction(Decimal(value["upper"]))


def check(value: Any, expected: Fraction) -> None:
    """An enclosure to 16 digits; what the definition cannot tell from a tie is exactly 0."""
    low, high = number_of(value)
    if abs(expected) < TIE:
        assert value["exact"] == "0"
    assert low - TIE <= expected <= high + TIE
    assert high - low <= abs(expected) / 10**15 + TIE


def event_at(p: definition.Law, q: definition.Law, alpha: Fraction) -> set[definition.Label]:
    return {y for y, w in p.items() if w - alpha * q.get(y, Fraction(0)) > TIE}


# model, the claims as (epsilon, delta), epsilon of the pure level
MODELS: dict[str, tuple[Model, list[tuple[str, str]], str]] = {
    "laplace": (laplace(), [("0", "1/10"), ("1/2", "0"), ("1/3", "1/20"), ("1", "0")], "1/2"),
    "laplace_sensitivity": (
        laplace("3/2", 3, sensitivity=2),
        [("4/3", "0"), ("2/3", "1/4"), ("0", "1")],
        "4/3",
    ),
    "twice": (fresh(2, laplace(high=1)), [("1", "0"), ("1/2", "1/10"), ("ln(2)", "1/7")], "1"),
    "leaky": (copies(2, leaky("1/10", laplace(high=1))), [("1/2", "1/10"), ("1/4", "1/5")], "inf"),
    "shuffled": (shuffle(2, laplace(high=1)), [("1/2", "0"), ("1/4", "1/50")], "1/2"),
    "allocated": (allocation(2, laplace(high=1)), [("1/2", "0"), ("1/4", "1/20")], "1/2"),
    "unary_symmetric": (
        unary(3, epsilon="1", variant="symmetric"),
        [("1", "0"), ("1/2", "0"), ("99/100", "1/1000")],
        "1",
    ),
    "unary_optimised": (
        unary(2, epsilon=1, variant="optimised"),
        [("1", "0"), ("1/2", "1/5"), ("ln(2)", "1/100")],
        "1",
    ),
}


def level_at(epsilon: str) -> Fraction:
    if epsilon.startswith("ln("):
        return Fraction(epsilon[3:-1])
    return exponential_of(Fraction(epsilon))


@pytest.mark.parametrize("name", MODELS)
def test_irrational_laws(verify: Verify, name: str) -> None:
    model, asked, pure = MODELS[name]
    claims = [{"epsilon": epsilon, "delta": delta} for epsilon, delta in asked]
    table = definition.laws(model)
    worst = [definition.delta_star(model, level_at(epsilon)) for epsilon, _ in asked]
    good = [w <= Fraction(d) + TIE for w, (_, d) in zip(worst, asked, strict=True)]
    answer = verify.ask("certify", document(model, claims), "--full", code=0 if all(good) else 1)
    for result, (epsilon, delta), star, fine in zip(
        answer["results"], asked, worst, good, strict=True
    ):
        alpha = level_at(epsilon)
        assert result["verdict"] == ("holds" if fine else "violated")
        check(result["delta_star"], star)
        check(result["margin"], Fraction(delta) - star)
        if pure == "inf":
            assert result["pure_alpha"] == "inf"
        else:
            check(result["pure_alpha"], exponential_of(Fraction(pure)))
        for row in result["directions"]:
            p, q = (table[definition.freeze(row[side])] for side in ("input", "neighbour"))
            check(row["delta"], definition.hockey_stick(p, q, alpha))
            assert definition.members(row["event"], p, q) == event_at(p, q, alpha)
        if not fine:
            witness = result["witness"]
            p, q = (table[definition.freeze(witness[side])] for side in ("input", "neighbour"))
            event = event_at(p, q, alpha)
            check(witness["p"], definition.weight_of(p, event))
            check(witness["q"], definition.weight_of(q, event))
            check(witness["excess"], star)


RATIONAL: dict[str, Model] = {
    "geometric": geometric("1/3", 0, 2),
    "rappor": rappor(4, 2, "1/2", q="3/4"),
    "sparse": sparse([0, 2], [1, 1]),
    "poisson": poisson("1/3", geometric("1/4", 0, 1)),
}


@pytest.mark.parametrize("name", RATIONAL)
def test_irrational_levels_of_rational_laws(verify: Verify, name: str) -> None:
    """δ = a − e^ε·b with exact a and b, which are the probabilities of the event."""
    model = RATIONAL[name]
    asked = ["1/7", "1/3", "1", "3/2"]
    claims = [{"epsilon": epsilon, "delta": "1"} for epsilon in asked]
    table = definition.laws(model)
    results = verify.ask("certify", document(model, claims), "--full")["results"]
    for result, epsilon in zip(results, asked, strict=True):
        alpha = exponential_of(Fraction(epsilon))
        check(result["delta_star"], definition.delta_star(model, alpha))
        assert result["pure_alpha"] == definition.least_alpha(model)
        for row in result["directions"]:
            p, q = (table[definition.freeze(row[side])] for side in ("input", "neighbour"))
            event = definition.worst_event(p, q, alpha)
            assert definition.members(row["event"], p, q) == event
            assert Fraction(row["delta"]["a"]) == definition.weight_of(p, event)
            assert Fraction(row["delta"]["b"]) == definition.weight_of(q, event)
            assert ("exact" in row["delta"]) == (not event)


def test_profile_and_epsilon(verify: Verify) -> None:
    answer = verify.ask(
        "profile", document(laplace()), "--epsilon", "1/5", "--alpha", "1", "--full"
    )
    for point in answer["points"]:
        given = point["epsilon"] if "epsilon" in point else f"ln({point['alpha']})"
        check(point["delta"], definition.delta_star(laplace(), level_at(given)))
    (only,) = answer["breakpoints"]
    check(only, exponential_of(Fraction(1, 2)))
    found = verify.ask("epsilon", document(laplace("5/2", 3)))
    check(found["alpha"], exponential_of(Fraction(2, 5)))
    assert found["epsilon"] == "0.4"
