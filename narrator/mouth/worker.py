"""A voice's own process, seen from within: it is told the voice's settings, then makes line after line.

Every request and reply is one JSON object a line; the process ends with its standard input.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

Render = Callable[[str, str], None]
"""Makes the sound of a text, the first argument, in the file named by the second."""


def serve(begin: Callable[[dict[str, Any]], tuple[str, Render]]) -> None:
    """Answer requests until standard input ends.

    `begin` takes the settings; it gives the engine's name and what renders, or raises LookupError.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends this process
    replies = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # engines print to standard output
    for reply in _answers(begin, (json.loads(line) for line in sys.stdin)):
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


def _answers(
    begin: Callable[[dict[str, Any]], tuple[str, Render]], requests: Iterator[dict[str, Any]]
) -> Iterator[dict[str, str]]:
    try:
        engine, render = begin(next(requests))
    except LookupError as fault:
        yield {"fault": str(fault)}
        return
    yield {"engine": engine}
    for request in requests:
        try:
            render(request["text"], request["path"])
            yield {}
        except Exception as fault:  # noqa: BLE001 - the engines raise anything; the parent is told
            yield {"fault": f"{type(fault).__name__}: {fault}"}
