"""The days on paper: how they run, the votes by name and day, and what else is kept of a day."""

from __future__ import annotations

from narrator.games.sheet import Sheet
from narrator.paper.html import Markup, joined, tag, text
from narrator.texts import Texts


def days(sheet: Sheet, texts: Texts) -> Markup:
    """A section of its own, with a column a day: the one after the zero night, and one after each other night."""
    count = max(len(night.nights) for night in sheet.nights) + 1
    rules = tag("ul", *(tag("li", text(rule)) for rule in sheet.day.rules), class_="rules")
    return tag("section", tag("h2", text(sheet.day.title)), rules, _table(sheet, count, texts), class_="whole days")


def _table(sheet: Sheet, count: int, texts: Texts) -> Markup:
    heads = (tag("th", text(texts.word("sheet.day-of", day=day)), class_="pick") for day in range(1, count + 1))
    twice, votes = len(sheet.day.votes) > 1, texts.word("sheet.votes")
    first = tag("th", text(f"{votes}: {' ¦ '.join(sheet.day.votes)}" if twice else votes), colspan=2)
    people = (
        _row(tag("td", text(seat), class_="number"), tag("td", text(name)), count)
        for seat, name in sheet.people.items()
    )
    kept = (
        _row(tag("td", text(what), colspan=2, class_="tally"), None, count, rings)
        for what, rings in sheet.day.tallies
    )
    columns = Markup('<colgroup><col class="number"><col class="person">' + "<col>" * count + "</colgroup>")
    return joined(
        [
            tag(
                "table",
                columns,
                tag("thead", tag("tr", first, *heads)),
                tag("tbody", *people),
                class_="votes twice" if twice else "votes",
            ),
            tag("table", columns, tag("tbody", *kept), class_="votes kept"),
        ]
    )


def _row(first: Markup, second: Markup | None, count: int, rings: int = 0) -> Markup:
    boxes = [tag("td", *_rings(rings), class_="pick")] * count
    return tag("tr", first, *([second] if second else []), *boxes)


def _rings(count: int) -> list[Markup]:
    """A ring to tick for each time that something may happen in a day."""
    return [tag("span", class_="ring")] * count
