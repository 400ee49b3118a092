"""Whisper: speech recognised offline, in many languages; it knows every word, so that it needs no model of one's own.

Nothing here needs numpy, so that models are found and judged where it does not run; `load` does.
"""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec
from pathlib import Path

from narrator.computer import files
from narrator.ears.lexicon import languages
from narrator.ears.pronunciation import head_of
from narrator.ears.recognisers import Recogniser
from narrator.errors import Problem, fault
from narrator.texts import message

EXAMPLE = "whisper-base"

_PARTS = ("model.bin", "config.json", "tokenizer.json")
_NEEDED = ("ctranslate2", "tokenizers")

_NAME = re.compile(r"(?:faster-)?whisper-(?:tiny|base|small|medium)(?!\.en).*")


def fits(name: str, language: str = "") -> bool:
    """Whether a model for many languages is called so, as `whisper-base` is; English ones end in `.en`."""
    return bool(_NAME.fullmatch(name)) and (not language or language in languages())


def problems_of(folder: Path, platform: str = sys.platform) -> list[Problem]:
    """List what keeps the folder from being used as a model, on any platform."""
    place = str(folder)
    if not files.is_folder(folder):
        return [fault(place, "faults.no-folder-of-a-model")]
    missing = [part for part in _PARTS if not files.there(folder / part)]
    if missing:
        return [fault(place, "faults.no-speech-model", message("faults.take-ctranslate2"), files=", ".join(missing))]
    absent = _lacking()
    if absent:
        words = message("faults.whisper-lacks", packages=", ".join(absent), platform=platform)
        return [Problem(place, words, f"pip install {' '.join(absent)}")]
    return []


def reads(language: str) -> bool:
    """Whether it can be used here, and a head reads the language."""
    return head_of(language) is not None and not _lacking()


def _lacking() -> list[str]:
    """List the packages that it needs and that are not installed."""
    return [package for package in _NEEDED if find_spec(package) is None]


def load(folder: Path, language: str = "") -> Recogniser:
    """Load the model for a language, or for Polish, which takes seconds. Raises ValueError if it lacks it.

    Where the language has a head that fits the encoder, that reads; else the model's own decoder does.
    """
    from narrator.ears.decoding import decoding
    from narrator.ears.reader import reader_of
    from narrator.ears.whisper_model import Encoder

    encoder = Encoder(folder)
    if reader := reader_of(encoder, language or "pl"):
        return reader
    return decoding(folder, encoder, language or "pl")
