"""The voices to choose from: which speak on this computer as it is, which can be downloaded, how others are had."""

from __future__ import annotations

from contextlib import suppress

from narrator.computer.downloads import Download
from narrator.errors import BadData, ChannelLost
from narrator.mouth.engines import ENGINES, engine_of
from narrator.mouth.piper_voices import installable, known_voices
from narrator.mouth.voice import Voice, load_voice, usual_voice, voice_ids
from narrator.texts import SECOND, Texts, Words
from narrator.values import dataclass

_ORDER = ("recorded", "letters", "rhvoice", "piper", "system")
"""Engines by how well they are understood: people first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceEntry:
    """A voice that sounds: it speaks `here`, or has an `offer` to download; else `lacks` tells how it is had."""

    voice: Voice
    lacks: Words = ""
    offer: Download | None = None

    @property
    def here(self) -> bool:
        """Whether it speaks on this computer as it is."""
        return not self.lacks


def catalogue(language: str) -> list[VoiceEntry]:
    """List the profiles of a language that sound: those that speak here, then those to download, then the others.

    Where a language has none, they are the English ones.
    """
    found = []
    for name in voice_ids():
        with suppress(BadData):  # whoever wrote a faulty profile is told where it is used
            voice = load_voice(name)
            if voice.language == language and voice.engine in _ORDER:
                found.append(_entry(voice))
    if not found and language != SECOND:
        return catalogue(SECOND)
    usual = usual_voice(language)
    return sorted(
        found,
        key=lambda one: (not one.here, one.offer is None, _ORDER.index(one.voice.engine), one.voice.id != usual),
    )


def _entry(voice: Voice) -> VoiceEntry:
    if voice.engine not in ENGINES:
        return VoiceEntry(voice=voice)
    try:
        engine_of(voice).settings(voice)
    except ChannelLost as lost:
        return VoiceEntry(voice=voice, lacks=lost.table, offer=_offer(voice))
    return VoiceEntry(voice=voice)


def _offer(voice: Voice) -> Download | None:
    """What can be downloaded for the voice, if its program is here too, or can be had with it."""
    if voice.engine != "piper" or not installable():
        return None
    return next((offer for offer in known_voices() if offer.name == voice.model), None)


def about(entry: VoiceEntry, texts: Texts) -> str:
    """What the voice sounds like, whose it is, and under which licence."""
    key = f"voices.about.{entry.voice.id}"
    return texts.word(key if key in texts else f"voices.engine.{entry.voice.engine}")


def licence(offer: Download, texts: Texts) -> str:
    """Under which licence a voice to download is."""
    key = f"voices.licence.{offer.name}"
    return texts.word(key) if key in texts else offer.licence


def how(entry: VoiceEntry, texts: Texts) -> str:
    """How a voice is had that does not speak here: in a line."""
    if entry.offer:
        return texts.word("voices.install", voice=entry.voice.id, size=entry.offer.megabytes)
    return texts.word("voices.lacks", voice=entry.voice.id, about=about(entry, texts), why=entry.lacks)
