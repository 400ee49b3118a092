"""Check a recorded pack: what is missing, and what of it nobody would hear well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from narrator.cues import Part
from narrator.errors import ChannelLost, Problem
from narrator.games.package import Reading
from narrator.mouth.packs import Pack
from narrator.mouth.sound import Sound, read_sound
from narrator.studio.takes import LEVEL, clipped, likely_seconds, voice_loudness
from narrator.texts import Message, Words, message

_SOFT = 0.35  # of the usual loudness: about −9 dB
_EDGE = 0.3  # seconds of silence that a recording may have around it


def lacking(pack: Pack, readings: Iterable[Reading]) -> list[Reading]:
    """List the readings with a part that the pack lacks."""
    return [reading for reading in readings if any(pack.lack(part) for part in reading.parts)]


def faults_of(pack: Pack, readings: Sequence[Reading], voice: str) -> list[Problem]:
    """List what is wrong with the pack for these readings; `voice` is what follows a command that records it."""
    return [
        Problem(f"{pack.folder.name}/{pack.path(part.id).name}", words, cure)
        for reading in readings
        for part in reading.parts
        for words, cure in _faults(pack, reading, part, voice)
    ]


def _faults(pack: Pack, reading: Reading, part: Part, voice: str) -> Iterator[tuple[Words, str]]:
    lack, anew = pack.lack(part), f"narrator voice record {voice} --only {reading.id}"
    if lack == "missing":
        yield message("faults.recording-missing", text=reading.text), f"narrator voice record {voice}"
        return
    if lack:
        texts = {"old": pack.texts[part.id].strip(), "now": part.text.strip()}
        yield message("faults.recorded-otherwise", **texts), anew
        return
    try:
        sound = read_sound(pack.path(part.id))
    except ChannelLost as lost:
        yield lost.table, anew
        return
    takes = pack.takes(reading.id)
    yield from ((fault, anew) for fault in _heard(sound, part))
    if clipped(sound.samples) or (takes and _damaged(pack, reading)):
        yield message("faults.recording-clipped"), anew


def _heard(sound: Sound, part: Part) -> Iterator[Message]:
    level, (_, most) = voice_loudness(sound), likely_seconds((part,))
    if not level:
        yield message("faults.recording-silent")
    elif level < LEVEL * _SOFT:
        yield message("faults.recording-quiet")
    if sound.seconds > most + _EDGE:
        yield message("faults.recording-long", seconds=sound.seconds, text=part.text.strip())


def _damaged(pack: Pack, reading: Reading) -> bool:
    """Look at the last take as it was read: levelling hides that it is clipped."""
    try:
        return clipped(read_sound(pack.takes(reading.id)[-1]).samples)
    except ChannelLost:
        return False
