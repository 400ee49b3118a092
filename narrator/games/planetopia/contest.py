"""An event: how it is thrown, who wins its contest, on whom it falls, and with what effect (PL7–PL42)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from narrator.games.planetopia.cards import JACK, best, strength, suit_of
from narrator.games.planetopia.ledger import COUNTERS, DEEDS, changed, signed
from narrator.games.planetopia.setup import Setup
from narrator.games.planetopia.state import Incident, State

FALLS = ("jack", "effect", "entry")
"""What is asked, in order, of an event that has a target."""

STEPS: dict[str, Callable[[State, Setup, str], State]] = {}
"""What an item of the agenda does, by its first word; any other is asked as it is."""


# ---- Hands ----


def drawn(state: State, seat: int, count: int) -> State:
    """The game after so many cards were drawn; an empty pile is made anew of what lies (PL5, PL23, D6, D14)."""
    if count > state.pile:
        pile = state.pile + len(state.table) - len(state.aside) + state.gone
        state = replace(state, pile=pile, table=state.aside, gone=0).says("shuffled")
    state = replace(state, pile=max(0, state.pile - count), missed=tuple(x for x in state.missed if x != seat))
    return state.with_player(seat, hand=state.of(seat).hand + count)


def _armed(state: State, seats: Iterable[int]) -> State:
    """Whoever has no card for a contest draws one (PL23)."""
    for seat in seats:
        if not state.of(seat).hand:
            state = drawn(state, seat, 1).says("draws-one", name=state.part(seat))
    return state


# ---- Throwing ----


def _thrown(state: State, card: str) -> State:
    event = Incident(by=state.seat, card=card, suit=suit_of(card), base=strength(card))
    state = replace(state.laid(state.seat, card), event=event, missed=(*state.missed, state.seat))
    return state.says("thrown", card=card, strength=event.strength)


@DEEDS.does("throw {card}")
def _card(state: State, _: Setup, said: dict[str, str]) -> State:
    state = _thrown(state, said["card"])
    return replace(state, asked="how" if state.directable else "mode")


@DEEDS.does("throw {card} auction {mode}")
def _auctioned(state: State, setup: Setup, said: dict[str, str]) -> State:
    return auction(_thrown(state, said["card"]), setup, said["mode"])


@DEEDS.does("throw {card} direct {seat}")
def _directed(state: State, setup: Setup, said: dict[str, str]) -> State:
    return direct(_thrown(state, said["card"]), setup, int(said["seat"]))


def how(state: State, setup: Setup, said: str) -> State:
    """It was said how the card is meant: for auction, or at whom."""
    way, _, mode = said.partition(" ")
    return auction(state, setup, mode) if way == "auction" else direct(state, setup, int(way))


@DEEDS.does("auction {mode}")
def _mode(state: State, setup: Setup, said: dict[str, str]) -> State:
    return auction(state, setup, said["mode"])


@DEEDS.does("direct {seat}")
def _target(state: State, setup: Setup, said: dict[str, str]) -> State:
    return direct(state, setup, int(said["seat"]))


# ---- Contests ----


def auction(state: State, setup: Setup, mode: str) -> State:
    """An auction begins; of the suit's holder none is needed (PL30, PL31, PL70, D7, D10)."""
    by, suit = state.under_way.by, state.under_way.suit
    state = replace(state, asked="")
    if state.holder and suit and state.holder[1] == suit:
        state = state.with_event(mode=mode, winner=state.holder[0]).says("held", name=state.part(state.holder[0]))
        return replace(state, asked="target")
    judges = by == state.judge
    led = suit if judges and (mode == "most" or setup.lowest_led == "judge-card") else ""
    bidders = tuple(state.clockwise(by)[1 if judges else 0 :])
    return _armed(replace(state.with_event(mode=mode, led=led, left=bidders), asked="bid"), bidders)


def direct(state: State, _: Setup, target: int) -> State:
    """The card goes before a player; before oneself, the Judge is the opponent (PL40, PL42)."""
    by = state.under_way.by
    state = state.with_event(mode="duel", target=target)
    if target == by:
        state = drawn(state, state.judge, 1).says("judge-draws", name=state.part(state.judge))
        return replace(state.with_event(left=(by, state.judge)), asked="bid")
    return replace(state, asked="defend")


def defended(state: State, _: Setup, said: str) -> State:
    """The target defends, or lets it fall (D8)."""
    event = state.under_way
    if said == "no":
        return _falls(state.with_event(winner=event.by))
    both = (event.by, event.target)
    return _armed(replace(state.with_event(left=both), asked="bid"), both)


def bid(state: State, setup: Setup, card: str) -> State:
    """A card was laid in a contest; after the last one somebody has won, or those who are equal lay again (PL34)."""
    event = state.under_way
    seat, *left = event.left
    led = event.led or suit_of(card)
    state = state.laid(seat, card).with_event(bids=(*event.bids, (seat, card)), left=tuple(left), led=led)
    if left:
        return state
    event = state.under_way
    wins, why = best(event.bids, event.mode, event.led, state.trump, by_suit=setup.suit_breaks_ties)
    if len(wins) > 1:
        state = state.with_event(bids=(), left=tuple(wins)).says("equal", names=state.parts(wins))
        return _armed(state, wins)
    [winner], cards = wins, dict(event.bids)
    state = state.with_event(winner=winner)
    state = state.says(f"wins.{event.mode}.{why}", name=state.part(winner), card=cards[winner])
    if event.mode != "duel":
        return replace(state, asked="target")
    return _falls(state) if winner == event.by else _lost(state)


