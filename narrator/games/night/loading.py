"""Read the files of a game of nights: a setup, the script that it names, and both again from a journal."""

from __future__ import annotations

import pickle
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from narrator.computer import files, parsing, paths, toml_reader
from narrator.computer.positions import located
from narrator.computer.settings import usual_language
from narrator.computer.texts import languages, texts_of
from narrator.errors import BadData, Problem, fault, warn
from narrator.games import table
from narrator.games.lines import Lines
from narrator.games.night.flow import own_rules
from narrator.games.night.layers import SHIPPED, base_below, changed_since, layers_of, resolved, whole_script
from narrator.games.night.proofreading import proofread_script, proofread_setup
from narrator.games.night.proofreading.cases import IDLE
from narrator.games.night.proofreading.hearing import UNHEARD
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import HouseRules, Setup, in_force, with_own
from narrator.games.night.told.spoken_lines import is_ruled_out
from narrator.games.night.variants import base_named, is_translation, is_variant
from narrator.games.night.variants.unheard import UNSPOKEN, spoken_after_all
from narrator.games.night.variants.whole import Whole, honest, table_at
from narrator.games.package import Package
from narrator.texts import DEFAULT, SECOND, Message, message

KEPT = 32
"""Scripts that are kept proofread: as many as people choose among, each in two languages."""


class OfNights(Package, Protocol):
    """A game of nights; `root` is the script that is played unless a table names another."""

    root: str


Table = table.Table[Setup, Script]
Loaded = table.Loaded[Setup, Script]

FOLDER = Path(__file__).resolve().parent
"""Where the texts and lexicons of all games of nights lie."""


def folders() -> tuple[Path, ...]:
    """Where a game of nights may have its texts: the folders of games with rules of their own, the engine's last."""
    games = (type(rules).__module__.split(".")[-2:][0] for rules in reversed(own_rules.RULES.values()))
    return tuple(dict.fromkeys(FOLDER.parent / game for game in games))


def read_setup(package: OfNights, path: Path, data: dict[str, Any]) -> Loaded:
    """Read what can be read of a setup's data and of the script that it names."""
    setup, found = toml_reader.build_anyway(data, own_rules.of_game(package.id).setup, path.name)
    found = [honest(problem) if ": rules: " in problem.place else _of_variants(problem) for problem in found]
    if setup is None:
        return Loaded(package, None, found)
    if "script" not in data:
        setup = replace(setup, script=package.root)
    if free := not data.get("language"):
        setup = replace(setup, language=language_here(package.root))
    place = f"{path.name}: script"
    try:
        file = paths.script_file(setup.script, path.parent, place)
        script, faults = read_script(file, place, setup.language)
    except BadData as bad:
        return Loaded(package, setup, [*found, *bad.problems])
    if script and free:
        setup = replace(setup, language=script.language)  # the usual one, if it can be had in that
    if script and script.game == setup.game and all(problem.warning for problem in faults):
        setup = with_rules_of(script, setup, data)
        if "names" not in data and setup.names not in script.vocabulary:
            setup = replace(setup, names=next(iter(script.vocabulary)))
    more = proofread_setup(setup, script, path.name) if script else []
    faults = _warned_tonight(faults, setup, script, file, more)
    more = [_with_languages(problem, setup.language, file) for problem in more]
    return Loaded(package, setup, [*found, *_others(more, found)], file, script, faults)


def _of_variants(problem: Problem) -> Problem:
    """The problem of a setup; of a key that a variant has, where it belongs."""
    if problem.key != "unknown-key":
        return problem
    from narrator.games.night.variants.resolving import PARTS

    misplaced = problem.place.partition(": ")[2] in PARTS
    return replace(problem, cure=message("faults.of-a-variant")) if misplaced else problem


def _with_languages(problem: Problem, language: str, script: Path) -> Problem:
    """That a script is not in the table's language, with all those in which it can be had."""
    if problem.key != "script-speaks":
        return problem
    own = str(toml_reader.look(script).get("language", DEFAULT))
    known = {own, *(one for one in languages() if paths.translations_of(script, one))}
    known_here = " / ".join(f'language = "{one}"' for one in sorted(known))
    return replace(problem, words=message("faults.script-speaks", spoken=own, language=language, known=known_here))


def language_here(root: str = SHIPPED) -> str:
    """The language of tables that name none: that of the settings, else English, else the script's own."""
    file = paths.script_file(root, Path())
    own = str(toml_reader.look(file).get("language", DEFAULT))
    return next((one for one in (usual_language(), SECOND) if one == own or paths.translations_of(file, one)), own)


