"""Run a game again from its journal: its cues in order, its secrets only once it is over, or on demand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from narrator.answers import Answer, Command, EndOfInput, Heard
from narrator.cues import COMMANDS, Ask, Cue, End, Pause, Say, Tell
from narrator.games import Game
from narrator.stage import Room, Step


class Remembered:
    """Ears that hear what was answered then."""

    def __init__(self) -> None:
        self.said = ""

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:  # noqa: ARG002 - other ears use them
        """Give the answer once more; nothing if the game was broken off at this question."""
        if not self.said:
            return EndOfInput()
        return Command(self.said) if self.said in COMMANDS else Answer(self.said)


def replay(
    game: Game[Any, Any], steps: Iterable[Step[Any, Any]], room: Room, ears: Remembered, *, everything: bool
) -> bool:
    """Lead the game again in a room with these ears; tell whether its secrets were shown: if asked for, or over."""
    played = list(steps)
    last = game.cue(played[-1].after) if played else None
    secrets = everything or isinstance(last, End)
    for step in played[1:]:
        cue = game.cue(step.before)
        if secrets or _public(cue):
            ears.said = step.said
            _show(cue, room)
    if isinstance(last, End):
        room.end(last)
    return secrets


def _public(cue: Cue | None) -> bool:
    return isinstance(cue, Pause) or (isinstance(cue, Say | Ask) and cue.to == "all")


def _show(cue: Cue | None, room: Room) -> None:
    if isinstance(cue, Say):
        room.say(cue)
    elif isinstance(cue, Tell):
        room.tell(cue)
    elif isinstance(cue, Pause):
        room.pause(cue)
    elif isinstance(cue, Ask):
        room.ask(cue)
