"""The ears of a page: what answers the open prompt, and jobs that the game's own thread is to do in between."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from threading import Condition, Event, Lock, get_ident
from typing import Generic, TypeVar

from narrator.answers import Answer, Command, Heard, Silence, is_text, own_words
from narrator.cues import Ask

T = TypeVar("T")
_REMEMBERED = 256  # results, so that a command that is sent twice counts once

NEXT = "+"
"""Stands at the end of a version whose prompt is still to come."""

_LINE = 0.1
"""Seconds after which a line may have begun that was not to be spoken."""

Job = Callable[[], bool]
"""Something to do between two answers; True if the room must put everything anew after it."""

CARRIED_OUT = 20.0
"""Seconds in which the game's thread does what a page wants; a line that is being spoken may be in the way."""


class Interrupted(Exception):
    """The game was changed, or is to be led in another room: what was being asked is put anew."""


class Closed(Exception):
    """Nobody leads the game here any more."""


class Refusal(Exception):
    """A command that is not carried out; the text says why, in the words of the table."""


def fits(ask: Ask, said: str) -> bool:
    """Whether this answers the question at all; the rules may still refuse it."""
    if said == "none":
        return ask.optional or "none" in ask.choices
    if ask.kind == "seats":
        seats = said.split(",")
        return len(set(seats)) == len(seats) <= ask.most and set(seats) <= set(ask.choices)
    if ask.kind == "text":
        return is_text(own_words(said))
    return said in ask.choices


class Once(Generic[T]):
    """Does what has an id once, however often it comes and in whatever thread, and remembers what came of it."""

    def __init__(self) -> None:
        self._done: OrderedDict[str, Future[T]] = OrderedDict()
        self._looking = Lock()

    def result(self, name: str, do: Callable[[], T]) -> T:
        """What came of it; whoever sends it again meanwhile waits. What it raises is raised for all of them."""
        with self._looking:
            first = name not in self._done
            done = self._done.setdefault(name, Future())
            while len(self._done) > _REMEMBERED:
                self._done.popitem(last=False)
        if first:
            try:
                done.set_result(do())
            except BaseException as fault:  # noqa: BLE001 - it is raised in the end
                done.set_exception(fault)
        return done.result()


class PageEars:
    """Hears what pages send. Each prompt has a version; once answered, it is open no more.

    `opened` is called, in the game's thread, whenever there is another prompt.
    """

    def __init__(self) -> None:
        self.opened: Callable[[], None] = lambda: None
        self._changed = Condition()
        self._run, self._number = secrets.token_urlsafe(4), 0
        self._asked: Ask | None = None
        self._given: Heard | None = None
        self._used = True
        self._jobs: deque[Job] = deque()
        self._closed = False
        self._game = 0
        self.rest: Callable[[float], object] = self._changed.wait
        """Lasts until something has come, or so many seconds; in a program of one thread what comes is served."""
        self.awaited = False
        """Whether somebody who has tapped waits for the next prompt."""

    @property
    def version(self) -> str:
        """The version of the open prompt, or, with a +, of the next one; commands that carry another are stale."""
        return f"{self._run}:{self._number + self._used}{NEXT * self._used}"

    @property
    def asked(self) -> Ask | None:
        """What the open prompt asks; nothing while none is open."""
        return None if self._used else self._asked

    @property
    def prompt(self) -> tuple[str, Ask | None]:
        """The version of what is open now and what it asks, as they belong together."""
        with self._changed:
            return self.version, self.asked

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        """Wait for what a page sends to this prompt. Raises Interrupted or Closed."""
        over = None if seconds is None else time.monotonic() + seconds
        self._game = get_ident()
        with self._changed:
            again = not self._used and self._asked == ask
            if not again:
                self._number, self._used, self._given = self._number + 1, False, None
            self._asked = ask
            self._changed.notify_all()
        if not again:
            self.opened()
        return self._wait(over)

    def _wait(self, over: float | None) -> Heard:
        while True:
            job = None
            with self._changed:
                if self._closed:
                    raise Closed
                if self._given is not None:
                    return self._taken()
                if self._jobs:
                    job = self._jobs.popleft()
                else:
                    left = 1.0 if over is None else over - time.monotonic()
                    if left <= 0:
                        return Silence()
                    self.rest(min(left, 1.0))  # in short waits, for Ctrl+C on Windows
            if job is not None and job():
                self.forget()
                raise Interrupted

    def _taken(self) -> Heard:
        heard, self._given = self._given, None
        assert heard is not None
        return heard

    def give(self, version: str, heard: Answer | Command) -> bool:
        """Answer the open prompt; False if it is not this one, or answered already."""
        with self._changed:
            if self._used or version != self.version:
                return False
            self._given, self._used = heard, True
            self._changed.notify_all()
            return True

    def await_prompt(self, hush: Callable[[], None]) -> None:
        """Wait until a prompt is open, for so long as a job may take, and `hush` what is spoken till then."""
        over = time.monotonic() + CARRIED_OUT
        self.awaited = True
        try:
            while self._used and not self._closed and time.monotonic() < over:
                hush()  # again: a line may have begun since
                with self._changed:
                    self._changed.wait_for(lambda: not self._used or self._closed, _LINE)
        finally:
            self.awaited = False

    def do(self, job: Job) -> None:
        """Have the game's thread do this as soon as it waits for an answer."""
        with self._changed:
            self._jobs.append(job)
            self._changed.notify_all()

    def done(self, job: Job) -> bool:
        """Have the game's thread do this, and wait for it; False if a line that is being spoken was in the way.

        What is served in that very thread, while it waits for an answer, is done at once. Raises what the job does.
        """
        if get_ident() == self._game:
            anew = self._carried_out(job)
            self.do(lambda: anew)
            return True
        done, given_up = Event(), Event()

        def unless_given_up() -> bool:
            try:
                return not given_up.is_set() and self._carried_out(job)
            finally:
                done.set()

        self.do(unless_given_up)
        if not done.wait(CARRIED_OUT):
            given_up.set()
        return done.is_set()

    def _carried_out(self, job: Job) -> bool:
        """Do it; where all is put anew, a tap that was on its way finds its prompt open no more."""
        anew = job()
        if anew:
            self.forget()
        return anew

    def forget(self) -> None:
        """The prompt is open no more."""
        with self._changed:
            self._used, self._given = True, None

    def close(self) -> None:
        """Let nobody wait any longer."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
