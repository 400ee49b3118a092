"""The doctor's look at what is said and heard: the voice, the speech model, and the words that it does not know."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from narrator.computer.texts import texts_of
from narrator.doctor.findings import Finding, cure, found, listed
from narrator.ears.models import find_model, offered
from narrator.ears.open import vocabulary
from narrator.ears.speech import unknown_words
from narrator.errors import BadData, ChannelLost, for_table
from narrator.lexicon import Lexicon, normalise
from narrator.mouth.engines import engine_of
from narrator.mouth.outputs import load_libraries
from narrator.mouth.render import Renderer
from narrator.mouth.voice import Voice
from narrator.texts import Message, Words
from narrator.values import dataclass

_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """The engine that spoke a line and how long it took (seconds), or the fault."""

    engine: str = ""
    seconds: float = 0.0
    fault: Words = ""


def try_voice(profile: Voice) -> Spoken:
    """Render a line with the voice."""
    renderer = Renderer(profile)
    try:
        load_libraries()
        engine, begin = renderer.engine, time.monotonic()
        renderer.render(texts_of(profile.language).word("doctor.line"))
        return Spoken(engine=engine, seconds=time.monotonic() - begin)
    except ChannelLost as lost:
        return Spoken(fault=for_table(lost))
    finally:
        renderer.close()


def voice(profile: Voice, spoken: Spoken, platform: str = sys.platform) -> Finding:
    """Judge the voice: whether there is one, and whether it is the best of its system."""
    value = {"language": profile.language, "engine": spoken.engine, "seconds": round(spoken.seconds, 3)}
    if spoken.fault:
        return Finding("voice", "fail", spoken.fault, value, cure(engine_of(profile).trouble, platform))
    text = found("voice", engine=spoken.engine, language=profile.language, seconds=spoken.seconds)
    if spoken.engine.startswith("espeak") and (platform != "linux" or profile.language == "pl"):
        text = found("plain-voice", voice=text)
        better = cure("no-natural-voice" if profile.language == "pl" else "no-better-voice", platform)
        return Finding("voice", "warn", text, value, better)
    return Finding("voice", "ok", text, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedModel:
    """The speech model's folder, how long it took to load (seconds) and the words it does not know, or the fault."""

    folder: str = ""
    seconds: float = 0.0
    unknown: tuple[str, ...] = ()
    fault: Words = ""


def try_model(language: str, asked: Sequence[str], configured: Path | None) -> LoadedModel:
    """Load the model that the ears would use, and ask it for every word of these phrases."""
    folder = configured
    try:
        folder = find_model(language, configured)
        if folder is None:
            return LoadedModel()
        begin = time.monotonic()
        unknown = unknown_words(folder, asked)
        return LoadedModel(folder=str(folder), seconds=time.monotonic() - begin, unknown=tuple(unknown))
    except BadData as bad:
        return LoadedModel(folder=str(configured), fault=listed(bad.problems))
    except ChannelLost as lost:
        return LoadedModel(folder=str(folder), fault=for_table(lost))


def all_phrases(lexicon: Lexicon, names: Mapping[int, str]) -> list[str]:
    """List everything that may be said: answers, commands, the numbers of all seats, choices and names."""
    seats = dict.fromkeys(range(1, len(lexicon.numbers) + 1), "") | dict(names)
    return vocabulary(lexicon, seats)


def model(language: str, loaded: LoadedModel) -> Finding:
    """Judge the speech model: found, fit for questions, and loaded."""
    value = {"language": language, "folder": loaded.folder, "seconds": round(loaded.seconds, 2)}
    if loaded.fault:
        return Finding("model", "fail", loaded.fault, value, _installing("bad-model", language))
    if not loaded.folder:
        text = found("no-model", language=language)
        return Finding("model", "fail", text, value, _installing("no-model", language))
    return Finding("model", "ok", found("model", folder=loaded.folder, seconds=loaded.seconds), value)


def _installing(trouble: str, language: str) -> Message:
    """Word the cure of a trouble with the model, which is to install the language's, if there is one."""
    try:
        offer = offered(language)
    except BadData:
        return cure("no-model-offered")
    return cure(trouble, language=offer.language or offer.name, megabytes=offer.megabytes)


def words(language: str, unknown: Sequence[str], asked: Sequence[str], names: Mapping[int, str]) -> list[Finding]:
    """Judge the words that the model does not know, of all that it was asked for: the language's, and the names'."""
    people = {part for name in names.values() for part in normalise(name).split()}
    every = {word for phrase in asked for word in phrase.split()} - people
    strange = [word for word in unknown if word in people]
    own = [word for word in unknown if word not in people]
    if len(own) > len(every) / 2:
        text = found("foreign", unknown=len(own), every=len(every))
        return [Finding("words", "fail", text, own, _installing("bad-model", language))]
    findings = [_known("words", own, "unknown-words")]
    return [*findings, _known("names", strange, "unknown-names")] if names else findings


def _known(name: str, unknown: Sequence[str], trouble: str) -> Finding:
    if not unknown:
        return Finding(name, "ok", found("all-known"), [])
    shown, more = ", ".join(unknown[:_SHOWN]), len(unknown) - _SHOWN
    text = found("unknown-more", words=shown, count=more) if more > 0 else found("unknown", words=shown)
    return Finding(name, "warn", text, list(unknown), cure(trouble))
