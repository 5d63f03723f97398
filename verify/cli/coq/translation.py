"""A certificate as a file for Coq: the numbers, and a theorem that they prove by computation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from verify.cli.coq.levels import level_of
from verify.cli.coq.model import Input, Model, fraction
from verify.cli.coq.proved import imported, included
from verify.errors import NotAvailableError

__all__ = ["MOST_WORK", "translate"]

MOST_WORK = 1 << 20
"""Words of all classes of outcomes; Coq takes a minute or two for as many"""

BLOCK = 100
"""Weights in one list: a long list takes Coq longer to read than its parts"""

HOLDS = """\
Lemma accepted : check mechanism pairs alpha delta = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem claim_holds : forall i j, In (i, j) pairs -> forall S : outcome -> bool,
  (prob (law_of mechanism i) S <= alpha * prob (law_of mechanism j) S + delta)%Q.
Proof. exact (check_sound mechanism pairs alpha delta accepted). Qed.

Theorem inputs_have_laws : forall i j, In (i, j) pairs ->
  is_law (law_of mechanism i) /\\ is_law (law_of mechanism j).
Proof. exact (check_laws mechanism pairs alpha delta accepted). Qed.

Definition proved := conj claim_holds inputs_have_laws.
Print Assumptions proved.
"""

VIOLATED = """\
Lemma refuted : refute mechanism pairs alpha delta = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem claim_is_violated : forall i j, In (i, j) pairs -> exists S : outcome -> bool,
  (alpha * prob (law_of mechanism j) S + delta < prob (law_of mechanism i) S)%Q.
Proof. exact (refute_sound mechanism pairs alpha delta refuted). Qed.

Theorem inputs_have_laws : forall i j, In (i, j) pairs ->
  is_law (law_of mechanism i) /\\ is_law (law_of mechanism j).
Proof. exact (refute_laws mechanism pairs alpha delta refuted). Qed.

Definition proved := conj claim_is_violated inputs_have_laws.
Print Assumptions proved.
"""


def translate(tree: dict[str, Any], *, alone: bool) -> str:
    """The text for Coq of a valid certificate.

    It is self-contained if ``alone``, and else uses the compiled library ``Verify``. It says what
    the certificate says of pairs of its inputs, by their numbers; what it says is true if and only
    if ``coqc`` accepts it.

    Raises `verify.NotAvailableError` for claims of other measures, tails without end, and work
    beyond `MOST_WORK`.
    """
    claim, evidence = tree["claim"], tree["evidence"]
    if "delta" not in claim:
        raise NotAvailableError("claims of a Rényi divergence or a bounded range")
    holds = tree["verdict"] == "holds"
    model, delta = Model.read(tree["model"]), fraction(claim["delta"])
    alpha = level_of(claim, evidence, holds=holds)
    if model.work(tree["pairs"]) > MOST_WORK:
        raise NotAvailableError(f"more than {MOST_WORK} words of classes of outcomes")
    lines = [*_model(model), *_claim(tree["pairs"], alpha, delta)]
    head = _head(tree, exact="alpha" in claim)
    prologue = included() if alone else imported()
    return "\n".join([head, prologue, *lines, "", HOLDS if holds else VIOLATED])


def _head(tree: dict[str, Any], *, exact: bool) -> str:
    """A comment without a word of the certificate's own, which might end it."""
    note = (
        "" if exact else "\n   The claim is about e^epsilon; alpha below is what its evidence uses."
    )
    return (
        f"(* A certificate of verify: the claim {tree['verdict']}, as coqc has to find out.\n"
        f"   Inputs, tables and branches are numbered as in its model.{note} *)\n"
    )


def _model(model: Model) -> Iterator[str]:
    names = []
    for t, rows in enumerate(model.tables):
        names.append([f"row_{t}_{r}" for r in range(len(rows))])
        for name, row in zip(names[-1], rows, strict=True):
            yield from _row(name, row)
    inputs = []
    for i, law in enumerate(model.inputs):
        inputs.append(f"input_{i}")
        yield f"Definition input_{i} : input := {_input(law)}."
    branches = [_list(f"({t}, {n})" for t, n in factors) for factors in model.branches]
    tables = _list(map(_list, names))
    yield "Definition mechanism : model :="
    yield f"  Model {tables}\n    {_list(branches)}\n    {_list(inputs)}."


def _row(name: str, weights: Sequence[int]) -> Iterator[str]:
    parts = []
    for start in range(0, len(weights), BLOCK):
        parts.append(f"{name}_{start // BLOCK}")
        block = _list(map(hex, weights[start : start + BLOCK]))
        yield f"Definition {parts[-1]} : list digits := {block}%hex."
    yield f"Definition {name} : row := numbers ({' ++ '.join(parts) or '[]'})."


def _input(law: Input) -> str:
    entries = (f"Entry (number {e.weight:#x}%hex) {_list(map(str, e.rows))}" for e in law.entries)
    return f"Input (scale_of {law.scale:#x}%hex) {_list(entries)}"


def _claim(pairs: Sequence[Sequence[int]], alpha: Fraction, delta: Fraction) -> Iterator[str]:
    yield f"Definition pairs : list (nat * nat) := {_list(f'({i}, {j})' for i, j in pairs)}."
    for name, number in (("alpha", alpha), ("delta", delta)):
        top, bottom = number.as_integer_ratio()
        yield f"Definition {name} : Q := fraction {top:#x}%hex {bottom:#x}%hex."


def _list(items: Iterable[str]) -> str:
    return f"[{'; '.join(items)}]"
