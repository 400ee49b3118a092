"""The doctor: it looks at everything that an evening needs, one thing after the other, and tells what it finds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from narrator.computer import paths
from narrator.computer.config import Config
from narrator.doctor import computer, words
from narrator.doctor.findings import Finding, cure, downgraded, found, listed
from narrator.doctor.network import look_at_network, phones
from narrator.doctor.sequence import Guide, sound_check
from narrator.doctor.tonight import Tonight, look_at_settings, look_at_setup
from narrator.ears.lexicon import read_lexicon
from narrator.errors import BadData
from narrator.games import registry
from narrator.mouth.engines import ENGINES
from narrator.mouth.voice import load_voice
from narrator.texts import message

__all__ = ["Finding", "Guide", "examine"]

_FOR_EARS = ("model", "microphones", "microphone", "noise", "speech", "tone")
"""What a table that answers by keys alone can do without."""

_FOR_VOICE = ("sound library", "speakers", "tone")
"""What a table can do without at which no voice is wanted."""


def examine(setup: Path | None, config: Path | None, guide: Guide) -> Iterator[Finding]:
    """Examine this computer for the table of `setup`, else for any; `guide` tells people what comes next."""
    guide.tell(message("doctor.computer"))
    yield computer.versions(computer.installed())
    yield computer.terminal(computer.look_at_terminal())
    settings, finding = look_at_settings(config)
    yield finding
    tonight, faults = look_at_setup(setup)
    yield from faults
    yield computer.disk("journals", computer.look_at_disk(Path(settings.journals or paths.user_data() / "games")))
    yield computer.disk("rendered lines", computer.look_at_disk(paths.user_cache()))
    yield phones(look_at_network(), needed=tonight.by_phone)
    spared: tuple[str, ...] = _FOR_EARS if settings.ears == "keys" or tonight.by_keys else ()
    spared += _FOR_VOICE if (settings.voice or tonight.voice) == "none" else ()
    for finding in chain(_words(settings, tonight, guide), sound_check(settings, guide, _example(tonight))):
        unwanted = setup is None and finding.name == "model" and not finding.value["folder"]
        # most tables answer by keys, and are to be told so by no failure
        yield downgraded(finding) if unwanted or finding.name in spared else finding


def _words(settings: Config, tonight: Tonight, guide: Guide) -> Iterator[Finding]:
    guide.tell(message("doctor.voice"))
    yield _voice(settings.voice or tonight.voice, tonight.language)
    guide.tell(message("doctor.model"))
    try:
        lexicon = read_lexicon(tonight.language, *registry.folders(tonight.game), own=tonight.own_words)
    except BadData as bad:
        yield Finding("words", "fail", listed(bad.problems), cure=cure("setup"))
        return
    asked = words.all_phrases(lexicon, tonight.names)
    loaded = words.try_model(lexicon.language, asked, Path(settings.model) if settings.model else None)
    yield words.model(lexicon.language, loaded)
    if loaded.folder and not loaded.fault:
        yield from words.words(lexicon.language, loaded.unknown, asked, tonight.names)


def _example(tonight: Tonight) -> str:
    """What somebody says to be heard: a seat, in the table's own words."""
    try:
        lexicon = read_lexicon(tonight.language)
    except BadData:  # which is a finding
        return ""
    return " ".join([*lexicon.seat[:1], lexicon.numbers[6][0]])


def _voice(name: str, language: str) -> Finding:
    """Try the profile's voice; a recorded one has a check of its own, so what speaks in its place is tried."""
    try:
        profile = load_voice(name, language)
        if profile.engine == "recorded":
            profile = load_voice(profile.fallback)
    except BadData as bad:
        return Finding("voice", "fail", listed(bad.problems), cure=cure("no-profile"))
    if profile.engine not in ENGINES:
        return Finding("voice", "ok", found("no-voice-wanted"), {"engine": profile.engine})
    return words.voice(profile, words.try_voice(profile))
