"""Lemmas of differential privacy, each checked exactly on every instance of a finite domain.

Every true lemma stands beside a false sibling: the same statement with one hypothesis dropped or
one conclusion too strong. The sibling must be refuted, and its smallest counterexample is shown.
A lemma compares the engine with the definition, written out in plain fractions.

Run ``python -m proofs`` from the top of the repository.
"""
