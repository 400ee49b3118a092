"""Would spoken answers be heard here? A missing speech model is offered, and where nothing hears people type."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from narrator.computer.config import Config, load_config
from narrator.computer.paths import system
from narrator.computer.texts import texts_of
from narrator.errors import BadData, ChannelLost
from narrator.games.table import Table
from narrator.terminal.words import agreed, say, terminal_texts
from narrator.texts import Texts


def has_model(settings: Config, language: str) -> bool:
    """Whether a speech model of this language is there."""
    from narrator.ears import models

    try:
        return models.find_model(language, Path(settings.model) if settings.model else None) is not None
    except BadData:
        return False


def would_hear() -> bool:
    """Whether spoken answers would be heard; where the speech model is all that is missing, it is offered."""
    settings, texts = load_config(), terminal_texts()
    language = texts.language
    if settings.ears == "keys":
        say(texts.word("first.keys-alone"))
        return False
    if not has_model(settings, language):
        say(texts.word("first.no-model"))
        offer_model(texts)
    return has_model(settings, language) and _has_microphone(texts)


def _has_microphone(texts: Texts) -> bool:
    say(texts.word("first.looking"))
    there = _microphone_is_there()
    if not there:
        say(f"{texts.word('first.no-microphone')}\n{cure('microphone', texts)}")
    return there


def _microphone_is_there() -> bool:
    from narrator.computer.devices import list_devices

    try:
        return list_devices().may_have("microphone")
    except ChannelLost:
        return False


def by_keys_where_deaf(table: Table[Any, Any], settings: Config) -> Table[Any, Any]:
    """The table; where answers are spoken and nothing would hear them they are typed, and that is told."""
    if table.setup.answers != "open":
        return table
    if settings.ears != "keys" and has_model(settings, table.setup.language) and _microphone_is_there():
        return table
    say(texts_of(table.setup.language).word("first.unheard"), err=True)
    return table.with_setup(answers="keys")


def offer_model(texts: Texts, *, or_file: bool = True) -> None:
    """Offer the speech model, from the network or else from a file, and install it if it is wanted."""
    from narrator.ears import models
    from narrator.terminal.fetching import fetched, file_named, online, worked

    if has_model(load_config(), texts.language):
        say(texts.word("first.model-there"))
        return
    try:
        offer = models.offered(texts.language)
    except BadData:
        say(texts.word("first.no-model-offered"))
        return
    if online(offer.url, texts):
        question = texts.word("first.model", size=offer.megabytes, licence=offer.licence)
        if not agreed(question, default=False, texts=texts):
            say(texts.word("first.model-later"))
            return
        install = partial(models.install, offer.name)
        done = fetched(texts.word("first.downloading"), install, texts)
    else:
        say(texts.word("first.no-network"))
        file = file_named(texts.word("first.which-model")) if or_file else None
        done = file is not None and worked(lambda: models.install_from(file), texts)
    if done:
        say(texts.word("first.model-there"))


def cure(trouble: str, texts: Texts) -> str:
    """What helps on this system where the `speaker` or the `microphone` does not work."""
    return texts.word(f"first.cures.{trouble}-{system()}")
