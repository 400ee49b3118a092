"""The laws of what must come of a power: each promise is judged once its call, or the day after it, is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from narrator.games.night import events as e
from narrator.games.night.state.state import State

from tests.invariants.laws import book, is_safe, wakes
from tests.invariants.ways import lives

Steps = list[tuple[State, e.Event]]
"""What has happened since a call opened or a day began: each event, with the table before it."""

Law = Callable[[Steps], bool]
"""Tells whether the law holds of a call that closes now, or of a day that is over."""

BY_CHANCE = ("roulette", "shoot", "nightmare")
"""The effects by which somebody dies whom nobody has picked to die."""

DEADLY = ("kill", "kill-several", "then-kill", "kill-too", "kill-instead")
"""The questions by which somebody is picked to die."""

FURTHER = {
    "bind": "bind-with",
    "raid-may-kill": "kill-too",
    "raid-or-kill": "kill-instead",
    **dict.fromkeys(("confess", "learn-card", "learn-whether"), "then-kill"),
}
"""The effects that may have a second question, and which."""

LEFT = {
    "guard": ("guard", "ward"),
    "jail": ("jail",),
    "drink": ("sleep",),
    "play-cards": ("sleep",),
    "poison": ("poison",),
    "silence": ("silence",),
    "bind-with": ("bound",),
}
"""What lies on those who were picked, by the question."""


def broken(steps: Steps) -> Iterator[Law]:
    """Find the laws that do not hold now that the last of the steps has been taken."""
    last = steps[-1][1]
    if isinstance(last, e.CallClosed) and not _was_late(steps):
        yield from (law for law in OF_CALLS if not law(steps))
    if isinstance(last, e.NightBegan | e.Won) and isinstance(steps[0][1], e.DayBegan):
        yield from (law for law in OF_DAYS if not law(steps))


def _was_late(steps: Steps) -> bool:
    """Whether a moderator did not tell in time whose card it is: then what was picked may count as nobody (D43)."""
    answers = ((before.question, event) for before, event in steps if isinstance(event, e.Answered))
    return any(asked and asked.key.startswith("deck.") and event.answer == "time" for asked, event in answers)


def _picks(steps: Steps, *keys: str) -> Iterator[tuple[State, int, int]]:
    """Who was picked by these questions, with the table before that, and whom the question was about."""
    for before, event in steps:
        asked = before.question
        if isinstance(event, e.Answered) and asked and asked.key in keys:
            if event.answer == "yes":
                yield before, asked.about, 0
            elif asked.kind in ("seat", "seats") and event.answer[0].isdigit():
                yield from ((before, int(seat), asked.about) for seat in event.answer.split(","))


def _all(steps: Steps, *kinds: type[e.Event]) -> list[Any]:
    return [event for _, event in steps if isinstance(event, kinds)]


def who_is_picked_to_die_dies(steps: Steps) -> bool:
    """R4, R12, D76, D91, D94 Whom a call picks to die dies, but for the dead, the safe and first lives."""
    now = steps[-1][0]
    if now.call and now.call.do in BY_CHANCE:
        return True
    raid = ("raid",) if book(now).bandits_kill else ()
    hit = [(table, one) for table, one, _ in _picks(steps, *DEADLY, *raid) if _is_hit(table, one)]
    doomed = {one for table, one in hit if not _outlives(steps, table, one)}
    return {event.seat for event in _all(steps, e.Killed)} == doomed


def the_first_of_two_lives_is_lost_to_a_side(steps: Steps) -> bool:
    """D94 Whom a whole side kills for the first time, and who has two lives, is wounded, and nobody else is."""
    now = steps[-1][0]
    if now.call and now.call.do in BY_CHANCE:
        return True
    raid = ("raid",) if book(now).bandits_kill else ()
    hit = {
        one for table, one, _ in _picks(steps, *DEADLY, *raid) if _is_hit(table, one) and _outlives(steps, table, one)
    }
    lost = [event for event in _all(steps, e.Marked) if event.mark == "wounded"]
    return {event.seat for event in lost} == hit and all(now.cards[one.seat - 1] == one.by for one in lost)


def _is_hit(table: State, seat: int) -> bool:
    return lives(table, seat) and not is_safe(table, seat)


def _outlives(steps: Steps, table: State, seat: int) -> bool:
    """Whether the card, which may be seen at this pick first, has a life to lose to the side whose call is open."""
    seen = {event.seat: event.card for event in _all(steps, e.CardSeen)}
    card = seen.get(seat, table.cards[seat - 1])
    lost = any(mark.mark == "wounded" and mark.by == card for mark in table.marks.every)
    by_side = bool(table.call and table.call.who and table.call.who[0] in table.script.factions)
    return by_side and not lost and "second-life" in table.script.roles[card].traits


def a_second_question_follows_where_there_is_one(steps: Steps) -> bool:
    """D76, D86, D91 A call with words for a second question asks it, but for D91's in the zero night."""
    call = steps[-1][0].call
    key = FURTHER.get(call.do, "") if call and f"{call.id}.then" in steps[0][0].script.wordings else ""
    if not call or not key or (key == "then-kill" and steps[0][0].phase == "zero"):
        return True
    asked = [event.about for event in _all(steps, e.Asked) if event.key == key]
    return asked == [one for _, one, _ in _picks(steps, call.do)]


