"""Which answers the open question takes, and why it refuses the others."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from narrator.answers import is_text, own_words
from narrator.cues import LONGEST
from narrator.games.naming import alike, is_taken, sayable
from narrator.games.night.events import Asked
from narrator.games.night.state.state import State

Reason = tuple[str, dict[str, Any]]
"""The id of a refusal, and what its placeholders stand for."""


def canonical(question: Asked, said: str) -> str:
    """Bring an answer into its one form: seats sorted, each once, without spaces; a text stays as it is written."""
    said = own_words(said) if question.kind == "text" else said.strip().lower()
    if len(said) > LONGEST:
        return f"{said[:LONGEST]}…"  # which no question takes, and Python reads as no number of thousands of digits
    if question.kind != "seats" or said == "none":
        return said
    parts = {part.strip() for part in said.split(",")}
    return ",".join(sorted(parts, key=lambda part: (int(part) if part.isdecimal() else 0, part)))


def refusal(state: State, question: Asked, said: str, taken: Collection[str] = ()) -> Reason | None:
    """The reason why the canonical answer is refused, or nothing if it is legal; a `taken` word is no name."""
    if said == "time" and (state.windowed or state.silence_answers):
        return None
    if said == "none":
        return None if question.optional else ("must-choose", {})
    if question.kind == "seats":
        return _refused_seats(state, question, said.split(","))
    if said in question.choices:
        return None
    if question.kind == "text":
        return _refused_name(state, question.about, said, taken)
    if question.kind == "seat":
        return _refused_seat(state, question, said)
    if question.kind == "count" and said.isdecimal():
        return "impossible-count", {"least": question.choices[0], "limit": question.choices[-1]}
    return "not-understood", {}


def _refused_seats(state: State, question: Asked, seats: list[str]) -> Reason | None:
    for seat in seats:
        if seat not in question.choices:
            return _refused_seat(state, question, seat)
    return ("too-many", {"limit": question.most}) if len(seats) > question.most else None


def _refused_name(state: State, seat: int, name: str, taken: Collection[str]) -> Reason | None:
    """Refuse for a seat what a setup refuses as a name."""
    if not is_text(name):
        return "not-understood", {}
    if not sayable(name):
        return "no-name", {}
    if is_taken(name, taken):
        return "name-is-answer", {}
    same = next((one for one, other in state.setup.people.items() if one != seat and alike(other, name)), 0)
    return ("name-taken", {"seat": same}) if same else None


def _refused_seat(state: State, question: Asked, said: str) -> Reason:
    if not said.isdecimal():
        return "not-understood", {}
    seat = int(said)
    if seat not in state.seats():
        return "no-such-seat", {}
    if state.publicly_gone(seat):
        return "dead", {}
    reason = dict(question.barred).get(seat, "not-offered")
    public = reason == "not-offered" and question.to == "all" and not state.at.dark
    return reason, {"seats": tuple(map(int, question.choices))} if public else {}
