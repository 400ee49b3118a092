"""Ears that recognise speech offline, in a process of their own that may die and is started again."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Event, RLock, Thread

from narrator.answers import Silence, Unsure
from narrator.computer import worker
from narrator.computer.worker import Packet, Process
from narrator.cues import Ask
from narrator.ears import Lost, OnHeard
from narrator.ears.listening import Utterance
from narrator.ears.question import Question, question, understand
from narrator.ears.recognisers import RECOGNISERS, recogniser_for
from narrator.ears.worker import Settings
from narrator.errors import ChannelLost
from narrator.lexicon import Lexicon
from narrator.texts import Message, Words, message
from narrator.values import asdict, dataclass, fields

_WORKER = "narrator.ears.worker"
RESTARTS = 2
"""How often the process is started again without having heard anything in between."""

LOADING = 120.0
"""Seconds that loading a model may take, on a slow disk too."""

LOOK_AFTER = 30.0
"""Seconds after which a microphone that is gone or mute is looked for again, at the next question."""


@dataclass(frozen=True, slots=True)
class _Question:
    number: int
    request: Packet
    asked: Question
    heard: OnHeard
    confirming: bool


class SpeechEars:
    """Hears the phrases of one question through the microphone.

    A microphone that is lost in a game is looked for again; `notice` is told when it is gone, and when it is back.
    """

    def __init__(
        self,
        model: Path,
        lexicon: Lexicon,
        names: Mapping[int, str],
        notice: Callable[[Words], None],
        *,
        device: str = "",
        amid_talk: bool = False,
        look_after: float = LOOK_AFTER,
    ) -> None:
        """Open the microphone, in a calm room or `amid_talk`."""
        self.listening = Event()
        """Set while the process listens to the open question."""
        self._lexicon, self._names, self._notice = lexicon, names, notice
        self._settings = Settings(
            recogniser=_recogniser(model),
            model=str(model),
            language=lexicon.language,
            device=device,
            amid_talk=amid_talk,
        )
        self._lock = RLock()
        self._question: _Question | None = None
        self._number = self._restarts = 0
        self._ready, self._closed = Event(), False
        self._lost: ChannelLost | None = None
        self._unsure = self._missed = False
        self._look_after, self._look_at = look_after, math.inf
        self._unknown: Queue[list[str]] = Queue()
        self._process = self._start()

    @property
    def pid(self) -> int:
        """The id of the listening process."""
        return self._process.pid

    def wait(self, seconds: float = LOADING) -> None:
        """Wait until model and microphone are ready. Raises ChannelLost."""
        if not self._ready.wait(seconds):
            self.close()
            raise _deaf(message("ears.slow-model"))
        if self._lost:
            raise self._lost

    def unknown_words(self, phrases: Iterable[str]) -> list[str]:
        """List the words of these phrases that the model does not know. Raises ChannelLost."""
        self.wait()
        self._send({"do": "words", "words": list(phrases)})
        try:
            return self._unknown.get(timeout=LOADING)
        except Empty:
            raise _deaf(message("ears.no-answer")) from None

    def listen(self, ask: Ask, heard: OnHeard) -> None:
        """Begin to listen for this question's phrases. Raises ChannelLost."""
        with self._lock:
            if self._lost:
                raise self._lost
            self._number += 1
            self.listening.clear()
            self._unsure = self._unsure and "confirm" in ask.choices  # asked back, maybe once more
            asked = question(ask, self._lexicon, self._names, confirming=self._unsure)
            request = {"do": "listen", "question": self._number, "words": asdict(asked.words)}
            self._question = _Question(self._number, request, asked, heard, self._unsure)
            if time.monotonic() >= self._look_at:
                self._look_again()
            self._send(request)

    def rest(self) -> None:
        """Stop listening: nothing is heard after this returns."""
        with self._lock:
            if self._question is not None:
                self._question = None
                self.listening.clear()
                self._send({"do": "rest"})

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._closed, self._question = True, None
            self.listening.clear()
        worker.hang_up(self._process)
        try:
            self._process.wait(timeout=3)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _start(self) -> Process:
        process = _start(self._settings)
        Thread(target=self._read, args=(process,), name="recogniser", daemon=True).start()
        return process

    def _look_again(self) -> None:
        worker.hang_up(self._process)
        self._look_at, self._restarts = math.inf, 0
        self._process = self._start()

    def _send(self, request: Packet) -> None:
        with suppress(OSError, ValueError):  # it has died: its reader notices, starts another and asks it again
            worker.send(self._process, request)

    def _read(self, process: Process) -> None:
        lost, stalled = None, False
        for report in worker.reports_of(process):
            stalled = report["said"] == "stalled"
            if report["said"] == "lost":
                lost = _deaf(worker.told(report))
            else:
                self._take(report)
        process.wait()
        worker.hang_up(process)
        with self._lock:
            if process is self._process:
                self._ended(lost, stalled=stalled)

    def _take(self, report: Packet) -> None:
        match report:
            case {"said": "ready"}:
                self._ready.set()
            case {"said": "unknown", "words": words}:
                self._unknown.put(words)
            case {"said": "instead"}:
                self._notice(message("ears.instead", device=self._settings.device))
            case {"said": "silent"}:
                self._miss(message("ears.silent-macos" if sys.platform == "darwin" else "ears.silent"))
            case {"said": "sound"}:
                self._find()
            case {"question": number}:
                with self._lock:
                    if self._question is not None and self._question.number == number:
                        self._hear(self._question, report)

    def _hear(self, question: _Question, report: Packet) -> None:
        if report["said"] == "listening":
            self.listening.set()
        elif report["said"] == "refused":
            self._notice(message("ears.unknown-question"))
        else:
            self._restarts = 0
            utterance = Utterance(**{one.name: report[one.name] for one in fields(Utterance)})
            heard = understand(utterance, question.asked, confirming=question.confirming)
            self._unsure = isinstance(heard, Unsure)
            if not isinstance(heard, Silence):  # what is none of a table's business does not end the question
                question.heard(heard)

    def _ended(self, lost: ChannelLost | None, *, stalled: bool) -> None:
        self.listening.clear()
        again_and_again = self._restarts >= RESTARTS
        if self._closed:
            pass
        elif self._ready.is_set() and (lost or (stalled and again_and_again)):
            self._miss(message("ears.gone"))
        elif lost or again_and_again:
            self._lose(lost or _deaf(message("ears.breaks-off")))
        else:
            self._restarts += 1
            self._process = self._start()
            if self._question is not None:
                self._send(self._question.request)

    def _miss(self, notice: Message) -> None:
        """Do without the microphone, until it is looked for again."""
        if not self._missed:
            self._notice(notice)
        self._missed, self._look_at = True, time.monotonic() + self._look_after

    def _find(self) -> None:
        """Note that the microphone gives sound."""
        if self._missed:
            self._notice(message("ears.back"))
        self._missed, self._look_at = False, math.inf

    def _lose(self, lost: ChannelLost) -> None:
        self._lost = lost
        self._ready.set()
        if self._question is not None:
            self._question.heard(Lost(lost.table))


