"""A sheet to have at hand at a table where everybody plays: how it goes, what can be said, room to count by hand."""

from __future__ import annotations

from narrator.games.sheet import Reference, Section
from narrator.paper.html import Markup, page, tag, text
from narrator.texts import Texts


def reference_page(reference: Reference, title: str, texts: Texts) -> str:
    """The whole sheet as one page of HTML; `title` is what the table is called."""
    players = tag("small", text(texts.word("sheet.players", count=len(reference.people))))
    head = tag("header", tag("h1", text(title), players))
    sections = (_section(section) for section in reference.sections)
    counts = (_counts(reference, counted, texts) for counted in reference.counted)
    return page(title, texts.language, "reference", head, *sections, *counts)


def _section(section: Section) -> Markup:
    named = any(term for term, _ in section.rows)
    rows = [(tag("dt", text(term)), tag("dd", text(words))) for term, words in section.rows]
    steps = tag("ul", *(tag("li", text(words)) for _, words in section.rows))
    inside = tag("dl", *(piece for row in rows for piece in row)) if named else steps
    return tag("section", tag("h2", text(section.title)), inside, class_="terms" if named else "steps")


def _counts(reference: Reference, counted: str, texts: Texts) -> Markup:
    """A row a player, to be counted by hand: the last number that is not crossed out holds."""
    rows = (
        tag("tr", tag("td", text(name), class_="person"), *([tag("td")] * 12)) for name in reference.people.values()
    )
    head = tag("tr", tag("th", text(texts.word("sheet.person"))), tag("th", text(counted), colspan=12))
    return tag("section", tag("table", tag("thead", head), tag("tbody", *rows)), class_="counts")
