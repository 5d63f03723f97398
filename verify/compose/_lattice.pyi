"""Types of the compiled coefficients; the definitions are in the docstrings there."""

from gmpy2 import mpz

def coefficients(
    start: mpz, lead: mpz, places: list[int], weights: list[mpz], sums: list[mpz], last: int
) -> list[mpz]: ...
def tapped_sum(
    start: mpz,
    lead: mpz,
    places: list[int],
    weights: list[mpz],
    sums: list[mpz],
    positions: list[int],
    factors: list[mpz],
) -> mpz: ...
def expanded(
    values: list[mpz], factors: list[tuple[list[int], list[mpz]]], last: int
) -> list[mpz]: ...
