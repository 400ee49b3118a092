"""Ways back into the night: undo in a pause, undo by day, and a game taken up after a break-off (D42, D56, D57)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from narrator.cues import Ask, Cue, Pause, Refused, Say, Tell
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.night.state.state import State
from narrator.play.journal import Journal, read
from narrator.play.stage import Stage

from tests.played import Notebook, whole_game
from tests.scenario import SCRIPT

BLOCKS = (
    "lucky-luke",
    "sheriff",
    "boss",
    "thief",
    "avenger",
    "chief",
    "shaman",
    "green-tentacle",
    "doctor",
    "townsman",
)
"""Cards among which are several calls in a row that no word ends: Luke's, the bandits', the Indians', the UFOs'."""

DUEL = ("doctor", "boss", "mayor", "townsman", "townsman", "townsman")


class Walk:
    """A game that is led cue by cue."""

    def __init__(self, cards: tuple[str, ...], policy: Any = "masked") -> None:
        players = tuple(Player(name=f"Gracz {seat}", card=card) for seat, card in enumerate(cards, 1))
        self.game = Ktulu(Setup(policy=policy, player=players), SCRIPT)
        self.state = self.game.begin(7)
        self._fold(self.game.opening(self.state))

    def _fold(self, events: Any) -> None:
        assert not isinstance(events, Refused), events
        for event in events:
            self.state = self.game.fold(self.state, event)

    @property
    def cue(self) -> Cue:
        """What goes out now."""
        cue = self.game.cue(self.state)
        assert cue is not None
        return cue

    def go(self) -> None:
        """Let the cue go out."""
        self._fold(self.game.delivered(self.state))

    def take(self, said: str) -> None:
        """Answer, or give a command."""
        self._fold(self.game.take(self.state, said))

    def answer(self) -> None:
        """Answer the open question with nobody, or the first that may be chosen; by day let the night fall."""
        cue = self.cue
        assert isinstance(cue, Ask)
        self.take("night" if "night" in cue.choices else "none" if cue.optional else cue.choices[0])

    def times(self) -> Iterator[Pause]:
        """Stop in the time of each call, up to the second day."""
        while self.state.night < 2 or self.state.phase != "day":
            cue = self.cue
            if isinstance(cue, Ask):
                self.answer()
                continue
            self.go()
            if isinstance(cue, Pause):
                yield cue

    def heard(self, *, until: type = Pause) -> list[str]:
        """Let go out what the room hears up to the next call's time, answering whether all are ready."""
        lines = []
        while not isinstance(cue := self.cue, until):
            if isinstance(cue, Ask):
                assert cue.kind == "ready", cue
                self.take("ready")
                continue
            lines += [cue.line] if isinstance(cue, Say) else []
            self.go()
        return lines


def plain(line: str) -> str:
    """Leave out which wording it is."""
    return SCRIPT.plain(line.rpartition(".")[0])


def after_undo(walk: Walk, state: State, *, paused: bool, answered: bool) -> list[str]:
    """What the room hears after undo in a call's time, apart from the pause's own words."""
    walk.state = state
    if answered and walk.game.cue(state) and isinstance(walk.cue, Ask):
        walk.answer()
    if paused:
        walk.take("pause")
        while isinstance(walk.cue, Say):
            walk.go()
    walk.take("undo")
    return walk.heard()


def test_undo_in_a_pause_goes_back_as_far_as_without_it_whether_or_not_anybody_has_answered() -> None:
    walk = Walk(BLOCKS)
    tried = 0
    for cue in walk.times():
        state = walk.state
        heard = [
            after_undo(walk, state, paused=paused, answered=answered)
            for paused in (False, True)
            for answered in (False, True)
        ]
        assert heard == heard[:1] * 4, cue.at
        assert f"{cue.at.call}.line" in map(plain, heard[0]) or cue.at.call == "dawn", cue.at
        tried += 1
        walk.state = state
    assert tried >= 30


def at_the_second_day() -> Walk:
    """Lead a game to the first question of the second day."""
    walk = Walk(BLOCKS)
    while walk.state.phase != "day" or walk.state.night < 1 or not isinstance(walk.cue, Ask):
        if isinstance(walk.cue, Ask):
            walk.answer()
        else:
            walk.go()
    return walk


def test_undo_by_day_goes_into_the_night_by_closed_eyes_and_a_key_and_the_words_that_wake() -> None:
    walk = at_the_second_day()
    walk.take("undo")
    said = []
    while isinstance(cue := walk.cue, Say):
        said.append(plain(cue.line))
        walk.go()
    assert said == ["undo.notice", "night.again"]
    assert isinstance(cue, Ask)
    assert (cue.to, cue.kind, cue.commands) == ("all", "ready", ("undo",))
    walk.take("ready")
    first = [plain(line) for line in walk.heard()]
    assert first[0] == "pause.ends"
    assert first[1].endswith(".wake")


def test_undo_again_before_all_eyes_are_closed_goes_back_one_call_more() -> None:
    walk = at_the_second_day()
    day, calls = walk.state, []
    for times in (1, 2):
        walk.state = day
        for _ in range(times):
            walk.take("undo")
            walk.heard(until=Ask)
        calls.append([plain(line) for line in walk.heard()])
    assert calls[0] != calls[1]
    assert calls[1][0] == "pause.ends"


