"""A paste as a whole: which of its rows are the list, in which order, where it has messages, columns or numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, compress, pairwise, takewhile, zip_longest
from types import MappingProxyType
from typing import NamedTuple

from narrator.games.answer_columns import answers_of
from narrator.games.doubts import aside, two_boxes
from narrator.games.given_names import has_given, is_given, mostly_given
from narrator.games.name_lists import BULLETS, COUNTED, HEAD, LAST, NEXT, SEAT, STAMP, NameList, is_note, is_title
from narrator.games.row_starts import fields_of, people_apart, people_first, whole_names, with_bullets, with_headings
from narrator.games.usual_signs import usual_signs
from narrator.games.yes_or_no import DOUBT, EMPTY, NO, YES, is_away, plays
from narrator.lexicon import plain, seen, words_of

_CELLS = r"(?:\d{1,3}\t[^\t\d]+(?:\t+|$)){2,}"
"""A row of columns, each of numbers and of names."""
_LISTED = 3
"""So many rows make a list, of a message too."""
_MARKED = rf"\s*(?:\[[ xX\u2713\u2714]?\]|[{BULLETS}{DOUBT}\U0001f6ab\U0001f44d\U0001f44e])\s*[^\s{BULLETS}]"
_TICKED = rf"\s*(?:\[[ xX\u2713\u2714]?\]|[{YES}{NO}{EMPTY}])"
_MARK = r"\s*((?:[*\u2020\u2021\xb9\xb2\xb3]+|\(?\d{1,2}(?=\)))\)?)\s*"
_FOOTNOTE = rf"{_MARK}([^\W\d_A-Z]+)"
_KEY = r"([^\W\d]+)(?:;[^:]*)?:\s*(.*)"
_NAMING = ("fn", "name", "imie", "namn", "from", "od", "fran")
"""The keys of records, such as contacts or saved messages, whose value is a name."""
_WITH_TAIL = r"([^\W\d_]+(?:[^\S\t][^\W\d_]+)*)[^\S\t]([^\W\d_]+(?:\([^\W\d_]+\))?)"
"""A name, and a word behind it."""
_WITH_NOTE = r"([^\W\d_][^:,;\d]*?)(?::|\s[\u2013\u2014-])\s+(?=[^A-Z\d])(.+)"
"""A name, and what somebody writes in a chat or beside it, behind a colon or a dash."""
_BESIDE = r"\S\s*[\t;|,]|\S\s{2,}\S"
"""What a row of columns has."""
_CELL = r"\S+(?:\s\S+)*"
"""What stands in a column that is made of spaces."""
_KEYCAP = r"(?<=\d)\ufe0f?\u20e3(?=\d)"
"""The frame of a digit before another one: numbers from 10 on have one frame a digit."""
_NUMBER = r"\s+(?=\d{1,2}[.)]?\s?[^\W\d])"
"""Stands before a number that may be another person's."""
_TEAM = r"\s\w$"
"""How the name of one of several teams or tables ends: with a letter or a number."""
_MANY = r"\d+\s([^\W\d]+)"
"""How many there are of something, such as votes."""


class Paste(NamedTuple):
    """The rows of a list that was pasted, and what is known of them as a whole."""

    rows: list[str]
    columns: bool
    """Whether they are columns without numbers, read down the first one, then the next."""
    none: list[str]
    """What does not belong to the list."""
    unmarked: Collection[str]
    """The rows without a number or a mark in a list that has one before each of its people."""
    repeated: Collection[str]
    """What would be a name, but stands in several rows."""
    aside: Collection[str] = ()
    """The rows of people in a column of which its heading does not say that they play."""
    sides: Sequence[tuple[str, list[str]]] = ()
    """The heading and the people of each column, where one of them may not play, as of parents."""
    groups: Sequence[tuple[str, list[str]]] = ()
    """Each of a few values beside the people, one of which may say that they play; and those who have it."""
    answers: Mapping[str, str] = MappingProxyType({})
    """By row: what stands in the column of who plays, and is no yes."""
    harmless: Collection[str] = ()
    """What is noted in columns that are about something else."""


def paste_of(said: str) -> Paste:
    """Find the list in what was typed or pasted."""
    said, left = usual_signs(said)
    said, none = list_in_chat(re.sub(_KEYCAP, "", said.replace("\U0001f51f", "10\u20e3")))
    rows, notes = _without_footnotes(with_bullets(whole_names([*filter(str.strip, said.splitlines())])))
    rows, others = _named(_counts_joined(people_apart(with_headings(rows))))
    rows, answers, groups, harmless = answers_of(rows)
    rows, tails = _without_tails(people_first(_noted(rows)))
    above = [*takewhile(lambda row: not re.search(_BESIDE, row), rows)]
    people, sides, away = _side_by_side(_with_tabs(rows[len(above) :]))
    rows, columns = ([*above, *people], True) if sides else rows_of("\n".join(rows))
    none = [*left, *none, *(head for head, _ in sides), *others, *tails, *notes]
    sides = [*(_of_two_kinds(sides) or fields_of(rows))]
    unmarked, repeated = _unmarked(rows), _repeated(rows)
    ticked = sum(bool(re.match(_TICKED, row)) for row in rows) * 2 > len(rows)
    beside = {row for row in unmarked if ticked and has_given(row)}
    unmarked, away, groups = unmarked - beside, [*away, *beside], [*groups, *two_boxes(rows)]
    return Paste(rows, columns, none, unmarked, repeated, away, sides, groups, answers, harmless)


