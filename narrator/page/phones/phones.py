"""What every phone shows, and what is tapped on it: shared by the thread of the game and that of the server.

Nobody may learn from a phone, or from what passes through the air, who is woken. So all phones show the same, and
messages go to all of them at one rate; only the `note` in a message is private, and each is filled up to one length
(messages.py). Everybody may tap in every call: the taps of those who are not asked are thrown away here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from secrets import token_hex
from threading import RLock
from typing import Any, cast

from narrator.answers import Answer, Command, Heard, Silence, meant
from narrator.cues import Ask
from narrator.ears import OnHeard
from narrator.page.ears import fits
from narrator.page.phones.deciding import Deciding, Votes
from narrator.page.phones.presence import LOST, Presence
from narrator.page.phones.shared import SharedPage, SharedQuestion
from narrator.rooms.clock import Moment, now
from narrator.rooms.window import INSTANT
from narrator.rooms.wording import question_words
from narrator.texts import Texts
from narrator.values import dataclass, replace

BACK = "back"
"""What is heard once a phone is there that was waited for; the game never sees it."""

TICK = 0.5
"""Seconds between two messages to a phone, and by night between two that it sends."""

REMEMBERED = 32
"""How many pages of each seat are known again, and how many taps for which nobody waited."""


@dataclass(slots=True)
class _Open:
    """A question that a woken player may answer by phone."""

    ask: Ask
    heard: OnHeard


class Phones(Presence):
    """The phones of one table. The game's thread sets what they show; the server's threads read it and bring taps."""

    def __init__(self, people: Mapping[int, str], texts: Texts) -> None:
        super().__init__(people)
        self.people, self.texts = people, texts
        self.page = SharedPage(run=token_hex(4), living=tuple(people))
        self._notes: dict[int, str] = {}
        self._open: _Open | None = None
        self._asked = False
        """Whether this call has asked anything yet: its note may be on phones a moment before."""
        self._answered, self._shown_from = False, 0.0
        """Whether the open call's last question was answered, and when the one that followed is on its phone."""
        self._votes: Votes | None = None
        self._expected = frozenset[int]()
        self._deciding: Deciding | None = None
        self._agreed = ""
        """What was decided while nobody waited for it: the laptop asks back what was typed there."""
        self._newest: dict[int, dict[str, int]] = {}
        """The number of the newest tap of each page, by seat: two pages of one phone may both send theirs again."""
        self._late = deque[tuple[int, str]](maxlen=REMEMBERED)
        """Which of these nobody waited for, since the last question."""
        self.clock: Moment | None = None
        """When the talk that runs now is over, which all know."""
        self._lock = RLock()
        self._watchers = dict[Callable[[], None], None]()

    # ---- What they show ----

    def note(self, seat: int) -> str:
        """What is for this player alone: a question, a result, or a page of the morning."""
        with self._lock:
            return self._notes.get(seat, "")

    @property
    def left(self) -> int | None:
        """The whole seconds that are left of a talk; None if none runs, or eyes are closed."""
        until = self.clock
        return None if until is None or self.page.dark else max(ceil(until() - now() - INSTANT), 0)

    def write(self, seats: Collection[int], text: str) -> None:
        """Write a private note for each of these players, in the place of their last one."""
        with self._lock:
            self._notes |= dict.fromkeys(seats, text)

    def wipe(self) -> None:
        """Take all private notes away."""
        with self._lock:
            self._notes.clear()

    def show(self, **changes: Any) -> None:
        """Change what all phones show, and tell whoever sends it. Only at moments that follow from public facts."""
        with self._lock:
            self.page = replace(self.page, **changes)
            watchers = [*self._watchers]
        for changed in watchers:
            changed()

    @contextmanager
    def watched(self, changed: Callable[[], None]) -> Iterator[None]:
        """Call `changed`, from any thread, whenever the page is another."""
        with self._lock:
            self._watchers[changed] = None
        try:
            yield
        finally:
            with self._lock:
                self._watchers.pop(changed, None)

    def begin_call(self) -> None:
        """Open a call's time on all phones: what was noted or tapped before is gone."""
        with self._lock:
            self._notes.clear()
            self._asked = self._answered = False
        self.show(call=self.page.call + 1, open=True, dark=True)

    def end_call(self) -> None:
        """Close a call's time on all phones. A result stays on its phone until the next call."""
        self.show(open=False)

    # ---- What is tapped ----

    def put(self, ask: Ask, heard: OnHeard) -> None:
        """Let those who are asked answer by phone, until this is taken back."""
        with self._lock:
            self._late.clear()
            self._open, self._asked = _Open(ask, heard), True
            self._shown_from, self._answered = now() + TICK if self._answered else 0.0, False
            agreed, self._agreed = self._agreed, ""
        if agreed:
            heard(_decided(agreed))

    def refused(self) -> None:
        """Let what was sent since the last answer count at the question that comes again: that answer did not."""
        with self._lock:
            for seat, sent in self._late:
                page, number = _placed(sent)
                if self._newest[seat].get(page) == number:
                    self._newest[seat][page] -= 1
            self._asked = self._answered = False

    def take_back(self) -> None:
        """Ask nobody any more."""
        with self._lock:
            self._open = None

    @contextmanager
    def expecting(self, seats: frozenset[int]) -> Iterator[None]:
        """Let the question that is put be answered by the first of these phones that is there."""
        self._expected = seats
        try:
            yield
        finally:
            self._expected = frozenset()

    @property
    def expects(self) -> bool:
        """Whether it is waited for a phone."""
        return bool(self._expected)

    @contextmanager
    def voting(self, seats: Collection[int], *, alone: bool = False, **shown: Any) -> Iterator[Votes]:
        """Let these seats answer yes or no, each for themselves, as long as this lasts, also if they come later.

        Where nobody can type how many hands are up (`alone`), who has no phone there has no vote.
        """
        votes = Votes(frozenset(seats), alone)
        with self._lock:
            self._votes = votes
        self.show(call=self.page.call + 1, open=True, voters=tuple(sorted(seats)), **shown)
        try:
            yield votes
        finally:
            with self._lock:
                self._votes = None
            self.show(open=False, vote="", reading=False, yes_no=False, voters=())

    def hold(self, votes: Votes) -> None:
        """Let nobody vote by phone any more whose phone is gone: their hands were counted."""
        with self._lock:
            there, lately = self.there, now() - LOST
            had = {seat for seat in votes.seats if seat in there or self.was_there(seat, lately)}
            votes.seats = frozenset(had | votes.given.keys())
            votes.is_over(had, now())
        self.show(voters=tuple(sorted(votes.seats)))

    @contextmanager
    def deciding(self, deciding: Deciding, question: SharedQuestion, **shown: Any) -> Iterator[None]:
        """Let the living answer a question of the day together, as long as this lasts."""
        with self._lock:
            self._deciding, self._agreed = deciding, ""
        question = _as_it_stands(question, deciding)
        self.show(call=self.page.call + 1, open=True, question=question, **shown)
        try:
            yield
        finally:
            with self._lock:
                self._deciding, self._agreed = None, ""
            self.show(open=False, question=None)

    @property
    def decides(self) -> bool:
        """Whether a question of the day is open that phones may answer."""
        with self._lock:
            return self._deciding is not None

    def look(self) -> None:
        """See to what is due: a vote that is over, wishes that are too old, who may answer, and who is back."""
        with self._lock:
            back = self._open if self._expected & self.there else None
            votes, deciding = self._votes, self._deciding
            heard = self._counted(votes) if votes else None
            if deciding:
                deciding.forget(now())
        if deciding:
            self._show_wishes()
        if votes and heard:
            heard(Answer(str(votes.yes)))
        if back:
            back.heard(Command(BACK))

    def _show_wishes(self) -> None:
        """Show who wishes for what, on all phones."""
        with self._lock:
            deciding, question = self._deciding, self.page.question
            if deciding is None or question is None:
                return
            new = _as_it_stands(question, deciding)
            if new == question:
                return
            self.page = replace(self.page, question=new)
        self.show()

    def tap(self, seat: int, at: tuple[str, int], said: str, sent: str) -> None:
        """Take what was sent from a phone of this seat; each phone says again and again what it sent last.

        `at` has the run and the call that it was for, `sent` its page and its number among that page's taps. What
        nobody waits for is thrown away.
        """
        with self._lock:
            page = self.page
            self.sign(seat)
            if not said or not page.open or at != (page.run, page.call) or not self._noted(seat, sent):
                return
            if not (self._open or self._votes or self._deciding):
                self._late.append((seat, sent))
                return
            deciding, answer = self._deciding, cast("Heard", Answer(said))
            if votes := self._votes:
                if seat in votes.seats and said in ("yes", "no"):
                    votes.given[seat] = said
                heard, answer = self._counted(votes), Answer(str(votes.yes))
            elif deciding:
                heard, answer = self._agree(deciding.tap(seat, said, now()))
            else:
                heard = self._answer(seat, said)
        if deciding:
            self._show_wishes()
        if heard:
            heard(answer)

    def _noted(self, seat: int, sent: str) -> bool:
        """Note a tap if it is newer than all that its page has sent: two connections may bring them in any order."""
        newest, (page, number) = self._newest.setdefault(seat, {}), _placed(sent)
        early = not (self._asked or self._votes or self._deciding)  # it is sent again, and counts then
        before = newest.pop(page, -1)
        newest[page] = max(before, number - early)
        if len(newest) > REMEMBERED:
            del newest[next(iter(newest))]
        return number > before and not early

    def _agree(self, agreed: str) -> tuple[OnHeard | None, Heard]:
        """Who hears what was decided, and how; nobody yet, while the laptop asks back what was typed."""
        asked = self._open
        if agreed and asked is None:
            self._agreed = agreed
        if not agreed or asked is None:
            return None, Silence()
        self._open = None
        return asked.heard, _decided(agreed)

    def _counted(self, votes: Votes) -> OnHeard | None:
        """Who hears how a vote went: the open question, once it is over."""
        asked, over = self._open, votes.is_over(self.there, now())
        if asked is None or asked.ask.kind != "count" or not over:
            return None
        votes.close()
        self._open = None
        return asked.heard

    def _answer(self, seat: int, said: str) -> OnHeard | None:
        """Who hears this answer; nobody, if this seat was not asked, or if it answers another question."""
        asked = self._open
        if asked is None or isinstance(asked.ask.to, str) or seat not in asked.ask.to or now() < self._shown_from:
            return None
        if not (_names_players(asked.ask, said, self.people) or fits(asked.ask, said)):
            self._notes[seat] = f"{self.texts.word('phones.not-that')} {question_words(asked.ask, self.texts)}"
            return None
        self._open, self._answered = None, True
        return asked.heard


