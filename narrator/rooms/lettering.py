"""Large letters and figures, drawn with blocks, for whoever reads from across the room."""

from __future__ import annotations

HEIGHT = 5
"""Rows of a letter."""

_LETTERS = {
    "0": "███ █.█ █.█ █.█ ███",
    "1": ".█. ██. .█. .█. ███",
    "2": "███ ..█ ███ █.. ███",
    "3": "███ ..█ ███ ..█ ███",
    "4": "█.█ █.█ ███ ..█ ..█",
    "5": "███ █.. ███ ..█ ███",
    "6": "███ █.. ███ █.█ ███",
    "7": "███ ..█ ..█ ..█ ..█",
    "8": "███ █.█ ███ █.█ ███",
    "9": "███ █.█ ███ ..█ ███",
    ":": ". █ . █ .",
    "A": "███ █.█ ███ █.█ █.█",
    "B": "██. █.█ ██. █.█ ██.",
    "C": "███ █.. █.. █.. ███",
    "D": "██. █.█ █.█ █.█ ██.",
    "E": "███ █.. ██. █.. ███",
    "F": "███ █.. ██. █.. █..",
    "G": "███ █.. █.█ █.█ ███",
    "H": "█.█ █.█ ███ █.█ █.█",
    "I": "█ █ █ █ █",
    "J": "..█ ..█ ..█ █.█ ███",
    "K": "█.█ █.█ ██. █.█ █.█",
    "L": "█.. █.. █.. █.. ███",
    "M": "█...█ ██.██ █.█.█ █...█ █...█",
    "N": "█..█ ██.█ █.██ █..█ █..█",
    "O": "███ █.█ █.█ █.█ ███",
    "P": "███ █.█ ███ █.. █..",
    "Q": "███ █.█ █.█ ███ ..█",
    "R": "███ █.█ ██. █.█ █.█",
    "S": "███ █.. ███ ..█ ███",
    "T": "███ .█. .█. .█. .█.",
    "U": "█.█ █.█ █.█ █.█ ███",
    "V": "█.█ █.█ █.█ █.█ .█.",
    "W": "█...█ █...█ █.█.█ ██.██ █...█",
    "X": "█.█ █.█ .█. █.█ █.█",
    "Y": "█.█ █.█ .█. .█. .█.",
    "Z": "███ ..█ .█. █.. ███",
    " ": ".. .. .. .. ..",
}
"""A letter's rows, the dots dark."""


def large(text: str, width: int) -> list[str]:
    """Draw the text in letters five rows high, broken between words at so many columns.

    Nothing if a sign has no letter, or a word is too wide.
    """
    lines: list[str] = []
    for word in text.upper().split():
        longer = f"{lines[-1]} {word}" if lines else ""
        if longer and _columns(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    if not lines or any(sign not in _LETTERS for sign in "".join(lines)) or max(map(_columns, lines)) > width:
        return []
    drawn = ["\n".join(_row(line, number) for number in range(HEIGHT)) for line in lines]
    return "\n\n".join(drawn).split("\n")


def _row(line: str, number: int) -> str:
    return " ".join(_LETTERS[sign].split()[number] for sign in line).replace(".", " ").rstrip()


def _columns(line: str) -> int:
    return sum(len(_LETTERS.get(sign, "...").split()[0]) + 1 for sign in line) - 1


def halved(text: str, width: int) -> list[str]:
    """Draw the text as `large` does, in three rows of half blocks; nothing where that has no room."""
    rows = large("".join(sign for sign in text if sign.upper() in _LETTERS), width)
    if len(rows) != HEIGHT:
        return []
    wide = max(map(len, rows))
    lines = [row.ljust(wide) for row in (*rows, "")]
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return ["".join(_HALVES[pair] for pair in zip(upper, lower, strict=True)) for upper, lower in pairs]


HALVED = (HEIGHT + 1) // 2
"""Rows of a letter in half blocks."""

_HALVES = {("█", "█"): "█", ("█", " "): "▀", (" ", "█"): "▄", (" ", " "): " "}
