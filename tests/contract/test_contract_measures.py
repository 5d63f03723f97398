"""Claims of zCDP, Rényi privacy and bounded range, and the command measures, by definition."""

import json
import math
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import by_definition as definition
import by_definition_measures as measure
import pytest
from by_definition_catalogue import exponential_of
from contract_catalogue import CATALOGUE, geometric, of_type, rappor, shuffle
from contract_checks import check_bounds, exact, logarithm
from contract_command import Verify
from contract_models import Model, channel, copies, document, fresh, fresh_list, rr
from jsonschema.validators import validator_for

TINY = Fraction(1, 10**50)


def log_of(number: Fraction) -> Fraction:
    return Fraction(logarithm(number))


def check_log(value: dict[str, Any], number: Fraction | None, parts: int = 1) -> None:
    """The value ln(number)/parts; None stands for infinity."""
    if number is None:
        assert value == {"lower": "inf", "upper": "inf", "exact": "inf"}
        return
    expected = log_of(number) / parts
    if number == 1:
        assert value["exact"] == "0"
    check_bounds(value, expected, expected)


def verdict(kept: bool) -> str:
    return "holds" if kept else "violated"


MODELS: dict[str, Model] = {
    "geometric": geometric("1/2", 0, 3, sensitivity=2),
    "geometric_one_sided": geometric("1/2", 0, 2, sided=1),
    "truncated": of_type("truncated_geometric", ratio="1/2", low=0, high=2),
    "twice": fresh(2, geometric("1/3", 0, 1)),
    "exponential": CATALOGUE["exponential_of_scores"][0],
    "shuffle": shuffle(3, rr()),
    "nothing": rr("1/2"),
}
ORDERS = (2, 3, 7)


@pytest.mark.parametrize("name", MODELS)
def test_orders_and_ranges(verify: Verify, name: str) -> None:
    """Each claim is asked at the value itself, which holds, and a little below it."""
    model = MODELS[name]
    claims: list[dict[str, Any]] = []
    expected: list[tuple[bool, Fraction | None, int]] = []
    for order in ORDERS:
        moment = measure.greatest_moment(model, order)
        ties = "100" if moment is None else f"ln({moment})/{order - 1}"
        below = (
            "1/7" if moment is None else f"ln({1 + (moment - 1) * Fraction(99, 100)})/{order - 1}"
        )
        for epsilon, kept in ((ties, moment is not None), (below, moment == 1)):
            claims.append({"order": order, "epsilon": epsilon})
            expected.append((kept, moment, order - 1))
    spread = measure.greatest_range(model)
    for eta, kept in (
        ("50" if spread is None else f"ln({spread})", spread is not None),
        ("1/100", spread == 1),
    ):
        claims.append({"eta": eta})
        expected.append((kept, spread, 1))
    code = 0 if all(kept for kept, _, _ in expected) else 1
    results = verify.ask("certify", document(model, claims), "--full", code=code)["results"]
    pairs = definition.neighbours(model)
    for result, claim, (kept, number, parts) in zip(results, claims, expected, strict=True):
        assert result["verdict"] == verdict(kept)
        assert set(claim) == set(result["claim"])
        check_log(result["value"], number, parts)
        assert result["least_alpha"] is None
        assert result["pure_alpha"] == definition.least_alpha(model)
        assert result["pairs"] == len(result["directions"]) == len(pairs)
        if kept and claim in (claims[0], claims[2], claims[4], claims[6]):
            assert result["margin"]["exact"] == "0"
        if number is None:
            assert result["margin"]["exact"] == "-inf"
        check_directions(result, model)
        check_refutation(result, model)


def check_directions(result: dict[str, Any], model: Model) -> None:
    table = definition.laws(model)
    for row in result["directions"]:
        p, q = (table[definition.freeze(row[side])] for side in ("input", "neighbour"))
        if "order" in result["claim"]:
            order = int(result["claim"]["order"])
            check_log(row["value"], measure.moment(p, q, order), order - 1)
        else:
            check_log(row["value"], range_of(p, q))


