"""The profile of a voice that is being recorded: made with the first reading, in the user's own folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from narrator.computer import files
from narrator.computer.paths import user_voices
from narrator.computer.toml_reader import read
from narrator.errors import BadData, fault
from narrator.mouth.packs import Pack
from narrator.mouth.voice import Voice, pack_folder, profile_path, voice_ids

_PROFILE = """# A recorded voice. Keys: docs/voices.md
format = 1
engine = "recorded"
language = "{language}"
fallback = "system"  # says what is not recorded; "none" shows it on the screen instead
"""


def pack_to_record(name: str, language: str) -> Pack:
    """Open the pack of the voice, a profile's name or file; a new one gets its profile and its folder.

    Raises BadData if the name is no name, or that of a voice that is not recorded.
    """
    path = _path(name)
    if not files.there(path):
        files.make_folder(path.parent)
        files.write(path, _PROFILE.format(language=language).encode())
    return Pack(files.make_folder(pack_folder(_recorded(path), path)))


@contextmanager
def recording(name: str, language: str) -> Iterator[Pack]:
    """Open the pack of the voice as `pack_to_record` does; a new voice of which nothing was kept is removed again."""
    path = _path(name)
    new, pack = not files.there(path), pack_to_record(name, language)
    try:
        yield pack
    finally:
        with suppress(OSError):
            if new and not any(pack.folder.iterdir()):
                pack.folder.rmdir()
                path.unlink()


def pack_to_check(name: str) -> Pack:
    """Open the pack of the voice, a profile's name or file. Raises BadData."""
    path = profile_path(name)
    return Pack(pack_folder(_recorded(path), path))


def _path(name: str) -> Path:
    named = name.endswith(".toml")
    if not (named and files.there(Path(name))) and not re.fullmatch(r"[\w-]+", Path(name).stem if named else name):
        raise BadData([fault("voice", "faults.no-name-of-a-voice", name=name)])
    known = named or name in voice_ids()
    return profile_path(name) if known else user_voices() / f"{name}.toml"


def _recorded(path: Path) -> Voice:
    voice = read(path, Voice)
    if voice.engine != "recorded":
        raise BadData([fault(f"{path.name}: engine", "faults.not-a-recorded-voice", name=path.stem)])
    return voice
