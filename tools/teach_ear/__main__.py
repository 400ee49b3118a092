"""Teach an ear: `python -m tools.teach_ear FOLDER HEAD.npz`. Broken off, it goes on from there the next time.

Voices say answers of every game into FOLDER, Whisper's encoder hears each in some rooms, and a head learns to read
sounds in what it heard. `--voices` names them: RHVoice's begin with `rhvoice:`, those of espeak-ng with `espeak:`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import torch

from narrator.ears.models import check_model, models_folder
from narrator.ears.pronunciation import signs_of
from narrator.ears.whisper import EXAMPLE
from narrator.ears.whisper_model import Encoder
from tools.teach_ear import export, features, lessons, voices
from tools.teach_ear.head import Head
from tools.teach_ear.languages import LESSONS
from tools.teach_ear.texts import drawn, prose_of

_OTHERS = 0.12
"""The share of words from `--words`, a list of words of the language, such as Debian's wpolish or wamerican."""


def options() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.teach_ear", description=__doc__)
    parser.add_argument("folder", type=Path, help="where what is said and heard is kept: some 5 GB")
    parser.add_argument("head", type=Path, help="the file of the head to make")
    parser.add_argument("--language", choices=LESSONS, default="pl")
    parser.add_argument("--voices", nargs="+", help="each says as many texts; else those of the language do")
    parser.add_argument("--rhvoice", default="RHVoice-test", help="RHVoice's program")
    parser.add_argument("--whisper", type=Path, default=models_folder() / EXAMPLE, help="the folder of whisper-base")
    parser.add_argument("--words", type=Path, help="a list of words of the language")
    parser.add_argument("--begin", type=Path, help="a head to begin with, such as another language's")
    parser.add_argument("--clips", type=int, default=14_000)
    parser.add_argument("--rooms", type=int, default=3, help="in how many rooms each is heard, all but one amid talk")
    parser.add_argument("--steps", type=int, default=8_000)
    parser.add_argument("--rate", type=_rate, default=lessons.RATE, help="how fast it learns; less after --begin")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def _rate(text: str) -> float:
    with suppress(ValueError):
        if 0 < (rate := float(text)) < 1:
            return rate
    raise argparse.ArgumentTypeError(f"{text}: a number above 0 and below 1, such as 3e-4")


def main() -> int:
    """Have the texts said and heard, and teach."""
    wanted = options().parse_args()
    check_model(wanted.whisper)
    folder: Path = wanted.folder
    language: str = wanted.language
    texts = said_texts(language, wanted.words, Random(wanted.seed))
    shares = dict.fromkeys(wanted.voices, 1) if wanted.voices else LESSONS[language].voices
    voices.say(folder / "said", texts, wanted.clips, wanted.rhvoice, shares, language, wanted.seed)
    clips = list(voices.said(folder / "said"))
    features.hear(folder / "heard", clips, Encoder(wanted.whisper), wanted.rooms, wanted.seed)
    kept_out, taught = lessons.parted(features.heard(folder / "heard", language))
    torch.manual_seed(wanted.seed)
    head = Head(signs_of(language))
    if wanted.begin:
        export.begin_with(head, wanted.begin)
    lessons.teach(head, taught, kept_out, folder / "head.pt", wanted.steps, wanted.seed, wanted.rate)
    export.write(head, wanted.head)
    return 0


def said_texts(language: str, words: Path | None, chance: Random) -> Iterator[str]:
    """Draw texts of the games, and some words of the list among them."""
    others = [*filter(str.isalpha, words.read_text("utf-8").split())] if words else []
    texts = drawn(language, LESSONS[language].names.read_text("utf-8").split(), prose_of(language), chance)
    for text in texts:
        some = others and chance.random() < _OTHERS
        yield " ".join(chance.choices(others, k=chance.choice((1, 1, 2, 3)))) if some else text


if __name__ == "__main__":
    raise SystemExit(main())
