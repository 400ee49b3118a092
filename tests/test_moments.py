"""A game goes from moment to moment as the tables of docs/architecture.md say, and is never anywhere else."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from narrator.cues import COMMANDS, OVERRIDE, Ask, Cue, End, Refused
from narrator.errors import OutOfTurn
from narrator.games.ktulu import Ktulu
from narrator.games.night import events as e
from narrator.games.night.flow import moments
from narrator.games.night.flow.moments import moment
from narrator.games.night.state.state import State

from tests.invariants.gathering import gather, with_own_deck
from tests.mishaps.happenings import Guests, Habits
from tests.scenario import SCRIPT
from tests.sweeps import trial

PAGE = Path(__file__).parent.parent / "docs" / "architecture.md"

SOME, GAMES = 12, 100
"""Games each time, and as trials: then all that the page has comes about."""
RARE = (482,)
"""A game won by day while a call's time was to begin: so is hardly one in five hundred."""
RESTLESS = Habits(late=0.15, commands=0.06, nonsense=0.03, again=0.02, hurry=0.7)
"""People who call for something now and then, and want to see the end."""

BREAKS, AT_THE_ENDS = 0.05, 0.2
"""The shares of the cues at which a command comes, or the game is broken off and resumed."""

WENT, ANSWER = "it went out", "an answer"
INPUTS = (WENT, ANSWER, "time", *COMMANDS, OVERRIDE, "resume")

Table = dict[str, dict[str, str]]
Found = dict[tuple[str, str], set[str]]


# ---- The page ----


@cache
def table(heading: str) -> Table:
    """Read the table under a heading of the page: a row's cells by the words of its columns."""
    text = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert text, heading
    lines = [line for line in text[1].splitlines() if line.startswith("|") and not line.startswith("|---")]
    head, *rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    names = [cell.replace("`", "") for cell in head[1:]]
    return {row[0].strip("`"): dict(zip(names, row[1:], strict=True)) for row in rows}


def listed(cell: str) -> set[str]:
    """What stands in a cell: moments, or in plain words that nothing of the kind can be."""
    return {word.strip().strip("`") for word in cell.split(",")}


# ---- The games ----


def happened(game: Ktulu, state: State, events: Iterable[e.Event]) -> State:
    for event in events:
        state = game.fold(state, event)
    return state


def taken(game: Ktulu, state: State, said: str) -> list[e.Event] | Refused | None:
    """What an input leads to; nothing if it has no place here."""
    try:
        return game.delivered(state) if said == WENT else game.take(state, said)
    except OutOfTurn:
        return None


class Watch:
    """Notes at which moments and places games are, and what each input leads to there."""

    def __init__(self) -> None:
        self.steps: Found = defaultdict(set)
        self.places: Found = defaultdict(set)

    def look(self, game: Ktulu, state: State, answers: Iterable[str]) -> None:
        """The game every input, one at a time, and go back; some answers come as one."""
        self._place(state)
        for said in (WENT, *answers, "time", *COMMANDS, OVERRIDE, "resume"):
            self.steps[moment(state), said if said in INPUTS else ANSWER].add(self._outcome(game, state, said))

    def _outcome(self, game: Ktulu, state: State, said: str) -> str:
        events = taken(game, state, said)
        if events is None:
            return "never"
        if isinstance(events, Refused):
            return "refused"
        after = happened(game, state, events)
        assert game.cue(after) is not None, (said, state)
        return moment(after) if events else "nothing"

    def _place(self, state: State) -> None:
        found = place(state)
        self.places[found, "moments"].add(moment(state))
        self.places[found, "a question"].add("open" if state.question else "none")
        self.places[found, "a call's time"].add("runs" if state.window else "does not")
        for what, so in SO.items():
            assert so(state), (what, state)


def place(state: State) -> str:
    """Tell at which place of the game the table is."""
    if state.aside:
        return "aside"
    if state.phase in ("start", "day", "over"):
        return state.phase
    if state.up:
        return "round"
    return state.turn.stage if state.turn else "between"


