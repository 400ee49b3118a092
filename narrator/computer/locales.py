"""The language of the system: what people are asked and told in before they have said which they want."""

from __future__ import annotations

import locale
import os

from narrator.computer.texts import languages
from narrator.texts import DEFAULT

_ELSEWHERE = "en"
"""What people are more likely to read whose own language has no texts."""


def system_language() -> str:
    """The language of the system's locale, if there are texts in it, else English; Polish where none is set."""
    named = next((name for key in ("LC_ALL", "LC_MESSAGES", "LANG") if (name := os.environ.get(key))), "")
    if not named and os.name == "nt":  # there it is said in words: Polish_Poland
        named = locale.getlocale(locale.LC_CTYPE)[0] or ""
    if named.partition(".")[0] in ("", "C", "POSIX"):
        return DEFAULT
    short = named.partition(".")[0].partition("_")[0].casefold()
    short = short if len(short) <= 3 else locale.locale_alias.get(short, "")[:2]
    return short if short in languages() else _ELSEWHERE