def _placed(sent: str) -> tuple[str, int]:
    """The page of a tap's id, and its number there; one without a number is a page's only one."""
    page, _, number = sent.rpartition(".")
    return (page, int(number)) if page and number.isdecimal() else (sent, 0)


def _as_it_stands(question: SharedQuestion, deciding: Deciding) -> SharedQuestion:
    """The question with who wishes for what, who may answer, and how many it takes."""
    stands = replace(question, wishes=deciding.wishes, nominated=deciding.nominated, full=deciding.full)
    stands = replace(stands, whose=deciding.whose, takes=deciding.takes)
    return replace(stands, needed=deciding.needed, grave=deciding.grave, half=deciding.half)


def _decided(agreed: str) -> Heard:
    """What is heard where phones have decided: the laptop does not ask it back."""
    said = meant(agreed)
    return replace(said, agreed=True) if isinstance(said, Answer) else said


def _names_players(ask: Ask, said: str, people: Collection[int]) -> bool:
    """Whether it names players, as this question wants; the rules say why somebody cannot be chosen."""
    seats = said.split(",")
    most = {"seat": 1, "seats": ask.most}.get(ask.kind, 0)
    named = all(seat.isdecimal() and seat.isascii() and int(seat) in people for seat in seats)
    return named and len({*seats}) == len(seats) <= most
