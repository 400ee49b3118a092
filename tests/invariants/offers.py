"""The laws of every question: the dead are never asked, and nothing is offered that the rules forbid."""

from __future__ import annotations

from collections.abc import Callable

from narrator.games.night.events import Asked
from narrator.games.night.plain import NIGHT
from narrator.games.night.state.state import State

from tests.invariants.laws import saves_itself, wakes
from tests.invariants.ways import lives, ways_met

Law = Callable[[State, Asked], bool]
"""Tells whether the law holds of a question that is open at the table."""

MEMBERS = ("meet-with-statue", "pass-statue", "choose-runner")
"""Questions that are about a faction's own members."""


CALLED_AS_IF_ALIVE = ("day.verdict", "day.pardon", "day.revive")
"""Questions that are put to the dead too where their cards stay covered (D78)."""


def the_dead_and_the_sleeping_are_not_asked(state: State, question: Asked) -> bool:
    """R7 Only the living are asked, at night only those who are awake; a nightmare may come to tonight's dead."""
    if not isinstance(question.to, tuple):
        return True
    if question.key == "cooperate":
        return not any(state.publicly_gone(seat) or seat in state.marks.asleep for seat in question.to)
    if question.key in CALLED_AS_IF_ALIVE:
        return all(lives(state, seat) or state.covered(seat) for seat in question.to)
    awake = wakes if state.phase in ("zero", "night") else lives
    return bool(question.to) and all(awake(state, seat) or saves_itself(state, seat) for seat in question.to)


def there_is_something_to_choose(_state: State, question: Asked) -> bool:
    """Every question has a legal answer, and lists none twice; what is answered in words of one's own lists none."""
    return (question.kind == "text") is not (0 < len(question.choices) == len({*question.choices}))


def the_known_dead_are_not_offered(state: State, question: Asked) -> bool:
    """R7 Whoever is publicly gone is not offered, but to an override."""
    return question.key == "day.override" or not any(state.publicly_gone(seat) for seat in _seats(question))


def at_night_everybody_is_offered_or_barred_for_a_reason(state: State, question: Asked) -> bool:
    """R7 No list of choices tells who died this night; a moderator knows."""
    if not state.turn or question.to == "moderator" or question.kind not in ("seat", "seats"):
        return True
    barred = {seat for seat, _ in question.barred}
    known = {seat for seat in state.seats() if not state.publicly_gone(seat)}
    return known <= barred | _seats(question) and not barred & _seats(question)


def nobody_acts_on_himself(state: State, question: Asked) -> bool:
    """R88, R5 No role alone turns on itself, unless `self_target` names it; nor does a lone member of a faction."""
    turn = state.turn
    if not turn or len(turn.actors) != 1 or question.key in MEMBERS or question.to == "moderator":
        return True
    never = question.key == "detect"
    allowed = not never and (turn.role in state.rules.self_target or (question.key == "shoot" and not turn.role))
    return allowed or question.key == "cooperate" or turn.actors[0] not in _seats(question)


def factions_choose_among_their_own(state: State, question: Asked) -> bool:
    """R13, R60 The statue, and the runner, are one of the faction's active members."""
    if question.key not in MEMBERS or not state.call:
        return True
    own = {seat for seat in state.members(state.call.who[0]) if wakes(state, seat)}
    return _seats(question) <= own


def the_ward_is_a_new_one(state: State, question: Asked) -> bool:
    """D13 The bodyguard is not offered last night's ward."""
    wards = {mark.seat for mark in state.marks.of("ward") if state.turn and mark.by == state.turn.role}
    return question.key != "guard" or not wards & _seats(question)


def votes_are_as_many_as_voters(state: State, question: Asked) -> bool:
    """R83, R86 No count is above the number of those who vote."""
    if question.kind != "count" or question.key in ("day.timer", "day.override"):
        return True
    voters = len(state.living()) - (2 if question.key == "day.votes" else 0)
    return int(question.choices[-1]) <= voters


