"""Planetopia: settlements on a strange planet, told by cards, and the narrator keeps the Judge's desk.

The laptop sees no hand and hears no prophecy. It keeps percents, lists and cards that lie, says who wins an auction
and why, and what is due (docs/planetopia.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType
from typing import Any

from narrator.cues import COMMANDS, Refused
from narrator.games import StoryEntry
from narrator.games.counting import CountingGame, Did, recap
from narrator.games.counting.setup import Script
from narrator.games.counting.state import NOTHING, Said
from narrator.games.lines import Lines
from narrator.games.naming import sayable
from narrator.games.parts import Named, Vocabulary
from narrator.games.planetopia import commands, questions, viewing
from narrator.games.planetopia.cards import DECK, JOKERS
from narrator.games.planetopia.ledger import DEEDS
from narrator.games.planetopia.setup import Setup
from narrator.games.planetopia.state import Settlement, State
from narrator.games.view import Finale, Outcome, View
from narrator.texts import DEFAULT, Texts

NOTE = 80
"""The most letters of an entry: as many as a card of paper has room for."""

NAMES = ("suit.", "cause.", "list.")
"""How the lines begin that have the names of things."""


class Planetopia(CountingGame[State, Setup]):
    """The rules (narrator.games.Game)."""

    deeds, questions = DEEDS, questions.QUESTIONS
    weights = commands.WEIGHTS
    heading, before = "planetopia.turn", "planetopia.founding"
    unready = ("ask.", "deed.", "refused.", "chronicle.", "rank.", *NAMES, "paused", "rest", "undone")
    counts = MappingProxyType({"hand-size": 10, "draws": 10, "draws-all": 10, "share-left": 30})

    @classmethod
    def lines_of(cls, script: Script) -> Lines:
        """The wordings of a script, with the names of cards, suits and lists in them."""
        first = {line: words[0] for line, words in script.line.items()}
        names = {line.partition(".")[2]: word for line, word in first.items() if line.startswith(NAMES)}
        for card in DECK:
            rank = first.get(f"rank.{card if card in JOKERS else card[:-1]}", card)
            names[card] = rank if card in JOKERS else f"{rank} {names.get(card[-1], card[-1])}"
        known = {key: Named(id=key, name=name) for key, name in names.items()}
        return Lines(
            script.line, Vocabulary(known, script.language, apart=("card", "suit", "suit2"), fallback=DEFAULT)
        )

    def begin(self, seed: int) -> State:
        """The state before anything has happened."""
        setup = self.setup
        people = tuple(Settlement(name=one.name, town=one.town) for one in setup.player)
        return State(seed=seed, players=people, hand_size=setup.hand_size, decks=setup.decks, pile=54 * setup.decks)

    def begun(self, state: State) -> State:
        """The first words, and the first question."""
        setup, state = self.setup, state.says("begins")
        return questions.judged(state, setup, str(setup.judge)) if setup.judge else state.then("judge")

    def offered(self, state: State) -> tuple[str, ...]:
        """All that may be said where nothing is asked."""
        return (*commands.moves(state, self.setup), *self.anytime(state), *COMMANDS)

    def anytime(self, state: State) -> tuple[str, ...]:
        """What may be said at a question, too."""
        return commands.anytime(state, self.setup)

    def repeated(self, state: State) -> State:
        """Who has the move."""
        return state.says("mover", name=state.part(state.seat))

    def asked_of(self, state: State) -> tuple[str, dict[str, Any]]:
        """Whoever is asked, and what it is about."""
        question, event, about = state.question, state.event, state.about
        seat, target = questions.of_whom(state) or about or state.seat, about or (event.target if event else 0)
        values: dict[str, Any] = {
            of: state.part(one) if one else () for of, one in (("name", seat), ("target", target))
        }
        values["count"] = state.casting.left if state.casting else 0
        if event:
            values |= {"card": event.card, "suit": event.suit, "strength": event.strength, "sum": event.sum}
        line = f"note.{state.asked.split()[1]}" if question == "note" else question
        return line or ("move" if state.player.hand else "move.empty"), values

    def seen(self, state: State, view: View) -> View:
        """The event, the trump, and each settlement's card."""
        return viewing.seen(state, view, self.word)

    def word(self, value: Any) -> str:
        """What a value of a line is called in it."""
        return "".join(part.text for part in value) if isinstance(value, tuple) else str(self._named({"": value})[""])

    def over(self, state: State) -> Outcome | None:
        """Who won, once somebody has."""
        return Outcome(winners=tuple(map(str, state.won)), rule="victory") if state.won else None

    # ---- What is said ----

    def worded(self, state: State, said: str) -> list[Did] | Refused:
        """What follows from the words of an entry."""
        fits = said == "none" or (sayable(said) and len(said) <= NOTE)
        return [Did(f"called {said}")] if fits else self.refused(state, said, "no-note")

    def objection(self, state: State, said: str) -> Said | None:
        """Why this cannot be, though its pattern can."""
        odd = commands.fault(state, self.setup, said)
        return (odd, NOTHING) if odd else None

    def not_legal(self, state: State, said: str) -> Said:
        """Why no pattern has this now."""
        return commands.why_not(state, self.setup, said), NOTHING

    def fold(self, state: State, event: Did) -> State:
        """The state after the event; what is next on the agenda is asked."""
        new = super().fold(state, event)
        if event.what in ("said", "undo", "pause", "repeat") or (event.what == "ready" and state.paused):
            return new
        return questions.onward(new, self.setup)

    # ---- The chronicle ----

    def story(self, steps: Iterable[tuple[State, Did]], texts: Texts) -> list[StoryEntry]:
        """Tell the planet's story, turn by turn."""
        found = []
        for state, event in self.remaining(steps):
            for number, line, values in self.fold(state, event).annals[len(state.annals) :]:
                words = self.lines.text(self.lines.wordings[line][0], self._named(values))
                found.append(StoryEntry(self.chapter(replace(state, turn=number), texts), words, public=True))
        return found

    def finale(self, steps: Iterable[tuple[State, Did]], texts: Texts) -> Finale:
        """The chronicle, a chapter a turn (narrator.games.HasFinale)."""
        told = self.story(steps, texts)
        chapters = (
            f"{of}: {' '.join(one.text for one in turn)}" for of, turn in groupby(told, lambda one: one.chapter)
        )
        last = tuple(one.text for one in told)[-recap.LAST :]
        return Finale(heading=texts.word("finale.heading"), chapters=tuple(chapters), turns=last)
