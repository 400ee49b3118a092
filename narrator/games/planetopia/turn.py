"""A turn: how it begins and ends, the combinations of whoever has the move, and what is settled at its end."""

from __future__ import annotations

from dataclasses import replace

from narrator.games.planetopia.cards import KING, QUEEN, strength
from narrator.games.planetopia.contest import FALLS, STEPS, apply, drawn, is_whole, may_pass
from narrator.games.planetopia.ledger import DEEDS, changed, told
from narrator.games.planetopia.setup import Setup
from narrator.games.planetopia.state import Incident, Prophecy, State

MISSED = -10
"""What kings cost that were kept (PL73)."""


# ---- Beginning and end ----


def begins(state: State, setup: Setup) -> State:
    """All draw up to the hand size, and the Judge has the move (PL5, PL4)."""
    state = replace(state, turn=state.turn + 1, seat=state.judge, trump="", aside=(), cast=False, missed=())
    state = replace(state, holder=None, event=None, agenda=(), asked="").says("turn", number=state.turn)
    wants = {seat: state.hand_size - state.of(seat).hand for seat in range(1, len(state.players) + 1)}
    alike = len({*wants.values()}) == 1
    for seat, count in wants.items():
        if count > 0:
            state = drawn(state, seat, count)
            state = state if alike else state.says("draws", name=state.part(seat), count=count)
    if alike:
        state = state.says("draws-all", count=max(wants.values()))
    return replace(state, asked="draw") if "draw" in setup.reminders else state


@DEEDS.does("pass")
def _pass(state: State, setup: Setup, _: dict[str, str]) -> State:
    """Whoever has the move has no card: the turn ends, and what was foretold comes true (PL5, PL54)."""
    due = [one for one in state.pending if one.turn < state.turn]
    shares = [f"fulfil {one.suit} {one.by} {one.turn} {to} {n}" for one in due for to, n in one.shares]
    kings = ("honour",) if setup.rare and "kings" in setup.reminders else ()
    left = tuple(one for one in state.pending if one.turn >= state.turn)
    state = replace(state, trump="", aside=(), holder=None, pending=left, agenda=(*shares, *kings, "close"))
    return state.says("over", number=state.turn)


def _fulfil(state: State, _: Setup, item: str) -> State:
    """A share of a prophecy falls on whom it was foretold (PL55)."""
    suit, by, cast, to, share = item.split()[1:]
    event = Incident(by=int(by), suit=suit, base=int(share), target=int(to), prophecy=int(cast))
    state = replace(state, event=event, agenda=(*FALLS, *state.agenda))
    return state.says("fulfilled", name=state.part(int(to)), suit=suit, turn=int(cast), strength=int(share))


def _begin(state: State, setup: Setup, _: str) -> State:
    return begins(state, setup)


def _close(state: State, setup: Setup, _: str) -> State:
    for seat in state.settlements:
        state = told(state, seat)
    return begins(state, setup)


def _jack(state: State, setup: Setup, item: str) -> State:
    return replace(state, asked=item) if may_pass(state, setup) else state


def _effect(state: State, _: Setup, item: str) -> State:
    """Ask the Judge for the effect, unless it was told before the contest (PL11)."""
    return apply(state) if is_whole(state) else replace(state, asked=item)


def _entry(state: State, setup: Setup, item: str) -> State:
    return replace(state, asked=item) if "entry" in setup.reminders else state


STEPS.update(fulfil=_fulfil, jack=_jack, effect=_effect, entry=_entry, begin=_begin, close=_close)


# ---- Combinations ----


@DEEDS.does("prophecy {suit}")
def _prophecy(state: State, _: Setup, said: dict[str, str]) -> State:
    """King and queen lie aside, and their suit is trump (PL50)."""
    suit = said["suit"]
    pair = (KING + suit, QUEEN + suit)
    state = replace(state.laid(state.seat, *pair), trump=suit, aside=pair, cast=True)
    casting = Prophecy(turn=state.turn, suit=suit, by=state.seat)
    return replace(state.says("trump", suit=suit), casting=casting, asked="share")


def shared(state: State, _: Setup, said: str) -> State:
    """The Judge names a share; the shares add up to thirty (PL53)."""
    assert state.casting is not None
    seat, share = said.split()[1:]
    casting = replace(state.casting, shares=(*state.casting.shares, (int(seat), int(share))))
    if casting.left:
        return replace(state, casting=casting).says("share-left", count=casting.left)
    targets = state.parts(dict.fromkeys(seat for seat, _ in casting.shares))
    values = {"name": state.part(casting.by), "suit": casting.suit, "names": targets}
    state = replace(state, casting=None, pending=(*state.pending, casting), asked="")
    return state.says("foretold", turn=casting.turn + 1).tells("foretold", **values)


@DEEDS.does("queens {suit} {seat}")
def _queens(state: State, _: Setup, said: dict[str, str]) -> State:
    """One of the queens shown is laid aside: its suit is trump (PL75)."""
    suit, seat = said["suit"], int(said["seat"])
    state = replace(state.laid(seat, QUEEN + suit), trump=suit, aside=(QUEEN + suit,))
    return state.says("trump", suit=suit).tells("queens", name=state.part(seat), suit=suit)


