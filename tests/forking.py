"""Starts programs again and again from one that has read their code and data: that is most of what a start takes."""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from select import select
from tempfile import TemporaryFile
from types import ModuleType
from typing import NoReturn

READ = (
    *("narrator.commands.app", "narrator.commands.evening", "narrator.menu.first", "narrator.menu.main"),
    *(
        "narrator.games.ktulu.package",
        "narrator.games.night.variants.checked",
        "narrator.games.night.printed.printing",
    ),
    *("narrator.games.fluxx.package", "narrator.games.planetopia.package", "narrator.games.wars.package"),
    *("narrator.play.checking", "narrator.play.session", "narrator.play.stage", "narrator.play.replay"),
    *("narrator.evening.leading", "narrator.evening.rooms", "narrator.rooms.opening", "narrator.ears.open"),
    *("narrator.evening.last_table", "narrator.evening.dealing", "narrator.games.night.wizard.questions", "psutil"),
    *("narrator.paper.sheet", "questionary", "rich.console", "filelock", "encodings.utf_8_sig", "tests.internet"),
)
"""What most commands read."""

MODULE = "from runpy import run_module; run_module({!r}, run_name='__main__', alter_sys=True)"
"""Code that runs a module as `python -m` does."""

NARRATOR = "from narrator.__main__ import main\nmain()\n"
"""Code that runs the program; what it is called by is not known, so that messages call it by its name."""


class Program:
    """A program that was started; it is handled as a `subprocess.Popen` is."""

    def __init__(self, pid: int, end: socket.socket) -> None:
        self.pid, self._end = pid, end
        self.returncode: int | None = None

    def fileno(self) -> int:
        """The file that can be read once it has ended."""
        return self._end.fileno()

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it ends; give its exit code."""
        if self.returncode is None:
            if not select([self._end], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            self.returncode = int(self._end.recv(16))
            self._end.close()
        return self.returncode

    def poll(self) -> int | None:
        """Give its exit code if it has ended."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it has not ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it may end just now
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class _Server:
    """The process that starts programs, in a group of its own."""

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

    def start(self, *files: int) -> Program:
        end, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            socket.send_fds(self._ours, [b"start"], [theirs.fileno(), *files])
        return Program(int(end.recv(16)), end)

    def close(self) -> None:
        self._ours.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


@cache
def _server() -> _Server:
    return _Server()


def start(
    code: str,
    arguments: Sequence[str],
    files: Sequence[int],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] = os.environ,
    terminal: bool = False,
) -> Program:
    """Start a program as `python -c` would; its three files are those of stdin, stdout and stderr.

    If they are a terminal, it can be the program's own: then it gets what Ctrl-C and a hang-up send.
    """
    with TemporaryFile() as wanted:
        wanted.write(json.dumps([code, [*arguments], str((cwd or Path()).resolve()), {**env}, terminal]).encode())
        wanted.seek(0)
        return _server().start(wanted.fileno(), *files)


def run(
    code: str, arguments: Sequence[str], said: str, cwd: Path, env: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, from nothing where processes cannot be forked."""
    if not hasattr(os, "fork"):
        command = [sys.executable, "-c", code, *arguments]
        return subprocess.run(
            command, input=said, cwd=cwd, env=env, capture_output=True, encoding="utf-8", check=False
        )
    with ExitStack() as opened:
        put, *told = files = [opened.enter_context(TemporaryFile()) for _ in range(3)]
        put.write(said.encode())
        put.seek(0)
        program = start(code, arguments, [file.fileno() for file in files], cwd=cwd, env=env)
        opened.callback(program.kill)  # if the time that a test has is over, or at Ctrl-C
        program.wait()
        for file in told:
            file.seek(0)
        texts = [file.read().decode().replace("\r\n", "\n") for file in told]
    return subprocess.CompletedProcess([*arguments], program.wait(), *texts)


def _serve(asked: socket.socket) -> str:
    """Start a program for each message; return in the program, with its code, once that is to begin."""
    while True:
        _, files, *_ = socket.recv_fds(asked, 16, 5)
        if not files:
            os._exit(0)
        if not os.fork():
            asked.close()
            return _begin(*files)
        for file in files:
            os.close(file)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                continue


def _begin(end: int, wanted: int, *streams: int) -> str:
    """Fork the program, in which this returns, and tell its number and then its exit code."""
    program = os.fork()
    if not program:
        os.close(end)
        return _become(wanted, streams)
    for file in (wanted, *streams):
        os.close(file)
    with socket.socket(fileno=end) as told:
        told.send(str(program).encode())
        code = os.waitstatus_to_exitcode(os.waitpid(program, 0)[1])
        told.send(str(code).encode())
    os._exit(0)


def _become(wanted: int, streams: Sequence[int]) -> str:
    with open(wanted, encoding="utf-8") as file:
        code, arguments, cwd, env, terminal = json.load(file)
    for number, handle in enumerate(streams):
        os.dup2(handle, number)
        os.close(handle)
    if terminal:
        from fcntl import ioctl
        from termios import TIOCSCTTY

        os.setsid()
        ioctl(0, TIOCSCTTY, 0)
    _open_streams()
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = ["-c", *arguments]
    return str(code)


def _open_streams() -> None:
    """Open the three streams as Python does at its start: what was opened before may have been no terminal."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        was = getattr(sys, name)
        stream = open(  # noqa: SIM115 - until the program ends
            number,
            "w" if number else "r",
            buffering=1 if number == 2 else -1,
            encoding=was.encoding,
            errors=was.errors,
            newline="\n",
            closefd=False,
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _end(code: object) -> NoReturn:
    """End as Python does, but for taking all modules apart, which takes longer than most programs."""
    if isinstance(code, str):
        print(code, file=sys.stderr)
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


def _read() -> None:
    """Read the code, and what came along: texts, and scripts in the languages of most tests, also from a journal."""
    for module in READ:
        importlib.import_module(module)
    from narrator.computer import paths
    from narrator.computer.texts import texts_of
    from narrator.games.night.loading import shipped_script
    from narrator.games.registry import folders
    from narrator.play.loading import as_data, from_data, load_table, words_taken

    for language in ("pl", "en"):
        texts_of(language, *folders())
        words_taken(language)
        for script in ("ktulu", "werewolf", "avalon"):
            shipped_script(script, language)
    data = as_data(load_table(paths.shipped("setups") / "small.toml"))
    from_data("ktulu", json.loads(json.dumps(data)), "journal")
    gc.freeze()


if __name__ == "__main__":
    _read()
    begun = _serve(socket.socket(fileno=int(sys.argv[1])))
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        exec(begun, vars(sys.modules["__main__"]))
    except SystemExit as left:
        _end(left.code)
    _end(0)
