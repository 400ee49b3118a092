"""The dawn: who wins at the end of the night, and what everybody learns when they wake (R80)."""

from __future__ import annotations

from narrator.games.night import events as e
from narrator.games.night.flow import deaths, deck, own_rules, rounds, winning
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State


def after(draft: Draft) -> None:
    """Go on from the last call of a phase: night to dawn, dawn to day."""
    state = draft.state
    if state.swaps:
        own_rules.change_cards(draft, e.CardsChanged(state.swaps))
    if _decides(state):
        deaths.follow(draft)
        own_rules.of(state.setup).judge_night(draft)
    if state.winner:
        return
    if state.phase == "night":
        draft.emit(e.DawnBroke())
    elif state.dues:
        rounds.begin(draft)
    else:
        if state.up and state.phase == "dawn":
            deaths.follow(draft)
            own_rules.of(state.setup).judge_round(draft)
        if not state.winner:
            _wake(draft)


def _decides(state: State) -> bool:
    """Whether the night that ends may decide the game: the zero night by what a script brings forward (D92)."""
    if state.dreaming:
        return False
    return state.phase == "night" or (state.phase == "zero" and bool(state.gone_tonight or state.took_over))


def _wake(draft: Draft) -> None:
    state = draft.state
    first = state.night == 0
    if not state.up:
        own_rules.of(state.setup).before_eyes_open(draft)
        draft.announce("dawn.wake")
        if winning.missing_losses(state):
            draft.emit(e.Woken())
            raise deck.Halted
    winning.see_losses(draft)
    if state.winner:
        return
    winning.announce_losses(draft)
    if not first and not state.gone_tonight:
        draft.announce("dawn.quiet")
    silenced = sorted(filter(state.alive, state.marks.on("silence")))
    draft.emit(e.DayBegan())
    for seat in silenced:
        draft.emit(e.Silenced(seat))
        draft.announce("dawn.silenced", seat=seat)
    draft.announce("day.first" if first else "day.begins")
