"""Rendered lines on disk, for their owner alone: the same line in the same voice is rendered once."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

from narrator.computer.files import replacing
from narrator.computer.paths import user_cache
from narrator.errors import ChannelLost, for_table
from narrator.mouth.sound import Sound, check_line, read_sound, write_sound
from narrator.mouth.timbres import PLAIN, Finish
from narrator.mouth.voice import Voice
from narrator.texts import message

_UNHEARD = ("id", "format", "pause", "says", "espeak", "spoken_forms", "timbre")
"""Keys of a profile that do not change the sound of a text, which is spelt and finished for the voice already."""

_MOST_BYTES = 400_000_000  # more than ten nights of lines


class LineCache:
    """A folder of lines in one voice and others; when it holds over `most_bytes`, the longest unused go."""

    def __init__(self, folder: Path | None = None, most_bytes: int = _MOST_BYTES) -> None:
        self._folder = folder or user_cache() / "lines"
        self._most_bytes = most_bytes
        self._voice: Voice | None = None
        self._heard = ""  # what of that voice decides a line's sound

    def find(self, text: str, voice: Voice, engine: str, finish: Finish = PLAIN) -> Path | None:
        """Find the whole, audible line, or None; a damaged one is forgotten."""
        path = self._path(text, voice, engine, finish)
        try:
            check_line(read_sound(path), text, voice.rate, finish.seconds)
            os.utime(path)
        except (ChannelLost, OSError):
            with suppress(OSError):
                path.unlink(missing_ok=True)
            return None
        return path

    def has(self, text: str, voice: Voice, engine: str, finish: Finish = PLAIN) -> bool:
        """Whether the line is there, without looking at its sound; it then counts as used."""
        try:
            os.utime(self._path(text, voice, engine, finish))
        except OSError:
            return False
        return True

    def engine(self, voice: Voice) -> str:
        """Look up the name of the engine that last spoke with this voice; empty if none has."""
        try:
            return self._engine_path(voice).read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return ""

    def remember(self, voice: Voice, engine: str) -> None:
        """Remember which engine speaks with this voice, so that it need not be started to find its lines."""
        with suppress(OSError):  # then it is asked again next time
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._engine_path(voice).write_text(engine, "utf-8")

    def keep(self, text: str, voice: Voice, engine: str, sound: Sound, finish: Finish = PLAIN) -> Path:
        """Keep the line's sound in a file, which appears whole or not at all. Raises ChannelLost."""
        path = self._path(text, voice, engine, finish)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._folder.chmod(0o700)
            self._evict()
            with replacing(path, private=True) as half:
                write_sound(half, sound)
        except (ChannelLost, OSError) as error:
            raise ChannelLost(message("mouth.not-kept", folder=self._folder, why=for_table(error))) from None
        return path

    def _path(self, text: str, voice: Voice, engine: str, finish: Finish) -> Path:
        """Name the file by all that decides its sound; the name does not tell what the line is."""
        if voice is not self._voice:
            heard = {key.name: getattr(voice, key.name) for key in fields(voice) if key.name not in _UNHEARD}
            self._voice, self._heard = voice, json.dumps(heard, sort_keys=True)
        said, by, *done = map(json.dumps, [text, engine, *filter(None, [finish.key])])
        told = f"[{', '.join([said, self._heard, by, *done])}]"
        return self._folder / f"{hashlib.sha256(told.encode('ascii')).hexdigest()[:32]}.wav"

    def _engine_path(self, voice: Voice) -> Path:
        chosen = json.dumps([sys.platform, voice.engine, voice.model, voice.language, voice.names])
        return self._folder / f"{hashlib.sha256(chosen.encode('ascii')).hexdigest()[:32]}.engine"

    def _evict(self) -> None:
        files = []
        for file in self._folder.glob("*.wav"):
            with suppress(FileNotFoundError):  # another renderer has just renamed it
                facts = file.stat()
                files.append((facts.st_mtime, facts.st_size, file))
        total = sum(size for _, size, _ in files)
        for _, size, file in sorted(files):
            if total <= self._most_bytes:
                return
            with suppress(OSError):
                file.unlink()
            total -= size
