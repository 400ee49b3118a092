"""What is played, played again: from its journal on disk after every answer, and back and on step by step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from narrator.cues import End
from narrator.play.journal import Batch, Header, Journal, read
from narrator.play.stage import Stage

from tests.any_game.evening import AnyGame, seen, settled
from tests.any_game.laws import Done, gone_back


class BrokenOff:
    """A game whose program dies after every answer; its journal lies at the path."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path, self._written = path, 0
        Journal.begin(path, Header(game="", setup="", fingerprint="", seed=seed)).close()

    def resumed(self, game: AnyGame, batches: list[Batch]) -> Any:
        """Write what happened since the last time, and tell where the game stands that is begun again from it."""
        with self.path.open("a", encoding="utf-8") as file:
            for batch in batches[self._written :]:
                if batch.facts:
                    first, *rest = batch.facts
                    for fact in ({**first, "input": batch.input}, *rest):
                        file.write(json.dumps(fact) + "\n")
        self._written = len(batches)
        header, known = read(self.path)
        journal = Journal.reopen(self.path)
        try:
            return Stage.resume(game, header.seed, known, journal).state
        finally:
            journal.close()


class BackAndOn:
    """A game in which each answer is taken back and given again."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._done: list[Done] = [()]

    def answered(self, before: Any, word: str, state: Any) -> bool:
        """Go back from where the word led, and on again; tell whether it was no further than before the word."""
        game = self._game
        if word == "ready" or isinstance(game.cue(settled(game, state)), End):  # the end cannot be taken back
            return True
        if word == "undo":
            _, self._done = gone_back(game, before, self._done, 1)
            return True
        self._done = [(*one, (seen(game, before), word)) for one in self._done]
        _, left = gone_back(game, state, self._done, 1)
        return any(len(one) - 1 in map(len, left) for one in self._done)
