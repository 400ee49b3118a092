"""Listening to one question: where an utterance begins and ends, and what the recogniser makes of it."""

# How talk is told from answers
#
# A recogniser that is told what to listen for finds it, in talk too: hundreds of times an hour. No confidence of its
# own tells the two apart. So three things do: decoys, a judgement of how calm the room is, and a confirmation.
#
# Decoys are short words of the language that mean nothing. They stand in the grammar beside the answers, so that
# what is no answer has something else to be. An answer stands there more often, and so is likelier: 300 times in a
# calm room, 30 times amid talk, and no likelier where it would confirm something amid talk.
#
# Calm. A room is calm after 15 s of *listening* in which nobody talked (`CALM` in voice_activity.py). Only time
# counts in which something is listened for, since the ears are deaf at other times, and in which nobody speaks. It
# is calm no more as soon as somebody talks, that is:
#
# - somebody is speaking when a question opens, and for longer than an echo of the narrator could last (0.8 s);
# - an utterance lasts longer than 5 s;
# - an utterance is no answer, not even a part of a list of seats;
# - amid talk, any utterance at all, an answer too: it counts as talk until it is confirmed.
#
# An evening begins amid talk, since people who sit down do.
#
# What follows. In a calm room an answer, or a command, is taken as soon as it ends; only what was heard with little
# confidence, or shows something that cannot be taken back, is asked back. Amid talk it is given on as `Unsure`
# (question.understand), the room shows it and asks back, and the next utterance must be the confirming word, long
# and rare, or a key. A *yes* would not do, for talk is full of it. The word itself must be certain (`CERTAIN`), and
# nobody at all may speak for 0.7 s before and after it, where for other utterances others may talk on, more softly.
# If it comes, the answer was no talk after all: what it did to the calm is taken back. Anything else drops the
# answer, for a word that came later might confirm another one than was heard.
#
# What costs nothing if it was misheard need not be asked back: that people are ready, that something is to be
# repeated, a pause, a longer or a shorter call (`harmless`). Amid talk it is taken at once if it is certain and
# stands alone: nobody at all speaks for 2 s before it, or since the question opened, and for 2 s after it, and it is
# read the same where an answer is no likelier than a decoy. As long as nobody has talked yet, 0.7 s will do and it is
# read once, so that the first "ready" of an evening is taken at once. A *yes* that means ready is not among them.
#
# Any other command is asked back in the same way whether or not a question is open, and for as long; else the screen
# would show that somebody is being asked (rooms/listener.py).
#
# Begin and end. The first 0.25 s belong to the narrator's own last sound. If somebody is speaking already, that is
# not for this question: nothing is heard until they pause for 0.2 s. An utterance then begins with the 0.2 s before
# the first block with a voice, since a voice is noticed late. It ends after 0.1 s without one if it is read with
# certainty as a phrase with which no other begins (`firm`), after 0.16 s if no word can follow it (`final`), 0.13 s
# if that has several words and the room is calm, after 0.7 s otherwise, or where the recogniser itself ends it; then
# whoever goes on speaking is not heard before the next pause. What is doubtful in a calm room is read again after
# 0.16 s, and an answer over whose end others talk on after 0.3 s, for they may hide more of it. Which of both is
# known first, the pause or the reading, makes no difference (ending.py). Speaking means a voice 8 dB above the room's
# own level, so that an answer has an end though others talk; they hide it for 0.1 s more. In a calm room from which
# it stands out by 24 dB an end is found by its loudness alone, before the detector notices it.
#
# Recognising costs more than all the rest, and most talk need not be recognised. In a calm room it begins with the
# voice, or in the first pause of 0.03 s, so that nothing is left to do when that ends; amid talk it waits for a pause
# of 0.16 s, since people who talk on mostly breathe for less. What lasts 3 s, hardly one answer, is read in a pause
# of 0.7 s; amid talk it is not read at all, unless it may end in a call to the narrator or drop an answer.
#
# What none of this finds is a single remark into a calm room that sounds like an answer: it is taken, and `undo` is
# the way back. The figures are in docs/hearing.md; bench/false_accepts.py measures them.

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence

from narrator.answers import SURE
from narrator.ears.ending import NO_QUIET, Ending, Quiet, Verdict, Wait
from narrator.ears.recognisers import Recogniser, Recognition
from narrator.ears.sound import BLOCK, RATE, blocks
from narrator.ears.voice_activity import VoiceActivity
from narrator.values import dataclass, replace