def script_to_try(path: Path, language: str) -> Script:
    """Load a script in this language, or in that of a variant that has no words in it. Raises BadData."""
    variants = filter(is_variant, map(toml_reader.look, layers_of(path, "", "")))
    own = next((one for data in variants if isinstance(one := data.get("language"), str)), language)
    return load_script(path, language if paths.translations_of(path, language) else own)


def with_rules_of(script: Script, setup: Setup, data: dict[str, Any]) -> Setup:
    """The setup with the house rules of its script, but for those that it has itself."""
    own = data["rules"] if isinstance(data.get("rules"), dict) else {}
    rules = with_own(script.rules, {key: rule for key, rule in asdict(setup.rules).items() if key in own})
    return replace(setup, rules=rules)


def in_variant(table: Table, name: str) -> Table:
    """The table by the script of this name, with the house rules of that. Raises BadData if it does not fit."""
    script = shipped_script(name, table.setup.language)
    setup = replace(table.setup, script=name, rules=script.rules)
    if setup.names not in script.vocabulary:
        setup = replace(setup, names=next(iter(script.vocabulary)))
    found = proofread_setup(setup, script, name)
    return Loaded(table.package, setup, found, None, script).table()


def rebuild(package: OfNights, setup: dict[str, Any], script: dict[str, Any], place: str) -> Loaded:
    """Read setup and script as a journal keeps them; warnings were shown when the game began. Raises BadData."""
    own = own_rules.of_game(package.id)
    known = {*own.setup().rules.single(), "from_players"}
    setup, script = _without_foreign(setup, known), _without_foreign(script, known)
    seats = toml_reader.build(setup, own.setup, f"{place}: setup")
    lines, faults = _proofread(pickle.dumps(script), "script")
    found = [replace(one, place=f"{place}: {one.place}") for one in faults]
    found += proofread_setup(seats, lines, f"{place}: setup") if lines else []
    return Loaded(package, seats, [problem for problem in found if not problem.warning], None, lines)


def _without_foreign(data: dict[str, Any], known: Collection[str]) -> dict[str, Any]:
    """The data without house rules of other games, of which journals had what they are by themselves."""

    def own(rules: Any) -> Any:
        return {rule: value for rule, value in rules.items() if rule in known} if isinstance(rules, dict) else rules

    rules = own(table_at(data, "rules"))
    by_players = {least: own(row) for least, row in table_at(rules, "from_players").items()}
    return data | {"rules": rules | {"from_players": by_players}} if rules else data


def title_of(script: Script) -> str:
    """What the game of a script is called: what comes before a colon in its title."""
    return script.title.partition(":")[0]


def load_script(path: Path, language: str = "") -> Script:
    """Load a narration script, in this language or its own. Raises BadData with every fault."""
    script, found = read_script(path, language=language)
    if script is None or any(not problem.warning for problem in found):
        raise BadData(found)
    return script


def shipped_script(name: str = SHIPPED, language: str = "") -> Script:
    """Load a script that came with the program. Raises BadData if there is none of this name."""
    return load_script(paths.script_file(name, Path()), language)


def read_script(path: Path, named: str = "", language: str = "") -> tuple[Script | None, list[Problem]]:
    """Read what can be read of a script, and list what is wrong in it; `named` is the place that names it.

    In another `language` than its own it has the words of its translation. Raises BadData if there is no such file,
    or it is not TOML.
    """
    made_of = layers_of(path, named, language)
    script, problems = _read(path, made_of, language, _states(made_of))
    own = made_of[: made_of.index(path) + 1] if path in made_of else ()  # a translation that does not stand in
    return script, [*problems, *_otherwise_than_noted(own)]


def missed_tonight(setup: Setup, script: Script, path: Path) -> list[Problem]:
    """What this table's own rules let all hear, and lines of its sound script leave out. Raises BadData."""
    usual = read_script(path, language=script.language)[1]
    return [problem for problem in _warned_tonight(usual, setup, script, path) if problem not in usual]


