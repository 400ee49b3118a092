"""An evening at a table: a game led in a real room, broken off and resumed, and what everybody noticed of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from narrator.computer.config import Config
from narrator.page.phones.television import Television
from narrator.play.journal import Batch, Journal
from narrator.play.stage import Stage

from tests.secrecy.twins.first import Played
from tests.secrecy.whole_rooms.acts import BREAK, LID, Act
from tests.secrecy.whole_rooms.clock import Clock
from tests.secrecy.whole_rooms.following import Followed, FollowedStage, Parted
from tests.secrecy.whole_rooms.handsets import Handsets
from tests.secrecy.whole_rooms.keys import Keys
from tests.secrecy.whole_rooms.notes import FAR, Notes
from tests.secrecy.whole_rooms.opening import LIT, WITH_PHONES, Kind, opened
from tests.secrecy.whole_rooms.page import Moderator, lead_page, table_of
from tests.secrecy.whole_rooms.people import People
from tests.secrecy.whole_rooms.terminal import Size, Terminal
from tests.secrecy.whole_rooms.voice import Player, Voice

AWAY = 30.0
"""Seconds until a game that was broken off is resumed, or the laptop's lid is opened again."""

NO_INVITATION: Any = None
"""A television asks for the codes that let one more phone in only when somebody looks at them."""

LONG = 36_000.0
"""Seconds after which an evening that does not end is a fault of the room or of these people."""


@dataclass(frozen=True)
class Manners:
    """What both tables of a pair have in common: the kind of room, its pace and size, and what is done aloud."""

    kind: Kind
    pace: float
    ahead: bool
    size: Size
    acts: tuple[Act, ...]
    public: str = ""
    """What the public chance of both is drawn from: who has a phone, whose is lost when, who answers by day."""


class BrokenOff(KeyboardInterrupt):
    """Somebody ended the program."""


class Memory(Journal):
    """A journal that is kept in memory."""

    def __init__(self, batches: Iterable[Batch] = ()) -> None:
        self.batches = list(batches)

    @property
    def path(self) -> Path:
        return Path("memory.jsonl")

    @property
    def saved_again(self) -> int:
        return 0

    def append(self, said: str | None, facts: Iterable[dict[str, Any]]) -> None:
        lines = list(facts)
        if said is None:
            self.batches[-1].facts.extend(lines)
        elif lines:
            self.batches.append(Batch(said, lines))

    def append_all(self, batches: Iterable[tuple[str, Iterable[dict[str, Any]]]]) -> None:
        for said, facts in batches:
            self.append(said, facts)

    def note_left(self, timer: str, seconds: float) -> None:
        """Keep nothing of a clock: the time of day is no secret."""

    def close(self) -> None:
        """Have nothing to close."""


class Evening:
    """One table, from the first word on."""

    def __init__(self, played: Played, manners: Manners, chance: Random, most: int) -> None:
        self._played, self._manners, self._chance = played, manners, chance
        self._clock, self._game = Clock(), Followed(played, most)
        self.notes = Notes(self._clock, lambda: self._game.known)
        self._acts = deque(act for act in manners.acts if act.word not in (BREAK, LID))
        self._journal, self._under_way = Memory(), False

    def lead(self) -> Notes:
        """Lead the game to its end, to where no answer is left, or to where too much is known."""
        for act in self._manners.acts:
            if act.word == BREAK:
                self._clock.at(act.due, self._break_off)
            elif act.word == LID:
                self._clock.at(act.due, self._shut)
        self._clock.at(self._clock.now + LONG, self._never_ends)
        terminal = Terminal(self._manners.size) if self._manners.kind in LIT else None
        with self._clock.ruling():
            stage: Stage[Any, Any] = FollowedStage.begin(self._game, self._played.seed, self._journal)
            while not self._led(stage, terminal):
                self._clock.sleep(AWAY)
                stage = self._resumed()
        self.notes.look()
        self.notes.astray = self._game.astray
        return self.notes

    def _led(self, stage: Stage[Any, Any], terminal: Terminal | None) -> bool:
        """Lead the game in a room; tell whether it came to its end."""
        keys = Keys(terminal) if terminal else None
        try:
            self._lead(stage, (terminal, keys) if terminal and keys else None)
        except BrokenOff:
            return False
        except Parted:
            pass
        finally:
            if terminal and keys:
                self.notes.light = lambda: (terminal.lit, False)
                keys.close()
        return True

    def _lead(self, stage: Stage[Any, Any], at: tuple[Terminal, Keys] | None) -> None:
        manners, keys = self._manners, at[1] if at else None
        if manners.kind == "page":
            self._lead_page(stage)
            return
        setup = self._game.setup
        hands = self._handsets(stage) if manners.kind in WITH_PHONES else None
        people = People(self._game, self._clock, self._acts, self._chance, keys, hands)
        player = Player(self.notes) if manners.ahead else None
        if at:
            self.notes.light = lambda: (at[0].lit, at[1].shown)
        voice = Voice(self.notes, player, people.notice)
        with opened(setup, Config(pace=manners.pace), (voice, player), people, at, hands) as room:
            self._under_way = True
            try:
                stage.run(room)
            finally:
                self._under_way = False
                if hands:
                    hands.close()

    def _handsets(self, stage: Stage[Any, Any]) -> Handsets:
        game = self._game
        television = Television(stage, table_of(game), NO_INVITATION)
        return Handsets(game, television, self._clock, self.notes, self._chance, Random(self._manners.public))

    def _lead_page(self, stage: Stage[Any, Any]) -> None:
        moderator = Moderator(self._game, self._clock, self._acts, self._chance)
        player = Player(self.notes) if self._manners.ahead else None
        self._under_way = True
        try:
            sound = Voice(self.notes, player, moderator.notice), player
            lead_page(stage, Config(pace=self._manners.pace), moderator, sound, self.notes)
        finally:
            self._under_way = False

    def _resumed(self) -> Stage[Any, Any]:
        """Go on as `narrator resume` does."""
        batches = self._journal.batches
        self._journal = Memory(batches)
        stage = FollowedStage.resume(self._game, self._played.seed, batches, self._journal)
        self._game.stands(stage.state)
        stage.again()
        return stage

    def _shut(self) -> None:
        self._clock.shut(AWAY)

    def _break_off(self) -> None:
        if self._under_way:
            raise BrokenOff

    def _never_ends(self) -> None:
        raise AssertionError("this evening never ends")


def lead(played: Played, manners: Manners, chance: Random, most: int = FAR) -> Notes:
    """Lead a game in a room, as long as no more is known than so many facts, and give what everybody noticed."""
    return Evening(played, manners, chance, most).lead()
