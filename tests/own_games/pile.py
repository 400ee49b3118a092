"""The Pile: players take one to three stones in turn, and the last stone wins. A whole game in one file."""

from __future__ import annotations

from types import MappingProxyType

from narrator.errors import Problem
from narrator.games.counting import CountingGame
from narrator.games.counting.commands import Asking, Deeds
from narrator.games.counting.package import CountingPackage
from narrator.games.counting.setup import Script, Setup
from narrator.games.counting.state import State
from narrator.games.table import Player
from narrator.games.view import Outcome, View
from narrator.texts import Texts
from narrator.values import dataclass, replace

LINES = Script(
    language="en",
    line={
        "begins": ("There {count:is one stone|are # stones}.",),
        "ask.take": ("{name}, how many do you take?",),
        "left": ("{count:One stone is|# stones are} left.",),
        "refused.not-understood": ("Not that.",),
        "refused.nothing-to-undo": ("There is nothing to undo.",),
        "paused": ("A pause.",),
    },
)


@dataclass(frozen=True, kw_only=True)
class PileSetup(Setup):
    """Who plays, and with how many stones."""

    game: str = "pile"
    stones: int = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class PileState(State[Player]):
    """The stones that are left."""

    left: int


def _take(state: PileState, _setup: PileSetup, said: str) -> PileState:
    left = state.left - int(said)
    seat = state.seat % len(state.players) + 1 if left else state.seat
    return replace(state, left=left, turn=state.turn + 1, seat=seat).says("left", count=left)


class Pile(CountingGame[PileState, PileSetup]):
    """The rules."""

    deeds, weights = Deeds[PileState, PileSetup](), MappingProxyType({})
    questions = MappingProxyType({"take": Asking("count", lambda state: range(1, min(3, state.left) + 1), _take)})
    unready = ("ask.", "refused.", "paused")

    def begin(self, seed: int) -> PileState:
        return PileState(seed=seed, players=self.setup.player, left=self.setup.stones)

    def begun(self, state: PileState) -> PileState:
        return replace(state, seat=1, turn=1, asked="take").says("begins", count=state.left)

    def offered(self, _state: PileState) -> tuple[str, ...]:
        return ()

    def over(self, state: PileState) -> Outcome | None:
        return None if state.left else Outcome(winners=(str(state.seat),), rule="last")

    def seen(self, state: PileState, view: View) -> View:
        return replace(view, counters={"left": state.left})

    def chapter(self, state: PileState, _texts: Texts) -> str:
        return f"Turn {state.turn}"


class PilePackage(CountingPackage[PileSetup]):
    """What the entry point names."""

    id, folders = "pile", ()
    seated, game, players = PileSetup, Pile, range(2, 7)

    def script_of(self, _language: str, _place: str) -> tuple[Script, list[Problem]]:
        return LINES, []
