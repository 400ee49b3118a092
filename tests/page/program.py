"""The program that serves a page, run as people run it, and killed as nobody should."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

from narrator.page.guard import COOKIES

from tests import forking
from tests.page.led import SECONDS

_NUMBERS = count(1)


class Client:
    """A browser's way to a page: the address, and the cookie that it has once it was let in."""

    address = cookie = ""

    def request(self, method: str, path: str, body: Any = None) -> tuple[int, dict[str, str], Any]:
        """Ask the server; an answer that is JSON is read, and of a stream only that it began."""
        connection = HTTPConnection(self.address, timeout=SECONDS)
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if body is not None:
            headers |= {"Content-Type": "application/json", "Origin": f"http://{self.address}"}
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = connection.getresponse()
            told = {key.lower(): value for key, value in response.getheaders()}
            if told["content-type"].startswith("text/event-stream"):  # it has no end
                return response.status, told, b""
            data = response.read()
            return response.status, told, json.loads(data) if told["content-type"] == "application/json" else data
        finally:
            connection.close()

    def snapshots(self) -> Iterator[dict[str, Any]]:
        """What comes on a new stream of events."""
        connection = HTTPConnection(self.address, timeout=SECONDS)
        try:
            connection.request("GET", "/events", None, {"Cookie": self.cookie})
            response = connection.getresponse()
            assert response.status == 200
            while (line := response.readline()).endswith(b"\n"):  # half a line is one that a server's end cut off
                if line.startswith(b"data: {"):  # no beat
                    yield json.loads(line[6:])
        finally:
            connection.close()


class Program(Client):
    """`narrator` with a page, in a process of its own; one browser's cookie lives on through its restarts."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._used: set[str] = set()
        self._process: forking.Program | None = None
        self._out = home / "out"

    def start(self, *arguments: object) -> None:
        """Start it, and wait for the address of its page."""
        folders = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
        environment = {**os.environ, **{name: str(self.home) for name in folders}}
        with Path(os.devnull).open() as nothing, self._out.open("w") as out:
            files = [nothing.fileno(), out.fileno(), out.fileno()]
            self._process = forking.start(forking.NARRATOR, [*map(str, arguments)], files, env=environment)
        self.address, token = self._invited()
        if not self.cookie:
            _, headers, _ = self.request("GET", f"/?t={token}")
            self.cookie = headers["set-cookie"].partition(";")[0]
            assert self.cookie.startswith(COOKIES["moderator"])

    def _invited(self) -> tuple[str, str]:
        over = time.monotonic() + SECONDS
        while time.monotonic() < over:
            assert self._process is not None
            said = self._out.read_text()
            assert self._process.poll() is None, said
            if found := re.search(r"http://([\d.:]+)/#t=(\S+)", said):
                return found[1], found[2]
            time.sleep(0.02)  # there is no event to wait for: it is another process that writes a file
        raise AssertionError(self._out.read_text())

    @property
    def now(self) -> dict[str, Any]:
        """The first snapshot of a new stream at which something is to be done that was not done yet."""
        return next(
            one for one in self.snapshots() if one["now"]["kind"] != "listen" and one["version"] not in self._used
        )

    def anew(self, seconds: float) -> dict[str, Any]:
        """The first prompt of another game that is served where this one was, to the same device."""
        over = time.monotonic() + seconds
        while time.monotonic() < over:
            with suppress(OSError, HTTPException, AssertionError):
                for one in self.snapshots():
                    if one["now"]["kind"] not in ("listen", "over"):
                        return one
            time.sleep(0.05)  # there is no event to wait for: it is another process that opens a socket
        raise AssertionError(self._out.read_text())

    def command(self, now: dict[str, Any], do: str, **more: Any) -> dict[str, Any]:
        """A command to this snapshot, not sent yet."""
        return {"id": f"p{next(_NUMBERS)}", "version": now["version"], "do": do, **more}

    def send(self, command: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Send a command; what it was sent to is open no more."""
        self._used.add(command["version"])
        status, _, told = self.request("POST", "/command", command)
        return status, told

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(SECONDS)

    def halt(self) -> None:
        """Let it stand still, as a network that drops everything makes it seem."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> tuple[int, str]:
        """End it as its window's closing does; what it returned, and all that it said."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        return self._process.wait(SECONDS), self._out.read_text()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _fault: object, _trace: TracebackType | None) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait(SECONDS)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        number: int = found.getsockname()[1]
        return number


@contextmanager
def running(home: Path, *arguments: object) -> Iterator[Program]:
    """Run the program until the block ends."""
    with Program(home) as program:
        program.start(*arguments)
        yield program
