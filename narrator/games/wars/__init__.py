"""Cthulhu Wars: everybody moves figures, and the narrator keeps the phases, Power, Doom and the end (docs/wars.md).

The laptop sees no map. Of each round it adds up what is gathered, says who is first, leads the rituals, and knows
when the game ends and who may win it.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from narrator import patterns
from narrator.cues import COMMANDS
from narrator.games.counting import CountingGame
from narrator.games.counting.state import NOTHING, Said
from narrator.games.view import Outcome, View
from narrator.games.wars import commands, deeds, ledger, phases, questions, viewing
from narrator.games.wars.setup import Setup
from narrator.games.wars.state import Force, State


class CthulhuWars(CountingGame[State, Setup]):
    """The rules (narrator.games.Game)."""

    deeds, questions = deeds.DEEDS, questions.QUESTIONS
    weights, not_now = commands.WEIGHTS, commands.NOT_NOW
    praised = MappingProxyType({"captives": ("captive ",), "signs": ("signs ",), "books": ("book ",)})
    heading = "wars.round"
    unready = ("ask.", "deed.", "refused.", "faction.", "paused", "rest", "undone", "remind")
    counts = MappingProxyType({"has.doom": 40, "has.books": 6, "ritual.price": 10, "gather.total": 30})

    def begin(self, seed: int) -> State:
        """The state before anything has happened."""
        return State(seed=seed, players=tuple(map(self._faction, self.setup.player)))

    def _faction(self, one: Any) -> Force:
        return Force(name=self.lines.wordings[f"faction.{one.faction}"][0], id=one.faction, power=one.power)

    def begun(self, state: State) -> State:
        """The first words, and the first question."""
        return phases.begun(state)

    def offered(self, state: State) -> tuple[str, ...]:
        """All that may be said while nothing is asked."""
        return commands.offered(state, self.setup)

    def anytime(self, state: State) -> tuple[str, ...]:
        """What may be said besides while something is asked."""
        return commands.anytime(state)

    def clock(self, state: State) -> tuple[float, str]:
        """Whoever has the initiative has so long for it, as the table wants; after that, as long as they like."""
        runs = self.setup.clock and state.phase == "action" and not state.late
        return (float(self.setup.clock), f"turn {state.begun}") if runs else (0.0, "")

    def late(self, state: State) -> State:
        """It is said, and nothing is taken away."""
        return replace(state.says("turn.late", name=state.part()), late=True)

    def repeated(self, state: State) -> State:
        """Whose turn it is."""
        return deeds.told(state, self.setup, {"query": "turn"})

    def objection(self, state: State, said: str) -> Said | None:
        """Counts that cannot be, dice that are none, and a battle without Combat (CW30)."""
        how, _, rest = said.partition(" ")
        if state.question == "gather.cultists" and how == "counts" and not questions.in_bounds(said):
            return "no-count", NOTHING
        if state.question == "doom.ritual" and said == "yes" and state.player.power < state.price:
            return "too-dear", {"n": state.price, "count": state.player.power}
        return self._objection_to_dice(state, how, rest) if how in ("dice", "roll", "hits") else None

    def _objection_to_dice(self, state: State, how: str, rest: str) -> Said | None:
        if state.question != "battle.dice":
            return None
        if how != "hits" and (self.setup.dice == "engine") != (how == "roll"):
            return "other-dice", NOTHING
        if how == "dice" and not (rest == "0" or ({*rest} <= {*"123456"} and len(rest) <= 20)):
            return "no-dice", NOTHING
        attacks = state.fight is not None and state.seat == state.fight.attacker
        if attacks and self.setup.paid and not state.player.power:
            return "too-dear", {"n": 1, "count": 0}
        return ("no-combat", NOTHING) if rest == "0" and how != "hits" and attacks else None

    def not_legal(self, state: State, said: str) -> Said:
        """The price, where it is that."""
        if state.question == "order.tie" and said.isdecimal():
            return "not-tied", NOTHING
        found = deeds.DEEDS.line(state, said) if not state.asked else ("", {})
        what, values = found[0].removeprefix("deed."), found[1]
        if not self.setup.paid or what not in ledger.ACTIONS:
            return super().not_legal(state, said)
        cost = ledger.price(what, int(values.get("n", 1)))
        if not state.player.power:
            return "no-power", NOTHING
        if state.main or cost <= state.player.power:
            return "main-done" if state.main else "not-understood", NOTHING
        return "too-dear", {"n": cost, "count": state.player.power}

    def asked_of(self, state: State) -> tuple[str, dict[str, Any]]:
        """A faction is asked of what it has; of the price of a ritual, and the gates as they were."""
        line, values = super().asked_of(state)
        tied = state.parts(phases.tied(state))
        gates = phases.counted(state, "gates") if state.first else ()
        return line, {**values, "price": state.price, "gates": gates, "names": tied}

    def seen(self, state: State, view: View) -> View:
        """The round, and each faction's Doom."""
        return viewing.seen(state, self.setup, view)

    def over(self, state: State) -> Outcome | None:
        """Who won, some together; nobody without six books (CW73, CW74)."""
        if state.winners is None:
            return None
        scores = {one.name: one.doom for one in state.players}
        rule = "doom" if state.winners else "books"
        return Outcome(winners=tuple(map(str, state.winners)), rule=rule, scores=scores)

    def told(self, state: State, what: str) -> str:
        """What happened, as the story has it: of what is asked, what it came to."""
        if state.to_say or state.paused or what in (*COMMANDS, "next", "done"):
            return ""
        if not state.asked or patterns.command_of(self.anytime(state), what):
            words = self.deed_of(state, what)
            own = what.partition(" ")[0] in ledger.ACTIONS or "name" not in self.deeds.line(state, what)[1]
            return f"{state.player.name}: {words}." if own and words else f"{words}." if words else ""
        new = self.questions[state.question].follows(replace(state, to_say=()), self.setup, what)
        told = [self.lines.text(self.lines.wordings[line][0], values) for line, values in new.to_say if line in TOLD]
        return " ".join(told)

    def doer(self, state: State, command: str) -> str:
        """An action is theirs whose turn it is, though it names another."""
        return state.player.name if command.partition(" ")[0] in ledger.ACTIONS else super().doer(state, command)


TOLD = (
    *("order", "gather.total", "gather.lifted", "first", "doom.all", "ritual.doom", "ritual.signs", "battle.takes"),
    *("end.all", "end.won", "end.shared", "end.nobody", "end.doom", "end.marker"),
)
"""The lines that the story has too."""
