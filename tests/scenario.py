"""Play a scenario file: a table, the answers given, and what the rules say must come of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from narrator.computer import paths
from narrator.computer.toml_reader import build
from narrator.cues import Ask, At, Cue, End, Pause, Refused, Say, Tell
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import Player
from narrator.games.night import events as e
from narrator.games.night import loading
from narrator.games.night.flow import own_rules
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.game import NightGame
from narrator.games.night.proofreading import proofread_script
from narrator.games.night.script.script import Script
from narrator.games.night.state.state import State
from narrator.games.night.told.wording import text
from narrator.play.journal import Batch
from narrator.play.steps import as_fact

FOLDER = Path(__file__).parent / "scenarios"
SHIPPED = paths.shipped("scripts") / "ktulu.toml"
shipped_script = cache(loading.shipped_script)
SCRIPT = shipped_script()
USED = {call.do: EFFECTS[call.do] for call in SCRIPT.calls_by_id.values() if call.do}
"""The powers that somebody has in the shipped script: a new one may be for other scripts."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """What a script of one's own has in the place of one passage of the shipped one."""

    old: str
    new: str


@cache
def own_script(changes: tuple[Change, ...]) -> Script:
    """Make the changes to the shipped script; `check` must have nothing to say about it."""
    text = SHIPPED.read_text(encoding="utf-8")
    for change in changes:
        assert text.count(change.old) == 1, change.old
        text = text.replace(change.old, change.new)
    script = build(tomllib.loads(text), type(SCRIPT), "own")
    assert [problem for problem in proofread_script(script, "own") if not problem.warning] == []
    return script


@cache
def own_variant(text: str) -> Script:
    """Read this variant of a shipped script; `check` must find no fault in it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "own.toml"
        path.write_text(text, encoding="utf-8")
        return loading.load_script(path)


@dataclass(frozen=True, kw_only=True)
class Telling:
    """A private result that must be given."""

    to: tuple[int, ...]
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class After:
    """The table at the end of a night."""

    holder: int | None = None
    planted: bool | None = None
    believed: str | None = None
    dead: tuple[int, ...] | None = None
    escaped: tuple[int, ...] | None = None
    inactive: tuple[int, ...] | None = None
    safe: tuple[int, ...] | None = None
    unseen: tuple[int, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Night:
    """What is answered in a night (and the day after it), and what must be seen and heard."""

    answers: dict[str, Any] = field(default_factory=dict)
    refused: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    offered: dict[str, tuple[int, ...]] = field(default_factory=dict)
    optional: dict[str, bool] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    left_out: tuple[str, ...] = field(default=(), metadata={"toml": "left-out"})
    to: dict[str, tuple[int, ...]] = field(default_factory=dict)
    told: dict[str, tuple[Telling, ...]] = field(default_factory=dict)
    said: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    waits: dict[str, int] = field(default_factory=dict)
    questions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The lines of all the questions of a call, in order; none for a call in which nothing is asked."""
    looked_at: tuple[int, ...] | None = field(default=None, metadata={"toml": "looked-at"})
    """The seats whose card is asked for at a table with its own deck, in order, by night and by day."""
    pages: dict[str, tuple[str, ...]] | None = None
    """What is read in the round, by seat: every line kept for it. Seats left out must find nothing."""
    replies: dict[str, str] = field(default_factory=dict)
    after: After = After()
    after_day: After | None = field(default=None, metadata={"toml": "after-day"})
    shown: tuple[int, ...] | None = None
    day: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How the game must have ended."""

    winner: str
    rule: str


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A whole file."""

    law: str
    ids: tuple[str, ...]
    seats: tuple[str, ...]
    policy: str = "masked"
    dice: str = "engine"
    deal: str = "engine"
    """Who deals; with `table` the cards of `seats` lie there, and no more is known of them than is answered."""
    answers: str = "moderator"
    seed: int = 1
    rules: dict[str, Any] = field(default_factory=dict)
    script: str = "ktulu"
    """A shipped script, by whose house rules all is played that the scenario does not say."""
    change: tuple[Change, ...] = ()
    variant: str = ""
    """A variant, as its file has it, instead of the script."""
    night: tuple[Night, ...] = ()
    end: Outcome | None = None

    def _script(self) -> Script:
        if self.variant:
            return own_variant(self.variant)
        return own_script(self.change) if self.change else shipped_script(self.script)

    def game(self) -> NightGame:
        """Seat the players."""
        own, script = self.deal == "table", self._script()
        dealt = enumerate(self.seats, 1)
        players = tuple(Player(name=f"Gracz {seat}", card=None if own else card) for seat, card in dealt)
        setup = own_rules.of_script(script).setup(
            game=script.game,
            script=script.id,
            deal=self.deal,  # type: ignore[arg-type]
            cards=self.seats if own else (),
            policy=self.policy,  # type: ignore[arg-type]
            dice=self.dice,  # type: ignore[arg-type]
            answers=self.answers,  # type: ignore[arg-type]
            player=players,
            rules=build(self.rules, type(script.rules), "rules") if self.rules else script.rules,
        )
        return (Ktulu if script.game == SCRIPT.game else NightGame)(setup, script)


