"""The laws of every game: what must hold of whatever happens, whoever sits where and whatever is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from narrator.games.ktulu import events as e
from narrator.games.ktulu.setup import HouseRules
from narrator.games.ktulu.sides import WINS
from narrator.games.night.flow.conditions import limit_of, parse
from narrator.games.night.flow.own_rules import day_of, of_script
from narrator.games.night.flow.votes import vote_of
from narrator.games.night.plain import NIGHT
from narrator.games.night.state.state import State

from tests.invariants.ways import lives, sides_left, ways_met

Law = Callable[[State, Any, State], bool]
"""Tells whether the law holds of an event, given the table before and after it."""

ALWAYS: list[Law] = []
"""The laws that hold even after a moderator's override."""

LAWS: list[tuple[type[e.Event], Law]] = []
"""The laws of what happens, each with the kind of event that it is about."""


def wakes(state: State, seat: int) -> bool:
    """Whether the player lives and sleeps no deeper than others (R3)."""
    return lives(state, seat) and seat not in state.marks.asleep


def _with(state: State, trait: str) -> set[int]:
    """The seats whose cards have the trait, dead or alive."""
    return {seat for seat, card in enumerate(state.cards, 1) if trait in state.script.roles[card].traits}


def is_safe(state: State, seat: int) -> bool:
    """Whether the player is in jail, or is guarded by somebody living (R4, R24)."""
    kept = [mark for mark in state.marks.every if mark.seat == seat and not mark.vain]
    left = {mark.by for mark in kept if mark.mark == "guard"}
    guards = [one for one in state.seats() if left & {state.cards[one - 1], state.faction(one)} and lives(state, one)]
    return bool(guards) or any(mark.mark == "jail" for mark in kept)


def _of(*kinds: type[e.Event]) -> Callable[[Law], Law]:
    def register(law: Law) -> Law:
        LAWS.extend((kind, law) for kind in kinds)
        return law

    return register


def _always(law: Law) -> Law:
    ALWAYS.append(law)
    return law


@_always
def nothing_happens_after_the_end(before: State, _event: e.Event, _after: State) -> bool:
    """R90 to R97 One faction wins (or nobody), and that is the last thing that happens."""
    return not before.winner


@_always
def nobody_is_both_dead_and_escaped(_before: State, _event: e.Event, after: State) -> bool:
    """R60a A player who escaped does not die, and the dead do not escape."""
    return not after.dead & after.escaped and after.dead | after.escaped <= {*after.seats()}


@_always
def the_statue_never_vanishes(before: State, event: e.Event, after: State) -> bool:
    """R10 From step 6 of the zero night on somebody holds the statue."""
    late = after.night > 0 or after.phase == "day" or isinstance(event, e.StatueMoved)
    placed = before.holder or (late and of_script(before.script).believed)
    return after.holder in after.seats() if placed else not after.holder


@_always
def counts_stay_within_their_limits(_before: State, _event: e.Event, after: State) -> bool:
    """R45, R71, R83 No more signals, hits or duels than the rules know."""
    rules = book(after)
    return (
        after.signals <= rules.signals_to_win
        and after.hits <= rules.hits_to_win
        and after.today.bouts <= rules.duels_per_day
    )


@_of(e.CallOpened)
def the_dead_and_the_sleeping_do_not_act(before: State, event: e.CallOpened, _after: State) -> bool:
    """R3, D9 Only the living act, at night only those who are awake, or killed and free to save themselves (D6)."""
    awake = lives if before.phase == "dawn" else wakes
    return all(awake(before, seat) or saves_itself(before, seat) for seat in event.actors)


def saves_itself(state: State, seat: int) -> bool:
    """D6 Whether somebody killed tonight, and not put to sleep before, may bring back anybody."""
    card = state.cards[seat - 1]
    named = card in state.rules.self_target and card in state.script.holders.get("revive", ())
    return named and seat in state.killed_tonight and seat not in state.marks.put_to_sleep


@_of(e.Killed)
def only_the_living_die_and_no_safe_ones_at_night(before: State, event: e.Killed, _after: State) -> bool:
    """R4 Nobody dies twice; the jailed and the guarded do not die at night, unless bound to one who did (D86)."""
    exposed = before.phase == "day" or event.by == "bound" or not is_safe(before, event.seat)
    return lives(before, event.seat) and exposed


@_of(e.Revived)
def the_doctor_brings_back_the_killed_of_tonight(before: State, event: e.Revived, _after: State) -> bool:
    """R28 Who is called for it and awake brings back somebody killed this night, themselves only by D6."""
    turn, call = before.turn, before.call
    if not turn or not call or call.do != "revive":
        return False
    by = turn.actors[0]
    other = wakes(before, by) and event.seat != by
    return event.seat in before.killed_tonight and (other or before.cards[by - 1] in before.rules.self_target)


