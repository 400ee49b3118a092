"""Write a file so that it appears whole or not at all, whatever goes wrong meanwhile."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path, *, private: bool = False) -> Iterator[Path]:
    """Give an empty file to write to, which then takes the place of `path`; if anything is raised, it goes instead.

    A `private` one is for its owner alone; else one that replaces another may be read by whoever could read that.
    Raises OSError.
    """
    path = Path(os.path.realpath(path))  # a link stays a link
    if path.is_symlink() or (path.exists() and not path.is_file()):  # a link is left only where links go round
        raise OSError(errno.EINVAL, "it is no plain file")
    half = path.with_name(f".{secrets.token_hex(8)}.part")
    os.close(os.open(half, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600 if private else 0o666))
    try:
        if path.exists() and not private:
            shutil.copymode(path, half)
        yield half
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
