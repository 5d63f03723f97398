"""--explain, Markdown, utility and sweeps over catalogue types, and the published schemas."""

import json
from fractions import Fraction
from typing import Any

import by_definition as definition
import pytest
from contract_catalogue import CATALOGUE, geometric, noisy_max, of_type, shuffle
from contract_checks import check_delta, exact, weight
from contract_command import Verify
from contract_models import Model, document, fresh, level, parallel
from jsonschema.validators import validator_for


def validator(verify: Verify, *arguments: str) -> Any:
    schema = json.loads(verify.run("schema", *arguments).stdout)
    kind = validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


@pytest.fixture(scope="module")
def certify_schema(verify: Verify) -> Any:
    return validator(verify, "--output", "certify")


def test_documents_have_a_schema(verify: Verify) -> None:
    documents = validator(verify)
    for model, _ in CATALOGUE.values():
        claims = [level("2"), {"rho": "1/8"}, {"order": 2, "epsilon": "ln(2)"}, {"eta": "1"}]
        documents.validate(document(model, claims, {"group": {"of": "one_user", "distance": 2}}))
        for key in model:
            missing = {k: v for k, v in model.items() if k != key}
            assert key in OPTIONAL or not documents.is_valid(document(missing))
        assert not documents.is_valid(document(model | {"colour": "red"}))
    for claim in ({"rho": 0.5}, {"order": 2}, {"eta": "1", "delta": "0"}, {"rho": 1, "eta": 1}):
        assert not documents.is_valid(document(geometric(), claim))


# Keys that may be left out, or that one of several ways to write the type lacks.
OPTIONAL = {
    *("sensitivity", "sided", "p", "q", "alpha", "epsilon", "variant", "differing", "weights"),
    *("scores", "base", "output", "ties", "count", "resample", "replacement", "epochs", "inputs"),
}


EXPLAINED: dict[str, Model] = {
    "truncated": CATALOGUE["truncated"][0],
    "geometric_one_sided": CATALOGUE["geometric_one_sided"][0],
    "sparse": CATALOGUE["sparse"][0],
    "poisson": CATALOGUE["poisson"][0],
}


@pytest.mark.parametrize("name", EXPLAINED)
def test_explain(verify: Verify, certify_schema: Any, name: str) -> None:
    model, alpha = EXPLAINED[name], Fraction(3, 2)
    answer = verify.ask("certify", document(model, level("3/2")), "--explain", code=1)
    certify_schema.validate(answer)
    found, table = answer["explanation"], definition.laws(model)
    worst, other = found["worst"], found["other"]
    assert (worst["input"], worst["neighbour"]) == (other["neighbour"], other["input"])
    assert exact(worst["total"]) == definition.delta_star(model, alpha)
    for side in (worst, other):
        p, q = (table[definition.freeze(side[end])] for end in ("input", "neighbour"))
        check_delta(side["total"], definition.hockey_stick(p, q, alpha), alpha)
        event = definition.worst_event(p, q, alpha)
        assert definition.members(side["event"], p, q) == event
        assert (exact(side["p"]), exact(side["q"])) == (weight(p, event), weight(q, event))
        kept = [line for line in side["lines"] if line["kept"]]
        assert sum(exact(line["difference"]) for line in kept) == exact(side["total"])
        for line in side["lines"]:
            assert exact(line["difference"]) == exact(line["p"]) - alpha * exact(line["q"])
            assert line["kept"] == (exact(line["difference"]) > 0)
        assert sum(exact(line["p"]) for line in side["lines"]) == 1
        assert sum(exact(line["q"]) for line in side["lines"]) == 1
    assert "violated" in found["comparison"]


def test_explain_of_measures(verify: Verify, certify_schema: Any) -> None:
    model = CATALOGUE["truncated"][0]
    claims = [{"order": 3, "epsilon": "1/2"}, {"eta": "1"}, {"rho": "1"}, level("9")]
    answer = verify.ask("certify", document(model, claims), "--explain", code=1)
    certify_schema.validate(answer)
    table = definition.laws(model)
    for result in answer["results"][:3]:
        found = result["explanation"]
        p, q = (table[definition.freeze(found[end])] for end in ("input", "neighbour"))
        ratios = {p[z] / q[z] for z in p}
        assert {exact(line["ratio"]) for line in found["lines"]} == ratios
        for line in found["lines"]:
            same = {z for z in p if p[z] / q[z] == exact(line["ratio"])}
            assert (exact(line["p"]), exact(line["q"])) == (weight(p, same), weight(q, same))
        if "moment" in found:
            terms = [exact(line["p"]) ** 3 / exact(line["q"]) ** 2 for line in found["lines"]]
            assert [exact(line["term"]) for line in found["lines"]] == terms
            assert exact(found["moment"]) == sum(terms)
    text = verify.run("certify", verify.write(json.dumps(document(model, claims))), "--explain")
    assert text.code == 1
    assert text.stdout.count("What is claimed") == 4


