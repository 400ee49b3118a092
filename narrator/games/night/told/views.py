"""What everybody, a seat, or the moderator may see of the table: one function each, as data (R100, R101)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from narrator.cues import Ask, At, Audience
from narrator.games.night.events import Asked, Marked
from narrator.games.night.events.flow import NOBODY
from narrator.games.night.flow import deck, own_rules, winning
from narrator.games.night.flow.agenda import called, calls_to_make, open_call
from narrator.games.night.flow.conditions import is_limited, limited_calls, uses_left_of
from narrator.games.night.flow.eyes import by_night, closed
from narrator.games.night.flow.night import masked
from narrator.games.night.script.script import calls_tonight
from narrator.games.night.state.marks import MARKS
from narrator.games.night.state.state import State
from narrator.games.night.told.public import Public, project
from narrator.games.night.told.wording import cue_of
from narrator.games.view import MarkView, Outcome, SeatView, View
from narrator.texts import Words, message

PLANTED = "planted"
"""The mark of a seat that has what all fight for and does not know it (R36)."""

DEAD, ESCAPED = "dead", "escaped"
"""The ways to be out; the room sees one sign for both."""

_SELDOM = {"poison", "reveal"}
"""The steps of a usual day that most days do without."""


def view(state: State, audience: Audience) -> View:
    """What this audience may see: several seats, or one where nobody sits yet, only what everybody may."""
    if audience == "moderator":
        return moderator_view(state)
    if audience != "all" and len(audience) == 1 and audience[0] in state.seats():
        return seat_view(state, audience[0])
    return public_view(state)


def public_view(state: State) -> View:
    """What everybody at the table knows: nothing but the public projection, which secrecy is proved on (R100).

    What has been decided but not yet been said, or waits for the end of a pause, is not shown: it would tell when
    somebody answered (R103). Once the end has been said, all cards lie on the table.
    """
    state = state.outside
    unheard = state.queue or state.held
    heard = _as_heard(state)
    public, at = project(heard), _heard(state)
    ended = None if unheard else outcome(state)
    open_cards = {seat: card for seat, card in public.cards.gone.items() if card} | public.cards.shown
    known = _seen(state) if ended else open_cards
    gone = {seat for seat in state.seats() if not state.alive(seat)} if ended else {*public.cards.gone}
    sides = public.cards.gone_sides | {seat: public.factions[card] for seat, card in known.items()}
    sides |= {seat: state.winner for seat in state.together} if ended else {}
    return View(
        audience="all",
        at=at,
        seats=tuple(
            SeatView(
                seat=seat,
                name=state.setup.name(seat),
                out=seat in gone,
                left_as=DEAD if seat in gone else "",
                card=known.get(seat, ""),
                side=sides.get(seat, ""),
                marks=tuple(MarkView(id=mark, by=by) for mark, on, by in public.marks if on == seat),
            )
            for seat in range(1, public.seats + 1)
        ),
        facts=_believed(public),
        counters={f"{call}.{role}".rstrip("."): count for (call, role), count in public.spent.items()},
        due=_due(state, lambda ask: ask.to == "all"),
        coming=_coming(state, public, at),
        secret=_secret(state),
        **_votes(heard, (seat for seat in state.seats() if seat not in gone), state.question),
        ending="night" if _offered(state) else "",
        title=_title(at, public.seats, len(public.cards.gone)),
        outcome=ended,
        names=_names(state, {*known.values(), *sides.values(), *(ended.winners if ended else ())}),
        short=_short(state, known.values()),
    )


def _seen(state: State) -> dict[int, str]:
    """The cards that are known at all: at a table with its own deck those that somebody has seen."""
    return {seat: card for seat, card in enumerate(state.cards, 1) if seat not in state.unseen}


def _as_heard(state: State) -> State:
    """The state as everybody knows it: as the line of the day that goes out now has it, else when the last went.

    While eyes are closed, or a call's time runs, the line is still to come.
    """
    if not (state.queue or state.held):
        return state
    due = None if state.held or state.window or closed(state) else state.queue[0].known
    return due or state.heard or state


def _believed(public: Public) -> dict[str, str]:
    return {"believed": public.believed} if public.believed else {}


def _secret(state: State) -> bool:
    """Whether the room may hear only what follows from public facts (R103); a doctor is called so by day."""
    return state.secret and (by_night(state) or closed(state))


def _names(state: State, ids: Iterable[str]) -> dict[str, str]:
    names = state.script.vocabulary[state.setup.names]
    return {one: names[one].name for one in sorted(ids)}


def _short(state: State, cards: Iterable[str]) -> dict[str, str]:
    names = state.script.vocabulary[state.setup.names]
    return {card: names[card].short for card in sorted({*cards}) if names[card].short}


def seat_view(state: State, seat: int) -> View:
    """What everybody may see, and besides: the player's own card, the marks of their power, the question put to them.

    Private results that may be out of date, such as who has what all fight for, are not shown again.
    """
    state = state.outside
    public = public_view(state)
    if seat in state.unseen:
        return replace(public, audience=(seat,))
    card = state.card(seat)
    own = {card} if seat in state.marks.asleep else {card, state.faction(seat)}
    seats = tuple(_seen_by(one, state, own, seat) for one in public.seats)
    return replace(
        public,
        audience=(seat,),
        seats=seats,
        names={**public.names, **_names(state, {card, state.faction(seat)})},
        short={**public.short, **_short(state, [card])},
        due=_due(state, lambda ask: ask.to == "all" or (ask.to != "moderator" and seat in ask.to)),
    )


def _seen_by(one: SeatView, state: State, own: set[str], seat: int) -> SeatView:
    """Add the own card, and the marks that the own role left, or the faction of somebody who is not asleep."""
    of_own = (mark for mark in state.marks.every if mark.seat == one.seat and mark.by in own)
    left = (mark for mark in of_own if not MARKS[mark.mark].untold)
    marks = dict.fromkeys((*one.marks, *(MarkView(id=mark.mark, by=mark.by) for mark in left)))
    if one.seat != seat and len(marks) == len(one.marks):
        return one
    known = (state.card(seat), one.side or state.faction(seat)) if one.seat == seat else (one.card, one.side)
    return replace(one, card=known[0], side=known[1], marks=tuple(marks))


def moderator_view(state: State) -> View:
    """Everything: all cards and marks, uses spent, and the calls still to be made in this phase."""
    known = _seen(state)
    sides = {seat: state.winner if seat in state.together else state.faction(seat) for seat in known}
    uses = [(call, state.seats_of(role) if role else (), count) for (call, role), count in state.uses.items()]
    steps = calls_to_make(state)
    return View(
        audience="moderator",
        at=state.at,
        seats=tuple(
            SeatView(
                seat=seat,
                name=state.setup.name(seat),
                out=not state.alive(seat),
                left_as="" if state.alive(seat) else ESCAPED if seat in state.escaped else DEAD,
                card=known.get(seat, ""),
                side=sides.get(seat, ""),
                marks=tuple(_marks(state, seat)),
                counters={call: count for call, seats, count in uses if seat in seats},
                left=_left(state, known[seat]) if seat in known else {},
                shown=seat in state.shown or (state.publicly_gone(seat) and not state.covered(seat)),
            )
            for seat in state.seats()
        ),
        facts=_believed(project(state)) | {"policy": state.policy},
        counters={"scrapes": state.scrapes, "signals": state.signals, "hits": state.hits}
        | {call: count for call, seats, count in uses if not seats},
        due=_due(state, lambda _: True),
        coming=tuple(call.id for call, _ in steps),
        call=open_call(state),
        calls=tuple(called(state, one) for one in steps if one[0].do),
        secret=_secret(state),
        **_votes(state, state.living(), state.question),
        aside=_aside(state),
        usual=tuple(step for step in own_rules.of(state.setup).usual_steps if step in {*_offered(state)} - _SELDOM),
        ending="night" if _offered(state) else "",
        title=_title(state.at, state.setup.seats[-1], sum(not state.alive(seat) for seat in state.seats())),
        outcome=outcome(state),
        sides=tuple(faction.id for faction in state.script.faction),
        names=_names(state, {*state.cards, *winning.sides(state.script, state.cards)}),
        belongs={card: state.script.roles[card].faction for card in state.cards},
        short=_short(state, state.cards),
        powers=_powers(state, known.values()),
    )


def _powers(state: State, cards: Iterable[str]) -> dict[str, Words]:
    """What the powers of these cards are called that can be used up: as the script says, or by what they do."""
    calls, theirs = state.script.calls_by_id.values(), {*cards}
    counted = [call for call in calls if is_limited(call) and not theirs.isdisjoint(call.who)]
    return {call.id: call.power or message(f"moderator.charges.{call.do}") for call in counted}


def _title(at: At, seats: int, gone: int) -> Words:
    """Which day it is, and how many still play."""
    if at.phase != "day":
        return ""
    return message("screen.day-title", number=at.night + 1, playing=seats - gone, all=seats)


def _offered(state: State) -> tuple[str, ...]:
    """The steps of the day that may be chosen now."""
    return state.question.choices if state.question and state.question.key == "day" else ()


def _left(state: State, card: str) -> dict[str, int]:
    """How often each power of a card that can be used up is left."""
    calls = (call for call in limited_calls(state.script) if card in call.who)
    found = {call.id: uses_left_of(state, call, card) for call in calls}
    return {call: left for call, left in found.items() if left is not None}


def _votes(state: State, living: Iterable[int], now: Asked | None) -> dict[str, Any]:
    """The votes that everybody saw being counted (R86), how many each has, and who may raise a hand now.

    Those are all the living, but for two between whom the count decides (R83). `counted` numbers it, and those that
    belong to it, the first of the day being 0. A count is over once something else, or nothing, is asked `now`.
    """
    today, asked = state.today, state.question
    ballot, counted = today.ballot, today.counted
    counting = asked is not None and asked == now and (asked.kind, asked.to) == ("count", "all")
    return {
        "tally": dict(zip_longest(ballot.nominees, counted, fillvalue=-1)) if ballot else {},
        "votes": ballot.votes if ballot else 1,
        "voters": tuple(seat for seat in living if seat not in today.pair) if counting else (),
        "counted": tuple(range(today.raised - len(counted), today.raised + 1)) if counting else (),
    }


def _aside(state: State) -> bool:
    """Whether it is asked now what is to be set, or whose a card is."""
    asked = state.question
    return not state.queue and asked is not None and (state.aside is not None or deck.is_asked(asked))


def outcome(state: State) -> Outcome | None:
    """How the game ended, once it has; a draw has no winners (R97)."""
    if not state.winner:
        return None
    return Outcome(winners=() if state.winner == NOBODY else (state.winner,), rule=state.rule)


def _marks(state: State, seat: int) -> Iterable[MarkView]:
    if state.holder == seat:
        yield MarkView(id=own_rules.of(state.setup).prize)
        if state.planted:
            yield MarkView(id=PLANTED, by=state.planter)
    yield from (
        MarkView(id=mark.mark, by=mark.by)
        for mark in state.marks.every
        if mark.seat == seat and not _is_over(state, mark)
    )


def _is_over(state: State, mark: Marked) -> bool:
    """Whether a mark means nothing any more: a guard is gone (R24), the zero night is over, the card moved (D94)."""
    gone = mark.mark == "guard" and not state.lives(mark.by)
    elsewhere = mark.mark == "wounded" and state.cards[mark.seat - 1] != mark.by
    return gone or elsewhere or (MARKS[mark.mark].early and state.night > 0)


def _heard(state: State) -> At:
    """The place in the game as the room hears it; a private question of the day, and a pause, is just the day.

    While a call's time runs it is that call, though it may be answered and the next one be about to open.
    """
    pending, asked = state.window or state.queue, state.question
    at = pending[0].at if pending else state.held_at
    alone = asked is not None and asked.to != "all"
    private = bool(state.window) or (not state.queue and (state.paused or alone))
    return replace(at, call=at.phase) if private and not at.dark else at


def _due(state: State, seen: Callable[[Ask], bool]) -> Ask | None:
    cue = None if state.queue else cue_of(state)  # a line that goes out is no question, and need not be worded
    return cue if isinstance(cue, Ask) and seen(cue) else None


def _coming(state: State, public: Public, at: At) -> tuple[str, ...]:
    """The calls after the one being heard, by public facts alone; none after a round."""
    if state.up:
        return ()
    calls = calls_tonight(state.script, public.roles, at.phase)
    ids = list(dict.fromkeys(call.id for call, role in calls if not masked(public, call, role)))
    return tuple(ids[ids.index(at.call) + 1 :] if at.call in ids else ids)
