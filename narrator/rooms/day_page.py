"""The page for the room by day, and at the end: who sits where, what everybody knows of them, and what is going on.

Pure layout: nothing is drawn from but what everybody may see, and the words that are said, asked and typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from narrator.games.view import SeatView, View
from narrator.rooms.lettering import large
from narrator.rooms.paper import TIE, printable, written
from narrator.rooms.wording import counters_told, slips_told
from narrator.texts import Texts
from narrator.values import dataclass

if TYPE_CHECKING:
    from rich.console import Console
    from rich.segment import Segment
    from rich.text import Text

OUT = "×"
"""Stands before whoever is out: not every terminal strikes through."""

WON = "★"
"""Stands before the sides that have won."""

_SIDE = 4  # columns beside the words, where there is room for margins
_CELL = 26  # columns of a seat, if there are enough
_TALK, _LEAST = 9, 6  # rows for what is going on: wanted, and enough
_ROOMS = ((_TALK, _CELL), (_TALK, 15), (_TALK, 12), (_LEAST, 12))
"""Rows left for what is going on, and columns of a seat: the best first."""
_HEIGHTS = (4, 3, 2, 1)
"""Rows of a seat: its number and name, then its card and what is counted, then air; in one row beside the name."""

_COLUMN, _NARROW = 38, 24  # columns of a part of the table at the end: wanted, and enough
_SHELF = 3  # rows of a side that stand together at least
_BETWEEN = " · "  # stands between answers


class Remark(NamedTuple):
    """What the program itself tells, or what somebody typed."""

    text: str
    style: str
    stays: bool = False
    """Whether it stands beside the line that follows the answer, too."""


@dataclass(frozen=True, slots=True)
class Talk:
    """What is going on, in words: the line said last, the open question with its answers, and what is typed."""

    line: str = ""
    question: str = ""
    answers: str = ""
    commands: str = ""
    remarks: tuple[Remark, ...] = ()
    typing: str = ""
    clock: str = ""
    """The time left of a talk or a speech, as `1:05`; empty without one."""


def table_rows(view: View, texts: Texts, console: Console) -> list[list[Segment]] | None:
    """Lay out the upper part of a page: the circle by day, or who was who at the end; None without room for it."""
    return _end(view, texts, console) if has_sides(view) else _day(view, texts, console)


def talk_rows(talk: Talk, console: Console, room: int) -> list[list[Segment]]:
    """Lay out what is going on in the rows that the upper part has left, a row less than the console has."""
    side = _SIDE if console.width >= 10 * _SIDE else 1
    return [row for text in _talked(talk, console, side, room) for row in row_of(text, console)]


def _day(view: View, texts: Texts, console: Console) -> list[list[Segment]] | None:
    slips = [*_wrapped(slips_told(view, texts), "bold yellow", console, 1), *[written("")] * bool(view.table)]
    grid = _grid(view, texts, console.width, console.height - 2 - len(slips))
    if grid is None:
        return None
    title = filter(None, (texts.told(view.title), counters_told(view.counters, texts)))
    return _titled(" · ".join(title), [*slips, *grid], console)


def _end(view: View, texts: Texts, console: Console) -> list[list[Segment]] | None:
    width, free = console.width, console.height - 2
    least = max(width // _COLUMN, 1)
    tables = (end_table(view, texts, width, columns) for columns in range(least, max(width // _NARROW, least) + 1))
    table = next((rows for rows in tables if len(rows) <= free - _LEAST), None)
    return None if table is None else _titled(end_title(view, texts), table, console)


def winners(view: View) -> list[str]:
    """What those who have won are called at this table."""
    return [_name(view, one) for one in (view.outcome.winners if view.outcome else ())]


def end_title(view: View, texts: Texts) -> str:
    """Say that the game is over, and who has won."""
    won = winners(view)
    told = texts.word("screen.won", who=", ".join(won)) if won else texts.word("screen.nobody-won")
    return f"{texts.word('screen.end')} {told}"


def has_sides(view: View) -> bool:
    """Whether it is known for whom everybody played."""
    return view.outcome is not None and all(one.side for one in view.seats)


def end_table(view: View, texts: Texts, width: int, columns: int = 1) -> list[Text]:
    """List the sides, the winners first, each with its players, their cards, and who was out, in columns."""
    cell = width // columns
    parts = [_side(view, side, seats, texts, cell, {}) for side, seats in _sides(view)]
    return _abreast(_shelved(parts, columns), cell)


def end_pages(view: View, texts: Texts, width: int, room: int, fates: Mapping[int, str]) -> list[list[Text]]:
    """The same table, with what became of those who are out, on as many pages of so many rows as it takes.

    Cards have their short names where that takes fewer pages; nothing else is cut, and a side stands together.
    """
    laid = (_end_pages(view, texts, width, room, fates, _needed(view, fates, named)) for named in (_name, _short))
    return min(laid, key=len)


def _end_pages(
    view: View, texts: Texts, width: int, room: int, fates: Mapping[int, str], needed: int
) -> list[list[Text]]:
    columns = max(width // needed, 1)
    cell = width // columns
    parts = [_side(view, side, seats, texts, cell, fates) for side, seats in _sides(view)]
    shelves = _whole(parts, max(room, _SHELF + 1))
    if len(shelves) <= columns:
        heights = range(max(map(len, parts)), room + 1)
        shelves = next((found for height in heights if len(found := _whole(parts, height)) <= columns), shelves)
    return [_abreast(shelves[first : first + columns], cell) for first in range(0, len(shelves), columns)]


def _needed(view: View, fates: Mapping[int, str], card_of: Callable[[View, str], str]) -> int:
    """Columns in which the longest name, card and fate stand whole."""
    fated = max((_cells(fate) + 2 for fate in fates.values()), default=0)
    named = max(_cells(one.name) for one in view.seats)
    carded = max(_cells(card_of(view, one.card)) for one in view.seats)
    return 5 + named + 1 + carded + fated + 2


def _whole(parts: list[list[Text]], height: int) -> list[list[Text]]:
    """Stand the parts one below the other, each whole; only one that is higher than all goes on beside itself."""
    shelves: list[list[Text]] = [[]]
    for part in parts:
        rows = part if len(shelves[-1]) + len(part) <= height else part[:-1]  # the last one is empty
        if shelves[-1] and len(shelves[-1]) + len(rows) > height:
            shelves.append([])
        *full, last = _filled([rows], height)
        shelves[-1:] = [*full, last] if full else [[*shelves[-1], *last]]
    return shelves


def _abreast(shelves: Sequence[list[Text]], cell: int) -> list[Text]:
    return [
        _beside([shelf[row] if row < len(shelf) else written("") for shelf in shelves], cell)
        for row in range(max(map(len, shelves)))
    ]


def _sides(view: View) -> list[tuple[str, list[SeatView]]]:
    found: dict[str, list[SeatView]] = {}
    for one in view.seats:
        found.setdefault(one.side, []).append(one)
    winners = view.outcome.winners if view.outcome else ()
    return sorted(found.items(), key=lambda side: side[0] not in winners)


def _side(
    view: View, side: str, seats: list[SeatView], texts: Texts, cell: int, fates: Mapping[int, str]
) -> list[Text]:
    won = view.outcome is not None and side in view.outcome.winners
    name = _name(view, side)
    head = texts.word("screen.winners", side=name) if won else name
    numbers, named = 5, max(_cells(one.name) for one in view.seats)
    fated = max((_cells(fate) + 2 for fate in fates.values()), default=0)
    room = cell - numbers - 2 - fated
    cards = {one.seat: _name(view, one.card) for one in view.seats}
    if max(map(_cells, cards.values())) + named + 1 > room:
        cards = {one.seat: _short(view, one.card) for one in view.seats}
    named = min(named, max(room // (2 if fates else 3), room - max(map(_cells, cards.values())) - 1))
    rows = [written(f"{WON} {head}" if won else f"  {head}", "bold green" if won else "bold")]
    for one in seats:
        row = written(f"{OUT if one.out else ' '} {one.seat:>2} ", "dim" if one.out else "")
        row.append(_cut(one.name, named), "dim strike" if one.out else "bold")
        row.append(" " * (named - _cells(_cut(one.name, named)) + 1))
        card = _cut(cards[one.seat], max(room - named - 1, 0))
        row.append(f"{card}  {fates[one.seat]}" if one.seat in fates else card, "dim" if one.out else "")
        rows.append(row)
    return [*rows, written("")]


def _shelved(parts: list[list[Text]], columns: int) -> list[list[Text]]:
    """Stand the parts in so many columns, in order, as evenly as they can be; one that goes on has its head again."""
    rows = sum(map(len, parts))
    shelved = (_filled(parts, height) for height in range(max(rows // columns, _SHELF), rows + _SHELF + 1))
    return next(shelves for shelves in shelved if len(shelves) <= columns)


def _filled(parts: list[list[Text]], height: int) -> list[list[Text]]:
    shelves: list[list[Text]] = [[]]
    for head, *rows in parts:
        if len(shelves[-1]) > height - _SHELF:
            shelves.append([])
        shelves[-1].append(head)
        for row in rows:
            if len(shelves[-1]) == height:
                shelves.append([head] if row else [])
            if row or shelves[-1]:
                shelves[-1].append(row)
    return shelves


def _name(view: View, id_: str) -> str:
    name = view.names.get(id_, id_)
    return name[:1].upper() + name[1:]


def _short(view: View, card: str) -> str:
    short = view.short.get(card, "")
    return short[:1].upper() + short[1:] or _name(view, card)


# ---- The circle ----


def _grid(view: View, texts: Texts, width: int, free: int) -> list[Text] | None:
    """Seat everybody in rows, clockwise as one reads, as roomy as leaves enough rows for what is going on."""
    seats = len(view.seats)
    for talk, least in _ROOMS:
        for height in _HEIGHTS:
            rows = (free - talk) // height
            columns = max(width // _CELL, ceil(seats / rows), 1) if rows > 0 else width
            if width // columns >= least:
                return _seated(view, texts, width, ceil(seats / ceil(seats / columns)), height)
    return None


def _seated(view: View, texts: Texts, width: int, columns: int, height: int) -> list[Text]:
    cell = width // columns
    cells = [_seat(view, one, texts, cell - 1, height) for one in view.seats]
    rows: list[Text] = []
    for first in range(0, len(cells), columns):
        row = cells[first : first + columns]
        rows += [_beside([one[number] for one in row], cell) for number in range(height)]
    return rows


def _seat(view: View, one: SeatView, texts: Texts, room: int, height: int) -> list[Text]:
    """Write a seat: its number and name, who is out struck; below or beside it the card that was shown, and marks.

    A card has its short name where the whole one has no room.
    """
    number = f"{OUT if one.out else ' '}{one.seat:>2} "
    left = room - len(number)
    whole, short = (_known(view, one, texts, card_of) for card_of in (_name, _short))
    known = whole if _cells(whole) <= (left - _cells(one.name) - 1 if height == 1 else left) else short
    beside = known if height == 1 else ""
    named = left - min(_cells(beside) + 1, left // 2) if beside else left
    head = written(number, "dim" if one.out else "bold cyan")
    head.append(_cut(one.name, named), "dim strike" if one.out else "bold")
    if beside:
        head.append(f" {_cut(beside, left - _cells(_cut(one.name, named)) - 1)}", "dim")
    style = "dim" if one.out else "yellow"
    below = [written(f"    {row}", style) for row in _rows(known, room - 4, height - 1)]
    return [head, *below, *[written("")] * height][:height]


def _rows(text: str, room: int, most: int) -> list[str]:
    """The text in so many rows at most, broken behind what is counted; what is too long for them is cut."""
    rows = [""]
    for piece in re.split(r"(?<=·) |(?<=,) ", text):
        longer = f"{rows[-1]} {piece}".strip()
        if _cells(longer) > room and rows[-1] and len(rows) < most:
            rows.append(piece)
        else:
            rows[-1] = longer
    return [_cut(row, room) for row in rows]


def _known(view: View, one: SeatView, texts: Texts, card_of: Callable[[View, str], str]) -> str:
    marks = [texts.word(key) for mark in one.marks if (key := f"marks.{mark.id}") in texts]
    counted = counters_told(one.counters, texts)
    card = card_of(view, one.card) if one.card else ""
    return ", ".join(filter(None, (card, *([] if one.out else dict.fromkeys(marks)), counted)))


# ---- What is going on ----


def _titled(title: str, body: list[Text], console: Console) -> list[list[Segment]]:
    from rich.rule import Rule

    rule = console.render_lines(Rule(written(title, "bold"), style="dim", align="left"))[:1]
    return [*rule, *(row for text in body for row in row_of(text, console))]


def row_of(text: Text, console: Console) -> list[list[Segment]]:
    """Render one row of a page; what is too long is cut."""
    text.no_wrap, text.overflow = True, "crop"
    return console.render_lines(text, console.options.update(no_wrap=True, overflow="crop", height=None))[:1]


class _Parts(NamedTuple):
    """The rows of what is going on, and of its clock drawn large and small."""

    line: list[Text]
    question: list[Text]
    answers: list[Text]
    commands: list[Text]
    large: list[Text]
    small: list[Text]


def _talked(talk: Talk, console: Console, side: int, room: int) -> list[Text]:
    """Write what is going on in so many rows: what is typed and remarked at the foot, the rest from the top.

    A remark leaves the clock as large as it would be without it: the line makes way for it, and the earlier remark.
    """
    parts = _parts(talk, console, side)
    asked = len(parts.question) + len(parts.answers)
    stays = bool(parts.large) and len(parts.line) + len(parts.large) + asked < room
    kept = asked + len(parts.large) * stays
    foot = _foot(talk, console, side, max(room - kept if kept else room // 3, 2))
    left = room - len(foot)
    said = next((rows for rows in _variants(parts, left, stays=stays) if len(rows) <= left), [])
    spare = left - len(said)
    return [*[written("")] * (spare // 3), *said, *[written("")] * (spare - spare // 3), *foot]


def _parts(talk: Talk, console: Console, side: int) -> _Parts:
    return _Parts(
        line=_wrapped(talk.line, "bold", console, side),
        question=_wrapped(talk.question, "bold yellow", console, side),
        answers=_wrapped(talk.answers, "", console, side),
        commands=_wrapped(talk.commands, "dim", console, side),
        large=[written(" " * side + row, "bold cyan") for row in large(talk.clock, 10 * len(talk.clock))],
        small=_wrapped(talk.clock, "bold cyan", console, side),
    )


def _foot(talk: Talk, console: Console, side: int, room: int) -> list[Text]:
    remarks = [row for one in talk.remarks for row in _wrapped(one.text, one.style, console, side)]
    typed = f"› {talk.typing}" if talk.typing else ""
    while typed and _cells(typed) > console.width - 2 * side:
        typed = f"› {typed[3:]}"
    return [*remarks[-(room - 1) :], written(" " * side + typed, "bold green")]


def _variants(parts: _Parts, room: int, *, stays: bool) -> Iterator[list[Text]]:
    """List what may stand there, the roomiest first; the question goes last, and before it a clock that `stays`."""
    line, question, answers, commands, *clocks = parts
    for clock in clocks:
        yield _spaced((line, clock, [*question, *answers], commands))
        yield _spaced((line, clock, [*question, *answers, *commands]))
        yield [*line, *clock, *question, *answers, *commands]
        yield [*line, *clock, *question, *answers]
        least = [*clock, *question, *answers]
        if stays or clock is parts.small:
            yield [*_shortened(line, room - len(least)), *least]
    yield least[: max(room, 0)]


def _spaced(parts: Iterable[list[Text]]) -> list[Text]:
    return [row for part in parts if part for row in (written(""), *part)]


def _shortened(rows: list[Text], room: int) -> list[Text]:
    if room <= 0:
        return []
    kept = rows[:room]
    return [*kept[:-1], kept[-1].append(" …")] if len(kept) < len(rows) else kept


def _wrapped(text: str, style: str, console: Console, side: int) -> list[Text]:
    from rich.text import Text

    if not text:
        return []
    lines = Text(_tied(printable(text))).wrap(console, max(console.width - 2 * side, 1))
    return [written(" " * side + line.plain.rstrip().replace(TIE, " "), style) for line in lines]


def _tied(text: str) -> str:
    """Keep the words of an answer together, where a sentence lists several."""
    return " ".join(map(_tied_sentence, re.split(r"(?<=[.!?]) ", text)))


def _tied_sentence(text: str) -> str:
    if _BETWEEN not in text:
        return text
    head, colon, answers = text.partition(": ")
    return head + colon + f"{TIE}· ".join(one.replace(" ", TIE) for one in answers.split(_BETWEEN))


def _beside(cells: Sequence[Text], width: int) -> Text:
    row = written("")
    for cell in cells:
        row.append_text(cell)
        row.append(" " * max(width - cell.cell_len, 0))
    return row


def _cells(text: str) -> int:
    from rich.cells import cell_len

    return cell_len(printable(text))


def _cut(text: str, room: int) -> str:
    """Shorten the text to so many cells; a sign at its end tells that there was more."""
    from rich.cells import set_cell_size

    whole = printable(text).replace("\n", " ")
    return whole if _cells(whole) <= room else (f"{set_cell_size(whole, room - 1).rstrip()}…" if room > 0 else "")
