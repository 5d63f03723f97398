"""The harness accepts a true lemma with a false sibling, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from proofs import __main__ as command
from proofs.definitions import best_event, hockey_stick, largest_ratio, pure_level, pushed
from proofs.domains import At, Domain, Grid, Table, tables_at
from proofs.harness import Lemma, Sibling, at_most, equals, every, run

HALF = Fraction(1, 2)


def numbers(grid: Grid) -> Iterator[int]:
    yield from range(grid.largest + 1)


SQUARES: Lemma[int] = Lemma(
    "toy.squares",
    "n <= n² for n >= 1",
    "school",
    Domain("integers", numbers, quick=Grid(((1, 9),)), full=Grid(((1, 99),))),
    lambda n: at_most(n, n * n),
    Sibling("n² <= n", "the direction", lambda n: at_most(n * n, n)),
    hypothesis=lambda n: n >= 1,
)


def test_a_true_lemma_is_counted():
    outcome = run(SQUARES)
    assert outcome.succeeds
    assert (outcome.instances, outcome.met, outcome.equal) == (10, 9, 1)
    assert str(outcome.refutation) == "2 (not 4 <= 2)"
    assert run(SQUARES, full=True).instances == 100


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"holds": lambda n: at_most(n, 6)}, "fails at 7 (not 7 <= 6)"),
        ({"hypothesis": lambda n: n > 9}, "no instance meets the hypothesis"),
        ({"hypothesis": lambda n: n > 1}, "no instance meets the bound with equality"),
        ({"never_equal": "a mistake"}, "the bound is met with equality, though the lemma says"),
        (
            {"sibling": Sibling("n <= n²", "nothing", lambda n: at_most(n, n * n))},
            "the sibling is not refuted",
        ),
        (
            {"sibling": replace(SQUARES.sibling, hypothesis=lambda n: n > 9)},
            "the sibling is not refuted",
        ),
    ],
)
def test_anything_else_is_a_problem(changes, problem):
    outcome = run(replace(SQUARES, **changes))
    assert not outcome.succeeds
    assert len(outcome.problems) == 1
    assert outcome.problems[0].startswith(problem)


def test_a_reason_excuses_a_bound_that_is_never_met():
    strict = replace(SQUARES, hypothesis=lambda n: n > 1, never_equal="n < n² for n > 1")
    assert run(strict).succeeds


def test_two_problems_are_both_named():
    wrong = replace(SQUARES, holds=lambda n: equals(n, 0), sibling=Sibling("", "", SQUARES.holds))
    assert run(wrong).problems == ("fails at 1 (not 1 = 0)", "the sibling is not refuted")


def test_an_error_names_the_lemma_and_the_instance():
    with pytest.raises(ZeroDivisionError) as caught:
        run(replace(SQUARES, holds=lambda n: equals(n // (n - 3), n // (n - 3))))
    assert caught.value.__notes__ == ["while checking toy.squares at 3"]


def test_progress_is_told_now_and_then():
    seen: list[int] = []
    long = replace(SQUARES.domain, quick=Grid(((1, 999),)))
    run(replace(SQUARES, domain=long), progress=seen.append)
    assert seen == [256, 512, 768]


def test_every_shows_the_first_that_fails():
    good, bad = at_most(1, 2), equals(1, 2, 3)
    assert every(good, bad, good) is bad
    assert every(good, at_most(2, 2)).equal
    assert str(bad) == "1 = 2 = 3"


def test_tables_are_listed_once_and_smallest_first():
    assert [str(table) for table in Grid(((1, 2), (2, 1))).tables()] == [
        "P = [1], Q = [1]",
        "P = [0, 1], Q = [0, 1]",
        "P = [0, 1], Q = [1, 0]",
        "P = [1, 0], Q = [0, 1]",
        "P = [1, 0], Q = [1, 0]",
    ]
    assert sum(1 for _ in Grid(((2, 2), (3, 2))).tables()) == 9 + 36


def test_levels_are_at_between_and_beyond_the_ratios():
    table = Table(4, 3, ((1, 1, 2), (3, 1, 0)))
    assert table.levels == (1, 2, 3, 4)
    assert list(tables_at()(Grid(((1, 1),)))) == [At(Table(1, 1, ((1,), (1,))), a) for a in (1, 2)]


def test_definitions_on_one_pair():
    p, q = (HALF, HALF, Fraction(0)), (Fraction(1, 4), HALF, Fraction(1, 4))
    assert hockey_stick(p, q, Fraction(1)) == best_event(p, q, Fraction(1)) == Fraction(1, 4)
    assert hockey_stick(q, p, HALF) == HALF
    assert (largest_ratio(p, q), largest_ratio(q, p), pure_level(p, q)) == (2, None, None)
    swap = ((Fraction(0), Fraction(1)), (Fraction(1), Fraction(0)), (HALF, HALF))
    assert pushed(q, swap) == (Fraction(5, 8), Fraction(3, 8))


@pytest.fixture
def one_lemma(monkeypatch):
    monkeypatch.setattr(command, "matching", lambda part: [SQUARES] if part in "toy" else [])


def test_command_prints_a_line_each_and_a_summary(one_lemma, capsys):
    assert command.main(["toy"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert shown.out.splitlines() == [
        "toy.squares: n <= n² for n >= 1 [school] on integers; m = 1: D <= 9: 10 instances, 9 met, "
        "1 equal: holds | sibling: n² <= n: refuted at 2 (not 4 <= 2)",
        "1 of 1 lemmas hold on 10 instances, 1 of 1 siblings are refuted",
    ]


def test_command_fails_with_a_false_lemma(monkeypatch, capsys):
    false = replace(SQUARES, holds=lambda n: at_most(n, 6))
    monkeypatch.setattr(command, "matching", lambda part: [false])
    assert command.main([]) == 1
    assert "FAILS (fails at 7 (not 7 <= 6))" in capsys.readouterr().out


def test_command_fails_with_a_true_sibling(monkeypatch, capsys):
    true = replace(SQUARES, sibling=Sibling("n <= n²", "nothing", SQUARES.holds))
    monkeypatch.setattr(command, "matching", lambda part: [true])
    assert command.main([]) == 1
    assert "NOT REFUTED" in capsys.readouterr().out


def test_processes_say_the_same(capsys):
    assert command.main(["exhaustive", "--jobs", "1"]) == 0
    alone = capsys.readouterr()
    assert command.main(["exhaustive", "--jobs", "2"]) == 0
    assert capsys.readouterr() == alone
    assert alone.out.count(": holds | sibling") == 2


@pytest.mark.parametrize("jobs", ["0", "-1", "two", ""])
def test_processes_are_counted_from_one(jobs, capsys):
    with pytest.raises(SystemExit) as ended:
        command.main(["--jobs", jobs])
    assert ended.value.code == 2
    assert "is no number of processes; write 1, 2, …" in capsys.readouterr().err


def test_list_runs_nothing(capsys):
    assert command.main(["--list"]) == 0
    assert "composition.basic: H_αβ" in capsys.readouterr().out


def test_a_filter_without_a_match_is_a_wrong_call(capsys):
    assert command.main(["no such lemma"]) == 2
    assert capsys.readouterr().out == ""


def test_write_makes_a_table(one_lemma, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(command, "README", tmp_path / "README.md")
    assert command.main(["--write"]) == 0
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "| toy.squares | n <= n² for n >= 1 | school | integers; m = 1: D <= 9 | 10 |" in text
    assert "| toy.squares | n² <= n | the direction | 2 (not 4 <= 2) |" in text


@pytest.mark.parametrize("other", ["--list", "--full", "toy"])
def test_write_needs_a_plain_run(other):
    with pytest.raises(SystemExit):
        command.main(["--write", other])
