"""Unpack a downloaded archive without trusting it: `zipfile` lets nothing out of the folder, and makes no links."""

from __future__ import annotations

import struct
import zlib
from lzma import LZMAError
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from narrator.computer.downloads import not_written
from narrator.errors import BadData, Problem
from narrator.texts import message

_DAMAGED = (
    *(BadZipFile, LZMAError, zlib.error, struct.error),
    *(EOFError, LookupError, NotImplementedError, OverflowError, RuntimeError, ValueError),
)
"""What reading a damaged zip file raises, by the way in which it was packed."""

LARGEST = 8 * 1024**3
"""Bytes that an archive may unpack to."""


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack into the new folder; return the one folder that came out, or the new one for loose files.

    Raises BadData.
    """
    try:
        with ZipFile(archive) as packed:
            if sum(member.file_size for member in packed.infolist()) > LARGEST:
                fault = "it would unpack to more than any speech model"
                raise BadData([Problem(archive.name, fault, "do not use this file")])
            folder.mkdir()
            packed.extractall(folder)
    except OSError as error:
        if error.errno is None:  # bzip2's own: a file system's errors have numbers
            raise _damaged(archive, error) from None
        fault = f"cannot unpack here: {error.strerror or error}"
        raise BadData([Problem(str(folder), fault, words=not_written(folder, error))]) from None
    except _DAMAGED as error:
        raise _damaged(archive, error) from None
    found = list(folder.iterdir())
    return found[0] if len(found) == 1 and found[0].is_dir() else folder


def _damaged(archive: Path, error: Exception) -> BadData:
    words = message("downloads.damaged", file=archive.name)
    return BadData([Problem(archive.name, f"not a sound zip file: {error}", "download it again", words=words)])
