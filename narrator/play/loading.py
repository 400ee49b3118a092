"""Load a table, whatever its game: the setup file, and the script that it names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from narrator.computer import files, parsing, toml_reader
from narrator.computer.config import is_config
from narrator.computer.paths import beside_or_in, is_shipped, setup_file, setup_or_script, shipped, user_voices
from narrator.computer.positions import located
from narrator.computer.texts import texts_of
from narrator.ears.lexicon import languages, read_lexicon, table_problems
from narrator.errors import BadData, Problem, fault
from narrator.games import registry
from narrator.games.naming import by_seat, is_taken, nameless, taken_names
from narrator.games.package import HasScripts, HasTableWords, Package
from narrator.games.table import Loaded, Table
from narrator.lexicon import NO_WORDS, TableWords, in_case, normalise, taken_words
from narrator.texts import DEFAULT

_OF_THE_TABLE = ("voice", "names", "answers", "deal")
"""Keys of a setup that may be others than in its file: how the game sounds, who answers, and who deals."""


def load_table(path: Path, language: str = "") -> Table[Any, Any]:
    """Load the setup file and its script. Raises BadData with every fault of both.

    A setup that names no language has this one, if it is given, else that of the settings.
    """
    return read_setup(setup_file(path), language).table()


def read_setup(path: Path, language: str = "") -> Loaded[Any, Any]:
    """Read what can be read of the setup file and of the script that it names. Raises BadData."""
    data = toml_reader.load(path)
    if language and not data.get("language"):
        data["language"] = language
    if is_config(data):
        raise BadData([fault(path.name, "faults.settings-not-setup", name=path.name)])
    if _scripts_of(data, path):
        raise BadData([fault(path.name, "faults.script-not-setup", name=path.name)])
    loaded = _with_voice_file(_with_people(_of(data, path).read_setup(path, data), path), path.parent)
    problems = located([*loaded.problems, *_names_that_are_answers(loaded, path.name)], path)
    if loaded.script is not None and (file := loaded.script_file):
        words = located(_words_that_are_answers(loaded.package, loaded.script, file.name), file)
        return replace(loaded, problems=problems, script_problems=[*loaded.script_problems, *words])
    return replace(loaded, problems=problems)


def _with_people(loaded: Loaded[Any, Any], path: Path) -> Loaded[Any, Any]:
    """The same, players without names counted anew; at a table that came along people have names of its language."""
    setup = loaded.setup
    if setup is None:
        return loaded
    if not is_shipped(path):
        names = by_seat(setup.people.values(), nameless(texts_of(setup.language)))
        if names == [*setup.people.values()]:
            return loaded
        counted = tuple(replace(one, name=name) for one, name in zip(setup.player, names, strict=True))
        return replace(loaded, setup=replace(setup, player=counted))
    people = shipped("setups") / "people" / f"{setup.language}.toml"
    if not files.is_file(people):
        return loaded
    there = parsing.toml(people)
    leads = there.get("leads", {})
    player = tuple(
        replace(one, name=name, **{key: leads[words] for key, words in vars(one).items() if words in leads})
        for one, name in zip(setup.player, there["names"], strict=False)
    )
    return replace(loaded, setup=replace(setup, player=player))


def table_words(package: Package, setup: Any, script: Any) -> TableWords:
    """How people call what this script names, by the names that the setup has chosen; whether they say commands."""
    words = package.table_words(script, setup.names) if isinstance(package, HasTableWords) else NO_WORDS
    return replace(words, addressed=setup.addressed)


def _words_that_are_answers(package: Package, script: Any, place: str) -> list[Problem]:
    """Find names in the script that mean something else when they are said or typed, by any profile."""
    if not isinstance(package, HasTableWords) or script.language not in languages():
        return []
    lexicon = read_lexicon(script.language, *registry.folders(package.id))
    every = (package.table_words(script, profile) for profile in package.profiles(script))
    return [*dict.fromkeys(problem for own in every for problem in table_problems(lexicon, own, place))]


def _with_voice_file(loaded: Loaded[Any, Any], beside: Path) -> Loaded[Any, Any]:
    """The same, with the voice's file found as the script's is, if the setup names one."""
    setup = loaded.setup
    if setup is None or not setup.voice.endswith(".toml"):
        return loaded
    voice = beside_or_in(user_voices(), setup.voice, beside.absolute())
    return replace(loaded, setup=replace(setup, voice=str(voice)))


def _names_that_are_answers(loaded: Loaded[Any, Any], place: str) -> Iterator[Problem]:
    """Find players whose name means something else when it is said or typed; "Player 3" in seat 3 does not."""
    setup = loaded.setup
    if setup is None or setup.language not in languages() or not registry.is_known(setup.game):
        return
    own = table_words(loaded.package, setup, loaded.script) if loaded.script is not None else NO_WORDS
    taken, texts = words_taken(setup.language, setup.game, own), texts_of(setup.language)
    for seat, player in enumerate(setup.player, 1):
        if is_taken(player.name, taken) and player.name != texts.word("wizard.player", seat=seat):
            yield fault(f"{place}: player[{player.name}]: name", "faults.name-of-an-answer", name=player.name)


def words_taken(language: str = DEFAULT, game: str = registry.DEFAULT, own: TableWords = NO_WORDS) -> frozenset[str]:
    """The answers and commands of a game and a table, by which no player can be called, in their bare form."""
    known = read_lexicon(language, *registry.folders(game)).choices
    own_phrases = (phrase for key, phrases in own.choices.items() if key not in known for phrase in phrases)
    return _always_taken(language, game) | taken_names(map(normalise, own_phrases))


def name_forms(name: str, language: str = DEFAULT) -> set[str]:
    """A name in each case in which it may be said or typed in this language."""
    lexicon = read_lexicon(language)
    return {name, *(in_case(normalise(name), case, lexicon) for case in range(len(lexicon.before)))}


@cache
def _always_taken(language: str, game: str) -> frozenset[str]:
    return taken_names(taken_words(read_lexicon(language, *registry.folders(game))))


def _of(data: Mapping[str, Any], path: Path) -> Package:
    """The package of the file's game; an unknown game is left to the default package to refuse.

    A script that names none, such as a variant, is for that of the script on which it stands.
    """
    game, usual = data.get("game"), registry.package()
    if game is None and isinstance(usual, HasScripts) and usual.is_script(data):
        with suppress(BadData):
            game = usual.game_of(path)
    return registry.package(str(game) if registry.is_known(game) else registry.DEFAULT)


def package_of(setup: Path | None) -> Package:
    """The package of the setup's or script's game, or the default one if none is named. Raises BadData."""
    file = setup_or_script(setup) if setup else None
    return _of(toml_reader.look(file), file) if file else registry.package()


def as_data(table: Table[Any, Any]) -> dict[str, Any]:
    """Setup and script as plain JSON values, for a journal to keep."""
    return {"setup": toml_reader.as_toml(table.setup), "script": toml_reader.as_toml(table.script)}


def is_data(data: dict[str, Any]) -> bool:
    """Whether these look like data of `as_data`."""
    return data.keys() == {"setup", "script"} and all(isinstance(part, dict) for part in data.values())


def from_data(game: str, data: dict[str, Any], place: str) -> Table[Any, Any]:
    """Rebuild a table from data of `as_data`. Raises BadData if this version cannot use them."""
    package = registry.package(game, f"{place}: game")
    return package.rebuild(data.get("setup", {}), data.get("script", {}), place).table()


def fingerprint(data: dict[str, Any]) -> str:
    """A hash of data of `as_data`, without the keys that no rule depends on."""
    setup = {key: value for key, value in data["setup"].items() if key not in _OF_THE_TABLE}
    plain = json.dumps([setup, data["script"]], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(plain.encode(errors="surrogatepass")).hexdigest()[:16]


def script_problems(path: Path) -> list[Problem] | None:
    """The problems of a script file; None if it is a setup. Raises BadData if it is not TOML."""
    package = _scripts_of(toml_reader.look(path), path)
    if package is None:
        return None
    script, found = package.read_script(path)
    return found if script is None else [*found, *located(_words_that_are_answers(package, script, path.name), path)]


def _scripts_of(data: Mapping[str, Any], path: Path) -> HasScripts | None:
    """The package whose script these data are; None if they are a setup's."""
    package = _of(data, path)
    return package if isinstance(package, HasScripts) and package.is_script(data) else None
