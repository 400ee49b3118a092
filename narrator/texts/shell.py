"""Words of a command that people copy out of a message into their system's shell."""

from __future__ import annotations

import os
import re
from unicodedata import category


def quoted(word: object, *, system: str = os.name) -> str:
    """Write a word so that the shell reads it as one: POSIX shells and fish, or (`nt`) both cmd and PowerShell.

    Where a sign is one that nobody sees, such as a tab, the word is spelt for `printf`. On Windows no form suits both
    shells where PowerShell fills something in, `$` or a backtick, or reads a curly quote as a straight one: it is for
    PowerShell then; cmd fills in `%NAME%` anywhere.
    A file whose name begins with a dash is named from its folder, or a command would take it for an option; so is one
    that begins with an equals sign, behind which zsh looks for a program.
    """
    from shlex import quote  # the help needs none of it

    text = str(word)
    if text.startswith(("-", "=")):
        text = f".{os.sep}{text}"
    if system != "nt":
        hidden = {sign for sign in text if not (sign.isprintable() or category(sign) == "Zs")}
        return f"\"$(printf '{''.join(_spelt(sign, hidden) for sign in text)}')\"" if hidden else quote(text)
    if {*"$`\u201c\u201d\u201e"} & {*text}:
        return "'" + re.sub("(['\u2018-\u201b])", r"\1\1", text) + "'"
    plain = text.replace("\\", "").replace(":", "").replace(".", "").replace("-", "").replace("_", "").isalnum()
    return text if plain else f'"{text}"'


def called(program: object, *, system: str = os.name) -> str:
    """Write a program's path so that the shell runs it: as `quoted`, but on Windows for both shells where possible.

    PowerShell takes a row that begins with a quote for a text: the quotes begin behind the first backslash, or where
    only its own quotes do, its `&` comes first.
    """
    word = quoted(program, system=system)
    if system != "nt" or word[0] not in "'\"":
        return word
    before, stroke, behind = word[1:].partition("\\")
    return f'{before}{stroke}"{behind}' if word[0] == '"' and before.endswith(":") else f"& {word}"


def _spelt(sign: str, hidden: set[str]) -> str:
    octal = "".join(f"\\{byte:03o}" for byte in os.fsencode(sign))
    return octal if sign in hidden | {*"'\"\\!"} else sign.replace("%", "%%")
