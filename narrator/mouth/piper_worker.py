"""Piper's own process: it turns line after line into sound files, and nothing of Piper is loaded anywhere else."""

from __future__ import annotations

import hashlib
import wave
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.mouth.worker import Render, serve

if TYPE_CHECKING:
    from piper import PiperVoice, SynthesisConfig

_OWN_PACE = 150  # the profile's words a minute at which the model speaks as it was trained
_REST = 0.2  # seconds between two sentences: Piper makes each by itself and leaves none


def begin(settings: dict[str, Any]) -> tuple[str, Render]:
    """Load the model, and give Piper's name with the model's and what renders with it. Raises LookupError."""
    model = Path(settings["model"])
    try:
        from piper import PiperVoice, SynthesisConfig

        voice = PiperVoice.load(model)
        with model.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
    except Exception as fault:
        raise LookupError(f"Piper cannot use {model} ({type(fault).__name__}: {fault})") from fault
    pace = voice.config.length_scale * _OWN_PACE / settings["rate"]
    manner = SynthesisConfig(length_scale=pace, volume=settings["volume"])
    return f"piper {version('piper-tts')} {model.stem} {content[:16]}", lambda text, path: _render(
        voice, manner, text, path
    )


def _render(voice: PiperVoice, manner: SynthesisConfig, text: str, path: str) -> None:
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
