"""Laws, neighbours and privacy by definition, in plain fractions, for models small enough to list.

Independent of the package under test: only the contract in the documentation was read for it.
"""

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import Any

Label = str | tuple["Label", ...]
Law = dict[Label, Fraction]
Laws = dict[Label, Law]
Pair = tuple[Label, Label]
Model = dict[str, Any]


def number(text: Any) -> Fraction:
    text = str(text)
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


def freeze(label: Any) -> Label:
    """A label of a document: an integer stands for its text, an array becomes a tuple."""
    return tuple(map(freeze, label)) if isinstance(label, list | tuple) else str(label)


def as_key(label: Label) -> str:
    """A label as the key of an object."""
    return label if isinstance(label, str) else json.dumps(label, separators=(",", ":"))


def from_key(text: str) -> Label:
    return freeze(json.loads(text)) if text.startswith("[") else text


def accumulate(outcomes: list[tuple[Label, Fraction]]) -> Law:
    law: Law = {}
    for label, weight in outcomes:
        law[label] = law.get(label, Fraction(0)) + weight
    return {label: weight for label, weight in law.items() if weight}


def laws(model: Model) -> Laws:
    """The law of the output at every input, in document order."""
    return laws_of_text(json.dumps(model))


@cache
def laws_of_text(text: str) -> Laws:
    model = json.loads(text)
    return LAWS[model["type"]](model)


def channel_laws(model: Model) -> Laws:
    outputs = [freeze(label) for label in model["outputs"]]
    rows = [[number(entry) for entry in row] for row in model["rows"]]
    return {
        freeze(x): accumulate(list(zip(outputs, row, strict=True)))
        for x, row in zip(model["inputs"], rows, strict=True)
    }


def k_response_laws(model: Model, k: int | None = None) -> Laws:
    k = model["k"] if k is None else k
    if "p" in model:
        truth = number(model["p"])
    else:
        truth = number(model["alpha"]) / (number(model["alpha"]) + k - 1)
    symbols = [str(n) for n in range(k)]
    lie = (1 - truth) / (k - 1)
    return {x: accumulate([(y, truth if x == y else lie) for y in symbols]) for x in symbols}


def leaky_laws(model: Model) -> Laws:
    delta = number(model["delta"])
    rest: Laws = {x: {"none": Fraction(1)} for x in "01"}
    if "of" in model:
        rest = laws(model["of"])
    return {
        x: accumulate([(("leak", x), delta), *((y, (1 - delta) * w) for y, w in law.items())])
        for x, law in rest.items()
    }


def product_law(parts: list[Law]) -> Law:
    outcomes = []
    for chosen in product(*(part.items() for part in parts)):
        weight = Fraction(1)
        for _, factor in chosen:
            weight *= factor
        outcomes.append((tuple(label for label, _ in chosen), weight))
    return accumulate(outcomes)


def fresh_laws(model: Model) -> Laws:
    of = model["of"] if isinstance(model["of"], list) else [model["of"]] * model["count"]
    parts = [laws(part) for part in of]
    return {x: product_law([part[x] for part in parts]) for x in parts[0]}


def copies_laws(model: Model) -> Laws:
    count = model["count"]
    return {
        x: {(y,) * count: weight for y, weight in law.items()}
        for x, law in laws(model["of"]).items()
    }


def parallel_laws(model: Model) -> Laws:
    parts = [laws(part) for part in model["of"]]
    return {
        x: product_law([part[coordinate] for part, coordinate in zip(parts, x, strict=True)])
        for x in product(*parts)
    }


def shared_laws(model: Model) -> Laws:
    latent, tables = model["latent"], model["outputs"]
    return {
        from_key(x): accumulate(
            [
                (tuple(freeze(table[x][v]) for table in tables), number(weight))
                for v, weight in latent.items()
            ]
        )
        for x in tables[0]
    }


