"""The catalogue: one function per mechanism, named as in model documents.

>>> from verify import mechanisms
>>> mechanisms.randomized_response("3/4").row(0)
[mpq(3,4), mpq(1,4)]
"""

from verify.mechanisms.geometric import clamped_geometric, geometric, truncated_geometric
from verify.mechanisms.histogram import ThresholdedHistogram, thresholded_histogram
from verify.mechanisms.leaky import Leaky, leaky
from verify.mechanisms.noisy_max import report_noisy_max
from verify.mechanisms.response import k_randomized_response, randomized_response
from verify.mechanisms.selection import exponential, permute_and_flip
from verify.mechanisms.sparse_vector import sparse_vector
from verify.mechanisms.table import channel
from verify.mechanisms.unary import BitReports, rappor, unary_encoding

__all__ = [
    "BitReports",
    "Leaky",
    "ThresholdedHistogram",
    "channel",
    "clamped_geometric",
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
