"""The guide through an examination: it says what comes next, and waits for people where there are any."""

from __future__ import annotations

from typing import Protocol

from narrator.texts import Words


class Guide(Protocol):
    """Who speaks with the people at the table."""

    @property
    def attended(self) -> bool:
        """Say whether somebody is there, to be silent or to speak when asked."""

    def tell(self, words: Words) -> None:
        """Say what comes next."""

    def wait(self, words: Words) -> None:
        """Say what to do, and wait until somebody is ready; unattended it goes on at once."""

    def agrees(self, question: Words) -> bool | None:
        """Ask a question of yes or no; None if nobody is there."""
