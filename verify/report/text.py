"""Answers as text for people: one screen, the verdict first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from verify.exact.level import Level
from verify.law.labels import key_text
from verify.report.forms import (
    BudgetForm,
    CertifyForm,
    DeltaForm,
    EpsilonForm,
    Exact,
    OmittedForm,
    PointForm,
    ProfileForm,
)

__all__ = ["budget_text", "certify_text", "epsilon_text", "profile_text", "render"]

STYLES = {"holds": "bold green", "violated": "bold red", "undecided": "bold yellow"}

WIDTH = 100

SHOWN_DIRECTIONS = 6


def render(parts: Iterable[RenderableType], *, color: bool) -> str:
    """Text as it is printed; colour only where the reader is a terminal."""
    out = StringIO()
    console = Console(
        file=out,
        width=WIDTH,
        force_terminal=color,
        color_system="standard" if color else None,
        highlight=False,
    )
    for part in parts:
        console.print(part)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def certify_text(answer: CertifyForm) -> list[RenderableType]:
    """The verdict, the exact δ*, the witness, the directions."""
    head = Text(answer.verdict, style=STYLES[answer.verdict])
    head.append(f"   {_claim(answer)}   adjacency: {_adjacency(answer.adjacency)}", style="default")
    facts = _facts(
        ("least δ at this level", _delta(answer.delta_star)),
        ("margin δ − δ*", _delta(answer.margin)),
        ("pure level", _level(answer.pure_alpha)),
        ("least level at this δ", _least_alpha(answer)),
        ("ordered pairs decided", str(answer.pairs)),
    )
    parts: list[RenderableType] = [head, facts]
    if not isinstance(answer.witness, type(None)) and hasattr(answer.witness, "event"):
        parts += ["", Text("witness", style="bold"), _witness(answer)]
    return [*parts, _directions(answer)]


def profile_text(answer: ProfileForm) -> list[RenderableType]:
    """The points, then what is known of the whole curve."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("level", "δ*", "input", "neighbour"):
        table.add_column(name, overflow="fold")
    for point in answer.points:
        worst = point.directions[0] if point.directions else None
        pair = ("", "") if worst is None else (_label(worst.input), _label(worst.neighbour))
        table.add_row(_point_level(point), _delta(point.delta), *pair)
    parts: list[RenderableType] = [f"privacy profile   adjacency: {_adjacency(answer.adjacency)}", table]
    facts = [("total variation δ*(1)", answer.total_variation), ("best attacker", answer.attacker_accuracy)]
    rows = [(name, _exact(value)) for name, value in facts if value is not None]
    if answer.breakpoints is not None:
        shown = ", ".join(_exact(alpha) for alpha in answer.breakpoints[:12]) or "none above 1"
        more = f", ... ({len(answer.breakpoints)} in all)" if len(answer.breakpoints) > 12 else ""
        rows.append(("breakpoints α", shown + more))
    for curve in (answer.tradeoff or [])[:4]:
        points = " ".join(f"({_exact(x)}, {_exact(y)})" for x, y in curve.vertices[:8])
        more = " ..." if len(curve.vertices) > 8 else ""
        rows.append((f"trade-off {_label(curve.input)} → {_label(curve.neighbour)}", points + more))
    if isinstance(answer.reason, str):
        rows.append(("note", answer.reason))
    return [*parts, _facts(*rows)]


def epsilon_text(answer: EpsilonForm) -> list[RenderableType]:
    """The least level at a δ."""
    head = f"least level at δ = {_exact(answer.delta)}   adjacency: {_adjacency(answer.adjacency)}"
    return [head, _facts(("α", _exact(answer.alpha)), ("ε", f"≤ {answer.epsilon}"))]


def budget_text(answer: BudgetForm) -> list[RenderableType]:
    """The theorem's sum beside the truth."""
    head = f"basic composition budget   adjacency: {_adjacency(answer.adjacency)}"
    if answer.withheld is not None or answer.total is None or answer.exact is None:
        return [head, Text("withheld", style="bold yellow"), f"  {answer.withheld}"]
    step = "" if answer.step.delta is None else f", δ₀ = {_exact(answer.step.delta)}"
    return [
        head,
        _facts(
            ("one step", f"α₀ = {_exact(answer.step.alpha)}{step}"),
            ("queries", str(answer.queries)),
            ("the theorem gives", f"α = {_exact(answer.total.alpha)} (ε ≤ {answer.total.epsilon}), δ = {_exact(answer.total.delta)}"),
            ("exactly, at that level", f"δ* = {_delta(answer.exact)}"),
            ("assuming", answer.bounds[0].assumptions if answer.bounds else ""),
        ),
    ]


