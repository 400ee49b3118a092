"""Count how often talk at a table is taken for an answer while a question is open, and how often answers are heard.

The talk is made at bench time, in several voices and languages and at several levels, the same from the same seed.
It goes, faster than real time, through the real recogniser and all that decides what was heard. Fails if anything was
taken for an answer.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from espeak import spoken
from mixing import Samples, voice_level
from rich.progress import track
from tabletalk import ANSWER, FLOOR, Table

from narrator.answers import Answer, Command, Heard, Lexicon, Unsure
from narrator.cues import COMMANDS, Ask, At
from narrator.ears.lexicon import SEATS, read_lexicon
from narrator.ears.listening import Listening
from narrator.ears.models import find_model
from narrator.ears.question import Question, question, understand
from narrator.ears.quiet import Quiet
from narrator.ears.sound import BLOCK, RATE
from narrator.rooms.listener import CONFIRMING, FINAL, SURE

WINDOW = 20.0
"""Seconds that each question is open."""

SESSION = 30
"""So many questions come one after the other at the same table: ten minutes."""

LEVELS = (-20.0, -12.0, -6.0, 0.0)
"""How many dB louder the talk is than somebody who answers; each session has one."""

SEATED = {seat: "" for seat in range(1, SEATS + 1)}
KINDS = {
    "seat": Ask(at=At(), line="", text="", to="all", kind="seat", choices=tuple(map(str, SEATED)), optional=True),
    "yes-no": Ask(at=At(), line="", text="", to="all", kind="yes-no", choices=("yes", "no")),
    "ready": Ask(at=At(), line="", text="", to="all", kind="ready", choices=("ready",)),
}


@dataclass
class Count:
    """What was heard: by kind of question and level, and the answers taken with what was said."""

    seconds: Counter[tuple[str, float]] = field(default_factory=Counter)
    asked: Counter[tuple[str, float]] = field(default_factory=Counter)
    taken: list[tuple[str, float, str]] = field(default_factory=list)

    def join(self, other: Count) -> None:
        """Take another's counts in."""
        self.seconds += other.seconds
        self.asked += other.asked
        self.taken += other.taken

    @property
    def hours(self) -> float:
        """The hours that a question was open."""
        return sum(self.seconds.values()) / 3600


class Ears:
    """The ears of one table: question after question, with one memory of how calm the room is."""

    def __init__(self, model: Any, lexicon: Lexicon) -> None:
        self._model, self._lexicon, self._quiet = model, lexicon, Quiet()

    def ask(self, ask: Ask, sound: Samples) -> tuple[list[Heard], list[Heard]]:
        """Put the question while this sounds, as a room does; give the answers taken, and those to be confirmed."""
        taken, asked = list[Heard](), list[Heard]()
        blocks = _blocks(sound)
        for heard in self._heard(ask, blocks, confirming=False):
            if isinstance(heard, Unsure):
                asked.append(heard)
                if self._confirmed(ask, heard, blocks):
                    taken.append(Answer(heard.canonical))
            elif isinstance(heard, Answer | Command):
                taken.append(heard)
        return taken, asked

    def _confirmed(self, ask: Ask, heard: Unsure, blocks: Iterator[bytes]) -> bool:
        final = ask.final and heard.canonical not in COMMANDS
        some = (block for _, block in zip(range(round(CONFIRMING * RATE / BLOCK)), blocks, strict=False))
        again = next(self._heard(FINAL if final else SURE, some, confirming=True), None)
        return again == Answer("confirm") or (again == Answer("yes") and not final)

    def _heard(self, ask: Ask, blocks: Iterator[bytes], *, confirming: bool) -> Iterator[Heard]:
        """Give every utterance; each but the first has ears that begin anew, as in a room."""
        asked: Question = question(ask, self._lexicon, SEATED)
        words = replace(asked.words, confirming=confirming)
        listening = Listening(self._model, words, self._quiet)
        for block in blocks:
            utterance = listening.take(block)
            if utterance is not None:
                yield understand(utterance, asked.meanings, confirming=confirming)
                listening = Listening(self._model, words, self._quiet)


