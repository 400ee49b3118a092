"""What a language lacks, over all kinds of its files, and what is wrong in those that the user has made for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from narrator.computer import paths, toml_reader
from narrator.computer.positions import located
from narrator.computer.texts import (
    FOLDER,
    MARK,
    OWN_KEYS,
    complete_files,
    languages,
    own_file,
    own_languages,
    texts_in,
)
from narrator.ears import lexicon
from narrator.errors import BadData, Problem, fault, short_list, suggest, write
from narrator.games import registry
from narrator.games.package import HasLineFiles, HasScripts
from narrator.mouth.voice import load_voice, system_voice
from narrator.play.translations import odd_texts
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
        every = _keys(complete_files(folder))
        missing = every - _keys([own_file(language, MARK, game), *complete_files(folder, language)])
        if missing:
            yield message("check.texts", what=name, count=len(missing), all=len(every))


def _keys(files: list[Path]) -> set[str]:
    found = set[str]()
    for file in files:
        with suppress(BadData):
            found |= {key for key, _ in texts_in(toml_reader.look(file)) if key not in OWN_KEYS}
    return found


def _scripts(language: str) -> Iterator[Message]:
    for name in sorted(paths.shipped_scripts()):
        file = paths.script_file(name, Path())
        package = registry.package(str(toml_reader.look(file).get("game", registry.DEFAULT)))
        if isinstance(package, HasScripts):
            count, of_file = _untranslated(package, file, language)
            if of_file:
                yield message("check.script", what=file.stem)
            elif count:
                yield message("check.words", what=file.stem, count=count)


def _untranslated(package: HasScripts, file: Path, language: str) -> tuple[int, bool]:
    """How many parts of a script are not in the language, and whether none is."""
    whole = toml_reader.look(file).get("language", DEFAULT) == language
    translations = paths.translations_of(file, language)
    if whole or not translations:
        return 0, not whole
    try:
        found: list[Problem] = package.read_script(translations[0])[1]
    except BadData:
        return 0, True
    return sum(one.key == "lacks" for one in found), False


# ---- What is wrong in the user's own files ----


_CODE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*")

_DOCTOR = FOLDER.parent / "doctor"
"""The part of the program that has texts of its own, as a game has."""


def refuse_unknown(language: str) -> None:
    """Refuse what is no language's code, and the code of one that nobody has begun. Raises BadData."""
    known = languages()
    if not (_CODE.fullmatch(language) or language in known):
        cure = suggest(language.casefold(), known)
        raise BadData([fault("--language", "faults.no-code", cure, name=language)])
    if not (language in known or _is_begun(language)):
        cure = message("faults.begin", words=short_list(known), file=own_file(language, MARK))
        raise BadData([fault("--language", "faults.not-begun", cure, name=language)])


def _is_begun(language: str) -> bool:
    """Whether there is a file for this language, of any kind."""
    own = any((own_languages() / language).rglob("*.toml"))
    scripts = (paths.script_file(name, Path()) for name in paths.shipped_scripts())
    translated = any(paths.translations_of(file, language) for file in scripts)
    return own or translated or bool(system_voice(language))


def faults_in(language: str) -> list[Problem]:
    """Every fault of the user's own files of this language, each at its place in the folder of languages."""
    folder, found = own_languages() / language, list[Problem]()
    for file in sorted(folder.rglob("*.toml")):
        place = file.relative_to(folder.parent).as_posix()
        problems = _problems(file, file.relative_to(folder).parts, language)
        found += [_placed(problem, file, place) for problem in problems if not problem.warning]
    return found


def is_part(path: Path) -> bool:
    """Whether a file is a lexicon, a voice or the lines of a counted game of a language that the user has made."""
    own = path.resolve().is_relative_to(own_languages().resolve())
    return own and toml_reader.look(path).keys().isdisjoint((MARK, "translates", "extends"))  # those count anywhere


def faults_of_part(path: Path) -> list[Problem]:
    """Every fault of such a file."""
    language, *parts = path.resolve().relative_to(own_languages().resolve()).parts
    return _problems(path, tuple(parts), language)


def _problems(file: Path, parts: tuple[str, ...], language: str) -> list[Problem]:
    try:
        problems = [*_faults(file, parts, language)]
    except BadData as bad:
        problems = bad.problems
    return located([_placed(problem, file, file.name) for problem in problems], file)


def _placed(problem: Problem, file: Path, name: str) -> Problem:
    """The problem with the file by this name, where it is its own: a game's lexicon goes by its folder too."""
    told, colon, inside = problem.place.partition(": ")
    own = told in (file.name, str(file), f"{file.parent.parent.name}/{file.name}")
    return replace(problem, place=f"{name}{colon}{inside}") if own else problem


def _faults(file: Path, parts: tuple[str, ...], language: str) -> Iterator[Problem]:
    """The file's faults; `parts` are its folders and its name in the folder of the language. Raises BadData."""
    games = {folder.name: folder for folder in registry.folders()}
    match parts:
        case ["texts.toml"]:
            yield from odd_texts(file, FOLDER, language)
        case [game, "texts.toml"] if game in games or game == _DOCTOR.name:
            yield from odd_texts(file, games.get(game, _DOCTOR) / MARK, language)
        case ["lexicon.toml"]:
            yield from _of_another_language(file, language)
            yield from _lexicon_faults(language)
        case [game, "lexicon.toml"] if game in games:
            known = _lexicon_faults(language)
            yield from (problem for problem in _lexicon_faults(language, games[game]) if problem not in known)
        case ["scripts", name]:
            yield from _script_faults(file, name, language)
        case ["voices", _]:
            load_voice(str(file))
        case _:
            read = [
                f"{folder}{one}.toml" for folder in ("", *(f"{game}/" for game in games)) for one in (MARK, "lexicon")
            ]
            yield fault(file.name, "faults.nothing-reads", suggest("/".join(parts), read))


def _of_another_language(file: Path, language: str) -> Iterator[Problem]:
    """That a lexicon says that it is in another language than that of its folder."""
    if toml_reader.look(file).get("language", language) != language:
        words = message("faults.of-another-language", folder=language)
        yield Problem(f"{file.name}: language", words, write(f'language = "{language}"'))


def _lexicon_faults(language: str, *folders: Path) -> list[Problem]:
    try:
        lexicon.read_lexicon(language, *folders)
    except BadData as bad:
        return bad.problems
    return []


def _script_faults(file: Path, name: str, language: str) -> Iterator[Problem]:
    """The faults of a translated script, or of the lines of a counted game; there is one of that name."""
    packages = {game: registry.package(game) for game in registry.GAMES}
    counted = {f"{game}.toml": one for game, one in packages.items() if isinstance(one, HasLineFiles)}
    scripts = {f"{script}.{language}.toml" for script in paths.script_names()}
    if name in counted:
        yield from counted[name].line_problems(file, language)
    elif name in scripts:
        data, package = toml_reader.load(file), registry.package()
        yield from _of_another_language(file, language)
        script = name.removesuffix(f".{language}.toml")
        if Path(str(data.get("translates"))).name not in (script, f"{script}.toml"):
            words = message("faults.of-another-script", script=script)
            yield Problem(f"{name}: translates", words, message("faults.at-the-top", what=f'translates = "{script}"'))
            return
        yield from package.read_script(file)[1] if isinstance(package, HasScripts) else ()
    else:
        yield fault(file.name, "faults.nothing-reads", suggest(name, [*counted, *scripts]))
