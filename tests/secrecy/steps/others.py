"""The same place in a game as everybody knows it, with other secrets: cards, statue, marks, uses, deaths, letters."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from random import Random

from narrator.games.ktulu.setup import ours
from narrator.games.night.events import Kept, Marked
from narrator.games.night.flow.conditions import uses_left_of
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.script.script import Step
from narrator.games.night.state.state import State

from tests.secrecy.twins.tables import dealt, draw_deal, seat

DEALS = 5
"""How often other cards are dealt until nobody is picked by themselves."""


def other(state: State, chance: Random) -> State | None:
    """A state that everybody takes for the same; None if these cards leave none."""
    new = state.copy()
    new.projected = None
    _deal(new, chance)
    if state.phase in ("night", "dawn") and chance.random() < 0.7:
        _deaths(new, chance)
    if not _statue(new, chance):
        return None
    for change in (_marks, _uses, _counters, _letters):
        if chance.random() < 0.7:
            change(new, chance)
    return new


def _unknown(state: State) -> list[int]:
    """The seats whose cards may be others: of those who are out, where nothing was shown of them (D78)."""
    out = () if state.rules.dead == "nothing" else state.known_gone()
    return [place for place in state.seats() if place not in out and place not in state.shown]


def _living(state: State) -> list[int]:
    return [place for place in state.seats() if place not in state.known_gone()]


def _deal(state: State, chance: Random) -> None:
    """R101 Deal the cards that nobody has seen anew; whoever was picked aloud is not who picked (R88)."""
    cards = state.cards
    for _ in range(DEALS):
        factions = tuple(state.script.roles[card].faction for card in cards)
        mixed = dealt(cards, draw_deal(chance, cards, factions, _unknown(state)))
        picked = [(mark.by, mark.seat) for mark in state.marks.every if mark.known]
        if all(mixed[place - 1] != by for by, place in picked if by not in state.rules.self_target):
            state.deal(tuple(mixed))
            state.setup = seat(state.setup, mixed)
            return


def _deaths(state: State, chance: Random) -> None:
    """R7, R80 Who died tonight, and in which order, is not known before the dawn."""
    gone = [place for place in state.gone_tonight if place in state.killed_tonight]
    fled = [place for place in state.gone_tonight if place not in state.killed_tonight]
    if chance.random() < 0.5:
        victims = [place for place in _living(state) if place not in fled and not state.safe(place)]
        gone = chance.sample(victims, min(len(victims), chance.choice((0, 1, 1, 2, 3))))
    earlier = frozenset(state.dead) - {*state.gone_tonight}
    killed = chance.sample(gone, len(gone))
    state.gone_tonight = tuple(chance.sample([*killed, *fled], len(killed) + len(fled)))
    state.dead = earlier | {*killed}
    state.killed_since = (state.killed_since & earlier) | {*killed}


def _statue(state: State, chance: Random) -> bool:
    """R15, R36 Somebody of the faction that is believed to have it holds it, or anybody to whom it was planted."""
    if not state.holder:
        return True
    planter = next((role for role in _planters(state) if chance.random() < 0.4), "")
    living = _living(state)
    if planter:
        state.planted, state.planter = True, planter
        state.planted_on = chance.randint(1, state.night)
        if state.planted_on == state.night and not _is_over(state, "plant"):
            state.planted_on -= 1
        state.holder = chance.choice(living)
        return state.planted_on > 0
    state.planted, state.planted_on, state.planter = False, 0, ""
    announced = state.rules.announced
    holders = [place for place in living if not announced or state.faction(place) == state.believed]
    awake = [place for place in holders if state.alive(place)]
    if not holders:
        return False
    state.holder = chance.choice(awake if awake and chance.random() < 0.9 else holders)
    return True


def _planters(state: State) -> Iterator[str]:
    """The roles that may have planted it by now, if their faction is believed to have it."""
    for call, role in state.seating.dealt.calls["night"]:
        if call.do == "plant" and state.night:
            believed = state.script.roles[role].faction == state.believed
            yield from [role] * (believed or not state.rules.announced)


def _is_over(state: State, effect: str) -> bool:
    """Whether tonight's call with this effect has been made."""
    places = [place for place, (call, _) in enumerate(state.seating.dealt.calls["night"]) if call.do == effect]
    return state.phase != "night" or state.place > max(places, default=-1)


