"""Piper's voices: which can be installed by name, and how they come, from the network or from a file."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from narrator.computer import files, parsing
from narrator.computer.downloads import Offer, download, verify
from narrator.computer.toml_reader import read
from narrator.errors import BadData, ChannelLost, Problem, suggest
from narrator.mouth.piper import settings_of, voices_folder

Progress = Callable[[int, int], None]
"""Is told how many bytes are there, and how many there will be (0 while that is not known)."""

_TABLE = Path(__file__).resolve().with_name("piper_voices.toml")
_ONNX = b"\x08"  # what a model begins with; a wireless network's log-in page does not
_LEAST = 1_000_000  # bytes; the smallest models have twenty times as many


class PiperVoice(Offer):
    """A voice for Piper that can be downloaded, known by its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    format: int
    voice: tuple[PiperVoice, ...]


def known_voices() -> tuple[PiperVoice, ...]:
    """List the voices that can be downloaded."""
    return read(_TABLE, _Table).voice


def voice_of(name: str) -> PiperVoice:
    """Find a voice by its name. Raises BadData."""
    voices = {voice.name: voice for voice in known_voices()}
    if name not in voices:
        raise BadData([Problem(f"voice {name}", "there is no such voice to install", suggest(name, voices))])
    return voices[name]


def install(name: str, progress: Progress, into: Path | None = None) -> Path:
    """Download a voice, going on where an earlier try stopped, and install it; give its model's file.

    Raises ChannelLost when the network fails, BadData when what came is not what was wanted.
    """
    voice = voice_of(name)
    with _written(voice, into) as part:
        download(f"{voice.url}.onnx.json", settings_of(part), lambda *_: None)
        download(f"{voice.url}.onnx", part, progress)
        return _verified(voice, part)


def install_from(file: Path, name: str, into: Path | None = None) -> Path:
    """Install a voice from its two downloaded files, `.onnx` and `.onnx.json`. Raises BadData, ChannelLost."""
    voice = voice_of(name)
    missing = [one for one in (file, settings_of(file)) if not files.is_file(one)]
    if missing:
        cure = f"two files belong together: {voice.url}.onnx and {voice.url}.onnx.json"
        raise BadData([Problem(str(one), "there is no such file", cure) for one in missing])
    with _written(voice, into) as part:
        shutil.copyfile(file, part)
        shutil.copyfile(settings_of(file), settings_of(part))
        return _verified(voice, part)


@contextmanager
def _written(voice: PiperVoice, into: Path | None) -> Iterator[Path]:
    """Make the folder, and name the file in it that the model comes into. Raises ChannelLost if that fails."""
    folder = into or voices_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield folder / f"{voice.name}.part.onnx"
    except OSError as error:
        raise ChannelLost(f"{error.filename or folder}: cannot be written ({error.strerror or error}).") from None


def _verified(voice: PiperVoice, part: Path) -> Path:
    """Take the files that came for the voice, whole and checked, or throw them away."""
    model = part.with_name(f"{voice.name}.onnx")
    record = model.with_suffix(".sha256")
    try:
        problems = _problems(voice, part)
        if problems:
            raise BadData(problems)
        found = verify(part, record, voice.sha256)
        settings_of(part).replace(settings_of(model))
        part.replace(model)
        record.write_text(found + "\n", "utf-8")
    finally:
        part.unlink(missing_ok=True)  # a whole download is never resumed, be it right or wrong
        settings_of(part).unlink(missing_ok=True)
    return model


def _problems(voice: PiperVoice, part: Path) -> list[Problem]:
    """List what keeps the files from being used as this voice."""
    problems = []
    with part.open("rb") as file:
        begins = file.read(len(_ONNX))
    if begins != _ONNX or part.stat().st_size < _LEAST:
        problems.append(Problem(part.name, "it is no model for Piper", "download it again"))
    if _language(settings_of(part)) != voice.language:
        fault = f"these are no settings of a voice for {voice.language!r}"
        problems.append(Problem(settings_of(part).name, fault, "download it again"))
    return problems


def _language(settings: Path) -> str:
    """Read the language from a model's settings; empty if they are none."""
    try:
        return str((parsing.json_object(files.content(settings)) or {})["espeak"]["voice"])
    except (LookupError, TypeError, files.Unreadable):
        return ""
