"""Games that are a script alone: the words they share with all others, their menu, their variants."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from narrator.computer import paths
from narrator.computer.parsing import toml
from narrator.computer.texts import texts_of
from narrator.ears.lexicon import read_lexicon
from narrator.errors import BadData
from narrator.evening.tables import by_script
from narrator.games import registry
from narrator.games.night import events as e
from narrator.games.night.layers import root_of
from narrator.games.night.loading import load_script, read_script, shipped_script
from narrator.games.night.script.script import VARIANT
from narrator.games.night.simulation.evening import begin, drafts
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.rehearsal import tables
from narrator.games.night.simulation.tournament import line_up
from narrator.games.night.state.state import State
from narrator.games.package import HasVariants
from narrator.games.scripted.package import ScriptedPackage
from narrator.games.table import Table
from narrator.paper.night import night_text
from narrator.paper.sheet import sheet_page
from narrator.play.loading import load_table

from tests.invariants.witness import attend
from tests.people import wild
from tests.program import at_home, narrator
from tests.sweeps import trial

COMMON = paths.shipped("scripts") / "night"
WEREWOLF = paths.shipped("scripts") / "werewolf.toml"
SMALL = """format = 1
game = "night"
id = "small"
title = "Small: a night"
language = "{language}"
[day]
steps = ["hang"]
[line-ups]
rest = "many"
most = 9
plain = {{ many = "plain", few = "wolf" }}
[line-ups.sizes]
5 = {{ few = 1 }}
[[faction]]
id = "many"
name = "Many"
nom = "the many"
wins = ["all-gone few"]
aim = "You win once the few are gone."
[[faction]]
id = "few"
name = "Few"
nom = "the few"
voc = "Few"
wins = ["parity"]
aim = "You win once you are as many as the others."
[[role]]
id = "plain"
faction = "many"
name = "Plain"
many = true
does = "You sleep."
[[role]]
id = "wolf"
faction = "few"
name = "Wolf"
many = true
does = "You kill."
[[profile]]
id = "gentle"
[[night]]
id = "few.kill"
who = ["few"]
ask = "seat"
do = "kill"
wake = ["{{few.voc}}, open your eyes."]
line = ["Point at your victim."]
prompt = "Whom do they kill?"
sleep = ["{{few.voc}}, close your eyes."]
[[line]]
id = "win.many"
text = ["The many win."]
[[line]]
id = "win.few"
text = ["The few win."]
"""


def words(language: str) -> dict[str, tuple[str, ...]]:
    """The lines that all games of nights have in this language, but for the one that names a variant."""
    lines = toml(COMMON / f"{language}.toml")["line"]
    return {line["id"]: tuple(line["text"]) for line in lines if line["id"] != VARIANT and "when" not in line}


def small(folder: Path, language: str = "en", more: str = "") -> Path:
    """A whole game in one file."""
    file = folder / "small.toml"
    file.write_text(SMALL.format(language=language) + more, encoding="utf-8")
    return file


# ---- The words ----


def test_the_words_are_the_same_lines_in_every_language() -> None:
    polish, english = (toml(COMMON / f"{language}.toml")["line"] for language in ("pl", "en"))
    keys = [
        [(line["id"], line.get("when"), line.get("signal"), "alone" in line) for line in one]
        for one in (polish, english)
    ]
    assert keys[0] == keys[1]


@pytest.mark.parametrize(("language", "spoken"), [("en", "en"), ("pl", "pl"), ("sv", "en")])
def test_what_a_game_does_not_say_it_has_in_its_language_or_in_english(
    tmp_path: Path, language: str, spoken: str
) -> None:
    script, found = read_script(small(tmp_path, language))
    assert script
    assert [str(problem) for problem in found] == []
    assert {line: script.wordings[line] for line in words(spoken)} == words(spoken)


def test_its_own_words_take_the_place_of_those() -> None:
    script = shipped_script("werewolf")
    assert script.wordings["refused.dead"] == words("pl")["refused.dead"]
    assert script.wordings["night.falls"] != words("pl")["night.falls"]


def test_a_translation_has_them_in_its_language_and_no_word_of_another() -> None:
    script, found = read_script(WEREWOLF, language="en")
    assert script
    assert found == []
    assert script.fallback == ""
    assert script.wordings["refused.dead"] == words("en")["refused.dead"]
    assert "Lower Howling" in "".join(script.wordings["night.falls"])
    other = [line for line in words("pl") if script.wordings[line] == words("pl")[line]]
    assert not other


def test_a_variant_changes_them_as_it_does_any_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    changed = '[line."refused.dead"]\ntext = ["Gone is gone."]\n[line."dawn.quiet"]\nmore = ["All are here."]\n'
    file.write_text(f'format = 1\nextends = "werewolf"\nlanguage = "en"\n{changed}', encoding="utf-8")
    script = load_script(file, "en")
    assert script.wordings["refused.dead"] == ("Gone is gone.",)
    assert script.wordings["dawn.quiet"][-1] == "All are here."
    assert script.wordings["refused.oneself"] == words("en")["refused.oneself"]


def test_ktulu_has_words_of_its_own() -> None:
    assert shipped_script().wordings["ask.day.override"] != words("pl")["ask.day.override"]


# ---- What may stand in it ----


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('do = "kill"', 'do = "jail"', "do: "),
        ('do = "kill"', 'do = "kill"\nwhen = ["holds few"]', "when[1]: "),
        ('wins = ["parity"]', 'wins = ["holds-at-dawn"]', "wins[1]: "),
        ('steps = ["hang"]', 'steps = ["hang", "duel"]', "day: steps[2]: "),
    ],
)
def test_words_of_another_game_mean_nothing(old: str, new: str, told: str, tmp_path: Path) -> None:
    file = small(tmp_path)
    file.write_text(file.read_text("utf-8").replace(old, new), encoding="utf-8")
    registry.package("ktulu")
    found = [problem.place for problem in read_script(file)[1] if not problem.warning]
    assert [place for place in found if f"{place}: ".partition(": ")[2].endswith(told)]
    assert not [place for place in found if ": line" in place], "and what they would need is not asked for"


def test_a_table_plays_the_game_of_its_script(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    people = "".join(f'[[player]]\nname = "P{seat}"\n' for seat in "abcde")
    file.write_text(f'format = 1\ncards = ["wolf", "plain", "plain", "plain", "plain"]\n{people}', encoding="utf-8")
    small(tmp_path)
    file.write_text(f'game = "night"\nscript = "small.toml"\n{file.read_text("utf-8")}', encoding="utf-8")
    assert load_table(file).script.id == "small"
    file.write_text(file.read_text("utf-8").replace('game = "night"', 'game = "ktulu"'), encoding="utf-8")
    with pytest.raises(BadData, match="night"):
        load_table(file)


def test_without_a_script_a_table_plays_werewolf(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    people = "".join(f'[[player]]\nname = "P{seat}"\n' for seat in "abcde")
    cards = '"seer", "witch", "guardian", "villager", "werewolf"'
    file.write_text(f'format = 1\ngame = "night"\ncards = [{cards}]\n{people}', encoding="utf-8")
    assert load_table(file).script.id == "werewolf"


def test_whoever_saves_comes_after_those_who_kill(tmp_path: Path) -> None:
    file = small(tmp_path)
    saves = (
        '[[night]]\nid = "medic.save"\nwho = ["medic"]\nwhen = ["victims"]\nask = "seat"\ndo = "revive"\n'
        'optional = true\nwake = ["{medic.voc}, open your eyes."]\nline = ["Save?"]\nprompt = "Whom?"\n'
        'sleep = ["{medic.voc}, close your eyes."]\n'
    )
    card = '[[role]]\nid = "medic"\nfaction = "many"\nname = "Medic"\nvoc = "Medic"\ndoes = "You save."\n'
    whole = file.read_text("utf-8").replace("[[profile]]", f"{card}[[profile]]")
    for text, too_early in ((whole.replace("[[night]]", f"{saves}[[night]]", 1), True), (whole + saves, False)):
        file.write_text(text, encoding="utf-8")
        found = [problem.key for problem in read_script(file)[1]]
        assert ("saves-too-early" in found) is too_early, found


def test_of_a_game_that_there_is_not_nothing_more_is_told(tmp_path: Path) -> None:
    file = small(tmp_path)
    file.write_text(file.read_text("utf-8").replace('game = "night"', 'game = "small"'), encoding="utf-8")
    (problem,) = read_script(file)[1]
    assert problem.key == "no-game"


def test_its_smallest_table_is_tried_too(tmp_path: Path) -> None:
    script = load_script(small(tmp_path))
    assert [*tables(script)] == [5, 8, 9]


# ---- The menu ----


def test_a_game_of_ones_own_is_added_offered_and_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert narrator("script", "add", small(tmp_path), env=at_home(tmp_path)).returncode == 0
    for kind in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    assert "small" in paths.script_names()
    assert registry.offered()["small"] == "Small"
    assert "werewolf" in registry.offered()
    assert "night" not in registry.offered()


@pytest.mark.parametrize(
    "broken",
    [
        ("[[faction]]", "faction = 5\n[[fraction]]"),
        ('id = "win.few"', 'id = ["win.few"]'),
        ('language = "en"', f'language = "{300 * "x"}"'),
        ("does = ", "dose = "),
    ],
)
def test_a_broken_game_takes_no_other_away(
    broken: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    paths.user_scripts().mkdir(parents=True)
    file = small(paths.user_scripts())
    file.write_text(file.read_text("utf-8").replace(*broken, 1), encoding="utf-8")
    assert {"werewolf", "avalon"} <= {*registry.offered()}
    assert read_script(file)[1] or "x" in broken[1], "and its faults are told"


@pytest.mark.parametrize("name", ["night", "planetopia"])
def test_a_name_by_which_another_game_goes_is_refused(name: str, tmp_path: Path) -> None:
    file = small(tmp_path).rename(tmp_path / f"{name}.toml")
    done = narrator("script", "add", file, env=at_home(tmp_path))
    assert done.returncode == 1
    assert name in done.stderr


def test_a_game_without_an_end_is_told(tmp_path: Path) -> None:
    file = small(tmp_path)
    whole = file.read_text("utf-8")
    file.write_text(whole[: whole.index("[[night]]")] + whole[whole.index("[[line]]") :], encoding="utf-8")
    assert "no-end" in [problem.key for problem in read_script(file)[1]]


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadData) as bad:
        registry.chosen("werwolf")
    assert "werewolf" in str(bad.value.problems[0].cure)


@pytest.mark.parametrize(
    ("name", "game", "cards"),
    [
        ("mafia", "night", {"seer", "guardian", "villager", "werewolf"}),
        ("avalon", "night", set()),
        ("xiega", "ktulu", set()),
    ],
)
def test_a_new_table_is_begun_by_the_name_of_a_game_or_of_a_variant(
    name: str, game: str, cards: set[str], tmp_path: Path
) -> None:
    names = ", ".join(("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"))
    home = at_home(tmp_path, 'format = 1\nlanguage = "en"\n')
    done = narrator("new", "made.toml", "--game", name, said=f"{names}\n\n\nlater\n", cwd=tmp_path, env=home)
    assert done.returncode == 0, done.stdout + done.stderr
    made = toml(tmp_path / "made.toml")
    assert ("book" in (tmp_path / "made.toml").read_text("utf-8")) is (game == "ktulu"), "a name profile"
    assert (made["game"], made["script"]) == (game, name)
    assert not cards or {*made["cards"]} <= cards
    assert narrator("check", "made.toml", "--games", "0", cwd=tmp_path, env=home).returncode == 0


def test_a_variant_of_ones_own_is_begun_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    paths.user_scripts().mkdir(parents=True)
    own = paths.user_scripts() / "harsh.toml"
    own.write_text('format = 1\nextends = "mafia"\nbase = 1\n[meta]\nname = "Harsh"\n', encoding="utf-8")
    chosen = registry.chosen("harsh")
    assert isinstance(chosen, HasVariants)
    assert (chosen.id, chosen.variant) == ("night", "harsh")
    assert [registry.chosen(one).variant for one in ("werewolf", "ktulu")] == ["", ""]  # type: ignore[attr-defined]


def test_what_was_answered_for_another_script_is_forgotten() -> None:
    last = {
        "players": ["Ann"],
        "script": "werewolf",
        "cards": ["hunter"],
        "rules": {"dead": "nothing"},
        "answers": "keys",
    }
    assert by_script("mafia", last) == {"players": ["Ann"], "script": "mafia", "answers": "keys"}
    same = {**last, "script": "mafia"}
    assert by_script("mafia", same) == same


def test_each_is_a_root_of_its_own() -> None:
    assert [root_of(paths.script_file(name, Path())) for name in ("werewolf", "ktulu", "burza")] == [
        "werewolf",
        "ktulu",
        "ktulu",
    ]


# ---- Their laws ----


@pytest.mark.parametrize("name", ["werewolf", "mafia", "avalon"])
@pytest.mark.parametrize("games", [60, trial(600)])
def test_no_law_is_broken_whatever_is_answered(games: int, name: str) -> None:
    script = shipped_script(name)
    winners = {attend(script, 7, number).winner for number in range(games)}
    assert {*script.factions} - winners <= {"loner", "lovers"}


# ---- What is told of them ----

OF_KTULU = (
    r"statue|sheriff|bandit|indian|duel|search|manitou|moderator decides|council|jail|prison|escape|the book|ktulu|"
    r"posąż|szeryf|bandy|pojedyn|przeszuk|manitu|areszt|więzie|ucieka|książk"
)
"""Words that belong to Ktulu alone."""
GROUPS = ("meaning", "how", "teach.setup", "teach.lesson", "demonstration")
"""Texts that people read at any game, or ask for."""
NIGHTS = {"werewolf": [0, 1, 2], "mafia": [0, 1, 2], "avalon": [0]}
"""Those that are printed of each game, of two after the zero night where there are so many."""


@pytest.mark.parametrize("language", ["pl", "en"])
def test_no_moderator_is_named_where_a_table_need_not_have_one(language: str) -> None:
    offered = read_lexicon(language, *ScriptedPackage.folders).choices["override"][0]
    meaning = texts_of(language, *ScriptedPackage.folders).word("meaning.override")
    assert meaning.startswith(f"{offered}: ")
    assert not re.search("prowadz|moderator", meaning)


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize("name", NIGHTS)
def test_nothing_that_is_told_of_a_game_speaks_of_another(name: str, language: str) -> None:
    script, texts = shipped_script(name, language), texts_of(language, *ScriptedPackage.folders)
    told = [words for group in GROUPS for words in texts.group(group).values()]
    for number in range(6):
        setup = replace(line_up(8, number, script), rules=replace(script.rules, dead=("card", "nothing")[number % 2]))
        table = Table(ScriptedPackage(), setup, script, [])
        game, chance = ScriptedPackage().rules(setup, script), Random(f"{name} {number}")
        steps, state = list[tuple[State, e.Event]](), begin(game, chance)
        for draft in drafts(game, state, chance, (sensible, wild)[number % 2]):
            for event in draft.events:
                steps.append((state, event))
                state = game.fold(state, event)
        told += [entry.text for entry in game.story(steps, texts)]
        finale = game.finale(steps, texts)
        told += [finale.heading, *finale.chapters, *finale.turns, *finale.fates.values()]
        told += [str(game.view(state, audience).facts) for audience in ("moderator", "all")]
        sheet = ScriptedPackage().sheet(table, 2)
        assert [number for one in sheet.nights for number in one.nights] == NIGHTS[name]
        told += [night_text(sheet, night, texts) for night in NIGHTS[name]]
        told += [re.sub("<[^>]+>", " ", words) for words in sheet_page(sheet, name, texts).split("</p>")]
        told += [*ScriptedPackage().explained(table, [*script.roles]), *ScriptedPackage().manual(table).values()]
    assert len(told) > 200
    assert [found[0] for one in told if (found := re.search(f".*({OF_KTULU}).*", one, re.IGNORECASE))] == []


@pytest.mark.parametrize("page", ["night", "sheet"])
def test_the_printed_night_speaks_of_the_elders_two_lives_where_the_wolves_kill(page: str) -> None:
    script, texts = shipped_script("werewolf"), texts_of("pl", *ScriptedPackage.folders)
    cards = ["elder", "guardian", "seer", "villager", "villager", "villager", "werewolf"]
    setup = replace(line_up(7, 0, script), cards=tuple(cards))
    sheet = ScriptedPackage().sheet(Table(ScriptedPackage(), setup, script, []), 2)
    words = night_text(sheet, 1, texts) if page == "night" else sheet_page(sheet, "werewolf", texts)
    places = [words.rfind(one) for one in ("Stróżu, zamknij", "Ginie.", "karta Starszy wsi", "Wilkołaki, zamknijcie")]
    assert places[0] > -1
    assert places == sorted(places)
    assert words.count("karta Starszy wsi") == 1


def test_no_second_life_is_promised_where_a_side_poisons(tmp_path: Path) -> None:
    file = tmp_path / "poisoners.toml"
    file.write_text('format = 1\nextends = "werewolf"\n[call."night/wolves.kill"]\ndo = "poison"\n', encoding="utf-8")
    script, texts = load_script(file, "pl"), texts_of("pl", *ScriptedPackage.folders)
    cards = ("elder", "guardian", "seer", "villager", "villager", "villager", "werewolf")
    setup = replace(line_up(7, 0, script), cards=cards)
    words = night_text(ScriptedPackage().sheet(Table(ScriptedPackage(), setup, script, []), 2), 1, texts)
    assert "Zginie jutro." in words
    assert "karta Starszy wsi" not in words
