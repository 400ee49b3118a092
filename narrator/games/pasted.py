"""A paste as a whole: which of its rows are the list, in which order, where it has messages, columns or numbers."""

from __future__ import annotations

import re
from itertools import chain, pairwise, takewhile, zip_longest

from narrator.games.given_names import mostly_given
from narrator.games.name_lists import COUNTED, HEAD, SEAT, STAMP, is_note, is_title
from narrator.lexicon import seen

_NEXT = r"\s+(?=\d{1,3}[.):]+\s)|(?:\t|\s{2,})(?=\d{1,3}\s)"
"""Stands between two columns with numbers."""
_LISTED = 3
"""So many rows make a list of a message."""


def list_in_chat(pasted: str) -> tuple[str, list[str]]:
    """The list in the last message of a chat that has one, without its sender, and the other messages."""
    rows = [*filter(str.strip, pasted.splitlines())]
    starts = [place for place, row in enumerate(rows) if _sent(row)]
    for start, end in reversed([*pairwise([*starts, len(rows)])]):
        listed = [text for text in (_sent(rows[start])[1], *rows[start + 1 : end]) if text]
        counted = [*filter(None, map(_seat, listed))]
        titled = listed and listed[0].rstrip().endswith(":") and len(listed) > _LISTED
        if titled or _LISTED <= len(counted) == len({*counted}):
            return "\n".join(listed), [*rows[:start], *rows[end:]]
    return pasted, []


def _sent(row: str) -> list[str]:
    """The sender and the text of a row with which a message begins; nothing of another."""
    shown = seen(row).strip()
    stamp = re.match(STAMP, shown)
    head = re.match(HEAD, shown[stamp.end() :]) if stamp else None
    return [head[1], head[2]] if head else []


def rows_of(pasted: str) -> tuple[list[str], bool]:
    """The rows of a paste in the order of their numbers, and one below the other where there were columns.

    Whether there were columns without numbers comes with them: these are read down the first one, then the next.
    """
    rows = [*filter(str.strip, pasted.splitlines())]
    cells = [cell for row in rows for cell in (re.split(_NEXT, row.strip()) if _seat(row) else [row])]
    titles = [*takewhile(lambda cell: not _seat(cell), cells)]
    listed = sorted(cells[len(titles) :], key=_seat)
    if listed and all(map(_seat, listed)) and len({*map(_seat, listed)}) == len(listed):
        return [*titles, *listed], False
    table = [re.split(r"\t|\s{2,}", row.strip()) for row in rows]
    titles = [row[0] for row in takewhile(lambda row: len(row) == 1, table)]
    columns = [[cell for cell in column if cell] for column in zip_longest(*table[len(titles) :])]
    if len(columns) > 1 and len(columns[-1]) > 1 and _are_people(columns, tabs="\t" in pasted):
        return [*titles, *chain(*columns)], True
    return rows, False


def _seat(cell: str) -> int:
    """The number before a name, or behind it; 0 without one."""
    found = re.match(rf"\W*{COUNTED}", cell) or re.search(SEAT, cell)
    return int(found[1]) if found else 0


def _are_people(columns: list[list[str]], *, tabs: bool) -> bool:
    """Whether each cell of all columns is somebody; between tabs a word that is no given name may be a surname."""
    cells = [*chain(*columns)]
    names = all(cell[:1].isupper() and not any(map(str.isdecimal, cell)) for cell in cells)
    sure = not tabs or all(" " in cell for cell in cells) or all(map(mostly_given, columns[1:]))
    whole = sure and len(columns[0]) - len(columns[-1]) <= 1
    return names and whole and not any(is_title(cell) or is_note(cell, cells[0]) for cell in cells)
