"""Line-ups: sizes as the table has them, cards that can play together, nothing left to warn of."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.errors import BadData
from narrator.games.night.flow.own_rules import line_ups_of
from narrator.games.night.loading import load_script, shipped_script
from narrator.games.night.proofreading import proofread_setup
from narrator.games.night.script.line_ups import LineUps
from narrator.games.night.script.setup import Player, Setup

from tests.book_line_ups import LINE_UPS

SCRIPT = shipped_script()
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


@pytest.mark.parametrize("players", range(12, 31))
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
