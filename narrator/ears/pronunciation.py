"""How phrases are said, one sign a sound: what is spelt in several ways and said in one is written in one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from narrator.computer import espeak
from narrator.computer.toml_reader import load
from narrator.lexicon import normalise, plain

_FILE = Path(__file__).with_name("sounds.toml")

HEADS = Path(__file__).parent / "heads"
"""A head for each language that has one."""


def signs_of(language: str) -> str:
    """The signs for sounds of a language. Raises KeyError if none are known."""
    return str(load(_FILE)[language]["signs"])


def is_pronounced(language: str) -> bool:
    """Whether it is known here how the language is said: where spelling says little, espeak-ng must be there."""
    known = load(_FILE).get(language)
    return known is not None and ("voice" not in known or espeak.is_there())


def head_of(language: str) -> Path | None:
    """The file of the language's head, if it has one whose sounds can be written here."""
    file = HEADS / f"{language}.npz"
    return file if file.is_file() and is_pronounced(language) else None


@cache
def pronounced(text: str, language: str) -> str:
    """Write how the text is said; numbers and signs, which are not spelt out, are left out."""
    said, known = normalise(text), load(_FILE)[language]
    if voice := known.get("voice"):
        said = espeak.phonemes(re.sub(r"[^a-z' ]", "", plain(said)), voice)
    for pattern, instead in known["rules"]:
        said = re.sub(pattern, instead, said)
    return " ".join(said.split())
