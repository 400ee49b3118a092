"""The wizard's texts, and which role somebody typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from narrator.computer.settings import usual_language
from narrator.computer.texts import texts_of
from narrator.errors import NarratorError
from narrator.games.interview import plain_word
from narrator.games.night.loading import folders
from narrator.games.offering import Tap
from narrator.games.parts import Names
from narrator.texts import Texts


def texts() -> Texts:
    """The texts of the questions, in the language of the settings: there is no setup yet to say another."""
    return texts_of(usual_language(), *folders())


def word(key: str, /, **values: object) -> str:
    """A text of the questions."""
    return texts().word(key, **values)


def fewer_or_more(fewer: str, more: str) -> tuple[Tap, Tap]:
    """The taps for one fewer and one more, each with what it says; empty where there can be none."""
    return Tap(fewer, "\N{MINUS SIGN}", word("wizard.one-fewer")), Tap(more, "+", word("wizard.one-more"))


def found(said: str, names: Mapping[str, Names], among: Iterable[str]) -> str:
    """Find the id that was meant: by id or name, or by how just one of them begins. Raises NarratorError."""
    ids = list(dict.fromkeys(among))
    fitting = _fitting(said, names, ids) if said.strip() else []
    if len(fitting) == 1:
        return fitting[0]
    if not said.strip():
        raise NarratorError(word("wizard.nothing", listed=_listing(ids, names)))
    if fitting:
        raise NarratorError(word("wizard.several", word=said, listed=_listing(fitting, names)))
    elsewhere = _fitting(said, names, list(names))
    if len(elsewhere) == 1:
        here = word("wizard.not-here", name=names[elsewhere[0]].name, listed=_listing(ids, names))
        raise NarratorError(here)
    raise NarratorError(word("wizard.strange", word=said, listed=_listing(ids, names)))


def _fitting(typed: str, names: Mapping[str, Names], ids: list[str]) -> list[str]:
    said = plain_word(typed)
    exact = [one for one in ids if said in (one, plain_word(names[one].name))]
    return exact or [one for one in ids if one.startswith(said) or plain_word(names[one].name).startswith(said)]


def _listing(ids: list[str], names: Mapping[str, Names]) -> str:
    return ", ".join(dict.fromkeys(names[one].name for one in ids))
