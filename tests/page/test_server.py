"""Nobody else gets in: strangers, other origins, other hosts, guessing; and every answer is sealed."""

from __future__ import annotations

import gzip
import json
import logging
import re
import socket
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from pathlib import Path
from threading import Event

import pytest

from narrator.page import connections, server
from narrator.page.access import GUESSES, Access
from narrator.page.door import SEAL
from narrator.page.guard import SEALS
from narrator.page.server import STATIC

from tests.page.asking import Asking, asking

PATHS = [
    "/",
    "/room",
    "/words",
    "/events",
    "/room/events",
    "/past",
    "/command",
    "/static/page.js",
    "/nothing",
    "/docs",
]
METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]


def command(client: Asking, **more: object) -> dict[str, object]:
    return {"id": "x", "version": client.game.now["version"], "do": "go", **more}


def test_a_stranger_is_refused_on_every_route(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        for path in PATHS:
            for method in METHODS:
                body = command(client) if method in ("POST", "PUT") else None
                status, text, headers = client.ask(path, method, body)
                assert status in (401, 403), (method, path)
                assert "set-cookie" not in headers
                assert "Szeryf" not in text
        assert client.game.now["now"]["kind"] == "ready"


def test_every_static_file_is_refused_too(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        for file in STATIC.rglob("*"):
            if file.is_file():
                assert client.ask(f"/static/{file.relative_to(STATIC).as_posix()}")[0] == 401


def test_nothing_outside_the_static_folder_is_served(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        client.enter()
        for name in (
            "%00",
            "x" * 300,
            "../server.py",
            "..%2fserver.py",
            "%2e%2e/server.py",
            "/etc/passwd",
            "..\\server.py",
            "",
        ):
            assert client.ask(f"/static/{name}")[0] == 404, name


def test_a_token_lets_in_once_it_is_shown_and_leaves_the_address(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        token = client.access.new_token("moderator")
        status, text, headers = client.ask(f"/?t={token}")
        assert status == 200
        assert token not in text
        assert 'url=/"' in text
        cookie = headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        client.cookie = headers["set-cookie"].partition(";")[0]
        assert [client.ask(path)[0] for path in ("/", "/words", "/past", "/room")] == [200] * 4
        assert token not in json.dumps(client.game.now)


def test_only_hashes_are_kept_and_for_this_user_alone(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        cookie = client.enter().partition("=")[2]
        file = tmp_path / "pages" / "devices.json"
        assert cookie not in file.read_text()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        again = Access(file)
        assert again.known(cookie) is not None
        assert again.known(cookie[:-1]) is None


def test_a_device_of_the_room_sees_the_room_alone(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        client.enter("room")
        allowed = [path for path in PATHS if client.ask(path)[0] == 200]
        assert allowed == [path for path in ("/room", "/words", "/room/events", "/static/page.js") if path in allowed]
        assert "/room" in allowed
        assert client.ask("/command", "POST", command(client))[0] == 401
        assert next(client.snapshots("/room/events"))["seats"] is not None


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "", "https://127.0.0.1"])
def test_another_origin_cannot_send_a_command(tmp_path: Path, origin: str) -> None:
    with asking(tmp_path) as client:
        client.enter()
        before = client.game.now["version"]
        assert client.ask("/command", "POST", command(client), Origin=origin)[0] == 403
        assert client.game.now["version"] == before
        assert client.ask("/command", "POST", command(client), Sec_Fetch_Site="cross-site")[0] == 403
        assert client.ask("/events", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="cors")[0] == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "evil.example:80", "localhost.evil.example", "[::1]:8144"]
)
def test_another_host_is_refused(tmp_path: Path, host: str) -> None:
    with asking(tmp_path) as client:
        client.enter()
        assert client.ask("/", Host=host)[0] == 421


def test_guessing_is_limited_and_told(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        token = client.access.new_token("moderator")
        assert [client.ask(f"/?t=guess{number}")[0] for number in range(GUESSES)] == [401] * GUESSES
        assert client.ask("/?t=guess")[0] == 429
        assert client.ask(f"/?t={token}")[0] == 200  # which nobody guesses
        count, address = client.access.lately()
        assert (count, address) == (GUESSES, "127.0.0.1")


def test_whoever_is_in_stays_in_while_others_guess(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        cookie = client.enter()
        for number in range(2 * GUESSES):
            client.ask(f"/?t=guess{number}")
        assert client.ask("/")[0] == 200
        client.cookie = ""
        for _ in range(2 * GUESSES):  # tabs of an older game
            assert client.ask("/words", Cookie=f"{cookie}x")[0] == 401
        assert client.access.lately()[0] == GUESSES


@pytest.mark.parametrize("how", ["iframe", "image", ""])
def test_another_sites_page_cannot_even_guess(tmp_path: Path, how: str) -> None:
    with asking(tmp_path) as client:
        token = client.access.new_token("moderator")
        asked = client.ask(f"/?t={token}", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate", Sec_Fetch_Dest=how)
        assert asked[0] == 403
        clicked = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Dest": "document", "Sec_Fetch_User": "?1"}
        assert client.ask(f"/?t={token}", **clicked)[0] == 200
        assert client.access.lately()[0] == 0


def test_the_token_that_the_browser_is_started_with_lets_one_in(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        token = client.access.token_for_one("moderator")
        assert [client.ask(f"/?t={token}")[0] for _ in range(2)] == [200, 401]


def test_the_rooms_beats_do_not_tell_when_somebody_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "BEAT", 0.5)
    with asking(tmp_path) as client, ThreadPoolExecutor(1) as people:
        client.game.go_to("Kogo zamyka szeryf?")
        client.enter("room")
        connection, response = client.begin("/room/events")
        enough = Event()

        def answer_all_the_time() -> None:
            while not enough.wait(0.02):
                client.game.leading.broadcast.tell(room=True)

        people.submit(answer_all_the_time)
        try:  # a wait that began anew with each answer would never end
            beats = (line for line in iter(response.readline, b"") if line.startswith(b"event: beat"))
            assert len([*islice(beats, 2)]) == 2
        finally:
            enough.set()
            connection.close()


def test_connections_that_ask_for_nothing_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADERS", 0.3)
    with asking(tmp_path) as client:
        number = int(client.host.rpartition(":")[2])
        idle = [socket.create_connection(("127.0.0.1", number)) for _ in range(connections.STRANGERS + 20)]
        for one in idle:
            one.settimeout(10)
            with suppress(ConnectionError):
                assert one.recv(1) == b""
            one.close()
        client.enter()
        assert client.ask("/")[0] == 200


def test_who_is_thrown_out_sees_nothing_more(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        token = client.access.new_token("moderator")
        client.cookie = client.ask(f"/?t={token}")[2]["set-cookie"].partition(";")[0]
        seen = client.snapshots()
        assert next(seen)["seats"]
        client.access.throw_out(client.access.devices[0])
        client.game.leading.publish()
        assert [*seen] == []
        assert client.ask("/")[0] == 401
        client.cookie = ""
        assert client.ask(f"/?t={token}")[0] == 401


def test_files_are_kept_by_a_browser_for_as_long_as_they_are_the_same(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        client.enter()
        for page in ("/", "/room"):
            status, text, headers = client.ask(page)
            assert (status, headers["cache-control"]) == (200, "no-store")
            files = re.findall(r'(?:src|href)="(/static/[^"]+)"', text)
            assert len(files) > 2
            assert {file.split("/")[2] for file in files} == {server.edition()}
            for file in files:
                status, _, headers = client.ask(file)
                assert (status, "immutable" in headers["cache-control"]) == (200, True), file
        assert client.ask("/static/page.js")[2]["cache-control"] == "no-store"
        assert client.ask("/static/0123456789ab/page.js")[0] == 404
        assert client.ask(f"/static/{server.edition()}/../server.py")[0] == 404


def test_every_answer_is_sealed(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        strangers = {path: client.ask(path)[2] for path in PATHS}
        for path, headers in strangers.items():  # the door has a field, and not a single script
            own = {"content-security-policy": SEAL} if path in ("/", "/room") else {}
            assert {key: headers.get(key) for key in SEALS} == SEALS | own
        client.enter()
        for headers in (client.ask(path)[2] for path in PATHS):
            assert {key: headers.get(key) for key in SEALS} == SEALS


@pytest.mark.parametrize(
    "body", ['{"id": "\\ud800"}', "", "[]", "{", '"go"', "[" * 3000, '{"id": "' + "x" * 5000 + '"}']
)
def test_what_is_no_command_is_refused(tmp_path: Path, body: str) -> None:
    with asking(tmp_path) as client:
        client.enter()
        assert client.ask("/command", "POST", body)[0] == 400
        assert client.ask("/command", "POST", command(client), Content_Type="text/plain")[0] == 400


@pytest.mark.parametrize(
    "odd",
    [
        *({"do": 5}, {"do": None}, {"do": []}, {"do": {}}, {"said": {}}, {"do": "change", "step": "1"}),
        *({"do": "note"}, {"id": 7, "do": "go"}, {}),
    ],
)
def test_an_odd_command_is_refused_in_words(tmp_path: Path, odd: dict[str, object]) -> None:
    with asking(tmp_path) as client:
        client.enter()
        sent = {"id": "odd", "version": client.game.now["version"], **odd}
        status, text, _ = client.ask("/command", "POST", sent)
        assert status == 409
        assert json.loads(text)["why"]


def test_what_asyncio_warns_of_stands_on_no_screen(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with asking(tmp_path) as client:
        client.ask("/")
        logging.getLogger("asyncio").warning("socket.send() raised exception.")
    assert not caplog.records


def test_a_stream_begins_with_the_whole_and_goes_on(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        client.enter()
        seen = client.snapshots()
        first = next(seen)
        assert len(first["seats"]) == 8
        status, text, _ = client.ask("/command", "POST", command(client))
        assert (status, json.loads(text)) == (200, {"ok": True})
        later = next(
            one for one in islice(seen, 10) if one["version"] != first["version"] and one["now"]["kind"] != "listen"
        )
        assert later["now"] == client.game.now["now"]


def test_two_pages_see_the_same_and_only_one_answer_counts(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        client.enter()
        client.game.go_to("Kogo zamyka szeryf?")
        sent = client.game.now["version"]
        one, other = (
            client.ask("/command", "POST", {"id": name, "version": sent, "do": "answer", "said": said})[0]
            for name, said in (("a", "3"), ("b", "4"))
        )
        assert (one, other) == (200, 409)


def test_a_phone_is_sent_the_files_packed_and_who_takes_none_the_files_as_they_are(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        client.enter()
        path = f"/static/{server.edition()}/page.css"
        connection, response = client.begin(path, Accept_Encoding="gzip, deflate")
        sent = response.read()
        connection.close()
        assert response.headers["content-encoding"] == "gzip"
        assert response.headers["cache-control"] == "private, max-age=31536000, immutable"
        assert gzip.decompress(sent) == (STATIC / "page.css").read_bytes()
        assert len(sent) < (STATIC / "page.css").stat().st_size / 2
        assert "content-encoding" not in client.ask(path)[2]
