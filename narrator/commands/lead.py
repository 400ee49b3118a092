"""`lead`: a game led from a page in the browser, and what `resume` and `again` need to go on there."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from narrator.commands.deal import seated_with_cards
from narrator.commands.options import (
    ConfigFile,
    JournalFile,
    Names,
    Pace,
    Seed,
    SetupFile,
    VoiceName,
    broken_off,
    ended_by_signals,
    left_in_words,
    place_of,
    settings_of,
)
from narrator.terminal.words import agreed, terminal_texts

if TYPE_CHECKING:
    from socket import socket

    from narrator.computer.config import Config
    from narrator.games.table import Table
    from narrator.play.session import Begun
    from narrator.play.stage import Stage
    from narrator.texts import Texts

Share = Annotated[bool, typer.Option("--share", help="Let phones and tablets of this network in, by a code to scan.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0: the usual one, or a free one.")]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in this computer's browser.")]
Aloud = Annotated[bool, typer.Option("--aloud", help="The laptop speaks; otherwise you read from the page.")]


def lead(
    setup: SetupFile,
    *,
    share: Share = False,
    aloud: Aloud = False,
    port: Port = 0,
    browser: Browser = True,
    seed: Seed = None,
    journal: JournalFile = None,
    names: Names = "",
    voice: VoiceName = "",
    pace: Pace = None,
    config: ConfigFile = None,
) -> None:
    """Lead a game from a page in the browser, on this computer or on a phone."""
    from narrator.commands.journal import resume
    from narrator.commands.picking import to_go_on_with
    from narrator.play import session

    settings = settings_of(config, pace)
    if not journal and (kept := to_go_on_with(setup, settings)):
        way: dict[str, Any] = {"share": share, "port": port, "browser": browser, "silent": False if aloud else None}
        resume(kept, page=True, names=names, voice=voice, pace=pace, config=config, **way)
        return
    begun = session.Begun(page=True, share=share, pace=pace, config=place_of(config))
    begin_on_page(
        setup,
        settings,
        begun,
        seed=seed,
        journal=journal,
        names=names,
        voice=voice,
        aloud=aloud,
        port=port,
        browser=browser,
    )


def begin_on_page(
    setup: Path,
    settings: "Config",
    begun: "Begun",
    *,
    seed: int | None = None,
    journal: Path | None = None,
    names: str = "",
    voice: str = "",
    before: Path | None = None,
    port: int = 0,
    **way: Any,
) -> None:
    """Begin a game of this setup, and lead it on a page; `before` is the journal of the game led there before."""
    from narrator.mouth.voice import load_voice
    from narrator.play import session

    table, seed = seated_with_cards(setup, seed, settings, names, voice, led=True)
    table = replace(table, setup=replace(table.setup, answers="moderator"))  # for somebody leads
    load_voice(table.setup.voice)  # the laptop may be asked to read at any moment
    bound = None if before else listening_at(port, settings, share=begun.share)
    stage = session.begin(setup, table, seed, journal, settings, begun)
    lead_on_page(stage, table, settings, share=begun.share, bound=bound, before=before, **way)


def listening_at(port: int, settings: "Config", *, share: bool) -> "socket":
    """A socket for the page at this port, or at the usual one for 0. Raises NarratorError if it is taken."""
    from narrator.page.serving import listening

    return listening(port, shared=share, texts=terminal_texts(settings))


def lead_on_page(
    stage: "Stage[Any, Any]",
    table: "Table[Any, Any]",
    settings: "Config",
    *,
    share: bool = False,
    aloud: bool = False,
    bound: "socket | None" = None,
    browser: bool = True,
    before: Path | None = None,
) -> None:
    """Lead a game from pages until whoever sits at the laptop leaves it, and the next one if it is wanted.

    `bound` is a socket that listens already, `before` the journal of the game whose devices are in already.
    """
    import webbrowser

    from narrator.computer.awake import kept_awake
    from narrator.page.access import hand_on
    from narrator.page.leading import Leading
    from narrator.page.serving import lead_from_page

    open_page = webbrowser.open if browser and sys.stdout.isatty() else lambda _: None
    with left_in_words(stage, settings):
        leading = Leading(stage, table, settings, "laptop" if aloud else "moderator")
        leading.after = _after(leading.texts)
        if before:
            hand_on(before, stage.journal.path)
        with ended_by_signals(), kept_awake() as computer:
            texts = terminal_texts(settings)
            wanted = lead_from_page(leading, texts, bound=bound, shared=share, browse=open_page, computer=computer)
        if not stage.ending():
            broken_off(stage, settings)
    if wanted:
        _lead_next(wanted, stage.journal.path, settings, aloud=leading.reader == "laptop")


def _after(texts: "Texts") -> dict[str, str]:
    """What may come after a game on the page: a rematch, or a game at one of the tables that are here."""
    from narrator.commands.picking import tables
    from narrator.page.console import REMATCH

    found = {str(path): texts.word("lead.new-game", name=path.stem, count=count) for path, count in tables()}
    return {REMATCH: texts.word("lead.rematch"), **found}


def _lead_next(wanted: str, before: Path, settings: "Config", *, aloud: bool) -> None:
    """Lead what was wanted after a game, on the page of the game before."""
    from narrator.commands.journal import rematch_on_page
    from narrator.page.console import REMATCH
    from narrator.play import session

    if wanted == REMATCH:
        rematch_on_page(before, settings, aloud=aloud)
    else:
        begun = session.begun_with(before)
        begin_on_page(Path(wanted), settings, begun, before=before, aloud=aloud, browser=False)


def lead_if_wanted(setup: Path) -> None:
    """Lead from a page where somebody leads and wants one, with phones let in if they like; else play."""
    from narrator.commands.app import play
    from narrator.computer.texts import texts_of
    from narrator.games.package import Back
    from narrator.play.loading import load_table

    texts = texts_of(load_table(setup).setup.language)

    def wants(key: str) -> bool:
        return agreed(texts.word(key), default=True, texts=texts)

    while load_table(setup).setup.answers == "moderator" and wants("lead.on-page"):
        try:
            share = wants("lead.with-phones")
        except Back:
            continue
        lead(setup, share=share)
        return
    play(setup)
