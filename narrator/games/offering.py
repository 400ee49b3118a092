"""A question outside a game with what may answer it: a terminal shows its words, and a page has buttons, too.

Each button answers what would be typed, so whoever asks need not know where it was tapped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Tap(NamedTuple):
    """What may be done to an item by a tap: what would be typed for it, its sign, what that means."""

    said: str
    sign: str
    about: str = ""
    on: bool = False
    """Whether it is so already."""


class Item(NamedTuple):
    """One of a list: what it is, what may be done to it, and how many there are."""

    text: str
    taps: tuple[Tap, ...] = ()
    many: str = ""
    """What stands between the first two taps."""
    typed: str = ""
    """What would be typed before the new text of an item that is typed."""
    group: str = ""
    """Under which heading it stands."""


class Offering(str):
    """A question's words with what may answer it, by the word for each, and the words that lead back or explain."""

    options: Mapping[str, str]
    ways: Sequence[str]
    items: Sequence[Item]
    done: str
    enter: str

    def __new__(
        cls,
        text: str,
        options: Mapping[str, str] | None = None,
        ways: Sequence[str] = (),
        items: Sequence[Item] = (),
        done: str = "",
        enter: str = "",
    ) -> Offering:
        """Make a text that says what it says, and knows more: a terminal shows it, a page has buttons, too.

        What may be `done` is an empty answer, and `enter` sends what is typed.
        """
        made = super().__new__(cls, text)
        made.options, made.ways = options or {}, ways
        made.items, made.done, made.enter = items, done, enter
        return made
