"""How likely each text is where nothing is said, kept on disk: what a decoder would write anyway proves little."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from narrator.computer import files
from narrator.computer.paths import user_cache
from narrator.ears.closed_set import ClosedSet, Spelling, tree
from narrator.ears.whisper_model import EncodedSound

_MOST = 20_000
"""Texts that are kept: the questions of some ten tables."""


class NullScores:
    """Reckons the scores of texts that it does not have yet, and keeps them for the model of that name."""

    def __init__(self, closed: ClosedSet, nothing: EncodedSound, model: str, folder: Path | None = None) -> None:
        """Reckon with what is heard in a silence; keep the scores in the folder, which can be thrown away."""
        self._closed, self._nothing = closed, nothing
        self._file = (folder or user_cache() / "null-scores") / f"{model}.json"
        self._scores = _read(self._file)
        self._kept = len(self._scores)

    def of(self, texts: Iterable[Spelling]) -> list[float]:
        """Give the log-probability of each text in a silence."""
        wanted = list(texts)
        if missing := self.missing(wanted):
            self.reckon(missing)
        return [self._scores[text] for text in wanted]

    def missing(self, texts: Iterable[Spelling]) -> list[Spelling]:
        """List the texts whose scores are not known yet."""
        return [text for text in dict.fromkeys(texts) if text not in self._scores]

    def reckon(self, texts: Sequence[Spelling], stopped: Callable[[], bool] = lambda: False) -> None:
        """Reckon the texts' scores, unless it is `stopped` meanwhile."""
        root = tree({str(place): [text] for place, text in enumerate(texts)})
        result = self._closed.write(self._nothing, root, width=None, stopped=stopped)
        if result is not None:
            self._scores |= {one.tokens: round(one.score, 3) for one in result.written}

    def keep(self) -> None:
        """Write new scores down; without a disk they are reckoned again another day."""
        if len(self._scores) == self._kept:
            return
        self._kept = len(self._scores)
        kept = list(self._scores.items())[-_MOST:]
        files.keep(self._file, json.dumps({" ".join(map(str, text)): score for text, score in kept}).encode())


def _read(file: Path) -> dict[Spelling, float]:
    with suppress(OSError, ValueError, AttributeError):
        found = json.loads(file.read_text("utf-8"))
        return {tuple(map(int, text.split())): float(score) for text, score in found.items()}
    return {}


def nearly_silent(length: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """A sound of so many samples in which nothing is said, always the same."""
    return np.random.default_rng(0).normal(0.0, 1e-4, length).astype(np.float32)