@_of(e.Escaped)
def gold_pays_for_an_escape(before: State, event: e.Escaped, _after: State) -> bool:
    """R60 A living fugitive runs when enough gold has been scraped."""
    killed = [seat for seat in before.killed_since if before.faction(seat) == "fugitives"]
    paid = before.scrapes >= len(killed) + 1
    return paid and lives(before, event.seat) and before.faction(event.seat) == "fugitives"


@_of(e.StatueMoved)
def the_statue_goes_to_the_living(before: State, event: e.StatueMoved, _after: State) -> bool:
    """R12, R36 Who gets the statue lives; nobody plants it but by that power."""
    planter = before.call and before.call.do == "plant"
    return lives(before, event.to) and bool(planter or not event.planted)


@_of(e.TakenOver)
def a_takeover_is_of_the_holders_new_faction(before: State, event: e.TakenOver, _after: State) -> bool:
    """R15 Only a change of faction is announced, and it is true."""
    return event.faction == before.faction(before.holder) != before.believed


@_of(e.UseSpent)
def powers_are_used_up(before: State, event: e.UseSpent, after: State) -> bool:
    """Nobody uses an n× power more than n times."""
    call = before.script.calls_by_id[event.call]
    words = [parse(clause) for clause in call.when]
    limits = [limit_of(before.rules, arguments[0]) for _, word, arguments in words if word == "uses-left"]
    if book(before).warrior == "once":
        limits += [1 for _, word, _ in words if word == "warriors-turn"]
    return all(after.spent(event.call, event.role) <= limit for limit in limits)


@_of(e.Marked)
def nobody_is_guarded_twice_running(before: State, event: e.Marked, _after: State) -> bool:
    """R24, D13 The bodyguard guards somebody else than the night before."""
    return event.mark != "ward" or event.seat not in before.marks.left_by("ward", event.by)


@_of(e.DayBegan)
def what_is_for_one_night_has_gone_by_day(_before: State, _event: e.DayBegan, after: State) -> bool:
    """R3, R4, R24 Nobody is in jail, asleep or guarded by day, nor are the silent chosen any more."""
    return not {mark.mark for mark in after.marks.every} & {"jail", "sleep", "guard", "silence"}


@_of(e.NightBegan)
def poison_has_killed_before_night_falls(before: State, _event: e.NightBegan, _after: State) -> bool:
    """R37, D38 Nobody lives through the day after they were poisoned."""
    return not any(lives(before, seat) for seat in before.marks.on("poison"))


@_of(e.NightBegan)
def nights_follow_each_other(before: State, event: e.NightBegan, _after: State) -> bool:
    """After the zero night comes the first, and so on."""
    return event.night == (before.night + 1 if before.phase == "day" else 0)


@_of(e.Signalled)
def ufos_signal_with_the_statue(before: State, _event: e.Signalled, _after: State) -> bool:
    """R45, R16a A signal goes out while a UFO holds the statue, unplanted."""
    return _holds(before, "ufos")


@_of(e.Scraped)
def fugitives_scrape_their_own_statue(before: State, _event: e.Scraped, _after: State) -> bool:
    """R64, R16a Gold is scraped while a fugitive holds the statue, unplanted."""
    return _holds(before, "fugitives")


@_of(e.StatueHit)
def a_body_is_not_hit(before: State, _event: e.StatueHit, _after: State) -> bool:
    """R7, R71 The gods hit the statue of somebody living."""
    return lives(before, before.holder)


@_of(e.Challenged)
def the_living_duel(before: State, event: e.Challenged, _after: State) -> bool:
    """R83 Two who live fight a duel, while one is left today."""
    alive = lives(before, event.attacker) and lives(before, event.defender) and event.attacker != event.defender
    return alive and before.today.bouts < book(before).duels_per_day


@_of(e.DuelRefused)
def duels_are_refused_under_a_sheriff(before: State, _event: e.DuelRefused, _after: State) -> bool:
    """R83 A challenge may be refused while one with that trait lives, or may, where cards stay covered (D78)."""
    sheriffs = _with(before, "refuse-duels")
    covered = before.rules.dead != "card" and not sheriffs <= before.shown
    others = {before.faction(seat) for seat in before.living()} & {before.faction(seat) for seat in sheriffs}
    may_live = covered and (before.rules.dead == "nothing" or bool(others))
    return bool(sheriffs) and (any(lives(before, one) for one in sheriffs) or may_live)


@_of(e.Doomed)
def a_lone_gunslinger_wins_unless_a_judge_speaks(before: State, event: e.Doomed, _after: State) -> bool:
    """R83, R84 Only duellists are doomed; a lone gunslinger is not, unless a judge has spoken."""
    pair, first = before.today.pair, not before.today.doomed and not before.shown & _with(before, "judge-duels")
    armed = [seat for seat in pair if seat in _with(before, "win-duels")]
    lone = first and len(armed) == 1
    return {*event.seats} <= {*pair} and (not lone or not {*event.seats} & {*armed})


