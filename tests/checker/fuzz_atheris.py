"""Fuzzes the checker, outside of pytest: pip install atheris, then

    python tests/checker/fuzz_atheris.py -max_total_time=300

A quarter of the inputs are raw bytes; the others choose true certificates, mutated as trees
and signed.
No exception may escape, and what is accepted has to be true by definition.
"""

import copy
import json
import random
import sys
from pathlib import Path

import atheris

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "verify")]

with atheris.instrument_imports(include=["check"]):
    import check

import checker_twin as twin  # noqa: E402
from certificates import signed  # noqa: E402
from random_certificates import random_certificate  # noqa: E402

MOST_CELLS = 3000
VALUES = [None, True, False, -1, 0, 1, 2, 3, 10**18, 10**30, 0.5, "", "0x0", "0x1", "-0x1", "0x2"]
VALUES += ["0x3/0x2", "0x1/0x0", "0x01", "\ud800", [], {}, [0, 1], ["0x1"], [["0x1", 0]]]
VALUES += ["holds", "violated", {"constant": "0x0", "logarithms": []}]


def seeds(count):
    """Certificates that are accepted, of all kinds."""
    pick, found = random.Random(1).randint, []
    while len(found) < count:
        tree = random_certificate(pick, tails=len(found) % 4 == 0)
        if check.check(signed(tree))[0] == check.VALID:
            found.append(tree)
    return found


def places(tree, path=()):
    """The paths of all values inside."""
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in inner if isinstance(tree, dict | list) else ():
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


def mutate(tree, pick):
    """One change at a place that the fuzzer picks."""
    paths = list(places(tree))
    path = paths[pick(0, len(paths) - 1)]
    inner = tree
    for key in path[:-1]:
        inner = inner[key]
    key, kind = path[-1], pick(0, 6)
    if kind == 0:
        inner[key] = copy.deepcopy(VALUES[pick(0, len(VALUES) - 1)])
    elif kind == 1:
        del inner[key]
    elif kind == 2 and isinstance(inner, list):
        inner.insert(pick(0, len(inner)), json.loads(json.dumps(inner[key])))
    elif kind == 3:
        other = paths[pick(0, len(paths) - 1)]
        value = tree
        for step in other:
            value = value[step]
        inner[key] = json.loads(json.dumps(value))
    elif isinstance(inner[key], str):
        top, low = pick(0, 9), pick(1, 9)
        inner[key] = f"{top:#x}/{low:#x}" if kind == 4 else f"{top:#x}"
    elif isinstance(inner[key], int):
        inner[key] = pick(-1, 4)


def small(tree):
    """Whether all outcomes can be written out."""
    model, cells = tree["model"], 0
    for _, *factors in model["branches"]:
        size = 1
        for t, n in factors:
            if n > 12:
                return False
            row = model["tables"][t]["rows"][0]
            size *= (len(row["weights"]) + twin.FAR * len(row.get("tails", []))) ** n
        cells += size
    return cells <= MOST_CELLS and tree["claim"].get("order", 2) < 30


def verdict(data):
    code, line = check.check(data)
    assert code in range(4), code
    assert line.isprintable(), line
    return code


SEEDS = seeds(60)
COUNTS = dict.fromkeys(range(4), 0) | {"judged": 0}


def one(raw):
    if raw[:1] < b"@":
        verdict(raw[1:])
        return
    pick = random.Random(raw).randint  # few bytes make many different changes
    tree = json.loads(json.dumps(SEEDS[pick(0, len(SEEDS) - 1)]))
    for _ in range(pick(1, 4)):
        mutate(tree, pick)
    try:
        signed_bytes = signed(tree)
    except UnicodeEncodeError:  # a lone surrogate cannot be signed
        return
    code = verdict(signed_bytes)
    COUNTS[code] += 1
    if code == check.VALID and small(tree):
        COUNTS["judged"] += 1
        assert twin.truth(tree) in (True, None), json.dumps(tree)
    if sum(COUNTS.values()) % 5000 < 2:
        print(COUNTS, flush=True)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
