"""What is only spoken at night: to all, whoever can act, in its nights, and by what all know alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from narrator.computer.texts import texts_of
from narrator.computer.toml_reader import build
from narrator.cues import Say
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.ktulu.setup import Player, Script, Setup
from narrator.games.night.printed.printing import sheet_of
from narrator.games.night.proofreading import proofread_script
from narrator.games.night.script.setup import Policy
from narrator.games.table import Table
from narrator.paper.night import night_text

from tests.any_game.evening import begun, whole_evening
from tests.own_script import DATA
from tests.secrecy.twins.pairs import Report, compare

STORM = {"id": "storm", "nights": [2], "line": ["Nad prerią szaleje burza."]}
GHOST = {"id": "ghost.town", "line": ["Po ulicy toczy się krzak."], "when": ["holds bandits"]}
"""One within the bandits' block, where eyes are open; the other comes by what is believed."""

CARDS = ("sheriff", "bodyguard", "boss", "avenger", "chief", "townsman", "townsman")


def with_calls(storm: dict[str, Any] = STORM, ghost: dict[str, Any] = GHOST) -> Script:
    """The shipped script with two calls for nobody: after the drunkard's, and where the bandits are awake."""
    night: list[dict[str, Any]] = []
    for call in DATA["night"]:
        night += [call, *([storm] if call["id"] == "drunkard.drink" else [])]
        night += [ghost] if call["id"] == "bandits.search" else []
    return build({**DATA, "night": night}, Script, "script")


SCRIPT = with_calls()


def table(policy: Policy, script: Script = SCRIPT) -> Table[Any, Any]:
    players = tuple(Player(name=f"Gracz {seat}", card=card) for seat, card in enumerate(CARDS, 1))
    return Table(KtuluPackage(), Setup(policy=policy, player=players), script, [])


def heard(policy: Policy, seed: int) -> list[tuple[int, str]]:
    """Every line of the nights of a random game: the night, and the line's id."""
    cues = (game.cue(state) for game, state in whole_evening(table(policy), Random(seed)))
    return [(cue.at.night, cue.line.rpartition(".")[0]) for cue in cues if isinstance(cue, Say) and cue.at.dark]


def test_the_script_has_no_fault() -> None:
    assert proofread_script(SCRIPT, "script") == []


@pytest.mark.parametrize("policy", ["masked", "private", "open"])
def test_it_is_said_in_its_nights_whoever_acts(policy: Policy) -> None:
    late = 0
    for seed in range(12):
        lines = heard(policy, seed)
        last = max(night for night, _ in lines)
        stormy = [night for night, line in lines if line == "storm.line"]
        assert {*stormy} <= {2}
        assert stormy or last < 2 or (2, "bandits.wake.wake") not in lines
        late += bool(stormy)
    assert late


def test_what_is_believed_decides() -> None:
    came: list[bool] = []
    for seed in range(12):
        lines = heard("masked", seed)
        for night in {night for night, line in lines if line == "bandits.sleep.sleep"}:
            came.append((night, "ghost.town.line") in lines)
            assert came[-1] is ((night, "bandits.statue.line") in lines)
    assert {*came} == {True, False}


def test_no_secret_decides_whether_it_is_said() -> None:
    report = Report()
    for number in range(4):
        report.join(compare(SCRIPT, f"storm {number}", twins=4, most=9))
    assert not report.leaks, report.leaks[0]
    assert {"storm.line", "ghost.town.line"} <= {*report.lines}


def test_paper_has_it_for_all() -> None:
    sheet = sheet_of(table("masked"), 3, texts_of("pl", *KtuluPackage.folders))
    stormy, quiet = (night_text(sheet, number, texts_of("pl")) for number in (2, 1))
    assert "Do wszystkich\n      Nad prerią szaleje burza." in stormy
    assert "burza" not in quiet


def test_who_leads_sees_it_coming() -> None:
    game = Ktulu(table("masked").setup, SCRIPT)
    state = begun(game, 1)
    planned = {one.call.id: one for one in game.tonight(replace_night(state), [])}
    assert planned["storm"].call.question == "Nad prerią szaleje burza."
    assert planned["storm"].why == "other-night"


def replace_night(state: Any) -> Any:
    """The state as the first night begins."""
    copied = state.copy()
    copied.phase, copied.night = "night", 1
    return copied


def faults(**changes: Any) -> list[str]:
    return [str(one) for one in proofread_script(with_calls({**STORM, **changes}), "s")]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"line": []}, 's: night[storm]: line: nobody is called and nothing is said → write line = ["…"]'),
        ({"nights": [0]}, "s: night[storm]: nights: it is night 0 in which it is never spoken → nights are 1 to 20"),
        (
            {"when": ["sole-active"]},
            "s: night[storm]: when[1]: sole-active is about whoever is called, and here nobody is"
            " → known to all are: from-night, rule, holds, took-over",
        ),
        (
            {"wake": ["Otwórzcie oczy."]},
            "s: night[storm]: who: nobody is called"
            " → name a faction or roles; or leave in nothing but line, and it is only spoken",
        ),
        (
            {"who": ["sheriff"], "id": "sheriff.storm"},
            "s: night[sheriff.storm]: their eyes are closed → add wake, or move it below a call that wakes them",
        ),
    ],
)
def test_it_has_words_and_no_people(changes: dict[str, Any], told: str) -> None:
    assert told in faults(**changes)
