"""Answers as text for people: one screen, the verdict first."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from verify.errors import printable
from verify.report.forms import (
    BudgetForm,
    CertifyForm,
    DeltaForm,
    DirectionForm,
    EpsilonForm,
    ProfileForm,
    TotalForm,
    TradeOffForm,
    WitnessForm,
)
from verify.report.words import (
    adjacency_words,
    claim_words,
    delta_words,
    epsilon_words,
    exact_words,
    label_words,
    least_alpha_words,
    level_words,
    point_words,
)

__all__ = ["budget_text", "certify_text", "epsilon_text", "profile_text", "render"]

STYLES = {"holds": "bold green", "violated": "bold red", "undecided": "bold yellow"}

WIDTH = 100

SHOWN = 6
"""Directions, and twice as many breakpoints and vertices, that fit a screen."""

Parts = list[RenderableType]


def render(parts: Iterable[RenderableType], *, color: bool) -> str:
    """Text as it is printed; colour only where the reader is a terminal."""
    out = StringIO()
    console = Console(
        file=out,
        width=WIDTH,
        force_terminal=color,
        color_system="standard" if color else None,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for part in parts:
        console.print(part)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).rstrip("\n")


def certify_text(answer: CertifyForm) -> Parts:
    """The verdict, the exact δ*, the witness, the directions."""
    head = Text(answer.verdict, style=STYLES[answer.verdict])
    head.append(_under(f"   {claim_words(answer)}", answer.adjacency), style="default")
    facts = _facts(
        ("least δ at this level", delta_words(answer.delta_star)),
        ("margin δ − δ*", delta_words(answer.margin)),
        ("pure level", level_words(answer.pure_alpha)),
        ("least level at this δ", least_alpha_words(answer)),
        ("ordered pairs decided", str(answer.pairs)),
    )
    witness: Parts = []
    if isinstance(answer.witness, WitnessForm):
        witness = ["", Text("witness", style="bold"), _witness(answer.witness, answer)]
    return [head, facts, *witness, *_directions(answer)]


def profile_text(answer: ProfileForm) -> Parts:
    """The points, then what is known of the whole curve."""
    points = _table("level", "δ*", "input", "neighbour")
    for point in answer.points:
        worst = point.directions[:1]
        pair = [label_words(x) for item in worst for x in (item.input, item.neighbour)]
        points.add_row(point_words(point), delta_words(point.delta), *pair)
    rows: list[tuple[str, str]] = []
    if answer.total_variation is not None:
        rows.append(("total variation δ*(1)", exact_words(answer.total_variation)))
        rows.append(("best attacker's accuracy", exact_words(answer.attacker_accuracy)))
    if answer.breakpoints is not None:
        alphas = [exact_words(alpha) for alpha in answer.breakpoints]
        rows.append(("breakpoints α", _some(alphas, ", ") or "none above 1"))
    rows += [_trade_off(curve) for curve in (answer.tradeoff or [])[:SHOWN]]
    if isinstance(answer.reason, str):
        rows.append(("note", answer.reason))
    return [_under("privacy profile", answer.adjacency), points, _facts(*rows)]


def epsilon_text(answer: EpsilonForm) -> Parts:
    """The least level at a δ."""
    head = _under(f"least level at δ = {exact_words(answer.delta)}", answer.adjacency)
    alpha = "" if answer.alpha == "inf" else f"α = {exact_words(answer.alpha)}, "
    return [head, f"  {alpha}{epsilon_words(answer.epsilon)}"]


def budget_text(answer: BudgetForm) -> Parts:
    """The theorem's sum beside the truth."""
    head = _under("basic composition budget", answer.adjacency)
    if answer.total is None or answer.exact is None:
        return [head, Text("withheld", style="bold yellow"), f"  {answer.withheld}"]
    assumptions = answer.bounds[0].assumptions if answer.bounds else ""
    facts = _facts(
        (
            "one step",
            f"α₀ = {exact_words(answer.step.alpha)}, δ₀ = {exact_words(answer.step.delta)}",
        ),
        ("queries", str(answer.queries)),
        ("the theorem promises", _total(answer.total)),
        ("the truth at that level", f"δ* = {delta_words(answer.exact)}"),
        ("assuming", assumptions),
    )
    return [head, facts]


def _facts(*rows: tuple[str, str]) -> Table:
    table = Table.grid(padding=(0, 3, 0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in rows:
        table.add_row(f"  {name}", printable(value))
    return table


def _table(*columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=True)
    for name in columns:
        table.add_column(name, overflow="fold")
    return table


def _under(head: str, adjacency: object) -> str:
    return f"{head}   adjacency {adjacency_words(adjacency)}"


def _witness(found: WitnessForm, answer: CertifyForm) -> Table:
    p, q, delta = exact_words(found.p), exact_words(found.q), exact_words(answer.claim.delta)
    excess = found.excess
    value = delta_words(excess) if isinstance(excess, DeltaForm) else exact_words(excess)
    return _facts(
        ("input P, neighbour Q", f"{label_words(found.input)}, {label_words(found.neighbour)}"),
        ("event", str(found.event["text"])),
        ("P(event), Q(event)", f"{p}, {q}"),
        ("P − α·Q", f"{value}, which is more than δ = {delta}"),
    )


def _directions(answer: CertifyForm) -> Parts:
    table = _table("input P", "neighbour Q", "δ of this direction", "maximal event")
    for item in answer.directions[:SHOWN]:
        table.add_row(*_direction(item))
    hidden = answer.pairs - min(len(answer.directions), SHOWN)
    note: Parts = [f"  and {hidden} more directions"] if hidden > 0 else []
    return [table, *note]


def _direction(item: DirectionForm) -> tuple[str, str, str, str]:
    event = printable(str(item.event["text"])) if isinstance(item.event, dict) else ""
    return label_words(item.input), label_words(item.neighbour), delta_words(item.delta), event


def _trade_off(curve: TradeOffForm) -> tuple[str, str]:
    vertices = [f"({exact_words(x)}, {exact_words(y)})" for x, y in curve.vertices]
    pair = f"{label_words(curve.input)} → {label_words(curve.neighbour)}"
    return f"trade-off {pair}", _some(vertices, " ")


def _total(total: TotalForm) -> str:
    alpha, delta = exact_words(total.alpha), exact_words(total.delta)
    return f"α = {alpha} ({epsilon_words(total.epsilon)}), δ = {delta}"


def _some(items: list[str], separator: str) -> str:
    more = f"{separator}... ({len(items)} in all)" if len(items) > 2 * SHOWN else ""
    return separator.join(items[: 2 * SHOWN]) + more