def test_undo_out_of_the_night_opens_the_eyes_again() -> None:
    walk = Walk(BLOCKS)
    for _ in walk.times():
        if walk.state.night == 1:
            break
    walk.take("undo")
    walk.heard()
    walk.go()
    walk.take("undo")
    assert walk.state.phase == "day"
    said = []
    while isinstance(cue := walk.cue, Say):
        said.append(plain(cue.line))
        walk.go()
    assert said == ["undo.notice", "day.again", "say.day"]
    assert isinstance(cue, Ask)
    assert "night" in cue.choices


def test_undo_in_the_doctors_time_by_day_opens_the_eyes_again() -> None:
    walk = Walk(DUEL)
    words = iter(["ready", "duel", "4", "5", "over", "over", "4", "0"])
    while not isinstance(walk.cue, Pause) or walk.state.phase != "day":
        if not isinstance(walk.cue, Ask):
            walk.go()
        elif walk.state.phase in ("start", "day"):
            walk.take(next(words))
        else:
            walk.answer()
    walk.go()
    walk.take("undo")
    assert [plain(line) for line in walk.heard(until=Ask)] == ["undo.notice", "day.again", "say.day.votes"]


def go_on(setup: Any, path: Path, batches: int) -> Notebook:
    """Break a game off after so many batches, and resume it as people do; give the room up to its first question."""
    game, lines = setup.table.game(), setup.journal.splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if b'"input": ' in line]
    path.write_bytes(b"".join(lines[: [*starts, len(lines)][batches]]))
    stage = Stage.resume(game, setup.seed, read(path)[1], Journal.reopen(path))
    stage.again()
    room = Notebook(iter([]))
    room.answers = ("ready" for ask in room.asked if ask.kind == "ready" and len(room.asked) == 1)
    stage.run(room)
    stage.journal.close()
    return room


def eyes(cues: list[Cue]) -> str:
    """Tell by the lines alone whether the eyes of the table are closed, after these cues."""
    closed = "open"
    for cue in cues:
        line = plain(cue.line) if isinstance(cue, Say) else ""
        if line in ("night.zero", "night.falls", "night.again"):
            closed = "closed"
        elif line in ("dawn.wake", "day.again"):
            closed = "open"
    return closed


def test_a_game_goes_on_in_the_night_by_closed_eyes_a_key_and_the_words_that_wake(tmp_path: Path) -> None:
    played = whole_game()
    nights = 0
    for batches in range(2, len(played.ends)):
        cues, heard = played.cues[: batches - 1], go_on(played, tmp_path / f"{batches}.jsonl", batches).cues
        if played.states[batches - 1].winner:
            continue
        if eyes(cues) == "open":
            assert "night.again" not in {plain(cue.line) for cue in heard if isinstance(cue, Say)}
            continue
        if "day.again" in [plain(cue.line) for cue in heard[:2] if isinstance(cue, Say)]:
            continue  # broken off on the way back to the day
        nights += 1
        first, ready, *rest = heard
        assert isinstance(first, Say), batches
        assert plain(first.line) == "night.again"
        assert isinstance(ready, Ask), batches
        assert (ready.kind, ready.to) == ("ready", "all")
        woken: set[str] = set()
        for cue in rest:
            if isinstance(cue, Say):
                woken |= {cue.at.call.partition(".")[0]} if plain(cue.line).endswith(".wake") else set()
            elif isinstance(cue, Tell) or (isinstance(cue, Ask) and not cue.at.call.startswith("day")):
                assert woken or cue.at.call == "dawn", (batches, heard)
    assert nights > 30


AGAIN: tuple[tuple[str, ...], ...] = (
    ("repeat", "undo"),
    ("repeat", "resume", "undo"),
    ("pause", "ready", "resume", "undo"),
)
"""What is said in a call's time so that it is to begin anew, and back from there before it does."""


@pytest.mark.parametrize("said", AGAIN, ids=" ".join)
def test_undo_before_a_repeated_call_runs_again_does_not_tell_whether_it_was_answered(said: tuple[str, ...]) -> None:
    walk = Walk(BLOCKS)
    tried = 0
    for cue in walk.times():
        state, heard = walk.state, []
        for answered in (False, True):
            walk.state = state
            if answered and isinstance(walk.cue, Ask):
                walk.answer()
            for word in said:
                while walk.state.paused and isinstance(walk.cue, Say):
                    walk.go()
                walk.take(word)
            heard.append(walk.heard())
        assert heard[0] == heard[1], cue.at
        tried += 1
        walk.state = state
    assert tried >= 30


def test_a_night_that_is_won_goes_on_after_a_break_off_like_any_other() -> None:
    walk = Walk(("chief", "boss", "townsman"))
    while not (isinstance(cue := walk.cue, Ask) and (cue.at.call, cue.at.night) == ("indians.kill", 2)):
        if isinstance(cue, Ask):
            walk.answer()
        else:
            walk.go()
    state = walk.state
    heard = []
    for answered in (False, True):
        walk.state = state
        if answered:
            walk.take("3")
            assert walk.state.winner
        for word in ("pause", "ready", "resume"):
            while walk.state.paused and isinstance(walk.cue, Say):
                walk.go()
            walk.take(word)
        heard.append(walk.heard())
    assert heard[0] == heard[1]
    assert plain(heard[0][0]) == "night.again"


def test_undo_after_a_change_that_took_answers_away_goes_back_from_what_is_left() -> None:
    walk = at_the_second_day()
    for said in ("died", "1", "died", "2", "undo", "undo unheard", "undo unheard", "undo"):
        while not isinstance(walk.cue, Ask):
            walk.go()
        walk.take(said)
    assert walk.heard(until=Ask)[0].startswith("undo.notice")
    assert walk.state.question is not None
    assert (walk.state.question.key, walk.state.dead) == ("day", frozenset())
