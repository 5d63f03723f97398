"""epsilon: the least level, exactly, and its logarithm rounded up."""

from fractions import Fraction

import by_definition as definition
import pytest
from contract_checks import check_decimal, logarithm
from contract_command import Verify
from contract_models import EVERY_TYPE, MASK, Model, copies, document, fresh, leaky, rr


@pytest.mark.parametrize(
    ("model", "alpha"),
    [
        (rr(), "3"),
        (rr("9/10"), "9"),
        (rr("1/4"), "3"),
        (rr("51%"), "51/49"),
        (fresh(2, rr()), "9"),
        (fresh(40, rr()), str(3**40)),
        (copies(12, rr()), "3"),
        (rr("0.5000000000000000000000001"), str(Fraction(5 * 10**24 + 1, 5 * 10**24 - 1))),
    ],
)
def test_finite_level(verify: Verify, model: Model, alpha: str) -> None:
    answer = verify.ask("epsilon", document(model))
    assert answer["alpha"] == alpha
    check_decimal(answer["epsilon"], logarithm(alpha))


@pytest.mark.parametrize("model", [rr("1/2"), copies(5, rr("1/2")), fresh(9, rr("0.50"))])
def test_no_loss_at_all(verify: Verify, model: Model) -> None:
    answer = verify.ask("epsilon", document(model))
    assert (answer["alpha"], answer["epsilon"]) == ("1", "0")


@pytest.mark.parametrize("model", [rr("1"), rr("0"), MASK, leaky("1e-30", rr())])
def test_no_finite_level(verify: Verify, model: Model) -> None:
    answer = verify.ask("epsilon", document(model))
    assert (answer["alpha"], answer["epsilon"]) == ("inf", "inf")


@pytest.mark.parametrize("name", EVERY_TYPE)
def test_every_type(verify: Verify, name: str) -> None:
    answer = verify.ask("epsilon", document(EVERY_TYPE[name]))
    expected = definition.least_alpha(EVERY_TYPE[name])
    assert answer["alpha"] == expected
    if expected == "inf":
        assert answer["epsilon"] == "inf"
    else:
        check_decimal(answer["epsilon"], logarithm(expected))


@pytest.mark.parametrize(
    ("delta", "alpha"), [("3/8", "3"), ("1/16", "8"), ("50%", "1"), ("1", "1"), ("0", "9")]
)
def test_level_at_a_delta(verify: Verify, delta: str, alpha: str) -> None:
    answer = verify.ask("epsilon", document(fresh(2, rr())), "--delta", delta)
    assert answer["alpha"] == alpha
    if alpha == "1":
        assert answer["epsilon"] == "0"
    else:
        check_decimal(answer["epsilon"], logarithm(alpha))


def test_level_is_that_of_the_worst_pair(verify: Verify) -> None:
    model = EVERY_TYPE["channel"]
    near = verify.ask("epsilon", document(model, adjacency={"pairs": [["y", "z"]]}))
    assert near["alpha"] == "3/2"
    assert verify.ask("epsilon", document(model))["alpha"] == "inf"


def test_a_bare_run_prints_a_report(verify: Verify) -> None:
    path = verify.write('{"schema": 1, "mechanism": {"type": "randomized_response", "p": "3/4"}}')
    answer = verify.run("epsilon", path)
    assert answer.code == 0
    assert "1.0986122886681" in answer.stdout
