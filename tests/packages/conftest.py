"""Code that others have published, and mechanisms of our own with and without a fault."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "examples" / "code")]
