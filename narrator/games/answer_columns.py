"""The column of a pasted table that says who plays, with or without a heading: a yes and a no, a mark and none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from narrator.games.given_names import has_given
from narrator.games.name_lists import is_title
from narrator.lexicon import plain

_MANY = 3
"""So many rows make a table."""
_COMING = r"\b(?:obecn\w*|bedzie\w*|przyjd\w*|coming|attend\w*|present|rsvp|kommer|narvar\w*)\b"
"""What heads the column that says who comes."""
_YES = (
    r"(?:tak|yes|ja|t|y|j|x|v|o|ob|obecn[ya]|1|\+|true|prawda|sant|going|coming|bed[ez]\w*|przyjd\w*"
    r"|[\u2611\u2705\u2713\u2714])"
)
_NO = (
    r"(?:nie|no|nej|n|nb|0|[-\u2013\u2014?]|false|falsz|falskt|moze|maybe|kanske"
    r"|[\u2610\u2612\u2716-\u2718\u274c\u274e]|)"
)
_COUNTED = r"(.*[^\W\d_])\s*[\s:=\u2013-]\s*([01])\s*"
"""Somebody, and a yes or no as a number."""
_OTHERS = r"(?:k|m|f|kobieta|mezczyzna|female|male|\d{2,})"
"""Values of two sorts that are about something else, such as a sex or an age."""
_ABOUT = (
    r"(?:miasto|miejscowosc|adres|tel\w*|nr\w*|numer\w*|mail|e-mail\w*|wiek|plec|diet\w*|jedzeni\w*|weg\w*|alerg\w*|auto|samochod"
    r"|zaplac\w*|oplac\w*|platnosc\w*|skladk\w*|rodo|zgod\w*|pelnolet\w*|klasa|szkola|rol[ae]|ksywk?a|nick|druzyna|stolik|wzrost"
    r"|city|town|address|phone|age|sex|gender|food|allerg\w*|car|paid|team|role|table|class|seat|stad|alder|kon|mat|bil|betalt)"
)
"""What heads a column that is about something else."""


class Answers(NamedTuple):
    """What the columns of a table say of those who play."""

    rows: list[str]
    """The rows, without a column of answers that has no heading."""
    notes: Mapping[str, str]
    """By row: the answer that is no yes."""
    sides: Sequence[tuple[str, list[str]]]
    """Each of two values of which it is not plain which is a yes, and the rows that have it."""
    harmless: frozenset[str]
    """What stands in columns that are about something else."""
    headed: frozenset[str] = frozenset()
    """What stands in other columns that have a heading."""


def answers_of(rows: Sequence[str]) -> Answers:
    """Find the columns of answers: their values are a yes or a no, or two of which none is known."""
    sign = next((one for one in "\t;|," if sum(one in row.strip(" |") for row in rows) >= _MANY), "")
    numbered = [re.fullmatch(_COUNTED, row) for row in rows]
    bare = not sign and len(rows) >= _MANY and {one[2] for one in numbered if one} == {"0", "1"} and all(numbered)
    sign = "\t" if bare else sign
    rows = [f"{one[1]}\t{one[2]}" for one in numbered if one] if bare else rows
    table = [_cells(row, sign) for row in rows] if sign else []
    places = [place for place, cells in enumerate(table) if len(cells) > 1]
    if len(places) < len(table) - 1 or not _is_even([table[place] for place in places], sign):
        return Answers([*rows], {}, (), frozenset())
    headed = _is_headed(table[places[0]])
    body = places[headed:]
    columns = [*zip_longest(*(table[place] for place in body), fillvalue="")]
    heads = table[places[0]] if headed else []
    parted = [
        {cell for head, some in zip(heads, columns, strict=False) if _heads_else(head) is it for cell in some}
        for it in (True, False)
    ]
    harmless, others = map(frozenset[str], parted)
    coming = [at for at, head in enumerate(heads[: len(columns)]) if re.search(_COMING, plain(head.casefold()))]
    found = [] if coming else [at for at, column in enumerate(columns) if _is_answer(column, heads[at : at + 1])]
    several = [at for at in coming or range(len(columns)) if _has_answers(columns[at], heads[at : at + 1])]
    if len(several) > 1 and any(map(_are_people, columns)):
        notes = _without_yes(rows, table, body, several)
        said = frozenset(cell for at in several for cell in columns[at])
        return Answers([*rows], notes, (), (harmless - others) | said, others)
    if len(found) != 1 or not any(map(_are_people, columns)):
        return Answers([*rows], {}, (), harmless - others, others)
    answered = _answered(rows, table, body, found[0], sign=sign, cut=not headed)
    return answered._replace(harmless=harmless, headed=others - harmless)


def _answered(
    rows: Sequence[str], table: Sequence[Sequence[str]], body: Sequence[int], at: int, *, sign: str, cut: bool
) -> Answers:
    """What the column in this place says, which is `cut` out of the rows if nothing heads it."""
    kept, notes, sides = [*rows], dict[str, str](), dict[str, list[str]]()
    plainly = any(_fits(_YES, table[place][at : at + 1]) for place in body)
    plainly = plainly and any(_fits(_NO, table[place][at : at + 1]) for place in body)
    for place in body:
        value = "".join(table[place][at : at + 1])
        if cut:
            kept[place] = sign.join(cell for one, cell in enumerate(table[place]) if one != at)
        if not plainly:
            sides.setdefault(value, []).append(kept[place])
        elif not _fits(_YES, [value]):
            notes[kept[place]] = value
    return Answers(kept, notes, [*sides.items()], frozenset())


def _without_yes(
    rows: Sequence[str], table: Sequence[Sequence[str]], body: Sequence[int], columns: Sequence[int]
) -> dict[str, str]:
    """The rows that have a no, a perhaps or nothing in each of these columns, and what stands there."""
    given = {place: [cell for at in columns for cell in table[place][at : at + 1]] for place in body}
    absent = {place: cells for place, cells in given.items() if all(_fits(_NO, [cell]) for cell in cells)}
    return {rows[place].strip(): " ".join(dict.fromkeys(filter(None, cells))) for place, cells in absent.items()}


def _has_answers(column: Sequence[str], head: Sequence[str]) -> bool:
    """Whether most cells of a column are a yes or a no, such as of one of several days."""
    known = [cell for cell in column if _fits(f"{_YES}|{_NO}", [cell])]
    some = any(_fits(_YES, [cell]) for cell in known) and len(known) * 3 >= len(column) * 2
    return some and not any(map(_heads_else, head))


def _cells(row: str, sign: str) -> list[str]:
    inner = row.strip(" \n")
    framed = sign == "|" and inner.startswith("|")
    inner = inner.removeprefix("|").removesuffix("|") if framed else inner
    return [cell.strip(' "') for cell in inner.split(sign)]


def _is_even(table: Sequence[Sequence[str]], sign: str) -> bool:
    """Whether the rows have equally many cells; of a last one that is empty the sign may have been lost."""
    often = {len(cells) for cells in table}
    return len(table) >= _MANY and (len(often) == 1 or (sign in "\t|" and max(often) - min(often) == 1))


def _is_headed(cells: Sequence[str]) -> bool:
    return not any(map(has_given, cells)) and any(
        is_title(cell) or _heads_else(cell) or re.search(_COMING, plain(cell.casefold())) for cell in cells
    )


def _heads_else(head: str) -> bool:
    return bool(re.match(rf"{_ABOUT}\b", plain(head.casefold())))


def _is_answer(column: Sequence[str], head: Sequence[str]) -> bool:
    """Whether a column has a yes and a no, or two short values; not one whose heading is about something else."""
    values = {*column}
    if len(values) < 2 or any(map(_heads_else, head)):
        return False
    if all(_fits(f"{_YES}|{_NO}", [value]) for value in values):
        return any(_fits(_YES, [value]) for value in values)
    short = all(len(value) <= 2 and not _fits(_OTHERS, [value]) for value in values)
    return len(values) == 2 and len(column) > _MANY and short


def _are_people(column: Sequence[str]) -> bool:
    named = [cell for cell in column if cell[:1].isupper() and len(cell) > 1]
    return len({*named}) == len(column) and any(map(has_given, named))


def _fits(shape: str, values: Sequence[str]) -> bool:
    return bool(re.fullmatch(shape, plain("".join(values).casefold())))


def absent_in_column(rows: Sequence[str]) -> list[str]:
    """The rows of a table in which nothing says yes below the heading that asks who comes."""
    sign = next((one for one in "\t;|," if rows and one in rows[0].strip(" |")), "")
    table = [[plain(cell.strip(' "').casefold()) for cell in row.split(sign)] for row in rows] if sign else []
    places = [at for at, head in enumerate(table[0]) if at and re.search(_COMING, head)] if table else []
    below = zip(table[1:], rows[1:], strict=True) if places and not has_given(rows[0]) else ()
    said = [(row, [cells[at].split(",")[0] for at in places if at < len(cells)]) for cells, row in below]
    return [row for row, answers in said if not any(re.fullmatch(_YES, one) for one in answers)]