def no_more_may_be_named_than_the_rules_say(state: State, question: Asked) -> bool:
    """R63, R86, D95 A tenth of the living and one more are cleaned; a search and a call say how many they take."""
    known = sum(not state.publicly_gone(seat) for seat in state.seats())
    most = {"clean": -(-known // 10) + 1, "day.search": state.rules.number("searches")}
    picks = state.call.picks if state.call else 0
    return question.most <= (picks or most.get(question.key, len(state.cards)))


def the_program_rolls_its_own_dice(state: State, question: Asked) -> bool:
    """D10 Nobody is asked for the dice that the program rolls."""
    return state.setup.dice == "table" or question.key not in ("roll", "roll-possession")


def nobody_is_asked_for_a_card_that_is_known(state: State, question: Asked) -> bool:
    """D68, D71 Only a moderator is asked for cards, of those that nobody has seen, and only while they may differ."""
    if not question.card and question.key != "deck.card":
        return True
    hidden = {seat: state.cards[seat - 1] for seat in state.unseen}
    asked = _seats(question) <= {*hidden} if question.card else question.about in hidden
    cards = {question.card} if question.card else {*question.choices}
    return question.to == "moderator" and asked and cards <= {*hidden.values()} and len({*hidden.values()}) > 1


def _seats(question: Asked) -> set[int]:
    return {int(choice) for choice in question.choices} if question.kind in ("seat", "seats") else set()


def the_holder_lives_or_died_tonight(state: State, _question: Asked) -> bool:
    """R12 By day the holder lives; at night the statue may lie on somebody who died this night."""
    if state.winning:
        return True
    known = state.publicly_gone(state.holder) if state.turn else bool(state.holder) and not lives(state, state.holder)
    return not state.holder or (not known and state.holder not in state.escaped)


def everybody_believes_what_is_so(state: State, _question: Asked) -> bool:
    """R15 The statue is with the faction that is believed to have it, unless it is planted."""
    return not state.holder or state.planted or state.believed == state.faction(state.holder)


def who_is_bound_lives_or_dies_with_the_other(state: State, _question: Asked) -> bool:
    """D86 By day nobody lives to whom somebody was bound who has died; who goes home takes nobody along."""
    bound = [mark for mark in state.marks.every if mark.mark == "bound" and not mark.vain]
    torn = {mark.by for mark in bound if mark.seat in state.dead - state.went_home}
    return state.phase != "day" or not any(mark.by in torn and lives(state, mark.seat) for mark in bound)


def who_may_have_a_last_shot_is_asked_once_and_before_all_else(state: State, question: Asked) -> bool:
    """D83 The dead with that trait are asked before the day goes on; nobody else is whose card is seen."""
    due = state.dead - state.shots - state.went_home
    shooters = {one for one in due if "last-shot" in state.script.roles[state.cards[one - 1]].traits}
    if question.key == "day.last-shot":
        return question.about in due and (question.about in shooters | state.unseen or state.covered(question.about))
    return question.key != "day" or not shooters


def a_side_that_has_won_plays_no_more(state: State, question: Asked) -> bool:
    """D81, D87 In a game that is a script alone nobody has won by day, after the first night, while it goes on."""
    if question.key != "day" or not state.night or state.script.game != NIGHT or state.unseen:
        return True
    return bool(state.living()) and not any(ways_met(state, side) for side in state.script.factions)


QUESTION_LAWS: tuple[Law, ...] = (
    the_dead_and_the_sleeping_are_not_asked,
    there_is_something_to_choose,
    the_known_dead_are_not_offered,
    at_night_everybody_is_offered_or_barred_for_a_reason,
    nobody_acts_on_himself,
    factions_choose_among_their_own,
    the_ward_is_a_new_one,
    votes_are_as_many_as_voters,
    no_more_may_be_named_than_the_rules_say,
    the_program_rolls_its_own_dice,
    nobody_is_asked_for_a_card_that_is_known,
    the_holder_lives_or_died_tonight,
    everybody_believes_what_is_so,
    who_is_bound_lives_or_dies_with_the_other,
    who_may_have_a_last_shot_is_asked_once_and_before_all_else,
    a_side_that_has_won_plays_no_more,
)
"""Laws that need a table without a moderator's override."""
