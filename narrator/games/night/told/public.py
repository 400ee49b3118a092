"""The public projection: what everybody at the table knows (R100), and nothing else."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence, Set
from functools import lru_cache
from typing import Any

from narrator.games.night.flow.conditions import may_be_unheard
from narrator.games.night.script.script import Call, Script
from narrator.games.night.script.setup import HouseRules
from narrator.games.night.state.state import State
from narrator.games.night.told.chronicle import Chronicle
from narrator.values import frozen


@frozen
class Cards:
    """What everybody knows of the cards: of those who are publicly gone, of those that lie open, of those left."""

    gone: dict[int, str]
    """The card of each player who is publicly gone; empty where it stays covered (D78)."""
    gone_sides: dict[int, str]
    """The faction of everybody whose faction all know."""
    shown: dict[int, str]
    standing: tuple[str, ...]
    """The dealt roles, sorted, without those that are known to be out; a plain role may come several times."""
    called: frozenset[str]
    """The standing roles and their factions."""
    heard: frozenset[str]
    """The calls whose every pick all have heard, so that they know how often each power was used."""
    hushed: frozenset[str]
    """The calls whose picks nobody hears: they may tell who is out (D78), or where the statue is (D79)."""


@frozen
class Public:
    """The public projection of a state."""

    cards: Cards
    phase: str
    night: int
    seats: int
    roles: tuple[str, ...]
    factions: dict[str, str]
    powers: dict[str, frozenset[str]]
    rules: HouseRules
    known: bool
    believed: str
    """Which faction all believe to have the statue; empty where nobody hears of it (D79)."""
    took_over: frozenset[str]
    spent: dict[tuple[str, str], int]
    marks: tuple[tuple[str, int, str], ...]
    bouts: int
    chronicle: Chronicle
    winner: str

    def holders(self, effect: str) -> frozenset[str]:
        """The dealt roles whose own calls have this effect."""
        return self.powers.get(effect, frozenset())

    @property
    def alive(self) -> list[int]:
        """The seats that are publicly alive (R7)."""
        return [seat for seat in range(1, self.seats + 1) if seat not in self.cards.gone]


def houses(alive: int) -> int:
    """How many houses the cleaner may clean: a tenth of the publicly living, rounded up, plus one (R63, D15)."""
    return -(-alive // 10) + 1


def project(state: State) -> Public:
    """What everybody knows of the state; as long as none of it changes, it is the same value."""
    cards = (state.cards, state.known_gone(), state.shown, state.hushed)
    facts = (
        *(cards, state.phase, state.night, state.believed, state.took_over, state.uses, state.marks.known),
        *(state.today.bouts, state.chronicle, state.winner),
    )
    last: tuple[tuple[Any, ...], Public] | None = state.projected
    if last is None or last[0] != facts:
        known = last[1].cards if last and last[0][0] == cards else _cards(state)
        last = state.projected = facts, _projection(state, known)
    return last[1]


def _projection(state: State, cards: Cards) -> Public:
    dealt, announced = state.seating.dealt, state.rules.announced
    return Public(
        cards,
        phase=state.phase,
        night=state.night,
        seats=len(state.cards),
        roles=dealt.roles,
        factions=dealt.sides,
        powers=dealt.powers,
        rules=state.rules,
        known=state.setup.known,
        believed=state.believed if announced else "",
        took_over=state.took_over if announced else frozenset(),
        spent={key: count for key, count in state.uses.items() if key[0] in cards.heard},
        marks=state.marks.known,
        bouts=state.today.bouts,
        chronicle=state.chronicle,
        winner=state.winner,
    )


def _cards(state: State) -> Cards:
    script, roles, out = state.script, state.seating.dealt.roles, sorted(state.known_gone())
    gone = {seat: "" if state.covered(seat) else state.card(seat) for seat in out}
    sides = {seat: state.faction(seat) for seat in out if gone[seat] or state.rules.dead == "faction"}
    covered = [side for seat, side in sides.items() if not gone[seat]]
    standing = _standing(script, roles, filter(None, gone.values()), covered)
    unseen = {sides.get(seat, "") for seat in out if not gone[seat]}
    shown = {seat: state.card(seat) for seat in sorted(state.shown)}
    on_show = [card for seat, card in shown.items() if seat not in gone]
    unheard = frozenset[str]().union(*(calls for rule, calls in _unheard(script).items() if rule(state.rules)))
    return Cards(
        gone,
        sides,
        shown,
        standing,
        called=frozenset((*standing, *(script.sides[card] for card in standing))),
        # They were hushed before these cards came to lie open, maybe.
        heard=script.public_calls - state.hushed - unheard - _hushed(script, standing, unseen),
        hushed=unheard | _hushed(script, standing, unseen, on_show),
    )


def _standing(script: Script, roles: Iterable[str], gone: Iterable[str], covered: Sequence[str]) -> tuple[str, ...]:
    """The roles that may be left; `covered` are the factions of cards not shown."""
    standing = [*roles]
    for card in gone:
        standing.remove(card)
    if not covered:
        return tuple(standing)
    left = Counter(script.sides[card] for card in standing)
    left.subtract(covered)
    return tuple(card for card in standing if left[script.sides[card]])


def _hushed(script: Script, standing: Iterable[str], sides: Set[str], on_show: Iterable[str] = ()) -> frozenset[str]:
    """The calls of those who may be out under a card of these factions ("" is any), but not of cards `on_show`."""
    if not sides:
        return frozenset()
    covered = Counter(standing) - Counter(on_show)
    cards = {card for card in covered if sides & {"", script.sides[card]}}
    theirs = cards | {script.sides[card] for card in cards}
    return frozenset(call.id for _, call in script.every_call if not theirs.isdisjoint(call.who))


@lru_cache(maxsize=16)
def _unheard(script: Script) -> dict[Callable[[HouseRules], bool], frozenset[str]]:
    """The calls whose picks would give away what nobody is to hear, by what says so of the house rules."""
    found = defaultdict[Callable[[HouseRules], bool], set[str]](set)
    for _, call in script.every_call:
        for rule in may_be_unheard(call):
            found[rule].add(call.id)
    return {rule: frozenset(calls) for rule, calls in found.items()}


def may_live(state: State, cards: Collection[str]) -> bool:
    """Whether somebody with one of these cards may be alive, for all that is known."""
    return any(card in cards for card in project(state).cards.standing)


def calls_anybody(public: Public, call: Call, role: str) -> bool:
    """Whether anybody whose call this is may be alive, by public facts alone; what is only spoken is for all."""
    if role:
        return role in public.cards.standing
    return not call.who or not public.cards.called.isdisjoint(call.who)
