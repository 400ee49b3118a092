"""A room for programs: one JSON object a line for every cue, one canonical answer a line back (docs/headless.md)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from narrator.cues import Ask, Cue, Part, Say, Tell, as_json


class HeadlessRoom:
    """Writes cues to one stream and reads answers from another; it makes no sound and waits for no time."""

    def __init__(self, answers: TextIO, cues: TextIO) -> None:
        self._answers, self._cues = answer_lines(answers), cues

    def prepare(self, lines: list[Part]) -> None:
        """Do nothing: there is no sound."""

    def say(self, cue: Say) -> str:
        """Write the line."""
        self.write(cue)
        return ""

    def tell(self, cue: Tell) -> str:
        """Write the private result."""
        self.write(cue)
        return ""

    def write(self, cue: Cue) -> None:
        """Write the cue; nothing is waited for."""
        self._cues.write(json.dumps(as_json(cue), ensure_ascii=False) + "\n")
        self._cues.flush()

    pause = refuse = end = write

    def ask(self, cue: Ask) -> str | None:
        """Write the question and read the answer's line."""
        self.write(cue)
        return next(self._answers, None)

    def saved_again(self, journal: Path) -> None:
        """Say so on standard error: it is no cue."""
        told = f"the journal was deleted or changed by another program, and was written again: {journal}"
        print(told, file=sys.stderr)


def answer_lines(stream: TextIO) -> Iterator[str]:
    """Read a stream's answers, a line each; empty lines and what follows a # are passed over."""
    for line in stream:
        answer = line.partition("#")[0].strip()
        if answer:
            yield answer
