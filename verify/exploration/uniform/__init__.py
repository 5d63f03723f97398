"""One draw of `random()`: what code does with it, and where a comparison changes its answer."""
