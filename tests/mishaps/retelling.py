"""What must go well after every game, however it went: it is told, shown, and gone on with from any place."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from narrator.computer.texts import texts_of
from narrator.cues import Ask, Tell
from narrator.games import registry
from narrator.play import session
from narrator.play.log import log_json, log_text
from narrator.play.replay import JournalEars, replay
from narrator.play.session import SavedGame
from narrator.rooms.captions import NoMouth
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom

from tests.mishaps.clock import Clock, rooms_go_by
from tests.mishaps.games import Game, Noted, room_of
from tests.mishaps.happenings import PROMPT, Guests
from tests.terminal import unseen

_ON = 5
"""Questions answered after a game was gone on with."""

LOOKS = 50
"""How often a room looks at the clock for a cue at most."""


def retold(game: Game, chance: Random) -> None:
    """Do with a game's journal what the commands do: `log` in all its forms, `replay`, and `resume` at any place.

    Raises whatever they raise, or AssertionError if they tell another game than was played.
    """
    kept = session.recall(game.path)
    steps = list(kept.steps())
    assert [step.after for step in steps] == game.tables, "the journal is another game's"
    _logged(kept, steps)
    _replayed(game, steps)
    _resumed(game, chance)


def read_back(path: Path) -> None:
    """Tell a journal in all its forms, and show it as the command does: in a room for people, without waiting."""
    kept = session.recall(path)
    setup, steps = kept.table.setup, list(kept.steps())
    _logged(kept, steps)
    texts = texts_of(setup.language, *registry.folders(setup.game))
    for everything in (True, False):
        ears = JournalEars()
        screen = Screen(setup.people, console=unseen(), texts=texts)
        room = TableRoom(NoMouth(), ears, screen, RoomSettings(pace=0.0, show_seconds=0.0))
        clock = Clock()
        clock.bound(0.0, len(steps) * LOOKS)
        with rooms_go_by(clock):
            replay(kept.table.game(), steps, room, ears, everything=everything)


def _logged(kept: SavedGame, steps: list[Any]) -> None:
    rules, setup = kept.table.game(), kept.table.setup
    texts = texts_of(setup.language, *registry.folders(setup.game))
    over = rules.over(steps[-1].after)
    whole, public = (log_text(rules, steps, texts, everything=everything) for everything in (True, False))
    assert whole or not over, "of a whole game nothing is told"
    assert (whole == public) or not over, "the whole story is told once the game is over"
    told = [
        json.loads(log_json(rules, kept.header, steps, texts, everything=everything)) for everything in (True, False)
    ]
    assert told[0]["over"] == ({"winner": "+".join(over.winners) or "nobody", "rule": over.rule} if over else None)
    assert [entry["text"] for entry in told[0]["story"]] == _lines(whole), "its logs tell another story each"
    assert told[0]["facts"] == _facts(kept.path)
    assert over or told[1]["story"] == [entry for entry in told[0]["story"] if entry["public"]], "another story"
    assert over or "facts" not in told[1], "facts are secrets"


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.startswith("  ")]


def _facts(path: Path) -> list[Any]:
    """The facts in a journal; a note of how much of a talk is left is none."""
    lines = map(json.loads, path.read_text(encoding="utf-8").split("\n")[1:-1])
    return [line for line in lines if "note" not in line]


def _replayed(game: Game, steps: list[Any]) -> None:
    rules = game.table.game()
    for everything in (True, False):
        room = shown(rules, steps, everything=everything)
        assert not room.refused, "what was taken once is refused"
        if everything or rules.over(game.last):
            assert room.cues == game.given, "another show than the game"
        else:
            secret = [cue for cue in room.cues if isinstance(cue, Tell) or (isinstance(cue, Ask) and cue.to != "all")]
            assert not secret, "a show before the end has secrets"


def shown(rules: Any, steps: list[Any], *, everything: bool) -> Noted:
    """What a replay shows."""
    ears = JournalEars()
    room = Noted(lambda _: ears.said)
    replay(rules, steps, room, ears, everything=everything)
    return room


def _resumed(game: Game, chance: Random) -> None:
    """Go on from the journal as a power cut at any byte could leave it, as the command does it."""
    data = game.path.read_bytes()
    torn = game.path.with_suffix(".torn.jsonl")
    torn.write_bytes(data[: chance.randint(data.index(b"\n") + 1, len(data))])
    _, stage, _ = session.resume(torn, "", "")
    try:
        assert stage.state in game.tables, "the game goes on at another table"
        if not stage.over:
            stage.again()
        stage.run(room_of(Guests(chance, PROMPT), _ON))
    finally:
        stage.journal.close()
    again = list(session.recall(torn).steps())
    assert again[-1].after == stage.state
    torn.unlink()