def who_is_picked_is_brought_back(steps: Steps) -> bool:
    """R28 Whom somebody brings back lives."""
    picked = [one for _, one, _ in _picks(steps, "revive")]
    return [event.seat for event in _all(steps, e.Revived)] == picked and all(
        lives(steps[-1][0], one) for one in picked
    )


def on_whom_is_picked_lies_what_the_power_leaves(steps: Steps) -> bool:
    """R3, R7, R24, R37, D86, D88 It lies on the pick alone, in vain on a body, by the one who was called."""
    turn, call = steps[-1][0].turn, steps[-1][0].call
    if not turn or not call or {call.do, f"{call.do}-with"}.isdisjoint(LEFT):
        return True
    by = turn.role or call.who[0]
    wanted = {
        (mark, seat, by, not lives(table, seat) or (mark == "poison" and _is_spared(table, seat)))
        for key, marks in LEFT.items()
        for table, *picked in _picks(steps, key)
        for seat in filter(None, picked)
        for mark in marks
    }
    return {(event.mark, event.seat, event.by, event.vain) for event in _all(steps, e.Marked)} == wanted


def _is_spared(table: State, seat: int) -> bool:
    """Whether no poison works on the player, who is in jail."""
    return table.rules.number("jail_stops_poison") == 1 and seat in table.marks.on("jail")


def cards_change_between_the_two(steps: Steps) -> bool:
    """D89 Who is called and whom they pick change cards, unless the other is dead."""
    wanted = [(_actors(steps[-1][0])[0], one) for table, one, _ in _picks(steps, "swap-cards") if lives(table, one)]
    return [(event.seat, event.other) for event in _all(steps, e.CardsSwapped)] == wanted


def who_is_to_learn_something_learns_it(steps: Steps) -> bool:
    """R21, R22, R33, R41, D82, D84, D86, D89, D90 Those who act, or are picked, learn what is so, and no more."""
    now = steps[-1][0]
    word = now.call.do if now.call else ""
    told = [(event.to, event.line, event.data) for event in _all(steps, e.Told)]
    told += [((event.seat,), event.line, event.data) for event in _all(steps, e.Kept)]
    if word in EYES:
        seats, line, otherwise = EYES[word]
        found = sorted(seats(now))
        seen = (_actors(now), line, {"members": found}) if found or not otherwise else (_actors(now), otherwise, {})
        return told == [seen] * bool(_actors(now))
    if word not in LEARNT:
        return True
    picked = _picks(steps, word, f"{word}-with")
    wanted = [one for table, *pair in picked for one in LEARNT[word](now, lives(table, pair[0]), *pair)]
    return sorted(map(str, told)) == sorted(map(str, wanted))


def _actors(now: State) -> tuple[int, ...]:
    return tuple(sorted(now.turn.actors)) if now.turn else ()


