"""The circle with a phone in each hand: the woken answer and read on their own, beside the keys of the laptop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import partial

from narrator.answers import Answer, Heard
from narrator.computer.awake import Remarks
from narrator.cues import COMMANDS, PHONES, RESUME, TIME, Ask, At, Audience, End, Part, Refused, Say, Tell
from narrator.games.view import Finale, View
from narrator.mouth import Mouth
from narrator.page.phones.deciding import REVEAL, SHOW_CARD, TOOLS, VOTING, Deciding, EarlierQuestions, is_for_all
from narrator.page.phones.ears import EarsForAll, question_of
from narrator.page.phones.morning import Morning
from narrator.page.phones.phones import Phones
from narrator.page.phones.television import Television
from narrator.page.phones.voting import Poll, is_vote
from narrator.play.journal import Journal
from narrator.rooms.clock import Moment, now
from narrator.rooms.concluding import OTHERS, REMATCH
from narrator.rooms.display import Display
from narrator.rooms.listener import Hearing, Listener
from narrator.rooms.soundscape import Soundscape
from narrator.rooms.table import Early, RoomSettings, TableRoom
from narrator.rooms.window import Window
from narrator.rooms.wording import question_words
from narrator.texts import Words

NEAR = 0.85
"""How much of a call's time with keys is enough where nobody walks to the laptop."""

CLOSING = 10.0
"""Seconds in which all close their eyes before a night goes on, where nobody can press Enter."""

SEEING = ("dawn.", "round.", "end.wake")
"""How the ids of lines begin that are said at the end of a night once all have opened their eyes."""


