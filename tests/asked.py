"""Somebody who answers the questions of a new table, and keeps what was shown and asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from narrator.evening.tables import save
from narrator.games.night.loading import Table
from narrator.games.night.wizard import new_table
from narrator.games.package import SetupQuestions
from narrator.play import loading

EIGHT = "Ala, Bartek, Celina, Darek, Ewa, Filip, Gosia, Hubert"


class Talk:
    """Answers in order; an empty one takes the default. What was shown and asked is kept."""

    def __init__(self, *answers: str) -> None:
        self.left, self.shown, self.asked = list(answers), [""], [""]

    def ask(self, question: str, default: str = "") -> str:
        self.asked.append(question)
        if not self.left:
            raise EOFError
        return self.left.pop(0) or default

    def questions(self, kept: dict[str, Any] | None = None, seed: int = 1, **more: Any) -> SetupQuestions:
        """The questions of a new table, put to this one."""
        return SetupQuestions(self.ask, self.shown.append, seed, {} if kept is None else kept, **more)

    def table(self, tmp_path: Path, seed: int = 1, kept: dict[str, Any] | None = None) -> Table:
        """Ask one's way, save, and load what was saved."""
        path = tmp_path / "new.toml"
        save(new_table(self.questions(kept, seed, taken=loading.words_taken(), forms=loading.name_forms)), path)
        assert not self.left
        return loading.load_table(path)


REST = ("", "")
"""Enter at all that is asked after the names."""

MORE = ("", "więcej", "")
"""What leads to all the questions about the book's game."""

ALL = ("", "", "", "", "", "")
"""Enter at all of them."""
