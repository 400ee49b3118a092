"""A person's recorded voice: lines joined of the parts in a pack; what is not there, another mouth says."""

from __future__ import annotations

import re
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.cues import PLAINLY, Delivery, Part
from narrator.errors import ChannelLost
from narrator.mouth import Mouth
from narrator.mouth.packs import Pack, words
from narrator.mouth.player import SoundPlayer
from narrator.mouth.sound import Sound, at_rate, read_sound, tidy, write_sound
from narrator.mouth.timbres import finish_of, finished
from narrator.texts import Words, message

if TYPE_CHECKING:
    from narrator.mouth.sound import Samples

RESTS = {".!?…": 0.35, ",;:–—": 0.15}
"""Seconds of rest between two recordings for the stops that stand between them."""

_BREATH = 0.03  # where no stop stands: as little as hides the join
_FADE = 0.01

_LACKS = {"missing": "mouth.not-recorded", "other words": "mouth.other-words"}
"""What is told of what a pack lacks."""


class RecordedMouth:
    """Plays the pack's recordings through `player`; it owns the player and the fallback, and closes both.

    `notice` hears once that a line is not in the pack; `name` is what a command calls the voice.
    """

    def __init__(
        self,
        pack: Pack,
        player: SoundPlayer,
        fallback: Mouth,
        notice: Callable[[Words], None],
        *,
        name: str,
        volume: float = 1.0,
        pause: float = 0.0,
        timbre: str = "",
        delivery: Delivery = PLAINLY,
    ) -> None:
        self._pack, self._player, self._fallback, self._notice = pack, player, fallback, notice
        self._name = name
        self._volume, self._pause = volume, pause
        self._timbre, self._delivery = timbre, delivery
        self._hushed = threading.Event()
        self._told = False
        self._folder = tempfile.TemporaryDirectory(prefix="narrator-", ignore_cleanup_errors=True)

    def prepare(self, lines: Sequence[Part], progress: Callable[[int, int], None]) -> None:
        """Prepare what was never recorded with the fallback. Raises ChannelLost."""
        read = {tuple(words(text)) for text in self._pack.texts.values()}
        lacking = [
            line for line in lines if tuple(words(line.text)) not in read and not read.issuperset(_pieces(line.text))
        ]
        if lacking:
            self._fallback.prepare(lacking, progress)

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        """Say the line from its recordings, or by the fallback. Raises ChannelLost."""
        self._hushed.clear()
        if not words(text):
            return
        try:
            path = self._line(parts or (Part("", text),))
        except ChannelLost as lost:
            self._tell(lost.table)
            self._fallback.speak(text, parts)
            return
        if not self._hushed.is_set():
            self._player.play(path)
            self._hushed.wait(self._pause)

    def seconds(self, text: str, parts: Sequence[Part] = ()) -> float:
        """Measure the line, with the voice's pause, from its recordings or else by the fallback."""
        if not words(text):
            return 0.0
        try:
            return self._finished(parts or (Part("", text),)).seconds + self._pause
        except ChannelLost:
            return self._fallback.seconds(text, parts)

    def hush(self) -> None:
        """Stop the line and its pause, whoever says it."""
        self._hushed.set()
        self._player.stop()
        self._fallback.hush()

    def close(self) -> None:
        """Close the player and the fallback."""
        self._player.close()
        self._fallback.close()
        self._folder.cleanup()

    def _line(self, parts: Sequence[Part]) -> Path:
        """Write the line's whole sound to a file. Raises ChannelLost if a part of it is not there."""
        line = self._finished(parts)
        path = Path(self._folder.name) / "line.wav"
        write_sound(path, Sound(line.samples * self._volume, line.rate))
        return path

    def _finished(self, parts: Sequence[Part]) -> Sound:
        return finished(self._joined(parts), finish_of(parts, self._delivery, self._timbre))

    def _joined(self, parts: Iterable[Part]) -> Sound:
        return joined([(part.text, self._sound(part) if words(part.text) else None) for part in parts])

    def _sound(self, part: Part) -> Sound:
        lack = self._pack.lack(part)
        if lack:
            raise ChannelLost(message(_LACKS[lack], text=part.text.strip(), part=part.id or "-"))
        sound = read_sound(self._pack.path(part.id))
        if not abs(sound.samples).max(initial=0.0) > 0.02:
            raise ChannelLost(message("mouth.silent-part", file=self._pack.path(part.id).name))
        return tidy(sound)

    def _tell(self, fault: Words) -> None:
        if not self._told:
            self._told = True
            self._notice(message("mouth.lacking", voice=self._name, why=fault))


def _pieces(text: str) -> Iterator[tuple[str, ...]]:
    """Split the words at numbers, which are recorded apart."""
    return filter(None, (tuple(words(piece)) for piece in re.split(r"(\d+)", text)))


def joined(pieces: Sequence[tuple[str, Sound | None]]) -> Sound:
    """Join recordings to one sound, with the rests that the texts' stops ask for; a text without sound is a stop."""
    import numpy as np

    rate = max(sound.rate for _, sound in pieces if sound)
    samples: list[Samples] = []
    for number, (text, sound) in enumerate(pieces):
        if sound is None:
            continue
        if samples:
            between = "".join(before for before, _ in pieces[:number])
            samples.append(np.zeros(round(rest_between(between, text) * rate), np.float32))
        samples.append(_faded(at_rate(sound, rate)))
    return Sound(np.concatenate(samples), rate)


def rest_between(before: str, after: str) -> float:
    """Choose the rest (seconds) between two texts by the stops that stand between them."""
    stops = _stops(before[::-1]) + _stops(after)
    return next((rest for signs, rest in RESTS.items() if set(signs) & set(stops)), _BREATH)


def _stops(text: str) -> str:
    spoken = next((place for place, letter in enumerate(text) if letter.isalnum()), len(text))
    return text[:spoken]


def _faded(sound: Sound) -> Samples:
    """Fade the sound in and out, so that it does not click."""
    import numpy as np

    length = min(round(_FADE * sound.rate), len(sound.samples) // 2)
    ramp = np.linspace(0.0, 1.0, length, dtype=np.float32)
    samples = sound.samples.copy()
    samples[:length] *= ramp
    samples[len(samples) - length :] *= ramp[::-1]
    return samples
