"""The sound engine: one stream, opened early and kept open, carries lines, tones and the ambience to the room."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.computer.devices import called
from narrator.errors import ChannelLost
from narrator.mouth.mixer import Mixer
from narrator.mouth.outputs import Output, look_again, open_output, output_names, takes_samples
from narrator.mouth.sound import Sound, at_rate, chime, quiet_edges, read_sound
from narrator.mouth.timeouts import DeviceLost
from narrator.texts import Words, message

if TYPE_CHECKING:
    from narrator.mouth.ambience import Ambience

AHEAD = 0.05
"""Seconds of sound that the device holds at first: so much later at most does it sound."""

GONE = message("mouth.gone")
"""What the screen says of a device that is lost; it is never spoken."""

_MOST_AHEAD = 0.2  # seconds that it holds at most, on a computer that is often late
_KEPT = 0.005  # seconds of a line's first silence that are kept; the rest would only delay it
_STALLED = 2.0  # seconds without a block after which a device counts as lost
_LOOK_AFTER = 30.0  # seconds between two looks for the device that was lost; each interrupts the ambience a moment


class DevicePlayer:
    """Plays through the device whose name contains `device`, or the usual one. Raises ChannelLost at once.

    Another device takes over from a lost one; `notice` is told, and told again when it is back.
    """

    ahead = 0.35
    """A line sounds when its rest is over if it is handed over this many seconds before that."""

    def __init__(
        self,
        device: str | None = None,
        notice: Callable[[Words], None] = lambda _: None,
        *,
        look_after: float = _LOOK_AFTER,
        later: bool = False,
    ) -> None:
        """Open the device now, or `later`, where there is none yet."""
        self._notice, self._look_after = notice, look_after
        self._mixer = Mixer()
        self._ambience: Ambience | None = None
        self._made_for = 0
        self._end = 0
        self.begins: Callable[[float], None] = lambda _: None
        self._sounds = (0, 0.0)  # a frame, and the moment when it sounds
        self._over = self._rest = self._tail = 0.0
        self._silent, self._late = later, False
        self._held, self._filled = AHEAD, math.inf
        self._stopped = threading.Event()
        self._output: Output | None = None  # the first blocks are filled before it is known
        if not later:
            self._output = open_output(device, self._fill, self._mixer.drop, ahead=self._held)
        self._looked = time.monotonic()
        self._home = self._output.name if self._output else device or ""
        if device and not called(device, self._home):
            self._home = device
            others = ", ".join(output_names())
            changed = message("mouth.changed", device=self.through or message("mouth.usual"))
            key = "mouth.no-speaker" if others else "mouth.no-names"
            notice(message(key, wanted=device, others=others, changed=changed))

    @property
    def through(self) -> str:
        """The name of the device that sounds now, if any."""
        return self._output.name if self._output else ""

    @property
    def sounding(self) -> bool:
        """Whether the device takes samples."""
        return self._output is not None and takes_samples(self._output)

    @property
    def rate(self) -> int:
        """The device's samples a second; 0 while there is none."""
        return round(self._output.stream.samplerate) if self._output else 0

    @property
    def delay(self) -> float:
        """The seconds of sound that the device holds; 0 while there is none."""
        return float(self._output.stream.latency) if self._output else 0.0

    def play(self, path: Path) -> None:
        """Play the WAV file, on another device if this one is lost meanwhile. Raises ChannelLost."""
        self.play_sound(read_sound(path))

    def play_sound(self, sound: Sound) -> None:
        """Play the sound and return when its last sample has sounded. Raises ChannelLost."""
        self._stopped.clear()
        try:
            for _ in range(2):  # what is lost in the middle is told again from its beginning
                self.ensure_open()
                if self._sounded(sound):
                    return
                self._let_go()  # the sound library may say for a moment yet that the device is there
        finally:
            self._over = time.monotonic()
        self._tell(None)
        raise DeviceLost(GONE)

    def chime(self) -> None:
        """Sound a short tone beside whatever sounds, and do not wait for it; without a device there is none."""
        if self.sounding:
            self._mixer.chime(chime(self.rate).samples)

    def rest(self, seconds: float) -> None:
        """Begin the next line no earlier than this many seconds after the last one, to the sample."""
        self._rest = seconds

    def surround(self, ambience: Ambience) -> None:
        """Put the ambience under the lines, from its samples at the device's rate; it begins unheard."""
        self._ambience = ambience
        if self._output:
            threading.Thread(target=self._load, args=(self.rate,), name="ambience", daemon=True).start()

    def fade(self, gain: float, seconds: float) -> None:
        """Bring the ambience to this gain."""
        self._mixer.fade(gain, round(seconds * (self.rate or 44_100)))

    def stop(self) -> None:
        """Fall silent with the next block, but for the ambience."""
        self._stopped.set()
        self._mixer.drop()

    def close(self) -> None:
        """Stop and close the stream."""
        self.stop()
        self._let_go()

    def _load(self, rate: int) -> None:
        assert self._ambience
        self._made_for = rate
        try:
            self._mixer.surround(self._ambience(rate))
        except ChannelLost as lost:
            self._notice(message("mouth.no-ambience", why=lost.table))

    def _sounded(self, sound: Sound) -> bool:
        """Play the sound; True if the device took all of it, or was told to stop."""
        fitted = at_rate(sound, self.rate)
        lead, trail = quiet_edges(fitted.samples)
        kept = min(lead, round(_KEPT * self.rate))
        due = self._end + round(self._rest * self.rate) - kept if self._rest else 0
        line = self._mixer.place(fitted.samples[lead - kept :], due)
        if line.settled.wait(_STALLED) and line.begun:
            frame, moment = self._sounds
            self.begins(moment + (line.start + kept - frame) / self.rate)
        frame = -1
        while not line.over.wait(_STALLED) and self._mixer.frame != frame:
            frame = self._mixer.frame
        self._end, self._rest = line.start + len(line.samples) - trail, 0.0
        if line.whole:
            self._stopped.wait(self._tail)
        return line.whole or self._stopped.is_set()

    def ensure_open(self) -> None:
        """Open the device anew if it is gone, is too often late, or may be back. Raises ChannelLost."""
        missed = not called(self._home, self.through) and time.monotonic() - self._looked >= self._look_after
        late = self._late and self._held < _MOST_AHEAD
        if self.sounding and not missed and not late:
            return
        if late:
            self._held = min(1.5 * self._held, _MOST_AHEAD)
        self._open_anew(look=missed or not self.sounding)

    def _open_anew(self, *, look: bool) -> None:
        lost, delay, began = not self.sounding, self.delay, time.monotonic()
        before = None if lost else self.through
        self._let_go()
        self._late, self._filled = False, math.inf
        first = self._mixer.frame
        try:
            if look:
                look_again()
                self._looked = time.monotonic()
            self._output = open_output(self._home, self._fill, self._mixer.drop, ahead=self._held)
            self._home = self._home or self._output.name
        except DeviceLost:
            self._tell(before)
            raise
        now = time.monotonic()
        if lost:  # its clock stood still, and the pause went on
            self._end = first - round((now - self._over) * self.rate)  # the first block sounds as soon as it is there
        else:
            self._end -= round((now - began + self.delay - delay) * self.rate)
        if self._ambience and self.rate != self._made_for:
            self._load(self.rate)
        self._tell(before)

    def _tell(self, before: str | None) -> None:
        """Show on the screen what changed, if anything: `before` it sounded through this device, or None."""
        if self._output is None and not self._silent:
            self._notice(GONE)
        elif self._output and (self._silent or self.through != before):
            self._notice(message("mouth.changed", device=self.through or message("mouth.usual")))
        self._silent = self._output is None

    def _let_go(self) -> None:
        output, self._output = self._output, None
        if output:
            with suppress(Exception):  # a device that was pulled out cannot always be closed in good order
                output.close()

    def _fill(self, out: Any, frames: int, times: Any, _status: Any) -> None:
        now, before = time.monotonic(), self._filled
        if self._output:
            told = times.outputBufferDacTime - times.currentTime  # 0 where the system does not tell
            stream = self._output.stream
            ahead = max(told, stream.latency)
            self._late |= now - before > stream.latency  # not every system tells that it ran dry
            self._tail = ahead + frames / stream.samplerate
            self._sounds = self._mixer.frame, now + ahead
        self._mixer.fill(out, frames)
        self._filled = now if self._mixer.speaking else math.inf
