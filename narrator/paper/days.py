"""The days on paper: how they run, the votes by name and day, and what else is kept of a day."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.games.sheet import Sheet
from narrator.paper.html import Markup, joined, tag, text
from narrator.texts import Texts


def days(sheet: Sheet, texts: Texts) -> Markup:
    """A section of its own, with a column a day: the one after the zero night, and one after each other night."""
    count = max(number for night in sheet.nights for number in night.nights) + 1
    rules = tag("ul", *(tag("li", text(rule)) for rule in sheet.day.rules), class_="rules")
    tables = joined([*_votes(sheet, count, texts), *_kept(sheet, count)])
    return tag("section", tag("h2", text(sheet.day.title)), rules, tables, class_="whole days")


def _votes(sheet: Sheet, count: int, texts: Texts) -> Iterator[Markup]:
    """Whom hands were counted for, by name and day; nothing where nobody votes."""
    if not sheet.day.votes:
        return
    heads = (tag("th", text(texts.word("sheet.day-of", day=day)), class_="pick") for day in range(1, count + 1))
    twice, votes = len(sheet.day.votes) > 1, texts.word("sheet.votes")
    first = tag("th", text(f"{votes}: {' ¦ '.join(sheet.day.votes)}" if twice else votes), colspan=2)
    people = (
        _row(tag("td", text(seat), class_="number"), tag("td", text(name)), count)
        for seat, name in sheet.people.items()
    )
    head, classes = tag("thead", tag("tr", first, *heads)), "votes twice" if twice else "votes"
    yield tag("table", _columns(count), head, tag("tbody", *people), class_=classes)


def _kept(sheet: Sheet, count: int) -> Iterator[Markup]:
    """What else is kept of each day; nothing where there is nothing to keep."""
    kept = [
        _row(tag("td", text(what), colspan=2, class_="tally"), None, count, rings)
        for what, rings in sheet.day.tallies
    ]
    if kept:
        yield tag("table", _columns(count), tag("tbody", *kept), class_="votes kept")


def _columns(count: int) -> Markup:
    return Markup('<colgroup><col class="number"><col class="person">' + "<col>" * count + "</colgroup>")


def _row(first: Markup, second: Markup | None, count: int, rings: int = 0) -> Markup:
    boxes = [tag("td", *_rings(rings), class_="pick")] * count
    return tag("tr", first, *([second] if second else []), *boxes)


def _rings(count: int) -> list[Markup]:
    """A ring to tick for each time that something may happen in a day."""
    return [tag("span", class_="ring")] * count