def _warned_tonight(
    usual: list[Problem], setup: Setup, script: Script | None, path: Path, of_setup: Sequence[Problem] = ()
) -> list[Problem]:
    """What is warned of in a script where the own rules of a setup, sound as it is, decide what all see and hear."""
    if script is None or not all(problem.warning for problem in (*usual, *of_setup)):
        return usual
    rules = in_force(setup.rules, len(setup.player))
    ruled = {rule: getattr(rules, rule) for rule in rules.single().keys() - rules.by_size.keys()}
    own = tuple(sorted((rule, value) for rule, value in ruled.items() if script.rules.values(rule) != [value]))
    usual = [one for one in usual if one.key != "silence-tells-dead"]  # the setup is warned of its own cards
    if own:
        made_of = layers_of(path, "", script.language)
        tonight = _read(path, made_of, script.language, _states(made_of), own)[1]
        left = [one for one in usual if one in tonight or one.key not in (*UNHEARD, *IDLE, *UNSPOKEN)]
        usual = [*left, *(one for one in tonight if one.key in UNHEARD and one not in usual)]
    return [one for one in usual if one.key not in UNHEARD or not _never_tonight(one, script, rules)]


def _never_tonight(problem: Problem, script: Script, rules: HouseRules) -> bool:
    """Whether these rules keep the line from being said that the problem is about."""
    line = re.search(r": line[.\[]([\w.-]+)", problem.place)
    return bool(line and is_ruled_out(script, script.plain(line[1]), rules))


