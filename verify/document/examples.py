"""One accepted model of every type: shown in the schema, in the documentation, and tested."""

from __future__ import annotations

from typing import Any

__all__ = ["EXAMPLES"]

_RR: dict[str, Any] = {"type": "randomized_response", "p": "3/4"}

_LEVEL: dict[str, Any] = {"alpha": "3"}

_COUNT: dict[str, Any] = {"type": "geometric", "ratio": "1/2", "low": 0, "high": 4}

_SCORES = {"x": {"a": 2, "b": 1, "c": 0}, "y": {"a": 1, "b": 2, "c": 0}}

EXAMPLES: dict[str, dict[str, Any]] = {
    "channel": {
        "inputs": ["nobody", "healthy", "ill"],
        "outputs": ["low", "high"],
        "rows": [["1/2", "1/2"], ["2/3", "1/3"], ["1/3", "2/3"]],
        "absent": "nobody",
    },
    "leaky": {"delta": "1/100", "of": _RR},
    "randomized_response": {"epsilon": "ln(3)"},
    "k_randomized_response": {"k": 4, "p": "2/5"},
    "unary_encoding": {"k": 4, "alpha": "3", "variant": "optimised"},
    "rappor": {"bits": 20, "hashes": 4, "f": "95%", "differing": 6},
    "geometric": {"ratio": "1/2", "low": 0, "high": 5},
    "clamped_geometric": {"ratio": "1/2", "low": 0, "high": 5, "sensitivity": 2},
    "truncated_geometric": {"ratio": "1/2", "low": 0, "high": 5},
    "discrete_laplace": {"scale": "2", "low": 0, "high": 5},
    "exponential": {"scores": _SCORES, "base": "2"},
    "permute_and_flip": {"scores": _SCORES, "base": "2"},
    "report_noisy_max": {
        "queries": {"x": [2, 1, 0], "y": [1, 2, 0]},
        "ratio": "1/2",
        "output": "index",
    },
    "sparse_vector": {
        "queries": {"x": [0, 0, 2], "y": [1, 1, 1]},
        "threshold": 1,
        "threshold_ratio": "1/2",
        "query_ratio": "1/2",
    },
    "thresholded_histogram": {
        "counts": {"with": {"apple": 3, "pear": 1}, "without": {"apple": 3}},
        "ratio": "1/2",
        "threshold": 3,
    },
    "fresh": {"of": [_RR, {"type": "randomized_response", "alpha": "2"}]},
    "copies": {"count": 12, "of": _RR},
    "parallel": {"of": [_RR, {"type": "k_randomized_response", "k": 3, "alpha": "2"}]},
    "shared": {
        "latent": {"0": "1/2", "1": "1/2"},
        "outputs": [
            {"0": {"0": "0", "1": "1"}, "1": {"0": "0", "1": "1"}},
            {"0": {"0": "0", "1": "1"}, "1": {"0": "1", "1": "0"}},
        ],
    },
    "adaptive": {
        "first": _RR,
        "next": {"0": {"type": "randomized_response", "p": "2/3"}, "1": "stop"},
    },
    "postprocess": {
        "of": {"type": "fresh", "count": 2, "of": _RR},
        "map": {'["0","0"]': "none", '["0","1"]': "some", '["1","0"]': "some", '["1","1"]': "all"},
    },
    "mixture": {
        "revealed": True,
        "of": [
            {"weight": "1/3", "mechanism": {"type": "randomized_response", "p": "1"}},
            {"weight": "2/3", "mechanism": {"type": "randomized_response", "p": "1/2"}},
        ],
    },
    "poisson_subsample": {
        "rate": "1/10",
        "absent": "0",
        "of": {"type": "geometric", "ratio": "1/2", "low": 0, "high": 1},
    },
    "fixed_size_subsample": {"of": _COUNT, "records": [0, 1], "population": 6, "size": 2},
    "shuffle": {"users": 5, "of": _RR},
    "random_allocation": {"of": _RR, "absent": "0", "present": "1", "rounds": 10, "epochs": 2},
}
"""{type: its keys without the type}"""
