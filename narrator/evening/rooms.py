"""A game that is ready, led in the room or on the page that it is meant for, and what its people want after it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.computer import files
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.errors import NarratorError, escaped
from narrator.evening.alone import moderator_comes
from narrator.evening.handing_on import handed_on
from narrator.evening.leaving import broken_off, ended_by_signals, left_in_words
from narrator.evening.offers import table_offered, tables
from narrator.evening.options import RunOptions
from narrator.evening.phoned import has_phones
from narrator.games import HasFinale
from narrator.games.package import HasVariants, HasWizard
from narrator.games.registry import folders
from narrator.games.table import Setup, Table
from narrator.games.view import Finale
from narrator.play.journal import read_header
from narrator.play.loading import table_words
from narrator.play.log import happened, told_aloud
from narrator.play.session import (
    SavedGame,
    as_they_sit,
    change_since,
    delivery_of,
    gone_home,
    manual_of,
    recall,
)
from narrator.play.stage import Room, Stage
from narrator.rooms.concluding import OTHERS
from narrator.rooms.headless import HeadlessRoom, answer_lines
from narrator.terminal.desk import at_terminal, page
from narrator.terminal.exits import KeysWanted
from narrator.terminal.words import in_terminal, terminal_texts
from narrator.texts import Texts, message
from narrator.values import dataclass, replace

if TYPE_CHECKING:
    from socket import socket

    from narrator.rooms.opening import Companions
    from narrator.rooms.scripted import WrittenAnswers


@dataclass(frozen=True, slots=True)
class Evening:
    """A game that is ready to be led, and how.

    `before` is the journal of the game whose devices are in already, `bound` a socket that listens for the page's.
    """

    stage: Stage[Any, Any]
    table: Table[Any, Any]
    settings: Config
    options: RunOptions
    before: Path | None = None
    bound: socket | None = None

    @property
    def journal(self) -> Path:
        """The game's journal."""
        return self.stage.journal.path


@dataclass(frozen=True, slots=True)
class Wanted:
    """Another game that people want after theirs, and how: at the table of this setup, or without one a rematch.

    A rematch may be in another `variant`, or with `others`, for whom its people are asked.
    """

    options: RunOptions
    setup: Path | None = None
    variant: str = ""
    others: bool = False
    keys: bool = False
    """Whether it is the same game, which has not begun yet, with the laptop's keys instead of phones."""


def led(evening: Evening) -> Wanted | None:
    """Lead a game where it is meant to be led, and give what its people want then. Raises BrokenOff for Ctrl-C."""
    with left_in_words(evening.stage, evening.settings):
        wanted = (_led_on_page if evening.options.page else _led_in_room)(evening)
        if evening.options.attended and not (evening.stage.over or (wanted and wanted.keys)):
            broken_off(evening.stage, evening.settings)
    return wanted


# ---- In a room ----


def _led_in_room(evening: Evening) -> Wanted | None:
    wanted = ""
    try:
        with ended_by_signals(), opened(evening) as room:
            evening.stage.run(room)
            if evening.stage.over and evening.options.attended:
                wanted = conclude(room, evening.journal)
    except KeysWanted:
        return Wanted(evening.options, keys=True)
    return Wanted(evening.options, others=wanted == OTHERS) if wanted in ("rematch", OTHERS) else None


@contextmanager
def opened(evening: Evening) -> Iterator[Room]:
    """Open the room that is wanted, in the terminal; its devices are closed at the end."""
    with at_terminal(), _opened(evening) as room:
        yield room


@contextmanager
def _opened(evening: Evening) -> Iterator[Room]:
    options, table = evening.options, evening.table
    if options.headless:
        yield HeadlessRoom(answers_file(options.answers) if options.answers else sys.stdin, sys.stdout)
        return
    from narrator.rooms.opening import open_room

    scripted = scripted_ears(options.answers) if options.answers else None
    told, read, silent = delivery_of(table), partial(manual_of, table), bool(options.silent)
    by_phone = has_phones(table, options)
    with (
        _phones(evening) if by_phone else nullcontext() as phones,
        open_room(
            table.setup,
            evening.settings,
            silent=silent,
            scripted=scripted,
            delivery=told,
            manual=read,
            own_words=table_words(table.package, table.setup, table.script),
            companions=phones,
        ) as room,
    ):
        yield room


@contextmanager
def _phones(evening: Evening) -> Iterator[Companions]:
    """Serve the players' phones, and let them in before the first night, or where none is in yet."""
    from narrator.evening.dealing import show_cards
    from narrator.page.phones.serving import phones_served

    stage, table = evening.stage, evening.table
    if evening.before:
        handed_on(evening.before, evening.journal)
    with phones_served(stage, table, evening.settings, bound=evening.bound) as phones:
        seed, starts = read_header(stage.journal.path).seed, stage.game.view(stage.state, "all").at.phase == "start"
        if starts or not phones.seats.taken:
            or_keys = starts and table.setup.answers == "phones"
            phones.lobby(lambda seat: show_cards(table, seed, seats=[seat]), or_keys=or_keys)
        yield phones


