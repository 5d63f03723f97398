"""Laws of the catalogue's model types by definition, in plain fractions.

Importing this module adds its types to `by_definition`. Irrational ratios are taken to 90 digits,
for values that are compared as decimals.
"""

import re
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product
from math import isqrt

import by_definition as definition
from by_definition import Label, Law, Laws, Model, accumulate, freeze, from_key, number
from by_definition_sums import ONE, ZERO, Noise, at_least, pmf, times_all


def exponential_of(epsilon: Fraction) -> Fraction:
    """e^ε to 90 digits."""
    with localcontext() as context:
        context.prec = 90
        exponent = Decimal(epsilon.numerator) / Decimal(epsilon.denominator)
        return Fraction(exponent.exp())


LOGARITHM = re.compile(r"(?:(\d+)\*)?ln\((.+)\)")


def level_of(model: Model) -> Fraction:
    """The parameter `alpha`, or e^`epsilon` of a rational or of a multiple of one logarithm."""
    if "alpha" in model:
        return number(model["alpha"])
    found = LOGARITHM.fullmatch(str(model["epsilon"]))
    if found is None:
        return exponential_of(number(model["epsilon"]))
    return number(found[2]) ** int(found[1] or 1)


def square_root(value: Fraction) -> Fraction:
    scale = 10**180
    root = Fraction(isqrt(value.numerator * scale), isqrt(value.denominator * scale))
    exact = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    return exact if exact * exact == value else root


# Noise on one integer


def ratio_of(model: Model) -> Fraction:
    if "scale" in model:
        return exponential_of(-1 / number(model["scale"]))
    return number(model["ratio"])


def noisy_integer_laws(model: Model, ends: tuple[str, str]) -> Laws:
    """x + Z with both tails as one outcome each, which is exact: their ratios are constant."""
    r, sided = ratio_of(model), int(model.get("sided", 2))
    low, high = int(model["low"]), int(model["high"])
    table: Laws = {}
    for x in range(low, high + 1):
        inside = [(str(y), pmf(y - x, r, sided)) for y in range(low + 1, high)]
        below = (ends[0], 1 - at_least(low + 1 - x, r, sided))
        table[str(x)] = accumulate([below, *inside, (ends[1], at_least(high - x, r, sided))])
    return table


def geometric_laws(model: Model) -> Laws:
    one_sided = int(model.get("sided", 2)) == 1
    first = str(model["low"]) if one_sided else f"<={model['low']}"
    return noisy_integer_laws(model, (first, f">={model['high']}"))


def clamped_laws(model: Model) -> Laws:
    return noisy_integer_laws(model, (str(model["low"]), str(model["high"])))


def truncated_laws(model: Model) -> Laws:
    r, sided = ratio_of(model), int(model.get("sided", 2))
    values = range(int(model["low"]), int(model["high"]) + 1)
    table: Laws = {}
    for x in values:
        row = [(str(y), pmf(y - x, r, sided)) for y in values]
        whole = sum(weight for _, weight in row)
        table[str(x)] = accumulate([(y, weight / whole) for y, weight in row])
    return table


# Bits


def bits_law(chances: list[Fraction]) -> Law:
    """Independent bits, each 1 with its own chance."""
    return definition.product_law([accumulate([("0", 1 - c), ("1", c)]) for c in chances])


def unary_laws(model: Model) -> Laws:
    if "p" in model:
        p, q = number(model["p"]), number(model["q"])
    elif model["variant"] == "symmetric":
        root = square_root(level_of(model))
        p, q = root / (1 + root), 1 / (1 + root)
    else:
        p, q = Fraction(1, 2), 1 / (level_of(model) + 1)
    k = model["k"]
    return {str(x): bits_law([p if i == x else q for i in range(k)]) for x in range(k)}


