"""The lemmas, one file for each family."""
