"""The core at run time: threads, Ctrl-C, and the GMP library it binds to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import verify._core as core


def random_law(seed, n, limbs):
    weights = np.random.default_rng(seed).integers(0, 2**40, (n, limbs), dtype=np.uint64)
    weights.setflags(write=False)
    return weights


def test_threads_share_read_only_laws():
    P, Q = random_law(1, 20_000, 2), random_law(2, 20_000, 2)
    levels = [(3**k, 2**k) for k in range(1, 80, 4)]

    def work(level):
        _, _, tail_p, tail_q, _ = core.sort_classes(P, Q)
        i = core.SortedClasses(P, Q).above(*level)
        tails = core.unpack(tail_p[i : i + 1]) + core.unpack(tail_q[i : i + 1])
        return core.event_sums(P, Q, *level), tails, core.binomial_tail(2000, 1, level[0], 700)

    alone = [work(level) for level in levels]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(work, levels)) == alone
    assert all(sums[:2] == tuple(tails) for sums, tails, _ in alone)


# each runs for far longer than the test's bound
LONG_CALLS = {
    "event_sums": "core.event_sums(P, P, 3**200_000, 2**317_000)",
    "event_mask": "core.event_mask(P, P, 3**200_000, 2**317_000)",
    "pair_event_sums": "core.pair_event_sums(C, I, I, 3, 2)",
    "pair_suprema": "core.pair_suprema(C, I, I)",
    "numerators": "core.numerators(P, P, 2**500, 3**20_000 * 2**2000)",
    "split tail": "core.binomial_tail(40_000_000, 1, 3, 1_500_000)",
    "sieved tail": "core.binomial_tail(20_000_000, 1, 3, 8_000_000)",
    "sweep": "sweep_sums(100_000, [20, 0, -10], [3, 2, 1], [1, 2, 3], 3, 0, None)",
    "sweeps": "sweep_sums(900, [70, 30, 20, 0, -10], [1, 2, 3, 4, 5], [5, 4, 3, 2, 1], 3, 0, None)",
}

PROGRAM = """
import sys
import numpy as np
import verify._core as core
from verify.compose._sweep import sweep_sums
P = np.full(({n}, 2), 7, dtype=np.uint64)
C = np.full((2, 100_000, 1), 7, dtype=np.uint64)
I = np.zeros(1_000_000, dtype=np.intp)
print("ready", flush=True)
try:
    while True:
        {call}
except KeyboardInterrupt:
    sys.exit(42)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
@pytest.mark.parametrize("name", LONG_CALLS)
def test_ctrl_c_ends_a_long_kernel(name):
    n = 2_000 if name == "numerators" else 1_000_000
    program = PROGRAM.format(call=LONG_CALLS[name], n=n)
    with subprocess.Popen([sys.executable, "-P", "-c", program], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout.readline() == b"ready\n"
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=5) == 42
        finally:
            process.kill()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_one_gmp_library():
    """The core brings no second GMP into the process."""
    code = (
        "import verify._core\n"
        "maps = open('/proc/self/maps').read().splitlines()\n"
        "print(*{line.split()[-1] for line in maps if 'libgmp' in line}, sep='\\n')"
    )
    found = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    )
    assert len(found.stdout.split()) == 1


@pytest.mark.parametrize(
    ("path", "missing"), [("_ctypes.__file__", "__gmpn_mul"), ("'/no/such/file'", "a loadable")]
)
def test_a_gmpy2_without_shared_gmp_is_one_clear_line(path, missing):
    code = f"import _ctypes, gmpy2.gmpy2; gmpy2.gmpy2.__file__ = {path}; import verify._core"
    found = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True)
    last = found.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: verify needs gmpy2 with a shared GMP library: " + missing)
