"""RHVoice, natural voices that are installed apart: a program of its own, asked for one line at a time.

The program and its library are under the (L)GPL; nothing of it is loaded. Its voice natan is in the public domain.
"""

from __future__ import annotations

import os
import platform
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

from narrator.computer import files, paths
from narrator.errors import ChannelLost, Problem, fault
from narrator.mouth.engines import Engine, Render, serve
from narrator.texts import message

if TYPE_CHECKING:
    from narrator.computer.worker import Packet
    from narrator.mouth.voice import Voice

_PROGRAMS = ("RHVoice-test", "rhvoice.test")  # distributions' packages and builds; the snap
_SHARED = ("/usr/share/RHVoice", "/usr/local/share/RHVoice")
_OWN_PACE = 176  # the profile's words a minute at which natan speaks as he was trained
_PATIENCE = 15.0  # seconds for a line; less than the parent waits, so that the program ends before its worker does


def settings_of(voice: Voice) -> Packet:
    """Write what the worker must know of the voice. Raises ChannelLost if RHVoice or the voice is not installed."""
    program, names = find_program(), ("model", "rate", "pitch", "volume")
    found = voices_of(program)
    if found and voice.model.casefold() not in found:  # asked for a voice that it lacks, it speaks with any
        others = ", ".join(sorted(found))
        raise ChannelLost(message("mouth.no-rhvoice-voice", voice=voice.model, others=others))
    return {"program": program, **{name: getattr(voice, name) for name in names}}


def problems_of(voice: Voice, path: Path) -> Iterator[Problem]:
    """Check a profile that wants RHVoice."""
    if not voice.model:
        yield fault(f"{path.name}: model", "faults.no-voice-of-rhvoice")


ENGINE = Engine(
    settings=settings_of,
    problems=problems_of,
    workers=2,
    optional=True,
    called=(message("mouth.rhvoice"), message("mouth.instead-of-rhvoice")),
    trouble="no-rhvoice",
)


def find_program() -> str:
    """Find RHVoice's program. Raises ChannelLost, with the cure."""
    for name in _PROGRAMS:
        found = which(name)
        if found:
            return found
    raise ChannelLost(message(f"mouth.no-rhvoice.{'debian' if _has_packages() else paths.system()}"))


def _has_packages() -> bool:
    """Whether this is Debian or made of it, such as Ubuntu: their packages hold the voices too."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return False
    return "debian" in (release["ID"], *release.get("ID_LIKE", "").split())


def voices_of(program: str) -> dict[str, str]:
    """List the installed voices, names in small letters, with their revisions; empty if their folder is not found."""
    own = Path(program).resolve().parent.parent / "share/RHVoice"
    folders = [Path(folder) for folder in (os.environ.get("RHVOICE_DATA_PATH"), own, *_SHARED) if folder]
    found = {}
    for info in (info for folder in folders for info in sorted(folder.glob("voices/*/voice.info"))):
        with suppress(files.Unreadable):
            lines = files.content(info).decode("utf-8", "replace").splitlines()
            keys = {key.strip(): value.strip() for key, _, value in (line.partition("=") for line in lines)}
            found[keys.get("name", info.parent.name).casefold()] = keys.get("revision", "")
    return found


def begin(settings: Packet) -> tuple[str, Render]:
    """Try the voice; its name and the program's version, and what renders with it. Raises LookupError."""
    program, voice = settings["program"], settings["model"]
    manner = [program, "-p", voice, *_manner(settings)]
    try:
        with tempfile.TemporaryDirectory(prefix="narrator-") as folder:
            _render(manner, "a", str(Path(folder) / "line.wav"))
    except (OSError, subprocess.SubprocessError, ValueError) as fault:
        raise LookupError(f"RHVoice cannot speak as {voice} ({fault})") from fault
    revision = voices_of(program).get(voice.casefold(), "")
    return f"rhvoice {voice} {revision}".strip(), lambda text, path: _render(manner, text, path)


def _manner(settings: Packet) -> list[str]:
    """Write rate, pitch and volume as the program takes them, in per cent of the voice's own."""
    per_cent = {
        "-r": 100 * settings["rate"] / _OWN_PACE,
        "-t": 50 + settings["pitch"],
        "-v": 100 * settings["volume"],
    }
    return [word for option, value in per_cent.items() for word in (option, str(round(value)))]


def _render(manner: list[str], text: str, path: str) -> None:
    said = _run([*manner, "-o", path], text)
    if not Path(path).is_file():
        raise ValueError(said.strip() or "no sound came")


def _run(command: list[str], text: str) -> str:
    """Run the program, and give what it wrote. Raises OSError, ValueError, subprocess.TimeoutExpired."""
    done = subprocess.run(
        command, input=text, capture_output=True, encoding="utf-8", errors="replace", timeout=_PATIENCE
    )
    if done.returncode:
        raise ValueError(
            done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"it ended with {done.returncode}"
        )
    return done.stdout + done.stderr


if __name__ == "__main__":
    serve(begin)
