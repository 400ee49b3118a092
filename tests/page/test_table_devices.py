"""Who may do what at a game that lies on the table, on which device; and any game may lie there."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from narrator.computer.texts import texts_of
from narrator.cues import Ask
from narrator.games import registry
from narrator.page.access import Access
from narrator.page.console import Console
from narrator.texts import message

from tests.harvest import Harvest, HarvestPackage, State
from tests.page.asking import Asking, addresses, asking
from tests.page.led import led
from tests.page.shown import measured, serious
from tests.page.tables import FLUXX, HARVEST, Finger, table, turn, visited

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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
        found.game.leading.commands.invitation = lambda scope, **_: {"scope": scope}
        assert found.game.send("invite", to="table")[0] == 409
        assert found.game.send("invite", to="room")[0] == 200


@pytest.mark.parametrize(("setup", "at_table"), [(FLUXX, True), ("", False)])
def test_the_code_in_the_terminal_lets_phones_in_at_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], setup: str, at_table: bool
) -> None:
    where = table(tmp_path, setup) if setup else "small"
    with led(tmp_path / "a.jsonl", where) as game:
        access = Access(tmp_path / "devices.json")
        Console(game.leading, access, game.leading.game.texts, addresses("10.0.0.2:8144"), shared=True).invite_all()
        told = capsys.readouterr().out
        *_, last = re.findall(r"(Strona \S+ ?\S*) \(.*:\shttp://10.0.0.2:8144/#t=(\S+)", told)
        assert last[0].startswith("Strona na stół") == at_table
        entered = access.enter(last[1], "phone", "10.0.0.3")
        assert entered is not None
        assert entered[0] == ("table" if at_table else "moderator")
        assert ("Każdy może dotykać" in told, "widzi wszystkie tajemnice" in told) == (at_table, not at_table)


@pytest.mark.parametrize("language", ["en", "pl", "sv"])
def test_an_address_in_the_terminal_is_whole_and_no_line_goes_beyond_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with led(tmp_path / "a.jsonl", table(tmp_path, FLUXX)) as game:
        access = Access(tmp_path / "devices.json")
        console = Console(game.leading, access, texts_of(language), addresses("192.168.100.200:8144"), shared=True)
        console.computer = lambda: [message("screen.may-sleep")]
        console.invite_all()
        console._look()
    lines = capsys.readouterr().out.splitlines()
    assert sum(bool(re.fullmatch(r"http://192.168.100.200:8144/(room)?#t=[\w-]{16}", line)) for line in lines) == 3
    assert [line for line in lines if len(line) > 79] == []


def test_its_page_has_no_menu_of_a_moderator(browser: Browser, served_game: Asking) -> None:
    served_game.game.leading.commands.invitation = lambda scope, **_: {"rows": ["1"], "place": scope, "code": "X"}
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
