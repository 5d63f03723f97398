"""Mechanisms of packages on PyPI, as they are, with the exact δ* of their code.

``python examples/code/packages.py`` prints the table of docs/code.md. It needs
``pip install diffprivlib==0.6.6 'scikit-learn<1.6' pure-ldp==1.2.0``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
from diffprivlib import mechanisms

import verify
from verify.exact.level import Level

# The servers of pure-ldp import statsmodels; its clients, which are looked at here, do not use it.
_ABSENT = ("statsmodels", "statsmodels.api") if find_spec("statsmodels") is None else ()
sys.modules.update({name: ModuleType(name) for name in _ABSENT})
try:
    from pure_ldp.frequency_oracles import (
        DEClient,
        HadamardMechClient,
        HEClient,
        RAPPORClient,
        UEClient,
    )
finally:
    for _name in _ABSENT:
        del sys.modules[_name]

SYSTEM = {"source": "secrets.SystemRandom"}
MODULES = {"source": "modules"}
WITHIN = {"within": 1}


@dataclass(frozen=True)
class Row:
    """One claim about the code of a package."""

    package: str
    mechanism: str
    parameters: str
    function: Callable[..., Any]
    inputs: Sequence[Any]
    epsilon: str | int
    reading: str
    adjacency: Any = "all_pairs"
    options: dict[str, Any] = field(default_factory=lambda: SYSTEM)
    delta: str | int = 0

    def verdict(self) -> verify.CodeVerdict:
        """The claim decided, with the code run along every branch."""
        explored = verify.explore_inputs(
            self.function, self.inputs, adjacency=self.adjacency, **self.options
        )
        return explored.certify(epsilon=self.epsilon, delta=self.delta)


def binary(epsilon: float) -> Callable[[str, Random], str]:
    """Randomized response on the labels "0" and "1"."""
    return lambda value, rng: mechanisms.Binary(
        epsilon=epsilon, value0="0", value1="1", random_state=rng
    ).randomise(value)


def geometric(epsilon: float, sensitivity: int = 1) -> Callable[[int, Random], int]:
    """Geometric noise on all integers."""
    return lambda value, rng: mechanisms.Geometric(
        epsilon=epsilon, sensitivity=sensitivity, random_state=rng
    ).randomise(value)


def truncated(epsilon: float, sensitivity: int = 1) -> Callable[[int, Random], int]:
    """Geometric noise clamped to 0, ..., 4."""
    return lambda value, rng: mechanisms.GeometricTruncated(
        epsilon=epsilon, sensitivity=sensitivity, lower=0, upper=4, random_state=rng
    ).randomise(value)


def folded(epsilon: float) -> Callable[[int, Random], int]:
    """Geometric noise folded into 0, ..., 4."""
    return lambda value, rng: mechanisms.GeometricFolded(
        epsilon=epsilon, lower=0, upper=4, random_state=rng
    ).randomise(value)


def exponential(epsilon: float, **more: Any) -> Callable[[Sequence[Any], Random], Any]:
    """The exponential mechanism on utilities of sensitivity 1."""
    return lambda utility, rng: mechanisms.Exponential(
        epsilon=epsilon, sensitivity=1, utility=list(utility), random_state=rng, **more
    ).randomise()


def permute_and_flip(epsilon: float) -> Callable[[Sequence[Any], Random], Any]:
    """Permute-and-flip on utilities of sensitivity 1."""
    return lambda utility, rng: mechanisms.PermuteAndFlip(
        epsilon=epsilon, sensitivity=1, utility=list(utility), random_state=rng
    ).randomise()


def discrete_gaussian(value: int, rng: Random) -> int:
    """Discrete Gaussian noise for ε = 1 and δ = 1/10."""
    mechanism = mechanisms.GaussianDiscrete(epsilon=1, delta=0.1, random_state=rng)
    return mechanism.randomise(value)


def near(first: Sequence[Any], second: Sequence[Any]) -> bool:
    """No utility differs by more than 1."""
    return max(abs(int(a) - int(b)) for a, b in zip(first, second, strict=True)) <= 1


def direct(value: int) -> int:
    """One of four values by generalised randomized response."""
    return DEClient(epsilon=1.0, d=4).privatise(value)


def unary(value: int) -> np.ndarray:
    """One of three values by symmetric unary encoding."""
    return UEClient(epsilon=1.0, d=3).privatise(value)


def optimised(value: int) -> np.ndarray:
    """One of three values by optimised unary encoding."""
    return UEClient(epsilon=1.0, d=3, use_oue=True).privatise(value)


def rappor(value: int) -> tuple[list[int], int]:
    """A Bloom filter of four bits with one hash function, f = 1/2: ε = 2 ln 3 is promised."""
    return RAPPORClient(f=0.5, m=4, hash_funcs=[[int]], num_of_cohorts=1).privatise(value)


def histogram(value: int) -> np.ndarray:
    """Histogram encoding, whose noise is continuous: it is refused."""
    return HEClient(1.0, 3).privatise(value)


def hadamard(value: int) -> Any:
    """One Hadamard coefficient, with the type of what is given back."""
    found = HadamardMechClient(epsilon=1.0, d=4, t=1).privatise(value)
    return type(found).__name__, list(found)


LABELS = ["0", "1"]
UTILITIES = [(0, 1, 2), (1, 1, 2), (0, 0, 2), (0, 1, 1), (1, 2, 3)]
BYTES = [(np.uint8(1), np.uint8(1)), (np.uint8(0), np.uint8(1))]
D, P = "diffprivlib 0.6.6", "pure-ldp 1.2.0"

TABLE = [
    Row(D, "Binary", "ε = 1", binary(1), LABELS, 1, "rounding"),
    Row(D, "Binary", "ε = 30", binary(30), LABELS, 30, "842 of 2^53 doubles flip: too few"),
    Row(D, "Binary", "ε = 40", binary(40), LABELS, 40, "e^40 + 1 is e^40: no noise at all"),
    Row(
        D,
        "Geometric",
        "ε = 1",
        geometric(1),
        [0, 1],
        1,
        "the outermost results come from single doubles, and have gaps",
        WITHIN,
    ),
    Row(
        D,
        "Geometric",
        "ε = 1, values from 2^53 + 1",
        geometric(1),
        [2**53 + 1, 2**53 + 2],
        1,
        "a bug: the value is rounded to a double, 1 becomes 2",
        WITHIN,
    ),
    Row(
        D,
        "Geometric",
        "ε = 1, values from 2^60 + 127",
        geometric(1),
        [2**60 + 127, 2**60 + 128, 2**60 + 129],
        1,
        "the same bug: 1 becomes 256 and swallows the noise",
        WITHIN,
    ),
    Row(D, "GeometricTruncated", "ε = 1, 0 to 4", truncated(1), range(5), 1, "rounding", WITHIN),
    Row(
        D,
        "GeometricFolded",
        "ε = 1, 0 to 4",
        folded(1),
        range(5),
        1,
        "true at ε = 1; at ε = 10 rounding breaks it",
        WITHIN,
    ),
    Row(D, "Exponential", "ε = 1", exponential(1), UTILITIES, 1, "true of these utilities", near),
    Row(
        D,
        "Exponential",
        "ε = 1, utilities of type uint8",
        exponential(1),
        BYTES,
        1,
        "a bug: 0 − 1 is 255, so the worst is the best",
        near,
    ),
    Row(
        D,
        "PermuteAndFlip",
        "ε = 1",
        permute_and_flip(1),
        [(0, 1), (1, 1)],
        1,
        "true with this δ; what is unexplored is counted against it",
        near,
        {**SYSTEM, "residual": "1e-9"},
        "1e-9",
    ),
    Row(
        D,
        "GaussianDiscrete",
        "ε = 1, δ = 1/10",
        discrete_gaussian,
        [0, 1],
        1,
        "made for δ = 1/10; this is what 3% unexplored leaves to say",
        options={**SYSTEM, "residual": "0.03", "merge": True},
        delta="1/8",
    ),
    Row(P, "DEClient", "ε = 1, d = 4", direct, [1, 2, 3, 4], 1, "rounding", options=MODULES),
    Row(P, "UEClient", "ε = 1, d = 3", unary, [1, 2, 3], 1, "rounding", options=MODULES),
    Row(P, "UEClient, OUE", "ε = 1, d = 3", optimised, [1, 2, 3], 1, "rounding", options=MODULES),
    Row(
        P,
        "RAPPORClient",
        "f = 1/2, m = 4",
        rappor,
        [1, 2, 3],
        "2*ln(3)",
        "a bug: a bit that is 1 is never cleared",
        options=MODULES,
    ),
    Row(
        P,
        "HadamardMechClient",
        "ε = 1, d = 4, t = 1, with the type",
        hadamard,
        [1, 2, 3, 4],
        1,
        "a leak if the type is seen: a list is the truth, a zip object is not",
        options=MODULES,
    ),
]


def star(verdict: verify.CodeVerdict) -> str:
    """δ*, rounded up to three digits where it is not 0."""
    short = verdict.delta_upper.upper(3)
    return short if verdict.is_exact else f"at most {short}"


def least(verdict: verify.CodeVerdict) -> str:
    """The least ε for the δ that is claimed, rounded up to 16 digits."""
    alpha = verdict.of_channel.least_alpha
    return "none" if alpha is None else Level.alpha(alpha).epsilon_decimal()


def line(row: Row) -> str:
    """A row of the table."""
    verdict = row.verdict()
    paths = sum(walk.paths for walk in verdict.explored.walks)
    claim = f"({row.epsilon}, {row.delta}) {verdict.verdict}"
    cells = [row.package, row.mechanism, row.parameters, claim, star(verdict), least(verdict)]
    return f"| {' | '.join([*cells, str(paths), row.reading])} |"


HEAD = """\
| package | mechanism | parameters | claim (ε, δ) | δ* of the code | least ε | paths | reading |
|---|---|---|---|---|---|---|---|"""


def main() -> None:
    """Print the table."""
    print(HEAD)
    for row in TABLE:
        print(line(row))


if __name__ == "__main__":
    main()
