"""The files of which a script is made: variants, the whole script below them, and their translations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from narrator.computer import paths, toml_reader
from narrator.computer.config import is_config
from narrator.computer.positions import located
from narrator.errors import BadData, Problem, fault, write
from narrator.games.night.flow import own_rules
from narrator.games.night.plain import NIGHT
from narrator.games.night.variants import DEEPEST, is_translation, is_variant, lacks_base
from narrator.games.night.variants.whole import Whole
from narrator.games.table import DEFAULT
from narrator.texts import SECOND, Message, message

SHIPPED = DEFAULT
"""The script that a new one extends if no other is named."""

_OF_SCRIPTS = {"extends", "translates", "role", "faction", "zero", "night", "dawn"}
"""Keys at the top of a script that no setup has."""


def whole_script(path: Path, named: str = "", language: str = "") -> tuple[Whole, tuple[Path, ...]]:
    """Read a script as plain data, in this language or its own; and the files of which it is made, topmost first.

    Raises BadData if a file is not there or is not TOML, or if what a variant extends has faults of its own.
    """
    made_of = layers_of(path, named, language)
    return resolved(made_of), made_of


def root_of(path: Path) -> str:
    """The script of the game to which a script belongs in the end; empty if it cannot be read.

    A whole script of a game without rules of its own is a game by itself, unless it is a copy of a shipped one.
    """
    with suppress(BadData):
        *_, whole = (file for file in layers_of(path, "", "") if not is_translation(toml_reader.look(file)))
        data = toml_reader.look(whole)
        own, game = data.get("id"), str(data.get("game", SHIPPED))
        return str(own) if own in paths.shipped_scripts() else whole.stem if game == NIGHT else game
    return ""


def game_of(path: Path) -> str:
    """The game of a script, which a variant has from its base. Raises BadData."""
    data = toml_reader.look(path)
    return str((data if "game" in data else resolved(layers_of(path, "", "")).data).get("game", ""))


def shipped_file(copy: Mapping[str, Any]) -> Path:
    """The shipped script that these data may be a copy of, as it is now: that of the same id."""
    own = copy.get("id")
    return paths.script_file(own if own in paths.shipped_scripts() else SHIPPED, Path())


def base_below(path: Path) -> Whole:
    """What a variant or translation extends, in the language of its words; for any other the shipped script.

    Raises BadData.
    """
    data = toml_reader.look(path)
    if not is_variant(data):
        return whole_script(shipped_file(data), language=str(data.get("language", "")))[0]
    made_of = layers_of(path, "", "")
    return resolved(made_of[made_of.index(path) + 1 :])


def side_by_side(one: Path, other: Path) -> tuple[Whole, Whole]:
    """Two scripts as plain data: in the language of the first that extends a translation, else each as it is.

    Raises BadData.
    """
    for path in (one, other):
        whole = whole_script(path)[0]
        if whole.undeclined and not is_translation(toml_reader.look(path)):
            language = str(whole.data["language"])
            return whole_script(one, language=language)[0], whole_script(other, language=language)[0]
    return whole_script(one)[0], whole_script(other)[0]


def changed_since(path: Path) -> dict[str, str]:
    """The parts of its base that are otherwise than a variant noted, and where it touches them. Raises BadData."""
    from narrator.games.night.variants.checked import changed

    data = toml_reader.look(path)
    return changed(base_below(path), data) if is_variant(data) and "checked" in data else {}


def layers_of(path: Path, named: str, language: str) -> tuple[Path, ...]:
    """The files of which a script is made, topmost first: variants, the whole script, and their translations.

    English fills the gaps of translations into any other language, but does not stand in for them. Raises BadData.
    """
    made_of = _all_layers(path, named, language)
    loaded = {file: data for file in made_of if is_translation(data := toml_reader.look(file))}
    alone = language not in ("", SECOND) and all(data.get("language") == SECOND for data in loaded.values())
    return tuple(file for file in made_of if not (alone and file in loaded))


def _all_layers(path: Path, named: str, language: str, above: tuple[Path, ...] = ()) -> tuple[Path, ...]:
    """The same, with English under the language that is wanted, if anything is in that or not. Raises BadData."""
    data = toml_reader.look(path, named)
    if lacks_base(data):
        raise BadData([fault(path.name, "faults.differs-from-nothing", write(f'extends = "{SHIPPED}"'))])
    if "player" in data and not is_script(data):
        raise BadData([fault(path.name, "faults.setup-not-script")])
    own = data.get("language")
    language = language or (own if isinstance(own, str) and is_variant(data) else "")
    below: tuple[Path, ...] = ()
    if is_variant(data):
        below = _below(path, data, language, above)
    if is_translation(data):  # of its base, below which lie those of the base's own base
        there = [file.resolve() for file in below]
        return (path, *below[there.index(path.resolve()) + 1 if path.resolve() in there else 0 :])
    own = own or toml_reader.look((path, *below)[-1]).get("language")
    filled = (language, SECOND) if language and own not in (language, SECOND) else (language,)
    words = (file for each in dict.fromkeys(filled) for file in _words(path, each))
    return (*words, path, *below)


def _words(path: Path, language: str) -> Iterator[Path]:
    """The files of a script's words in this language. Raises BadData if one of them is something else."""
    for file in paths.translations_of(path, language):
        try:
            data = toml_reader.look(file)
        except BadData as bad:  # there may be several of this name
            raise BadData([replace(problem, place=str(file)) for problem in bad.problems]) from None
        if not is_translation(data):
            cure = message("faults.at-the-top", what=f'translates = "{path.stem}"')
            raise BadData([fault(f"{file}: translates", "faults.key-missing", cure)])
        if data.get("language", language) != language:
            words = message("faults.of-another-language", folder=language)
            raise BadData([Problem(f"{file}: language", words, write(f'language = "{language}"'))])
        yield file


