"""The doctor's verdicts on sound: devices, microphone, room, voices in it, and the tone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Literal

from narrator.computer.devices import Device, Devices, called
from narrator.doctor.findings import Finding, Verdict, cure
from narrator.doctor.measure import Levels, Tone

QUIET = -45.0
"""dBFS: a room softer than this is quiet enough, whatever the microphone's level."""

CLEAR, POOR = 15.0, 5.0
"""dB that a voice stands above the room: understood well from the first on, hardly below the second."""

AUDIBLE = 10.0
"""dB that the loudspeaker must stand above the room."""

LATE = 0.25
"""Seconds for which the ears stay closed after a line."""

FULL = 0.99
"""From this sample on, a sound is distorted."""


def speakers(found: Devices, wanted: str) -> Finding:
    """Judge the loudspeakers; `wanted` is a part of a name."""
    return _devices("speakers", "speaker", "loudspeaker", found.devices, wanted)


def microphones(found: Devices, wanted: str) -> Finding:
    """Judge the microphones; `wanted` is a part of a name."""
    return _devices("microphones", "microphone", "microphone", found.devices, wanted)


def _devices(
    name: str, kind: Literal["speaker", "microphone"], word: str, devices: Iterable[Device], wanted: str
) -> Finding:
    able = [device for device in devices if getattr(device, kind)]
    value: list[dict[str, Any]] = [
        {"name": one.name, "system": one.system, "usual": getattr(one, f"usual_{kind}")} for one in able
    ]
    if not able:
        return Finding(name=name, verdict="fail", text=f"there is no {word}", value=[], cure=cure(f"no-{kind}"))
    listed = ", ".join(f"{one['name']}{' (usual)' if one['usual'] else ''}" for one in value)
    if wanted and not any(called(wanted, one.name) for one in able):
        text = f"no {word} is called “{wanted}”; there are: {listed}"
        return Finding(name=name, verdict="fail", text=text, value=value, cure=cure(f"{kind}-name"))
    return Finding(name=name, verdict="ok", text=listed, value=value)


def microphone(device: str, heard: Iterable[Levels]) -> Finding:
    """Judge the microphone by everything that it heard: nothing but zeros is a missing permission, or mute."""
    peak = max((one.peak for one in heard), default=0.0)
    value = {"device": device, "peak": round(peak, 4)}
    if peak == 0.0:
        text = f"{device} gives nothing but zeros"
        return Finding(name="microphone", verdict="fail", text=text, value=value, cure=cure("microphone-silent"))
    if peak < 0.001:
        text = f"{device} hears next to nothing"
        return Finding(name="microphone", verdict="warn", text=text, value=value, cure=cure("microphone-faint"))
    return Finding(name="microphone", verdict="ok", text=f"{device} hears", value=value)


def microphone_lost(why: str) -> Finding:
    """Report a microphone that cannot be used."""
    return Finding(name="microphone", verdict="fail", text=why, cure=cure("microphone-lost"))


def noise(room: Levels) -> Finding:
    """Judge the room while everybody is silent."""
    value = {"dbfs": _rounded(room.soft), "loud_dbfs": _rounded(room.loud)}
    if room.soft is None:
        return Finding(name="noise", verdict="ok", text="nothing is heard in the silent room", value=value)
    text = f"the silent room has {room.soft:.0f} dBFS"
    if room.soft <= QUIET:
        return Finding(name="noise", verdict="ok", text=text, value=value)
    return Finding(name="noise", verdict="warn", text=f"{text}, which is loud", value=value, cure=cure("noisy-room"))


def speech(voice: Levels, room: Levels) -> Finding:
    """Judge how far a voice stands above the room."""
    name = "speech"
    if voice.loud is None:
        return Finding(name=name, verdict="fail", text="no voice was heard", cure=cure("microphone-silent"))
    above = None if room.soft is None else round(voice.loud - room.soft, 1)
    value = {"dbfs": round(voice.loud, 1), "snr_db": above, "peak": round(voice.peak, 3)}
    if voice.peak >= FULL:
        text = "the voice is too loud for the microphone and distorted"
        return Finding(name=name, verdict="warn", text=text, value=value, cure=cure("loud-speech"))
    if above is None or above >= CLEAR:
        text = f"the voice has {voice.loud:.0f} dBFS" + ("" if above is None else f", {above:.0f} dB above the room")
        return Finding(name=name, verdict="ok", text=text, value=value)
    verdict: Verdict = "warn" if above >= POOR else "fail"
    text = f"the voice is only {above:.0f} dB above the room"
    return Finding(name=name, verdict=verdict, text=text, value=value, cure=cure("low-speech"))


def tone(found: Tone | None, heard: Levels) -> Finding:
    """Judge how the tone came from the loudspeaker to the microphone."""
    if found is None:
        deaf = heard.peak == 0.0
        text = "the microphone does not hear the loudspeaker" + (", nor anything else" if deaf else "")
        trouble = "microphone-silent" if deaf else "no-tone"
        return Finding(name="tone", verdict="fail", text=text, cure=cure(trouble))
    above = None if found.noise is None else round(found.level - found.noise, 1)
    value = {key: _rounded(number, 3) for key, number in asdict(found).items()} | {"snr_db": above}
    text = f"the tone came back {found.delay * 1000:.0f} ms late, at {found.level:.0f} dBFS"
    text += "" if above is None else f", {above:.0f} dB above the room"
    for trouble, wrong, words in (
        ("late-tone", found.delay > LATE, "; so late that the narrator may hear the end of its lines"),
        ("loud-tone", found.peak >= FULL, ": too loud, and distorted"),
        ("faint-tone", above is not None and above < AUDIBLE, ", which is faint"),
    ):
        if wrong:
            return Finding(name="tone", verdict="warn", text=text + words, value=value, cure=cure(trouble))
    return Finding(name="tone", verdict="ok", text=text, value=value)


def tone_for_people(heard: bool | None) -> Finding:  # noqa: FBT001 - an answer is its only meaning
    """Judge the tone by what people say who listened for it; None if nobody was there."""
    if heard is None:
        return Finding(name="tone", verdict="warn", text="it was played, and nobody listened for it")
    if heard:
        return Finding(name="tone", verdict="ok", text="you heard it")
    return Finding(name="tone", verdict="fail", text="you did not hear it", cure=cure("no-tone"))


def tone_lost(why: str) -> Finding:
    """Report a loudspeaker that cannot be used."""
    return Finding(name="tone", verdict="fail", text=why, cure=cure("no-speaker"))


def _rounded(number: float | None, places: int = 1) -> float | None:
    return None if number is None else round(number, places)