@pytest.mark.parametrize(
    ("command", "options", "parts"),
    [
        ("certify", ("--explain", "--alpha", "3/2"), ("violated", "one\\_user")),
        ("profile", (), ("one\\_user", "breakpoints")),
        ("measures", (), ("Bayes", "zCDP")),
        ("sweep", ("--set", "users=1,2"), ("users",)),
    ],
)
def test_markdown(verify: Verify, command: str, options: tuple[str, ...], parts: Any) -> None:
    path = verify.write(json.dumps(document(shuffle(2, geometric("1/3", 0, 1)))))
    answer = verify.run(command, path, *options, "--format", "markdown")
    assert answer.code in (0, 1)
    assert answer.stderr == ""
    rows = [line for line in answer.stdout.splitlines() if line.startswith("|")]
    blocks: list[list[str]] = []
    for before, line in zip(
        ["", *answer.stdout.splitlines()], answer.stdout.splitlines(), strict=False
    ):
        if line.startswith("|"):
            if not before.startswith("|"):
                blocks.append([])
            blocks[-1].append(line)
    assert rows
    for block in blocks:
        assert len({line.count("|") - line.count("\\|") for line in block}) == 1
        assert set(block[1]) <= set("|-: ")
    for part in parts:
        assert part in answer.stdout


# Utility


def expected_error(law: definition.Law, x: str, error: str) -> Fraction:
    sizes = {"l1": lambda d: abs(d), "l2": lambda d: d * d, "zero_one": lambda d: d != 0}
    return sum((w * sizes[error](int(str(y)) - int(x)) for y, w in law.items()), Fraction(0))


UTILITY = [
    ("clamped", "l1"),
    ("clamped_one_sided", "l2"),
    ("truncated", "zero_one"),
    ("truncated_one_sided", "l1"),
]


@pytest.mark.parametrize(("name", "error"), UTILITY)
def test_utility_of_finite_noise(verify: Verify, name: str, error: str) -> None:
    model = CATALOGUE[name][0]
    answer = verify.ask("certify", document(model, level("1000", "1")), "--utility", error)
    table = definition.laws(model)
    found = {row["input"]: exact(row["expected"]) for row in answer["utility"]["inputs"]}
    assert found == {x: expected_error(law, x, error) for x, law in table.items()}
    assert exact(answer["utility"]["worst"]["expected"]) == max(found.values())


def moments(r: Fraction, sided: int) -> dict[str, Fraction]:
    """E|Z|, E Z² and P(Z ≠ 0) of geometric noise, from Σ n·r^n and Σ n²·r^n."""
    first, second = r / (1 - r) ** 2, r * (1 + r) / (1 - r) ** 3
    scale = (1 - r) if sided == 1 else 2 * (1 - r) / (1 + r)
    return {"l1": scale * first, "l2": scale * second, "zero_one": scale * r / (1 - r)}


@pytest.mark.parametrize(
    ("ratio", "sided", "error"),
    [
        ("1/2", 2, "l1"),
        ("1/3", 1, "l1"),
        ("2/3", 2, "l2"),
        ("1/3", 1, "l2"),
        ("1/2", 2, "zero_one"),
    ],
)
def test_utility_of_infinite_noise(verify: Verify, ratio: str, sided: int, error: str) -> None:
    """Noise without an end has an exact expected error, the same for every input."""
    model = geometric(ratio, 0, 2, sided=sided)
    whole = document(model, level("1000", "1")) | {"utility": {"error": error}}
    answer = verify.ask("certify", whole)["utility"]
    found = {exact(row["expected"]) for row in answer["inputs"]}
    assert found == {moments(Fraction(ratio), sided)[error]}


def test_utility_of_an_index(verify: Verify) -> None:
    model = noisy_max([2, 0, 1], [0, 2, 1])
    table = definition.laws(model)
    losses = {"x": {"0": 0, "1": 2, "2": 1}, "y": {"0": 2, "1": 0, "2": 1}}
    asked = {"error": losses, "groups": {"both": {"x": 1, "y": 3}}}
    answer = verify.ask("certify", document(model, level("64")) | {"utility": asked})["utility"]
    found = {row["input"]: exact(row["expected"]) for row in answer["inputs"]}
    expected = {x: sum(w * losses[x][y] for y, w in law.items()) for x, law in table.items()}
    assert found == expected
    group = answer["groups"][0]
    assert exact(group["expected"]) == (expected["x"] + 3 * expected["y"]) / 4


