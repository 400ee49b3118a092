"""The recording process: it opens the microphone as the ears do, and reports every block that comes.

It stands alone because sound libraries can crash and chatter. Out, a line of JSON each: `ready` with the device's
name or `lost` with the reason, then `block` reports with the sound in base64. It ends with its standard input.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import sys
import threading
from queue import Queue
from typing import Any

from narrator.ears.sources import Gate, open_microphone


class Passage(Gate):
    """A gate that is always open."""

    def put(self, block: bytes) -> None:
        """Pass on a block of sound."""
        self.events.put(block)


def main() -> None:
    """Open the microphone and report its blocks until standard input ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="")
    wanted = parser.parse_args()
    passage = Passage()
    try:
        stream = open_microphone(wanted.device, passage)
        _report({"said": "ready", "device": _name(stream)})
    except Exception as error:  # noqa: BLE001 - whatever is wrong with the device is told, not traced
        _report({"said": "lost", "why": str(error) or type(error).__name__})
        return
    threading.Thread(target=_pass_on, args=(passage.events,), daemon=True).start()
    sys.stdin.read()
    os._exit(0)  # closing a stuck device can hang


def _name(stream: Any) -> str:
    import sounddevice

    return str(sounddevice.query_devices(stream.device)["name"])


def _pass_on(blocks: Queue[bytes]) -> None:
    while True:
        _report({"said": "block", "sound": base64.b64encode(blocks.get()).decode("ascii")})


def _report(report: dict[str, str]) -> None:
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
