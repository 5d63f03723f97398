"""Coq, where it is installed, and the library of proofs/coq, compiled once for all workers."""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

PROOFS = HERE.parents[1] / "proofs" / "coq"


class Coq:
    """Compiles files, with the library at hand."""

    def __init__(self, program, folder, answer=""):
        self.program, self.folder, self.answer = program, folder, answer

    def run(self, path, library=True):
        """The exit code, what is printed, and what is said of errors."""
        known = ["-Q", str(self.folder), "Verify"] if library else []
        command = [self.program, "-q", *known, str(path)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        return ended.returncode, ended.stdout, ended.stderr

    def accepts(self, path, library=True):
        """Whether the file is accepted; and if not, that it is for its proof alone."""
        code, out, err = self.run(path, library)
        if code:
            assert 'while it is expected to have type\n "' in err, err
            return False
        assert out == "Closed under the global context\n"
        return True


@pytest.fixture(scope="session")
def coqc():
    program = shutil.which("coqc")
    if program is None:
        pytest.skip("coqc is not installed (apt-get install coq)")
    return program


@pytest.fixture(scope="session")
def coq(coqc, tmp_path_factory, worker_id):
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent
    folder, answer = shared / "coq_library", shared / "coq_library.txt"
    with open(shared / "coq_library.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not answer.exists():
            shutil.copytree(PROOFS, folder, ignore=lambda _, names: set(compiled(names)))
            answer.write_text(compile_all(Coq(coqc, folder)))
    return Coq(coqc, folder, answer.read_text())


@pytest.fixture(scope="session")
def worker_id(request):
    """Of pytest-xdist, or "master" without it."""
    return getattr(request.config, "workerinput", {}).get("workerid", "master")


def compiled(names):
    return [name for name in names if not name.endswith((".v", "_CoqProject"))]


def compile_all(coq):
    """Every file in the order of _CoqProject; what they print."""
    printed = []
    for line in (coq.folder / "_CoqProject").read_text().splitlines():
        if line.endswith(".v"):
            code, out, err = coq.run(coq.folder / line)
            assert code == 0, err
            printed.append(out)
    return "".join(printed)
