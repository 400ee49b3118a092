"""The chronicle: what happened at the table, told in sentences, each known to everybody or to a few."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from narrator.games import Entry
from narrator.games.ktulu import events as e
from narrator.games.ktulu.state import State
from narrator.games.ktulu.undoing import back, can_be_undone, steps_taken
from narrator.games.ktulu.wording import text

POLISH = {
    "start": "Początek",
    "zero": "Noc zerowa",
    "night": "Noc {number}",
    "day": "Dzień {number}",
    "cards": "Karty: {cards}.",
    "answer": "{who}. {question} {answer}.",
    "count": "{question} {answer}.",
    "told": "W tajemnicy, {who}: {words}",
    "moderator": "Prowadzący",
    "yes": "Tak",
    "no": "Nie",
    "none": "Nikt",
    "late": "Nikt, czas minął",
    "late-yes-no": "Nie, czas minął",
    "Challenged": "{attacker}, wyzywa na pojedynek: {defender}.",
    "Killed": "Ginie {seat}.",
    "Escaped": "Ucieka {seat}.",
    "Revived": "Wraca do życia {seat}.",
    "StatueMoved": "Posążek ma {to}.",
    "planted": "Podrzucony posążek ma {to}.",
    "sleep": "{seat}, śpi do rana.",
    "possession": "Opętanie jest na: {seat}.",
    "statue": "Prowadzący rozstrzyga: posążek ma {value}.",
    "believed": "Prowadzący rozstrzyga: dla wszystkich posążek jest we frakcji: {value}.",
}
"""The chronicle's own words, around the script's: by phase, by event and mark, and for answers."""

_SEATS = ("seat", "to", "attacker", "defender")


def story(steps: Iterable[tuple[State, e.Event]]) -> list[Entry]:
    """Tell what happened; each event comes with the table just before it. What was undone is not told."""
    entries: list[Entry] = []
    marks: list[int] = []
    for state, event in steps:
        left = back(state) if isinstance(event, e.Undone) else None
        if left is not None:
            steps_left = steps_taken(left)
            del entries[marks[steps_left] :], marks[steps_left:]
        if can_be_undone(state, event):
            marks.append(len(entries))
        entries += _told(state, event)
    return entries


def _told(state: State, event: e.Event) -> Iterator[Entry]:
    """Tell the event, if it is worth a sentence that no other tells."""
    words, public = _in_words(state, event)
    if words:
        yield Entry(_chapter(state), words, public)


def _in_words(state: State, event: e.Event) -> tuple[str, bool]:
    """Give the sentence, and whether everybody knows it."""
    if isinstance(event, e.Announced):
        return text(state, event.line, event.values)[1], True
    if isinstance(event, e.Challenged):
        return _plain(state, event), True
    if isinstance(event, e.Answered):
        return _answer(state, event)
    return _secret(state, event), False


def _secret(state: State, event: e.Event) -> str:
    if isinstance(event, e.Began):
        return _dealt(state, event)
    if isinstance(event, e.Told):
        return _filled("told", who=_people(state, event.to), words=text(state, event.line, event.data)[1])
    if isinstance(event, e.Overridden):
        return _overridden(state, event)
    if isinstance(event, e.Marked):
        told = event.mark in POLISH and not event.vain
        return _filled(event.mark, seat=_person(state, event.seat)) if told else ""
    told = state.phase != "day" and type(event).__name__ in POLISH  # by day it is announced
    return _plain(state, event) if told else ""


def _filled(key: str, **values: object) -> str:
    return POLISH[key].format(**values)


def _chapter(state: State) -> str:
    number = state.night + 1 if state.phase == "day" else state.night
    dark = "zero" if number == 0 else "night"
    return _filled(state.phase if state.phase in ("start", "day") else dark, number=number)


def _plain(state: State, event: Any) -> str:
    """Tell an event by its own words."""
    values = {key: _person(state, getattr(event, key)) for key in _SEATS if hasattr(event, key)}
    planted = isinstance(event, e.StatueMoved) and event.planted
    return _filled("planted" if planted else type(event).__name__, **values)


def _dealt(state: State, event: e.Began) -> str:
    names = state.script.vocabulary[state.setup.names]
    cards = (f"{_person(state, seat)}: {names[card]}" for seat, card in enumerate(event.cards, 1))
    return _filled("cards", cards="; ".join(cards))


def _answer(state: State, event: e.Answered) -> tuple[str, bool]:
    """Tell who was asked what, and the answer.

    Of the questions to everybody only the counted votes; of a moderator's decision what came of it, not the question.
    """
    question = state.question
    assert question is not None
    if question.key == "day.override":
        return "", False
    words = text(state, question.line, {"seat": question.about} if question.about else {})[1]
    answer = _in_polish(state, question, event.answer)
    if question.to == "all":
        voted = question.kind == "count" and question.key != "day.timer"
        return (_filled("count", question=words, answer=answer) if voted else ""), True
    return _filled("answer", who=_people(state, question.to), question=words, answer=answer), False


def _in_polish(state: State, question: e.Asked, answer: str) -> str:
    """Give the answer's words; one that came too late counts as nobody, or as no (R102)."""
    if answer == "time":
        return POLISH["late-yes-no" if question.kind == "yes-no" else "late"]
    if answer in ("yes", "no", "none"):
        return POLISH[answer]
    if question.kind in ("seat", "seats"):
        return "; ".join(_person(state, int(seat)) for seat in answer.split(","))
    return answer


def _overridden(state: State, event: e.Overridden) -> str:
    """Tell what nobody heard; a death and a revival are announced."""
    if event.what == "statue":
        return _filled("statue", value=_person(state, int(event.value)))
    names = state.script.vocabulary[state.setup.names]
    return _filled("believed", value=names[event.value]) if event.what == "believed" else ""


def _people(state: State, to: str | tuple[int, ...]) -> str:
    if isinstance(to, str):
        return POLISH["moderator"]
    cards = state.script.vocabulary[state.setup.names]
    return "; ".join(f"{_person(state, seat)} ({cards[state.card(seat)]})" for seat in to)


def _person(state: State, seat: int) -> str:
    return f"{seat}, {state.setup.name(seat)}"
