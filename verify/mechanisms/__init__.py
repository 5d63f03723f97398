"""The catalogue: one function per mechanism, named as in model documents.

>>> from verify import mechanisms
>>> mechanisms.randomized_response("3/4").row(0)
[mpq(3,4), mpq(1,4)]
"""

from verify.mechanisms.discrete_laplace import discrete_laplace
from verify.mechanisms.leaky import Leaky, leaky
from verify.mechanisms.noisy_max import report_noisy_max
from verify.mechanisms.response import k_randomized_response, randomized_response
from verify.mechanisms.sparse_vector import sparse_vector
from verify.mechanisms.table import channel

__all__ = [
    "Leaky",
    "channel",
    "discrete_laplace",
    "k_randomized_response",
    "leaky",
    "randomized_response",
    "report_noisy_max",
    "sparse_vector",
]
