"""What the wizard asks and shows: names, choices from a list, the role that somebody typed, remarks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from narrator.answers import normalise, plain
from narrator.computer.texts import texts_of
from narrator.errors import NarratorError, Problem
from narrator.games.ktulu import lineups
from narrator.games.ktulu.loading import FOLDER
from narrator.games.ktulu.script import Names
from narrator.texts import DEFAULT, Texts

Ask = Callable[[str, str], str]
"""Puts a question with a default (the meaning of an empty answer) and returns the answer."""

Show = Callable[[str], None]
"""Shows a text."""


def texts() -> Texts:
    """The texts of the questions, in the default language: there is no setup yet to say which."""
    return texts_of(DEFAULT, FOLDER)


def word(key: str, /, **values: object) -> str:
    """A text of the questions."""
    return texts().word(key, **values)


def ask_choice(ask: Ask, show: Show, question: str, options: Mapping[str, str]) -> str:
    """Ask for one of the options, by its word, how it begins, or its number; the first is the default."""
    show(
        "\n".join(
            ["", *(f"  {number}. {option}: {text}" for number, (option, text) in enumerate(options.items(), 1))]
        )
    )
    default = next(iter(options))
    while True:
        said = (ask(question, default).strip() or default).lower()
        numbers = {str(number): option for number, option in enumerate(options, 1)}
        fitting = [numbers[said]] if said in numbers else [option for option in options if option.startswith(said)]
        if len(fitting) == 1:
            return fitting[0]
        show(word("wizard.options", options=", ".join(options)))


def ask_names(ask: Ask, show: Show) -> list[str]:
    """Ask for the players' names in seat order; a number alone means that many players without names."""
    show(word("wizard.names"))
    show(word("wizard.names-how"))
    while True:
        names = _listed(ask)
        fault = _fault(names)
        if not fault:
            show(word("wizard.players", count=len(names)))
            return names
        show(fault)


def _listed(ask: Ask) -> list[str]:
    names: list[str] = []
    while said := ask(word("wizard.player", seat=len(names) + 1), "").strip():
        if said.isdecimal() and not names:
            return [word("wizard.player", seat=number) for number in range(1, min(int(said), 999) + 1)]
        names += [" ".join(name.split()) for name in said.split(",") if name.strip()]
    return names


def _fault(names: list[str]) -> str:
    twice = [name for place, name in enumerate(names) if name.casefold() in map(str.casefold, names[:place])]
    if twice:
        return word("wizard.same-name", name=twice[0])
    unsayable = [name for name in names if name.isdecimal() or not name.isprintable()]
    if unsayable:
        return word("wizard.no-name", name=unsayable[0])
    if not lineups.FEWEST <= len(names) <= lineups.MOST:
        return word("wizard.no-line-up", count=len(names), fewest=lineups.FEWEST, most=lineups.MOST)
    return ""


def found(said: str, names: Mapping[str, Names], among: Iterable[str]) -> str:
    """Find the id that was meant: by id or name, or by how just one of them begins. Raises NarratorError."""
    ids = list(dict.fromkeys(among))
    fitting = _fitting(said, names, ids)
    if len(fitting) == 1:
        return fitting[0]
    if fitting and said.strip():
        raise NarratorError(word("wizard.several", word=said, listed=_listing(fitting, names)))
    elsewhere = _fitting(said, names, list(names))
    if len(elsewhere) == 1:
        here = word("wizard.not-here", name=names[elsewhere[0]].name, listed=_listing(ids, names))
        raise NarratorError(here)
    raise NarratorError(word("wizard.strange", word=said, listed=_listing(ids, names)))


def _fitting(typed: str, names: Mapping[str, Names], ids: list[str]) -> list[str]:
    said = _plain(typed)
    exact = [one for one in ids if said in (one, _plain(names[one].name))]
    return exact or [one for one in ids if one.startswith(said) or _plain(names[one].name).startswith(said)]


def _listing(ids: list[str], names: Mapping[str, Names]) -> str:
    return ", ".join(names[one].name for one in ids[:15]) + (", …" if len(ids) > 15 else "")


def _plain(text: str) -> str:
    """The text in small letters without accents, since not every keyboard has them."""
    return plain(normalise(text))


def remark(problem: Problem, names: Mapping[str, Names]) -> str:
    """The problem in the table's language; one without a text of its own reads as `narrator check` prints it."""
    key = f"remarks.{problem.key}"
    if key not in texts():
        return str(problem)
    return word(key, about=", ".join(names[role].name for role in problem.about))
