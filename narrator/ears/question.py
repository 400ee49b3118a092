"""A question as the ears hear it: the phrases that answer it, those to listen for, and those that are then over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from narrator.answers import Lexicon, fold, grammar, phrases
from narrator.cues import Ask


@dataclass(frozen=True, slots=True)
class Question:
    """What each phrase means, what the recogniser listens for, and after which phrases nothing can follow."""

    meanings: Mapping[str, str]
    grammar: list[str]
    final: list[str]


def question(ask: Ask, lexicon: Lexicon, names: Mapping[int, str]) -> Question:
    """Make what the ears need of a question."""
    meanings = phrases(ask, lexicon, names)
    words = grammar(ask, lexicon, names)
    if ask.kind == "seats" and ask.most > 1:
        return Question(meanings, words, [])  # another seat may follow
    decoys = set(map(fold, lexicon.decoys))
    answers = [phrase for phrase in words if phrase not in decoys]
    return Question(meanings, words, [phrase for phrase in words if not _goes_on(phrase, answers, meanings)])


def _goes_on(phrase: str, answers: list[str], meanings: Mapping[str, str]) -> bool:
    """Say whether more words could make it another answer, as "five" does to "twenty"."""
    meant = meanings.get(phrase)
    return any(
        longer.startswith(f"{phrase} ") and (meant is None or meanings.get(longer) != meant) for longer in answers
    )