def session(model: Path, language: str, seed: int, number: int) -> Count:
    """Sit through one session of talk."""
    ears, lexicon, count = Ears(_loaded(model), read_lexicon(language)), read_lexicon(language), Count()
    table, decibels = Table(seed * 100_000 + number, _phrases(lexicon)), LEVELS[number % len(LEVELS)]
    for window in range(SESSION):
        kind = [*KINDS][window % len(KINDS)]
        taken, asked = ears.ask(KINDS[kind], table.window(WINDOW, decibels))
        count.seconds[kind, decibels] += round(WINDOW)
        count.asked[kind, decibels] += len(asked)
        count.taken += [(kind, decibels, str(heard)) for heard in taken]
    return count


def answered(model: Path, language: str, voices: tuple[str, ...]) -> tuple[int, int]:
    """Let each voice give every answer to each kind of question in a calm room; count those heard right, and all."""
    lexicon = read_lexicon(language)
    right = total = 0
    for voice in voices:
        for ask in KINDS.values():
            for phrase, meaning in question(ask, lexicon, SEATED).meanings.items():
                taken, _ = Ears(_loaded(model), lexicon).ask(ask, _said(phrase, language + voice))
                total += 1
                right += bool(taken) and getattr(taken[0], "canonical", getattr(taken[0], "name", "")) == meaning
    return right, total


def _said(phrase: str, voice: str) -> Samples:
    said = spoken(phrase, voice, 155, 50)
    said = said * np.float32(ANSWER / (voice_level(said) or 1.0))
    quiet = np.random.default_rng(1).normal(0.0, FLOOR, RATE * 3).astype(np.float32)
    return np.concatenate([quiet, said, quiet[: RATE * 3 // 2]])


def _phrases(lexicon: Lexicon) -> list[str]:
    return [phrase for ask in KINDS.values() for phrase in question(ask, lexicon, SEATED).meanings]


def _blocks(sound: Samples) -> Iterator[bytes]:
    samples = (np.clip(sound, -1.0, 1.0) * 32767).astype(np.int16)
    for start in range(0, len(samples) - BLOCK + 1, BLOCK):
        yield samples[start : start + BLOCK].tobytes()


_MODELS: dict[Path, Any] = {}


def _loaded(model: Path) -> Any:
    import vosk

    if model not in _MODELS:
        vosk.SetLogLevel(-1)
        _MODELS[model] = vosk.Model(str(model))
    return _MODELS[model]


def tell(count: Count, right: int, total: int) -> None:
    """Print what was counted."""
    hours = count.hours
    events = len(count.taken)
    bound = 3.0 if not events else events + 2.0 * events**0.5 + 2.0  # Poisson, 95 %; none: the rule of three
    print(f"talk: {hours:.1f} h with a question open, at {', '.join(f'{level:+.0f}' for level in LEVELS)} dB")
    print(f"taken for answers: {events}, so {events / hours:.2f} an hour, at most {bound / hours:.2f} (95 %)")
    print("| question | hours | taken | asked to confirm, an hour |")
    print("|---|---|---|---|")
    for kind in KINDS:
        open_for = sum(seconds for (one, _), seconds in count.seconds.items() if one == kind) / 3600
        asked = sum(times for (one, _), times in count.asked.items() if one == kind)
        taken = sum(one == kind for one, _, _ in count.taken)
        print(f"| {kind} | {open_for:.1f} | {taken} | {asked / open_for:.0f} |")
    print(f"answers heard right in a calm room: {right} of {total}")
    for kind, decibels, heard in count.taken:
        print(f"  {kind}, {decibels:+.0f} dB: {heard}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=6.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", default="ko")
    parser.add_argument("--model", type=Path, help="folder of a speech model; else the installed one")
    parser.add_argument("--voices", default=",+f1,+m3", help="espeak-ng variants that answer, with commas between")
    wanted = parser.parse_args()
    model = wanted.model or find_model(wanted.language, None)
    if model is None:
        parser.error(f"there is no model for {wanted.language}: name one with --model")
    sessions = range(-(-round(wanted.hours * 3600) // round(SESSION * WINDOW)))
    count = Count()
    with get_context("spawn").Pool(wanted.jobs) as pool:
        work = pool.imap_unordered(partial(session, model, wanted.language, wanted.seed), sessions)
        for one in track(work, "talk", total=len(sessions)):
            count.join(one)
    right, total = answered(model, wanted.language, tuple(wanted.voices.split(",")))
    tell(count, right, total)
    return 1 if count.taken else 0


if __name__ == "__main__":
    sys.exit(main())
