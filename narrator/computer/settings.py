"""Which file of settings counts, and the language in which people are asked and told where no table says one."""

from __future__ import annotations

import locale
import os
import re
from pathlib import Path

import platformdirs

from narrator.computer import files, parsing, paths
from narrator.computer.texts import languages
from narrator.errors import BadData, NarratorError
from narrator.texts import DEFAULT, SECOND

_of_this_run: Path | None = None
"""The file of settings that this run of the program was told to use."""


def use(path: Path | None) -> None:
    """Let the settings of this file count from now on, instead of the user's own; with None, the user's own again."""
    global _of_this_run
    _of_this_run = path


def own_file() -> Path:
    """The file of the user's own settings, which need not be there."""
    return Path(platformdirs.user_config_dir("narrator", appauthor=False)) / "config.toml"


def config_file(path: Path | None = None) -> Path:
    """The file whose settings count: the one named, else that of this run, the user's own, or the shipped one."""
    return path or _of_this_run or (own_file() if files.there(own_file()) else paths.shipped("config.toml"))


def usual_language() -> str:
    """The language of the settings, else of the user's own, else of the system.

    It is what no table says, and what the command line speaks. What else is wrong with the settings, another command
    reports.
    """
    return next(filter(None, map(_language_in, (config_file(), own_file()))), system_language())


def _language_in(path: Path) -> str:
    """The language that a file of settings names, whatever is wrong beside; empty if it names none that there is."""
    try:
        said = parsing.toml(path).get("language")
    except BadData:
        lines = files.content(path).decode(errors="replace")
        found = re.search(r"""^\s*language\s*=\s*["']([\w-]+)["']""", lines, re.MULTILINE)
        said = found and found[1]
    except NarratorError:
        return ""
    return meant(said)


def meant(said: object) -> str:
    """The language that somebody means who writes its code, `EN`, or `en_GB` as the system does; empty if none."""
    code = re.split("[_.-]", said)[0].casefold() if isinstance(said, str) else ""
    return next((str(one) for one in (said, code) if one in languages()), "")


def system_names_language() -> bool:
    """Whether the system's locale is of any language."""
    return bool(_locale())


def _locale() -> str:
    """The system's locale without its encoding; empty if it is of no language."""
    named = next((name for key in ("LC_ALL", "LC_MESSAGES", "LANG") if (name := os.environ.get(key))), "")
    if not named and os.name == "nt":  # there it is said in words: Polish_Poland
        named = locale.getlocale(locale.LC_CTYPE)[0] or ""
    place = named.partition(".")[0]
    return "" if place in ("C", "POSIX") else place


def system_language() -> str:
    """The language of the system's locale, if there are texts in it, else English; Polish where none is set."""
    named = _locale()
    if not named:
        return DEFAULT
    short = named.partition("_")[0].casefold()
    short = short if len(short) <= 3 else locale.locale_alias.get(short, "")[:2]
    return short if short in languages() else SECOND
