"""A browser of Chromium's family, if this computer has one: it prints a page as PDF, and shows nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from narrator.computer import files
from narrator.errors import ChannelLost
from narrator.texts import Words, message

NAMES = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("msedge", "microsoft-edge", "microsoft-edge-stable", "brave-browser"),
)
"""What these browsers are called where programs are looked for."""

_PLACES = {
    "darwin": (
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ),
    "win32": (
        r"C:\Program Files\Google\Chrome\Application\chrome.exe",
        r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
        r"C:\Program Files\Microsoft\Edge\Application\msedge.exe",
    ),
}
"""Where they lie on systems that do not look for programs there."""

_QUIETLY = (
    *("--headless", "--disable-gpu", "--no-first-run", "--no-default-browser-check", "--disable-extensions"),
    *("--disable-sync", "--disable-background-networking", "--disable-component-update"),
    *("--host-resolver-rules=MAP * ~NOTFOUND", "--no-pdf-header-footer", "--print-to-pdf-no-header"),
)
"""Without a window, a network, or anything of its own on the paper."""

TIMEOUT = 120.0
"""Seconds that printing may take on a slow computer."""


def browser() -> str | None:
    """The program of a browser that can print, or None."""
    found = (shutil.which(name) for name in NAMES)
    places = (place for place in _PLACES.get(sys.platform, ()) if files.is_file(Path(place)))
    return next((program for program in (*found, *places) if program), None)


def print_pdf(program: str, page: str, beside: Path) -> bytes:
    """Print a page of HTML as PDF. Raises ChannelLost, or Unwritable for the folder.

    The browser works in a folder of its own in `beside`, which only this user may open: one that is shut in, as on
    Ubuntu, sees no other folder for files that come and go.
    """
    try:
        with TemporaryDirectory(prefix="narrator-", dir=beside, ignore_cleanup_errors=True) as name:
            return _printed(program, page, Path(name).resolve())
    except OSError as error:
        raise files.Unwritable(beside, files.why(error)) from None


def _printed(program: str, page: str, folder: Path) -> bytes:
    source, printed = folder / "page.html", folder / "page.pdf"
    source.write_text(page, "utf-8")
    root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()  # Chromium refuses root else
    own = (f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={printed}")
    nothing = subprocess.DEVNULL
    why: Words = message("sheet.nothing")
    try:
        command = [program, *_QUIETLY, *root, *own, source.as_uri()]
        subprocess.run(command, stdin=nothing, stdout=nothing, stderr=nothing, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        why = message("sheet.late")
    except OSError as error:
        why = files.why(error)
    with suppress(FileNotFoundError):
        if data := printed.read_bytes():
            return data
    raise ChannelLost(message("sheet.not-printed", browser=Path(program).name, why=why))
