"""The public projection: what everybody at the table knows (R100), and nothing else."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from functools import lru_cache

from narrator.games.night.flow.conditions import may_be_unheard
from narrator.games.night.script.script import Call, Script
from narrator.games.night.script.setup import HouseRules
from narrator.games.night.state.state import State
from narrator.games.night.told.chronicle import Chronicle
from narrator.values import frozen

Cards = tuple[str, ...]


@frozen
class Public:
    """The public projection of a state."""

    phase: str
    night: int
    seats: int
    roles: tuple[str, ...]
    standing: tuple[str, ...]
    """The dealt roles, sorted, without those that are known to be out; a plain role may come several times."""
    called: frozenset[str]
    """The standing roles and their factions."""
    factions: dict[str, str]
    powers: dict[str, frozenset[str]]
    rules: HouseRules
    known: bool
    gone: dict[int, str]
    """The card of each player who is publicly gone; empty where it stays covered (D78)."""
    gone_sides: dict[int, str]
    """The faction of each of whom all know it."""
    shown: dict[int, str]
    believed: str
    """Which faction all believe to have the statue; empty where nobody hears of it (D79)."""
    took_over: frozenset[str]
    spent: dict[tuple[str, str], int]
    heard: frozenset[str]
    """The calls of which all have heard every pick, and so know how often each power was used."""
    hushed: frozenset[str]
    """The calls whose picks nobody hears: they may tell who is out (D78), or where the statue is (D79)."""
    marks: tuple[tuple[str, int, str], ...]
    duels: int
    chronicle: Chronicle
    winner: str

    def holders(self, effect: str) -> frozenset[str]:
        """The dealt roles whose own calls have this effect."""
        return self.powers.get(effect, frozenset())

    @property
    def alive(self) -> list[int]:
        """The seats that are publicly alive (R7)."""
        return [seat for seat in range(1, self.seats + 1) if seat not in self.gone]


def houses(alive: int) -> int:
    """How many houses the cleaner may clean: a tenth of the publicly living, rounded up, plus one (R63, D15)."""
    return -(-alive // 10) + 1


def project(state: State) -> Public:
    """What everybody knows of the state; as long as none of it changes, it is the same value."""
    facts = (
        *(state.cards, state.phase, state.night, state.dead, state.escaped, state.gone_tonight, state.shown),
        *(state.believed, state.took_over, state.uses, state.marks, state.today.duels, state.chronicle, state.winner),
    )
    if state.projected is None or state.projected[0] != facts:
        state.projected = (facts, _projection(state))
    public: Public = state.projected[1]
    return public


def _projection(state: State) -> Public:
    script, seating = state.script, state.seating
    out = sorted(state.known_gone())
    gone = {seat: "" if state.covered(seat) else state.card(seat) for seat in out}
    sides = {seat: state.faction(seat) for seat in out if gone[seat] or state.rules.dead == "faction"}
    covered = tuple(side for seat, side in sides.items() if not gone[seat])
    standing, called = _standing(script, seating.dealt.roles, tuple(filter(None, gone.values())), covered)
    unseen = frozenset(sides.get(seat, "") for seat in out if not gone[seat])
    shown = {seat: state.card(seat) for seat in sorted(state.shown)} if state.shown else {}
    on_show = tuple(card for seat, card in shown.items() if seat not in gone)
    unheard = frozenset[str]().union(*(calls for rule, calls in _unheard(script).items() if rule(state.rules)))
    hushed = unheard | _hushed(script, standing, unseen, on_show)
    # They were hushed before these cards came to lie open, maybe.
    heard = script.public_calls - unheard - _hushed(script, standing, unseen)
    return Public(
        phase=state.phase,
        night=state.night,
        seats=len(state.cards),
        roles=seating.dealt.roles,
        standing=standing,
        called=called,
        factions=seating.dealt.sides,
        powers=seating.dealt.powers,
        rules=state.rules,
        known=state.setup.known,
        gone=gone,
        gone_sides=sides,
        shown=shown,
        believed=state.believed if state.rules.statue_announced else "",
        took_over=state.took_over if state.rules.statue_announced else frozenset(),
        spent={key: count for key, count in state.uses.items() if key[0] in heard},
        heard=heard,
        hushed=hushed,
        marks=state.marks.known,
        duels=state.today.duels,
        chronicle=state.chronicle,
        winner=state.winner,
    )


@lru_cache(maxsize=64)
def _standing(script: Script, roles: Cards, gone: Cards, covered: Cards) -> tuple[Cards, frozenset[str]]:
    """The roles that may be left, and they with their factions; `covered` are the factions of cards not shown."""
    standing = list(roles)
    for card in gone:
        standing.remove(card)
    left = Counter(script.sides[card] for card in standing)
    left.subtract(covered)
    standing = [card for card in standing if left[script.sides[card]]]
    return tuple(standing), frozenset((*standing, *(script.sides[card] for card in standing)))


@lru_cache(maxsize=64)
def _hushed(script: Script, standing: Cards, sides: frozenset[str], on_show: Cards = ()) -> frozenset[str]:
    """The calls of those who may be out under a card of these factions ("" is any), but not of cards `on_show`."""
    covered = Counter(standing) - Counter(on_show)
    cards = {card for card in covered if sides & {"", script.sides[card]}}
    theirs = cards | {script.sides[card] for card in cards}
    return frozenset(call.id for _, call in script.every_call if not theirs.isdisjoint(call.who))


@lru_cache(maxsize=16)
def _unheard(script: Script) -> dict[Callable[[HouseRules], bool], frozenset[str]]:
    """The calls whose picks would tell of what nobody is to hear, by what says so of the house rules."""
    found = defaultdict[Callable[[HouseRules], bool], set[str]](set)
    for _, call in script.every_call:
        for rule in may_be_unheard(call):
            found[rule].add(call.id)
    return {rule: frozenset(calls) for rule, calls in found.items()}


def may_live(state: State, cards: Collection[str]) -> bool:
    """Whether somebody with one of these cards may be alive, for all that is known."""
    return any(card in cards for card in project(state).standing)


def calls_anybody(public: Public, call: Call, role: str) -> bool:
    """Whether anybody whose call this is may be alive, by public facts alone; what is only spoken is for all."""
    if role:
        return role in public.standing
    return not call.who or not public.called.isdisjoint(call.who)
