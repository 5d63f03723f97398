"""Makes `benchmarks` importable: it stands at the top of the repository and is not installed.

The path goes last, so that an installed `verify` is not hidden by its uncompiled sources.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))