def _of_two_kinds(sides: Sequence[tuple[str, list[str]]]) -> Sequence[tuple[str, list[str]]]:
    """The columns, where their headings are neither those of teams, nor say who plays: of these one may not play."""
    teams = all(re.search(_TEAM, head) for head, _ in sides)
    return [] if teams or any(is_away(head) or plays(head) for head, _ in sides) else sides


def _without_footnotes(rows: list[str]) -> tuple[list[str], list[str]]:
    """The rows without the footnotes below them, and without their marks behind names; and these footnotes."""
    last = [*takewhile(lambda row: (note := re.match(_FOOTNOTE, row)) and not is_given(note[2]), reversed(rows))]
    above = rows[: len(rows) - len(last)]
    marks, used = ([found[1] for row in some if (found := re.match(_MARK, row))] for some in (last, above))
    alike = [mark for mark in used if marks and mark.strip("()").isdecimal() == marks[0].strip("()").isdecimal()]
    if not above or (len(alike) * 2 >= len(above) and not {*marks} <= {*used}):
        return rows, []
    behind = "|".join(map(re.escape, marks))
    return [re.sub(rf"(?<=\S)\s?(?:{behind})$", "", row.rstrip()) for row in above] if last else above, last[::-1]


def _counts_joined(rows: Sequence[str]) -> list[str]:
    """The rows, those that only count, such as the votes of a poll's answer, as a number behind the one before."""
    if {1, 2, 3} <= {*map(_seat, rows)}:
        return [*rows]
    found = list[str]()
    for row in rows:
        count = re.fullmatch(_MANY, row.strip())
        counts = count and count[1].islower() and not is_away(row)
        if count and counts and found and not _seat(found[-1]):
            found[-1] = f"{found[-1].rstrip()} ({row.split()[0]})"
        else:
            found.append(row)
    return found


def _named(rows: list[str]) -> tuple[list[str], list[str]]:
    """The names in records of several rows each, one a row, and the other rows; all rows where there are none."""
    found = [(key[1], key[2]) if (key := re.match(_KEY, seen(row).strip())) else ("", "") for row in rows]
    often = {key for key, count in Counter(key for key, _ in found).items() if key and count > 1}
    keys = {plain(key.casefold()): key for key in often}
    named = next((keys[key] for key in _NAMING if key in keys), "")
    if len(often) < 2 or not named:
        return rows, []
    names = dict.fromkeys(value for key, value in found if key == named)
    return [*names], [row for row, (key, _) in zip(rows, found, strict=True) if key != named]


def _noted(rows: list[str]) -> list[str]:
    """The rows, with what stands behind a name and a colon in brackets where several have it so."""
    shown = [seen(row).strip() for row in rows]
    stamps = [stamp[0] if (stamp := re.match(STAMP, row)) else "" for row in shown]
    found = [re.fullmatch(_WITH_NOTE, row.removeprefix(stamp)) for row, stamp in zip(shown, stamps, strict=True)]
    noted = [note if note and not is_title(note[1]) and note[1][0].isupper() else None for note in found]
    if sum(map(bool, noted)) < max(_LISTED, len(rows) / 2):
        return rows
    told = [
        f"{stamp}{note[1]} {_bracketed(note[2])}" if note and "," in note[2] else ""
        for note, stamp in zip(noted, stamps, strict=True)
    ]
    return [one or row for one, row in zip(told, rows, strict=True)]


def _bracketed(note: str) -> str:
    return " ".join(f"({part.strip()})" for part in re.sub(r"[()\[\]]", " ", note).split(",") if part.strip())


def _without_tails(rows: list[str]) -> tuple[list[str], list[str]]:
    """The rows without a small word that ends several of them behind a name, such as *sent*, and these words."""
    tails = [re.fullmatch(_WITH_TAIL, row.strip()) if NameList().read(row)[0] else None for row in rows]
    often = Counter(tail[2] for tail in tails if tail and tail[2].islower() and tail[1][0].isupper())
    shared = {word for word, count in often.items() if count >= max(_LISTED, len(rows) / 3)}
    cut = [tail[1] if tail and tail[2] in shared else row for row, tail in zip(rows, tails, strict=True)]
    return cut, sorted(shared)


