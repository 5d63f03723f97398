"""Types of the compiled rows; the definitions are in the docstrings there."""

from collections.abc import Sequence

import numpy as np
from gmpy2 import mpz
from numpy.typing import NDArray

_Keys = NDArray[np.int64]
_Weights = NDArray[np.uint64]

def multiset_rows(
    base_keys: _Keys, p: Sequence[mpz], q: Sequence[mpz], count: int, rows: int, limbs: int
) -> tuple[_Keys, _Weights, _Weights]: ...
def product_rows(
    left_keys: _Keys,
    left_p: _Weights,
    left_q: _Weights,
    right_keys: _Keys,
    right_p: _Weights,
    right_q: _Weights,
    limbs: int,
) -> tuple[_Keys, _Weights, _Weights]: ...
def merge_rows(keys: _Keys, p: _Weights, q: _Weights, error: int) -> int: ...
def sum_tails(weights: _Weights, count: int) -> None: ...
