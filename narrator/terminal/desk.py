"""The desk: where people are asked outside a game. It is the terminal, unless a page has taken its place."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from narrator.texts import Texts
from narrator.values import dataclass

if TYPE_CHECKING:
    from narrator.games.offering import Item


class Choice(NamedTuple):
    """What may be tapped: what it answers, what stands on it, and what it means."""

    said: str
    label: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class DeskQuestion:
    """A question: its words, what may be tapped, of which `main` is usual, and whether something may be typed.

    What is `private` is for one player alone, and stays nowhere.
    """

    text: str
    choices: tuple[Choice, ...] = ()
    ways: tuple[Choice, ...] = ()
    """What leads back or explains, in the place of an answer."""
    main: str = ""
    items: tuple[Item, ...] = ()
    """A list, with what may be done to each of its items; the same question comes again then."""
    done: str = ""
    """What stands on the button that ends a list, or leaves a field empty; none where it is empty."""
    field: Literal["", "line", "rows"] = ""
    enter: str = ""
    """What stands beside the field, in place of the usual word."""
    private: bool = False
    anew: bool = False
    """Whether it leads elsewhere: of what was said before only what followed from the last answer stays."""
    link: str = ""
    """The address of a page that is opened beside this one."""


class Desk(Protocol):
    """What takes the terminal's place."""

    def show(self, text: str, *, printed: bool = False) -> None:
        """Show a text; one that was `printed` has its own line breaks."""

    def put(self, asked: DeskQuestion) -> str:
        """Put a question, and wait for its answer. Raises KeyboardInterrupt if somebody leaves it."""

    def withdraw(self) -> None:
        """Let whoever waits for an answer wait no longer: they get none, and EOFError."""

    def away(self) -> AbstractContextManager[None]:
        """Leave the terminal to whatever needs it, as long as this lasts."""


_desks: list[Desk | None] = []
"""The desk last, and what it took the place of before it."""


def page() -> Desk | None:
    """The page that has taken the terminal's place, if one has."""
    return _desks[-1] if _desks else None


@contextmanager
def sitting_at(desk: Desk) -> Iterator[None]:
    """Show and ask everything at this desk, as long as this lasts."""
    printed = _Printed(desk)
    with _taking(desk), redirect_stdout(printed), redirect_stderr(printed):
        yield


@contextmanager
def _taking(desk: Desk | None) -> Iterator[None]:
    """Have this desk, or the terminal, in the place of the one before, and texts as they are shown there."""
    _desks.append(desk)
    Texts.on_page = desk is not None
    try:
        yield
    finally:
        _desks.pop()
        Texts.on_page = page() is not None


@contextmanager
def at_terminal() -> Iterator[None]:
    """Show and ask everything in the terminal, as long as this lasts: a game in a room needs its keys and screen."""
    desk = page()
    if desk is None:
        yield
        return
    with _taking(None), desk.away(), redirect_stdout(sys.__stdout__), redirect_stderr(sys.__stderr__):
        yield


class _Printed(io.TextIOBase):
    """What is printed, shown at a desk."""

    encoding, errors = "utf-8", "replace"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._begun = desk, ""

    def writable(self) -> bool:
        """Take what is written."""
        return True

    def write(self, text: str) -> int:
        """Keep the text until it ends a line."""
        self._begun += text
        if text.endswith("\n"):
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Show what was written last, though its line may go on."""
        if self._begun.strip():
            self._desk.show(self._begun, printed=True)
        self._begun = ""
