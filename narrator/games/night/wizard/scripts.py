"""The question which script of a game is played: the usual one, a variant that came along, or one of the user's."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from narrator.computer import paths, toml_reader
from narrator.errors import BadData, NarratorError
from narrator.games.interview import Interview, ask_listed
from narrator.games.naming import is_taken, taken_names
from narrator.games.night.flow import own_rules
from narrator.games.night.layers import is_script, root_of
from narrator.games.night.loading import Table, in_variant, language_here, shipped_script, title_of
from narrator.games.night.script.script import Script
from narrator.games.night.wizard.questions import word
from narrator.texts import DEFAULT as _OF_BASE


def ask_script(interview: Interview, kept: Mapping[str, Any]) -> str:
    """Ask which script is played, and give its name; without a question if there is one alone."""
    root = str(kept["root"])
    chosen = str(kept.get("script", root))
    scripts = _offered(root, chosen)
    while len(scripts) > 1:
        words = {name: called for name, (called, _) in scripts.items()}
        texts = {name: differs for name, (_, differs) in scripts.items()}
        default = chosen if chosen in scripts else root
        name = ask_listed(interview, "wizard.script.question", words, texts, default=default)
        fault = _fault(name, kept)
        if not fault:
            return name
        interview.show(word(fault, name=words[name], file=name))
    return root


def _offered(root: str, chosen: str = "") -> dict[str, tuple[str, str]]:
    """By the names of a game's scripts: what they are called, and what differs in them; that of the `root` first.

    One that was `chosen` before by its path is among them.
    """
    usual = word("wizard.script.usual")
    found = {root: (title_of(shipped_script(root, language_here(root))), usual)}
    for name in (*paths.script_names(), *([chosen] if chosen.endswith(".toml") else [])):
        try:
            file = paths.script_file(name, Path())
            data = toml_reader.load(file)
        except NarratorError:
            continue
        if name != root and is_script(data) and root_of(file) in (root, "") and _in_words(data, file, root):
            found[name] = (_of_meta(data, "name") or name, _of_meta(data, "differs"))
    return found


def _in_words(data: dict[str, Any], file: Path, root: str) -> bool:
    """Whether the script can be had in the language of the questions; its name and sentence are then in that."""
    language = language_here(root)
    if data.get("language", _OF_BASE) == language:
        return True
    with suppress(NarratorError):
        translations = paths.translations_of(file, language)
        for translation in reversed(translations):
            words = toml_reader.look(translation).get("meta", {})
            data["meta"] = data.get("meta", {}) | (words if isinstance(words, dict) else {})
        return bool(translations)
    return False


def fitting(table: Table) -> dict[str, str]:
    """The scripts, but for its own, by which a table can be played as it is: by name, what differs there."""
    found = {}
    for name, (title, differs) in _offered(root_of(paths.script_file(table.setup.script, Path()))).items():
        if name != table.setup.script:
            with suppress(BadData):
                in_variant(table, name)
                found[name] = f"{title}: {differs}".strip(" :")
    return found


def _of_meta(data: Mapping[str, Any], key: str) -> str:
    """A text that a script says of itself, in one line; empty if there is none."""
    meta = data.get("meta")
    text = meta.get(key, "") if isinstance(meta, dict) else ""
    return " ".join(text.split()) if isinstance(text, str) and text.isprintable() else ""


def _fault(name: str, kept: Mapping[str, Any]) -> str:
    """The key of what keeps these players from playing the script; empty if nothing does."""
    try:
        script = shipped_script(name, language_here(kept["root"]))
    except BadData:
        return "wizard.script.broken"
    if not seats(script, kept):
        return "wizard.script.few"
    return "wizard.script.taken" if any(is_taken(player, called(script)) for player in kept["players"]) else ""


def seats(script: Script, kept: Mapping[str, Any]) -> bool:
    """Whether the script has cards for these players."""
    try:
        own_rules.line_ups_of(script).suggest(len(kept["players"]), 0, sides=script.sides)
    except BadData:
        return False
    return True


def script_of(kept: dict[str, Any]) -> Script:
    """The script that was chosen; if it cannot be had any more, the usual one, and its answers are forgotten."""
    try:
        return shipped_script(str(kept.get("script", kept["root"])), language_here(kept["root"]))
    except BadData:
        forget_script(kept)
        kept["unknown"] = True
        return shipped_script(kept["root"], language_here(kept["root"]))


def forget_script(kept: dict[str, Any]) -> dict[str, Any]:
    """Forget which script was chosen, and give what was answered for it."""
    kept.pop("script", None)
    return {key: kept.pop(key) for key in _OF_A_SCRIPT if key in kept}


_OF_A_SCRIPT = ("names", "cards", "extra", "rules")
"""What is answered for one script, and for another one anew."""


def leave_script(kept: dict[str, Any], name: str) -> None:
    """Choose the script of this name, and put aside what was answered for the one before until that comes back.

    Who plays in another number by then is offered other cards.
    """
    before, aside = kept.get("script", kept["root"]), kept.setdefault("aside", {})
    aside[before] = forget_script(kept)
    found = aside.pop(name, {"names": aside[before].get("names")})
    cards = found.get("cards")
    if not (isinstance(cards, list) and len(cards) == len(kept["players"])):
        found.pop("cards", None)
    kept |= {"script": name} | {key: found[key] for key in _OF_A_SCRIPT if key in found}


def called(script: Script) -> Collection[str]:
    """What roles and factions are called by any profile: no player can have such a name."""
    return taken_names(chain.from_iterable(chain(*own.choices.values()) for own in script.heard.values()))
