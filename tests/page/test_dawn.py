"""The page for the room after a night: who did not wake stays to be read, as long as it is day."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.page import snapshots
from tests.page.browsing import new_page
from tests.page.led import Led, led, led_again
from tests.page.served import Served


def to_the_day(game: Led, number: int) -> None:
    """Go on until the day of this number, and its question of what to do."""
    for _ in range(150):
        now = game.now
        if now["title"].startswith(f"Dzień {number} ") and now["now"]["kind"] == "ask":
            return
        game.go_on()
    raise AssertionError(f"there is no day {number}")


def test_who_did_not_wake_stays_on_the_television(tmp_path: Path) -> None:
    with led(tmp_path / "j.jsonl", "demo") as game:
        to_the_day(game, 1)
        first = game.room["dawn"]
        assert first is None, "nobody dies in the zero night"
        to_the_day(game, 2)
        dawn = game.room["dawn"]
        assert dawn == {"title": "Straty tej nocy", "seats": ["1 Ala · Szeryf"]}
        assert "zegar, pojedynek" not in game.room["line"], "what leads to a question is no announcement"
        game.do("answer", said="timer")
        assert game.room["dawn"] == dawn
        game.do("undo")
        game.do("answer", said="night")
        night = game.room
        assert (night["dark"], night["dawn"]) == (True, None)
        to_the_day(game, 3)
        assert game.room["dawn"]["seats"] == ["2 Bartek · Herszt"]


def test_it_is_known_again_after_a_break_off_and_after_undo(tmp_path: Path) -> None:
    with led(tmp_path / "j.jsonl", "demo") as game:
        to_the_day(game, 3)
    with led_again(tmp_path / "j.jsonl") as game:
        assert game.room["dawn"]["seats"] == ["2 Bartek · Herszt"]
        while not game.now["title"].startswith("Dzień 2 "):
            game.do("undo")
        assert game.room["dawn"]["seats"] == ["1 Ala · Szeryf"]


def test_another_victim_is_told_once_the_past_was_changed(tmp_path: Path) -> None:
    with led(tmp_path / "j.jsonl", "demo") as game:
        to_the_day(game, 2)
        entries = game.entries
        kill = next(one for one in entries if one.get("question") == "Kogo zabijają Indianie?")
        other = next(one["id"] for one in kill["choices"] if one["id"] not in ("1", "2"))
        game.do("change", step=kill["step"], said=other)
        to_the_day(game, 2)
        assert other in [seat.partition(" ")[0] for seat in game.room["dawn"]["seats"]]


def test_what_a_change_leads_to_is_told_as_it_would_be_by_day(tmp_path: Path) -> None:
    with led(tmp_path / "j.jsonl", "demo") as game:
        to_the_day(game, 2)
        entries = game.entries
        kill = next(one for one in entries if one.get("question") == "Kogo zabijają Indianie?")
        status, told = game.send("change", step=kill["step"], said="4", **{"try": True})
        assert status == 200
        assert told["changes"] == ["4 Darek: wypada z gry"], (
            "Ala is killed by others too; what she was drunk from is over"
        )


def test_it_makes_way_for_a_talk_and_for_votes(browser: Browser, served: Served) -> None:
    page = new_page(browser, viewport={"width": 1920, "height": 1080})
    page.goto(f"{served.url}/room")
    rooms = snapshots.room(20)
    for name, there in (("day", True), ("talk", False), ("tally", False), ("night", False)):
        served.show_room(rooms[name] | {"title": name})
        page.wait_for_function("title => document.title === title", arg=name)
        assert page.locator(".dawn").is_visible() is there, name
    page.close()


def test_cards_of_the_dead_are_read_from_a_sofa(browser: Browser, served: Served) -> None:
    page = new_page(browser, viewport={"width": 1920, "height": 1080})
    page.goto(f"{served.url}/room")
    served.show_room(snapshots.room(20)["day"] | {"title": "sofa"})
    page.wait_for_function("() => document.title === 'sofa'")
    sizes = page.eval_on_selector_all(
        ".place .card", "(found) => found.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert sizes
    assert min(sizes) >= 20
    page.close()
