"""From two laws to numbers: loss distributions, event sums, profiles, trade-off functions."""
