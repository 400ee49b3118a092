"""A terminal to write to, as far as the narrator uses one: what stands in it, and how much light it gives."""

from __future__ import annotations

import re
from io import StringIO
from typing import NamedTuple

from narrator.rooms.light import light_of

_PIECES = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b([78])|(\r)|(\n)|([^\x00-\x1f]+)|(.)", re.DOTALL)


class Size(NamedTuple):
    """Columns and rows."""

    columns: int
    rows: int


class Terminal(StringIO):
    """A stream that draws. Raises AssertionError at a control that it does not know."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        self._size = size
        self._rows = [" " * size.columns] * size.rows
        self._row = self._column = 0
        self._kept = (0, 0)

    @property
    def lit(self) -> int:
        """How much light all that stands there gives."""
        return sum(map(light_of, self._rows))

    @property
    def shown(self) -> str:
        """What stands there, row by row."""
        return "\n".join(row.rstrip() for row in self._rows)

    def isatty(self) -> bool:
        return True

    @property
    def size(self) -> Size:
        """Give its columns and rows."""
        return self._size

    def write(self, text: str) -> int:
        for found in _PIECES.finditer(text):
            numbers, control, keeping, left, down, words, unknown = found.groups()
            assert unknown is None, f"{unknown!r} is written to the terminal"
            if control:
                self._control(control, numbers)
            elif keeping:
                self._keep(keeping)
            elif left:
                self._column = 0
            elif down:
                self._next_row()
            else:
                self._put(words)
        return len(text)

    def _control(self, control: str, numbers: str) -> None:
        if control == "H":
            row, column = (int(number or 1) for number in (numbers or "1;1").split(";"))
            self._row, self._column = min(row, self._size.rows) - 1, min(column, self._size.columns) - 1
        elif control == "J" and numbers in ("", "0"):
            self._erase(self._column)
            self._rows[self._row + 1 :] = [" " * self._size.columns] * (self._size.rows - self._row - 1)
        elif control == "J" and numbers == "2":
            self._rows = [" " * self._size.columns] * self._size.rows
        elif control == "K":
            self._erase({"": self._column, "0": self._column, "2": 0}[numbers])
        elif control == "G":
            self._column = min(int(numbers or 1), self._size.columns) - 1
        elif control == "A":
            self._row = max(self._row - int(numbers or 1), 0)
        else:  # colours, what could be scrolled back to, and whether the cursor is seen
            assert control in "mhl" or (control, numbers) == ("J", "3"), f"{numbers}{control} controls the terminal"

    def _erase(self, column: int) -> None:
        self._rows[self._row] = self._rows[self._row][:column].ljust(self._size.columns)

    def _keep(self, keeping: str) -> None:
        if keeping == "7":
            self._kept = (self._row, self._column)
        else:
            self._row, self._column = self._kept

    def _put(self, words: str) -> None:
        while words:
            if self._column == self._size.columns:
                self._next_row()
            here, words = words[: self._size.columns - self._column], words[self._size.columns - self._column :]
            row, end = self._rows[self._row], self._column + len(here)
            self._rows[self._row] = row[: self._column] + here + row[end:]
            self._column = end

    def _next_row(self) -> None:
        self._column = 0
        if self._row + 1 < self._size.rows:
            self._row += 1
        else:
            self._rows = [*self._rows[1:], " " * self._size.columns]
