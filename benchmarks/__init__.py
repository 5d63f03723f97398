"""How fast, how small, and how far from the alternatives: ``python -m benchmarks``."""
