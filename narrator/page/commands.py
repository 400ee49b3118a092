"""What pages want done: each command is carried out once, and what leads the game one at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from threading import RLock
from typing import Any

from narrator.answers import Answer, Command, own_words
from narrator.cues import AMBIENCE, COMMANDS, HOLD, HURRY, OVERRIDE, Ask
from narrator.errors import NarratorError
from narrator.page.codes import Scope
from narrator.page.ears import NEXT, Once, Refusal, fits
from narrator.page.game import LedGame
from narrator.page.reading import ReaderSwitch
from narrator.page.rewriting import Rewriter
from narrator.page.snapshot import Json

_LONGEST_NOTE = 200

FOR_ALL = ("answer", "go", "undo", "redo", "repeat", "pause", AMBIENCE)
"""What may be done from a device on the table."""


TWICE, TOGETHER = 0.6, 1.5
"""Seconds in which the same tap is one: of one finger that slipped, and of two people who mean the same."""


class Taken:
    """A command that was taken from a device on the table, at this question."""

    def __init__(self, sent: Mapping[str, Any], device: str, ask: Ask) -> None:
        self.act, self.said, self.ask = str(sent.get("do")), str(sent.get("said", "")), ask
        self.device, self._at = device, time.monotonic()

    def is_meant(self, sent: Mapping[str, Any], device: str) -> bool:
        """Whether this is the same, sent once more."""
        same = (self.act, self.said) == (str(sent.get("do")), str(sent.get("said", "")))
        return same and time.monotonic() - self._at < (TWICE if device == self.device else TOGETHER)


class Commands:
    """Obeys the pages of one game; `publish` is called when only what they show has changed."""

    def __init__(self, game: LedGame, reading: ReaderSwitch, publish: Callable[[], None]) -> None:
        self._game, self._reading, self._publish = game, reading, publish
        self._rewriter = Rewriter(game, reading)
        self._once: Once[tuple[int, Json]] = Once()
        self._last: Taken | None = None
        self._turn = RLock()  # for what leads the game, one at a time; who only writes a note waits for nobody's turn
        self.invitation: Callable[..., Json] | None = None
        """Makes a code for one more device; None where only this computer can reach the page."""
        self.throw_out: Callable[[str], bool] = lambda _: False
        """Throws out the device with this key; False if there is none."""

    def result(self, sent: Mapping[str, Any], by: Scope = "moderator", device: str = "") -> tuple[int, Json]:
        """Carry out a command once, however often it is sent: an HTTP status, and what to answer.

        `device` tells apart who sends it.
        """
        name = sent.get("id")
        if not isinstance(name, str) or not name:
            return 409, {"ok": False, "why": self._game.texts.word("lead.unknown")}
        return self._once.result(name, lambda: self._result(sent, by, device))

    def _result(self, sent: Mapping[str, Any], by: Scope, device: str) -> tuple[int, Json]:
        try:
            if by != "moderator" and not self._is_for_all(sent):
                raise Refusal(self._game.texts.word("lead.unknown"))
            return 200, {"ok": True, **self._obey(sent, device)}
        except Refusal as refused:
            return 409, {"ok": False, "why": str(refused)}

    def _is_for_all(self, sent: Mapping[str, Any]) -> bool:
        """Whether anybody at the table may do this: the game lies there, and nobody else is asked now."""
        asked = self._game.ears.asked
        return sent.get("do") in FOR_ALL and bool(self._game.known.table) and (asked is None or asked.to == "all")

    def _obey(self, sent: Mapping[str, Any], device: str) -> Json:
        act = sent.get("do")
        ways = {
            "next": self._want,
            "invite": self._invited,
            "throw-out": self._throw_out,
            "note": self._note,
            "voice": self._reading.choice.obey,
        }
        if self._game.ended.is_set() and act != "next":
            raise Refusal(self._game.texts.word("lead.ended"))
        if isinstance(act, str) and act in ways:
            return ways[act](sent)
        with self._turn:
            return self._lead(sent, device)

    def _lead(self, sent: Mapping[str, Any], device: str) -> Json:
        """Do what leads the game on, or back, or lets another read."""
        act = sent.get("do")
        if act == "reader":
            self._reading.want(sent.get("to"))
            self._publish()
            return {}
        if self._last and self._last.is_meant(sent, device):
            return self._told_again(self._last, device)
        version, asked = self._prompt(sent)
        if asked is None:
            raise Refusal(self._game.texts.word("lead.speaking"))
        if act in ("change", "jump", "redo") or (act == "undo" and self._takes_an_answer_back(asked)):
            self._last = None
            return self._rewritten(sent)
        self._answer(sent, version, asked)
        if self._game.known.table:
            self._last = Taken(sent, device, asked)
        return {}

    def _prompt(self, sent: Mapping[str, Any]) -> tuple[str, Ask | None]:
        """The open prompt, if the command was sent to it. Raises Refusal.

        Where a game lies on the table, nobody waits for the laptop: whoever taps what can be done next cuts it short.
        """
        game, sent_to = self._game, str(sent.get("version"))
        on_table = bool(game.known.table)
        if on_table and game.ears.prompt == (sent_to, None) and self._fits_next(sent):
            game.ears.await_prompt(self._reading.voices.hush)
        version, asked = game.ears.prompt
        if sent_to == version or (on_table and sent_to.removesuffix(NEXT) == version):
            return version, asked
        if self._last:
            raise self._beaten_by(self._last)
        raise Refusal(game.texts.word("lead.stale"))

    def _fits_next(self, sent: Mapping[str, Any]) -> bool:
        coming = self._game.coming
        rewrites = sent.get("do") in ("change", "jump", "redo")
        return coming is not None and (rewrites or self._heard(sent, coming) is not None)

    def _told_again(self, taken: Taken, device: str) -> Json:
        """Nothing more for the finger that slipped; somebody else is told. Raises Refusal."""
        if taken.device != device:
            raise self._beaten_by(taken)
        return {}

    def _beaten_by(self, taken: Taken) -> Refusal:
        """What came first, in the words of the game."""
        game, ask = self._game, taken.ask
        if taken.act != "answer":
            words = game.texts.word(f"pages.{taken.act}")
        else:
            words = game.drawing.answer(game.known, ask, taken.said)
            words = words if ask.kind == "open" else f"{ask.text} {words}"
        return Refusal(game.texts.word("lead.before", what=words))

    def _takes_an_answer_back(self, asked: Ask) -> bool:
        """Whether to undo is to go back to the last answer: nothing is being set, and no one hears it."""
        return bool(not self._reading.aloud and not asked.sets and self._game.past.given)

    def _rewritten(self, sent: Mapping[str, Any]) -> Json:
        before = self._game.view
        told = self._rewriter.rewrite(sent)
        if not sent.get("try"):
            self._reading.note_going_back(before)
            self._reading.note_going_back(self._game.view)
        return told

    def _answer(self, sent: Mapping[str, Any], version: str, asked: Ask) -> None:
        """Hand an answer or a command to whoever waits for it."""
        heard = self._heard(sent, asked)
        if heard is None:
            raise Refusal(self._game.texts.word("lead.unknown"))
        self._reading.choice.hush()
        if sent.get("do") not in (HOLD, HURRY):
            self._game.board.answered_now()
        if not self._game.ears.give(version, heard):
            raise Refusal(self._game.texts.word("lead.stale"))

    def _heard(self, sent: Mapping[str, Any], asked: Ask) -> Answer | Command | None:
        """What is heard of a command at this question; None if it is none of its answers."""
        act, said = sent.get("do"), str(sent.get("said", ""))
        if act == "go" and asked.kind == "ready":
            return Answer("ready")
        if act == "answer" and (fits(asked, said) or asked.is_own(said)):
            return Answer(own_words(said) if asked.kind == "text" else said)
        if act == OVERRIDE and OVERRIDE in (*asked.commands, *asked.choices):
            return Answer(OVERRIDE)
        if act in COMMANDS and act in asked.commands:
            return Command(str(act))
        switches = (HOLD, HURRY, AMBIENCE) if self._game.known.table else (HOLD, HURRY)
        return Answer(str(act)) if act in switches and act in asked.commands else None

    def _note(self, sent: Mapping[str, Any]) -> Json:
        game, seat, text = self._game, sent.get("seat"), str(sent.get("text", "")).strip()[:_LONGEST_NOTE]
        if not isinstance(seat, int) or isinstance(seat, bool) or seat not in range(game.board.seats + 1):
            raise Refusal(game.texts.word("lead.unknown"))
        try:
            with game.drawn:
                game.stage.journal.note(seat, text)
                game.notes = {**game.notes, seat: text}
        except NarratorError as fault:
            raise Refusal(str(fault)) from None
        self._publish()
        return {}

    def _invited(self, sent: Mapping[str, Any]) -> Json:
        """A code that lets one more device in, to be shown on a page."""
        to = sent.get("to")
        if self.invitation is None or not (to in ("moderator", "room") or (to == "table" and self._game.known.table)):
            raise Refusal(self._game.texts.word("lead.not-shared"))
        return self.invitation(to, elsewhere=sent.get("elsewhere") is True)

    def _throw_out(self, sent: Mapping[str, Any]) -> Json:
        if not self.throw_out(str(sent.get("device", ""))):
            raise Refusal(self._game.texts.word("lead.device-gone"))
        return {}

    def _want(self, sent: Mapping[str, Any]) -> Json:
        """Note what is to come after this game."""
        what = str(sent.get("said", ""))
        if not (self._game.ended.is_set() and what in self._game.after):
            raise Refusal(self._game.texts.word("lead.unknown"))
        self._game.wanted = what
        return {}
