"""Types of the kernels for laws on a grid; the definitions are in their docstrings."""

from typing import TypeAlias

import numpy as np
from gmpy2 import mpz
from numpy.typing import NDArray

_Cells: TypeAlias = NDArray[np.uint64]
_Places: TypeAlias = NDArray[np.int64]
_Integer: TypeAlias = int | mpz

def block_law(
    numbers: NDArray[np.uint64],
    shifts: _Places,
    rows: _Places,
    ends: _Places,
    counts: _Places,
    constants: tuple[_Integer, ...],
    weight: tuple[_Integer, int],
    unit: int,
    start: int,
    size: int,
) -> tuple[_Cells, _Cells, int, int]: ...
def convolved(x: _Cells, y: _Cells, slot: int, shift: int) -> _Cells: ...
def coarsened(cells: _Cells, odd: bool, down: _Integer, up: _Integer) -> _Cells: ...
def power_sum(cells: _Cells, factor: _Integer, upward: bool) -> int: ...
