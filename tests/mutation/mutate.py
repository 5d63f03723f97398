"""Mutation testing: one small fault at a time, and whether the tests of its file notice it.

    python tests/mutation/mutate.py [--only FILE] [--line LINE] [--sample N] [--quick] [--list]

Prints one line per mutant (killed, survived, timeout, or no build) and a summary. Works in private
copies of the tree. README.md beside this file has the survivors and why they survive.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

import gmpy2
from operators import Mutant, kernel_mutants, python_mutants

ROOT = Path(__file__).parents[2]

CORE = "unit/test_core_pairs unit/test_core_tables unit/test_core_classes"
VERDICTS = "oracle/test_certify_twin unit/test_values unit/test_ring_claims"
CERTIFICATES = "oracle/test_certificate_evidence docs/test_certificates"
CHECKED = "unit/test_certificate_writing oracle/test_certificates"

TESTS = {
    "verify/compose/event_sums.py": (
        f"{VERDICTS} oracle/test_products_twin",
        "oracle/test_noise_twin oracle/test_nested_twin oracle/test_sampling_twin"
        " unit/test_sampling unit/test_level",
    ),
    "verify/loss/delta.py": (
        f"unit/test_docs {VERDICTS} unit/test_level",
        "oracle/test_many_pairs_twin oracle/test_profile_twin oracle/test_nested_twin"
        " unit/test_goldens unit/test_ring unit/test_catalogue_levels",
    ),
    "verify/compose/binomial.py": (
        "oracle/test_products_twin unit/test_level",
        "unit/test_ring_claims oracle/test_ring_twin oracle/test_ring_on_rationals_twin"
        " unit/test_catalogue_levels oracle/test_sampling_twin",
    ),
    "verify/profiles/directions.py": (
        "oracle/test_many_pairs_twin oracle/test_certify_twin unit/test_catalogue_levels",
        "unit/test_values unit/test_ring_claims oracle/test_catalogue_twin",
    ),
    "verify/loss/distribution.py": (
        "oracle/test_profile_twin unit/test_ring_claims",
        "oracle/test_products_twin oracle/test_ring_on_rationals_twin unit/test_level"
        " oracle/test_ring_twin",
    ),
    "verify/loss/packed.py": (
        "oracle/test_profile_twin oracle/test_certify_twin",
        "unit/test_level oracle/test_many_pairs_twin unit/test_values",
    ),
    "verify/claim/verdict.py": (
        f"{VERDICTS} unit/test_docs",
        "unit/test_wrong_beliefs unit/test_goldens unit/test_bad_input unit/test_explanation"
        " unit/test_level oracle/test_profile_twin",
    ),
    "verify/claim/certificate/evidence.py": (CERTIFICATES, CHECKED),
    "verify/claim/certificate/levels.py": (CERTIFICATES, CHECKED),
    "verify/check.py": (
        "checker/test_rejected checker/test_accepted checker/test_parts checker/test_ways",
        "checker/test_levels checker/test_oracle checker/test_hostile checker/test_alone",
    ),
    "verify/kernels/excess.pxi": (CORE, "oracle/test_many_pairs_twin unit/test_core_running"),
    "verify/kernels/events.pxi": (CORE, "oracle/test_certify_twin unit/test_core_running"),
    "verify/kernels/pairs.pxi": (CORE, "oracle/test_many_pairs_twin unit/test_core_running"),
}
"""For every file the tests that find most faults soon, and those for what they leave."""

MEMORY = 6 << 30
"""Bytes that the tests of a mutant may take"""

FEW = 15
"""Examples of each property when a first look is enough"""

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["pytest", "hypothesis.strategies", "numpy", "gmpy2", "msgspec"])

MOST_SECONDS = 600
"""Processor time of tests without a fault"""

CORE_FLAGS = ["-O0", "-fno-strict-aliasing", "-w", "-fPIC", "-shared"]


class Copy:
    """A private copy of the tree, for one mutant at a time."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.writes = 0
        ignored = shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__")
        shutil.copytree(ROOT, place, ignore=ignored)

    def judge(self, mutant: Mutant, limits: Sequence[float]) -> str:
        """What becomes of a mutant: the file is put back in the end."""
        target = self.place / mutant.file
        original = target.read_text()
        self.write(target, mutant.text)
        try:
            if target.suffix == ".pxi" and not self.build():
                return "no build"
            for tests, limit in zip(TESTS[mutant.file], limits, strict=False):
                outcome = self.test(tests, limit, few=len(limits) == 1)
                if outcome != "survived":
                    return outcome
            return "survived"
        finally:
            self.write(target, original)

    def write(self, target: Path, text: str) -> None:
        """Write a file, at a time of its own, by which its bytecode is known."""
        target.write_text(text)
        self.writes += 1
        os.utime(target, (self.writes, self.writes))

    def test(self, tests: str, limit: float | None = None, *, few: bool = False) -> str:
        """Run tests until one fails; of properties perhaps only few examples."""
        found = [self.place / "tests" / name for name in tests.split()]
        paths = [str(path) if path.is_dir() else f"{path}.py" for path in found]
        if not paths:
            return "survived"
        process = FORKS.Process(target=_test, args=(str(self.place), paths, few, limit))
        process.start()
        process.join(limit and 10 * limit)
        if process.exitcode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.join()
        if process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "timeout"
        return "killed" if process.exitcode else "survived"

    def build(self) -> bool:
        """Compile the core, without optimizations, which take longer than the tests."""
        includes = [os.path.dirname(gmpy2.__file__), sysconfig.get_paths()["include"], "verify"]
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        source = "verify/_core.c"
        cython = [sys.executable, "-m", "cython", "-3", "verify/_core.pyx", "-o", source]
        flags = [*CORE_FLAGS, *(f"-I{place}" for place in includes)]
        compiler = ["gcc", *flags, source, "-o", f"verify/_core{suffix}"]
        for command in (cython, compiler):
            if subprocess.run(command, cwd=self.place, capture_output=True, check=False).returncode:
                return False
        return True


