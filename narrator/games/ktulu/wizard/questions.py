"""The questions that need no cards: names, and choices from a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from unicodedata import combining, normalize

from narrator.errors import NarratorError
from narrator.games.ktulu import lineups
from narrator.games.ktulu.script import Names

Ask = Callable[[str, str], str]
"""Puts a question with a default answer (which an empty answer means) and gives the answer."""

Show = Callable[[str], None]
"""Shows a text."""


def ask_choice(ask: Ask, show: Show, question: str, options: Mapping[str, str]) -> str:
    """Ask for one of the options, by its word, the beginning of it, or its number; the first is the default."""
    show("\n".join(["", *(f"  {number}. {word}: {text}" for number, (word, text) in enumerate(options.items(), 1))]))
    default = next(iter(options))
    while True:
        said = (ask(question, default).strip() or default).lower()
        numbers = {str(number): word for number, word in enumerate(options, 1)}
        fitting = [numbers[said]] if said in numbers else [word for word in options if word.startswith(said)]
        if len(fitting) == 1:
            return fitting[0]
        show(f"Do wyboru: {', '.join(options)}.")


def ask_names(ask: Ask, show: Show) -> list[str]:
    """Ask for the players by name in seat order; a number alone gives so many players without names."""
    show("Wpisz imiona w kolejności siedzenia, zgodnie z ruchem wskazówek zegara:")
    show("po przecinku albo po jednym w wierszu. Pusty wiersz kończy. Sama liczba: gracze bez imion.")
    while True:
        names = _listed(ask)
        fault = _fault(names)
        if not fault:
            show(f"Graczy: {len(names)}.")
            return names
        show(fault)


def _listed(ask: Ask) -> list[str]:
    names: list[str] = []
    while said := ask(f"Gracz {len(names) + 1}", "").strip():
        if said.isdecimal() and not names:
            return [f"Gracz {number}" for number in range(1, min(int(said), 999) + 1)]
        names += [" ".join(name.split()) for name in said.split(",") if name.strip()]
    return names


def _fault(names: list[str]) -> str:
    twice = [name for place, name in enumerate(names) if name.casefold() in map(str.casefold, names[:place])]
    if twice:
        return f"Dwie osoby mają to samo imię: {twice[0]}. Odróżnij je, na przykład {twice[0]} K. Od początku:"
    unsayable = [name for name in names if name.isdecimal() or not name.isprintable()]
    if unsayable:
        return f"To nie jest imię: {unsayable[0]!r}. Od początku:"
    if not lineups.FEWEST <= len(names) <= lineups.MOST:
        span = f"od {lineups.FEWEST} do {lineups.MOST}"
        return f"Graczy jest {len(names)}, a składy są {span} osób. Od początku:"
    return ""


def found(word: str, names: Mapping[str, Names], among: Iterable[str]) -> str:
    """Find the id that is meant: an id or a name, or the beginning of just one. Raises NarratorError."""
    ids = list(dict.fromkeys(among))
    fitting = _fitting(word, names, ids)
    if len(fitting) == 1:
        return fitting[0]
    if fitting and word.strip():
        raise NarratorError(f"„{word}” to może być: {_listing(fitting, names)}.")
    elsewhere = _fitting(word, names, list(names))
    fault = f"{names[elsewhere[0]].name}: tego tu nie można" if len(elsewhere) == 1 else f"Co znaczy „{word}”?"
    raise NarratorError(f"{fault}. Do wyboru: {_listing(ids, names)}.")


def _fitting(word: str, names: Mapping[str, Names], ids: list[str]) -> list[str]:
    said = _plain(word)
    exact = [one for one in ids if said in (one, _plain(names[one].name))]
    return exact or [one for one in ids if one.startswith(said) or _plain(names[one].name).startswith(said)]


def _listing(ids: list[str], names: Mapping[str, Names]) -> str:
    return ", ".join(names[one].name for one in ids[:15]) + (", …" if len(ids) > 15 else "")


def _plain(text: str) -> str:
    """Give the text in small letters without accents: people type as the keyboard lets them."""
    bare = "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))
    return " ".join(bare.replace("ł", "l").split())
