"""Coming in with a code: at one scan, for some minutes, and so that it stays in no address."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from narrator.page.access import ALIKE, AWAY, DEVICES, GUESSES, Access, Device, Full
from narrator.page.codes import LIVES, Scope
from narrator.page.console import Console
from narrator.page.door import TOKEN
from narrator.page.guard import SEALS

from tests.page import snapshots
from tests.page.asking import Answer, Asking, addresses, asking
from tests.page.browsing import new_context
from tests.page.served import Served
from tests.page.shown import show


def bring(client: Asking, token: str, **headers: str) -> Answer:
    """Bring a token as the door's script does."""
    return client.ask("/enter", "POST", "", **{TOKEN: token}, **headers)


@pytest.mark.parametrize(("scope", "path"), [("moderator", "/"), ("room", "/room")])
def test_one_scan_lets_in_and_the_token_leaves_the_address(
    tmp_path: Path, browser: Browser, scope: Scope, path: str
) -> None:
    with asking(tmp_path) as client:
        token = client.access.new_token(scope)
        page = new_context(browser).new_page()
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url + str(request.headers.get("referer", ""))))
        for _ in range(2):  # once more when the device is in
            page.goto(f"http://{client.host}{path}#t={token}")
            page.wait_for_selector(".page" if scope == "moderator" else "main.room, main.night")
            page.wait_for_url(f"http://{client.host}{path}")
            page.goto("about:blank")
        assert not any(token in one for one in sent)
        page.context.close()


def test_the_console_of_a_browser_tells_of_no_seal_that_the_page_itself_breaks(
    tmp_path: Path, browser: Browser
) -> None:
    with asking(tmp_path) as client:
        page, told = new_context(browser).new_page(), list[str]()
        page.on("console", lambda message: told.append(message.text))
        page.goto(f"http://{client.host}/")
        page.wait_for_selector("form")
        page.goto("about:blank")
        page.goto(f"http://{client.host}/#t={client.access.new_token('moderator')}")
        page.wait_for_selector(".page")
        page.context.close()
    assert [one for one in told if "Policy" in one] == []
    assert "cross-origin-opener-policy" not in SEALS, "browsers tell of it over plain http, and do not obey it"


def test_a_browser_without_scripts_is_told_so(tmp_path: Path, browser: Browser) -> None:
    with asking(tmp_path) as client:
        page = new_context(browser, java_script_enabled=False).new_page()
        page.goto(f"http://{client.host}/#t={client.access.new_token('moderator')}")
        assert "Włącz JavaScript" in page.inner_text("body")
        page.context.close()


def test_a_wrong_token_is_told_in_words(tmp_path: Path, browser: Browser) -> None:
    with asking(tmp_path) as client:
        page = new_context(browser).new_page()
        page.goto(f"http://{client.host}/#t=wrong")
        page.wait_for_selector("#why:not(:empty)")
        assert "Ten kod nie pasuje" in page.inner_text("main")
        page.context.close()


@pytest.mark.parametrize(("scope", "path"), [("moderator", "/"), ("moderator", "/room"), ("room", "/room")])
def test_a_dead_token_in_the_address_leaves_in_whoever_is_in_and_counts_all_the_same(
    tmp_path: Path, scope: Scope, path: str
) -> None:
    with asking(tmp_path) as client:
        client.enter(scope)
        inside = client.access.devices
        for tried in range(1, GUESSES + 3):  # also once nothing is heard from this address any more
            status, text, headers = client.ask(f"{path}?t=wrong")
            assert (status, f'url={path}"' in text, "set-cookie" in headers) == (200, True, False)
            assert client.access.lately()[0] == min(tried, GUESSES)
        assert client.access.devices == inside
        assert client.ask(path)[0] == 200
        client.cookie = ""
        assert client.ask(f"{path}?t=wrong")[0] == 429


def test_a_dead_token_shows_no_page_to_a_device_that_may_not_see_it(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        client.enter("room")
        status, text, _ = client.ask("/?t=wrong")
        assert (status, "Ten kod nie pasuje" in text) == (401, True)
        thrown_out = client.access.devices[0]
        client.access.throw_out(thrown_out)
        assert client.ask("/room?t=wrong")[0] == 401


def test_a_page_at_a_dead_address_opens_for_a_device_that_is_in(tmp_path: Path, browser: Browser) -> None:
    with asking(tmp_path) as client:
        page = new_context(browser).new_page()
        page.goto(f"http://{client.host}/#t={client.access.new_token('moderator')}")
        page.wait_for_selector(".page")
        for dead in ("?t=wrong", "#t=wrong"):
            page.goto("about:blank")
            page.goto(f"http://{client.host}/{dead}")
            page.wait_for_selector(".page")
            page.wait_for_url(f"http://{client.host}/")
        page.context.close()


def test_a_token_works_for_some_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    access = Access(tmp_path / "devices.json")
    token, now = access.new_token("moderator"), time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + LIVES - 1)
    assert access.enter(token, "?", "10.0.0.1")
    monkeypatch.setattr(time, "monotonic", lambda: now + LIVES + 1)
    assert access.enter(token, "?", "10.0.0.1") is None


