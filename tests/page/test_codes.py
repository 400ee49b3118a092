"""What the terminal shows beside a page: addresses, a code that a phone reads, devices, strangers."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import sys
import time
from pathlib import Path
from typing import get_args

import pytest
import segno
from playwright.sync_api import Browser, Page

from narrator.computer import network
from narrator.computer.network import PORT
from narrator.computer.texts import texts_of
from narrator.errors import NarratorError
from narrator.page.access import GUESSES, Access
from narrator.page.codes import LIVES, TRIES, Scope
from narrator.page.console import REMATCH, Console, code, matrix
from narrator.page.guard import browser
from narrator.page.serving import listening

from tests.page.asking import Asking, addresses, asking
from tests.page.browsing import new_page
from tests.page.served import Served
from tests.page.shown import measured, sent, serious
from tests.page.tables import FLUXX


def test_the_code_is_drawn_in_the_terminal() -> None:
    drawn = code("http://192.168.1.20:8144/?t=abc", coloured=False)
    lines = drawn.splitlines()
    assert 12 < len(lines) < 30
    assert max(map(len, lines)) < 60
    assert lines[0].strip("█") == "", "its margin is light where letters are"


def test_the_code_is_black_on_white_in_every_terminal() -> None:
    """In a light terminal it would be inverted, which not every camera takes."""
    url = "http://192.168.1.20:8144/?t=abc"
    lines = code(url, coloured=True).splitlines()
    assert all(line.startswith("\x1b[38;5;16;48;5;231m") and line.endswith("\x1b[0m") for line in lines)
    inner = [line.removeprefix("\x1b[38;5;16;48;5;231m").removesuffix("\x1b[0m") for line in lines]
    assert inner[0].strip() == "", "its margin is white"
    halves = [(sign in "▀█", sign in "▄█") for row in inner for sign in row]
    width = len(inner[0])
    rows = [row for at in range(0, len(halves), width) for row in zip(*halves[at : at + width], strict=True)]
    expected = [tuple(map(bool, row)) for row in segno.make(url, error="l", micro=False).matrix_iter(border=2)]
    assert rows[: len(expected)] == expected


def test_a_taken_port_is_told_and_the_usual_one_gives_way() -> None:
    texts = texts_of("pl")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        with pytest.raises(NarratorError, match=f"Port {number} jest zajęty"):
            listening(number, shared=False, texts=texts)
    first = listening(0, shared=False, texts=texts)
    second = listening(0, shared=False, texts=texts)
    with first, second:
        assert first.getsockname()[1] != second.getsockname()[1]
        assert PORT in (first.getsockname()[1], second.getsockname()[1]) or first.getsockname()[1] > 1024
        assert {first.getsockname()[0], second.getsockname()[0]} == {"127.0.0.1"}


def test_only_a_shared_page_can_be_reached_from_elsewhere() -> None:
    with listening(0, shared=True, texts=texts_of("pl")) as bound:
        assert bound.getsockname()[0] == "0.0.0.0"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) AppleWebKit/605 Safari/604", "Safari, iPhone"),
        ("\x1b]0;x\x07<script>", "?"),
        ("", "?"),
    ],
)
def test_a_browser_has_a_short_name(agent: str, name: str) -> None:
    assert browser(agent) == name


def test_devices_and_strangers_are_told_and_one_is_thrown_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with asking(tmp_path) as client:
        console = Console(client.game.leading, client.access, texts_of("pl"), addresses(client.host), shared=False)
        client.enter()
        client.ask("/?t=wrong")
        console._look()
        said = capsys.readouterr().out
        assert "1. ?, 127.0.0.1" in said
        assert "Próby wejścia bez kodu: 1," in said
        console._throw_out("7")
        assert "Nie ma urządzenia o numerze 7" in capsys.readouterr().out
        console._throw_out("1")
        again = capsys.readouterr().out
        assert "Wyrzucone: ?" in again
        assert f"http://{client.host}/#t=" in again
        assert client.ask("/")[0] == 401


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
def test_what_is_typed_after_a_game_is_for_the_next_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pty

    outer, inner = pty.openpty()
    with asking(tmp_path) as client, os.fdopen(inner, "r") as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        game = client.game.leading.game
        for _ in range(2):
            game.wanted = REMATCH
            assert shared(client).run() == REMATCH
        game.wanted = ""
        os.write(outer, f"{game.texts.word('lead.stop').split()[0]}\n".encode())
        assert shared(client).run() == ""
    os.close(outer)


def test_a_damaged_file_of_devices_lets_nobody_in(tmp_path: Path) -> None:
    for spoilt in (b"", b"[]", b'{"devices": [1]}', b'{"devices": [{"key": "x"}]}', b"\xff"):
        (tmp_path / "devices.json").write_bytes(spoilt)
        assert Access(tmp_path / "devices.json").devices == []


def shared(client: Asking) -> Console:
    return Console(client.game.leading, client.access, texts_of("pl"), addresses(client.host), shared=True)


def typed_code(said: str, where: str) -> str:
    found = re.search(rf"{where}.*?kod ([A-Z0-9]+) ", said.replace("\n", " "))
    assert found, said
    return found[1]


def test_a_short_code_is_shown_again_and_lets_in_at_the_bare_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with asking(tmp_path) as client:
        console = shared(client)
        console._obey("z")
        said = capsys.readouterr().out
        assert "▀" in said
        first = typed_code(said, "Bez aparatu")
        assert 4 <= len(first) <= 6
        console._obey("z")
        second = typed_code(capsys.readouterr().out, "Bez aparatu")
        assert client.ask(f"/?t={first}")[0] == 401, "the last one counts"
        status, text, _ = client.ask("/")
        assert (status, "Wpisz kod" in text, 'name="t"' in text) == (401, True, True)
        status, _, headers = client.ask(f"/?t={second[:2].lower()}%20{second[2:].lower()}")
        assert status == 200
        client.cookie = headers["set-cookie"].partition(";")[0]
        assert client.ask("/events")[0] == 200


def test_a_television_has_a_short_code_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with asking(tmp_path) as client:
        shared(client)._obey("z")
        status, text, headers = client.ask(f"/?t={typed_code(capsys.readouterr().out, 'Na telewizorze')}")
        assert status == 200
        assert 'url=/room"' in text
        client.cookie = headers["set-cookie"].partition(";")[0]
        assert client.ask("/events")[0] == 401


def test_a_short_code_dies_of_age_and_of_guesses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    access = Access(tmp_path / "devices.json")
    code = access.short_code("moderator")
    for number in range(TRIES["moderator"] - 1):  # from many addresses
        assert access.enter(f"W{number}", "?", f"10.0.0.{number}") is None
    assert access.enter(code, "?", "10.0.1.1") is not None
    assert access.enter("WRONG", "?", "10.0.1.2") is None
    assert access.enter(code, "?", "10.0.1.3") is None
    code, now = access.short_code("moderator"), time.monotonic()
    room = access.short_code("room")
    assert all(access.enter(room, "?", f"10.0.3.{number}") for number in range(TRIES["moderator"] + 1))
    assert access.enter(code, "?", "10.0.2.0") is not None  # a right code of one kind is no guess at the other
    monkeypatch.setattr(time, "monotonic", lambda: now + LIVES + 1)
    assert access.enter(code, "?", "10.0.2.1") is None


def test_whoever_brings_a_wrong_code_is_told_so_in_the_tables_language(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        for path in ("/", "/room"):
            status, text, headers = client.ask(f"{path}?t=AAAAA")
            assert status == 401
            assert "Ten kod nie pasuje" in text
            assert "style-src 'sha256-" in headers["content-security-policy"]
            assert headers["cache-control"] == "no-store"
            assert "set-cookie" not in headers
        for _ in range(GUESSES):
            client.ask("/?t=AAAAA")
        assert client.ask("/?t=AAAAA")[:1] == (429,)
        assert "Poczekaj" in client.ask("/?t=AAAAA")[1]


@pytest.mark.parametrize("scope", get_args(Scope))
def test_every_kind_of_device_has_a_name_in_the_terminal(
    tmp_path: Path, scope: Scope, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game that began with players' phones may be led from a page later."""
    with asking(tmp_path) as client:
        assert client.access.enter(client.access.new_token(scope), "Firefox", "192.0.2.7")
        shared(client)._look()
        assert "Firefox" in capsys.readouterr().out


