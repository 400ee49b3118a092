"""Unpack a downloaded archive without trusting it."""

from __future__ import annotations

import stat
import struct
import zlib
from collections.abc import Iterator
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo

from narrator.errors import BadData, Problem

_DAMAGED = (
    *(BadZipFile, LZMAError, zlib.error, struct.error),
    *(EOFError, LookupError, NotImplementedError, OverflowError, RuntimeError, ValueError),
)
"""What reading a damaged zip file raises, by the way in which it was packed."""

LARGEST = 8 * 1024**3
"""Bytes that an archive may unpack to."""


def unpack(archive: Path, folder: Path, name: str) -> Path:
    """Unpack into the folder and give the one folder that came out, or `name` for loose files. Raises BadData."""
    try:
        with ZipFile(archive) as packed:
            members = packed.infolist()
            faults = list(_faults(members))
            if faults:
                raise BadData([Problem(archive.name, fault, "do not use this file") for fault in faults])
            tops = {PurePosixPath(member.filename).parts[0] for member in members}
            single = len(tops) == 1 and any(len(PurePosixPath(m.filename).parts) > 1 for m in members)
            target = folder if single else folder / name
            packed.extractall(target)
    except OSError as error:
        if error.errno is None:  # bzip2's own: a file system's errors have numbers
            raise _damaged(archive, error) from None
        raise BadData([Problem(str(folder), f"cannot unpack here: {error.strerror or error}")]) from None
    except _DAMAGED as error:
        raise _damaged(archive, error) from None
    return target / tops.pop() if single else target


def _damaged(archive: Path, error: Exception) -> BadData:
    return BadData([Problem(archive.name, f"not a sound zip file: {error}", "download it again")])


def _faults(members: list[ZipInfo]) -> Iterator[str]:
    if not members:
        yield "it is empty"
    if sum(member.file_size for member in members) > LARGEST:
        yield "it would unpack to more than any speech model"
    for member in members:
        path = PurePosixPath(member.filename)
        if path.is_absolute() or ".." in path.parts or not path.parts or set("\\:") & set(member.filename):
            yield f"it would write outside its folder: {member.filename!r}"
        elif stat.S_ISLNK(member.external_attr >> 16):
            yield f"it holds a link: {member.filename!r}"
