"""Clips: what a group reads aloud, each phrase a labelled sound file, so that the ears can be measured with it.

A clip is 16 kHz, mono, 16 bit, in a folder named after its reader. Its file name is what was said; a second one of
the same phrase ends in `.2`; `oov_` before it says that no answer may be heard in it.
"""

from __future__ import annotations

import random
import re
import wave
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from narrator.computer import files
from narrator.computer.files import replacing
from narrator.computer.toml_reader import as_toml, read
from narrator.ears.sound import RATE, blocks, rms
from narrator.errors import NarratorError
from narrator.lexicon import Lexicon, normalise, taken_words, whom
from narrator.texts import message
from narrator.values import dataclass

OTHER = "oov_"
GROUP = "group.toml"

_READ = Path(__file__).resolve().with_name("clips.toml")
_NUMBERS = 20
"""Numbers that are read, bare and after the word that goes with a seat's: those beyond are made of the same words."""
_FORMS = 2
"""Forms that are read of each answer, in a language whose file says nothing of its own."""
_LONGEST, _TIMEOUT = blocks(10.0), blocks(6.0)
"""Blocks that a clip may have at most, and that may pass before somebody speaks."""
_REST, _EDGE, _CLICK = blocks(0.8), blocks(0.3), blocks(0.13)
"""Blocks of quiet that end a clip, blocks that are kept around what was said, and blocks that may be a mere click."""
_LOUDER, _FLOOR = 4.0, 60.0
"""A voice is that much louder than the room, and than a room without any sound."""
_FAINT, _FULL = 650, 32_700

_SECONDS = 5.2
"""Seconds that a reading takes, with the look at what comes next."""

Fault = Literal["", "silent", "faint", "loud", "long"]


@dataclass(frozen=True, slots=True)
class ClipText:
    """Something to read aloud; with `other`, it answers nothing."""

    text: str
    other: bool = False

    @property
    def file(self) -> str:
        """The name of its sound file."""
        return f"{OTHER if self.other else ''}{self.text}.wav"


@dataclass(frozen=True, slots=True)
class Clip:
    """What was said, without the silence around it, and what is wrong with it."""

    sound: bytes
    fault: Fault = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Whose clips a folder holds: their language, and the players' names that were read."""

    format: int = 1
    language: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    format: int
    words: dict[str, tuple[str, ...]]
    others: dict[str, tuple[str, ...]]
    called: dict[str, tuple[str, ...]]


def readings(lexicon: Lexicon, names: Sequence[str]) -> list[ClipText]:
    """List everything to be read: numbers, names in two cases, the words that matter, and what must be refused."""
    shipped, language = read(_READ, _Read), lexicon.language
    numbers = [forms[0] for forms in lexicon.numbers[:_NUMBERS]]
    prefixed = [f"{prefix} {number}" for prefix in lexicon.seat[:1] for number in numbers]
    known = [*numbers, *prefixed, *_words(lexicon, shipped.words.get(language, ())), *_named(lexicon, names)]
    answers = dict.fromkeys(map(normalise, known))
    called = [text.format(name=name) for text in shipped.called.get(language, ()) for name in names[:1]]
    others = dict.fromkeys(normalise(text) for text in (*shipped.others.get(language, ()), *called))
    return [*map(ClipText, answers), *(ClipText(text, other=True) for text in others if text not in answers)]


def _words(lexicon: Lexicon, wanted: Sequence[str]) -> list[str]:
    """Those of the words that the lexicon has; the first forms of everything in it where none are wanted."""
    if wanted:
        known = taken_words(lexicon) | {normalise(form) for forms in lexicon.counts.values() for form in forms}
        return [word for word in wanted if normalise(word) in known]
    answers = (lexicon.yes, lexicon.no, lexicon.none, lexicon.ready, lexicon.repeat, lexicon.undo, lexicon.pause)
    return [form for forms in (*answers, *lexicon.choices.values()) for form in forms[:_FORMS]]


