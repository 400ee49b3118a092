"""Choose tonight's ears: microphone and keyboard, or the keyboard alone where nothing can be heard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path

from narrator.computer.texts import name_of
from narrator.ears import Ears, Together
from narrator.ears.keyboard import Keyboard
from narrator.ears.lexicon import read_lexicon
from narrator.ears.models import find_model, is_offered
from narrator.ears.speech import SpeechEars
from narrator.errors import ChannelLost, NarratorError, for_table
from narrator.lexicon import NO_WORDS, Lexicon, TableWords, addressed, normalise
from narrator.patterns import literal
from narrator.texts import Message, Words, message


def open_ears(
    language: str,
    names: Mapping[int, str],
    notice: Callable[[Words], None],
    *,
    own_words: Sequence[Path] = (),
    of_table: TableWords = NO_WORDS,
    microphone: str | None = None,
    model: Path | None = None,
    keyboard: Keyboard | None = None,
    speech: bool = True,
    more: Sequence[Ears] = (),
) -> Together:
    """Open the ears for the players `names` (by seat). `notice` is told once what is missing or unknown.

    `own_words` are folders of games that have words of their own, and `of_table` those of a table. `microphone` is a
    part of a device's name; `model` a folder. Without `speech` only the keyboard, if one is given, is opened. `more`
    ears listen beside it. Raises BadData when the language has no lexicon.
    """
    lexicon = read_lexicon(language, *own_words, own=of_table)
    lexicon = addressed(lexicon) if of_table.addressed else lexicon
    ears: list[Ears] = [*([keyboard] if keyboard else []), *more]
    if speech:
        try:
            ears.append(_microphone(lexicon, names, notice, microphone or "", model))
        except NarratorError as fault:
            notice(for_table(fault))
    return Together(ears, notice)


def _microphone(
    lexicon: Lexicon,
    names: Mapping[int, str],
    notice: Callable[[Words], None],
    device: str,
    configured: Path | None,
) -> SpeechEars:
    model = find_model(lexicon.language, configured)
    if model is None:
        trouble = "ears.no-model" if is_offered(lexicon.language) else "ears.no-offer"
        raise ChannelLost(message(trouble, language=lexicon.language, name=name_of(lexicon.language)))
    ears = SpeechEars(model, lexicon, names, notice, device=device, amid_talk=True)  # as an evening begins
    ears.wait()
    unknown = ears.unknown_words(vocabulary(lexicon, names))
    if unknown:
        notice(unknown_notice(unknown, names))
    return ears


def vocabulary(lexicon: Lexicon, names: Mapping[int, str]) -> list[str]:
    """List every phrase that may be asked for at a table of these players, names and numbers in the first case."""
    words = (*lexicon.yes, *lexicon.no, *lexicon.none, *lexicon.ready, *lexicon.go_on)
    commands = (*lexicon.repeat, *lexicon.undo, *lexicon.pause)
    seats = max(names, default=0)
    numbers = chain(*lexicon.numbers[:seats], *lexicon.ordinals[:seats], *lexicon.counts.values())
    around = (*lexicon.seat, *lexicon.units, *chain(*lexicon.before))
    own = (*chain(*lexicon.choices.values()), *names.values())
    filled = chain.from_iterable(words.values() for words in lexicon.slots.values())
    values = (*map(literal, chain(*lexicon.patterns.values())), *chain(*filled))
    return [normalise(phrase) for phrase in (*words, *commands, *around, *numbers, *own, *values)]


def unknown_notice(unknown: list[str], names: Mapping[int, str]) -> Message:
    """Write which words the model does not know, and what to say instead of a name."""
    people = {part for name in names.values() for part in normalise(name).split()}
    key = "ears.unknown-names" if people & set(unknown) else "ears.unknown"
    return message(key, words=", ".join(unknown))
