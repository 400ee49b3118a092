"""A terminal as people see it: its cells, and what could be scrolled back to."""

from __future__ import annotations

import io
import re
import unicodedata

from rich.cells import cell_len
from rich.console import Console

from narrator.rooms.light import light_of

_PIECES = re.compile(r"\x1b\[([?\d;]*)([A-Za-z])|\x1b([78])|(.)", re.DOTALL)
_BEGUN = re.compile(r"\x1b(\[[?\d;]*)?$")


class Terminal(io.StringIO):
    """Obeys what the program writes, and nothing else. What is cleared it keeps to be scrolled back to.

    One that `keeps` does so for ever, like GNU screen.
    """

    def __init__(self, width: int = 80, height: int = 24, *, keeps: bool = False) -> None:
        super().__init__()
        self.width, self.height, self.keeps = width, height, keeps
        self.rows: list[list[str]] = []
        self.history: list[str] = []
        self._row = self._column = 0
        self._saved = (0, 0)
        self._begun = ""
        self._clear()
        self._other = self.rows

    def console(self) -> Console:
        """The console that writes here."""
        return Console(file=self, width=self.width, height=self.height, force_terminal=True, highlight=False)

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        pieces = self._begun + text
        begun = _BEGUN.search(pieces)  # what is read from a terminal may end within a sequence
        self._begun = begun[0] if begun else ""
        for numbers, letter, cursor, sign in _PIECES.findall(pieces.removesuffix(self._begun)):
            if letter:
                self._obey(letter, numbers)
            elif cursor == "7":
                self._saved = (self._row, self._column)
            elif cursor:
                self._row, self._column = self._saved
            else:
                self._put(sign)
        return len(text)

    @property
    def shown(self) -> str:
        """What stands on the screen."""
        return "\n".join("".join(row).rstrip() for row in self.rows).rstrip()

    @property
    def words(self) -> str:
        """What stands on the screen, however its lines are broken, and whatever frames them."""
        return " ".join(re.sub(r"[^\w\s.,:;?!·–…-]", " ", self.shown).split())

    @property
    def lit(self) -> int:
        """How much light all that stands there gives."""
        return sum(light_of("".join(row)) for row in self.rows)

    def _obey(self, letter: str, numbers: str) -> None:
        match letter, numbers:
            case (("H" | "G"), _):
                self._go(numbers or "1;1")
            case "J", "2":
                self.history += filter(None, self.shown.split("\n"))
                self._clear()
            case "J", "3":
                self.history = self.history if self.keeps else []
            case "K", "":
                self.rows[self._row][self._column :] = [" "] * (self.width - self._column)
            case "h", "?1049":  # a second screen, which nothing scrolls back to
                self._other = self.rows
                self._clear()
            case "l", "?1049":
                self.rows = self._other
            case ("m", _) | (("h" | "l"), "?25"):
                pass
            case _:
                raise AssertionError(f"what is ESC [ {numbers} {letter}?")

    def _go(self, numbers: str) -> None:
        *row, column = (int(number) - 1 for number in numbers.split(";"))
        self._row, self._column = min(row[0] if row else self._row, self.height - 1), min(column, self.width - 1)

    def resize(self, width: int, height: int) -> None:
        """Make the window as large as this; the rows above the cursor's are kept where there is no room for them."""
        while self._row >= height:
            self.history.append("".join(self.rows.pop(0)).rstrip())
            self._row -= 1
        self.rows = [row[:width] + [" "] * (width - len(row)) for row in self.rows[:height]]
        self.rows += [[" "] * width for _ in range(height - len(self.rows))]
        self.width, self.height, self._column = width, height, min(self._column, width - 1)

    def _clear(self) -> None:
        self.rows = [[" "] * self.width for _ in range(self.height)]

    def _put(self, sign: str) -> None:
        if sign == "\n":
            self._down()
        elif sign == "\r":
            self._column = 0
        else:
            assert sign.isprintable() or unicodedata.category(sign) == "Zs", f"what is {sign!r}?"
            self._place(sign, cell_len(sign))

    def _place(self, sign: str, cells: int) -> None:
        if self._column + cells > self.width:
            self._down()
        if not cells:  # it stands on the sign before
            return
        self.rows[self._row][self._column : self._column + cells] = [sign, *[""] * (cells - 1)]
        self._column += cells

    def _down(self) -> None:
        self._column = 0
        self._row += 1
        if self._row == self.height:
            self._row -= 1
            self.history.append("".join(self.rows.pop(0)).rstrip())
            self.rows.append([" "] * self.width)


def lit(written: str) -> int:
    """Add up the light of what stands there once this was written."""
    terminal = Terminal()
    terminal.write(written)
    return terminal.lit


def unseen() -> Console:
    """A console that writes for nobody; one that has to ask how large it is does so ten times a line."""
    return Console(file=io.StringIO(), width=80, height=25, force_terminal=False)
