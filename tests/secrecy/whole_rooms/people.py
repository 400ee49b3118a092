"""The people at a table: by day prompt and alike; at night each answers when and how he likes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from math import inf
from random import Random

from narrator.answers import Answer, Command, EndOfInput, Heard, NoMatch, Silence, Unsure, meant
from narrator.cues import Ask, At, Part

from tests.secrecy.whole_rooms.acts import DOUBTFUL, NONSENSE, Acts
from tests.secrecy.whole_rooms.clock import Clock
from tests.secrecy.whole_rooms.following import Followed
from tests.secrecy.whole_rooms.handsets import Handsets
from tests.secrecy.whole_rooms.keys import Keys

PROMPT, READY = 3.0, 6.0
"""Seconds to answer by day, and to say that all are ready."""

DOUBTED = 10.0
"""Seconds that somebody who is asked back needs at most, with the confirmation, if nothing comes between."""

CONFIRMS = (0.5, 6.0)
"""Seconds after which somebody who is asked back in secret says what was meant; meanwhile anything may happen."""

LEAST, TURNED = 6.0, 1.5
"""Seconds that a page of a round lasts at least, and after which a key turns it; longer is seen, and not compared."""

PRESS = (0.5, 0.9)
"""Seconds after a word begins in which the key for it is pressed."""

Coming = tuple[float, Heard]
"""When something is heard, and what."""


class People:
    """Ears that hear what a first or second table's people answer, and what is done aloud at both.

    With `keys` they type what they answer, with `hands` they tap on their phones what is asked in secret.
    """

    def __init__(
        self,
        game: Followed,
        clock: Clock,
        acts: Acts,
        chance: Random,
        keys: Keys | None,
        hands: Handsets | None = None,
    ) -> None:
        """`chance` is secret: it draws who answers when, at first with nonsense, or what may not be."""
        self._game, self._clock, self._acts, self._chance, self._keys = game, clock, acts, chance, keys
        self._hands = hands
        self._sure: list[str] = []
        self._put_off = False  # somebody was asked back and could not say what was meant
        self._takes = chance.choice((0.0, 0.5, 1.0))
        """How often whoever reads a result takes it away; at some tables nobody ever does."""

    # ---- What is heard ----

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        phones = self._hands.listening(ask) if self._hands else nullcontext()
        with phones, self._keys.listening(ask) if self._keys else nullcontext():
            return self._heard(ask, inf if seconds is None else self._clock.now + seconds)

    def close(self) -> None:
        """Have nothing to close."""

    def _heard(self, ask: Ask, end: float) -> Heard:
        moment, heard = self._own(ask, end)
        act = self._acts[0] if self._acts and not self._reads_alone(ask) else None
        if act and max(act.due, self._clock.now) < min(moment, end):
            self._clock.until(act.due)
            self._acts.popleft()  # not before, for meanwhile the game may be broken off
            called = self._hands.call_for(act.word) if self._hands else None
            return called or self._typed(_said(act.word, ask), ask)
        self._clock.until(moment)
        if self._hands and (found := self._hands.heard()):
            return found
        if "confirm" in ask.choices and isinstance(heard, Answer):
            self._sure.clear()
        grave = ask.final or (heard == Answer("night") and "night" in ask.choices)
        if grave and isinstance(heard, Answer) and not (heard.spoken or self._sure):
            self._sure = ["confirm"]  # by day it is asked back
        return self._typed(heard, ask)

    def _typed(self, heard: Heard, ask: Ask) -> Heard:
        """Send by a phone or the keys what is to be heard, if there are any."""
        secret = self._game.in_secret and ask.window
        if (
            self._hands
            and secret
            and isinstance(heard, Answer)
            and (found := self._hands.answer(ask, heard.canonical))
        ):
            return found
        if self._keys is None:
            return heard
        match heard:
            case Answer(line) | NoMatch(line) | Command(line):
                return self._keys.send({"no": "n", "ready": ""}.get(line, line))  # "no" is a yes in Polish
        return heard

    def _own(self, ask: Ask, end: float) -> Coming:
        """Draw when what is heard, if nobody does anything aloud before."""
        if "confirm" in ask.choices:
            return self._confirm(ask, end)
        self._put_off = bool(self._sure)
        self._sure.clear()
        if not ask.open:
            return self._too_late(ask, end)
        ready = ask.kind == "ready" and not self._reads_alone(ask)
        said = "ready" if ready else self._game.next_answer
        if self._hands and said and (by_phone := self._hands.by_day(ask, said)):
            return by_phone if by_phone[0] < end else (self._clock.now + PROMPT, Answer(said))
        if ready:
            return self._clock.now + READY, Answer("ready")
        if said is None:
            return self._clock.now, EndOfInput()
        if self._reads_alone(ask):
            longest = max(LEAST, ask.more) - TURNED
            return self._clock.now + self._chance.random() * longest, Answer(said)
        if self._game.in_secret:
            return self._secretly(ask, said, end)
        return (end, Silence()) if said == "time" and end < inf else (self._clock.now + PROMPT, Answer(said))

    def _reads_alone(self, ask: Ask) -> bool:
        """Whether one player alone sits at the keys; at the gate before it everybody looks on."""
        return self._game.is_page and ask.at != At()

    def _too_late(self, ask: Ask, end: float) -> Coming:
        """Take away a result, or type something where nothing is asked any more, now and then."""
        if "ready" in ask.commands and self._chance.random() < self._takes:
            return self._some_time(end), Answer("ready")
        turn = self._game.state.turn
        if self._keys and turn and turn.actors and self._chance.random() < 0.1:
            return self._some_time(end), NoMatch("3")
        return end, Silence()

    def _confirm(self, ask: Ask, end: float) -> Coming:
        """Say again what was meant, if it was said in secret; what is doubted aloud is confirmed aloud.

        A command that is asked back takes no other, and nobody who answers in secret meddles.
        """
        if not self._sure or (self._game.in_secret and not ask.commands):
            return end, Silence()
        wait = self._chance.uniform(*CONFIRMS) if self._game.in_secret else 1.0
        return min(self._clock.now + wait, end), meant(self._sure[0], spoken=True)

    def _secretly(self, ask: Ask, said: str, end: float) -> Coming:
        kind = self._chance.random()
        if self._put_off and said != "time":
            return self._clock.now, Answer(said)
        if kind < 0.1:
            return self._some_time(end), NoMatch(NONSENSE)
        if kind < 0.2 and ask.kind in ("seat", "seats"):
            barred = [str(seat) for seat in self._game.state.seats() if str(seat) not in ask.choices]
            return (self._some_time(end), Answer(barred[0])) if barred else (self._some_time(end), NoMatch("99"))
        if said == "time":
            return end, Silence()
        if self._keys is None and kind < 0.5 and end - self._clock.now > DOUBTED:
            return self._spoken(said, end - DOUBTED, doubtful=kind < 0.3)
        return self._some_time(end), Answer(said)

    def _spoken(self, said: str, end: float, *, doubtful: bool) -> Coming:
        """Say it, so that it may be asked back, early enough that this may be over in time."""
        self._sure = ["no" if doubtful and self._chance.random() < 0.3 else "confirm"]
        return self._some_time(end), Unsure(said, said) if doubtful else Answer(said, spoken=True)

    def _some_time(self, end: float) -> float:
        """Draw a moment before the end: any, the first or the last."""
        share = self._chance.choice((0.0, self._chance.random(), self._chance.random(), 0.9999))
        return self._clock.now + share * (min(end, self._clock.now + 60.0) - self._clock.now)

    # ---- What is done while a line sounds ----

    def notice(self, parts: Sequence[Part], begins: float, ends: float) -> None:
        """Hear a line: press the key for a word that is counted, or type already while it sounds."""
        if self._keys is None:
            return
        if self._keys.pressed:
            if self._wanted(parts[0].id.partition(".")[2]):
                self._clock.at(begins + self._chance.uniform(*PRESS), self._press)
        elif self._game.next_in_call not in (None, "time") and self._chance.random() < 0.3:
            self._clock.at(self._chance.uniform(begins, ends), self._begin_to_type)

    def _press(self) -> None:
        if self._keys and self._keys.pressed:
            self._keys.pressed()

    def _begin_to_type(self) -> None:
        if self._keys:
            self._keys.begin(self._game.next_in_call or "")

    def _wanted(self, counted: str) -> bool:
        """Whether a key is pressed for this word; where nothing is asked, somebody may press for nothing."""
        said = self._game.next_answer if self._game.in_secret else None
        if said is None:
            return self._chance.random() < 0.03
        return counted in said.split(",")


def _said(word: str, ask: Ask) -> Heard:
    """What ears would hear of a word in answer to this question."""
    doubtful, word = word.startswith(DOUBTFUL), word.removeprefix(DOUBTFUL)
    if word not in (*ask.commands, *ask.choices):
        return NoMatch(word)
    return Unsure(word, word) if doubtful else meant(word, spoken=True)
