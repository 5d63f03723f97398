"""The writer of certificates: numbers, levels, tables, bytes and files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from gmpy2 import mpq

import verify
from verify.check import MOST_BYTES, VALID, check
from verify.claim.certificate import writing
from verify.claim.certificate.levels import FAR_BITS, above, below
from verify.claim.certificate.numbers import hexadecimal, integers
from verify.claim.certificate.tables import ListedTable, PackedTable, SeriesTable
from verify.combinators import adaptive, fresh, mixture, parallel, poisson_subsample
from verify.exact.level import Level
from verify.law.mechanism import Mechanism
from verify.law.series import Series, one_sided, two_sided
from verify.mechanisms import (
    channel,
    discrete_laplace,
    geometric,
    leaky,
    randomized_response,
    report_noisy_max,
)

RR = randomized_response("3/4")
QUERIES = {"x": [0, 1], "y": [1, 1]}
VALUE = report_noisy_max(QUERIES, "1/2", output="value")


def written(mechanism: Mechanism, **claim: Any) -> bytes:
    return bytes(verify.certify(mechanism, **(claim or {"alpha": 3})).certificate())


def model_of(mechanism: Mechanism, **claim: Any) -> Any:
    return json.loads(written(mechanism, **claim))["model"]


# numbers


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (mpq(0), "0x0"),
        (mpq(1), "0x1"),
        (mpq(-1), "-0x1"),
        (mpq(6, 4), "0x3/0x2"),
        (mpq(-3, 16), "-0x3/0x10"),
        (mpq(2**64, 3), "0x10000000000000000/0x3"),
        (10, "0xa"),
    ],
)
def test_hexadecimal(number: Any, text: str) -> None:
    assert hexadecimal(number) == text


@pytest.mark.parametrize("bits", [1, 63, 64, 65, 127, 128, 129, 191, 192, 193, 1000])
def test_weights_at_the_ends_of_limbs(bits: int) -> None:
    """Weights 2^bits − 1 and 1, of one limb or of several, over 2^bits."""
    top = 2**bits
    table = verify.Channel.from_weights(["x", "y"], ["u", "v"], [[top - 1, 1], [1, top - 1]], top)
    assert integers(table.weights[0]) == [top - 1, 1]
    rows = model_of(table, alpha=1, delta=1)["tables"][0]["rows"]
    assert rows[0] == {"scale": hex(top), "weights": [hex(top - 1), "0x1"]}
    assert check(written(table, alpha=1, delta=1))[0] == VALID


# levels


@pytest.mark.parametrize("level", [Level.alpha("7/5"), Level.epsilon("2*ln(3) - ln(4)")])
def test_rational_levels_stand_for_themselves(level: Level) -> None:
    for nearby in (below(level), above(level)):
        assert list(nearby) == [level.formed()]


EPSILONS = ["1e-20", "1", "ln(2)/2 + 1/7", "600", "700 + ln(2)/3"]


@pytest.mark.parametrize("epsilon", [*EPSILONS, "709", "5000", "45426", "72000", "1e30"])
def test_levels_below_are_below(epsilon: str) -> None:
    level = Level.epsilon(epsilon)
    found = list(islice(below(level), 9))
    assert found == sorted(found)
    assert all(level.compare(number) > 0 for number in found)


@pytest.mark.parametrize("epsilon", [*EPSILONS, "5000", "45000"])
def test_levels_above_are_above_and_near(epsilon: str) -> None:
    level = Level.epsilon(epsilon)
    found = list(islice(above(level), 4))
    assert found == sorted(found, reverse=True)
    assert all(level.compare(number) < 0 for number in found)
    nearest = list(islice(below(level), 10))[-1]
    assert (found[-1] - nearest) * 2**100 < found[-1]


def test_levels_far_below_come_first_where_the_level_is_large() -> None:
    assert next(below(Level.epsilon("700"))) > mpq(2) ** 1009
    assert list(islice(below(Level.epsilon("3000")), 3)) == [
        mpq(2) ** FAR_BITS,
        mpq(2) ** (2 * FAR_BITS),
        mpq(2) ** (4 * FAR_BITS),
    ]
    assert list(islice(below(Level.epsilon("1e30")), 2)) == [mpq(2) ** 32, mpq(2) ** 64]


# tables


def test_scales_are_reduced_row_by_row() -> None:
    table = channel(["x", "y"], ["u", "v"], [["1/2", "1/2"], ["1/3", "2/3"]])
    assert model_of(table)["tables"][0]["rows"] == [
        {"scale": "0x2", "weights": ["0x1", "0x1"]},
        {"scale": "0x3", "weights": ["0x1", "0x2"]},
    ]


def test_equal_laws_share_a_row() -> None:
    table = channel(["x", "y", "z"], ["u", "v"], [["1/2", "1/2"], [1, 0], ["1/2", "1/2"]])
    found = model_of(table, alpha=1, delta=1)
    assert len(found["tables"][0]["rows"]) == 2
    assert found["laws"] == [[["0x1", 0]], [["0x1", 1]], [["0x1", 0]]]


def test_rows_of_two_channels_are_shared() -> None:
    table = PackedTable(("u", "v"), None)
    one = channel(["x", "y"], ["u", "v"], [["1/2", "1/2"], ["1/3", "2/3"]])
    other = channel(["x", "y"], ["u", "v"], [["1/3", "2/3"], ["1/4", "3/4"]])
    places = [table.row(source, i) for source in (one, other, one) for i in (0, 1)]
    assert places == [0, 1, 1, 2, 0, 1]


def test_names_that_are_numbers_are_counted_where_they_are_many() -> None:
    def outputs(count: int, names: list[str] | None) -> Any:
        row = [[f"1/{count}"] * count] * 2
        return model_of(channel(["x", "y"], names, row))["tables"][0]["outputs"]

    for names in (None, list(map(str, range(3)))):
        assert outputs(3, names) == ["0", "1", "2"]
    for names in (None, list(map(str, range(101)))):
        assert outputs(101, names) == 101
    assert outputs(101, [f"y{i}" for i in range(101)])[100] == "y100"


def test_collapsed_tails_are_said_to_be() -> None:
    """Outcomes beyond the answers have one ratio, and are written as one outcome."""
    table = model_of(geometric("1/2", 0, 1))["tables"][0]
    assert table["collapsed"]
    assert len(table["outputs"]) == 2
    assert [row["weights"] for row in table["rows"]] == [["0x2", "0x1"], ["0x1", "0x2"]]


def test_listed_laws_have_the_outputs_of_all() -> None:
    table = ListedTable("why")
    laws = {"b": mpq(1, 2), "a": mpq(1, 2)}, {"c": mpq(1), "a": mpq(0)}, {"a": mpq(1)}
    assert [table.row(law) for law in laws] == [0, 1, 2]
    assert table.row({"c": mpq(0), "a": mpq(1, 2), "b": mpq(1, 2)}) == 0
    assert table.written() == {
        "collapsed": "why",
        "outputs": ["b", "a", "c"],
        "rows": [
            {"scale": "0x2", "weights": ["0x1", "0x1", "0x0"]},
            {"scale": "0x1", "weights": ["0x0", "0x0", "0x1"]},
            {"scale": "0x1", "weights": ["0x0", "0x1", "0x0"]},
        ],
    }


def test_the_window_of_a_series_is_that_of_all_rows() -> None:
    """Two-sided noise of ratio 1/2 around 0 and around 3: tails from −1 down and from 3 up."""
    table = SeriesTable()
    laws = two_sided(mpq(1, 2)), two_sided(mpq(1, 2)).shifted(3)
    assert [table.row(law) for law in (*laws, laws[0])] == [0, 1, 0]
    found = table.written()
    assert found["outputs"] == ["0", "1", "2"]
    # Σ is 1/3·2^−|z|: at 0, 1, 2 over the scale 12, then 1/24 at 3, 1/6 at −1.
    assert found["rows"][0] == {
        "scale": "0xc",
        "weights": ["0x4", "0x2", "0x1"],
        "tails": [[["0x1/0x6", "0x1/0x2"]], [["0x1/0x18", "0x1/0x2"]]],
    }
    assert found["rows"][1] == {
        "scale": "0x18",
        "weights": ["0x1", "0x2", "0x4"],
        "tails": [[["0x1/0x30", "0x1/0x2"]], [["0x1/0x3", "0x1/0x2"]]],
    }


def test_tails_start_where_a_law_is_settled_to_be_positive() -> None:
    """(1/2)^z − 3/2·(1/3)^z + 2·(1/4)^z begins where its first term outweighs the others."""
    table = SeriesTable()
    table.row(Series(0, {}, (), {mpq(1, 2): mpq(1), mpq(1, 3): mpq(-3, 2), mpq(1, 4): mpq(2)}))
    ((_, right),) = [row["tails"] for row in table.written()["rows"]]
    coefficients = [Fraction(*(int(n, 16) for n in c.split("/"))) for c, _ in right]
    assert coefficients[0] > sum(map(abs, coefficients[1:]))


def test_one_sided_noise_has_one_tail() -> None:
    table = SeriesTable()
    table.row(one_sided(mpq(1, 3)))
    assert table.written()["rows"][0]["tails"] == [[], [["0x2/0x9", "0x1/0x3"]]]
    assert table.written()["outputs"] == ["0"]


# bytes

SCRIPT = """
import sys, verify
from verify.document.examples import EXAMPLES
for name in ("fresh", "sparse_vector", "random_allocation", "leaky", "poisson_subsample"):
    model = {"type": name, **EXAMPLES[name]}
    verdict = verify.certify(verify.load({"schema": 1, "mechanism": model}).mechanism, epsilon="1")
    sys.stdout.buffer.write(bytes(verdict.certificate()))
