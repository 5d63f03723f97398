"""Post-processing: what is done with an output, without looking at the input again, is free."""

from __future__ import annotations

from fractions import Fraction

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, pushed
from proofs.domains import Domain, Grid, Processed, Repeated, processed, repeated
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

COPIES: Domain[Repeated] = Domain(
    "every pair of laws, k = 1, 2, 3, at its levels",
    repeated((1, 2, 3)),
    quick=Grid(((1, 1), (2, 4), (3, 2))),
    full=Grid(((1, 1), (2, 8), (3, 4))),
)

KERNELS: Domain[Processed] = Domain(
    "every pair of laws, each with a kernel to one bit, at its levels",
    processed,
    quick=Grid(((2, 3), (3, 2))),
    full=Grid(((2, 6), (3, 3))),
)


def diagonal(law: Law, count: int) -> Law:
    """The law of (y, …, y): all of the mass is where every copy agrees."""
    size = len(law)
    step = sum(size**place for place in range(count))
    cells = [Fraction(0)] * size**count
    for y, mass in enumerate(law):
        cells[y * step] = mass
    return tuple(cells)


def copies(case: Repeated) -> Comparison:
    """The engine's copies, the joint law of the copies by definition, and one release."""
    p, q = (diagonal(law, case.releases) for law in case.table.laws)
    by_definition = max(hockey_stick(p, q, case.alpha), hockey_stick(q, p, case.alpha))
    shown = verify.combinators.copies(case.table.channel, case.releases)
    once = engine.curve(case.table.channel, case.alpha)
    return equals(engine.curve(shown, case.alpha), by_definition, once)


def copies_as_fresh(case: Repeated) -> Comparison:
    """Had a copy the price of a fresh release."""
    shown = verify.combinators.copies(case.table.channel, case.releases)
    drawn = verify.combinators.fresh(case.table.channel, case.releases)
    return equals(engine.star(shown, case.alpha), engine.star(drawn, case.alpha))


def blind(case: Processed) -> bool:
    """The kernel is the same at both inputs."""
    return case.kernel(0) == case.kernel(1)


def processing(case: Processed) -> Comparison:
    """The engine after the kernel, the definition after it, and the definition before it."""
    kernel = {
        str(y): dict(enumerate(row)) for y, row in enumerate(case.kernel(0)) if _lives(case, y)
    }
    after = verify.combinators.postprocess(case.table.channel, kernel=kernel)
    found, (p, q) = engine.forward(after, case.alpha), case.table.laws
    images = (pushed(p, case.kernel(0)), pushed(q, case.kernel(0)))
    return every(
        equals(found, hockey_stick(*images, case.alpha)),
        at_most(found, hockey_stick(p, q, case.alpha)),
    )


def processing_with_the_input(case: Processed) -> Comparison:
    """The same, with a kernel that sees the input."""
    p, q = case.table.laws
    after = hockey_stick(pushed(p, case.kernel(0)), pushed(q, case.kernel(1)), case.alpha)
    return at_most(after, engine.forward(case.table.channel, case.alpha))


def _lives(case: Processed, output: int) -> bool:
    """The engine takes a kernel on the outputs of positive probability only."""
    return any(row[output] for row in case.table.weights)


LEMMAS: tuple[Lemma[Repeated] | Lemma[Processed], ...] = (
    Lemma(
        "post_processing.copies",
        "k copies of one draw have the profile of the draw",
        "Dwork and Roth 2014, proposition 2.1",
        COPIES,
        copies,
        Sibling(
            "k copies have the δ* of k fresh draws",
            "one draw is shown k times",
            copies_as_fresh,
        ),
    ),
    Lemma(
        "post_processing.kernel",
        "H_α(PK‖QK) <= H_α(P‖Q) for every kernel K",
        "Dwork and Roth 2014, proposition 2.1",
        KERNELS,
        processing,
        Sibling(
            "H_α(PK‖QL) <= H_α(P‖Q) for all kernels K and L",
            "the kernel does not see the input",
            processing_with_the_input,
        ),
        hypothesis=blind,
    ),
)
