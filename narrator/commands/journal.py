"""The commands that read journals: log and replay tell one game, stats adds all of them up."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from narrator.commands.options import PACES, ConfigFile, LastJournal, Names, VoiceName
from narrator.terminal.words import in_terminal, say, say_by_pages, terminal_texts
from narrator.texts import message

if TYPE_CHECKING:
    from rich.console import Console

Everything = Annotated[bool, typer.Option("--all")]


def log(
    journal: LastJournal = None,
    *,
    everything: Everything = False,
    json: Annotated[bool, typer.Option("--json")] = False,
    out: Annotated[Path | None, typer.Option("--out")] = None,
    config: ConfigFile = None,
) -> None:
    """Tell a game as a story; secrets are hidden until it is over."""
    from narrator.computer import files
    from narrator.computer.config import load_config
    from narrator.computer.texts import texts_of
    from narrator.evening.offers import game_named, kept_words, say_copies
    from narrator.games import registry
    from narrator.paper.reference import reference_page
    from narrator.play import log as story
    from narrator.play import session

    settings = load_config(config)
    kept = session.recall(game_named(journal, settings, "log"))
    say_copies(kept.path, settings)
    game, texts = kept.table.game(), texts_of(kept.table.setup.language, *registry.folders(kept.table.setup.game))
    if json:
        typer.echo(story.log_json(game, kept.header, kept.steps(), texts, everything=everything))
    elif out:
        told = story.log_page(game, kept.steps(), kept.table.setup.people, texts, everything=everything)
        files.write(out, reference_page(told, out.stem, texts).encode(), private=True)
        say(terminal_texts().word("sheet.written", path=out))
    else:
        text = story.log_text(game, kept.steps(), texts, everything=everything, journal=journal)
        text = text if journal else f"{kept_words(kept, texts)}\n\n{text}"  # several may wait to be gone on with
        (say_by_pages if in_terminal() else typer.echo)(text)


def replay(
    journal: LastJournal = None,
    *,
    everything: Everything = False,
    aloud: Annotated[bool, typer.Option("--aloud")] = False,
    names: Names = "",
    voice: VoiceName = "",
    pace: Annotated[float, typer.Option(**PACES)] = 0.0,
    config: ConfigFile = None,
) -> None:
    """Play back a game as the room heard it; secrets are hidden until it is over."""
    from narrator.computer.config import load_config
    from narrator.evening.offers import game_named
    from narrator.play import replay as replaying
    from narrator.play import session

    settings = load_config(config, pace)
    chosen = voice if aloud else "none"
    kept = session.recall(game_named(journal, settings, "replay"), names, chosen)
    ears = replaying.JournalEars()
    try:
        with session.replay_room(kept, settings, ears) as room:
            replaying.replay(kept.table.game(), kept.steps(), room, ears, everything=everything)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def stats(
    folder: Annotated[Path | None, typer.Argument()] = None,
    *,
    json: Annotated[bool, typer.Option("--json")] = False,
    config: ConfigFile = None,
) -> None:
    """Add up all games that are over: who won, with which card, how long, and whom it befell."""
    from narrator.computer import files
    from narrator.computer.config import load_config
    from narrator.computer.texts import texts_of
    from narrator.errors import NarratorError
    from narrator.games import registry
    from narrator.play import session, shelf
    from narrator.play import stats as counting

    settings = load_config(config)
    if folder and files.is_file(folder):
        raise NarratorError(message("refusals.file-not-folder", file=folder))
    if folder and not files.is_folder(folder):
        raise NarratorError(message("refusals.no-folder", folder=folder))
    kept = files.inside(folder or session.journal_folder(settings), "*.jsonl")
    once, apart, damaged = shelf.each_once(kept)
    found = counting.stats_of(sorted(once), apart, damaged)
    texts = texts_of(settings.language, *(folder for game in found.kinds for folder in registry.folders(game)))
    if json:
        from json import dumps

        typer.echo(dumps(found.data(), ensure_ascii=False, indent=2))
    else:
        _shown(partial(counting.show, found, texts=texts))


def _shown(show: "Callable[[Console], None]") -> None:
    """Show what is written to a console; in a terminal a screenful at a time."""
    from io import StringIO
    from shutil import get_terminal_size

    from rich.console import Console

    if not in_terminal():
        show(Console())
        return
    page = StringIO()
    show(Console(file=page, width=get_terminal_size().columns - 1))
    say_by_pages(page.getvalue().rstrip())