def _facts(*rows: tuple[str, str]) -> Table:
    table = Table.grid(padding=(0, 3, 0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in rows:
        table.add_row(name, Text(value))
    return table


def _witness(answer: CertifyForm) -> RenderableType:
    found = answer.witness
    assert not isinstance(found, (type(None),)) and hasattr(found, "event")
    level = _claim_level(answer)
    excess = found.excess if isinstance(found.excess, (str, OmittedForm)) else None
    value = _exact(excess) if excess is not None else _delta(found.excess)
    return _facts(
        ("input, neighbour", f"{_label(found.input)}, {_label(found.neighbour)}"),
        ("event", str(found.event["text"])),
        ("P(event)", _exact(found.p)),
        ("Q(event)", _exact(found.q)),
        ("P − α·Q", f"{_exact(found.p)} − {level}·{_exact(found.q)} = {value} > δ = {_exact(answer.claim.delta)}"),
    )


def _directions(answer: CertifyForm) -> RenderableType:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("input", "neighbour", "δ of this direction", "maximal event"):
        table.add_column(name, overflow="fold")
    for item in answer.directions[:SHOWN_DIRECTIONS]:
        event = item.event["text"] if isinstance(item.event, dict) else ""
        table.add_row(_label(item.input), _label(item.neighbour), _delta(item.delta), Text(str(event)))
    hidden = answer.pairs - min(len(answer.directions), SHOWN_DIRECTIONS)
    note = [f"and {hidden} more"] if hidden > 0 else []
    return Group(table, *note)


def _claim(answer: CertifyForm) -> str:
    return f"(ε = {answer.claim.epsilon}, δ = {_exact(answer.claim.delta)})" if isinstance(
        answer.claim.epsilon, str
    ) else f"(α = {_claim_level(answer)}, δ = {_exact(answer.claim.delta)})"


def _claim_level(answer: CertifyForm) -> str:
    if isinstance(answer.claim.epsilon, str):
        return f"exp({answer.claim.epsilon})"
    assert isinstance(answer.claim.alpha, (str, OmittedForm))
    return _exact(answer.claim.alpha)


def _least_alpha(answer: CertifyForm) -> str:
    if answer.least_alpha is None:
        return f"not computed: {answer.least_alpha_omitted}"
    return _level(answer.least_alpha)


def _level(alpha: Exact) -> str:
    if alpha == "inf":
        return "none: no finite α is enough"
    if isinstance(alpha, OmittedForm):
        return f"α = {_exact(alpha)}"
    return f"α = {_exact(alpha)}   (ε ≤ {Level.alpha(alpha).epsilon_decimal()})"


def _point_level(point: PointForm) -> str:
    if isinstance(point.epsilon, str):
        return f"ε = {point.epsilon}"
    assert isinstance(point.alpha, (str, OmittedForm))
    return f"α = {_exact(point.alpha)}"


def _delta(value: DeltaForm) -> str:
    if isinstance(value.exact, str) and len(value.exact) <= 60:
        integer = "/" not in value.exact
        return value.exact if integer else f"{value.exact} ≤ {_short(value.upper)}"
    return f"in [{value.lower}, {value.upper}]"


def _short(decimal: str) -> str:
    """An upper decimal with fewer digits, still rounded up."""
    from gmpy2 import mpq

    from verify.exact.decimals import round_up
    from verify.exact.rational import rational

    number: mpq = rational(decimal)
    return round_up(number, 6)


def _exact(value: Exact) -> str:
    if isinstance(value, OmittedForm):
        return f"({value.omitted_digits} digits)"
    return value if len(value) <= 400 else f"{value[:60]}... ({len(value)} characters; --format json)"


def _label(item: object) -> str:
    return key_text(_as_label(item))


def _as_label(item: object):  # type: ignore[no-untyped-def]
    return tuple(_as_label(part) for part in item) if isinstance(item, list) else item


def _adjacency(form: object) -> str:
    import json

    text = form if isinstance(form, str) else json.dumps(form, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "..."


Answers = Sequence[CertifyForm]
