"""Numbers that never round in silence: rationals, privacy levels, directed decimals."""
