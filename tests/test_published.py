"""Judged by what is not ours: line-ups that others published are dealt, checked, and led to their end."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from narrator.cues import Ask, End
from narrator.games.night.game import NightGame
from narrator.games.night.loading import load_script
from narrator.games.night.simulation.evening import chance_of
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tournament import line_up
from narrator.play.loading import load_table, read_setup

from tests.any_game.evening import after, begun, said
from tests.checked import faults_of
from tests.invariants.witness import watched
from tests.program import at_home, narrator

PAGE = Path(__file__).parent.parent / "docs" / "published.md"
FILES = {text.split()[1]: text for text in re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)}
PUBLISHED = {
    "mind-game": {6: (2, "seer"), 8: (2, "seer"), 10: (2, "seer"), 14: (2, "seer")},
    "ultimate": {6: (1, "seer"), 8: (1, "seer"), 9: (2, "seer"), 11: (2, "seer"), 12: (3, "seer"), 15: (3, "seer")},
    "lupus": {8: (2, "seer"), 10: (2, "seer"), 11: (2, "seer guardian"), 13: (2, "seer guardian mason mason")},
    "hollow": {8: (2, "seer witch hunter cupid"), 18: (2, "seer witch hunter cupid")},
}
"""By set and number of players: how many werewolves, and which other cards; the rest are villagers."""

SIZES = [(name, players) for name, sizes in PUBLISHED.items() for players in sizes]
GAMES = 50


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the page."""
    folder = tmp_path_factory.mktemp("published")
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("name", FILES)
def test_check_has_nothing_to_say(folder: Path, name: str) -> None:
    assert [str(problem) for problem in faults_of(folder / name)] == []


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_the_cards_are_those_that_were_published(folder: Path, name: str, players: int) -> None:
    wolves, others = PUBLISHED[name][players]
    wanted = Counter({"werewolf": wolves, **Counter(others.split())})
    wanted["villager"] = players - wanted.total()
    script = load_script(folder / f"{name}.toml")
    for seed in range(5):
        assert Counter(script.line_ups.suggest(players, seed, sides=script.sides)) == wanted


@pytest.mark.parametrize("name", PUBLISHED)
def test_fifty_games_break_no_law(folder: Path, name: str) -> None:
    script, winners = load_script(folder / f"{name}.toml"), Counter[str]()
    for number in range(GAMES):
        chance = chance_of(1, number)
        game = NightGame(line_up(chance.choice([*PUBLISHED[name]]), number, script), script)
        *_, last = watched(game, chance, sensible)
        winners[last.state.winner] += 1
    assert {"village", "wolves"} <= {*winners}, winners


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize("name", PUBLISHED)
def test_it_is_led_to_its_end(folder: Path, name: str, language: str) -> None:
    table = folder / f"{name}-{language}.toml"
    players = max(PUBLISHED[name])
    script = load_script(folder / f"{name}.toml")
    cards = script.line_ups.suggest(players, 1, sides=script.sides)
    seats = "".join(f'[[player]]\nname = "P{seat}"\ncard = "{card}"\n' for seat, card in enumerate(cards, 1))
    table.write_text(f'format = 1\ngame = "night"\nlanguage = "{language}"\nscript = "{name}.toml"\n{seats}', "utf-8")
    assert read_setup(table).script_problems == []
    answers, winner = _answers(table)
    done = narrator(
        "play", table, "--headless", "--seed", 3, said="\n".join(answers), cwd=folder, env=at_home(folder)
    )
    assert (done.returncode, done.stderr, '"refused"' in done.stdout) == (0, "", False)
    assert f'"winner": "{winner}"' in done.stdout.splitlines()[-1]


def _answers(file: Path) -> tuple[list[str], str]:
    """What sensible people answer at this table, from one question to the next, and who wins by it."""
    game, chance, given = load_table(file).game(), chance_of(1, 1), list[str]()
    state = begun(game, 3)
    while (cue := game.cue(state)) and not isinstance(cue, End):
        if isinstance(cue, Ask):
            given.append(sensible(chance, state, state.question) if state.question else "ready")
            state = said(game, state, given[-1])
        else:
            state = after(game, state, game.delivered(state))
    return given, state.winner
