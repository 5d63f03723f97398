"""`verify gate` as it is run: verdicts, errors, exit codes, certificates."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from gate_library import Library, claim, library, place
from jsonschema import Draft202012Validator

from verify.check import VALID, check
from verify.report.schema import output_schema

MODEL = '[[claim]]\nname = "{}"\nmodel = "models/rr.toml"\n{}\n'

CONFIG = "".join(
    [
        claim("holds"),
        claim("violated", epsilon="ln(2)"),
        claim("allowed", epsilon="ln(2)", delta="1/8", allow_delta="1/8"),
        claim("not allowed", epsilon="ln(2)", delta="1/8", allow_delta="1/9"),
        claim("doubles", "noisy", inputs=None, inputs_from="library.answers:INPUTS", epsilon=0),
        claim("undecided", "waiting", epsilon=0, residual="1/1000", delta="1/10000"),
        claim("timing", "waiting", timing=True, residual="1/1000", delta="1/1000"),
        claim(
            "count",
            "count",
            inputs=None,
            datasets={"domain": [0, 1], "up_to": 2},
            adjacency="add_remove",
            epsilon=0,
            delta="1/2",
        ),
        claim("near", "same", inputs=[0, 1, 3], adjacency="library.answers:near"),
        claim("within", "same", inputs=[0, 1, 3], adjacency={"within": 2}),
        claim("limited", limits={"paths": 3}),
        claim("unfollowed", "unfollowed"),
        claim("dies", "dies"),
        claim("no module", module="nowhere"),
        claim("no function", "nothing"),
        claim("no callable", "INPUTS"),
        claim("no name").replace("library.answers:", ""),
        MODEL.format("model", ""),
        MODEL.format("model at a level", 'alpha = "2"\ndelta = "1/4"'),
        MODEL.format("model with a tolerance", 'allow_delta = "1/4"'),
        '[[claim]]\nname = "no model"\nmodel = "models/nowhere.toml"\n',
        claim("last"),
    ]
)

# By hand: respond is true with probability 3/4, so δ* is max(0, 3/4 − α/4); noisy is true with
# probability x/4; count has two equally likely values and the middle one is shared; same tells
# 1 from 3 and not 0 from 1.
VERDICTS = {
    "holds": ("holds", "0"),
    "violated": ("violated", "1/4"),
    "allowed": ("holds", "1/4"),
    "not allowed": ("violated", "1/4"),
    "doubles": ("violated", "1/4"),
    "undecided": ("undecided", None),
    "timing": ("holds", None),
    "count": ("holds", "1/2"),
    "near": ("holds", "0"),
    "within": ("violated", "1"),
    "limited": ("error", None),
    "unfollowed": ("error", None),
    "dies": ("error", None),
    "no module": ("error", None),
    "no function": ("error", None),
    "no callable": ("error", None),
    "no name": ("error", None),
    "model[0]": ("holds", "0"),
    "model[1]": ("violated", "1/4"),
    "model[2]": ("holds", None),
    "model at a level": ("holds", "1/4"),
    "model with a tolerance[0]": ("holds", "0"),
    "model with a tolerance[1]": ("holds", "1/4"),
    "model with a tolerance[2]": ("error", None),
    "no model": ("error", None),
    "last": ("holds", "0"),
}

PROBLEMS = {
    "limited": "after 3 paths of random choices others are left",
    "unfollowed": f"{place('return f')}: ",
    "dies": "the process that ran it died (exit code 3): ",
    "no module": "function: 'library.nowhere:respond' cannot be had: ModuleNotFoundError",
    "no function": "function: 'library.answers:nothing' cannot be had: AttributeError",
    "no callable": "function: 'library.answers:INPUTS' is no function, but a list",
    "no name": "function: 'respond' names nothing",
    "model with a tolerance[2]": "allow_delta: (zCDP, ρ = 1) has no δ",
    "no model": "model: 'models/nowhere.toml' cannot be read",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("gate")


@pytest.fixture(scope="module")
def answer(folder: Path) -> Any:
    made = library(folder)
    made.write(CONFIG)
    result = made.gate("--format", "json", "--certificates", "certificates")
    assert result.returncode == 2
    return json.loads(result.stdout)  # what the library prints does not stand in the way


@pytest.fixture(scope="module")
def claims(answer: Any) -> dict[str, Any]:
    return {each["name"]: each for each in answer["claims"]}


def test_the_answer_has_its_schema(answer: Any) -> None:
    Draft202012Validator(output_schema("gate")).validate(answer)


def test_the_order_is_that_of_the_file(claims: dict[str, Any]) -> None:
    assert list(claims) == list(VERDICTS)


@pytest.mark.parametrize("name", VERDICTS)
def test_verdicts(claims: dict[str, Any], name: str) -> None:
    verdict, star = VERDICTS[name]
    assert claims[name]["verdict"] == verdict
    if star is not None:
        assert claims[name]["delta_star"] == star


def test_what_is_unexplored_is_between_bounds(claims: dict[str, Any]) -> None:
    assert claims["undecided"]["delta_star"].startswith("0 to 1/")
    assert claims["undecided"]["margin"].startswith("at least -")


@pytest.mark.parametrize("name", PROBLEMS)
def test_problems(claims: dict[str, Any], name: str) -> None:
    assert PROBLEMS[name] in claims[name]["problem"]
    assert claims[name]["file"] == "verify.toml"
    line = CONFIG.splitlines()[claims[name]["line"] :][0]
    assert line == f'name = "{name.removesuffix("[2]")}"'


def test_a_tolerance_is_said(claims: dict[str, Any]) -> None:
    assert claims["allowed"]["claim"] == "(ε = ln(2), δ = 1/8) with 1/8 allowed"
    assert claims["allowed"]["summary"].endswith("above δ = 1/8 and within allow_delta = 1/8")
    assert "within allow_delta" not in claims["holds"]["summary"]


def test_the_source_of_a_function(claims: dict[str, Any], folder: Path) -> None:
    data = (folder / "library" / "answers.py").read_bytes()
    line = data.decode().splitlines().index("def respond(bit, rng):") + 1
    found = claims["holds"]
    assert (found["file"], found["line"]) == ("library/answers.py", line)
    assert found["source_sha256"] == sha256(data).hexdigest()
    model = (folder / "models" / "rr.toml").read_bytes()
    assert claims["model[0]"]["source_sha256"] == sha256(model).hexdigest()


def test_the_platform_is_named_where_doubles_are_drawn(claims: dict[str, Any]) -> None:
    assert [name for name, each in claims.items() if "platform" in each] == ["doubles"]
    assert [name for name, each in claims.items() if "ideal_delta_star" in each] == ["doubles"]


def test_certificates(claims: dict[str, Any], folder: Path) -> None:
    with_certificate = {name for name, each in claims.items() if "certificate" in each}
    assert with_certificate == {
        name
        for name, (verdict, _) in VERDICTS.items()
        if verdict != "error" and name not in ("undecided", "timing", "model[2]")
    }
    assert claims["undecided"]["no_certificate"] == "something is unexplored"
    assert "zCDP" in claims["model[2]"]["no_certificate"]
    for name in with_certificate:
        data = (folder / claims[name]["certificate"]).read_bytes()
        assert check(data)[0] == VALID
        about = json.loads(data)["about"]
        assert about["source_sha256"] == claims[name]["source_sha256"]
        assert about["name"] == name
        assert json.loads(data)["verdict"] == claims[name]["verdict"]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["holds"], 0),
        (["undecided", "holds"], 3),
        (["undecided", "violated"], 1),
        (["undecided", "violated", "error"], 2),
    ],
)
def test_exit_codes(library: Library, names: list[str], code: int) -> None:
    of = {
        "holds": claim("holds"),
        "violated": claim("violated", epsilon="ln(2)"),
        "undecided": claim("undecided", "waiting", epsilon=0, residual="1/1000", delta="1/10000"),
        "error": claim("error", "nothing"),
    }
    library.write("".join(of[name] for name in names))
    result = library.gate("--format", "json")
    assert result.returncode == code
    assert json.loads(result.stdout)["exit_code"] == code


def test_text(library: Library) -> None:
    library.write(claim("true") + claim("false", epsilon="ln(2)") + claim("gone", "nothing"))
    lines = library.gate().stdout.splitlines()
    assert lines[0] == "holds      true   (ε = ln(3), δ = 0)   δ* 0, margin 0, 8 paths"
    assert lines[1].startswith("violated   false   (ε = ln(2), δ = 0)   δ* 1/4 = 0.25, margin -1/4")
    assert lines[2].startswith(
        "error      gone   function: 'library.answers:nothing' cannot be had"
    )
    assert "respond is not differentially private as claimed: (ε = ln(2), δ = 0)" in lines
    assert lines[-1] == "3 claims: holds 1, violated 1, error 1"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["other.toml"], "verify: CONFIG: 'other.toml' cannot be read"),
        (["--limit", "x=1"], "no limit is called 'x'"),
        (["--jobs", "0"], "0 is not in the range"),
        (["--certificates", "verify.toml"], "--certificates: 'verify.toml' cannot be made"),
        (["--output", "no/where"], "--output: 'no/where' cannot be written"),
    ],
)
def test_wrong_options(library: Library, options: list[str], message: str) -> None:
    library.write(claim("true"))
    result = library.gate(*options)
    assert result.returncode == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_limit_of_the_command(library: Library) -> None:
    library.write(claim("true"))
    assert library.gate("--limit", "paths=3").returncode == 2


def test_modules_beside_the_file_and_in_other_folders(library: Library) -> None:
    (library.folder / "src").mkdir()
    (library.folder / "library").rename(library.folder / "src" / "library")
    library.write(claim("true"))
    assert library.gate().returncode == 2
    library.write("pythonpath = ['src']\n" + claim("true"))
    assert library.gate().returncode == 0


def test_fifty_claims_are_all_answered(library: Library) -> None:
    library.write("".join(claim(f"claim {i}") for i in range(50)))
    result = library.gate("--format", "json")
    assert result.returncode == 0
    assert len(json.loads(result.stdout)["claims"]) == 50