def _test(place: str, paths: list[str], few: bool, limit: float | None) -> None:
    """In a process of its own: run the tests in a copy until one fails.

    The limit is on processor time, which other work does not use up, and which ends a process whose
    driver is gone.
    """
    os.setsid()
    os.setpriority(os.PRIO_PROCESS, 0, 10)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    seconds = int(limit or MOST_SECONDS)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    os.chdir(place)
    sys.path.insert(0, place)
    os.environ["PYTHONPATH"] = place
    sys.dont_write_bytecode = False  # to read all files but one as bytecode
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    import pytest
    from properties import restrict

    restrict(FEW if few else None)
    options = ["-x", "-q", "--tb=no", "--assert=plain", "-p", "no:cacheprovider"]
    os._exit(int(pytest.main([*options, *paths])))


def mutants_of(file: str, sample: int | None) -> list[Mutant]:
    """The mutants of a file, or about so many of them, evenly spread."""
    make = python_mutants if file.endswith(".py") else kernel_mutants
    found = list(make(file, (ROOT / file).read_text()))
    if sample is None or sample >= len(found):
        return found
    return [found[k * len(found) // sample] for k in range(sample)]


def measured(copy: Copy, file: str, *, quick: bool) -> list[float]:
    """Time limits for the lists of tests that are run; they must pass without a fault."""
    if file.endswith(".pxi") and not copy.build():
        sys.exit("the core cannot be built")
    limits = []
    for tests in TESTS[file][:1] if quick else TESTS[file]:
        start = time.monotonic()
        if copy.test(tests, few=quick) != "survived":
            sys.exit(f"{file}: its tests fail without a fault: {tests}")
        limits.append(3 * (time.monotonic() - start) + 10)
    return limits


def run(file: str, mutants: list[Mutant], copies: Queue[Copy], *, quick: bool) -> Counter[str]:
    """Judge all mutants of a file, some at a time; print them in order."""
    first = copies.get()
    limits = measured(first, file, quick=quick)
    copies.put(first)

    def judge(mutant: Mutant) -> str:
        copy = copies.get()
        try:
            return copy.judge(mutant, limits)
        finally:
            copies.put(copy)

    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(copies.qsize()) as pool:
        for mutant, outcome in zip(mutants, pool.map(judge, mutants), strict=True):
            print(f"{outcome:8}  {shown(mutant)}", flush=True)
            counts[outcome] += 1
    return counts


def shown(mutant: Mutant) -> str:
    """Where a mutant is, and what it changes."""
    return f"{mutant.file}:{mutant.line}  {mutant.where}  {mutant.change}"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="FILE", action="append", help="this file (repeatable)")
    parser.add_argument("--line", type=int, action="append", help="these lines alone")
    parser.add_argument("--sample", type=int, metavar="N", help="about N mutants of each file")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time")
    parser.add_argument("--quick", action="store_true", help="first list of tests, few examples")
    parser.add_argument("--list", action="store_true", help="only show the mutants")
    options = parser.parse_args()
    chosen = {file: mutants_of(file, options.sample) for file in options.only or TESTS}
    if options.line:
        chosen = {f: [m for m in found if m.line in options.line] for f, found in chosen.items()}
    if options.list:
        print("\n".join(shown(mutant) for found in chosen.values() for mutant in found))
        return
    with tempfile.TemporaryDirectory(prefix="mut-") as directory:
        copies: Queue[Copy] = Queue()
        for number in range(options.jobs):
            copies.put(Copy(Path(directory) / str(number)))
        for file, found in chosen.items():
            counts = run(file, found, copies, quick=options.quick)
            print(f"{file}: {len(found)} mutants, {dict(sorted(counts.items()))}", flush=True)


if __name__ == "__main__":
    main()
