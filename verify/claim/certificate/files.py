"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file, whole or not at all; a device or a pipe is written to as it is.

    Raises OSError where it cannot be written.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        Path(path).write_bytes(data)
        return
    target = Path(os.path.realpath(path))  # a link stays, and what it leads to is replaced
    draft = target.with_name(f".{target.name[:40]}.{os.urandom(8).hex()}")
    try:
        with open(draft, "xb") as file:
            file.write(data)
        os.replace(draft, target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
