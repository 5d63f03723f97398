"""The catalogue: one function per mechanism, named as in model documents.

>>> from verify import mechanisms
>>> mechanisms.randomized_response("3/4").row(0)
[mpq(3,4), mpq(1,4)]
"""

from typing import TYPE_CHECKING

from verify.lazy import loader

if TYPE_CHECKING:
    from verify.mechanisms.above_threshold import sparse_vector
    from verify.mechanisms.geometric_noise import clamped_geometric, geometric, truncated_geometric
    from verify.mechanisms.histogram import ThresholdedHistogram, thresholded_histogram
    from verify.mechanisms.laplace_noise import discrete_laplace
    from verify.mechanisms.leaking import Leaky, leaky
    from verify.mechanisms.noisy_max import report_noisy_max
    from verify.mechanisms.response import k_randomized_response, randomized_response
    from verify.mechanisms.selection import exponential, permute_and_flip
    from verify.mechanisms.table import channel
    from verify.mechanisms.unary import BitReports, rappor, unary_encoding

_HOMES = {
    "BitReports": "unary",
    "Leaky": "leaking",
    "ThresholdedHistogram": "histogram",
    "channel": "table",
    "clamped_geometric": "geometric_noise",
    "discrete_laplace": "laplace_noise",
    "exponential": "selection",
    "geometric": "geometric_noise",
    "k_randomized_response": "response",
    "leaky": "leaking",
    "permute_and_flip": "selection",
    "randomized_response": "response",
    "rappor": "unary",
    "report_noisy_max": "noisy_max",
    "sparse_vector": "above_threshold",
    "thresholded_histogram": "histogram",
    "truncated_geometric": "geometric_noise",
    "unary_encoding": "unary",
}

__all__ = [
    "BitReports",
    "Leaky",
    "ThresholdedHistogram",
    "channel",
    "clamped_geometric",
    "discrete_laplace",
    "exponential",
    "geometric",
    "k_randomized_response",
    "leaky",
    "permute_and_flip",
    "randomized_response",
    "rappor",
    "report_noisy_max",
    "sparse_vector",
    "thresholded_histogram",
    "truncated_geometric",
    "unary_encoding",
]

__getattr__ = loader(__name__, {name: f"{__name__}.{home}" for name, home in _HOMES.items()})


def __dir__() -> list[str]:
    return sorted(__all__)
