"""Who may vote by phone, and how often, as a game says it to everybody, and after a crash."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from narrator.computer.config import Config
from narrator.cues import Ask
from narrator.page.phones.voting import is_vote
from narrator.play import session
from narrator.play.loading import load_table
from narrator.play.stage import Stage

from tests.page.phones.test_room import Table

pytestmark = pytest.mark.usefixtures("clock")

KTULU = 'extends = "ktulu"\n'
CARDS = ("sheriff", "courtesan", "good-gunslinger", "boss", "bad-gunslinger", "avenger", "shaman", "chief")
MAY_ABSTAIN = 'extends = "werewolf"\n[day.vote.hang]\nabstain = true\nmajority = "of-votes"\n'
EIGHT = {seat: f"Gracz {seat}" for seat in range(1, 9)}


class Day:
    """The votes of a day that is led by phones, from what everybody may see of the game."""

    def __init__(self, folder: Path, step: str, variant: str, cards: Sequence[str], most: int) -> None:
        people = zip(EIGHT.values(), cards, strict=True)
        players = "".join(f'[[player]]\nname = "{name}"\ncard = "{card}"\n' for name, card in people)
        (folder / "script.toml").write_text(f"format = 1\n{variant}", "utf-8")
        game = "ktulu" if variant == KTULU else "night"
        head = f'format = 1\ngame = "{game}"\nscript = "script.toml"\nanswers = "phones"\nvoice = "none"\n'
        (folder / "table.toml").write_text(head + players, "utf-8")
        self.step, self.most, self.path = step, most, folder / "game.jsonl"
        table = load_table(folder / "table.toml")
        self.stage: Stage[Any, Any] = session.begin(None, table, 1, self.path, Config())
        self._sit()

    def _sit(self) -> None:
        self.room = Table(*EIGHT, players=8, people=EIGHT, journal=self.stage.journal)

    def vote(self, *seats: int) -> str | None:
        """Have these be for the next who is voted on; what was counted."""
        cue = self._next_count()
        self.room.room.see(self.stage.game.view(self.stage.state, "all"))
        for seat in EIGHT:
            self.room.hands.tap(1.0, seat, "yes" if seat in seats else "no")
        said = self.room.room.ask(cue)
        self._take(said or "")
        return said

    def say(self, *said: str) -> None:
        """Type these at the laptop, each to the next question that takes it."""
        for one in said:
            while not (
                isinstance(cue := self.stage.game.cue(self.stage.state), Ask) and one in (*cue.choices, "undo")
            ):
                self._take(self._answer(cue) if isinstance(cue, Ask) else "")
            self._take(one)

    def resume(self) -> None:
        """Go on with the game from its journal, in another run of the program."""
        self.stage.journal.close()
        _, self.stage, _ = session.resume(self.path, "", "")
        self._sit()

    def _next_count(self) -> Ask:
        while not (isinstance(cue := self.stage.game.cue(self.stage.state), Ask) and is_vote(cue, len(EIGHT))):
            self._take(self._answer(cue) if isinstance(cue, Ask) else "")
        return cue

    def _answer(self, cue: Ask) -> str:
        if cue.at.phase != "day":
            return "time" if cue.window else cue.choices[0]
        return self.step if self.step in cue.choices else ",".join(cue.choices[: min(cue.most, self.most)])

    def _take(self, said: str) -> None:
        game, state = self.stage.game, self.stage.state
        events = game.take(state, said) if said else game.delivered(state)
        assert isinstance(events, list), events
        self.stage._commit(said, events)


@pytest.fixture
def led(tmp_path: Path) -> Iterator[Callable[..., Day]]:
    with ExitStack() as closes:

        def led(step: str, variant: str = KTULU, cards: Sequence[str] = CARDS, most: int = 4) -> Day:
            day = Day(tmp_path, step, variant, cards, most)
            closes.callback(lambda: day.stage.journal.close())
            return day

        yield led


@pytest.mark.parametrize("resumed", [False, True])
def test_nobody_has_more_votes_in_a_ballot_than_the_game_gives_them(
    led: Callable[..., Day], *, resumed: bool
) -> None:
    """Two are searched, so that each has two votes."""
    day = led("search-vote")
    assert (day.vote(*EIGHT), day.vote(1, 2, 3)) == ("8", "3")
    if resumed:
        day.resume()
    assert (day.vote(1, 4), day.vote(*EIGHT)) == ("1", "4")


def test_the_two_in_a_duel_have_no_vote_in_it_and_all_others_one(led: Callable[..., Day]) -> None:
    day = led("duel")
    assert (day.vote(1, 2, 3, 4), day.vote(1, 2, 3, 5)) == ("2", "1")


@pytest.mark.parametrize("resumed", [False, True])
def test_no_step_back_past_a_new_count_gives_votes_back_that_were_used(
    led: Callable[..., Day], *, resumed: bool
) -> None:
    day = led("search-vote")
    assert (day.vote(*EIGHT), day.vote(1, 2, 3, 4, 5, 6, 7), day.vote(), day.vote()) == ("8", "7", "0", "0")
    day.say("recount")
    assert day.vote(1) == "1"
    day.say("undo", "undo", "undo")
    if resumed:
        day.resume()
    assert day.vote(*EIGHT) == "1", "seven have used both of theirs"


def test_nobody_is_for_and_against_where_one_may_abstain(led: Callable[..., Day]) -> None:
    day = led("hang-vote", MAY_ABSTAIN, ("villager",) * 5 + ("seer", "werewolf", "werewolf"), most=1)
    assert (day.vote(1, 2), day.vote(1, 2, 3)) == ("2", "1")
