"""The game is led in a room by what people type, and told afterwards."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.answers import Answer, NoMatch, typed
from narrator.cues import Ask, Refused
from narrator.ears.question import question
from narrator.games.fluxx import Fluxx
from narrator.play.loading import words_taken

from tests.any_game.evening import begun, said, settled
from tests.fluxx.at_rest import DEMO, NAMES, TABLE, at_rest, words
from tests.page.led import led
from tests.program import narrator

WORDS = words("pl")


@pytest.fixture(scope="module")
def rest() -> Ask:
    return at_rest()


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("dobierz 4", "rule draw 4"),
        ("nowa zasada dobierz cztery", "rule draw 4"),
        ("zagraj wszystkie", "rule play all"),
        ("limit 2", "rule hand 2"),
        ("bez celu", ""),
        ("bez cel", "drop goal"),
        ("zaglada celina +2", "doom 3 +2"),
        ("zagłada celina 2", "doom 3 +2"),
        ("zonk", "creeper"),
        ("koniec tury", "end-turn"),
        ("wygrywa darek", "win 4"),
        ("ile", "tell owed"),
    ],
)
def test_what_is_typed_is_read_in_short_words_too(rest: Ask, text: str, meaning: str) -> None:
    found = typed(text, rest, WORDS, NAMES)
    assert (found.canonical if isinstance(found, Answer) else "") == meaning


def test_what_cannot_be_now_is_refused_with_its_reason_and_not_as_nonsense(rest: Ask) -> None:
    nothing_there = replace(rest, commands=tuple(one for one in rest.commands if not one.startswith("win")))
    found = typed("wygrywa darek", nothing_there, WORDS, NAMES)
    assert isinstance(found, Answer)
    assert found.canonical == "win 4"
    assert isinstance(typed("wygrywa kajak", rest, WORDS, NAMES), NoMatch)


def test_questions_alone_are_listened_for(rest: Ask) -> None:
    heard = {meaning.partition(" ")[0] for meaning in question(rest, WORDS, NAMES).meanings.values()}
    assert heard == {"tell", "faq"}


SAID = ("no", "1", "none", "play goal", "end-turn", "rule draw 4", "doom 2 +2", "win 3", "end")


def test_an_evening_is_led_told_and_counted(tmp_path: Path) -> None:
    journal, answers = tmp_path / "a.jsonl", tmp_path / "said"
    answers.write_text("".join(f"{one}\n" for one in SAID), "utf-8")
    done = narrator("play", DEMO, "--answers", answers, "--silent", "--pace", 0, "--journal", journal)
    shown = " ".join(done.stdout.split())
    for sight in (
        "Bartek, dobierz jeszcze 3.",
        "Bartek: zagłada 2.",
        "Niech potwierdzi ktoś inny.",
        "Wygrywa: Celina.",
    ):
        assert sight in shown, sight
    story = narrator("log", journal).stdout
    assert "Anna: nowy Cel." in story
    assert "Bartek: zasada Dobierz 4." in story
    told = json.loads(narrator("stats", tmp_path, "--json").stdout)
    assert told["players"]["Celina"] == {"games": 1, "won": 1, "rate": 1.0}
    assert (told["sides"], told["roles"]) == ({}, {})


@pytest.mark.parametrize(
    "name", ["\u202eOla", "a\u2028b", "\x07", "7", "x" * 61, "cofnij", "anna", "none of this\x7f"]
)
def test_nobody_joins_under_what_is_no_name_or_somebodys(name: str) -> None:
    game = TABLE.game()
    assert isinstance(game, Fluxx)
    game.taken = words_taken("pl", "cthulhu-fluxx")
    state = settled(game, begun(game, 1))
    for word in ("no", "1", "none", "join"):
        state = settled(game, said(game, state, word))
    refused = game.take(state, name)
    assert isinstance(refused, Refused), refused
    assert said(game, state, "Ola") is not None


def test_what_a_game_is_told_at_no_moment_of_its_own_is_refused() -> None:
    done = narrator("play", DEMO, "--headless", said="unheard\nno\n")
    assert done.returncode in (0, 1)
    assert '"cue": "refused"' in done.stdout


def test_a_win_can_be_taken_back_until_its_last_words_were_said() -> None:
    game = TABLE.game()
    state = settled(game, begun(game, 1))
    for word in ("no", "1", "none", "play goal", "win 3"):
        state = settled(game, said(game, state, word))
    won = said(game, state, "end")
    assert game.over(won) is not None
    back = settled(game, said(game, won, "undo"))
    assert game.over(back) is None


def test_a_journal_of_what_never_happened_spoils_no_statistics(tmp_path: Path) -> None:
    journal = tmp_path / "a.jsonl"
    answers = tmp_path / "said"
    answers.write_text("".join(f"{one}\n" for one in SAID), "utf-8")
    narrator("play", DEMO, "--answers", answers, "--silent", "--pace", 0, "--journal", journal)
    text = journal.read_text("utf-8")
    other = text.replace('"begun": "2', '"begun": "1', 1)  # a game of its own, no copy of the first
    (tmp_path / "b.jsonl").write_text(other.replace('"what": "play goal"', '"what": "cancel"'), "utf-8")
    told = json.loads(narrator("stats", tmp_path, "--json").stdout)
    assert (told["games"], told["unread"]) == (1, ["b.jsonl"])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('name = "  "', "to nie jest imię"),
        ('name = "a\\nb"', "to nie jest imię"),
        (f'name = "{"x" * 61}"', "to nie jest imię"),
        ('name = "Ala"\n[[player]]\nname = "Ala"', "dwa razy"),
    ],
)
def test_odd_people_are_told_before_the_game(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "a.toml"
    file.write_text(f'format = 1\ngame = "cthulhu-fluxx"\n[[player]]\nname = "Ola"\n[[player]]\n{text}\n', "utf-8")
    done = narrator("check", file)
    assert done.returncode == 1
    assert re.search(fault, done.stdout)
    assert narrator("play", file, "--headless").returncode == 1


def test_too_many_goals_are_told(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    goals = [f"Cel {number}" for number in range(31)]
    file.write_text(
        DEMO.read_text("utf-8").replace("format = 1", f"format = 1\ngoals = {json.dumps(goals)}"), "utf-8"
    )
    assert "31 celów" in narrator("check", file).stdout


def test_that_somebody_joined_can_be_changed_afterwards(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", "demo-fluxx") as game:
        for word in ("no", "1", "none", "join", "Ewa", "end-turn"):
            game.do("answer", said=word)
        step = next(one["step"] for one in game.entries if one.get("question") == "Kto się dosiada?")
        status, told = game.send("change", step=step, said="none", **{"try": True})
        assert status == 200, told
        game.do("change", step=step, said="none")
        assert len(game.now["seats"]) == 4
        assert len(json.dumps(game.leading.told_past())) < 40_000, "not every command at every answer"
