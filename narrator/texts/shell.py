"""Words of a command that people copy out of a message into their system's shell."""

from __future__ import annotations

import os


def quoted(word: object, *, system: str = os.name) -> str:
    """Write a word so that the shell reads it as one: POSIX shells, or (`nt`) both cmd and PowerShell.

    A file whose name begins with a dash is named from its folder, or a command would take it for an option.
    """
    from shlex import quote  # the help needs none of it

    text = str(word)
    if text.startswith("-"):
        text = f".{os.sep}{text}"
    if system != "nt":
        return quote(text)
    plain = text.replace("\\", "").replace(":", "").replace(".", "").replace("-", "").replace("_", "").isalnum()
    return text if plain else f'"{text}"'
