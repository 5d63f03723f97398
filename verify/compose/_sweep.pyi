"""Types of the compiled sweep; the definitions are in the docstrings there."""

from gmpy2 import mpz

from verify.compose.near_ties import NearTies

def sweep_sums(
    count: int,
    keys: list[int],
    p: list[mpz],
    q: list[mpz],
    level: int,
    band: int,
    near_ties: NearTies,
) -> tuple[mpz, mpz]: ...
