"""A claim about a function that fails, as a referee would report it."""

from __future__ import annotations

from gmpy2 import mpq

from verify.claim.event import word
from verify.claim.verdict import HOLDS, VIOLATED
from verify.errors import printable
from verify.exact.decimals import round_up
from verify.exploration.script import Script, shortest_script
from verify.exploration.search import approximate
from verify.exploration.verdict import UNDECIDED, CodeVerdict, CodeWitness
from verify.law.labels import Label
from verify.loss.delta import Delta

__all__ = ["referee_report"]

MOST = 12
"""Results, or choices, that are written out"""

LONGEST = 300


def referee_report(verdict: CodeVerdict) -> str:
    """Claim, δ*, pair, event, probabilities, the way into the event, and how to see it again."""
    name, claim = verdict.explored.name, verdict.claim
    if verdict.verdict == UNDECIDED:
        head = f"{name} is not shown to be differentially private: {claim}"
        form = "a smaller residual decides it, unless δ* is the claimed δ itself"
        return "\n".join([head, "", *_table([*_facts(verdict), ("undecided", form)])])
    head = f"{name} is not differentially private as claimed: {claim}"
    assert verdict.witness is not None
    rows = _facts(verdict) + _witness(verdict, verdict.witness)
    return "\n".join([head, "", *_table(rows)])


def _facts(verdict: CodeVerdict) -> list[tuple[str, str]]:
    explored, pairs = verdict.explored, verdict.of_channel.pairs
    rows = [("claim", f"{verdict.claim}")]
    if verdict.is_exact:
        rows.append(("exact δ*", _value(verdict.delta_upper)))
    else:
        rows.append(("δ* at least", _value(verdict.delta_lower)))
        rows.append(("δ* at most", _value(verdict.delta_upper)))
        rows.append(
            (
                "unexplored",
                f"{float(approximate(max(explored.unexplored))):.3g} at most, of any input",
            )
        )
    rows.append(("neighbours", f"{explored.adjacency}; {pairs} ordered pairs"))
    if explored.platform:
        rows.append(("doubles of", explored.platform))
        rows += _ideal(verdict.ideal)
    return rows


def _ideal(verdict: CodeVerdict | None) -> list[tuple[str, str]]:
    """What the claim is worth for the algorithm, if nothing were rounded."""
    if verdict is None:
        return []
    words = {HOLDS: "the claim holds", VIOLATED: "the claim fails as well"}
    delta = verdict.delta_upper
    star = f"δ* = {_value(delta)}" if verdict.is_exact else f"δ* <= {delta.upper(8)}"
    return [("real numbers", f"{words.get(verdict.verdict, 'undecided')}: {star}")]


def _witness(verdict: CodeVerdict, witness: CodeWitness) -> list[tuple[str, str]]:
    exact = verdict.is_exact
    return [
        ("input", _short(repr(witness.input))),
        ("neighbour", _short(repr(witness.neighbour))),
        ("event", _event(witness.outputs)),
        ("P(event)", _number(witness.p) if exact else f"at least {_number(witness.p)}"),
        ("Q(event)", _number(witness.q) if exact else f"at most {_number(witness.q)}"),
        ("P − α·Q", f"{_value(witness.excess)}, above δ = {_number(verdict.claim.delta)}"),
        *_script(verdict, witness),
        ("see it again", _reproduction(verdict, witness)),
    ]


def _event(outputs: tuple[Label, ...]) -> str:
    shown = [word(y) for y in outputs[:MOST]]
    more = f" or {len(outputs) - MOST} others" if len(outputs) > MOST else ""
    return _short(f"the result is {' or '.join(shown)}{more}")


def _script(verdict: CodeVerdict, witness: CodeWitness) -> list[tuple[str, str]]:
    explored, place = verdict.explored, witness.places[0]
    wanted = frozenset(explored.keys[i] for i in witness.columns)
    found = shortest_script(explored.programs[place], wanted, witness.p)
    return [("a way into it", line) for line in _lines(found)] if found else []


def _lines(script: Script) -> list[str]:
    if not script.choices:
        return [f"without any random choice, the result is {_short(repr(script.result))}"]
    rows = []
    for each in script.choices[:MOST]:
        rows.append(
            f"{each.place}: {each.place.text}  →  {each.text}  ({_number(each.probability)})"
        )
    if len(script.choices) > MOST:
        rows.append(f"… {len(script.choices) - MOST} more choices")
    result = _short(repr(script.result))
    return [
        *rows,
        f"then the result is {result}; all of it has probability {_number(script.probability)}",
    ]


def _reproduction(verdict: CodeVerdict, witness: CodeWitness) -> str:
    explored, claim = verdict.explored, verdict.claim
    level = "epsilon" if claim.level.as_epsilon else "alpha"
    text = claim.level.text if claim.level.as_epsilon else str(claim.level)
    options = [f"inputs=[{witness.input!r}, {witness.neighbour!r}]", f'{level}="{text}"']
    if claim.delta:
        options.append(f'delta="{claim.delta}"')
    options += [f"{name}={value!r}" for name, value in explored.settings.unusual.items()]
    return f"verify.assert_dp({explored.name}, {', '.join(options)})"


def _value(delta: Delta) -> str:
    exact = delta.exact
    if exact is not None:
        return _number(exact)
    return f"{delta.lower(8)} to {delta.upper(8)}"


def _number(value: mpq) -> str:
    bits = value.denominator.bit_length() - 1
    if bits > 20 and value.denominator == 1 << bits:
        return f"{value.numerator}/2^{bits} (about {float(value):.4g})"
    text = str(value)
    if value.denominator == 1 or len(text) > 60:
        return text if len(text) <= 60 else f"{round_up(value, 8)} (rounded up)"
    return f"{text} (about {float(value):.4g})"


def _short(text: str) -> str:
    text = printable(text)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 20]} … ({len(text)} characters)"


def _table(rows: list[tuple[str, str]]) -> list[str]:
    width = max(len(name) for name, _ in rows)
    lines, last = [], ""
    for name, text in rows:
        lines.append(f"  {'' if name == last else name:<{width}}  {text}")
        last = name
    return lines
