"""Count how often talk at a table is taken for an answer while a question is open, and how often answers are heard.

The talk is made at bench time, in several voices and languages and at several levels, the same from the same seed.
With `--game` it is a game in which the ears are open all evening, and half of the talk is about its cards.
It goes, faster than real time, through the real recogniser and all that decides what was heard. Beside it: how many
answers are heard, and how many single remarks that fall into a calm room, or into the beginning of an evening, are
taken for one. Fails if talk was taken for an answer.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import cycle, islice, product
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from rich.progress import track

from narrator.answers import Heard
from narrator.cues import Ask
from narrator.ears.lexicon import read_lexicon
from narrator.ears.models import find_model
from narrator.ears.question import question
from narrator.ears.recognisers import Recogniser, module_of, recogniser_for
from narrator.ears.sound import RATE
from narrator.lexicon import Lexicon, addressed
from narrator.studio.mixing import Samples, voice_level

from tests.counts import add_up, most
from tests.fluxx.at_rest import GAME, NAMES, heard_at_rest, words
from tests.speech.espeak import spoken
from tests.speech.table_ears import KINDS, SEATED, WINDOW, Ears
from tests.speech.tabletalk import ANSWER, FLOOR, Table

EVENING = 360
"""So many questions come one after the other at the same table: two hours."""

LEVELS = (-20.0, -12.0, -6.0, 0.0)
"""How many dB louder the talk is than somebody who answers; each question's talk has one."""

REMARKS = 120
"""Single remarks that fall into a room."""


@dataclass(frozen=True)
class Listened:
    """What is asked at a table, of whom, and what people talk about."""

    questions: Mapping[str, Ask]
    names: Mapping[int, str]
    lexicon: Lexicon
    game: str = ""


def listened(game: str, language: str, *, calls: bool = False) -> Listened:
    """The usual questions of any game, or the one of a game that listens all evening, for what `calls` it too."""
    if game == GAME:
        heard = addressed(words(language)) if calls else words(language)
        return Listened({"rest": heard_at_rest()}, NAMES, heard, game)
    return Listened(KINDS, SEATED, read_lexicon(language))


@dataclass
class Count:
    """What was heard: by kind of question and level, and the answers taken with what was said."""

    seconds: Counter[tuple[str, float]] = field(default_factory=Counter)
    asked: Counter[tuple[str, float]] = field(default_factory=Counter)
    taken: list[tuple[str, float, str]] = field(default_factory=list)

    def join(self, other: Count) -> None:
        """Take another's counts in."""
        add_up(self, other)


@dataclass(frozen=True)
class Material:
    """What is listened with, to what: the model, the language of the ears, and of the talk if it is only one.

    With `calls` commands may be spoken, too.
    """

    model: Path
    language: str
    seed: int
    game: str = ""
    talk: str = ""
    calls: bool = False

    @property
    def at(self) -> Listened:
        """What is asked."""
        return listened(self.game, self.language, calls=self.calls)

    def ears(self, *, calm: bool) -> Ears:
        """New ears in a room that is calm, or not yet."""
        at = self.at
        return Ears(_loaded(self.model, self.language), at.lexicon, calm=calm, names=at.names)

    def table(self, seed: int) -> Table:
        """People who talk and never say an answer alone."""
        at = self.at
        said = [phrase for ask in at.questions.values() for phrase in question(ask, at.lexicon, at.names).meanings]
        return Table(seed, said, self.talk, self.game)