def rappor_laws(model: Model) -> Laws:
    """The bits of a alone come first, then those of b alone, then those of both."""
    f, p, q = (number(model.get(key, usual)) for key, usual in (("f", 0), ("p", 0), ("q", 1)))
    differing = model.get("differing", 2 * model["hashes"])
    only_a = (differing + 1) // 2
    both = model["hashes"] - only_a
    sets = {
        "a": {*range(only_a), *range(differing, differing + both)},
        "b": {*range(only_a, differing + both)},
    }
    chance = {bit: (f / 2 if not bit else 1 - f / 2) for bit in (False, True)}
    one = {bit: chance[bit] * q + (1 - chance[bit]) * p for bit in chance}
    return {x: bits_law([one[i in ones] for i in range(model["bits"])]) for x, ones in sets.items()}


# Selection


def exponential_laws(model: Model) -> Laws:
    table: Laws = {}
    for x, row in model.get("weights", model.get("scores")).items():
        if "weights" in model:
            weights = {from_key(o): number(w) for o, w in row.items()}
        else:
            weights = {from_key(o): number(model["base"]) ** int(s) for o, s in row.items()}
        whole = sum(weights.values())
        table[x] = accumulate([(o, weight / whole) for o, weight in weights.items()])
    return table


def permute_and_flip_laws(model: Model) -> Laws:
    """All orders of the outputs, one after the other."""
    base = number(model["base"])
    table: Laws = {}
    for x, scores in model["scores"].items():
        best = max(map(int, scores.values()))
        orders = list(permutations(scores))
        outcomes: list[tuple[Label, Fraction]] = []
        for order in orders:
            reached = Fraction(1, len(orders))
            for o in order:
                accept = base ** (int(scores[o]) - best)
                outcomes.append((o, reached * accept))
                reached *= 1 - accept
        table[x] = accumulate(outcomes)
    return table


# The noisy maximum


def noisy_max_laws(model: Model) -> Laws:
    if model.get("output", "index") != "index":
        return {x: noisy_value_law(model, queries) for x, queries in model["queries"].items()}
    return {x: noisy_index_law(model, queries) for x, queries in model["queries"].items()}


def noisy_index_law(model: Model, queries: list[int]) -> Law:
    noise = Noise(
        min(queries) - 1, max(queries) + 1, number(model["ratio"]), int(model.get("sided", 2))
    )
    indices = range(len(queries))
    outcomes: list[tuple[Label, Fraction]] = []
    for winner in indices:
        others = [i for i in indices if i != winner]
        for size in range(len(queries)):
            for tied in combinations(others, size):
                parts = [noise.equal(queries[i]) for i in (winner, *tied)]
                parts += [noise.under(queries[i]) for i in others if i not in tied]
                share = tie_share(model, winner, tied)
                outcomes.append((str(winner), share * times_all(parts).total()))
    return accumulate(outcomes)


def tie_share(model: Model, winner: int, tied: tuple[int, ...]) -> Fraction:
    if model.get("ties", "first") == "uniform":
        return Fraction(1, len(tied) + 1)
    return ONE if all(winner < i for i in tied) else ZERO


REACH = 90  # how far the laws of a released value are listed beyond the queries


def noisy_value_law(model: Model, queries: list[int]) -> Law:
    """The laws of the greatest value, listed on a window; what is missing is about r^REACH."""
    r, sided = number(model["ratio"]), int(model.get("sided", 2))
    outcomes: list[tuple[Label, Fraction]] = []
    for v in range(min(queries) - REACH, max(queries) + REACH):
        equal = [pmf(v - q, r, sided) for q in queries]
        under = [1 - at_least(v - q, r, sided) for q in queries]
        for winner in range(len(queries)):
            for tied in ties(winner, len(queries)):
                weight = tie_share(model, winner, tied)
                for i in range(len(queries)):
                    weight *= equal[i] if i == winner or i in tied else under[i]
                both = model["output"] == "both"
                outcomes.append(((str(winner), str(v)) if both else str(v), weight))
    return accumulate(outcomes)


