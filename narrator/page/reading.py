"""Who reads a game aloud, the moderator from a page or the laptop, and when another may take over."""

from __future__ import annotations

from typing import Literal

from narrator.computer.config import Config
from narrator.cues import UNDO_UNHEARD
from narrator.errors import NarratorError
from narrator.games.view import View
from narrator.page.ears import Interrupted, Refusal
from narrator.page.game import LedGame
from narrator.page.voice_choice import VoiceChoice
from narrator.page.voices import Voices
from narrator.rooms.table import TableRoom

Reader = Literal["moderator", "laptop"]
"""Who reads aloud: whoever leads, from the page, or the laptop."""


class ReaderSwitch:
    """The reader of a game, and the one who shall be it as soon as that can be."""

    def __init__(self, game: LedGame, settings: Config, reader: Reader) -> None:
        self._game = game
        self.reader = self.next_reader = reader
        self.voices = Voices(game.table, settings, game.ears, game.board, game.people)
        self.choice = VoiceChoice(settings, game, self.voices, lambda: self.aloud)
        self.choice.go_on = self._speak_anew
        self._gone_back = -1  # the last night in which whoever reads took an answer back
        self._take_up(reader)
        self._handed_over = False  # only the reader is another: what stood there to be read stays

    def _take_up(self, reader: Reader) -> None:
        """Let this one read, or wait for the morning, where the answer was taken back before a break-off."""
        self.reader = "moderator"
        for step in self._game.stage.past:
            if step.said == UNDO_UNHEARD:
                self.note_going_back(self._game.rules.view(step.before, "moderator"))
        if not self.waits_for_morning(self._game.view):
            self.reader = reader

    @property
    def aloud(self) -> bool:
        """Whether the laptop reads."""
        return self.reader == "laptop"

    def room(self) -> TableRoom:
        """The room of the reader; falls back to the moderator if the laptop cannot speak."""
        try:
            return self._room_of(self.reader)
        except NarratorError as fault:
            self.reader = self.next_reader = "moderator"
            self._game.board.notice(str(fault))
            return self._room_of(self.reader)

    def _room_of(self, reader: Reader) -> TableRoom:
        return self.voices.room(reader, self._why_idle, self._won, self._before_line)

    def _won(self) -> bool:
        return self._game.rules.over(self._game.stage.state) is not None

    def _why_idle(self) -> str:
        """Why nobody can act in the call that is open, or, if it is only said once more, was open last."""
        stage = self._game.stage
        befores = (step.before for step in reversed(stage.past))
        views = (self._game.rules.view(state, "moderator") for state in (stage.state, *befores))
        return next((view.call.idle for view in views if view.call), "")

    def interrupted(self) -> None:
        """Clear what stands there to be read, unless only the reader is another."""
        if not self._handed_over:
            self._game.board.anew()
        self._handed_over = False

    def opened(self) -> None:
        """Let a laptop that waits to take over look whether it may."""
        if self.reader == "moderator" != self.next_reader:
            self._game.ears.do(self._read_anew)

    def note_going_back(self, view: View) -> None:
        """Remember the night in which whoever reads took an answer back."""
        if self.reader == "moderator" and view.secret:
            self._gone_back = max(self._gone_back, view.at.night)

    def waits_for_morning(self, view: View) -> bool:
        """Whether the laptop does not take over yet: the moderator went back to an answer in this secret night.

        It would begin with the call that somebody had answered (R103).
        """
        still = (view.at.night, not view.secret) < (self._gone_back, True)
        return self.next_reader == "laptop" and self.reader == "moderator" and still

    def spoken(self, view: View) -> bool:
        """Whether the laptop makes calls now of which nobody may hear who acts in them (D42)."""
        return self.aloud and view.secret

    def want(self, reader: object) -> None:
        """Let this one read as soon as that can be. Raises Refusal."""
        if reader != "moderator" and reader != "laptop":
            raise Refusal(self._game.texts.word("lead.unknown"))
        if reader != self.next_reader:
            self.next_reader = reader
            self._game.ears.do(self._read_anew)
            if not self.spoken(self._game.view):
                self.voices.hush()

    def _read_anew(self) -> bool:
        """Let the other go on; the laptop takes up a secret night as after a break-off, whoever was acting (D57).

        It hands over in such a night only before its next line: an answer alone would part two tables before (R103).
        """
        view = self._game.view
        if self.next_reader == self.reader or self.spoken(view) or self.waits_for_morning(view):
            return False
        self.reader = self.next_reader
        if self.spoken(view):
            self._game.stage.again()
        else:
            self._handed_over = True
        return True

    def _speak_anew(self) -> bool:
        """Let the voice that is ready go on, unless eyes are closed; what was asked is put anew."""
        self._handed_over = self.choice.changed() and self.aloud
        return self._handed_over

    def _before_line(self) -> None:
        """Let whoever shall read, or speak, from now on go on with the line that is due. Raises Interrupted."""
        self.choice.hush()
        if self.next_reader != self.reader or self._speak_anew():
            self.reader, self._handed_over = self.next_reader, True
            self._game.board.anew()
            self._game.ears.forget()
            raise Interrupted