def _awake_members(now: State) -> list[int]:
    side = now.call.who[0] if now.call else ""
    return [one for one in now.seats() if now.faction(one) == side and wakes(now, one) and one not in now.unseen]


def _shown(now: State) -> list[int]:
    """Who has one of the cards that the call shows, or one of such a side, and nobody's who has not been seen."""
    shows = {*now.call.shows} if now.call else set()
    return [one for one in now.seats() if shows & {now.cards[one - 1], now.faction(one)} and one not in now.unseen]


def _seen(now: State) -> list[int]:
    alone = _actors(now) if now.turn and (now.turn.role or len(now.turn.actors) == 1) else ()
    return [one for one in _shown(now) if one not in alone]


EYES: dict[str, tuple[Callable[[State], list[int]], str, str]] = {
    "meet": (_awake_members, "tell.members", ""),
    "see": (_seen, "tell.seen", "tell.nobody-seen"),
    "learn-victims": (lambda now: [*now.killed_tonight], "tell.victims", "tell.no-victims"),
}
"""Whom those see who open their eyes, by the effect, and by which line, or by another where that is nobody."""


Result = tuple[tuple[int, ...], str, dict[str, Any]]


def _side(now: State, _alive: bool, one: int, _: int) -> list[Result]:
    return [(_actors(now), "tell.faction", {"seat": one, "faction": now.faction(one)})]


def _card(now: State, _alive: bool, one: int, _: int) -> list[Result]:
    return [(_actors(now), "tell.card", {"seat": one, "card": now.cards[one - 1]})]


def _whether(now: State, _alive: bool, one: int, _: int) -> list[Result]:
    found = one in _shown(now)
    return [(_actors(now), "tell.one-of-them" if found else "tell.not-one", {"seat": one, "found": found})]


def _each_other(_now: State, _alive: bool, one: int, other: int) -> list[Result]:
    pairs = ((one, other), (other, one)) if other else ()
    return [((seat,), "tell.bound", {"seat": about}) for seat, about in pairs]


def _new_cards(now: State, alive: bool, one: int, _: int) -> list[Result]:
    cards = [*now.cards]
    for seat, other in now.swaps:
        cards[seat - 1], cards[other - 1] = cards[other - 1], cards[seat - 1]
    return [((seat,), "tell.new-card", {"card": cards[seat - 1]}) for seat in (*_actors(now), *[one] * alive)]


LEARNT = {
    "confess": _side,
    "learn-card": _card,
    "learn-whether": _whether,
    "bind": _each_other,
    "swap-cards": _new_cards,
}
"""What is learnt of whom one picks, alive or not, by the effect."""


def all_hear_who_may_not_speak(steps: Steps) -> bool:
    """D88 At dawn all hear of each living player who was silenced at night, and of nobody else."""
    night = steps[0][0]
    silent = {mark.seat for mark in night.marks.every if mark.mark == "silence" and lives(night, mark.seat)}
    return sorted(event.seat for event in _all(steps, e.Silenced)) == sorted(silent)


def a_last_shot_hits_if_it_is_one(steps: Steps) -> bool:
    """D83 Whom somebody with a last shot names dies; the word of anybody else counts for nothing."""
    now = steps[-1][0]
    named = [(about, one) for _, one, about in _picks(steps, "day.last-shot")]
    hit = {one for about, one in named if "last-shot" in now.script.roles[now.cards[about - 1]].traits}
    killed = {event.seat for event in _all(steps, e.Killed) if event.by == "last-shot"}
    return hit <= killed and bool(hit) is bool(killed)


OF_CALLS: tuple[Law, ...] = (
    who_is_picked_to_die_dies,
    the_first_of_two_lives_is_lost_to_a_side,
    a_second_question_follows_where_there_is_one,
    who_is_picked_is_brought_back,
    on_whom_is_picked_lies_what_the_power_leaves,
    cards_change_between_the_two,
    who_is_to_learn_something_learns_it,
)
OF_DAYS: tuple[Law, ...] = (all_hear_who_may_not_speak, a_last_shot_hits_if_it_is_one)
