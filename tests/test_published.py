"""Judged by what is not ours: line-ups that others published are dealt, checked, and led to their end."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from narrator.cues import Ask, End
from narrator.games.night.game import NightGame
from narrator.games.night.loading import load_script
from narrator.games.night.script.setup import in_force
from narrator.games.night.simulation.evening import chance_of
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tournament import line_up
from narrator.play.loading import load_table, read_setup
from narrator.values import replace

from tests.any_game.evening import after, begun, said
from tests.checked import faults_of
from tests.invariants.witness import watched
from tests.program import at_home, narrator
from tests.scenario import After, Night, Outcome, Playing, Scenario, Telling, verify
from tests.sweeps import trial

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
GAMES = 30


CARDS = {
    12: "sheriff courtesan pastor good-gunslinger judge"
    " bad-gunslinger blackmailer avenger thief shaman shamaness warrior",
    13: "drunkard",
    14: "spyglass-eye",
    15: "mayor",
    16: "boss",
    17: "lone-coyote",
    18: "-mayor -boss mind-eater green-tentacle detector",
    19: "mayor",
    20: "bodyguard",
    21: "quiet-foot",
    22: "tax-collector",
    23: "great-ufo",
    24: "doctor",
    25: "boss",
    26: "seducer",
    27: "burning-rage",
    28: "gambler",
    29: "cardsharp",
    30: "executioner",
}
"""By number of players: which cards of virtual-manitu come in, or go."""

KEY = ("sheriff", "courtesan", "good-gunslinger", "boss", "bad-gunslinger", "shaman")
INQUISITION = ("cardinal", "missionary", "confessor", "acolyte")
KTULU = {
    "cooloo": Scenario(
        law="Nobody hears of jail or statue, of the dead all see the side alone, and no poison works in jail.",
        ids=("D7", "D78", "D79"),
        seats=("sheriff", "shamaness", "boss", "bandit", "townsman", "townsman", "townsman"),
        night=(
            Night(answers={"sheriff.jail": "7"}),
            Night(
                answers={
                    "sheriff.jail": "5",
                    "indians.kill": "3",
                    "indians.kill-again": "6",
                    "shamaness.poison": "5",
                },
                said=("dawn.died-faction",),
                unsaid=("sheriff.jail.announce", "statue.taken", "day.poisoned"),
                day=(("poison",),),
                after=After(holder=2, dead=(3, 6), safe=(5,)),
                after_day=After(dead=(3, 6)),
            ),
        ),
    ),
    "inquisition": Scenario(
        law="The Inquisition asks, searches, and kills whom it has looked at, and wins once no heretic lives.",
        ids=("D77", "D90", "D91"),
        seats=(*INQUISITION, "indian", "boss", "bandit", "townsman", "pastor"),
        night=(
            Night(answers={"pastor.confess": "1"}),
            Night(
                answers={
                    "pastor.confess": "4",
                    "acolyte.confess": "6",
                    "missionary.judge": "5",
                    "missionary.search": "6",
                    "confessor.hear": ["5", "yes"],
                },
                told={
                    "pastor.confess": (Telling(to=(9,), data={"seat": 4, "faction": "inquisition"}),),
                    "acolyte.confess": (Telling(to=(4,), data={"seat": 6, "faction": "bandits"}),),
                    "missionary.judge": (Telling(to=(2,), data={"seat": 5, "found": True}),),
                    "confessor.hear": (Telling(to=(3,), data={"seat": 5, "card": "indian"}),),
                },
                said=("statue.taken.inquisition", "win.inquisition"),
                after=After(dead=(5,)),
            ),
        ),
        end=Outcome(winner="inquisition", rule="all-gone"),
    ),
}
"""By set of Ktulu: what is played of it, and what must come of that."""


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
def test_games_of_it_break_no_law(folder: Path, name: str) -> None:
    script, winners = load_script(folder / f"{name}.toml"), Counter[str]()
    for number in range(GAMES):
        chance = chance_of(1, number)
        game = NightGame(line_up(chance.choice([*PUBLISHED[name]]), number, script), script)
        *_, last = watched(game, chance, sensible)
        winners[last.state.winner] += 1
    assert {"village", "wolves"} <= {*winners}, winners


@pytest.mark.parametrize(
    ("name", "language"),
    [
        *((name, "pl") for name in (*PUBLISHED, "cooloo", "inquisition", "virtual-manitu")),
        *((name, "en") for name in ("ultimate", "lupus", "hollow")),
        trial("mind-game", "en"),
    ],
)
def test_it_is_led_to_its_end(folder: Path, name: str, language: str) -> None:
    table = folder / f"{name}-{language}.toml"
    script = load_script(folder / f"{name}.toml")
    cards = script.line_ups.suggest(max(PUBLISHED.get(name, (12,))), 1, sides=script.sides)
    dealt = enumerate((*INQUISITION, *KEY) if name == "inquisition" else cards, 1)
    seats = "".join(f'[[player]]\nname = "P{seat}"\ncard = "{card}"\n' for seat, card in dealt)
    head = f'format = 1\ngame = "{script.game}"\nlanguage = "{language}"\nscript = "{name}.toml"\n'
    table.write_text(head + seats, "utf-8")
    assert read_setup(table).script_problems == []
    answers, winner = _answers(table)
    done = narrator(
        "play", table, "--headless", "--seed", 3, said="\n".join(answers), cwd=folder, env=at_home(folder)
    )
    assert (done.returncode, done.stderr, '"refused"' in done.stdout) == (0, "", False)
    assert f'"winner": "{winner}"' in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("name", KTULU)
def test_a_set_of_ktulu_is_played_by_its_rules(name: str) -> None:
    playing = Playing(replace(KTULU[name], variant=FILES[f"{name}.toml"]))
    playing.play()
    verify(playing)


def test_the_ship_waits_longer_the_more_play(folder: Path) -> None:
    rules = load_script(folder / "cooloo.toml").rules
    assert [in_force(rules, players).number("ship_night") for players in (16, 17, 23, 24)] == [3, 4, 4, 5]


def test_line_ups_of_ktulu_are_those_that_were_published(folder: Path) -> None:
    script, wanted = load_script(folder / "virtual-manitu.toml"), set[str]()
    for players in sorted(CARDS):
        wanted |= {*CARDS[players].split()}
        wanted -= {card for gone in wanted if gone.startswith("-") for card in (gone, gone[1:])}
        assert Counter(script.line_ups.suggest(players, 1, sides=script.sides)) == Counter(wanted)


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
