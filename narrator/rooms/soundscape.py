"""What sounds around the lines: the silence after each, and the ambience that covers the night, or a tense day."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from narrator.errors import ChannelLost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from narrator.cues import At
    from narrator.mouth.ambience import Ambience
    from narrator.mouth.player import SoundPlayer
    from narrator.texts import Words

DUCKED = 0.25
"""The ambience's gain in a call's time in which a microphone listens: 12 dB less."""

FORWARD = 2.0
"""Its gain where none does: 6 dB more, so that no key is heard alone."""

_DUCK, _RISE = 0.5, 3.0  # seconds in which it steps back or comes forward, and in which the night begins or ends


class Soundscape:
    """The sound of a table besides its lines; without a player there is none.

    The ambience follows the cues' kinds and places alone, which are public: it does the same for a question as for
    the pause that stands in its place (R103).
    """

    def __init__(
        self,
        player: SoundPlayer | None = None,
        ambience: Ambience | None = None,
        volume: float = 0.0,
        notice: Callable[[Words], None] = lambda _: None,
        *,
        microphone: bool = True,
    ) -> None:
        self._player, self._ambience, self._volume, self._notice = player, ambience, volume, notice
        self._answering = DUCKED if microphone else FORWARD
        self._gain = self._tension = 0.0
        self._begun = self._off = False
        self.ahead = player.ahead if player else 0.0
        """Seconds before a line is due at which it should be handed over."""

    @property
    def sounds(self) -> bool:
        """Whether there is a player for lines to sound through."""
        return self._player is not None

    @property
    def heard(self) -> bool:
        """Whether a loudspeaker is there now: one may come later, and a player goes on waiting for it."""
        return self._player is not None and bool(getattr(self._player, "sounding", True))

    @property
    def there(self) -> bool:
        """Whether there is an ambience that can be switched off and on."""
        return self._ambience is not None

    @contextmanager
    def begins(self, told: Callable[[float], None]) -> Iterator[None]:
        """Have `told` when each line begins to sound, by the room's clock, as soon as that is known."""
        if self._player is None:
            yield
            return
        before, self._player.begins = self._player.begins, told
        try:
            yield
        finally:
            self._player.begins = before

    def rest(self, seconds: float) -> None:
        """Begin the next line no earlier than this many seconds after the last one."""
        if self._player:
            self._player.rest(seconds)

    def chime(self) -> None:
        """Let everybody notice, whose eyes are closed, that something is asked back."""
        if self._player:
            self._player.chime()

    def speak(self, at: At) -> None:
        """Bring the ambience forward for a line of the night; by day it is as loud as the game is tense."""
        self._bring(1.0 if at.dark else self._tension)

    def listen(self, at: At) -> None:
        """Turn the ambience down for a microphone, or up over the keys, while somebody could be choosing."""
        self._bring(self._answering if at.dark else self._tension)

    def feel(self, tension: float) -> None:
        """Let the ambience follow from now on, by day, how tense the game is: from 0, which is silence, to 1."""
        if tension != self._tension:
            self._tension = tension
            self._bring(tension, _RISE)

    def switch(self) -> bool:
        """Switch the ambience off, or on again; True if it is on."""
        self._off = not self._off
        self._fade(_DUCK)
        return not self._off

    def _bring(self, gain: float, seconds: float = _DUCK) -> None:
        if gain == self._gain:
            return
        edge = 0.0 in (gain, self._gain)
        self._gain = gain
        self._fade(_RISE if edge else seconds)

    def _fade(self, seconds: float) -> None:
        if self._player is None or self._ambience is None:
            return
        if not self._begun:
            self._begun = True
            self._surround(self._player, self._ambience)
        self._player.fade(0.0 if self._off else min(self._gain * self._volume, 1.0), seconds)

    def _surround(self, player: SoundPlayer, ambience: Ambience) -> None:
        try:
            player.surround(ambience)
        except ChannelLost as lost:
            self._ambience = None
            self._notice(lost.table)
