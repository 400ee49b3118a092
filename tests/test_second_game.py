"""A game of another kind, tests/harvest, runs through every command, and nothing of the program knows it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from narrator.computer import toml_reader
from narrator.computer.texts import texts_of
from narrator.cues import Ask, At
from narrator.ears.lexicon import read_lexicon
from narrator.evening.rooms import rematch_asked
from narrator.games import registry
from narrator.games.table import Player
from narrator.games.view import Outcome, View
from narrator.phrases import phrases
from narrator.play.loading import load_table
from narrator.rooms import own_commands
from narrator.rooms.counting import words_of
from narrator.rooms.helping import help_at
from narrator.rooms.screen import Screen
from narrator.rooms.wording import outcome_told

from tests import forking
from tests.any_game.evening import after, begun, settled
from tests.harvest import Harvest, HarvestPackage, Script, Setup, Went
from tests.terminal import Terminal

TESTS = Path(__file__).parent
OWN = texts_of("pl", TESTS / "harvest")
ANSWERS = "2\ngranary\nundo\n2\nstorm\n9\n1\nrain 4\nnext\n0\npause\nready\n1\nnext\n"
TABLE = 'format = 1\ngame = "harvest"\n[[player]]\nname = "Ala"\n[[player]]\nname = "Bartek"\n'
WITH_HARVEST = forking.MODULE.format("tests.harvest")


def narrator(home: Path, *arguments: object, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program with the second game in its registry."""
    places = {"XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    return forking.run(WITH_HARVEST, [*map(str, arguments)], said, home, {**os.environ, **places})


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "table.toml").write_text(TABLE, encoding="utf-8")
    return tmp_path


def cues(done: subprocess.CompletedProcess[str]) -> list[dict[str, object]]:
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_it_is_led_broken_off_resumed_and_told(home: Path) -> None:
    begun = cues(
        narrator(home, "play", "table.toml", "--headless", "--seed", 3, "--journal", "g.jsonl", said=ANSWERS)
    )
    assert [cue["answer"] for cue in begun if cue["cue"] == "refused"] == ["9", "rain 4"]
    ended = cues(narrator(home, "resume", "g.jsonl", "--headless", said="0\n0\n"))
    assert ended[-1]["cue"] == "end"
    log = narrator(home, "log", "g.jsonl").stdout
    assert "Burza!" in log
    assert "Snopy" not in log, "what was undone is not told"
    told = json.loads(narrator(home, "log", "g.jsonl", "--json").stdout)
    assert told["over"] == {"winner": "1", "rule": "most"}
    assert "Runda 3" in narrator(home, "replay", "g.jsonl").stdout + log
    again = cues(narrator(home, "again", "g.jsonl", "--headless", said="0\n"))
    assert again[0]["text"] == "Czas żniw."


@pytest.mark.parametrize("silent", [True, False], ids=["silent", "aloud"])
def test_it_is_led_in_a_room_of_people(home: Path, *, silent: bool) -> None:
    (home / "answers").write_text(ANSWERS + "0\n0\n", encoding="utf-8")
    voice = ["--silent"] if silent else ["--voice", "none"]
    done = narrator(home, "play", "table.toml", "--answers", "answers", "--seed", 3, "--pace", 0, *voice)
    assert done.returncode == 0
    for sight in (
        "Czas żniw.",
        "Bartek, ile snopów siejesz?",
        "Burza!",
        "Koniec gry. Wygrywa: Ala. Ala: 4; Bartek: 3",
    ):
        assert sight in done.stdout


def test_its_commands_are_given_in_words_of_its_own(home: Path) -> None:
    (home / "table.toml").write_text(TABLE.replace('"harvest"\n', '"harvest"\nanswers = "keys"\n'), encoding="utf-8")
    typed = "Burza\nspichlerz\nnadciąga burza\n" + "następna runda\n".join(["0\n0\n"] * 3)
    done = narrator(
        home, "play", "table.toml", "--silent", "--pace", 0, "--seed", 3, "--journal", "g.jsonl", said=typed
    )
    assert done.returncode == 0
    log = narrator(home, "log", "g.jsonl").stdout
    assert log.count("Burza!") == 2
    assert "Snopy: 1: 4, 2: 4." in done.stdout
    assert "Snopy: 1: 4, 2: 4." not in log, "a query is no part of the story"


