"""The commands that start from a journal: resume, again, log, replay."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from narrator.commands.first import by_keys_where_deaf
from narrator.commands.lead import Browser, Port, Share, lead_on_page, listening_at
from narrator.commands.options import (
    PACES,
    Answers,
    ConfigFile,
    Headless,
    JournalFile,
    Names,
    OnPage,
    Pace,
    Seed,
    Silent,
    SilentOrAloud,
    VoiceName,
    journals_like,
    lead_in_room,
    place_of,
    settings_as_begun,
    settings_of,
)
from narrator.errors import printable
from narrator.terminal.words import agreed, in_terminal, say_by_pages, terminal_texts

if TYPE_CHECKING:
    from narrator.computer.config import Config
    from narrator.games.table import Table

LastJournal = Annotated[
    Path | None, typer.Argument(metavar="[JOURNAL]", help="Default: the latest.", autocompletion=journals_like)
]
Everything = Annotated[bool, typer.Option("--all", help="Include all secrets, even if the game is not over.")]


def resume(
    journal: LastJournal = None,
    *,
    headless: Headless = False,
    silent: SilentOrAloud = None,
    page: OnPage = None,
    share: Share = False,
    port: Port = 0,
    browser: Browser = True,
    answers: Answers = None,
    names: Names = "",
    voice: VoiceName = "",
    pace: Pace = None,
    config: ConfigFile = None,
) -> None:
    """Continue an interrupted game from its journal, with the options it began with."""
    from narrator.play import session
    from narrator.rooms.paper import WIPE

    journal = journal or session.latest_journal(settings_of(config, None))
    aloud = silent is False
    begun = session.begun_with(journal)
    settings = settings_as_begun(begun, config, pace)
    share = share or (begun.share and page is not False and silent is None and not (headless or answers))
    page = share or ((begun.page and silent is None and not (headless or answers)) if page is None else page)
    silent = begun.silent if silent is None else silent
    bound = listening_at(port, settings, share=share) if page and port else None
    table, stage, remark = session.resume(journal, names, voice)
    if table.setup.by_keys and not (silent or headless or answers) and sys.stdout.isatty():
        typer.echo(WIPE, nl=False)  # a game that was killed may have left a page
    if remark:
        typer.echo(printable(terminal_texts(settings).told(remark)), err=True)
    ending = "" if headless else stage.ending()
    if ending:
        stage.journal.close()
        typer.echo(f"{ending}\n{terminal_texts(settings).word('terminal.over')}")
        return
    if not headless:
        stage.again()
    table = table if headless or silent or answers or page else by_keys_where_deaf(table, settings)
    if page:
        lead_on_page(stage, table, settings, share=share, aloud=aloud, bound=bound, browser=browser)
        return
    lead_in_room(stage, table, settings, session.Manner(headless=headless, silent=silent, answers=answers))


def again(
    journal: LastJournal = None,
    *,
    headless: Headless = False,
    silent: Silent = False,
    page: OnPage = None,
    share: Share = False,
    seed: Seed = None,
    to: JournalFile = None,
    answers: Answers = None,
    names: Names = "",
    voice: VoiceName = "",
    pace: Pace = None,
    config: ConfigFile = None,
) -> None:
    """Start a rematch: the same people, with the same cards dealt again."""
    from narrator.play import calling, deal, session

    settings = settings_of(config, pace)
    kept = session.recall(journal or session.latest_journal(settings))
    if answers:
        session.answers_file(answers)  # before there is a journal of a game that cannot be led
    if not session.is_over(kept):
        typer.echo(terminal_texts(settings).word("terminal.not-over", journal=kept.path), err=True)
    table, chosen = session.rematch(kept, seed, settings, names, voice)
    try:
        if not (headless or answers) and in_terminal():
            if not _wanted(table, settings):
                return
            deal.show_cards(table, chosen, calling.in_silence if silent else calling.aloud(settings))
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    on_page = bool(page or share)
    table = table if headless or silent or answers or on_page else by_keys_where_deaf(table, settings)
    begun = session.Begun(silent=silent, page=on_page, share=share, pace=pace, config=place_of(config))
    stage = session.begin(None, table, chosen, to, settings, begun)
    if on_page:
        lead_on_page(stage, table, settings, share=share, before=kept.path)
        return
    lead_in_room(stage, table, settings, session.Manner(headless=headless, silent=silent, answers=answers))


def rematch_in_room(before: Path, *, silent: bool) -> None:
    """Deal the game of this journal again to the same people, who have just agreed, and lead it as that one began."""
    from narrator.play import calling, deal, session

    begun = session.begun_with(before)
    settings = settings_of(Path(begun.config) if begun.config else None, begun.pace)
    table, seed = session.rematch(session.recall(before), None, settings, "", "")
    try:
        if in_terminal():
            deal.show_cards(table, seed, calling.in_silence if silent else calling.aloud(settings))
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    table = table if silent else by_keys_where_deaf(table, settings)
    begun = session.Begun(silent=silent, pace=begun.pace, config=begun.config)
    stage = session.begin(None, table, seed, None, settings, begun)
    lead_in_room(stage, table, settings, session.Manner(silent=silent))


def rematch_on_page(before: Path, settings: "Config", *, aloud: bool = False) -> None:
    """Deal the game of this journal again to the same people, and lead it on the pages where that one was led."""
    from narrator.play import deal, session

    table, seed = session.rematch(session.recall(before), None, settings, "", "")
    try:
        if in_terminal():
            deal.show_cards(table, seed)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    begun = session.begun_with(before)
    stage = session.begin(None, table, seed, None, settings, begun)
    lead_on_page(stage, table, settings, share=begun.share, aloud=aloud, browser=False, before=before)


def _wanted(table: "Table[Any, Any]", settings: "Config") -> bool:
    """Say what a rematch is, and ask whether it may begin: the first card would be on the screen at once."""
    from narrator.play.session import rematch_asked

    texts = terminal_texts(settings)
    try:
        return agreed(rematch_asked(table.setup, texts), default=True, texts=texts)
    except EOFError:
        return False


def log(
    journal: LastJournal = None,
    *,
    everything: Everything = False,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    config: ConfigFile = None,
) -> None:
    """Tell a game as a story; secrets are hidden until it is over."""
    from narrator.computer.texts import texts_of
    from narrator.games import registry
    from narrator.play import log as story
    from narrator.play import session

    kept = session.recall(journal or session.latest_journal(settings_of(config, None)))
    game, texts = kept.table.game(), texts_of(kept.table.setup.language, *registry.folders(kept.table.setup.game))
    if json:
        typer.echo(story.log_json(game, kept.header, kept.steps(), texts, everything=everything))
    else:
        text = story.log_text(game, kept.steps(), texts, everything=everything)
        (say_by_pages if in_terminal() else typer.echo)(text)


def replay(
    journal: LastJournal = None,
    *,
    everything: Everything = False,
    aloud: Annotated[bool, typer.Option("--aloud", help="Speak the lines too.")] = False,
    names: Names = "",
    voice: VoiceName = "",
    pace: Annotated[float, typer.Option(**PACES, help="Scale the length of every call; 0: do not wait.")] = 0.0,
    config: ConfigFile = None,
) -> None:
    """Play back a game as the room heard it; secrets are hidden until it is over."""
    from narrator.play import replay as replaying
    from narrator.play import session

    settings = settings_of(config, pace)
    chosen = voice if aloud else "none"
    kept = session.recall(journal or session.latest_journal(settings), names, chosen)
    ears = replaying.JournalEars()
    try:
        with session.watched(kept, settings, ears) as room:
            replaying.replay(kept.table.game(), kept.steps(), room, ears, everything=everything)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
