"""Questions that are answered yes or no, in the words of the table's language."""

from __future__ import annotations

from narrator.computer.texts import texts_of
from narrator.games.package import Back, Question
from narrator.texts import Texts


def agreed(ask: Question, question: str, *, default: bool, texts: Texts | None = None) -> bool:
    """Put the question until the answer is yes or no, which anything else is told; Enter means the default.

    Raises Back.
    """
    texts = texts or texts_of()
    yes, no = (texts.word(f"typed.{answer}").split() for answer in ("yes", "no"))
    enter = "yes-no.enter-yes" if default else "yes-no.enter-no"
    put = texts.word(enter, question=question)
    while (said := ask(put, "").strip().casefold()) not in ("", *yes, *no):
        if said in texts.word("typed.back").split():
            raise Back
        helped = said in texts.word("typed.help").split()
        told = texts.word("yes-no.help", question=question) if helped else texts.word("yes-no.neither")
        put = texts.word(enter, question=told)
    return said in yes if said else default
