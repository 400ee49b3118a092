"""Deal: show each player their card in private, and leave no trace of it on the screen."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from textwrap import indent
from types import TracebackType
from typing import Any, Protocol

from rich.cells import chop_cells

from narrator.computer import files
from narrator.computer.paths import is_shipped, setup_file
from narrator.computer.texts import texts_of
from narrator.ears.terminal import Terminal
from narrator.errors import NarratorError
from narrator.evening import unseen
from narrator.evening.alone import cards_looked_at
from narrator.evening.calling import Calling, CallingAt, in_silence
from narrator.evening.leaving import ended_by_signals, left_by_ctrl_c
from narrator.games.naming import numbered
from narrator.games.package import HasDeal, require_door
from narrator.games.table import Setup, Table
from narrator.lexicon import normalise, plain
from narrator.play.loading import load_table
from narrator.rooms.paper import HOME, WIPE, is_dumb, kept_for, printable, wrapped
from narrator.terminal.desk import Choice, Desk, DeskQuestion, page
from narrator.terminal.words import terminal_texts
from narrator.texts import Texts, message
from narrator.texts.shell import quoted

_ENTER, _LEAVE = "\x1b[?1049h", "\x1b[?1049l"
"""To the alternate screen, which has no scroll-back, and back from it."""


_WIDEST = 80
"""Columns of a card at most: longer lines are hard to read."""

_LOOK = 0.1
"""Seconds after which a wait for a key looks whether the window is as large as it was."""

REST = 1.0
"""Seconds for which keys are ignored after each text: a second Enter must not turn up the next card."""


class PrivateScreen(Protocol):
    """A screen for one player at a time."""

    def show(self, text: str) -> None:
        """Wipe the screen and show the text."""

    def wait(self) -> None:
        """Wait until somebody presses Enter."""


class CardScreen:
    """The real terminal, on its alternate screen; wiped and left whatever happens.

    Nothing scrolls, since some terminals keep what scrolls away: a long text comes in parts, and no key is shown.
    """

    def __init__(self, texts: Texts | None = None) -> None:
        self._texts, self._keys = texts or terminal_texts(), Terminal(sys.stdin)
        self._text, self._part, self._more, self._size, self._warning = "", 0, False, get_terminal_size(), ""
        self._prompt, self._signals = "  [Enter] ", ExitStack()

    def __enter__(self) -> CardScreen:
        if not (self._keys.there and sys.stdout.isatty()):
            raise NarratorError(self._texts.word("deal.no-terminal"))
        if sys.platform == "win32":
            os.system("")  # any command makes an old console obey the codes from then on
        if why := kept_for():
            self._warning = f"  {self._texts.told(message('deal.kept', why=message(why)))}\n\n"
        self._signals.enter_context(ended_by_signals())
        self._keys.hold()
        self._write(_ENTER + WIPE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._write(WIPE + _LEAVE)
        self._keys.release()
        self._signals.close()

    def show(self, text: str) -> None:
        """Wipe the screen and show the text, or as much of it as there is room for."""
        self._text, self._part, self._warning = self._warning + text, 0, ""
        self._draw()

    def _draw(self) -> None:
        self._size = columns, lines = get_terminal_size()
        text = wrapped(printable(self._text), min(columns, _WIDEST) - 2)
        rows = [row for line in text.split("\n") for row in chop_cells(line, max(columns - 1, 1)) or [""]]
        above = max(min(2, lines - 2), 0)
        room = max(lines - above - 1, 1)
        self._part = min(self._part, (len(rows) - 1) // room)
        here, self._more = rows[self._part * room :][:room], (self._part + 1) * room < len(rows)
        enter, row = "  [Enter] "[-max(columns - 1, 1) :], min(above + len(here) + 2, lines)
        self._prompt = f"\x1b[{row};1H{enter}{HOME}"
        # the cursor above: GNU screen keeps the rows before it when a window is made smaller
        self._write(WIPE + "\n" * above + "\n".join(here) + HOME)

    def wait(self) -> None:
        """Wait until somebody presses Enter, for each part of a text; anything typed before is discarded."""
        while True:
            time.sleep(REST)
            self._keys.forget()
            self._write(self._prompt)
            while not self._entered():
                if get_terminal_size() != self._size:
                    self._draw()
                    self._write(self._prompt)
            if not self._more:
                return
            self._part += 1
            self._draw()

    def _entered(self) -> bool:
        keys = self._keys.read() if self._keys.wait(_LOOK) else ""
        if keys is None or "\x04" in keys:
            raise EOFError
        return not {"\r", "\n"}.isdisjoint(keys)

    def _write(self, text: str) -> None:
        sys.stdout.write(text.replace(WIPE, "\n" * 60) if is_dumb() else text)
        sys.stdout.flush()


class CardsOnPage:
    """The page in the terminal's place: a text stands there until its button is tapped, and is kept nowhere."""

    def __init__(self, desk: Desk, texts: Texts) -> None:
        self._desk, self._texts, self._text = desk, texts, ""
        self._up = False

    def show(self, text: str) -> None:
        """Have this text shown next."""
        self._text = text

    def wait(self) -> None:
        """Show it until the button is tapped."""
        text = "\n".join(line.strip() for line in self._text.split("\n"))
        enter = self._texts.word("desk.hide-card" if self._up else "desk.show-card")
        self._up = not self._up
        self._desk.put(DeskQuestion(text, (Choice("", enter),), private=True))


