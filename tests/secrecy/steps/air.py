"""What all phones would be sent in a step: a room with phones is led by its cues, and no time passes."""

from __future__ import annotations

from contextlib import ExitStack
from io import StringIO
from math import inf
from typing import Any

from rich.console import Console

from narrator.answers import EndOfInput, Heard
from narrator.computer.texts import texts_of
from narrator.cues import Ask, Cue, Pause, Say, Tell
from narrator.games.night.script.setup import Setup
from narrator.games.registry import folders
from narrator.games.view import View
from narrator.page.phones.phones import Phones
from narrator.page.phones.room import PhonesRoom
from narrator.page.phones.shared import SharedPage
from narrator.rooms.captions import NoMouth
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings
from narrator.values import replace

from tests.mishaps.clock import Clock, rooms_go_by


class Deaf:
    """Ears that hear nothing: what is answered, the step's people say to the rules."""

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        del ask, seconds
        return EndOfInput()

    def close(self) -> None:
        """Have nothing to close."""


class _Dark(Console):
    """Draws nothing, which takes a third of the time: what all see on the screen is compared in whole rooms."""

    def print(self, *_: Any, **__: Any) -> None:
        """Have nothing drawn."""


class Air:
    """A room with a phone for everybody, and what all of them were sent alike since it was last taken."""

    def __init__(self, setup: Setup) -> None:
        self._phones = Phones(setup.people, texts_of(setup.language, *folders(setup.game)))
        self._phones.lost = inf
        self._clock, self._there, self._sent = Clock(), ExitStack(), list[SharedPage]()
        settings = RoomSettings(moderated=not setup.by_keys)
        screen = Screen(
            setup.people,
            console=_Dark(file=StringIO(), width=80, height=25, force_terminal=False),
            texts=self._phones.texts,
        )
        self._room = PhonesRoom(NoMouth(), Deaf(), screen, settings, phones=self._phones)
        self._room.people = setup.people
        for seat in setup.people:
            self._there.enter_context(self._phones.connected(seat))
        self._there.enter_context(self._phones.watched(self._note))

    def _note(self) -> None:
        self._sent.append(replace(self._phones.page, run=""))

    def see(self, view: View) -> None:
        """Let the room know what everybody may see now."""
        self._room.see(view)

    def give(self, cue: Cue) -> None:
        """Let the room do what this cue asks for; each page of a morning is read by itself."""
        with rooms_go_by(self._clock):
            if isinstance(cue, Say):
                self._room.say(cue)
            elif isinstance(cue, Pause):
                self._room.pause(cue)
            elif isinstance(cue, Tell):
                self._room.tell(cue)
            elif isinstance(cue, Ask):
                self._room.round([cue] * (cue.kind == "page"), 0)
                self._room.ask(cue)

    def taken(self) -> tuple[SharedPage, ...]:
        """What was sent since."""
        sent, self._sent = self._sent, []
        return tuple(sent)
