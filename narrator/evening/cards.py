"""Cards first: offer to deal before a game whose cards nobody has seen yet, or not everybody, or everybody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Any, NamedTuple

from narrator.computer.config import Config
from narrator.computer.paths import is_shipped, setup_file
from narrator.computer.texts import texts_of
from narrator.errors import NarratorError
from narrator.evening import unseen
from narrator.evening.leaving import left_by_ctrl_c
from narrator.evening.options import RunOptions
from narrator.evening.phoned import has_phones, with_phones
from narrator.games.naming import numbered
from narrator.games.package import HasDeal, HasRemarks, require_door
from narrator.games.table import Table
from narrator.play import session
from narrator.play.loading import load_table
from narrator.terminal.words import agreed, ask, framed, in_terminal, say, terminal_texts
from narrator.texts.shell import quoted

if TYPE_CHECKING:
    from narrator.evening.calling import CallingAt


def deal(setup: Path, settings: Config, *, again: bool = False, player: str = "", names: str = "") -> None:
    """Show each player their card, or one `player` theirs; where all have seen them, new ones are offered."""
    from narrator.evening.calling import aloud
    from narrator.evening.dealing import deal_table

    with left_by_ctrl_c():
        path = setup_file(setup)
        if not (again or player) and in_terminal() and (played := _played(path, table := load_table(path), settings)):
            texts = texts_of(table.setup.language)
            again = agreed(texts.word("deal.anew", doubt=texts.word(played)), default=True, texts=texts)
            if not again:
                say(texts.word("deal.none"))
                return
        say(deal_table(path, again=again, profile=names, only=player, calling=aloud(settings)))


def seated_with_cards(setup: Path, options: RunOptions, settings: Config) -> tuple[Table[Any, Any], int | None]:
    """The table of a setup, what is odd about it told, and the game's seed; people who can be asked may deal first.

    Where somebody leads, they may have a deck of their own: on pages at every table, else at those that say so.
    """
    table = with_phones(session.load(setup, settings, options.names, options.voice), options)
    _warn(table, settings)
    if not options.attended:
        doubt = some_unseen(table, options.seed)
        if doubt and not _played(setup_file(setup), table, settings):
            _say_how_to_deal_on(setup, table, doubt)
        return table, options.seed
    if options.practice:
        return table, _dealt_face_up(table, options.seed)
    if has_phones(table, options):
        return _unseen_by_phones(setup, table, options, settings)
    led = options.page or table.setup.answers == "moderator"
    deck = table.setup.with_own_deck() if led else None
    own = deck is not None
    seed, declined, dealt = deal_first(setup, table, options.seed, settings, silent=options.quiet, deck=own)
    if dealt:
        table = session.load(setup, settings, options.names, options.voice)  # with the seed that its file has got
    return (replace(table, setup=deck) if declined and own else table), seed


def _unseen_by_phones(
    setup: Path, table: Table[Any, Any], options: RunOptions, settings: Config
) -> tuple[Table[Any, Any], int | None]:
    """The table and the seed of cards that nobody has seen yet, for players will look at them on phones."""
    from narrator.evening.dealing import fix_seed

    if options.seed is None and table.setup.seed is None:
        return table, randbits(31)
    if options.seed is None and _played(setup_file(setup), table, settings):
        table = table.with_setup(seed=fix_seed(setup, again=True))
    return table, options.seed


def _dealt_face_up(table: Table[Any, Any], seed: int | None) -> int | None:
    """Show all players who has which card, until they are ready; the seed that deals so."""
    if not table.setup.drawn:
        return seed
    seed, texts = randbits(31) if seed is None else seed, texts_of(table.setup.language)
    dealt = require_door(table.package, HasDeal, "refusals.deal").dealt(table, seed, table.setup.names)
    say(f"\n{texts.word('deal.face-up')}")
    for (seat, name), card in zip(table.setup.people.items(), dealt, strict=True):
        head = card.split("\n\n", 1)[0].replace("\n", " · ")
        say(f"{numbered(seat, name)}: {head}")
    with left_by_ctrl_c():
        ask(texts.word("deal.face-up-seen"))
    return seed


class Offered(NamedTuple):
    """What became of the offer to deal."""

    seed: int | None = None
    """The game's; None for the setup's."""
    declined: bool = False
    dealt: bool = False
    """Whether the setup's file has another seed now."""


