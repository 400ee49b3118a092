"""The past of a game that is led from a page: undo and redo, a change, a jump, and what is told of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from narrator.play import session

from tests.page.led import Led, led, said_to


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


def test_a_changed_answer_is_tried_first_and_then_taken_over(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kto z bandytów bierze posążek?")
        game.go_on()
        step = next(entry["step"] for entry in game.entries if entry.get("question") == "Kogo zamyka szeryf?")
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
        steps = [entry["step"] for entry in game.entries if "step" in entry]
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
        status, told = game.leading.commands.result({"id": "late", **stale})
        assert (status, told["why"]) == (409, game.leading.game.texts.word("lead.stale"))
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
        assert not game.leading.game.ended.is_set()
        game.do("undo")
        game.go_to("Kogo rada przeszukuje?")
        assert game.now["outcome"] is None


@pytest.mark.parametrize("said", ["", "undo", "pause", "repeat", "resume", "time", " 1", "99", "none"])
def test_an_answer_is_changed_to_what_its_question_offers_alone(tmp_path: Path, said: str) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kto z bandytów bierze posążek?")
        step = game.leading.told_past()["chapters"][1]["entries"][0]["step"]
        for tried in (True, False):
            status, told = game.send("change", step=step, said=said, **{"try": tried})
            assert (status, told["why"]) == (409, game.leading.game.texts.word("lead.no-change"))


def test_the_past_has_each_answer_in_its_own_night_or_day_once_and_offers_others(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        game.do("answer", said="duel")
        game.set("none")
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


def _by_day(game: Led, kill: str) -> dict[str, Any]:
    """Come to the second day, and change by day whom the Indians killed; what the page shows then."""
    while not (game.now["title"].startswith("Dzień 2 ") and game.now["now"].get("text") == "Co teraz?"):
        game.go_on()
    step = next(one["step"] for one in game.entries if one.get("question") == "Kogo zabijają Indianie?")
    return game.do("change", step=step, said=kill)


def test_a_change_of_a_night_ends_by_day_where_one_was_and_tells_what_it_led_to(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", "demo") as game:
        now = _by_day(game, "4")
        assert (now["now"]["text"], now["dark"], now["lines"]) == ("Co teraz?", False, [])
        assert now["seats"][3]["out"]
        assert now["corrected"] == "Odpowiedź zmieniona. 4 Darek: wypada z gry"
        assert now["corrected"] not in json.dumps(game.room, ensure_ascii=False)
        assert "4 Darek" in str(game.room["dawn"])
        assert game.do("answer", said="timer")["corrected"] == ""


def test_a_change_within_a_day_is_read_again(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", "all-roles") as game:
        game.go_to("Co teraz?")
        for said in ("died", "2"):
            game.do("answer", said=said)
        step = next(one["step"] for one in game.entries if one.get("question") == "Kto zginął?")
        assert "numer 3" in str(game.do("change", step=step, said="3")["lines"])
