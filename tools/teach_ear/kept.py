"""A store that goes on where it was broken off: numbers in one file, and a line of JSON for each piece of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class Put(Protocol):
    """Keeps one piece, and what is said of it."""

    def __call__(self, numbers: NDArray[Any], /, **said: str) -> None:
        """Write both to the disk before anything else is done."""


class Kept:
    """Pieces of numbers of one kind, in the order in which they were put."""

    def __init__(self, folder: Path, name: str, kind: str) -> None:
        """`kind` is the type of the numbers, as numpy calls it."""
        self._numbers, self._kind = folder / name, np.dtype(kind)
        self._index = self._numbers.with_suffix(".jsonl")

    @contextmanager
    def open(self) -> Iterator[Put]:
        """Add pieces; what was written of a piece that was broken off is cut away."""
        self._index.parent.mkdir(parents=True, exist_ok=True)
        end = max((first + count for _, first, count in self._pieces()), default=0)
        self._numbers.touch()
        with self._index.open("a", encoding="utf-8") as lines, self._numbers.open("r+b") as file:
            file.seek(end * self._kind.itemsize)
            file.truncate()

            def put(numbers: NDArray[Any], /, **said: str) -> None:
                first = file.tell() // self._kind.itemsize
                file.write(numbers.astype(self._kind).tobytes())
                file.flush()
                lines.write(json.dumps(said | {"first": first, "count": numbers.size}) + "\n")
                lines.flush()

            yield put

    def __len__(self) -> int:
        return sum(1 for _ in self._pieces())

    def __iter__(self) -> Iterator[tuple[dict[str, str], NDArray[Any]]]:
        """What is said of each piece, and its numbers, which stay on disk until they are used."""
        if len(self):
            numbers = np.memmap(self._numbers, self._kind, "r")
            yield from ((said, numbers[first : first + count]) for said, first, count in self._pieces())

    def _pieces(self) -> Iterator[tuple[dict[str, str], int, int]]:
        lines = self._index.read_text("utf-8").splitlines() if self._index.exists() else []
        for said in map(json.loads, lines):
            yield said, said.pop("first"), said.pop("count")