def _named(lexicon: Lexicon, names: Sequence[str]) -> list[str]:
    """Each name as it is written and as most questions ask for it; a form that two players share is nobody."""
    others = taken_words(lexicon)
    forms = [dict.fromkeys((normalise(name), whom(name, lexicon))) for name in dict.fromkeys(names)]
    often = Counter(form for both in forms for form in both)
    return [form for both in forms for form in both if often[form] == 1 and form not in others]


def label(file: Path) -> ClipText:
    """Read from a file's name what is said in it."""
    text = re.sub(r"\.\d+$", "", normalise(file.name).removesuffix(".wav"))
    return ClipText(text.removeprefix(OTHER), other=text.startswith(OTHER))


def left(folder: Path, wanted: Sequence[ClipText], reader: str) -> list[ClipText]:
    """List what this reader has not read yet, in an order of their own that is the same each time."""
    had = {label(file) for file in folder.glob("*.wav")}
    order = random.Random(reader).sample(wanted, len(wanted))
    return [reading for reading in order if reading not in had]


def minutes(count: int) -> int:
    """Say how many minutes it takes to read so many."""
    return max(1, round(count * _SECONDS / 60))


def reader_folder(folder: Path, reader: str) -> Path:
    """Choose the folder of a reader's clips. Raises NarratorError for a name without letters."""
    name = re.sub(r"[^\w-]+", "-", normalise(reader)).strip("-_")
    if not name:
        raise NarratorError(message("refusals.reader"))
    return folder / name


def group_of(folder: Path) -> Group | None:
    """Read whose clips a folder holds, if it says so. Raises BadData."""
    return read(folder / GROUP, Group) if files.there(folder / GROUP) else None


def keep_group(folder: Path, language: str, names: Mapping[int, str]) -> Group:
    """Write down whose clips the folder holds, added to whose it held. Raises NarratorError for another language."""
    import tomlkit

    before = group_of(folder) or Group(language=language)
    if before.language != language:
        raise NarratorError(message("refusals.other-clips", folder=folder, theirs=before.language, ours=language))
    group = Group(language=language, names=tuple(dict.fromkeys([*before.names, *names.values()])))
    files.write(files.make_folder(folder) / GROUP, tomlkit.dumps(as_toml(group)).encode())
    return group


def take(blocks: Iterator[bytes]) -> Clip:
    """Cut out what somebody says, from the first loud block until it has been quiet for a while."""
    heard: list[bytes] = []
    levels: list[float] = []
    for block in blocks:
        heard.append(block)
        levels.append(rms(block))
        first, last = _voice(levels)
        if first < 0 and len(heard) >= _TIMEOUT:
            return Clip(b"", "silent")
        if first >= 0 and last + _REST < len(heard):
            sound = b"".join(heard[max(first - _EDGE, 0) : last + 1 + _EDGE])
            return Clip(sound, _fault(sound))
        if len(heard) >= _LONGEST:
            break
    return Clip(b"".join(heard), "long" if levels and _voice(levels)[0] >= 0 else "silent")


def _voice(levels: Sequence[float]) -> tuple[int, int]:
    """Find the first and the last block that stand above the room; -1 if none do, or only a click does."""
    room = sorted(levels)[len(levels) // 5]
    loud = [number for number, one in enumerate(levels) if one > max(_LOUDER * room, _FLOOR)]
    return (loud[0], loud[-1]) if len(loud) > _CLICK else (-1, -1)


def _fault(sound: bytes) -> Fault:
    peaks = sorted(map(abs, array("h", sound)))
    return "loud" if peaks[-3] >= _FULL else "faint" if peaks[-1] < _FAINT else ""


def write_clip(path: Path, clip: Clip) -> None:
    """Write the clip, whole or not at all. Raises NarratorError."""
    try:
        files.make_folder(path.parent)
        with replacing(path) as half, wave.open(str(half), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(clip.sound)
    except OSError as error:
        raise files.Unwritable(path, files.why(error)) from None
