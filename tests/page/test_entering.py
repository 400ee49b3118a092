"""Coming in with a code: at one scan, for some minutes, and so that it stays in no address."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from narrator.page import access as access_of
from narrator.page.access import ALIKE, DEVICES, GUESSES, Access
from narrator.page.console import Console
from narrator.page.door import TOKEN

from tests.page.asking import Answer, Asking, asking


def bring(client: Asking, token: str, **headers: str) -> Answer:
    """Bring a token as the door's script does."""
    return client.ask("/enter", "POST", "", **{TOKEN: token}, **headers)


@pytest.mark.parametrize(("scope", "path"), [("moderator", "/"), ("room", "/room")])
def test_one_scan_lets_in_and_the_token_leaves_the_address(
    tmp_path: Path, browser: Browser, scope: access_of.Scope, path: str
) -> None:
    with asking(tmp_path) as client:
        token = client.access.new_token(scope)
        page = browser.new_context().new_page()
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url + str(request.headers.get("referer", ""))))
        for _ in range(2):  # once more when the device is in
            page.goto(f"http://{client.host}{path}#t={token}")
            page.wait_for_selector(".page" if scope == "moderator" else "main.room, main.night")
            page.wait_for_url(f"http://{client.host}{path}")
            page.goto("about:blank")
        assert not any(token in one for one in sent)
        page.context.close()


def test_a_browser_without_scripts_is_told_so(tmp_path: Path, browser: Browser) -> None:
    with asking(tmp_path) as client:
        page = browser.new_context(java_script_enabled=False).new_page()
        page.goto(f"http://{client.host}/#t={client.access.new_token('moderator')}")
        assert "Włącz JavaScript" in page.inner_text("body")
        page.context.close()


def test_a_wrong_token_is_told_in_words(tmp_path: Path, browser: Browser) -> None:
    with asking(tmp_path) as client:
        page = browser.new_context().new_page()
        page.goto(f"http://{client.host}/#t=wrong")
        page.wait_for_selector("#why:not(:empty)")
        assert "Ten kod nie pasuje" in page.inner_text("main")
        page.context.close()


def test_a_token_works_for_some_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    access = Access(tmp_path / "devices.json")
    token, now = access.new_token("moderator"), time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + access_of.LIVES - 1)
    assert access.enter(token, "?", "10.0.0.1")
    monkeypatch.setattr(time, "monotonic", lambda: now + access_of.LIVES + 1)
    assert access.enter(token, "?", "10.0.0.1") is None


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
        console = Console(client.game.leading, client.access, client.game.leading.texts, client.host, shared=True)
        assert [line.split(",")[0][:9] for line in console._listed()] == ["1. ?", "2. Chrome"]
        assert len(client.access.devices) == 1 + ALIKE
        for number in range(2 * DEVICES):
            client.access.enter(token, "Chrome", f"10.0.1.{number}")
        assert len(client.access.devices) <= DEVICES
        assert client.access.known(cookie.partition("=")[2])  # the moderator stays in
        console._throw_out("2")
        assert "Wyrzucone" in capsys.readouterr().out
