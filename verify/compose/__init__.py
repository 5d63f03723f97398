"""The same numbers at scale: products of many releases, without listing their outcomes."""
