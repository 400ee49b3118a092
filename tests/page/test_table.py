"""A game that lies on the table: its slips are drawn and tapped by everybody, and stay true on every device."""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from narrator.cues import Ask
from narrator.games import registry
from narrator.games.view import Slip
from narrator.page.access import Access, Scope
from narrator.page.console import Console
from narrator.page.snapshot import Drawing
from narrator.patterns import every
from narrator.rooms import own_commands

from tests.harvest import Harvest, HarvestPackage, State
from tests.page.asking import Asking, asking
from tests.page.led import Led, led
from tests.page.served import Served
from tests.page.shown import measured, resize, serious, settle, show
from tests.sweeps import trial

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PEOPLE = "".join(f'[[player]]\nname = "{name}"\n' for name in ("Anna", "Bartek", "Celina", "Darek"))
FLUXX = f'format = 1\ngame = "cthulhu-fluxx"\nlevel = "counts"\n{PEOPLE}'
HARVEST = f'format = 1\ngame = "harvest"\nslips = true\n{PEOPLE}'
BEGUN = ("no", "1", "none")
"""What is answered before Anna's first turn."""

SMALLEST = (360, 640)
LARGER = (trial(390, 844), trial(768, 1024), trial(1280, 800), trial(1920, 1080))
SIZES = (SMALLEST, *LARGER[:2], (1280, 800), LARGER[3])
"""Of layouts the smallest page and a large one are looked at each time, of what is tapped the smallest alone."""

UNSCROLLED = """() => {
  const laid = document.querySelector(".laid");
  return laid.scrollHeight <= laid.clientHeight && document.documentElement.scrollHeight <= innerHeight;
}"""


def table(tmp_path: Path, setup: str) -> str:
    path = tmp_path / "table.toml"
    path.write_text(setup, encoding="utf-8")
    return str(path)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Led]:
    """Anna's first turn."""
    with led(tmp_path / "a.jsonl", table(tmp_path, FLUXX)) as found:
        for said in BEGUN:
            found.do("answer", said=said)
        yield found


@pytest.fixture
def served_game(tmp_path: Path) -> Iterator[Asking]:
    """The same turn, with its pages."""
    with asking(tmp_path, setup=table(tmp_path, FLUXX)) as found:
        for said in BEGUN:
            found.game.do("answer", said=said)
        yield found


@contextmanager
def visited(
    browser: Browser, found: Asking, scope: Scope = "table", size: tuple[int, int] = (360, 640)
) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    page.on("pageerror", lambda fault: pytest.fail(str(fault)))
    page.goto(f"http://{found.host}/{'room' if scope == 'room' else ''}?t={found.access.new_token(scope)}")
    page.wait_for_selector("main li")
    yield page
    page.close()


class Finger:
    """Taps what is in sight, and counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, *selectors: str) -> None:
        for selector in selectors:
            settle(self.page)
            place = self.page.locator(selector)
            box = place.bounding_box()
            high = self.page.evaluate("innerHeight")
            assert box, selector
            assert 0 <= box["y"] <= high - box["height"], f"{selector} is out of sight"
            place.tap()
            self.taps += 1

    def shown(self, slip: str, text: str) -> None:
        self.page.wait_for_function(
            "([slip, text]) => document.querySelector(`[data-slip='${slip}'] .text`)?.textContent === text",
            arg=[slip, text],
        )


ROWS = "(tile) => [...tile.querySelectorAll('.name, .counts')].map((one) => one.clientHeight)"
MARKED = "(row) => getComputedStyle(row, '::before').content.includes('\\u25b6') ? 1 : 0"
"""How high a player's name and counters are, and whether the sign of a turn stands beside the name."""


def turn(page: Page) -> str:
    return page.locator("[aria-current=true] .name").inner_text()


def groups(now: dict[str, Any], **where: Any) -> dict[str, list[str]]:
    """The commands in a place, by the words that they have in common."""
    found: dict[str, list[str]] = {}
    for group in now["now"]["commands"]:
        if all(group.get(key, 0 if key == "seat" else "") == value for key, value in where.items()):
            found.setdefault(group["label"], []).extend(one["id"] for one in group["choices"])
    return found


