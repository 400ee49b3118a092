"""One game led from pages: it runs in its own thread, takes one command at a time, and hands out snapshots."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, RLock, Thread
from typing import Any, Literal

from narrator.answers import Answer, Command
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.cues import COMMANDS, OVERRIDE, Ask
from narrator.errors import NarratorError
from narrator.games import Concludes
from narrator.games.package import Counts
from narrator.games.registry import folders
from narrator.games.table import Table
from narrator.games.view import View
from narrator.page import panels, past
from narrator.page.board import Board
from narrator.page.ears import Closed, Interrupted, PageEars
from narrator.page.snapshot import Drawing, Json, clock_of, shapes_of
from narrator.page.voices import Voices
from narrator.play.history import NEVER, History, Impossible, Rewriting
from narrator.play.journal import read_notes
from narrator.play.log import happened
from narrator.play.stage import Stage
from narrator.rooms.counting import words_of
from narrator.rooms.table import HOLD, HURRY, TableRoom
from narrator.texts import Words

Reader = Literal["moderator", "laptop"]
"""Who reads aloud: whoever leads, from the page, or the laptop."""

_REMEMBERED = 256  # commands whose results are kept, so that one that is sent twice counts once
_LONGEST_NOTE = 200
_CARRIED_OUT = 20.0
"""Seconds in which the game's thread does what a page wants; a line that is being spoken may be in the way."""


class Refusal(Exception):
    """A command that is not carried out; the text says why, in the words of the table."""


