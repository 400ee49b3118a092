"""Talk with a program in a room made for it, and measure how soon it speaks and what it costs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from narrator.ears.sound import BLOCK
from narrator.ears.sound import RATE as EARS_RATE
from narrator.ears.voice_activity import CALM

from tests.audio.processes import called, family, memory, spent
from tests.audio.sound_server import RATE, InVain, Recording, SoundServer
from tests.speech.speaker import speak

QUIET = 0.004
"""Below this a sample is silence, whoever speaks."""

STARTS = 5
"""How often each program is started."""

LISTENING = CALM * BLOCK / EARS_RATE + 2.0
"""Seconds of silence in which listening is measured; the narrator's ears then know that the room is calm."""

START = "the start"
"""What stands for the words after which a program speaks first."""

_HURRY = 0.3  # seconds after the question's opening at which a player's recording begins
_PATIENCE = 15.0  # seconds after which an answer counts as not understood


class Program(Protocol):
    """A program that asks aloud and listens."""

    pid: int

    def wait_for_question(self) -> None:
        """Wait until the next question is open. Raises InVain."""

    def wait_to_confirm(self) -> None:
        """Wait until what was said is to be confirmed. Raises InVain."""


@dataclass
class Measures:
    """What was measured; seconds, shares of one core, megabytes."""

    first_words: list[float] = field(default_factory=list)
    reactions: list[float] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    listening: float = 0.0
    amid_talk: float = 0.0
    speaking: float = 0.0
    memory: float = 0.0
    without_model: float | None = None
    again: int = 0
    """How often an answer was not understood, and said again."""
    broken_off: str = ""
    """Why there is no more: what was not to be heard, or came too early."""


class NotAsExpected(Exception):
    """The program did not speak when it was to, or did not understand."""


class NoSound(NotAsExpected):
    """The program said nothing."""


@dataclass(frozen=True)
class Turn:
    """What is answered to a question, each but the last to be confirmed; and the pauses of the lines before it."""

    words: Sequence[str]
    pauses: Sequence[float]


