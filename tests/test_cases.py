"""Cases: lines that answer what all have seen, each by facts of the public projection alone."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_type_hints

import pytest

from narrator.computer import paths
from narrator.cues import End, Say
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import events as e
from narrator.games.ktulu.finale import Quest
from narrator.games.ktulu.setup import ours
from narrator.games.ktulu.sides import WINS
from narrator.games.night.flow import cases
from narrator.games.night.simulation.tournament import line_up
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.games.night.told.public import Public, project
from narrator.games.night.told.wording import cue_of
from narrator.games.table import Answerers
from narrator.play import loading

from tests.polish import KTULU
from tests.scenario import own_variant, shipped_script

TABLE = loading.load_table(paths.shipped("setups") / "demo.toml")
SCRIPT = TABLE.script


def game(**rules: object) -> Ktulu:
    setup = replace(TABLE.setup, rules=replace(TABLE.setup.rules, **rules))
    return Ktulu(setup, SCRIPT)


def begun(**rules: object) -> Draft:
    """A table before anything is said."""
    return Draft(replace(game(**rules).draft_opening(game(**rules).begin(1)).state, queue=(), question=None))


def heard(draft: Draft) -> list[str]:
    """The lines that go out now, without their wordings' numbers."""
    found = []
    while draft.state.queue:
        cue = cue_of(draft.state)
        found += [cue.line.rpartition(".")[0]] if isinstance(cue, Say) else []
        draft.emit(e.Delivered())
    return found


def seats_of(state: State, number: int) -> list[int]:
    """Seats of no sheriff."""
    return [seat for seat in state.seats() if state.card(seat) != "sheriff"][:number]


def dawn(draft: Draft, *lost: int) -> list[str]:
    """The dawn at which these are told of, and the day that begins."""
    draft.emit(e.DawnBroke())
    for seat in lost:
        draft.emit(e.Killed(seat, "indians.kill"))
        draft.announce("dawn.died", seat=seat, card=draft.state.card(seat))
    if not lost:
        draft.announce("dawn.quiet")
    draft.emit(e.DayBegan())
    draft.announce("day.begins")
    return heard(draft)


def night(draft: Draft, number: int) -> list[str]:
    draft.emit(e.NightBegan(number))
    return heard(draft)


def test_the_first_night_of_the_ship_is_told_while_there_are_bandits() -> None:
    draft = begun(ship_night=2)
    assert [night(draft, number) for number in (1, 2, 3)] == [["night.falls"], ["night.falls.ship"], ["night.falls"]]
    gone = begun(ship_night=2)
    for seat in gone.state.members("bandits"):
        gone.emit(e.Killed(seat, "day"))
    night(gone, 1)
    assert night(gone, 2) == ["night.falls"]


NO_SHIP = """
format = 1
extends = "ktulu"

[faction.town]
wins = ["all-gone bandits indians"]
aim = "Wygrywacie, gdy nie żyje żaden bandyta ani Indianin."

[faction.bandits]
wins = ["parity"]
aim = "Wygrywacie, gdy żyje was tylu, ilu wszystkich innych."

[[order]]
remove = "dawn/bandits.sail"
"""


def test_no_ship_is_told_of_where_nobody_can_sail() -> None:
    draft = begun(ship_night=2)
    draft = Draft(replace(draft.state, script=own_variant(NO_SHIP)))
    assert [night(draft, number) for number in (1, 2)] == [["night.falls"], ["night.falls"]]


@pytest.mark.parametrize("winner", ["town", "bandits"])
def test_no_turn_of_the_statue_is_made_up_for_a_win_without_it(winner: str) -> None:
    state = begun().state
    for phase in ("day", "dawn"):
        won = replace(state, phase=phase, holder=state.members("bandits")[0])
        assert Quest(KTULU).finale([(won, e.Won(winner, "parity"))]).turns == (), phase


def test_quiet_dawns_are_counted_until_somebody_dies() -> None:
    draft, told = begun(), []
    for number in range(1, 5):
        night(draft, number)
        told.append(dawn(draft)[0])
    assert told == ["dawn.quiet.first", "dawn.quiet.second", "dawn.quiet.third", "dawn.quiet"]
    night(draft, 5)
    assert dawn(draft, *seats_of(draft.state, 1)) == ["dawn.died", "day.begins"]
    night(draft, 6)
    assert dawn(draft)[0] == "dawn.quiet"


def test_three_deaths_at_one_dawn_are_answered_and_forgotten_by_the_next() -> None:
    draft = begun()
    night(draft, 2)
    first, second, third, fourth = seats_of(draft.state, 4)
    assert dawn(draft, first, second, third) == ["dawn.died", "dawn.died", "dawn.died.third", "day.begins.three"]
    night(draft, 3)
    assert dawn(draft, fourth) == ["dawn.died", "day.begins"]


