"""Types of the compiled envelope; the definitions are in the docstring there."""

import numpy as np
from numpy.typing import NDArray

def greatest_lines(
    keys: NDArray[np.int64],
    tail_p: NDArray[np.uint64],
    tail_q: NDArray[np.uint64],
    denominator: int,
    error: int,
    above: int,
    below: int,
) -> NDArray[np.int64]: ...
