"""`narrator` alone where there is a desktop: its menu is a page in the browser, and leads to a game."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from narrator.computer.network import own_addresses
from narrator.page.desk import PageDesk
from narrator.terminal.desk import Choice, DeskQuestion

from tests.page.browsing import new_context
from tests.page.desk import AtDesk, at_desk, desktop
from tests.page.leading_by_taps import Hand
from tests.page.shown import measured, serious
from tests.program import at_home
from tests.sitting import CTRL_C, ENTER, ESCAPE, SECONDS, sitting
from tests.test_menu import QUIET

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

NAMES = "Ala, Bartek, Celina, Darek, Ewa, Filip"
NO_ANSWER = "Narrator nie odpowiada"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home where the program was started before, with settings of its own."""
    at_home(tmp_path, QUIET + 'language = "pl"\n')
    return tmp_path


def test_the_menu_is_a_page_and_ends_there(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        desk.see("Co robimy?").tap("ustawienia").see("ustawienia").tap("wstecz").see("Co robimy?").tap("koniec")
        desk.page.wait_for_selector("text=Narrator zakończył pracę")
        assert desk.sitting.end() == 0


LOWEST_BLOCK = 1.134
"""How high, by the size of its letters, a full block is in the lowest of the fonts that a printed text names."""


def test_rows_of_a_printed_code_touch_each_other(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        high, size = desk.see("Co robimy?").page.evaluate(
            """() => {
            const drawn = getComputedStyle(document.body.appendChild(document.createElement("pre")));
            return [parseFloat(drawn.lineHeight) || 0, parseFloat(drawn.fontSize)];
            }"""
        )
        assert 0 < high / size <= LOWEST_BLOCK


def new_game(desk: AtDesk, leads: str) -> AtDesk:
    """A new game of Werewolf for six people, led so."""
    desk.see("Co robimy?").tap("nowa gra").see("W co gramy?").tap("Wilkołaki:").see("Gracz 1").type(NAMES)
    desk.see("Gracz 7").tap("to już wszyscy").see("Kto prowadzi noc").tap(leads)
    return desk.see("Zaczynamy?").tap("tak")


def look_at_cards(desk: AtDesk) -> list[str]:
    """Each player comes and looks at their card; what stood there, one after the other."""
    seen = []
    for name in NAMES.split(", "):
        desk.see(name).tap("pokaż moją kartę").see(f"{name}, twoja karta")
        seen.append(desk.page.inner_text("#asked"))
        desk.tap("schowaj kartę")
    return seen


def moderator_comes(desk: AtDesk, pages: int) -> None:
    """No page with all cards has opened before the last player; the moderator comes, alone."""
    desk.see("podchodzi prowadzący")
    assert len(desk.addresses) == pages
    desk.tap("Ja prowadzę").see("Grę prowadzi się na osobnej stronie")


def test_a_game_is_asked_for_dealt_led_to_its_end_and_led_again(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        new_game(desk, "prowadzący")
        cards = look_at_cards(desk)
        desk.see("Wpuścić telefony").tap("nie")
        moderator_comes(desk, 1)
        assert not any(word in desk.page.inner_text(".said") for word in ("Enter", "narrator resume"))
        assert desk.page.locator("#typed").count() == 0
        assert not any(card in desk.page.content() for card in cards)
        game = desk.page.context.new_page()
        game.goto(desk.addresses[1])
        game.wait_for_selector("[data-answers]")
        hand = Hand(game, Random(3))
        while hand.step():
            pass
        desk.see("Gra skończona").tap("wpuszczone urządzenia").see("Które urządzenie").tap("wstecz")
        desk.see("Gra skończona").tap("Rewanż")
        assert look_at_cards(desk) != cards
        desk.see("podchodzi prowadzący")
        moderator_comes(desk, 2)
        desk.tap("zostaw grę")
        desk.see("Co robimy?").tap("koniec")
        assert desk.sitting.end() == 0


def test_a_card_stands_whole_on_a_low_screen_and_a_held_key_turns_up_one(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        new_game(desk, "prowadzący")
        for width, height in ((1280, 577), (1024, 600)):
            desk.page.set_viewport_size({"width": width, "height": height})
            desk.see("Gracz").press_held("Enter", leads_to="twoja karta")
            button = desk.page.locator("button.choice:not([disabled])")
            button.wait_for()
            box = desk.page.locator("#asked").bounding_box()
            assert box
            assert box["y"] >= 0, "its name is seen"
            below = button.bounding_box()
            assert below
            assert below["y"] + below["height"] <= height, "and its button"
            desk.tap("schowaj kartę")


def test_a_card_goes_when_the_program_is_killed_and_the_page_says_so(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        card = first_card(new_game(desk, "prowadzący"))
        os.kill(desk.sitting.process.pid, signal.SIGKILL)
        desk.page.wait_for_selector(f"text={NO_ANSWER}")
        desk.page.wait_for_function("card => !document.body.innerText.includes(card)", arg=card)
        assert desk.page.locator("button").count() == 0, "none that does nothing"


def test_a_card_goes_at_its_button_and_at_a_loss_and_comes_back_only_from_the_program(
    browser: Browser, home: Path
) -> None:
    with at_desk(browser, home) as desk:
        card, program = first_card(new_game(desk, "prowadzący")), desk.sitting.process.pid
        os.kill(program, signal.SIGSTOP)
        desk.page.wait_for_function("card => !document.body.innerText.includes(card)", arg=card)
        os.kill(program, signal.SIGCONT)
        desk.see(card)
        desk.page.locator("button:not([disabled])", has_text="schowaj kartę").wait_for()
        os.kill(program, signal.SIGSTOP)
        desk.page.keyboard.press("Enter")
        assert card not in desk.page.inner_text("body"), "before the answer"
        os.kill(program, signal.SIGCONT)
        desk.see("Bartek")


def first_card(desk: AtDesk) -> str:
    """The first player comes and looks at their card; what stands there then."""
    desk.see("Ala").tap("pokaż moją kartę").see("Ala, twoja karta")
    return desk.page.inner_text("#asked").splitlines()[0]


def test_an_answer_that_got_lost_brings_the_page_back_as_the_program_has_it(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        card = first_card(new_game(desk, "prowadzący"))
        desk.page.locator("button:not([disabled])", has_text="schowaj kartę").wait_for()
        desk.page.route("**/command", lambda route: route.abort(), times=1)
        desk.page.keyboard.press("Enter")
        assert card not in desk.page.inner_text("body")
        desk.see(card).tap("schowaj kartę").see("Bartek")


def test_a_game_that_the_laptop_leads_is_in_the_terminal_and_the_page_says_so(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        new_game(desk, "klawisze")
        look_at_cards(desk)
        desk.page.wait_for_selector("text=w oknie terminala")
        desk.sitting.see("Czy wszyscy są gotowi?").type(CTRL_C)
        desk.see("Co robimy?")
        assert "Przerwane" in desk.page.inner_text(".said")
        desk.tap("dalej: ").page.wait_for_selector("text=w oknie terminala")
        desk.sitting.type(CTRL_C)
        desk.see("Co robimy?").tap("koniec")
        assert desk.sitting.end() == 0


def test_enter_in_the_terminal_opens_the_page_again(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        desk.see("Co robimy?").tap("nowa gra").see("W co gramy?")
        desk.page.goto("about:blank")
        desk.sitting.type(ENTER)
        over = time.monotonic() + SECONDS
        while len(desk.addresses) < 2 and time.monotonic() < over:
            time.sleep(0.02)  # there is no event to wait for: it is another process that writes a file
        desk.page.goto(desk.addresses[1])
        desk.see("W co gramy?")


def test_the_first_start_leaves_what_can_wait_to_the_settings(browser: Browser, tmp_path: Path) -> None:
    with at_desk(browser, tmp_path) as desk:
        desk.see("W jakim języku?").press("Enter").see("Co teraz?")
        assert "mikrofon" not in desk.page.inner_text(".said")
        desk.tap("dalej bez dźwięku").see("Co robimy?")
        assert "są w ustawieniach" in desk.page.inner_text(".said")


def test_ctrl_c_in_the_terminal_leads_back_and_then_ends_it(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        desk.see("Co robimy?").tap("nowa gra").see("W co gramy?").tap("Wilkołaki:").see("Gracz 1")
        desk.sitting.type(CTRL_C)
        desk.see("Co robimy?")
        desk.sitting.type(CTRL_C)
        assert desk.sitting.end() == 0


def test_without_a_browser_or_by_choice_the_menu_is_in_the_terminal(home: Path) -> None:
    places, opened = desktop(home)
    for command, around in (((), {"BROWSER": "", "PATH": str(home)}), (("--terminal",), {})):
        with sitting(home, *command, places=places | around) as one:
            one.see("Co robimy? (strzałki").type(ESCAPE)
            assert one.end() == 0
    assert not opened.exists()


def test_it_is_led_by_the_keyboard_alone_and_axe_finds_nothing(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        desk.see("Co robimy?")
        assert serious(desk.page) == []
        for asked in ("W co gramy?", "Gracz 1"):
            desk.press("Enter").see(asked)
            assert serious(desk.page) == []
        for number, name in enumerate(NAMES.split(", "), 2):
            desk.page.keyboard.type(name)
            desk.press("Enter").see(f"Gracz {number}")
        desk.page.keyboard.type("wstecz")
        desk.press("Enter").see("Gracz 6")
        assert "Filip: skreślone." in desk.page.inner_text(".said")
        while desk.page.evaluate("document.activeElement.textContent") != "wstecz":
            desk.page.keyboard.press("Tab")
        desk.press("Space").see("Gracz 5")
        assert measured(desk.page) == []


# ---- Nobody else gets in ----


def asked(address: str, path: str, method: str = "GET", body: str | None = None, **headers: str) -> int:
    """Ask the page's server as somebody else would; give the status."""
    connection = HTTPConnection(address, timeout=10)
    try:
        sent = {key.replace("_", "-"): value for key, value in headers.items()}
        connection.request(method, path, body, sent)
        return connection.getresponse().status
    finally:
        connection.close()


def test_nobody_else_gets_anything_of_it(browser: Browser, home: Path) -> None:
    with at_desk(browser, home) as desk:
        desk.see("Co robimy?")
        host, _, token = desk.address.removeprefix("http://").partition("/#t=")
        assert host.startswith("127.0.0.1:")
        paths = ("/", "/events", "/words", "/static/desk.js")
        assert {asked(host, path) for path in paths} == {401}
        other = new_context(browser).new_page()
        other.goto(desk.address)
        other.wait_for_selector("text=Ten adres już kogoś wpuścił")
        assert "Menu narratora" in other.inner_text("#ask")
        assert other.locator("form").count() == 0, "no code lets anybody in"
        other.context.close()
        assert asked(host, "/command", "POST", "{}", Origin=f"http://{host}") == 401
        assert asked(host, "/enter", "POST", "", Origin=f"http://{host}", X_Token=token) == 401, "it was used"
        [cookie] = desk.page.context.cookies()
        assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
        own = f"{cookie['name']}={cookie['value']}"
        assert asked(host, "/words", Cookie=own) == 200
        answer = json.dumps({"version": desk.version, "do": "leave"})
        assert asked(host, "/command", "POST", answer, Cookie=own, Origin="http://elsewhere.example") == 403
        assert asked(host, "/words", Cookie=own, Host=f"elsewhere.example:{host.partition(':')[2]}") == 421
        desk.see("Co robimy?").tap("koniec")
        assert desk.sitting.end() == 0


def test_its_server_is_for_this_computer_alone(browser: Browser, home: Path) -> None:
    """Whoever asks under an address of this computer in its network finds nobody there."""
    with at_desk(browser, home) as desk:
        port = int(desk.address.removeprefix("http://127.0.0.1:").partition("/")[0])
        others = {one for one in own_addresses() if not one.startswith("127.")} or {"127.0.0.2"}
        for address in others:
            with pytest.raises(ConnectionRefusedError), socket.create_connection((address, port), 5):
                pass


# ---- The desk itself ----


@pytest.fixture
def desk() -> PageDesk:
    return PageDesk()


def put(desk: PageDesk, asked: DeskQuestion) -> tuple[Thread, list[str]]:
    """Have this asked in a thread; and what is answered there, once it is."""
    answers: list[str] = []
    shown = Event()
    thread = Thread(target=lambda: answers.append(desk.put(asked)), daemon=True)
    with desk.subscribed(shown.set):
        thread.start()
        assert shown.wait(60)
    return thread, answers


def test_only_what_is_offered_is_taken_and_only_once(desk: PageDesk) -> None:
    thread, answers = put(desk, DeskQuestion("?", (Choice("1", "one"),)))
    now = json.loads(desk.snapshots["moderator"])["version"]
    run, count = now.split(".")
    for other in (f"{run}.{int(count) - 1}", f"0.{count}", count, int(count)):
        assert desk.command({"version": other, "do": "answer", "said": "1"})[0] == 409
    for said in ("2", 1, None, ["1"]):
        assert desk.command({"version": now, "do": "answer", "said": said})[0] == 409
    assert desk.command({})[0] == 409
    assert desk.command({"version": now, "do": "answer", "said": "1"})[0] == 200
    assert desk.command({"version": now, "do": "answer", "said": "1"})[0] == 409
    thread.join(60)
    assert answers == ["1"]


def test_no_two_runs_have_a_question_of_the_same_version() -> None:
    one, other = (json.loads(PageDesk().snapshots["moderator"])["version"] for _ in range(2))
    assert one != other


def test_what_is_for_one_player_alone_stands_nowhere_afterwards(desk: PageDesk) -> None:
    desk.show("for all")
    thread, _ = put(desk, DeskQuestion("your card: seer", (Choice("", "Enter"),), private=True))
    shown = json.loads(desk.snapshots["moderator"])
    assert (shown["asked"]["text"], shown["said"]) == ("your card: seer", [])
    desk.command({"version": shown["version"], "do": "answer", "said": ""})
    thread.join(60)
    assert "seer" not in desk.snapshots["moderator"]
    assert [one["text"] for one in json.loads(desk.snapshots["moderator"])["said"]] == ["for all"]


def test_what_was_said_about_a_list_goes_with_the_next_answer(desk: PageDesk) -> None:
    for said in ("Do they play: 3 Ola?", "2 Ola", "3 Jan"):
        desk.show(said)
        thread, _ = put(desk, DeskQuestion("Player 4", field="rows"))
        shown = json.loads(desk.snapshots["moderator"])
        assert [one["text"] for one in shown["said"]] == [said]
        desk.command({"version": shown["version"], "do": "answer", "said": "no 3"})
        thread.join(60)