def _secret_calls(state: State, hushed: Collection[str] = ()) -> Iterator[Step]:
    """The calls whose choice nobody hears of (R100, R101), and those that were `hushed` for a time."""
    for phase in ("zero", "night", "dawn"):
        for call, role in state.seating.dealt.calls[phase]:
            if call.do and (not call.public or call.id in hushed):
                yield call, role


def _marks(state: State, chance: Random) -> None:
    """R101 Put secret marks elsewhere; they are there or not, but those of the zero night are."""
    for call, role in _secret_calls(state):
        by = role or call.who[0]
        for mark in EFFECTS[call.do].marks:
            if not _may_stand(state, call.do, mark.id, mark.until, by):
                continue
            left = state.marks.left_by(mark.id, by)
            if mark.until == "end" and not left:
                continue
            marks = state.marks.without(mark.id, by=by)
            if mark.until == "end" or chance.random() < 0.6:
                place = chance.choice([one for one in _living(state) if state.card(one) != by] or [1])
                vain = not state.alive(place)
                marks = marks.with_mark(Marked(mark.id, place, by, mark.until, known=False, vain=vain))
            state.marks = marks
    _wounds(state, chance)


def _wounds(state: State, chance: Random) -> None:
    """D94 Nobody knows whether a card with a second life has lost the first."""
    for card in sorted(state.cards_with("second-life")) if state.night else ():
        place, marks = state.seat_of(card), state.marks.without("wounded", by=card)
        lost = place and chance.random() < 0.5
        state.marks = marks.with_mark(Marked("wounded", place, card, "end")) if lost else marks


def _may_stand(state: State, effect: str, mark: str, until: str, by: str) -> bool:
    """Whether it may have been left by now, and last."""
    lately = state.took_over or state.believed == state.script.sides.get(by) or not state.rules.announced
    if mark == "gift" and not (state.led and lately):
        return False  # a statue given to anybody else would have been announced (R15); players alone read it (D59)
    if mark == "runner" and state.phase != "night":
        return False  # who ran has escaped by then
    if until in ("day", "night", "second-night"):
        if state.phase != "day" and state.publicly_gone(state.seat_of(by)):
            return False
        by_day = state.phase in ("zero", "day")
        return state.night > 0 and _is_over(state, effect) and not (by_day and until == "day")
    return until == "end" or state.night > 0


def _uses(state: State, chance: Random) -> None:
    """R101 How often a power has been used, if that was not announced, is not known."""
    for call, role in _secret_calls(state, state.hushed):
        left = uses_left_of(state, call, role)
        if left is not None and state.night and chance.random() < 0.5:
            most = left + state.spent(call.id, role)
            state.uses = {**state.uses, (call.id, role): chance.randint(0, most)}


def _counters(state: State, chance: Random) -> None:
    """R45, R64, R71 Signals, gold and hits are counted in secret; no count has won yet."""
    if state.night and "fugitives" in state.seating.dealt.sides.values():
        state.scrapes = chance.randint(0, 4)
    if state.night and "ufos" in state.seating.dealt.sides.values():
        state.signals = chance.randrange(ours(state.rules).signals_to_win)
    if state.night and "gods" in state.seating.dealt.sides.values():
        state.hits = chance.randrange(ours(state.rules).hits_to_win)


def _letters(state: State, chance: Random) -> None:
    """D59, D60 Whoever slept may have something to read, or nothing; others may too."""
    readers = _living(state)
    letters = [_moved(state, one, chance.choice(readers)) for one in state.letters if chance.random() < 0.5]
    for role, line, asks, call in _LETTERS:
        wanted = state.dreaming if asks else bool(state.dues)
        if wanted and state.seat_of(role) and not any(one.call == call for one in letters) and chance.random() < 0.5:
            data = {"seat": state.seat_of(role), "role": role}
            letters.append(Kept(chance.choice(readers), line, data, asks, call))
    state.letters = tuple(letters)


def _moved(state: State, letter: Kept, to: int) -> Kept:
    """The letter for another player; whom it is from sits where their card lies."""
    sender = state.seat_of(str(letter.data.get("role", "")))
    return replace(letter, seat=to, data={**letter.data, "seat": sender} if sender else letter.data)


_LETTERS = (
    ("seducer", "tell.seduced", "", "seducer.seduce"),
    ("blackmailer", "tell.blackmailed", "", "blackmailer.blackmail"),
    ("choragiew", "tell.nightmare.victim", "cooperate", "choragiew.nightmare"),
)