def files() -> list[Path]:
    """List all scenario files."""
    return sorted(FOLDER.rglob("*.toml"))


def load(path: Path) -> Scenario:
    """Read one scenario, strictly."""
    return build(tomllib.loads(path.read_text(encoding="utf-8")), Scenario, path.name)


@dataclass
class Heard:
    """What went out during one night and the day after it."""

    said: list[str] = field(default_factory=list)
    told: dict[str, list[Tell]] = field(default_factory=dict)
    asks: dict[str, Ask] = field(default_factory=dict)
    questions: dict[str, list[str]] = field(default_factory=dict)
    looked_at: list[int] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    waits: list[str] = field(default_factory=list)
    pages: dict[str, tuple[str, ...]] = field(default_factory=dict)
    read: list[int] = field(default_factory=list)
    events: list[e.Event] = field(default_factory=list)
    end_of_night: State | None = None
    end_of_day: State | None = None


class Playing:
    """A scenario under way: `batches` is what its journal would hold, `steps` its events with the state before."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.game = scenario.game()
        self.heard: list[Heard] = []
        self.batches: list[Batch] = []
        self.steps: list[tuple[State, e.Event]] = []
        self.state = self.game.begin(scenario.seed)
        self._go("", self.game.opening(self.state))

    def play(self) -> None:
        """Play to the end of the listed nights, or of the game."""
        for _ in self._cues():
            pass

    def _cues(self) -> Iterator[Cue]:
        pending: dict[str, list[str]] = {}
        while (cue := self.game.cue(self.state)) is not None and not isinstance(cue, End):
            yield cue
            if not isinstance(cue, Ask):
                self._note(cue)
                self._go("", self.game.delivered(self.state))
            elif not self._asked(cue, pending):
                return

    def _asked(self, cue: Ask, pending: dict[str, list[str]]) -> bool:
        """Answer what is asked; tell whether the scenario goes on."""
        self._note_question(cue)
        if cue.at.call == "start":
            self._take("ready")
            self._next_night()
        elif cue.line.startswith("ask.deck.card"):
            self._look()
        elif cue.kind == "ready":  # all close their eyes before the night that undo went back to
            self._take("ready")
        elif cue.kind == "page":
            self._read(cue)
        elif cue.at.phase != "day":
            self._answer(cue, pending)
        else:
            return self._day(cue)
        return True

    def _note_question(self, cue: Ask) -> None:
        assert cue.to == "moderator" or not cue.line.startswith("ask.deck.")
        if self.heard:
            self.heard[-1].questions.setdefault(cue.at.call, []).append(self._plain(cue.line))

    def _look(self) -> None:
        """Look at a card that lies on the table, and tell what it is."""
        question = self.state.question
        assert question is not None
        self.heard[-1].looked_at.append(question.about)
        self._take(self.scenario.seats[question.about - 1])

    def _read(self, cue: Ask) -> None:
        """Note what stands on a page of the round, and turn it: with the answer listed, or the first."""
        assert isinstance(cue.to, tuple)
        (seat,) = cue.to
        found = tuple(one.line for one in self.state.letters if one.seat == seat)
        assert all(one in cue.text for one in self._letters(seat)), cue
        self.heard[-1].read.append(seat)
        if found:
            self.heard[-1].pages[str(seat)] = found
        self._take(self._night.replies.get(str(seat), cue.choices[0]))

    def _letters(self, seat: int) -> list[str]:
        return [text(self.state, one.line, one.data)[1] for one in self.state.letters if one.seat == seat]

    def _next_night(self) -> None:
        self.heard.append(Heard())
        self.days = [word for entry in self._night.day for word in entry]

    @property
    def _night(self) -> Night:
        return self.scenario.night[len(self.heard) - 1]

    def _day(self, cue: Ask) -> bool:
        """The next word of the listed day, else go on to the next listed night; tell whether there is one."""
        self._first(cue)
        if self.days:
            self._say(self.days.pop(0))
            return True
        assert cue.at.call == "day", f"the listed day ends at {cue}"
        self.heard[-1].end_of_day = self.state
        if len(self.heard) == len(self.scenario.night):
            return False
        assert cue.kind == "choice", cue
        self._take("night")
        self._next_night()
        return True

    def _say(self, word: str) -> None:
        """The answer; one that begins with ! must be refused."""
        if word.startswith("!"):
            refusal = self.game.take(self.state, word[1:])
            assert isinstance(refusal, Refused), f"{self.state.at}: {word[1:]} is taken"
        else:
            self._take(word)

    def _first(self, cue: Ask) -> None:
        """Note a call's first question, and try the answers that it must refuse."""
        call, heard = cue.at.call, self.heard[-1]
        if call in heard.asks:
            return
        heard.asks[call] = cue
        for answer, reason in self._night.refused.get(call, ()):
            refusal = self.game.take(self.state, answer)
            assert isinstance(refusal, Refused), f"{call}: {answer} is taken"
            assert refusal.reason == reason, f"{call}: {answer}"
            assert refusal.text, f"refused.{reason} has no words"

    def _answer(self, cue: Ask, pending: dict[str, list[str]]) -> None:
        call, heard = cue.at.call, self.heard[-1]
        self._first(cue)
        key = f"{len(self.heard)} {call}"
        if key not in pending:
            given = self._night.answers.get(call, [])
            pending[key] = list(given) if isinstance(given, list) else [given]
        while pending[key] and pending[key][0].startswith("!"):
            self._say(pending[key].pop(0))
        if pending[key]:
            heard.used.add(call)
            self._take(pending[key].pop(0))
        elif cue.optional:
            self._take("none")
        elif cue.kind == "yes-no" and call not in self._night.answers:
            self._take("no")
        else:
            raise AssertionError(f"no answer listed for {call}: {cue}")

    def _take(self, answer: str) -> None:
        events = self.game.take(self.state, answer)
        assert not isinstance(events, Refused), f"{self.state.at}: {answer}: {events}"
        self._go(answer, events)
        self.answered()

    def answered(self) -> None:
        """Be told that an answer was taken."""

    def _go(self, said: str, events: list[e.Event]) -> None:
        self.batches.append(Batch(said, [as_fact(event) for event in events]))
        night = self.heard[-1] if self.heard else Heard()
        night.events += events
        for event in events:
            if isinstance(event, e.DayBegan | e.Won) and night.end_of_night is None:
                night.end_of_night = self.state
            self.steps.append((self.state, event))
            self.state = self.game.fold(self.state, event)

    def _note(self, cue: Cue) -> None:
        heard = self.heard[-1] if self.heard else Heard()
        if isinstance(cue, Say):
            heard.said.append(self._plain(cue.line))
            assert cue.text, f"{cue.line} has no words"
        elif isinstance(cue, Pause):
            heard.waits.append(cue.at.call)
        elif isinstance(cue, Tell):
            heard.told.setdefault(cue.at.call, []).append(cue)
            assert cue.text, f"{cue.line} has no words"

    def _plain(self, line: str) -> str:
        return self.game.script.plain(line.rsplit(".", 1)[0] if line[-1].isdigit() else line)


