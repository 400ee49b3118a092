"""Piper, the better voice that is installed apart: whether it is there, and where its models are."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from narrator.computer import files
from narrator.computer.paths import user_data
from narrator.errors import ChannelLost
from narrator.texts import message


def voices_folder() -> Path:
    """Give the folder where Piper's models are installed."""
    return user_data() / "piper"


def find_model(model: str) -> Path:
    """Find the model of an installed voice, or the `.onnx` file itself. Raises ChannelLost, with the cure.

    Piper itself is only looked for: under the GPL, it is loaded by its own process alone.
    """
    if find_spec("piper") is None:
        cure = 'pip install ".[piper]"'
        why = f"Piper is not installed: {cure} in the project's folder."
        raise ChannelLost(why, message("mouth.no-piper", cure=cure))
    if model.endswith(".onnx"):
        path, cure = Path(model), "Correct model in the voice's profile."
    else:
        path, cure = voices_folder() / f"{model}.onnx", f"narrator voice install {model}"
    for file in (path, settings_of(path)):
        if not files.is_file(file):
            why = f"Piper's voice is not there: {file} is missing. {cure}"
            raise ChannelLost(why, message("mouth.no-piper-voice", file=file, cure=cure))
    return path


def settings_of(model: Path) -> Path:
    """Name the file of settings that belongs to a model and lies beside it."""
    return model.parent / f"{model.name}.json"
