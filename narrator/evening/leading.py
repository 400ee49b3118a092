"""A game begun, or gone on with, and led where its people want it; and whatever they want after it."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.computer import files, paths
from narrator.computer.config import load_config
from narrator.computer.texts import texts_of
from narrator.errors import NarratorError, escaped
from narrator.evening import unseen
from narrator.evening.cards import left_unseen, seated_with_cards, wants_dealing_on
from narrator.evening.dealing_on import goes_on_dealing, latest_with_people_of, wanted_now
from narrator.evening.leaving import left_by_ctrl_c
from narrator.evening.offers import game_named, say_copies, to_go_on_with
from narrator.evening.options import RunOptions
from narrator.evening.phoned import has_phones, misses_phones, with_phones
from narrator.evening.rooms import Evening, Wanted, answers_file, change_told, led, rematch_asked
from narrator.games.package import Back
from narrator.games.registry import asking, name_of
from narrator.play import session
from narrator.play.journal import read_header
from narrator.play.loading import load_table
from narrator.terminal.desk import page
from narrator.terminal.words import agreed, in_terminal, say, terminal_texts
from narrator.texts import message
from narrator.texts.shell import quoted

if TYPE_CHECKING:
    from socket import socket

    from narrator.computer.config import Config
    from narrator.games.table import Table
    from narrator.play.stage import Stage
    from narrator.texts import Texts


def play(setup: Path, options: RunOptions) -> None:
    """Lead a game of this setup, or go on with its last one, if that is not over and people would rather."""
    settings = options.settings()
    _load_sound(options)
    if options.attended and not options.journal and (kept := to_go_on_with(setup, settings)):
        resume(kept, options)
    else:
        spend(begin(setup, options, settings))


def begin_first(setup: Path, go: str = "more") -> None:
    """Begin the game of a setup that has just been written: the cards first, if they are to be dealt.

    `go` is `now`, `later`, or `more`, which asks.
    """
    texts = terminal_texts()
    with left_by_ctrl_c(f"\n{texts.word('deal.stopped')}"):
        drawn = load_table(setup).setup.drawn
        question = texts.word("new.begin" if drawn else "new.begin-dealt")
        now = go == "now" or (go == "more" and agreed(question, default=True))
    if now:
        _deal_first(setup)
        lead_if_wanted(setup)
    else:
        say_later(setup)


def _deal_first(setup: Path) -> None:
    """Show everybody their card, if cards are to be dealt and no phones will show them."""
    from narrator.evening.calling import aloud
    from narrator.evening.dealing import deal_table

    made = load_table(setup).setup
    if made.drawn and made.answers != "phones":
        deal_table(setup, calling=aloud(load_config()))


def say_later(setup: Path) -> None:
    """Say how the game of this setup is begun later."""
    say(terminal_texts().word("new.later", name=setup.stem, command=f"narrator play {quoted(setup)}"))


def lead_if_wanted(setup: Path) -> None:
    """Lead from a page where somebody leads and wants one, with phones let in if they like; else play."""
    table = load_table(setup).setup
    texts, leading = texts_of(table.language), table.answers == "moderator"

    def wants(key: str) -> bool:
        return agreed(texts.word(key), default=True, texts=texts)

    options = RunOptions(silent=False)
    while leading and (page() or wants("lead.on-page")):
        with suppress(Back):
            options = RunOptions(page=True, share=wants("lead.with-phones"))
            break
    play(setup, options)


def resume(journal: Path | None, options: RunOptions, *, deal_on: bool = False) -> None:
    """Go on with this game, or the latest, as it began unless something else is said; tell it if it is over.

    Where its dealing was broken off, that can be gone on with first; with `deal_on` nobody is asked whether it is.
    """
    config = load_config(options.config)
    if not journal and _is_asked(options) and (setup := wanted_now(config)):
        _dealt_on(setup, options, options.settings())
        return
    journal = game_named(journal, config, "resume")
    say_copies(journal, config)
    options = options.resuming(session.saved_options(journal))
    settings = options.settings()
    _load_sound(options)
    texts, bound = terminal_texts(settings), _bound(options, settings)
    table, stage, remark = session.resume(journal, options.names, options.voice)
    with suppress(OSError):
        journal.touch()  # also where nothing is written into it yet, it is the last that was played
    try:
        table = with_phones(table, options)
        if options.attended and in_terminal() and not has_phones(table, options):
            _deal_on(stage, table, options, settings, asked=deal_on)
    except BaseException:
        stage.journal.close()
        raise
    if table.setup.by_keys and options.attended and not options.silent and sys.stdout.isatty():
        from narrator.rooms.paper import WIPE

        print(WIPE, end="", flush=True)  # a game that was killed may have left a page
    if remark:
        say(escaped(texts.told(remark)), err=True)
    if not options.headless:
        if stage.over:
            stage.journal.close()
            print("\n".join(filter(None, (stage.ending, texts.word("terminal.over")))), flush=True)
            return
        _say_of_phones(journal, table, options, texts)
        stage.again()
    spend(Evening(stage, _heard(table, options, settings), settings, options, bound=bound))


def _say_of_phones(journal: Path, table: Table[Any, Any], options: RunOptions, texts: Texts) -> None:
    """Say how a game that phones took over has them again, where it goes on without them."""
    if misses_phones(read_header(journal), table, options):
        say(texts.word("terminal.phones-again", journal=journal), err=True)


def again(journal: Path | None, options: RunOptions) -> None:
    """Lead a rematch of this game, or the latest, once its people agree."""
    said, options = options, replace(options, page=options.page or options.share)
    settings = options.settings()
    _load_sound(options)
    if not journal and _is_asked(options) and (setup := wanted_now(settings)):
        _dealt_on(setup, options, settings)
        return
    before = session.recall(game_named(journal, settings, "again"))
    if _is_asked(options):
        last = latest_with_people_of(before, settings) if journal else before
        if goes_on_dealing(last, options):
            resume(last.path, said, deal_on=True)
            return
    if options.answers:
        answers_file(options.answers)
    if not session.is_over(before):
        say(terminal_texts(settings).word("terminal.not-over", journal=before.path), err=True)
    _say_change(before, settings)
    spend(rematch(before, options, settings, agreed=False))


def _say_change(before: session.SavedGame, settings: Config) -> None:
    if told := change_told(before, terminal_texts(settings)):
        say(told, err=True)


def _is_asked(options: RunOptions) -> bool:
    """Whether people can be asked whether they go on with a dealing, which has a journal or will have one."""
    return options.attended and in_terminal() and not options.journal


def _dealt_on(setup: Path, options: RunOptions, settings: Config) -> None:
    """Go on with the dealing at a table that has no game yet, if it was broken off, and then begin one."""
    from narrator.evening.calling import aloud, in_silence
    from narrator.evening.dealing import deal_table

    made = load_table(setup).setup
    if unseen.left(made):
        deal_table(setup, calling=in_silence if options.silent else aloud(settings, made.voice))
    before = None
    with suppress(NarratorError):
        before = session.latest_journal(settings)
    spend(begin(setup, options.as_answered(made.answers) if made.with_nights else options, settings, before))


def spend(evening: Evening | None) -> None:
    """Lead a game, and whatever its people want after it, until they have had enough."""
    while evening:
        wanted = led(evening)
        evening = after(evening, wanted) if wanted else None


def after(evening: Evening, wanted: Wanted) -> Evening | None:
    """The game that was wanted after this one, ready to be led, with the settings of this one."""
    if wanted.keys:
        return _by_keys(evening)
    options, settings = wanted.options.for_another(), evening.settings
    if wanted.others:
        return with_others(session.recall(evening.journal), options, settings)
    if wanted.setup:
        return begin(wanted.setup, options, settings, evening.journal)
    before = session.recall(evening.journal)
    if options.page:
        _say_change(before, settings)
    return rematch(before, options, settings, agreed=True, variant=wanted.variant)


def _by_keys(evening: Evening) -> Evening:
    """The game that was about to begin by phones, by the laptop's keys instead, once all have seen their cards."""
    from narrator.evening.calling import aloud, in_silence
    from narrator.evening.dealing import show_cards

    options, settings = replace(evening.options, phones=False, keys=True), evening.settings
    table, header = with_phones(evening.table, options), read_header(evening.journal)
    if not options.practice:
        with left_by_ctrl_c():
            show_cards(table, header.seed, in_silence if options.quiet else aloud(settings, table.setup.voice))
    evening.journal.unlink()  # nothing happened in it, and its place may have been named
    setup = Path(header.setup) if header.setup else None
    return _begun(setup, table, header.seed, options, settings, evening.before)


