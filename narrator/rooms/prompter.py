"""A moderator's prompter: it speaks nothing, shows what to read aloud, and goes on with Enter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from narrator.answers import Heard, NoMatch
from narrator.computer.awake import Remarks
from narrator.cues import COMMANDS, HELP, OVERRIDE, Ask, At, Pause, Say, Tell
from narrator.games.naming import numbered
from narrator.games.view import SeatView, View
from narrator.mouth import Mouth
from narrator.rooms.display import Display
from narrator.rooms.listener import Hearing
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.rooms.talks import Talks
from narrator.rooms.wording import why_idle
from narrator.texts import Texts, message

GO_ON = Ask(at=At(), line="", text="", to="all", kind="ready", choices=("ready",), commands=(*COMMANDS, HELP))
"""What is asked after each thing to show or to wait for."""

_DEFAULT = RoomSettings()


class PrompterRoom(TableRoom):
    """A table whose moderator reads aloud, and takes the time that each call needs.

    Only talks and speeches have a time of their own.
    """

    reads_aloud = True

    def __init__(
        self,
        mouth: Mouth,
        ears: Hearing,
        screen: Display,
        settings: RoomSettings = _DEFAULT,
        *,
        computer: Remarks = list,
    ) -> None:
        super().__init__(mouth, ears, screen, replace(settings, moderated=True, pace=0.0), computer=computer)
        self.talks = Talks(lasting=settings.pace > 0)
        self._empty, self._why, self._leads = 0.0, "", False
        self._known: View | None = None
        """What whoever leads may see."""
        self._listener.led = True

    def led(self, led: bool, /) -> None:  # noqa: FBT001 - as the stage has it
        """Whoever reads aloud sees everything; only who leads may also set what the rules have otherwise."""
        self._leads = led

    def brief(self, view: View, /) -> None:
        """Keep what whoever leads may see."""
        self._known = view

    def say(self, cue: Say) -> str:
        """Show the line to be read aloud; if nobody could act since the last, say first how long to wait."""
        if self._empty:
            self.nobody(self._empty)
            called = self.confirm()
            if called != OVERRIDE:  # what is set aside leaves the call as it is
                self._empty = 0.0
            if called:
                return called
        self._at = cue.at
        self.show(cue)
        return ""

    def show(self, cue: Say) -> None:
        """Show a line."""
        self._screen.line(cue.text, cue.at, self._screen.texts.word("screen.aloud"))

    def tell(self, cue: Tell) -> str:
        """Show what to show back, and to whom, until it is confirmed."""
        self._empty = 0.0
        super().tell(cue)
        return self.confirm()

    def pause(self, cue: Pause) -> None:
        """Keep in mind that nobody can act, unless somebody is asked or told something after all."""
        self._empty = cue.seconds
        call = self._known.call if self._known else None
        self._why = call.idle if call else ""

    def ask(self, cue: Ask) -> str | None:
        """Put the question, with what helps to ask it; the moderator takes the time that it needs."""
        if not cue.sets:
            self._empty = 0.0
        return super().ask(cue)

    def put(self, cue: Ask) -> None:
        """Show the question, after what helps to ask it."""
        self.brief_on(cue)
        super().put(cue)

    def brief_on(self, cue: Ask) -> None:
        """Tell whoever leads what helps to ask this."""
        if self._known and cue.at.dark:
            for line in briefing(self._known, cue, self._screen.texts):
                self._screen.notice(line)

    def nobody(self, seconds: float) -> None:
        """Say why nobody acts, and how long to wait, as if somebody chose."""
        if why := why_idle(self._why, self._screen.texts):
            self._screen.notice(message("prompter.why", why=why))
        self._screen.notice(message("screen.nobody", seconds=round(seconds)))

    def hint(self) -> None:
        """Say how to go on."""
        self._screen.notice(message("screen.enter"))

    def confirm(self) -> str:
        """Wait for Enter, or give the command that came instead."""
        self.hint()
        called = (*COMMANDS, OVERRIDE) if self._leads else COMMANDS
        said = self._listener.answer(replace(GO_ON, commands=(*called, HELP)), None, self._shown)
        return said if said and said in called else ""

    def _shown(self, heard: Heard) -> bool:
        """Do what the game need not know of; of anything else that is typed, say that Enter alone goes on."""
        if isinstance(heard, NoMatch):
            self._screen.notice(message("screen.enter-alone", heard=heard.heard))
            return True
        return self._do(heard)


def briefing(view: View, ask: Ask, texts: Texts) -> Iterator[str]:
    """What helps to ask this, a line each: the cards, what lies on whom, what comes next."""
    called = [one for one in view.seats if not isinstance(ask.to, str) and one.seat in ask.to]
    if called:
        yield "; ".join(_card(view, one, texts) for one in called)
    if lying := [*_lying(view, texts)]:
        yield texts.word("prompter.lying", marks=" · ".join(lying))
    coming = next((call for call in view.calls if not (view.call and call.id == view.call.id)), None)
    if coming:
        who = ", ".join(view.names[one] for one in coming.who if one in view.names)
        people = ", ".join(numbered(one.seat, one.name) for one in view.seats if one.seat in coming.seats)
        yield texts.word("prompter.next", call=f"{who} {people or why_idle(coming.idle, texts)}".strip())


def _card(view: View, one: SeatView, texts: Texts) -> str:
    """A seat with its card, and how often the power of the open call is left."""
    call = view.call.id if view.call else ""
    left = f", {texts.told(view.powers[call])}: {one.left[call]}" if call in one.left and call in view.powers else ""
    return f"{numbered(one.seat, one.name)}: {view.names.get(one.card, one.card)}{left}"


def _lying(view: View, texts: Texts) -> Iterator[str]:
    for one in view.seats:
        keys = [f"moderator.marks.{mark.id}" for mark in one.marks]
        words = [texts.word(key) for key in keys if key in texts and not one.out]
        if words:
            yield f"{numbered(one.seat, one.name)}: {', '.join(words)}"