# Sweeps


def test_sweeps_over_parameters(verify: Verify) -> None:
    schema = validator(verify, "--output", "sweep")
    cases: list[tuple[Model, dict[str, list[str]]]] = [
        (
            geometric("1/2", 0, 4, sensitivity=1),
            {"ratio": ["1/4", "9/10"], "sensitivity": ["1", "2"]},
        ),
        (CATALOGUE["poisson"][0], {"rate": ["0", "1/4", "1/2", "1"]}),
        (CATALOGUE["allocation_epochs"][0], {"rounds": ["1", "3"], "epochs": ["1", "2"]}),
        (CATALOGUE["sparse"][0], {"threshold": ["0", "1"], "query_ratio": ["0", "1/2"]}),
        (shuffle(2, geometric("1/2", 0, 1)), {"users": ["1", "2", "3"], "of.ratio": ["1/3"]}),
    ]
    for model, grid in cases:
        options = [x for k, vs in grid.items() for x in ("--set", f"{k}={','.join(vs)}")]
        answer = verify.ask("sweep", document(model, level("3/2", "1/10")), *options)
        schema.validate(answer)
        assert len(answer["rows"]) == product_of(len(values) for values in grid.values())
        for row in answer["rows"]:
            changed = with_values(model, row["set"])
            star = definition.delta_star(changed, "3/2")
            assert exact(row["delta_star"]) == star
            assert row["verdict"] == ("holds" if star <= Fraction(1, 10) else "violated")
            assert row["pure_alpha"] == definition.least_alpha(changed)
            assert exact(row["total_variation"]) == definition.delta_star(changed, 1)
            assert row["adjacency"] == definition.default_adjacency(changed)


def product_of(sizes: Any) -> int:
    whole = 1
    for size in sizes:
        whole *= size
    return whole


def with_values(model: Model, values: dict[str, str]) -> Model:
    """The model with these parameters; integers as such, since the definition wants them."""
    changed = json.loads(json.dumps(model))
    for path, text in values.items():
        *folders, key = path.split(".")
        place = changed
        for folder in folders:
            place = place[folder]
        place[key] = int(text) if text.isdigit() else text
    return changed


def test_the_price_of_privacy_of_noise(verify: Verify) -> None:
    whole = document(of_type("clamped_geometric", ratio="1/2", low=0, high=3))
    answer = verify.ask("sweep", whole, "--set", "ratio=1/4,1/2", "--utility", "l1")
    for row in answer["rows"]:
        model = with_values(whole["mechanism"], row["set"])
        errors = {x: expected_error(law, x, "l1") for x, law in definition.laws(model).items()}
        assert exact(row["utility"]["worst"]["expected"]) == max(errors.values())


# Answers have the published form


def test_answers_of_catalogue_types_have_a_schema(verify: Verify, certify_schema: Any) -> None:
    profiles = validator(verify, "--output", "profile")
    epsilons = validator(verify, "--output", "epsilon")
    budgets = validator(verify, "--output", "budget")
    value = noisy_max([2, 1], [1, 3], output="value")
    laplace = of_type("discrete_laplace", scale="2", low=0, high=1)
    claims = [level("2", "1"), {"order": 2, "epsilon": "5"}, {"eta": "9"}, {"rho": "3"}]
    certify_schema.validate(verify.ask("certify", document(fresh(2, laplace), claims)))
    certify_schema.validate(verify.ask("certify", document(value, level("3/2")), code=1))
    for model in (value, parallel(geometric("1/2", 0, 1), shuffle(2, laplace))):
        profiles.validate(verify.ask("profile", document(model)))
    epsilons.validate(verify.ask("epsilon", document(laplace)))
    budgets.validate(verify.ask("budget", document(fresh(3, laplace))))


def test_budget_of_catalogue_types(verify: Verify) -> None:
    answer = verify.ask("budget", document(fresh(3, CATALOGUE["poisson"][0])))
    step = definition.least_alpha(CATALOGUE["poisson"][0])
    assert (answer["step"], answer["queries"]) == ({"alpha": step, "delta": "0"}, 3)
    assert exact(answer["total"]["alpha"]) == Fraction(step) ** 3
    answer = verify.ask(
        "budget", document(shuffle(3, CATALOGUE["allocation"][0])), "--step-alpha", "3/2"
    )
    assert answer["queries"] == 1
    star = definition.delta_star(shuffle(3, CATALOGUE["allocation"][0]), "3/2")
    assert exact(answer["step"]["delta"]) == star
