"""The sound check: the devices, the silent room, a voice in it, and the tone from loudspeaker to microphone."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Protocol

from narrator.computer.config import Config
from narrator.computer.devices import LibraryMissing, list_devices
from narrator.doctor import verdicts
from narrator.doctor.findings import Finding, cure
from narrator.doctor.measure import Levels, measure_levels, measure_tone, play_tone
from narrator.ears.recorder import Recorder
from narrator.errors import ChannelLost, for_table
from narrator.mouth.outputs import load_libraries
from narrator.texts import Words, message

SILENCE, SPEAKING = 3.0, 4.0
"""Seconds of listening to the silent room, and to a voice."""


class Guide(Protocol):
    """Who speaks with the people at the table, and waits for them where there are any."""

    @property
    def attended(self) -> bool:
        """Whether somebody is there, to be silent or to speak when asked."""

    def tell(self, words: Words) -> None:
        """Say what comes next."""

    def wait(self, words: Words) -> None:
        """Say what to do, and wait until somebody is ready; unattended, go on at once."""

    def agrees(self, question: Words) -> bool | None:
        """Ask a question of yes or no; None if nobody is there."""


def sound_check(settings: Config, guide: Guide, example: str) -> Iterator[Finding]:
    """Check the devices that the settings name, else the usual ones; `example` is what somebody says into them."""
    guide.tell(message("doctor.sound"))
    try:
        load_libraries()
    except ChannelLost as lost:
        yield Finding("sound library", "fail", for_table(lost), cure=cure("unloadable"))
        return
    try:
        found = list_devices()
    except ChannelLost as lost:
        help_ = cure("portaudio" if isinstance(lost, LibraryMissing) else "sound-system")
        yield Finding("sound library", "fail", for_table(lost), cure=help_)
        return
    yield verdicts.library(found)
    yield verdicts.speakers(found, settings.speaker)
    yield verdicts.microphones(found, settings.microphone)
    plays, hears = found.may_have("speaker"), found.may_have("microphone")
    if not hears:  # which has been told, and why nothing is measured follows from it
        yield from _for_people(settings.speaker, guide) if plays else ()
        return
    try:
        with Recorder(settings.microphone) as recorder:
            yield from _listening(recorder, settings, guide, example, plays=plays)
    except ChannelLost as lost:
        yield verdicts.microphone_lost(for_table(lost))
        yield from _for_people(settings.speaker, guide) if plays else ()


def _listening(recorder: Recorder, settings: Config, guide: Guide, example: str, *, plays: bool) -> Iterator[Finding]:
    guide.wait(message("doctor.silence", seconds=SILENCE))
    room = measure_levels(recorder, SILENCE)
    heard = [room]
    yield verdicts.noise(room)
    if guide.attended:
        guide.wait(message("doctor.speak", words=example, seconds=SPEAKING))
        voice = measure_levels(recorder, SPEAKING)
        heard.append(voice)
        yield verdicts.speech(voice, room)
    if plays:
        guide.wait(message("doctor.tone"))
        heard += yield from _tone(recorder, settings.speaker)
    yield verdicts.microphone(recorder.device, heard)


def _for_people(speaker: str, guide: Guide) -> Iterator[Finding]:
    guide.tell(message("doctor.tone-for-people"))
    try:
        play_tone(speaker)
    except ChannelLost as lost:
        yield verdicts.tone_lost(for_table(lost))
        return
    yield verdicts.tone_for_people(guide.agrees(message("doctor.heard")))


def _tone(recorder: Recorder, speaker: str) -> Generator[Finding, None, list[Levels]]:
    try:
        heard, back = measure_tone(recorder, speaker)
    except ChannelLost as lost:
        yield verdicts.tone_lost(for_table(lost))
        return []
    yield verdicts.tone(back, heard)
    return [heard]
