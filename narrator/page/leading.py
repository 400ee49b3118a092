"""One game led from pages: it runs in its own thread, takes one command at a time, and hands out snapshots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, RLock, Thread
from typing import Any, Literal

from narrator.answers import Answer, Command, own_words
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
from narrator.page.broadcast import Broadcast
from narrator.page.ears import Closed, Interrupted, Once, PageEars, Refusal, fits
from narrator.page.rewriting import CARRIED_OUT, Rewriter
from narrator.page.snapshot import Drawing, Json, shapes_of
from narrator.page.voice_choice import VoiceChoice
from narrator.page.voices import Voices
from narrator.play.history import History
from narrator.play.journal import read_notes
from narrator.play.log import happened
from narrator.play.stage import Stage
from narrator.rooms.counting import words_of
from narrator.rooms.table import HOLD, HURRY, TableRoom
from narrator.texts import Words

Reader = Literal["moderator", "laptop"]
"""Who reads aloud: whoever leads, from the page, or the laptop."""

_LONGEST_NOTE = 200

TABLE = 0
"""The seat of a note on the whole table."""


class Leading:
    """A stage, its board and ears, and what pages may do with them. Call `start`, and in the end `close`."""

    def __init__(
        self, stage: Stage[Any, Any], table: Table[Any, Any], settings: Config, reader: Reader = "moderator"
    ) -> None:
        setup = table.setup
        self._stage, self._table = stage, table
        self.reader = self.next_reader = reader
        self.texts = texts_of(setup.language, *folders(setup.game))
        words = words_of(setup.language, setup.game)
        people = setup.people
        self._drawing = Drawing(self.texts, words, people)
        self._board = Board(people, words, self.texts)
        self._board.changed = self.publish
        self._ears = PageEars(self._opened)
        self._voices = Voices(table, settings, self._ears, self._board, people)
        self._voice_choice = VoiceChoice(
            settings, self.texts, self._voices, stage, self._ears, lambda: self.reader == "laptop"
        )
        self._voice_choice.go_on = self._speak_anew
        self._refused: Callable[[], int] = lambda: 0
        self._history = History(stage.game, table.package.remaining) if isinstance(table.package, Counts) else None
        self._mornings = past.Mornings(stage.game)
        self._notes = read_notes(stage.journal.path)
        self._rewriter = Rewriter(
            stage, self._followed, self._ears, self._drawing, self.texts, lambda: self.reader == "laptop"
        )
        self._once: Once[tuple[int, Json]] = Once()
        self._turn = RLock()  # for what leads the game, one at a time; who only writes a note waits for nobody's turn
        self._drawn = RLock()
        self.broadcast = Broadcast(self._board)
        self._thread = Thread(target=self._run, name="game", daemon=True)
        self.ended, self.closed = Event(), False
        self.after: dict[str, str] = {}
        """What may come after this game, by its id, in words; a page or the terminal may want one."""
        self.wanted = ""
        self.invitation: Callable[[Literal["moderator", "room"]], Json] | None = None
        """Makes a code for one more device; None where only this computer can reach the page."""
        self.throw_out: Callable[[str], bool] = lambda _: False
        """Throws out the device with this key; False if there is none."""
        self.fault: BaseException | None = None
        self._gone_back = -1  # the last night in which whoever reads took an answer back
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
        self._voice_choice.hush()
        if self._thread.is_alive():
            self._thread.join(CARRIED_OUT)
        self._voices.close()
        self.broadcast.tell()

    def publish(self) -> None:
        """Draw the snapshots anew, and tell everybody."""
        with self._drawn:
            game, state, board = self._stage.game, self._stage.state, self._board
            view = game.view(state, "moderator")
            drawn, spoken = self._drawing.moderator(view, board, self._ears.asked), self._spoken(view)
            corrected = past.corrected(game, self._stage.past, self.texts)
            own: Json = {
                "version": self._ears.version,
                "reader": self.reader,
                "next_reader": self.next_reader,
                "waits_for_morning": self._waits_for_morning(view),
                "can": self._can(secret=spoken),
                "why_not": self.texts.word("lead.by-day") if spoken else "",
                "strangers": self._refused(),
                "note": self._notes.get(TABLE, ""),
                "corrected": "" if corrected in board.lines else corrected,
                "after": [{"id": one, "label": label} for one, label in self.after.items() if self.ended.is_set()],
            }
            known = game.view(state, "all")
            for seat, public in zip(drawn["seats"], known.seats, strict=True):
                seat["note"] = self._notes.get(seat["seat"], "")
                seat["known_out"] = seat["out"] if public.out else ""
            lost = self._mornings.lost(self._stage.past, known.at.night)
            room = self._drawing.room(known, board, shapes_of(view), lost)
            new = self.broadcast.take({**drawn, **own}, room, aside=view.aside)
        self.broadcast.tell(room=new)

    def _opened(self) -> None:
        """Show another prompt; a laptop that waits to take over looks at each whether it may."""
        if self.reader == "moderator" != self.next_reader:
            self._ears.do(self._read_anew)
        self.publish()

    def _note_going_back(self, view: View) -> None:
        if self.reader == "moderator" and view.secret:
            self._gone_back = max(self._gone_back, view.at.night)

    def _waits_for_morning(self, view: View) -> bool:
        """Whether the laptop does not take over yet: the moderator went back to an answer in this secret night.

        It would begin with the call that somebody had answered (R103).
        """
        still = (view.at.night, not view.secret) < (self._gone_back, True)
        return self.next_reader == "laptop" and self.reader == "moderator" and still

    def _spoken(self, view: View) -> bool:
        """Whether the laptop makes calls now of which nobody may hear who acts in them (D42)."""
        return self.reader == "laptop" and view.secret

    def _spoken_now(self) -> bool:
        return self._spoken(self._moderators_view())

    def _moderators_view(self) -> View:
        return self._stage.game.view(self._stage.state, "moderator")

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
            return self._room_of(self.reader)
        except NarratorError as fault:
            self.reader = self.next_reader = "moderator"
            self._board.notice(str(fault))
            return self._room_of(self.reader)

    def _room_of(self, reader: Reader) -> TableRoom:
        return self._voices.room(reader, self._why_idle, self._won, self._before_line)

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
        """What a page asks for besides its snapshots: `cards`, the `night`, the `signs`, or the `voices`."""
        if what == "voices":
            return self._voice_choice.listed()
        with self._drawn:
            return panels.looked_up(what, self._table, self._stage, self._drawing, self.texts)

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
        return self._once.result(name, lambda: self._result(sent))

    def _result(self, sent: Mapping[str, Any]) -> tuple[int, Json]:
        try:
            return 200, {"ok": True, **self._obey(sent)}
        except Refusal as refused:
            return 409, {"ok": False, "why": str(refused)}

    def _obey(self, sent: Mapping[str, Any]) -> Json:
        act = sent.get("do")
        ways = {
            "next": self._want,
            "invite": self._invited,
            "throw-out": self._throw_out,
            "note": self._note,
            "voice": self._voice_choice.obey,
        }
        if self.ended.is_set() and act != "next":
            raise Refusal(self.texts.word("lead.ended"))
        if isinstance(act, str) and act in ways:
            return ways[act](sent)
        with self._turn:
            return self._lead(sent)

    def _lead(self, sent: Mapping[str, Any]) -> Json:
        """Do what leads the game on, or back, or lets another read."""
        act = sent.get("do")
        if act == "reader":
            return self._read_by(sent)
        if sent.get("version") != self._ears.version:
            raise Refusal(self.texts.word("lead.stale"))
        asked = self._ears.asked
        if asked is None:
            raise Refusal(self.texts.word("lead.speaking"))
        plainly = _last(self._stage.past) == OVERRIDE  # nothing was answered since
        answers = self.reader == "moderator" and not plainly and self._history and self._history.given
        if act in ("change", "jump", "redo") or (act == "undo" and answers):
            return self._rewritten(sent)
        self._answer(sent, asked)
        return {}

    def _rewritten(self, sent: Mapping[str, Any]) -> Json:
        before = self._moderators_view()
        told = self._rewriter.rewrite(sent)
        if not sent.get("try"):
            self._note_going_back(before)
            self._note_going_back(self._moderators_view())
        return told

    def _invited(self, sent: Mapping[str, Any]) -> Json:
        """A code that lets one more device in, to be shown on a page."""
        if self.invitation is None or sent.get("to") not in ("moderator", "room"):
            raise Refusal(self.texts.word("lead.not-shared"))
        return self.invitation("moderator" if sent.get("to") == "moderator" else "room")

    def _throw_out(self, sent: Mapping[str, Any]) -> Json:
        if not self.throw_out(str(sent.get("device", ""))):
            raise Refusal(self.texts.word("lead.device-gone"))
        return {}

    def _speak_anew(self) -> bool:
        """Let the voice that is ready go on, unless eyes are closed; what was asked is put anew."""
        self._handed_over = self._voice_choice.changed() and self.reader == "laptop"
        return self._handed_over

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
            heard = Answer(own_words(said) if asked.kind == "text" else said)
        elif act == OVERRIDE and OVERRIDE in (*asked.commands, *asked.choices):
            heard = Answer(OVERRIDE)
        elif act in COMMANDS and act in asked.commands:
            heard = Command(str(act))
        elif act in (HOLD, HURRY) and act in asked.commands:
            heard = Answer(str(act))
        else:
            raise Refusal(self.texts.word("lead.unknown"))
        self._voice_choice.hush()
        if act not in (HOLD, HURRY):
            self._board.answered_now()
        if not self._ears.give(str(sent.get("version")), heard):
            raise Refusal(self.texts.word("lead.stale"))

    def _note(self, sent: Mapping[str, Any]) -> Json:
        seat, text = sent.get("seat"), str(sent.get("text", "")).strip()[:_LONGEST_NOTE]
        if not isinstance(seat, int) or isinstance(seat, bool) or seat not in range(self._board.seats + 1):
            raise Refusal(self.texts.word("lead.unknown"))
        try:
            with self._drawn:
                self._stage.journal.note(seat, text)
                self._notes = {**self._notes, seat: text}
        except NarratorError as fault:
            raise Refusal(str(fault)) from None
        self.publish()
        return {}

    def _read_by(self, sent: Mapping[str, Any]) -> Json:
        to = sent.get("to")
        if to not in ("moderator", "laptop"):
            raise Refusal(self.texts.word("lead.unknown"))
        if to != self.next_reader:
            self.next_reader = to
            self._ears.do(self._read_anew)
            if not self._spoken_now():
                self._voices.hush()
            self.publish()
        return {}

    def _read_anew(self) -> bool:
        """Let the other go on; the laptop takes up a secret night as after a break-off, whoever was acting (D57).

        It hands over in such a night only before its next line: an answer alone would part two tables before (R103).
        """
        view = self._moderators_view()
        if self.next_reader == self.reader or self._spoken(view) or self._waits_for_morning(view):
            return False
        self.reader = self.next_reader
        if self._spoken(view):
            self._stage.again()
        else:
            self._handed_over = True
        return True

    def _before_line(self) -> None:
        """Let whoever shall read, or speak, from now on go on with the line that is due. Raises Interrupted."""
        self._voice_choice.hush()
        if self.next_reader != self.reader or self._speak_anew():
            self.reader, self._handed_over = self.next_reader, True
            self._board.anew()
            self._ears.forget()
            raise Interrupted


def _last(past: Sequence[Any]) -> str:
    """What was said last."""
    return next((step.said for step in reversed(past) if step.said), "")
