"""What the configuration of a gate may say, and how it is refused otherwise."""

from pathlib import Path

import pytest

from verify.errors import InputError
from verify.gate.config import read_config

RIGHT = 'name = "a"\nfunction = "m:f"\ninputs = [0, 1]\nepsilon = "ln(3)"\n'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(text: str, name: str = "verify.toml") -> str:
    Path(name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_config(None)
    line = str(caught.value)
    assert "\n" not in line
    return line


def test_a_claim_and_where_it_stands() -> None:
    text = f"pythonpath = ['src']\nseconds = 60\n[[claim]]\n{RIGHT}seconds = 70\n"
    Path("verify.toml").write_text(text, encoding="utf-8")
    config = read_config(None)
    assert config.path == Path("verify.toml")
    (entry,) = config.entries
    assert (entry.name, entry.function, entry.inputs) == ("a", "m:f", [0, 1])
    assert config.lines == (3,)
    assert (config.seconds, entry.seconds) == (60, 70)
    assert config.pythonpath == (Path.cwd(), Path.cwd() / "src")


def test_a_section_of_pyproject() -> None:
    text = f"[tool.other]\nx = 0.5\nday = 2020-01-01\n[[tool.verify.claim]]\n{RIGHT}"
    Path("pyproject.toml").write_text(text, encoding="utf-8")
    config = read_config(None)
    assert [entry.name for entry in config.entries] == ["a"]
    assert config.lines == (4,)


def test_a_file_of_its_own_comes_first() -> None:
    other = RIGHT.replace('"a"', '"b"')
    Path("pyproject.toml").write_text(f"[[tool.verify.claim]]\n{RIGHT}", encoding="utf-8")
    Path("verify.toml").write_text(f"[[claim]]\n{other}", encoding="utf-8")
    assert [entry.name for entry in read_config(None).entries] == ["b"]
    assert [entry.name for entry in read_config("pyproject.toml").entries] == ["a"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("epsilom = 1", "verify.toml, claim[0].epsilom: unknown key"),
        ('model = "x.json"', "claim[0]: there must be a function or a model, and not both"),
        ("alpha = 3", "claim[0]: both alpha and epsilon are given"),
        ("delta = 0.1", 'claim[0].delta: 0.1 is a float, which is not exact; write it as text: "0'),
        ("delta = 2", "claim[0].delta: 2 is above 1"),
        ("allow_delta = 1e-9", "claim[0].allow_delta: 1e-9 is a float, which is not exact; write"),
        ('residual = "x"', "claim[0].residual: 'x' is not an exact number"),
        ("timing = 1", "claim[0].timing: expected true or false or null, got an integer"),
        ('inputs_from = "m:I"', "claim[0]: exactly one key says what the inputs are"),
        ("datasets = {domain = [0]}", "claim[0].datasets.up_to: the key is missing"),
        ("limits = {paths = true}", "claim[0].limits"),
        ("seconds = 0", "claim[0].seconds: 0 is below 1; write an integer of at least 1"),
        ('seconds = "5"', "claim[0].seconds: expected an integer or null, got text"),
        ("seconds = 0.5", "claim[0].seconds: 0.5 is a float"),
    ],
)
def test_wrong_keys(change: str, message: str) -> None:
    assert message in refused(f"[[claim]]\n{RIGHT}{change}\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "verify.toml, claim: the key is missing"),
        ("claim = []", "verify.toml, claim: there is no claim"),
        ("claim = 3", "verify.toml, claim: expected a list, got an integer"),
        ("claim = [3]", "verify.toml, claim[0]: expected an object, got an integer"),
        (f"other = 1\n[[claim]]\n{RIGHT}", "verify.toml, other: unknown key"),
        (f"seconds = -1\n[[claim]]\n{RIGHT}", "verify.toml, seconds: -1 is below 1"),
        ("[[claim]\n", "not TOML"),
        (f"[[claim]]\n{RIGHT}" * 2, "claim[1].name: 'a' is there twice"),
        (f"[[claim]]\n{RIGHT}".replace('"a"', '" "'), "claim[0].name: the name is empty"),
        (f"[[claim]]\n{RIGHT}".replace("epsilon", "delta "), "claim[0]: there is no level"),
        (f"[[claim]]\n{RIGHT}".replace("ln(3)", "ln("), "claim[0].epsilon: "),
        (f"[[claim]]\n{RIGHT}".replace("[0, 1]", "[0.5]"), 'write inputs_from = "package.module'),
        (
            '[[claim]]\nname = "a"\nmodel = "x.json"\nresidual = "1/9"\n',
            "claim[0].residual: a model has no such key",
        ),
    ],
)
def test_wrong_files(text: str, message: str) -> None:
    assert message in refused(text)


def test_wrong_keys_of_pyproject_are_named_from_the_top() -> None:
    text = f"[[tool.verify.claim]]\n{RIGHT}delta = 0.5\n"
    assert "pyproject.toml, tool.verify.claim[0].delta: 0.5 is a float" in (
        refused(text, "pyproject.toml")
    )
    text = f"[tool.verify]\nseconds = 0\n[[tool.verify.claim]]\n{RIGHT}"
    assert "pyproject.toml, tool.verify.seconds: 0 is below 1" in refused(text, "pyproject.toml")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, "CONFIG: no verify.toml here, and no [tool.verify] in pyproject.toml"),
        ("nowhere.toml", "CONFIG: 'nowhere.toml' cannot be read: No such file or directory"),
    ],
)
def test_no_file(given: str | None, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_config(given)
    assert str(caught.value).startswith(message)


def test_pyproject_without_a_section() -> None:
    Path("pyproject.toml").write_text("[tool.other]\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"no verify\.toml here"):
        read_config(None)
    with pytest.raises(InputError, match=r"'pyproject\.toml' has no \[tool\.verify\]"):
        read_config("pyproject.toml")
