"""What the benchmarks ask is what they say, and what they write follows from what was measured.

Nothing here depends on how fast anything is.
"""

import re
from fractions import Fraction
from pathlib import Path

import pytest

import verify
from benchmarks import classes, plots, scale, table, twin
from benchmarks.__main__ import CASES
from benchmarks.peer import NAME
from benchmarks.report import lines
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort, Sample
from verify.compose.planner import METHODS

QUICK = Effort(quick=True)


def made_up(case: Case, seconds: float) -> Row:
    """A row as if it had been measured."""
    sample, note = Sample((seconds,)), ""
    rivals = [Rival(NAME, sample.scaled(1000), "grid 1e-4; relative error 1.0e-03 above")]
    if case.name.startswith(classes.PREFIX):
        note = "sweep" if case.name.startswith(classes.POWERS) else "halves"
        rivals = [Rival(classes.INTERVAL, sample.scaled(2), "width 1.0e-07·δ*")]
    if case.name.startswith("scale/interval"):
        note = "width 1.0e-07·δ*"
    return Row(sample, tuple(rivals), note)


def results() -> list[tuple[Case, Row]]:
    chosen = [case for case in CASES if case.name.startswith("scale/")]
    return [(case, made_up(case, 1e-3 * i)) for i, case in enumerate(chosen, 1)]


def test_names_of_cases_differ() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


def test_the_twin_of_different_releases_is_the_definition_of_the_engine() -> None:
    laws = [((p, 1 - p), (1 - p, p)) for p in classes.truths(6)]
    for alpha in (Fraction(1), Fraction(3, 2), Fraction(20)):
        expected = verify.certify(classes.product(6), alpha=alpha).delta_star
        assert twin.product(laws, alpha) == expected


@pytest.mark.parametrize("size", [2, 3, 5])
def test_irregular_ratios_do_not_merge(size: int) -> None:
    """So the classes are as many as the name of the case says."""
    base = verify.Channel("01", list(map(str, range(size))), classes.irregular(size))
    for count, expected in ((1, size), (3, size * (size + 1) * (size + 2) // 6)):
        power = verify.combinators.fresh(base, count)
        assert len(verify.profile(power).trade_off(("0", "1"))) == expected + 1


@pytest.mark.parametrize("method", [None, "classes", "interval"])
def test_every_method_that_is_plotted_finds_the_same(method: str | None) -> None:
    expected = twin.k_fold(*classes.irregular(3), classes.DRAWS, Fraction(20))
    found = classes.ask(method, (classes.power(3), Fraction(20))).delta_star
    low, high = found.enclose(200)
    assert low <= expected <= high
    assert high - low <= high / 10**6


@pytest.mark.parametrize("case", [classes.CASES[0], classes.CASES[8]], ids=lambda case: case.name)
def test_small_cases_are_measured(case: Case) -> None:
    row = case.measure(QUICK)
    assert row.note in METHODS
    assert {rival.name for rival in row.rivals} == set(plots.BESIDE)
    first, *others = lines(case, row)
    assert first.endswith(f"{case.title}; {row.note}")
    assert len(others) == len(row.rivals)


def test_widths_are_said_of_intervals_only() -> None:
    mechanism = scale.three(5)
    exact = verify.certify(mechanism, epsilon=2)
    bounds = verify.certify(mechanism, epsilon=2, method="interval")
    assert scale.width(exact.delta_star) == ""
    assert re.fullmatch(r"width \d\.\de-\d\d·δ\*", scale.width(bounds.delta_star))


def test_the_table_has_a_line_for_every_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "README.md"
    page.write_text("before\n<!-- measured -->\nold\n<!-- /measured -->\nafter\n", encoding="utf-8")
    monkeypatch.setattr(table, "README", page)
    table.write_table(results())
    before, _, head, rule, *rows, _, after = page.read_text(encoding="utf-8").splitlines()
    assert (before, after) == ("before", "after")
    assert head.count("|") == rule.count("|") == 6
    assert "old" not in rows
    titles = [case.title for case, _ in results() if case.unit == "s"]
    shown = [title for title in titles if any(f"| {title} |" in row for row in rows)]
    plotted = [case.title for case in classes.CASES]
    assert shown == [title for title in titles if title not in plotted]
    assert any("width 1.0e-07·δ*" in row for row in rows)


def test_the_same_measurements_give_the_same_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
        plots.write_plots(results(), folder)
    for name in ("scale.svg", "classes.svg"):
        one, two = ((folder / name).read_bytes() for folder in folders)
        assert one == two
        assert one.startswith(b"<?xml")
