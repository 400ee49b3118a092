"""Teach an ear: `python -m tools.teach_ear FOLDER HEAD.npz`. Broken off, it goes on from there the next time.

Voices say answers of every game into FOLDER, Whisper's encoder hears each in some rooms, and a head learns to read
sounds in what it heard. `--voices` names them: those of RHVoice begin with `rhvoice:`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from narrator.ears.models import find_model
from narrator.ears.whisper_model import Encoder
from tools.teach_ear import export, features, lessons, voices
from tools.teach_ear.texts import ROOT, drawn, prose_of

NAMES = ROOT / "tests" / "speech" / "first_names.txt"
_OTHERS = 0.12
"""The share of words from `--words`, a list of words of the language, such as Debian's wpolish."""


def main() -> int:
    """Have the texts said and heard, and teach."""
    parser = argparse.ArgumentParser(prog="python -m tools.teach_ear", description=__doc__)
    parser.add_argument("folder", type=Path, help="where what is said and heard is kept: some 5 GB")
    parser.add_argument("head", type=Path, help="the file of the head to make")
    parser.add_argument("--voices", nargs="+", default=voices.TAUGHT)
    parser.add_argument("--rhvoice", default="RHVoice-test", help="RHVoice's program")
    parser.add_argument("--whisper", type=Path, help="the folder of whisper-base; else the installed one")
    parser.add_argument("--words", type=Path, help="a list of words of the language")
    parser.add_argument("--clips", type=int, default=14_000)
    parser.add_argument("--rooms", type=int, default=3, help="in how many rooms each is heard, all but one amid talk")
    parser.add_argument("--steps", type=int, default=8_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    model = wanted.whisper or find_model("whisper-base", None) or sys.exit("whisper-base is not installed: --whisper")
    folder: Path = wanted.folder
    texts = said_texts(wanted.words, Random(wanted.seed))
    voices.say(folder / "said", texts, wanted.clips, wanted.rhvoice, wanted.voices, wanted.seed)
    clips = list(voices.said(folder / "said"))
    features.hear(folder / "heard", clips, Encoder(model), wanted.rooms, wanted.seed)
    kept_out, taught = lessons.parted(features.heard(folder / "heard"))
    head = lessons.teach(taught, kept_out, folder / "head.pt", wanted.steps, wanted.seed)
    export.write(head, wanted.head)
    return 0


def said_texts(words: Path | None, chance: Random) -> Iterator[str]:
    """Draw texts of the games, and some words of the list among them."""
    others = words.read_text("utf-8").split() if words else []
    texts = drawn(NAMES.read_text("utf-8").split(), prose_of(ROOT), chance)
    for text in texts:
        some = others and chance.random() < _OTHERS
        yield " ".join(chance.choices(others, k=chance.choice((1, 1, 2, 3)))) if some else text


if __name__ == "__main__":
    raise SystemExit(main())