queries = {"x": [0, 1], "y": [1, 1]}
noisy = verify.mechanisms.report_noisy_max(queries, "1/2", output="value")
sys.stdout.buffer.write(bytes(verify.certify(noisy, alpha=2).certificate()))
"""


def test_bytes_do_not_depend_on_the_process() -> None:
    def run(seed: str) -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, check=True, capture_output=True
        ).stdout

    first, second = run("0"), run("4242")
    assert first == second
    assert first.count(b"\n") == 6


BUILT: list[tuple[Any, Callable[[], Mechanism]]] = [
    ({"type": "randomized_response", "p": "75%"}, lambda: randomized_response(alpha=3)),
    (
        {"type": "fresh", "count": 3, "of": {"type": "randomized_response", "p": "0.75"}},
        lambda: fresh([RR, RR, RR]),
    ),
    (
        {
            "type": "channel",
            "inputs": ["x", "y"],
            "outputs": [0, 1],
            "rows": [["1/2", "1/2"], ["25%", "0.75"]],
        },
        lambda: verify.Channel.from_weights(["x", "y"], None, [[4, 4], [2, 6]], 8),
    ),
    (
        {"type": "leaky", "delta": "1/10", "of": {"type": "randomized_response", "p": "3/4"}},
        lambda: leaky("10%", RR),
    ),
    (
        {"type": "report_noisy_max", "queries": QUERIES, "ratio": "1/2", "output": "value"},
        lambda: VALUE,
    ),
    (
        {
            "type": "poisson_subsample",
            "rate": "1/10",
            "absent": "0",
            "of": {"type": "geometric", "ratio": "1/2", "low": 0, "high": 1},
        },
        lambda: poisson_subsample("1/10", geometric("1/2", 0, 1), absent="0"),
    ),
]


@pytest.mark.parametrize(("model", "build"), BUILT)
def test_bytes_do_not_depend_on_how_a_mechanism_is_made(
    model: Any, build: Callable[[], Mechanism]
) -> None:
    loaded = verify.load({"schema": 1, "mechanism": model}).mechanism
    for claim in ({"alpha": "3/2"}, {"epsilon": "1/2", "delta": "1/4"}):
        assert written(loaded, **claim) == written(build(), **claim)


def test_bytes_do_not_depend_on_what_was_asked_before() -> None:
    mechanism = mixture([("1/2", leaky("1/7", RR)), ("1/2", RR)], revealed=True)
    verdict = verify.certify(mechanism, epsilon="1/2", delta="1/3")
    first = bytes(verdict.certificate())
    assert verdict.profile.delta(alpha=2).exact
    assert verdict.least_alpha
    assert bytes(verdict.certificate()) == first
    full = verify.certify(mechanism, epsilon="1/2", delta="1/3", full=True)
    assert bytes(full.certificate()) == first


def test_about_is_free_text_that_the_digest_covers() -> None:
    verdict = verify.certify(RR, alpha=3)
    plain, told = verdict.certificate(), verdict.certificate({"who": "Ω\n"})
    assert json.loads(bytes(told))["about"] == {"who": "Ω\n"}
    assert plain.digest != told.digest
    assert {check(bytes(c))[0] for c in (plain, told)} == {VALID}
    assert repr(plain) == f"<Certificate that the claim holds, of {len(plain.data)} bytes>"


# files


def test_a_file_is_written(tmp_path: Path) -> None:
    certificate = verify.certify(RR, alpha=3).certificate()
    target = tmp_path / "certificate.json"
    target.write_text("an older one")
    certificate.write(target)
    certificate.write(str(target))
    assert target.read_bytes() == bytes(certificate)
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_has_the_mode_of_other_new_files(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    target = tmp_path / "certificate.json"
    verify.certify(RR, alpha=3).certificate().write(target)
    assert target.stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    certificate = verify.certify(RR, alpha=3).certificate()
    (tmp_path / "link.json").symlink_to("real.json")
    certificate.write(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == bytes(certificate)


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    certificate = verify.certify(RR, alpha=3).certificate()
    certificate.write(pipe)
    assert os.read(reader, 10**5) == bytes(certificate)
    os.close(reader)
    assert pipe.is_fifo()


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    yield
    monkeypatch.undo()


@pytest.mark.usefixtures("broken")
def test_a_failure_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    target = tmp_path / "certificate.json"
    target.write_text("an older one")
    with pytest.raises(OSError, match="No space"):
        verify.certify(RR, alpha=3).certificate().write(target)
    assert list(tmp_path.iterdir()) == [target]
    assert target.read_text() == "an older one"


@pytest.mark.parametrize("name", ["", ".", "no such folder/file.json"])
def test_what_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match=r"Is a directory|No such file"):
        verify.certify(RR, alpha=3).certificate().write(f"{tmp_path}/{name}")
    assert list(tmp_path.iterdir()) == []


# what has no certificate


@pytest.mark.parametrize(
    ("mechanism", "claim"),
    [
        (RR, {"rho": "1/2"}),
        (RR, {"rho": "1/1000"}),
        (discrete_laplace(2, 0, 5), {"alpha": 2}),
        (discrete_laplace(2, 0, 5), {"alpha": 2, "delta": 1}),
        (fresh(discrete_laplace(2, 0, 5), 2), {"epsilon": "1"}),
        (leaky("1/10", discrete_laplace(2, 0, 5)), {"epsilon": "1e30"}),
        (parallel([RR, discrete_laplace(2, 0, 1)]), {"epsilon": "1"}),
        (adaptive(randomized_response(epsilon=1), {"0": "stop", "1": RR}), {"alpha": 3}),
        (discrete_laplace(2, 0, 5), {"order": 2, "epsilon": "1"}),
        (discrete_laplace(2, 0, 5), {"eta": "1"}),
        (discrete_laplace(2, 0, 5), {"eta": "1/100"}),
    ],
)
def test_no_certificate_yet(mechanism: Mechanism, claim: dict[str, Any]) -> None:
    verdict = verify.certify(mechanism, **claim)
    with pytest.raises(verify.NotAvailableError) as error:
        verdict.certificate()
    assert "\n" not in str(error.value)
    assert error.value.form
    assert "no certificate yet" in str(error.value)


def test_no_certificate_is_longer_than_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert writing.MOST_BYTES == MOST_BYTES
    monkeypatch.setattr(writing, "MOST_BYTES", 400)
    with pytest.raises(verify.NotAvailableError, match="400 are read"):
        verify.certify(RR, alpha=3).certificate()
