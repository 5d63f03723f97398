"""Small certificates as plain dicts, and the digest that signs them."""

import hashlib
import json
from copy import deepcopy
from fractions import Fraction

KEYS = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}


def text(number):
    """A rational as certificates write it."""
    number = Fraction(number)
    top = f"{'-' * (number < 0)}{abs(number.numerator):#x}"
    return top if number.denominator == 1 else f"{top}/{number.denominator:#x}"


def row(weights, tails=None):
    """A law of one draw: rationals, and tails of (c, b), that sum to 1."""
    weights = [Fraction(weight) for weight in weights]
    scale = 1
    for weight in weights:
        scale *= weight.denominator
    found = {"weights": [text(weight * scale) for weight in weights], "scale": text(scale)}
    if tails is not None:
        found["tails"] = [[[text(c), text(b)] for c, b in tail] for tail in tails]
    return found


def table(*rows):
    return {"outputs": len(rows[0]["weights"]), "rows": list(rows)}


def model(tables, branches, laws):
    """Laws are lists of entries (weight, row, row, …), one for each branch."""
    return {
        "inputs": [f"input {i}" for i in range(len(laws))],
        "tables": tables,
        "branches": branches,
        "laws": [[[text(weight), *rows] for weight, *rows in law] for law in laws],
    }


def one_table(*laws, draws=1):
    """One branch, in which some draws are made from the row of the input."""
    rows = [[[1, i]] for i in range(len(laws))]
    return model([table(*map(row, laws))], [["all", [0, draws]]], rows)


def level(constant=0, *logarithms):
    """The number constant + Σ q·ln r."""
    terms = [[text(q), text(r)] for q, r in logarithms]
    return {"constant": text(constant), "logarithms": terms}


def sums(alpha, *shares):
    return {"level": text(alpha), "sums": [[text(a), text(b)] for a, b in shares]}


def certificate(model, claim, evidence, verdict="holds", pairs=((0, 1), (1, 0))):
    return {
        "format": "verify-certificate-1",
        "model": model,
        "pairs": [list(pair) for pair in pairs],
        "claim": claim,
        "evidence": evidence,
        "verdict": verdict,
    }


def canonical(tree):
    """The text that is signed."""
    unsigned = {key: value for key, value in tree.items() if key != "digest"}
    return json.dumps(unsigned, **KEYS).encode()


def signed(tree):
    """The bytes of a certificate with the digest that is right for it."""
    return json.dumps(tree | {"digest": hashlib.sha256(canonical(tree)).hexdigest()}).encode()


def changed(tree, *path, to):
    """A copy in which the value at this path is another."""
    tree = deepcopy(tree)
    inner = tree
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return tree


def without(tree, *path):
    """A copy in which there is nothing at this path."""
    tree = deepcopy(tree)
    inner = tree
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return tree
