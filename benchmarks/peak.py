"""``python -m benchmarks.peak COMMAND…``: run a command and print its peak memory in bytes.

A process of its own, because Linux counts what the parent held at the start of a child into the
child's ``ru_maxrss``: the parent must be small.
"""

from __future__ import annotations

import resource
import subprocess
import sys

UNIT = 1 if sys.platform == "darwin" else 1024
"""of ru_maxrss, in bytes"""


def main() -> None:
    """Run the command that the arguments name."""
    subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * UNIT)


if __name__ == "__main__":
    main()
