"""Tests of the accountant audit; the definitions they are held against are beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