def crowd(access: Access, *, there: bool, many: int = DEVICES) -> list[Device]:
    """Let strangers in with the room's code, each of another kind; `there`: with a page open."""
    token, before = access.new_token("room"), {*access.devices}
    for number in range(many):
        access.enter(token, f"Chrome {number}", f"10.1.{number // 250}.{number % 250}")
        for device in {*access.devices} - before if there else ():
            access.present(device).__enter__()
        before = {*access.devices}
    return access.devices


def test_whoever_watches_keeps_the_place_however_many_come(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        client.enter("room")
        first = client.access.devices[0]
        coming = client.snapshots("/room/events")
        next(coming)  # the television is on
        crowd(client.access, there=False, many=3 * DEVICES)
        assert first in client.access.devices
        assert len(client.access.devices) == DEVICES
        coming.close()
        crowd(client.access, there=False, many=3 * DEVICES)
        assert first in client.access.devices  # it may be back in a moment


def test_the_newest_waits_where_all_places_are_taken_and_is_told_so(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        inside = crowd(client.access, there=True)
        status, text, _ = bring(client, client.access.new_token("room"))
        assert (status, "Wszystkie miejsca są zajęte" in json.loads(text)["why"]) == (503, True)
        status, text, _ = client.ask(f"/room?t={client.access.short_code('room')}")
        assert (status, "Wszystkie miejsca są zajęte" in text) == (503, True)
        assert client.access.devices == inside
        client.enter("moderator")  # they have places of their own


def test_a_code_for_one_is_good_still_once_there_is_a_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    access, clock = Access(tmp_path / "devices.json"), time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: clock)
    crowd(access, there=False)
    with ExitStack() as watching:
        for device in access.devices:
            watching.enter_context(access.present(device))
        token = access.token_for_one("room")
        with pytest.raises(Full):
            access.enter(token, "Firefox", "10.0.0.1")
    clock += AWAY
    assert access.enter(token, "Firefox", "10.0.0.1")
    assert access.enter(token, "Firefox", "10.0.0.1") is None


def test_who_was_away_longest_makes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    access, clock = Access(tmp_path / "devices.json"), time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: clock)
    inside = crowd(access, there=False)
    for number in (5, *range(5), *range(6, DEVICES)):
        clock += 1
        with access.present(inside[number]):
            pass
    clock += AWAY - DEVICES / 2
    access.enter(access.new_token("room"), "Firefox", "10.0.0.1")
    assert {*inside} - {*access.devices} == {inside[5]}


def test_another_origin_brings_no_token(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        token = client.access.new_token("moderator")
        for origin in ("http://evil.example", "null"):
            assert bring(client, token, Origin=origin)[0] == 403
        status, text, headers = bring(client, token)
        assert (status, json.loads(text)) == (200, {"path": "/"})
        assert "httponly" in headers["set-cookie"].lower()


def test_whoever_shares_an_address_with_a_guesser_gets_in_with_the_code(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        assert [bring(client, f"guess{number}")[0] for number in range(GUESSES + 1)] == [401] * GUESSES + [429]
        assert bring(client, client.access.short_code("moderator"))[0] == 429  # that one could be guessed
        assert bring(client, client.access.new_token("moderator"))[0] == 200
        assert client.access.lately()[0] == GUESSES


def test_the_list_of_devices_can_be_read_whoever_comes_in_again_and_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with asking(tmp_path) as client:
        cookie = client.enter()
        token = client.access.new_token("room")
        for _ in range(2 * DEVICES):
            client.access.enter(token, "Chrome, Android", "10.0.0.7")
        console = Console(
            client.game.leading, client.access, client.game.leading.game.texts, addresses(client.host), shared=True
        )
        assert [line.split(",")[0][:9] for line in console._listed()] == ["1. ?", "2. Chrome"]
        assert len(client.access.devices) == 1 + ALIKE
        for number in range(2 * DEVICES):
            client.access.enter(token, "Chrome", f"10.0.1.{number}")
        assert len(client.access.devices) == 1 + DEVICES
        assert client.access.known(cookie.partition("=")[2])  # the moderator stays in
        console._throw_out("2")
        assert "Wyrzucone" in capsys.readouterr().out


def test_a_slip_stands_with_the_devices_and_only_what_goes_on_is_told_above_the_page(
    page: Page, served: Served
) -> None:
    moments = snapshots.every()
    above = page.locator(".warnings", has_text="Ktoś próbuje wejść bez kodu")
    show(page, served, moments["seat"] | {"strangers": 2})
    assert not above.is_visible()
    page.click("[data-tool=menu]")
    page.click("[data-open=invite]")
    page.get_by_text("Ktoś próbuje wejść bez kodu: 2.").wait_for()
    page.keyboard.press("Escape")
    show(page, served, moments["show"] | {"strangers": 9})
    assert not above.is_visible(), "a player is looking at the page"
    show(page, served, moments["seat"] | {"strangers": 9})
    page.click(".warnings [data-known]")
    assert not above.is_visible()
    show(page, served, moments["yes-no"] | {"strangers": 9})
    assert not above.is_visible()
    show(page, served, moments["yes-no"] | {"strangers": 12})
    assert above.is_visible()
