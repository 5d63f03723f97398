"""Verdicts written down so that a stranger can check them: see `verify.check`."""
