"""How phrases are said, one sign a sound: what is spelt in several ways and said in one is written in one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from narrator.computer.toml_reader import load
from narrator.lexicon import normalise

_FILE = Path(__file__).with_name("sounds.toml")


def signs_of(language: str) -> str:
    """The signs for sounds of a language. Raises KeyError if none are known."""
    return str(load(_FILE)[language]["signs"])


@cache
def pronounced(text: str, language: str) -> str:
    """Write how the text is said; numbers and signs, which are not spelt out, are left out."""
    said = normalise(text)
    for pattern, instead in load(_FILE)[language]["rules"]:
        said = re.sub(pattern, instead, said)
    return " ".join(said.split())