def adaptive_laws(model: Model) -> Laws:
    following = {y: laws(m) for y, m in model["next"].items() if m != "stop"}
    result: Laws = {}
    for x, law in laws(model["first"]).items():
        outcomes: list[tuple[Label, Fraction]] = []
        for y, weight in law.items():
            if as_key(y) in following:
                second = following[as_key(y)][x].items()
                outcomes += [((y, z), weight * chance) for z, chance in second]
            else:
                outcomes.append(((y,), weight))
        result[x] = accumulate(outcomes)
    return result


def postprocess_laws(model: Model) -> Laws:
    if "map" in model:
        rows = {y: [(freeze(z), Fraction(1))] for y, z in model["map"].items()}
    else:
        rows = {
            y: [(from_key(z), number(w)) for z, w in row.items()]
            for y, row in model["kernel"].items()
        }
    return {
        x: accumulate([(z, weight * w) for y, weight in law.items() for z, w in rows[as_key(y)]])
        for x, law in laws(model["of"]).items()
    }


def mixture_laws(model: Model) -> Laws:
    parts = [(number(part["weight"]), laws(part["mechanism"])) for part in model["of"]]
    shown = model.get("revealed", False)
    return {
        x: accumulate(
            [
                ((str(i), y) if shown else y, weight * chance)
                for i, (weight, part) in enumerate(parts)
                for y, chance in part[x].items()
            ]
        )
        for x in parts[0][1]
    }


LAWS: dict[str, Callable[[Model], Laws]] = {
    "channel": channel_laws,
    "randomized_response": lambda model: k_response_laws(model, 2),
    "k_randomized_response": k_response_laws,
    "leaky": leaky_laws,
    "fresh": fresh_laws,
    "copies": copies_laws,
    "parallel": parallel_laws,
    "shared": shared_laws,
    "adaptive": adaptive_laws,
    "postprocess": postprocess_laws,
    "mixture": mixture_laws,
}


def inner(model: Model) -> Model | None:
    """The model whose adjacency and absent input a combinator takes over."""
    if model["type"] in ("fresh", "copies", "postprocess"):
        return model["of"][0] if isinstance(model["of"], list) else model["of"]
    if model["type"] == "mixture":
        return model["of"][0]["mechanism"]
    return model.get("first")


def default_adjacency(model: Model) -> Any:
    nested = inner(model)
    if nested is not None:
        return nested.get("adjacency") or default_adjacency(nested)
    if "low" in model:
        return {"within": int(model.get("sensitivity", 1))}
    return DEFAULT_ADJACENCY.get(model["type"], "all_pairs")


DEFAULT_ADJACENCY: dict[str, Any] = {
    "parallel": "one_coordinate",
    "randomized_response": "replace",
    "k_randomized_response": "replace",
}


def absent_input(model: Model) -> Label:
    nested = inner(model)
    return freeze(model["absent"]) if nested is None else absent_input(nested)


def neighbours(model: Model, adjacency: Any = None) -> set[Pair]:
    """All ordered pairs of neighbouring inputs."""
    adjacency = default_adjacency(model) if adjacency is None else adjacency
    inputs = list(laws(model))
    if isinstance(adjacency, dict) and "pairs" in adjacency:
        chosen = {(freeze(x), freeze(y)) for x, y in adjacency["pairs"]}
        return chosen | {(y, x) for x, y in chosen}
    if isinstance(adjacency, dict) and "group" in adjacency:
        group = adjacency["group"]
        return reach(inputs, neighbours(model, group["of"]), group["distance"])
    return {(x, y) for x in inputs for y in inputs if x != y and near(model, adjacency, x, y)}


