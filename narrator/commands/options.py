"""What commands share: options, settings, texts, and leading a game until it ends or is broken off."""

# No module of commands postpones its annotations: Typer would evaluate them all at every start, half of its time.

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from narrator.terminal.words import say, terminal_texts

if TYPE_CHECKING:
    from narrator.computer.config import Config
    from narrator.games.table import Table
    from narrator.play.session import Begun, Manner
    from narrator.play.stage import Stage


def setups_like(begun: str) -> list[str]:
    """Complete a setup: the saved and the shipped ones by name, and files."""
    from narrator.computer.shipped import setup_names

    return [*(name for name in setup_names() if name.startswith(begun)), *files_like(begun, ".toml")]


def journals_like(begun: str) -> list[str]:
    """Complete a journal: those in their usual folder, the latest first, and files."""
    from narrator.errors import NarratorError
    from narrator.play import session

    try:
        kept = [str(path) for path in session.journals(settings_of(None, None))]
    except NarratorError:
        kept = []
    return [*dict.fromkeys([*(path for path in kept if path.startswith(begun)), *files_like(begun, ".jsonl")])]


def files_like(begun: str, ending: str) -> list[str]:
    """Complete the name of a file with this ending; folders on the way to one come with a slash."""
    folder, _, start = begun.rpartition("/")
    top = Path(folder or ("/" if begun.startswith("/") else "."))
    try:
        found = sorted(path for path in top.expanduser().iterdir() if path.name.startswith(start))
    except OSError:
        return []
    before = begun.removesuffix(start)
    return [f"{before}{path.name}{'/' * path.is_dir()}" for path in found if path.is_dir() or path.suffix == ending]


SetupFile = Annotated[
    Path,
    typer.Argument(
        metavar="SETUP", help="A setup file, or the name of a saved or shipped one.", autocompletion=setups_like
    ),
]
ConfigFile = Annotated[Path | None, typer.Option("--config", help="Settings to use instead of your own.")]
Seed = Annotated[int | None, typer.Option(min=-(2**63), max=2**63 - 1, help="Random seed.")]
Names = Annotated[str, typer.Option(help="Name profile: gentle or book.")]
VoiceName = Annotated[str, typer.Option("--voice", help="Voice profile, e.g. system or slow.")]
Silent = Annotated[bool, typer.Option("--silent", help="Prompter: you read aloud, the program stays silent.")]
SilentOrAloud = Annotated[
    bool | None, typer.Option("--silent/--aloud", help="Prompter or aloud; default: as the game began.")
]
OnPage = Annotated[
    bool | None, typer.Option("--page/--no-page", help="Lead from a page in the browser; default: as the game began.")
]
Headless = Annotated[bool, typer.Option("--headless", help="JSON lines on stdout, answers on stdin, no sound.")]
JournalFile = Annotated[Path | None, typer.Option("--journal", help="Where to write the journal.")]
Answers = Annotated[Path | None, typer.Option("--answers", help="Read the answers from this file, one per line.")]
PACES = {"min": 0.0, "max": 10.0}
Pace = Annotated[float | None, typer.Option(**PACES, help="Scale the length of every call: 0.5 is twice as fast.")]


def settings_of(config: Path | None, pace: float | None) -> "Config":
    """The settings of this file, else the usual ones; `pace` replaces theirs, if it is given."""
    from narrator.computer.config import load_config, within_bounds

    settings = load_config(config)
    return settings if pace is None else within_bounds(replace(settings, pace=pace), "--")


def place_of(config: Path | None) -> str:
    """Where the settings lie that were named for a game, as its journal keeps it; empty for the usual ones."""
    return str(config.resolve()) if config else ""


def settings_as_begun(begun: "Begun", config: Path | None, pace: float | None) -> "Config":
    """The settings that a game began with, unless others are named now; print a message if their file is gone."""
    from narrator.computer import files
    from narrator.errors import printable

    before = Path(begun.config) if begun.config else None
    if before and not files.is_file(before) and not config:
        gone = terminal_texts().word("terminal.config-gone", path=before)
        typer.echo(printable(gone), err=True)
        before = None
    return settings_of(config or before, begun.pace if pace is None else pace)


def lead_in_room(stage: "Stage[Any, Any]", table: "Table[Any, Any]", settings: "Config", manner: "Manner") -> None:
    """Lead a game in its room, and the rematch that its players may want. Ctrl-C breaks it off with exit code 130."""
    from narrator.play import session

    wanted = ""
    with left_in_words(stage, settings):
        with ended_by_signals(), session.opened(manner, table, settings) as room:
            stage.run(room)
            if stage.ending() and not (manner.headless or manner.answers):
                wanted = session.conclude(room, stage.journal.path)
        if not (manner.headless or manner.answers or stage.ending()):
            broken_off(stage, settings)
    if wanted == "rematch":
        from narrator.commands.journal import rematch_in_room

        rematch_in_room(stage.journal.path, silent=manner.silent)


@contextmanager
def left_in_words(stage: "Stage[Any, Any]", settings: "Config") -> Iterator[None]:
    """Close a game's journal in the end; whatever breaks the game off, say how to go on. Ctrl-C is exit code 130."""
    from narrator.errors import NarratorError

    try:
        yield
    except KeyboardInterrupt:
        broken_off(stage, settings)
        raise typer.Exit(130) from None
    except NarratorError:
        raise  # its message says what to do
    except BaseException:
        broken_off(stage, settings)
        raise
    finally:
        stage.journal.close()


def broken_off(stage: "Stage[Any, Any]", settings: "Config") -> None:
    """Say that nothing is lost, and how to go on, unless nothing is left to go on with."""
    if stage.ending():
        return
    with suppress(OSError):  # the terminal may be gone
        words = terminal_texts(settings).word("terminal.broken-off", journal=stage.journal.path)
        say(f"\n{words}", err=True)


_ENDING = ("SIGTERM", "SIGHUP", "SIGBREAK", "SIGQUIT", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGXCPU", "SIGTSTP")
"""Signals that end or stop a program; a stopped one would leave its page on the screen."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Turn signals that would kill the program into SystemExit, so that it leaves a clean screen and terminal."""
    found = [getattr(signal, name, None) for name in _ENDING]
    before = {number: signal.getsignal(number) for number in found if number is not None}
    taken = [number for number, handler in before.items() if handler is not signal.SIG_IGN]

    def end(number: int, _: FrameType | None) -> None:
        for each in taken:
            signal.signal(each, signal.SIG_IGN)
        raise SystemExit(128 + number)

    for number in taken:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, before[number])


def warn(table: "Table[Any, Any]", settings: "Config") -> None:
    """Print what is odd about the setup, in the table's words if commands speak its language."""
    from narrator.games.package import Remarks

    alike = settings.language == table.setup.language
    for problem in table.warnings:
        words = table.package.remark(table, problem) if alike and isinstance(table.package, Remarks) else problem
        say(terminal_texts(settings).word("terminal.warning", problem=words), err=True)
