"""A turn: how it begins and ends, the combinations of whoever has the move, and what is settled at its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from narrator.games.planetopia.cards import KING, QUEEN, strength
from narrator.games.planetopia.contest import FALLS, drawn, told_before
from narrator.games.planetopia.ledger import DEEDS, changed, told
from narrator.games.planetopia.setup import Setup
from narrator.games.planetopia.state import Incident, Prophecy, State

MISSED = -10
"""What kings cost that were kept (PL73)."""


# ---- Beginning and end ----


def begins(state: State, _: Setup, __: str) -> State:
    """All draw up to the hand size, and the Judge has the move (PL5, PL4)."""
    state = replace(_without_trump(state), turn=state.turn + 1, seat=state.judge, cast=False, missed=(), event=None)
    state = state.says("turn", number=state.turn)
    wants = {seat: state.hand_size - one.hand for seat, one in enumerate(state.players, 1)}
    alike = len({*wants.values()}) == 1
    for seat, count in wants.items():
        if count > 0:
            state = drawn(state, seat, count)
            state = state if alike else state.says("draws", name=state.part(seat), count=count)
    return (state.says("draws-all", count=wants[1]) if alike and wants[1] > 0 else state).then("draw")


def _without_trump(state: State) -> State:
    return replace(state, trump="", aside=(), holder=None)


@DEEDS.does("pass")
def _pass(state: State, _: Setup, __: dict[str, str]) -> State:
    """Whoever has the move has no card: the turn ends, and what was foretold comes true (PL5, PL54)."""
    due = [one for one in state.pending if one.turn < state.turn]
    shares = [f"fulfil {one.suit} {one.by} {one.turn} {to} {n}" for one in due for to, n in one.shares]
    left = tuple(one for one in state.pending if one not in due)
    state = replace(_without_trump(state), pending=left)
    return state.says("over", number=state.turn).then(*shares, "honour", "close")


def _fulfil(state: State, _: Setup, item: str) -> State:
    """A share of a prophecy falls on whom it was foretold (PL55)."""
    suit = item.split()[1]
    by, cast, to, share = map(int, item.split()[2:])
    event = Incident(by=by, suit=suit, base=share, mode="prophecy", target=to, prophecy=cast)
    state = state.says("fulfilled", name=state.part(to), suit=suit, turn=cast, strength=share)
    return replace(state, event=event).then(*FALLS)


STEPS: Mapping[str, Callable[[State, Setup, str], State]] = {
    "begin": begins,
    "fulfil": _fulfil,
    "effect": told_before,
    "close": lambda state, setup, item: begins(told(state, *state.settlements), setup, item),
}
"""What an item of the agenda does, by its first word; any other is asked as it is."""


# ---- Combinations ----


@DEEDS.does("prophecy {suit}")
def _prophecy(state: State, _: Setup, said: dict[str, str]) -> State:
    """King and queen lie aside, and their suit is trump (PL50)."""
    casting = Prophecy(turn=state.turn, suit=said["suit"], by=state.seat)
    state = _new_trump(state, state.seat, said["suit"], KING, QUEEN)
    return replace(state, cast=True, casting=casting).then("share")


def _new_trump(state: State, seat: int, suit: str, *ranks: str) -> State:
    """Cards of a suit lie aside, which is trump to the turn's end."""
    cards = tuple(rank + suit for rank in ranks)
    return replace(state.laid(seat, *cards), trump=suit, aside=cards).says("trump", suit=suit)


def shared(state: State, _: Setup, said: str) -> State:
    """The Judge names a share; the shares add up to thirty (PL53)."""
    assert state.casting is not None
    seat, share = map(int, said.split()[1:])
    casting = replace(state.casting, shares=(*state.casting.shares, (seat, share)))
    if casting.left:
        return replace(state, casting=casting).says("share-left", count=casting.left)
    targets = state.parts(dict.fromkeys(seat for seat, _ in casting.shares))
    told = {"turn": casting.turn + 1, "name": state.part(casting.by), "suit": casting.suit, "names": targets}
    return replace(state, casting=None, pending=(*state.pending, casting)).announces("foretold", **told).then()


@DEEDS.does("queens {suit} {seat}")
def _queens(state: State, _: Setup, said: dict[str, str]) -> State:
    """One of the queens shown is laid aside: its suit is trump (PL75)."""
    seat = int(said["seat"])
    state = _new_trump(state, seat, said["suit"], QUEEN)
    return state.tells("queens", name=state.part(seat), suit=said["suit"])