def ties(winner: int, size: int) -> list[tuple[int, ...]]:
    others = [i for i in range(size) if i != winner]
    return [tied for n in range(size) for tied in combinations(others, n)]


# The sparse vector technique


def sparse_vector_laws(model: Model) -> Laws:
    law = released_law if model.get("variant") == "release_value" else sparse_law
    return {x: law(model, queries) for x, queries in model["queries"].items()}


def sparse_law(model: Model, queries: list[int]) -> Law:
    """Answers in turn; a new threshold, where there is one, makes independent segments."""
    goes_on = model.get("variant", "correct") == "no_stop"
    count = int(model.get("count", 1))
    outcomes: list[tuple[Label, Fraction]] = []
    for answers in product((True, False), repeat=len(queries)):
        shown = answers
        if not goes_on:
            places = [i for i, above in enumerate(answers) if above][:count]
            if len(places) == count:
                if any(answers[places[-1] + 1 :]):
                    continue
                shown = answers[: places[-1] + 1]
        label = tuple("above" if above else "below" for above in shown)
        outcomes.append((label, answers_chance(model, queries, shown)))
    return accumulate(outcomes)


def answers_chance(model: Model, queries: list[int], answers: tuple[bool, ...]) -> Fraction:
    chance, segment = ONE, []
    for query, above in zip(queries, answers, strict=False):
        segment.append((query, above))
        if above and model.get("resample", False):
            chance, segment = chance * segment_chance(model, segment), []
    return chance * segment_chance(model, segment) if segment else chance


def segment_chance(model: Model, segment: list[tuple[int, bool]]) -> Fraction:
    """Σ over ρ of P(ρ)·Π of the answers, given that the threshold is T + ρ."""
    threshold = int(model["threshold"])
    distances = [query - threshold for query, _ in segment]
    window = (min(0, *distances) - 2, max(0, *distances) + 2)
    noise = Noise(*window, number(model["query_ratio"]))
    curves = [Noise(*window, number(model["threshold_ratio"])).equal(0)]
    for query, above in segment:
        curves.append((noise.reaches if above else noise.misses)(query, threshold))
    return times_all(curves).total()


def released_law(model: Model, queries: list[int]) -> Law:
    """The first value at or over the threshold is shown; sums are cut off as for the maximum."""
    r, s, t = number(model["threshold_ratio"]), number(model["query_ratio"]), model["threshold"]
    values = range(min(queries) - REACH, max(queries) + REACH)
    weights = {rho: pmf(rho, r) for rho in range(-REACH, REACH)}
    outcomes: list[tuple[Label, Fraction]] = []
    for rest in range(len(queries)):
        up_to = ZERO
        reached = {rho: w for rho, w in weights.items() if rho < min(values) - t}
        for v in values:
            reached[v - t] = weights.get(v - t, ZERO)
            up_to = sum(reached.values())
            outcomes.append((("below",) * rest + (str(v),), up_to * pmf(v - queries[rest], s)))
        for rho in weights:
            weights[rho] *= 1 - at_least(t + rho - queries[rest], s)
    outcomes.append((("below",) * len(queries), sum(weights.values(), ZERO)))
    return accumulate(outcomes)


# Histograms


def histogram_laws(model: Model) -> Laws:
    r, threshold = number(model["ratio"]), int(model["threshold"])
    keys = sorted({key for row in model["counts"].values() for key in row})
    table: Laws = {}
    for x, row in model["counts"].items():
        parts: list[Law] = []
        for key in keys:
            top = max(threshold, *(int(other.get(key, 0)) for other in model["counts"].values()))
            parts.append(shown_law(int(row.get(key, 0)), key, threshold, top, r))
        table[x] = accumulate(
            [
                (tuple(y for y in ys if y), weight)
                for ys, weight in definition.product_law(parts).items()
            ]
        )
    return table


