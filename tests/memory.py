"""Where tests write: in memory, for waiting until it is on a disk is most of what keeping a journal takes."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
"""Files in memory, if there is such a place: nobody here loses power."""

ROOM = 10**9
"""Bytes that must be free there; containers often have no more than 64 MB."""


def write_to_memory() -> None:
    """Let all temporary files of this process and of those that it starts lie in memory, unless a place is named."""
    if sys.platform != "linux" or "TMPDIR" in os.environ or not MEMORY.is_dir():
        return
    programs_run = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    if programs_run and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