@cache
def scenarios() -> list[Scenario]:
    """Read all scenarios, once."""
    return [load(path) for path in files()]


@cache
def all_cues() -> list[tuple[Scenario, list[Cue]]]:
    """Play all scenarios, once, and give what goes out in each."""
    return [(scenario, list(Playing(scenario)._cues())) for scenario in scenarios()]


def verify(playing: Playing) -> None:
    """Compare what happened with what the scenario says."""
    scenario = playing.scenario
    assert len(playing.heard) == len(scenario.night), f"{len(playing.heard)} nights were played"
    for number, (night, heard) in enumerate(zip(scenario.night, playing.heard, strict=True)):
        _verify_calls(night, heard, f"night {number}")
        _verify_sounds(night, heard, f"night {number}")
        _verify_after(night.after, heard.end_of_night or playing.state, f"night {number}")
        evening = heard.end_of_day or playing.state
        _verify_after(night.after_day or After(), evening, f"day {number}")
        assert night.shown is None or evening.shown - evening.dead == set(night.shown), (
            f"day {number}: {evening.shown}"
        )
    over = playing.game.over(playing.state)
    told = over and (over.winners or ("nobody",), over.rule)
    assert told == (((scenario.end.winner,), scenario.end.rule) if scenario.end else None), over


def _verify_calls(night: Night, heard: Heard, where: str) -> None:
    unused = {call for call in night.answers if call not in heard.used}
    assert not unused, f"{where}: never asked: {unused}"
    assert set(night.refused) <= set(heard.asks), where
    for call, seats in night.offered.items():
        assert {int(seat) for seat in heard.asks[call].choices} == set(seats), f"{where}: {call}"
    for call, optional in night.optional.items():
        assert heard.asks[call].optional is optional, f"{where}: {call}"
    for call, to in night.to.items():
        assert heard.asks[call].to == to, f"{where}: {call}"
    made = {event.call for event in heard.events if isinstance(event, e.CallOpened)}
    assert set(night.asked) <= set(heard.asks), f"{where}: not asked: {set(night.asked) - set(heard.asks)}"
    assert not set(night.unasked) & set(heard.asks), where
    for call, lines in night.questions.items():
        assert tuple(heard.questions.get(call, ())) == lines, f"{where}: {call}: {heard.questions.get(call)}"
    assert night.looked_at is None or tuple(heard.looked_at) == night.looked_at, f"{where}: {heard.looked_at}"
    assert set(night.made) <= made, f"{where}: not made: {set(night.made) - made}"
    assert not set(night.left_out) & made, f"{where}: made: {set(night.left_out) & made}"


