"""What is added takes no more than the docs say: a role, a power, a way to win, a step of the day, a game.

Each is put where docs/scripts.md and CONTRIBUTING.md say, checked, and played by the program.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from narrator.games import registry

from tests import forking
from tests.program import at_home

TESTS = Path(__file__).parent
BASE = 'format = 1\nextends = "wolves.toml"\nlanguage = "en"\n'


class Addition(NamedTuple):
    """Something new: its Python and the module in which that is, what a script says of it, and a game with it."""

    script: str
    cards: str
    said: str
    python: str = ""
    module: str = ""


def role(id_: str, call: str, faction: str = "village") -> str:
    """A new role, and its call each night."""
    name = id_.capitalize()
    return f"""
[new-role.{id_}]
faction = "{faction}"
name = "{name}"
cases = {{ voc = "{name}" }}
does = "A power of its own."

[[order]]
add = "night/{id_}.acts"
after = "seer.look"
who = ["{id_}"]
wake = ["{{{id_}.voc}}, open your eyes."]
line = ["Now it is your turn."]
sleep = ["{{{id_}.voc}}, close your eyes."]
{call}
"""


ROLE = Addition(
    role("scribe", 'ask = "seat"\ndo = "learn-card"\nprompt = "Whose card does the scribe read?"'),
    "scribe villager villager villager wolf",
    "ready night 5 2",
)

EFFECT = Addition(
    role("medium", 'do = "learn-hanged"\nshows = ["wolves"]'),
    "medium villager villager villager wolf",
    "ready night 2 hang 3 night",
    '''
@effect(answer="none", tells=1, shows=True, lines=dict.fromkeys(("tell.one-of-them", "tell.not-one"), PERSON))
def learn_hanged(draft: Draft) -> None:
    """Tell whether who was hanged today is one of those that the call shows."""
    for seat in draft.state.today.condemned:
        found = draft.state.has_any(seat, _shown_by(draft))
        draft.tell(draft.actors, "tell.one-of-them" if found else "tell.not-one", seat=seat, found=found)
''',
    "narrator.games.night.effects",
)

WAY = Addition(
    """
[new-faction.rope]
name = "Rope"
cases = { nom = "the rope" }
aim = "You win once you are hanged."
wins = ["hanged"]

[new-role.tanner]
faction = "rope"
name = "Tanner"
many = true
does = "You are tired of it all."

[new-line."win.rope"]
text = ["That was the plan. Victory goes to {rope.nom}."]
""",
    "tanner villager villager villager villager wolf",
    "ready night 2 hang 1",
    '''
@way()
def hanged(state: State, faction: str) -> bool:
    """Somebody of the faction was hanged today."""
    return any(state.card(seat) in state.cards_of(faction) for seat in state.today.condemned)
''',
    "narrator.games.night.flow.winning",
)

STEP = Addition(
    """
[day]
steps = ["timer", "hang", "exile"]

[new-line."ask.day.exile"]
text = ["Who has to go?"]

[new-line."day.exiled"]
text = ["Sent away is number {seat}, {name}."]
""",
    "villager villager villager villager wolf",
    "ready exile 5",
    '''
from narrator.games.night.events import Asked
from narrator.games.night.flow.deaths import die
from narrator.games.night.flow.effects import PERSON
from narrator.games.night.flow.steps import asks_seat, day_step, step
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State


@day_step("exile", {"ask.day.exile": (), "day.exiled": PERSON}, {})
def may_exile(_draft: Draft) -> tuple[str, ...]:
    """Somebody can be sent away at any time."""
    return ("exile",)


asks_seat("exile", State.living, optional=True, final=True)


@step("day.exile")
def exile(draft: Draft, said: str, _asked: Asked) -> None:
    """Who is sent away is out."""
    if said != "none":
        draft.announce("day.exiled", seat=int(said))
        die(draft, [int(said)], "exile")
''',
    "narrator.games.night.day.exile",
)

PUT = """import sys, types
module = sys.modules.get({module!r}) or types.ModuleType({module!r})
sys.modules[{module!r}] = module
exec(compile({python!r}, {module!r}, "exec"), vars(module))
"""
"""Code that has a module end with what is added, or a new module imported."""


def run(one: Addition, folder: Path, *arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program with the addition."""
    added = PUT.format(module=one.module, python=one.python) if one.python else ""
    return forking.run(f"{added}\n{forking.NARRATOR}", arguments, said, folder, at_home(folder))


def played(one: Addition, folder: Path) -> list[dict[str, Any]]:
    """What goes out in the game, of which `check` has nothing to say."""
    (folder / "wolves.toml").write_bytes((TESTS / "wolves" / "wolves.toml").read_bytes())
    (folder / "ours.toml").write_text(f"{BASE}{one.script}", "utf-8")
    seats = "".join(f'[[player]]\nname = "P{n}"\ncard = "{card}"\n' for n, card in enumerate(one.cards.split(), 1))
    head = 'format = 1\ngame = "night"\nlanguage = "en"\nscript = "ours.toml"\n'
    (folder / "table.toml").write_text(f"{head}{seats}", "utf-8")
    checked = run(one, folder, "check", "ours.toml", "--games", "0")
    assert (checked.returncode, checked.stderr, "uwaga" in checked.stdout) == (0, "", False), checked.stdout
    done = run(one, folder, "play", "table.toml", "--headless", said=one.said.replace(" ", "\n"))
    assert (done.returncode, done.stderr) == (0, "")
    cues = [json.loads(line) for line in done.stdout.splitlines()]
    assert [cue for cue in cues if cue["cue"] == "refused"] == []
    return cues


