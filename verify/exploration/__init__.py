"""Real Python code as a mechanism: every branch of its random choices is run."""