CERTAIN = 0.9
"""The confidence (0…1) of what ends after a short pause, confirms an answer amid talk, or needs no confirmation."""

TAIL = blocks(0.25)
"""Blocks dropped after listening begins: the narrator's own last sound, still in the room."""

PAUSE = blocks(0.2)
"""Blocks of quiet that must stand before an utterance if somebody spoke on just before."""

FIRST = blocks(0.03)
"""Blocks of quiet in which reading begins in a calm room."""

FIRM = blocks(0.1)
"""Blocks of quiet that end a phrase with which no other begins, read with certainty in a calm room."""

SHORT = blocks(0.16)
"""Blocks of quiet that end a word that nothing can follow, and after which what is in doubt is read again."""

SHORTEST = blocks(0.13)
"""Blocks of quiet that in a calm room end such a phrase of several words, "number seven"."""

BREATH = blocks(0.16)
"""Blocks of quiet in which reading begins amid talk: in shorter ones people mostly breathe, and talk on."""

HIDDEN = blocks(0.3)
"""Blocks of quiet after which an answer is read again if others, who talk on, may hide its end."""

LONG = blocks(0.7)
"""Blocks of quiet that end any other, such as "twenty", or what is no phrase yet."""

HUSH = blocks(0.7)
"""Blocks in which nobody at all speaks, before and after what confirms an answer amid talk."""

ALONE = blocks(2.0)
"""Blocks in which nobody at all speaks, before and after what is taken at once once somebody has talked."""

ANSWER = blocks(3.0)
"""Blocks of an utterance; what lasts longer is hardly one answer: read after a `LONG` pause, amid talk not at all."""

LONGEST = blocks(5.0)
"""Blocks of an utterance; who speaks longer is talking and not answering."""

_LEAD = blocks(0.2)
"""Blocks before the first voice that belong to an utterance: a voice is noticed late."""

_CALM, _AMID_TALK, _CONFIRMING = 300, 30, 1
"""How many times likelier an answer is than a decoy: in a calm room, amid talk, and if it confirms amid talk."""

