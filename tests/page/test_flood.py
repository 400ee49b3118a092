"""A flood of strangers costs the moderator nothing: their requests are answered while it stands."""

from __future__ import annotations

import asyncio
import errno
import re
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from narrator.page import connections
from narrator.page.codes import Scope
from narrator.page.connections import Server

from tests.page.asking import Asking, asking
from tests.page.strangers import CONNECTIONS, COSTLY, connect, costly_requests, is_served, strangers


@pytest.fixture
def files() -> Iterator[None]:
    """Let this process have both ends of all connections open."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2 * CONNECTIONS:
        pytest.skip("the system lets nobody open so many files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2 * CONNECTIONS + 500), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost:", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"])
def test_the_moderator_is_answered_among_very_many_connections(tmp_path: Path, sent: bytes) -> None:
    with asking(tmp_path) as client:
        client.enter()
        connection, stream = client.begin("/events")
        with strangers(client, sent):
            assert is_served(client)
            client.enter()  # another device comes in
            assert is_served(client)
        assert stream.readline().startswith(b"data: ")
        connection.close()


@pytest.mark.usefixtures("files")
def test_the_moderator_is_answered_though_the_flood_comes_from_the_same_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "other")
    with asking(tmp_path) as client:
        client.enter()
        with strangers(client):
            assert is_served(client)


def test_a_strangers_header_costs_next_to_nothing(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        client.enter()
        with costly_requests(client):
            assert all(is_served(client) for _ in range(10))


FOREIGN = ['a={"x":1}', "a=b c", 'a="x', "a/b=1", "a@b=2", "a", "a=ż", "a=[1,2]", "=", "; ;", COSTLY[0]]


@pytest.mark.parametrize("foreign", FOREIGN, ids=range(len(FOREIGN)))
def test_other_programs_cookies_are_passed_over(tmp_path: Path, foreign: str) -> None:
    with asking(tmp_path) as client:
        cookie = client.enter()
        for both in (f"{foreign}; {cookie}", f"{cookie}; {foreign}"):
            assert client.ask("/words", Cookie=both.encode().decode("latin-1"))[0] == 200


def test_another_cookie_of_our_name_is_passed_over(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        cookie = client.enter()
        name = cookie.partition("=")[0]
        assert client.ask("/words", Cookie=f"{name}=zzz; {cookie}")[0] == 200


def test_a_head_without_an_end_is_refused(tmp_path: Path) -> None:
    with asking(tmp_path) as client, connect(client, 1) as stranger, suppress(ConnectionError):
        stranger.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * (connections.LONGEST + 100_000))
        assert stranger.recv(100).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("before", [0, 1], ids=["alone", "behind another"])
def test_a_head_that_comes_whole_is_refused_from_the_first_byte_too_many(tmp_path: Path, before: int) -> None:
    with asking(tmp_path) as client:
        head = f"GET /words HTTP/1.1\r\nHost: {client.host}\r\nCookie: {client.enter()}\r\n"
        last = f"{head}Connection: close\r\nX: "
        fits = connections.LONGEST - len(f"{last}\r\n\r\n")
        for more, answer in ((fits, b"200"), (fits + 1, b"431"), (70_000, b"431")):
            with connect(client, 1) as one:
                one.sendall(f"{head}\r\n".encode() * before + f"{last}{'x' * more}\r\n\r\n".encode())
                answers = re.findall(rb"HTTP/1.1 (\d+)", one.makefile("rb").read())
            assert answers == [b"200"] * before + [answer], more


def closed(one: socket.socket) -> bool:
    """Whether the other side has given this connection up, however often a byte more is sent."""
    one.settimeout(0.05)
    until = time.monotonic() + 10
    with suppress(ConnectionError):
        while time.monotonic() < until:
            one.sendall(b"x")
            with suppress(TimeoutError):
                if not one.recv(4096):
                    return True
        return False
    return True


@pytest.mark.parametrize("first", [False, True])
def test_a_trickle_is_given_up_at_every_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, first: bool
) -> None:
    monkeypatch.setattr(connections, "HEADERS", 0.4)
    with asking(tmp_path) as client:
        cookie = client.enter()
        with connect(client, 1) as one:
            if not first:
                one.sendall(f"GET /words HTTP/1.1\r\nHost: {client.host}\r\nCookie: {cookie}\r\n\r\n".encode())
                assert one.recv(100).startswith(b"HTTP/1.1 200")
            one.sendall(b"GET /words HTTP/1.1\r\nX: ")
            assert closed(one)
        with connect(client, 1) as one:  # a body that never ends
            head = (
                f"POST /command HTTP/1.1\r\nHost: {client.host}\r\nOrigin: http://{client.host}\r\nCookie: {cookie}"
            )
            one.sendall(f"{head}\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n".encode())
            assert closed(one)
        assert next(client.snapshots())["seats"]  # a page that follows is not given up


def test_strangers_are_left_once_they_are_refused(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        assert client.ask("/words")[2]["connection"] == "close"
        assert client.ask("/")[2]["connection"] == "close"
        client.enter()
        assert "connection" not in client.ask("/words")[2]


def test_one_device_does_not_take_all_places(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        client.enter("room")
        streams = [client.begin("/room/events") for _ in range(connections.EACH + 3)]
        assert sorted({response.status for _, response in streams}) == [200, 503]
        client.enter()
        assert is_served(client)
        for connection, _ in streams:
            connection.close()


@pytest.mark.usefixtures("files")
def test_phones_at_the_table_are_served_among_half_requests(tmp_path: Path) -> None:
    with asking(tmp_path) as client, strangers(client, b"GET /?t=AAAAA HTTP/1.1\r\nHost: "):
        client.enter("table")
        stream, response = client.begin("/room/events")
        assert [response.status, client.ask("/words")[0]] == [200, 200]
        stream.close()


@pytest.mark.parametrize("scope", ["room", "table"])
def test_phones_that_take_all_places_of_the_room_take_none_of_whoever_leads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scope: Scope
) -> None:
    monkeypatch.setattr(connections, "places", lambda: 8)
    with asking(tmp_path) as client:
        streams = []
        for _ in range(5):
            client.enter(scope)
            streams.append(client.begin("/room/events"))
        assert [response.status for _, response in streams] == [200, 200, 200, 200, 503]
        client.enter()
        assert is_served(client)
        for connection, _ in streams:
            connection.close()


def test_watchers_leave_room_for_whoever_leads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "places", lambda: 8)
    with asking(tmp_path) as client:
        client.enter("room")
        streams = [client.begin("/room/events") for _ in range(6)]
        assert sorted({response.status for _, response in streams}) == [200, 503]
        client.enter()
        assert is_served(client)
        for connection, _ in streams:
            connection.close()


def test_a_watcher_who_comes_back_finds_room_however_many_pages_others_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "places", lambda: 8)
    with asking(tmp_path) as client:
        television = client.enter("room")
        client.enter("room")
        streams = [client.begin("/room/events") for _ in range(6)]
        client.cookie = television
        assert [client.ask("/words")[0], client.ask("/room/events")[0]] == [200, 200]
        for connection, _ in streams:
            connection.close()


def test_watchers_of_one_game_take_no_place_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "places", lambda: 2)
    with asking(tmp_path / "one") as client, asking(tmp_path / "other") as other:
        client.enter("room")
        connection, response = client.begin("/room/events")
        other.enter("room")
        assert [response.status, client.ask("/words")[0], other.ask("/words")[0]] == [200, 503, 200]
        connection.close()


def test_commands_on_one_connection_do_not_wait_for_the_network(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        client.enter()
        connection, response = client.begin("/words")
        response.read()
        accepted = [sock for sock in sockets(client) if sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)]
        connection.close()
    assert accepted


def sockets(client: Asking) -> list[socket.socket]:
    """The server's ends of its connections."""
    return [one.transport.get_extra_info("socket") for one in client.server.connections]


def test_a_lack_of_files_is_told_in_one_line() -> None:
    told: list[str] = []
    server = Server(lambda *_: None, [], lambda: told.append("full"))  # type: ignore[arg-type]
    loop = asyncio.new_event_loop()
    for number in (errno.EMFILE, errno.ENFILE, errno.EMFILE):
        server._fault(loop, {"message": "socket.accept()", "exception": OSError(number, "too many")})
    loop.close()
    assert told == ["full"]
