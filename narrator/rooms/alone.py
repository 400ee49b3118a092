"""A page that one player reads alone at the screen, while all others look away (D59)."""

from __future__ import annotations

from collections.abc import Callable

from narrator.answers import Answer, Heard, Unsure
from narrator.cues import RESUME, Ask, At
from narrator.rooms.clock import now, sleep_until
from narrator.rooms.display import Display
from narrator.rooms.listener import Listener
from narrator.values import replace

DISMISS = "ready"
"""What somebody says, or Enter, to come to a page, and to take a result away; the game never sees it."""

READING = 60.0
"""Seconds in which a page is read and answered, more at a slow pace: nobody is waited for for ever."""

MIN_SHOWN = 1.5
"""Seconds in which no key takes a page or a result away: it may be the one that was leaned on."""

_COMES = Ask(at=At(), line="", text="", to="all", kind="ready", choices=(DISMISS,))
"""What is waited for before the page is shown."""


class PageReader:
    """Shows a page to one player; `do` does what the game need not know of, and says whether it was such."""

    def __init__(self, screen: Display, listener: Listener, do: Callable[[Heard], bool]) -> None:
        self._screen, self._listener, self._do = screen, listener, do

    def read(self, cue: Ask, commands: tuple[str, ...], pace: float, shown: float) -> str | None:
        """Let the player come to the screen, read the page and turn it; give what was said, or a command.

        However soon it is turned, the next player is not called before everybody could have read theirs: `shown` is
        the seconds that a result takes, at this pace.
        """
        self._screen.gate(cue)
        called = self._listener.answer(replace(_COMES, commands=commands), None, self._do_unheard)
        if called != DISMISS:
            self._screen.wipe()
            return called
        begins = now()
        choices = tuple(choice for choice in cue.choices if choice != "time")
        asked = "yes" in choices
        page = replace(cue, choices=choices, kind="yes-no" if asked else "ready")
        how = self._screen.texts.word("screen.turn-yes-no" if asked else "screen.turn-ready")
        self._screen.secret_question(page, how)
        sleep_until(begins + MIN_SHOWN * min(pace, 1.0))
        least = max(shown, cue.more) * (pace > 0)
        over = begins + max(READING, 2 * least) * max(pace, 1.0)
        until = (lambda: over) if pace else None
        with self._screen.countdown(until):
            said = self._listener.answer(page, until, self._do_unheard)
            turned = now()
            self._screen.decoy("screen.read")
            sleep_until(begins + least)  # with the seconds in the corner: they would tell when it was turned
            self._listener.look(turned, max(begins + least - turned, 0.0))
        self._screen.wipe()
        return RESUME if self._listener.was_away() else said

    def _do_unheard(self, heard: Heard) -> bool:
        """Do what the game need not know of, and nothing of what a voice says: a page is turned by keys alone."""
        spoken = isinstance(heard, Unsure) or (isinstance(heard, Answer) and heard.spoken)
        return spoken or self._do(heard)
