"""Recorded packs: a folder of sound files, one for each part of a line, and the words that were read for it."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from narrator.computer import files
from narrator.computer.files import replacing
from narrator.computer.toml_reader import read
from narrator.cues import Part
from narrator.mouth.sound import Sound, write_sound
from narrator.values import dataclass, field

TAKES = "takes"
"""The folder inside a pack that keeps every take as it was read."""

_LIST = "texts.toml"
_HEAD = "# What was read for each file. Where the script says something else by now, the recording is not used.\n"


@dataclass(frozen=True, kw_only=True)
class RecordedTexts:
    """The words that were read, by part."""

    format: int = 1
    texts: dict[str, str] = field(default_factory=dict)


class Pack:
    """The recordings in a folder, which may not be there yet. Raises BadData if its list of texts is damaged."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._list = folder / _LIST
        self.texts = dict(read(self._list, RecordedTexts).texts) if files.there(self._list) else {}

    def path(self, part: str) -> Path:
        """Name the part's file."""
        return self.folder / f"{part.replace('/', '-').replace(os.sep, '-')}.wav"

    def lack(self, part: Part) -> Literal["", "missing", "other words"]:
        """Tell why the part cannot be heard from this pack; empty if it can."""
        if not files.is_file(self.path(part.id)):
            return "missing"
        return "" if words(self.texts.get(part.id, part.text)) == words(part.text) else "other words"

    def find(self, part: Part) -> Path | None:
        """Find the recording of the part with these very words."""
        return None if self.lack(part) else self.path(part.id)

    def keep(self, parts: Sequence[tuple[Part, Sound]]) -> None:
        """Keep recordings in place of those there are; each appears whole or not at all."""
        files.make_folder(self.folder)
        for part, sound in parts:
            self._replace(self.path(part.id), sound)
        self.texts |= {part.id: part.text for part, _ in parts}
        self._write_list()

    def keep_take(self, name: str, sound: Sound) -> Path:
        """Keep a take as it was read, beside those before it."""
        folder = files.make_folder(self.folder / TAKES)
        path = folder / f"{self.path(name).stem}.{len(self.takes(name)) + 1}.wav"
        self._replace(path, sound)
        return path

    def takes(self, name: str) -> list[Path]:
        """List the takes that were kept of a reading, oldest first."""
        stem = f"{self.path(name).stem}."
        found = [path for path in (self.folder / TAKES).glob("*.wav") if path.stem.startswith(stem)]
        numbered = {path.stem.removeprefix(stem): path for path in found}
        return [numbered[number] for number in sorted(filter(str.isdecimal, numbered), key=int)]

    def _replace(self, path: Path, sound: Sound) -> None:
        with replacing(path, private=True) as half:
            write_sound(half, sound)

    def _write_list(self) -> None:
        import tomlkit

        written = tomlkit.dumps({"format": 1, "texts": dict(sorted(self.texts.items()))})
        with replacing(self._list, private=True) as half:
            half.write_text(_HEAD + written, encoding="utf-8")


def words(text: str) -> list[str]:
    """List the words, whatever stands between them: they must be alike for a recording to fit."""
    return re.findall(r"\w+", text.casefold())
