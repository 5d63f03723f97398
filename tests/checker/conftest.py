"""The modules beside the tests, and the checker, loaded as one file that stands alone."""

import importlib.util
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

PATH = HERE.parents[1] / "verify" / "check.py"
SPEC = importlib.util.spec_from_file_location("check", PATH)
check = importlib.util.module_from_spec(SPEC)
sys.modules["check"] = check
SPEC.loader.exec_module(check)
