"""The functions of `random`, `secrets` and `numpy.random` themselves, along a trail."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import numpy as np

from verify.exploration._trail import Trail
from verify.exploration.patches import replaced
from verify.exploration.signals import refuse
from verify.exploration.sources.numpy_generator import NumpyGenerator
from verify.exploration.sources.numpy_state import NumpyState
from verify.exploration.sources.python import PythonRandom, PythonSystemRandom

__all__ = ["patched"]

_CLASSES: list[tuple[ModuleType, str]] = [
    (random, "Random"),
    (random, "SystemRandom"),
    (secrets, "SystemRandom"),
    (np.random, "RandomState"),
    (np.random, "default_rng"),
]
_BITS = ["MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64", "SeedSequence"]
_CLASSES += [(np.random, name) for name in _BITS]
_STATES = [np.random, np.random.mtrand]

_PYTHON = [name for name in dir(random.Random) if callable(getattr(random, name, None))]
_NUMPY = [name for name in dir(np.random.RandomState) if hasattr(np.random, name)]
_SECRETS = ["randbelow", "randbits", "choice", "token_bytes"]

_PLACES: list[tuple[ModuleType, str]] = [
    *[(random, name) for name in _PYTHON if name[0] != "_"],
    *[(module, name) for module in _STATES for name in _NUMPY if name[0] != "_"],
    *[(np.random, name) for name in ("ranf", "sample", "get_bit_generator", "set_bit_generator")],
    (np.random.mtrand, "_rand"),  # what scikit-learn takes for no seed
    *[(secrets, name) for name in _SECRETS],
    *_CLASSES,
]
_ORIGINALS = {(module, name): getattr(module, name) for module, name in _PLACES}


@contextmanager
def patched(trail: Trail, *namespaces: dict[str, Any]) -> Iterator[None]:
    """Let the functions of the random modules draw from the trail, wherever they are used.

    Generators that are made without a seed draw from it too; with a seed they are what they are.
    ``namespaces`` are those of code that imports the functions by name (see `patches`).
    """
    stand_in = _StandIns(trail)
    changes = {place: stand_in.of(*place) for place in _PLACES}
    with replaced(changes, *namespaces, originals=_ORIGINALS):
        yield


class _StandIns:
    """What stands for the functions and classes of the modules."""

    def __init__(self, trail: Trail) -> None:
        self.trail = trail
        self.python = PythonRandom(trail)
        self.system = PythonSystemRandom(trail)
        self.state = NumpyState(trail)
        self.generator = NumpyGenerator(trail)

    def of(self, module: ModuleType, name: str) -> Any:
        """What stands for ``module.name``."""
        if (module, name) in _CLASSES:
            return self.of_class(_ORIGINALS[module, name], name)
        if module is random:
            return getattr(self.python, name)
        if module is secrets:
            return self.of_secrets(name)
        if name == "_rand":
            return self.state
        if name in ("ranf", "sample"):
            return self.state.random_sample
        if name.endswith("bit_generator"):
            return lambda *_: self.refuse(f"numpy.random.{name}")
        return getattr(self.state, name)

    def of_class(self, original: Any, name: str) -> Any:
        """A class or a function that makes generators."""
        if name == "default_rng":
            return lambda seed=None: (
                self.generator if seed is None or seed is self.state else original(seed)
            )

        def make(*seeds: Any, **named: Any) -> Any:
            if name == "SystemRandom":
                return self.system
            if any(each is not None for each in (*seeds, *named.values())):
                return original(*seeds, **named)
            if name in _BITS:
                return self.refuse(f"numpy.random.{name} without a seed")
            return self.python if name == "Random" else self.state

        return _standing(original, make)

    def of_secrets(self, name: str) -> Any:
        """The functions of `secrets`; the others there are made of them."""
        if name == "token_bytes":
            return lambda nbytes=None: self.system.randbytes(
                secrets.DEFAULT_ENTROPY if nbytes is None else nbytes
            )
        if name == "randbelow":
            return self.randbelow
        return self.system.getrandbits if name == "randbits" else self.system.choice

    def randbelow(self, exclusive_upper_bound: int) -> int:
        """`secrets.randbelow`."""
        if exclusive_upper_bound <= 0:
            raise ValueError("Upper bound must be positive.")
        return self.system.randrange(exclusive_upper_bound)

    def refuse(self, what: str) -> Any:
        """Refuse what moves or makes the state of a generator."""
        raise refuse(self.trail, f"{what} cannot be followed", "numpy.random.default_rng()")


def _standing(original: type, make: Callable[..., Any]) -> type:
    """A class that makes what ``make`` gives, and for the rest takes the place of the original."""

    class Standing(type):
        def __call__(cls, *arguments: Any, **more: Any) -> Any:
            is_itself = cls.__base__ is original
            return make(*arguments, **more) if is_itself else super().__call__(*arguments, **more)

        def __instancecheck__(cls, instance: object) -> bool:
            return isinstance(instance, original)

        def __subclasscheck__(cls, subclass: type) -> bool:
            return issubclass(subclass, original)

    return Standing(original.__name__, (original,), {"__module__": original.__module__})
