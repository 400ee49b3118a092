"""Words of another language on a screen: those of its texts that the texts of the screen's own language have not."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache

from narrator.computer.texts import texts_of
from narrator.games.registry import GAMES, folders

WORD = re.compile(r"[a-ząćęłńóśźż]+")
POLISH_LETTER = re.compile("[ąćęłńóśźż]")

SYSTEM = {
    *WORD.findall("""
the and you your this that with what which is are was not have has for from press any key there it will would of
error aborted invalid input cancelled user use arrow keys choose answer warning cannot file no such yes new
""")
}
"""Words that a library or the system might slip in."""

COMMANDS = {"narrator", "play", "tables", "share", "data"}
"""What a hint names as it is typed, and folders of the system."""

ALIKE = {"on", "program", "english", "polski"}
"""Words that Polish has too, though no text of the program does; and what languages call themselves."""


@cache
def words_of(language: str) -> set[str]:
    """The words of a language's texts, the program's and every game's, without what is filled in."""
    texts = texts_of(language, *(folder for game in GAMES for folder in folders(game)))
    sections = {key.partition(".")[0] for key in texts}
    all_texts = [text for section in sections for text in texts.group(section).values()]
    return {*WORD.findall(re.sub(r"\{[^}]*\}", " ", " ".join(all_texts)).lower())}


def strangers(seen: Iterable[str], language: str, people: Collection[str] = ()) -> set[str]:
    """The words of Polish on these English screens, or of English on Polish ones; names of people are neither."""
    shown = {*WORD.findall(" ".join(seen).lower())} - {name.lower() for name in people}
    foreign = words_of("en") | SYSTEM if language == "pl" else words_of("pl")
    found = {word for word in shown & (foreign - words_of(language)) - COMMANDS - ALIKE if len(word) > 1}
    return found | {word for word in shown if language == "en" and POLISH_LETTER.search(word)}
