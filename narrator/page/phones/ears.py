"""How phones are heard, and how a question that is for all is put on them."""

from __future__ import annotations

from narrator.answers import Heard
from narrator.cues import CONFIRM, Ask
from narrator.ears import OnHeard
from narrator.games.view import View
from narrator.page.phones.deciding import REVEAL, TOOLS, Deciding, is_for_all, kind_of, offered
from narrator.page.phones.phones import Phones
from narrator.page.phones.shared import SharedQuestion
from narrator.rooms.display import Display
from narrator.rooms.listener import Hearing


class PhoneEars:
    """Hears what those answer who are asked in secret, how a vote by phones went, and what phones decide by day."""

    def __init__(self, phones: Phones, *, votes_alone: bool = False) -> None:
        """Hear `votes_alone` where a moderator answers for the woken."""
        self._phones, self._votes_alone = phones, votes_alone

    def listen(self, ask: Ask, heard: OnHeard) -> None:
        """Begin to wait for a tap."""
        secret = isinstance(ask.to, tuple) and ask.open and ask.window and not self._votes_alone
        called = self._phones.expects and ask.to == "all"  # to the laptop; the page is put to its reader
        if ask.kind == "count" or secret or called or (self._phones.decides and CONFIRM not in ask.choices):
            self._phones.put(ask, heard)

    def rest(self) -> None:
        """Wait no more."""
        self._phones.take_back()

    def close(self) -> None:
        """Wait no more."""
        self._phones.take_back()


def question_of(cue: Ask, screen: Display, view: View | None = None) -> SharedQuestion:
    """The question as phones show it, named as the screen names it; what ends the day comes last, as it is read."""
    ending, kind = view.ending if view else "", kind_of(cue)
    choices = sorted(offered(cue), key=ending.__eq__)
    if kind == "count":
        choices = [choices[0], choices[-1]]
    none = screen.texts.word("screen.unchanged") if kind == "choice" else screen.named("none", kind)
    return SharedQuestion(
        text=cue.text,
        kind=kind,
        choices=tuple(choices),
        labels=tuple(screen.named(one, kind) for one in choices) if kind == "choice" else (),
        none=none if cue.optional else "",
        commands=tuple(one for one in TOOLS if one in cue.commands),
        shows=_unseen(view) if view and REVEAL in cue.choices else (),
        whose=cue.whose,
        menu=bool(ending) and ending in cue.choices,
    )


def _unseen(view: View) -> tuple[int, ...]:
    """The seats of those who are in, and whose card not all have seen."""
    return tuple(one.seat for one in view.seats if not (one.out or one.card))


class EarsForAll:
    """A room's ears after the game: what is asked then stands on all phones, and any two players answer."""

    def __init__(self, ears: Hearing, phones: Phones, screen: Display) -> None:
        self._ears, self._phones, self._screen = ears, phones, screen

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        """Wait for an answer, by phones too."""
        if not is_for_all(ask):
            return self._ears.hear(ask, seconds)
        with self._phones.deciding(Deciding(ask, self._phones.people), question_of(ask, self._screen)):
            return self._ears.hear(ask, seconds)

    def close(self) -> None:
        """Close the room's ears."""
        self._ears.close()
