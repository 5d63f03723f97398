"""The classes of equal likelihood ratio of two neighbouring inputs."""

from __future__ import annotations

from dataclasses import dataclass

from gmpy2 import mpz

from verify.compose.structure import class_table
from verify.errors import InputError
from verify.exact.quotient import Number, ratio
from verify.exact.ring import Weight
from verify.law.labels import label, show
from verify.law.mechanism import Mechanism, require_law

__all__ = ["RatioClass", "likelihood_ratios"]


@dataclass(frozen=True, slots=True)
class RatioClass:
    """The outcomes with one ratio P/Q (None where Q = 0), and their probabilities."""

    ratio: Number | None
    p: Number
    q: Number


def likelihood_ratios(mechanism: Mechanism, first: object, second: object) -> list[RatioClass]:
    """The ratios P(z)/Q(z) by ascending size, with P the law at ``first`` and Q at ``second``.

    They are all that privacy questions about the two inputs depend on.

    >>> from verify.combinators import fresh
    >>> from verify.mechanisms import randomized_response
    >>> [str(c.ratio) for c in likelihood_ratios(fresh(randomized_response("3/4"), 2), "0", "1")]
    ['1/9', '1', '9']
    """
    classes = class_table(
        require_law(mechanism).pair(_place(mechanism, first), _place(mechanism, second))
    )
    scale = classes.denominator

    def share(p: Weight, q: Weight) -> RatioClass:
        return RatioClass(ratio(p, q) if q else None, ratio(p, scale), ratio(q, scale))

    found = [share(mpz(0), classes.zero)] if classes.zero else []
    found += [share(p, q) for _, p, q in classes.entries]
    return found + ([share(classes.infinite, mpz(0))] if classes.infinite else [])


def _place(mechanism: Mechanism, item: object) -> int:
    name = label(item, "input")
    if name not in mechanism.inputs:
        raise InputError(f"unknown input {show(name)}", at="input", form="one of the inputs")
    return mechanism.inputs.index(name)
