"""A moderator's page whose laptop reads aloud: what the room hears, and when its own page shows what."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from itertools import count
from math import inf
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from narrator.answers import Answer, Command, EndOfInput, Heard, NoMatch, Silence
from narrator.computer.config import Config
from narrator.computer.paths import setup_file
from narrator.cues import Ask
from narrator.games.night.script.setup import Setup
from narrator.games.package import Package
from narrator.games.table import Table
from narrator.page import ears, game, voices
from narrator.page.ears import Interrupted, Job, PageEars
from narrator.page.leading import Leading
from narrator.play.loading import load_table
from narrator.play.stage import Stage
from narrator.rooms import opening

from tests.secrecy.whole_rooms.acts import Acts
from tests.secrecy.whole_rooms.clock import Clock
from tests.secrecy.whole_rooms.following import Followed, Parted
from tests.secrecy.whole_rooms.notes import Notes
from tests.secrecy.whole_rooms.people import Coming, People
from tests.secrecy.whole_rooms.voice import Player, Voice

PAST = ("jump", "change", "redo")
"""What a page can do with an answer that was given."""

READERS = ("moderator", "laptop")

_NUMBERS = count()


class Moderator(People):
    """Who leads from the page: taps what the people of a table answer, and what is done aloud at both."""

    def __init__(self, game: Followed, clock: Clock, acts: Acts, chance: Random) -> None:
        super().__init__(game, clock, acts, chance, None)
        self.leading: Leading

    def next(self, ask: Ask, seconds: float) -> Heard:
        """What is tapped next, once its moment has come."""
        self._game.state = self.leading.game.stage.state  # where the page looked ahead, the game did not go
        return self._heard(ask, seconds)

    def _own(self, ask: Ask, end: float) -> Coming:
        then = next((act.word for act in self._acts if act.word in READERS), "")
        if self.leading.reading.reader == "moderator" and then == "laptop":
            return inf, Silence()  # whoever takes the reading over for a while answers nothing meanwhile
        moment, heard = super()._own(ask, end)
        if moment < inf:
            return moment, heard
        no = Answer("no" if "no" in ask.choices else "none" if ask.optional else ask.choices[0])
        return self._clock.now + 3.0, no  # a moderator who reads waits for an answer

    def _spoken(self, said: str, end: float, *, doubtful: bool) -> Coming:
        """Tap it: a page doubts nothing."""
        del doubtful
        return self._some_time(end), Answer(said)

    def tap(self, heard: Heard) -> None:
        """Tap that on the page; what is read on after a step back, whoever reads tells, and not the program."""
        if self.leading.reading.reader == "moderator" != self.leading.reading.next_reader:
            raise Parted
        match heard:
            case Answer("ready"):
                self._send("go")
            case Answer(("hold" | "hurry") as word) | Command(word):
                self._send(word)
            case Answer(said):
                self._send("answer", said=said)
            case NoMatch(word) if word in READERS:
                self._send("reader", to=word)
            case NoMatch(word) if word in PAST:
                self._rewrite(word)

    def _rewrite(self, word: str) -> None:
        """Go back to the last answer, change it, or give it again, if there is one; a page offers no `time`."""
        given = [one for one in self.leading.game.past.given if one.said != "time"]
        if not given or word == "redo":
            self._send(word)
            return
        last = given[-1]
        self._send(word, step=last.step, said=last.said)  # a change that changes nothing must not be heard either

    def _send(self, do: str, **more: Any) -> None:
        version = self.leading.game.ears.version
        self.leading.commands.result({"id": f"{next(_NUMBERS)}", "version": version, "do": do, **more})


class Taps(PageEars):
    """Ears of a page by the room's own clock; commands come from the game's own thread while it waits for them."""

    def __init__(self, moderator: Moderator) -> None:
        super().__init__()
        self._moderator, self._anew = moderator, False

    def _wait(self, over: float | None) -> Heard:
        while True:
            if self._given is not None:
                return self._taken()
            asked = self._asked
            assert asked is not None
            heard = self._moderator.next(asked, inf if over is None else over)
            if isinstance(heard, EndOfInput):
                raise Parted
            if isinstance(heard, Silence):
                return heard
            self._moderator.tap(heard)
            if self._anew:
                self._anew = False
                self.forget()
                raise Interrupted

    def do(self, job: Job) -> None:
        self._anew |= job()


@lru_cache(maxsize=1)
def _package() -> Package:
    return load_table(setup_file(Path("small"))).package


def table_of(rules: Any) -> Table[Any, Any]:
    """The table that is played by these rules."""
    return Table(_package(), rules.setup, rules.script, [])


@contextmanager
def _opened(sound: tuple[Voice, Player | None], moderator: Moderator, clock: Clock) -> Iterator[None]:
    """Let a page be led with these for mouth and hands."""

    def opened(setup: Setup, config: Config, screen: Any, *_: Any) -> Any:
        del setup
        return sound[0], opening._soundscape(config, sound[1], screen)  # type: ignore[arg-type]

    with ExitStack() as patched:
        patched.enter_context(patch.object(voices, "sound", opened))
        patched.enter_context(patch.object(ears, "time", clock))
        patched.enter_context(patch.object(game, "read_notes", lambda _: {}))
        patched.enter_context(patch.object(game, "PageEars", lambda: Taps(moderator)))
        yield


def lead_page(stage: Stage[Any, Any], config: Config, moderator: Moderator, sound: Any, notes: Notes) -> None:
    """Lead the game from a page until it ends, and note what the room's page shows."""
    rules = stage.game
    with _opened(sound, moderator, notes.clock):
        led = moderator.leading = Leading(stage, table_of(rules), config, "laptop")

        def shown() -> None:
            notes.show(led.broadcast.snapshots["room"])

        with led.broadcast.subscribed(shown, "room"):
            led.publish()
            led.lead()
    if led.fault:
        raise led.fault
