"""Writes docs/counterexamples.md from the gallery and from the engine's answers.

python docs/counterexamples.py           write the page
python docs/counterexamples.py --check   exit with 1 if the page is not what would be written
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from click.testing import CliRunner

from verify.cli import command
from verify.counterexamples import TRUE, WRONG, Case, Counterexample, gallery

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
them, and the exact numbers. [Below the gallery](#searching-for-more) is how to search for more.
This page is made by `python docs/counterexamples.py`.
"""

SEARCH = """## Searching for more

Is a rule of composition true? A search tries all small channels, smallest first: by denominator,
then number of outputs, then probabilities, then level. So what it finds is the smallest channel
that breaks the rule, and the engine decides the rule's claim about that anew, with an event.

{broken}
Where nothing within the bounds breaks the rule, the answer says how many instances were tried. That
is no proof, but a rule that breaks mostly does so early.

{unbroken}
`--document` prints what was found as a model document. `--jobs 2` spreads the search over two
processes. Exit codes: 1 where a counterexample is found, 0 where there is none within the bounds, 3
where the limit `instances` ended the search before. These rules have names:

{rules}

A rule of one's own is a bound for fresh releases of one channel, from α and its δ there, or any
function of a channel. On the command line it is named as `package.module:object`.

```python
>>> from verify.counterexamples import claimed_bound, predicate, search, shrink
>>> import verify
>>> doubled = claimed_bound(lambda alpha, delta: 2 * delta, releases=3)
>>> print(search(doubled))
[0, 1] [1/3, 2/3], α = 1 breaks it; 226 tried (m <= 3, D <= 4)
>>> print(search(claimed_bound(lambda alpha, delta: 3 * delta, releases=3), outputs=2))
none within the bounds; 221 tried (m <= 2, D <= 4)
>>> half = predicate(lambda c: verify.measures.bayes_capacity(c) <= 2, inputs=3)
>>> print(search(half))
[0, 0, 1] [0, 1, 0] [1, 0, 0] breaks it; 14 tried (m <= 3, D <= 4)
```

A statement about one δ of two laws, rather than about a composition, is tried by the compiled
kernel of `verify.exhaustive`, which takes millions of pairs in a second.

A channel that breaks a rule, but is too large to be instructive, is made smaller step by step:

```python
>>> print(shrink("worst_marginal", verify.mechanisms.randomized_response("71/100")))
[1/3, 2/3] [2/3, 1/3]
```
"""


def page() -> str:
    """The whole page."""
    entries = gallery()
    rows = ["| name | belief | claim | δ\\* there | pure α |", "|---|---|---|---|---|"]
    rows += [row(entry) for entry in entries]
    return "\n".join([HEAD, *rows, "", *map(section, entries), search()]).rstrip() + "\n"


def search() -> str:
    """How to search, with what the command prints."""
    broken = console("--search group_delta_linear --outputs 2")
    unbroken = console("--search group --outputs 2")
    rows = ["| rule | | says |", "|---|---|---|"]
    for kind, rules in (("wrong", WRONG), ("true", TRUE)):
        for name, rule in rules.items():
            rows.append(f"| `{name}` | {kind} | {escaped(rule.statement)} |")
    return SEARCH.format(broken=broken, unbroken=unbroken, rules="\n".join(rows))


def console(options: str) -> str:
    """A command with what it prints and its exit code."""
    done = CliRunner().invoke(command, f"counterexamples {options}", standalone_mode=False)
    lines = [line.rstrip() for line in done.output.strip("\n").splitlines()]
    shown = [f"$ verify counterexamples {options}", *lines, "$ echo $?", str(done.return_value)]
    return "\n".join(["```console", *shown, "```\n"])


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
