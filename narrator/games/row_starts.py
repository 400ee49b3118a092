"""What stands before people in a row: the sign of a bullet, a role, or a heading of those who come or do not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from narrator.games.answer_columns import cells_of, sign_in
from narrator.games.doubts import noted_apart
from narrator.games.given_names import has_given, is_given
from narrator.games.name_lists import LAST, STAMP, NameList, is_title
from narrator.games.yes_or_no import TICKS, is_away, is_no, is_perhaps, is_yes, plays, refuses
from narrator.lexicon import plain, seen

_MANY = 3
"""So many rows of one shape make a list."""
_SIGN = r"\s*([^\s\d(\[{<])\ufe0f?(\s*)([^\W\d_].*)"
_MISREAD = "eo\xb0\xa9\xae\xa2\xab\xbb\u2022\xb7*"
"""What a bullet is taken for where a picture is read: it may be another sign in each row."""
_COUNT = r"\s?\(\d{1,3}\)"
_WORDS = r"((?:[^\W\d]['\w\u2019]*\s){0,3}[^\W\d]['\w\u2019]*)"
_HEADED = (
    rf"(?:^\W*|(?<=[\s.;,|/\u2013\u2014-])){_WORDS}"
    rf"((?:{_COUNT})?\s?:|(?:{_COUNT})?\s[=\u2013\u2014-](?=\s)|{_COUNT})\s*([^\W\d_]+)"
)
"""A heading and the first name below it, at the beginning of a row or behind other names."""
_SAID = r"(?:^|(?<=[;,.] )|(?<= a )|(?<= but ))((?:(?:nie|not|inte) )?[^\W\d_]{4,}|nie|not)() ([^\W\d_]+)"
"""The same as a sentence: *come* or *do not come*, and the first name."""
_ROLE = r"([\W\d_]*)([^\W\d_][^:\d,;|\t]{0,30}?)(?:\s?:|\s[=\u2013\u2014-])\s+([^\W\d_][^:,;|\t\d]*)"
"""A role, a seat or a group, and one person behind it."""
_ANSWER = rf"([^\W\d_][^:,;|]*?)(?:\s?[:=]\s?|\s[-\u2013\u2014]\s|\s)(\w+)|.*[{TICKS}]\ufe0f?"
"""Somebody, and a word or a tick behind the name."""
_REVERSED = r"([\W\d_]*)([^\W\d_][^,;:\d\s]*),\s*([^\W\d_]+)"
"""A surname, a comma, and the given name."""
_FIRST = r"imi(?:e|ona)|(?:first|given) name|forename|fornamn"
"""What heads a column of given names."""
_COUNT_BEHIND = r"(?:\s*[\xb7\u2022|\u2013-]\s*\d{1,4}|\s*\(\d{1,4}\)|\s\d{1,4})?\s*$"
_GROUP = (
    r"(?:(?:Biora|Wezma) udzial|Going|Attending|Zainteresowan[iey]|Interested|Maybe|Moze|Zaprosz(?:eni|one)|Invited"
    r"|Kommer|Intresserade|Kanske|Inbjudna|(?=.*\d)(?:Nie (?:moga|ida|wezma udzialu|biora udzialu)|Can['\u2019]t go"
    rf"|Not going|Kan inte(?: komma)?)){_COUNT_BEHIND}"
)
"""What an event's page has above those who answered alike."""
_SUM = r"[\W\d_]*[^\W\d_][^\d:()]*\((\d{1,3})\)\W*"
"""A heading, and how many stand below it."""
_AND = r"\s(?:i|oraz|and|och|&)\s"
_CAPITAL = r"[^\W\d_a-z]\w*(?:\s[^\W\d_a-z]\w*)?"
_EXCEPT = rf"(.*\w),?\s(?:a|ale|natomiast|but|while|men)\s({_CAPITAL}(?:{_AND}{_CAPITAL})*)\s([^\W\d_A-Z][^,;:]*?)\.?"
"""A sentence about some people, and another one behind it about others."""
_VERB = (
    r"(?:za|w)?graj\u0105|gramy|b\u0119d\u0105(?:\sgra\u0107)?|przyjd\u0105|przychodz\u0105|spelar|kommer"
    r"|(?:are\s|will\s)?(?:playing|coming|play|come)"
)
_DAY = (
    r"^(?:(?:on|this|next|we?|i|p\xe5|n\xe4sta)\s\w+|tonight|tomorrow|today|jutro|dzi\u015b|dzisiaj|idag|imorgon)\s"
)
_SENTENCE = rf"((?:[^\W\d_]+\s){{0,4}}?)(?:(?:{_VERB})\s([^:;()]+)|([^:;()]+?)\s(?:{_VERB}))"
_TABLE = (r"\S\t+\S", r"\S;[^\s;]")
"""What parts the cells of a table."""
_APART = " .;,|/\u2013\u2014-"
"""Signs between two lists in one row."""


class _Heading(NamedTuple):
    """The words of a heading within a row, where they begin, and where the first name below them does."""

    start: int
    end: int
    words: str


