"""A room for people: lines are spoken, answers heard or typed, private results shown on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from narrator.answers import Answer, Heard
from narrator.computer.awake import Remarks
from narrator.cues import (
    AMBIENCE,
    COMMANDS,
    HELP,
    HOLD,
    HURRY,
    OVERRIDE,
    RESUME,
    TIME,
    Ask,
    At,
    End,
    Part,
    Pause,
    Refused,
    Say,
    Tell,
)
from narrator.errors import ChannelLost
from narrator.games.view import Finale, View
from narrator.mouth import Mouth
from narrator.rooms.alone import DISMISS, MIN_SHOWN, PageReader
from narrator.rooms.clock import Moment, now, sleep_until
from narrator.rooms.concluding import Conclusion
from narrator.rooms.display import Display
from narrator.rooms.helping import explained, help_at, unseen
from narrator.rooms.listener import Hearing, Listener
from narrator.rooms.soundscape import Soundscape
from narrator.rooms.talks import Talks
from narrator.rooms.window import DECIDING, Window
from narrator.rooms.wording import outcome_told
from narrator.texts import message
from narrator.values import dataclass, replace

_COMMANDS_ONLY = Ask(at=At(), line="", text="", to="all", kind="choice", choices=(), commands=COMMANDS)
"""What may be called for while a call's time runs: the same whether or not somebody is asked something."""


_GOES_ON = ("pause", "repeat", OVERRIDE, None)
"""After what a talk has the time that was left."""