def begin(setup: Path, options: RunOptions, settings: Config, before: Path | None = None) -> Evening:
    """Begin a game of this setup; its people may deal first. `before` is the journal of the one led before it."""
    table, seed = seated_with_cards(setup, options, settings)
    if options.page:
        table = table.with_setup(answers="moderator")  # for somebody leads
    return _begun(setup, table, seed, options, settings, before)


def rematch(
    before: session.SavedGame, options: RunOptions, settings: Config, *, agreed: bool, variant: str = ""
) -> Evening | None:
    """Deal the cards of a game again to the same people; None if they have not `agreed`, and do not now.

    They may play another `variant` now.
    """
    table, seed = session.rematch(before, options.seed, settings, options.names, options.voice, variant)
    table = with_phones(table, options)
    asked = options.attended and in_terminal()
    gone = session.gone_home(before) if asked and name_of(table.setup) in asking() else []
    if asked and not agreed:
        texts = terminal_texts(settings)
        with left_by_ctrl_c():  # it is asked first: a card would be on the screen at once
            say(texts.word("new.before", names=", ".join(table.setup.people.values())))
            if not _put(rematch_asked(table.setup, texts, gone), texts, default=True):
                others = not gone and _put(texts.word("new.others"), texts, default=False)
                return with_others(before, options, settings) if others else None
    if gone:
        return with_others(before, options, settings)
    evening = _begun(None, table, seed, options, settings, before.path)
    if asked and table.setup.drawn and not has_phones(table, options):
        in_silence = options.silent or (options.page and agreed)
        _deal_begun(evening.stage, evening.table, replace(options, silent=in_silence), settings)
    return evening


