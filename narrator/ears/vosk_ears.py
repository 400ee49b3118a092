"""Ears that recognise speech offline with Vosk, in a process of their own that may die and is started again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from queue import Empty, Queue
from threading import Event, RLock, Thread
from typing import Any

from narrator.answers import Lexicon, Unsure
from narrator.cues import Ask
from narrator.ears import Listener, Lost
from narrator.ears.listening import Utterance
from narrator.ears.question import question, understand
from narrator.ears.vosk_process import command, start
from narrator.problems import ChannelLost

RESTARTS = 2
"""How often the process is started again without having heard anything in between."""

LOADING = 120.0
"""Seconds that loading a model may take, on a slow disk too."""


@dataclass(frozen=True, slots=True)
class _Question:
    number: int
    request: dict[str, Any]
    meanings: Mapping[str, str]
    heard: Listener
    confirming: bool


class VoskEars:
    """Hears the phrases of one question through the microphone, or from a file or pipe of sound (`pcm`)."""

    def __init__(
        self,
        model: Path,
        lexicon: Lexicon,
        names: Mapping[int, str],
        notice: Callable[[str], None],
        *,
        device: str = "",
        pcm: Path | None = None,
    ) -> None:
        self.listening = Event()
        """Set while the process listens to the open question."""
        self._lexicon, self._names, self._notice = lexicon, names, notice
        self._command = command(model, device=device, pcm=pcm)
        self._lock = RLock()
        self._question: _Question | None = None
        self._number = self._restarts = 0
        self._ready, self._closed, self._lost = Event(), False, ""
        self._unsure = False
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
            raise ChannelLost("The speech model did not load in time; answers come from the keyboard.")
        if self._lost:
            raise ChannelLost(self._lost)

    def unknown_words(self, phrases: Iterable[str]) -> list[str]:
        """List the words of these phrases that the model does not know. Raises ChannelLost."""
        self.wait()
        self._send({"do": "words", "words": list(phrases)})
        try:
            return self._unknown.get(timeout=LOADING)
        except Empty:
            raise ChannelLost("The speech model does not answer.") from None

    def listen(self, ask: Ask, heard: Listener) -> None:
        """Begin to listen for this question's phrases. Raises ChannelLost."""
        with self._lock:
            if self._lost:
                raise ChannelLost(self._lost)
            self._number += 1
            asked = question(ask, self._lexicon, self._names)
            words = replace(asked.words, confirming=self._unsure)
            request = {"do": "listen", "question": self._number, "words": asdict(words)}
            self._question = _Question(self._number, request, asked.meanings, heard, self._unsure)
            self._unsure = False
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
        _hang_up(self._process)
        try:
            self._process.wait(timeout=3)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _start(self) -> subprocess.Popen[str]:
        process = start(self._command)
        Thread(target=self._read, args=(process,), name="vosk", daemon=True).start()
        return process

    def _send(self, request: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            pass  # it has died: its reader notices, starts another and asks it again

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        why = ""
        with process.stdout:
            for line in process.stdout:
                report = json.loads(line)
                if report["said"] == "lost":
                    why = report["why"]
                else:
                    self._take(report)
        process.wait()
        _hang_up(process)
        self._ended(why)

    def _take(self, report: dict[str, Any]) -> None:
        match report:
            case {"said": "ready"}:
                self._ready.set()
            case {"said": "unknown", "words": words}:
                self._unknown.put(words)
            case {"said": "silent"}:
                self._notice(_SILENT)
            case {"question": number}:
                with self._lock:
                    if self._question is not None and self._question.number == number:
                        self._hear(self._question, report)

    def _hear(self, question: _Question, report: dict[str, Any]) -> None:
        if report["said"] == "listening":
            self.listening.set()
        elif report["said"] == "refused":
            self._notice("The speech model knows no word of this question; answer it with keys.")
        else:
            self._restarts = 0
            utterance = Utterance(report["text"], report["confidence"], report["calm"])
            heard = understand(utterance, question.meanings, confirming=question.confirming)
            self._unsure = isinstance(heard, Unsure)
            question.heard(heard)

    def _ended(self, why: str) -> None:
        with self._lock:
            self.listening.clear()
            if self._closed:
                pass
            elif why or self._restarts >= RESTARTS:
                self._lose(why or "the recogniser ended again and again")
            else:
                self._restarts += 1
                self._process = self._start()
                if self._question is not None:
                    self._send(self._question.request)

    def _lose(self, why: str) -> None:
        self._lost = f"Speech is not heard ({why}); answers come from the keyboard."
        self._ready.set()
        if self._question is not None:
            self._question.heard(Lost(self._lost))


def _hang_up(process: subprocess.Popen[str]) -> None:
    if process.stdin:
        with suppress(OSError):  # it may be gone already
            process.stdin.close()


def unknown_words(model: Path, phrases: Iterable[str]) -> list[str]:
    """List the words of these phrases that the model does not know, without a microphone. Raises ChannelLost."""
    request = json.dumps({"do": "words", "words": list(phrases)}) + "\n"
    with start(command(model, deaf=True)) as process:
        try:
            output, _ = process.communicate(request, timeout=LOADING)
        except subprocess.TimeoutExpired:
            process.kill()
            raise ChannelLost("The speech model did not load in time.") from None
    for report in map(json.loads, output.splitlines()):
        if report["said"] == "unknown":
            return list(report["words"])
        if report["said"] == "lost":
            raise ChannelLost(f"The speech model {model} cannot be used: {report['why']}.")
    raise ChannelLost(f"The speech model {model} cannot be used: the recogniser ended.")


_SILENT = "The microphone gives only silence: is it muted" + (
    ", or forbidden? See System Settings, Privacy, Microphone." if sys.platform == "darwin" else "?"
)
