"""The first start: which language, is the narrator heard, which voice, shall it hear? Nothing is asked twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from narrator.computer import files, paths
from narrator.computer.config import Config, keep_setting, load_config
from narrator.computer.settings import own_file, system_names_language
from narrator.computer.texts import languages, name_of, texts_of
from narrator.errors import ChannelLost, NarratorError
from narrator.evening.hearing import cure, has_model, offer_model
from narrator.terminal.choosing import choose
from narrator.terminal.desk import page
from narrator.terminal.words import agreed, say, terminal_texts
from narrator.texts import SECOND, Texts, Words, message

_MARK = "started.json"
_ASKED = ("language", "sound", "model")


def first_start(texts: Texts) -> bool:
    """Ask what has not been answered yet, unless this computer has settings of its own.

    Returns False if somebody leaves before anything is answered: then nothing is kept.
    """
    mark = paths.user_data() / _MARK
    answered = _answered(mark)
    if (files.there(own_file()) and not answered) or answered >= {*_ASKED[1:]}:
        return True
    if not answered:
        if not ask_language(texts, "first.leave"):
            say(texts.word("first.left"))
            return False
        answered.add("language")
        _keep(mark, answered)
    texts = terminal_texts()
    say(texts.word("first.hello"))
    acts: tuple[Callable[[Texts], object], ...] = (_check_and_choose, _offer_model)
    for what, act in zip(_ASKED[1:], acts, strict=True):
        if what not in answered:
            act(texts)
            answered.add(what)
            _keep(mark, answered)
    say(texts.word("first.ready"))
    return True


def ask_language(texts: Texts, back: str = "first.language-stays") -> bool:
    """Ask in which language all is shown from now on, the one in use first, and keep that in the settings.

    Where the system names none, it is asked in English, too. Returns whether one was chosen; `back` is the text of
    the way out.
    """
    every = list(dict.fromkeys((texts.language, *languages())))
    names = [name_of(language) for language in every]
    understood = (texts.language, *[SECOND] * (not system_names_language()))
    asked = " / ".join(dict.fromkeys(texts_of(one).word("first.language") for one in understood))
    place = choose(asked, names, texts.word(back), texts)
    if place is not None:
        keep_setting("language", every[place])
    return place is not None


def _answered(mark: Path) -> set[str]:
    with suppress(NarratorError, ValueError, RecursionError):
        found = json.loads(files.content(mark))
        return {what for what in _ASKED if what in found} if isinstance(found, list) else set()
    return set()


def _keep(mark: Path, answered: set[str]) -> None:
    """Keep what was answered; where that cannot be written it is asked again, and nothing is lost."""
    with suppress(NarratorError):
        files.make_folder(mark.parent)
        files.write(mark, json.dumps(sorted(answered)).encode())


# ---- The sound ----


def _check_and_choose(texts: Texts) -> None:
    """Check the sound; whoever hears it may choose the voice, which a page leaves to the settings."""
    from narrator.evening.voices import choose_first_voice

    if check_sound(texts) and not page():
        choose_first_voice(texts)


def _offer_model(texts: Texts) -> None:
    """Offer the speech model, which a page leaves to the settings, too: nobody needs it for a first evening."""
    if not page():
        offer_model(texts, or_file=False)


def check_sound(texts: Texts) -> bool:
    """Say a line, and ask whether it was heard; if not, tell the cures, and try again or through another speaker.

    Returns whether it was heard in the end.
    """
    settings = used = load_config()
    tried = False
    while True:
        say(texts.word("first.speaks"))
        faults = _say(texts.word("first.line"), used)
        say("\n".join(map(texts.told, faults)))
        if not faults and agreed(texts.word("first.heard"), default=True, texts=texts):
            if used != settings:
                say(texts.word("first.kept", path=keep_setting("speaker", used.speaker)))
            return True
        say(cure("speaker", texts))
        others = _speakers(used)
        options = [texts.word("first.once-more"), *[texts.word("first.other-speaker")] * bool(others)]
        chosen = choose(
            texts.word("first.what-now"),
            options,
            texts.word("first.go-on-silently"),
            texts,
            len(options) * tried,
            breaks_off=True,
        )
        tried = True
        if chosen is None:
            return False
        if chosen == 1:
            place = choose(texts.word("first.which-speaker"), others, texts.word("menu.back"), texts)
            used = used if place is None else replace(used, speaker=others[place])


def _say(text: str, settings: Config) -> list[Words]:
    """Say the text as a table would hear it; give why it cannot be heard, nothing if it should be."""
    from narrator.cues import Part
    from narrator.mouth.fallback import LACKS
    from narrator.mouth.open import open_sound
    from narrator.mouth.voice import load_voice
    from narrator.rooms.captions import NoMouth

    faults: list[Words] = []
    voice = load_voice(settings.voice, settings.language)
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


def _speakers(settings: Config) -> list[str]:
    """The loudspeakers that may be tried instead."""
    from narrator.computer.devices import list_devices

    say(terminal_texts(settings).word("first.looking"))
    try:
        found = list_devices().devices
    except ChannelLost:
        return []
    names = dict.fromkeys(one.name for one in found if one.speaker and one.name != settings.speaker)
    return list(names)[:8] if len(names) > 1 else []


# ---- The microphone ----


def check_microphone(texts: Texts) -> None:
    """Listen for a while, and tell whether a voice was heard; without a speech model nobody need be."""
    from narrator.doctor import verdicts
    from narrator.doctor.measure import measure_levels
    from narrator.doctor.sequence import SILENCE, SPEAKING
    from narrator.ears.recorder import Recorder

    settings = load_config()
    if settings.ears == "keys" or not has_model(settings, texts.language):
        say(texts.word("first.by-keys"))
        return
    try:
        with Recorder(settings.microphone) as recorder:
            say(texts.word("first.be-silent"))
            room = measure_levels(recorder, SILENCE)
            say(texts.word("first.speak"))
            finding = verdicts.speech(measure_levels(recorder, SPEAKING), room)
    except ChannelLost:
        say(f"{texts.word('first.no-microphone')}\n{cure('microphone', texts)}")
        return
    heard = texts.word("first.you-are-heard") if finding.verdict == "ok" else texts.word("first.badly-heard")
    say(heard if finding.verdict == "ok" else f"{heard}\n{cure('microphone', texts)}")