@pytest.mark.parametrize("way", ["typed", "written", "headless"])
def test_a_command_with_a_name_and_a_number_is_the_same_however_it_comes(home: Path, way: str) -> None:
    said = "daj Bartkowi 3\nspichlerz\n" if way == "typed" else "give 2 3\ngranary\n"
    (home / "answers").write_text(said, encoding="utf-8")
    ways = {"typed": ["--silent"], "written": ["--answers", "answers"], "headless": ["--headless"]}
    how = ("--seed", 3, "--pace", 0, "--journal", "g.jsonl", *ways[way])
    done = narrator(home, "play", "table.toml", *how, said=said if way != "written" else "")
    assert "Snopy: 1: 2, 2: 8." in done.stdout
    assert '"input": "give 2 3"' in (home / "g.jsonl").read_text(encoding="utf-8")
    assert "Bartek dostaje 3." in narrator(home, "replay", "g.jsonl").stdout
    assert narrator(home, "log", "g.jsonl").stdout.count("Bartek dostaje 3.") == 1
    going_on = cues(narrator(home, "resume", "g.jsonl", "--headless", said="undo\ngranary\ngive 2 6\n"))
    assert [cue["text"] for cue in going_on if str(cue.get("text", "")).startswith("Snopy")] == ["Snopy: 1: 5, 2: 5."]
    assert [cue["answer"] for cue in going_on if cue["cue"] == "refused"] == ["give 2 6"]


@pytest.mark.parametrize("way", ["typed", "written", "headless"])
def test_where_nothing_is_asked_it_takes_what_comes(home: Path, way: str) -> None:
    said = "0\n0\nrain 2\nbla bla\nstorm\nnext\n0\n0\nnext\n0\n0\n"
    (home / "answers").write_text(said.replace("bla bla\n", ""), encoding="utf-8")
    ways = {"typed": ["--silent"], "written": ["--answers", "answers"], "headless": ["--headless"]}
    how = ("--seed", 3, "--pace", 0, "--journal", "g.jsonl", *ways[way])
    done = narrator(home, "play", "table.toml", *how, said=said if way != "written" else "")
    assert done.returncode == 0
    story = narrator(home, "log", "g.jsonl").stdout
    assert story.index("Deszcz: każdemu o 2 więcej.") < story.index("Burza!")
    shown = narrator(home, "replay", "g.jsonl")
    assert shown.returncode == 0
    assert "Odpoczynek." in shown.stdout
    assert "Koniec gry." in shown.stdout


def test_where_nothing_is_asked_there_is_help(home: Path) -> None:
    done = narrator(home, "play", "table.toml", "--silent", "--pace", 0, "--seed", 3, said="0\n0\npomoc\n")
    assert done.returncode == 0
    asked, helped = (" ".join(text.split()) for text in done.stdout.partition("Odpoczynek.")[::2])
    assert "burza · spichlerz · deszcz …" in asked, "its commands stand at every question"
    listed, _, explained = helped.partition("burza: każdy traci snop")
    assert "Do wyboru: burza · spichlerz · deszcz … · następna runda" in listed
    assert "spichlerz: ile kto ma · deszcz: z liczbą" in explained
    assert "Zawsze: powtórz (p)" in explained


def test_its_commands_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "harvest", HarvestPackage)
    ask = Ask(at=At(), line="sow", text="", to="all", kind="count", choices=("0", "1"), commands=("storm", "granary"))
    heard = phrases(ask, read_lexicon("pl", *registry.folders("harvest")), {})
    assert [said for said, meaning in heard.items() if meaning == "storm"] == ["burza", "nadciąga burza"]
    assert heard["spichlerz"] == "granary"
    give = Ask(at=At(), line="sow", text="", to="all", kind="open", choices=(), commands=("give {seat:2} {n:1-2}",))
    said = phrases(give, read_lexicon("pl", *registry.folders("harvest")), {1: "Ala", 2: "Bartek"})
    assert {"daj bartkowi dwa": "give 2 2", "numer dwa dostaje jeden": "give 2 1"}.items() <= said.items()
    assert {*said.values()} == {"give 2 1", "give 2 2"}
    assert "storm" not in phrases(ask, read_lexicon("pl", *registry.folders("ktulu")), {}).values()


def test_its_files_are_checked(home: Path) -> None:
    assert narrator(home, "check", "table.toml").stdout == "table.toml: bez błędów\n"
    (home / "table.toml").write_text(TABLE.partition('[[player]]\nname = "B')[0] + "sheves = 3\n", encoding="utf-8")
    done = narrator(home, "check", "table.toml")
    assert done.returncode == 1
    assert "nobody harvests alone" in done.stdout


