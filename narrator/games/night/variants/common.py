"""The words that any game of nights needs: a game that is a script alone has them where it says nothing itself."""

from __future__ import annotations

from collections.abc import Callable

from narrator.games.night.plain import NIGHT
from narrator.games.night.variants.whole import Data, Whole
from narrator.texts import SECOND

Common = Callable[[str], Data]
"""The lines of a language, as a script has them (`line`); nothing for a language that has none."""


def begin(data: Data, root: str, common: Common) -> Whole:
    """A whole script, with the lines that it lacks in its language, else in English."""
    whole, lines = Whole(data, root, languages={root: str(data.get("language", ""))}), data.get("line", [])
    if data.get("game") == NIGHT and isinstance(lines, list):
        own = {line.get("id") for line in lines if isinstance(line, dict)}
        language = str(data.get("language")) if common(str(data.get("language"))) else SECOND
        more = [dict(line) for line in common(language).get("line", ()) if line["id"] not in own]
        whole.data = {**data, "line": [*lines, *more]}
        for line in more:
            _came(whole, line["id"], language)
    return whole


def translated(whole: Whole, language: str, common: Common) -> Whole:
    """The same with those lines in another language, for a translation to go on with; else as they are."""
    words = {line["id"]: line for line in common(language).get("line", ())}
    for line in whole.data.get("line", ()) if words else ():
        made = f"line[{line['id']}]"
        if whole.source(made).startswith(_FOLDER) and whole.source(f"{made}: text") == whole.source(made):
            line.update({key: words[line["id"]][key] for key in ("text", "alone") if key in words[line["id"]]})
            _came(whole, line["id"], language)
    return whole


_FOLDER = f"{NIGHT}/"


def _came(whole: Whole, line: str, language: str) -> None:
    whole.file, was = f"{_FOLDER}{language}.toml", whole.file
    whole.languages[whole.file] = language
    whole.moved(f"line[{line}]", f"line[{line}]")
    whole.file = was
