"""The compiled extensions; everything else about the project is in pyproject.toml."""

from glob import glob
from os.path import dirname
from pathlib import Path
from shutil import copy

import gmpy2
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py


def extension(name: str) -> Extension:
    """A module that calls GMP.

    gmp.h and gmpy2.h ship inside gmpy2's wheel. GMP is not linked: verify/_gmp.h looks its
    functions up at import.
    """
    return Extension(
        name,
        [f"{name.replace('.', '/')}.pyx"],
        include_dirs=[dirname(gmpy2.__file__), "verify"],
        depends=[*glob("verify/*.h"), *glob("verify/*.pxd"), *glob("verify/kernels/*.pxi")],
        extra_compile_args=["-O3", "-fno-strict-aliasing"],
    )


extensions = [
    extension("verify._core"),
    extension("verify.compose._grid"),
    extension("verify.compose._halves"),
    extension("verify.compose._sweep"),
    extension("verify.compose._lattice"),
    extension("verify.compose._rows"),
    extension("verify.profiles._envelope"),
    # the replay of random choices, which needs no GMP
    Extension("verify.exploration._trail", ["verify/exploration/_trail.pyx"]),
]


class build_with_proofs(build_py):  # noqa: N801 - setuptools names its commands so
    """The package with the proved checker of proofs/coq, which `verify check --coq` writes out."""

    def run(self) -> None:
        """Copy the checker beside the module that reads it."""
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib, "verify", "cli", "coq", "proofs")
            target.mkdir(parents=True, exist_ok=True)
            for file in sorted(glob("proofs/coq/*.v")):
                copy(file, target)


setup(
    ext_modules=cythonize(extensions, build_dir="build/cython"),
    cmdclass={"build_py": build_with_proofs},
)
