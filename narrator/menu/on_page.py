"""The menu on a page in this computer's browser, in the place of the terminal, which stays beside it."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING

from narrator.ears.terminal import Terminal
from narrator.terminal.desk import sitting_at
from narrator.terminal.words import say, terminal_texts

if TYPE_CHECKING:
    from narrator.page.desk import PageDesk

_LOOK = 0.3
"""Seconds after which it is looked again whether the terminal is needed for something else."""


_IN_TERMINAL = ("www-browser", "links", "elinks", "lynx", "w3m")
"""Browsers that have no window of their own, as `webbrowser` calls them."""


def has_desktop() -> bool:
    """Whether a browser's window can open before whoever sits here; who came in from afar has none."""
    if os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"):
        return False
    windows = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    with suppress(webbrowser.Error):
        return bool(windows) and getattr(webbrowser.get(), "name", "") not in _IN_TERMINAL
    return False


def on_page(menu: Callable[[], None]) -> bool:
    """Show the menu on a page until it is left; False, and nothing was shown, where no browser opens one."""
    from narrator.page.desk import desk_served

    texts = terminal_texts()
    with desk_served(texts) as (desk, address):
        if not webbrowser.open(address()):
            return False
        say(texts.word("desk.opened", address=address()))
        with _opened_again(desk, address), sitting_at(desk):
            menu()
    return True


@contextmanager
def _opened_again(desk: PageDesk, address: Callable[[], str]) -> Iterator[None]:
    """Open the page once more at each Enter in the terminal: its window may have been closed."""
    left = Event()

    def read() -> None:
        terminal = Terminal(sys.stdin)
        while not left.is_set():
            if terminal.wait(_LOOK) and not desk.is_away and not left.is_set():
                if not terminal.line():
                    return
                webbrowser.open(address())

    reader = Thread(target=read, name="desk", daemon=True)
    reader.start()
    try:
        yield
    finally:
        left.set()
        reader.join(2 * _LOOK)