def _lost(state: State) -> State:
    """A directed event that was lost: nothing happens, and the winner has the move (PL41, PL42)."""
    event = state.under_way
    parts = {"name": state.part(event.by), "target": state.part(event.target)}
    state = state.says("nothing").tells("lost", card=event.card, strength=event.base, **parts)
    return replace(state, asked="", seat=event.winner, event=None)


def target(state: State, _: Setup, said: str) -> State:
    """The winner has named on whom it falls (PL35)."""
    return _falls(state.with_event(target=int(said)))


def _falls(state: State) -> State:
    """The event falls, and the winner has the move."""
    return replace(state, asked="", seat=state.under_way.winner, agenda=FALLS)


# ---- What follows ----


def onward(state: State, setup: Setup) -> State:
    """Ask what is next on the agenda; at its end the event is over."""
    while not (state.asked or state.won) and state.agenda:
        item, *agenda = state.agenda
        state = replace(state, agenda=tuple(agenda))
        step = STEPS.get(item.partition(" ")[0])
        state = step(state, setup, item) if step else replace(state, asked=item)
    return state if state.asked else replace(state, event=None)


def may_pass(state: State, setup: Setup) -> bool:
    """Whether the target may have the jack of the event's suit in hand (PL15)."""
    event = state.under_way
    passed = event.passed and state.decks < 2
    hand = state.of(event.target).hand
    return bool("jack" in setup.reminders and event.suit and hand and not passed) and state.free(JACK + event.suit)


def passed_on(state: State, _: Setup, said: str) -> State:
    """The target passes it on by the jack, or takes it; the move stays where it is (PL15, D4)."""
    event, state = state.under_way, replace(state, asked="")
    if said == "none":
        return state
    to = int(said)
    state = state.laid(event.target, JACK + event.suit).says("passed", name=state.part(to))
    state = state.tells("passed", name=state.part(event.target), target=state.part(to))
    return replace(state.with_event(target=to, passed=True), agenda=("jack", *state.agenda))


@DEEDS.does("jack {suit} {seat}")
def _passed_by_name(state: State, setup: Setup, said: dict[str, str]) -> State:
    return passed_on(state, setup, said["seat"])


# ---- The effect ----


def effect(state: State, _: Setup, said: str) -> State:
    """The Judge says one thing of the effect, or that it is all."""
    event = state.under_way
    if said == "done":
        fits = event.prophecy or event.sum == event.strength or event.warned == said
        return apply(state) if fits else _warned(state, said, event.sum)
    state = effect_told(state, said)
    return apply(state) if is_whole(state) else state


def is_whole(state: State) -> bool:
    """Whether the effects are all that the strength gives, or more than that and meant so."""
    event = state.under_way
    return bool(event.effects) and event.sum >= event.strength


def effect_told(state: State, said: str) -> State:
    """The game after a part of the effect, or what changes the strength, was said (PL11–13)."""
    of, value = said.removeprefix("effect ").split()
    event = state.under_way
    if of not in COUNTERS:
        change = -int(value) if of == "penalty" else int(value)
        state = state.with_event(adjusted=event.adjusted + change)
        return state.says("strength", strength=state.under_way.strength)
    told = (*event.effects, (of, int(value)))
    total = event.sum + abs(int(value))
    if total > event.strength and event.warned != said:
        return _warned(state, said, total)
    return state.with_event(effects=told, warned="")


def _warned(state: State, said: str, total: int) -> State:
    strength = state.under_way.strength
    return state.with_event(warned=said).says("effect.warned", sum=total, strength=strength)


@DEEDS.does("effect {of} {change}")
def _told(state: State, _: Setup, said: dict[str, str]) -> State:
    return effect_told(state, f"effect {said['of']} {said['change']}")


@DEEDS.does("adjust {change}")
def _adjusted(state: State, _: Setup, said: dict[str, str]) -> State:
    return effect_told(state, f"adjust {said['change']}")


@DEEDS.does("penalty {n}")
def _penalty(state: State, _: Setup, said: dict[str, str]) -> State:
    return effect_told(state, f"penalty {said['n']}")


def apply(state: State) -> State:
    """The effect falls on the target as one change."""
    event = state.under_way
    one, state = state.of(event.target), replace(state.with_event(fallen=True), asked="")
    sums = {of: sum(change for what, change in event.effects if what == of) for of, _ in event.effects}
    state = _chronicled(state, sums)
    to = {of: getattr(one, of) + change for of, change in sums.items()}
    return changed(state, event.target, **to) if to else state


def _chronicled(state: State, sums: dict[str, int]) -> State:
    """Tell what fell on whom, by whose decision, and what came of it."""
    event = state.under_way
    values = {"name": state.part(event.by), "target": state.part(event.target), "strength": event.strength}
    if event.prophecy:
        state = state.tells("fulfilled", suit=event.suit, turn=event.prophecy, **values)
    else:
        state = state.tells(f"fell.{event.mode}", card=event.card, winner=state.part(event.winner), **values)
    for of, change in sums.items():
        state = state.tells(f"effect.{of}", target=state.part(event.target), change=signed(change))
    return state
