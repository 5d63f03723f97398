"""Levels written as an epsilon: sums of rationals and logarithms, and which side of them we are."""

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from contract_command import Verify
from contract_models import MASK, Model, document, fresh, leaky, rr

LN_3 = [
    "ln(3)",
    "ln( 3 )",
    "ln(3/1)",
    "ln(3.0)",
    "ln(300%)",
    "ln(30e-1)",
    "1*ln(3)",
    "1/2*ln(9)",
    "0.5 * ln(9)",
    "ln(9)/2",
    "ln(9) / 2",
    "(ln(3))",
    "((ln(3)))",
    "ln(9)-ln(3)",
    "ln(6) - ln(2)",
    "ln(2)+ln(3/2)",
    "(ln(3)+ln(3))/2",
    "2*(ln(9)-ln(3))/2",
    "ln(1/3)+2*ln(3)",
    "-1*ln(1/3)",
    "3*ln(27)/9",
    "0+ln(3)",
    "1-1+ln(3)",
    "ln(3)+ln(1)",
    "2*(1/2*ln(3)+1)-2",
]

RATIONALS = ["1/2", "0.5", "50%", "5e-1", "1-1/2", "(1/4+1/4)", "1/2+ln(1)", "ln(2)+1/2-ln(2)"]


def claims(*epsilons: str, delta: str = "0") -> list[dict[str, str]]:
    return [{"epsilon": epsilon, "delta": delta} for epsilon in epsilons]


def results(verify: Verify, model: Model, claim: list[Any], code: int) -> list[Any]:
    answer = verify.ask("certify", document(model, claim), code=code)
    assert len(answer["results"]) == len(claim)
    return answer["results"]


def exponential(epsilon: Decimal) -> Fraction:
    with localcontext() as context:
        context.prec = 80
        return Fraction(epsilon.exp())


def test_ways_to_write_ln_3(verify: Verify) -> None:
    found = results(verify, rr("9/10"), claims(*LN_3, delta="3/5"), code=0)
    assert [r["delta_star"]["exact"] for r in found] == ["3/5"] * len(LN_3)
    assert {r["margin"]["exact"] for r in found} == {"0"}
    assert all("epsilon" in r["claim"] for r in found)


def test_ways_to_write_one_half(verify: Verify) -> None:
    found = results(verify, rr(), claims(*RATIONALS), code=1)
    true = Fraction(3, 4) - exponential(Decimal("0.5")) / 4
    for result in found:
        value = result["delta_star"]
        assert "exact" not in value
        assert (value["a"], value["b"]) == ("3/4", "1/4")
        assert Fraction(value["lower"]) <= true <= Fraction(value["upper"])
        assert Fraction(value["upper"]) - Fraction(value["lower"]) < Fraction(1, 10**15)


@pytest.mark.parametrize("zero", ["0", "ln(1)", "ln(3)-ln(3)", "1-1", "0*ln(5)", "2*ln(3)-ln(9)"])
def test_ways_to_write_zero(verify: Verify, zero: str) -> None:
    answer = verify.ask("certify", document(rr(), claims(zero)[0]), code=1)
    assert answer["delta_star"]["exact"] == "1/2"


def test_irrational_level_has_no_exact_value(verify: Verify) -> None:
    root = claims("ln(3)/2", "1/2*ln(3)", "ln(9)/4", "ln(27)/6")
    for result in results(verify, rr(), root, code=1):
        value = result["delta_star"]
        assert "exact" not in value
        assert "exact" not in result["margin"]
        assert (value["a"], value["b"]) == ("3/4", "1/4")
        true = Fraction("0.3169872981077806766")  # (3 - sqrt 3)/4 to 19 digits
        assert Fraction(value["lower"]) <= true + Fraction(1, 10**19)
        assert true <= Fraction(value["upper"])
        assert abs(Fraction(result["margin"]["lower"]) + true) < Fraction(1, 10**15)
        assert abs(Fraction(result["margin"]["upper"]) + true) < Fraction(1, 10**15)