def _unmarked(rows: Sequence[str]) -> set[str]:
    numbered = {1, 2, 3} <= {*map(_seat, rows)}
    others = {row for row in rows if not (_seat(row) if numbered else re.match(_MARKED, row))}
    many = sum(row not in others for row in rows)
    return others if many >= _LISTED and many * 2 > len(rows) else set()


def _repeated(rows: Sequence[str]) -> set[str]:
    """What stands where names do in three rows, or in small letters in two where others are not, and is none."""
    reading = NameList()
    names = [name for row in rows for name in reading.read(row)[0]]
    small = sum(map(str.islower, names)) * 2 < len(names)
    often = {name for name, count in Counter(names).items() if count > 2 or (count > 1 and small and name.islower())}
    return {name for name in often if not has_given(name)}


def list_in_chat(pasted: str) -> tuple[str, list[str]]:
    """The list in the last message of a chat that has one, without its sender, and the other messages."""
    rows = [*filter(str.strip, pasted.splitlines())]
    starts = [place for place, row in enumerate(rows) if _sent(row)]
    for start, end in reversed([*pairwise([*starts, len(rows)])]):
        listed = [text for text in (_sent(rows[start])[1], *rows[start + 1 : end]) if text]
        counted = [*filter(None, map(_seat, listed))]
        titled = len(listed) > _LISTED and (listed[0].rstrip().endswith(":") or is_title(listed[0]))
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
    rows = [
        re.sub(r"(\d)\t", r"\1. ", row) if re.fullmatch(_CELLS, row) else row
        for row in filter(str.strip, pasted.splitlines())
    ]
    cells = [cell for row in rows for cell in (re.split(NEXT, row.strip()) if _seat(row) else [row])]
    loose = [cell for row in rows for cell in re.split(_NUMBER, row.strip())]
    numbers = sorted(filter(None, map(_seat, loose)))
    cells = loose if len(numbers) > len(rows) and numbers == [*range(1, len(numbers) + 1)] else cells
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


def _with_tabs(rows: list[str]) -> list[str]:
    """The rows with tabs between columns that are made of spaces, where known headings stand above them."""
    places = [found.start() for found in re.finditer(_CELL, rows[0])] if rows else []
    heads = re.findall(_CELL, rows[0]) if rows else []
    spaced = len(heads) > 1 and not re.search(r"[\t;|,]", rows[0])
    if not spaced or not (any(is_away(head) or plays(head) for head in heads) or _heads_people(heads, rows[1:])):
        return rows
    table = list[str]()
    for row in rows:
        cells = [""] * len(heads)
        for found in re.finditer(_CELL, row):
            cells[max(sum(place <= found.start() + 1 for place in places) - 1, 0)] = found[0]
        table.append("\t".join(cells))
    return table


def _heads_people(heads: Sequence[str], rows: Sequence[str]) -> bool:
    """Whether no heading is somebody's name, and most of what stands below them is."""
    cells = [cell.split()[0] for row in rows for cell in re.split(r"\s{2,}", row.strip())]
    return len(rows) >= _LISTED and not any(map(has_given, heads)) and mostly_given(cells)


def _side_by_side(rows: list[str]) -> tuple[list[str], list[tuple[str, list[str]]], list[str]]:
    """The people of columns below headings, such as teams or pairs, one below the other, and each with its heading.

    Those of them come third whose heading may say that they do not play. All rows, and nothing, where not at least
    two of the columns are of people, and the others only count them.
    """
    for sign in (one for one in "\t;|," if rows and one in rows[0].strip(" |")):
        heads, *table = ([cell.strip() for cell in row.strip(" |").split(sign)] for row in rows)
        columns = [
            [cell for cell in column if any(map(str.isalpha, cell))]
            for column in zip_longest(heads, *table, fillvalue="")
        ]
        found = [(head, people) for head, *people in filter(None, columns) if people]
        people = [name for _, column in found for name in column]
        known = all(is_away(head) or plays(head) for head, _ in found)
        headed = known or (
            len(table) >= _LISTED
            and (sign != "," or ", " not in "".join(rows) or re.search(_TEAM, heads[0]) or is_title(heads[0]))
        )
        apart = len(found) > 1 and (
            len({*people}) == len(people) or (not known and all(len({*some}) == len(some) for _, some in found))
        )
        if headed and apart and all(_is_headed(*one, known=known) for one in found):
            away = chain(*compress([column for _, column in found], aside([head for head, _ in found])))
            return people, found, [*away]
    return rows, [], []


def _is_headed(head: str, column: list[str], *, known: bool) -> bool:
    """Whether most of a column are people, and its head is none of them, and does not speak of surnames."""
    if known:
        return all(cell[0].isupper() and len(cell) > 1 for cell in column)
    names = [next(filter(is_given, words_of(cell)), "") for cell in column if cell[0].isupper()]
    return (
        mostly_given([*names, *[""] * (len(column) - len(names))])
        and not re.fullmatch(LAST, plain(head.casefold()))
        and not has_given(head)
    )


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
