"""An event: how it is thrown, who wins its contest, on whom it falls, and with what effect (PL7–PL42)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from narrator.games.planetopia.cards import JACK, best, strength, suit_of
from narrator.games.planetopia.ledger import DEEDS, changed
from narrator.games.planetopia.setup import Setup
from narrator.games.planetopia.state import Incident, State

FALLS = ("jack", "effect", "entry")
"""What is asked, in order, of an event that has a target."""


# ---- Hands ----


def drawn(state: State, seat: int, count: int) -> State:
    """The game after so many cards were drawn; an empty pile is made anew of what lies (PL5, PL23, D6, D14)."""
    if count > state.pile:
        pile = state.pile + len(state.table) - len(state.aside) + state.gone
        state = replace(state, pile=pile, table=state.aside, gone=0).says("shuffled")
    state = replace(state, pile=max(0, state.pile - count), missed=tuple(x for x in state.missed if x != seat))
    return state.with_player(seat, hand=state.of(seat).hand + count)


# ---- Throwing ----


@DEEDS.does("throw {card}", "throw {card} auction {mode}", "throw {card} direct {seat}")
def _thrown(state: State, setup: Setup, said: dict[str, str]) -> State:
    """A card is an event; how it is meant is told at once, or asked."""
    card = said["card"]
    event = Incident(by=state.seat, card=card, suit=suit_of(card), base=strength(card))
    state = replace(state.laid(state.seat, card), event=event, missed=(*state.missed, state.seat))
    state = state.says("thrown", card=card, strength=event.strength)
    if said["deed"] == "throw":
        return state.then("how" if state.directable else "mode")
    return (_auction if "mode" in said else _direct)(state, setup, said)


def how(state: State, setup: Setup, said: str) -> State:
    """It was said how the card is meant: for auction, or at whom."""
    return DEEDS.done(state, setup, f"direct {said}" if said.isdecimal() else said)


# ---- Contests ----


@DEEDS.does("auction {mode}")
def _auction(state: State, setup: Setup, said: dict[str, str]) -> State:
    """An auction begins; of the suit's holder none is needed (PL30, PL31, PL70, D7, D10)."""
    by, suit, mode = state.under_way.by, state.under_way.suit, said["mode"]
    if state.holder and suit and state.holder[1] == suit:
        state = state.with_event(mode=mode, winner=state.holder[0]).says("held", name=state.part(state.holder[0]))
        return state.then("target")
    judges = by == state.judge
    led = suit if judges and (mode == "most" or setup.lowest_led == "judge-card") else ""
    return _contest(state.with_event(mode=mode, led=led), state.clockwise(by)[judges:])


@DEEDS.does("direct {seat}")
def _direct(state: State, _: Setup, said: dict[str, str]) -> State:
    """The card goes before a player; before oneself, the Judge is the opponent (PL40, PL42)."""
    target = int(said["seat"])
    state = state.with_event(mode="duel", target=target)
    if target != state.under_way.by:
        return state.then("defend")
    state = drawn(state, state.judge, 1).says("judge-draws", name=state.part(state.judge))
    return _contest(state, (target, state.judge))


def defended(state: State, _: Setup, said: str) -> State:
    """The target defends, or lets it fall (D8)."""
    by = state.under_way.by
    return falls(state.with_event(winner=by)) if said == "no" else _contest(state, (by, state.under_way.target))


def _contest(state: State, seats: Sequence[int]) -> State:
    """These lay a card each; whoever has none draws one (PL23)."""
    for seat in seats:
        if not state.of(seat).hand:
            state = drawn(state, seat, 1).says("draws-one", name=state.part(seat))
    return state.with_event(bids=(), left=tuple(seats)).then("bid")


