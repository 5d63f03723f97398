"""Verdicts, profiles and levels as text: one screen, the verdict first."""

from __future__ import annotations

from verify.errors import printable
from verify.report.forms import (
    CertifyForm,
    DeltaForm,
    DirectionForm,
    EpsilonForm,
    ExplanationForm,
    ProfileForm,
    TradeOffForm,
    WitnessForm,
)
from verify.report.layout import facts, heading, table, under, verdict_words
from verify.report.words import (
    claim_words,
    delta_words,
    equation,
    exact_words,
    label_words,
    least_alpha_words,
    level_words,
    point_words,
)

__all__ = ["certify_text", "epsilon_text", "profile_text"]

SHOWN = 6
"""Directions, and twice as many breakpoints and vertices, that fit a screen."""


def certify_text(answer: CertifyForm) -> str:
    """The verdict, the exact δ*, the witness, the directions."""
    verdict = verdict_words(answer.verdict)
    head = under(f"{verdict}   {claim_words(answer)}", answer.adjacency)
    rows = facts(
        ("least δ at this level", delta_words(answer.delta_star)),
        ("margin δ − δ*", delta_words(answer.margin)),
        ("pure level (δ = 0)", level_words(answer.pure_alpha)),
        ("least level at this δ", least_alpha_words(answer)),
        ("ordered pairs decided", str(answer.pairs)),
    )
    parts = [head, rows, ""]
    if isinstance(answer.witness, WitnessForm):
        parts += [heading("witness"), _witness(answer.witness, answer), ""]
    parts.append(_directions(answer))
    if isinstance(answer.explanation, ExplanationForm):
        from verify.report.explanation_text import explanation_text  # seldom asked for

        parts += ["", explanation_text(answer, answer.explanation).rstrip()]
    return "\n".join(parts)


def profile_text(answer: ProfileForm) -> str:
    """The points, then what is known of the whole curve."""
    points = []
    for point in answer.points:
        worst = point.directions[:1]
        pair = [label_words(x) for item in worst for x in (item.input, item.neighbour)]
        points.append([point_words(point), delta_words(point.delta), *pair])
    rows: list[tuple[str, str]] = []
    if answer.total_variation is not None:
        rows.append(("total variation δ*(1)", exact_words(answer.total_variation)))
        rows.append(("best attacker's accuracy", exact_words(answer.attacker_accuracy)))
    if answer.breakpoints is not None:
        alphas = [exact_words(alpha) for alpha in answer.breakpoints]
        more = f", ... ({len(alphas)} in all)" if len(alphas) > 2 * SHOWN else ""
        rows.append(("breakpoints α", ", ".join(alphas[: 2 * SHOWN]) + more or "none above 1"))
    rows += [_trade_off(curve) for curve in (answer.tradeoff or [])[:SHOWN]]
    if isinstance(answer.reason, str):
        rows.append(("note", answer.reason))
    head = under("privacy profile", answer.adjacency)
    shown = table(["level", "δ*", "input P", "neighbour Q"], points)
    return "\n".join([head, "", shown, "", facts(*rows)])


def epsilon_text(answer: EpsilonForm) -> str:
    """The least level at a δ."""
    head = under(f"least level at {equation('δ', exact_words(answer.delta))}", answer.adjacency)
    return f"{head}\n  {level_words(answer.alpha)}"


def _witness(found: WitnessForm, answer: CertifyForm) -> str:
    p, q = exact_words(found.p), exact_words(found.q)
    delta = equation("δ", exact_words(answer.claim.delta))
    excess = found.excess
    value = delta_words(excess) if isinstance(excess, DeltaForm) else exact_words(excess)
    return facts(
        ("input P, neighbour Q", f"{label_words(found.input)}, {label_words(found.neighbour)}"),
        ("event", str(found.event["text"])),
        ("P(event), Q(event)", f"{p}, {q}"),
        ("P − α·Q", f"{value}, which is more than {delta}"),
    )


def _directions(answer: CertifyForm) -> str:
    items = answer.directions[:SHOWN]
    names = [[str(item.direction)] for item in items if item.direction]
    headers = ["input P", "neighbour Q", "δ of this direction", "maximal event"]
    if names:
        rows = [name + _direction(item) for name, item in zip(names, items, strict=True)]
        shown = table(["", *headers], rows)
    else:
        shown = table(headers, [_direction(item) for item in items])
    hidden = answer.pairs - min(len(answer.directions), SHOWN)
    return f"{shown}\n  and {hidden} more" if hidden > 0 else shown


def _direction(item: DirectionForm) -> list[str]:
    event = printable(str(item.event["text"])) if isinstance(item.event, dict) else ""
    return [label_words(item.input), label_words(item.neighbour), delta_words(item.delta), event]


def _trade_off(curve: TradeOffForm) -> tuple[str, str]:
    name = f"trade-off {label_words(curve.input)} → {label_words(curve.neighbour)}"
    if len(curve.vertices) > 2 * SHOWN:
        return name, f"{len(curve.vertices)} vertices, which --format json lists"
    return name, " ".join(f"({exact_words(x)}, {exact_words(y)})" for x, y in curve.vertices)
