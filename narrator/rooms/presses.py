"""Which counted word a key means: the one that sounds and stands on the screen, or the next one, a moment early.

Nobody can tell a slow reaction to one word from a quick one to the next, so the line between them is drawn where few
presses fall. What is known of them:

- A reaction to a sound takes some 0.15 s where it is the only one, and 0.2 to 0.4 s where it must be told from others
  (R. D. Luce, *Response Times*, 1986); to a word, of which enough must have been heard first, somewhat more.
- Whoever chooses among things shown in turn needs a beat of their mean reaction divided by 0.65, which is about that
  mean and two standard deviations (Simpson, Koester and LoPresti, "Selecting an appropriate scan rate: the .65 rule",
  Assistive Technology 19, 2007, doi:10.1080/10400435.2007.10131865). A beat of 1.3 s is for people who need 0.85 s.
- Whoever taps with a steady beat, and not after it, is early: by hundredths of a second in the mean, with a spread of
  some per cent of the beat (B. H. Repp, "Sensorimotor synchronization", Psychonomic Bulletin & Review 12, 2005,
  doi:10.3758/BF03206433). A mean of 0.08 s and two spreads of 4 per cent are 0.18 s of a beat of 1.3 s.

So a key means a word from its beginning until `EARLY` before the next, which is 1.1 s of 1.3. Nobody can tap with the
first word, which no beat announces: a key before it means nothing. The last one's time ends with the counting.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

EARLY = 0.15
"""The part of a beat by which a key may come before its word."""

BOUNCE = 0.7
"""Seconds in which a second press is the same one: a key that is held begins to repeat within them."""


class Presses:
    """The keys pressed while `choices` are counted, a beat of so many seconds apart."""

    def __init__(self, choices: Sequence[str], beat: float) -> None:
        self._choices, self._beat = choices, beat
        self._begun: list[float] = []
        self._last = float("-inf")
        self.picks: list[str] = []
        """The choices that were meant, each once, the last one last."""

    def begins(self, place: int, moment: float) -> None:
        """Note that the word in this place (0…) begins at that moment, perhaps still to come; again if it moves."""
        self._begun[place:] = [moment]

    def press(self, moment: float) -> bool:
        """Take a key pressed at that moment; True if it means a choice."""
        again, self._last = moment - self._last < BOUNCE, moment
        place = self._meant(moment)
        if again or place < 0:
            return False
        choice = self._choices[place]
        self.picks = [*(pick for pick in self.picks if pick != choice), choice]
        return True

    def _meant(self, moment: float) -> int:
        """Find the place of the word that a key means; -1 before the first."""
        place = bisect_right(self._begun, moment) - 1
        if place < 0 or place + 1 == len(self._choices):
            return place
        later = self._begun[place + 1 :]
        due = later[0] if later else self._begun[place] + self._beat
        return place + (due - EARLY * self._beat <= moment < due)
