"""What whoever leads in a terminal is told beside a question: the cards, what lies on whom, what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.cues import Ask
from narrator.games.naming import numbered
from narrator.games.view import SeatView, View
from narrator.texts import Texts


def briefing(view: View, ask: Ask, texts: Texts) -> Iterator[str]:
    """A line each, as far as there is something to tell."""
    called = [one for one in view.seats if not isinstance(ask.to, str) and one.seat in ask.to]
    if called:
        yield "; ".join(_card(view, one, texts) for one in called)
    if lying := [*_lying(view, texts)]:
        yield texts.word("prompter.lying", marks=" · ".join(lying))
    coming = next((call for call in view.calls if not (view.call and call.id == view.call.id)), None)
    if coming:
        who = ", ".join(view.names[one] for one in coming.who if one in view.names)
        people = ", ".join(numbered(one.seat, one.name) for one in view.seats if one.seat in coming.seats)
        yield texts.word("prompter.next", call=f"{who} {people or why_idle(coming.idle, texts)}".strip())


def why_idle(why: str, texts: Texts) -> str:
    """Why nobody can act, in words; empty without a reason."""
    key = f"moderator.idle.{why}"
    return texts.word(key) if key in texts else ""


def _card(view: View, one: SeatView, texts: Texts) -> str:
    """A seat with its card, and how often the power of the open call is left."""
    call = view.call.id if view.call else ""
    key = f"moderator.charges.{call}"
    left = f", {texts.word(key)}: {one.left[call]}" if call in one.left and key in texts else ""
    return f"{numbered(one.seat, one.name)}: {view.names.get(one.card, one.card)}{left}"


def _lying(view: View, texts: Texts) -> Iterator[str]:
    for one in view.seats:
        keys = [f"moderator.marks.{mark.id}" for mark in one.marks]
        words = [texts.word(key) for key in keys if key in texts and not one.out]
        if words:
            yield f"{numbered(one.seat, one.name)}: {', '.join(words)}"
