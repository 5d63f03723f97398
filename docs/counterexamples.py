"""Writes docs/counterexamples.md from the gallery and from the engine's answers.

python docs/counterexamples.py           write the page
python docs/counterexamples.py --check   exit with 1 if the page is not what would be written
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from verify.counterexamples import Case, Counterexample, gallery

PAGE = Path(__file__).with_name("counterexamples.md")

WIDTH = 88

HEAD = """# Counterexamples

Beliefs about differential privacy that are wrong, each with a small model and its exact refutation:
what is claimed, the event that refutes it, the assumption that does not hold, and what is true
instead. `verify counterexamples` decides all of these claims anew, and says whether every number on
this page is found again. `verify counterexamples NAME --explain` goes through one line by line, and
`verify counterexamples NAME --document | verify certify -` hands its model to any other command.
In Python:

```python
>>> from verify.counterexamples import counterexample, reproduce
>>> entry = counterexample("worst_marginal")
>>> entry.belief
'The worst marginal bounds the joint release.'
>>> reproduce(entry).reproduced
True
```

An entry is a file in `verify/counterexamples/entries/`: its texts, its models as documents have
them, and the exact numbers. This page is made by `python docs/counterexamples.py`.
"""


def page() -> str:
    """The whole page."""
    entries = gallery()
    rows = ["| name | belief | claim | δ\\* there | pure α |", "|---|---|---|---|---|"]
    rows += [row(entry) for entry in entries]
    return "\n".join([HEAD, *rows, "", *map(section, entries)]).rstrip() + "\n"


def row(entry: Counterexample) -> str:
    """One line of the table."""
    case, name = entry.main, entry.name
    cells = [f"[`{name}`](#{name})", escaped(entry.belief), claim(case), *numbers(case)]
    return f"| {' | '.join(cells)} |"


def section(entry: Counterexample) -> str:
    """One entry."""
    about = [
        f"## `{entry.name}`\n",
        f"**Belief.** {escaped(entry.belief)}\n",
        f"**What broke.** {escaped(entry.broke)}\n",
        f"**Instead.** {escaped(entry.instead)}\n",
        f"Source: {escaped(entry.source)}.\n",
    ]
    rows = ["| | claim | verdict | δ\\* there | pure α |", "|---|---|---|---|---|"]
    for part, case in entry.cases:
        verdict = "violated" if part == "refuted" else "holds"
        cells = [escaped(case.says), claim(case), verdict, *numbers(case)]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join([*about, *rows, "", witness(entry.main), document(entry.main)])


def claim(case: Case) -> str:
    """The claim in the field's signs."""
    signs = {"alpha": "α", "epsilon": "ε", "delta": "δ", "order": "order"}
    given = {"delta": "0", **case.claim} if "order" not in case.claim else case.claim
    return ", ".join(f"{signs[key]} = {given[key]}" for key in signs if key in given)


def numbers(case: Case) -> list[str]:
    """δ* and the pure level."""
    irrational = "irrational" if "order" not in case.claim else ""
    return [case.delta_star or irrational, case.pure_alpha or ""]


def witness(case: Case) -> str:
    """The event of a refutation with its probabilities."""
    pair = f"{text(case.input)} against {text(case.neighbour)}"
    return f"Witness: {pair}, event {text(case.event)}, P = {case.p}, Q = {case.q}.\n"


def document(case: Case) -> str:
    """The refuted document."""
    return f"```json\n{laid(case.document())}\n```\n"


def laid(value: object, indent: int = 0) -> str:
    """JSON that breaks lines only where they would be long."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= WIDTH or not isinstance(value, (dict, list)):
        return line
    pad = " " * (indent + 2)
    if isinstance(value, list):
        inside = [pad + laid(item, indent + 2) for item in value]
        return "[\n" + ",\n".join(inside) + f"\n{pad[2:]}]"
    inside = [f"{pad}{json.dumps(key)}: {laid(item, indent + 2)}" for key, item in value.items()]
    return "{\n" + ",\n".join(inside) + f"\n{pad[2:]}}}"


def text(value: object) -> str:
    """A label or an event as code."""
    return f"`{value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}`"


def escaped(prose: str) -> str:
    """Prose that Markdown shows as it is."""
    return re.sub(r"([*_|<>\[\]])", r"\\\1", prose)


def main() -> int:
    """Write or check the page."""
    found = page()
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(found, encoding="utf-8")
        return 0
    return 0 if PAGE.read_text(encoding="utf-8") == found else 1


if __name__ == "__main__":
    sys.exit(main())
