"""Games that come to an end by day: few are left alive, and those fight duels of which a win may follow.

All of it is legal play: by day people say who died by a way of the table's own, and who challenges whom.
"""

from __future__ import annotations

from random import Random

from narrator.games.night.events import Asked
from narrator.games.night.script.script import Script
from narrator.games.night.state.state import State

from tests.secrecy.steps.moves import CALLED, LATER
from tests.secrecy.steps.pairs import Drawing
from tests.secrecy.twins.first import Crowd
from tests.secrecy.twins.sitting import Interruptions

CARDS: tuple[tuple[str, ...], ...] = (("doctor",), ("doctor", "chief", "shaman"), ("doctor", "quiet-foot"))
"""Cards of which at least these are dealt: without a doctor nobody closes their eyes by day."""

FEW = 6
"""Who are no more than this are few."""

BY_NIGHT = 0.1
"""The share of the places at night from which a step is taken."""

SAID = (
    *(("resume",), ("undo",), ("undo", "undo"), ("repeat",), ("pause",), ("pause", "undo"), ("pause", "resume")),
    *(("resume", "undo"), ("undo", "resume"), ("repeat", "resume"), ("override", "undo"), ("undo", "redo")),
    *(("undo", "undo", "redo", "redo"), (LATER, "undo", "undo", "redo", "redo"), ("pause", "undo", "redo")),
)
"""What may be said to the narrator while a game comes to its end, without an answer between."""


PLACES = (*[1] * 10, 8, 12, 8, 3, 3, 3)


def draw_cards(chance: Random, script: Script) -> tuple[str, ...]:
    """Draw which cards are dealt among others."""
    return tuple(card for card in chance.choice(CARDS) if card in script.roles)


def take_from(chance: Random, state: State) -> bool:
    """Whether steps are taken from a place like this one: where few are alive, by day each time."""
    return state.count_alive() <= FEW and (state.phase == "day" or chance.random() < BY_NIGHT)


def draw_spoken(chance: Random) -> Interruptions:
    """Draw what is said aloud: nothing seldom, and most of it when a duel is over and the doctor is called."""
    places = chance.choices(
        (*range(0, 20, 2), *range(CALLED, CALLED + 6)), weights=PLACES, k=chance.choice((0, 1, 1, 2))
    )
    return [(place, word) for place in sorted(places) for word in chance.choice(SAID)]


class Ending(Crowd):
    """People who by day let most die, and then challenge the holder and the doctors, and vote against them."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self._few, self._fewest = chance.randint(2, FEW), chance.choice((0.2, 0.5, 0.9))

    def _by_day(self, state: State, question: Asked) -> str:
        chance, choices = self._chance, question.choices
        matter = [str(seat) for seat in (state.holder, *state.holders("revive")) if str(seat) in choices]
        if question.key == "day":
            if state.count_alive() > self._few and chance.random() < self._fewest:
                return "died"
            if "duel" in choices and chance.random() < 0.8:
                return "duel"
        elif question.key == "day.died":
            return chance.choice([seat for seat in choices if seat not in matter] or ["none"])
        elif question.key == "day.duel" and matter and chance.random() < 0.7:
            return chance.choice(matter)
        elif question.key == "day.accept":
            return "yes"
        elif question.key == "day.votes" and chance.random() < 0.8:
            voters, counted = int(choices[-1]), sum(state.today.counted)
            against = (voters, voters // 2, voters if question.about == state.holder else 0)
            return str(max(voters - counted, 0) if state.today.counted else chance.choice(against))
        return super()._by_day(state, question)


ENDGAMES = Drawing(draw_cards, Ending, draw_spoken, take_from, longer=16)
"""Most of what is drawn comes to a duel after which somebody may win."""