def told(now: dict[str, Any]) -> list[str]:
    """All commands that can be tapped."""
    return [one["id"] for group in now["now"]["commands"] for one in group["choices"]]


# ---- What a page is told ----


def test_what_lies_on_the_table_is_told(game: Led) -> None:
    slips = {one["id"]: one for one in game.now["slips"]}
    assert slips["draw"] == {"id": "draw", "label": "Dobierz", "text": "1", "new": False}
    game.do("answer", said="rule draw 4")
    slips = {one["id"]: one for one in game.now["slips"]}
    assert (slips["draw"]["text"], slips["draw"]["new"]) == ("4", True)
    assert game.room["slips"] == game.now["slips"]
    assert [one["turn"] for one in game.room["seats"]] == [True, False, False, False]
    assert game.room["lines"][-1] == "Zagrania skończone."
    assert game.room["question"] == ""


def test_each_command_lies_in_one_place(game: Led) -> None:
    game.do("answer", said="rule draw 4")
    now = game.do("answer", said="play goal")
    asked = game.leading.game.ears.asked
    assert asked is not None
    assert Counter(told(now)) == Counter(command for pattern in asked.own for command in every(pattern))
    assert groups(now, slip="draw") == {
        "nowa zasada dobierz": [f"rule draw {n}" for n in range(1, 8)],
        "odrzucamy": ["drop draw"],
    }
    assert groups(now, slip="goal") == {"zagrywam": ["play goal", "play antigoal"], "odrzucamy": ["drop goal"]}
    at_seat = groups(now, seat=2)
    assert {"zagłada", "wygrywa", "niespodzianka", "ustaw zagładę"} <= {*at_seat}
    assert at_seat["zagłada"][0] == "doom 2 +1"
    free = [group for group in now["now"]["commands"] if not ({"slip", "seat"} & {*group})]
    assert [one["id"] for group in free for one in group["choices"]][:4] == [
        "end-turn",
        "play keeper",
        "play action",
        "played",
    ]
    assert {group["label"] for group in free if group.get("light")} == {"powiedz", "pytanie"}
    apart = [one["id"] for group in now["now"]["commands"] if group.get("apart") for one in group["choices"]]
    assert apart == [one for one in told(now) if one.startswith("set ")]


def test_a_slip_has_its_commands_before_a_player(game: Led) -> None:
    open_ = game.leading.game.ears.asked
    assert open_ is not None
    asked = replace(open_, commands=("win {seat:1-2}", "skip"))
    slip = Slip(id="goal", label="", text="", commands=("win {seat}",))
    on, free = own_commands.placed(asked, [slip], {"win {seat}": "wygrywa {seat}"}, {1: "Anna", 2: "Bartek"})
    assert (on.slip, on.seat, [one.steps for one in on.commands]) == ("goal", 0, [("Anna",), ("Bartek",)])
    assert (free.slip, [one.said for one in free.commands]) == ("", ["skip"])


def test_what_was_drawn_before_is_as_if_drawn_anew(game: Led) -> None:
    one = game.leading.game
    for said in ("rule draw 4", "doom 2 +1", "play goal", "drop draw", "join", "Ewa", "rule inflation"):
        game.do("answer", said=said)
        known, asked = one.known, one.ears.asked
        assert asked is not None
        others = tuple(replace(seat, name=f"{seat.name}-Maria") for seat in known.seats)
        for view in (known, replace(known, seats=others), replace(known, table=known.table[1:])):
            if asked.kind == "open":
                anew = Drawing(one.texts, one.drawing._words, one.people)
                assert one.drawing._commands(view, asked) == anew._commands(view, asked), said