def with_bullets(rows: Sequence[str]) -> list[str]:
    """The rows, with a usual bullet in the place of the single sign that stands before the people in most of them."""
    starts = [_start(row) for row in rows]
    often = Counter(sign for sign, *_ in starts if sign)
    sign, count = often.most_common(1)[0] if often else ("", 0)
    signs = {sign} if count >= _MANY and count * 2 > len(rows) else {*""}
    if not signs and sum(map(often.__getitem__, _MISREAD)) >= max(_MANY, len(rows) * 0.8):
        signs = {*_MISREAD}
    found = [(space, rest) for one, space, rest in starts if one in signs]
    close = sign.isalpha() and (sign.isupper() or not all(space for space, _ in found))
    if not signs or (close and sum(has_given(rest) for _, rest in found) * 2 <= len(found)):
        return [*rows]
    bullet = "[x]" if signs <= {*"xXvV"} else "\u2022"
    return [f"{bullet} {rest}" if one in signs else row for row, (one, _, rest) in zip(rows, starts, strict=True)]


def _start(row: str) -> tuple[str, str, str]:
    """The sign before a name that is no usual mark, the space behind it, and the rest; no sign for none."""
    found = re.fullmatch(_SIGN, seen(row).rstrip())
    if not found or not found[3][0].isupper() or (found[1].isupper() and not found[2]):
        return "", "", row
    usual = found[1] not in _MISREAD and NameList().read(f"{found[1]}{found[2]}Ala") == (["Ala"], [])
    return ("", "", row) if usual else (found[1], found[2], found[3])


def with_headings(rows: Sequence[str]) -> list[str]:
    """The rows, with a colon behind each that ends with the number of those who stand below, such as *Maybe (2)*.

    So it is with the headings of an event's page, with a number or without.
    """
    groups = [re.fullmatch(_GROUP, plain(seen(row).strip())) for row in rows]
    rows = [f"{re.sub(_COUNT_BEHIND, '', row)}:" if group else row for row, group in zip(rows, groups, strict=True)]
    sums = [(place, int(found[1])) for place, row in enumerate(rows) if (found := _sum(row))]
    ends = [*(place for place, _ in sums[1:]), len(rows)][: len(sums)]
    right = {place for (place, count), end in zip(sums, ends, strict=True) if end - place - 1 == count}
    return [f"{row.rstrip()}:" if place in right else row for place, row in enumerate(rows)]


def _sum(row: str) -> re.Match[str] | None:
    return None if has_given(row) else re.fullmatch(_SUM, seen(row).strip())


def people_first(rows: Sequence[str]) -> list[str]:
    """The rows, with the given name before a surname and a comma; and before a role in a list that has them."""
    found = [re.fullmatch(_REVERSED, seen(row).strip()) for row in rows]
    if sum(bool(one) and is_given(one[3]) and not is_given(one[2]) for one in found if one) >= max(
        _MANY, len(rows) * 2 / 3
    ):
        return [f"{one[1]}{one[3]} {one[2]}" if one else row for one, row in zip(found, rows, strict=True)]
    roles = [None if re.match(STAMP, row) else _role(row) for row in rows]
    called = [one[2] for one in roles if one]
    listed = len(called) == len({*called}) >= max(2, len(rows) / 2)
    known = [bool(one and is_given(one[3].split()[0])) for one in roles]
    if listed and sum(known) * 2 >= len(called):
        return [f"{one[1]}{one[3].strip()} ({one[2]})" if one else row for one, row in zip(roles, rows, strict=True)]
    return [
        f"{one[1]}{one[2]}: {one[3]}" if one and sure else row
        for one, row, sure in zip(roles, rows, known, strict=True)
    ]


def whole_names(rows: Sequence[str]) -> list[str]:
    """The rows of a table with a column of given names and one of surnames, both in the first of them."""
    for top, row in enumerate(rows[:_MANY]):
        sign = sign_in(row)
        heads = [plain(cell.casefold()) for cell in cells_of(row, sign)] if sign else []
        first, last = ([at for at, head in enumerate(heads) if re.fullmatch(shape, head)] for shape in (_FIRST, LAST))
        if len(first) == len(last) == 1:
            body = [_whole_name(one, sign, first[0], last[0]) for one in rows[top + 1 :]]
            return [*rows[: top + 1], *body]
    return [*rows]


def _whole_name(row: str, sign: str, first: int, last: int) -> str:
    """The row with the whole name in the one of both places that is further to the left."""
    cells = cells_of(row, sign)
    if len(cells) <= max(first, last):
        return row
    name, place = f"{cells[first]} {cells[last]}".strip(), min(first, last)
    cells[first] = cells[last] = ""
    others = any(cells)
    cells[place] = name
    return sign.join(cells) if others else name