def range_of(p: definition.Law, q: definition.Law) -> Fraction | None:
    if set(p) != set(q):
        return None
    ratios = [p[z] / q[z] for z in p]
    return max(ratios) / min(ratios)


def check_refutation(result: dict[str, Any], model: Model) -> None:
    if result["verdict"] == "holds":
        assert "witness" not in result
        return
    witness, table = result["witness"], definition.laws(model)
    assert witness["value"] == result["value"]
    p, q = (table[definition.freeze(witness[side])] for side in ("input", "neighbour"))
    if "order" in result["claim"]:
        assert witness["order"] == str(result["claim"]["order"])
    else:
        top, bottom = (definition.freeze(witness[end]) for end in ("greatest", "least"))
        if range_of(p, q) is not None:
            assert p[top] * q[bottom] / (q[top] * p[bottom]) == range_of(p, q)
        else:
            assert not q.get(top) or not p.get(bottom)


# Zero-concentrated privacy


def divergence(p: definition.Law, q: definition.Law, order: float) -> float:
    """D_a in floats, good to about twelve digits."""
    if order == 1:
        return sum(float(w) * math.log(w / q[y]) for y, w in p.items())
    terms = sum(math.exp(order * math.log(w) + (1 - order) * math.log(q[y])) for y, w in p.items())
    return math.log(terms) / (order - 1)


def rho_enclosure(model: Model, step: float = 1.002) -> tuple[float, float]:
    """D_a increases in a, so D_x/x is at most D_b/a for x between a and b."""
    table = definition.laws(model)
    low = high = 0.0
    for x, y in definition.neighbours(model):
        p, q = table[x], table[y]
        greatest = max(math.log(w / q[z]) for z, w in p.items())
        order, here = 1.0, divergence(p, q, 1)
        while order < 60:
            there = divergence(p, q, order * step)
            low, high = max(low, here / order), max(high, there / order)
            order, here = order * step, there
        high = max(high, greatest / order)
    return low, high


@pytest.mark.parametrize("name", ["truncated", "exponential"])
def test_rho(verify: Verify, name: str) -> None:
    model = MODELS[name]
    low, high = rho_enclosure(model)
    above, below = f"{high * 1.0001:.9f}", f"{low * 0.9999:.9f}"
    claims = [{"rho": above}, {"rho": below}, {"rho": 0}]
    results = verify.ask("certify", document(model, claims), "--full", code=1)["results"]
    assert [result["verdict"] for result in results] == ["holds", "violated", "violated"]
    table = definition.laws(model)
    for result, claim in zip(results, claims, strict=True):
        assert exact(result["claim"]["rho"]) == Fraction(claim["rho"])
        value = result["value"]
        assert low - 1e-9 <= float(value["upper"])
        assert float(value["lower"]) <= high + 1e-9
        assert Fraction(value["upper"]) - Fraction(value["lower"]) < Fraction(1, 10**15)
        if result["verdict"] == "violated":
            witness = result["witness"]
            p, q = (table[definition.freeze(witness[side])] for side in ("input", "neighbour"))
            assert Fraction(witness["order"]) > 1
            assert refutes(p, q, Fraction(witness["order"]), Fraction(claim["rho"]))


def refutes(p: definition.Law, q: definition.Law, order: Fraction, rho: Fraction) -> bool:
    return precise_divergence(p, q, order) > Decimal(str(float(rho * order))) * Decimal("0.999999")


def precise_divergence(p: definition.Law, q: definition.Law, order: Fraction) -> Decimal:
    with localcontext() as context:
        context.prec = 60
        a = Decimal(order.numerator) / Decimal(order.denominator)
        terms = sum(
            (a * logarithm(w)).exp() * ((1 - a) * logarithm(q[y])).exp() for y, w in p.items()
        )
        return terms.ln() / (a - 1)


