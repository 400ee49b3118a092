"""What a screen calls the players, answers, counters, and the place in the game; others draw it."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.cues import Ask, At, Audience
from narrator.games.naming import numbered
from narrator.games.view import View
from narrator.rooms import own_commands
from narrator.rooms.pages import in_ranges
from narrator.rooms.paper import TIE, answer_list
from narrator.texts import Texts
from narrator.values import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """Calls the players, by seat, as `names` has them, each answer as `words` has it, and all else as `texts` does.

    Calls have the numbers of the book if they are `numbered`, for whoever has it at hand. `between` stands between
    players.
    """

    names: Mapping[int, str]
    words: Mapping[str, str]
    texts: Texts
    numbered: bool = True
    between: str = "; "

    def place(self, at: At, view: View | None) -> str:
        """Where the game is: a night and its call, the dawn or the day; nothing before and after all of them."""
        if not at.dark:
            return self._day(view) if at.phase == "day" else ""
        if at.phase == "dawn":
            return self.texts.word("screen.dawn")
        night = self.texts.word("screen.zero") if at.night == 0 else self.texts.word("screen.night", night=at.night)
        return f"{night} · {at.book}" if at.book and self.numbered else night

    def _day(self, view: View | None) -> str:
        return self.texts.told(view.title) if view else self.texts.word("screen.day")

    def people(self, to: Audience) -> str:
        """Name the players of these seats."""
        if isinstance(to, str):
            return self.texts.word("screen.everybody" if to == "all" else "screen.moderator")
        return self.between.join(numbered(seat, self.names.get(seat, "")) for seat in to)

    def named(self, said: str, kind: str) -> str:
        """Name an answer: the player in the seat, or the word that stands for it."""
        if kind in ("seat", "seats") and said.replace(",", "").isdecimal():
            return self.people(tuple(int(seat) for seat in said.split(",")))
        return said if kind == "text" else own_commands.called(said.strip().lower(), self.words, self.names) or said

    def chosen(self, cue: Ask, said: str) -> str:
        """Say what has been chosen so far, or that it is not offered."""
        key = "screen.chosen" if {*said.split(",")} <= {*cue.choices} else "screen.not-offered"
        return self.texts.word(key, answer=self.named(said, cue.kind))

    def commands(self, cue: Ask) -> str:
        """List what may be called for at this question, as far as it stands not among the answers."""
        everywhere = [self.words.get(command, command) for command in cue.commands if command not in cue.own]
        words = [*everywhere, *(own_commands.labels(cue, self.words) if cue.kind != "open" else ())]
        return " · ".join([*words, self.texts.word("screen.help")] if words else [])

    def going_on(self, said: str, cue: Ask) -> str:
        """How the commands go on that begin so; empty if none does."""
        return " · ".join(own_commands.going_on(said, cue, self.words, self.names))

    def answers_by_day(self, cue: Ask, view: View | None) -> str:
        """Say how a question of the day is answered; of seats, which stand in the circle, it lists none."""
        if cue.kind not in ("seat", "seats"):
            return self.to_choose(cue, view, who=False).replace(TIE, " ")
        number = self.texts.word("screen.seat" if cue.kind == "seat" else "screen.seats")
        answers = " · ".join([number, *[self.words.get("none", "none")] * cue.optional])
        return f"{self.texts.word('screen.choices')}: {answers}".replace(TIE, " ")

    def to_choose(self, cue: Ask, view: View | None, *, who: bool) -> str:
        """The list of what may be answered under its title; empty where any words are an answer."""
        if cue.kind == "text" and not (cue.choices or cue.optional):
            return ""
        return f"{self.choices_title(cue)}: {self.choices(cue, view, who=who)}"

    def choices_title(self, cue: Ask) -> str:
        """What stands before the list of what may be answered: of several players, how they are typed."""
        return self.texts.word("screen.choose-several" if cue.kind == "seats" else "screen.choices")

    def choices(self, cue: Ask, view: View | None, *, who: bool, short: bool = False) -> str:
        """List what may be answered: with `who`, players by name; numbers in a row as a range, if `short`."""
        if cue.kind == "count" and len(cue.choices) > 2:
            return f"{cue.choices[0]}–{cue.choices[-1]}"
        words = answer_list(self.offered(cue, view, who=who, short=short))
        return f"{words} (Enter)" if cue.kind == "ready" else words

    def offered(self, cue: Ask, view: View | None, *, who: bool, short: bool = False) -> list[str]:
        """What may be answered, as people call it; where nothing is asked, what may be called for."""
        if cue.kind == "open":
            return own_commands.labels(cue, self.words)
        ending = view.ending if view else ""  # what ends the day comes last, as it is read aloud
        choices = [
            choice for choice in sorted(cue.choices, key=ending.__eq__) if not (cue.seconds and choice == "time")
        ]
        if short:
            choices = in_ranges(choices)
        names = self.names if who and cue.kind in ("seat", "seats") else {}
        shown = [
            numbered(int(choice), names.get(int(choice), "")) if choice.isdecimal() and names else choice
            for choice in choices
        ]
        none = [self.texts.word("screen.unchanged") if cue.kind in ("choice", "text") else "none"] * cue.optional
        return [self.words.get(choice, choice) for choice in [*shown, *none]]


def question_words(cue: Ask, texts: Texts) -> str:
    """What is asked by night, with how many may be chosen where they may be several; by day it says so itself."""
    several = cue.kind == "seats" and (cue.at.dark or cue.window)
    return texts.word("screen.at-most", question=cue.text, most=cue.most) if several else cue.text


def why_idle(why: str, texts: Texts) -> str:
    """Why nobody can act, in words; empty without a reason."""
    key = f"moderator.idle.{why}"
    return texts.word(key) if key in texts else ""


@dataclass(frozen=True, slots=True)
class Counter:
    """Something that is counted: its id, what it is called, and how many there are."""

    id: str
    label: str
    count: int


def named_counters(counters: Mapping[str, int], texts: Texts) -> list[Counter]:
    """Those of the counters that have a name, in their order."""
    found = ((one, f"counters.{one}", count) for one, count in counters.items())
    return [Counter(one, texts.word(key), count) for one, key, count in found if key in texts]


def table_told(view: View, texts: Texts) -> str:
    """What lies on the table and what is counted, at each seat and for all, in a line; empty where nothing is."""
    seats = ((numbered(one.seat, one.name), counters_told(one.counters, texts)) for one in view.seats)
    told = [f"{who}: {counted}" for who, counted in seats if counted]
    return "; ".join(filter(None, (slips_told(view, texts), *told, counters_told(view.counters, texts))))


def slips_told(view: View, texts: Texts) -> str:
    """What lies on the table, in a line, the new ones by a word; empty where nothing does."""
    told = []
    for one in view.table:
        words = texts.word("screen.counter", what=texts.told(one.label), count=texts.told(one.text))
        told.append(texts.word("screen.new-slip", slip=words) if one.new else words)
    return " · ".join(told)


def outcome_told(view: View | None, texts: Texts) -> str:
    """Who has won, and with what scores, the best first, if there are any; empty while nobody knows."""
    outcome = view.outcome if view else None
    if view is None or outcome is None:
        return ""
    called = [view.names.get(one, one) for one in outcome.winners]
    won = texts.word("screen.won", who=", ".join(called)) if called else texts.word("screen.nobody-won")
    best = sorted(outcome.scores.items(), key=lambda one: -one[1])
    return f"{won} {'; '.join(f'{view.names.get(who, who)}: {score}' for who, score in best)}".strip()


def counters_told(counters: Mapping[str, int], texts: Texts) -> str:
    """What is counted, in a line: only what the game has a word for, in its texts under `counters`."""
    named = named_counters(counters, texts)
    return " · ".join(texts.word("screen.counter", what=one.label, count=one.count) for one in named)
