"""Wrong parameters of catalogue types: one line that names the key's path and a right form."""

from typing import Any

import pytest
from contract_catalogue import (
    SCORES,
    allocation,
    fixed_size,
    geometric,
    histogram,
    noisy_max,
    of_type,
    poisson,
    rappor,
    shuffle,
    sparse,
    unary,
)
from contract_command import Verify
from contract_models import Model, copies, document, fresh, level, rr

LOCAL = geometric("1/2", 0, 2)


def laplace(scale: Any = "2", low: Any = 0, high: Any = 3, **more: Any) -> Model:
    return of_type("discrete_laplace", scale=scale, low=low, high=high, **more)


def clamped(**more: Any) -> Model:
    return LOCAL | {"type": "clamped_geometric"} | more


def scored(scores: Any = SCORES, base: Any = "2", kind: str = "exponential") -> Model:
    return of_type(kind, scores=scores, base=base)


def weighted(weights: Any) -> Model:
    return of_type("exponential", weights=weights)


# model, the path of the key, a part of the line
REFUSED: dict[str, tuple[Model, str, str]] = {
    "ratio_one": (geometric(1), "mechanism.ratio", "1"),
    "ratio_zero": (copies(2, geometric("0")), "mechanism.of.ratio", "0"),
    "low_over_high": (geometric("1/2", 4, 3), "mechanism", "4"),
    "high_a_word": (clamped(high="top"), "mechanism.high", "top"),
    "sensitivity_zero": (geometric(sensitivity=0), "mechanism.sensitivity", "0"),
    "sensitivity_half": (clamped(sensitivity="3/2"), "mechanism.sensitivity", "3/2"),
    "sided_three": (geometric(sided=3), "mechanism.sided", "3"),
    "sided_a_word": (noisy_max([1], [2], sided="one"), "mechanism.sided", "one"),
    "scale_zero": (laplace("0"), "mechanism.scale", "0"),
    "scale_negative": (laplace("-1"), "mechanism.scale", "-1"),
    "k_zero": (unary(0, p="1/2", q="1/4"), "mechanism.k", "0"),
    "k_half": (unary("5/2", p="1/2", q="1/4"), "mechanism.k", "5/2"),
    "p_over_one": (unary(2, p="5/4", q="1/4"), "mechanism.p", "5/4"),
    "q_negative": (unary(2, p="1/2", q="-1/4"), "mechanism.q", "-1/4"),
    "q_missing": (unary(2, p="1/2"), "mechanism", "q"),
    "p_beside_a_level": (
        unary(2, p="1/2", q="1/4", alpha="2", variant="optimised"),
        "mechanism",
        "alpha",
    ),
    "level_below_one": (unary(2, alpha="1/2", variant="optimised"), "mechanism.alpha", "1/2"),
    "level_without_variant": (unary(2, alpha="2"), "mechanism", "variant"),
    "root_of_two": (unary(2, alpha="2", variant="symmetric"), "mechanism.alpha", "2"),
    "unknown_variant": (unary(2, alpha="2", variant="best"), "mechanism.variant", "best"),
    "bits_too_few": (rappor(3, 2), "mechanism", "3"),
    "bits_zero": (rappor(0, 1), "mechanism.bits", "0"),
    "f_over_one": (rappor(4, 2, "3/2"), "mechanism.f", "3/2"),
    "f_negative": (rappor(4, 2, "-1%"), "mechanism.f", "-1/100"),
    "rappor_p": (rappor(p="2"), "mechanism.p", "2"),
    "rappor_q": (rappor(q="-1"), "mechanism.q", "-1"),
    "differing_too_many": (rappor(9, 2, differing=5), "mechanism.differing", "5"),
    "differing_negative": (rappor(differing=-1), "mechanism.differing", "-1"),
    "weight_negative": (weighted({"x": {"a": "-1"}, "y": {"a": 1}}), "mechanism.weights.x.a", "-1"),
    "weights_all_zero": (weighted({"x": {"a": 1}, "y": {"a": "0"}}), "mechanism.weights.y", "0"),
    "score_missing": (scored({"x": {"a": 1, "b": 0}, "y": {"a": 1}}), "mechanism.scores.y", "b"),
    "score_half": (scored({"x": {"a": "1/2"}, "y": {"a": 0}}), "mechanism.scores.x.a", "1/2"),
    "scores_empty": (scored({}), "mechanism.scores", ""),
    "base_zero": (scored(base="0"), "mechanism.base", "0"),
    "base_missing": (of_type("exponential", scores=SCORES), "mechanism", "base"),
    "base_below_one": (scored(base="1/2", kind="permute_and_flip"), "mechanism.base", "1/2"),
    "queries_half": (noisy_max([1, "1/2"], [0, 0]), "mechanism.queries.x[1]", "1/2"),
    "queries_of_two_lengths": (noisy_max([1, 0], [0]), "mechanism.queries.y", ""),
    "queries_empty": (noisy_max([], []), "mechanism.queries.x", ""),
    "output_unknown": (noisy_max([1], [0], output="all"), "mechanism.output", "all"),
    "ties_unknown": (noisy_max([1], [0], ties="last"), "mechanism.ties", "last"),
    "threshold_half": (sparse([0], [1], threshold="1/2"), "mechanism.threshold", "1/2"),
    "threshold_word": (sparse([0], [1], threshold="T"), "mechanism.threshold", "T"),
    "threshold_ratio_one": (sparse([0], [1], threshold_ratio=1), "mechanism.threshold_ratio", "1"),
    "query_ratio_one": (sparse([0], [1], query_ratio="1"), "mechanism.query_ratio", "1"),
    "query_ratio_negative": (sparse([0], [1], query_ratio="-1"), "mechanism.query_ratio", "-1"),
    "count_zero": (sparse([0], [1], count=0), "mechanism.count", "0"),
    "resample_text": (sparse([0], [1], resample="true"), "mechanism.resample", "true or false"),
    "sparse_variant": (sparse([0], [1], variant="fast"), "mechanism.variant", "fast"),
    "counts_negative": (histogram({"k": -1}, {}), "mechanism.counts.x.k", "-1"),
    "histogram_threshold": (histogram({"k": 1}, {}, threshold="5/2"), "mechanism.threshold", "5/2"),
    "rate_over_one": (poisson("11/10", LOCAL), "mechanism.rate", "11/10"),
    "rate_negative": (fresh(2, poisson("-1%", LOCAL)), "mechanism.of.rate", "-1/100"),
    "absent_unknown": (poisson("1/2", LOCAL, absent="nobody"), "mechanism.absent", "nobody"),
    "records_word": (fixed_size(LOCAL, records=[0, "one"]), "mechanism.records[1]", "one"),
    "records_twice": (fixed_size(LOCAL, records=[0, 1, "1"]), "mechanism.records", "1"),
    "population_zero": (fixed_size(LOCAL, population=0, size=0), "mechanism.population", "0"),
    "size_over_population": (fixed_size(LOCAL, population=2, size=3), "mechanism.size", "3"),
    "sum_outside": (fixed_size(LOCAL, records=[0, 2]), "mechanism.of", "4"),
    "replacement_text": (
        fixed_size(LOCAL, replacement="yes"),
        "mechanism.replacement",
        "true or false",
    ),
    "no_integers": (fixed_size(noisy_max([1], [0])), "mechanism.of", "x"),
    "users_zero": (shuffle(0, rr()), "mechanism.users", "0"),
    "users_half": (shuffle("3/2", rr()), "mechanism.users", "3/2"),
    "present_unknown": (allocation(2, rr(), present=2), "mechanism.present", "2"),
    "rounds_zero": (allocation(0, rr()), "mechanism.rounds", "0"),
    "epochs_word": (allocation(2, rr(), epochs="many"), "mechanism.epochs", "many"),
    "unknown_key": (allocation(2, LOCAL | {"rate": 1}), "mechanism.of.rate", "rate"),
}


INTEGERS = {"high", "sided", "hashes", "threshold", "users", "epochs", "a", "records[1]"}


@pytest.mark.parametrize("name", REFUSED)
def test_parameters(verify: Verify, name: str) -> None:
    model, place, part = REFUSED[name]
    line = verify.refuse("certify", document(model, level("3")))
    message = line.split(".json: ", 1)[1]
    assert message.startswith(place)
    assert part in message.removeprefix(place)
    assert len(message) < 400
    assert "write such" not in message
    if place.rsplit(".", 1)[-1] in INTEGERS:
        assert '"3/8"' not in message
