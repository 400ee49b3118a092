"""Score how well people are understood, who were recorded by others: two public sets of Polish, by person.

Three women say 16 words, and nine actors sentences, which are the talk around a word and what no question may take
for an answer (tests/speech/people.py). The third woman is shut away until the last figure of all.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from threading import Event
from typing import Any

import numpy as np
from rich.progress import track

from narrator.cues import Ask, At
from narrator.ears.lexicon import read_lexicon
from narrator.ears.models import check_model, find_model
from narrator.ears.question import Question, question
from narrator.ears.recognisers import module_of, recogniser_for
from narrator.ears.sound import RATE
from narrator.errors import BadData
from narrator.lexicon import Lexicon
from narrator.studio.mixing import Samples, babble, mixed, voice_level
from narrator.studio.scoring import bounds, hear, judge, sounding, summary
from narrator.studio.trials import Clip, Trial

from bench.accuracy import ROOMS, lines
from tests.counts import most
from tests.speech.people import PEOPLE, TALK, read_words, sounds
from tests.speech.table_ears import KINDS, SEATED, Ears

SEED, LEVEL = 7, 0.05
"""Which of the actors' sentences talk in the room, and how loud a sentence is that nobody talks under."""

AROUND = 0.2
"""Seconds of the room before and after a word that is read without the door."""

PAUSE = 0.4
"""Seconds between two sentences: less than what ends an utterance, at times, and at times more."""


def words_asked(clips: Sequence[Clip], lexicon: Lexicon) -> Question:
    """A question of which every word that is said is an answer, with the decoys that every question has."""
    choices: dict[str, tuple[str, ...]] = {text: (text,) for text in sorted({clip.reading.text for clip in clips})}
    asked = Ask(at=At(), line="", text="", to="all", kind="card", choices=tuple(choices))
    return question(asked, replace(lexicon, choices=choices), {})


def scored(model: Any, clips: Sequence[Clip], talk: Sequence[Samples], lexicon: Lexicon, room: str) -> dict[str, Any]:
    """Put each word to the question; count what came of it, by person."""
    asked, chance = words_asked(clips, lexicon), np.random.default_rng(SEED)
    tried = [Trial(clip, asked, clip.reader, clip.reading.text) for clip in clips]
    heard = hear(model, ((trial, sounding(trial, ROOMS[room], talk, chance)) for trial in tried))
    return summary([judge(trial, found) for trial, found in track(zip(tried, heard, strict=True), room, len(tried))])


def likeliest(
    model: Any, clips: Sequence[Clip], talk: Sequence[Samples], lexicon: Lexicon, room: str
) -> dict[str, Counter[bool]]:
    """Without the door: of which clips the word said is the likeliest of all words, by person; and print how long."""
    words, chance = tuple(words_asked(clips, lexicon).meanings), np.random.default_rng(SEED)
    found, seconds = defaultdict[str, Counter[bool]](Counter), list[float]()
    for clip in track(clips, f"{room}, likeliest", len(clips)):
        padded = np.pad(clip.samples, round(AROUND * RATE))
        decibels = ROOMS[room]
        sound = padded if decibels is None else mixed(padded, babble(talk, len(padded), chance), decibels)
        begun = time.perf_counter()
        weighed = model.begin(((sound * 32767).astype("<i2").tobytes(),), words, Event(), several=False).result()
        seconds.append(time.perf_counter() - begun)
        found[clip.reader][max(weighed.phrases, key=weighed.phrases.get, default="") == clip.reading.text] += 1
    right, count = sum(one[True] for one in found.values()), len(clips)
    low, high = bounds(right, count)
    print(f"likeliest of {len(words)} words: {right} of {count}, {right / count:.1%} ({low:.0%}–{high:.0%}); "
          f"a reading {1000 * median(seconds):.0f} ms", end="")  # fmt: skip
    print("".join(f"; {one} {kept[True] / kept.total():.0%}" for one, kept in found.items()))
    return found


@dataclass
class Taken:
    """Talk that an open question heard: seconds by actor, and what of it was taken for an answer or asked back."""

    seconds: Counter[str]
    answers: Counter[str]
    asked: Counter[str]


def listened(model: Any, said: Mapping[str, Samples], lexicon: Lexicon) -> Taken:
    """Let each sentence be said while a question is open, each kind in turn, after the one before it."""
    found = Taken(Counter(), Counter(), Counter())
    ears, kinds = Ears(model, lexicon, calm=False, names=SEATED), list(KINDS.values())
    for number, (name, samples) in enumerate(track(said.items(), "talk", len(said))):
        actor = name.partition("_")[0]
        one = np.pad(samples * np.float32(LEVEL / (voice_level(samples) or 1.0)), (0, round(PAUSE * RATE)))
        taken, asked = ears.ask(kinds[number % len(kinds)], one)
        found.seconds[actor] += len(one) // RATE
        found.answers[actor] += len(taken)
        found.asked[actor] += len(asked)
    return found


def tell(found: Taken) -> None:
    """Print how often talk was taken for an answer, by actor."""
    for actor, seconds in sorted(found.seconds.items()):
        print(f"{actor}: {seconds / 60:5.1f} min, {found.answers[actor]} taken, {found.asked[actor]} asked back")
    hours, events = found.seconds.total() / 3600, found.answers.total()
    print(
        f"talk of {len(found.seconds)} people with a question open: {hours:.2f} h; taken for answers: {events}, "
        f"{events / hours:.1f} an hour, at most {most(events) / hours:.1f} (95 %); asked back {found.asked.total()}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, help="the folder of a speech model; else the installed one")
    parser.add_argument("--words", type=Path, help="a clone of the set of words")
    parser.add_argument("--talk", type=Path, help="a clone of the actors' sentences")
    parser.add_argument("--rooms", nargs="*", choices=ROOMS, default=list(ROOMS), help="only these; none: only talk")
    parser.add_argument("--every", type=int, default=1, help="only every so manieth word and sentence")
    parser.add_argument("--third", action="store_true", help="the woman who is shut away, too: once, in the end")
    wanted = parser.parse_args()
    folder = wanted.model or find_model("pl", None) or sys.exit("there is no Polish model: name one with --model")
    try:
        check_model(folder)
    except BadData as bad:
        sys.exit("\n".join(map(str, bad.problems)))
    lexicon, model = read_lexicon("pl"), module_of(recogniser_for(folder)).load(folder, "pl")
    said = dict(list(sounds(TALK, wanted.talk))[:: wanted.every])
    if wanted.rooms:
        clips = [one for one in read_words(wanted.words) if wanted.third or one.reader != PEOPLE[-1]]
        for room in wanted.rooms:
            print("\n".join(lines(room, scored(model, clips[:: wanted.every], list(said.values()), lexicon, room))))
            if hasattr(model, "begin"):
                likeliest(model, clips[:: wanted.every], list(said.values()), lexicon, room)
    tell(listened(model, said, lexicon))


if __name__ == "__main__":
    main()
