"""How releases meet; `verify.combinators` gathers the public names."""
