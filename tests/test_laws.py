"""Each law of the simulator is broken once, so that it is known to see what it forbids."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import events as e
from narrator.games.ktulu.setup import ours
from narrator.games.ktulu.sides import WINS
from narrator.games.night.script.setup import Setup
from narrator.games.night.simulation.evening import begin, chance_of, drafts
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.night.state.marks import Marks
from narrator.games.night.state.state import State, Today, Turn

from tests.invariants import laws, offers
from tests.invariants.witness import LawBroken, Witness
from tests.scenario import SCRIPT, shipped_script

CARDS = (
    "sheriff",
    "judge",
    "bodyguard",
    "good-gunslinger",
    "boss",
    "bandit",
    "shaman",
    "kali",
    "great-ufo",
    "doctor",
)
SHERIFF, JUDGE, BODYGUARD, GUNSLINGER, BOSS, BANDIT, SHAMAN, KALI, UFO, DOCTOR = range(1, 11)
GAME = Ktulu(setup_with(CARDS), SCRIPT)


def night(call: str = "", role: str = "", actors: tuple[int, ...] = (), **changes: Any) -> State:
    """A table in the second night, the statue with the boss."""
    turn = Turn(call, role, actors) if call else None
    state = State(script=SCRIPT, setup=GAME.setup, cards=CARDS, phase="night", night=2, holder=BOSS, turn=turn)
    return changed(state, **{"believed": "bandits", **changes})


def changed(state: State, **changes: Any) -> State:
    new = state.copy()
    for name, value in changes.items():
        setattr(new, name, value)
    return new


def day(today: Today | None = None, **changes: Any) -> State:
    return night(phase="day", today=today or Today(), **changes)


def dead(*seats: int) -> dict[str, Any]:
    return {"dead": frozenset(seats)}


def asked(key: str, to: Any, *choices: int | str, kind: Any = "seat", **more: Any) -> e.Asked:
    return e.Asked(key, kind, to, tuple(map(str, choices)), "", **more)


def marked(mark: str, seat: int, by: str) -> Marks:
    return Marks((e.Marked(mark, seat, by, "day"),))


WARD, JAIL = marked("ward", BOSS, "bodyguard"), marked("jail", BOSS, "sheriff")


def hanging(*, town_hangs: bool) -> Setup:
    return replace(GAME.setup, rules=replace(ours(GAME.setup.rules), town_hangs=town_hangs))


VILLAGE = State(
    script=shipped_script("werewolf"),
    setup=setup_with(("hunter", "villager", "werewolf"), game="night", script="werewolf"),
    cards=("hunter", "villager", "werewolf"),
    phase="day",
    night=1,
    dead=frozenset([1]),
)
"""A table of another game, by day, at which the hunter has died."""

BOUND = Marks((*marked("bound", 1, "cupid").every, *marked("bound", 2, "cupid").every))

BREACHES: list[tuple[laws.Law, State, Any, State]] = [
    (laws.nothing_happens_after_the_end, night(winner="town"), e.Waited(), night()),
    (laws.nobody_is_both_dead_and_escaped, night(), e.Escaped(KALI), night(**dead(KALI), escaped=frozenset([KALI]))),
    (laws.the_statue_never_vanishes, night(), e.Killed(BOSS, ""), night(holder=0)),
    (laws.counts_stay_within_their_limits, night(), e.Signalled(), night(signals=4)),
    (laws.counts_stay_within_their_limits, day(), e.DuelBegan(), day(Today(bouts=3))),
    (laws.the_dead_and_the_sleeping_do_not_act, night(**dead(SHAMAN)), e.CallOpened("", "", (SHAMAN,)), night()),
    (
        laws.the_dead_and_the_sleeping_do_not_act,
        night(marks=marked("sleep", SHAMAN, "drunkard")),
        e.CallOpened("", "", (SHAMAN,)),
        night(),
    ),
    (
        laws.only_the_living_die_and_no_safe_ones_at_night,
        night(marks=JAIL),
        e.Killed(BOSS, ""),
        night(),
    ),
    (laws.only_the_living_die_and_no_safe_ones_at_night, day(**dead(BOSS)), e.Killed(BOSS, ""), day()),
    (laws.the_doctor_brings_back_the_killed_of_tonight, night(**dead(BOSS)), e.Revived(BOSS), night()),
    (laws.gold_pays_for_an_escape, night(), e.Escaped(KALI), night()),
    (laws.gold_pays_for_an_escape, night(scrapes=1), e.Escaped(BOSS), night()),
    (laws.the_statue_goes_to_the_living, night(**dead(BOSS)), e.StatueMoved(BOSS), night()),
    (laws.the_statue_goes_to_the_living, night(), e.StatueMoved(BANDIT, planted=True), night()),
    (laws.a_takeover_is_of_the_holders_new_faction, night(), e.TakenOver("bandits"), night()),
    (
        laws.powers_are_used_up,
        night(),
        e.UseSpent("shaman.trance", "shaman"),
        night(uses={("shaman.trance", "shaman"): 2}),
    ),
    (laws.nobody_is_guarded_twice_running, night(marks=WARD), WARD.every[0], night()),
    (laws.what_is_for_one_night_has_gone_by_day, night(marks=JAIL), e.DayBegan(), day(marks=JAIL)),
    (laws.poison_has_killed_before_night_falls, day(marks=marked("poison", UFO, "x")), e.NightBegan(3), night()),
    (laws.nights_follow_each_other, day(), e.NightBegan(4), night()),
    (laws.ufos_signal_with_the_statue, night(holder=UFO, planted=True), e.Signalled(), night()),
    (laws.fugitives_scrape_their_own_statue, night(), e.Scraped(), night()),
    (laws.a_body_is_not_hit, night(**dead(BOSS)), e.StatueHit(), night()),
    (laws.the_living_duel, day(Today(bouts=2)), e.Challenged(BOSS, KALI), day()),
    (laws.the_living_duel, day(**dead(KALI)), e.Challenged(BOSS, KALI), day()),
    (laws.duels_are_refused_under_a_sheriff, day(**dead(SHERIFF)), e.DuelRefused(), day()),
    (
        laws.a_lone_gunslinger_wins_unless_a_judge_speaks,
        day(Today(pair=(GUNSLINGER, KALI))),
        e.Doomed((GUNSLINGER,)),
        day(),
    ),
    (laws.a_lone_gunslinger_wins_unless_a_judge_speaks, day(Today(pair=(BOSS, KALI))), e.Doomed((UFO,)), day()),
    (laws.the_town_searches_once_a_day, day(), e.Searched((1, 2, 3)), day()),
    (laws.the_town_searches_once_a_day, day(marks=marked("poison", UFO, "shamaness")), e.Searched((1,)), day()),
    (laws.the_town_searches_once_a_day, day(Today(voted=True)), e.Searched((1,)), day()),
    (laws.the_town_hangs_one_of_the_searched, day(Today(searched=(1,))), e.Condemned((2,)), day()),
    (
        laws.the_town_hangs_one_of_the_searched,
        day(Today(searched=(1,)), setup=hanging(town_hangs=False)),
        e.Condemned((1,)),
        day(),
    ),
    (laws.only_cards_of_the_living_change_that_nobody_has_seen, day(), e.CardsSwapped(BOSS, KALI), day()),
    (
        laws.only_cards_of_the_living_change_that_nobody_has_seen,
        night(**dead(KALI)),
        e.CardsSwapped(BOSS, KALI),
        night(),
    ),
    (
        laws.only_cards_of_the_living_change_that_nobody_has_seen,
        night(shown=frozenset({BOSS})),
        e.CardsSwapped(BOSS, KALI),
        night(),
    ),
    (laws.cards_change_places_and_nothing_else, night(), e.CardsChanged(((BOSS, KALI),)), night()),
    (laws.cards_that_change_have_changed_by_day, night(), e.DayBegan(), day(swaps=((BOSS, KALI),))),
    (laws.only_the_living_are_silent_and_all_hear_of_it_once, day(**dead(KALI)), e.Silenced(KALI), day()),
    (laws.only_the_living_are_silent_and_all_hear_of_it_once, night(), e.Silenced(KALI), night()),
    (
        laws.only_the_living_are_silent_and_all_hear_of_it_once,
        day(marks=marked("silenced", KALI, "")),
        e.Silenced(KALI),
        day(),
    ),
    (laws.nobody_is_silent_by_night, day(), e.NightBegan(2), night(marks=marked("silenced", KALI, ""))),
    *[(laws.wins_are_earned, night(), e.Won(winner, rule), night(winner=winner)) for winner, rule in WINS.items()],
    (laws.wins_are_earned, night(holder=SHERIFF), e.Won("town", "R91"), night(winner="town")),
    (laws.wins_are_earned, changed(VILLAGE, dead=frozenset()), e.Won("wolves", "parity"), VILLAGE),
    (laws.wins_are_earned, changed(VILLAGE, dead=frozenset([3])), e.Won("village", "parity"), VILLAGE),
]


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: breach[0].__name__)
def test_what_breaks_a_law_is_seen(breach: tuple[laws.Law, State, Any, State]) -> None:
    law, before, event, after = breach
    assert not law(before, event, after)


OFFENCES: list[tuple[offers.Law, State, e.Asked]] = [
    (offers.the_dead_and_the_sleeping_are_not_asked, night(**dead(BOSS)), asked("kill", (BOSS,), 1)),
    (
        offers.the_dead_and_the_sleeping_are_not_asked,
        night(marks=marked("sleep", BOSS, "drunkard")),
        asked("kill", (BOSS,), 1),
    ),
    (offers.the_dead_and_the_sleeping_are_not_asked, night(**dead(BOSS)), asked("cooperate", (BOSS,), 1)),
    (offers.there_is_something_to_choose, night(), asked("kill", (BOSS,))),
    (offers.the_known_dead_are_not_offered, night(**dead(KALI)), asked("kill", (BOSS,), KALI)),
    (
        offers.at_night_everybody_is_offered_or_barred_for_a_reason,
        night("avenger.kill", "avenger", (BOSS,)),
        asked("kill", (BOSS,), 1, 2, 3),
    ),
    (
        offers.nobody_acts_on_himself,
        night("sheriff.jail", "sheriff", (SHERIFF,)),
        asked("jail", (SHERIFF,), SHERIFF, BOSS),
    ),
    (offers.nobody_acts_on_himself, night("indians.kill", "", (SHAMAN,)), asked("kill", (SHAMAN,), SHAMAN)),
    (
        offers.factions_choose_among_their_own,
        night("bandits.statue", "", (BOSS, BANDIT)),
        asked("pass-statue", (BOSS,), BOSS, KALI),
    ),
    (
        offers.the_ward_is_a_new_one,
        night("guard", "bodyguard", marks=WARD),
        asked("guard", (BODYGUARD,), BOSS),
    ),
    (offers.votes_are_as_many_as_voters, day(), asked("day.votes", "all", *range(10), kind="count")),
    (
        offers.no_more_may_be_named_than_the_rules_say,
        night(),
        asked("clean", (KALI,), 1, 2, 3, kind="seats", most=3),
    ),
    (offers.the_program_rolls_its_own_dice, night(), asked("roll", "moderator", "yes", "no", kind="yes-no")),
    (offers.nobody_is_asked_for_a_card_that_is_known, night(), asked("deck.card", "moderator", "kali", about=BOSS)),
    (offers.the_holder_lives_or_died_tonight, day(**dead(BOSS)), asked("day", "all", "night", kind="choice")),
    (
        offers.who_is_bound_lives_or_dies_with_the_other,
        changed(VILLAGE, marks=BOUND),
        asked("day", "all", "night", kind="choice"),
    ),
    (
        offers.who_may_have_a_last_shot_is_asked_once_and_before_all_else,
        VILLAGE,
        asked("day", "all", "night", kind="choice"),
    ),
    (
        offers.who_may_have_a_last_shot_is_asked_once_and_before_all_else,
        changed(VILLAGE, dead=frozenset([2])),
        asked("day.last-shot", "all", 1, 3, about=2),
    ),
    (offers.a_side_that_has_won_plays_no_more, VILLAGE, asked("day", "all", "night", kind="choice")),
    (offers.everybody_believes_what_is_so, night(holder=KALI), asked("kill", (BOSS,), 1)),
]


@pytest.mark.parametrize("offence", OFFENCES, ids=lambda offence: offence[0].__name__)
def test_an_unlawful_question_is_seen(offence: tuple[offers.Law, State, e.Asked]) -> None:
    law, state, question = offence
    assert not law(state, question)


def test_every_law_has_its_breach() -> None:
    broken = {law.__name__ for law, *_ in BREACHES} | {law.__name__ for law, *_ in OFFENCES}
    known = {law.__name__ for law in (*laws.ALWAYS, *(law for _, law in laws.LAWS), *offers.QUESTION_LAWS)}
    assert broken == known


def test_a_witness_tells_of_what_it_sees() -> None:
    chance = chance_of(1, 1)
    state = begin(GAME, chance)
    witness = Witness(GAME, state)
    act = next(drafts(GAME, state, chance, sensible))
    act.emit(e.Killed(BOSS, "kill"))
    act.emit(e.Killed(BOSS, "kill"))
    with pytest.raises(LawBroken, match="only_the_living_die"):
        witness.see(act)
