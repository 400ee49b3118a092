"""Starts the program again and again from one that has read its code: reading that is most of what a start takes."""

from __future__ import annotations

import atexit
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

READ = (
    *("narrator.__main__", "narrator.commands.app", "narrator.menu.main", "narrator.play.checking", "rich.console"),
    *("narrator.games.ktulu.package", "narrator.games.fluxx.package", "narrator.games.planetopia.package"),
    *("narrator.games.wars.package", "narrator.ears.lexicon", "narrator.play.session", "narrator.play.stage"),
    "narrator.commands.evening",
)
"""What most commands read."""


class _Server:
    """The process that starts programs, in a group of its own; whoever waits for one in vain ends them all."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.forking", str(theirs.fileno())],
                cwd=Path(__file__).parent.parent,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                process_group=0,
            )
        atexit.register(self.close)

    def code(self, files: list[int]) -> int:
        """Start a program with these files, and wait for its exit code."""
        try:
            socket.send_fds(self._ours, [b"start"], files)
            return int(self._ours.recv(16))
        except BaseException:  # the time that a test has is over, or Ctrl-C
            self.close()
            _server.cache_clear()
            raise

    def close(self) -> None:
        self._ours.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


@cache
def _server() -> _Server:
    return _Server()


def run(arguments: list[str], said: str, cwd: Path, env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the program with these arguments to its end, as `python -m narrator` would."""
    wanted = json.dumps([arguments, str(cwd.resolve()), dict(env)])
    with ExitStack() as opened:
        put, told, complained, how = files = [opened.enter_context(TemporaryFile()) for _ in range(4)]
        for file, text in ((put, said), (how, wanted)):
            file.write(text.encode())
            file.seek(0)
        code = _server().code([file.fileno() for file in files])
        texts = []
        for file in (told, complained):
            file.seek(0)
            texts.append(file.read().decode().replace("\r\n", "\n"))
    return subprocess.CompletedProcess(arguments, code, *texts)


def _serve(asked: socket.socket) -> None:
    """Start a program for each message, one after the other; return in the program, once that is to begin."""
    while True:
        _, files, *_ = socket.recv_fds(asked, 16, 4)
        if not files:
            os._exit(0)
        if not os.fork():
            asked.close()
            _become(*files)
            return
        for file in files:
            os.close(file)
        asked.send(str(os.waitstatus_to_exitcode(os.wait()[1])).encode())


def _become(put: int, told: int, complained: int, wanted: int) -> None:
    with open(wanted, encoding="utf-8") as file:
        arguments, cwd, env = json.load(file)
    for number, handle in enumerate((put, told, complained)):
        os.dup2(handle, number)
        os.close(handle)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    program: Any = sys.modules["narrator.__main__"]
    sys.argv = [program.__file__, *arguments]
    sys.modules["__main__"] = program


if __name__ == "__main__":
    for module in READ:
        importlib.import_module(module)
    _serve(socket.socket(fileno=int(sys.argv[1])))
    sys.modules["__main__"].main()
