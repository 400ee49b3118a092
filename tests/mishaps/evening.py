"""A whole evening in a room for people, on a clock of its own: what goes wrong stops some time, and then it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Literal

from narrator.cues import Part
from narrator.errors import ChannelLost
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.night.loading import Table
from narrator.games.night.script.script import Script, calls_tonight
from narrator.mouth.fallback import Fallback
from narrator.page.phones.room import PhonesRoom
from narrator.play.session import resume
from narrator.play.stage import Stage
from narrator.rooms.captions import NoMouth
from narrator.rooms.counting import CountingRoom, words_of
from narrator.rooms.prompter import PrompterRoom
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom

from tests.invariants.gathering import gather
from tests.mishaps.clock import Clock, Stuck, rooms_go_by
from tests.mishaps.games import begun
from tests.mishaps.hands import Hands
from tests.mishaps.people import People
from tests.mishaps.trouble import Killed, Trouble
from tests.terminal import unseen

Kind = Literal["moderator", "keys", "counting", "phones", "prompter"]
KINDS: tuple[Kind, ...] = ("moderator", "keys", "counting", "phones", "prompter")

WORDS = words_of("pl")
TORN = b'{"event": "Answered", "ans'

LETTER = 0.07
"""Seconds that a letter of a line takes."""

CUES_A_CALL, CUES_A_DAY = 6, 40
"""Cues that each call of the night has at most, on average, and that a plain day has."""

SECONDS_A_CUE = 8.0
"""Seconds that one cue lasts at most, on average over an evening."""

LOOKS_A_CUE = 30
"""How often anybody looks at the clock in one cue at most, on average."""


class Voice(NoMouth):
    """A mouth that takes its time for a line, and may lose its device; those who listen for numbers hear them."""

    def __init__(self, clock: Clock, trouble: Trouble, counted: Callable[[str], None], letter: float) -> None:
        self._clock, self._trouble, self._counted, self._letter = clock, trouble, counted, letter

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        """Say the line. Raises ChannelLost, or Killed."""
        del parts
        if self._letter and self._trouble.breaks(0.03):
            raise ChannelLost("the loudspeaker is gone")
        if self._trouble.breaks(0.002):
            raise Killed
        self._clock.sleep(0.0 if len(text) < 6 else self._letter * len(text))
        self._counted(text)


class Counted(Stage[Any, Any]):
    """A stage that counts the cues that have had their effect; if there is a `most`, no more of them may pass."""

    def __init__(self, stage: Stage[Any, Any], cues: int = 0, most: int = 0) -> None:
        super().__init__(stage.game, stage.state, stage.journal)
        self.past = stage.past
        self.cues, self.most = cues, most

    def _commit(self, said: str, events: list[Any]) -> None:
        super()._commit(said, events)
        self.cues += 1
        if self.most and self.cues > self.most:
            raise Stuck(f"{self.cues} cues")


@dataclass(frozen=True)
class Report:
    """How an evening went: what struck it, how often it was gone on with, and the shares of its bounds that it took.

    The bounds are those of cues and of seconds since all was well; both are 0 if it ended before.
    """

    kind: Kind
    struck: Counter[str]
    gone_on: int
    cues: float
    seconds: float


class Evening:
    """One evening at a table drawn by chance, whose trouble stops after so many hearings."""

    def __init__(self, script: Script, kind: Kind, chance: Random, path: Path, hearings: int) -> None:
        self._kind, self._chance, self._path = kind, chance, path
        self._clock, self._trouble = Clock(), Trouble(chance, hearings, self._all_is_well)
        self._table = Table(KtuluPackage(), gather(chance, script), script, [])
        self._names = self._table.setup.people
        self._hands = Hands(self._names, chance, self._trouble) if kind == "phones" else None
        self._people = People(lambda: self._stage.state, self._names, chance, self._trouble, self._hands)
        self._pace = chance.choice((1.0, 1.0, 1.0, 0.4, 2.0))
        self._gone_on, self._since, self._seconds = 0, 0.0, 0.0

    def lead(self) -> Report:
        """Lead the game to its end, after every break-off too. Raises Stuck, or what is wrong with the program."""
        with rooms_go_by(self._clock):
            self._stage = Counted(begun(self._table, self._chance.getrandbits(32), self._path))
            while not self._sat_out():
                self._stage = self._taken_up()
        stage, passed = self._stage, self._clock.now - self._since
        cues, seconds = (stage.cues / stage.most, passed / self._seconds) if stage.most else (0.0, 0.0)
        return Report(self._kind, self._trouble.struck, self._gone_on, cues, seconds)

    def _taken_up(self) -> Counted:
        """Go on after a break-off as the command does; a line that was being written may be torn."""
        self._gone_on += 1
        with self._path.open("ab") as journal:
            journal.write(TORN[: self._chance.choice((0, self._chance.randrange(len(TORN))))])
        stage = Counted(resume(self._path, "", "")[1], self._stage.cues, self._stage.most)
        if not stage.over:
            stage.again()
        return stage

    def _sat_out(self) -> bool:
        """Lead the game in a new room; tell whether it has come to its end."""
        try:
            self._stage.run(self._room())
        except (Killed, ChannelLost):
            return False
        finally:
            self._stage.journal.close()
        return self._stage.over

    def _all_is_well(self) -> None:
        """Have an end within so many nights as people live: each day one dies, and one may be brought back."""
        state = self._stage.state
        calls = sum(len(calls_tonight(state.script, state.cards, phase)) for phase in ("night", "dawn"))
        nights = len(state.living()) + 2
        most = nights * (calls * CUES_A_CALL + CUES_A_DAY)
        self._since, self._seconds = self._clock.now, most * SECONDS_A_CUE
        self._stage.cues, self._stage.most = 0, most
        self._clock.bound(self._seconds, most * LOOKS_A_CUE)

    def _room(self) -> TableRoom:
        kind, screen = self._kind, Screen(self._names, WORDS, unseen())
        if kind == "prompter":
            return PrompterRoom(NoMouth(), self._people, screen)
        voice, silent = (Voice(self._clock, self._trouble, self._people.counted, letter) for letter in (LETTER, 0.0))
        mouth = Fallback([voice, silent], screen.notice)
        settings = RoomSettings(moderated=kind == "moderator", pace=self._pace, show_seconds=6.0)
        if kind == "counting":
            return CountingRoom(mouth, self._people, screen, settings, keys=self._people, words=WORDS)
        if self._hands:
            return PhonesRoom(
                mouth, self._people, screen, settings, phones=self._hands.serve_anew(), journal=self._stage.journal
            )
        return TableRoom(mouth, self._people, screen, settings)


def evening(script: Script, seed: str, path: Path, kind: Kind | None = None) -> Report:
    """Lead the evening of that seed to its end, in the room of that kind, or in any."""
    chance = Random(seed)
    drawn: Kind = chance.choice(KINDS)
    return Evening(script, kind or drawn, chance, path, chance.choice((20, 80, 300))).lead()
