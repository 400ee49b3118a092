"""The moderator comes alone before secrets of all stand at a computer where players have just looked at cards."""

from __future__ import annotations

from narrator.terminal.desk import Choice, DeskQuestion, page
from narrator.terminal.words import ask, in_terminal
from narrator.texts import Texts

_looked: list[bool] = []
"""Whether cards were looked at here since the moderator came last."""


def cards_looked_at() -> None:
    """Keep that a player may still sit here."""
    _looked[:] = [True]


def moderator_comes(texts: Texts) -> None:
    """Wait for the moderator, if cards were looked at here. Raises KeyboardInterrupt if somebody leaves it."""
    if not (_looked and in_terminal()):
        return
    if desk := page():
        desk.put(DeskQuestion(texts.word("desk.comes"), (Choice("", texts.word("desk.come")),), private=True))
    else:
        try:
            ask(texts.word("desk.comes-enter"))
        except EOFError:
            raise KeyboardInterrupt from None
    _looked.clear()