def _states(made_of: tuple[Path, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(parsing.state(file) for file in made_of)


@lru_cache(maxsize=KEPT)
def _read(
    path: Path,
    made_of: tuple[Path, ...],
    language: str,
    _states: tuple[tuple[int, ...], ...],
    rules: tuple[tuple[str, Any], ...] = (),
) -> tuple[Script | None, list[Problem]]:
    """Read a script of these files, by its own house rules or these, once as long as the files stay as they are."""
    whole = resolved(made_of)
    if rules:
        own = {rule: [*value] if isinstance(value, tuple) else value for rule, value in rules}
        whole.data["rules"] = {**table_at(whole.data, "rules"), **own, "from_players": {}}
    whole.problems = [one for one in whole.problems if not spoken_after_all(one, dict(rules))]
    script, found = _proofread(pickle.dumps(whole.data), whole.root)
    found = [*found, *_others([*_of_files(whole.data, whole.root)], found)]
    problems = [*whole.problems, *_others(_at_their_causes(found, whole, made_of), whole.problems)]
    if language in ("", whole.data.get("language")):  # else it cannot be had in that, which is a problem of its own
        problems += _not_in_its_language(whole, made_of, path)
    problems = [honest(problem) for problem in problems] if len(made_of) > 1 else problems
    for file in made_of:
        problems = located(problems, file)
    return script, problems


def _of_files(data: Mapping[str, Any], place: str) -> Iterator[Problem]:
    """What no file may say, though a game that has begun goes on with it: a journal's copy names every key."""
    if table_at(data, "day").get("steps") == []:  # the game's own steps, which no file means that lists none
        yield fault(f"{place}: day: steps", "faults.no-steps")
    if table_at(data, "timing").get("speech") == 0:  # a question of no time has no clock at all
        yield fault(f"{place}: timing: speech", "faults.too-little", value=0.0, least=1.0)


def _at_their_causes(found: list[Problem], whole: Whole, made_of: tuple[Path, ...]) -> list[Problem]:
    """Problems of a whole script, each at the place of a variant that made what it is about, else that leads to it.

    A spelling of the base's that a variant's lines do not need any more harms nobody, nor does a step of its day that
    never comes in the variant, or a case. A warning of words that are in another language is none of this one.
    """
    if len(made_of) == 1:
        return found
    from narrator.games.night.variants.causes import Causes

    def proofread(data: dict[str, Any]) -> list[Problem]:
        return _proofread(pickle.dumps(data), whole.root)[1]

    def foreign(problem: Problem) -> bool:
        return problem.warning and whole.in_other_words(problem.place.removeprefix(f"{whole.root}: "))

    names, placed = [file.name for file in made_of], {problem: whole.at_origin(problem) for problem in found}
    left = [problem for problem in found if placed[problem].place.partition(": ")[0] != names[0]]
    spare = tuple(f"{whole.root}: {part}" for part in ("say: ", "day: steps["))
    for idle in [one for one in left if one.warning and (one.place.startswith(spare) or one.key in IDLE)]:
        left.remove(idle)
        del placed[idle]
    for count, file in enumerate(made_of[:-1], 1):
        below = resolved(made_of[count:])
        causes = Causes(below, toml_reader.load(file), file.name, proofread)
        below_this = names[count:]
        new = [one for one in left if placed[one].place.partition(": ")[0] in below_this and causes.new(one)]
        placed |= {problem: causes.told(problem) for problem in new}
        placed = {problem: at for problem, at in placed.items() if not (problem in new and foreign(problem))}
        left = [problem for problem in left if problem not in new]
    return [*dict.fromkeys(placed.values())]  # one text of two calls is one


def at_changes(problems: list[Problem], path: Path) -> list[Problem]:
    """Problems of a whole script, with their lines, where a variant changes what they are about."""
    whole, made_of = whole_script(path)
    found = [whole.changed_at(problem) for problem in problems]
    for file in made_of:
        found = located(found, file)
    return found


@lru_cache(maxsize=KEPT)
def _proofread(data: bytes, place: str) -> tuple[Script | None, list[Problem]]:
    """Make a script of pickled data and proofread it, once for the same data."""
    read = pickle.loads(data)
    script, found = toml_reader.build_anyway(read, own_rules.of_game(read.get("game")).script, place)
    if script is None:
        return None, found
    counts = texts_of(script.language, FOLDER).word("proofreading.counts").split()
    return script, [*found, *_others(proofread_script(script, place, counts), found)]


def _not_in_its_language(whole: Whole, made_of: tuple[Path, ...], path: Path) -> list[Problem]:
    """Warn of words in another language, as a translation lacks it or a variant is not in this one."""
    from narrator.games.night.variants.translating import mixed, untranslated

    scripts, script = dict[str, str](), ""
    for file in reversed(made_of):
        script = script if is_translation(toml_reader.look(file)) else file.name
        scripts[file.name] = script
    words = [
        name for name in scripts if name != scripts[name] and whole.languages.get(name) == whole.data["language"]
    ]
    if len(made_of) == 1 or not isinstance(whole.data.get("language"), str):
        return []
    itself = words and path.name == words[-1] == made_of[0].name
    where = {file.name: str(file) for file in made_of}
    return untranslated(whole) if itself else mixed(whole, next(iter(words), ""), scripts, where)


def accepted(path: Path) -> str:
    """The text of the variant with a note of what it touches of its base, as that is now. Raises BadData."""
    import tomlkit

    from narrator.games.night.variants.checked import touched

    load_script(path)
    document, data = tomlkit.parse(files.content(path).decode("utf-8-sig")), toml_reader.load(path)
    if not is_variant(data):
        raise BadData([fault(path.name, "faults.no-variant")])
    base = base_below(path)
    document["base"] = base.data.get("version", 1)
    document["checked"] = {part: digest for part, (_, digest) in touched(base, data).items()}
    return document.as_string()


def _otherwise_than_noted(made_of: tuple[Path, ...]) -> Iterator[Problem]:
    """Warn of what these files noted of their bases and is otherwise now, whichever language is wanted."""
    for file in made_of:
        with suppress(BadData):  # of words that nobody wants here
            for place in changed_since(file).values():
                base = base_named(toml_reader.look(file))
                found = warn(f"{file.name}: {place}", "faults.base-has-changed", base=base, file=file)
                yield from located([found], file)


def remark(problem: Problem, lines: Lines) -> str:
    """The problem in the words of the script, else of the game; empty if neither has any."""
    key, texts = f"remarks.{problem.key}", texts_of(lines.vocabulary.language, *folders())
    if own := lines.wordings.get(key):
        return lines.text(own[0], {})
    about = ", ".join(lines.vocabulary[role].name for role in problem.about)
    return texts.word(key, about=about) if key in texts else ""


def _others(more: list[Problem], found: list[Problem]) -> list[Problem]:
    """Leave out what only follows from a problem found before: at the same place, inside it or around it.

    A key that was meant is there, and a call's texts are those of its twin in another phase too. From what is only
    warned of no fault follows.
    """
    meant = tuple(key for problem in found if (key := _meant(problem)))

    def follows(problem: Problem) -> bool:
        those = [known.place for known in found if problem.warning or not known.warning]
        return any(_is_inside(problem.place, place) or _is_inside(place, problem.place) for place in those)

    return [problem for problem in more if not (follows(problem) or problem.place.endswith(meant))]


def _meant(problem: Problem) -> str:
    """The end of the place of the key that was probably meant by an unknown one, such as `[sheriff.jail]: prompt`."""
    table, _, _ = problem.place.rpartition(": ")
    _, bracket, item = table.rpartition("[")
    cure = problem.cure if isinstance(problem.cure, Message) else message("")
    meant = problem.key == "unknown-key" and cure.key == "faults.did-you-mean"
    return f"{bracket}{item}: {cure.values['word']}" if meant else ""


def _is_inside(place: str, outer: str) -> bool:
    """Whether the place is this one, or lies in it."""
    return f"{place}:".startswith((f"{outer}:", f"{outer}["))
