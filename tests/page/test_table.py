"""A game that lies on the table: its slips are drawn and tapped by everybody, and stay true on every device."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.page.asking import Asking, asking
from tests.page.led import Led
from tests.page.served import Served
from tests.page.shown import measured, resize, serious, settle, show
from tests.page.tables import BEGUN, FLUXX, Finger, table, told, turn, visited
from tests.sweeps import trial

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SMALLEST = (360, 640)
LARGER = (trial(390, 844), trial(768, 1024), trial(1280, 800), trial(1920, 1080))
SIZES = (SMALLEST, *LARGER[:2], (1280, 800), LARGER[3])
"""Of layouts the smallest page and a large one are looked at each time, of what is tapped the smallest alone."""

UNSCROLLED = """() => {
  const laid = document.querySelector(".laid");
  return laid.scrollHeight <= laid.clientHeight && document.documentElement.scrollHeight <= innerHeight;
}"""

ROWS = "(tile) => [...tile.querySelectorAll('.name, .counts')].map((one) => one.clientHeight)"
MARKED = "(row) => getComputedStyle(row, '::before').content.includes('\\u25b6') ? 1 : 0"
"""How high a player's name and counters are, and whether the sign of a turn stands beside the name."""


@pytest.mark.parametrize(("width", "height"), [SMALLEST, *LARGER])
def test_a_new_rule_and_the_end_of_a_turn_are_three_taps(
    browser: Browser, served_game: Asking, width: int, height: int
) -> None:
    with visited(browser, served_game, size=(width, height)) as page:
        finger = Finger(page)
        assert turn(page) == "Anna"
        finger.tap("[data-slip=draw]", "dialog [data-said='rule draw 4']")
        finger.shown("draw", "4")
        assert page.query_selector("dialog") is None
        finger.tap("[data-said=end-turn]")
        page.wait_for_function("() => document.querySelector('[aria-current]').dataset.player === '2'")
        assert finger.taps == 3
        assert (turn(page), page.title()) == ("Bartek", "Tura 2 · Bartek")


PLAYS = {
    "played": ("[data-said=played]",),
    "play keeper": ("[data-said='play keeper']",),
    "play goal": ("[data-slip=goal]", "dialog [data-said='play goal']"),
    "rule play all": ("[data-slip=play]", "dialog [data-said='rule play all']"),
    "creeper": ("[data-said=creeper]",),
    "doom 2 +3": ("[data-player='2']", "dialog [data-said='doom 2 +3']"),
    "surprise 3": ("[data-player='3']", "dialog [data-said='surprise 3']"),
    "tell owed": ("[data-open=more]", "dialog [data-said='tell owed']"),
}


def test_a_play_is_one_tap_or_two(browser: Browser, served_game: Asking) -> None:
    game = served_game.game
    with visited(browser, served_game) as page:
        finger = Finger(page)
        for said, taps in PLAYS.items():
            before = game.now["version"]
            finger.tap(*taps)
            version = game.until("ask", after=before)["version"]
            assert [step.said for step in game.leading.game.stage.past if step.said][-1] == said
            page.wait_for_selector(f'.page[data-version="{version}"]')
        assert max(map(len, PLAYS.values())) == 2
        assert [one.strip() for one in page.locator("[data-player='2'] .counts").all_inner_texts()] == ["zagłada 3"]