def test_the_value_of_a_refuting_order(verify: Verify) -> None:
    """What a witness of zCDP says beside its order is the value there, D_a/a, as for Rényi."""
    model = MODELS["truncated"]
    witness = verify.ask("certify", document(model, {"rho": "1/8"}), code=1)["witness"]
    table = definition.laws(model)
    order = Fraction(witness["order"])
    found = precise_divergence(table[witness["input"]], table[witness["neighbour"]], order)
    per_order = found * order.denominator / order.numerator
    assert abs(Decimal(witness["value"]["lower"]) - per_order) < Decimal("1e-9")


def test_rho_of_impossible_outputs_and_of_nothing(verify: Verify) -> None:
    infinite = verify.ask("certify", document(MODELS["geometric_one_sided"], {"rho": "9"}), code=1)
    assert infinite["value"]["exact"] == "inf"
    assert infinite["verdict"] == "violated"
    nothing = verify.ask("certify", document(rr("1/2"), {"rho": 0}))
    assert nothing["value"]["exact"] == nothing["margin"]["exact"] == "0"


@pytest.mark.parametrize(
    ("claim", "place"),
    [
        ({"order": 1, "epsilon": "1"}, "claim.order"),
        ([{"rho": "1"}, {"order": "5/2", "epsilon": "1"}], "claim[1].order"),
        ({"rho": "ln(2)"}, "claim.rho"),
        ({"eta": "log(2)"}, "claim.eta"),
        ({"order": 2}, "claim"),
        ({"rho": "1/8", "delta": "0"}, "claim"),
    ],
    ids=str,
)
def test_claims_that_are_refused(verify: Verify, claim: Any, place: str) -> None:
    line = verify.refuse("certify", document(geometric(), claim))
    assert line.split(".json: ", 1)[1].startswith(f"{place}: ")


# measures

MEASURED: dict[str, Model] = {
    "geometric": geometric("1/2", 0, 2),
    "geometric_one_sided": geometric("1/2", 0, 2, sided=1),
    "rappor": rappor(4, 2, "1/2", differing=3),
    "allocation": CATALOGUE["allocation_epochs"][0],
}


@pytest.fixture(scope="module")
def schema(verify: Verify) -> Any:
    found = json.loads(verify.run("schema", "--output", "measures").stdout)
    kind = validator_for(found)
    kind.check_schema(found)
    return kind(found)


@pytest.mark.parametrize("name", MEASURED)
def test_measures(verify: Verify, schema: Any, name: str) -> None:
    model = MEASURED[name]
    answer = verify.ask("measures", document(model))
    schema.validate(answer)
    assert exact(answer["membership_advantage"]) == definition.delta_star(model, 1)
    assert [row["order"] for row in answer["renyi"]] == [2, 3, 4]
    for row in answer["renyi"]:
        moment = measure.greatest_moment(model, row["order"])
        assert row["moment"] == ("inf" if moment is None else str(moment))
        check_log(row["value"], moment, row["order"] - 1)
    check_log(answer["bounded_range"], measure.greatest_range(model))
    inputs = list(definition.laws(model))
    even = dict.fromkeys(inputs, Fraction(1, len(inputs)))
    success = measure.bayes_success(model, even)
    assert exact(answer["reconstruction"]["success"]) == success
    assert exact(answer["reconstruction"]["blind"]) == Fraction(1, len(inputs))
    assert exact(answer["bayes_capacity"]) == success * len(inputs)
    bits = log_of(success * len(inputs)) / log_of(Fraction(2))
    leakage = answer["min_entropy_leakage"]
    assert Fraction(leakage["lower"]) - TINY <= bits <= Fraction(leakage["upper"]) + TINY
    if measure.greatest_range(model) is not None:
        low, high = rho_enclosure(model, 1.02)
        assert low - 1e-9 <= float(answer["zcdp"]["upper"]) <= high + 1e-9
    assert answer["reasons"] == {}


