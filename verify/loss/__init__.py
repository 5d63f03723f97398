"""From two laws to numbers: classes of equal ratio, loss distributions, values of δ."""