SO: dict[str, Callable[[State], bool]] = {
    "a call is open only by night": lambda state: not state.turn or state.phase in ("zero", "night", "dawn"),
    "a question of the night belongs to a call, or to a round": lambda state: (
        not state.question
        or bool(state.aside)
        or bool(state.turn or state.up) is (state.phase in ("zero", "night", "dawn"))
    ),
    "a game with a winner is over, and no other": lambda state: bool(state.winner) is (state.phase == "over"),
    "only a pause holds anything back": lambda state: state.paused or not (state.held or state.gate),
    "a secret question has its call's time": lambda state: (
        moment(state) != "question" or not state.windowed or bool(state.window)
    ),
    "no call's time runs where one is to begin": lambda state: moment(state) != "time" or not state.window,
    "undo is offered where a table was kept": lambda state: not state.began or bool(state.before),
}
"""What holds at every moment."""


def led(watch: Watch, number: int) -> Iterator[Cue]:
    """Lead a game of people to whom anything may happen, and who stop and go on anywhere."""
    chance = Random(f"moments {number}")
    setup = gather(chance, SCRIPT)
    game = Ktulu(with_own_deck(setup) if setup.answers == "moderator" and number % 3 == 0 else setup, SCRIPT)
    guests = Guests(chance, RESTLESS, len(game.setup.player))
    state = happened(game, game.begin(number), game.opening(game.begin(number)))
    for _ in range(chance.choice((100, 400, 800))):
        cue = game.cue(state)
        assert cue is not None
        yield cue
        said = guests.answer(cue) if isinstance(cue, Ask) else WENT
        watch.look(game, state, [said] if said.lower().strip() not in (*INPUTS, "") else ["1"])
        if isinstance(cue, End):
            return
        if chance.random() < (AT_THE_ENDS if state.phase in ("start", "over") else BREAKS):
            said = chance.choice((*COMMANDS, OVERRIDE, "resume"))
        events = taken(game, state, said)
        if events is None:
            events = game.delivered(state)
        state = state if isinstance(events, Refused) else happened(game, state, events)


def watched(games: int) -> Watch:
    watch = Watch()
    for number in (*range(games), *RARE[: games // GAMES]):
        for _ in led(watch, number):
            pass
    return watch


seen = cache(watched)


# ---- What the page says ----


def test_the_page_has_every_moment_and_every_input() -> None:
    page = table("Moments")
    assert {*page} == {*moments.TAKES} - {"idle"}
    assert all(tuple(cells) == INPUTS for cells in page.values())


def test_a_moment_takes_what_the_page_says() -> None:
    for now, cells in table("Moments").items():
        takes = {said for said in (*COMMANDS, OVERRIDE) if listed(cells[said]) - {"never", "refused"}}
        assert takes == {*moments.TAKES[moments_named(now)]} - {moments.ANSWER}, now
        assert (listed(cells[ANSWER]) != {"never"}) is (moments.ANSWER in moments.TAKES[moments_named(now)]), now


def moments_named(name: str) -> moments.Moment:
    return next(one for one in moments.TAKES if one == name)


@pytest.mark.parametrize("games", [SOME, trial(GAMES)])
@pytest.mark.parametrize("now", [one for one in moments.TAKES if one != "idle"])
def test_what_follows_is_what_the_page_says(now: str, games: int) -> None:
    page = {said: listed(cell) for said, cell in table("Moments")[now].items()}
    steps = {said: seen(games).steps[now, said] for said in INPUTS}
    assert any(steps.values())
    assert all(steps[said] <= page[said] for said in INPUTS)
    assert steps == page or games < GAMES, "what the page has did not come about"


MAY = {"may be open": {"open", "none"}, "may run": {"runs", "does not"}}
"""What is now so, now otherwise."""


@pytest.mark.parametrize("games", [SOME, trial(GAMES)])
def test_games_are_at_the_places_and_moments_that_the_page_says(games: int) -> None:
    found, page = seen(games).places, table("Places")
    said = {
        (where, what): listed(cell) if what == "moments" else MAY.get(cell, {cell})
        for where, cells in page.items()
        for what, cell in cells.items()
        if what != "it is"
    }
    assert all(what <= said[key] for key, what in found.items())
    assert found == said or games < GAMES, "what the page has did not come about"


def test_a_command_at_a_moment_that_has_none_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(moments.TAKES, "time", COMMANDS)
    steps = watched(SOME).steps
    assert [said for said in INPUTS if not steps["time", said] <= listed(table("Moments")["time"][said])] == [
        *COMMANDS
    ]
