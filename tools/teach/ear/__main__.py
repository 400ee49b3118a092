"""Teach an ear: `python -m tools.teach.ear FEATURES HEAD.npz --encoder WHISPER-BASE`.

First the clips are made, as features in the folder FEATURES, then the head is taught by them; beside it lie its log
and the state from which it goes on if it is broken off, as the clips do. In the end it says how many letters it gets
wrong of phrases that it was never taught.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import torch

from narrator.computer.downloads import sum_of
from narrator.ears.letter_head import Head
from tools.teach.ear import features, judged
from tools.teach.ear.encoder import Encoder
from tools.teach.ear.head import Lesson, teach
from tools.teach.ear.phrases import Shares
from tools.teach.kept_out import is_kept_out


def main() -> int:
    """Make the features, teach the head, judge it."""
    parser = argparse.ArgumentParser(prog="python -m tools.teach.ear", description=__doc__)
    parser.add_argument("features", type=Path, help="the folder of the features, 60 MB a batch")
    parser.add_argument("head", type=Path, help="the file of the head to make")
    parser.add_argument("--encoder", type=Path, required=True, help="the folder of Whisper base")
    parser.add_argument("--batches", type=int, default=32, help="each has 160 phrases, three times")
    parser.add_argument("--words", type=float, default=0.2, help="the share of common words that no game has")
    parser.add_argument("--own", type=Path, help="a file of more phrases, a line each, which are a tenth of all")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    torch.set_num_threads(1)
    own = wanted.own.read_text("utf-8").splitlines() if wanted.own else []
    shares = Shares(wanted.words, 0.1 if own else 0.0, own)
    features.make(wanted.features, wanted.batches, wanted.seed, Encoder(wanted.encoder).features, shares)
    batches = [features.read(file) for file in features.made(wanted.features)]
    lesson = Lesson(batches)
    left_out = np.array([is_kept_out(text) for text in lesson.texts])
    print(f"{len(lesson.texts)} clips, of which {left_out.sum()} are never taught")
    model = sum_of(wanted.encoder / "model.bin")[:16]
    teach(lesson, wanted.head, model, wanted.steps, left_out=left_out, seed=wanted.seed)
    for voice, rate in judged.rates(judged.spell(Head(wanted.head), batches)).items():
        print(f"{voice}: {100 * rate:.1f} % of the letters are wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
