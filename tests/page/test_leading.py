"""A game led from pages: commands count once, stale ones not at all, and the past can be changed."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest

from narrator.answers import Answer, Silence
from narrator.computer.config import Config
from narrator.cues import Ask, At
from narrator.games.view import View
from narrator.page.board import Board
from narrator.page.ears import Interrupted, Job, PageEars
from narrator.page.leading import Leading
from narrator.page.snapshot import Json
from narrator.play import session
from narrator.play.journal import read_notes

from tests.own_script import WOLVES_KILL_TWO
from tests.page.led import SECONDS, led, led_again, said_to
from tests.written import players


def test_a_line_to_read_whom_to_wake_and_whom_they_may_choose(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        now = game.go_to("Kogo zamyka szeryf?")
    assert "Szeryfie" in now["lines"][-2]["text"]
    assert now["now"]["whom"] == "2 Norbert (Szeryf)"
    assert [choice["seat"] for choice in now["now"]["choices"]] == [1, 3, 4, 5, 6, 7, 8]
    assert [seat["seat"] for seat in now["seats"] if seat["awake"]] == [2]
    assert now["next"][0]["title"] == "Bandyci"
    assert "7 Tomek" in now["next"][0]["whom"]


def test_a_question_by_night_says_how_many_may_be_chosen(tmp_path: Path) -> None:
    (tmp_path / "two.toml").write_text(WOLVES_KILL_TWO, encoding="utf-8")
    table = tmp_path / "table.toml"
    seats = players("ABCDE", ["guardian", "villager", "villager", "villager", "werewolf"])
    table.write_text(
        f'format = 1\ngame = "night"\nscript = "two.toml"\nanswers = "moderator"\n{seats}',
        encoding="utf-8",
    )
    with led(tmp_path / "a.jsonl", str(table)) as game:
        now = game.go_to("Kogo wybierają wilkołaki?")["now"]
    assert (now["text"], now["most"]) == ("Kogo wybierają wilkołaki? (najwyżej 2)", 2)


def test_a_group_is_named_in_the_order_of_its_seats_and_nothing_stands_there_twice(tmp_path: Path) -> None:
    cards = ("sheriff", "thief", "avenger", "boss", "bad-gunslinger", "chief", "shaman", "warrior", "pastor")
    setup = f'format = 1\nanswers = "moderator"\npolicy = "masked"\n{players("ABCDEFGHI", cards)}'
    (tmp_path / "nine.toml").write_text(setup)
    groups = set[str]()
    with led(tmp_path / "a.jsonl", str(tmp_path / "nine.toml")) as game:
        assert game.now["now"]["text"] == "Czy wszyscy są gotowi?"
        while "Dzień 2" not in game.now["title"]:
            now = game.now["now"]
            assert now.get("text") not in [line["text"] for line in game.now["lines"]]
            said = [now.get("whom") or "", now.get("title", ""), *(call["whom"] for call in game.now["next"])]
            for one in said:
                seats = [int(number) for number in re.findall(r"(?:^|, |: )(\d+) ", one.partition(" · ")[0])]
                assert seats == sorted(seats), one
                groups |= {one} if len(seats) > 3 else set()
            if now["kind"] == "show" and len(now["to"]) > 1:
                assert "(" not in now["title"]
            game.go_on()
    assert groups


def test_where_nobody_has_a_name_no_number_stands_there_twice(tmp_path: Path) -> None:
    cards = ("sheriff", "thief", "boss", "bad-gunslinger", "chief", "shaman", "pastor")
    names = [f"Gracz {seat}" for seat in range(1, 8)]
    (tmp_path / "seven.toml").write_text(f'format = 1\nanswers = "moderator"\n{players(names, cards)}')
    with led(tmp_path / "a.jsonl", str(tmp_path / "seven.toml")) as game:
        while "Dzień 2" not in game.now["title"]:
            drawn = json.dumps(game.now, ensure_ascii=False)
            assert not re.search(r"\b(\d+) Gracz \1\b", drawn), drawn
            game.go_on()
        assert {entry["answer"] for entry in game.entries if entry.get("kind") == "seat"} & {"Gracz 1", "Gracz 2"}


def test_a_command_that_is_sent_twice_counts_once(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kogo zamyka szeryf?")
        sent = {"id": "once", "version": game.now["version"], "do": "answer", "said": "3"}
        first = game.leading.commands.result(sent)
        game.until(after=sent["version"])
        assert game.leading.commands.result(sent) == first == (200, {"ok": True})
        entries = game.entries
    assert [entry["said"] for entry in entries if entry.get("question") == "Kogo zamyka szeryf?"] == ["3"]


def test_a_stale_command_is_refused_with_a_word(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        before = game.go_to("Kogo zamyka szeryf?")
        game.do("answer", said="3")
        status, told = game.leading.commands.result(
            {"id": "late", "version": before["version"], "do": "answer", "said": "4"}
        )
        assert status == 409
        assert told["why"] == game.leading.game.texts.word("lead.stale")
        assert said_to(game, "Kogo zamyka szeryf?") == ["3"]


def test_a_snapshot_asks_only_what_its_version_is_open_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with led(tmp_path / "a.jsonl") as game:
        one, seen = game.leading.game, game.now["version"]
        draw = one.drawing.moderator

        def answered_meanwhile(view: View, board: Board, asked: Ask | None, coming: Ask | None) -> Json:
            drawn = draw(view, board, asked, coming)
            one.ears.forget()
            return drawn

        monkeypatch.setattr(one.drawing, "moderator", answered_meanwhile)
        game.leading.publish()
        assert (game.now["version"], game.now["now"]["kind"] != "listen") == (seen, True)


def test_what_is_not_offered_is_refused_and_the_question_stays(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kogo zamyka szeryf?")
        for said in ("2", "99", "none", "yes", "undo", "", "3,4"):
            status, told = game.send("answer", said=said)
            assert (status, told["why"]) == (409, game.leading.game.texts.word("lead.unknown")), said
        for do in ("go", "hold", "sing", ""):
            assert game.send(do)[0] == 409, do
        assert game.now["now"]["text"] == "Kogo zamyka szeryf?"


def test_nobody_acts_and_the_page_says_why_and_for_how_long(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        while game.now["now"]["kind"] != "wait":
            game.go_on()
        assert game.now["now"]["why"] == "w więzieniu"
        assert 10 < game.now["now"]["seconds"] < 40
        assert any("Mścicielu, otwórz oczy" in line["text"] for line in game.now["lines"])
        assert game.go_on()["now"]["kind"] != "wait"


def test_those_who_wake_and_may_choose_nobody_are_waited_for_under_their_own_number(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", "demo") as game:
        game.go_to("Kto idzie dziś pić?")
        holder = next(one["seat"] for one in game.now["seats"] if "statue" in [mark["id"] for mark in one["marks"]])
        game.do("answer", said=str(holder))
        while game.now["now"]["kind"] != "wait":
            game.go_on()
        assert (game.now["title"], game.now["now"]["why"]) == ("Noc 1 · 17", "nie ma kogo wskazać")
        assert game.go_on()["title"] == "Noc 1 · 19"


@pytest.mark.usefixtures("standing")
def test_the_laptop_s_empty_calls_have_their_reason_for_whoever_leads(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", "demo", pace=0.01) as game:
        while not game.now["title"].startswith("Dzień 2 "):
            game.go_on()
        game.send("reader", to="laptop")
        game.see(lambda: game.now["reader"] == "laptop" and game.now["now"]["kind"] == "ask")
        taken = (game.send("answer", said="night")[0] == 200 for _ in range(20))
        assert any(taken), "a newer snapshot can come between, such as a remark of the voice's"
        seen = game.see(lambda: any("Powód:" in notice for notice in game.now["notices"]))
        assert seen["notices"][-1].startswith("Powód: ")
        assert "Powód" not in json.dumps(game.room, ensure_ascii=False)


def test_the_reason_stays_when_the_call_is_said_again_or_the_game_is_resumed(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        while game.now["now"]["kind"] != "wait":
            game.go_on()
        assert game.do("repeat")["now"]["kind"] != "listen"
        while game.now["now"]["kind"] != "wait":
            game.go_on()
        assert game.now["now"]["why"] == "w więzieniu"
    with led_again(tmp_path / "a.jsonl") as game:
        while game.now["now"]["kind"] != "wait":
            game.go_on()
        assert game.now["now"]["why"] == "w więzieniu"


def test_a_step_back_is_told_and_not_read_aloud(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kogo zamyka szeryf?")
        game.do("answer", said="3")
        game.do("undo")
        read = " ".join(line["text"] for line in game.now["lines"])
        assert "krok" not in read
        assert "krok" in " ".join(game.now["notices"])


def test_the_day_s_menu_is_not_read_aloud(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        while game.now["phase"] != "day" or game.now["now"].get("ending") != "night":
            game.go_on()
        assert game.now["now"]["usual"] == ["timer", "duel", "search"]
        assert not [line for line in game.now["lines"] if "zegar" in line["text"]]
        game.do("answer", said="duel")
        assert game.now["now"]["usual"] == []
        assert "pojedynek" in game.now["now"]["text"]
        assert game.now["lines"], "what is asked is said in words that can be read aloud"


def test_safe_view_knows_what_everybody_knows(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        game.do("answer", said="died")
        game.do("answer", said="4")
        dead = game.now["seats"][3]
        assert (dead["out"], dead["known_out"], dead["marks"]) == ("dead", "dead", [])
        assert {seat["known_out"] for seat in game.now["seats"] if seat["seat"] != 4} == {""}


def test_the_dead_carry_no_marks(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kogo zamyka szeryf?")
        game.do("answer", said="3")
        game.go_to("Co teraz?")
        game.do("answer", said="night")
        game.go_to("Kogo zamyka szeryf?")
        game.do("answer", said="5")
        game.go_to("Co teraz?")
        marked = [seat["seat"] for seat in game.now["seats"] if seat["marks"]]
        game.do("answer", said="died")
        game.do("answer", said=str(marked[0]))
        assert game.now["seats"][marked[0] - 1]["marks"] == []


@pytest.mark.usefixtures("standing")
def test_what_is_to_be_read_stays_when_the_laptop_hands_over(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", pace=0.1) as game:
        for reader, other in (("laptop", "moderator"), ("moderator", "laptop")):
            lines, version = game.go_to("Co teraz?")["lines"], game.now["version"]
            assert lines
            game.send("reader", to=reader)
            assert game.until("ask", after=version)["reader"] == reader != other
            assert game.now["now"]["text"] == "Co teraz?"
            assert game.now["lines"] == lines


def test_whoever_looks_before_the_game_has_begun_sees_the_table(tmp_path: Path) -> None:
    table = session.load(Path("small"), Config(voice="none"), "", "")
    stage = session.begin(None, table, 3, tmp_path / "a.jsonl", Config())
    leading = Leading(stage, table, Config(voice="none"))
    assert json.loads(leading.broadcast.snapshot("moderator"))["now"]["kind"] == "listen"
    stage.journal.close()


def test_a_pause_lasts_until_somebody_goes_on(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kogo zamyka szeryf?")
        assert not game.now["paused"]
        now = game.do("pause")
        assert (now["paused"], now["now"]["kind"]) == (True, "ready")
        assert game.send("pause")[0] == 409
        assert not game.do("go")["paused"]
        assert game.now["now"]["text"] == "Kogo zamyka szeryf?"


def test_a_note_waits_for_nobody_elses_undo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with led(tmp_path / "a.jsonl") as game, ThreadPoolExecutor() as devices:
        game.go_to("Kogo zamyka szeryf?")
        game.do("answer", said="3")
        jobs, do = SimpleQueue[Job](), game.leading.game.ears.do
        monkeypatch.setattr(game.leading.game.ears, "do", jobs.put)  # a line is being spoken
        undone = devices.submit(game.send, "undo")
        job = jobs.get(timeout=SECONDS)
        assert devices.submit(game.send, "note", seat=1, text="x").result(SECONDS / 2)[0] == 200
        assert not undone.done()
        do(job)
        assert undone.result(SECONDS)[0] == 200


def test_a_command_that_is_sent_twice_at_once_counts_once_for_both(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game, ThreadPoolExecutor() as devices:
        command = {"id": "twice", "version": game.now["version"], "do": "go"}
        both = [devices.submit(game.leading.commands.result, command) for _ in range(8)]
        assert [one.result(SECONDS)[0] for one in both] == [200] * 8


def test_a_note_comes_back_with_the_journal(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        assert game.send("note", seat=3, text=" patrzy w sufit ")[0] == 200
        assert game.now["seats"][2]["note"] == "patrzy w sufit"
        assert game.send("note", seat=99, text="x")[0] == 409
        assert game.send("note", seat=0, text="kończymy o 23")[0] == 200
        assert game.now["note"] == "kończymy o 23"
        assert "23" not in json.dumps(game.room)
        game.go_on()
    assert read_notes(tmp_path / "a.jsonl") == {0: "kończymy o 23", 3: "patrzy w sufit"}
    with led_again(tmp_path / "a.jsonl") as game:
        assert game.now["seats"][2]["note"] == "patrzy w sufit"


@pytest.mark.usefixtures("standing")
def test_the_laptop_reads_and_the_moderator_again(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", pace=0.05) as game:
        game.go_to("Kogo zamyka szeryf?")
        before = game.now["version"]
        assert game.send("reader", to="laptop")[0] == 200
        assert game.until("ready", after=before)["reader"] == "laptop"
        now = game.do("go")  # all have closed their eyes
        assert now["now"]["text"] == "Kogo zamyka szeryf?"
        game.send("reader", to="moderator")
        game.see(lambda: game.now["reader"] == "moderator")  # once the call's time is over
        game.until()
        game.go_to("Co teraz?")
        assert game.send("reader", to="nobody")[0] == 409


def test_what_the_laptop_has_read_is_not_read_once_more(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", pace=0.05, reader="laptop") as game:
        game.until("ready")
        leading = game.leading
        leading.game.board.lines = ["Nikt nie może teraz działać."]
        leading.reading.next_reader = "moderator"
        with pytest.raises(Interrupted):
            leading.reading._before_line()
        assert leading.game.board.lines == []


@pytest.mark.usefixtures("standing")
def test_while_the_laptop_reads_only_what_is_asked_can_be_answered_and_results_stay(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", pace=0.05, reader="laptop") as game:
        game.do("go")
        asked = game.until("ask")
        assert asked["can"]["hurry"]
        assert game.send("answer", said="1")[0] == 200
        shown = game.see(lambda: bool(game.now["now"].get("earlier")))
        assert [one["whom"] for one in shown["now"]["earlier"]] == ["6 Szymon (Kurtyzana)"]
        assert shown["now"]["whom"] == "1 Marta (Mściciel)"
        assert game.send("answer", said="1")[0] == 409
        assert game.until("ask", after=shown["version"])["now"]["text"] == "Kogo zamyka szeryf?"


def test_begun_elsewhere_it_goes_on_on_a_page_and_back(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kogo zamyka szeryf?")
        game.do("answer", said="8")
    kept = session.recall(tmp_path / "a.jsonl")
    assert [batch.input for batch in kept.batches if batch.input.isdecimal()] == ["1", "8"]
    with led_again(tmp_path / "a.jsonl") as game:
        assert said_to(game, "Kogo zamyka szeryf?") == ["8"]
        assert game.go_to("Co teraz?")["title"].startswith("Dzień 1")


def test_a_whole_game_ends_with_its_winner_and_takes_nothing_more(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", "short", 1) as game:
        for _ in range(400):
            if game.now["now"]["kind"] == "over":
                break
            game.go_on()
        assert game.now["outcome"]["winners"]
        assert game.room["outcome"] == game.now["outcome"]
        assert all(seat["card"] for seat in game.room["seats"])
        assert game.leading.game.ended.wait(10)
        assert game.send("undo")[0] == 409


def test_a_prompt_is_open_once_and_has_a_version_of_its_own() -> None:
    ears = PageEars()
    assert ears.asked is None
    assert ears.version != PageEars().version


def test_a_prompt_that_is_heard_again_unanswered_is_the_same() -> None:
    asked = Ask(at=At(), line="", text="Kto?", to="all", kind="seat", choices=("1",))
    ears, opened = PageEars(), list[str]()
    ears.opened = lambda: opened.append(ears.version)
    for _ in range(2):
        assert ears.hear(asked, 0.0) == Silence()
    assert opened == [ears.version]
    ears.hear(replace(asked, text="Kto jeszcze?"), 0.0)
    assert opened[1:] == [ears.version]


def test_a_tap_on_its_way_when_somebody_steps_back_answers_nothing() -> None:
    asked = Ask(at=At(), line="", text="Kto?", to="all", kind="seat", choices=("1",))
    ears = PageEars()
    ears.hear(asked, 0.0)
    version = ears.version
    assert ears.done(lambda: True)
    assert not ears.give(version, Answer("1"))
    with pytest.raises(Interrupted):
        ears.hear(asked, SECONDS)
