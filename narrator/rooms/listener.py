"""Who listens for a question's answer: what was heard is taken, confirmed, or asked for again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from narrator.answers import Answer, Command, EndOfInput, Heard, NoMatch, Silence, Unsure, meant
from narrator.cues import CONFIRM, RESUME, Ask, At
from narrator.errors import ChannelLost
from narrator.rooms.clock import Absence, Moment, now, sleep_until
from narrator.rooms.display import Display
from narrator.rooms.helping import not_understood
from narrator.texts import Words, message
from narrator.values import dataclass, replace

CONFIRMING = 8.0
"""Seconds that somebody has to confirm what was heard: later, it would be talk that is taken for a yes."""

CONFIRMATION = Ask(at=At(), line="", text="", to="all", kind="yes-no", choices=("yes", CONFIRM, "no"), commands=())
"""What is asked back: a voice answers *confirm*, for a yes is too easily heard; a key may say either.

In a call's time it takes the call's commands too, for an empty call would (R103).
"""


class Hearing(Protocol):
    """What the room needs of its ears."""

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        """Wait for an answer to the question."""

    def close(self) -> None:
        """Release devices and helper processes."""


@dataclass(frozen=True, slots=True)
class _Doubt:
    """A command that was not sure, the moment until which it may be confirmed, and at which question it was heard."""

    said: str
    until: float
    asked: Ask


class Listener:
    """Hears out one question after the other, and the commands in between.

    A doubtful command is asked back in the same way and for as long whether or not a question is open, and whichever
    question opens or closes meanwhile: else the screen would show who acts. A tone (`chime`) calls those whose eyes
    are closed; a doubtful answer has one only where everybody knows that something is asked.
    """

    def __init__(
        self, ears: Hearing, screen: Display, chime: Callable[[], None] = lambda: None, *, careful: bool = True
    ) -> None:
        """`careful` asks back what is typed too, where it cannot be taken back; written answers were meant."""
        self._ears, self._screen, self._chime, self._careful = ears, screen, chime, careful
        self.led = False
        """Whether whoever leads types: answers are asked back by night too, and nobody's eyes need be closed anew."""
        self.ending = ""
        """What ends the day, where it is offered: it is asked back, for all close their eyes at once."""
        self._failed = 0
        self._public = False
        self._doubt: _Doubt | None = None
        self._instead: Answer | None = None
        """What was typed in place of a confirmation: another answer."""
        self._ran_out = float("-inf")
        """The moment at which the time to confirm an answer was over last, where whoever reads on may know it."""
        self._absence, self._away = Absence(), False

    def answer(
        self, cue: Ask, until: Moment | None, do: Callable[[Heard], bool], *, public: bool = False
    ) -> str | None:
        """Wait for the answer or command; None if there will be none, `time` if it has not come by then.

        By night, and in a call's time, it is `resume` if nobody led the game for a while: eyes may be open.
        `do` takes what the game need not know of, and returns True for such. At a `public` question the room may hear
        that an answer is asked back.
        """
        self._public, self._instead = public, None
        self._failed = 0
        while True:
            left = _left(until)
            if left is not None and left <= 0 and not self._instead:
                return "time"
            heard: Heard = self._instead or self._hear(cue, until)
            self._instead = None
            if isinstance(heard, EndOfInput):
                return None
            if self.was_away() and not self.led and (cue.window or cue.at.dark):
                return RESUME
            said = "" if do(heard) else self._understand(cue, heard, until, do)
            if said:
                return said

    def called(self, acts: Ask, until: Moment, do: Callable[[Heard], bool]) -> str:
        """Wait for the moment, while nothing is asked, or return the command that was called for before it."""
        while until() - now() > 0:
            try:
                heard = self._hear(acts, until)
            except ChannelLost:
                heard = EndOfInput()
            if self.was_away():
                return RESUME
            if isinstance(heard, Command):
                return heard.name
            if isinstance(heard, EndOfInput):  # nobody is there who could call for anything
                sleep_until(until())
            do(heard)
        return ""

    def forget(self) -> None:
        """Drop a command that is still in doubt, and say so."""
        if self._doubt:
            answer = self._screen.named(self._doubt.said, "choice")
            self._doubt = None
            self._screen.notice(message("screen.unmeant", answer=answer))

    def _hear(self, ask: Ask, until: Moment | None) -> Heard:
        """Hear an utterance; a command that was not sure is heard once it is confirmed."""
        if self._doubt and now() >= self._doubt.until:
            self.forget()
        if self._doubt is None:
            heard = self._listen(ask, _left(until))
            if not (isinstance(heard, Unsure) and _is_doubtful(ask, heard.canonical)):
                return heard
            self._doubt = _Doubt(heard.canonical, now() + CONFIRMING, ask)
            self._screen.notice(message("screen.sure", answer=self._screen.named(heard.canonical, "choice")))
            self._chime()
        return self._confirmed_command(self._doubt, ask, until)

    def _listen(self, ask: Ask, seconds: float | None) -> Heard:
        begun = now()
        heard = self._ears.hear(ask, seconds)
        self.look(begun, seconds)
        return heard

    def look(self, begun: float, seconds: float | None) -> None:
        """Look whether somebody led the game in what began at that moment, and was to take so many seconds."""
        self._away |= self._absence.after(begun, seconds)

    def was_away(self) -> bool:
        """Whether nobody led the game for a while, as far as anybody looked since this was asked last."""
        away, self._away = self._away, False
        return away

    def forget_absence(self) -> None:
        """Count what nobody has looked for yet as one absence with that which was noticed."""
        self.look(now(), None)
        self._away = False

    def _confirmed_command(self, doubt: _Doubt, ask: Ask, until: Moment | None) -> Heard:
        """Return the command if it is confirmed, or what is typed instead to the question at which it was heard.

        Else it is silence; `until` may come before its doubt is over. An answer in a call's time leaves it in doubt:
        the room hears what becomes of it, and could tell that somebody acts.
        """
        again = self._listen(CONFIRMATION, self._confirming(doubt.until - now(), until))
        if isinstance(again, Silence) and until and until() < doubt.until:
            return again
        if _means_it(again):
            self._doubt = None
            return meant(doubt.said)
        instead = isinstance(again, Answer) and ask == doubt.asked and _is_instead(ask, again)
        if not (instead and _is_secret(ask, again)):
            self.forget()
        return again if instead or isinstance(again, EndOfInput) else Silence()

    def _confirming(self, longest: float, until: Moment | None) -> float:
        """Reckon the seconds for which to wait for a confirmation."""
        left = _left(until)
        return max(longest if left is None else min(left, longest), 0.01)

    def _understand(self, cue: Ask, heard: Heard, until: Moment | None, do: Callable[[Heard], bool]) -> str:
        """Return the answer or command that was meant, or an empty text; no command is unsure here any more."""
        if isinstance(heard, Command):
            return heard.name
        if isinstance(heard, Answer):
            if not heard.agreed and self._is_grave(cue, heard):
                return self._confirmed(cue, heard.canonical, until, do, typed=not heard.spoken)
            return heard.canonical
        if isinstance(heard, Unsure):
            return self._confirmed(cue, heard.canonical, until, do)
        if isinstance(heard, NoMatch):
            self._screen.notice(self._missed(heard.heard, cue))
        if not (isinstance(heard, Silence) and until):
            self._fail()
        return ""

    def _missed(self, said: str, cue: Ask) -> Words:
        """The remark on what is no answer; it may be a yes that came too late."""
        if ways := self._screen.going_on(said, cue):
            return message("screen.goes-on", ways=ways)
        if self._is_late(cue):
            return message("screen.too-late", heard=said)
        return not_understood(said, cue, self._screen.texts)

    def _is_seen(self, cue: Ask) -> bool:
        """Whether all may know what becomes of its answer, or one who leads reads alone."""
        return self.led or (self._public and not cue.at.dark)

    def _is_late(self, cue: Ask) -> bool:
        """Whether the time to confirm an answer has just run out, where all may know it."""
        return self._is_seen(cue) and now() - self._ran_out < CONFIRMING

    def _is_grave(self, cue: Ask, answer: Answer) -> bool:
        """Whether it cannot be taken back, and is asked back: at night what is set, not what the woken type.

        A yes that comes just too late may have been meant to confirm a no.
        """
        open_eyes = self._public and not cue.at.dark
        if cue.kind == "yes-no" and answer.canonical == "yes" and self._is_late(cue):
            return True
        if self.ending and answer.canonical == self.ending and open_eyes:
            return self._careful or answer.spoken
        if cue.command(answer.canonical) and cue.weight(answer.canonical) == "final":
            return self._careful or answer.spoken
        kinds = ("seat", "seats", "text", "choice") if cue.sets else ("seat", "seats", "text")
        typed = self._careful and (self._is_seen(cue) or cue.sets) and cue.kind in kinds
        known = set(answer.canonical.split(",")) <= set(cue.choices)  # what is not offered, the rules refuse at once
        offered = cue.kind == "text" or known
        return cue.final and answer.canonical != "none" and (answer.spoken or (typed and offered))

    def _confirmed(
        self, cue: Ask, said: str, until: Moment | None, do: Callable[[Heard], bool], *, typed: bool = False
    ) -> str:
        """Return the answer once it is confirmed, or a command; whoever typed it has longer to read."""
        self._screen.notice(message(self._asking_back(cue, typed=typed), answer=self._screen.named(said, cue.kind)))
        if self._public:
            self._chime()
        longest = CONFIRMING * (4 if typed else 1)
        again = self._again(cue, now() + longest, until, do)
        if isinstance(again, Command):
            return again.name
        if _means_it(again):
            return said
        if isinstance(again, Answer) and _is_instead(cue, again):
            self._instead = again
            return ""
        if isinstance(again, Silence) and self._is_seen(cue):
            self._ran_out = now()
        self._screen.notice(message("screen.unconfirmed"))
        self._fail()
        return ""

    def _asking_back(self, cue: Ask, *, typed: bool) -> str:
        """The words that ask whether an answer was meant; what all will hear at once is named only where all know."""
        if typed:
            heard = cue.final and self._public and not cue.at.dark
            return "screen.final-typed" if heard else "prompter.sure"
        return "screen.final" if cue.final else "screen.sure"

    def _again(self, cue: Ask, over: float, until: Moment | None, do: Callable[[Heard], bool]) -> Heard:
        """Hear whether an answer was meant, till that moment; what `do` takes of a call's commands ends no doubt."""
        asked = CONFIRMATION if self._public else replace(CONFIRMATION, commands=cue.commands)

        def limit() -> float:
            return min(over, until()) if until else over

        heard: Heard = Silence()
        while isinstance(heard, Silence) or do(heard):
            if limit() - now() <= 0:
                return Silence()
            heard = self._hear(asked, limit)
        return heard

    def _fail(self) -> None:
        """After two hearings that failed, offer the keys."""
        self._failed += 1
        if self._failed == 2:
            self._screen.notice(message("screen.keys"))


def _is_doubtful(ask: Ask, said: str) -> bool:
    """Whether it is a command that is asked back like any other; a final one is asked back as such."""
    return bool(ask.command(said)) and ask.weight(said) != "final"


def _means_it(again: Heard) -> bool:
    return again == Answer(CONFIRM) or (again == Answer("yes") and not again.spoken)


def _is_instead(cue: Ask, again: Answer) -> bool:
    """Whether it is another answer, and typed; a spoken one might be talk, and a query is none."""
    said = again.canonical
    return not again.spoken and said not in CONFIRMATION.choices and cue.weight(said) != "light"


def _is_secret(cue: Ask, again: Heard) -> bool:
    """Whether it is the answer of somebody woken, which nobody else may notice; a command is called for aloud."""
    return isinstance(again, Answer) and bool(cue.window) and not cue.command(again.canonical)


def _left(until: Moment | None) -> float | None:
    return until() - now() if until else None
