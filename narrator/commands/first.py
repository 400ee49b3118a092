"""The first start: is the narrator heard, in which voice, and shall it understand speech? Nothing is asked twice."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.commands.options import settings_of
from narrator.terminal.choosing import choose
from narrator.terminal.words import agreed, say, terminal_texts

if TYPE_CHECKING:
    from narrator.computer.config import Config
    from narrator.games.table import Table
    from narrator.texts import Texts, Words

_MARK = "started.json"
_ASKED = ("sound", "model")


def first_start(texts: "Texts") -> None:
    """Ask what has not been answered yet, unless this computer has settings of its own."""
    from narrator.computer import paths
    from narrator.computer.config import own_file
    from narrator.computer.files import there

    mark = paths.user_data() / _MARK
    answered = _answered(mark)
    if there(own_file()) or answered >= {*_ASKED}:
        return
    say(texts.word("first.hello"))
    for what, ask in zip(_ASKED, (_check_and_choose, offer_first_model), strict=True):
        if what not in answered:
            ask(texts)
            answered.add(what)
            _keep(mark, answered)
    say(texts.word("first.ready"))


def _answered(mark: Path) -> set[str]:
    from narrator.computer import files
    from narrator.errors import NarratorError

    with suppress(NarratorError, ValueError, RecursionError):
        found = json.loads(files.content(mark))
        return {what for what in _ASKED if what in found} if isinstance(found, list) else set()
    return set()


def _keep(mark: Path, answered: set[str]) -> None:
    """Keep what was answered; where that cannot be written it is asked again, and nothing is lost."""
    from narrator.computer import files
    from narrator.errors import NarratorError

    with suppress(NarratorError):
        files.make_folder(mark.parent)
        files.write(mark, json.dumps(sorted(answered)).encode())


# ---- The sound ----


def _check_and_choose(texts: "Texts") -> None:
    """Check the sound; whoever hears it may choose the voice."""
    from narrator.commands.voices import choose_first_voice

    if check_sound(texts):
        choose_first_voice(texts)


def check_sound(texts: "Texts") -> bool:
    """Say a line, and ask whether it was heard; if not, tell the cures, and try again or through another speaker.

    Returns whether it was heard in the end.
    """
    from narrator.computer.config import keep_setting

    settings = used = settings_of(None, None)
    while True:
        say(texts.word("first.speaks"))
        faults = _say(texts.word("first.line"), used)
        say("\n".join(map(texts.told, faults)))
        if not faults and agreed(texts.word("first.heard"), default=True, texts=texts):
            if used != settings:
                say(texts.word("first.kept", path=keep_setting("speaker", used.speaker)))
            return True
        say(_cure("speaker", texts))
        others = _speakers(used)
        options = [texts.word("first.once-more"), *[texts.word("first.other-speaker")] * bool(others)]
        chosen = choose(texts.word("first.what-now"), options, texts.word("first.go-on-silently"), texts)
        if chosen is None:
            return False
        if chosen == 1:
            place = choose(texts.word("first.which-speaker"), others, texts.word("menu.back"), texts)
            used = used if place is None else replace(used, speaker=others[place])


def _say(text: str, settings: "Config") -> "list[Words]":
    """Say the text as a table would hear it; give why it cannot be heard, nothing if it should be."""
    from narrator.cues import Part
    from narrator.mouth.fallback import LACKS
    from narrator.mouth.open import open_sound
    from narrator.mouth.voice import load_voice
    from narrator.rooms.opening import NoMouth
    from narrator.texts import message

    faults: list[Words] = []
    voice = load_voice(settings.voice or "system")
    try:
        mouth, player = open_sound(voice, settings.speaker or None, faults.append, NoMouth())
    except LACKS:
        return [message("first.silent")]  # what is missing, `doctor` says
    try:
        mouth.speak(text, (Part("", text),))
    finally:
        mouth.close()
    if player is None:
        return [message("first.no-voice" if voice.engine == "none" else "first.silent")]
    return []


def _cure(trouble: str, texts: "Texts") -> str:
    from narrator.computer.paths import system

    return texts.word(f"first.cures.{trouble}-{system()}")


def _speakers(settings: "Config") -> list[str]:
    """The loudspeakers that may be tried instead."""
    from narrator.computer.devices import list_devices
    from narrator.errors import ChannelLost

    try:
        found = list_devices().devices
    except ChannelLost:
        return []
    names = dict.fromkeys(one.name for one in found if one.speaker and one.name != settings.speaker)
    return list(names)[:8] if len(names) > 1 else []


# ---- The microphone ----


def check_microphone(texts: "Texts") -> None:
    """Listen for a while, and tell whether a voice was heard; without a speech model nobody need be."""
    from narrator.doctor import verdicts
    from narrator.doctor.measure import measure_levels
    from narrator.doctor.sequence import SILENCE, SPEAKING
    from narrator.ears.recorder import Recorder
    from narrator.errors import ChannelLost

    settings = settings_of(None, None)
    if settings.ears == "keys" or not _has_model(settings):
        say(texts.word("first.by-keys"))
        return
    try:
        with Recorder(settings.microphone) as recorder:
            say(texts.word("first.be-silent"))
            room = measure_levels(recorder, SILENCE)
            say(texts.word("first.speak"))
            finding = verdicts.speech(measure_levels(recorder, SPEAKING), room)
    except ChannelLost:
        say(f"{texts.word('first.no-microphone')}\n{_cure('microphone', texts)}")
        return
    heard = texts.word("first.you-are-heard") if finding.verdict == "ok" else texts.word("first.badly-heard")
    say(heard if finding.verdict == "ok" else f"{heard}\n{_cure('microphone', texts)}")


# ---- The speech model ----


def _has_model(settings: "Config") -> bool:
    from narrator.ears import models
    from narrator.errors import BadData
    from narrator.texts import DEFAULT

    try:
        return models.find_model(DEFAULT, Path(settings.model) if settings.model else None) is not None
    except BadData:
        return False


def would_hear() -> bool:
    """Whether spoken answers would be heard; where the speech model is all that is missing, it is offered."""
    settings, texts = settings_of(None, None), terminal_texts()
    if settings.ears == "keys":
        say(texts.word("first.keys-alone"))
        return False
    if not _has_model(settings):
        say(texts.word("first.no-model"))
        offer_model(texts)
    return _has_model(settings) and _has_microphone(texts)


def _has_microphone(texts: "Texts") -> bool:
    there = _microphone_is_there()
    if not there:
        say(f"{texts.word('first.no-microphone')}\n{_cure('microphone', texts)}")
    return there


def _microphone_is_there() -> bool:
    from narrator.computer.devices import list_devices
    from narrator.errors import ChannelLost

    try:
        return any(one.microphone for one in list_devices().devices)
    except ChannelLost:
        return False


def by_keys_where_deaf(table: "Table[Any, Any]", settings: "Config") -> "Table[Any, Any]":
    """The table; where answers are spoken and nothing would hear them they are typed, and that is told."""
    if table.setup.answers != "open":
        return table
    if settings.ears != "keys" and _has_model(settings) and _microphone_is_there():
        return table
    from narrator.computer.texts import texts_of

    say(texts_of(table.setup.language).word("first.unheard"), err=True)
    return replace(table, setup=replace(table.setup, answers="keys"))


def offer_model(texts: "Texts") -> None:
    """Offer the speech model, from the network or else from a file, and install it if it is wanted."""
    _offer_model(texts, or_file=True)


def offer_first_model(texts: "Texts") -> None:
    """Offer the speech model where there is a network; where there is none that is told, and nothing is asked."""
    _offer_model(texts, or_file=False)


def _offer_model(texts: "Texts", *, or_file: bool) -> None:
    from narrator.ears import models
    from narrator.terminal.fetching import fetched, file_named, online, worked
    from narrator.texts import DEFAULT

    if _has_model(settings_of(None, None)):
        say(texts.word("first.model-there"))
        return
    offer = models.model_of(DEFAULT)
    if online(offer.url, texts):
        question = texts.word("first.model", size=offer.megabytes, licence=offer.licence)
        if not agreed(question, default=False, texts=texts):
            say(texts.word("first.model-later"))
            return
        done = fetched(texts.word("first.downloading"), lambda progress: models.install(DEFAULT, progress), texts)
    else:
        say(texts.word("first.no-network"))
        file = file_named(texts.word("first.which-model")) if or_file else None
        done = file is not None and worked(lambda: models.install_from(file), texts)
    if done:
        say(texts.word("first.model-there"))
