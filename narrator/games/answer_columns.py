"""The columns of a pasted table that say who plays: by a yes and a no, a mark and none, or a few values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from narrator.games.given_names import has_given
from narrator.games.name_lists import is_title
from narrator.games.yes_or_no import is_no, is_perhaps, is_yes, refuses
from narrator.lexicon import plain

_MANY = 3
"""So many rows make a table."""
_VALUES = 4
"""So many values at most, each of several rows, may be answers."""
_COMING = r"\b(?:obecn\w*|bedzie\w*|przyjd\w*|coming|attend\w*|present|rsvp|kommer|narvar\w*)\b"
"""What heads the column that says who comes."""
_BLANK = r"[-\u2013\u2014?0\s]*"
"""No yes, and no word."""
_COUNTED = r"(.*[^\W\d_])\s*[\s:=\u2013-]\s*([01])\s*"
"""Somebody, and a yes or no as a number."""


class Answers(NamedTuple):
    """What the columns of a table say of those who play."""

    rows: list[str]
    """The rows, without a column of answers that has no heading."""
    notes: Mapping[str, str] = {}
    """By row: the answer that is no yes."""
    sides: Sequence[tuple[str, list[str]]] = ()
    """Each of a few values of which it is not plain which is a yes, and the people who have it."""
    harmless: frozenset[str] = frozenset()
    """What stands below headings, and is asked about by value, or not at all."""


class _AnswerTable(NamedTuple):
    """The cells of a paste by row and by column."""

    sign: str
    heads: list[str]
    body: dict[int, list[str]]
    """By the place of its row in the paste: the cells of each person."""
    columns: list[tuple[str, ...]]


def answers_of(rows: Sequence[str]) -> Answers:
    """Find the columns of answers: their values are a yes or a no, or a few of which none is known."""
    rows = _parted(rows)
    table = _table_of(rows)
    if not table:
        return Answers([*rows])
    people = next((at for at, column in enumerate(table.columns) if _are_people(column)), None)
    if people is None:
        return Answers([*rows], harmless=_harmless(table, ()))
    places = range(len(table.columns))
    coming = [at for at, head in enumerate(table.heads) if at in places and _asks_who_comes(head)]
    answers = coming or [at for at in places if _has_answers(table.columns[at])]
    few = [] if coming else [at for at in places if at not in answers and _has_few_values(table, at)]
    few = few if table.heads or len(few) == 1 else []
    cut = [] if table.heads else [*answers, *few][: len(answers) + len(few) == 1]
    kept = [*_without_cells(rows, table, cut)]
    notes = _notes(kept, table, answers, labelled=not coming)
    sides = [side for at in few for side in _sides(table, at, people)]
    return Answers(kept, notes, sides, _harmless(table, [*answers, *few]))


def sign_in(row: str) -> str:
    """The sign that parts the cells of this row; none where it has one cell."""
    return next((one for one in "\t;|," if one in row.strip(" |")), "")


def cells_of(row: str, sign: str) -> list[str]:
    """The cells of a row, without quotes and the frame of a table."""
    inner = row.strip(" \n")
    framed = sign == "|" and inner.startswith("|")
    inner = inner.removeprefix("|").removesuffix("|") if framed else inner
    return [cell.strip(' "') for cell in (inner.split(sign) if sign else [inner])]


def _parted(rows: Sequence[str]) -> list[str]:
    """The rows, with a tab before a nought or a one where all have one, and nothing else parts them."""
    numbered = [re.fullmatch(_COUNTED, row) for row in rows]
    bare = len(rows) >= _MANY and all(numbered) and {one[2] for one in numbered if one} == {"0", "1"}
    return [f"{one[1]}\t{one[2]}" for one in numbered if one] if bare and not _shared_sign(rows) else [*rows]


def _shared_sign(rows: Sequence[str]) -> str:
    return next((one for one in "\t;|," if sum(one in row.strip(" |") for row in rows) >= _MANY), "")


def _table_of(rows: Sequence[str]) -> _AnswerTable | None:
    """The table; none where rows have other numbers of cells, but for a last one of which the sign was lost."""
    sign = _shared_sign(rows)
    cells = {place: cells_of(row, sign) for place, row in enumerate(rows)} if sign else {}
    body = {place: some for place, some in cells.items() if len(some) > 1}
    often = {len(some) for some in body.values()}
    even = len(often) == 1 or (sign in "\t|" and often and max(often) - min(often) == 1)
    if len(body) < max(_MANY, len(rows) - 1) or not even:
        return None
    first = next(iter(body))
    heads = body.pop(first) if _are_heads(body[first]) else []
    return _AnswerTable(sign, heads, body, [*zip_longest(*body.values(), fillvalue="")])


def _are_heads(cells: Sequence[str]) -> bool:
    named = any(has_given(cell) for cell in cells if not cell.endswith("?"))
    return not named and any(is_title(cell) or _asks_who_comes(cell) for cell in cells)


def _asks_who_comes(head: str) -> bool:
    return bool(re.search(_COMING, plain(head.casefold())))


def _are_people(column: Sequence[str]) -> bool:
    named = [cell for cell in column if cell[:1].isupper() and len(cell) > 1]
    return len(named) == len(column) and len({*named}) * 5 >= len(column) * 4 and any(map(has_given, named))


def _has_answers(column: Sequence[str]) -> bool:
    """Whether most cells of a column are a yes or none, and both are there."""
    yes = [cell for cell in column if _says_yes(cell)]
    none = [cell for cell in column if re.fullmatch(_BLANK, cell) or is_no(cell) or is_perhaps(cell)]
    counted = "1" in yes and "0" not in none
    return bool(yes and none) and not counted and (len(yes) + len(none)) * 3 >= len(column) * 2


def _says_yes(cell: str) -> bool:
    """Whether a cell is a yes, maybe with more behind a comma."""
    return is_yes(cell.split(",")[0])


def _has_few_values(table: _AnswerTable, at: int) -> bool:
    """Whether a column has a few values in words, of several people each; two letters at most without a heading."""
    cells = [*filter(None, table.columns[at])]
    values = {*cells}
    few = 2 <= len(values) <= min(_VALUES, len(cells) - 1) and any(map(str.isalpha, "".join(values)))
    if not table.heads:
        return few and len(values) == 2 and len(cells) > _MANY and all(len(value) <= 2 for value in values)
    return few and not is_title("".join(table.heads[at : at + 1]))


def _without_cells(rows: Sequence[str], table: _AnswerTable, cut: Sequence[int]) -> Iterator[str]:
    """The rows without the cells in these columns."""
    for place, row in enumerate(rows):
        cells = table.body.get(place, []) if cut else []
        yield table.sign.join(cell for at, cell in enumerate(cells) if at not in cut) if cells else row


def _notes(rows: Sequence[str], table: _AnswerTable, columns: Sequence[int], *, labelled: bool) -> dict[str, str]:
    """The rows that have no yes in any of these columns, and what stands there; with the heading of a single one."""
    head = "".join(f"{table.heads[at]}: " for at in columns if labelled and len(columns) == 1 and table.heads)
    notes = dict[str, str]()
    for place, cells in table.body.items():
        given = dict.fromkeys(cell for at in columns for cell in cells[at : at + 1])
        if columns and not any(map(_says_yes, given)):
            notes[rows[place].strip()] = " ".join(f"{head}{cell}" for cell in given if cell)
    return notes


def _sides(table: _AnswerTable, at: int, people: int) -> list[tuple[str, list[str]]]:
    """The values of a column, each with its heading and its people."""
    head = "".join(f"{one}: " for one in table.heads[at : at + 1])
    values = dict.fromkeys(filter(None, table.columns[at]))
    both = [*zip(table.columns[at], table.columns[people], strict=True)]
    return [(f"{head}{value}", [name for one, name in both if one == value]) for value in values]


def _harmless(table: _AnswerTable, asked: Sequence[int]) -> frozenset[str]:
    """What stands below headings, but for what is no part of those `asked` about, and has a no in it."""
    columns = {at: table.columns[at] for at in range(min(len(table.heads), len(table.columns)))}
    others = {cell for at, column in columns.items() if at not in asked for cell in column if refuses(cell)}
    return frozenset(cell for column in columns.values() for cell in column if cell not in others)
