"""Piper, a better voice that is installed apart.

Under the GPL, it is only looked for by the game; what is loaded of it is loaded by its own process, which runs this
module.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.computer import files
from narrator.computer.paths import user_data
from narrator.errors import ChannelLost, Problem, fault
from narrator.mouth.engines import Engine, Render, serve
from narrator.texts import message
from narrator.texts.shell import quoted

if TYPE_CHECKING:
    from piper import PiperVoice, SynthesisConfig

    from narrator.computer.worker import Packet
    from narrator.mouth.voice import Voice

_OWN_PACE = 150  # the profile's words a minute at which the model speaks as it was trained
_REST = 0.2  # seconds between two sentences: Piper makes each by itself and leaves none


def settings_of(voice: Voice) -> Packet:
    """Write what the worker must know of the voice. Raises ChannelLost if Piper or the model is not installed."""
    return {"model": str(find_model(voice.model)), "rate": voice.rate, "volume": voice.volume}


def problems_of(voice: Voice, path: Path) -> Iterator[Problem]:
    """Check a profile that wants Piper."""
    if not voice.model:
        yield fault(f"{path.name}: model", "faults.no-model-of-piper")


# One worker: it takes some 250 MB, all processors by itself, and seconds to load the model.
ENGINE = Engine(
    settings=settings_of,
    problems=problems_of,
    optional=True,
    called=(message("mouth.piper"), message("mouth.instead-of-piper")),
    trouble="no-piper",
)


def voices_folder() -> Path:
    """Name the folder where Piper's models are installed."""
    return user_data() / "piper"


def is_there() -> bool:
    """Whether Piper is installed."""
    return find_spec("piper") is not None


def find_model(model: str) -> Path:
    """Find the model of an installed voice, or the `.onnx` file itself. Raises ChannelLost, with the cure."""
    if not is_there():
        raise ChannelLost(message("mouth.no-piper", cure="pip install piper-tts"))
    named = model.endswith(".onnx")
    path = Path(model) if named else voices_folder() / f"{model}.onnx"
    cure = message("mouth.correct-model") if named else f"narrator voice install {quoted(model)}"
    for file in (path, model_settings(path)):
        if not files.is_file(file):
            raise ChannelLost(message("mouth.no-piper-voice", file=file, cure=cure))
    return path


def model_settings(model: Path) -> Path:
    """Name the file of settings that lies beside a model."""
    return model.parent / f"{model.name}.json"


def begin(settings: Packet) -> tuple[str, Render]:
    """Load the model; its name and Piper's, and what renders with it. Raises LookupError."""
    from importlib.metadata import version

    from narrator.computer.downloads import sum_of

    model = Path(settings["model"])
    try:
        from piper import PiperVoice, SynthesisConfig

        voice = PiperVoice.load(model)
        content = sum_of(model)
    except Exception as fault:
        raise LookupError(f"Piper cannot use {model} ({type(fault).__name__}: {fault})") from fault
    pace = voice.config.length_scale * _OWN_PACE / settings["rate"]
    manner = SynthesisConfig(length_scale=pace, volume=settings["volume"])
    return f"piper {version('piper-tts')} {model.stem} {content[:16]}", lambda text, path: _render(
        voice, manner, text, path
    )


def _render(voice: PiperVoice, manner: SynthesisConfig, text: str, path: str) -> None:
    import wave

    spoken = text.replace("[[", "[ [")  # Piper would take what follows for sounds, not for letters
    sentences = [chunk.audio_int16_bytes for chunk in voice.synthesize(spoken, manner)]
    if not sentences:
        raise ValueError("there is nothing to say")
    rate = voice.config.sample_rate
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(bytes(2 * round(_REST * rate)).join(sentences))


if __name__ == "__main__":
    serve(begin)
