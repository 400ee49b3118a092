"""The mixer: one line at a time, the ambience under it and tones beside it, block by block, to the very sample."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from narrator.mouth.sound import Samples


_RISE = 48_000  # frames in which an ambience comes in that was already faded up


class PlacedLine:
    """A line under way: `over` is set when the device has all of it (`whole`), or when it was dropped.

    `start` is final once `settled` is set.
    """

    def __init__(self, samples: Samples, start: int) -> None:
        self.samples, self.start = samples, start
        self.begun = self.whole = False
        self.settled, self.over = Event(), Event()


class _Fade(NamedTuple):
    """The gain that an ambience is brought to, and by how much in a frame."""

    target: float = 0.0
    step: float = 0.0


class Mixer:
    """Fills the device's blocks. Its clock, `frame`, is the number of samples that the device has had so far.

    `fill` belongs to the device's thread; what the others change, they change in one assignment: the line, the tone,
    the ambience or the fade. How far the ambience is, and at which gain, only `fill` changes.
    """

    def __init__(self) -> None:
        self.frame = 0
        self._line: PlacedLine | None = None
        self._tone: PlacedLine | None = None
        self._ambience: Samples | None = None
        self._fade = _Fade()
        self._sounding: Samples | None = None
        self._risen = self._fade
        self._at, self._gain = 0, 0.0

    @property
    def speaking(self) -> bool:
        """Whether a line has begun and goes on."""
        line = self._line
        return line is not None and line.begun and not line.whole

    def place(self, samples: Samples, start: int) -> PlacedLine:
        """Begin the samples at that frame, or as soon as possible; what sounds now is dropped."""
        self.drop()
        line = PlacedLine(samples, start)
        self._line = line
        return line

    def chime(self, samples: Samples) -> None:
        """Sound the samples once, as soon as possible, beside whatever sounds."""
        self._tone = PlacedLine(samples, self.frame)

    def drop(self) -> None:
        """Fall silent with the next block, but for the ambience."""
        line, self._line = self._line, None
        if line:
            line.settled.set()
            line.over.set()

    def surround(self, loop: Samples | None) -> None:
        """Put an ambience under the lines, over and over; it rises to the gain that it was faded to."""
        self._ambience = loop

    def fade(self, gain: float, frames: int) -> None:
        """Bring the ambience from its gain now to this one in that many frames."""
        self._fade = _Fade(gain, abs(gain - self._gain) / max(frames, 1))

    def fill(self, out: NDArray[np.float32], frames: int) -> None:
        """Write the next block into every channel of `out`."""
        import numpy as np

        mix = np.zeros(frames, np.float32)
        self._add_ambience(mix)
        self._add(self._line, mix)
        self._add(self._tone, mix)
        out[:] = np.clip(mix, -1.0, 1.0)[:, None]
        self.frame += frames

    def _add(self, line: PlacedLine | None, mix: Samples) -> None:
        if line is None or line.whole:
            return
        if not line.begun:
            line.begun, line.start = True, max(line.start, self.frame)
            line.settled.set()
        begin = line.start - self.frame
        into = mix[max(begin, 0) :]
        part = line.samples[max(-begin, 0) :][: len(into)]
        into[: len(part)] += part
        if begin + len(line.samples) <= len(mix):
            line.whole = True
            line.over.set()

    def _add_ambience(self, mix: Samples) -> None:
        import numpy as np

        ambience, fade = self._ambience, self._fade
        if ambience is not self._sounding:
            self._sounding, self._risen = ambience, fade
            self._at, self._gain = 0, 0.0
        begin, end = self._gain, self._faded(fade, len(mix))
        if ambience is None or not (begin or end):
            return
        self._gain = end
        part = ambience.take(np.arange(self._at, self._at + len(mix)), mode="wrap")
        mix += part * (np.linspace(begin, end, len(mix), dtype=np.float32) if begin != end else np.float32(end))
        self._at = (self._at + len(mix)) % len(ambience)

    def _faded(self, fade: _Fade, frames: int) -> float:
        """Reckon the ambience's gain after so many frames of the fade, which never holds back one that came late."""
        step = max(fade.step, fade.target / _RISE) if fade is self._risen else fade.step
        if fade.target > self._gain:
            return min(self._gain + step * frames, fade.target)
        return max(self._gain - step * frames, fade.target)
