"""The words that any game of nights needs: all but Ktulu have them where their scripts say nothing themselves."""

from __future__ import annotations

from collections.abc import Callable

from narrator.games.night.plain import NIGHT
from narrator.games.night.variants.whole import Data, Whole
from narrator.texts import SECOND

Common = Callable[[str], Data]
"""The lines of a language, as a script has them (`line`); nothing for a language that has none."""


def begin(data: Data, root: str, common: Common | None) -> Whole:
    """A whole script, with the common lines that it lacks, in its language or in English, and a profile of names."""
    whole, lines = Whole(data, root, languages={root: str(data.get("language", ""))}), data.get("line", [])
    if common and isinstance(lines, list):
        own = {str(line.get("id")) for line in lines if isinstance(line, dict)}
        language = str(data.get("language")) if common(str(data.get("language"))) else SECOND
        more = [line for word, line in _lines(data, common(language)).items() if word not in own]
        whole.data = {"profile": [{"id": "gentle"}], **data, "line": [*lines, *more]}
        for line in more:
            _came(whole, line["id"], language)
    return whole


def translated(whole: Whole, language: str, common: Common) -> Whole:
    """The same with those lines in another language, for a translation to go on with; else as they are."""
    words = _lines(whole.data, common(language))
    for line in whole.data.get("line", ()) if words else ():
        made = f"line[{line['id']}]"
        if whole.source(made).startswith(_FOLDER) and whole.source(f"{made}: text") == whole.source(made):
            line.update({key: words[line["id"]][key] for key in ("text", "alone") if key in words[line["id"]]})
            _came(whole, line["id"], language)
    return whole


_FOLDER = f"{NIGHT}/"


def _lines(data: Data, words: Data) -> dict[str, Data]:
    """The lines of a language by id, with one for each side that it has won."""
    factions = data.get("faction")
    every = factions if isinstance(factions, list) else []
    sides = [one.get("id") for one in every if isinstance(one, dict) and one.get("wins")]
    found = {line["id"]: dict(line) for line in words.get("line", ())}
    for side in (side for side in sides if isinstance(side, str) and "win" in words):
        texts = [text.replace("{side}", f"{{{side}}}") for text in words["win"]]
        found[f"win.{side}"] = {"id": f"win.{side}", "signal": "win", "text": texts}
    return found


def _came(whole: Whole, line: str, language: str) -> None:
    whole.file, was = f"{_FOLDER}{language}.toml", whole.file
    whole.languages[whole.file] = language
    whole.moved(f"line[{line}]", f"line[{line}]")
    whole.file = was