class PhonesRoom(TableRoom):
    """A room whose questions, results and pages also go to phones. What the room hears stays the same (R103).

    The laptop shows nothing that its reader has on a phone; its keys answer all the same.
    """

    def __init__(
        self,
        mouth: Mouth,
        ears: Hearing,
        screen: Display,
        settings: RoomSettings,
        soundscape: Soundscape | None = None,
        computer: Remarks = list,
        *,
        phones: Phones,
        invite: Callable[[str], Sequence[Words]] = lambda _: (),
        strangers: Callable[[], Sequence[Words]] = list,
        television: Television | None = None,
        checked: Sequence[Part] = (),
        alone: bool = False,
        journal: Journal | None = None,
        early: Early = lambda _: nullcontext(),
    ) -> None:
        """`checked` is what the narrator says first of how ready the phones are; `alone`, nobody can type."""

        def remarks() -> list[Words]:
            return [*self._poll.remarks, *strangers(), *computer()]

        super().__init__(mouth, ears, screen, settings, soundscape, remarks, early=early)
        self._television, self._checked = television, tuple(checked)
        self._phones, self._living, self._invite, self._untyped = phones, phones.page.living, invite, alone
        self._morning = Morning(phones, self.see_out, self._look_at_phones, alone=alone)
        self._poll: Poll = Poll(phones, screen, super().ask, self._wait, alone=alone, journal=journal)
        self._why = ""
        """Why the last answer was refused, which stands before the question that is put again."""
        self._seeing = False
        """Whether all have opened their eyes, though it is no day yet."""
        self._shower = 0
        """Who shows their card to all, from their own phone."""
        self._kept = EarlierQuestions()

    def prepare(self, lines: list[Part]) -> None:
        """Prepare the lines about phones, too."""
        super().prepare([*self._checked, *lines, self._look])

    @property
    def _look(self) -> Part:
        return Part("phones.look", self._screen.texts.word("phones.look"))

    # ---- By night ----

    def new_window(self, at: At, seconds: float, tells: int) -> Window:
        """Reckon a call's time, which is a little shorter than with keys, whoever is asked (R103)."""
        return super().new_window(at, seconds if self.moderated else seconds * NEAR, tells)

    def _open(self, at: At, seconds: float, tells: int = 0) -> Window:
        window = super()._open(at, seconds, tells)
        if not self.moderated or self._with_moderator:
            self._phones.begin_call()
        return window

    def _leave_window(self, called: str = "") -> None:
        open_still = self._window is not None
        super()._leave_window(called)
        if open_still:
            self._phones.end_call()

    def show_line(self, cue: Say) -> None:
        """Show a line of the day, or of a dawn once all see, on all phones; by night they show none."""
        super().show_line(cue)
        called = cue.at.call != cue.at.phase and cue.at.dark  # in a call, or before one
        self._seeing = cue.at.dark and (cue.line.startswith(SEEING) or (self._seeing and not called))
        dark = self._secret(cue.at) and not self._seeing
        text = "" if dark else f"{cue.text} {self._poll.voted}".strip()
        if not dark:
            self._phones.wipe()
        self._phones.show(dark=dark, line=text, living=self._living)
        if self._television:
            self._television.line(text or cue.text, cue.at, dark=dark)

    def put_secretly(self, cue: Ask) -> None:
        """Put the question on the phones of those who are asked, and on the laptop if one of them has none."""
        why, self._why = self._why, ""
        if self._on_phones(cue.to, f"{why} {question_words(cue, self._screen.texts)}".strip()):
            self._screen.decoy()
        else:
            super().put_secretly(cue)

    @property
    def _with_moderator(self) -> bool:
        """Whether somebody leads who does not play: they answer, and the woken read by phone what came of it."""
        return self.moderated and not self._shared

    def tell(self, cue: Tell) -> str:
        """Show a private result; a moderator has it on the screen, and those whom it is for on their phones too."""
        if self._with_moderator and self._window is not None and not isinstance(cue.to, str):
            self._phones.write(cue.to, cue.text)
        return super().tell(cue)

    def show_result(self, cue: Tell) -> None:
        """Show a private result on the phones of those whom it is for, and on the laptop if one of them has none."""
        if self._on_phones(cue.to, cue.text):
            self._screen.decoy()
        else:
            super().show_result(cue)

    def refuse(self, cue: Refused) -> None:
        """Show why an answer was refused on the phones of those who are asked, else on the laptop."""
        secret = self._secret(cue.at)
        self._phones.refused()
        self._why = cue.text if secret else ""
        if not secret and cue.to == "all":
            self._phones.show(line=cue.text)
        if not (secret and not self.moderated and self._on_phones(cue.to, cue.text)):
            super().refuse(cue)

    def _on_phones(self, to: Audience, text: str) -> bool:
        """Write this on the phones of these players; whether all of them have one."""
        if isinstance(to, str):
            return False
        self._phones.write(to, text)
        return self._phones.there.issuperset(to)

    # ---- At any time ----

    def _switches(self) -> tuple[str, ...]:
        return (*super()._switches(), PHONES)

    def _do(self, heard: Heard) -> bool:
        if isinstance(heard, Answer) and heard.canonical.partition(" ")[0] == PHONES:
            for words in self._invite(heard.canonical.removeprefix(PHONES).strip()):
                self._screen.notice(words)
            return True
        return super()._do(heard)

    # ---- In the morning ----

    def round(self, pages: Sequence[Ask], lines: int, /) -> None:
        """Take the pages that are read next, in turn, and how many lines are said before the first."""
        self._morning.round(pages, lines)

    def say(self, cue: Say) -> str:
        """Say a line; where the next reader has a phone nobody is called to the laptop: all read at once."""
        self._say_how_ready()
        if cue.at.phase != "dawn":
            self.round([], 0)
        if not self._morning.calls or self.moderated:
            return super().say(cue)
        called = self._morning.go_on(self._settings.show_seconds)
        if called:
            return called
        return "" if self._morning.next else super().say(cue)

    def _say_how_ready(self) -> None:
        """Say before all else whether all phones are ready, if that was found out; it stands there for a while."""
        parts, self._checked = self._checked, ()
        if parts:
            text = "".join(part.text for part in parts)
            self._screen.notice(text)
            self.speak(text, parts)
            self._rested = self._ended + min(self._settings.pace, 1.0)

    def _look_at_phones(self, at: At, seconds: float) -> str:
        """Have all look at their phones for so long, or return the command called for meanwhile."""
        self._screen.line(self._look.text, at)
        self.speak(self._look.text, (self._look,))
        over = now() + seconds * (self._settings.pace > 0)
        called = self._wait(lambda: over)
        if not called:
            self._rested = now()
        return called

    def ask(self, cue: Ask) -> str | None:
        """Ask as usual; a page that was read by phone is answered already, and votes are cast on phones."""
        self._say_how_ready()
        if not self._secret(cue.at):  # whether a secret question is put, by day too, may depend on secrets
            self._poll.voted = ""
        if cue.kind == "page" and isinstance(cue.to, tuple) and not self.moderated:
            return self._morning.ask(cue, self._settings.show_seconds, partial(self._ask_by_night, cue))
        if not self._secret(cue.at):
            try:
                return self._ask_by_day(cue)
            finally:
                self._phones.clock = None
        return self._ask_by_night(cue)

    def _ask_by_night(self, cue: Ask) -> str | None:
        """Ask with closed eyes: all who are asked see what was chosen; a gate that nobody can open opens itself."""
        if self._seeing and cue.kind != "page":  # the night goes on: all close their eyes again
            self._seeing = False
            self._phones.show(dark=True, line="")
        if self._untyped and cue.kind == "ready":
            closed = now() + CLOSING * min(self._settings.pace, 1.0)
            return self._wait(lambda: closed) or "ready"
        said = super().ask(cue)
        if said in COMMANDS:
            self._morning.forget()
        elif said and said not in (TIME, RESUME) and cue.window and not (self.moderated or isinstance(cue.to, str)):
            chosen = self._screen.texts.word("phones.chosen", answer=self._screen.named(said, cue.kind))
            self._phones.write(cue.to, chosen)
        return said

    def end(self, cue: End) -> None:
        """Show the outcome on phones, too."""
        super().end(cue)
        if self._television:
            self._television.end(cue)
        self._phones.wipe()
        self._phones.show(dark=False, open=False, line=cue.text)

    def conclude(
        self, finale: Finale, summary: Sequence[str], story: Callable[[], Iterable[str]], rematch: str
    ) -> str:
        """Conclude as usual; all may say by phone what comes next, the dead too, and read that it is made ready."""
        self._phones.show(living=tuple(self.people))
        self._listener = Listener(EarsForAll(self._ears, self._phones, self._screen), self._screen)
        wanted = super().conclude(finale, summary, story, rematch)
        if wanted in (REMATCH, OTHERS):
            self._phones.show(leaving=True, line=self._screen.texts.word("phones.next-game"))
        return wanted

    # ---- By day ----

    def _clock(self, until: Moment | None) -> Moment | None:
        """Show the time of a talk on phones and in the room, too."""
        until = super()._clock(until)
        if until and self._asked and self._asked.seconds and not self._secret(self._asked.at):
            self._phones.clock = until
            if self._television:
                self._television.talk(until)
        return until

    def see(self, view: View, /) -> None:
        """Show on phones who is still in, too, with the next line: the last call's time may still run."""
        super().see(view)
        self._living = tuple(seat.seat for seat in view.seats if not seat.out)

    def _ask_by_day(self, cue: Ask) -> str | None:
        """Ask what all may hear: votes are cast on phones, and two of the living answer, unless a moderator leads."""
        if self._television and cue.to == "all":
            self._television.question(cue)
        if is_for_all(cue) and is_vote(cue, len(self.people)):
            self._phones.show(living=self._living)
            return self._poll.count(cue, self._view, self._living, self.people)
        if is_for_all(cue) and not self._with_moderator:
            return self._ask_all(cue)
        return super().ask(cue)

    def _ask_all(self, cue: Ask) -> str | None:
        """Let the living answer by phone, too, by what two of them agree on; the first answer counts."""
        shower, self._shower = self._shower, 0
        if cue.kind == "seat" and str(shower) in cue.choices:
            return str(shower)
        question, waived = question_of(cue, self._screen, self._view), self._waived(cue.whose)
        deciding = self._kept.of(cue) or Deciding(cue, self._living, waived, self._kept.called, question.shows)
        with self._phones.deciding(deciding, question, living=self._living):
            said = super().ask(cue)
        self._kept.answered(deciding, said)
        if said and (by := deciding.by.pop(said, ())):
            if said == SHOW_CARD:
                said, [self._shower] = REVEAL, by
            answer = self._screen.named(said, cue.kind if said not in TOOLS else "choice")
            who = ", ".join(self.people[seat] for seat in by)
            self._screen.answered(self._screen.texts.word("phones.decided", who=who, answer=answer))
        return said

    def _waived(self, seat: int) -> Callable[[], bool]:
        """Whether anybody may answer for this player: nobody can type it, and they have had no phone for long."""
        begun = now()
        return lambda: self._untyped and now() - VOTING > begun and not self._phones.was_there(seat, now() - VOTING)
