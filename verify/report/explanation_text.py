"""Derivations in words that can be followed by hand."""

from __future__ import annotations

from msgspec import UnsetType

from verify.report.forms import CertifyForm, EndsForm, ExplanationForm, LineForm, PlanForm, SideForm
from verify.report.layout import facts, heading, paragraph, table
from verify.report.words import claimed_level, delta_words, equation, exact_words, label_words

__all__ = ["explanation_text"]

TIMES = {"s": 1.0, "ms": 1e-3, "µs": 1e-6}
SIZES = {"GiB": 2.0**30, "MiB": 2.0**20, "KiB": 2.0**10, "bytes": 1.0}

MOST_TERMS = 6
"""Terms of a sum that are written side by side"""


def explanation_text(answer: CertifyForm, found: ExplanationForm) -> str:
    """The derivation in four steps."""
    level, delta = claimed_level(answer.claim), equation("δ", exact_words(answer.claim.delta))
    kept = not isinstance(found.ends, UnsetType)
    return "\n".join(
        [
            heading("1. What is claimed"),
            paragraph(
                "For every two neighbouring inputs in either order, with P and Q the laws of the "
                "output, and for every event S: P(S) <= α·Q(S) + δ, "
                f"where {level} and {delta}. No event asks more than the set of all outputs "
                "with P > α·Q, so it is enough to add up the positive differences P − α·Q."
            ),
            heading(f"2. The worst of {answer.pairs} ordered pairs"),
            *_side_text(found.worst, kept=kept),
            heading("3. The other direction of the same two inputs"),
            *_side_text(found.other, kept=kept),
            heading("4. The comparison"),
            paragraph(found.comparison),
            *([] if isinstance(found.ends, UnsetType) else _ends_text(found.ends)),
            *([] if isinstance(found.plan, UnsetType) else _plan_text(found.plan)),
        ]
    )


def _ends_text(ends: EndsForm) -> list[str]:
    """Where bounds come from that are no approximation of one pair of laws."""
    rows = ("lower end", ends.lower), ("upper end", ends.upper)
    return [heading("What the two ends of δ* stand for"), facts(*rows), ""]


def _plan_text(plan: PlanForm) -> list[str]:
    """How the engine comes to these numbers."""
    others = [f"{each.method}: {_cost(each.seconds, each.bytes)}" for each in plan.others]
    return [
        heading("How the product is worked out"),
        facts(
            ("method", f"{plan.method}: {plan.title}"),
            ("why", plan.reason),
            ("estimate", _cost(plan.seconds, plan.bytes)),
            ("other methods", "; ".join(others) or "none applies"),
        ),
        "",
    ]


def _cost(seconds: float, size: int) -> str:
    return f"about {_quantity(seconds, TIMES)}, {_quantity(size, SIZES)}"


def _quantity(value: float, units: dict[str, float]) -> str:
    name = next((name for name, one in units.items() if value >= one), list(units)[-1])
    count = value / units[name]
    return f"over 10^6 {name}" if count >= 1e6 else f"{float(f'{count:.2g}'):g} {name}"


def _side_text(side: SideForm, *, kept: bool) -> list[str]:
    """One ordered pair; ``kept``: the laws are those of one pair in all rounds, δ is the game's."""
    names = label_words(side.input), label_words(side.neighbour)
    where = ", if this pair is kept in all rounds" if kept else ""
    found = [paragraph(f"P is the law at {names[0]}, Q the law at {names[1]}{where}.")]
    if side.lines:
        several = any(line.ways > 1 for line in side.lines)
        headers = ["output", *(["ways"] if several else []), "P", "Q", "P − α·Q", "kept"]
        found += [table(headers, [_cells(line, several) for line in side.lines]), ""]
    else:
        found.append(paragraph("There are too many outputs to go through them one by one."))
    total = f"{_sum(side)}{delta_words(side.total)}"
    rows = [
        ("kept, S", str(side.event["text"])),
        ("P(S), Q(S)", f"{exact_words(side.p)}, {exact_words(side.q)}"),
        ("δ of this direction" if kept else "P(S) − α·Q(S)", total),
    ]
    return [*found, facts(*rows), ""]


def _cells(line: LineForm, several: bool) -> list[str]:
    ways = [str(line.ways)] if several else []
    difference = delta_words(line.difference)
    kept = "yes" if line.kept else ""
    return [line.outcome, *ways, exact_words(line.p), exact_words(line.q), difference, kept]


def _sum(side: SideForm) -> str:
    """The kept differences as a sum, where it is short."""
    kept = [line.difference.exact for line in side.lines if line.kept]
    terms = [exact_words(term) for term in kept if isinstance(term, str)]
    if len(terms) < len(kept) or not 2 <= len(terms) <= MOST_TERMS:
        return ""
    return f"{' + '.join(terms)} = "
