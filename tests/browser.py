"""A browser of Chromium's family, if this computer has one: it prints a page as PDF, and shows nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

NAMES = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("msedge", "microsoft-edge", "microsoft-edge-stable", "brave-browser"),
)
"""What these browsers are called where programs are looked for."""

QUIETLY = ("--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", "--no-pdf-header-footer")
TIMEOUT = 120.0


def browser() -> str | None:
    """The program of a browser that can print, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def run_quietly(program: str, folder: Path, *options: str) -> str:
    """Run the browser without a window, with a profile in this folder; give what it writes."""
    root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()  # Chromium refuses root else
    command = [program, *QUIETLY, *root, f"--user-data-dir={folder / 'profile'}", *options]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=TIMEOUT, check=True).stdout


def print_pdf(program: str, page: str, folder: Path) -> bytes:
    """Print a page of HTML as PDF, by way of files in this folder."""
    source, printed = folder / "page.html", folder / "page.pdf"
    source.write_text(page, "utf-8")
    run_quietly(program, folder, f"--print-to-pdf={printed}", source.as_uri())
    return printed.read_bytes()