def test_a_device_that_comes_in_takes_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A list of all would push the code out of sight."""
    with asking(tmp_path) as client:
        console = shared(client)
        for _ in range(4):
            client.enter()
            client.cookie = ""
        console._look()
        capsys.readouterr()
        client.enter()
        console._look()
        assert capsys.readouterr().out.count("\n") == 1
        console._obey("u")
        assert "127.0.0.1" in (listed := capsys.readouterr().out)
        assert "×5" in listed


def test_the_door_is_calm_and_axe_finds_nothing_serious(tmp_path: Path, browser: Browser) -> None:
    with asking(tmp_path) as client:
        page = new_page(browser, viewport={"width": 360, "height": 740})
        page.goto(f"http://{client.host}/")
        form = page.locator("form").bounding_box()
        assert form is not None
        assert form["x"] >= 20
        assert form["x"] + form["width"] <= 340
        assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(12, 13, 16)"
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
        page.fill("#code", client.access.short_code("moderator"))
        page.click("button")
        page.wait_for_selector(".page[data-version]")
        assert page.url == f"http://{client.host}/"
        page.close()


@pytest.mark.parametrize(
    ("system", "command", "told", "name"),
    [
        ("linux", "iwgetid", "Dom Ktulu\n", "Dom Ktulu"),
        ("linux", "nmcli", "no:Obca\nyes:Dom Ktulu\n", "Dom Ktulu"),
        ("darwin", "networksetup", "Current Wi-Fi Network: Dom Ktulu\n", "Dom Ktulu"),
        ("darwin", "networksetup", "You are not associated with an AirPort network.\n", ""),
        ("win32", "netsh", "    SSID                   : Dom Ktulu\n    BSSID : 1\n", "Dom Ktulu"),
        ("plan9", "", "", ""),
    ],
)
def test_the_network_has_a_name_if_the_system_tells_it(
    system: str, command: str, told: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(shutil, "which", lambda one: one == command or None)
    monkeypatch.setattr(network, "said_by", lambda _: told)
    assert network.network_name() == name


def test_the_page_itself_invites_one_more_device(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        client.enter()
        command = {"id": "i1", "version": client.game.now["version"], "do": "invite", "to": "moderator"}
        status, text, _ = client.ask("/command", "POST", command)
        assert (status, "narrator resume --share" in text) == (409, True), "nobody else can reach this page"
        client.game.leading.commands.invitation = shared(client).invitation
        told = json.loads(client.ask("/command", "POST", command | {"id": "i2"})[1])
        assert len({len(told["rows"])} | {len(row) for row in told["rows"]}) == 1
        assert told["place"] == client.host
        client.cookie = ""
        assert client.ask(f"/?t={told['code']}")[0] == 200


def test_the_page_lists_who_is_in_and_throws_one_out(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        television, own = client.enter("room"), client.enter()
        assert client.ask("/devices", Cookie=television)[0] == 401
        client.game.leading.commands.throw_out = shared(client).throw_out
        listed = json.loads(client.ask("/devices")[1])["devices"]
        assert [(one["scope"], one["own"]) for one in listed] == [("room", False), ("moderator", True)]
        command = {"id": "o1", "version": "", "do": "throw-out", "device": listed[0]["key"]}
        coming = client.snapshots("/events")
        assert client.ask("/command", "POST", command)[0] == 200
        assert client.ask("/command", "POST", command | {"id": "o2"})[0] == 409, "it is out already"
        coming.close()
        assert client.ask("/room", Cookie=television)[0] == 401
        assert client.ask("/devices", Cookie=own)[0] == 200


@pytest.mark.parametrize("scope", ["table", "room", "moderator"])
def test_no_code_from_before_lets_in_who_was_thrown_out(tmp_path: Path, scope: Scope) -> None:
    access = Access(tmp_path / "devices.json")
    codes = [access.new_token(scope), access.token_for_one(scope), access.short_code(scope)]
    other: Scope = "room" if scope == "table" else "table"
    others = [access.new_token(other), access.token_for_one(other), access.short_code(other)]
    assert access.enter(access.token_for_one(scope), "phone", "10.0.0.3")
    access.throw_out(access.devices[0])
    assert [access.enter(code, "phone", "10.0.0.3") for code in codes] == [None, None, None]
    assert all(access.enter(code, "tablet", "10.0.0.4") for code in others)


def test_who_was_thrown_out_hears_and_does_nothing_more(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        client.enter("table")
        connection, stream = client.begin("/room/events")
        assert stream.readline().startswith(b"data: ")
        client.access.throw_out(client.access.devices[0])
        while stream.readline():
            pass  # what was on its way
        stream.close()
        connection.close()
        sent = {"id": "x", "version": client.game.now["version"], "do": "answer", "said": "1"}
        assert [client.ask(path)[0] for path in ("/", "/events", "/words")] == [401, 401, 401]
        assert client.ask("/command", "POST", sent)[0] == 401


@pytest.mark.parametrize(("setup", "title"), [(FLUXX, "Dosiądź się do stołu"), ("", "Strona prowadzącego")])
def test_the_door_says_whose_page_it_is(tmp_path: Path, setup: str, title: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(setup, encoding="utf-8")
    with asking(tmp_path, setup=str(file) if setup else "small") as client:
        for path in ("/", "/?t=AAAAA"):
            assert f"<h1>{title}</h1>" in client.ask(path)[1]


def test_a_device_is_thrown_out_by_two_taps_in_the_menu(page: Page, served: Served) -> None:
    page.click("[data-tool=menu]")
    page.click("dialog [data-open=invite]")
    page.wait_for_selector(".devices li")
    assert "to urządzenie" in page.inner_text(".devices li:first-child")
    assert page.locator(".devices button").count() == 1
    assert measured(page) == []
    page.click("[data-out=b2]")
    assert served.commands == []
    page.click("[data-out=b2]")
    assert sent(page, served, 1)[-1]["device"] == "b2"


def test_the_code_on_the_page_is_black_on_white(page: Page, served: Served) -> None:
    rows = ["".join(map(str, row)) for row in matrix("http://192.168.1.20:8144/?t=abc")]
    served.answer = (200, {"ok": True, "rows": rows, "place": "192.168.1.20:8144", "code": "ACDEF"})
    page.click("[data-tool=menu]")
    page.click("dialog [data-open=invite]")
    page.click("dialog [data-invite=room]")
    page.wait_for_selector("dialog svg.code path")
    assert "192.168.1.20:8144" in page.inner_text("dialog .typed-code")
    assert (page.get_attribute("svg.code path", "d") or "").count("M") == sum(row.count("1") for row in rows)
    assert (served.commands[-1]["do"], served.commands[-1]["to"]) == ("invite", "room")
    assert measured(page) == []
    assert serious(page) == []
