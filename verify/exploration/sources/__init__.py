"""Doubles of the random sources that people use: each call for randomness is a branch point."""
