"""Deal: show each player their card in private, and leave no trace of it on the screen."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from narrator.computer import files
from narrator.computer.shipped import is_shipped, setup_file
from narrator.computer.texts import texts_of
from narrator.ears import terminal
from narrator.errors import NarratorError
from narrator.games.package import Deals, wanted
from narrator.games.table import Setup, Table
from narrator.play.loading import load_table
from narrator.rooms.screen import WIPE
from narrator.texts import Texts

_ENTER, _LEAVE = "\x1b[?1049h", "\x1b[?1049l"
"""To the alternate screen, which has no scroll-back, and back from it."""


class PrivateScreen(Protocol):
    """A screen for one player at a time."""

    def show(self, text: str) -> None:
        """Wipe the screen and show the text."""

    def wait(self) -> None:
        """Wait until somebody presses Enter."""


class CardScreen:
    """The real terminal, on its alternate screen; wiped and left whatever happens."""

    def __init__(self, rest: float = 1.0, texts: Texts | None = None) -> None:
        """Ignore keys for `rest` seconds after each text: a second Enter must not turn up the next card."""
        self._rest, self._texts = rest, texts or texts_of()

    def __enter__(self) -> CardScreen:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise NarratorError("cards are shown on a screen only: run narrator deal in a terminal")
        if sys.platform == "win32":
            os.system("")  # any command makes an old console obey the codes from then on
        self._write(_ENTER + WIPE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._write(WIPE + _LEAVE)

    def show(self, text: str) -> None:
        """Wipe the screen and show the text."""
        self._write(f"{WIPE}\n\n{text}\n")

    def wait(self) -> None:
        """Wait until somebody presses Enter; anything typed before is discarded."""
        time.sleep(self._rest)
        terminal.Terminal(sys.stdin).forget()
        self._write("\n  [Enter] ")
        if not sys.stdin.readline():
            raise NarratorError(self._texts.word("deal.broken-off"))

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def deal_table(path: Path, *, again: bool = False, profile: str = "") -> str:
    """Show the setup's players what they are dealt (anew with `again`); return what to tell them afterwards.

    Raises BadData; NarratorError without a terminal, or if somebody breaks it off.
    """
    with CardScreen(texts=texts_of(load_table(path).setup.language)) as screen:
        seed = fix_seed(path, again=again)
        table = load_table(path)
        _deal(table, seed, profile or table.setup.names, screen)
    texts, command = texts_of(table.setup.language), f"narrator play {path}"
    if table.setup.drawn:
        return texts.word("deal.known-and-kept", seed=seed, path=setup_file(path), command=command)
    return texts.word("deal.known", command=command)


def show_cards(table: Table[Any, Any], seed: int) -> None:
    """Show the players what this seed deals them, and write nothing. Raises as `deal_table` does."""
    with CardScreen(texts=texts_of(table.setup.language)) as screen:
        _deal(table, seed, table.setup.names, screen)


def _deal(table: Table[Any, Any], seed: int, profile: str, screen: PrivateScreen) -> None:
    package = wanted(table.package, Deals, "deals nothing to the players")
    texts = texts_of(table.setup.language)
    deal(list(table.setup.people.values()), package.dealt(table, seed, profile), screen, texts)


def deal(names: Sequence[str], dealt: Sequence[str], screen: PrivateScreen, texts: Texts) -> None:
    """Show each player in seat order what they were dealt: name, Enter, card, Enter, wiped."""
    for seat, (name, card) in enumerate(zip(names, dealt, strict=True), 1):
        screen.show("  " + texts.word("deal.come", seat=seat, name=name))
        screen.wait()
        screen.show("  " + texts.word("deal.card", name=name, card=card))
        screen.wait()


def fix_seed(path: Path, *, again: bool = False) -> int:
    """The seed that deals a setup's cards; if it has none, or with `again`, a new one is written, comments kept.

    Raises BadData, or NarratorError if the file cannot be written.
    """
    path = setup_file(path)
    setup: Setup = load_table(path).setup
    if not setup.drawn:
        return setup.seed or 0
    if setup.seed is not None and not again:
        return setup.seed
    seed = secrets.randbits(31)
    _write_seed(path, seed)
    return seed


def _write_seed(path: Path, seed: int) -> None:
    import tomlkit

    if is_shipped(path):
        cure = "copy it to a folder of your own and deal there, or make a table of your own: narrator new"
        raise NarratorError(f"{path} is shipped, and a deal would be kept in it: {cure}")
    document = tomlkit.parse(files.content(path).decode("utf-8-sig"))
    document["seed"] = seed
    files.write(path, document.as_string().encode(), "Copy the setup to a folder of your own")
