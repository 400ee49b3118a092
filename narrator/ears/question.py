"""A question as the ears hear it: what to listen for, and what an utterance means there."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Sequence

from narrator.answers import SURE, Answer, Command, Heard, NoMatch, Silence, Unsure, interpret
from narrator.cues import Ask
from narrator.ears.listening import CERTAIN, Utterance, Words
from narrator.lexicon import Lexicon, calls_narrator, normalise
from narrator.patterns import command_of
from narrator.phrases import easily_confused, grammar, phrases
from narrator.values import dataclass

HARMLESS = ("ready", "hold", "hurry")
"""What costs nothing if it was misheard, as light commands do not."""


SHORTEST_LETTER, LONGEST_LETTER, DRAWL = 0.03, 0.1, 0.5
"""Seconds that a letter takes at least and at most, and by which a whole phrase may last longer."""


@dataclass(frozen=True, slots=True)
class Question:
    """What each phrase means, and what to listen for."""

    meanings: Mapping[str, str]
    words: Words
    confused: Collection[str] = ()
    """The phrases that must be certain, since another of them sounds like them."""
    open: bool = False
    """Whether it stands open all evening, amid talk: nothing that is not certain is asked back."""


def question(ask: Ask, lexicon: Lexicon, names: Mapping[int, str], *, confirming: bool = False) -> Question:
    """Make what the ears need of a question, which may be `confirming` an answer that was not sure.

    Where nothing in particular is asked, *undo* and such are listened for so as not to be taken for anything else.
    """
    is_open = ask.kind == "open"
    legal = {phrase: one for phrase, one in phrases(ask, lexicon, names).items() if not is_open or _sayable(phrase)}
    called = {phrase for phrase in legal if is_open and calls_narrator(phrase, lexicon)}
    meanings = {phrase: one for phrase, one in legal.items() if not is_open or ask.is_own(one) or phrase in called}
    decoys = dict.fromkeys(normalise(decoy) for decoy in lexicon.decoys)
    heard = dict.fromkeys((*grammar(ask, lexicon, names, meanings), *legal))
    answers = [phrase for phrase in heard if phrase in meanings or phrase not in decoys]
    others = [decoy for decoy in decoys if decoy not in meanings]
    confused = easily_confused(meanings, lexicon) | called
    meant = {phrase: meanings.get(phrase, phrase) for phrase in answers}
    yes = set(map(normalise, lexicon.yes))  # talk is full of it
    light = [*HARMLESS, *(command for command in ask.commands if ask.weight(command) == "light")]
    harmless = [phrase for phrase, meaning in meanings.items() if command_of(light, meaning) and phrase not in yes]
    harmless += [phrase for phrase in called if phrase not in harmless]
    if ask.kind == "seats" and ask.most > 1:
        # another seat may follow, and decoys would hinder it
        return Question(meanings, Words(meant, [], [], harmless=harmless), confused, is_open)
    # whoever is called by name is told something next: "Bartek, stop it"
    going_on = _going_on(answers, meanings) | set(map(normalise, names.values()))
    final = [phrase for phrase in answers if phrase not in going_on]
    sure = [phrase for phrase, meaning in meanings.items() if confirming and meaning == "confirm"]
    firm = _firm(meant)
    words = Words(
        meant, others, [*final, *others], [one for one in final if one in firm], sure, harmless, sorted(called)
    )
    return Question(meanings, words, confused, is_open)


def _sayable(phrase: str) -> bool:
    """Whether it is written in words, and not as it is typed."""
    return not any(sign.isdigit() or sign == "+" for sign in phrase)


def understand(utterance: Utterance, asked: Question, *, confirming: bool = False) -> Heard:
    """Read an utterance. Amid talk an answer is to be confirmed, and with certainty, unless it does no harm.

    It is silence where talk at an open question is none of the narrator's business.
    """
    found = _understood(utterance, asked, confirming=confirming)
    if asked.open and not (isinstance(found, Answer | Command) and _may_last(utterance)):
        return Silence()
    return found


def _may_last(utterance: Utterance) -> bool:
    """Whether it can take so long to say these words: what begins like them and goes on is talk."""
    letters = len(unicodedata.normalize("NFD", utterance.text))  # of Korean syllables, too
    return SHORTEST_LETTER * letters <= utterance.seconds <= LONGEST_LETTER * letters + DRAWL


def _understood(utterance: Utterance, asked: Question, *, confirming: bool) -> Heard:
    sure = CERTAIN if _confused(utterance.text, asked) else SURE
    found = interpret(utterance.text, asked.meanings, utterance.confidence, sure)
    if utterance.calm or not isinstance(found, Answer | Command):
        return found
    if utterance.alone and utterance.confidence >= CERTAIN:
        return found
    if confirming:
        return found if utterance.confidence >= CERTAIN else NoMatch(utterance.text)
    return Unsure(utterance.text, found.name if isinstance(found, Command) else found.canonical)


def _confused(text: str, asked: Question) -> bool:
    """Whether what was heard, or one of several seats in it, sounds like something else."""
    if text in asked.meanings:
        return text in asked.confused
    return any(f" {phrase} " in f" {text} " for phrase in asked.confused)


def _firm(meanings: Mapping[str, str]) -> set[str]:
    """Find the phrases with which none of another meaning begins, as "sixteen" does with "six"."""
    begun = {
        longer[:letters]
        for longer, meaning in meanings.items()
        for letters in range(1, len(longer))
        if meanings.get(longer[:letters], meaning) != meaning
    }
    return meanings.keys() - begun


def _going_on(answers: Sequence[str], meanings: Mapping[str, str]) -> set[str]:
    """Find the phrases that more words could make another answer, as "five" does to "twenty"."""
    found: set[str] = set()
    for longer in answers:
        words = longer.split()
        for phrase in (" ".join(words[:count]) for count in range(1, len(words))):
            if meanings.get(phrase) is None or meanings.get(longer) != meanings[phrase]:
                found.add(phrase)
    return found
