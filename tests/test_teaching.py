"""A game is taught step by step, as slowly as people like, and then played for practice."""

from __future__ import annotations

import json
import re
import sys
from io import StringIO
from pathlib import Path

import pytest

from narrator.computer import paths
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.evening.teaching import steps_of, table_for
from narrator.games.package import HasPractice
from narrator.games.registry import chosen, folders, name_of, offered
from narrator.play import checking, session
from narrator.play.loading import load_table
from narrator.rooms.headless import HeadlessRoom

from tests.program import at_home, narrator
from tests.sitting import CTRL_C, ENTER, sitting

posix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")


@pytest.mark.parametrize("game", [*offered(), "mafia", "burza"])
def test_each_game_has_its_steps_and_a_table_for_practice(game: str) -> None:
    texts = texts_of("pl", *folders(chosen(game).id))
    with table_for(game, "refusals.practice") as file:
        assert [problem for _, found in checking.check([file]) for problem in found] == []
        table = load_table(file)
    lesson = [*steps_of("lesson", table, texts)]
    assert all(3 <= len(one) <= 7 for one in ([*steps_of("setup", table, texts)], lesson))
    assert len(" ".join(lesson).split()) < 150, "a lesson of a minute"
    assert game in (name_of(table.setup), getattr(table.setup, "script", ""))


def test_a_lesson_says_what_comes_in_the_game_alone() -> None:
    texts = texts_of("en", *folders("night"))
    hanged = []
    for game in ("mafia", "avalon"):
        with table_for(game, "refusals.practice") as file:
            lesson = " ".join(steps_of("lesson", load_table(file, "en"), texts))
        hanged.append(["hang" in lesson, "At dawn" in lesson, "Mafia: Every night" in lesson])
    assert hanged == [[True] * 3, [False] * 3]


@pytest.mark.parametrize("game", ["werewolf", "mafia", "avalon"])
def test_a_night_of_any_game_is_shown_until_its_day(game: str, tmp_path: Path) -> None:
    with table_for(game, "refusals.demo") as file:
        table = load_table(file).with_setup(answers="moderator", policy="masked")
    assert isinstance(table.package, HasPractice)
    said = table.package.first_night(table, 7)
    stage = session.begin(None, table, 7, tmp_path / "shown.jsonl", Config())
    stage.run(HeadlessRoom(StringIO("\n".join(said)), StringIO()))
    stage.journal.close()
    at = stage.game.view(stage.state, "all").at
    assert (at.phase, at.night) == ("day", int(game != "avalon"))


@posix
def test_a_step_is_said_again_and_after_the_last_a_round_is_played(tmp_path: Path) -> None:
    with sitting(tmp_path, "teach", "cthulhu-fluxx", "--silent") as one:
        first = "Połóżcie Zasady Podstawowe"
        one.see(first).see("[Enter: dalej").type("jeszcze", ENTER).see(f"powtórz] jeszcze {first}").asked("Zagrać?")
        one.type(ENTER).see("trzy karty").asked("Zagrać?")
        while "Zagrać?" not in one.asked("Zagrać?").words:
            one.answer("]", "")
        one.answer("Zagrać?", "").see("Gracie z Zasadą Ogólną").type(CTRL_C)


@posix
def test_a_lesson_for_phones_ends_in_their_lobby(tmp_path: Path) -> None:
    with sitting(tmp_path, "teach", "ktulu", "--phones", "--voice", "none", height=60, own_port=True) as one:
        one.see("[Enter: dalej")
        while "Zagrać?" not in one.asked("Zagrać?").words:
            one.answer("]", "")
        assert "naciskają „wyślij”" in one.words
        assert "na telefonach, z odkrytymi kartami" in one.words
        one.type(ENTER).answer("[Enter: zaczynamy]", "").see("Telefony: 0 z 8.")


def test_a_game_without_nights_is_not_taught_by_phone(tmp_path: Path) -> None:
    done = narrator("teach", "cthulhu-fluxx", "--phones", env=at_home(tmp_path))
    assert (done.returncode, "pomiń --phones" in done.stderr) == (1, True)


@posix
def test_a_night_for_practice_lays_all_cards_face_up_and_deals_none_in_private(tmp_path: Path) -> None:
    with sitting(tmp_path, "teach", "ktulu", "--silent", height=40) as one:
        one.see("[Enter: dalej")
        while "Zagrać?" not in one.asked("Zagrać?").words:
            one.answer("]", "")
        one.type(ENTER).see("[Enter: zaczynamy]")
        names = [
            player.name for player in load_table(paths.shipped("setups") / "practice" / "ktulu.toml").setup.player
        ]
        cards = re.findall(r"(?m)^(\d) (\w+): ([^·]+) · Frakcja: ", one.shown)
        assert [name for _, name, _ in cards] == names
        assert len({card for _, _, card in cards}) == len(names)
        assert "Rozdać" not in one.words
        woken = next(f"{seat} {name}" for seat, name, card in cards if card == "Kurtyzana")
        one.type(ENTER).answer("Czy wszyscy są gotowi?", "").see(f"Odpowiada: {woken} Do wyboru")


@posix
def test_practice_that_was_broken_off_stands_in_no_games_way_and_goes_on_by_its_journal_alone(tmp_path: Path) -> None:
    home = at_home(tmp_path)
    with sitting(tmp_path, "teach", "ktulu", "--silent", height=40) as one:
        one.see("[Enter: dalej")
        while "Zagrać?" not in one.asked("Zagrać?").words:
            one.answer("]", "")
        one.type(ENTER).see("[Enter: zaczynamy]").type(ENTER).see("Czy wszyscy są gotowi?").type(CTRL_C)
        one.see("narrator resume").end()
    (journal,) = (tmp_path / "data" / "narrator" / "games").glob("*.jsonl")
    for command in ("resume", "again", "log"):
        assert narrator(command, env=home).returncode == 1, command
    told = json.loads(narrator("stats", "--json", env=home).stdout)
    assert (told["games"], told["unfinished"], told["unread"]) == (0, 0, [])
    with sitting(tmp_path, "teach", "ktulu", "--silent", height=40) as one:
        one.see("[Enter: dalej")
        while "Zagrać?" not in one.asked("Zagrać?").words:
            one.answer("]", "")
        one.type(ENTER).changed().see("[Enter: zaczynamy]")
    with sitting(tmp_path, "resume", str(journal)) as one:
        one.see("Czy wszyscy są gotowi?")


def test_a_game_that_is_not_there_is_told_with_those_that_are() -> None:
    done = narrator("teach", "ktulo", "--silent")
    assert done.returncode == 1
    assert "ktulu" in done.stderr