@_of(e.Searched)
def the_town_searches_once_a_day(before: State, event: e.Searched, _after: State) -> bool:
    """R86, R37 So many living people as the rules say are searched, once a day, after the poison."""
    struck = not any(lives(before, seat) for seat in before.marks.on("poison"))
    few = vote_of(before.script, "search").tie == "all" or len(event.seats) <= before.rules.number("searches")
    return struck and few and not before.today.voted and all(lives(before, seat) for seat in event.seats)


@_of(e.Condemned)
def the_town_hangs_one_of_the_searched(before: State, event: e.Condemned, _after: State) -> bool:
    """R86 At most one of those whom the town searched today is hanged, if the town hangs at all; D93 or all tied."""
    most = 1 if vote_of(before.script, "hang").tie != "all" else len(before.cards)
    pardoned = len(event.seats) == len(before.today.condemned) - 1
    first = not before.today.hanged or (pardoned and {*event.seats} < {*before.today.condemned})
    once = before.rules.may_come("hang") and first and len(event.seats) <= most
    anybody = "search" not in day_of(before.script).steps
    return once and {*event.seats} <= {*(before.living() if anybody else before.today.searched)}


@_of(e.CardsSwapped)
def only_cards_of_the_living_change_that_nobody_has_seen(before: State, event: e.CardsSwapped, _after: State) -> bool:
    """D89 Two who live change cards by night, and neither has shown theirs."""
    two = (event.seat, event.other)
    return before.phase in ("zero", "night") and all(lives(before, one) and one not in before.shown for one in two)


@_of(e.CardsChanged)
def cards_change_places_and_nothing_else(before: State, event: e.CardsChanged, after: State) -> bool:
    """D89 Once the night is over everybody has the card that they were told of, and no card came or went."""
    cards = [*before.cards]
    for one, other in event.pairs:
        cards[one - 1], cards[other - 1] = cards[other - 1], cards[one - 1]
    return (
        event.pairs == before.swaps
        and (*cards,) == after.cards
        and not after.swaps
        and len(after.unseen) == len(before.unseen)
    )


@_always
def cards_that_change_have_changed_by_day(_before: State, _event: e.Event, after: State) -> bool:
    """D89 No change of cards waits for longer than a night."""
    return after.phase != "day" or not after.swaps


@_of(e.Silenced)
def only_the_living_are_silent_and_all_hear_of_it_once(before: State, event: e.Silenced, _after: State) -> bool:
    """D88 At the beginning of a day all hear who may not speak: each once, and nobody of the dead."""
    on = [mark for mark in before.marks.every if (mark.mark, mark.seat) == ("silenced", event.seat)]
    return before.phase == "day" and lives(before, event.seat) and not on


@_always
def nobody_is_silent_by_night(_before: State, _event: e.Event, after: State) -> bool:
    """D88 Silence ends with the day."""
    return after.phase in ("day", "over") or not any(mark.mark == "silenced" for mark in after.marks.every)


@_of(e.Won)
def wins_are_earned(before: State, event: e.Won, _after: State) -> bool:
    """R90 to R97 Whoever wins meets the condition of that rule."""
    if event.rule == "D85":
        return before.phase == "day" and "declare" in day_of(before.script).steps
    if before.script.game == NIGHT:
        return event.rule in ways_met(before, event.winner) if sides_left(before) else event == e.Won("nobody", "")
    return event.rule == WINS[event.winner] and _EARNED[event.winner](before)


def book(state: State) -> HouseRules:
    """The house rules of a table of Ktulu, or the book's at one of another game, where nothing is of that kind."""
    return state.rules if isinstance(state.rules, HouseRules) else HouseRules()


def _holds(state: State, faction: str) -> bool:
    return not state.planted and bool(state.holder) and state.faction(state.holder) == faction


def _town_has_it(state: State) -> bool:
    return state.holder in state.dead or state.holder in state.today.searched or _holds(state, "town")


_EARNED: dict[str, Callable[[State], bool]] = {
    "town": _town_has_it,
    "indians": lambda state: sides_left(state) == {"indians"},
    "bandits": lambda state: (
        state.phase == "dawn" and _holds(state, "bandits") and state.night >= state.rules.number("ship_night")
    ),
    "ufos": lambda state: _holds(state, "ufos") and state.signals == book(state).signals_to_win,
    "luke": lambda state: _holds(state, "luke") and lives(state, state.holder),
    "fugitives": lambda state: "fugitives" not in sides_left(state) and bool(state.escaped),
    "gods": lambda state: state.hits == book(state).hits_to_win,
    "nobody": lambda state: not sides_left(state),
}
