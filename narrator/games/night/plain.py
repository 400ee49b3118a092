"""What the engine needs of a game of nights, and how it is in one that has no rules of its own (`game = "night"`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from narrator.errors import Problem
from narrator.games.night import events as e
from narrator.games.night.day.last_shot import due
from narrator.games.night.flow.own_rules import RULES
from narrator.games.night.flow.winning import judge
from narrator.games.night.script.line_ups import LineUps
from narrator.games.night.script.script import Call, Script
from narrator.games.night.script.setup import HouseRules, Setup
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.texts import message

NIGHT = "night"
"""What setups and scripts of such a game have as their `game`."""

ById = Mapping[str, tuple[str, ...]]


class PrintedDay(NamedTuple):
    """A day on paper: its steps' first days, the house rules, traits and powers of tonight's cards, and its words."""

    first: Mapping[str, int]
    rules: HouseRules
    dealt: Collection[str]
    told: Callable[..., str]
    voted: Callable[[str, str], str]


class NightRules:
    """The rules of a game of nights that has none of its own; those of any other are a kind of them.

    Another process loads the module in which their class stands.
    """

    setup: type[Setup] = Setup
    script: type[Script] = Script
    """What its files are read as: kinds of these whose `rules` have more, where the game has more house rules."""
    rules: ClassVar[Mapping[str, str]] = {}
    """By which rule of the book a faction wins, or a way to win is judged."""
    usual_wins: ClassVar[ById] = {}
    """The ways to win of factions whose script names none."""
    steps: ClassVar[ById] = {}
    """The effects with which a faction wins by its own calls; it needs all of them."""
    repeated: tuple[str, ...] = ()
    """The factions that win by taking such a step again and again."""
    usual_steps: tuple[str, ...] = ("timer", "poison", "hang", "reveal")
    """The steps of a day of a script that names none (`DAY_STEPS`)."""
    suspecting = ""
    """The step of the day that finds who can be hanged; empty if anybody can."""
    kept: ClassVar[ById] = {"timer": ("clock", ""), "hang": ("hanged", ""), "reveal": ("shown", "")}
    """By a step of the day, what is kept of it on paper, and the house rule of how many a day there are."""
    votes_each: ClassVar[Mapping[str, str]] = {}
    """By a step of the day, the house rule of how many votes everybody has in it, if not one."""
    deciding: tuple[str, ...] = ("pardon",)
    """The traits by which somebody decides about others, or about themselves."""
    passive: tuple[str, ...] = ()
    """The traits by which a player does nothing: they are no power left to one whose calls never come tonight."""
    lines_of_traits: ClassVar[ById] = {
        "pardon": ("say.day.pardon", "ask.day.pardon", "day.pardoned"),
        "last-shot": ("say.day.last-shot", "ask.day.last-shot", "day.last-shot"),
    }
    """The lines about what cards with a trait, or an effect by a call, may do."""
    spare_lines: ClassVar[ById] = {}
    """Lines that its scripts may have besides, and what each may name."""
    prize = ""
    """What all fight for, as ids of lines, texts and marks call it; empty if there is no such thing."""
    believed = ""
    """Which side is believed, at first, to have it."""
    unmanned: tuple[str, ...] = ()
    """Who can win without a player on their side."""

    @property
    def taken(self) -> str:
        """How the lines begin by which all hear that the prize has come to another side."""
        return f"{self.prize}.taken."

    def usual_line_ups(self) -> LineUps:
        """The line-ups of a script that says nothing of them."""
        return LineUps()

    def faults_of_script(self, _script: Script, _place: str, /) -> Iterator[Problem]:
        """Find what makes a script unfit for this game alone."""
        return iter(())

    def faults_of_rules(self, _rules: HouseRules, _script: Script, _place: str, /) -> Iterator[Problem]:
        """Find house rules that cannot be together in this game alone."""
        return iter(())

    def faults_of_cards(self, cards: set[str], script: Script, place: str) -> Iterator[Problem]:
        """Find what is wrong with these cards, all of them known, or odd about them; here, that all are on a side."""
        factions = {script.sides[card] for card in cards}
        if len(factions) == 1:
            yield Problem(place, message("faults.one-faction"), about=(*factions,))

    def judge_night(self, draft: Draft) -> None:
        """End the game if somebody has won now that all calls of the night are made.

        Who died may have been saved until now (D81), and a last shot comes before who has won (D83).
        """
        if not due(draft.state):
            judge(draft)
            if not draft.state.winner:
                judge(draft, "dawn")

    def judge_round(self, draft: Draft) -> None:
        """End the game if somebody has won now that all have read what was kept for them (D60)."""
        self.judge_night(draft)

    def before_eyes_open(self, draft: Draft) -> None:
        """Show those who slept what they must know before all open their eyes."""

    def killed(self, draft: Draft, seat: int, call: str, killer: int) -> None:
        """Let follow what follows from a death by night: by the open call, or by an earlier one with its killer.

        Nothing does before the night is over, for a later call may save them (D81).
        """

    def died(self, draft: Draft, *_seats: int) -> None:
        """Let follow what follows from deaths that the room has heard of, or judge what a moderator has set.

        Somebody may have won, but not while it is night (D81), nor while somebody has a last shot left (D83).
        """
        if draft.state.phase != "night" and not due(draft.state):
            judge(draft)

    def cards_changed(self, draft: Draft, before: State) -> None:
        """Let follow what follows for those who were on another side before: called by `change_cards`."""

    def bury(self, draft: Draft) -> None:
        """Let die those whose cards a moderator was to look up, once they are known (deck.BURIAL)."""

    def call_of(self, _state: State, _question: e.Asked, /) -> Call | None:
        """The call of the night whose power a question of the day is about; None for most."""
        return None

    def on_paper(self, day: PrintedDay) -> Iterator[tuple[str, str]]:
        """The rules of a day, each with the step from whose first day on it holds, if not always."""
        if "poison" in day.dealt:
            yield "", day.told("sheet.day.poison-late")
            if "poison" in day.first:
                yield "poison", day.told("sheet.day.poison")
        yield from self.hanging(day)
        if "declare" in day.first:
            yield "declare", day.told("sheet.day.declare")
        if "last-shot" in day.dealt:
            yield "", day.told("sheet.day.last-shot")

    def hanging(self, day: PrintedDay) -> Iterator[tuple[str, str]]:
        """How the day comes to a hanging."""
        if "hang" in day.first:
            yield "hang", day.voted("hang", day.told("sheet.day.accuse"))

    def habits(self) -> Mapping[str, Callable[[Any, State, e.Asked], str]]:
        """What people at simulated tables answer to questions of its own, by the question's key."""
        return {}

    def immune(self, _state: State, _effect: str, _pick: int, /) -> bool:
        """Whether a house rule keeps the effect from working on the pick."""
        return False

    def leave(self, draft: Draft, seat: int) -> None:
        """Let somebody go home (D64), and let follow what follows."""
        draft.emit(e.Left(seat))
        draft.emit(e.ShotAsked(seat))  # as journals of 0.3.0 have it
        draft.announce_out("day.leaves", seat)
        self.died(draft)


RULES[NIGHT] = NightRules()