class Talk:
    """Somebody in the room talks with the program, and everything that sounds is recorded."""

    def __init__(
        self, server: SoundServer, narration: Recording, room: Recording, speak: Callable[[str], bytes]
    ) -> None:
        self._server, self._narration, self._room, self._speak = server, narration, room, speak
        self.found = Measures()

    def lead(
        self, start: Callable[[], AbstractContextManager[Program]], turns: Sequence[Turn], others: bytes
    ) -> None:
        """Start the program a few times, and answer all its questions the last time; the `others` talk in the end."""
        for _ in range(STARTS - 1):
            begun = time.monotonic()
            with start():
                self._first_word(begun)
            self._wait_for_silence()
        begun = time.monotonic()
        with start() as program:
            onset, last = self._first_word(begun), START
            spoken = costs = 0.0
            for number, turn in enumerate(turns):
                before, when = spent(program.pid), time.monotonic()
                with _understood(last):
                    program.wait_for_question()
                if number:  # until the first question the narrator loads its model, the plain loop has done so
                    costs, spoken = costs + spent(program.pid) - before, spoken + time.monotonic() - when
                    self.found.speaking = costs / spoken
                self._keep_gaps(onset, turn.pauses)
                if not number:
                    self.found.listening = _cost(program.pid, lambda: time.sleep(LISTENING))
                onset, last = self._take(program, turn), turn.words[-1]
            self._weigh(program.pid)
            with _understood(last):
                program.wait_for_question()
            self.found.amid_talk = _cost(program.pid, lambda: self._server.say(others))

    def _take(self, program: Program, turn: Turn) -> int:
        """Answer a question, confirm it where that is wanted, and give where the program's next sound begins.

        What is not understood is said once more, as people do.
        """
        for words in turn.words[:-1]:
            self._say(words)
            try:
                program.wait_to_confirm()
            except InVain:
                self.found.again += 1
                self._say(words)
                with _understood(words):
                    program.wait_to_confirm()
        try:
            return self._answer(turn.words[-1])
        except NoSound:
            self.found.again += 1
            return self._answer(turn.words[-1])

    def _first_word(self, begun: float) -> int:
        """Where the first word begins of a program that was started then."""
        onset = self._onset(self._narration.sample(begun))
        self.found.first_words.append(self._narration.moment(onset) - begun)
        return onset

    def _wait_for_silence(self) -> None:
        """Wait until nothing sounds any more: a program's player can outlive it."""
        since = self._narration.now
        while self._narration.peak(since, self._narration.go_on(1.0)) > QUIET:
            since = self._narration.now

    def _answer(self, words: str) -> int:
        """Answer, and give where the program's next sound begins."""
        since = self._room.now
        self._say(words)
        end = since + int(np.flatnonzero(abs(self._room.samples(since)) > QUIET)[-1])
        onset = self._onset(self._narration.sample(self._room.moment(end)), words)
        self.found.reactions.append(self._narration.moment(onset) - self._room.moment(end))
        return onset

    def _say(self, words: str) -> None:
        time.sleep(_HURRY)
        self._server.say(self._speak(words))

    def _onset(self, since: int, words: str = START) -> int:
        """Wait for the next sound since that sample, and find where it begins."""
        if self._narration.peak(max(since - RATE // 10, 0), since) > QUIET:
            raise NotAsExpected(f"spoke before the end of {words!r}")
        deadline = time.monotonic() + _PATIENCE
        while self._narration.peak(since) <= QUIET:
            if time.monotonic() > deadline:
                heard = self._room.peak(self._room.sample(self._narration.moment(since)))
                others = "something sounded in the room" if heard > QUIET else "the room was silent too"
                raise NoSound(f"said nothing to {words!r} for {_PATIENCE:.0f} s ({others})")
            self._narration.go_on(0.05)
        return since + int(np.flatnonzero(abs(self._narration.samples(since)) > QUIET)[0])

    def _keep_gaps(self, since: int, pauses: Sequence[float]) -> None:
        """Keep by how much the longest silences since then, one for each pause, exceed what was wanted."""
        silences = np.sort(np.diff(np.flatnonzero(abs(self._narration.samples(since)) > QUIET)))[::-1] / RATE
        wanted = sorted(pauses, reverse=True)
        self.found.gaps += [float(one) - pause for one, pause in zip(silences, wanted, strict=False)]

    def _weigh(self, pid: int) -> None:
        members = family(pid)
        others = [member for member in members if not called(member, "narrator.ears.worker")]
        self.found.memory = memory(members)
        self.found.without_model = memory(others) if others != members else None


@contextmanager
def _understood(words: str) -> Iterator[None]:
    """Name the words that came before something that was waited for in vain. Raises NotAsExpected."""
    try:
        yield
    except InVain as fault:
        raise NotAsExpected(f"did not go on after {words!r}: {fault}") from None


def _cost(pid: int, listen_to: Callable[[], None]) -> float:
    """The share of one core that the program takes meanwhile."""
    before, since = spent(pid), time.monotonic()
    listen_to()
    return (spent(pid) - before) / (time.monotonic() - since)


def talk(
    server: SoundServer,
    start: Callable[[], AbstractContextManager[Program]],
    turns: Sequence[Turn],
    others: bytes,
    speak: Callable[[str], bytes] = speak,
) -> Measures:
    """Talk with a program from its start on, and give what was measured; `others` is what the others say.

    A program that does not speak when it is to, or does not understand, ends the talk; what was measured until then
    is given all the same.
    """
    with server.recorded("speaker.monitor") as narration, server.recorded("room.monitor") as room:
        talking = Talk(server, narration, room, speak)
        try:
            talking.lead(start, turns, others)
        except NotAsExpected as fault:
            talking.found.broken_off = str(fault)
    return talking.found
