"""All directions and all levels: the privacy profile, trade-off functions, the least level."""
