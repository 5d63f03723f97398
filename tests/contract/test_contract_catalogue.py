"""certify, profile and epsilon of every catalogue type, each number against the definition."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import by_definition as definition
import pytest
from contract_catalogue import CATALOGUE
from contract_checks import check_decimal, check_delta, check_result, exact, logarithm
from contract_command import Verify
from contract_models import Model, document, level

LEVELS = [level("1", "1/10"), level("3/2", "1/20"), level("2"), level("3", "1/7"), level("10")]


def worst_code(model: Model, claims: list[dict[str, Any]]) -> int:
    kept = (definition.delta_star(model, c["alpha"]) <= Fraction(c["delta"]) for c in claims)
    return 0 if all(kept) else 1


@pytest.mark.parametrize("name", CATALOGUE)
def test_certify(verify: Verify, name: str) -> None:
    model, adjacency = CATALOGUE[name]
    code = worst_code(model, LEVELS)
    results = verify.ask("certify", document(model, LEVELS), "--full", code=code)["results"]
    assert len(results) == len(LEVELS)
    for result, claim in zip(results, LEVELS, strict=True):
        assert result["adjacency"] == adjacency
        check_result(result, model, claim)


PROFILED = [
    "geometric_one_sided",
    "clamped",
    "truncated",
    "unary_certain",
    "rappor_twice_noised",
    "exponential_of_weights",
    "permute_and_flip",
    "noisy_max_uniform",
    "sparse_twice",
    "sparse_without_query_noise",
    "histogram_of_two",
    "poisson_of_letters",
    "fixed_size_three_values",
    "shuffle_of_letters",
    "allocation_epochs",
    "allocation_of_tails",
]


@pytest.mark.parametrize("name", PROFILED)
def test_profile(verify: Verify, name: str) -> None:
    model, adjacency = CATALOGUE[name]
    answer = verify.ask("profile", document(model), "--full")
    assert answer["adjacency"] == adjacency
    check_points(answer["points"], model)
    variation = definition.delta_star(model, 1)
    assert exact(answer["total_variation"]) == variation
    assert exact(answer["attacker_accuracy"]) == (1 + variation) / 2
    check_breakpoints(answer["breakpoints"], model)
    table = definition.laws(model)
    pairs = set()
    for row in answer["tradeoff"]:
        x, y = definition.freeze(row["input"]), definition.freeze(row["neighbour"])
        pairs.add((x, y))
        vertices = [(exact(first), exact(second)) for first, second in row["vertices"]]
        assert vertices == curve(table[x], table[y])
    assert pairs == definition.neighbours(model)


def check_points(points: list[dict[str, Any]], model: Model) -> None:
    table = definition.laws(model)
    for point in points:
        alpha = exact(point["alpha"])
        check_delta(point["delta"], definition.delta_star(model, alpha), alpha)
        for row in point["directions"]:
            x, y = definition.freeze(row["input"]), definition.freeze(row["neighbour"])
            check_delta(row["delta"], definition.hockey_stick(table[x], table[y], alpha), alpha)


def check_breakpoints(found: list[str], model: Model) -> None:
    """δ* is a line between two neighbouring breakpoints, and no line over one of them."""
    levels = [exact(text) for text in found if text != "1"]
    assert levels == sorted({level for level in levels if level > 1})
    ends = [Fraction(1), *levels, (levels or [Fraction(1)])[-1] + 10]
    value = {a: definition.delta_star(model, a) for a in ends}
    slopes = [(value[b] - value[a]) / (b - a) for a, b in pairwise(ends)]
    assert all(left < right for left, right in pairwise(slopes))
    for alpha in {c for c in likelihood_ratios(model) if 1 < c < ends[-1]}:
        place = max(i for i, a in enumerate(ends) if a <= alpha)
        line = value[ends[place]] + slopes[place] * (alpha - ends[place])
        assert definition.delta_star(model, alpha) == line
    for (a, b), slope in zip(pairwise(ends), slopes, strict=True):
        assert definition.delta_star(model, (a + b) / 2) == value[a] + slope * (b - a) / 2


def likelihood_ratios(model: Model) -> set[Fraction]:
    table = definition.laws(model)
    return {
        w / table[y][z]
        for x, y in definition.neighbours(model)
        for z, w in table[x].items()
        if z in table[y]
    }


def curve(p: definition.Law, q: definition.Law) -> list[tuple[Fraction, Fraction]]:
    """The trade-off with the null p, from type I = 0 on: what q makes likely is rejected first."""
    zero = Fraction(0)
    ratios: dict[Fraction | None, list[Fraction]] = {}
    for z in {**p, **q}:
        a, b = p.get(z, zero), q.get(z, zero)
        sums = ratios.setdefault(b / a if a else None, [zero, zero])
        sums[0], sums[1] = sums[0] + a, sums[1] + b
    first, second = zero, Fraction(1)
    points = [(first, second)]
    for ratio in sorted(ratios, key=lambda r: (r is not None, -(r or 0))):
        first, second = first + ratios[ratio][0], second - ratios[ratio][1]
        points.append((first, second))
    return points[1:] if points[1][0] == 0 else points


@pytest.mark.parametrize(
    ("name", "delta"),
    [
        ("geometric", "0"),
        ("truncated", "1/25"),
        ("unary", "1/25"),
        ("noisy_max", "0"),
        ("sparse", "1/25"),
        ("allocation_epochs", "0"),
        ("fixed_size_replaced", "1e-6"),
    ],
)
def test_epsilon(verify: Verify, name: str, delta: str) -> None:
    model, adjacency = CATALOGUE[name]
    answer = verify.ask("epsilon", document(model), "--delta", delta)
    assert answer["alpha"] == definition.least_alpha(model, delta)
    assert (exact(answer["delta"]), answer["adjacency"]) == (Fraction(delta), adjacency)
    check_decimal(answer["epsilon"], logarithm(answer["alpha"]))


@pytest.mark.parametrize("name", ["geometric_one_sided", "histogram", "shuffle_of_letters"])
def test_no_finite_epsilon(verify: Verify, name: str) -> None:
    answer = verify.ask("epsilon", document(CATALOGUE[name][0]))
    assert (answer["alpha"], answer["epsilon"]) == ("inf", "inf")
