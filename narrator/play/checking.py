"""Check setups, scripts, texts and settings: every fault of them, of a setup's voice, and of its language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from narrator.computer import toml_reader
from narrator.computer.config import is_config, read_config
from narrator.computer.paths import setup_or_script
from narrator.computer.positions import located
from narrator.computer.texts import texts_of
from narrator.cues import Part
from narrator.ears.lexicon import languages
from narrator.errors import BadData, Problem, suggest, write
from narrator.games import registry
from narrator.games.package import HasRehearsal, Rehearsal
from narrator.games.table import Loaded
from narrator.mouth.voice import SYSTEM, instead_of, load_voice, system_voice, usual_voice
from narrator.play.completeness import faults_of_part, is_part
from narrator.play.loading import package_of, read_setup, script_problems
from narrator.play.session import delivery_of, manual_of
from narrator.play.translations import faults_of, is_texts
from narrator.texts import Words, message

Checked = tuple[Path, list[Problem]]
"""A file, and the problems found in it and in those that it names."""

_Seen = set[tuple[Path, Problem]]


def check(paths: Iterable[Path]) -> Iterator[Checked]:
    """Check the files in order; a problem of a file that several of them name is reported once, with the first."""
    seen: _Seen = set()
    for path in paths:
        try:
            yield path, list(_faults(setup_or_script(path), seen))
        except BadData as bad:
            yield path, bad.problems


def rehearsed(path: Path, language: str, games: int) -> Rehearsal:
    """Have a sound setup or script played so many times; tell of it in this language, or nothing of other files."""
    path = setup_or_script(path)
    package = package_of(path)
    if not isinstance(package, HasRehearsal) or is_texts(path) or is_part(path) or is_config(toml_reader.look(path)):
        return Rehearsal([], [])
    return package.rehearsal(path, texts_of(language, *registry.folders(package.id)), games)


def _faults(path: Path, seen: _Seen) -> Iterator[Problem]:
    if is_texts(path):
        found: list[Problem] | None = located(faults_of(path), path)
    elif is_part(path):
        found = faults_of_part(path)
    elif is_config(toml_reader.look(path)):
        found = _faults_of_config(path)
    else:
        found = script_problems(path)
    if found is not None:
        yield from _once(path, found, seen)
        return
    loaded = read_setup(path)
    if loaded.script_file:
        yield from _once(loaded.script_file, loaded.script_problems, seen)
    more = _language_problems(loaded, path.name)
    if setup := loaded.setup:
        more = [*_voice_problems(setup.voice, setup.language, path.name), *_unread(loaded, path.name), *more]
    yield from _once(path, located([*loaded.problems, *more], path), seen)


def _faults_of_config(path: Path) -> list[Problem]:
    config, problems = read_config(path)
    voice = _voice_problems(config.voice, "", path.name) if config and config.voice else []
    return [*problems, *located(voice, path)]


def _once(path: Path, problems: list[Problem], seen: _Seen) -> Iterator[Problem]:
    for problem in problems:
        if (known := (path.resolve(), problem)) not in seen:
            seen.add(known)
            yield problem


def _voice_problems(name: str, language: str, place: str) -> list[Problem]:
    """What is wrong with a voice that the file names for a table of this `language`, reported at its `voice`."""
    try:
        voice = load_voice(name or usual_voice(language))
    except BadData as bad:
        return [replace(bad.problems[0], place=f"{place}: voice", words=_with_place(bad.problems[0]), line=0)]
    if language and voice.engine != "none" and voice.language != language:
        if voice.id == SYSTEM and system_voice(language):
            return []
        spoken, other = {"spoken": voice.language, "language": language}, instead_of(voice, language)
        instead = message("faults.another-speaks", voice=other, **spoken)
        words = instead if other else message("faults.speaks-otherwise", **spoken)
        return [Problem(f"{place}: voice", words, warning=True)]
    return []


def _unread(loaded: Loaded[Any, Any], place: str) -> Iterator[Problem]:
    """Warn of players, and of cards and sides, of whose names the table's voice would say nothing."""
    with suppress(BadData):
        table = loaded.table()
        voice, told = load_voice(table.setup.voice, table.setup.language), delivery_of(table)
        for name in voice.unread([Part("name.", name) for name in table.setup.people.values()], told):
            words = message("faults.unread-name", name=name, voice=voice.id)
            yield Problem(f"{place}: player[{name}]: name", words, write('say = "…"'), warning=True)
        for name in voice.unread([Part("", name) for name in manual_of(table)], told):
            words = message("faults.unread-name", name=name, voice=voice.id)
            yield Problem(f"{place}: script", words, write(f'[say] "{name}" = "…"'), warning=True)


def _language_problems(loaded: Loaded[Any, Any], place: str) -> list[Problem]:
    """Warn of a language in which no answer is understood, at the setup's `language`."""
    if loaded.setup is None or loaded.setup.language in languages():
        return []
    words = message("faults.no-answers-in", language=loaded.setup.language)
    return [Problem(f"{place}: language", words, suggest(loaded.setup.language, languages()), warning=True)]


def _with_place(problem: Problem) -> Words:
    inside = message("faults.inside", place=problem.where, fault=problem.words)
    return problem.words if problem.place == "voice" else inside