def evening(of: Material, questions: range) -> Count:
    """Sit through an evening of talk, or the part of it in which these questions are put."""
    count, kinds = Count(), of.at.questions
    ears, table = of.ears(calm=False), of.table(of.seed * 100_000 + questions.start)
    for number in questions:
        kind, level = [*kinds][number % len(kinds)], LEVELS[number // len(kinds) % len(LEVELS)]
        taken, asked = ears.ask(kinds[kind], table.window(WINDOW, level))
        count.seconds[kind, level] += round(WINDOW)
        count.asked[kind, level] += len(asked)
        count.taken += [(kind, level, f"{heard}, question {number}, asked back: {len(asked)}") for heard in taken]
    return count


def answered(of: Material, voices: Sequence[str]) -> dict[str, Counter[str]]:
    """Let each voice give every answer to each question, in a calm room and after talk; count what came of it."""
    found = {"calm": Counter[str](), "after talk": Counter[str]()}
    for voice, ask in product(voices, of.at.questions.values()):
        for phrase, meaning in question(ask, of.at.lexicon, of.at.names).meanings.items():
            for room, results in found.items():
                ears = of.ears(calm=room == "calm")
                results[_result(ears.ask(ask, _said(phrase, of.language + voice)), meaning)] += 1
    return found


def _result(found: tuple[list[Heard], list[Heard]], meaning: str) -> str:
    taken, asked = found
    heard = [*asked, *taken]
    if not heard:
        return "refused"
    right = getattr(heard[0], "canonical", getattr(heard[0], "name", "")) == meaning
    return ("asked" if asked else "right") if right else "wrong"


def remarked(of: Material, count: int, *, calm: bool) -> int:
    """Let somebody say one thing into a room, so many times; count how often it was taken for an answer."""
    table = of.table(of.seed)
    kinds = islice(cycle(of.at.questions.values()), count)
    ears = (of.ears(calm=calm) for _ in range(count))
    return sum(bool(one.ask(ask, _in_room(table.remark()))[0]) for one, ask in zip(ears, kinds, strict=True))


def _said(phrase: str, voice: str) -> Samples:
    return _in_room(spoken(phrase, voice, 155, 50))


def _in_room(said: Samples) -> Samples:
    said = said * np.float32(ANSWER / (voice_level(said) or 1.0))
    quiet = np.random.default_rng(1).normal(0.0, FLOOR, RATE).astype(np.float32)
    return np.concatenate([quiet, said, quiet])


@cache
def _loaded(model: Path, language: str) -> Recogniser:
    return module_of(recogniser_for(model)).load(model, language)


def tell(count: Count) -> None:
    """Print how often talk was taken for an answer."""
    events, hours = len(count.taken), sum(count.seconds.values()) / 3600
    print(f"talk with a question open: {hours:.1f} h")
    print(f"taken for answers: {events}, {events / hours:.2f} an hour, at most {most(events) / hours:.2f} (95 %)")
    print("| question | talk beside an answer | hours | taken | an hour, at most (95 %) | asked back, an hour |")
    print("|---|---|---|---|---|---|")
    for (kind, level), seconds in sorted(count.seconds.items()):
        taken = sum((one, at) == (kind, level) for one, at, _ in count.taken)
        open_for, asked = seconds / 3600, count.asked[kind, level] * 3600 / seconds
        print(f"| {kind} | {level:+.0f} dB | {open_for:.2f} | {taken} | {most(taken) / open_for:.1f} | {asked:.0f} |")
    for kind, level, heard in count.taken:
        print(f"  {kind}, {level:+.0f} dB: {heard}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=6.0, help="of talk with a question open")
    parser.add_argument("--jobs", type=int, default=1, help="processes that listen")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", default="ko")
    parser.add_argument("--game", default="", choices=["", GAME], help="one that listens all evening")
    parser.add_argument("--addressed", action="store_true", help="commands too, once the narrator is called")
    parser.add_argument("--talk", default="", help="the only language that people talk; else all that there are")
    parser.add_argument("--model", type=Path, help="folder of a speech model; else the installed one")
    parser.add_argument("--voices", default=",+f1,+m3", help="espeak-ng variants that answer, with commas between")
    wanted = parser.parse_args()
    model = wanted.model or find_model(wanted.language, None)
    if model is None:
        parser.error(f"there is no model for {wanted.language}: name one with --model")
    of = Material(model, wanted.language, wanted.seed, wanted.game, wanted.talk, wanted.addressed)
    count = _talked(of, wanted.hours, wanted.jobs)
    tell(count)
    for room, results in answered(of, wanted.voices.split(",")).items():
        listed = ", ".join(f"{results[result]} {result}" for result in ("right", "asked", "wrong", "refused"))
        print(f"answers, {room}: {listed}, of {results.total()}")
    for room, calm in (("in a calm room", True), ("as an evening begins", False)):
        taken = remarked(of, REMARKS, calm=calm)
        print(f"single remarks {room}: {taken} of {REMARKS} taken for an answer")
    return 1 if count.taken else 0


def _talked(of: Material, hours: float, jobs: int) -> Count:
    questions = round(hours * 3600 / WINDOW)
    evenings = [range(start, min(start + EVENING, questions)) for start in range(0, questions, EVENING)]
    count = Count()
    with get_context("spawn").Pool(jobs) as pool:
        work = pool.imap_unordered(partial(evening, of), evenings)
        for one in track(work, "talk", total=len(evenings)):
            count.join(one)
    return count


if __name__ == "__main__":
    sys.exit(main())
