"""A room for people: lines are spoken, answers heard or typed, private results shown on the screen."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Protocol

from narrator.answers import Answer, Command, EndOfInput, Heard, NoMatch, Silence, Unsure
from narrator.cues import Ask, At, End, Pause, Refused, Say, Tell
from narrator.mouth import Mouth
from narrator.problems import ChannelLost
from narrator.rooms.screen import Screen
from narrator.rooms.surroundings import Surroundings
from narrator.rooms.words import word

AMBIENCE = "ambience"
"""What is typed at any question to switch the ambience off and on; the game never sees it."""

_READY = Ask(at=At(), line="", text="", to="all", kind="ready", choices=("ready",), commands=())
_SURE = Ask(at=At(), line="", text="", to="all", kind="yes-no", choices=("yes", "no"), commands=())


class Hearing(Protocol):
    """What the room needs of its ears."""

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        """Wait for an answer to the question."""

    def close(self) -> None:
        """Let go of devices and helper processes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a room behaves: for whose eyes the screen is, and how time passes (`pace` scales it, 0 for none)."""

    moderated: bool = True
    pace: float = 1.0
    show_seconds: float = 6.0
    echo: bool = False


class TableRoom:
    """The circle around the laptop."""

    def __init__(
        self, mouth: Mouth, ears: Hearing, screen: Screen, manner: Manner, around: Surroundings | None = None
    ) -> None:
        self._mouth, self._ears, self._screen, self._manner = mouth, ears, screen, manner
        self._around = around or Surroundings()
        self._until = self._rested = 0.0
        self._window: At | None = None
        self._left: dict[object, float] = {}

    def prepare(self, texts: list[str]) -> None:
        """Let the mouth make ready the lines to come; what fails now is said when the line is due."""
        try:
            with self._screen.progress(word("rendering")) as told:
                self._mouth.prepare(texts, told)
        except ChannelLost as lost:
            self._screen.remark(str(lost))

    def say(self, cue: Say) -> None:
        """Show the line and speak it, once the open call's time is over."""
        _sleep_until(max(self._until, self._rested - self._around.ahead))
        self._around.speak(cue.at)
        self._screen.line(cue.text, cue.at)
        self._mouth.speak(cue.text, cue.parts)
        rest = cue.pause * min(self._manner.pace, 1.0)
        self._around.rest(rest)
        self._rested = time.monotonic() + rest

    def tell(self, cue: Tell) -> None:
        """Show a private result: to the moderator until the next, to a woken player for a short time."""
        _sleep_until(self._rested)
        self._screen.private(cue.text, cue.to, who=self._manner.moderated)
        if not self._manner.moderated:
            time.sleep(self._manner.show_seconds)
            self._screen.wipe()

    def pause(self, cue: Pause) -> None:
        """Begin the time that somebody's choice would take."""
        self._open(cue.at, cue.seconds)

    def _open(self, at: At, seconds: float) -> None:
        """Begin the call's listening window: what is asked in it makes no difference that can be heard (R103)."""
        self._listen(at)
        self._window = at
        self._until = time.monotonic() + seconds * self._manner.pace

    def _listen(self, at: At) -> None:
        _sleep_until(self._rested)
        self._around.listen(at)

    def ask(self, cue: Ask) -> str | None:
        """Put the question and wait for its answer, by voice or key, however long it takes."""
        if cue.at == self._window:
            self._listen(cue.at)
        else:
            self._open(cue.at, cue.window)
        self._screen.question(cue, who=self._manner.moderated)
        said = self._answer(replace(cue, commands=(*cue.commands, *self._switches())))
        if said and self._manner.echo:
            self._screen.answered(said)
        return said

    def _switches(self) -> tuple[str, ...]:
        return (AMBIENCE,) if self._around.there else ()

    def _answer(self, cue: Ask) -> str | None:
        misheard = 0
        key = (cue.at, cue.text, cue.seconds)
        started, seconds = time.monotonic(), self._left.pop(key, cue.seconds * self._manner.pace)
        while True:
            left = max(started + seconds - time.monotonic(), 0.01) if cue.seconds else None
            heard = self._ears.hear(cue, left)
            if isinstance(heard, EndOfInput):
                return None
            if heard == Answer(AMBIENCE):
                self._screen.remark(word("ambience-on" if self._around.switch() else "ambience-off"))
                continue
            if isinstance(heard, Silence) and left is not None and time.monotonic() - started >= seconds:
                return "time"
            said = self._understand(heard)
            if said == "pause":
                self._left[key] = max(started + seconds - time.monotonic(), 0.01)
            if said:
                return said
            misheard += 1
            if misheard == 2:
                self._screen.remark(word("keys"))

    def _understand(self, heard: Heard) -> str:
        """Give the answer or command that was meant, or an empty text."""
        if isinstance(heard, Answer):
            return heard.canonical
        if isinstance(heard, Command):
            return heard.name
        if isinstance(heard, NoMatch):
            self._screen.remark(word("not-understood", heard=heard.heard))
        elif isinstance(heard, Unsure):
            return self._confirmed(heard)
        return ""

    def _confirmed(self, heard: Unsure) -> str:
        self._screen.remark(word("sure", answer=heard.canonical))
        again = self._ears.hear(_SURE)
        return heard.canonical if again == Answer("yes") else ""

    def refuse(self, cue: Refused) -> None:
        """Show why the answer was refused; nothing is spoken (R104)."""
        self._screen.remark(cue.text)

    def end(self, cue: End) -> None:
        """Show that the game is over; its last line has been spoken."""
        _sleep_until(max(self._until, self._rested))
        self._screen.remark(f"{word('end')} {cue.text}")


class PrompterRoom(TableRoom):
    """A moderator's prompter: it speaks nothing, shows what to read aloud, and goes on with Enter."""

    def __init__(self, mouth: Mouth, ears: Hearing, screen: Screen) -> None:
        super().__init__(mouth, ears, screen, Manner(pace=0.0))
        self._empty = 0.0

    def say(self, cue: Say) -> None:
        """Show the line to be read aloud; if nobody could act since the last, say first how long to wait."""
        if self._empty:
            self._screen.remark(word("nobody", seconds=round(self._empty)))
            self._confirm()
        self._empty = 0.0
        self._screen.line(cue.text, cue.at, word("aloud"))

    def tell(self, cue: Tell) -> None:
        """Show what to show back, and to whom, until it is confirmed."""
        self._empty = 0.0
        super().tell(cue)
        self._confirm()

    def pause(self, cue: Pause) -> None:
        """Keep in mind that nobody can act, unless somebody is asked or told something after all."""
        self._empty = cue.seconds

    def ask(self, cue: Ask) -> str | None:
        """Put the question; the moderator takes the time that it needs."""
        self._empty = 0.0
        return super().ask(cue)

    def _confirm(self) -> None:
        self._screen.remark(word("enter"))
        self._ears.hear(_READY)


def _sleep_until(moment: float) -> None:
    left = moment - time.monotonic()
    if left > 0:
        time.sleep(left)
