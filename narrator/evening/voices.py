"""A voice is chosen by ear: one hears a line in each that speaks here, has those that can be had, and keeps one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from narrator.computer.config import Config, keep_setting, load_config
from narrator.computer.texts import texts_of
from narrator.mouth import piper, piper_voices
from narrator.mouth.catalogue import VoiceEntry, about, catalogue, how, licence
from narrator.mouth.voice import Voice, load_voice
from narrator.terminal.choosing import choose
from narrator.terminal.fetching import fetched, file_named, online, worked
from narrator.terminal.words import agreed, say
from narrator.texts import Texts
from narrator.values import dataclass


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the list, and what it does; True ends the choosing."""

    text: str
    act: Callable[[Texts], bool]


def choose_voice(texts: Texts, *, connected: bool | None = None) -> None:
    """Let people hear every voice, have those that can be had, and keep one, until they go back.

    `connected` says whether there is a network; None: that is looked for.
    """
    place = 0
    while True:
        found, current = catalogue(texts.language), _current()
        connected = _connected(found, texts) if connected is None else connected
        rows = [*_rows(found, current, texts, connected=connected)]
        title, back = texts.word("voices.title"), texts.word("voices.back", voice=current)
        chosen = choose(title, [row.text for row in rows], back, texts, place)
        if chosen is None or rows[chosen].act(texts):
            return
        place = chosen


def choose_first_voice(texts: Texts) -> None:
    """Let people choose where there is a choice: another engine's voice is here, or can be had now."""
    found = catalogue(texts.language)
    connected = _connected(found, texts)
    if connected or any(one.here and one.voice.engine not in ("letters", "system") for one in found):
        choose_voice(texts, connected=connected)


def heard(voice: Voice, settings: Config, texts: Texts) -> bool:
    """Whether a line could be said in this voice; if not, why is told."""
    from narrator.mouth.sample import Sample

    say(texts.word("voices.speaks", voice=voice.id))
    sample = Sample(voice, settings.speaker, lambda words: say(texts.told(words)), effects=settings.effects)
    return worked(lambda: sample.say(texts_of(voice.language).word("voices.line")), texts)


def _current() -> str:
    settings = load_config()
    return load_voice(settings.voice, settings.language).id


def _connected(found: list[VoiceEntry], texts: Texts) -> bool:
    """Whether what is offered can be had now; without a network nothing is, and that is told."""
    offer = next((one.offer for one in found if one.offer), None)
    if offer is None:
        return False
    there = online(f"{offer.url}.onnx", texts)
    if not there:
        say(texts.word("voices.no-network"))
    return there


def _rows(found: list[VoiceEntry], current: str, texts: Texts, *, connected: bool) -> list[_Row]:
    here, offered = [one for one in found if one.here], [one for one in found if one.offer]
    rows = [_Row(_line(one, current, texts), partial(_hear_and_keep, one)) for one in here]
    if connected:
        rows += [_Row(_line(one, current, texts), partial(_have, one)) for one in offered]
    if offered and (connected or piper.is_there()):
        rows.append(_Row(texts.word("voices.from-file"), partial(_from_file, offered)))
    if len(here) + len(offered) < len(found):
        rows.append(_Row(texts.word("voices.elsewhere"), partial(_tell_how, found)))
    return rows


def _line(entry: VoiceEntry, current: str, texts: Texts) -> str:
    key = "here" if entry.here else "offered"
    size = entry.offer.megabytes if entry.offer else 0
    line = texts.word(f"voices.{key}", voice=entry.voice.id, about=about(entry, texts), size=size)
    return texts.word("voices.current", line=line) if entry.voice.id == current else line


def _hear_and_keep(entry: VoiceEntry, texts: Texts) -> bool:
    """Say a line in this voice, and keep the voice if it is wanted."""
    settings = load_config()
    heard(entry.voice, settings, texts)
    question = texts.word("voices.keep", voice=entry.voice.id)
    if not agreed(question, default=False, texts=texts):
        return False
    if entry.voice.id != _current():
        say(texts.word("first.kept", path=keep_setting("voice", entry.voice.id)))
    return True


def _have(entry: VoiceEntry, texts: Texts) -> bool:
    """Download a voice, and its program if that is missing, once its licence was read; then it is heard."""
    assert entry.offer
    say(licence(entry.offer, texts))
    question = "voices.have" if piper.is_there() else "voices.have-both"
    asked = texts.word(question, voice=entry.voice.id, size=entry.offer.megabytes)
    if not (agreed(asked, default=True, texts=texts) and _have_program(texts)):
        return False
    name = entry.offer.name
    title = texts.word("voices.downloading", voice=name)
    return fetched(title, lambda progress: piper_voices.install(name, progress), texts) and _hear_and_keep(
        entry, texts
    )


def _from_file(offered: list[VoiceEntry], texts: Texts) -> bool:
    """Install a voice from its file, which is known by its name."""
    file = file_named(texts.word("voices.which-file"))
    if file is None:
        return False
    entry = next((one for one in offered if one.offer and one.offer.name in file.name), None)
    if entry is None:
        names = ", ".join(f"{one.offer.url.rpartition('/')[2]}.onnx" for one in offered if one.offer)
        say(texts.word("voices.unknown-file", file=file.name, names=names))
        return False
    assert entry.offer
    name = entry.offer.name
    say(licence(entry.offer, texts))
    if not (_have_program(texts) and worked(lambda: piper_voices.install_from(file, name), texts)):
        return False
    return _hear_and_keep(entry, texts)


def _have_program(texts: Texts) -> bool:
    if piper.is_there():
        return True
    say(texts.word("voices.installing"))
    return worked(piper_voices.install_program, texts)


def _tell_how(found: list[VoiceEntry], texts: Texts) -> bool:
    """Tell how the voices are had that the narrator cannot fetch."""
    say("\n".join(how(one, texts) for one in found if not one.here and not one.offer))
    return False
