"""Check a file of texts against the complete one: missing texts, unknown ones, wrong placeholders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from narrator.computer import toml_reader
from narrator.computer.texts import FOLDER, LEFT_OUT, MARK, blanks, complete_files, is_chosen, own_languages, texts_in
from narrator.errors import Problem, fault, suggest, warn, write
from narrator.games import registry
from narrator.texts import DEFAULT, SECOND, message
from narrator.texts.plurals import miscounted


def is_texts(path: Path) -> bool:
    """Whether this is a file of texts. Raises BadData if it is not TOML."""
    return MARK in toml_reader.look(path)


def faults_of(path: Path) -> list[Problem]:
    """Every fault of a file of texts; a missing text is a warning. Raises BadData if it is not TOML."""
    data = toml_reader.look(path)
    game, left_out = data.get("game", ""), data.get(LEFT_OUT, [])
    complete = _complete_files(game, path) if isinstance(game, str) else []
    if not complete:
        return [fault(f"{path.name}: game", "faults.no-game-with-texts", name=str(game))]
    if not isinstance(left_out, list):
        words = message("faults.expected-list", found=repr(left_out))
        return [Problem(f"{path.name}: {LEFT_OUT}", words, write(f'{LEFT_OUT} = ["{left_out}"]'))]
    own, language = dict(texts_in(data)), str(data[MARK])
    whole = _texts_of(complete, language)
    there = _keys(complete, language) if _is_own(path) else set[str]()
    left_out = tuple(f"{one}." for one in left_out)
    wanted = {key: text for key, text in whole.items() if key not in there and not key.startswith(left_out)}
    return [*_odd(own, whole, path.name, language), *_missing(own, wanted, path.name)]


def odd_texts(path: Path, folder: Path, language: str) -> list[Problem]:
    """What cannot be told of a user's own texts, in place of those of this folder. Raises BadData."""
    whole = _texts_of(complete_files(folder), language)
    return [*_odd(dict(texts_in(toml_reader.look(path))), whole, path.name, language)]


def _texts_of(complete: list[Path], language: str) -> dict[str, str]:
    """The texts that a file in this language follows, as people read them where it lacks them."""
    second = [] if language in (DEFAULT, SECOND) else [file.with_name(f"{SECOND}.toml") for file in complete]
    files = [*complete, *(file for file in second if file.is_file())]
    return {key: text for file in files for key, text in texts_in(toml_reader.look(file))}


def _keys(complete: list[Path], language: str) -> set[str]:
    """The keys of what came along in this language beside these files."""
    files = (file.with_name(f"{language}.toml") for file in complete)
    return {key for file in files if file.is_file() for key, _ in texts_in(toml_reader.look(file))}


def _is_own(path: Path) -> bool:
    return path.resolve().is_relative_to(own_languages().resolve())


def _complete_files(game: str, path: Path) -> list[Path]:
    """The complete files a translation follows: the one beside it in the program, else its game's, if it has any."""
    beside = path.resolve().with_name(f"{DEFAULT}.toml")
    if beside.is_relative_to(FOLDER.parent) and beside.is_file():
        return [beside]
    if (of_part := FOLDER.parent / path.resolve().parent.name / MARK / f"{DEFAULT}.toml").is_file():
        return [of_part]  # the doctor's
    if _is_own(path):
        games = {folder.name: folder / MARK for folder in registry.folders()}
        return complete_files(games.get(path.resolve().parent.name, FOLDER))
    if game not in ("", *registry.GAMES):
        return []
    folders = [folder / MARK for folder in registry.folders(game)] if game else [FOLDER]
    return [file for folder in folders for file in complete_files(folder)]


def _odd(own: Mapping[str, Any], whole: Mapping[str, str], place: str, language: str) -> Iterator[Problem]:
    for key, text in own.items():
        where = f"{place}: {key}"
        if key not in whole:
            yield fault(where, "faults.text-not-asked-for", suggest(key, whole))
        elif not isinstance(text, str) or not text.strip():
            yield fault(where, "faults.no-text", write(f'{key.rpartition(".")[2]} = "…"'))
        else:
            yield from _misfilled(where, text, whole[key], language)


def _misfilled(where: str, text: str, like: str, language: str) -> Iterator[Problem]:
    try:
        found = placeholders(text)
    except ValueError:
        yield fault(where, "faults.wrong-braces-in-text")
        return
    for name in sorted(found ^ placeholders(like)):
        words = message("faults.not-filled-in" if name in found else "faults.left-out", name=name)
        yield Problem(where, words, message("faults.text-it-follows", text=like))
    for name, form in sorted(blanks(text) - blanks(like)):
        if form and not is_chosen(form) and name in found & placeholders(like):
            words = message("faults.filled-in-otherwise", name=f"{name}{form}")
            yield Problem(where, words, message("faults.text-it-follows", text=like))
    for name, form in sorted(blanks(text)):
        if counts := is_chosen(form) and miscounted(form.removeprefix(":"), language):
            yield fault(where, "faults.forms-of-a-word", name=name, **counts)


def placeholders(text: str) -> set[str]:
    """The names of the text's placeholders. Raises ValueError if its braces are wrong."""
    return {name for name, _ in blanks(text)}


def _missing(own: Mapping[str, Any], whole: Mapping[str, str], place: str) -> Iterator[Problem]:
    for key, text in whole.items():
        if key not in own:
            yield warn(f"{place}: {key}", "faults.text-missing", text=text)
