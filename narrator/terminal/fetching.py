"""What the menu has from the network or from a file: a progress bar, and one message for whatever goes wrong."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.terminal.desk import page
from narrator.terminal.words import ask, fault_words, say, terminal_texts

if TYPE_CHECKING:
    from narrator.computer.downloads import Progress
    from narrator.texts import Texts

_PATIENCE = 3.0
"""Seconds within which a server must answer, so that what it has is offered."""


def online(url: str, texts: "Texts") -> bool:
    """Whether what lies at this address can be had now; looking takes a moment, which is told."""
    from narrator.computer.transfer import reachable

    say(texts.word("fetching.connecting"))
    return reachable(url, _PATIENCE)


def fetched(title: str, install: "Callable[[Progress], object]", texts: "Texts") -> bool:
    """Whether it could be installed; if not, why is told, and what had come stays for the next time."""

    def under_a_bar() -> None:
        with download_bar(title) as progress:
            install(progress)

    return worked(under_a_bar, texts)


def worked(act: Callable[[], object], texts: "Texts") -> bool:
    """Whether it could be done; what went wrong is told, and Ctrl-C gives up."""
    from narrator.errors import NarratorError

    try:
        act()
    except NarratorError as fault:
        say(fault_words(fault, texts))
    except OSError as fault:
        say(texts.word("fetching.refused", why=fault.strerror or str(fault)))
    except KeyboardInterrupt:
        say(texts.word("fetching.stopped"))
    else:
        return True
    return False


def file_named(question: str) -> Path | None:
    """Ask for a file's name; None for Enter alone. A name may stand in quotes, as terminals paste it."""
    from narrator.games.offering import Offering

    said = ask(Offering(question, done=terminal_texts().word("menu.back"))).strip("'\" ")
    return Path(said).expanduser() if said else None


@contextmanager
def download_bar(name: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar; yields a function of the bytes done and the bytes in all (0: unknown)."""
    if desk := page():
        desk.show(name)
        yield lambda _done, _all: None
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TransferSpeedColumn

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress("{task.description}", *columns, transient=True) as bar:
        task = bar.add_task(name, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)
