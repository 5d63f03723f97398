"""What theorems promise, beside the exact truth."""