def test_irrational_level_with_a_rational_value(verify: Verify) -> None:
    many = claims("ln(3)/2", "1", "1/1000000007", delta="1")
    for model, expected in ((MASK, "1"), (leaky("1/10", rr("1/2")), "1/10"), (rr("1/2"), "0")):
        for result in results(verify, model, many, code=0):
            value = result["delta_star"]
            assert value["exact"] == value["a"] == expected
            assert value["b"] == "0"
            assert result["margin"]["exact"] == str(1 - Fraction(expected))


def test_levels_on_either_side_of_ln_3(verify: Verify) -> None:
    # ln 3 = 1.09861228866810969139…
    near = ["1.0986122886681096", "1.0986122886681098", "1.0986122886681097", "ln(3)"]
    found = results(verify, rr("3/4"), claims(*near), code=1)
    verdicts = [result["verdict"] for result in found]
    assert verdicts == ["violated", "holds", "holds", "holds"]
    assert [r["delta_star"].get("exact") for r in found] == [None, "0", "0", "0"]
    true = Fraction(3, 4) - exponential(Decimal(near[0])) / 4
    value = found[0]["delta_star"]
    assert 0 < Fraction(value["lower"]) <= true <= Fraction(value["upper"])
    assert Fraction(value["upper"]) < true * (1 + Fraction(1, 10**14))
    assert Fraction(found[0]["margin"]["upper"]) < 0


def test_forty_digits_of_ln_3(verify: Verify) -> None:
    digits = "1.098612288668109691395245236922525704647490"
    near = [digits, digits[:-1] + "1", f"ln(3)-1e-{60}", f"ln(3)+1e-{60}"]
    found = results(verify, rr("3/4"), claims(*near), code=1)
    verdicts = [result["verdict"] for result in found]
    assert verdicts == ["violated", "holds", "violated", "holds"]


def test_a_tiny_fraction_of_ln_3(verify: Verify) -> None:
    tiny = "ln(3)/1000000007"
    value = results(verify, rr("3/4"), claims(tiny), code=1)[0]["delta_star"]
    with localcontext() as context:
        context.prec = 80
        alpha = exponential(Decimal(3).ln() / 1000000007)
    true = Fraction(3, 4) - alpha / 4
    assert "exact" not in value
    assert Fraction(value["lower"]) <= true <= Fraction(value["upper"])
    assert Fraction(value["upper"]) - Fraction(value["lower"]) < Fraction(1, 10**15)


@pytest.mark.parametrize(("more", "verdict"), [(0, "holds"), (1, "violated")])
def test_a_ratio_next_to_a_tiny_fraction_of_ln_3(verify: Verify, more: int, verdict: str) -> None:
    with localcontext() as context:
        context.prec = 80
        alpha = exponential(Decimal(3).ln() / 1000000007)
    ratio = Fraction(int(alpha * 10**40) + more, 10**40)
    model = {"type": "randomized_response", "alpha": str(ratio)}
    answer = verify.ask(
        "certify",
        document(model, claims("ln(3)/1000000007")[0]),
        code=int(verdict == "violated"),
    )
    assert answer["verdict"] == verdict
    assert answer["pure_alpha"] == str(ratio)


def test_an_enormous_level(verify: Verify) -> None:
    huge = claims("1e30", "1e30*ln(3)", "1e30 + ln(2)", delta="1")
    for model, expected in (
        (rr("3/4"), "0"),
        (rr("1"), "1"),
        (fresh(2, rr("1/2")), "0"),
        (leaky("1/7", rr("99%")), "1/7"),
    ):
        found = results(verify, model, huge, code=0)
        assert [r["delta_star"]["exact"] for r in found] == [expected] * 3


@pytest.mark.parametrize(
    "text",
    [
        "ln(0)",
        "ln(-1)",
        "ln(1/2)",
        "ln(3)-ln(4)",
        "-1",
        "2ln(3)",
        "log(3)",
        "ln 3",
        "ln(3",
        "ln(ln(3))",
        "ln(3)/0",
        "ln(3)/-2",
        "ln(3)ln(3)",
        "exp(1)",
        "nan",
        "inf",
        "",
        ".5",
    ],
)
def test_refused_epsilons(verify: Verify, text: str) -> None:
    line = verify.refuse("certify", document(rr(), claims(text)[0]))
    assert "claim.epsilon" in line
