"""Ktulu's own answers: each can be asked for somewhere, and each choice that is asked for can be said."""

from __future__ import annotations

from functools import cache

import pytest

from narrator.cues import HOLD, HURRY, REDO, Ask
from narrator.ears.lexicon import read_lexicon
from narrator.rooms.concluding import NEXT
from narrator.rooms.listener import CONFIRMATION

from tests.polish import OWN_WORDS
from tests.scenario import SCRIPT, all_cues, shipped_script

ROOM = {*CONFIRMATION.choices, *NEXT.choices, HOLD, HURRY, REDO, "time"} - {"yes", "no"}
"""What rooms ask for by themselves: the language has words for it."""

ALONE, TOGETHER = read_lexicon("pl").choices, read_lexicon("pl", *OWN_WORDS, own=SCRIPT.heard["gentle"]).choices


@cache
def asked() -> set[str]:
    """List what is offered for an answer in all scenarios, but for seats and what every game has."""
    asks = [cue for _, cues in all_cues() for cue in cues if isinstance(cue, Ask)]
    found = {choice for ask in asks for choice in ask.choices}
    return {choice for choice in found if not choice.isdecimal()} - {"yes", "no", "none", "ready"}


def test_a_language_has_words_for_what_rooms_ask_for_and_no_others() -> None:
    assert {*ALONE} == ROOM


@pytest.mark.long
def test_no_own_word_is_there_that_is_never_asked_for() -> None:
    ids = {*SCRIPT.factions, *SCRIPT.roles}  # a moderator may be asked for any that plays
    assert ids & asked()
    assert TOGETHER.keys() - ALONE.keys() - asked() - ids == set()


@pytest.mark.long  # as all that need the cues of all scenarios, so that one worker plays them
def test_every_choice_that_is_asked_for_can_be_said() -> None:
    others = {
        word for name in ("werewolf", "avalon", "mafia") for word in shipped_script(name).heard["gentle"].choices
    }
    assert asked() - TOGETHER.keys() - others == set()
