"""Say numbers with a pause of 0 to 600 ms between their words; count those that are cut, and how soon all are taken.

The program's own listening hears them by the clock of the sound. Fails if one is cut, or if they are taken too late.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
from rich.progress import track

from narrator.ears.lexicon import read_lexicon
from narrator.ears.models import find_model
from narrator.ears.recognisers import module_of, recogniser_for
from narrator.ears.sound import RATE
from narrator.mouth.render import Renderer
from narrator.mouth.sound import at_rate
from narrator.mouth.voice import load_voice
from narrator.studio.mixing import Samples
from narrator.values import replace

from tests.speech.espeak import spoken
from tests.speech.numbers import asked, numbers
from tests.speech.tabletalk import Table
from tests.speech.timing import Ears

PACES = (0.85, 1.0, 1.18)
"""How fast a voice speaks beside its own pace."""

CUT = 0.15
"""Seconds before the end of a number at which it may be taken: its last sound is soft."""

MOST = {"median": 150.0, "95 %": 250.0}
"""Milliseconds from the end of a number until it is taken."""

TALK, LEVEL, SEED = 60.0, -6.0, 21
"""Seconds of talk, how many dB louder it is than an answer, and which."""


def say(voices: Sequence[str], language: str, chance: Random, *words: str) -> tuple[Samples, Samples]:
    """Say the words in a voice at a pace, both drawn by chance; without voices espeak-ng speaks."""
    pace = chance.choice(PACES)
    if not voices:
        first, second = (spoken(word, language, round(155 * pace)) for word in words)
        return first, second
    voice = chance.choice(voices)
    first, second = (_rendered(voice, pace, word) for word in words)
    return first, second


@cache
def _rendered(name: str, pace: float, word: str) -> Samples:
    voice, renderer = load_voice(name), _renderer(name, pace)
    return at_rate(renderer.render(voice.spelt(f"{word.capitalize()}.", engine=renderer.engine)), RATE).samples


@cache
def _renderer(name: str, pace: float) -> Renderer:
    voice = load_voice(name)
    return Renderer(replace(voice, rate=round(voice.rate * pace)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clips", type=int, default=2000)
    parser.add_argument(
        "--every", type=int, default=10, help="one of so many is heard to its end; the others are cut or not"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", default="pl")
    parser.add_argument("--model", type=Path, help="folder of a speech model; else the installed one")
    parser.add_argument("--reading", type=float, default=0.05, help="seconds that each is counted as; 0: as it takes")
    parser.add_argument("--voices", nargs="*", default=["natan", "magda"], help="profiles; none for espeak-ng")
    wanted = parser.parse_args()
    model = wanted.model or find_model(wanted.language, None)
    if model is None:
        parser.error(f"there is no model for {wanted.language}: name one with --model")
    lexicon = read_lexicon(wanted.language)
    ears = Ears(module_of(recogniser_for(model)).load(model, wanted.language), wanted.reading)
    question, late = asked(lexicon), list[float]()
    cut, mistaken = list[str](), Counter[str]()
    said = islice(numbers(lexicon, partial(say, wanted.voices, wanted.language), wanted.seed), wanted.clips)
    for number, one in enumerate(track(said, "numbers", total=wanted.clips)):
        whole = number % wanted.every == 0
        taken = next(
            ears.take(question.words, one.sound if whole else one.sound[: round((one.end - CUT) * RATE)]), None
        )
        heard = taken.utterance.text if taken else ""
        if taken and taken.at < one.end - CUT:
            cut.append(f"{one.text}, a pause of {1000 * one.pause:.0f} ms: “{heard}”")
        elif taken and heard == one.text:
            late.append(1000 * (taken.at - one.end))
        elif whole:
            mistaken[f"{one.text} as “{heard}”"] += 1
    times = {"median": float(np.median(late)), "95 %": float(np.percentile(late, 95))}
    print(f"{wanted.clips} numbers: {len(cut)} cut, {len(late)} understood, {mistaken.total()} not")
    print("\n".join(cut), *(f"{count} × {what}" for what, count in mistaken.most_common(8)), sep="\n")
    print("end of a number until it is taken:", ", ".join(f"{name} {value:.0f} ms" for name, value in times.items()))
    ears.spent = ears.heard = 0.0
    talk = Table(SEED, question.meanings, wanted.language if wanted.voices else "").window(TALK, LEVEL)
    asked_back = len([*ears.take(question.words, talk, calm=False)])
    print(f"amid talk: {ears.spent / ears.heard:.1%} of one core, {asked_back} utterances in {TALK:.0f} s")
    return 1 if cut or any(times[name] > most for name, most in MOST.items()) else 0


if __name__ == "__main__":
    sys.exit(main())
