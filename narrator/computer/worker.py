"""Worker processes: what may crash, hang or chatter runs apart; it is talked to in JSON, an object a line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

import narrator
from narrator.texts import Message, Words

Packet = dict[str, Any]
"""A request to a worker, or a report from one."""

Process = subprocess.Popen[str]

_SECONDS = 1.5
"""How long another program may take to say something; nobody at a table waits for it."""


def start(module: str, *arguments: str, **environment: str) -> Process:
    """Run a module in a process apart from the terminal: its keys, its Ctrl+C and its messages. Raises OSError."""
    here = str(Path(narrator.__file__).resolve().parent.parent)
    path = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH", "")]))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path, **environment},
        start_new_session=sys.platform != "win32",
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # there on Windows only
    )


def fault(error: Exception) -> Packet:
    """Report what went wrong in a worker, with the words for people where there are any."""
    table = getattr(error, "table", None)
    why = str(error) or type(error).__name__
    return {"said": "lost", "why": why, "table": asdict(table) if isinstance(table, Message) else None}


def told(report: Packet) -> Words:
    """What a report says is wrong, in words for people."""
    return Message(**report["table"]) if report.get("table") else str(report["why"])


def send(process: Process, request: Packet) -> None:
    """Hand over a request. Raises OSError or ValueError if the process is gone."""
    assert process.stdin is not None
    process.stdin.write(json.dumps(request) + "\n")
    process.stdin.flush()


def reports_of(process: Process) -> Iterator[Packet]:
    """Read what it reports until it ends, and close that pipe."""
    assert process.stdout is not None
    with process.stdout as lines:
        yield from map(json.loads, lines)


def ask(process: Process, request: Packet, seconds: float) -> Packet | None:
    """Hand over a request and wait for one report; None if the process ended, or was killed for taking too long."""
    assert process.stdout is not None
    clock = threading.Timer(seconds, process.kill)
    clock.daemon = True
    clock.start()
    try:
        send(process, request)
        line = process.stdout.readline()
    except OSError:
        return None
    finally:
        clock.cancel()
    return cast(Packet, json.loads(line)) if line.endswith("\n") else None


def ask_once(module: str, *arguments: str, request: Packet | None = None, seconds: float) -> list[Packet]:
    """Run the module for one request alone, and give all its reports. Raises OSError, TimeoutError."""
    with start(module, *arguments) as process:
        try:
            said, _ = process.communicate(json.dumps(request) + "\n" if request else None, timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            raise TimeoutError from None
    return [json.loads(line) for line in said.splitlines()]


def said_by(command: tuple[str, ...]) -> str:
    """What another program says and ends; nothing if there is none, or it takes long."""
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, stdin=subprocess.DEVNULL, check=False)
        return done.stdout.decode(errors="replace")
    return ""


def hang_up(process: Process) -> None:
    """Close its requests, at which a worker ends by itself."""
    if process.stdin:
        with suppress(OSError):  # it may be gone already
            process.stdin.close()


def kill(process: Process) -> None:
    """End the process at once; twice is harmless."""
    process.kill()
    process.wait()
    hang_up(process)


def reporter() -> Callable[[Packet], None]:
    """Open the worker's own way out, before anything else is loaded: libraries print to standard output too."""
    pipe = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)

    def report(message: Packet) -> None:
        pipe.write(json.dumps(message) + "\n")

    return report


def requests() -> Iterator[Packet]:
    """Read the worker's requests until whoever started it hangs up."""
    return map(json.loads, sys.stdin)
