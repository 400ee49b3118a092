"""The simulator plays by the very same rules, whoever shares the work; and in whatever it plays the laws hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from scenario import SCRIPT
from typer.testing import CliRunner

from narrator import cli, places, simulating, tables
from narrator.cues import Ask, End, Refused
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import events as e
from narrator.games.ktulu.proof import proofread_setup
from narrator.games.ktulu.setup import HouseRules, Setup
from narrator.games.ktulu.state import State, Today, Turn
from narrator.games.ktulu.wins import WINS
from narrator.simulating import laws, offers
from narrator.simulating.evening import acts, begin, chance_of, play
from narrator.simulating.gathering import gather
from narrator.simulating.people import People, sensible, wild
from narrator.simulating.tally import Tally, as_data, factions_of, quantile, tallied, wilson
from narrator.simulating.tournament import ROUND, seated, tournament
from narrator.simulating.witness import LawBroken, Witness, attend

FUZZED, SHARE = 300, 50
"""Games of the short fuzz, and in one test; bench/simulator.py plays 10,000."""

run = partial(CliRunner().invoke, cli.app)


@pytest.mark.parametrize("first", range(0, FUZZED, SHARE))
def test_the_laws_hold_at_any_table_and_every_game_ends(first: int) -> None:
    evenings = [attend(SCRIPT, 3, number) for number in range(first, first + SHARE)]
    assert [evening for evening in evenings if not evening.winner] == []


def aloud(game: Ktulu, seed: int, people: People, chance: Any) -> State:
    """Play a game as a stage leads it: every cue goes out, every event is folded in."""
    state = game.begin(seed)
    result: list[e.Event] | Refused = game.opening(state)
    while True:
        assert not isinstance(result, Refused), result
        for event in result:
            state = game.fold(state, event)
        cue = game.cue(state)
        if cue is None or isinstance(cue, End):
            return state
        if isinstance(cue, Ask):
            assert state.question is not None
            result = game.take(state, people(chance, state, state.question))
        else:
            result = game.went(state)


@pytest.mark.parametrize("first", range(0, 200, SHARE))
def test_a_game_played_quietly_ends_as_the_same_game_played_aloud(first: int) -> None:
    for number in range(first, first + SHARE):
        chance, again = chance_of(5, number), chance_of(5, number)
        setup = gather(chance, SCRIPT)
        assert gather(again, SCRIPT) == setup
        game = Ktulu(setup, SCRIPT)
        people = (sensible, wild)[number % 2]
        *_, last = acts(game, begin(game, chance), chance, people)
        assert aloud(game, again.getrandbits(32), people, again) == last.state
        assert last.state.winner


def test_nothing_goes_out_at_a_quiet_table() -> None:
    game = Ktulu(simulating.line_up(12, 1), SCRIPT)
    chance = chance_of(1, 1)
    for act in acts(game, begin(game, chance), chance, sensible):
        assert act.state.queue == ()
        assert (act.state.question is None) == bool(act.state.winner)


# ---- Tables ----


def test_gathered_tables_are_of_all_kinds_and_can_be_played() -> None:
    setups = [gather(chance_of(1, number), SCRIPT) for number in range(400)]
    for setup in setups:
        faults = [problem for problem in proofread_setup(setup, SCRIPT, "table") if not problem.warning]
        assert faults == []
    for key in fields(HouseRules):
        drawn = {getattr(setup.rules, key.name) for setup in setups}
        assert key.default in drawn
        assert len(drawn) > 1, key.name
    assert {len(setup.cards) for setup in setups} == {*range(8, 31)}
    assert {card for setup in setups for card in setup.cards} == {*SCRIPT.roles}
    assert {setup.policy for setup in setups} == {"masked", "private", "open"}
    assert {setup.dice for setup in setups} == {"engine", "table"}
    assert any(len(factions_of(Ktulu(setup, SCRIPT))) == len(SCRIPT.factions) for setup in setups)


def deals(game: Ktulu) -> set[tuple[str, ...]]:
    return {
        next(acts(game, begin(game, chance), chance, sensible)).state.cards
        for chance in map(partial(chance_of, 1), range(5))
    }


def test_fixed_cards_stay_and_listed_cards_are_dealt_anew() -> None:
    demo = tables.load_table(places.shipped("setups") / "demo.toml")
    assert deals(demo.game()) == {tuple(player.card for player in demo.setup.player)}
    small = tables.load_table(places.shipped("setups") / "small.toml")
    assert len(deals(small.game())) == 5


# ---- Counting ----


def test_the_same_seed_gives_the_same_result_whatever_the_jobs() -> None:
    game = Ktulu(simulating.line_up(8, 1), SCRIPT)
    games = 2 * ROUND + 7
    results = []
    for jobs in (1, 2):
        total = Tally()
        for part in tournament(game, games, 9, jobs):
            total.join(part)
        results.append(as_data(total, factions_of(game)))
    alone = tallied(play(game, chance_of(9, number), sensible) for number in range(games))
    assert results == [as_data(alone, factions_of(game))] * 2
    other = tallied(play(game, chance_of(10, number), sensible) for number in range(games))
    assert other != alone


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [(10, 20, 0.2993, 0.7007), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 1000, 0.0002, 0.0056), (0, 0, 0, 1)],
)
def test_intervals_are_wilson_s(count: int, games: int, low: float, high: float) -> None:
    assert wilson(count, games) == pytest.approx((low, high), abs=5e-5)


def test_quantiles_are_numbers_that_were_counted() -> None:
    nights = Tally().nights
    nights.update([1, 2, 2, 3, 9])
    assert [quantile(nights, percent) for percent in (5, 20, 21, 50, 80, 81, 100)] == [1, 1, 2, 2, 3, 9, 9]


# ---- The command ----


def test_the_command_prints_a_table_json_and_a_plot(tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    options = ["simulate", "--line-up", "12", "--games", "60", "--jobs", "1"]
    done = run([*options, "--json", "--plot", str(plot)])
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert data["games"] == 60 == sum(win["games"] for win in data["wins"].values())
    assert data["unfinished"] == 0
    assert sum(data["nights"]["games"].values()) == 60
    assert data["statue"]["held"]["bandits"] == 1.0
    texts = [text.text or "" for text in ElementTree.parse(plot).iter("{http://www.w3.org/2000/svg}text")]
    shown = run(options).stdout
    for faction in ("town", "bandits", "indians"):
        rate = f"{100 * data['wins'][faction]['rate']:.1f}%"
        assert rate in texts
        assert next(line for line in shown.splitlines() if faction in line).count(rate)
    assert "ufos" not in shown


def test_ctrl_c_gives_what_has_been_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(*given: Any) -> Iterator[Tally]:
        yield next(iter(tournament(*given)))
        raise KeyboardInterrupt

    monkeypatch.setattr(simulating, "tournament", broken_off)
    done = run(["simulate", "small", "--games", "1000", "--jobs", "1", "--json"])
    assert done.exit_code == 130
    assert json.loads(done.stdout)["games"] == ROUND
    assert f"after {ROUND} of 1000" in done.stderr


def test_a_plot_that_cannot_be_written_is_no_traceback(tmp_path: Path) -> None:
    done = run(["simulate", "small", "--games", "1", "--plot", str(tmp_path / "no" / "plot.svg")])
    assert "cannot be written" in str(done.exception)


@pytest.mark.parametrize("table", [[], ["small", "--line-up", "12"]])
def test_one_table_must_be_named(table: list[str]) -> None:
    assert "name either" in str(run(["simulate", *table]).exception)


# ---- Every law can be broken ----

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
GAME = Ktulu(seated(CARDS), SCRIPT)


def night(call: str = "", role: str = "", actors: tuple[int, ...] = (), **changes: Any) -> State:
    """Give a table in the second night, the statue with the boss."""
    turn = Turn(call, role, actors) if call else None
    state = State(script=SCRIPT, setup=GAME.setup, cards=CARDS, phase="night", night=2, holder=BOSS, turn=turn)
    return changed(state, **changes)


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


def hanging(*, town_hangs: bool) -> Setup:
    return replace(GAME.setup, rules=replace(GAME.setup.rules, town_hangs=town_hangs))


BREACHES: list[tuple[laws.Law, State, Any, State]] = [
    (laws.nothing_happens_after_the_end, night(winner="town"), e.Waited(), night()),
    (laws.nobody_is_both_dead_and_escaped, night(), e.Escaped(KALI), night(**dead(KALI), escaped=frozenset([KALI]))),
    (laws.the_statue_never_vanishes, night(), e.Killed(BOSS, ""), night(holder=0)),
    (laws.counts_stay_within_their_limits, night(), e.Signalled(), night(signals=4)),
    (laws.counts_stay_within_their_limits, day(), e.DuelBegan(), day(Today(duels=3))),
    (laws.the_dead_and_the_sleeping_do_not_act, night(**dead(SHAMAN)), e.CallOpened("", "", (SHAMAN,)), night()),
    (
        laws.the_dead_and_the_sleeping_do_not_act,
        night(asleep=frozenset([SHAMAN])),
        e.CallOpened("", "", (SHAMAN,)),
        night(),
    ),
    (laws.only_the_living_die_and_no_safe_ones_at_night, night(jailed=BOSS), e.Killed(BOSS, ""), night()),
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
    (laws.nobody_is_guarded_twice_running, night(ward_last_night=BOSS), e.Guarded(BOSS), night()),
    (laws.nights_follow_each_other, day(), e.NightBegan(4), night()),
    (laws.ufos_signal_with_the_statue, night(holder=UFO, planted=True), e.Signalled(), night()),
    (laws.fugitives_scrape_their_own_statue, night(), e.Scraped(), night()),
    (laws.a_body_is_not_hit, night(**dead(BOSS)), e.StatueHit(), night()),
    (laws.the_living_duel, day(Today(duels=2)), e.Challenged(BOSS, KALI), day()),
    (laws.the_living_duel, day(**dead(KALI)), e.Challenged(BOSS, KALI), day()),
    (laws.duels_are_refused_under_a_sheriff, day(**dead(SHERIFF)), e.DuelRefused(), day()),
    (
        laws.a_lone_gunslinger_wins_unless_a_judge_speaks,
        day(Today(duel=(GUNSLINGER, KALI))),
        e.Doomed((GUNSLINGER,)),
        day(),
    ),
    (laws.a_lone_gunslinger_wins_unless_a_judge_speaks, day(Today(duel=(BOSS, KALI))), e.Doomed((UFO,)), day()),
    (laws.the_town_searches_once_a_day, day(), e.Searched((1, 2, 3)), day()),
    (laws.the_town_searches_once_a_day, day(poisoned=UFO), e.Searched((1,)), day()),
    (laws.the_town_searches_once_a_day, day(Today(voted=True)), e.Searched((1,)), day()),
    (laws.the_town_hangs_one_of_the_searched, day(Today(searched=(1,))), e.Condemned((2,)), day()),
    (
        laws.the_town_hangs_one_of_the_searched,
        day(Today(searched=(1,)), setup=hanging(town_hangs=False)),
        e.Condemned((1,)),
        day(),
    ),
    *[(laws.wins_are_earned, night(), e.Won(winner, rule), night(winner=winner)) for winner, rule in WINS.items()],
    (laws.wins_are_earned, night(holder=SHERIFF), e.Won("town", "R91"), night(winner="town")),
]


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: breach[0].__name__)
def test_what_breaks_a_law_is_seen(breach: tuple[laws.Law, State, Any, State]) -> None:
    law, before, event, after = breach
    assert not law(before, event, after)


OFFENCES: list[tuple[offers.Law, State, e.Asked]] = [
    (offers.the_dead_and_the_sleeping_are_not_asked, night(**dead(BOSS)), asked("kill", (BOSS,), 1)),
    (offers.the_dead_and_the_sleeping_are_not_asked, night(asleep=frozenset([BOSS])), asked("kill", (BOSS,), 1)),
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
    (offers.the_ward_is_a_new_one, night(ward_last_night=KALI), asked("guard", (BODYGUARD,), KALI)),
    (offers.votes_are_as_many_as_voters, day(), asked("day.votes", "all", *range(10), kind="count")),
    (
        offers.no_more_may_be_named_than_the_rules_say,
        night(),
        asked("clean", (KALI,), 1, 2, 3, kind="seats", most=3),
    ),
    (offers.the_program_rolls_its_own_dice, night(), asked("roll", "moderator", "yes", "no", kind="yes-no")),
    (offers.the_holder_lives_or_died_tonight, day(**dead(BOSS)), asked("day", "all", "night", kind="choice")),
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
    act = next(acts(GAME, state, chance, sensible))
    act.emit(e.Killed(BOSS, "kill"))
    act.emit(e.Killed(BOSS, "kill"))
    with pytest.raises(LawBroken, match="only_the_living_die"):
        witness.see(act)
