"""R103 In the room that speaks, too, the lines of two such tables begin at the same moments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console
from scenario import SCRIPT
from twins.first import Played, play_first
from twins.pairs import agreeing, play_second
from twins.room import LETTER, Heard
from twins.sitting import listen
from twins.tables import draw_setup
from waiting import Clock

from narrator.answers import Answer, EndOfInput, Silence
from narrator.answers import Heard as Understood
from narrator.cues import Ask, Part, Say
from narrator.games.ktulu import Ktulu
from narrator.journal import Header, Journal
from narrator.rooms import clock as rooms_clock
from narrator.rooms import window
from narrator.rooms.screen import Screen
from narrator.rooms.table import Manner, TableRoom
from narrator.stage import Stage

PAIRS, MOST = 16, 10


class Voice:
    """A mouth that notes which line began when, and takes its time for it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.lines: list[tuple[str, float]] = []

    def prepare(self, texts: Sequence[str], progress: Callable[[int, int], None]) -> None: ...

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        del parts
        self.lines.append((text, round(self._clock.now, 6)))
        self._clock.sleep(LETTER * len(text))

    def seconds(self, text: str, parts: Sequence[Part] = ()) -> float:
        del parts
        return LETTER * len(text)

    def hush(self) -> None: ...

    def close(self) -> None: ...


class People:
    """Ears that hear the answers of a game: by day after a moment, at night at any moment of the call or too late."""

    def __init__(self, played: Played, clock: Clock, chance: Random) -> None:
        self._said = iter([said for _, said in played.steps])
        self._clock, self._chance = clock, chance

    def hear(self, ask: Ask, seconds: float | None = None) -> Understood:
        if not ask.choices:  # nobody calls for anything
            self._clock.sleep(seconds or 0.0)
            return Silence()
        said = next(self._said, "")
        late = said == "time"
        left = 3.0 if seconds is None else seconds
        self._clock.sleep(left if late else min(left, 3.0) if not ask.window else left * self._chance.random())
        if late:
            return Silence()
        return Answer(said) if said else EndOfInput()

    def close(self) -> None: ...


def spoken(played: Played, clock: Clock, chance: Random, manner: Manner, journal: Path) -> list[tuple[str, float]]:
    """Lead the game in a real room, and give when each line began."""
    voice = Voice(clock)
    paper = Screen(played.game.setup.people, console=Console(file=StringIO()))
    room = TableRoom(voice, People(played, clock, chance), paper, manner)
    header = Header(game="ktulu", setup="", table="", seed=played.seed, data={})
    stage = Stage.begin(played.game, played.seed, Journal.begin(journal, header))
    stage.run(room)
    stage.journal.close()
    return voice.lines


def says(items: list[Heard]) -> int:
    """Count the lines."""
    return sum(isinstance(item.cue, Say) for item in items)


def differing(folder: Path, manner: Manner, patch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Count the pairs that sound different in a real room, and the lines compared."""
    different = compared = 0
    for number in range(PAIRS):
        chance = Random(f"room {number}")
        game = Ktulu(draw_setup(chance, SCRIPT, MOST, ()), SCRIPT)
        first = play_first(game, chance.getrandbits(32), chance)
        second = play_second(first, chance)
        together = min(says(agreeing(listen(one, chance, []), len(second.facts))) for one in (first, second))
        heard = []
        for name, one in (("one", first), ("other", second)):
            clock = Clock()
            patch.setattr(rooms_clock, "time", clock)
            heard.append(spoken(one, clock, chance, manner, folder / f"{number}-{name}.jsonl")[:together])
        different += heard[0] != heard[1]
        compared += together
    return different, compared


@pytest.mark.parametrize("moderated", [False, True], ids=["keys", "moderator"])
def test_lines_begin_at_the_same_moment(moderated: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    different, compared = differing(tmp_path, Manner(moderated=moderated), monkeypatch)
    assert not different
    assert compared > 20 * PAIRS


def test_answers_that_leave_no_time_for_results_are_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window.Window, "closes", property(lambda self: self.ends))
    assert differing(tmp_path, Manner(moderated=False), monkeypatch)[0]