@contextmanager
def _private_screen(texts: Texts) -> Iterator[PrivateScreen]:
    if desk := page():
        yield CardsOnPage(desk, texts)
        return
    with CardScreen(texts) as screen:
        yield screen


def deal_table(
    path: Path, *, again: bool = False, profile: str = "", only: str = "", calling: CallingAt = in_silence
) -> str:
    """Show the setup's players what they are dealt (anew with `again`); return what to tell them afterwards.

    Where a dealing was broken off, those who have seen their cards are passed over.
    `only` is the seat, or how the name begins, of one player who looks at their card again. Raises BadData;
    NarratorError without a terminal, or for somebody who does not play; BrokenOff if somebody breaks it off.
    """
    table = load_table(path)
    seats = _seats(table.setup, only)
    texts = texts_of(table.setup.language)
    stopped = texts.word("deal.stopped")
    going_on = texts.word("deal.command-some", doubt=stopped, command=f"narrator deal {quoted(path)}")
    with left_by_ctrl_c(stopped if only else going_on), _private_screen(texts) as screen:
        seed = fix_seed(path, again=again)
        table = load_table(path)
        if not only:
            unseen.begin(table.setup)
            seats = unseen.left(table.setup) or seats
        called = in_silence if only else calling
        _deal(table, seed, profile or table.setup.names, screen, seats, called, partial(unseen.saw, table.setup))
    if only:
        return texts.word("deal.seen-again")
    look = texts.word("deal.look-again", command=f"narrator deal {quoted(path)} --player 3")
    known = texts.word("deal.known", command=f"narrator play {quoted(path)}")
    return f"{known}\n{look}"


def deal_begun(table: Table[Any, Any], seed: int, journal: Path, calling: CallingAt = in_silence) -> None:
    """Show the players of a game that has begun what its seed deals them, but those who have seen it; keep who has.

    Raises as `deal_table` does; who breaks it off reads how to go on with this `journal`.
    """
    table = table.with_setup(seed=seed)
    texts, saw = texts_of(table.setup.language), partial(unseen.saw, table.setup)
    command = f"narrator resume {quoted(journal)}"
    stopped = texts.word("deal.command-some", doubt=texts.word("deal.stopped"), command=command)
    with left_by_ctrl_c(stopped), _private_screen(texts) as screen:
        unseen.begin(table.setup)
        seats = unseen.left(table.setup) or table.setup.people
        _deal(table, seed, table.setup.names, screen, seats, calling, saw)
        unseen.forget(table.setup)  # the journal has who they are


