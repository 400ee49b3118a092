"""A journal tells its game: as a story, as a show, and for a rematch; secrets wait for the end."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.computer.config import Config
from narrator.computer.toml_reader import as_toml, build
from narrator.cues import REDO, Ask, Pause, Say, Tell
from narrator.evening.rooms import conclude
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import events as e
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.loading import shipped_script
from narrator.games.night.script.script import Script
from narrator.games.night.simulation.tournament import setup_with
from narrator.play import session
from narrator.play.journal import Journal
from narrator.play.log import happened, log_json, log_text
from narrator.play.replay import JournalEars, replay
from narrator.play.stage import Stage
from narrator.play.steps import as_fact
from narrator.rooms.captions import NoMouth
from narrator.rooms.counting import words_of
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom

from tests import forking, program
from tests.own_script import first
from tests.played import Notebook, Played
from tests.polish import KTULU
from tests.scenario import FOLDER, Night, Playing, Scenario, load
from tests.terminal import Terminal
from tests.waiting import Typing


@pytest.fixture
def over(game: Played, tmp_path: Path) -> Path:
    """The journal of the whole game."""
    path = tmp_path / "over.jsonl"
    path.write_bytes(game.journal)
    return path


@pytest.fixture
def broken_off(game: Played, tmp_path: Path) -> Path:
    """The journal of the game broken off before its end."""
    path = tmp_path / "broken.jsonl"
    path.write_bytes(game.journal[: game.ends[-8]])
    return path


def narrator(*arguments: object, said: str = "") -> subprocess.CompletedProcess[str]:
    done = program.narrator(*arguments, said=said)
    assert done.returncode == 0, done.stderr
    return done


# ---- The story ----


def test_before_the_end_the_story_has_only_what_everybody_heard(game: Played, broken_off: Path) -> None:
    kept = session.recall(broken_off)
    steps = list(kept.steps())
    rules = game.table.game()
    heard = [cue.text for cue in game.cues if isinstance(cue, Say)]
    entries = rules.story(happened(rules, steps), KTULU)
    assert any(not entry.public for entry in entries)
    public = [entry.text for entry in entries if entry.public]
    assert public
    for text in public:
        assert text in heard or text.startswith(("Głosy: ", "Głosy za wieszaniem: ")) or "wyzywa" in text
    told = log_text(rules, steps, KTULU, everything=False)
    assert [line.strip() for line in told.splitlines() if line.startswith("  ")] == public
    assert "narrator log --all" in told
    secrets = [cue.text for cue in game.cues if isinstance(cue, Tell)]
    assert not [text for text in secrets if text in told]


def test_the_whole_story_has_every_secret(game: Played, over: Path, broken_off: Path) -> None:
    steps = list(session.recall(over).steps())
    told = log_text(game.table.game(), steps, KTULU, everything=False)
    assert log_text(game.table.game(), steps, KTULU, everything=True) == told
    undone = max(number for number, cue in enumerate(game.cues) if getattr(cue, "line", "").startswith("undo."))
    tells = [cue for cue in game.cues[undone:] if isinstance(cue, Tell)]
    final = {cue.text for cue in tells if not cue.line.startswith("tell.members")}  # whom the cards tell
    assert final
    assert [text for text in final if text not in told] == []
    assert [cue.text for cue in tells if cue.text not in final and cue.text in told] == []
    assert re.search(r"(?m)^  Miasto: .*\bŁucja\b|^  (Bandyci|Indianie): .*\bŁucja\b", told)
    assert {"Noc zerowa", "Dzień 1", "Noc 1", "Dzień 2", "Noc 2"} <= {*told.splitlines()}
    part = list(session.recall(broken_off).steps())
    assert "  Miasto: " in log_text(game.table.game(), part, KTULU, everything=True)


def test_what_was_undone_is_not_told(game: Played, over: Path, tmp_path: Path) -> None:
    undone = game.answers.index("undo") + 2
    assert game.answers[2 : undone + 1] == ["pause", "ready", "repeat", "undo", "undo", "undo"]
    path = tmp_path / "straight.jsonl"
    kept = session.recall(over)
    stage: Stage[Any, Any] = Stage.begin(kept.table.game(), game.seed, Journal.begin(path, kept.header))
    then = [answer for answer in game.answers[undone + 1 :] if answer != "ready"]  # the night was gone back into
    stage.run(Notebook(iter([game.answers[0], *then])))
    stage.journal.close()
    straight = session.recall(path)
    rules = kept.table.game()
    assert stage.over
    assert log_text(rules, kept.steps(), KTULU, everything=True) == log_text(
        rules, straight.steps(), KTULU, everything=True
    )


def test_the_story_for_programs(game: Played, over: Path, broken_off: Path) -> None:
    rules, kept, part = game.table.game(), session.recall(over), session.recall(broken_off)
    whole = json.loads(log_json(rules, kept.header, kept.steps(), KTULU, everything=False))
    assert whole["over"] == {"winner": game.states[-1].winner, "rule": game.states[-1].rule}
    assert whole["seed"] == game.seed
    assert whole["facts"] == [unordered(line) for line in game.journal.splitlines()[1:]]
    public = json.loads(log_json(rules, part.header, part.steps(), KTULU, everything=False))
    assert public.keys() == {"program", "game", "over", "story"}
    assert public["over"] is None
    assert all(entry["public"] for entry in public["story"])
    everything = json.loads(log_json(rules, part.header, part.steps(), KTULU, everything=True))
    assert not all(entry["public"] for entry in everything["story"])
    assert everything["facts"] == whole["facts"][: len(everything["facts"])]


def unordered(line: bytes) -> dict[str, Any]:
    return dict(json.loads(line))


def test_the_chronicle_names_events_and_questions_that_there_are() -> None:
    names = {*KTULU.group("log.events")}
    assert {name.removesuffix("-hidden") for name in names} <= {kind.__name__ for kind in e.Event.__subclasses__()}
    asking = {word for word, power in EFFECTS.items() if power.answer != "none"}
    told = {*KTULU.group("log.story"), *KTULU.group("log.unused")}
    assert told - asking == {"ask.day.accept"}


def test_a_choice_is_told_by_its_call_else_by_its_effect_else_by_its_question() -> None:
    script = shipped_script()
    bare = build(without(as_toml(script), "story", "unused"), type(script), "bare")
    asked = {call.id: call for call in (*script.zero, *script.night, *script.dawn) if call.ask != "none"}
    own = {line.rpartition(".")[0] for line in script.wordings if line.endswith((".story", ".unused"))}
    assert own <= asked.keys()
    told = {way: "\n".join(stories(one)) for way, one in {"own": script, "bare": bare}.items()}
    assert "przekręca klucz, a w celi siedzi" in told["own"]
    assert "Szeryf" in told["bare"]
    assert ": w celi siedzi" in told["bare"]
    assert "przekręca klucz" not in told["bare"]


def without(data: Any, *keys: str) -> Any:
    """Plain data without these keys, at any depth."""
    if isinstance(data, dict):
        return {key: without(value, *keys) for key, value in data.items() if key not in keys}
    return [without(one, *keys) for one in data] if isinstance(data, list) else data


def stories(script: Script) -> Iterator[str]:
    """What is told of a few games by this script."""
    for seed in range(3):
        game = Ktulu(setup_with(("sheriff", "pastor", "boss", "avenger", "chief", "bodyguard")), script)
        _, batches = first(game, seed, Random(seed))
        state, steps = game.begin(seed, quiet=True), []
        for event in (event for batch in batches for event in batch):
            steps.append((state, event))
            state = game.fold(state, event)
        yield from (entry.text for entry in game.story(steps, KTULU))


def test_the_story_leaves_the_protocol_out_and_tells_a_vote_in_one_sentence(game: Played, over: Path) -> None:
    kept = session.recall(over)
    rules = game.table.game()
    told = [entry.text for entry in rules.story(happened(rules, list(kept.steps())), KTULU)]
    protocol = ("day.ballot", "day.counted", "day.left", "day.timer.", "help.", "round.")
    heard = {cue.text for cue in game.cues if isinstance(cue, Say) and cue.line.startswith(protocol)}
    assert heard
    assert [text for text in told if text in heard] == []
    assert any(re.fullmatch(r"Głosy: \w+ \d+(, \w+ \d+)+\.", text) for text in told)


def test_facts_come_back_from_a_file_as_they_went() -> None:
    fact = as_fact(e.Announced("day.found", {"seats": (1, 2), "votes": {3: 1}, "none": None}))
    assert fact == json.loads(json.dumps(fact))


# ---- The show ----


def shown(path: Path, *, everything: bool) -> Notebook:
    ears = JournalEars()
    room = Notebook(iter(lambda: ears.said, None))
    kept = session.recall(path)
    replay(kept.table.game(), kept.steps(), room, ears, everything=everything)
    return room


def without_redo(cues: list[Any]) -> list[Any]:
    """The cues as a replay has them, in which nothing can be undone or redone."""
    return [
        replace(cue, commands=tuple(one for one in cue.commands if one != REDO)) if isinstance(cue, Ask) else cue
        for cue in cues
    ]


def test_a_game_that_is_over_is_shown_as_it_was(game: Played, over: Path) -> None:
    room = shown(over, everything=False)
    assert room.cues == without_redo(game.cues)
    assert room.said == game.answers


def test_before_the_end_the_room_sees_what_it_heard(game: Played, broken_off: Path) -> None:
    due = without_redo(game.cues[: len(game.ends) - 9])
    assert shown(broken_off, everything=True).cues == due
    room = shown(broken_off, everything=False)
    assert [cue for cue in room.cues if isinstance(cue, Tell) or (isinstance(cue, Ask) and cue.to != "all")] == []
    assert [cue for cue in room.cues if isinstance(cue, Say)] == [cue for cue in due if isinstance(cue, Say)]
    asked = [cue for cue in due if isinstance(cue, Ask) and cue.to != "all"]
    assert [cue for cue in room.cues if isinstance(cue, Pause) and cue.at.call == asked[0].at.call]
    pauses = [cue for cue in due if isinstance(cue, Pause)]
    assert len([cue for cue in room.cues if isinstance(cue, Pause)]) == len(asked) + len(pauses)


def test_the_commands_tell_and_show(over: Path, broken_off: Path) -> None:
    assert "Gra trwa" in narrator("log", broken_off).stdout
    assert "  Miasto: " in narrator("log", broken_off, "--all").stdout
    assert "facts" in json.loads(narrator("log", over, "--json").stdout)
    seen = narrator("replay", broken_off).stdout
    assert "Noc zerowa" in seen
    assert "Kogo zamyka szeryf?" not in seen
    seen = narrator("replay", over).stdout
    assert "Kogo zamyka szeryf?" in seen
    assert "Koniec gry." in seen


def test_a_story_says_of_which_game_it_is_unless_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for table in ("small", "demo"):
        narrator("play", table, "--headless", said="ready\n")
    first, last = sorted((tmp_path / "narrator" / "games").glob("*.jsonl"))
    told, named = narrator("log").stdout, narrator("log", first).stdout
    assert re.match(r"\d+ \w+, \d\d:\d\d · stół demo\n\n", told)
    assert told.endswith(": narrator log --all\n")
    assert named.endswith(f": narrator log --all {first}\n")
    assert "stół" not in named
    assert told.partition("\n\n")[2] == narrator("log", last).stdout.replace(f" {last}", "")


def test_the_commands_tell_and_show_answers_that_came_too_late(tmp_path: Path) -> None:
    path = tmp_path / "late.jsonl"
    narrator("play", "demo", "--headless", "--seed", "3", "--journal", path, said="ready\ntime\n")
    late = ": czas mija bez wyboru."
    assert late not in narrator("log", path).stdout
    assert late in narrator("log", path, "--all").stdout
    assert late in narrator("log", path, "--all", "--json").stdout
    assert json.loads(narrator("log", path, "--json").stdout)["over"] is None
    seen = narrator("replay", path, "--all").stdout
    assert "› gotowe" in seen
    assert "› czas minął" in seen


# ---- The rematch ----

ROUND = """\
format = 1
answers = "moderator"
player = [{name="Ala"}, {name="Bartek"}, {name="Celina"}, {name="Darek"}, {name="Ewa"}, {name="Filip"}]
"""
CARDS = 'cards = ["sheriff", "mayor", "pastor", "boss", "thief", "chief"]\n'


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("setup", "asked"),
    [
        (CARDS + ROUND, "nowe karty. Każdy obejrzy swoją. Zaczynamy?"),
        (f'deal = "table"\n{CARDS}{ROUND}', "Rozdajcie talię od nowa. Zaczynamy?"),
    ],
)
def test_before_a_rematch_one_is_told_who_deals(setup: str, asked: str, tmp_path: Path) -> None:
    file, path, terminal = tmp_path / "few.toml", tmp_path / "few.jsonl", Terminal(80, 24)
    file.write_text(setup, encoding="utf-8")
    table = session.load(file, Config(), "", "")
    session.begin(file, table, 1, path, Config()).journal.close()
    people = table.setup.people
    screen = Screen(people, words_of("pl", "ktulu"), terminal.console(), KTULU)
    ears = Typing(people, ("ask", "rewanż"), ("ask", "t"))
    assert conclude(TableRoom(NoMouth(), ears, screen, RoomSettings()), path) == "rematch"
    assert asked in terminal.words
    assert "się zmienił" not in terminal.words
    file.write_text(setup.replace("thief", "avenger"), encoding="utf-8")
    ears = Typing(people, ("ask", "rewanż"), ("ask", "t"))
    assert conclude(TableRoom(NoMouth(), ears, screen, RoomSettings()), path) == "rematch"
    assert "albo jego skrypt się zmienił" in terminal.words
    assert asked in terminal.words


def test_a_rematch_seats_the_same_people_with_the_same_cards_dealt_anew(game: Played, over: Path) -> None:
    dealt = set()
    kept = session.recall(over)
    for seed in range(6):
        table, chosen = session.rematch(kept, seed, Config(), "", "")
        assert chosen == seed
        assert [player.name for player in table.setup.player] == [p.name for p in game.table.setup.player]
        path = over.with_name(f"{seed}.jsonl")
        stage = session.begin(None, table, chosen, path, Config())
        stage.journal.close()
        assert sorted(stage.state.cards) == sorted(game.states[-1].cards)
        dealt.add(stage.state.cards)
        _, again, remark = session.resume(path, "", "")
        again.journal.close()
        assert again.state == stage.state
        assert remark == ""
    assert len(dealt) > 1
    assert session.rematch(kept, None, Config(), "book", "slow")[0].setup.names == "book"


def test_whoever_sits_there_in_the_end_is_asked_for_a_rematch(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    set_ = "override\nsubstitute\n1\nOla \u017b.\n"
    cues = narrator("play", "demo", "--headless", "--seed", "3", "--journal", path, said=f"ready\n{set_}").stdout
    asked = [json.loads(line) for line in cues.splitlines()]
    assert [cue["choices"] for cue in asked if cue.get("kind") == "text"] == [[]]
    assert "siada Ola \u017b." in narrator("log", path).stdout
    table, _ = session.rematch(session.recall(path), 1, Config(), "", "")
    assert table.setup.name(1) == "Ola \u017b."
    assert session.recall(path).table.setup.name(1) != "Ola \u017b."


def test_a_rematch_of_cards_that_had_their_players_deals_them_too(tmp_path: Path) -> None:
    demo = session.load(Path("demo"), Config(), "", "")
    path = tmp_path / "demo.jsonl"
    session.begin(Path("demo"), demo, None, path, Config()).journal.close()
    table, _ = session.rematch(session.recall(path), 3, Config(), "", "")
    stage = session.begin(None, table, 3, tmp_path / "again.jsonl", Config())
    stage.journal.close()
    cards = [player.card for player in demo.setup.player]
    assert sorted(stage.state.cards) == sorted(map(str, cards))
    assert list(stage.state.cards) != cards


def test_again_begins_and_says_if_the_game_before_is_not_over(over: Path, broken_off: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.jsonl"
    done = narrator("again", over, "--headless", "--seed", "3", "--journal", path)
    assert done.stderr == ""
    assert json.loads(done.stdout.splitlines()[0])["line"].startswith("game.welcome")
    assert session.recall(path).header.seed == 3
    done = narrator("again", broken_off, "--headless", "--journal", tmp_path / "other.jsonl")
    assert f"narrator resume {broken_off}" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
def test_in_a_terminal_a_rematch_shows_the_cards_first_and_can_be_broken_off(over: Path, tmp_path: Path) -> None:
    import pty

    outer, inner = pty.openpty()
    path = tmp_path / "again.jsonl"
    command = ["again", str(over), "--journal", str(path)]
    child = forking.start(forking.NARRATOR, command, [inner] * 3, terminal=True)
    os.close(inner)
    seen = b""
    while not seen.endswith(b"Enter: tak] "):
        seen += os.read(outer, 1024)
    assert "tych samych 5 osób, nowe karty" in " ".join(seen.decode().split())
    os.write(outer, b"t\n")
    while b"[Enter] " not in seen:
        seen += os.read(outer, 1024)
    os.write(outer, b"\x03")
    assert child.wait(timeout=60) == 130
    os.close(outer)
    assert "Gracz 1 z 5: Łucja" in seen.decode()
    assert path.exists()  # with whom has seen their card, to go on with


def test_a_game_that_is_over_says_who_won_and_offers_a_rematch(game: Played, over: Path) -> None:
    done = narrator("resume", over)
    assert game.cues[-1].text in done.stdout  # type: ignore[union-attr]
    assert "narrator again" in done.stdout
    assert over.read_bytes() == game.journal
    assert json.loads(narrator("resume", over, "--headless").stdout)["cue"] == "end"


@pytest.mark.parametrize(
    ("scenario", "deeds"),
    [
        ("gods/a-shot-that-fails-kills", ["Na celowniku: Gracz 2."]),
        ("dead-tonight/the-dice-are-rolled-for-the-dead-too", ["Na stryczek idzie Gracz 4."]),
        (
            "dead-tonight/a-runner-is-still-offered-until-dawn",
            ["Kogo przeszukać? Gracz 4.", "Kto dziś ucieka? Gracz 2."],
        ),
    ],
)
def test_a_choice_is_a_deed_if_something_came_of_it_whatever_was_asked_between(
    scenario: str, deeds: list[str]
) -> None:
    playing = Playing(load(FOLDER / f"{scenario}.toml"))
    playing.play()
    told = [entry.text for entry in playing.game.story(playing.steps, KTULU) if entry.deed]
    assert [text[-len(end) :] for text, end in zip(told, deeds, strict=True)] == deeds


def test_what_happens_by_itself_in_the_next_call_is_nobodys_deed() -> None:
    asleep = Night(answers={"sheriff.jail": "3", "pastor.confess": "4"})
    playing = Playing(Scenario(law="", ids=(), seats=("sheriff", "pastor", "boss", "townsman"), night=(asleep,)))
    playing.play()
    story = playing.game.story(playing.steps, KTULU)
    assert any("Posążek ma teraz Gracz 3." in entry.text for entry in story), "it came to the boss in jail"
    assert not [entry.text for entry in story if entry.deed]


# ---- A real deck ----


def test_each_card_of_a_real_deck_is_told_once_when_it_is_seen() -> None:
    playing = Playing(load(FOLDER / "real-deck" / "a-client-is-looked-at.toml"))
    playing.play()
    told = [entry for entry in playing.game.story(playing.steps, KTULU) if "Gracz" in entry.text]
    assert [(entry.text, entry.public) for entry in told[:3]] == [
        ("Manitou poznaje kartę. Gracz 2: Kurtyzana.", False),
        ("Kurtyzana Gracz 2 ma już klienta: to Gracz 1.", False),
        ("Manitou poznaje kartę. Gracz 1: Herszt.", False),
    ]
    assert not [entry.text for entry in told if "Kto ma" in entry.text or "Jaką kartę" in entry.text]
