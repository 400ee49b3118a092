"""What the menu has from the network or from a file: a progress bar, and one message for whatever goes wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.commands.options import download_bar, fault_words, prompted, told

if TYPE_CHECKING:
    from narrator.computer.downloads import Progress
    from narrator.texts import Texts

_PATIENCE = 3.0
"""Seconds within which a server must answer, so that what it has is offered."""


def online(url: str, texts: "Texts") -> bool:
    """Whether what lies at this address can be had now; looking takes a moment, which is told."""
    from narrator.computer.downloads import reachable

    told(texts.word("fetching.connecting"))
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
        told(fault_words(fault, texts))
    except OSError as fault:
        told(texts.word("fetching.refused", why=fault.strerror or str(fault)))
    except KeyboardInterrupt:
        told(texts.word("fetching.stopped"))
    else:
        return True
    return False


def file_named(question: str) -> Path | None:
    """Ask for a file's name; None for Enter alone. A name may stand in quotes, as terminals paste it."""
    said = prompted(question).strip("'\" ")
    return Path(said).expanduser() if said else None
