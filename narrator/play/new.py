"""Write a new setup file that somebody was asked for."""

from __future__ import annotations

from pathlib import Path

from tomlkit import TOMLDocument

from narrator.computer import files
from narrator.computer.shipped import is_shipped
from narrator.computer.texts import texts_of
from narrator.errors import NarratorError
from narrator.games.package import Question


def save(document: TOMLDocument, path: Path, ask: Question) -> bool:
    """Write the setup, the whole file or none; over another one only if that is wanted. Tell if it was written."""
    texts = texts_of()
    if is_shipped(path) and files.there(path):
        raise NarratorError(texts.word("new.shipped", path=path))
    if files.there(path):
        yes, no = (texts.word(f"typed.{answer}").split() for answer in ("yes", "no"))
        if not ask(texts.word("new.replace", path=path), no[-1]).strip().lower().startswith(yes[0]):
            return False
    try:
        files.write(path, document.as_string().encode())
    except files.Unwritable as error:
        raise NarratorError(texts.word("new.unwritable", path=path, why=error.fault)) from None
    return True
