"""The sound check: the devices, the silent room, a voice in it, and the tone from loudspeaker to microphone."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from narrator.computer.config import Config
from narrator.computer.devices import list_devices
from narrator.doctor import verdicts
from narrator.doctor.findings import Finding, cure
from narrator.doctor.guide import Guide
from narrator.doctor.measure import Heard, listen, play, play_tone
from narrator.ears.recorder import Recorder
from narrator.errors import ChannelLost
from narrator.texts import message

SILENCE, SPEAKING = 3.0, 4.0
"""Seconds of listening to the silent room, and to a voice."""


def sound_check(settings: Config, guide: Guide, example: str) -> Iterator[Finding]:
    """Check the devices that the settings name, else the usual ones; `example` is what somebody says into them."""
    guide.tell(message("doctor.sound"))
    try:
        found = list_devices()
    except ChannelLost as lost:
        yield Finding(name="sound library", verdict="fail", text=str(lost), cure=cure("portaudio"))
        return
    yield Finding(name="sound library", verdict="ok", text=found.library)
    yield verdicts.speakers(found, settings.speaker)
    yield verdicts.microphones(found, settings.microphone)
    try:
        with Recorder(settings.microphone) as recorder:
            yield from _listening(recorder, settings, guide, example)
    except ChannelLost as lost:
        yield verdicts.microphone_lost(str(lost))
        yield from _for_people(settings.speaker, guide)


def _listening(recorder: Recorder, settings: Config, guide: Guide, example: str) -> Iterator[Finding]:
    guide.wait(message("doctor.silence", seconds=SILENCE))
    room = listen(recorder, SILENCE)
    heard = [room]
    yield verdicts.noise(room)
    if guide.attended:
        guide.wait(message("doctor.speak", words=example, seconds=SPEAKING))
        voice = listen(recorder, SPEAKING)
        heard.append(voice)
        yield verdicts.speech(voice, room)
    guide.wait(message("doctor.tone"))
    heard += yield from _tone(recorder, settings.speaker)
    yield verdicts.microphone(recorder.device, heard)


def _for_people(speaker: str, guide: Guide) -> Iterator[Finding]:
    guide.tell(message("doctor.tone-for-people"))
    try:
        play(speaker)
    except ChannelLost as lost:
        yield verdicts.tone_lost(str(lost))
        return
    yield verdicts.tone_for_people(guide.agrees(message("doctor.heard")))


def _tone(recorder: Recorder, speaker: str) -> Generator[Finding, None, list[Heard]]:
    try:
        heard, found = play_tone(recorder, speaker)
    except ChannelLost as lost:
        yield verdicts.tone_lost(str(lost))
        return []
    yield verdicts.tone(found, heard)
    return [heard]
