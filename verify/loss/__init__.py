"""From two laws to numbers: privacy loss distributions, event sums, profiles, trade-off functions."""