def fields_of(rows: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The people of each label, such as *child* and *parent*, where all rows have one, and each stands in several."""
    people = dict[str, list[str]]()
    for role in map(_role, rows):
        if not role:
            return []
        people.setdefault(role[2].casefold(), []).append(role[3].strip())
    return [*people.items()] if len(people) > 1 and all(len(some) > 1 for some in people.values()) else []


def _role(row: str) -> re.Match[str] | None:
    """The role and the person of a row; none where what stands first is a person, a heading or an answer."""
    found = re.fullmatch(_ROLE, seen(row).rstrip())
    none = not found or has_given(found[2]) or is_title(found[2]) or is_away(found[2]) or plays(found[2])
    return None if none or not found or not found[3][0].isupper() else found


def people_apart(rows: Sequence[str]) -> list[str]:
    """The rows, those cut that have several lists or notes; a comma in a cell of a table cuts none."""
    table = any(sum(bool(re.search(sign, row)) for row in rows) >= max(_MANY, len(rows) * 0.8) for sign in _TABLE)
    if table:
        return [*rows]
    return [*chain(*map(noted_apart, chain(*map(lists_apart, chain(*map(_sentence_apart, rows))))))]


def _sentence_apart(row: str) -> list[str]:
    """The people who play by a sentence, and those of whom it says behind a *but* that they do not; else the row."""
    but = re.fullmatch(_EXCEPT, row.strip())
    if but and has_given(but[1]) and is_given(but[2].split()[0]) and refuses(but[3]):
        return [_playing(but[1]), *(f"{name} ({but[3]})" for name in re.split(_AND, but[2]))]
    return [_playing(row)]


def _playing(row: str) -> str:
    """The names alone in a sentence such as *On Friday Ala, Jan and Ewa are playing*; else the row."""
    said = re.fullmatch(_SENTENCE, row.strip().rstrip("."), re.IGNORECASE)
    names = (said[2] or re.sub(_DAY, "", said[3], flags=re.IGNORECASE)) if said else ""
    several = [name for name in re.split(rf"\s*,\s*(?:and\s)?|{_AND}", names) if name]
    known = len(several) > 1 and said and not has_given(said[1]) and all(name[0].isupper() for name in several)
    return ", ".join(several) if known and is_given(several[0].split()[0]) else row


def lists_apart(row: str) -> list[str]:
    """Each list in a row that has several, such as of those who play and of those who do not, with its heading.

    So it is with people in a row beside each of whom a yes, a no or a tick stands.
    """
    if re.match(STAMP, row):
        return [row]
    heads = _heads(row, _HEADED) or _heads(row, _SAID)
    if not heads:
        return _answers_apart(row)
    first, cuts = row[: heads[0].start].strip(_APART), [*(head.start for head in heads[1:]), len(row)]
    lists = [f"{one.words}: {row[one.end : cut].strip(_APART)}" for one, cut in zip(heads, cuts, strict=True)]
    return [first, *lists] if any(map(str.isalpha, first)) else lists


def _heads(row: str, shape: str) -> list[_Heading]:
    """The headings in a row, none where one with a colon stands before all of it, or no sentence says *not*."""
    heads = list[_Heading]()
    for found in re.finditer(shape, row):
        given = [word.end() for word in re.finditer(r"[^\W\d_]+", found[1]) if is_given(word[0])]
        start = found.start(1) + max(given, default=0)
        words = row[start : found.end(1)].strip()
        known = plays(words) or is_away(words, anywhere=bool(found[2]))
        below = found[2].endswith(":") and has_given(row[:start])
        if words and is_given(found[3]) and (known or below):
            heads.append(_Heading(start, found.start(3), words))
    if shape == _SAID:
        return heads if any(is_away(head.words, anywhere=False) for head in heads) else []
    whole = len(heads) == 1 and not has_given(row[: heads[0].start]) and ":" in row[: heads[0].end]
    return [] if whole else heads


def _answers_apart(row: str) -> list[str]:
    """The people of a row, one each, where a yes, a no or a tick stands beside two of them."""
    ahead = bool(re.match(rf"\s*[{TICKS}]", row))
    ticked = rf"[{TICKS}][^{TICKS}]+" if ahead else rf"[^{TICKS}]+[{TICKS}]?\ufe0f?"
    loose = not re.search(r"[,;|\t]", row)
    parts = re.findall(ticked, row) if loose else re.split(r"[,;|]", row)
    parts = [part.strip() for part in parts if part.strip()]
    if len(parts) < 2 or not all(map(has_given, parts)):
        return [row]
    found = [_answer(part) for part in parts]
    if not (loose or sum(map(bool, found)) > 1):
        return [row]
    return [f"{one[1]}: {one[2]}" if one and one[2] else part for one, part in zip(found, parts, strict=True)]


def _answer(part: str) -> re.Match[str] | None:
    """Somebody and a yes, a no or a tick; None where a surname or an initial stands behind the name."""
    found = re.fullmatch(_ANSWER, part)
    said = (found[2] or "") if found else ""
    meant = len(said) > 1 and any(means(said) for means in (is_yes, is_no, is_perhaps))
    return found if meant or not said else None
