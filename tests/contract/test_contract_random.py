"""Small random channels, and compositions of them, against the definition."""

import random
from fractions import Fraction
from typing import Any

import by_definition as definition
import pytest
from contract_checks import check_result, exact
from contract_command import Verify
from contract_models import (
    Model,
    adaptive,
    copies,
    document,
    fresh,
    fresh_list,
    kernel,
    leaky,
    level,
    mapped,
    mixture,
    parallel,
)

SEEDS = range(30)


def random_weights(rng: random.Random, size: int) -> list[Fraction]:
    """Weights that sum to 1, zeros and ties among them."""
    parts = [rng.choice((0, 0, 1, 1, 2, 3, 5, 8)) for _ in range(size)]
    parts[rng.randrange(size)] += 1
    return [Fraction(part, sum(parts)) for part in parts]


def random_channel(rng: random.Random, inputs: int, outputs: int) -> Model:
    rows = [list(map(str, random_weights(rng, outputs))) for _ in range(inputs)]
    return {
        "type": "channel",
        "inputs": list(range(inputs)),
        "outputs": list("abcdef"[:outputs]),
        "rows": rows,
    }


def positive_outputs(model: Model) -> list[definition.Label]:
    return sorted({y for law in definition.laws(model).values() for y in law}, key=str)


def random_map(rng: random.Random, of: Model) -> Model:
    table = {definition.as_key(y): rng.choice("uvw") for y in positive_outputs(of)}
    return mapped(of, table)


def random_kernel(rng: random.Random, of: Model) -> Model:
    return kernel(
        of,
        {
            definition.as_key(y): dict(zip("uvw", map(str, random_weights(rng, 3)), strict=True))
            for y in positive_outputs(of)
        },
    )


def random_adaptive(rng: random.Random, inputs: int) -> Model:
    first = random_channel(rng, inputs, 3)
    branches = {
        definition.as_key(y): rng.choice(("stop", random_channel(rng, inputs, 2)))
        for y in positive_outputs(first)
    }
    return adaptive(first, branches)


def random_model(rng: random.Random, kind: int) -> Model:
    size = rng.randint(2, 3)
    one, two = random_channel(rng, size, 3), random_channel(rng, size, 2)
    weight = Fraction(rng.randint(0, 7), 7)
    parts = ((str(weight), one), (str(1 - weight), two))
    choices: list[Any] = [
        lambda: fresh(rng.randint(1, 4), one),
        lambda: fresh_list(one, two, one),
        lambda: copies(rng.randint(1, 3), one),
        lambda: parallel(one, two),
        lambda: mixture(*parts),
        lambda: mixture(*parts, revealed=True),
        lambda: random_adaptive(rng, size),
        lambda: random_map(rng, fresh_list(one, two)),
        lambda: random_kernel(rng, one),
        lambda: leaky(str(weight), two),
    ]
    return choices[kind % len(choices)]()


def random_claims(rng: random.Random, model: Model) -> list[dict[str, str]]:
    """Claims at random levels, with a delta below, at and above the true value."""
    claims = []
    for _ in range(3):
        alpha = 1 + Fraction(rng.randint(0, 40), rng.randint(1, 12))
        true = definition.delta_star(model, alpha)
        near = [true, max(Fraction(0), true - Fraction(1, 10**9)), (true + 1) / 2]
        claims += [level(str(alpha), str(delta)) for delta in near]
    return claims


def compare(verify: Verify, model: Model, rng: random.Random) -> None:
    claims = random_claims(rng, model)
    violated = any(definition.delta_star(model, c["alpha"]) > Fraction(c["delta"]) for c in claims)
    answer = verify.ask("certify", document(model, claims), "--full", code=int(violated))
    assert len(answer["results"]) == len(claims) == 9
    for result, claim in zip(answer["results"], claims, strict=True):
        check_result(result, model, claim)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_channel(verify: Verify, seed: int) -> None:
    rng = random.Random(seed)
    compare(verify, random_channel(rng, rng.randint(2, 4), rng.randint(2, 5)), rng)


@pytest.mark.parametrize("seed", range(20))
def test_random_composition(verify: Verify, seed: int) -> None:
    rng = random.Random(1000 + seed)
    compare(verify, random_model(rng, seed), rng)


@pytest.mark.parametrize("seed", range(4))
def test_random_least_level(verify: Verify, seed: int) -> None:
    rng = random.Random(2000 + seed)
    model = random_channel(rng, 3, 4)
    delta = str(Fraction(rng.randint(1, 20), 40))
    answer = verify.ask("epsilon", document(model), "--delta", delta)
    assert answer["alpha"] == definition.least_alpha(model, delta)


@pytest.mark.parametrize("seed", range(4))
def test_random_tradeoff(verify: Verify, seed: int) -> None:
    rng = random.Random(3000 + seed)
    model = random_channel(rng, 2, 4)
    answer = verify.ask("profile", document(model))
    table = definition.laws(model)
    assert len(answer["tradeoff"]) == 2
    for row in answer["tradeoff"]:
        null, other = table[row["input"]], table[row["neighbour"]]
        found = {(exact(first), exact(second)) for first, second in row["vertices"]}
        ends = {(Fraction(0), Fraction(1)), (Fraction(1), Fraction(0))}
        assert found - ends == tradeoff(null, other) - ends
    variation = definition.delta_star(model, 1)
    assert exact(answer["total_variation"]) == variation
    assert exact(answer["attacker_accuracy"]) == (1 + variation) / 2


def tradeoff(null: definition.Law, other: definition.Law) -> set[tuple[Fraction, Fraction]]:
    """Corners of the least type II error as a function of the type I error."""
    zero = Fraction(0)
    slopes: dict[Fraction | None, tuple[Fraction, Fraction]] = {}
    for y in {**null, **other}:
        p, q = null.get(y, zero), other.get(y, zero)
        slope = q / p if p else None
        width, height = slopes.get(slope, (zero, zero))
        slopes[slope] = (width + p, height + q)
    first, second = zero, 1 - slopes.pop(None, (zero, zero))[1]
    corners = {(first, second)}
    for slope in sorted((s for s in slopes if s is not None), reverse=True):
        width, height = slopes[slope]
        first, second = first + width, second - height
        corners.add((first, second))
    return corners