def test_the_sheriffs_death_is_answered_once() -> None:
    draft = begun()
    night(draft, 2)
    assert dawn(draft, draft.state.seat_of("sheriff"))[-1] == "day.begins.sheriff"
    night(draft, 3)
    assert dawn(draft, *seats_of(draft.state, 1))[-1] == "day.begins"


@pytest.mark.parametrize(
    ("left", "line"), [(5, "day.begins.last-five"), (4, "day.begins"), (3, "day.begins.last-three")]
)
def test_the_last_are_counted(left: int, line: str) -> None:
    draft = begun()
    for seat in seats_of(draft.state, len(draft.state.cards) - left):
        draft.emit(e.Overridden("kill", str(seat)))
    night(draft, 2)
    draft.emit(e.DayBegan())
    draft.announce("day.begins")
    assert heard(draft) == [line]


def test_the_second_duel_of_a_day_and_no_other() -> None:
    draft, told = begun(), []
    draft.emit(e.DayBegan())
    for _ in range(3):
        draft.emit(e.DuelBegan())
        draft.announce("day.duel.begins", seat=1, other=2)
        told += heard(draft)
    assert told == ["day.duel.begins", "day.duel.begins.second", "day.duel.begins"]


def jailed(draft: Draft, number: int, seat: int) -> list[str]:
    night(draft, number)
    draft.announce("sheriff.jail.announce", seat=seat)
    draft.emit(e.Marked("jail", seat, "sheriff", "day", known=True, vain=False))
    told = heard(draft)
    draft.emit(e.DayBegan())
    return told


def test_who_is_jailed_two_nights_running_finds_the_bunk_warm() -> None:
    draft = begun()
    told = [jailed(draft, number, seat)[0] for number, seat in ((1, 3), (2, 3), (3, 4), (4, 3))]
    plain, again = "sheriff.jail.announce", "sheriff.jail.announce.again"
    assert told == [plain, again, plain, plain]


def test_a_restless_night_and_a_hanging_are_answered() -> None:
    draft = begun()
    night(draft, 1)
    for faction in ("indians", "town"):
        draft.emit(e.TakenOver(faction))
        draft.announce(f"statue.taken.{faction}")
    draft.announce("dawn.wake")
    assert heard(draft)[-1] == "dawn.wake.restless"
    draft.emit(e.DayBegan())
    draft.announce("day.hanged", seat=1)
    assert night(draft, 2)[-1] == "night.falls.hanged"
    draft.emit(e.DayBegan())
    assert night(draft, 3) == ["night.falls.ship"]


def put(draft: Draft, *steps: str) -> list[str]:
    """The day's question with these choices, and what is said before it."""
    draft.ask("day", "choice", to="all", line="ask.day", choices=steps)
    cue = cue_of(draft.state)
    assert isinstance(cue, Say)
    draft.emit(e.Delivered())
    return [cue.line.rpartition(".")[0], cue.text]


def test_the_choices_of_a_day_are_named_once_and_then_what_is_new() -> None:
    draft = begun()
    for _ in range(2):
        draft.emit(e.DayBegan())
        first, again, more, last = (
            put(draft, *steps) for steps in (["duel"], ["duel", "died"], ["hang", "duel"], ["hang", "duel"])
        )
        assert [first[0], again[0], more[0], last[0]] == ["say.day", "say.day.again", "say.day.more", "say.day.again"]
        assert "pojedynek" in first[1]
        assert "wieszanie" in more[1]
        assert "pojedynek" not in again[1] + more[1] + last[1]


def test_whoever_wants_to_hear_it_again_hears_all_choices_of_the_day() -> None:
    draft = begun()
    draft.emit(e.DayBegan())
    put(draft, "duel", "timer")
    assert "pojedynek" not in put(draft, "duel", "timer")[1]
    draft.emit(e.Repeated())
    cue = cue_of(draft.state)
    assert isinstance(cue, Say)
    assert "pojedynek" in cue.text


def test_a_win_on_the_first_ships_night_may_have_come_without_it() -> None:
    for declared in (False, True):
        draft = begun(ship_night=2)
        night(draft, 2)
        if declared:
            draft.emit(e.Overridden("win", "bandits"))
        draft.announce("win.bandits")
        draft.emit(e.Won("bandits", "R92"))
        case = "win.bandits.declared" if declared else "win.bandits"
        assert heard(draft) == [case]
        end = cue_of(draft.state)
        assert isinstance(end, End)
        assert end.text.startswith(tuple(SCRIPT.lines["gentle"].text(words, {}) for words in SCRIPT.wordings[case]))


