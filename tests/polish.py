"""What the program says at a Polish table, and what reaches it as a message."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from narrator.computer.texts import texts_of
from narrator.games import registry
from narrator.texts import Words

OWN_WORDS: list[Path] = registry.folders("ktulu")
"""Where Ktulu's own answers and texts are."""

KTULU = texts_of("pl", *OWN_WORDS)
"""The texts of the program and of Ktulu."""


def word(key: str, /, **values: object) -> str:
    """The text that stands on the screen."""
    return KTULU.word(f"screen.{key}", **values)


def in_polish(heard: Callable[[str], object]) -> Callable[[Words], None]:
    """Let messages be heard in Polish."""

    def told(words: Words) -> None:
        heard(KTULU.told(words))

    return told
