"""Replay a game from its journal: its cues in order, with its secrets once it is over, or on demand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from narrator.cues import UNDO_UNHEARD, UNHEARD, Ask, Cue, End, Pause, Say, Tell
from narrator.games import Game
from narrator.play.stage import ForPeople, Room
from narrator.play.steps import Step
from narrator.rooms.scripted import ScriptedEars


class JournalEars(ScriptedEars):
    """Ears that hear the answers of a journal."""

    def __init__(self) -> None:
        super().__init__(lambda: self.said)
        self.said = ""


def replay(
    game: Game[Any, Any], steps: Iterable[Step[Any, Any]], room: Room, ears: JournalEars, *, everything: bool
) -> None:
    """Play the cues again in a room with these ears; secrets only if the game is over, or with `everything`."""
    played = list(steps)
    last = game.cue(played[-1].after) if played else None
    secrets = everything or isinstance(last, End)
    for step in played[1:]:
        if step.said in (UNHEARD, UNDO_UNHEARD):
            continue
        cue = game.cue(step.before)
        ears.said = step.said
        if step.said and not isinstance(cue, Ask):
            continue  # a command came before it
        if isinstance(room, ForPeople) and cue is not None and not cue.at.dark:
            room.see(game.view(step.before, "all"))
        _show(cue if secrets or cue is None else _as_heard(cue), room)
    if isinstance(last, End):
        if isinstance(room, ForPeople):
            room.see(game.view(played[-1].after, "all"))
        room.end(last)


def _as_heard(cue: Cue) -> Cue | None:
    """The cue as the whole room notices it: a secret question is a pause, a private result nothing."""
    if isinstance(cue, Ask) and cue.to != "all":
        return Pause(at=cue.at, seconds=cue.window)
    return None if isinstance(cue, Tell) else cue


def _show(cue: Cue | None, room: Room) -> None:
    if isinstance(cue, Say):
        room.say(cue)
    elif isinstance(cue, Tell):
        room.tell(cue)
    elif isinstance(cue, Pause):
        room.pause(cue)
    elif isinstance(cue, Ask):
        room.ask(cue)
