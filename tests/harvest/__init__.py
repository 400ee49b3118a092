"""A second game, of another kind: no night, no secret; everybody counts sheaves and sows some of them each round.

A storm may come at any time, and costs everybody a sheaf; rain brings some. Between two rounds nothing is asked: all
rest until somebody calls the next one. After the last round whoever has most has won.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tomlkit

from narrator import patterns
from narrator.computer import toml_reader
from narrator.cues import (
    COMMANDS,
    RESUME,
    UNDO_UNHEARD,
    UNHEARD,
    Ask,
    At,
    Audience,
    Cue,
    End,
    Part,
    Refused,
    Say,
    Weight,
)
from narrator.errors import OutOfTurn, Problem
from narrator.games import StoryEntry, chance, table
from narrator.games.lines import readings
from narrator.games.package import Reading, SetupQuestions
from narrator.games.parts import listed, person
from narrator.games.view import MarkView, Outcome, SeatView, Slip, View
from narrator.texts import Message, Texts, message

from tests.harvest.lines import LINES, MOST, grain_of, heard
from tests.harvest.setup import Script, Setup

__all__ = ["CALLS", "Harvest", "HarvestPackage", "Script", "Setup", "Went"]


RAIN = "rain {n:1-3}"
"""How much it may rain: it brings everybody so many sheaves."""

GIVE = "give {seat} {n}"
"""Whoever sows may give somebody some of their sheaves before."""

CALLS = ("storm", "granary", RAIN)
"""What may be called at any time."""

WEIGHTS: dict[str, Weight] = {"granary": "light"}

_UNCOUNTED = ("granary", "repeat", "pause", "ready")
"""What undo does not lead back to."""

RESTING = (*COMMANDS, *CALLS, "next")
"""What may be called between two rounds, when nothing is asked."""


@dataclass(frozen=True)
class Went:
    """The game began, a line was said, something was taken back, or a command was carried out."""

    what: str


@dataclass(frozen=True)
class Sown:
    """The player whose turn it was sowed, and reaped."""

    seat: int
    sown: int
    reaped: int


Event = Went | Sown


@dataclass(frozen=True)
class State:
    """The sheaves of each seat, whose turn it is, and what is still to be said."""

    seed: int
    sheaves: tuple[int, ...]
    turn: int = 0
    to_say: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    paused: bool = False
    resting: bool = False
    storms: int = 0
    before: State | None = None

    def parts(self, line: str, **values: Any) -> tuple[str, tuple[Part, ...]]:
        return LINES.said(line, values, self.seed, self.turn)

    def told(self, line: str, **values: Any) -> str:
        return "".join(part.text for part in self.parts(line, **values)[1])

    def counted(self) -> dict[str, Any]:
        return {"sheaves": listed((Part("", f"{seat}: {count}"),) for seat, count in enumerate(self.sheaves, 1))}


class Harvest:
    """The rules (narrator.games.Game)."""

    def __init__(self, setup: Setup, script: Script) -> None:
        self.setup, self.script = setup, script

    def _seat(self, state: State) -> int:
        return state.turn % len(self.setup.player) + 1

    def _ended(self, state: State) -> bool:
        return state.turn >= self.script.rounds * len(self.setup.player)

    def begin(self, seed: int) -> State:
        return State(seed, (self.setup.sheaves,) * len(self.setup.player))

    def opening(self, _: State) -> list[Event]:
        return [Went("began")]

    def cue(self, state: State) -> Cue | None:
        at = At(call="harvest", night=self._number(state), phase="day")
        if state.to_say:
            line, values = state.to_say[0]
            wording, parts = state.parts(line, **values)
            return Say(at=at, line=wording, text=state.told(line, **values), pause=0.1, parts=parts)
        if state.paused:
            return Ask(at=at, line="pause", text="Przerwa.", to="all", kind="ready", choices=("ready",))
        if self._ended(state):
            outcome = self.over(state)
            assert outcome is not None
            won = {"winner": "+".join(outcome.winners), "rule": outcome.rule}
            return End(at=at, text="", data=won)
        if state.resting:
            rest = Ask(at=at, line="rest", text="Odpoczynek.", to="all", kind="open", choices=(), commands=RESTING)
            return replace(rest, weights=WEIGHTS)
        seat = self._seat(state)
        amounts = tuple(str(count) for count in range(state.sheaves[seat - 1] + 1))
        asked = state.told("asked", name=(person(self.setup.name(seat)),))
        others = ",".join(str(one) for one in self.setup.seats if one != seat)
        give = [f"give {{seat:{others}}} {{n:1-{state.sheaves[seat - 1]}}}"] * (state.sheaves[seat - 1] > 0)
        called = (*COMMANDS, *CALLS, *give)
        return Ask(
            at=at, line="sow", text=asked, to="all", kind="count", choices=amounts, commands=called, weights=WEIGHTS
        )

    def delivered(self, state: State) -> list[Event]:
        if not state.to_say:
            raise OutOfTurn("nothing was to be said")
        return [Went("said")]

    def take(self, state: State, said: str) -> list[Event] | Refused:
        cue = self.cue(state)
        if said == RESUME:
            return []
        if said == UNHEARD:
            return self.delivered(state)
        if said == UNDO_UNHEARD:
            said = "undo"
        if said == "undo" and state.before:
            return [Went("undo")]
        if isinstance(cue, Ask) and (said in cue.choices or cue.command(said)) and said != "undo":
            return [self._sown(state, int(said))] if said.isdecimal() else [Went(said)]
        at = cue.at if cue else At()
        reason = "nothing-to-undo" if said == "undo" else "not-understood"
        return Refused(at=at, answer=said, reason=reason, text="Tego nie można.", to="all")

    def _sown(self, state: State, sown: int) -> Sown:
        crop = int(chance.draw(state.seed, "crop", state.turn) * 3)
        return Sown(self._seat(state), sown, sown * crop)

    def fold(self, state: State, event: Event) -> State:
        if isinstance(event, Sown):
            count = state.sheaves[event.seat - 1] - event.sown + event.reaped
            sheaves = (*state.sheaves[: event.seat - 1], count, *state.sheaves[event.seat :])
            told = (("reaped", {"name": (person(self.setup.name(event.seat)),), "count": event.reaped}),)
            after = replace(state, sheaves=sheaves, turn=state.turn + 1, to_say=told, before=state)
            return replace(after, resting=self._seat(after) == 1 and not self._ended(after))
        if event.what == "undo":
            return state.before or state
        if event.what in ("began", "said"):
            return replace(state, to_say=(("begins", {}),) if event.what == "began" else state.to_say[1:])
        return replace(self._called(state, event.what), before=state.before if event.what in _UNCOUNTED else state)

    def _called(self, state: State, command: str) -> State:
        if command == "storm":
            left = tuple(max(count - 1, 0) for count in state.sheaves)
            kept = {"count": sum(left), "grain": grain_of(state.turn // len(left))}
            return replace(state, sheaves=left, storms=state.storms + 1, to_say=(("storm", kept),))
        if rain := patterns.values(RAIN, command):
            grown = int(rain["n"])
            more = tuple(count + grown for count in state.sheaves)
            return replace(state, sheaves=more, to_say=(("rain", {"count": grown}),))
        if given := patterns.values(GIVE, command):
            return self._given(state, int(given["seat"]), int(given["n"]))
        if command == "next":
            return replace(state, resting=False, to_say=(("next", {}),))
        if command == "granary":
            return replace(state, to_say=(("counted", state.counted()),))
        return replace(state, paused=command == "pause")

    def _given(self, state: State, to: int, many: int) -> State:
        had = {seat: count for seat, count in enumerate(state.sheaves, 1)}
        had |= {self._seat(state): had[self._seat(state)] - many, to: had[to] + many}
        return replace(
            state,
            sheaves=tuple(had.values()),
            to_say=(("given", {"name": (person(self.setup.name(to)),), "count": many}),),
        )

    def texts_to_prepare(self, _: State) -> list[Part]:
        return LINES.prepared(heard(), {})

    def view(self, state: State, audience: Audience) -> View:
        cue, names = self.cue(state), self.setup.people
        turn = {self._seat(state): (MarkView(id="turn"),)} if self.setup.slips else {}
        counted = {n: {"sheaves": had} for n, had in enumerate(state.sheaves, 1)}
        seats = (SeatView(seat=n, name=names[n], counters=counted[n], marks=turn.get(n, ())) for n in counted)
        slip = Slip(id="storms", label="Burze", text=str(state.storms), commands=("storm", "rain {n}"))
        at, due = (cue.at if cue else At()), (cue if isinstance(cue, Ask) else None)
        return View(
            audience=audience,
            at=at,
            seats=tuple(seats),
            counters={"storms": state.storms},
            table=(slip,) * self.setup.slips,
            due=due,
            title=self._round(state),
            outcome=self.over(state),
            names={str(seat): name for seat, name in names.items()},
        )

    def over(self, state: State) -> Outcome | None:
        if not self._ended(state):
            return None
        best = tuple(str(seat) for seat, count in enumerate(state.sheaves, 1) if count == max(state.sheaves))
        return Outcome(winners=best, rule="most", scores={str(n): count for n, count in enumerate(state.sheaves, 1)})

    def story(self, steps: Iterable[tuple[State, Event]], texts: Texts) -> list[StoryEntry]:
        return [
            StoryEntry(self.chapter(state, texts), state.told(line, **values), public=True)
            for state, event in self.remaining(steps)
            if isinstance(event, Sown) or patterns.command_of(("storm", RAIN, GIVE), event.what)
            for line, values in self.fold(state, event).to_say
        ]

    def remaining(self, steps: Iterable[tuple[State, Event]]) -> list[tuple[State, Event]]:
        left: list[tuple[State, Event]] = []
        for state, event in steps:
            if event == Went("undo"):
                while left and left.pop()[0] is not state.before:
                    pass
            else:
                left.append((state, event))
        return left

    def chapter(self, state: State, texts: Texts) -> str:
        return texts.told(self._round(state))

    def _round(self, state: State) -> Message:
        return message("harvest.round", number=self._number(state))

    def _number(self, state: State) -> int:
        return min(state.turn // len(self.setup.player) + 1, self.script.rounds)


class HarvestPackage:
    """The game as the program meets it (narrator.games.package)."""

    id, folders = "harvest", (Path(__file__).parent,)

    def read_setup(self, path: Path, data: dict[str, Any]) -> table.Loaded[Setup, Script]:
        setup, found = toml_reader.build_anyway(data, Setup, path.name)
        if setup and len(setup.player) < 2:
            found.append(Problem(f"{path.name}: player", "nobody harvests alone", "seat at least 2"))
        return table.Loaded(self, setup, found, None, Script())

    def rebuild(self, setup: dict[str, Any], script: dict[str, Any], place: str) -> table.Loaded[Setup, Script]:
        seats, rounds = toml_reader.build(setup, Setup, place), toml_reader.build(script, Script, place)
        return table.Loaded(self, seats, [], None, rounds)

    def rules(self, setup: Setup, script: Script) -> Harvest:
        return Harvest(setup, script)

    def profiles(self, _: Script) -> Collection[str]:
        return ()

    def new_setup(self, asking: SetupQuestions) -> tomlkit.TOMLDocument:
        kept = asking.kept
        kept["players"] = [name.strip() for name in asking.ask("Kto sieje?", "Ala, Bartek").split(",")]
        kept["go"] = "later"
        return tomlkit.parse(
            'format = 1\ngame = "harvest"\n' + "".join(f'[[player]]\nname = "{name}"\n' for name in kept["players"])
        )

    def readings(
        self, seated: table.Table[Setup, Script] | None, _script: str, _profile: str, _counted: object
    ) -> tuple[list[Reading], str]:
        people = seated.setup.people.values() if seated else ()
        return readings(LINES, heard(), numbers=range(MOST + 1), people=people), "pl"
