"""Types of the kernel for halves; the definitions are in its docstrings."""

from typing import TypeAlias

import numpy as np
from gmpy2 import mpz
from numpy.typing import NDArray

_Rows: TypeAlias = NDArray[np.uint64]
_Level: TypeAlias = tuple[mpz, mpz]

class Half:
    def __init__(self, keys: _Rows, rows: _Rows, error: int) -> None: ...
    @property
    def count(self) -> int: ...
    def classes(self) -> list[tuple[int, mpz, mpz]]: ...

def product(left: Half, right: Half, limbs: int) -> Half: ...
def sum_up(half: Half) -> None: ...
def upper_sums(
    table: Half,
    walked: Half,
    held: Half,
    low: int,
    high: int,
    levels: tuple[_Level, _Level] | None = None,
    reverse: bool = False,
) -> tuple[mpz, mpz] | None: ...