def test_a_tap_draws_no_more_commands_than_it_changes(game: Led, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, places = list[str](), own_commands.places

    def noted(pattern: str, *rest: Any) -> Iterator[own_commands.Placed]:
        drawn.append(pattern.partition(" ")[0])
        return places(pattern, *rest)

    monkeypatch.setattr(own_commands, "places", noted)
    game.do("answer", said="rule draw 4")
    assert {*drawn} == {"drop", "cancel"}
    before = len(drawn)
    for said in ("drop draw", "rule draw 3"):
        game.do("answer", said=said)
    assert len(drawn) == before, "what was there before is not drawn again"


def test_a_value_stands_alone_on_its_button(game: Led) -> None:
    doom = next(one for one in game.now["now"]["commands"] if one["label"] == "zagłada" and one["seat"] == 2)
    assert [one["steps"] for one in doom["choices"]] == [["+1"], ["+2"], ["+3"], ["−1"], ["−2"], ["−3"]]
    play = next(one for one in game.now["now"]["commands"] if one.get("slip") == "play")
    assert play["choices"][-1]["steps"] == ["wszystkie oprócz jednej"]


def test_who_has_joined_is_there_by_name(game: Led) -> None:
    game.do("answer", said="join")
    now = game.do("answer", said="Ewa")
    doom = next(one for one in now["now"]["commands"] if one["label"] == "zagłada" and one.get("seat") == 5)
    assert doom["choices"][0]["label"] == "zagłada Ewa +1"


def test_a_game_of_seats_is_told_as_ever(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        assert "slips" not in game.now
        assert "slips" not in game.room
        assert game.leading.broadcast.snapshots["table"] == "{}"


# ---- Taps ----


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
        page.wait_for_selector("text=Dalej")
        finger.tap("button:has-text('Dalej')")
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


# ---- Who may do what ----


def test_a_device_on_the_table_may_play_and_no_more(served_game: Asking) -> None:
    served_game.enter("moderator")
    served_game.cookie = ""
    _, _, headers = served_game.ask(f"/?t={served_game.access.new_token('table')}")
    served_game.cookie = headers["set-cookie"].partition(";")[0]
    for path in ("/", "/events", "/room", "/room/events", "/words"):
        assert served_game.ask(path)[0] == 200, path
    for path in ("/past", "/devices", "/voices", "/cards", "/night", "/signs", "/roomy"):
        assert served_game.ask(path)[0] in (401, 404), path
    snapshot = next(served_game.snapshots())
    assert (snapshot["role"], snapshot["can"]["undo"], snapshot["can"]["change"]) == ("table", True, False)

    def send(do: str, **more: Any) -> int:
        version = served_game.game.now["version"]
        return served_game.ask("/command", "POST", {"id": f"{do}{more}", "version": version, "do": do, **more})[0]

    refused = ("invite", "throw-out", "reader", "note", "voice", "change", "jump", "override", "hold", "next", "stop")
    for do in refused:
        assert send(do, to="table", seat=1, text="x", step=1, said="1") == 409, do
    assert send("answer", said="rule draw 4") == 200
    served_game.game.see(lambda: served_game.game.now["slips"][0]["text"] == "4")
    assert send("undo") == 200
    served_game.game.see(lambda: served_game.game.now["slips"][0]["text"] == "1")


def test_what_a_phone_at_the_table_sees_goes_packed_over_the_air(served_game: Asking) -> None:
    _, _, headers = served_game.ask(f"/?t={served_game.access.new_token('table')}")
    served_game.cookie = headers["set-cookie"].partition(";")[0]
    connection, response = served_game.begin("/events", Accept_Encoding="gzip")
    unpacker, sent, text = zlib.decompressobj(zlib.MAX_WBITS | 16), 0, ""
    try:
        for slip in ("1", "4"):
            while f'"id":"draw","label":"Dobierz","text":"{slip}"' not in text or not text.endswith("\n\n"):
                part = response.read1()
                sent, text = sent + len(part), text + unpacker.decompress(part).decode()
            if slip == "1":
                served_game.game.do("answer", said="rule draw 4")
    finally:
        connection.close()
    assert sent < len(text.encode()) / 5


def test_nobody_plays_from_the_table_where_a_game_has_secrets(tmp_path: Path) -> None:
    with asking(tmp_path) as found:
        _, _, headers = found.ask(f"/?t={found.access.new_token('table')}")
        found.cookie = headers["set-cookie"].partition(";")[0]
        assert next(found.snapshots()) == {}
        before = found.game.now["version"]
        for do in ("answer", "go", "undo", "repeat", "pause"):
            sent = {"id": do, "version": before, "do": do, "said": "ready"}
            assert found.ask("/command", "POST", sent)[0] == 409
        assert found.game.now["version"] == before
        found.game.leading.commands.invitation = lambda scope: {"scope": scope}
        assert found.game.send("invite", to="table")[0] == 409
        assert found.game.send("invite", to="room")[0] == 200


@pytest.mark.parametrize(("setup", "at_table"), [(FLUXX, True), ("", False)])
def test_the_code_in_the_terminal_lets_phones_in_at_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], setup: str, at_table: bool
) -> None:
    where = table(tmp_path, setup) if setup else "small"
    with led(tmp_path / "a.jsonl", where) as game:
        access = Access(tmp_path / "devices.json")
        Console(game.leading, access, game.leading.game.texts, "10.0.0.2:8144", shared=True).invite_all()
        told = capsys.readouterr().out
        *_, last = re.findall(r"(Strona \S+ ?\S*) \(.*: http://10.0.0.2:8144/#t=(\S+)", told)
        assert last[0].startswith("Strona na stół") == at_table
        entered = access.enter(last[1], "phone", "10.0.0.3")
        assert entered is not None
        assert entered[0] == ("table" if at_table else "moderator")
        assert ("Każdy może dotykać" in told, "widzi wszystkie tajemnice" in told) == (at_table, not at_table)