def _deal_on(
    stage: Stage[Any, Any], table: Table[Any, Any], options: RunOptions, settings: Config, *, asked: bool
) -> None:
    """Go on with the dealing of a game, if it was broken off and people want to; they may be `asked` already."""
    phase, dealt = stage.game.view(stage.state, "all").at.phase, read_header(stage.journal.path).seed
    doubt = left_unseen(table, dealt, phase)
    if doubt and (asked or wants_dealing_on(table, doubt)):
        _deal_begun(stage, table, options, settings)


def _deal_begun(stage: Stage[Any, Any], table: Table[Any, Any], options: RunOptions, settings: Config) -> None:
    """Show the cards of a game that has begun, so that they are kept; its journal is closed if that is broken off."""
    from narrator.evening.calling import aloud, in_silence
    from narrator.evening.dealing import deal_begun

    journal = stage.journal.path
    try:
        calling = in_silence if options.silent else aloud(settings)
        deal_begun(table, read_header(journal).seed, journal, calling)
    except BaseException:
        stage.journal.close()
        raise


def _put(question: str, texts: Texts, *, default: bool) -> bool:
    with suppress(EOFError):
        return agreed(question, default=default, texts=texts)
    return False


def with_others(before: session.SavedGame, options: RunOptions, settings: Config) -> Evening | None:
    """Ask who plays now, beginning with the people of this game, and begin; None if they would rather later."""
    from narrator.evening.last_table import LastTable
    from narrator.evening.tables import new_table

    folder, last = files.make_folder(paths.user_tables()), LastTable.of(before.path)
    if (game := name_of(last.table.setup)) not in asking():
        raise NarratorError(message("new.others-by-file", setup=before.header.setup or before.path))
    path, go = new_table(None, folder, game, last)
    if (made := load_table(path).setup).with_nights:
        options = options.as_answered(made.answers)
    if go == "now":
        _deal_first(path)
    if go != "later":
        return begin(path, options, settings, before.path)
    say_later(path)
    return None


def _begun(
    setup: Path | None,
    table: Table[Any, Any],
    seed: int | None,
    options: RunOptions,
    settings: Config,
    before: Path | None,
) -> Evening:
    """Begin the journal, once nothing is in the way any more of leading its game."""
    if options.page or not (options.headless or options.silent):
        from narrator.mouth.voice import load_voice

        load_voice(table.setup.voice, table.setup.language)  # a page's laptop may be asked to read at any moment
    table = _heard(table, options, settings)
    if options.answers:
        answers_file(options.answers)
    bound = _bound(options, settings)
    stage = session.begin(setup, table, seed, options.journal, settings, options.saved())
    unseen.led(table.setup, stage.journal.path)
    return Evening(stage, table, settings, options, before, bound)


def _heard(table: Table[Any, Any], options: RunOptions, settings: Config) -> Table[Any, Any]:
    """The table; where people would speak and nothing hears them, they type."""
    if not (options.attended and options.speaks):
        return table
    from narrator.evening.hearing import by_keys_where_deaf

    return by_keys_where_deaf(table, settings)


def _load_sound(options: RunOptions) -> None:
    if options.speaks:
        from narrator.mouth.outputs import load_beside

        load_beside()


def _bound(options: RunOptions, settings: Config) -> socket | None:
    """The socket of a page whose port was named, before there is a journal. Raises NarratorError if it is taken."""
    if not (options.page and options.port):
        return None
    from narrator.page.serving import listening

    return listening(options.port, shared=options.share, texts=terminal_texts(settings))