@DEEDS.does("flush {suit}")
def _flush(state: State, _: Setup, said: dict[str, str]) -> State:
    """Six cards of a suit are discarded for the say over it (PL70)."""
    state = replace(_unnamed(state, state.seat, 6), holder=(state.seat, said["suit"]))
    return state.announces("flush", name=state.part(), suit=said["suit"])


def _unnamed(state: State, seat: int, count: int) -> State:
    """Cards are discarded that nobody names."""
    state = replace(state, gone=state.gone + count)
    return state.with_player(seat, hand=max(0, state.of(seat).hand - count))


@DEEDS.does("two-prophecies {suit} {suit2}")
def _two_prophecies(state: State, _: Setup, said: dict[str, str]) -> State:
    """All others discard those two suits; how many, the table says (PL74)."""
    others = [seat for seat in state.clockwise(state.seat)[1:] if state.of(seat).hand]
    state = state.announces("two-prophecies", name=state.part(), suit=said["suit"], suit2=said["suit2"])
    return state.then(*(f"discard {seat}" for seat in others))


def discarded(state: State, _: Setup, said: str) -> State:
    """So many cards of those suits somebody had."""
    return _unnamed(state, state.about, int(said)).then()


@DEEDS.does("kings")
def _kings(state: State, setup: Setup, _: dict[str, str]) -> State:
    """The chapter meets: its player may argue away what counts against the settlement (PL73)."""
    state = _unnamed(state, state.seat, 3)
    return state.then("argue") if against(state) else argued(state, setup, "0")


def against(state: State) -> int:
    """How many points count against the settlement at the chapter."""
    return len(state.player.holding("misfortune")) + (state.player.morale < 25)


def argued(state: State, _: Setup, said: str) -> State:
    """The chapter's change, with so many points argued away."""
    one, name = state.player, state.part()
    points = len(one.holding("luxury")) - against(state) + int(said) + (one.population > 200)
    change = max(-10, min(10, points))
    state = state.announces("chapter", name=name, change=f"{change:+d}")
    return changed(state.then(), state.seat, morale=one.morale + change)


def honoured(state: State, _: Setup, said: str) -> State:
    """Whoever kept three kings through a move says so (PL73, D11)."""
    state = state.then()
    if said == "none":
        return state
    seat = int(said)
    return changed(state.tells("kept", name=state.part(seat)), seat, morale=state.of(seat).morale + MISSED)


# ---- The table's own ----


@DEEDS.does("shuffle")
def _shuffle(state: State, _: Setup, __: dict[str, str]) -> State:
    hands = sum(one.hand for one in state.players)
    pile = max(0, 54 * state.decks - hands - len(state.aside))
    return replace(state, table=state.aside, gone=0, pile=pile).says("shuffled")


@DEEDS.does("hand-size {n}")
def _hand_size(state: State, _: Setup, said: dict[str, str]) -> State:
    return replace(state, hand_size=int(said["n"])).says("hand-size", count=int(said["n"]))


DEEDS |= {
    "drew {seat} {n}": lambda state, _, said: drawn(state, int(said["seat"]), int(said["n"])),
    "set hand {seat} {n}": lambda state, _, said: state.with_player(int(said["seat"]), hand=int(said["n"])),
    "set trump {trump}": lambda state, _, said: replace(state, trump=said["trump"].removesuffix("none")),
    "set mover {seat}": lambda state, _, said: replace(state, seat=int(said["seat"])),
    "strength {card}": lambda state, _, said: state.says("strength", strength=strength(said["card"])),
}


# ---- Questions to the narrator ----


@DEEDS.does("tell {query}")
def _told(state: State, _: Setup, said: dict[str, str]) -> State:
    query = said["query"]
    if query == "status":
        return told(state, *state.settlements)
    if query == "mover":
        return state.says("mover", name=state.part())
    if query == "pending" and state.pending:
        for one in state.pending:  # by its suit alone
            state = state.says("pending", suit=one.suit, turn=one.turn + 1)
        return state
    suit = {"trump": state.trump, "led": state.event.led if state.event else ""}.get(query)
    return state.says(f"is.{query}", suit=suit) if suit else state.says(f"is.no-{query}")