class Leading:
    """A stage, its board and ears, and what pages may do with them. Call `start`, and in the end `close`."""

    def __init__(
        self, stage: Stage[Any, Any], table: Table[Any, Any], settings: Config, reader: Reader = "moderator"
    ) -> None:
        setup = table.setup
        self._stage, self._table, self.reader = stage, table, reader
        self.texts = texts_of(setup.language, *folders(setup.game))
        words = words_of(setup.language, setup.game)
        self._drawing = Drawing(self.texts, words, setup.people)
        self._board = Board(setup.people, words, self.texts)
        self._board.changed = self.publish
        self._ears = PageEars(self.publish)
        self._voices = Voices(table, settings, self._ears, self._board)
        self._refused: Callable[[], int] = lambda: 0
        self._history = History(stage.game, table.package.remaining) if isinstance(table.package, Counts) else None
        self._mornings = past.Mornings(stage.game)
        self._notes = read_notes(stage.journal.path)
        self._done: OrderedDict[str, tuple[int, Json]] = OrderedDict()
        self._lock, self._drawn = RLock(), RLock()  # one for commands, one for what is drawn
        self._watchers = dict[Callable[[], None], str]()
        self._thread = Thread(target=self._run, name="game", daemon=True)
        self.snapshots: dict[str, str] = {"moderator": "{}", "room": "{}"}
        """The last snapshots, as JSON, by who may see them."""
        self._room_shows: Json = {}
        self.ended, self.closed = Event(), False
        self.after: dict[str, str] = {}
        """What may come after this game, by its id, in words; a page or the terminal may want one."""
        self.wanted = ""
        self.invitation: Callable[[Literal["moderator", "room"]], Json] | None = None
        """Makes a code for one more device; None where only this computer can reach the page."""
        self.fault: BaseException | None = None
        self._handed_over = False  # only the reader is another: what stood there to be read stays

    @property
    def journal(self) -> Path:
        """The game's journal."""
        return self._stage.journal.path

    def remark(self, words: Words) -> None:
        """Show something that the program itself has to say."""
        self._board.notice(words)

    def start(self, refused: Callable[[], int] = lambda: 0) -> None:
        """Let the game go on; `refused` tells how often strangers were refused lately, which the page shows."""
        self._refused = refused
        self.publish()
        self._thread.start()

    def close(self) -> None:
        """Break the game off where it stands; all that was answered is in its journal."""
        self.closed = True
        self._ears.close()
        self._voices.hush()
        if self._thread.is_alive():
            self._thread.join(_CARRIED_OUT)
        self._voices.close()
        for changed in [*self._watchers]:
            changed()

    @contextmanager
    def watched(self, changed: Callable[[], None], by: str = "moderator") -> Iterator[None]:
        """Have `changed` called, from any thread, whenever there is another snapshot for them."""
        self._watchers[changed] = by
        try:
            yield
        finally:
            self._watchers.pop(changed, None)

    def snapshot(self, by: str) -> str:
        """The snapshot for somebody who comes now: a clock that runs shows the time that is left."""
        with self._drawn:
            clock = clock_of(self._board) if by == "room" and self._room_shows.get("clock") else None
            return _json({**self._room_shows, "clock": clock}) if clock else self.snapshots[by]

    def publish(self) -> None:
        """Draw the snapshots anew, and tell everybody."""
        with self._drawn:
            game, state, board = self._stage.game, self._stage.state, self._board
            view = game.view(state, "moderator")
            drawn = self._drawing.moderator(view, board, self._ears.asked)
            own: Json = {
                "version": self._ears.version,
                "reader": self.reader,
                "can": self._can(secret=self._spoken(view)),
                "why_not": self.texts.word("lead.by-day") if self._spoken(view) else "",
                "strangers": self._refused(),
                "after": [{"id": one, "label": label} for one, label in self.after.items() if self.ended.is_set()],
            }
            known = game.view(state, "all")
            for seat, public in zip(drawn["seats"], known.seats, strict=True):
                seat["note"] = self._notes.get(seat["seat"], "")
                seat["known_out"] = seat["out"] if public.out else ""
            lost = self._mornings.lost(self._stage.past, known.at.night)
            room = self._drawing.room(known, board, shapes_of(view), lost)
            self.snapshots = {**self.snapshots, "moderator": _json({**drawn, **own})}
            new = self._shown_to_room(room)
        for changed, by in [*self._watchers.items()]:
            if new or by != "room":
                changed()

    def _shown_to_room(self, room: Json) -> bool:
        """Hand out the room's snapshot if anything is new in it: one at each answer would tell when it came."""
        clock = self._board.clock if room["clock"] else None
        shows = {**room, "clock": (clock.until(), clock.of) if clock else None}
        if shows == self._room_shows:
            return False
        self._room_shows = shows
        self.snapshots = {**self.snapshots, "room": _json(room)}
        return True

    def _spoken(self, view: View) -> bool:
        """Whether the laptop makes calls now of which nobody may hear who acts in them (D42)."""
        return self.reader == "laptop" and view.secret

    def _can(self, *, secret: bool) -> dict[str, bool]:
        asked = self._ears.asked
        commands = asked.commands if asked else ()
        if self._history:
            self._history.follow(self._stage.past)
        return {
            **{command: command in commands for command in (*COMMANDS, HOLD, HURRY)},
            OVERRIDE: bool(asked and OVERRIDE in (*asked.commands, *asked.choices)),
            "redo": bool(asked and self._history and self._history.undone and not secret),
            "past": self._history is not None,
            "jump": bool(asked and self._history and not secret),
            "change": bool(asked and self._history and not secret),
        }

    def _run(self) -> None:
        try:
            while True:
                with suppress(Interrupted):
                    self._stage.run(self._room())
                    self._conclude()
                    break
                if not self._handed_over:
                    self._board.anew()
                self._handed_over = False
        except Closed:
            pass
        except BaseException as fault:  # noqa: BLE001 - it is raised where the program can tell it
            self.fault = fault
        finally:
            self.ended.set()
            with suppress(Exception):
                self.publish()

    def _room(self) -> TableRoom:
        """The room of whoever reads; if the laptop has no voice after all, that is the moderator again."""
        try:
            return self._voices.room(self.reader, self._why_idle, self._won)
        except NarratorError as fault:
            self.reader = "moderator"
            self._board.notice(str(fault))
            return self._voices.room(self.reader, self._why_idle, self._won)

    def _won(self) -> bool:
        return self._stage.game.over(self._stage.state) is not None

    def _conclude(self) -> None:
        game = self._stage.game
        if isinstance(game, Concludes):
            self._board.finale(game.finale(happened(game, self._stage.past), self.texts), 0)

    def _why_idle(self) -> str:
        """Why nobody can act in the call that is open, or, if it is only said once more, was open last."""
        befores = (step.before for step in reversed(self._stage.past))
        views = (self._stage.game.view(state, "moderator") for state in (self._stage.state, *befores))
        return next((view.call.idle for view in views if view.call), "")

    def told_past(self) -> Json:
        """The story of the game so far."""
        with self._drawn:
            history = self._followed()
            return past.told(self._stage.game, history, self._drawing, self.texts)

    def looked_up(self, what: str) -> Json:
        """What a page asks for besides its snapshots: `cards`, the `night`, or the `signs`."""
        with self._drawn:
            view = self._stage.game.view(self._stage.state, "moderator")
            if what == "cards":
                return panels.cards_told(self._table, view)
            if what == "night":
                return panels.night_told(self._stage, view, self._drawing, self.texts)
            return panels.signs_told(self.texts)

    def _followed(self) -> History:
        if self._history is None:
            raise Refusal(self.texts.word("lead.no-past"))
        with self._drawn:
            self._history.follow(self._stage.past)
        return self._history

    def command(self, sent: Mapping[str, Any]) -> tuple[int, Json]:
        """Carry out a page's command once, however often it is sent: an HTTP status, and what to answer."""
        name = sent.get("id")
        if not isinstance(name, str) or not name:
            return 409, {"ok": False, "why": self.texts.word("lead.unknown")}
        with self._lock:
            if name not in self._done:
                self._done[name] = self._result(sent)
            while len(self._done) > _REMEMBERED:
                self._done.popitem(last=False)
            return self._done[name]

    def _result(self, sent: Mapping[str, Any]) -> tuple[int, Json]:
        try:
            return 200, {"ok": True, **self._obey(sent)}
        except Refusal as refused:
            return 409, {"ok": False, "why": str(refused)}

    def _obey(self, sent: Mapping[str, Any]) -> Json:
        act = sent.get("do")
        ways = {"next": self._want, "invite": self._invited, "note": self._note, "reader": self._read_by}
        if self.ended.is_set() and act != "next":
            raise Refusal(self.texts.word("lead.ended"))
        if isinstance(act, str) and act in ways:
            return ways[act](sent)
        if sent.get("version") != self._ears.version:
            raise Refusal(self.texts.word("lead.stale"))
        asked = self._ears.asked
        if asked is None:
            raise Refusal(self.texts.word("lead.speaking"))
        plainly = _last(self._stage.past) == OVERRIDE  # nothing was answered since
        answers = self.reader == "moderator" and not plainly and self._history and self._history.given
        if act in ("change", "jump", "redo") or (act == "undo" and answers):
            return self._rewrite(sent)
        self._answer(sent, asked)
        return {}

    def _invited(self, sent: Mapping[str, Any]) -> Json:
        """A code that lets one more device in, to be shown on a page."""
        if self.invitation is None or sent.get("to") not in ("moderator", "room"):
            raise Refusal(self.texts.word("lead.not-shared"))
        return self.invitation("moderator" if sent.get("to") == "moderator" else "room")

    def _want(self, sent: Mapping[str, Any]) -> Json:
        """Note what is to come after this game."""
        what = str(sent.get("said", ""))
        if not (self.ended.is_set() and what in self.after):
            raise Refusal(self.texts.word("lead.unknown"))
        self.wanted = what
        return {}

    def _answer(self, sent: Mapping[str, Any], asked: Ask) -> None:
        """Hand an answer or a command to whoever waits for it."""
        act, said = sent.get("do"), str(sent.get("said", ""))
        heard: Answer | Command
        if act == "go" and asked.kind == "ready":
            heard = Answer("ready")
        elif act == "answer" and fits(asked, said):
            heard = Answer(said)
        elif act == OVERRIDE and OVERRIDE in (*asked.commands, *asked.choices):
            heard = Answer(OVERRIDE)
        elif act in COMMANDS and act in asked.commands:
            heard = Command(str(act))
        elif act in (HOLD, HURRY) and act in asked.commands:
            heard = Answer(str(act))
        else:
            raise Refusal(self.texts.word("lead.unknown"))
        if act not in (HOLD, HURRY):
            self._board.answered_now()
        if not self._ears.give(str(sent.get("version")), heard):
            raise Refusal(self.texts.word("lead.stale"))

    def _note(self, sent: Mapping[str, Any]) -> Json:
        seat, text = sent.get("seat"), str(sent.get("text", "")).strip()[:_LONGEST_NOTE]
        if not isinstance(seat, int) or isinstance(seat, bool) or seat not in range(1, self._board.seats + 1):
            raise Refusal(self.texts.word("lead.unknown"))
        try:
            self._stage.journal.note(seat, text)
        except NarratorError as fault:
            raise Refusal(str(fault)) from None
        self._notes = {**self._notes, seat: text}
        self.publish()
        return {}

    def _read_by(self, sent: Mapping[str, Any]) -> Json:
        to = sent.get("to")
        if to not in ("moderator", "laptop"):
            raise Refusal(self.texts.word("lead.unknown"))
        if to != self.reader:
            self.reader = to
            self._ears.do(self._read_anew)
            self._voices.hush()
        return {}

    def _read_anew(self) -> bool:
        """Let the other go on; the laptop takes up a secret night as after a break-off, whoever was acting (D57)."""
        if self._spoken(self._stage.game.view(self._stage.state, "moderator")):
            self._stage.again()
        else:
            self._handed_over = True
        return True

    def _rewrite(self, sent: Mapping[str, Any]) -> Json:
        """Change the past, go back in it, or forward again; or only tell what a change would lead to."""
        found = self._rewriting(self._followed(), sent)
        told = self._changed(found) if sent.get("do") == "change" else {}
        if not sent.get("try"):
            self._carry_out(found)
        return told

    def _changed(self, found: Rewriting) -> Json:
        """What a change would lead to: how many answers stay, which do not fit, and who would live or die."""
        view, after = (self._stage.game.view(state, "moderator") for state in (self._stage.state, found.after))
        misfits = [*past.misfits_told(view, found.misfits, self._drawing)]
        return {"kept": found.kept, "misfits": misfits, "changes": [*past.changes_told(view, after, self.texts)]}

    def _rewriting(self, history: History, sent: Mapping[str, Any]) -> Rewriting:
        act, step = sent.get("do"), sent.get("step")
        view = self._stage.game.view(self._stage.state, "moderator")
        by_day = self.reader == "laptop" and not view.at.dark
        if self._spoken(view):
            raise Refusal(self.texts.word("lead.by-day"))
        try:
            if act == "redo":
                return history.redone()
            if act == "undo":
                return history.gone_back(history.given[-1].step)
            if not isinstance(step, int):
                raise Impossible
            if act == "jump":
                return self._jumped(history, step, by_day=by_day)
            if not any(one.step == step and fits(one.ask, str(sent.get("said", ""))) for one in history.given):
                raise Impossible
            return history.changed(step, str(sent.get("said", "")), self._not_by_day if by_day else NEVER)
        except Impossible as why:
            key = "lead.nothing-undone" if act == "redo" else "lead.no-change"
            raise Refusal(str(why) or self.texts.word(key)) from None

    def _jumped(self, history: History, step: int, *, by_day: bool) -> Rewriting:
        """Ask again; by day the laptop wakes nobody for it: all would hear who had been asked. Raises Refusal."""
        asked = next((one.ask for one in history.given if one.step == step), None)
        if by_day and asked and (asked.at.dark or asked.window):
            raise Refusal(self.texts.word("lead.no-jump"))
        return history.gone_back(step)

    def _not_by_day(self, state: Any) -> bool:
        """Whether a changed past is played on from here, so that the laptop does not read on at an answer (R103)."""
        view = self._stage.game.view(state, "moderator")
        return view.at.dark or view.secret

    def _carry_out(self, found: Rewriting) -> None:
        """Have the game's thread take these steps over, unless the game has gone on; what was asked is put anew."""
        done, refused, given_up = Event(), list[str](), Event()

        def job() -> bool:
            try:
                if given_up.is_set():
                    return False
                if found.steps[0].before is not self._stage.state:
                    refused.append(self.texts.word("lead.stale"))
                    return False
                self._stage.carry_out(found.steps)
            except NarratorError as fault:
                refused.append(str(fault))
                raise
            finally:
                done.set()
            return True

        self._ears.do(job)
        if not done.wait(_CARRIED_OUT):
            given_up.set()
            raise Refusal(self.texts.word("lead.speaking"))
        if refused:
            raise Refusal(refused[0])


def _last(past: Sequence[Any]) -> str:
    """What was said last."""
    return next((step.said for step in reversed(past) if step.said), "")


def fits(ask: Ask, said: str) -> bool:
    """Whether this answers the question at all; the rules may still refuse it."""
    if said == "none":
        return ask.optional or "none" in ask.choices
    if ask.kind == "seats":
        seats = said.split(",")
        return len(set(seats)) == len(seats) <= ask.most and set(seats) <= set(ask.choices)
    return said in ask.choices


def _json(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