_TALK = blocks(0.8)
"""Blocks of voices after listening began that are no echo of the narrator."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """What was said, how sure the recogniser is of its least sure word (0…1), and whether the room was calm.

    `alone` is what could be taken amid talk: `harmless` words with nobody speaking before or after them. It took so
    many `seconds` to say, or nobody knows how many.
    """

    text: str
    confidence: float
    calm: bool = True
    alone: bool = False
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Words:
    """What to listen for: phrases, decoys that are there to miss, and the phrases after which nothing can follow."""

    phrases: Mapping[str, str]
    """Each with its meaning; what is no answer means itself."""
    decoys: Sequence[str]
    final: Collection[str]
    firm: Collection[str] = ()
    """Those of them with which nothing else begins that means anything else, not even a longer word."""
    confirming: Collection[str] = ()
    """The phrases that confirm an answer, if it may have been talk and is asked back."""
    harmless: Collection[str] = ()
    """The phrases that may be taken at once amid talk: they cost nothing if they were misheard, or are `called`."""
    called: Collection[str] = ()
    """Those of them that begin with a call to the narrator: long and rare, they need less silence around them."""

    def odds(self, *, calm: bool) -> int:
        """Choose how many times likelier an answer is than a decoy."""
        return _CALM if calm else _CONFIRMING if self.confirming else _AMID_TALK


class Listening:
    """One question: utterance after utterance, each recognised by itself."""

    def __init__(self, recogniser: Recogniser, words: Words, voices: VoiceActivity) -> None:
        """Listen for the words in a room of which `voices` knows how calm it is."""
        self._recogniser, self._words, self._voices = recogniser, words, voices
        self._answers = frozenset(words.phrases)
        self._parts = {part for phrase in words.phrases for part in phrase.split()}
        self._before: deque[bytes] = deque(maxlen=_LEAD)
        self._turn: _Turn | None = None
        self._deaf_for, self._talk = 0, True
        self._heard_for = 0
        self._since = dict.fromkeys((HUSH, ALONE), 0)
        self._alone_for: frozenset[int] = frozenset()

    def take(self, block: bytes) -> Utterance | None:
        """Hear a block, and return the utterance that it completed, if any."""
        self._voices.take(block)
        self._heard_for += 1
        for hush, since in self._since.items():
            self._since[hush] = 0 if self._voices.silence_of(min(hush, self._heard_for)) else since + 1
        if self._turn is not None:
            return self._go_on(self._turn, block)
        if not self._deaf():
            self._before.append(block)
            if self._voices.speaking:
                self._turn = _Turn(self._recogniser, self._words, self._before, calm=self._voices.calm)
                self._before.clear()
                self._alone_for = frozenset(hush for hush, since in self._since.items() if since <= _LEAD)
            else:
                self._voices.count_calm()
        return None

    def finish(self) -> Utterance | None:
        """End the utterance under way, if any: no more sound will come."""
        return self._ended(self._turn) if self._turn is not None else None

    def _deaf(self) -> bool:
        """Whether the tail still sounds, or talk that was under way goes on."""
        if self._talk:
            self._deaf_for += 1
            self._talk = self._deaf_for <= TAIL or not self._paused()
            if self._deaf_for > _TALK:
                self._voices.mark_talk()
        return self._talk

    def _go_on(self, turn: _Turn, block: bytes) -> Utterance | None:
        if turn.hear(block):
            self._talk = True
            return self._ended(turn)
        talk = self._is_talk(turn)
        if not talk and self._verdict(turn) is Verdict.TAKE:
            return self._ended(turn)
        if turn.length > LONGEST or (talk and self._voices.pause_of(LONG)):
            self._turn, self._talk = None, not self._paused()
            self._voices.mark_talk()
        return None

    def _paused(self) -> bool:
        return self._voices.silence_of(HUSH) if self._doubtful else self._voices.pause_of(PAUSE)

    def _verdict(self, turn: _Turn) -> Verdict:
        """Say what becomes of the utterance after the last block; reading is waited for once only that is missing."""
        if self._voices.speaking:
            verdict = turn.ending.speech()
            if verdict is Verdict.DISCARD:
                turn.go_on()
            return verdict
        quiet = self._voices.quiet
        verdict = turn.ending.pause(turn.length, quiet, self._first(turn))
        if verdict is Verdict.READ:
            turn.read(quiet)
        if turn.ending.awaits(self._soonest(turn)):
            utterance = turn.utterance()
            again = self._again(turn, utterance)
            verdict = turn.ending.reading(turn.read_to, self._wait(turn, utterance), again=again)
        return verdict

    def _is_talk(self, turn: _Turn) -> bool:
        """Whether it need not be read: amid talk what is longer than an answer is talk; it may end in a call."""
        return turn.long and not (turn.calm or self._doubtful or self._words.called)

    def _first(self, turn: _Turn) -> Wait:
        """The pause in which reading begins."""
        if self._waits_long(turn):
            return Wait("pause", LONG)
        return Wait("end", FIRST if turn.calm else BREATH)

    def _soonest(self, turn: _Turn) -> Wait:
        """The pause that the utterance has at least, whatever is read."""
        if self._doubtful:
            return Wait("silence", HUSH)
        if self._waits_long(turn):
            return Wait("pause", LONG)
        return Wait("end", FIRM if turn.calm else BREATH)

    def _wait(self, turn: _Turn, utterance: Utterance) -> Wait:
        """The pause that it has after what was read."""
        text = utterance.text
        if self._doubtful:
            return Wait("silence", HUSH)
        if self._stands_alone(utterance):
            return Wait("pause", self._hush(text))
        if self._waits_long(turn) or text not in self._words.final or turn.in_doubt:
            return Wait("pause", LONG)
        if turn.calm and text in self._words.firm:
            return Wait("end", FIRM)
        return Wait("end", SHORTEST if " " in text else SHORT)

    def _again(self, turn: _Turn, utterance: Utterance) -> Wait | None:
        """The pause in which it is read again, if its end may have come late, or is hidden by talk."""
        text = utterance.text
        if self._waits_long(turn) or self._doubtful or self._stands_alone(utterance):
            return None
        if turn.calm and turn.in_doubt:
            return Wait("end", SHORT)
        return Wait("pause", HIDDEN) if text in self._answers and self._voices.quiet.hidden else None

    def _waits_long(self, turn: _Turn) -> bool:
        """Whether it is hardly one answer, or more seats may follow."""
        return turn.long or not self._words.final

    def _stands_alone(self, utterance: Utterance) -> bool:
        """Whether it could be taken amid talk, if nobody speaks after it either."""
        may_be = not utterance.calm and utterance.text in self._words.harmless
        return may_be and self._hush(utterance.text) in self._alone_for

    def _hush(self, text: str) -> int:
        """How long nobody may speak around what is taken at once: an evening begins with no talk to take for it."""
        return ALONE if self._voices.talked and text not in self._words.called else HUSH

    def _ended(self, turn: _Turn) -> Utterance | None:
        self._turn = None
        spoken = turn.length - _LEAD - self._voices.pause
        utterance = replace(turn.utterance(), seconds=max(spoken, 1) * BLOCK / RATE)
        if self._stands_alone(utterance) and self._voices.silence_of(self._hush(utterance.text)):
            again = turn.read_again(_CONFIRMING) if self._voices.talked else utterance
            if again.text == utterance.text:
                return replace(again, alone=True, seconds=utterance.seconds)
        if self._doubtful and utterance.text in self._words.confirming:
            self._voices.unmark_talk()
        elif not self._voices.calm or not self._answers_something(utterance.text):
            self._voices.mark_talk()  # amid talk, what sounds like an answer is talk too, until it is confirmed
        return utterance if utterance.text else None

    @property
    def _doubtful(self) -> bool:
        """Whether an answer is to be confirmed amid talk: by a word with a silence before and after it."""
        return bool(self._words.confirming) and not self._voices.calm

    def _answers_something(self, text: str) -> bool:
        return text in self._answers or bool(text and not self._words.final and set(text.split()) <= self._parts)


class _Turn:
    """An utterance under way."""

    def __init__(self, recogniser: Recogniser, words: Words, before: Iterable[bytes], *, calm: bool) -> None:
        self._recogniser, self._words, self.calm = recogniser, words, calm
        self._sound: list[bytes] = []
        self._given = self.read_to = 0
        self._quiet = NO_QUIET
        self._again = False
        self._recognition = self._begin()
        self._utterance: Utterance | None = None
        self.ending = Ending()
        for block in before:
            self.hear(block)

    @property
    def length(self) -> int:
        """How many blocks it has."""
        return len(self._sound)

    @property
    def long(self) -> bool:
        """Whether it is longer than one answer."""
        return self.length > ANSWER and bool(self._words.final)

    @property
    def in_doubt(self) -> bool:
        """Whether what was read is not certain; amid talk, where it is asked back, less is enough."""
        return self.utterance().confidence < (CERTAIN if self.calm else SURE)

    def hear(self, block: bytes) -> bool:
        """Hear a block; True if the recogniser, which also ends utterances, ended this one.

        What may be talk is recognised only where it is read.
        """
        self._sound.append(block)
        at_once = self.calm and not self._again and not self.long
        return self._utterance is None and at_once and self._catch_up()

    def read(self, quiet: Quiet) -> None:
        """Begin to read what was said so far, in such a quiet."""
        if self._utterance is not None:
            self.go_on()
        if not self._catch_up():
            self._recognition.begin()
        self.read_to, self._quiet = self.length, quiet

    def go_on(self) -> None:
        """Forget what was read: there is more to hear. Where others talk, what seems a pause may be none."""
        apart = not self._quiet.hidden and self._quiet.end + self.length - self.read_to >= SHORT
        self._utterance = None
        if not self._recognition.go_on(apart=apart):  # it gave its result, and must begin again
            self._recognition, self._given, self._again = self._begin(), 0, True

    def utterance(self) -> Utterance:
        """Read what was said so far."""
        if self._utterance is None and not self._catch_up():
            self._utterance = self._read(self._recognition)
        assert self._utterance
        return self._utterance

    def read_again(self, odds: int) -> Utterance:
        """Read the same sound once more, with an answer so many times likelier than a decoy."""
        recognition = self._recogniser.hear(self._words.phrases, self._words.decoys, odds)
        _ = any(recognition.accept(block) for block in self._sound)
        return self._read(recognition)

    def _begin(self) -> Recognition:
        words = self._words
        return self._recogniser.hear(words.phrases, words.decoys, words.odds(calm=self.calm))

    def _catch_up(self) -> bool:
        """Recognise what waits for it; True if the recogniser ended the utterance."""
        waiting, self._given = self._sound[self._given :], len(self._sound)
        if any(self._recognition.accept(block) for block in waiting):
            self._utterance = self._read(self._recognition)
        return self._utterance is not None

    def _read(self, recognition: Recognition) -> Utterance:
        text, confidence, each = recognition.result()
        for called in self._words.called:
            if text.endswith(f" {called}") and each:  # what is said before a call is not for the narrator
                text, confidence = called, min(each[-len(called.split()) :])
        return Utterance(text, confidence, self.calm)
