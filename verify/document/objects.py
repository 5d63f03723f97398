"""Objects of Python that text names: ``package.module:object``."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from importlib import import_module
from typing import Any

from verify.errors import InputError
from verify.exploration.place import told, user_place

__all__ = ["named_object"]


def named_object(text: str, at: str, form: str) -> Any:
    """The object that ``package.module:object`` names, its module found as Python would."""
    module_name, _, path = text.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        with redirect_stdout(sys.stderr):  # reports alone go to standard output
            value: Any = import_module(module_name)
            for name in path.split("."):
                value = getattr(value, name)
    except (Exception, SystemExit) as error:  # whatever the user's module does when it is imported
        problem = f"{text[:200]!r} cannot be had: {told(error)}"
        if user_place(error) is not None:  # the name is right
            form = "a module that can be imported"
        raise InputError(problem, at=at, form=form) from None
    return value