def _below(path: Path, data: Mapping[str, Any], language: str, above: tuple[Path, ...]) -> tuple[Path, ...]:
    """The files that the variant or translation of these data extends. Raises BadData."""
    key = "translates" if is_translation(data) else "extends"
    place, above = f"{path.name}: {key}", (*above, path)
    if words := _misplaced(data[key], above if key == "extends" else (path,)):
        cure = message("faults.and-what-differs", what=f'{key} = "{SHIPPED}"')
        raise BadData(located([Problem(place, words, cure)], path))
    try:
        file = paths.script_file(data[key], path.parent, place)
        if is_translation(toml_reader.look(file, place)):
            raise BadData([fault(place, "faults.stands-on-translation", language=language)])
        return _all_layers(file, place, language, above if key == "extends" else ())
    except BadData as bad:
        raise BadData(located(bad.problems, path)) from None


def _misplaced(base: object, variants: tuple[Path, ...]) -> Message | None:
    """Why the topmost of these files cannot stand on this base; nothing if it can."""
    if not isinstance(base, str):
        return message("faults.expected-script")
    if variants[-1].resolve() in [one.resolve() for one in variants[:-1]]:
        return message("faults.stands-on-itself")
    if len(variants) > DEEPEST:
        return message("faults.too-many-variants", count=len(variants), most=DEEPEST)
    return None


def resolved(made_of: tuple[Path, ...]) -> Whole:
    """The script of these files. Raises BadData if one that another extends has faults of its own."""
    from narrator.games.night.variants import common
    from narrator.games.night.variants.resolving import resolve
    from narrator.games.night.variants.translating import foreign, translate

    *layers, root = made_of
    data = toml_reader.load(root)
    if is_config(data):
        raise BadData([fault(root.name, "faults.settings-not-setup", name=root.name)])
    whole = common.begin(data, root.name, None if data.get("game", SHIPPED) == SHIPPED else _common)
    below = root
    for file in reversed(layers):
        _refuse_faults(whole, below)
        data, below = toml_reader.load(file), file
        if is_translation(data):
            whole = common.translated(whole, str(data.get("language")), _common)
        whole = (translate if is_translation(data) else resolve)(whole, data, file.name)
    if any(is_translation(toml_reader.look(file)) for file in layers) and foreign(whole):
        whole.data["fallback"] = whole.languages[whole.root]
    return whole


def _common(language: str) -> dict[str, Any]:
    """The words that any game of nights needs, in this language; nothing where there are none."""
    known = {file.stem: file for file in (paths.shipped("scripts") / NIGHT).glob("*.toml")}
    return toml_reader.load(known[language]) if language in known else {}


def _refuse_faults(whole: Whole, file: Path) -> None:
    errors = toml_reader.build_anyway(whole.data, own_rules.of_game(whole.data.get("game")).script, whole.root)[1]
    faults = [problem for problem in (*whole.problems, *map(whole.at_origin, errors)) if not problem.warning]
    if faults:
        raise BadData(located(faults, file))


def is_script(data: Mapping[str, Any]) -> bool:
    """Whether the data are a script's, not a setup's; of one that has just been begun its title tells."""
    begun = "title" in data and "player" not in data
    return begun or not _OF_SCRIPTS.isdisjoint(data) or lacks_base(data)
