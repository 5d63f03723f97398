"""What the names of a composed mechanism mean for distances."""

from __future__ import annotations

from gmpy2 import mpq

from verify.law.labels import Label
from verify.law.naming import Alone, Between, Composed, Naming, Repeated, Same, Tagged
from verify.utility.distance import Distance

__all__ = ["split"]

Split = tuple[mpq, tuple[Label, ...]]
"""d(t, naming(y)) = the number + Σ d(t_j, y) over the targets t_j, for every y"""


def split(naming: Naming, target: Label, distance: Distance) -> Split | None:
    """The distance of a renamed outcome from a target, as distances of the outcome itself.

    None where a naming is no arrangement of the outcome among fixed labels.

    >>> split(Tagged("2"), ("5", "1"), Distance("l1"))
    (mpq(3,1), ('1',))
    """
    match naming:
        case Same():
            return mpq(0), (target,)
        case Alone():
            return distance(target, naming.label), ()
        case Repeated():
            return mpq(0), _parts(target, naming.count)
        case Tagged():
            tag, inner = _parts(target, 2)
            return distance(tag, naming.tag), (inner,)
        case Between():
            parts = _parts(target, len(naming.others) + 1)
            place = naming.place
            rest = zip(parts[:place] + parts[place + 1 :], naming.others, strict=True)
            return sum((distance(t, y) for t, y in rest), mpq(0)), (parts[place],)
        case Composed():
            return _composed(naming, target, distance)
        case _:
            return None


def _composed(naming: Composed, target: Label, distance: Distance) -> Split | None:
    outer = split(naming.outer, target, distance)
    if outer is None:
        return None
    total = outer[0]
    targets: list[Label] = []
    for item in outer[1]:
        inner = split(naming.inner, item, distance)
        if inner is None:
            return None
        total += inner[0]
        targets += inner[1]
    return total, tuple(targets)


def _parts(target: Label, count: int) -> tuple[Label, ...]:
    found = Distance.parts(target, count)
    if found is None:
        raise Distance.misfit(target, f"outputs that are arrays of {count}")
    return found