BROKEN = """() => [...document.querySelectorAll(".buttons .answer")].flatMap((button) => {
  const text = button.firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""
"""The words of the buttons that do not stand in one row."""


def test_who_looks_for_a_new_rule_finds_every_one_behind_its_name(browser: Browser, tmp_path: Path) -> None:
    with asking(tmp_path, setup=table(tmp_path, FLUXX.replace("counts", "board"))) as found:
        for said in BEGUN:
            found.game.do("answer", said=said)
        with visited(browser, found, size=(360, 740)) as page:
            finger = Finger(page)
            finger.tap("[data-calls='nowa zasada']")
            said = page.locator("dialog [data-said]").evaluate_all("all => all.map((one) => one.dataset.said)")
            rules = [one for one in told(found.game.now) if one.startswith("rule ")]
            assert Counter(said) == Counter(rules)
            assert measured(page) == []
            finger.tap("dialog [data-said='rule draw 4']")
            finger.shown("draw", "4")
            assert page.evaluate(BROKEN) == []
            assert "Odrzucamy wszystkie zasady" in page.locator(".buttons .answer").all_inner_texts()
            for said in ("play goal", "win 2"):
                found.game.do("answer", said=said)
            page.wait_for_selector("[data-said=back]")
            assert page.evaluate(BROKEN) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_is_in_sight_and_nothing_is_cut(browser: Browser, served_game: Asking, width: int, height: int) -> None:
    game = served_game.game
    said = ("rule draw 4", "rule play all-but-one", "rule hand 3", "rule inflation", "rule other", "play goal")
    with (
        visited(browser, served_game, size=(width, height)) as page,
        visited(browser, served_game, "room", (width, height)) as room,
    ):
        assert measured(page) == []
        for one in said:
            now = game.do("answer", said=one)
        page.wait_for_selector(f'.page[data-version="{now["version"]}"]')
        assert page.evaluate(UNSCROLLED)
        assert measured(page) == []
        assert serious(page) == []
        room.wait_for_function("() => document.querySelectorAll('.slip.new').length === 6")
        assert measured(room) == []
        assert serious(room) == []
        for open_ in ("[data-slip=play]", "[data-player='2']", "[data-open=more]"):
            settle(page)
            page.tap(open_)
            page.wait_for_selector("dialog .answer")
            assert measured(page) == []
            assert serious(page) == []
            page.keyboard.press("Escape")
            page.wait_for_selector("dialog", state="detached")


@pytest.mark.parametrize("theme", [trial("red"), "light", trial("contrast")])
def test_it_can_be_read_in_every_theme(browser: Browser, served_game: Asking, theme: str) -> None:
    with visited(browser, served_game) as page:
        page.evaluate("theme => localStorage.setItem('narrator.theme', theme)", theme)
        page.reload()
        served_game.game.do("answer", said="rule draw 4")
        page.wait_for_selector(".slip.new")
        assert serious(page) == []
        settle(page)
        page.tap("[data-slip=draw]")
        page.wait_for_selector("dialog .answer")
        assert serious(page) == []


def test_what_is_new_and_whose_turn_it_is_are_heard_too(browser: Browser, served_game: Asking) -> None:
    served_game.game.do("answer", said="rule draw 4")
    with visited(browser, served_game) as page:
        page.wait_for_selector(".slip.new")
        assert page.locator("[data-slip=draw]").text_content() == "Dobierznowa4"
        assert page.get_attribute("[data-player='1']", "aria-label") == "1 Anna, zagłada: 0, gra teraz"
        assert page.locator("[aria-live=polite]").inner_text().startswith("Anna, dobierz jeszcze 3.")


def test_it_is_played_by_keys(browser: Browser, served_game: Asking) -> None:
    with visited(browser, served_game, size=(1280, 800)) as page:
        version = served_game.game.do("answer", said="played")["version"]
        page.wait_for_selector(f'.page[data-version="{version}"]')
        settle(page)
        page.keyboard.type("koni")
        assert page.locator(".typing .means").inner_text() == "koniec tury"
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('[aria-current]').dataset.player === '2'")
        settle(page)
        page.focus("[data-slip=draw]")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog")
        page.focus("dialog [data-said='rule draw 3']")
        page.keyboard.press("Enter")
        Finger(page).shown("draw", "3")


def test_an_open_sheet_stays_true(browser: Browser, served_game: Asking) -> None:
    with visited(browser, served_game) as page, visited(browser, served_game, size=(1280, 800)) as other:
        settle(page)
        page.tap("[data-slip=draw]")
        page.wait_for_selector("dialog [data-said='rule draw 4']")
        Finger(other).tap("[data-slip=draw]", "dialog [data-said='rule draw 4']")
        page.wait_for_selector("dialog [data-said='drop draw']")
        assert page.locator("dialog h2").inner_text() == "Dobierz: 4"
        Finger(other).shown("draw", "4")
        settle(page)
        page.tap("dialog [data-said='drop draw']")
        Finger(other).shown("draw", "1")


def test_while_the_laptop_speaks_all_stands_where_it_stood(page: Page, served: Served, game: Led) -> None:
    resize(page, 360, 640)
    now = game.now
    show(page, served, now)
    before = page.locator(".laid, .foot").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    show(page, served, now | {"now": {"kind": "listen"}})
    assert page.locator("[data-said=end-turn]").is_disabled()
    assert page.locator("[data-slip=draw]").is_disabled()
    after = page.locator(".laid, .foot").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert after == before


def test_it_asks_as_any_game(browser: Browser, tmp_path: Path) -> None:
    with (
        asking(tmp_path, setup=table(tmp_path, FLUXX)) as found,
        visited(browser, found) as page,
    ):
        finger = Finger(page)
        page.wait_for_selector(".question")
        assert measured(page) == []
        finger.tap(".actions [data-said=no]")
        page.wait_for_selector(".tile.legal")
        assert page.get_attribute("[data-player='2']", "aria-pressed") == "false"
        finger.tap("[data-player='2']")
        page.wait_for_selector("[data-said=none]")
        before = found.game.now["version"]
        finger.tap("[data-said=none]")
        found.game.until("ask", after=before)
        page.wait_for_selector("[data-said=end-turn]")
        assert turn(page) == "Bartek"
        found.game.do("answer", said="play goal")
        found.game.do("answer", said="win 3")
        page.wait_for_selector("[data-said=end]")
        assert page.locator(".buttons .answer").all_inner_texts() == [
            "Potwierdzam koniec",
            "Gramy dalej mimo to",
            "inne…",
        ]
        finger.tap("[data-said=end]")
        found.game.until("ready")  # the win can be taken back until its words were read
        page.wait_for_selector("button:text-is('Dalej')")
        finger.tap("button:text-is('Dalej')")
        page.wait_for_selector("text=Wygrywa: Celina.")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_eight_with_long_names_are_whole(browser: Browser, tmp_path: Path, width: int, height: int) -> None:
    names = ("Anna", "Bartek", "Franciszek", "Świętosława-Kunegunda", "Ewa", "Grażyna", "Święty Józef", "Hubert")
    people = "".join(f'[[player]]\nname = "{name}"\n' for name in names)
    goals = 'goals = ["Wyprawa na południe Antarktydy z psami"]'
    setup = table(tmp_path, f'format = 1\ngame = "cthulhu-fluxx"\nlevel = "full"\n{goals}\n{people}')
    with asking(tmp_path, setup=setup) as found:
        for said in ("no", "4", "none", "goal 1", "set hand 4 5", "set keepers 4 2"):
            now = found.game.do("answer", said=said)
        size = (width, height)
        with visited(browser, found, size=size) as page, visited(browser, found, "room", size) as room:
            page.wait_for_selector(f'.page[data-version="{now["version"]}"]')
            assert measured(page) == []
            assert page.locator("[data-player='8']").bounding_box()["y"] < height / 2  # type: ignore[index]
            assert measured(room) == []


def test_whose_turn_it_is_and_their_doom_stand_in_one_row_each(browser: Browser, served_game: Asking) -> None:
    game = served_game.game
    with visited(browser, served_game, size=(360, 740)) as page:
        high = page.locator("[data-player='2']").evaluate(ROWS)
        for doom in (0, 9, 12):
            now = game.do("answer", said=f"set doom 1 {doom}")
            page.wait_for_selector(f'.page[data-version="{now["version"]}"]')
            assert page.locator("[data-player='1']").evaluate(ROWS) == high, doom
        assert page.locator("[data-player='1'] .row").evaluate(MARKED) == 1
        assert page.locator("[data-player='2'] .row").evaluate(MARKED) == 0
