"""Games with one fault each, so that every law is known to see what it forbids."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from narrator.cues import Ask, Audience, Cue, Refused
from narrator.games.ktulu import Ktulu
from narrator.games.night import events as e
from narrator.games.view import Outcome, View
from narrator.texts import Texts

from tests.any_game import laws
from tests.harvest import Event, Harvest, Sown, State, Went

G = TypeVar("G", bound="type[Harvest] | type[Ktulu]")

Fault = tuple[laws.Law, str, type[Harvest] | type[Ktulu]]
"""The law that a fault breaks, what is said of it, and the game that has it."""

FAULTS: list[Fault] = []


def _breaks(law: laws.Law, says: str) -> Callable[[G], G]:
    def register(game: G) -> G:
        FAULTS.append((law, says, game))
        return game

    return register


# ---- Going back and on ----


@_breaks(laws.what_is_undone_and_done_again_is_as_it_was, "it is not the beginning")
class UndoGoesNowhere(Harvest):
    def fold(self, state: State, event: Event) -> State:
        return state if event == Went("undo") else super().fold(state, event)


@_breaks(laws.what_is_undone_and_done_again_is_as_it_was, "where the game has never been")
class UndoKeepsTheCrop(Harvest):
    def fold(self, state: State, event: Event) -> State:
        new = super().fold(state, event)
        return replace(new, sheaves=state.sheaves) if event == Went("undo") else new


@_breaks(laws.what_is_undone_and_done_again_is_as_it_was, "leads elsewhere")
class WhatIsDoneAgainIsDrawnAgain(Harvest):
    def take(self, state: State, said: str) -> list[Event] | Refused:
        events = super().take(state, said)
        if isinstance(events, Refused):
            return events
        return [replace(one, reaped=self._next()) if isinstance(one, Sown) else one for one in events]

    def _next(self) -> int:
        self.drawn = getattr(self, "drawn", 0) + 1
        return self.drawn


@_breaks(laws.what_is_undone_and_done_again_is_as_it_was, "where the game has never been")
class UndoKeepsTheMarks(Ktulu):
    def fold(self, state: Any, event: e.Event) -> Any:
        new = super().fold(state, event)
        if isinstance(event, e.Undone):
            new.marks = state.marks
        return new


@_breaks(laws.undo_does_not_lead_back_to_a_query, "query")
class GoesBackToTheGranary(Harvest):
    def fold(self, state: State, event: Event) -> State:
        new = super().fold(state, event)
        return replace(new, before=state) if event == Went("granary") else new


@_breaks(laws.a_game_that_was_broken_off_goes_on_as_it_would_have, "the game is another")
class StormsInEveryBreak(Harvest):
    def take(self, state: State, said: str) -> list[Event] | Refused:
        return [Went("storm")] if said == "resume" else super().take(state, said)


@_breaks(laws.a_game_that_was_broken_off_goes_on_as_it_would_have, "the game is another")
class GoesBackInEveryBreak(Ktulu):
    def take(self, state: Any, said: str) -> list[e.Event] | Refused:
        return [e.Undone()] if said == "resume" and state.before else super().take(state, said)


# ---- What is seen ----


@_breaks(laws.nobody_sees_what_whoever_leads_has_not_seen, "alone sees")
class TellsPlayersWhatIsNotSo(Ktulu):
    def view(self, state: Any, audience: Audience) -> View:
        view = super().view(state, audience)
        return view if audience == "moderator" else replace(view, facts={**view.facts, "thief": "1"})


@_breaks(laws.nobody_sees_what_whoever_leads_has_not_seen, "does not see")
class HidesFromAPlayerWhatAllSee(Harvest):
    def view(self, state: State, audience: Audience) -> View:
        view = super().view(state, audience)
        return replace(view, seats=view.seats[1:]) if isinstance(audience, tuple) else view


@_breaks(laws.it_is_over_when_the_end_goes_out, "not over")
class EndsWithoutAnOutcome(Ktulu):
    def over(self, state: Any) -> Outcome | None:
        return super().over(state) and None


@_breaks(laws.it_is_over_when_the_end_goes_out, "not all see the end")
class KeepsTheEndFromTheRoom(Ktulu):
    def view(self, state: Any, audience: Audience) -> View:
        view = super().view(state, audience)
        return replace(view, outcome=None) if audience == "all" else view


@_breaks(laws.it_is_over_when_the_end_goes_out, "after the end")
class IsOverTooSoon(Harvest):
    def over(self, state: State) -> Outcome | None:
        return super().over(state) or (Outcome(winners=()) if state.turn else None)


# ---- What is said ----


@_breaks(laws.what_is_offered_is_taken, "is refused")
class RefusesNobody(Ktulu):
    def take(self, state: Any, said: str) -> list[e.Event] | Refused:
        refuses = said == "none" and state.question and state.question.optional
        return super().take(state, "no such answer" if refuses else said)


@_breaks(laws.what_is_offered_is_taken, "leads to nothing")
class ForgetsToSowNothing(Harvest):
    def take(self, state: State, said: str) -> list[Event] | Refused:
        return [] if said == "0" else super().take(state, said)


@_breaks(laws.what_is_offered_is_taken, "without a word")
class RefusesInSilence(Harvest):
    def take(self, state: State, said: str) -> list[Event] | Refused:
        result = super().take(state, "nonsense" if said == "granary" else said)
        return replace(result, text="") if isinstance(result, Refused) else result


@_breaks(laws.what_is_refused_leaves_no_trace, "show in the journal")
class SowsAnewAfterARefusal(Harvest):
    def take(self, state: State, said: str) -> list[Event] | Refused:
        result = super().take(state, said)
        if isinstance(result, Refused):
            object.__setattr__(state, "seed", state.seed + 1)
        return result


@_breaks(laws.what_is_refused_leaves_no_trace, "is another game")
class CountsARefusal(Ktulu):
    def take(self, state: Any, said: str) -> list[e.Event] | Refused:
        result = super().take(state, said)
        if isinstance(result, Refused):
            state.uses["a refusal", ""] = 1
        return result


# ---- What is written ----


@_breaks(laws.a_journal_tells_shows_and_goes_on_with_the_game_that_was, "another show")
class AsksOtherwiseEachTime(Harvest):
    def cue(self, state: State) -> Cue | None:
        cue = super().cue(state)
        self.asked = getattr(self, "asked", 0) + 1
        return replace(cue, text=f"{cue.text} ({self.asked})") if isinstance(cue, Ask) else cue


@_breaks(laws.a_journal_tells_shows_and_goes_on_with_the_game_that_was, "story")
class TellsHalfTheStory(Ktulu):
    def story(self, steps: Iterable[tuple[Any, e.Event]], texts: Texts) -> Any:
        told = super().story(steps, texts)
        self.told = not getattr(self, "told", False)
        return told if self.told else told[::2]
