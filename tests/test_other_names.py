"""Games whose roles and factions have made-up names, by the script or by a profile, hold no old one anywhere."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.computer import paths
from narrator.computer.toml_reader import as_toml
from narrator.cues import OVERRIDE, Ask, End, Refused
from narrator.ears.lexicon import read_lexicon
from narrator.ears.open import vocabulary
from narrator.errors import BadData
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.night.loading import Table, load_script
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import Setup
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.night.state.state import State
from narrator.lexicon import normalise
from narrator.page.board import Board
from narrator.page.snapshot import Drawing, shapes_of
from narrator.phrases import phrases
from narrator.play.loading import load_table, script_problems, table_words
from narrator.play.steps import as_fact
from narrator.rooms.counting import words_of
from narrator.rooms.helping import explained
from narrator.rooms.prompter import briefing
from narrator.texts import Message

from tests.checked import faults_of
from tests.invariants.gathering import gather
from tests.mishaps.happenings import Guests, Habits
from tests.played import SETUP
from tests.polish import KTULU, OWN_WORDS
from tests.renaming import NAMED, OLD, by_profile, by_script
from tests.scenario import SCRIPT
from tests.sweeps import every

WAYS = {"script": by_script(), "profile": by_profile()}
GAMES, ANSWERS = 50, 600

IDS = {*NAMED, *SCRIPT.calls_by_id}

Told = Mapping[str, list[str]]
"""What went out in a game, by where it did."""


def table_of(way: str, number: int, chance: Random) -> Table:
    """Draw a table; every other one is led, for there names are asked for too."""
    setup, script = gather(chance, SCRIPT), WAYS[way]
    setup = setup if number % 2 else replace(setup, answers="moderator")
    names = "made" if way == "profile" else chance.choice(["gentle", "book"])
    return Table(KtuluPackage(), replace(setup, names=names), script, [])


@cache
def game_of(way: str, number: int) -> tuple[Table, Told]:
    chance = Random(number)
    table = table_of(way, number, chance)
    return table, told(table, number, chance)


def told(table: Table, seed: int, chance: Random) -> Told:
    """Play the table, and collect all that people hear, read and are understood by."""
    setup, package = table.setup, table.package
    assert isinstance(package, KtuluPackage)
    game, found, steps = Ktulu(setup, table.script), defaultdict[str, list[str]](list), list[tuple[Any, Any]]()
    shows = shown_at(table, game, found)
    state = happened(game, game.begin(seed), game.opening(game.begin(seed)), steps)
    guests = Guests(chance, Habits(late=0.02, commands=0.04, nonsense=0.01, hurry=0.8), len(setup.player))
    for _ in range(ANSWERS):
        while (cue := game.cue(state)) is not None and not isinstance(cue, Ask | End):
            found["speech"].append(getattr(cue, "text", ""))
            state = happened(game, state, game.delivered(state), steps)
        if cue is None:
            break
        shows(state, cue)
        if isinstance(cue, End):
            break
        state = happened(game, state, game.take(state, guests.answer(cue)), steps)
    finale = game.finale(steps, KTULU)
    found["story"] = [entry.text for entry in game.story(steps, KTULU)]
    found["finale"] = [*finale.turns, *finale.chapters, *map(str, finale.fates.values())]
    found["stats"] = [str(stats_of(setup, table.script, steps))]
    found["sheet"] = [*words_in(asdict(package.sheet(table, 3)))]
    found["cards"] = package.explained(table, [*table.script.roles])
    found["help"] = [KTULU.told(explained("xyz", package.manual(table), KTULU)), *package.manual(table)]
    return found


def happened(game: Ktulu, state: State, events: Any, steps: list[tuple[Any, Any]]) -> State:
    """The state after these events, which are noted; a refusal has none."""
    for event in [] if isinstance(events, Refused) else events:
        steps.append((state, event))
        state = game.fold(state, event)
    return state


def shown_at(table: Table, game: Ktulu, found: dict[str, list[str]]) -> Callable[[State, Ask | End], None]:
    """Collect at each question what stands on screens and pages, and by what it can be answered."""
    own, people = table_words(table.package, table.setup, table.script), table.setup.people
    words, lexicon = words_of("pl", "ktulu", own), read_lexicon("pl", *OWN_WORDS, own=own)
    drawing, board = Drawing(KTULU, words, people), Board(people, words, KTULU)

    def show(state: State, cue: Ask | End) -> None:
        view, known = game.view(state, "moderator"), game.view(state, "all")
        asked = [cue, *of_names(game, state, cue)] if isinstance(cue, Ask) else []
        for one in asked:
            board.question(one, who=True)
            ways = phrases(one, lexicon, {})
            found["grammar"] += ways
            found["unheard"] += [choice for choice in one.choices if choice in NAMED and choice not in ways.values()]
            found["prompts"] += [one.text, *briefing(view, one, KTULU)]
            found["page"] += words_in(drawing.moderator(view, board, one))
        found["page"] += words_in(drawing.moderator(view, board, None))
        found["page"] += words_in(drawing.room(known, board, shapes_of(view), None))
        found["prompts"].append(cue.text)

    return show


def of_names(game: Ktulu, state: State, cue: Ask) -> Iterator[Ask]:
    """What is asked with names for answers where a moderator sets something, looked at without doing it."""
    for said in (["believed"], ["win"], ["card", "1"], ["uses", "1"]) if OVERRIDE in cue.commands else ():
        one = state
        for answer in (OVERRIDE, *said):
            one = happened(game, one, game.take(one, answer), [])
        asked = game.cue(one)
        if isinstance(asked, Ask) and asked.kind == "choice":
            yield asked


def words_in(value: Any) -> Iterator[str]:
    """All texts in plain data, but for the ids of roles, factions and calls."""
    if isinstance(value, Mapping):
        value = [*value.values()]
    if isinstance(value, list | tuple):
        for one in value:
            yield from words_in(one)
    elif isinstance(value, str) and value not in IDS:
        yield value


def stats_of(setup: Setup, script: Script, steps: list[tuple[Any, Any]]) -> Any:
    facts = [json.loads(json.dumps(as_fact(event))) for _, event in steps]
    return KtuluPackage().counted(as_toml(setup), as_toml(script), facts, 0)


SEEDS = every(25, range(GAMES))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", SEEDS)
def test_no_old_name_goes_out(way: str, number: int) -> None:
    table, found = game_of(way, number)
    left = {where: sorted({text for text in texts if OLD.search(text)})[:3] for where, texts in found.items()}
    assert {where: texts for where, texts in left.items() if texts} == {}
    assert found["unheard"] == []
    asked = ("grammar",) if table.setup.answers == "moderator" else ()
    for where in (*asked, "page", "story", "sheet", "cards", "help"):
        assert any("xq" in normalise(text) for text in found[where]), where


@pytest.mark.parametrize("way", WAYS)
def test_the_ears_know_the_new_names_and_not_the_old(way: str) -> None:
    table = table_of(way, 1, Random(1))
    own = table_words(table.package, table.setup, table.script)
    known = vocabulary(read_lexicon("pl", *OWN_WORDS, own=own), {})
    new = [normalise(one.name) for one in table.script.vocabulary[table.setup.names].values()]
    assert [name for name in new if name not in known] == []
    assert [phrase for phrase in known if OLD.search(phrase)] == []


@pytest.mark.parametrize("way", WAYS)
def test_no_old_name_stands_on_the_sheet_of_all_cards(way: str) -> None:
    names = "made" if way == "profile" else "gentle"
    setup = replace(setup_with(tuple(SCRIPT.roles), policy="open"), names=names)
    sheet = [*words_in(asdict(KtuluPackage().sheet(Table(KtuluPackage(), setup, WAYS[way], []), 3)))]
    assert len(sheet) > 200
    assert [text for text in sheet if OLD.search(text)] == []


def test_a_name_that_is_an_answer_is_a_fault(tmp_path: Path) -> None:
    own, setup = tmp_path / "own.toml", tmp_path / "table.toml"
    shipped = (paths.shipped("scripts") / "ktulu.toml").read_text(encoding="utf-8")
    assert shipped.count('\nheard = ["luke", "sam luke"]\n') == 1
    own.write_text(shipped.replace('["luke", "sam luke"]', '["luke", "Noc", ""]'), encoding="utf-8")
    faults = [
        "own.toml:{}: role[lucky-luke]: heard: “noc” already means night",
        "own.toml:{}: role[lucky-luke]: heard: an empty phrase",
    ]
    line = shipped[: shipped.index('["luke", "sam luke"]')].count("\n") + 1
    faults = [fault.format(line) for fault in faults]
    assert [str(problem).partition(" →")[0] for problem in script_problems(own) or ()] == faults
    setup.write_text(SETUP.replace("format = 1", 'format = 1\nscript = "own.toml"'), encoding="utf-8")
    with pytest.raises(BadData) as refused:
        load_table(setup)
    assert [str(problem).partition(" →")[0] for problem in refused.value.problems][:2] == faults


@pytest.mark.parametrize(("kind", "word", "name"), [("role", "courtesan", "Kokietka"), ("role", "kali", "Służący")])
def test_a_new_nominative_is_not_the_other_profiles(kind: str, word: str, name: str, tmp_path: Path) -> None:
    """A name that a profile changes stands there as its own nominative, whatever the variant calls it (P14)."""
    file = tmp_path / "our.toml"
    forms = {"nom": name.lower(), "voc": name, **({"acc": "służącego"} if word == "kali" else {})}
    cases = ", ".join(f'{case} = "{form}"' for case, form in forms.items())
    file.write_text(
        f'format = 1\nextends = "ktulu"\n[{kind}.{word}]\nname = "{name}"\ncases = {{ {cases} }}\n', "utf-8"
    )
    assert faults_of(file) == []
    names = load_script(file).vocabulary
    assert names["gentle"][word].form("nom") == name.lower()
    assert names["book"][word].form("nom") == {"courtesan": "Dziwka", "kali": "Kali"}[word]


@pytest.mark.parametrize(
    ("head", "names", "lacking"),
    [
        ("", '[{}courtesan]\nname = "Kokietka"', {"courtesan": "voc"}),
        ("", '[{}fugitives]\nname = "Skazańcy"', {"fugitives": "voc"}),
        ("", '[{}kali]\nname = "Sam"', {"kali": "acc, voc"}),
        ("", '[{}kali]\nname = "Sam"\nacc = "Sama"', {"kali": "voc"}),
        ("", '[{}kali]\nname = "Sam"\nacc = "Sama"\nvoc = "Samie"', {}),
        ("", '[{}kali]\nname = "Niewolnik Kali"\nvoc = "Kali"', {}),
        ('language = "en"', '[{}courtesan]\nname = "Barmaid"', {"courtesan": "nom, voc"}),
        ("", '[role.courtesan]\ncases = {{ voc = "Pani" }}\n[{}courtesan]\nname = "Panna"', {"courtesan": "voc"}),
    ],
)
def test_no_form_of_a_profiles_old_name_is_left_below_a_new_one(
    head: str, names: str, lacking: dict[str, str], tmp_path: Path
) -> None:
    variant, above = tmp_path / "our.toml", tmp_path / "above.toml"
    variant.write_text(f'format = 1\nextends = "ktulu"\n{head}\n{names.format("profile.book.names.")}\n', "utf-8")
    found = {
        problem.place.rpartition(": ")[2]: ", ".join(part.partition(" =")[0] for part in str(forms).split('", '))
        for problem in faults_of(variant)
        if isinstance(problem.words, Message) and (forms := problem.words.values.get("forms"))
    }
    assert found == lacking
    if "Samie" in names:
        kali = load_script(variant).vocabulary["book"]["kali"]
        assert (kali.form("nom"), kali.short, kali.heard) == ("Sam", "", ())
        above.write_text('format = 1\nextends = "our.toml"\n[profile.book.names.kali]\nname = "Jan"\n', "utf-8")
        (fault,) = faults_of(above)
        assert 'acc = "Sama", voc = "Samie"' in str(fault)
