"""When an utterance has ended: decided by how long nobody speaks and by what was read, whichever is known first.

It has no clock, sound or recogniser of its own: everything comes as a message, and each is answered by a verdict.

| state    | message                | verdict                                                  | then     |
|----------|------------------------|----------------------------------------------------------|----------|
| speaking | a pause                | read, if it is long enough for that, else hold           | reading  |
| speaking | speech goes on         | hold                                                     | speaking |
| reading  | a pause                | hold                                                     | reading  |
| reading  | a reading of the sound | take, if the pause is as long as this needs, else hold   | read     |
| read     | a pause                | take, if it is as long as the reading needs, else hold   | read     |
| doubted  | a pause                | read again, if it is as long as the reading said         | reading  |
| any      | speech goes on         | discard what was read, or is being read                  | speaking |
| any      | an older reading       | discard it: more was heard since                         |          |
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Literal, NamedTuple

from narrator.values import dataclass


class Quiet(NamedTuple):
    """For how many blocks nobody has spoken, by three measures, each as long as the one after it or longer."""

    end: int
    """Since somebody who spoke to the narrator ended; in a calm, quiet room loudness tells it at once."""
    pause: int
    """The same by the detector; others' talk, softer than theirs, counts as a pause."""
    silence: int
    """Since anybody at all spoke."""

    def lasts(self, wait: Wait) -> bool:
        """Whether it is as long as that."""
        return bool(getattr(self, wait.of) >= wait.blocks)

    @property
    def hidden(self) -> bool:
        """Whether others are heard, who may hide a softer end; where loudness tells the end, nothing is hidden."""
        return self.silence < self.pause == self.end


class Wait(NamedTuple):
    """A quiet to wait for: by which measure, and how many blocks of it."""

    of: Literal["end", "pause", "silence"]
    blocks: int


class Verdict(Enum):
    """What is to be done with what was said so far."""

    HOLD = auto()
    READ = auto()
    TAKE = auto()
    DISCARD = auto()


NO_QUIET = Quiet(0, 0, 0)


@dataclass(slots=True)
class Ending:
    """The end of one utterance."""

    _quiet: Quiet = NO_QUIET
    _upto: int = 0
    """Up to which block it is read; 0 while somebody speaks."""
    _wait: Wait | None = None
    """What the reading waits for, once there is one."""
    _again: Wait | None = None
    """The pause in which it is read again, if the reading is doubted: its end may have come late."""

    def pause(self, at: int, quiet: Quiet, first: Wait) -> Verdict:
        """At this block nobody speaks for so long; reading begins in a pause as long as the `first`."""
        self._quiet = quiet
        if self._wait and not self._again and quiet.lasts(self._wait):
            return Verdict.TAKE
        if not quiet.lasts(self._again or first) or (self._upto and not self._again):
            return Verdict.HOLD
        self._upto, self._wait, self._again = at, None, None
        return Verdict.READ

    def speech(self) -> Verdict:
        """Somebody speaks on."""
        begun = self._upto
        self._quiet, self._upto, self._wait, self._again = NO_QUIET, 0, None, None
        return Verdict.DISCARD if begun else Verdict.HOLD

    def reading(self, upto: int, wait: Wait, *, again: Wait | None = None) -> Verdict:
        """The sound up to this block was read, and needs such a quiet; what is doubted is read `again` instead."""
        if upto != self._upto:
            return Verdict.DISCARD
        self._again = again if again and not self._quiet.lasts(again) else None
        self._wait = wait
        return Verdict.HOLD if self._again or not self._quiet.lasts(wait) else Verdict.TAKE

    def awaits(self, soonest: Wait) -> bool:
        """Whether the quiet is as long as any reading may need, and only the reading is missing."""
        return bool(self._upto) and self._wait is None and self._quiet.lasts(soonest)
