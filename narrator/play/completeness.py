"""What a language lacks, over all kinds of its files: scripts, texts, answers, a voice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from narrator.computer import paths, toml_reader
from narrator.computer.texts import FAULTS, FOLDER, MARK, OWN_KEYS, complete_files, file_of, texts_in
from narrator.ears import lexicon
from narrator.errors import BadData, Problem
from narrator.games import registry
from narrator.games.package import HasScripts
from narrator.mouth.voice import system_voice
from narrator.texts import DEFAULT, Message, message


def lacks(language: str) -> list[Message]:
    """Count what the language lacks, kind by kind; empty if it is whole."""
    found = [*_texts(language), *_scripts(language)]
    if language not in lexicon.languages():
        found.append(message("check.no-answers"))
    if not system_voice(language):
        found.append(message("check.no-voice"))
    return found


def _texts(language: str) -> Iterator[Message]:
    for name, folder, game in [
        ("narrator", FOLDER, None),
        *((one.name, one / MARK, one) for one in registry.folders()),
    ]:
        file = file_of(language, MARK, folder, game)
        every = _keys(complete_files(folder))
        missing = every - _keys([file, file.parent / FAULTS / file.name])
        if missing:
            yield message("check.texts", what=name, count=len(missing), all=len(every))


def _keys(files: list[Path]) -> set[str]:
    found = set[str]()
    for file in files:
        with suppress(BadData):
            found |= {key for key, _ in texts_in(toml_reader.load(file)) if key not in OWN_KEYS}
    return found


def _scripts(language: str) -> Iterator[Message]:
    for name in sorted(paths.shipped_scripts()):
        file = paths.script_file(name, Path())
        package = registry.package(str(toml_reader.load(file).get("game", registry.DEFAULT)))
        if isinstance(package, HasScripts):
            count, of_file = _untranslated(package, file, language)
            if of_file:
                yield message("check.script", what=file.stem)
            elif count:
                yield message("check.words", what=file.stem, count=count)


def _untranslated(package: HasScripts, file: Path, language: str) -> tuple[int, bool]:
    """How many parts of a script are not in the language, and whether none is."""
    whole = toml_reader.load(file).get("language", DEFAULT) == language
    translations = paths.translations_of(file, language)
    if whole or not translations:
        return 0, not whole
    found: list[Problem] = package.read_script(translations[0])[1]
    return sum(one.key == "lacks" for one in found), False
