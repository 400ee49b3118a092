"""A question as the ears hear it: what to listen for, and what an utterance means there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from narrator.answers import Answer, Command, Heard, Lexicon, NoMatch, Unsure, grammar, interpret, normalise, phrases
from narrator.cues import Ask
from narrator.ears.listening import Utterance, Words

CERTAIN = 0.9
"""The confidence (0…1) that a confirmation must have amid talk."""


@dataclass(frozen=True, slots=True)
class Question:
    """What each phrase means, and what to listen for."""

    meanings: Mapping[str, str]
    words: Words


def question(ask: Ask, lexicon: Lexicon, names: Mapping[int, str], *, confirming: bool = False) -> Question:
    """Make what the ears need of a question, which may be `confirming` an answer that was not sure."""
    meanings = phrases(ask, lexicon, names)
    decoys = dict.fromkeys(normalise(decoy) for decoy in lexicon.decoys)
    answers = [phrase for phrase in grammar(ask, lexicon, names) if phrase in meanings or phrase not in decoys]
    others = [decoy for decoy in decoys if decoy not in answers]
    if ask.kind == "seats" and ask.most > 1:
        return Question(meanings, Words(answers, [], []))  # another seat may follow, and decoys would hinder it
    final = [phrase for phrase in answers if not _goes_on(phrase, answers, meanings)]
    sure = [phrase for phrase, meaning in meanings.items() if confirming and meaning == "confirm"]
    return Question(meanings, Words(answers, others, [*final, *others], sure))


def understand(utterance: Utterance, meanings: Mapping[str, str], *, confirming: bool = False) -> Heard:
    """Read an utterance. Amid talk an answer is to be confirmed, and with certainty."""
    found = interpret(utterance.text, meanings, utterance.confidence)
    if utterance.calm or not isinstance(found, Answer | Command):
        return found
    if confirming:
        return found if utterance.confidence >= CERTAIN else NoMatch(utterance.text)
    return Unsure(utterance.text, found.name if isinstance(found, Command) else found.canonical)


def _goes_on(phrase: str, answers: Sequence[str], meanings: Mapping[str, str]) -> bool:
    """Whether more words could make it another answer, as "five" does to "twenty"."""
    meant = meanings.get(phrase)
    return any(
        longer.startswith(f"{phrase} ") and (meant is None or meanings.get(longer) != meant) for longer in answers
    )