def deal_first(
    setup: Path,
    table: Table[Any, Any],
    seed: int | None,
    settings: Config,
    *,
    silent: bool = False,
    deck: bool = False,
) -> Offered:
    """Offer to deal if nobody has seen the cards yet, or not everybody where a dealing was broken off, or everybody.

    Where nobody can be asked, a message says it. Those who can have a `deck` of their own play with that if they
    decline.
    """
    from narrator.evening.calling import aloud, in_silence
    from narrator.evening.dealing import deal_table, show_cards

    path, calling = setup_file(setup), in_silence if silent else aloud(settings, table.setup.voice)
    played = _played(path, table, settings)
    if (doubt := some_unseen(table, seed)) and not played:
        _deal_on(setup, table, doubt, calling)
        return Offered(seed)
    never_dealt = table.setup.drawn and table.setup.seed is None
    if not (played or never_dealt):
        return Offered(seed)
    texts, shipped = texts_of(table.setup.language), is_shipped(path)
    doubt = texts.word(played or "deal.unseen")
    if not in_terminal():
        command = f"narrator deal {quoted(setup)}{' --again' if played else ''}"
        say(doubt if shipped else texts.word("deal.command", doubt=doubt, command=command), err=True)
        return Offered(seed)
    with left_by_ctrl_c():
        anew = "deal.now-new-or-deck" if deck else "deal.now-new"
        question = anew if played else "deal.now-or-deck" if deck else "deal.now"
        if not agreed(texts.word(question, doubt=doubt), default=True, texts=texts):
            if deck:
                say(texts.word("deal.deck"))
                seed = randbits(31) if seed is None else seed
            return Offered(seed, declined=True)
        if played or not (shipped or seed is not None):
            deal_table(path, again=True, profile=table.setup.names, calling=calling)
            return Offered(dealt=True)
        seed = randbits(31) if seed is None else seed
        show_cards(table, seed, calling, stopped=texts.word("deal.broken-off"))
    return Offered(seed)


def left_unseen(table: Table[Any, Any], dealt: int, phase: str, seed: int | None = None) -> str:
    """What is said of a game in this phase whose dealing, by the seed `dealt`, was broken off; empty if it was not.

    Nor is it said where another `seed` is wanted, or the first night has begun.
    """
    return some_unseen(table.with_setup(seed=dealt), seed) if phase == "start" else ""


def wants_dealing_on(table: Table[Any, Any], doubt: str) -> bool:
    """Whether people want to go on with a dealing that was broken off."""
    texts = texts_of(table.setup.language)
    with left_by_ctrl_c():
        return agreed(texts.word("deal.now-some", doubt=doubt), default=True, texts=texts)


def some_unseen(table: Table[Any, Any], seed: int | None) -> str:
    """What is said of cards that not everybody has seen: the dealing was broken off, or the names were changed since.

    Nothing is said where all have, nor where a game is wanted by a seed that deals other cards: that is refused.
    """
    left = unseen.left(table.setup) if seed in (None, table.setup.seed) else []
    who = ", ".join(table.setup.people[seat] for seat in left)
    key = "deal.edited" if unseen.is_edited(table.setup) else "deal.some-unseen"
    return texts_of(table.setup.language).word(key, count=len(left), who=who) if left else ""


def _deal_on(setup: Path, table: Table[Any, Any], doubt: str, calling: CallingAt) -> None:
    """Offer to go on with a dealing that was broken off; who declines plays on, and is asked again another time."""
    from narrator.evening.dealing import deal_table

    if not in_terminal():
        _say_how_to_deal_on(setup, table, doubt)
        return
    if wants_dealing_on(table, doubt):
        deal_table(setup_file(setup), profile=table.setup.names, calling=calling)


def _say_how_to_deal_on(setup: Path, table: Table[Any, Any], doubt: str) -> None:
    command = f"narrator deal {quoted(setup)}"
    say(texts_of(table.setup.language).word("deal.command-some", doubt=doubt, command=command), err=True)


def _played(path: Path, table: Table[Any, Any], settings: Config) -> str:
    """What is said of these very cards where a game from this setup, or a copy, was played with them; else empty.

    The end of a game showed them to everybody; from its first night on much is known of them.
    """
    now, found = table.setup, set[str]()
    if not now.drawn or now.seed is None:
        return ""
    for kept in session.games_from(path, settings, now.seed, unseen.games(now)):
        if kept.header.seed == now.seed and _have_their_cards_again(kept.table, table, now.seed):
            with suppress(NarratorError):
                if session.is_over(kept):
                    return "deal.seen"
                found |= {"deal.begun" for game in session.unfinished([kept]) if game.view.at.phase != "start"}
    return "deal.begun" if found and in_terminal() else ""


def _have_their_cards_again(then: Table[Any, Any], now: Table[Any, Any], seed: int) -> bool:
    """Whether half of the people, at least, would have the card again that this seed dealt them then."""
    if then.setup.game != now.setup.game or not then.setup.drawn:
        return False
    before, again = ({*_dealt(table, seed)} for table in (then, now))
    return bool(before & again) and 2 * len(before & again) >= len(again)


def _dealt(table: Table[Any, Any], seed: int) -> Iterator[tuple[str, str]]:
    """Each player's name with that of their card."""
    texts = require_door(table.package, HasDeal, "refusals.deal").dealt(table, seed, table.setup.names)
    return ((name, text.split("\n", 1)[0]) for name, text in zip(table.setup.people.values(), texts, strict=True))


def _warn(table: Table[Any, Any], settings: Config) -> None:
    """Print what is odd about the setup, in the table's words if commands speak its language."""
    alike = settings.language == table.setup.language
    for problem in table.warnings:
        told = table.package.remark(table, problem) if alike and isinstance(table.package, HasRemarks) else ""
        say(framed(problem, terminal_texts(settings), told), err=True)
