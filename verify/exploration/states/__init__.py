"""Runs that stand at the same point with the same future: a Markov chain instead of a tree."""