def near(model: Model, adjacency: Any, x: Label, y: Label) -> bool:
    if isinstance(adjacency, dict):
        return abs(int(str(x)) - int(str(y))) <= adjacency["within"]
    if adjacency == "add_remove":
        return absent_input(model) in (x, y)
    if adjacency == "hamming":
        return len(x) == len(y) and sum(a != b for a, b in zip(x, y, strict=True)) == 1
    if adjacency == "one_coordinate":
        moved = [i for i, (a, b) in enumerate(zip(x, y, strict=True)) if a != b]
        part = model["of"][moved[0]]
        own = neighbours(part, part.get("adjacency"))
        return len(moved) == 1 and (x[moved[0]], y[moved[0]]) in own
    if adjacency in ("one_record", "one_user"):
        return len(x) == len(y) and (Counter(x) - Counter(y)).total() == 1
    assert adjacency in ("replace", "all_pairs")
    return True


def reach(inputs: list[Label], steps: set[Pair], distance: int) -> set[Pair]:
    """Pairs at distances 1 to `distance` in a graph."""
    found = {(x, x) for x in inputs}
    for _ in range(distance):
        found |= {(x, z) for x, y in found for w, z in steps if w == y}
    return {(x, y) for x, y in found if x != y}


def hockey_stick(p: Law, q: Law, alpha: Fraction) -> Fraction:
    event = worst_event(p, q, alpha)
    return weight_of(p, event) - alpha * weight_of(q, event)


def weight_of(law: Law, event: set[Label]) -> Fraction:
    """The probability of an event, over one denominator."""
    weights = [law[y] for y in event if y in law]
    whole = lcm(*(w.denominator for w in weights))
    return Fraction(sum(w.numerator * (whole // w.denominator) for w in weights), whole)


def delta_star(model: Model, alpha: Any, adjacency: Any = None) -> Fraction:
    table = laws(model)
    pairs = neighbours(model, adjacency)
    return max(hockey_stick(table[x], table[y], number(alpha)) for x, y in pairs)


def least_of_pair(p: Law, q: Law, delta: Fraction) -> Fraction | None:
    """The least level of one direction at a given delta; None stands for no finite level."""
    ratios = {y: w / q[y] for y, w in p.items() if y in q}
    ranked = sorted(ratios, key=lambda y: -ratios[y])
    a = sum((w for y, w in p.items() if y not in q), Fraction(0))
    b = Fraction(0)
    candidates = [Fraction(1), *ratios.values()]
    for y in ranked:
        a, b = a + p[y], b + q[y]
        candidates.append((a - delta) / b)
    good = [c for c in candidates if c >= 1 and hockey_stick(p, q, c) <= delta]
    return min(good, default=None)


def least_alpha(model: Model, delta: Any = 0, adjacency: Any = None) -> str:
    """The least level at a given delta, as exact text or "inf"."""
    table = laws(model)
    found = [
        least_of_pair(table[x], table[y], number(delta)) for x, y in neighbours(model, adjacency)
    ]
    return "inf" if None in found else str(max(f for f in found if f is not None))


def worst_event(p: Law, q: Law, alpha: Fraction) -> set[Label]:
    return {y for y, w in p.items() if w > alpha * q.get(y, Fraction(0))}


def members(event: dict[str, Any], p: Law, q: Law) -> set[Label]:
    """The outputs of positive probability that an event of the contract is about."""
    support = set(p) | set(q)
    if "outputs" in event:
        return {freeze(label) for label in event["outputs"]} & support
    if "counts" in event:
        return {y for y in support if counts_of(y) in map(no_zeros, event["counts"])}
    if event["statistic"] == "likelihood_ratio":
        return worst_event(p, q, number(event["above"]))
    assert event["statistic"].startswith("count of ")
    named = event["statistic"].removeprefix("count of ")
    low, high = event.get("at_least", 0), event.get("at_most", float("inf"))
    return {y for y in support if low <= counts_of(y).get(named, 0) <= high}


def counts_of(output: Label) -> dict[str, int]:
    return dict(Counter(as_key(part) for part in output))


def no_zeros(counts: dict[str, int]) -> dict[str, int]:
    return {label: n for label, n in counts.items() if n}