@pytest.mark.parametrize("command", ["deal", "script", "sheet", "simulate"])
def test_what_it_cannot_do_is_said(home: Path, command: str) -> None:
    done = narrator(home, command, "table.toml")
    assert done.returncode == 1
    assert done.stderr.startswith("harvest: ") or "tylko ekran" in done.stderr


def test_what_is_seen_of_it_follows_every_answer(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "harvest", HarvestPackage)
    game, choices = load_table(home / "table.toml").game(), Random(1)
    assert isinstance(game, Harvest)
    state = game.begin(3)
    for event in game.opening(state):
        state = game.fold(state, event)
    seen: list[View] = []
    while game.over(state) is None:
        cue = game.cue(state)
        said = choices.choice(cue.choices or ("next",)) if isinstance(cue, Ask) else ""
        events = game.take(state, said) if said else game.delivered(state)
        assert isinstance(events, list)
        for event in events:
            state = game.fold(state, event)
        seen.append(game.view(state, "all"))
    assert [one.counters["sheaves"] for one in seen[-1].seats] == list(state.sheaves)
    assert seen[-1].outcome == game.over(state)
    assert all(view.outcome is None for view in seen[:-1])


def test_it_is_small() -> None:
    files = (TESTS / "harvest").glob("*.py")
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) < 390


def test_only_its_package_and_the_registry_name_the_shipped_game() -> None:
    program = Path(registry.__file__).parent.parent
    files = [path for path in program.rglob("*.*") if path.suffix in (".py", ".toml", ".html", ".js", ".css")]
    naming = {path.relative_to(program) for path in files if "ktulu" in path.read_text(encoding="utf-8").casefold()}
    its = (("games", "ktulu"), ("games", "night"))  # the engine still names it (pyproject.toml lists where)
    own = {path for path in naming if path.parts[:2] in its or path.parts[0] == "data"}
    assert naming - own == {Path("games") / "registry.py", Path("games") / "table.py"}  # where none is named


ITS_OWN = re.compile(
    r"\b(posąż|frakcj|bandy|szeryf|indian|ufo|manitou|pojedyn|przeszuk|wiesza|więzi|statue|faction|sheriff|duel|jail|hang(ed|ing)\b)",
    re.IGNORECASE,
)
"""How words begin that the shipped game alone has."""

CORE = ["texts/*.toml", "rooms/*.py", "page/*.py", "page/static/*.*"]
"""The files that speak of any game, comments too."""


def test_no_text_speaks_of_what_the_shipped_game_alone_has() -> None:
    program = Path(registry.__file__).parent.parent
    files = [path for pattern in CORE for path in program.glob(pattern)]
    found = [
        (path.name, line) for path in files for line in path.read_text("utf-8").splitlines() if ITS_OWN.search(line)
    ]
    assert len(files) > 30
    assert found == []


def test_where_no_cards_are_dealt_a_rematch_speaks_of_none() -> None:
    setup = Setup(player=(Player(name="Ala"), Player(name="Bartek")))
    assert rematch_asked(setup.rematch(), texts_of("pl")) == "Rewanż: te same dwie osoby. Zaczynamy?"


def table_now(said: str = "") -> tuple[Harvest, View]:
    """The game of Ala and Bartek after its first line, and after this was said; what all see of it."""
    setup = Setup(player=(Player(name="Ala"), Player(name="Bartek")))
    game = Harvest(setup, Script())
    state = after(game, begun(game, 3), [Went("said")])
    state = settled(game, after(game, state, game.take(state, said))) if said else state  # type: ignore[arg-type]
    return game, game.view(state, "all")


def test_what_it_counts_stands_on_the_page_of_the_day() -> None:
    terminal = Terminal(80, 24)
    _, view = table_now("storm")
    screen = Screen({1: "Ala", 2: "Bartek"}, {}, terminal.console(), OWN)
    screen.see(view)
    assert view.due
    screen.question(view.due, who=False)
    assert "Runda 1 · burze: 1" in terminal.shown
    assert terminal.shown.count("snopy: 4") == 2
    assert "Dzień" not in terminal.shown


