"""A voice that reads letters: it came with the program, wants numpy alone, and so speaks alike on every computer.

A network, taught by a voice, makes of each letter how long it lasts, and of that the frames of a vocoder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.computer import files
from narrator.errors import BadData, ChannelLost, Problem, fault
from narrator.mouth.engines import Engine, Render, serve
from narrator.texts import message

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from narrator.computer.worker import Packet
    from narrator.mouth.vocoder import Frames
    from narrator.mouth.voice import Voice

    Array = NDArray[Any]

ENDING = ".npz"
"""Of the file of a voice."""

_OWN_PACE = 176  # the profile's words a minute at which a voice speaks as it was taught
_OWN_PITCH = 50
_FORMAT = 1
_MADE = 1  # goes up when the same letters sound differently, so that lines are made anew
_LOUDNESS = 1.0
_REACH = (1, 2, 4, 8, 1, 2, 4, 8)
"""How many frames apart those are that a layer of the decoder sees together."""


def settings_of(voice: Voice) -> Packet:
    """Write what the worker must know of the voice. Raises ChannelLost if its file is not there."""
    if not files.is_file(Path(voice.model)):
        raise ChannelLost(message("mouth.no-letters", file=voice.model))
    return {name: getattr(voice, name) for name in ("model", "language", "rate", "pitch", "volume")}


def problems_of(voice: Voice, path: Path) -> Iterator[Problem]:
    """Check a profile that wants such a voice."""
    if not voice.model.endswith(ENDING):
        yield fault(f"{path.name}: model", "faults.no-file-of-letters")


ENGINE = Engine(settings=settings_of, problems=problems_of, workers=2, optional=True, trouble="no-letters")


class Network:
    """A voice's numbers, by the names of its layers, and what they make of letters.

    A layer's numbers are (reach, from, to), or (from, to). Those kept as int8 have a scale for each column.
    """

    def __init__(self, file: Path) -> None:
        """Read the file. Raises whatever numpy raises of a damaged one, LookupError of a strange one."""
        import numpy as np

        with np.load(file, allow_pickle=False) as kept:
            if int(kept["format"]) != _FORMAT:
                raise LookupError(f"{file} is of another version of the narrator")
            self.letters = str(kept["letters"])
            named = (name for name in kept.files if kept[name].dtype.kind in "fi" and not name.endswith(".scale"))
            self._numbers = {name: _unpacked(kept, name) for name in named}

    def frames(self, text: str, rate: float, pitch: float) -> Frames:
        """Make the frames of a text, `rate` times as fast and `pitch` times as high as the voice was taught."""
        import numpy as np

        from narrator.mouth.vocoder import CEPSTRA, Frames

        numbers = self._numbers
        letters = [0, *(self.letters.index(letter) + 1 for letter in text if letter in self.letters), 0]
        known = numbers["emb"][letters]
        for layer in range(6):
            known = self._step(known, f"enc.{layer}")
        known = known + numbers["spk"][0]
        made = self._among_frames(known, self._durations(known, rate)) @ numbers["up"] + numbers["upb"]
        for layer, reach in enumerate(_REACH):
            made = self._step(made, f"dec.{layer}", reach)
        out = made @ numbers["ow"] + numbers["ob"]
        voiced = out[:, 1] > 0
        out = out * numbers["std"] + numbers["mean"]
        hertz = np.where(voiced, np.exp(out[:, 0]) * pitch, 0.0)
        return Frames(hertz, out[:, 2 : 2 + CEPSTRA], out[:, 2 + CEPSTRA :])

    def _durations(self, known: Array, rate: float) -> Array:
        """How many frames each letter lasts, one at least."""
        import numpy as np

        for layer in range(2):
            known = self._step(known, f"dur.{layer}")
        logarithms = (known @ self._numbers["dw"] + self._numbers["db"])[:, 0]
        return np.asarray(np.maximum(np.round(np.exp(logarithms) / rate), 1), int)

    def _among_frames(self, known: Array, durations: Array) -> Array:
        """What is known of the letter of each frame, and where in its letter the frame is (frames, 196)."""
        import numpy as np

        letter = np.repeat(np.arange(len(durations)), durations)
        lasts = durations[letter].astype(np.float32)
        since = np.arange(len(letter)) - (np.cumsum(durations) - durations)[letter]
        share = (since + 0.5) / lasts
        place = np.stack([share, 1 - share, np.log1p(lasts) / 3, np.minimum(since, 20) / 20], 1)
        return np.concatenate([known[letter], place.astype(np.float32)], 1)

    def _step(self, known: Array, layer: str, reach: int = 1) -> Array:
        """A layer: a convolution over neighbours, added to what was known, brought to mean 0 and variance 1."""
        import numpy as np

        weights = self._numbers[f"{layer}.w"]
        edge = len(weights) // 2 * reach
        padded = np.pad(known, ((edge, edge), (0, 0)))
        seen = sum(padded[at * reach : at * reach + len(known)] @ one for at, one in enumerate(weights))
        known = known + np.maximum(seen + self._numbers[f"{layer}.b"], 0)
        known = known - known.mean(1, keepdims=True)
        deviation = np.sqrt(np.square(known).mean(1, keepdims=True) + 1e-5)
        return np.asarray(known / deviation * self._numbers[f"{layer}.g"] + self._numbers[f"{layer}.o"])


def _unpacked(kept: Any, name: str) -> Array:
    import numpy as np

    scale = kept[f"{name}.scale"] if f"{name}.scale" in kept.files else np.float32(1)
    return np.asarray(kept[name].astype(np.float32) * scale)


def begin(settings: Packet) -> tuple[str, Render]:
    """Load the voice; its name and all that decides its sound, and what renders with it. Raises LookupError."""
    import hashlib

    from narrator.mouth import spelling

    model = Path(settings["model"])
    try:
        network, rules = Network(model), spelling.spelling_of(settings["language"])
        content = hashlib.sha256(model.read_bytes() + repr(rules).encode()).hexdigest()
    except BadData as bad:
        raise LookupError(str(bad)) from bad
    except Exception as fault:
        raise LookupError(f"{model} is damaged ({type(fault).__name__}: {fault})") from fault
    rate, pitch = settings["rate"] / _OWN_PACE, 1 + (settings["pitch"] - _OWN_PITCH) / 100

    def render(text: str, path: str) -> None:
        from narrator.mouth.sound import Sound, write_sound
        from narrator.mouth.vocoder import RATE, sound_of

        spelt = rules.read(text)
        if not spelt:
            raise ValueError("there is nothing to say")
        sound = sound_of(network.frames(spelt, rate, pitch)) * (_LOUDNESS * settings["volume"])
        write_sound(Path(path), Sound(sound, RATE))

    return f"letters {_MADE} {model.stem} {content[:16]}", render


if __name__ == "__main__":
    for library in ("OPENBLAS", "OMP", "MKL", "VECLIB"):  # one core is enough, and leaves the others to the night
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    serve(begin)
