"""Proofread what is heard: secret calls may not tell how many are awake, and spellings are of words in lines.

What is said of a secret call is the same whoever woke for it (R102), so a number in it tells too much, or is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from narrator.cues import whole_word
from narrator.errors import Problem
from narrator.games.ktulu.script import PHASES, Call, Script, call_lines
from narrator.games.parts import CASES
from narrator.texts import message

_UNHEARD = ("prompt", "announce")
"""Texts of a call that are only shown, or said of what is announced anyway."""


def proofread_secrets(script: Script, counts: Collection[str], place: str) -> Iterator[Problem]:
    """Warn of numbers in what is said of secret calls: digits, and words that count people."""
    counted = [rf"\b(?:{'|'.join(map(re.escape, counts))})\b"] if counts else []
    words = re.compile("|".join([r"\d+", *counted]), re.IGNORECASE)
    for phase in PHASES:
        for call in script.calls(phase):
            for key, text in _heard(call):
                if found := words.search(re.sub(r"\{[^}]*\}", "", text)):
                    where = f"{place}: {phase}[{call.id}]: {key}"
                    yield Problem(where, message("faults.tells-a-number", number=found[0]), warning=True)


def proofread_spellings(script: Script, place: str) -> Iterator[Problem]:
    """Find spellings for the voice that are empty, or of words that no line has."""
    names = (name.form(case) for known in script.vocabulary.values() for name in known.values() for case in CASES)
    spoken = "\n".join((*(text for texts in script.wordings.values() for text in texts), *names))
    for word, sound in script.say.items():
        where = f"{place}: say: {word or '“”'}"
        if not word.strip() or not sound.strip():
            yield Problem(where, message("faults.empty-spelling"))
        elif not whole_word(word).search(spoken):
            yield Problem(where, message("faults.word-of-no-line"), warning=True)


def _heard(call: Call) -> Iterator[tuple[str, str]]:
    """What is spoken in a call of somebody's that is not public, by where it stands."""
    if call.public or not call.who:
        return
    alone = {f"alone: {key}": texts for key, texts in call.alone.items()}
    for key, texts in (call_lines(call) | alone).items():
        if key.removeprefix("alone: ") not in _UNHEARD:
            for number, text in enumerate(texts, 1):
                yield f"{key}[{number}]" if len(texts) > 1 else key, text