Early = Callable[[Callable[[], None]], AbstractContextManager[None]]
"""Keeps what is typed while a line of the day is read, and ends that line by what it is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomSettings:
    """How a room behaves: for whose eyes the screen is, and how time passes (`pace` scales calls; 0: no waiting).

    A `careful` room asks back what is typed by day and cannot be taken back. Where talks `move`, `hold` and `hurry`
    give and take a minute; not where a microphone listens, for it would hear them in every talk.
    """

    moderated: bool = True
    pace: float = 1.0
    show_seconds: float = 6.0
    echo: bool = False
    careful: bool = True
    move: bool = False


class TableRoom:
    """The circle around the laptop. What is public is for the stage, and for other rooms to do otherwise."""

    reads_aloud = False
    """Whether whoever leads reads aloud, and takes the time that each call needs: nobody else looks, or listens."""

    def __init__(
        self,
        mouth: Mouth,
        ears: Hearing,
        screen: Display,
        settings: RoomSettings,
        soundscape: Soundscape | None = None,
        computer: Remarks = list,
        *,
        early: Early = lambda _: nullcontext(),
    ) -> None:
        """`computer` is asked at questions for all what it has to say of itself; `early` keeps the day's keys."""
        self._mouth, self._ears, self._screen, self._settings = mouth, ears, screen, settings
        self._computer, self._early = computer, early
        self._soundscape = soundscape or Soundscape()
        self._rested = self._ended = 0.0
        self._window: Window | None = None
        careful = settings.careful and not settings.echo
        self._listener = Listener(ears, screen, self._soundscape.chime, careful=careful)
        self._alone = PageReader(screen, self._listener, self._do)
        self.talks = Talks(lasting=settings.pace > 0)
        self.people: dict[int, str] = {}
        """The players' names, which the room's ears and screen know by the same mapping."""
        self.manual: Callable[[], Mapping[str, str]] = dict
        """What every card does, and how every side wins, by its name: no secret, for all of them can be read up."""
        self._turns = 0.0
        self._shared = not settings.moderated
        """Whether the players themselves look at the screen, though somebody may help them for a while."""
        self._bared = False
        """Whether something of a call stands where whoever is woken next would see it."""
        self._closed = True
        """Whether eyes were closed as the last line was said."""
        self._asked: Ask | None = None
        """The question that is open for everybody."""
        self._at = At(phase="start")
        self._view: View | None = None
        """What everybody saw last."""
        self._helped = 0
        """How often help was called for at this question."""
        self._answered: Ask | None = None
        """The question that was answered last."""
        self._standing: Ask | None = None
        """That question, if its answer was refused: it stands there still."""
        self._resulting = False
        """Whether a result stands on a woken player's screen."""

    def call(self, names: Mapping[int, str], /) -> None:
        """Call the players so from now on; mouth, ears and screen share `people`."""
        self.people.update(names)

    def prepare(self, lines: list[Part]) -> None:
        """Prepare the lines to come; what fails now is told when the line is due."""
        try:
            with self._screen.progress(self._screen.texts.word("screen.rendering")) as told:
                self._mouth.prepare(lines, told)
        except ChannelLost as lost:
            self._screen.notice(lost.table)

    def led(self, led: bool, /) -> None:  # noqa: FBT001 - as the stage has it
        """Show from now on what a moderator must see, or only what the woken may."""
        if self.moderated and not led and self._shared:
            self._screen.wipe()  # what whoever helped has seen
        self._settings = replace(self._settings, moderated=led)

    def see(self, view: View, /) -> None:
        """Show from now on, by day, what everybody may see."""
        self._view, self._listener.ending = view, view.ending
        self._soundscape.feel(0.0 if view.outcome else view.tension)
        self._screen.see(view)

    @property
    def moderated(self) -> bool:
        """Whether the screen is for a moderator alone."""
        return self._settings.moderated

    def _secret(self, at: At) -> bool:
        """Whether eyes are closed: by night, and by day while the doctor is called."""
        return at.dark or (self._view is not None and self._view.secret)

    def say(self, cue: Say) -> str:
        """Show and speak the line once the open call's time is over; or return the command called for till then.

        By day what is typed meanwhile is kept, but not from whoever may still be acting, whose keys would be heard.
        """
        kept = not self._secret(cue.at) and self._window is None
        called = self.see_out()
        if called:
            return called
        self._listener.forget()
        self._at = cue.at
        sleep_until(self._rested - self._soundscape.ahead)
        self._soundscape.speak(cue.at)
        opens = self._shared and cue.at.call == cue.at.phase != "start"  # all may open their eyes
        if self._bared or (opens and (self._closed or self.moderated)):
            self._screen.wipe()
        self._bared, self._closed = False, self._secret(cue.at)
        self.show_line(cue)
        with self._early(self._mouth.hush) if kept else nullcontext():
            self.speak(cue.spoken, cue.parts)
        self._rested = self._ended + cue.pause * min(self._settings.pace, 1.0)
        self._next_line_at(self._rested)
        return ""

    def show_line(self, cue: Say) -> None:
        """Show a line as it begins to be spoken."""
        self._screen.line(cue.text, cue.at)

    def nobody(self, seconds: float) -> None:
        """Tell whoever leads that nobody acts, and how long the call's time runs on."""
        self._screen.notice(message("screen.empty", seconds=round(seconds)))

    def see_out(self) -> str:
        """Let the open call's time run out, or return the command that was called for before its end."""
        window = self._window
        if window is None:
            return ""
        self._nothing_due()
        if self._settings.moderated and self._settings.pace and not window.used:
            self.nobody(max(window.ends - now(), 0.0))
        called = self._wait(lambda: window.ends - self._soundscape.ahead)
        self._leave_window(called)
        if not called:
            self._next_line_at(window.ends)
        return called

    def _nothing_due(self) -> None:
        """Say on the page of a call in which nobody was asked that nothing need be done."""
        if self._window and not (self._window.used or self._settings.moderated):
            self._screen.decoy()

    def speak(self, text: str, parts: Sequence[Part]) -> None:
        """Say the text, and note when its last sample has sounded."""
        self._mouth.speak(text, parts)
        self._ended = now()

    def _next_line_at(self, moment: float) -> None:
        """Begin the next line at that moment, to the sample, if it is handed over in time."""
        self._soundscape.rest(moment - self._ended)

    def _leave_window(self, called: str = "") -> None:
        """Leave the open call; after an absence at its end, lest the room hear whether anybody acts in it."""
        if called == RESUME and self._window is not None:
            ends = self._window.ends - self._soundscape.ahead
            with self._screen.countdown(self._clock(lambda: ends)):
                sleep_until(ends)
            self._listener.forget_absence()  # what is said next closes all eyes
        self._window, self._resulting = None, False
        self._listener.forget()
        if not self._settings.moderated:
            self._screen.wipe()

    def tell(self, cue: Tell) -> str:
        """Show a private result: to the moderator until the next; to a woken player until Enter, or the call's end.

        While everybody could be reading one, nothing else is shown. Returns the command that was called for then.
        """
        if self._window is not None:
            self._window.used = True
        if self._settings.moderated:
            sleep_until(self._rested - self._soundscape.ahead)  # so that the line that follows is not late
            if self._shared:
                self._screen.wipe()  # whoever is shown the result reads nothing else
            self._bared = self._seen_by_the_woken(cue.at, open_night=self._window is None)
            self._screen.private(cue.text, cue.to, who=True)
            return ""
        sleep_until(self._rested)
        self.show_result(cue)
        self._resulting, self._turns = True, now() + MIN_SHOWN
        over = self._moment() + self._settings.show_seconds
        if self._window is None:
            return self._show_until(over)
        called = self._wait(lambda: over)
        if called:
            self._leave_window(called)
            return called
        self._window.told()
        return ""

    def show_result(self, cue: Tell) -> None:
        """Show a woken player what is for them alone."""
        self._screen.result(cue.text)

    def _show_until(self, moment: float) -> str:
        """Leave a result that belongs to no call's time on the screen; a line may follow to the sample."""
        called = self._wait(lambda: moment - self._soundscape.ahead)
        self._leave_window()
        if not called:
            self._rested = moment
            self._next_line_at(moment)
        return called

    def _wait(self, until: Moment) -> str:
        """Wait for the moment, or return the command called for before it; `hold` and `hurry` may move it."""
        with self._screen.countdown(self._clock(until)):
            return self._listener.called(self._acts(), until, self._do)

    def _clock(self, until: Moment | None) -> Moment | None:
        """Choose the moment that the screen counts down to: in a call of players alone the same for all (R103)."""
        window = self._window
        if until is None or window is None or self.moderated:
            return until
        return lambda: self.next_end(window)

    def next_end(self, window: Window) -> float:
        """The moment that the woken see coming."""
        return window.clock

    def _acts(self) -> Ask:
        acts = (
            replace(_COMMANDS_ONLY, kind="ready", commands=(*COMMANDS, DISMISS))
            if self._resulting
            else _COMMANDS_ONLY
        )
        return replace(acts, commands=(*acts.commands, *self.lengths(), *self._switches()))

    def lengths(self) -> tuple[str, ...]:
        """List what changes a call's length."""
        return (HOLD, HURRY)

    def _switches(self) -> tuple[str, ...]:
        return (HELP, AMBIENCE) if self._soundscape.there else (HELP,)

    def _do(self, heard: Heard) -> bool:
        """Do what the game need not know of; True if it was such."""
        if isinstance(heard, Answer) and heard.canonical.partition(" ")[0] == HELP:
            self._help(heard.canonical.removeprefix(HELP).strip())
        elif heard == Answer(AMBIENCE):
            on = self._soundscape.switch()
            self._screen.notice(message("screen.ambience-on" if on else "screen.ambience-off"))
        elif heard == Answer(DISMISS) and self._resulting:
            if now() >= self._turns:
                self._resulting = False
                self._screen.decoy()
        elif heard in (Answer(HOLD), Answer(HURRY)) and self.talks.running:
            self.talks.move(longer=heard == Answer(HOLD))
        elif heard == Answer(HOLD) and self._window:
            self._window.hold()
            self._screen.notice(message("screen.hold"))
        elif heard == Answer(HURRY) and self._window:
            self._window.hurry()
            self._screen.notice(message("screen.hurry"))
        else:
            return False
        return True

    def _help(self, about: str) -> None:
        """Say what can be answered here, or what the word means that somebody asked about."""
        texts, turn = self._screen.texts, self._helped
        if about:
            self._screen.notice(explained(about, self.manual(), texts))
            return
        for words in help_at(
            self._asked, moderated=self.moderated, at=self._at, view=self._view, texts=texts, turn=turn
        ):
            self._screen.notice(words)
        self._helped += 1

    def pause(self, cue: Pause) -> None:
        """Begin a call's time: all that the room hears of it lasts as long, whoever acts."""
        if self._window is None or self._window.at != cue.at:
            self._open(cue.at, cue.seconds, cue.tells)

    def _open(self, at: At, seconds: float, tells: int = 0) -> Window:
        """Begin the call's time: what is asked in it makes no difference that can be heard (R103)."""
        self._listen(at)
        self._window = self.new_window(at, seconds, tells)
        if self._settings.moderated:
            self._screen.closed()
        else:
            self._screen.decoy("screen.opens")
        return self._window

    def new_window(self, at: At, seconds: float, tells: int) -> Window:
        """Reckon a call's time, which begins now."""
        shown = 0.0 if self._settings.moderated else self._settings.show_seconds
        pace, ahead = self._settings.pace, self._soundscape.ahead
        return Window(at, seconds, begins=self._moment(), tells=tells, shown=shown, pace=pace, ahead=ahead)

    def _moment(self) -> float:
        """Read the clock; the end of the last line's rest, if a sleep until then has only just ended."""
        moment = now()
        return self._rested if 0 <= moment - self._rested < DECIDING else moment

    def _listen(self, at: At) -> None:
        sleep_until(self._rested)
        self._soundscape.listen(at)

    def ask(self, cue: Ask) -> str | None:
        """Put the question and wait for its answer, by voice or key, as long as its call or its timer lasts."""
        cue = self._offered(cue)
        stands, self._standing = cue == self._standing, None
        self._resulting = False
        if cue.kind == "page" and not self._settings.moderated:
            self._listen(cue.at)
            pace, shown = self._settings.pace, self._settings.show_seconds
            return self._alone.read(cue, (*COMMANDS, *self._switches()), pace, shown)
        window = self._window_for(cue)
        if window is None:
            self._listen(cue.at)
        else:
            window.used = True
        if window is None or self._settings.moderated:
            self._bared = self._seen_by_the_woken(cue.at, open_night=window is None)
            if not stands:
                self.put(cue)
            self._remark_on_computer(cue)
        else:
            self.put_secretly(cue)
        said = self._answer(cue, window)
        self._answered = cue
        if said in (*COMMANDS, OVERRIDE, RESUME):
            self._leave_window(said)
        elif window is not None and not self._settings.moderated:
            self._screen.decoy("screen.late" if said == "time" else "screen.decoy")
        if said and self._settings.echo:
            self._screen.answered(self._screen.named(said, cue.kind))
        return said

    def _seen_by_the_woken(self, at: At, *, open_night: bool) -> bool:
        """Whether what a moderator would see is shown to the woken: somebody helps, or the night is open."""
        return at.dark and self.moderated and not self.reads_aloud and (self._shared or open_night)

    def put(self, cue: Ask) -> None:
        """Show the question where everybody, or a moderator, looks."""
        self._screen.question(self._for_the_woken(cue), who=self._settings.moderated)

    def put_secretly(self, cue: Ask) -> None:
        """Show a question of a call's time to the woken player."""
        self._screen.secret_question(cue, self._screen.texts.told(unseen(cue)))

    def _remark_on_computer(self, cue: Ask) -> None:
        """Show what the computer has to say of itself, at a question for all: that stands, while a line makes way."""
        if cue.to == "all" and not self._secret(cue.at):
            for words in self._computer():
                self._screen.notice(words)

    def _for_the_woken(self, cue: Ask) -> Ask:
        """Offer all who are not publicly out: who is left out of the choices, those who wake might read."""
        if (
            not cue.at.dark
            or (self.moderated and not self._bared)
            or cue.to == "moderator"
            or cue.kind not in ("seat", "seats")
        ):
            return cue
        out = {one.seat for one in self._view.seats if one.out} if self._view else set()
        return replace(cue, choices=tuple(str(seat) for seat in self.people if seat not in out))

    def _window_for(self, cue: Ask) -> Window | None:
        """Find the call's time that the question belongs to; one that no pause began begins with it."""
        if self._window is not None and (cue.window or self._window.at == cue.at):
            return self._window
        return self._open(cue.at, cue.window) if cue.window else None

    def _answer(self, cue: Ask, window: Window | None) -> str | None:
        """Wait for the answer; None if there will be none, `time` if it does not come in time."""
        until = self.talks.begin(cue)
        if window is not None:
            self.talks.end()
            until = (lambda: window.closes) if self._settings.pace else None
        lengths = self.lengths() if window else (HOLD, HURRY) if until and self._settings.move else ()
        asked = replace(cue, commands=(*cue.commands, *lengths, *self._switches()))
        self._asked, self._helped = cue if window is None or self.moderated else None, 0
        shown = (lambda: until() + cue.more) if until and (window or (cue.seconds and self.talks.lasting)) else None
        try:
            with self._screen.countdown(self._clock(shown)):
                said = self._listener.answer(asked, until, self._do, public=window is None)
        except BaseException:
            self.talks.keep(cue, until)
            self.talks.end()
            raise
        self._asked = None
        self.talks.keep(cue, until, over=said not in _GOES_ON and (not cue.timer or said == TIME))
        self.talks.end()
        return said

    def _offered(self, cue: Ask) -> Ask:
        """Set nothing in a call's time: the room would hear that it takes longer (R103)."""
        heard = cue.window and not self.reads_aloud
        return replace(cue, commands=tuple(one for one in cue.commands if one != OVERRIDE)) if heard else cue

    def refuse(self, cue: Refused) -> None:
        """Show why the answer was refused; nothing is spoken (R104)."""
        self._standing = self._answered
        self._screen.notice(cue.text)

    def saved_again(self, journal: Path) -> None:
        """Show that the journal had to be written again."""
        self._screen.notice(message("screen.saved-again", journal=journal))

    def conclude(
        self, finale: Finale, summary: Sequence[str], story: Callable[[], Iterable[str]], rematch: str
    ) -> str:
        """Show the finale, and tell summary or story aloud if wanted; give what comes next.

        The text `rematch` is asked before one begins.
        """

        def speak(text: str) -> None:
            if self._soundscape.heard:  # else keys are taken as long as the sentence is read
                self.speak(text, ())

        ending = Conclusion(self._screen, self._ears, self._listener, speak, self._do, rematch)
        return ending.run(finale, summary, story)

    def end(self, cue: End) -> None:
        """Show that the game is over, and who has won if it has no words of its own; its last line was spoken."""
        sleep_until(self._rested)
        texts = self._screen.texts
        words = cue.text or outcome_told(self._view, texts)
        self._screen.end(f"{texts.word('screen.end')} {words}".strip(), more=not self._settings.echo)