@pytest.mark.parametrize("winner", WINS)
def test_a_win_that_was_declared_is_announced_and_nothing_is_told_of_how(winner: str) -> None:
    draft = begun()
    draft.emit(e.Overridden("win", winner))
    draft.announce(f"win.{winner}")
    assert heard(draft) == [f"win.{winner}.declared"]
    for words in SCRIPT.wordings[f"win.{winner}.declared"]:
        assert re.fullmatch(rf".* Manitou .*: (wygrywa(ją)? {{{winner}.nom}}|nikt nie wygrywa)\.", f" {words}")


def test_half_a_minute_and_one_vote_are_said_as_people_say_them() -> None:
    draft = begun()
    for seconds, votes in ((30, 1), (20, 2)):
        draft.announce("day.timer.warning", number=seconds)
        draft.announce("day.ballot", count=votes)
    assert heard(draft) == ["day.timer.warning.half", "day.ballot.one", "day.timer.warning", "day.ballot"]


def test_a_house_rule_changes_what_a_call_says() -> None:
    for rules, line in (({}, "bandits.search.line"), ({"bandits_kill": True}, "bandits.search.line.deadly")):
        draft = begun(**rules)
        night(draft, 1)
        draft.emit(e.CallOpened("bandits.search", "", ()))
        assert heard(draft) == [line]


@pytest.mark.parametrize("name", ["xiega", "bandyci-strzelaja"])
def test_no_case_speaks_of_a_house_rule_that_has_no_part_in_the_script(name: str) -> None:
    script = shipped_script(name)
    rules = replace(ours(script.rules), bandits_kill=True)
    table = Ktulu(replace(line_up(12, 1, script), rules=rules, answers="moderator"), script)
    draft = Draft(replace(table.draft_opening(table.begin(1)).state, queue=(), question=None))
    night(draft, 1)
    draft.emit(e.CallOpened("bandits.search", "", ()))
    assert heard(draft) == ["bandits.search.line"]
    for line in ("aim.bandits", "bandits.search.line"):
        assert cases.settled(script, rules, line) == line
        assert cases.settled(SCRIPT, rules, line) == f"{line}.deadly"


def test_the_log_tells_the_case_that_was_heard() -> None:
    draft = begun()
    night(draft, 1)
    before, at = draft.state.copy(), len(draft.events)
    draft.announce("dawn.quiet")
    (entry,) = game().story([(before, draft.events[at])], KTULU)
    said = cue_of(draft.state)
    assert isinstance(said, Say)
    assert said.line.startswith("dawn.quiet.first.")
    assert entry.text == said.text


def test_numbers_are_spoken_at_night_and_shown_always_but_by_day_names_are_enough() -> None:
    draft = begun()
    for line in ("sheriff.jail.announce", "day.revealed"):
        draft.announce(line, seat=2, card=draft.state.card(2))
    name, found = draft.state.setup.name(2), []
    while draft.state.queue:
        cue = cue_of(draft.state)
        assert isinstance(cue, Say)
        found.append((f"numer 2, {name}" in cue.text.lower().replace(name.lower(), name), "2" in cue.spoken))
        draft.emit(e.Delivered())
    assert found == [(True, True), (True, False)]


@pytest.mark.parametrize("answers", ["moderator", "keys", "counting", "phones", "open"])
def test_a_rematch_hears_in_half_a_sentence_how_one_answers(answers: Answerers) -> None:
    setup = replace(TABLE.setup, answers=answers, policy="open" if answers == "open" else "masked")
    for table, line in ((setup, f"game.how.{answers}"), (setup.rematch(), f"game.how.{answers}.known")):
        rules = Ktulu(table, SCRIPT)
        assert line in heard(Draft(rules.draft_opening(rules.begin(1)).state))


@pytest.mark.parametrize("fact", [*cases.FACTS])
def test_a_fact_is_judged_by_the_public_projection(fact: str) -> None:
    taken = get_type_hints(cases.FACTS[fact].holds, vars(cases))
    assert [*taken.values()][:2] == [Public, cases.LineValues]


@pytest.mark.parametrize("fact", [name for name, one in cases.FACTS.items() if one.arguments == ("number",)])
def test_a_fact_may_count_as_far_as_a_house_rule_says(fact: str) -> None:
    holds, public = cases.FACTS[fact].holds, project(begun(drinks=1).state)
    for values in (cases.LineValues(1, 1), cases.LineValues(1, 2)):
        assert holds(public, values, ("drinks",)) is holds(public, values, ("1",))


def test_what_is_secret_changes_no_case() -> None:
    """The statue, marks that nobody heard of and tonight's dead leave the projection as it was."""
    draft = begun()
    night(draft, 2)
    before = project(draft.state)
    draft.emit(e.Killed(seats_of(draft.state, 1)[0], "indians.kill"))
    draft.emit(e.StatueMoved(2))
    draft.emit(e.Marked("poison", 3, "shamaness", "night", known=False, vain=False))
    assert project(draft.state) == before
