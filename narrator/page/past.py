"""The past of a game as a page tells it: a story whose answers can be opened and changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from narrator.cues import RESUME, UNDO_UNHEARD, UNHEARD, Ask
from narrator.games import Game
from narrator.games.naming import numbered
from narrator.games.view import View
from narrator.page.game import LedGame
from narrator.page.snapshot import Drawing, Json, offered
from narrator.patterns import every, has_slots
from narrator.play.history import Given, History, UnfitAnswer
from narrator.play.log import happened
from narrator.play.steps import Step
from narrator.rooms.wording import named_counters
from narrator.texts import Texts


class Mornings:
    """Who was found to be out in the morning after each night, by what everybody knows."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._seen = 0
        self._before: set[int] = set()
        self._lost: dict[int, tuple[int, ...]] = {}
        self.nights = False
        """Whether there was a night."""

    def lost(self, past: Sequence[Step[Any, Any]], night: int) -> tuple[int, ...]:
        """The seats that everybody learned of in the morning after this night; `past` only ever grows."""
        for step in past[self._seen :]:
            self._take(self._game.view(step.after, "all"))
        self._seen = len(past)
        return self._lost.get(night, ())

    def _take(self, view: View) -> None:
        out = {one.seat for one in view.seats if one.out}
        self.nights |= view.at.dark
        if view.at.dark:
            self._before = out
            self._lost = {night: lost for night, lost in self._lost.items() if night < view.at.night}
        elif view.due and view.at.night not in self._lost:  # all that the dawn has to tell was told
            self._lost[view.at.night] = tuple(sorted(out - self._before))


_GOES_ON = ("", UNHEARD, RESUME, "ready", "repeat", "pause")
"""What neither answers nor takes back."""


def corrected(game: LedGame) -> str:
    """What a moderator set last, or changed by day, until something else is answered; it is for their eyes alone."""
    rules, (steps, changed) = game.rules, game.changed
    if changed and len(game.stage.past) >= steps and all(one.said in _GOES_ON for one in game.stage.past[steps:]):
        return changed
    last = next((step for step in reversed(game.stage.past) if step.said not in _GOES_ON), None)
    if last is None or last.said in ("undo", UNDO_UNHEARD):
        return ""
    asked = rules.cue(last.before)
    if not (isinstance(asked, Ask) and asked.sets):
        return ""
    return next((entry.text for entry in rules.story(happened(rules, [last]), game.texts)), "")


def story(game: LedGame) -> Json:
    """The story in chapters; an entry that is an answer names its step, and what else could be said."""
    rules, history, texts = game.rules, game.past, game.texts
    given = {one.step: one for one in history.given}
    found: list[tuple[str, Json]] = []
    for number, pairs in history.standing():
        entries: list[tuple[str, Json]] = [
            (entry.chapter, {"text": entry.text}) for entry in rules.story(pairs, texts)
        ]
        if number in given:  # the first sentence tells the answer; one that needs none stands for itself
            answer = _answer(game, history, given[number])
            untold = rules.chapter(history.before(number), texts), {"text": ""}
            chapter, words = entries[0] if entries else untold
            entries[:1] = [(chapter, {**words, **answer})]
        found += entries
    chapters = groupby(found, key=itemgetter(0))
    return {"chapters": [{"title": title, "entries": [entry for _, entry in told]} for title, told in chapters]}


def _answer(game: LedGame, history: History, one: Given) -> Json:
    view, drawing = game.rules.view(history.before(one.step), "moderator"), game.drawing
    ask = one.ask
    return {
        "step": one.step,
        "question": ask.text,
        "whom": "" if isinstance(ask.to, str) else drawing.people(view, ask.to),
        "answer": drawing.answer(view, ask, one.said),
        "said": one.said,
        "kind": ask.kind,
        "most": ask.most,
        "optional": ask.optional and one.said != "none",
        "none": drawing.none(view, ask),
        "choices": [drawing.choice(view, ask, choice) for choice in _instead(one)],
        "editable": True,
    }


def _instead(one: Given) -> list[str]:
    """What else could have been said: instead of a command the same with other values, or one without values.

    All of them at each answer would be too much to send to a phone.
    """
    if not one.ask.is_own(one.said):
        return [choice for choice in offered(one.ask) if choice != one.said]
    said = one.ask.command(one.said)
    others = [pattern for pattern in one.ask.own if pattern != said and not has_slots(pattern)]
    return [command for command in (*every(said), *others) if command != one.said]


def misfits_told(view: View, found: list[UnfitAnswer], drawing: Drawing) -> Iterator[Json]:
    """What no longer fits, in words: the question, what was answered, and why it cannot stay."""
    for one in found:
        answer = drawing.answer(view, one.ask, one.said) if one.said else ""
        yield {"question": one.ask.text, "answer": answer, "why": one.why, "new": not one.said}


def changes_told(before: View, after: View, texts: Texts) -> Iterator[str]:
    """What would be otherwise at the table, besides the answers: cards, who is out, counters, what lies on whom."""
    for then, now in zip(before.seats, after.seats, strict=False):  # somebody may have joined in one of them alone
        who = numbered(now.seat, now.name)
        if then.card != now.card:
            card = after.names.get(now.card, now.card) or texts.word("pages.unseen")
            yield texts.word("lead.gets", who=who, what=card)
        if then.out is not now.out:
            yield texts.word("lead.dies" if now.out else "lead.lives", who=who)
        for one in named_counters(now.counters, texts):
            if then.counters.get(one.id, 0) != one.count:
                count = texts.word("screen.counter", what=one.label, count=one.count)
                yield texts.word("lead.gets", who=who, what=count)
        for mark in sorted({one.id for one in now.marks} - {one.id for one in then.marks}):
            if f"moderator.marks.{mark}" in texts:
                yield texts.word("lead.gets", who=who, what=texts.word(f"moderator.marks.{mark}"))
