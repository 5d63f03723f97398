"""Certificates as files that Coq accepts: a theorem about the very numbers, and its proof."""