def bid(state: State, setup: Setup, card: str) -> State:
    """A card was laid in a contest; after the last one somebody has won, or those who are equal lay again (PL34)."""
    seat, *left = state.under_way.left
    bids, led = (*state.under_way.bids, (seat, card)), state.under_way.led or suit_of(card)
    state = state.laid(seat, card).with_event(bids=bids, left=tuple(left), led=led)
    if left:
        return state
    event = state.under_way
    wins, why = best(bids, event.mode, led, state.trump, by_suit=setup.suit_breaks_ties)
    if len(wins) > 1:
        return _contest(state.says("equal", names=state.parts(wins)), wins)
    [winner] = wins
    state = state.says(f"wins.{event.mode}.{why}", name=state.part(winner), card=dict(bids)[winner])
    state = state.with_event(winner=winner)
    if event.mode != "duel":
        return state.then("target")
    if winner == event.by:
        return falls(state)
    parts = {"name": state.part(event.by), "target": state.part(event.target)}
    state = state.announces("nothing", card=event.card, strength=event.base, **parts)
    return replace(state.then(), seat=winner)  # PL41, PL42


def falls(state: State) -> State:
    """The event falls, and the winner has the move (PL35)."""
    return replace(state, seat=state.under_way.winner).then(*FALLS)


# ---- What follows ----


def may_pass(state: State) -> bool:
    """Whether the target may have the jack of the event's suit in hand (PL15)."""
    event = state.under_way
    can = event.suit and state.of(event.target).hand and not (event.passed and state.decks < 2)
    return bool(can and state.free(JACK + event.suit))


@DEEDS.does("jack {suit} {seat}")
def _passed(state: State, _: Setup, said: dict[str, str]) -> State:
    """The target passes it on by the jack; the move stays where it is (PL15, D4)."""
    by, to = state.under_way.target, int(said["seat"])
    state = state.laid(by, JACK + said["suit"]).with_event(target=to, passed=True)
    return state.announces("passed", name=state.part(by), target=state.part(to)).then("jack")


def passed_on(state: State, setup: Setup, said: str) -> State:
    """The target names to whom, or takes it."""
    return state.then() if said == "none" else DEEDS.done(state, setup, f"jack {state.under_way.suit} {said}")


# ---- The effect ----


def effect(state: State, setup: Setup, said: str) -> State:
    """The Judge says one thing of the effect, or that it is all."""
    event = state.under_way
    if said != "done":
        return DEEDS.done(state, setup, said).then("effect")
    fits = event.prophecy or event.sum == event.strength or event.warned == said
    return _fallen(state.then()) if fits else _warned(state, said, event.sum)


def told_before(state: State, _: Setup, item: str) -> State:
    """Ask the Judge for the effect, unless all that the strength gives is told, or more and meant so (PL11)."""
    event = state.under_way
    return _fallen(state) if event.effects and event.sum >= event.strength else replace(state, asked=item)


@DEEDS.does("effect {of} {change}")
def _effect_told(state: State, _: Setup, said: dict[str, str]) -> State:
    """A part of the effect, which is warned of if it is too much."""
    event, words = state.under_way, f"effect {said['of']} {said['change']}"
    told = state.with_event(effects=(*event.effects, (said["of"], int(said["change"]))), warned="")
    too_strong = told.under_way.sum > event.strength and event.warned != words
    return _warned(state, words, told.under_way.sum) if too_strong else told


@DEEDS.does("adjust {change}", "penalty {n}")
def _adjusted(state: State, _: Setup, said: dict[str, str]) -> State:
    """What changes the strength (PL12, PL13)."""
    change = int(said["change"]) if "change" in said else -int(said["n"])
    state = state.with_event(adjusted=state.under_way.adjusted + change)
    return state.says("strength", strength=state.under_way.strength)


def _warned(state: State, said: str, total: int) -> State:
    strength = state.under_way.strength
    return state.with_event(warned=said).says("effect.warned", sum=total, strength=strength)


def _fallen(state: State) -> State:
    """The effect falls on the target as one change, and the chronicle tells by whose decision."""
    event, state = state.under_way, state.with_event(fallen=True)
    target, one = state.part(event.target), state.of(event.target)
    people = {"name": state.part(event.by), "winner": state.part(event.winner), "target": target}
    told = {"card": event.card, "suit": event.suit, "strength": event.strength, "turn": event.prophecy}
    state = state.tells(f"fell.{event.mode}", **people, **told)
    sums = {of: sum(change for what, change in event.effects if what == of) for of, _ in event.effects}
    for of, change in sums.items():
        state = state.tells(f"effect.{of}", target=target, change=f"{change:+d}".replace("-", "−"))
    to = {of: getattr(one, of) + change for of, change in sums.items()}
    return changed(state, event.target, **to) if to else state