def test_its_page_has_no_menu_of_a_moderator(browser: Browser, served_game: Asking) -> None:
    served_game.game.leading.commands.invitation = lambda scope: {"rows": ["1"], "place": scope, "code": "X"}
    with visited(browser, served_game) as page, visited(browser, served_game, "moderator") as moderator:
        page.tap("[data-tool=menu]")
        assert page.locator("dialog fieldset").count() == 4
        assert page.locator("dialog [data-open], dialog [data-do], dialog [data-pick=reader]").count() == 0
        assert page.locator("[data-tool=past], [data-tool=hide]").count() == 0
        moderator.tap("[data-tool=menu]")
        assert moderator.locator("dialog [data-pick=theme]").count()
        assert not moderator.locator("dialog [data-pick=safe]").count()  # nothing is secret at such a table
        moderator.tap("dialog [data-open=invite]")
        moderator.wait_for_selector(".devices li:nth-child(2)")
        assert "stół" in moderator.locator(".devices").inner_text()
        moderator.tap("dialog [data-invite=table]")
        moderator.wait_for_selector("text=table")


# ---- Any game ----


@pytest.fixture
def harvest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asking]:
    monkeypatch.setitem(registry.GAMES, "harvest", HarvestPackage)
    with asking(tmp_path, setup=table(tmp_path, HARVEST)) as found:
        yield found


def test_any_game_may_lie_on_the_table(browser: Browser, harvest: Asking) -> None:
    with visited(browser, harvest) as page:
        finger = Finger(page)
        assert turn(page) == "Ala"[:0] or turn(page) == "Anna"
        finger.tap("[data-slip=storms]", "dialog [data-said=storm]")
        finger.shown("storms", "1")
        assert measured(page) == []
        finger.tap("[data-player='3']", "dialog [data-said='give 3 2']")
        page.wait_for_function("() => document.querySelector('[data-player=\"3\"] .counts b').textContent === '6'")
        finger.tap(".actions .answer.main")
        page.wait_for_function("() => document.querySelector('[aria-current]').dataset.player === '2'")
        assert measured(page) == []
        assert serious(page) == []


def test_what_is_asked_of_one_is_not_on_the_table(harvest: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    cue = Harvest.cue

    def aside(self: Harvest, state: State) -> Any:
        found = cue(self, state)
        return replace(found, to=(1,)) if isinstance(found, Ask) and found.kind == "count" else found

    monkeypatch.setattr(Harvest, "cue", aside)
    game = harvest.game
    game.do("answer", said="2")
    table_sees = json.loads(game.leading.broadcast.snapshots["table"])
    assert game.now["now"]["kind"] == "ask"
    assert (table_sees["now"], table_sees["lines"]) == ({"kind": "listen"}, [])
    status, _ = game.leading.commands.result(
        {"id": "x", "version": game.now["version"], "do": "answer", "said": "1"}, "table"
    )
    assert status == 409
