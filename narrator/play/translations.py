"""Check a file of texts against the complete one: missing texts, unknown ones, wrong placeholders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

from narrator.computer import toml_reader
from narrator.computer.texts import FOLDER, LEFT_OUT, MARK, texts_in
from narrator.errors import Problem, suggest
from narrator.games import registry
from narrator.texts import DEFAULT
from narrator.texts.plurals import fault_of


def is_texts(path: Path) -> bool:
    """Whether this is a file of texts. Raises BadData if it is not TOML."""
    return MARK in toml_reader.load(path)


def faults_of(path: Path) -> list[Problem]:
    """Every fault of a file of texts; a missing text is a warning. Raises BadData if it is not TOML."""
    data = toml_reader.load(path)
    game = data.get("game", "")
    complete = _complete_file(game, path) if isinstance(game, str) else None
    if complete is None:
        return [Problem(f"{path.name}: game", f"there is no game {game!r} with texts", "name a shipped game")]
    own, whole = dict(texts_in(data)), dict(texts_in(toml_reader.load(complete)))
    left_out = tuple(f"{table}." for table in data.get(LEFT_OUT, ()))
    wanted = {key: text for key, text in whole.items() if not key.startswith(left_out)}
    return [*_odd(own, whole, path.name, str(data[MARK])), *_missing(own, wanted, path.name)]


def _complete_file(game: str, path: Path) -> Path | None:
    """The complete file a translation follows: beside it in the program, else its game's; None if there is none."""
    beside = path.resolve().with_name(f"{DEFAULT}.toml")
    if beside.is_relative_to(FOLDER.parent) and beside.is_file():
        return beside
    if (of_part := FOLDER.parent / path.resolve().parent.name / MARK / f"{DEFAULT}.toml").is_file():
        return of_part  # the doctor's
    if game not in ("", *registry.GAMES):
        return None
    folders = [folder / MARK for folder in registry.folders(game)] if game else [FOLDER]
    return next((folder / f"{DEFAULT}.toml" for folder in folders if folder.is_dir()), None)


def _odd(own: Mapping[str, Any], whole: Mapping[str, str], place: str, language: str) -> Iterator[Problem]:
    for key, text in own.items():
        where = f"{place}: {key}"
        if key not in whole:
            yield Problem(where, "nothing asks for it", suggest(key, whole))
        elif not isinstance(text, str) or not text:
            yield Problem(where, "it is no text", f'write {key.rpartition(".")[2]} = "…"')
        else:
            yield from _misfilled(where, text, whole[key], language)


def _misfilled(where: str, text: str, like: str, language: str) -> Iterator[Problem]:
    try:
        found = placeholders(text)
    except ValueError as error:
        yield Problem(where, f"its braces are wrong ({error})", "write {{ and }} for braces that are read")
        return
    for name in sorted(found ^ placeholders(like)):
        fault = f"nothing is filled in for {{{name}}}" if name in found else f"{{{name}}} is left out"
        yield Problem(where, fault, f"the {DEFAULT} text is: {like}")
    for name, form in sorted(_formed(text) - _formed(like)):
        if form and "|" not in form and name in found & placeholders(like):
            yield Problem(where, f"{{{name}{form}}} is filled in otherwise", f"the {DEFAULT} text is: {like}")
    for name, form in sorted(_formed(text)):
        fault, cure = fault_of(form, language) if "|" in form else ("", "")
        yield from [Problem(where, f"{{{name}}} {fault}", cure)] if fault else ()


def placeholders(text: str) -> set[str]:
    """The names of the text's placeholders. Raises ValueError if its braces are wrong."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _formed(text: str) -> set[tuple[str, str]]:
    """List what is filled in, each with what follows its name in the braces."""
    found = set()
    for _, name, form, conversion in Formatter().parse(text):
        if name is not None:
            found.add((name, (f"!{conversion}" if conversion else "") + (f":{form}" if form else "")))
    return found


def _missing(own: Mapping[str, Any], whole: Mapping[str, str], place: str) -> Iterator[Problem]:
    for key, text in whole.items():
        if key not in own:
            fault = f"it is missing, so people are told: {text}"
            yield Problem(f"{place}: {key}", fault, "translate it", warning=True)
