"""The doctor's verdicts on sound: devices, microphone, room, voices in it, and the tone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Literal

from narrator.computer.devices import Devices, called
from narrator.doctor.findings import Finding, Verdict, cure, found, with_and
from narrator.doctor.measure import Levels, Tone
from narrator.texts import Words

QUIET = -45.0
"""dBFS: a room softer than this is quiet enough, whatever the microphone's level."""

CLEAR, POOR = 15.0, 5.0
"""dB that a voice stands above the room: understood well from the first on, hardly below the second."""

AUDIBLE = 10.0
"""dB that the loudspeaker must stand above the room."""

LATE = 0.25
"""Seconds for which the ears stay closed after a line."""

_SHOWN = 8  # unreadable devices that are listed

FULL = 0.99
"""From this sample on, a sound is distorted."""


def library(there: Devices) -> Finding:
    """Judge the sound library by whether it can describe all devices."""
    if not there.unreadable:
        return Finding("sound library", "ok", there.library)
    more = ["…"] if len(there.unreadable) > _SHOWN else []
    faults = with_and([f"{number} ({why})" for number, why in there.unreadable[:_SHOWN]] + more)
    value = [number for number, _ in there.unreadable]
    return Finding("sound library", "warn", found("unreadable", devices=faults), value, cure("unreadable"))


def speakers(there: Devices, wanted: str) -> Finding:
    """Judge the loudspeakers; `wanted` is a part of a name."""
    return _devices("speakers", "speaker", there, wanted)


def microphones(there: Devices, wanted: str) -> Finding:
    """Judge the microphones; `wanted` is a part of a name."""
    return _devices("microphones", "microphone", there, wanted)


def _devices(name: str, kind: Literal["speaker", "microphone"], there: Devices, wanted: str) -> Finding:
    able = [device for device in there.devices if getattr(device, kind)]
    value: list[dict[str, Any]] = [
        {"name": one.name, "system": one.system, "usual": getattr(one, f"usual_{kind}")} for one in able
    ]
    if not able and there.may_have(kind):
        return Finding(name, "warn", found("none-readable"), [])
    if not able:
        return Finding(name, "fail", found(f"none-{kind}"), [], cure(f"no-{kind}"))
    names = with_and([found("usual", name=one["name"]) if one["usual"] else one["name"] for one in value])
    if wanted and not any(called(wanted, one.name) for one in able):
        return Finding(name, "fail", found("not-called", wanted=wanted, others=names), value, cure(f"{kind}-name"))
    return Finding(name, "ok", names, value)


def microphone(device: str, heard: Iterable[Levels]) -> Finding:
    """Judge the microphone by everything that it heard: nothing but zeros is a missing permission, or mute."""
    peak = max((one.peak for one in heard), default=0.0)
    value = {"device": device, "peak": round(peak, 4)}
    if peak == 0.0:
        return Finding("microphone", "fail", found("zeros", device=device), value, cure("microphone-silent"))
    if peak < 0.001:
        return Finding("microphone", "warn", found("faint", device=device), value, cure("microphone-faint"))
    named = device or found("the-usual")
    return Finding("microphone", "ok", found("hears", device=named), value)


def microphone_lost(why: Words) -> Finding:
    """Report a microphone that cannot be used."""
    return Finding("microphone", "fail", why, cure=cure("microphone-lost"))


def noise(room: Levels) -> Finding:
    """Judge the room while everybody is silent."""
    value = {"dbfs": _rounded(room.soft), "loud_dbfs": _rounded(room.loud)}
    if room.soft is None:
        return Finding("noise", "ok", found("silent-room"), value)
    if room.soft <= QUIET:
        return Finding("noise", "ok", found("room", dbfs=room.soft), value)
    return Finding("noise", "warn", found("loud-room", dbfs=room.soft), value, cure("noisy-room"))


def speech(voice: Levels, room: Levels) -> Finding:
    """Judge how far a voice stands above the room."""
    name = "speech"
    if voice.loud is None:
        return Finding(name, "fail", found("no-speech"), cure=cure("microphone-silent"))
    above = None if room.soft is None else round(voice.loud - room.soft, 1)
    value = {"dbfs": round(voice.loud, 1), "snr_db": above, "peak": round(voice.peak, 3)}
    if voice.peak >= FULL:
        return Finding(name, "warn", found("loud-speech"), value, cure("loud-speech"))
    if above is None or above >= CLEAR:
        loud = voice.loud
        text = found("speech", dbfs=loud) if above is None else found("speech-above", dbfs=loud, above=above)
        return Finding(name, "ok", text, value)
    verdict: Verdict = "warn" if above >= POOR else "fail"
    return Finding(name, verdict, found("low-speech", above=above), value, cure("low-speech"))


def tone(back: Tone | None, heard: Levels) -> Finding:
    """Judge how the tone came from the loudspeaker to the microphone."""
    if back is None:
        deaf = heard.peak == 0.0
        text = found("deaf" if deaf else "no-tone")
        trouble = "microphone-silent" if deaf else "no-tone"
        return Finding("tone", "fail", text, cure=cure(trouble))
    above = None if back.noise is None else round(back.level - back.noise, 1)
    value = {key: _rounded(number, 3) for key, number in asdict(back).items()} | {"snr_db": above}
    text = found("tone", ms=back.delay * 1000, dbfs=back.level)
    text = text if above is None else found("tone-above", tone=text, above=above)
    for trouble, wrong in (
        ("late-tone", back.delay > LATE),
        ("loud-tone", back.peak >= FULL),
        ("faint-tone", above is not None and above < AUDIBLE),
    ):
        if wrong:
            return Finding("tone", "warn", found(trouble, tone=text), value, cure(trouble))
    return Finding("tone", "ok", text, value)


def tone_for_people(heard: bool | None) -> Finding:  # noqa: FBT001 - an answer is its only meaning
    """Judge the tone by what people say who listened for it; None if nobody was there."""
    if heard is None:
        return Finding("tone", "warn", found("nobody-listened"))
    if heard:
        return Finding("tone", "ok", found("heard"))
    return Finding("tone", "fail", found("unheard"), cure=cure("no-tone"))


def tone_lost(why: Words) -> Finding:
    """Report a loudspeaker that cannot be used."""
    return Finding("tone", "fail", why, cure=cure("no-speaker"))


def _rounded(number: float | None, places: int = 1) -> float | None:
    return None if number is None else round(number, places)
