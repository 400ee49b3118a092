"""How a game ends: one side wins, by the first rule that is met, and the room hears who is lost and who has won."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from narrator.games.night import events as e
from narrator.games.night.events.flow import NOBODY
from narrator.games.night.flow import deck, own_rules
from narrator.games.night.flow.eyes import by_night
from narrator.games.night.script.script import Script
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State, Unseen
from narrator.values import dataclass

Judge = Callable[..., bool]
"""Called with the state, the faction that would win, and the arguments of its clause."""

When = Literal["deaths", "dawn"]


@dataclass(frozen=True, slots=True)
class Way:
    """A way to win, as a clause of a faction's `wins` names it: what follows the word, and when it is judged.

    `kills` says that it can come about only if the faction itself kills, night after night. `joins` is the effect
    that joins people of several sides who win by it, in the name of a side that has no cards; it comes first (D87).
    """

    true: Judge
    when: When
    factions: bool = False
    kills: bool = False
    joins: str = ""


WAYS: dict[str, Way] = {}


def way(when: When = "deaths", **more: Any) -> Callable[[Judge], Judge]:
    """Make a function a word for `wins`, with `more` of its Way; underscores become hyphens."""

    def register(function: Judge) -> Judge:
        WAYS[function.__name__.replace("_", "-")] = Way(function, when, **more)
        return function

    return register


@way(kills=True)
def last_standing(state: State, faction: str) -> bool:
    """Nobody else lives."""
    return not state.any_lives({*state.cards} - state.cards_of(faction))


@way()
def parity(state: State, faction: str) -> bool:
    """At least as many of the faction live as others."""
    own = state.count_living(state.cards_of(faction))
    return 0 < own >= state.count_alive() - own


@way(factions=True)
def all_gone(state: State, faction: str, *others: str) -> bool:
    """Somebody of the faction lives, and nobody any more of those that are named, if any were dealt."""
    theirs = {card for other in others for card in state.cards_of(other)}
    return bool(theirs) and not state.any_lives(theirs) and state.any_lives(state.cards_of(faction))


@way(joins="bind")
def last_bound(state: State, _faction: str) -> bool:
    """The only two who live are bound to each other, and of different sides (D87)."""
    living = state.living()
    if len(living) != 2 or not state.marks.together("bound", *living):
        return False
    return not any(state.count_living(state.cards_of(side)) == 2 for side in {*state.seating.dealt.sides.values()})


@way()
def declared(_state: State, _faction: str) -> bool:
    """Never by itself: the people say it, by the step `declare` of the day (D85)."""
    return False


class Clause(NamedTuple):
    """A clause of a faction's `wins`: the way, by its word, and the factions that follow it."""

    faction: str
    word: str
    named: tuple[str, ...]


@lru_cache(maxsize=16)
def clauses(script: Script) -> tuple[Clause, ...]:
    """Every clause of the script, faction by faction: its own, or the game's for a faction of its id.

    First come those by which people of several sides win together.
    """
    usual = own_rules.of_script(script).usual_wins
    wins = {one.id: usual.get(one.id, ()) if one.wins is None else one.wins for one in script.faction}
    split = ((faction, *(text.split() or [""])) for faction, texts in wins.items() for text in texts)
    found = (Clause(faction, word, tuple(named)) for faction, word, *named in split)
    return tuple(sorted(found, key=lambda one: not joins(one.word)))


def joins(word: str) -> str:
    """The effect that joins those who win by this way together; empty for most."""
    return WAYS[word].joins if word in WAYS else ""


def shared(script: Script) -> frozenset[str]:
    """The sides in whose name people of several others win together: nobody has a card of theirs."""
    return frozenset(one.faction for one in clauses(script) if joins(one.word)).difference(script.sides.values())


def sides(script: Script, cards: Collection[str]) -> tuple[str, ...]:
    """The sides where these cards are dealt, in the script's order: theirs, and those without cards that can win."""
    dealt = {script.sides[card] for card in cards}
    able = {*cards, *dealt}
    together = {one.faction for one in clauses(script) if able & script.holders.get(joins(one.word), frozenset())}
    return tuple(side for side in script.factions if side in dealt | together)


def won_together(state: State, faction: str) -> tuple[int, ...]:
    """The seats of those who win in the name of a side that has no cards; none for any other side."""
    together = state.marks.on("bound") if faction in shared(state.script) else frozenset()
    return tuple(seat for seat in state.living() if seat in together)


def winners(script: Script) -> frozenset[str]:
    """The factions that can win, by `wins` or by steps of their own."""
    able = {*(one.faction for one in clauses(script)), *own_rules.of_script(script).steps}
    return frozenset(able.intersection(script.factions))


def may_win(state: State) -> tuple[str, ...]:
    """The sides at this table that may win, in the script's order, which gives no seat away."""
    able = winners(state.script)
    return tuple(side for side in sides(state.script, state.cards) if side in able)


def judge(draft: Draft, when: When = "deaths") -> None:
    """End the game if somebody has won: the first faction with a clause that is true, or nobody (R97)."""
    state = draft.state
    if when == "deaths" and not state.count_alive():
        win(draft, NOBODY)
        return
    for faction, word, named in clauses(state.script):
        if WAYS[word].when == when and _true(state, WAYS[word], faction, named):
            win(draft, faction, own_rules.of(state.setup).rules.get(word, word))
            return


def _true(state: State, found: Way, faction: str, named: tuple[str, ...]) -> bool:
    """Whether it is so. By night bodies whose cards nobody has seen may tell more at dawn."""
    try:
        return found.true(state, faction, *named)
    except Unseen:
        if found.when == "dawn":
            raise
        return False


def win(draft: Draft, faction: str, rule: str = "") -> None:
    """End the game: open all eyes, then say what is left to be said (D62)."""
    lines = draft.state.script.wordings
    if "end.wake" in lines and by_night(draft.state):
        draft.announce("end.wake")
    rule = rule or own_rules.of(draft.state.setup).rules.get(faction, "")
    if missing_losses(draft.state):
        draft.emit(e.Winning(faction, rule))
        raise deck.Halted
    finish(draft, faction, rule)


def finish(draft: Draft, faction: str, rule: str) -> None:
    """Announce tonight's losses and who has won, and call for the cards (D62)."""
    lines = draft.state.script.wordings
    announce_losses(draft)
    draft.announce(f"win.{faction}")
    if "end.cards" in lines:
        draft.announce("end.cards")
    draft.emit(e.Won(faction, rule, won_together(draft.state, faction)))


def see_losses(draft: Draft) -> None:
    """At a table with its own deck judge by the cards of those who are out: raises Unseen until they are known."""
    state = draft.state
    if state.setup.deal == "table":
        for seat in sorted(state.gone_tonight):
            state.card(seat)
        own_rules.of(state.setup).died(draft)


def missing_losses(state: State) -> bool:
    """Whether somebody is out tonight whose card nobody has seen."""
    return not state.unseen.isdisjoint(state.gone_tonight)


def announce_losses(draft: Draft) -> None:
    """Announce who died and who escaped tonight (R80)."""
    state = draft.state
    for line, lost in (("dawn.died", state.dead), ("dawn.escaped", state.escaped)):
        for seat in sorted(lost.intersection(state.gone_tonight)):
            draft.announce_out(line, seat)