def test_orders_and_a_prior(verify: Verify, schema: Any) -> None:
    model = MEASURED["geometric"]
    prior = {"0": "1/2", "1": "30%", "2": "0.2"}
    options = ("--order", "5", "--order", "2", "--prior", json.dumps(prior))
    answer = verify.ask("measures", document(model), *options)
    schema.validate(answer)
    assert sorted(row["order"] for row in answer["renyi"]) == [2, 5]
    weights = {x: definition.number(w) for x, w in prior.items()}
    found = answer["reconstruction"]
    assert {x: exact(w) for x, w in found["prior"].items()} == weights
    assert exact(found["success"]) == measure.bayes_success(model, weights)
    assert exact(found["blind"]) == Fraction(1, 2)


def test_domination(verify: Verify, schema: Any) -> None:
    """Of two randomized responses and one exponential mechanism, by their whole profiles."""
    scores = channel(["x", "y"], ["a", "b"], ["1/2 1/2", "4/5 1/5"])
    other = verify.write(json.dumps(document(scores)))
    answer = verify.ask("measures", document(rr("5/7")), "--against", other)
    schema.validate(answer)
    assert answer["dominates"] == {"holds": True}
    answer = verify.ask("measures", document(rr("3/5")), "--against", other)
    schema.validate(answer)
    found = answer["dominates"]
    assert found["holds"] is False
    alpha = exact(found["alpha"])
    assert exact(found["delta"]) == definition.delta_star(rr("3/5"), alpha)
    assert exact(found["other"]) == definition.delta_star(scores, alpha)
    assert exact(found["delta"]) < exact(found["other"])


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (("--order", "1"), "--order"),
        (("--prior", '{"0": "1/2", "1": "1/3", "2": "1/3"}'), "--prior"),
        (("--prior", '{"0": "1/2", "1": 0.25, "2": "1/4"}'), "--prior"),
        (("--prior", '{"0": "1/2", "1"'), "--prior"),
        (("--against", "no_such_file.json"), "--against"),
    ],
    ids=str,
)
def test_questions_that_are_refused(verify: Verify, options: tuple[str, ...], part: str) -> None:
    """The line names the option that is wrong, not the document that is right."""
    line = verify.refuse("measures", document(MEASURED["geometric"]), *options)
    assert part in line
    assert "document_" not in line


def test_measures_with_powers_of_e(verify: Verify, schema: Any) -> None:
    model = of_type("discrete_laplace", scale="2", low=0, high=2)
    answer = verify.ask("measures", document(model), "--order", "2")
    schema.validate(answer)
    assert answer["bounded_range"]["exact"] == "1"
    moment = measure.greatest_moment(model, 2)
    assert moment is not None
    low, high = (Fraction(answer["renyi"][0]["moment"][end]) for end in ("lower", "upper"))
    assert low - TINY <= moment <= high + TINY
    claims = [{"eta": "1"}, {"eta": "999/1000"}, {"order": 2, "epsilon": "1/4"}, {"rho": "1/8"}]
    results = verify.ask("certify", document(model, claims), code=1)["results"]
    assert exponential_of(Fraction(1, 4)) > moment
    assert [r["verdict"] for r in results] == ["holds", "violated", "holds", "holds"]


def test_composition_adds_rho_and_orders(verify: Verify) -> None:
    """Moments multiply, so that twice the ε of one release is exactly that of two."""
    once = measure.greatest_moment(geometric("1/3", 0, 1), 3)
    claims = [{"order": 3, "epsilon": f"ln({once})"}, {"order": 3, "epsilon": f"ln({once})/2"}]
    twice = fresh_list(geometric("1/3", 0, 1), copies(2, geometric("1/3", 0, 1)))
    results = verify.ask("certify", document(twice, claims), code=1)["results"]
    assert [r["verdict"] for r in results] == ["holds", "violated"]
    assert results[0]["margin"]["exact"] == "0"