def test_what_it_counts_is_written_in_plain_output_when_it_has_changed(home: Path, tmp_path: Path) -> None:
    (home / "answers").write_text("storm\n0\n0\ngranary\nnext\n0\n0\nnext\n0\n0\n", encoding="utf-8")
    (tmp_path / "plain.toml").write_text("format = 1\nplain = true\n", encoding="utf-8")
    how = ("--answers", "answers", "--silent", "--pace", 0, "--seed", 3, "--config", "plain.toml")
    lines = narrator(home, "play", "table.toml", *how).stdout.splitlines()
    counts = [line for line in lines if "snopy" in line]
    assert counts == [
        "1 Ala: snopy: 5; 2 Bartek: snopy: 5; burze: 0",
        "1 Ala: snopy: 4; 2 Bartek: snopy: 4; burze: 1",
    ]
    assert [line for line in lines if line.startswith("Runda")] == ["Runda 1", "Runda 2", "Runda 3"]
    assert "Koniec gry. Wygrywa: Ala, Bartek. Ala: 4; Bartek: 4" in lines


def test_a_game_whose_end_has_no_words_is_over_all_the_same(home: Path) -> None:
    said = "0\n0\nnext\n0\n0\nnext\n0\n0\n"
    how = ("--silent", "--pace", 0, "--seed", 3, "--journal", "g.jsonl")
    done = narrator(home, "play", "table.toml", *how, said=said)
    assert (done.returncode, done.stderr) == (0, "")
    told = narrator(home, "resume", "g.jsonl")
    assert (told.returncode, told.stderr) == (0, "")
    assert "narrator again" in told.stdout


def test_who_has_won_is_told_without_scores_too() -> None:
    _, view = table_now()
    assert outcome_told(view, OWN) == ""
    view = replace(view, names={"1": "Ala"})
    assert outcome_told(replace(view, outcome=Outcome(winners=("1",))), OWN) == "Wygrywa: Ala."
    assert outcome_told(replace(view, outcome=Outcome(winners=())), OWN) == OWN.word("screen.nobody-won")


def test_a_replay_shows_where_the_game_stood_and_who_won(home: Path) -> None:
    said = "storm\n0\n0\nnext\n0\n0\nnext\n0\n0\n"
    narrator(home, "play", "table.toml", "--headless", "--seed", 3, "--journal", "g.jsonl", said=said)
    shown = narrator(home, "replay", "g.jsonl").stdout
    assert "Dzień" not in shown
    assert shown.index("Runda 1") < shown.index("Runda 3") < shown.index("Koniec gry. Wygrywa: Ala, Bartek.")


def test_its_journals_are_readable_though_nothing_is_counted(home: Path) -> None:
    narrator(home, "play", "table.toml", "--headless", "--journal", "g.jsonl", said="0\n")
    done = narrator(home, "stats", ".")
    assert (done.returncode, done.stderr) == (0, "")
    assert "g.jsonl" not in done.stdout


@pytest.mark.parametrize("optional", [True, False])
def test_where_any_words_are_an_answer_nothing_is_listed(*, optional: bool) -> None:
    terminal = Terminal(80, 24)
    at = At(phase="day")
    ask = Ask(at=at, line="", text="Jak?", to="all", kind="text", choices=(), optional=optional)
    screen = Screen({}, words_of("pl", "ktulu"), terminal.console(), OWN)
    screen.question(ask, who=False)
    _, view = table_now()
    screen.see(view)
    screen.question(ask, who=False)
    assert ("Do wyboru" in terminal.shown) is optional
    (hint,) = help_at(ask, moderated=False, at=at, view=None, texts=OWN)
    assert ("bez zmian" in OWN.told(hint)) is optional


def test_a_table_of_it_is_asked_for(home: Path) -> None:
    done = narrator(home, "new", "made.toml", "--game", "harvest", said="Ola, Piotr\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert narrator(home, "check", "made.toml").stdout == "made.toml: bez błędów\n"
    assert [one.name for one in load_made(home).player] == ["Ola", "Piotr"]
    none = narrator(home, "new", "made.toml", "--game", "harwest")
    assert none.returncode == 1
    assert "harvest" in none.stderr


def load_made(home: Path) -> Setup:
    return toml_reader.build(tomllib.loads((home / "made.toml").read_text("utf-8")), Setup, "made.toml")


def test_of_values_that_are_not_listed_only_players_can_be_tapped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "harvest", HarvestPackage)
    ask = Ask(at=At(), line="", text="", to="all", kind="open", choices=(), commands=("storm", "give {seat} {n}"))
    words = words_of("pl", "harvest")
    assert own_commands.labels(ask, words) == ["burza", "dostaje …"]
    assert [one.label for one in own_commands.tapped(ask, words, (1, 2))] == ["burza"]
    ask = replace(ask, commands=("give {seat} {n:1-2}",))
    assert [one.commands for one in own_commands.tapped(ask, words, (1, 2))] == [
        ("give 1 1", "give 1 2", "give 2 1", "give 2 2")
    ]