def answers_file(path: Path) -> StringIO:
    """Read a file of answers. Raises NarratorError if it cannot be read."""
    try:
        return StringIO(files.content(path).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise NarratorError(message("refusals.no-text", path=path)) from None


def scripted_ears(path: Path) -> WrittenAnswers:
    """Ears that take answers from a file, one canonical answer per line: for demonstrations."""
    from narrator.rooms.scripted import WrittenAnswers

    return WrittenAnswers(answer_lines(answers_file(path)))


def conclude(room: Room, journal: Path) -> str:
    """Show those at a table how their game went, once it is over; give what they want next: `rematch` or `over`."""
    from narrator.rooms.table import TableRoom

    if not isinstance(room, TableRoom):
        return "over"
    kept = recall(journal)
    game, texts = kept.table.game(), texts_of(kept.table.setup.language, *folders(kept.table.setup.game))
    steps = [*kept.steps()]
    finale = game.finale(happened(game, steps), texts) if isinstance(game, HasFinale) else Finale()
    asked = rematch_asked(as_they_sit(kept).rematch(), texts, gone_home(kept))
    rematch = "\n".join(filter(None, (change_told(kept, texts), asked)))
    summary = [*told_aloud(game, steps, texts, briefly=True)]
    return room.conclude(finale, summary, lambda: told_aloud(game, steps, texts), rematch)


def change_told(kept: SavedGame, texts: Texts) -> str:
    """That the file of the table has changed since this game began, so that a rematch goes by the old one, if so."""
    remark = change_since(kept)
    return escaped(texts.told(remark)) if remark else ""


def rematch_asked(setup: Setup, texts: Texts, gone: Sequence[str] = ()) -> str:
    """What is asked before a rematch with this setup: who deals, if anything is dealt, and whether it begins.

    Without those who are `gone`, the list of the others comes first.
    """
    if gone:
        return texts.word("new.rematch-without", names=", ".join(gone), count=len(setup.player) - len(gone))
    own = "deal.rematch-deck" if setup.with_own_deck() else "new.rematch"
    return texts.word("deal.rematch" if setup.drawn else own, count=len(setup.player))


# ---- On pages ----


def _led_on_page(evening: Evening) -> Wanted | None:
    """Lead from pages until whoever sits at the laptop leaves, or a game is wanted after this one."""
    import webbrowser

    from narrator.computer.awake import kept_awake
    from narrator.page.console import REMATCH
    from narrator.page.leading import Leading
    from narrator.page.serving import lead_from_page

    options, settings = evening.options, evening.settings
    moderator_comes(texts_of(evening.table.setup.language))
    leading = Leading(evening.stage, evening.table, settings, "laptop" if options.aloud else "moderator")
    leading.game.offers = lambda: offers_after(recall(evening.journal), evening.table, leading.game.texts)
    led_on = handed_on(evening.before, evening.journal) if evening.before else False
    browse = webbrowser.open if options.browser and not led_on and (page() or sys.stdout.isatty()) else lambda _: None
    with ended_by_signals(), kept_awake() as computer:
        texts, bound = terminal_texts(settings), evening.bound
        wanted = lead_from_page(leading, texts, bound=bound, shared=options.share, browse=browse, computer=computer)
    if not wanted:
        return None
    options = replace(options, aloud=leading.reading.aloud)
    what, _, variant = wanted.partition(" ")
    if what == OTHERS:
        return Wanted(options, others=True)
    if what == REMATCH:
        return Wanted(options, variant=variant)
    return Wanted(options, Path(wanted))


def offers_after(kept: SavedGame, table: Table[Any, Any], texts: Texts) -> dict[str, str]:
    """What may come after this game, led at this table."""
    return offers(table, texts, gone_home(kept), change_told(kept, texts))


def offers(table: Table[Any, Any], texts: Texts, gone: Sequence[str] = (), changed: str = "") -> dict[str, str]:
    """What may come after a game: a rematch, also in another variant, told with what differs, or another table.

    Where some are `gone` home, a rematch begins with the list of the others. Where the table's file has `changed`,
    a rematch says so.
    """
    from narrator.page.console import REMATCH

    again = ". ".join(filter(None, (texts.word("lead.rematch"), changed)))
    asks = isinstance(table.package, HasWizard) and in_terminal()
    at_tables = {str(one.path): table_offered(one, texts) for one in tables()}
    if asks and gone:
        return {OTHERS: texts.word("lead.without", names=", ".join(gone)), **at_tables}
    variants = table.package.variants(table) if isinstance(table.package, HasVariants) else {}
    found = {REMATCH: again} | {f"{REMATCH} {name}": f"{again}. {differs}" for name, differs in variants.items()}
    if asks:
        found[OTHERS] = texts.word("lead.others")
    return found | at_tables
