"""Vosk: speech recognised offline, and only the phrases that it is told to listen for."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from narrator.computer import files
from narrator.ears.recognisers import Recognised
from narrator.ears.sound import RATE
from narrator.errors import Problem, did_you_mean, fault
from narrator.texts import message

EXAMPLE = "vosk-model-small-pl-1"

_PARTS = ("am/final.mdl", "conf", "graph/HCLr.fst", "graph/Gr.fst")

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")

_GRAMMAR = 40_000
"""Phrases that a grammar may have: a recogniser for so many is made in a twentieth of a second."""


def fits(name: str, language: str = "") -> bool:
    """Whether a model for the language, or for any, is called so, as `vosk-model-small-pl-0.22` is."""
    return bool(re.fullmatch(rf"vosk-model.*-{re.escape(language) or '[a-z]{2,3}'}-.+", name))


def problems_of(folder: Path, platform: str = sys.platform) -> list[Problem]:
    """List what keeps the folder from being used as a model that takes a grammar."""
    place = str(folder)
    if not files.is_folder(folder):
        return [fault(place, "faults.no-folder-of-a-model")]
    problems = []
    if platform == "win32" and not place.isascii():
        problems.append(fault(place, "faults.letters-on-windows"))
    if files.there(folder / "graph" / "HCLG.fst"):
        return [*problems, fault(place, "faults.static-graph")]
    missing = [part for part in _PARTS if not files.there(folder / part)]
    if missing:
        inner = [child for child in folder.glob("*") if files.there(child / "am" / "final.mdl")]
        near = did_you_mean(inner[0]) if inner else message("faults.take-another-model")
        problems.append(fault(place, "faults.no-speech-model", near, files=", ".join(missing)))
    return problems


def load(folder: Path, language: str = "") -> VoskRecogniser:  # noqa: ARG001 - a model has one language
    """Load the model, which takes seconds."""
    import vosk

    vosk.SetLogLevel(-1)
    return VoskRecogniser(vosk.Model(str(folder)))


class VoskRecogniser:
    """A loaded Vosk model."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def knows(self, word: str) -> bool:
        """Whether the model has the word. Tokens such as #0, which it has too, would break a grammar."""
        return bool(_WORD.fullmatch(word) and self._model.vosk_model_find_word(word) >= 0)

    def prepare(self, phrases: Iterable[str], decoys: Iterable[str]) -> None:
        """Nothing: a grammar is made in an instant."""

    def hear(self, phrases: Iterable[str], decoys: Sequence[str], odds: int) -> VoskRecognition:
        """Begin an utterance that can only be one of these phrases and decoys."""
        return VoskRecognition(self._model, _grammar(tuple(phrases), tuple(decoys), odds))


@lru_cache(maxsize=4)  # every utterance of a question has the same
def _grammar(phrases: tuple[str, ...], decoys: tuple[str, ...], odds: int) -> str:
    """Write a grammar; a phrase that stands there several times is so much likelier."""
    times = min(odds, max(_GRAMMAR // len(phrases), 1)) if decoys else 1
    return json.dumps([*phrases, *decoys, *[*phrases] * (times - 1)], ensure_ascii=False)


class VoskRecognition:
    """One utterance, heard by a recogniser of its own."""

    def __init__(self, model: Any, grammar: str) -> None:
        import vosk

        self._recogniser = vosk.KaldiRecognizer(model, RATE, grammar)
        self._recogniser.SetWords(True)
        self._recogniser.SetMaxAlternatives(0)  # alternatives come without words' confidences
        self._ended, self._read = "", False

    def accept(self, block: bytes) -> bool:
        """Hear a block; True once the recogniser has ended the utterance by itself."""
        # A result must be fetched whenever it is due, or each block costs more than the last.
        if self._recogniser.AcceptWaveform(block):
            self._ended = self._recogniser.Result()
        return bool(self._ended)

    def begin(self) -> None:
        """Nothing: it reads while it hears."""

    def go_on(self, *, apart: bool) -> bool:  # noqa: ARG002 - it hears all as one
        """Whether it can hear more."""
        return not self._read

    def result(self) -> Recognised:
        """End the utterance, if it has not ended, and read it."""
        self._read = True
        found = json.loads(self._ended or self._recogniser.FinalResult())
        each = [word["conf"] for word in found.get("result", [])]
        return Recognised(found.get("text", ""), min(each, default=1.0), each)
