"""Write a new setup file that somebody was asked for."""

from __future__ import annotations

from pathlib import Path

from tomlkit import TOMLDocument

from narrator.computer import files
from narrator.computer.shipped import is_shipped
from narrator.errors import NarratorError
from narrator.games.package import Question


def save(document: TOMLDocument, path: Path, ask: Question) -> bool:
    """Write the setup, the whole file or none; over another one only if that is wanted. Tell if it was written."""
    if is_shipped(path) and files.there(path):
        raise NarratorError(f"{path} jest dostarczony z programem: nazwij plik inaczej.")
    if files.there(path) and not ask(f"Plik {path} już jest. Zastąpić go?", "nie").strip().lower().startswith("t"):
        return False
    try:
        files.write(path, document.as_string().encode())
    except files.Unwritable as error:
        raise NarratorError(f"{path}: nie da się zapisać ({error.fault}).") from None
    return True
