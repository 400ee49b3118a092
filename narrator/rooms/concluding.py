"""After the last line: the finale a page at a time, then the story aloud, a rematch, or the end of the evening."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from narrator.answers import Answer, Heard
from narrator.cues import HELP, Ask, At
from narrator.games.view import Finale
from narrator.rooms.clock import now
from narrator.rooms.display import Display
from narrator.rooms.listener import Hearing, Listener
from narrator.texts import message
from narrator.values import dataclass, replace

SUMMARY, STORY, REMATCH, OTHERS, OVER = "summary", "story", "rematch", "others", "over"
"""What may be wanted in the end: to hear who did what made a difference, or all the nights; another game; one
with other people; nothing."""

_OVER = At(phase="over")

_PAGE_TURN = Ask(at=_OVER, line="", text="", to="all", kind="ready", choices=("ready",), commands=())
"""What turns a page of the finale."""

_BEGINNING = Ask(at=_OVER, line="", text="", to="all", kind="yes-no", choices=("yes", "no"), commands=())
"""What is asked before a rematch."""

NEXT = Ask(at=_OVER, line="", text="", to="all", kind="choice", choices=(SUMMARY, STORY, REMATCH, OVER), commands=())
"""What is asked in the end."""

_TELLING = replace(_PAGE_TURN, choices=("ready", *NEXT.choices))
"""What ends what is being told; a word that is typed is what is wanted next."""

WAITING, BETWEEN = 60.0, 0.7
"""Seconds for which a page stands, and between two sentences that are told."""

READING = 0.07
"""Seconds for a letter at least, where a sentence is not heard but read."""

LINGERING = 600.0
"""Seconds in which to say what comes next; then the evening is taken to be over."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The end of an evening at a table: `speak` says a sentence aloud, `do` takes what the game need not know of.

    `rematch` is what is asked before one begins.
    """

    screen: Display
    ears: Hearing
    listener: Listener
    speak: Callable[[str], None]
    do: Callable[[Heard], bool]
    rematch: str

    def run(self, finale: Finale, summary: Sequence[str], story: Callable[[], Iterable[str]]) -> str:
        """Show the finale and tell what is wanted; give `rematch` if another game is, `others`, or `over`."""
        last = self._turned(finale)
        wanted, begun = self._wanted(summary), ""
        while wanted != OVER and not (wanted == REMATCH and (begun := self._begins())):
            sooner = ""
            if wanted in (SUMMARY, STORY):
                sooner = self._tell(summary if wanted == SUMMARY else story())
            if last:
                self.screen.finale(finale, last)
            wanted = sooner or self._wanted(summary)
        return begun or wanted

    def _turned(self, finale: Finale) -> int:
        """Show one page after the other, each until it is turned; give the last one's number."""
        number = 0
        while self.screen.finale(finale, number):
            self._put(_PAGE_TURN, self._word("screen.turn-page"), WAITING)
            number += 1
        return number

    def _wanted(self, summary: Sequence[str]) -> str:
        ask = replace(NEXT, choices=tuple(each for each in NEXT.choices if each != SUMMARY or summary))
        words = self._word("screen.what-next" if summary else "screen.what-next-whole")
        said = self._put(ask, words, LINGERING)
        return said if said in ask.choices else OVER

    def _begins(self) -> str:
        """Ask whether the rematch begins now, or one with other people: a card would be on the screen at once."""
        said = self._put(_BEGINNING, self.rematch, LINGERING)
        if said == "no" and self._put(_BEGINNING, self._word("new.others"), LINGERING) == "yes":
            return OTHERS
        return REMATCH if said == "yes" else ""

    def _word(self, key: str) -> str:
        return self.screen.texts.word(key)

    def _put(self, ask: Ask, text: str, seconds: float) -> str | None:
        put = replace(ask, text=text)
        self.screen.question(put, who=False)
        over = now() + seconds
        helped = replace(put, commands=(*put.commands, HELP))
        return self.listener.answer(helped, lambda: over, self._did)

    def _did(self, heard: Heard) -> bool:
        if heard == Answer(HELP):
            self.screen.notice(message("hint.finale"))
            return True
        return self.do(heard)

    def _tell(self, sentences: Iterable[str]) -> str:
        """Tell these sentences aloud until Enter or *over*, or give what is typed meanwhile as wanted next."""
        self.screen.notice(message("screen.story-ends"))
        left = 0.0
        for sentence in (*sentences, ""):  # heard before the first too: what is typed while that is told is kept
            heard = self.ears.hear(_TELLING, left)
            if heard == Answer("ready"):
                return ""
            if isinstance(heard, Answer) and not heard.spoken and heard.canonical in NEXT.choices:
                return heard.canonical if heard.canonical != OVER else ""
            if sentence:
                read = now() + READING * len(sentence)
                self.screen.line(sentence, _OVER)
                self.speak(sentence)
                left = max(read - now(), BETWEEN)
        return ""
