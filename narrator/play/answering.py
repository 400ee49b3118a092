"""Questions that are answered yes or no, in the words of the table's language."""

from __future__ import annotations

from narrator.computer.texts import texts_of
from narrator.games.package import Question
from narrator.texts import Texts


def agreed(ask: Question, question: str, *, default: bool, texts: Texts | None = None) -> bool:
    """Put the question, which shows the letters itself, until the answer is yes or no; Enter means the default."""
    texts = texts or texts_of()
    yes, no = (texts.word(f"typed.{answer}").split() for answer in ("yes", "no"))
    while (said := ask(question, "").strip().casefold()) not in ("", *yes, *no):
        continue
    return said in yes if said else default
