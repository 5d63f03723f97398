"""Is a claim true, and how do we know: claims, events, witnesses, verdicts."""
