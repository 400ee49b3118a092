"""Line-ups: sizes as the table has them, cards that can play together, nothing left to warn of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.errors import BadData, Problem
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.night.flow.own_rules import line_ups_of
from narrator.games.night.loading import load_script, shipped_script
from narrator.games.night.proofreading import proofread_setup
from narrator.games.night.proofreading.cards import proofread_line_ups, proofread_suggested
from narrator.games.night.script.line_ups import LineUps
from narrator.games.night.script.script import Script
from narrator.games.night.simulation.rehearsal import tables
from narrator.games.night.simulation.tournament import line_up

from tests.book_line_ups import LINE_UPS
from tests.sweeps import every

SCRIPT = shipped_script()
WEREWOLF = shipped_script("werewolf")
SCRIPTS = {script.id: script for script in (SCRIPT, WEREWOLF)}
CONTROVERSIAL = {"gambler", "quiet-foot", "doctor", "judge", "blackmailer", "seducer"}
UNAVOIDABLE = "more than 20 players"


def problems(cards: tuple[str, ...]) -> list[str]:
    players = tuple(Player(name=f"Gracz {seat}") for seat in range(1, len(cards) + 1))
    return [str(problem) for problem in proofread_setup(Setup(player=players, cards=cards), SCRIPT, "table")]


def factions(cards: tuple[str, ...]) -> dict[str, int]:
    return dict(Counter(SCRIPT.roles[card].faction for card in cards))


@pytest.mark.parametrize("players", range(8, 31))
def test_a_suggested_line_up_leaves_nothing_to_say(players: int) -> None:
    for seed in range(20):
        cards = LINE_UPS.suggest(players, seed)
        assert len(cards) == players
        assert factions(cards) == LINE_UPS.sizes_for(players)
        assert [problem for problem in problems(cards) if UNAVOIDABLE not in problem] == []
        assert not CONTROVERSIAL & {*cards}


def test_sizes_are_the_table_s() -> None:
    assert LINE_UPS.sizes_for(8) == {"town": 3, "bandits": 3, "indians": 2}
    assert LINE_UPS.sizes_for(12) == {"town": 5, "bandits": 4, "indians": 3}
    assert LINE_UPS.sizes_for(17) == {"town": 7, "bandits": 5, "indians": 5}
    assert LINE_UPS.sizes_for(18) == {"town": 6, "bandits": 4, "indians": 5, "ufos": 3}
    assert LINE_UPS.sizes_for(30) == {"town": 13, "bandits": 6, "indians": 7, "ufos": 4}
    assert all(sum(LINE_UPS.sizes_for(players).values()) == players for players in range(8, 31))


@pytest.mark.parametrize("players", [0, 7, 31])
def test_other_numbers_have_no_line_up(players: int) -> None:
    with pytest.raises(BadData, match=f"{players} players"):
        LINE_UPS.suggest(players, 1)


def test_traditional_roles_come_before_others() -> None:
    for seed in range(20):
        assert {"drunkard", "avenger", "thief", "chief"} <= {*LINE_UPS.suggest(12, seed)}


def test_line_ups_differ_by_seed_alone() -> None:
    assert LINE_UPS.suggest(16, 1) == LINE_UPS.suggest(16, 1)
    assert len({LINE_UPS.suggest(16, seed) for seed in range(10)}) > 3


@pytest.mark.parametrize("players", every(3, range(12, 31)))
@pytest.mark.parametrize("extra", [("ufos",), ("luke",), ("fugitives",), ("gods",), ("ufos", "luke")])
def test_extra_factions_find_their_seats(players: int, extra: tuple[str, ...]) -> None:
    cards = LINE_UPS.suggest(players, 1, extra)
    assert len(cards) == players
    assert {*factions(cards)} == {"town", "bandits", "indians", *extra}
    assert [problem for problem in problems(cards) if UNAVOIDABLE not in problem] == []


def test_extra_factions_do_not_crowd_out_the_key_roles() -> None:
    with pytest.raises(BadData, match="too few"):
        LINE_UPS.suggest(8, 1, ("gods",))
    with pytest.raises(BadData, match="not an extra faction"):
        LINE_UPS.suggest(12, 1, ("town",))


def test_every_role_named_here_is_in_the_script() -> None:
    named = {role for roles in (*LINE_UPS.first.values(), *LINE_UPS.more.values()) for role in roles}
    assert named <= SCRIPT.roles.keys()
    # drunken-judge is not dealt beside the drunkard
    assert {*SCRIPT.roles} - named == CONTROVERSIAL | {*LINE_UPS.plain.values()} | {"drunken-judge"}
    for faction, roles in LINE_UPS.more.items():
        assert {SCRIPT.roles[role].faction for role in roles} == {faction}


def test_a_variant_suggests_other_cards(tmp_path: Path) -> None:
    sizes = "[line-ups.sizes]\n5 = { bandits = 1 }\n10 = { indians = 5 }\n"
    own = 'format = 1\nextends = "ktulu"\n[line-ups]\nmost = 12\n[line-ups.first]\ntown = ["doctor", "mayor"]\n'
    (tmp_path / "ours.toml").write_text(own + sizes, encoding="utf-8")
    script = load_script(tmp_path / "ours.toml")
    suggested = line_ups_of(script)
    assert (suggested.fewest, suggested.most) == (5, 12)
    assert suggested.sizes_for(7) == {"town": 6, "bandits": 1}
    assert suggested.sizes_for(10) == {"town": 2, "bandits": 3, "indians": 5}, "a row is changed faction by faction"
    cards = suggested.suggest(5, 1, sides=script.sides)
    assert {"doctor", "mayor", "boss"} <= {*cards}
    assert "sheriff" not in cards


def test_a_script_that_says_nothing_of_them_has_the_games() -> None:
    assert line_ups_of(replace(SCRIPT, line_ups=LineUps())) == LINE_UPS


def refused(script: Script, players: int, seed: int) -> list[str]:
    """Why the suggested table cannot be played, if it cannot."""
    setup = replace(line_up(players, seed, script), names=next(iter(script.vocabulary)))
    return [str(problem) for problem in proofread_setup(setup, script, "table") if not problem.warning]


@pytest.mark.parametrize(
    ("script", "side", "role"),
    [
        (script, side, role)
        for script in (SCRIPT, WEREWOLF)
        for side, roles in script.line_ups.more.items()
        for role in roles
    ],
    ids=lambda one: one if isinstance(one, str) else one.id,
)
def test_a_role_that_is_always_in_is_not_drawn_again(script: Script, side: str, role: str) -> None:
    theirs = script.line_ups
    first = theirs.first | {side: (*theirs.first.get(side, ()), role)}
    ours = replace(script, line_ups=replace(theirs, first=first))
    assert found(ours) == []
    for players in range(theirs.fewest, theirs.most + 1, 4):
        assert refused(ours, players, 1) == []
    assert [*tables(ours)] == [*tables(script)], "check plays it at every usual size"


@st.composite
def scripts(draw: st.DrawFn, name: str) -> Script:
    """The script with other line-ups, and without some of its roles."""
    script = SCRIPTS[name]
    gone = draw(st.sets(st.sampled_from([*script.roles]), max_size=6)) - {"boss", "villager", "werewolf"}
    left = tuple(role for role in script.role if role.id not in gone)
    sides = [*dict.fromkeys(role.faction for role in left)]
    theirs = {side: st.sampled_from([role.id for role in left if role.faction == side]) for side in sides}
    lists = st.fixed_dictionaries({}, optional={side: st.lists(one, max_size=4) for side, one in theirs.items()})
    rows = st.dictionaries(st.sampled_from(sides), st.integers(0, 3), min_size=1, max_size=3)
    least = {"3": {sides[1]: 1}} if draw(st.booleans()) else {}
    usual = {role.faction: role.id for role in left if role.many}
    line_ups = LineUps(
        rest=draw(st.sampled_from(sides)),
        most=draw(st.integers(5, 16)),
        sizes=least | draw(st.dictionaries(st.integers(6, 14).map(str), rows, min_size=1, max_size=4)),
        first={side: (*roles,) for side, roles in draw(lists).items()},
        more={side: (*roles,) for side, roles in draw(lists).items()},
        drawn=draw(st.dictionaries(st.sampled_from(sides), st.integers(3, 16))),
        plain={side: usual[side] for side in draw(st.sets(st.sampled_from(sides))) if side in usual},
    )
    return replace(script, role=left, line_ups=line_ups)


def found(script: Script) -> list[Problem]:
    """What `check` says of the line-ups."""
    problems = [*proofread_line_ups(script, "ours.toml")]
    sound = all(problem.warning for problem in problems)
    return [*problems, *(proofread_suggested(script, "ours.toml") if sound else ())]


def accepted(script: Script) -> Iterator[int]:
    """The numbers of players of which `check` has nothing to say."""
    problems = found(script)
    few = re.search(r"too few roles for (\d+)", str([str(problem) for problem in problems]))
    if all(problem.warning for problem in problems):
        yield from range(script.line_ups.fewest, int(few[1]) if few else script.line_ups.most + 1)


@pytest.mark.parametrize("script", [SCRIPT, WEREWOLF], ids=lambda script: script.id)
def test_what_check_accepts_can_be_dealt(script: Script) -> None:
    tried = Counter[bool]()

    @settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
    @given(scripts(script.id), st.integers(0, 99))
    def each(ours: Script, seed: int) -> None:
        sizes = [*accepted(ours)]
        tried[bool(sizes)] += 1
        for players in sizes[:1] + sizes[-1:]:
            assert refused(ours, players, seed) == []

    each()
    assert {*tried} == {True, False}, "some are accepted, some are not"


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"more": {"village": ("hunter", "cupid", "hunter")}}, "more: village: only one player may be the hunter"),
        ({"first": {"village": ("seer", "seer")}}, "first: village: only one player may be the seer"),
        ({"sizes": {"5": {"wolves": 0}, "8": {"wolves": 2}}}, "5 players: all cards are of one faction"),
        ({"sizes": {"5": {"wolves": 2}, "8": {"loner": 7}}}, "sizes: 8: these are more than play at 8 players"),
        ({"most": 4}, "sizes: there is no line-up for 5 players"),
    ],
)
def test_line_ups_that_cannot_be_dealt_are_a_fault(changes: dict[str, object], fault: str) -> None:
    ours = replace(WEREWOLF, line_ups=replace(WEREWOLF.line_ups, **changes))  # type: ignore[arg-type]
    (problem,) = found(ours)
    assert fault in str(problem)
    assert not problem.warning


def test_larger_tables_without_cards_are_a_warning() -> None:
    few = replace(WEREWOLF, line_ups=replace(WEREWOLF.line_ups, plain={"wolves": "werewolf"}, most=60))
    ours = replace(few, role=tuple(role for role in few.role if role.id != "villager"))
    (problem,) = found(ours)
    assert "too few roles for" in str(problem)
    assert problem.warning


def test_a_number_holds_until_a_later_row_names_the_faction() -> None:
    suggested = LineUps(
        rest="town", most=20, sizes={"8": {"sect": 2, "bandits": 2}, "10": {"bandits": 3}, "14": {"sect": 0}}
    )
    assert suggested.sizes_for(9) == {"town": 5, "sect": 2, "bandits": 2}
    assert suggested.sizes_for(12) == {"town": 7, "sect": 2, "bandits": 3}
    assert suggested.sizes_for(14) == {"town": 11, "bandits": 3}
