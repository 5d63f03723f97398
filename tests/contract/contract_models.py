"""Short ways to write the documents of the tests."""

import json
from typing import Any

Model = dict[str, Any]


def document(mechanism: Model, claim: Any = None, adjacency: Any = None) -> dict[str, Any]:
    whole: dict[str, Any] = {"schema": 1, "mechanism": mechanism}
    if adjacency is not None:
        whole["adjacency"] = adjacency
    if claim is not None:
        whole["claim"] = claim
    return whole


def level(alpha: Any, delta: Any = "0") -> dict[str, Any]:
    return {"alpha": alpha, "delta": delta}


def rr(p: Any = "3/4") -> Model:
    return {"type": "randomized_response", "p": p}


def k_rr(k: int, **parameter: str) -> Model:
    return {"type": "k_randomized_response", "k": k, **parameter}


def fresh(count: int, of: Model) -> Model:
    return {"type": "fresh", "count": count, "of": of}


def fresh_list(*of: Model) -> Model:
    return {"type": "fresh", "of": list(of)}


def copies(count: int, of: Model) -> Model:
    return {"type": "copies", "count": count, "of": of}


def parallel(*of: Model) -> Model:
    return {"type": "parallel", "of": list(of)}


def leaky(delta: str, of: Model | None = None) -> Model:
    model: Model = {"type": "leaky", "delta": delta}
    return model if of is None else {**model, "of": of}


def adaptive(first: Model, following: dict[str, Any]) -> Model:
    return {"type": "adaptive", "first": first, "next": following}


def mixture(*parts: tuple[str, Model], revealed: bool = False) -> Model:
    of = [{"weight": weight, "mechanism": model} for weight, model in parts]
    return {"type": "mixture", "of": of, "revealed": revealed}


def mapped(of: Model, table: dict[str, Any]) -> Model:
    return {"type": "postprocess", "of": of, "map": table}


def kernel(of: Model, table: dict[str, dict[str, str]]) -> Model:
    return {"type": "postprocess", "of": of, "kernel": table}


def channel(inputs: list[Any], outputs: list[Any], rows: list[str], **more: Any) -> Model:
    """A table whose rows are written as texts of entries with spaces between them."""
    entries = [row.split() for row in rows]
    return {"type": "channel", "inputs": inputs, "outputs": outputs, "rows": entries, **more}


def key(*labels: Any) -> str:
    """The text of a compound label as the key of an object."""
    return json.dumps(labels, separators=(",", ":"))


COPY = {"0": "0", "1": "1"}
FLIP = {"0": "1", "1": "0"}

MASK: Model = {
    "type": "shared",
    "latent": {"0": "1/2", "1": "1/2"},
    "outputs": [{"0": COPY, "1": COPY}, {"0": COPY, "1": FLIP}],
}

PAIRS_OF_BITS = [(a, b) for a in "01" for b in "01"]


def until_first_one(rounds: int) -> Model:
    """Randomized response until the first "1", at most this many times."""
    if rounds == 1:
        return rr()
    return adaptive(rr(), {"0": until_first_one(rounds - 1), "1": "stop"})


def number_of_ones(of: Model, rounds: int) -> Model:
    """The number of ones of a list of bits, as a postprocessing."""
    bits = [format(n, f"0{rounds}b") for n in range(2**rounds)]
    return mapped(of, {key(*word): str(word.count("1")) for word in bits})


DROP_LAST = {key(a, b, c): [a, b] for a, b in PAIRS_OF_BITS for c in "01"}

# An input without the record and one with it; one direction costs 0 and the other 1/10 at 10/9.
ONE_SIDED = channel(["off", "on"], ["a", "b"], ["1 0", "9/10 1/10"], absent="off")

# Four integers reported through a window of width two.
WINDOW = channel(
    [0, 1, 2, 3],
    ["l", "m", "r"],
    ["3/4 1/4 0", "1/2 1/3 1/6", "1/6 1/3 1/2", "0 1/4 3/4"],
)

# Two bits, of which the first is reported better than the second.
TWO_BITS = channel(
    [["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]],
    ["a", "b", "c"],
    ["1/2 1/3 1/6", "1/3 1/2 1/6", "1/6 1/3 1/2", "1/12 1/4 2/3"],
)

# One model of every type of this release.
EVERY_TYPE: dict[str, Model] = {
    "channel": channel(["x", "y", "z"], ["a", "b"], ["1 0", "1/2 1/2", "1/3 2/3"]),
    "randomized_response": rr(),
    "k_randomized_response": k_rr(3, p="2/3"),
    "leaky": leaky("1/10", rr()),
    "fresh_count": fresh(3, rr()),
    "fresh_list": fresh_list(rr(), rr("9/10"), rr("1/3")),
    "copies": copies(3, rr()),
    "shared": MASK,
    "parallel": parallel(rr(), k_rr(3, alpha="4")),
    "postprocess_map": mapped(fresh(2, rr()), {key(a, b): max(a, b) for a, b in PAIRS_OF_BITS}),
    "postprocess_kernel": kernel(rr("1"), {"0": {"u": "2/3", "v": "1/3"}, "1": {"v": "1"}}),
    "mixture_hidden": mixture(("1/3", rr()), ("2/3", rr("1/4"))),
    "mixture_revealed": mixture(("1/3", rr()), ("2/3", rr("1/4")), revealed=True),
    "adaptive": adaptive(rr(), {"0": "stop", "1": rr("9/10")}),
}