def results(cues: list[dict[str, Any]]) -> list[tuple[list[int], dict[str, Any]]]:
    """The private results of the nights after the first."""
    return [(cue["to"], cue["data"]) for cue in cues if cue["cue"] == "tell" and cue["night"]]


def test_a_role_is_no_python(tmp_path: Path) -> None:
    assert results(played(ROLE, tmp_path)) == [([1], {"seat": 5, "card": "wolf"})]


def test_a_power_is_a_function(tmp_path: Path) -> None:
    assert results(played(EFFECT, tmp_path)) == [([1], {"seat": 3, "found": False})]


def test_a_way_to_win_is_a_function(tmp_path: Path) -> None:
    *_, end = played(WAY, tmp_path)
    assert (end["cue"], end["data"]["winner"], end["data"]["rule"]) == ("end", "rope", "hanged")


def test_a_step_of_the_day_is_a_module(tmp_path: Path) -> None:
    cues = played(STEP, tmp_path)
    assert [cue["text"] for cue in cues if cue.get("line", "").startswith("day.exiled")] == [
        "Sent away is number 5, P5."
    ]
    assert cues[-1]["data"]["winner"] == "village"


@pytest.mark.parametrize(("one", "word"), [(EFFECT, "learn-hanged"), (WAY, "hanged"), (STEP, "exile")])
def test_without_its_python_check_says_what_is_not_there(one: Addition, word: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=f"ours.toml:.*{word}"):
        played(one._replace(python=""), tmp_path)


def installed(folder: Path, module: str, package: str) -> str:
    """Code that runs the program with the module of this name installed beside it."""
    info = folder / "site" / f"{module}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[{registry.INSTALLED}]\n{module} = {module}:{package}\n", "utf-8")
    return f"import sys; sys.path.insert(0, {str(folder / 'site')!r})\n{forking.NARRATOR}"


def test_a_game_with_open_eyes_is_a_file(tmp_path: Path) -> None:
    """With its lines inside, and an entry point; one with closed eyes is a script (tests/test_own_games.py)."""
    code = installed(tmp_path, "pile", "PilePackage")
    (tmp_path / "site" / "pile.py").write_bytes((TESTS / "own_games" / "pile.py").read_bytes())
    (tmp_path / "table.toml").write_text(
        'format = 1\ngame = "pile"\nlanguage = "en"\n[[player]]\nname = "Ann"\n[[player]]\nname = "Ben"\n', "utf-8"
    )
    for words in (("check", "table.toml"), ("play", "table.toml", "--headless")):
        done = forking.run(code, words, "3\nundo\n2\n4\n3\n3\n1\n", tmp_path, at_home(tmp_path))
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
    cues = [json.loads(line) for line in done.stdout.splitlines()]
    assert [cue["answer"] for cue in cues if cue["cue"] == "refused"] == ["4"]
    assert cues[-1]["data"] == {"winner": "2", "rule": "last"}


OWN_RULES = f"""
from narrator.games.night.script import script, setup
from narrator.values import dataclass, field
from narrator.games.night.flow.own_rules import RULES
from narrator.games.night.flow.winning import way
from narrator.games.night.package import NightPackage
from narrator.games.night.plain import NightRules
from narrator.games.night.state.state import State


@dataclass(frozen=True, kw_only=True)
class HouseRules(setup.HouseRules):
    eclipses: int = setup.rule(1)

@dataclass(frozen=True, kw_only=True)
class Setup(setup.Setup):
    rules: HouseRules = field(default_factory=HouseRules)

@dataclass(frozen=True, kw_only=True, eq=False)
class Script(script.Script):
    rules: HouseRules = field(default_factory=HouseRules)

class MoonRules(NightRules):
    '''What its rules say otherwise: only what may be set.'''
    setup, script = Setup, Script

RULES["moon"] = MoonRules()
{WAY.python}

class MoonPackage(NightPackage):
    id = root = "moon"
"""


def test_a_game_of_nights_with_rules_of_its_own_is_a_file_and_a_script(tmp_path: Path) -> None:
    code = installed(tmp_path, "moon", "MoonPackage")
    (tmp_path / "site" / "moon.py").write_text(OWN_RULES, "utf-8")
    wolves = (TESTS / "wolves" / "wolves.toml").read_text("utf-8").replace('game = "night"', 'game = "moon"')
    (tmp_path / "moon.toml").write_text(wolves.replace('"parity"', '"parity", "hanged"'), "utf-8")
    cards = enumerate((*["villager"] * 5, "wolf", "wolf"), 1)
    seats = "".join(f'[[player]]\nname = "P{n}"\ncard = "{card}"\n' for n, card in cards)
    head = 'format = 1\ngame = "moon"\nlanguage = "en"\nscript = "moon.toml"\n'
    (tmp_path / "odd.toml").write_text(f"{head}{seats}[rules]\ndrinks = 1\n", "utf-8")
    refused = forking.run(code, ("check", "odd.toml"), "", tmp_path, at_home(tmp_path))
    assert "rules: drinks: " in refused.stdout
    assert "dead, eclipses, from_players, no_self_target, self_target;" in refused.stdout
    (tmp_path / "table.toml").write_text(f"{head}{seats}[rules]\neclipses = 2\n", "utf-8")
    for words in (("check", "table.toml"), ("play", "table.toml", "--headless")):
        done = forking.run(code, words, "ready\nnight\n1\nhang\n7\n", tmp_path, at_home(tmp_path))
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
    end = json.loads(done.stdout.splitlines()[-1])["data"]
    assert (end["winner"], end["rule"]) == ("wolves", "hanged")