def _verify_sounds(night: Night, heard: Heard, where: str) -> None:
    for call, tellings in night.told.items():
        found = heard.told.get(call, [])
        assert [tell.to for tell in found] == [telling.to for telling in tellings], f"{where}: {call}: {found}"
        for tell, telling in zip(found, tellings, strict=True):
            given = {key: tell.data.get(key) for key in telling.data}
            assert given == telling.data, f"{where}: {call}"
    rest = iter(heard.said)
    for line in night.said:
        assert line in rest, f"{where}: {line} was not said, or not in this order: {heard.said}"
    for call, number in night.waits.items():
        assert heard.waits.count(call) == number, f"{where}: {call}: {heard.waits}"
    if night.pages is not None:
        assert heard.read, f"{where}: there was no round"
        assert heard.pages == night.pages, f"{where}: {heard.pages}"
    for prefix in night.unsaid:
        assert not [line for line in heard.said if line.startswith(prefix)], f"{where}: {prefix} was said"


def _verify_after(after: After, state: State, where: str) -> None:
    safe = tuple(seat for seat in state.seats() if state.alive(seat) and state.safe(seat))
    table = After(
        holder=state.holder,
        planted=state.planted,
        believed=state.believed,
        dead=tuple(sorted(state.dead)),
        escaped=tuple(sorted(state.escaped)),
        inactive=tuple(sorted(seat for seat in state.marks.asleep if state.alive(seat))),
        safe=safe,
        unseen=tuple(sorted(state.unseen)),
    )
    for key in After.__dataclass_fields__:
        expected = getattr(after, key)
        if expected is not None:
            expected = tuple(sorted(expected)) if isinstance(expected, tuple) else expected
            assert getattr(table, key) == expected, f"{where}: {key} is {getattr(table, key)}, must be {expected}"


__all__ = ["FOLDER", "At", "Playing", "Scenario", "files", "load", "verify"]
