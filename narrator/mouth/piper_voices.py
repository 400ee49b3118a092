"""Piper's voices: which can be installed by name, and how they come, from the network or from a file."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches, metadata
from importlib.util import find_spec
from pathlib import Path

from narrator.computer import files, parsing
from narrator.computer.downloads import (
    Download,
    Progress,
    not_there,
    offer_of,
    offers,
    unwritable,
    used_up,
    verified,
)
from narrator.errors import BadData, ChannelLost, Problem, fault
from narrator.mouth.piper import is_there, model_settings, voices_folder
from narrator.texts import message

_TABLE = Path(__file__).resolve().with_name("piper_voices.toml")
_ONNX = b"\x08"  # what a model begins with; a wireless network's log-in page does not
_LEAST = 1_000_000  # bytes; the smallest models have twenty times as many


def known_voices() -> tuple[Download, ...]:
    """List the voices that can be downloaded."""
    return offers(_TABLE)


def voice_of(name: str) -> Download:
    """Find a voice by its name. Raises BadData."""
    known = ((voice.name, voice) for voice in known_voices())
    return offer_of(name, known, f'voice = "{name}"', message("faults.no-such-voice"))


def installable() -> bool:
    """Whether Piper itself is there, or this Python can install it."""
    return is_there() or find_spec("pip") is not None


def install_program() -> None:
    """Install Piper beside the narrator, as its extra says. Raises ChannelLost."""
    ours = next(iter(metadata.entry_points(group="console_scripts", name="narrator")), None)
    extras = (one.partition(";") for one in (ours and ours.dist and ours.dist.requires) or ())
    wanted = [package.strip() for package, _, extra in extras if "piper" in extra]
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--only-binary=:all:",
    ]
    done = subprocess.run([*command, *wanted], capture_output=True, encoding="utf-8", errors="replace")
    invalidate_caches()
    if done.returncode or not is_there():
        last = (done.stderr.strip().splitlines() or ["pip failed"])[-1]
        raise ChannelLost(message("mouth.piper-not-had", why=last))


def install(name: str, progress: Progress, into: Path | None = None) -> Path:
    """Download a voice, going on where an earlier try stopped, and install it; give its model's file.

    Raises ChannelLost when the network fails, BadData when what came is not what was wanted.
    """
    from narrator.computer.transfer import download

    voice = voice_of(name)
    with _written(voice, into) as part:
        download(f"{voice.url}.onnx.json", model_settings(part), lambda *_: None)
        download(f"{voice.url}.onnx", part, progress)
        return _verified(voice, part)


def install_from(file: Path, name: str, into: Path | None = None) -> Path:
    """Install a voice from its two downloaded files, `.onnx` and `.onnx.json`. Raises BadData, ChannelLost."""
    voice = voice_of(name)
    missing = [one for one in (file, model_settings(file)) if not files.is_file(one)]
    if missing:
        cure = message("faults.two-files", one=f"{voice.url}.onnx", other=f"{voice.url}.onnx.json")
        raise BadData([not_there(one, cure) for one in missing])
    with _written(voice, into) as part:
        shutil.copyfile(file, part)
        shutil.copyfile(model_settings(file), model_settings(part))
        return _verified(voice, part)


@contextmanager
def _written(voice: Download, into: Path | None) -> Iterator[Path]:
    """Make the folder, and name the file in it that the model comes into. Raises ChannelLost if that fails."""
    folder = into or voices_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield folder / f"{voice.name}.part.onnx"
    except OSError as error:
        raise unwritable(Path(error.filename or folder), error) from None


def _verified(voice: Download, part: Path) -> Path:
    """Take the files that came for the voice, whole and checked, or throw them away."""
    model = part.with_name(f"{voice.name}.onnx")
    with used_up(part, model_settings(part)):
        problems = _problems(voice, part)
        if problems:
            raise BadData(problems)
        with verified(part, model.with_suffix(".sha256"), voice.sha256):
            model_settings(part).replace(model_settings(model))
            part.replace(model)
    return model


def _problems(voice: Download, part: Path) -> list[Problem]:
    """List what keeps the files from being used as this voice."""
    problems = []
    with part.open("rb") as file:
        begins = file.read(len(_ONNX))
    if begins != _ONNX or part.stat().st_size < _LEAST:
        problems.append(fault(part.name, "faults.no-piper-model"))
    if _language(model_settings(part)) != voice.language:
        problems.append(fault(model_settings(part).name, "faults.no-piper-settings", language=voice.language))
    return problems


def _language(settings: Path) -> str:
    """Read the language from a model's settings; empty if they are none."""
    try:
        return str((parsing.json_object(files.content(settings)) or {})["espeak"]["voice"])
    except (LookupError, TypeError, files.Unreadable):
        return ""