def show_cards(
    table: Table[Any, Any],
    seed: int,
    calling: CallingAt = in_silence,
    seats: Collection[int] | None = None,
    stopped: str = "",
) -> None:
    """Show the players, or those in these `seats`, what this seed deals them, if it deals, and write nothing.

    Raises as `deal_table` does; what was `stopped` is said to those who break it off.
    """
    if not table.setup.drawn:
        return
    with left_by_ctrl_c(stopped), _private_screen(texts_of(table.setup.language)) as screen:
        _deal(table, seed, table.setup.names, screen, table.setup.people if seats is None else seats, calling)


def _seats(setup: Setup, only: str) -> list[int]:
    """The seats whose cards are to be shown: all, or the one that is meant by its number or its player's name."""
    said = plain(normalise(only))
    people = {seat: plain(normalise(name)) for seat, name in setup.people.items()}
    found = [seat for seat, name in people.items() if said in (str(seat), name)] if only else [*people]
    found = found or [seat for seat, name in people.items() if name.startswith(said)]
    if only and len(found) != 1:
        listed = ", ".join(numbered(seat, name) for seat, name in setup.people.items())
        raise NarratorError(texts_of(setup.language).word("deal.nobody", name=only, listed=listed))
    return found


def _deal(
    table: Table[Any, Any],
    seed: int,
    profile: str,
    screen: PrivateScreen,
    seats: Collection[int],
    calling: CallingAt,
    saw: Callable[[int], None] | None = None,
) -> None:
    package = require_door(table.package, HasDeal, "refusals.deal")
    texts, dealt = texts_of(table.setup.language), package.dealt(table, seed, profile)
    shown = {seat: (table.setup.people[seat], dealt[seat - 1]) for seat in seats}
    cards_looked_at()
    with calling(table, seed) as caller:
        deal(shown, len(dealt), screen, texts, caller, saw)


def deal(
    dealt: Mapping[int, tuple[str, str]],
    players: int,
    screen: PrivateScreen,
    texts: Texts,
    calling: Calling | None = None,
    saw: Callable[[int], None] | None = None,
) -> None:
    """Call each of these players, by seat, and show what they were dealt: name, Enter, card, Enter, wiped.

    `saw` is told of each seat whose card was looked at to the end.
    """
    for seat, (name, card) in dealt.items():
        come = "deal.come-nameless" if numbered(seat, name) == name else "deal.come"
        screen.show("  " + texts.word(come, seat=seat, players=players, name=name))
        if calling:
            calling.call(seat)
        screen.wait()
        if calling:
            calling.hush()
        screen.show(texts.word("deal.card", name=name, card=indent(card, " " * 6)))
        screen.wait()
        if saw:
            screen.show("")  # no card stands there while a slow disk takes its time
            saw(seat)


def fix_seed(path: Path, *, again: bool = False) -> int:
    """The seed that deals a setup's cards; if it has none, or with `again`, a new one is written, comments kept.

    Raises BadData, or NarratorError if the file cannot be written.
    """
    path = setup_file(path)
    table = load_table(path)
    setup: Setup = table.setup
    if not setup.drawn:
        return setup.seed or 0
    if setup.seed is not None and not again:
        return setup.seed
    seed = secrets.randbits(31)
    _write_seed(path, table.with_setup(seed=seed).setup)
    unseen.forget(setup)
    return seed


def _write_seed(path: Path, setup: Setup) -> None:
    import tomlkit

    if is_shipped(path):
        raise NarratorError(terminal_texts().word("deal.shipped", path=path))
    document = tomlkit.parse(files.content(path).decode("utf-8-sig"))
    document["seed"] = setup.seed
    unseen.begin(setup)  # before the file has the seed: whoever finds one there, and nothing kept, takes it for dealt
    try:
        files.write(path, document.as_string().encode())
    except files.Unwritable as error:
        unseen.forget(setup)
        raise NarratorError(message("deal.unwritable", path=path, why=error.fault)) from None
