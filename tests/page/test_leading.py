"""A game led from pages: commands count once, stale ones not at all, and the past can be changed."""

from __future__ import annotations

import json
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from narrator.cues import COMMANDS, OVERRIDE, Ask, At
from narrator.page.ears import Interrupted, Job, PageEars
from narrator.play import session
from narrator.play.journal import read_notes
from narrator.rooms import clock
from narrator.rooms.prompter import PrompterRoom
from narrator.rooms.table import TableRoom

from tests.page.led import SECONDS, Led, led, led_again


def test_a_line_to_read_whom_to_wake_and_whom_they_may_choose(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        now = game.go_to("Kogo zamyka szeryf?")
    assert "Szeryfie" in now["lines"][-2]["text"]
    assert now["now"]["whom"] == "2 Norbert (Szeryf)"
    assert [choice["seat"] for choice in now["now"]["choices"]] == [1, 3, 4, 5, 6, 7, 8]
    assert [seat["seat"] for seat in now["seats"] if seat["awake"]] == [2]
    assert now["next"][0]["title"] == "Bandyci"
    assert "7 Tomek" in now["next"][0]["whom"]


def test_a_group_is_named_in_the_order_of_its_seats_and_nothing_stands_there_twice(tmp_path: Path) -> None:
    cards = ("sheriff", "thief", "avenger", "boss", "bad-gunslinger", "chief", "shaman", "warrior", "pastor")
    players = "".join(f'[[player]]\nname = "{chr(65 + seat)}"\ncard = "{card}"\n' for seat, card in enumerate(cards))
    (tmp_path / "nine.toml").write_text(f'format = 1\nanswers = "moderator"\npolicy = "masked"\n{players}')
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


def test_a_command_that_is_sent_twice_counts_once(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kogo zamyka szeryf?")
        sent = {"id": "once", "version": game.now["version"], "do": "answer", "said": "3"}
        first = game.leading.command(sent)
        game.until(after=sent["version"])
        assert game.leading.command(sent) == first == (200, {"ok": True})
        entries = [entry for chapter in game.leading.told_past()["chapters"] for entry in chapter["entries"]]
    assert [entry["said"] for entry in entries if entry.get("question") == "Kogo zamyka szeryf?"] == ["3"]


def test_a_stale_command_is_refused_with_a_word(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        before = game.go_to("Kogo zamyka szeryf?")
        game.do("answer", said="3")
        status, told = game.leading.command({"id": "late", "version": before["version"], "do": "answer", "said": "4"})
        assert status == 409
        assert told["why"] == game.leading.texts.word("lead.stale")
        assert said_to(game, "Kogo zamyka szeryf?") == ["3"]


def said_to(game: Led, question: str) -> list[str]:
    """What was answered to a question, as the past has it."""
    entries = [entry for chapter in game.leading.told_past()["chapters"] for entry in chapter["entries"]]
    return [entry["said"] for entry in entries if entry.get("question") == question]


def test_what_is_not_offered_is_refused_and_the_question_stays(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kogo zamyka szeryf?")
        for said in ("2", "99", "none", "yes", "undo", "", "3,4"):
            status, told = game.send("answer", said=said)
            assert (status, told["why"]) == (409, game.leading.texts.word("lead.unknown")), said
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


def test_the_laptop_s_empty_calls_have_their_reason_for_whoever_leads(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", "demo", pace=0.01) as game:
        while not game.now["title"].startswith("Dzień 2 "):
            game.go_on()
        game.send("reader", to="laptop")
        game.see(lambda: game.now["reader"] == "laptop" and game.now["now"]["kind"] == "ask")
        game.send("answer", said="night")
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


def test_what_is_to_be_read_stays_when_the_laptop_hands_over(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", pace=0.1) as game:
        for reader, other in (("laptop", "moderator"), ("moderator", "laptop")):
            lines, version = game.go_to("Co teraz?")["lines"], game.now["version"]
            assert lines
            game.send("reader", to=reader)
            assert game.until("ask", after=version)["reader"] == reader != other
            assert game.now["now"]["text"] == "Co teraz?"
            assert game.now["lines"] == lines


def test_undo_and_redo(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kogo zamyka szeryf?")
        assert not game.now["can"]["redo"]
        game.do("answer", said="3")
        game.do("undo")
        game.go_to("Kogo zamyka szeryf?")
        assert game.now["can"]["redo"]
        game.do("redo")
        assert said_to(game, "Kogo zamyka szeryf?") == ["3"]
        assert not game.now["can"]["redo"]
        assert game.send("redo")[0] == 409


def test_a_pause_lasts_until_somebody_goes_on(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kogo zamyka szeryf?")
        assert not game.now["paused"]
        now = game.do("pause")
        assert (now["paused"], now["now"]["kind"]) == (True, "ready")
        assert game.send("pause")[0] == 409
        assert not game.do("go")["paused"]
        assert game.now["now"]["text"] == "Kogo zamyka szeryf?"


def test_a_changed_answer_is_tried_first_and_then_taken_over(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kto z bandytów bierze posążek?")
        game.go_on()
        step = next(
            entry["step"]
            for chapter in game.leading.told_past()["chapters"]
            for entry in chapter["entries"]
            if entry.get("question") == "Kogo zamyka szeryf?"
        )
        tried, told = game.send("change", step=step, said="7", **{"try": True})
        assert tried == 200
        assert told["kept"] > 0
        assert said_to(game, "Kogo zamyka szeryf?") == ["1", "1"]
        game.do("change", step=step, said="7")
        assert said_to(game, "Kogo zamyka szeryf?") == ["7", "1"]
        marks = [mark["id"] for mark in game.now["seats"][0]["marks"]]
        assert "jail" in marks


def test_a_jump_asks_an_earlier_question_again(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kto z bandytów bierze posążek?")
        steps = [
            entry["step"]
            for chapter in game.leading.told_past()["chapters"]
            for entry in chapter["entries"]
            if "step" in entry
        ]
        game.do("jump", step=steps[1])
        if game.now["now"]["kind"] == "ready":
            game.go_on()
        assert game.now["now"]["text"] == "Kogo zamyka szeryf?"
        assert game.send("jump", step=2)[0] == 409


def test_a_change_that_comes_too_late_is_stale(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kto z bandytów bierze posążek?")
        step = game.leading.told_past()["chapters"][1]["entries"][0]["step"]
        stale = {"version": game.now["version"], "do": "change", "step": step, "said": "3"}
        game.go_on()
        status, told = game.leading.command({"id": "late", **stale})
        assert (status, told["why"]) == (409, game.leading.texts.word("lead.stale"))
    session.recall(tmp_path / "a.jsonl").last()


def test_undo_goes_back_one_answer_each_time_whatever_was_redone(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kto z bandytów bierze posążek?")
        answers = said_to(game, "Kogo zamyka szeryf?")
        for do in ("undo", "undo", "redo", "undo"):
            game.do(do)
        game.go_to("Kogo zamyka szeryf?")
        assert said_to(game, "Kogo zamyka szeryf?") == answers[:-1]


def test_a_win_can_be_taken_back_until_its_last_line(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        game.do("answer", said="search")
        holder = next(one["seat"] for one in game.now["seats"] if any(m["id"] == "statue" for m in one["marks"]))
        now = game.do("answer", said=str(holder))
        while now["now"]["kind"] != "ready":
            now = game.do("go")
        assert not game.leading.ended.is_set()
        game.do("undo")
        game.go_to("Kogo rada przeszukuje?")
        assert game.now["outcome"] is None


def test_a_note_waits_for_nobody_elses_undo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with led(tmp_path / "a.jsonl") as game, ThreadPoolExecutor() as devices:
        game.go_to("Kogo zamyka szeryf?")
        game.do("answer", said="3")
        jobs, do = SimpleQueue[Job](), game.leading._ears.do
        monkeypatch.setattr(game.leading._ears, "do", jobs.put)  # a line is being spoken
        undone = devices.submit(game.send, "undo")
        job = jobs.get(timeout=SECONDS)
        assert devices.submit(game.send, "note", seat=1, text="x").result(SECONDS / 2)[0] == 200
        assert not undone.done()
        do(job)
        assert undone.result(SECONDS)[0] == 200


def test_a_command_that_is_sent_twice_at_once_counts_once_for_both(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game, ThreadPoolExecutor() as devices:
        command = {"id": "twice", "version": game.now["version"], "do": "go"}
        both = [devices.submit(game.leading.command, command) for _ in range(8)]
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
    with led(tmp_path / "a.jsonl", reader="laptop") as game:
        game.until("ready")
        leading = game.leading
        leading._board.lines = ["Nikt nie może teraz działać."]
        leading.next_reader = "moderator"
        with pytest.raises(Interrupted):
            leading._before_line()
        assert leading._board.lines == []


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


def test_the_room_sees_by_day_what_everybody_may_and_by_night_nothing(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kogo zamyka szeryf?")
        assert game.room["seats"] == []
        assert game.room["line"] == game.room["question"] == ""
        assert game.room["title"] == "Noc zerowa"
        game.go_to("Co teraz?")
        assert [seat["card"] for seat in game.room["seats"]] == [""] * 8
        assert game.room["question"] == "Co teraz?"
        text = json.dumps(game.room, ensure_ascii=False)
        assert not any(seat["card"] in text for seat in game.now["seats"])


def test_who_is_out_has_the_same_shape_for_the_room_as_for_the_moderator(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        game.do("answer", said="died")
        game.do("answer", said="2")
        assert game.room["seats"][1]["card"] == "Szeryf"
        assert game.room["seats"][1]["shape"] == game.now["seats"][1]["shape"]


def test_the_room_counts_the_votes_with_everybody(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        game.do("answer", said="search-vote")
        game.do("answer", said="1,2,3,4")
        assert game.now["now"]["answer"] == "count"
        game.do("answer", said="3")
        assert [one["count"] for one in game.room["tally"]] == [3, None, None, None]


def test_a_talk_has_a_clock_that_everybody_sees(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        game.do("answer", said="timer")
        game.do("answer", said="5")
        assert 200 < game.now["clock"]["left"] <= 300
        assert game.room["clock"]["of"] == "talk"
        assert "time" not in [choice["id"] for choice in game.now["now"]["choices"]]
        assert game.do("answer", said="over")["clock"] is None


@pytest.mark.parametrize("reader", ["moderator", "laptop"])
def test_a_talk_can_be_made_longer_and_shorter(tmp_path: Path, reader: str) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        assert not game.now["can"]["hold"]
        if reader == "laptop":
            game.do("reader", to=reader)
        game.do("answer", said="timer")
        game.do("answer", said="5")
        game.see(lambda: game.now["can"]["hold"])
        for act, left in (("hold", 360), ("hurry", 300), *(("hurry", 60 * count) for count in (4, 3, 2, 1))):
            game.do(act)
            assert left - 20 < game.now["clock"]["left"] <= left
            assert left - 20 < json.loads(game.leading.broadcast.snapshot("room"))["clock"]["left"] <= left


def test_a_talk_has_the_time_that_was_left_whoever_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        game.do("answer", said="timer")
        game.do("answer", said="5")
        later = clock.now() + 100
        monkeypatch.setattr("narrator.rooms.clock.time.monotonic", lambda: later)
        before = game.now["version"]
        game.send("reader", to="laptop")
        left = game.until("ask", after=before)["clock"]["left"]
        assert 195 < left < 201


def test_a_whole_game_ends_with_its_winner_and_takes_nothing_more(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", "short", 1) as game:
        for _ in range(400):
            if game.now["now"]["kind"] == "over":
                break
            game.go_on()
        assert game.now["outcome"]["winners"]
        assert game.room["outcome"] == game.now["outcome"]
        assert all(seat["card"] for seat in game.room["seats"])
        assert game.leading.ended.wait(10)
        assert game.send("undo")[0] == 409


def test_a_prompt_is_open_once_and_has_a_version_of_its_own() -> None:
    ears = PageEars(lambda: None)
    assert ears.asked is None
    assert ears.version != PageEars(lambda: None).version


@pytest.mark.parametrize("said", ["", "undo", "pause", "repeat", "resume", "time", " 1", "99", "none"])
def test_an_answer_is_changed_to_what_its_question_offers_alone(tmp_path: Path, said: str) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kto z bandytów bierze posążek?")
        step = game.leading.told_past()["chapters"][1]["entries"][0]["step"]
        for tried in (True, False):
            status, told = game.send("change", step=step, said=said, **{"try": tried})
            assert (status, told["why"]) == (409, game.leading.texts.word("lead.no-change"))


def test_the_two_of_a_duel_have_no_vote_in_it(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        for said in ("duel", "1", "2", "yes", "over", "over"):
            game.do("answer", said=said)
        now = game.now["now"]
        assert (now["hands"], now["voters"]) == (True, [3, 4, 5, 6, 7, 8])


def test_the_room_reads_who_is_to_hang_while_the_mayor_is_asked(tmp_path: Path) -> None:
    cards = ("sheriff", "boss", "chief", "mayor", "thief", "shaman", "pastor", "warrior")
    players = "".join(
        f'[[player]]\nname = "{name}"\ncard = "{card}"\n' for name, card in zip("ABCDEFGH", cards, strict=True)
    )
    (tmp_path / "own.toml").write_text(f'format = 1\nanswers = "moderator"\npolicy = "masked"\n{players}')
    with led(tmp_path / "a.jsonl", str(tmp_path / "own.toml")) as game:
        game.go_to("Co teraz?")
        for said in ("search", "1,2", "hang", "2"):
            before = game.room["line"]
            game.do("answer", said=said)
        assert "Czy burmistrz" in game.now["now"]["text"]
        assert game.room["line"] != before
        assert "numer 2, B" in game.room["line"]


def test_a_number_that_is_put_right_is_no_show_of_hands(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        game.do("answer", said="override")
        asked = game.do("answer", said="uses")["now"]
        while asked["answer"] != "count":
            asked = game.do("answer", said=asked["choices"][0]["id"])["now"]
        assert (asked["hands"], asked["none"]) == (False, "bez zmian")


@pytest.mark.parametrize("asked", ["day", "duel"])
def test_the_rooms_question_stays_while_something_is_set_by_day(tmp_path: Path, asked: str) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        if asked == "duel":
            game.do("answer", said="duel")
        room = game.room
        assert room["question"] == ("Co teraz?" if asked == "day" else "Kto wyzywa na pojedynek?")
        if asked == "day":
            game.do("answer", said="override")
        else:
            game.do("override")
        assert "Decyzja Manitou" in game.now["now"]["text"]
        assert game.room == room
        assert game.do("answer", said="none")["now"]["text"] == room["question"]
        assert game.room == room


def test_something_is_set_by_night_and_the_call_is_put_again(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kogo zamyka szeryf?")
        assert game.now["can"]["override"]
        game.do("override")
        assert "Decyzja Manitou" in game.now["now"]["text"]
        assert not game.now["can"]["override"]
        game.do("undo")
        game.go_to("Kogo zamyka szeryf?")
        game.do("override")
        game.do("answer", said="kill")
        game.do("answer", said="4")
        game.go_to("Kogo zamyka szeryf?")
        dead = game.now["seats"][3]
        assert (dead["out"], dead["known_out"]) == ("dead", "")


def _standing(now: dict[str, Any]) -> tuple[Any, ...]:
    return [line["text"] for line in now["lines"]], now["now"]["kind"], now["now"]["text"], now["title"]


_SETTINGS: dict[str, list[tuple[str, ...]]] = {
    "nothing": [("answer", "none")],
    "taken back at once": [("undo",)],
    "taken back later": [("answer", "statue"), ("undo",), ("undo",)],
    "set": [("answer", "believed"), ("answer", "bandits")],
    "set and taken back": [("answer", "believed"), ("answer", "bandits"), ("undo",), ("answer", "none")],
}


@pytest.mark.parametrize("setup", ["small", "all-roles"])
@pytest.mark.parametrize("how", _SETTINGS)
def test_what_stood_to_be_read_by_night_stands_there_after_something_is_set(
    tmp_path: Path, how: str, setup: str
) -> None:
    kinds: Counter[str] = Counter()
    tried: set[str] = set()
    with led(tmp_path / "a.jsonl", setup) as game:
        while game.now["night"] < 2:
            before, (stood, kind, *_) = game.now, _standing(game.now)
            if before["dark"] and stood and (kind == "ask" or "taken back" not in how) and stood[0] not in tried:
                kinds[kind] += 1
                tried.add(stood[0])
                game.do("override")
                assert game.now["lines"] == []
                for do, *said in _SETTINGS[how]:
                    game.do(do, **({"said": said[0]} if said else {}))
                lines, *others = _standing(game.now)
                assert others == [*_standing(before)][1:]
                if how != "nothing" and kind == "ask":  # the call is put once more, maybe in other words
                    assert len(lines) == len(stood)
                    lines, stood = lines[:-1], stood[:-1]
                assert lines == stood
            game.go_on()
    assert kinds["ask"] > 2
    assert "taken back" in how or (kinds["show"] > 1 and kinds["wait"])


def test_nothing_is_set_in_a_call_that_the_laptop_reads() -> None:
    commands = (*COMMANDS, OVERRIDE)
    ask = Ask(at=At(), line="", text="", to=(1,), kind="seat", choices=("2",), window=20.0, commands=commands)
    spoken, led_by_hand = TableRoom.__new__(TableRoom), PrompterRoom.__new__(PrompterRoom)
    assert spoken._offered(ask).commands == COMMANDS
    assert spoken._offered(replace(ask, window=0.0)).commands == ask.commands
    assert led_by_hand._offered(ask).commands == ask.commands


def test_a_substitute_is_written_in_the_middle_of_a_night_and_named_from_then_on(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with led(path) as game:
        game.go_to("Kogo zamyka szeryf?")
        game.do("override")
        game.do("answer", said="substitute")
        asked = game.do("answer", said="1")["now"]
        assert (asked["answer"], asked["choices"], asked["none"], asked["final"]) == ("text", [], "bez zmian", True)
        for nothing in ("", "  ", "undo", "time", "resume", "o" * 501):
            assert game.send("answer", said=nothing)[0] == 409
        refused = game.do("answer", said="Nikt!")
        assert refused["now"]["answer"] == "text"
        assert any("odpowiada" in notice for notice in refused["notices"])
        game.do("answer", said=" Ola  Ż. ")
        now = game.go_to("Kogo zamyka szeryf?")
        assert now["seats"][0]["name"] == "Ola Ż."
        assert "1 Ola Ż." in game.leading._board.people((1,))
        told = [entry["text"] for chapter in game.leading.told_past()["chapters"] for entry in chapter["entries"]]
        assert sum("siada Ola Ż." in text for text in told) == 1
        step = next(one.step for one in game.leading._history.given if one.said == "Ola Ż.")  # type: ignore[union-attr]
        game.do("change", step=step, said="Ela")
        assert game.now["seats"][0]["name"] == "Ela"
        game.do("undo")
        assert game.now["seats"][0]["name"] != "Ela"
        game.do("redo")
        assert game.now["seats"][0]["name"] == "Ela"
    with led_again(path) as game:
        assert game.now["seats"][0]["name"] == "Ela"
        assert "1 Ela" in game.leading._board.people((1,))


def test_the_past_has_each_answer_in_its_own_night_or_day_once_and_offers_others(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        game.do("answer", said="duel")
        game.do("override")
        game.do("answer", said="none")
        chapters = game.leading.told_past()["chapters"]
        assert [one["title"] for one in chapters] == ["Początek", "Noc zerowa", "Dzień 1"]
        *_, opening, step, _, setting = chapters[-1]["entries"]
        assert opening["text"].startswith("Pora się poznać."), "words of the day stand in the day"
        assert (step["question"], step["answer"], step["text"]) == ("Co teraz?", "pojedynek", "")
        assert "duel" not in [one["id"] for one in step["choices"]]
        assert (setting["answer"], setting["none"], setting["optional"]) == ("bez zmian", "bez zmian", False)
        jailed = next(one for one in chapters[1]["entries"] if one.get("question") == "Kogo zamyka szeryf?")
        assert jailed["text"]
        assert jailed["said"] not in [one["id"] for one in jailed["choices"]] != []
        game.go_to("Co teraz?")
        game.do("answer", said="night")
        game.go_to("Kogo zamyka szeryf?")
        game.do("override")
        assert game.leading.told_past()["chapters"][-1]["title"] == "Noc 1"
