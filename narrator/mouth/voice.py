"""Voice profiles: which voice tells the night, how fast, how high, how loud, and with what rest after a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from narrator.places import shipped
from narrator.problems import BadData, Problem, suggest
from narrator.reading import read


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """One voice profile. `names` are preferred voices; the first that the computer has is taken."""

    format: int = 1
    id: str = ""
    engine: Literal["system", "none"]
    language: str
    rate: int = 150  # words a minute
    pitch: int = 50  # 0–100, where the engine has it
    volume: float = 1.0  # up to 1
    pause: float = 0.0  # seconds of rest after a line, beside the script's own
    names: tuple[str, ...] = ()
    says: dict[str, str] = field(default_factory=dict)  # foreign words, and how to spell them for this voice

    def spelt(self, text: str) -> str:
        """Give the text as this voice must read it to say it right."""
        for word, sound in self.says.items():
            text = text.replace(word, sound)
        return text


_LIMITS = {"rate": (80, 400), "pitch": (0, 100), "volume": (0.1, 1.0), "pause": (0.0, 10.0)}


def load_voice(name: str) -> Voice:
    """Read the profile `voices/<name>.toml`, or the file if `name` ends in `.toml`.

    Raises BadData with every problem.
    """
    path = Path(name) if name.endswith(".toml") else shipped("voices") / f"{name}.toml"
    known = voice_ids()
    if not name.endswith(".toml") and name not in known:
        raise BadData([Problem("voice", f"there is no voice {name!r}", suggest(name, known))])
    voice = read(path, Voice)
    problems = list(_problems(voice, path))
    if problems:
        raise BadData(problems)
    return replace(voice, id=path.stem)


def voice_ids() -> tuple[str, ...]:
    """List the ids of the voices that come with the program."""
    return tuple(sorted(file.stem for file in shipped("voices").glob("*.toml")))


def _problems(voice: Voice, path: Path) -> Iterator[Problem]:
    if voice.id and voice.id != path.stem:
        yield Problem(f"{path.name}: id", f"{voice.id!r} is not the file's name", f"write {path.stem!r}")
    if not voice.language.isalpha():
        yield Problem(f"{path.name}: language", f"{voice.language!r} is not a language", 'write a code such as "pl"')
    for key, (least, most) in _LIMITS.items():
        value = getattr(voice, key)
        if not least <= value <= most:
            yield Problem(f"{path.name}: {key}", f"{value} is out of range", f"from {least} to {most}")
