"""What a moderator sets on a page, by night and by day: what stood there to be read, and who is asked."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from narrator.cues import COMMANDS, OVERRIDE, Ask, At
from narrator.rooms.prompter import PrompterRoom
from narrator.rooms.table import TableRoom

from tests.page.led import Led, led, led_again
from tests.sweeps import trial


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
        game.set("kill", "4")
        game.go_to("Kogo zamyka szeryf?")
        dead = game.now["seats"][3]
        assert (dead["out"], dead["known_out"]) == ("dead", "")


def _standing(now: dict[str, Any]) -> tuple[Any, ...]:
    shown = now["now"]
    return [line["text"] for line in now["lines"]], shown["kind"], shown["text"], now["title"], shown.get("why")


_SETTINGS: dict[str, list[tuple[str, ...]]] = {
    "nothing": [("answer", "none")],
    "taken back at once": [("undo",)],
    "taken back later": [("answer", "statue"), ("undo",), ("undo",)],
    "set": [("answer", "believed"), ("answer", "bandits")],
    "taken back from the last question": [("answer", "card"), ("answer", "1"), ("undo",), ("undo",), ("undo",)],
    "set and taken back to the end": [("answer", "believed"), ("answer", "bandits"), *[("undo",)] * 3],
    "set and taken back": [("answer", "believed"), ("answer", "bandits"), ("undo",), ("answer", "none")],
}
SMALL = [(how, "small") for how in _SETTINGS]
LARGE = [trial(how, "all-roles") for how in _SETTINGS if how != "set and taken back"] + [
    ("set and taken back", "all-roles")
]


@pytest.mark.parametrize(("how", "setup"), SMALL + LARGE, ids=str)
def test_what_stood_to_be_read_by_night_stands_there_after_something_is_set(
    tmp_path: Path, how: str, setup: str
) -> None:
    kinds: Counter[str] = Counter()
    tried: set[str] = set()
    with led(tmp_path / "a.jsonl", setup) as game:
        while game.now["night"] < 2:
            before, (stood, kind, *_) = game.now, _standing(game.now)
            if before["dark"] and stood and stood[0] not in tried:
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
    assert kinds["show"] > 1
    assert kinds["wait"]


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
        asked = game.set("substitute", "1")["now"]
        assert (asked["answer"], asked["choices"], asked["none"], asked["final"]) == ("text", [], "bez zmian", True)
        for nothing in ("", "  ", "undo", "time", "resume", "o" * 501):
            assert game.send("answer", said=nothing)[0] == 409
        refused = game.do("answer", said="Nikt!")
        assert refused["now"]["answer"] == "text"
        assert any("odpowiada" in notice for notice in refused["notices"])
        game.do("answer", said=" Ola  Ż. ")
        now = game.go_to("Kogo zamyka szeryf?")
        assert now["seats"][0]["name"] == "Ola Ż."
        assert "1 Ola Ż." in game.leading.game.board.wording.people((1,))
        told = [entry["text"] for entry in game.entries]
        assert sum("siada Ola Ż." in text for text in told) == 1
        step = next(one.step for one in game.leading.game.past.given if one.said == "Ola Ż.")
        game.do("change", step=step, said="Ela")
        assert game.now["seats"][0]["name"] == "Ela"
        game.do("undo")
        assert game.now["seats"][0]["name"] != "Ela"
        game.do("redo")
        assert game.now["seats"][0]["name"] == "Ela"
    with led_again(path) as game:
        assert game.now["seats"][0]["name"] == "Ela"
        assert "1 Ela" in game.leading.game.board.wording.people((1,))


_SET: dict[str, tuple[list[str], str]] = {
    "kill": (["4"], "ginie"),
    "statue": (["3"], "posążek ma"),
    "believed": (["ufos"], "dla wszystkich posążek jest we frakcji: Ufoki"),
    "jail": (["5"], "w więzieniu siedzi"),
    "sleep": (["5"], "do rana nie wstaje"),
    "guard": (["5"], "pod ochroną jest"),
    "poison": (["5"], "po truciźnie jest"),
    "uses": (["charged"], "użyto razy"),
    "signals": (["1"], "wysłanych sygnałów jest 1"),
    "hits": (["1"], "trafień w posążek jest 1"),
    "gold": (["2"], "porcji złota jest 2"),
    "card": (["3", "boss"], "nowa karta"),
    "name": (["3", "Zyta"], "lecz Zyta"),
    "substitute": (["3", "Zyta"], "siada Zyta"),
}
"""What is set, what is answered to that, and what the moderator reads then."""


def _is_set(game: Led, what: str, given: list[str]) -> bool:
    """Set it, if it is offered now; nothing is to be read before it is set."""
    answers = [*given]
    game.do("override")
    if what not in [one["id"] for one in game.now["now"]["choices"]]:
        game.do("answer", said="none")
        return False
    game.do("answer", said=what)
    charged = next(one["seat"] for one in game.now["seats"] if one["charges"])
    while "Decyzja Manitou" in game.now["now"]["text"]:
        assert game.now["corrected"] == ""
        said = answers.pop(0) if answers else game.now["now"]["choices"][0]["id"]
        game.do("answer", said=str(charged) if said == "charged" else said)
    return True


@pytest.mark.parametrize("when", ["night", "day"])
def test_whoever_leads_reads_what_was_set_until_they_answer_and_nobody_else_does(tmp_path: Path, when: str) -> None:
    with led(tmp_path / "a.jsonl", "all-roles") as game:
        game.go_to("Kogo zamyka szeryf?" if when == "night" else "Co teraz?")
        assert game.now["corrected"] == ""
        left_out = set[str]()
        for what, (given, words) in _SET.items():
            if not _is_set(game, what, given):
                assert game.now["corrected"] == "", what
                left_out.add(what)
            elif what == "kill" and when == "day":
                assert game.now["corrected"] == "", "it is read to all"
                assert any("odchodzi" in line["text"] for line in game.now["lines"])
            else:
                assert words in game.now["corrected"]
            assert not game.now["corrected"] or game.now["corrected"] not in json.dumps(game.room, ensure_ascii=False)
        assert left_out == ({"jail", "sleep", "guard"} if when == "day" else set())
        game.go_on()
        assert game.now["corrected"] == ""


def test_what_is_put_twice_is_taken_off_and_told_so(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", "all-roles") as game:
        game.go_to("Kogo zamyka szeryf?")
        for what, words in (("jail", "z więzienia wychodzi"), ("sleep", "znów może wstać"), ("guard", "bez ochrony")):
            for _ in range(2):
                game.set(what, "5")
            assert words in game.now["corrected"]
        game.set("kill", "5")
        game.set("revive", "5")
        assert "gra dalej" in game.now["corrected"]
        game.do("undo")
        assert game.now["corrected"] == ""


def test_what_is_set_while_a_player_is_shown_something_is_told_after_it(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", "all-roles") as game:
        while game.now["now"]["kind"] != "show":
            game.go_on()
        game.set("believed", "ufos")
        assert game.now["now"]["kind"] == "show"
        told = game.now["corrected"]
        assert "Ufoki" in told
        assert game.do("go")["corrected"] == told