def unknown_words(model: Path, phrases: Iterable[str]) -> list[str]:
    """List the words of these phrases that the model does not know, without a microphone. Raises ChannelLost."""
    request = {"do": "words", "words": list(phrases)}
    settings = Settings(recogniser=_recogniser(model), model=str(model), deaf=True)
    try:
        reports = worker.ask_once(*_command(settings), request=request, seconds=LOADING)
    except TimeoutError:
        raise ChannelLost(message("ears.slow-model")) from None
    for report in reports:
        if report["said"] == "unknown":
            return list(report["words"])
        if report["said"] == "lost":
            raise ChannelLost(message("doctor.model-lost", model=model, why=worker.told(report)))
    raise ChannelLost(message("doctor.model-lost", model=model, why=message("doctor.ended")))


def _deaf(why: Words) -> ChannelLost:
    """Say that nothing spoken is heard, and why."""
    return ChannelLost(message("ears.deaf", why=why))


def _start(settings: Settings) -> Process:
    # The detector of voices needs one thread; more would spin between its blocks, at twice the cost. A recogniser
    # that reckons in many gains a third on an idle computer, and loses seconds to whatever else wants a core.
    return worker.start(*_command(settings), OMP_THREAD_LIMIT="1", OPENBLAS_NUM_THREADS="1")


def _command(settings: Settings) -> tuple[str, str]:
    """The listening process's module, and its only argument."""
    return _WORKER, json.dumps(asdict(settings))


def _recogniser(model: Path) -> str:
    return RECOGNISERS[recogniser_for(model)]
