"""The recognisers of speech: what each must be able to do, and the table of those that there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from narrator.errors import Problem

RECOGNISERS = {"vosk": "narrator.ears.vosk", "whisper": "narrator.ears.whisper"}
"""Each recogniser's module; the first is the usual one. What it imports itself is loaded in its worker alone."""


class Recognised(NamedTuple):
    """What was said, and how sure the recogniser is of its least sure word (0…1), and of each, if it can tell."""

    text: str
    confidence: float
    each: Sequence[float] = ()


class Recognition(Protocol):
    """One utterance under way."""

    def accept(self, block: bytes) -> bool:
        """Hear a block; True once the recogniser has ended the utterance by itself, after which it takes no more."""

    def begin(self) -> None:
        """Begin to read what was heard so far, if that takes time: it may be all."""

    def go_on(self, *, apart: bool) -> bool:
        """Leave what was begun, for there is more to hear; False if it gave its result and takes no more.

        What comes after a pause may be read `apart` from what was begun.
        """

    def result(self) -> Recognised:
        """End the utterance, if it has not ended, and read it."""


class Recogniser(Protocol):
    """A loaded speech model."""

    def knows(self, word: str) -> bool:
        """Whether the word can be recognised."""

    def prepare(self, phrases: Iterable[str], decoys: Iterable[str]) -> None:
        """Get ready for a question of these, without making anybody wait."""

    def hear(self, phrases: Mapping[str, str], decoys: Sequence[str], odds: int) -> Recognition:
        """Begin an utterance that is one of these; a phrase is `odds` times likelier than a decoy.

        Each phrase has its meaning, so that what means the same need not be told apart.
        """


class RecogniserModule(Protocol):
    """What a recogniser's module holds."""

    EXAMPLE: str
    """The name of a Polish model's folder."""

    def problems_of(self, folder: Path, platform: str = ...) -> list[Problem]:
        """List what keeps the folder from being used as a model."""

    def fits(self, name: str, language: str = ...) -> bool:
        """Whether a model of this name is one for the language, or for any if none is given."""

    def load(self, folder: Path, language: str = ...) -> Recogniser:
        """Load the model, for a language where it has several; this may take seconds."""


def module_of(recogniser: str) -> RecogniserModule:
    """Import the recogniser's module."""
    return cast(RecogniserModule, import_module(RECOGNISERS[recogniser]))


def usual() -> RecogniserModule:
    """Import the usual recogniser's module."""
    return module_of(next(iter(RECOGNISERS)))


def recogniser_for(folder: Path) -> str:
    """Choose the recogniser that can use the model in the folder; if none can, the one whose models are called so."""
    able = (name for name in RECOGNISERS if not module_of(name).problems_of(folder))
    named = (name for name in RECOGNISERS if module_of(name).fits(folder.name))
    return next(chain(able, named, RECOGNISERS))