def shown_law(count: int, key: str, threshold: int, top: int, r: Fraction) -> Law:
    """One key: what is shown of it, () for nothing. From `top` on all ratios are constant."""
    if count == 0:
        return {(): ONE}
    shown: list[tuple[Label, Fraction]] = [
        ((key, str(v)), pmf(v - count, r)) for v in range(threshold, top)
    ]
    tail = at_least(top - count, r)
    hidden = 1 - at_least(threshold - count, r)
    return accumulate([((), hidden), *shown, ((key, f">={top}"), tail)])


# Sampling and shuffling


def poisson_laws(model: Model) -> Laws:
    rate, table = number(model["rate"]), definition.laws(model["of"])
    without = table[freeze(model["absent"])]
    return {x: mixed([(1 - rate, without), (rate, law)]) for x, law in table.items()}


def mixed(parts: list[tuple[Fraction, Law]]) -> Law:
    return accumulate([(y, weight * chance) for weight, law in parts for y, chance in law.items()])


def fixed_size_laws(model: Model) -> Laws:
    table = definition.laws(model["of"])
    size, values = model["size"], sorted(map(int, model["records"]))
    result: Laws = {}
    for records in combinations_with_replacement(values, model["population"]):
        if model.get("replacement", False):
            samples = list(product(records, repeat=size))
        else:
            samples = list(combinations(records, size))
        parts = [(Fraction(1, len(samples)), table[str(sum(sample))]) for sample in samples]
        result[freeze(records)] = mixed(parts)
    return result


def shuffle_laws(model: Model) -> Laws:
    """Reports in the order of the outputs of the local mechanism; see `in_order`."""
    table = definition.laws(model["of"])
    order = in_order(model["of"])
    result: Laws = {}
    for users in combinations_with_replacement(table, model["users"]):
        joint = definition.product_law([table[x] for x in users])
        result[users] = accumulate(
            [(tuple(sorted(ys, key=order.index)), weight) for ys, weight in joint.items()]
        )
    return result


def in_order(model: Model) -> list[Label]:
    """All outputs of a model, numbers ascending with tails at the ends, bits as if counted."""
    found = {y for law in definition.laws(model).values() for y in law}
    if all(isinstance(y, str) and y.strip("<>=-").isdigit() for y in found):
        return sorted(found, key=lambda y: (int(str(y).strip("<>=")), not str(y).startswith("<=")))
    if model["type"] == "channel":
        return [freeze(y) for y in model["outputs"]]
    return sorted(found)


def allocation_laws(model: Model) -> Laws:
    table = definition.laws(model["of"])
    absent, present = freeze(model["absent"]), freeze(model["present"])
    rounds, epochs = model["rounds"], model.get("epochs", 1)
    off = definition.product_law([table[absent]] * rounds)
    places = [
        definition.product_law([table[present if i == j else absent] for i in range(rounds)])
        for j in range(rounds)
    ]
    on = mixed([(Fraction(1, rounds), law) for law in places])
    if epochs == 1:
        return {absent: off, present: on}
    return {
        absent: definition.product_law([off] * epochs),
        present: definition.product_law([on] * epochs),
    }


definition.LAWS.update(
    geometric=geometric_laws,
    clamped_geometric=clamped_laws,
    truncated_geometric=truncated_laws,
    discrete_laplace=geometric_laws,
    unary_encoding=unary_laws,
    rappor=rappor_laws,
    exponential=exponential_laws,
    permute_and_flip=permute_and_flip_laws,
    report_noisy_max=noisy_max_laws,
    sparse_vector=sparse_vector_laws,
    thresholded_histogram=histogram_laws,
    poisson_subsample=poisson_laws,
    fixed_size_subsample=fixed_size_laws,
    shuffle=shuffle_laws,
    random_allocation=allocation_laws,
)
definition.DEFAULT_ADJACENCY.update(
    unary_encoding="replace",
    rappor="replace",
    poisson_subsample="add_remove",
    fixed_size_subsample="one_record",
    shuffle="one_user",
    random_allocation="add_remove",
)