@DEEDS.does("flush {suit}")
def _flush(state: State, _: Setup, said: dict[str, str]) -> State:
    """Six cards of a suit are discarded for the say over it (PL70)."""
    state = _unnamed(state, state.seat, 6)
    state = replace(state, holder=(state.seat, said["suit"]))
    name = state.part(state.seat)
    return state.says("flush", name=name, suit=said["suit"]).tells("flush", name=name, suit=said["suit"])


def _unnamed(state: State, seat: int, count: int) -> State:
    """Cards are discarded that nobody names."""
    state = replace(state, gone=state.gone + count)
    return state.with_player(seat, hand=max(0, state.of(seat).hand - count))


@DEEDS.does("two-prophecies {suit} {suit2}")
def _two_prophecies(state: State, _: Setup, said: dict[str, str]) -> State:
    """All others discard those two suits; how many, the table says (PL74)."""
    one, two = said["suit"], said["suit2"]
    others = [seat for seat in state.clockwise(state.seat)[1:] if state.of(seat).hand]
    state = state.says("two-prophecies", suit=one, suit2=two)
    state = state.tells("two-prophecies", name=state.part(state.seat), suit=one, suit2=two)
    return replace(state, agenda=tuple(f"discard {seat}" for seat in others))


def discarded(state: State, _: Setup, said: str) -> State:
    """So many cards of those suits somebody had."""
    seat = int(state.asked.split()[1])
    return replace(_unnamed(state, seat, int(said)), asked="")


@DEEDS.does("kings")
def _kings(state: State, setup: Setup, _: dict[str, str]) -> State:
    """The chapter meets: its player may argue away what counts against the settlement (PL73)."""
    state = _unnamed(state, state.seat, 3)
    return replace(state, asked="argue") if against(state) else argued(state, setup, "0")


def against(state: State) -> int:
    """How many points count against the settlement at the chapter."""
    one = state.player
    return one.holds("misfortune") + (one.morale < 25)


def argued(state: State, _: Setup, said: str) -> State:
    """The chapter's change, with so many points argued away."""
    one = state.player
    points = one.holds("luxury") - against(state) + int(said) + (one.population > 200)
    change = max(-10, min(10, points))
    name = state.part(state.seat)
    state = replace(state, asked="").says("chapter", name=name).tells("chapter", name=name, change=f"{change:+d}")
    return changed(state, state.seat, morale=one.morale + change)


def honoured(state: State, _: Setup, said: str) -> State:
    """Whoever kept three kings through a move says so (PL73, D11)."""
    state = replace(state, asked="")
    if said != "none":
        seat = int(said)
        state = state.tells("kept", name=state.part(seat))
        state = changed(state, seat, morale=state.of(seat).morale + MISSED)
    return state


# ---- The table's own ----


@DEEDS.does("drew {seat} {n}")
def _drew(state: State, _: Setup, said: dict[str, str]) -> State:
    return drawn(state, int(said["seat"]), int(said["n"]))


@DEEDS.does("shuffle")
def _shuffle(state: State, _: Setup, __: dict[str, str]) -> State:
    hands = sum(one.hand for one in state.players)
    pile = max(0, 54 * state.decks - hands - len(state.aside))
    return replace(state, table=state.aside, gone=0, pile=pile).says("shuffled")


@DEEDS.does("hand-size {n}")
def _hand_size(state: State, _: Setup, said: dict[str, str]) -> State:
    return replace(state, hand_size=int(said["n"])).says("hand-size", count=int(said["n"]))


@DEEDS.does("set hand {seat} {n}")
def _hand(state: State, _: Setup, said: dict[str, str]) -> State:
    return state.with_player(int(said["seat"]), hand=int(said["n"]))


@DEEDS.does("set trump {trump}")
def _trump(state: State, _: Setup, said: dict[str, str]) -> State:
    return replace(state, trump="" if said["trump"] == "none" else said["trump"])


@DEEDS.does("set mover {seat}")
def _mover(state: State, _: Setup, said: dict[str, str]) -> State:
    return replace(state, seat=int(said["seat"]))


# ---- Questions to the narrator ----


@DEEDS.does("strength {card}")
def _strength(state: State, _: Setup, said: dict[str, str]) -> State:
    return state.says("strength", strength=strength(said["card"]))


@DEEDS.does("tell {query}")
def _told(state: State, _: Setup, said: dict[str, str]) -> State:
    query = said["query"]
    if query == "status":
        for seat in state.settlements:
            state = told(state, seat)
        return state
    if query == "mover":
        return state.says("mover", name=state.part(state.seat))
    if query == "pending":
        return _pending(state)
    suit = state.trump if query == "trump" else state.event.led if state.event else ""
    return state.says(f"is.{query}", suit=suit) if suit else state.says(f"is.no-{query}")


def _pending(state: State) -> State:
    """Name what is still to come by its suit alone."""
    for one in state.pending:
        state = state.says("pending", suit=one.suit, turn=one.turn + 1)
    return state if state.pending else state.says("is.no-pending")
