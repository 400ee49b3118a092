"""Unpack a downloaded archive without trusting it: `zipfile` lets nothing out of the folder, and makes no links."""

from __future__ import annotations

import struct
import zlib
from lzma import LZMAError
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from narrator.computer.files import why
from narrator.errors import BadData, fault

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
                raise BadData([fault(archive.name, "faults.unpacks-too-much")])
            folder.mkdir()
            packed.extractall(folder)
    except OSError as error:
        if error.errno is None:  # bzip2's own: a file system's errors have numbers
            raise _damaged(archive) from None
        raise BadData([fault(str(folder), "faults.not-unpacked", why=why(error))]) from None
    except _DAMAGED:
        raise _damaged(archive) from None
    found = list(folder.iterdir())
    return found[0] if len(found) == 1 and found[0].is_dir() else folder


def _damaged(archive: Path) -> BadData:
    return BadData([fault(archive.name, "faults.damaged-zip")])
