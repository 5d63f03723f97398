"""Writes docs/catalogue.md from the docstrings, the forms and the examples of the model types.

python docs/catalogue.py           write the page
python docs/catalogue.py --check   exit with 1 if the page is not what would be written
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from verify import combinators, mechanisms
from verify.document.examples import EXAMPLES
from verify.document.types import FAMILIES
from verify.document.types.base import ModelForm

PAGE = Path(__file__).with_name("catalogue.md")

HEAD = """# The catalogue

Every model type: what it is, its keys in a document, and a document that is accepted. In Python
each type is a function of the same name, in `verify.mechanisms` or `verify.combinators`, and its
arguments are the keys; sessions start with `from verify.mechanisms import *` and
`from verify.combinators import *`. This page is made by `python docs/catalogue.py`.
"""

KINDS = {
    "Number": "number",
    "Epsilon": "ε",
    "Label": "label",
    "Adjacency": "adjacency",
    "Model": "model",
    "Next": "model or stop",
    "Distribution": "{label: weight}",
    "LabelMap": "{label: label}",
    "WeightedForm": "{weight, mechanism}",
    "Answers": "integers",
}


def page() -> str:
    """The whole page."""
    contents, sections = [], []
    for module in FAMILIES:
        title = (module.__doc__ or "").strip().rstrip(".")
        names = [str(form.__struct_config__.tag) for form in module.BUILDERS]
        links = ", ".join(f"[`{name}`](#{name})" for name in names)
        contents.append(f"- {title}: {links}")
        sections.append(f"## {title}\n")
        sections += [section(form) for form in module.BUILDERS]
    return "\n".join([HEAD, *contents, "", *sections]).rstrip() + "\n"


def section(form: type[ModelForm]) -> str:
    """One model type."""
    name = str(form.__struct_config__.tag)
    function = getattr(mechanisms, name, None) or getattr(combinators, name)
    parts = [f"### `{name}`\n", as_markdown(inspect.getdoc(function) or ""), keys(form)]
    return "\n".join([*parts, document(name)])


def as_markdown(docstring: str) -> str:
    """Prose as it is; names in double backquotes as code; sessions in fences."""
    found, session = [], False
    for line in docstring.replace("``", "`").splitlines():
        starts = line.startswith(">>>")
        if starts and not session:
            found.append("```pycon")
            session = True
        if session and not line:
            found.append("```")
            session = False
        found.append(line if session else line.replace("](", "]\\("))  # no link is meant
    if session:
        found.append("```")
    return "\n".join(found) + "\n"


def keys(form: type[ModelForm]) -> str:
    """The keys of a form as a table."""
    rows = ["| key | needed | value |", "|---|---|---|"]
    for field in msgspec.structs.fields(form):
        if field.name == "adjacency":
            continue
        needed = "yes" if field.required else ""
        rows.append(f"| `{field.encode_name}` | {needed} | {kind(field.type)} |")
    return "\n".join(rows) + "\n"


def kind(annotation: Any) -> str:
    """The kind of value that a field takes, in words."""
    text = json.dumps(schema_of(annotation))
    names = [KINDS.get(ref, ref) for ref in re.findall(r"#/\$defs/(\w+)", text)]
    if names:
        shown = " or ".join(dict.fromkeys(names))
        return f"list: {shown}" if '"array"' in text and len(names) == 1 else shown
    values = re.findall(r'"enum": \[([^\]]*)\]', text)
    if values:
        return ", ".join(f"`{value.strip()}`" for value in values[0].split(","))
    return "true or false" if "boolean" in text else "value"


def schema_of(annotation: Any) -> Any:
    """The JSON Schema of a field's type."""
    return msgspec.json.schema(annotation)


def document(name: str) -> str:
    """An accepted document of one type."""
    model = {"type": name, **EXAMPLES[name]}
    text = json.dumps({"schema": 1, "mechanism": model}, ensure_ascii=False)
    if len(text) > 96:
        text = json.dumps({"schema": 1, "mechanism": model}, ensure_ascii=False, indent=2)
        text = re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda m: f"[{' '.join(m[1].split())}]", text)
        text = re.sub(r"\{\s+([^\[\]{}]*?)\s+\}", lambda m: f"{{{' '.join(m[1].split())}}}", text)
    return f"```json\n{text}\n```\n"


def main() -> int:
    """Write or check the page."""
    text = page()
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    return 0 if PAGE.read_text(encoding="utf-8") == text else 1


if __name__ == "__main__":
    sys.exit(main())
