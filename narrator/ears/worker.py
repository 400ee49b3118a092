"""The listening process: it hears one question's phrases and reports each utterance as a line of JSON.

It stands alone because a recogniser can abort its process. In: `listen`, `rest` and `words` requests; end of
input ends it. Out: `instead`, `ready`, `listening`, `heard`, `refused`, `unknown`, `sound`, `silent`, `stalled` and
`lost` reports.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any, cast

from narrator.computer.worker import Packet, fault, reporter, requests
from narrator.ears.listening import Listening, Words
from narrator.ears.recognisers import Recogniser, RecogniserModule
from narrator.ears.sound import Gate, blocks, find_microphones, open_microphone
from narrator.ears.voice_activity import VoiceActivity
from narrator.values import asdict, dataclass, replace

TIMEOUT = 5.0
"""Seconds without a block from the microphone after which it is taken for lost."""

_MUTE = blocks(10.0)
"""Blocks of zeros after which a microphone counts as mute: a true one hears its own noise."""

_GATED = blocks(0.2)
"""Blocks of zeros before a sound that show that the microphone suppresses noise: then silence is zeros."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the process is told as it is started, in JSON: the recogniser's module, its model, what is listened to."""

    recogniser: str
    model: str
    language: str = ""
    """The language that is spoken, for a model of several."""
    device: str = ""
    amid_talk: bool = False
    deaf: bool = False
    """Whether it opens no sound, and only answers questions about words."""


class Worker:
    """Answers the requests of the process that started it, one after the other."""

    def __init__(
        self, recogniser: Recogniser, gate: Gate, report: Callable[[Packet], None], *, calm: bool = True
    ) -> None:
        self._recogniser, self._gate, self._report = recogniser, gate, report
        self._voices = VoiceActivity(calm=calm)
        self._listening: Listening | None = None
        self._number = self._zeros = 0
        self._mute: bool | None = None
        self._gated = False

    def serve(self, timeout: float | None) -> None:
        """Take requests and blocks until the requests end, or until no block came for `timeout` seconds."""
        while True:
            try:
                event = self._gate.events.get(timeout=timeout if self._listening else None)
            except Empty:
                self._report({"said": "stalled"})
                return
            if event is None:
                return
            if isinstance(event, dict):
                self._obey(event)
            else:
                self._hear(*event)

    def _obey(self, request: Packet) -> None:
        if request["do"] == "listen":
            self._listen(request["question"], Words(**request["words"]))
        elif request["do"] == "words":
            self._report({"said": "unknown", "words": self._unknown(request["words"])})
        else:
            self._gate.shut()
            self._listening = None

    def _listen(self, number: int, wanted: Words) -> None:
        phrases = {phrase: wanted.phrases[phrase] for phrase in self._known(wanted.phrases)}
        decoys = self._known(wanted.decoys)
        if not phrases:
            self._report({"said": "refused", "question": number})
            return
        words = replace(wanted, phrases=phrases, decoys=decoys)
        self._listening, self._number = Listening(self._recogniser, words, self._voices), number
        self._recogniser.prepare(phrases, decoys)
        self._gate.open(number)
        self._report({"said": "listening", "question": number})

    def _hear(self, number: int, block: bytes) -> None:
        if self._listening is None or self._number != number:
            return
        heard = self._listening.take(block) if block else self._listening.finish()
        if heard is not None:
            self._report({"said": "heard", "question": number, **asdict(heard)})
        self._watch(block)

    def _watch(self, block: bytes) -> None:
        """Report that the microphone gives nothing but zeros, as a forbidden one does, and that it gives sound."""
        if not any(block):
            self._zeros += 1
            if self._zeros == _MUTE and not self._gated:
                self._mute = True
                self._report({"said": "silent"})
            return
        self._gated = self._gated or (self._mute is not True and self._zeros >= _GATED)
        self._zeros = 0
        if self._mute is not False:
            self._mute = False
            self._report({"said": "sound"})

    def _known(self, phrases: Iterable[str]) -> list[str]:
        return [phrase for phrase in phrases if not self._unknown([phrase])]

    def _unknown(self, phrases: Iterable[str]) -> list[str]:
        words = dict.fromkeys(word for phrase in phrases for word in phrase.split())
        return [word for word in words if not self._recogniser.knows(word)]


def main() -> None:
    """Load the model, open the sound, and serve."""
    wanted, report = Settings(**json.loads(sys.argv[1])), reporter()
    try:
        gate = Gate()
        # before the model: without a microphone it is not worth loading
        sound = None if wanted.deaf else _open_microphone(wanted.device, gate, report)
        module = cast(RecogniserModule, import_module(wanted.recogniser))
        recogniser = module.load(Path(wanted.model), wanted.language)
        worker = Worker(recogniser, gate, report, calm=not wanted.amid_talk)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with model or device is told, not traced
        report(fault(error))
        return
    Thread(target=_pass_on, args=(gate.events,), daemon=True).start()
    report({"said": "ready"})
    worker.serve(None if wanted.deaf else TIMEOUT)
    if sound:
        sound.abort()
    os._exit(0)  # threads that still wait for sound must not hold up the end


def _open_microphone(device: str, gate: Gate, report: Callable[[Packet], None]) -> Any:
    """Open the microphone of that name; if there is none, or no name can be read, the usual one."""
    try:
        stream = open_microphone(device, gate)
        named = not device or find_microphones(sys.modules["sounddevice"], device) != [None]
    except Exception:
        if not device:
            raise
        stream, named = open_microphone("", gate), False
    if not named:
        report({"said": "instead"})
    return stream


def _pass_on(events: Queue[Any]) -> None:
    for request in requests():
        events.put(request)
    events.put(None)


if __name__ == "__main__":
    main()
