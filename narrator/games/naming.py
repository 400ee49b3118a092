"""Names of players: what can be one, which look the same, which are answers or commands."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from unicodedata import normalize

from narrator.lexicon import JOINERS
from narrator.texts import Texts

LONGEST = 60
"""Signs in a name at most: what is longer fills every screen."""

_LIKE_LATIN = str.maketrans(
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405"
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u043a\u043c\u0442\u0501\u04bb\u051b\u051d"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0131",
    "ABEKMHOPCTYXIJSaeopcyxijskmtdhqwABEZHIKMNOPTYXaikvoptuxi",
    JOINERS,
)
"""Cyrillic and Greek letters, by the Latin ones that they look like."""


_DRAWN_ALIKE = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "O"})
"""Latin letters and figures that many typefaces draw alike, as they are written: a small i has its dot."""


def numbered(seat: int, name: str) -> str:
    """A player in a list, by number and name; a name that ends with the number, as "Player 3", has it already."""
    return name if name.endswith(f" {seat}") else f"{seat} {name}".strip()


def nameless(texts: Texts) -> str:
    """What players without names are called, before their number."""
    return texts.word("wizard.player", seat="").strip()


def by_seat(names: Iterable[str], word: str = "") -> list[str]:
    """The names in seat order, those of players without one ("Player 3", or by this `word`) counted anew."""
    called = re.compile(rf"(gracz|player|spelare|{re.escape(word)})\s\d+", re.IGNORECASE)
    return [
        f"{name.rpartition(' ')[0]} {seat}" if called.fullmatch(name) else name for seat, name in enumerate(names, 1)
    ]


def sayable(name: str) -> bool:
    """Whether a name is one at all: it has a letter, and no sign that steers a terminal or stands for a lost one."""
    shown = name.isprintable() or re.sub(f"[{JOINERS}]", "", name).isprintable()
    lost = "\N{REPLACEMENT CHARACTER}" in name
    return len(name) <= LONGEST and shown and not lost and any(letter.isalpha() for letter in name)


def looks(name: str) -> str:
    """How a name looks, in small letters: those of other scripts that look like Latin ones count as these."""
    return " ".join(normalize("NFC", name.translate(_LIKE_LATIN)).split()).casefold()


def alike(name: str, other: str) -> bool:
    """Whether two names cannot be told apart on a screen: both look the same, or are drawn alike, as AIa and Ala."""
    return looks(name) == looks(other) or _drawn(name) == _drawn(other)


def _drawn(name: str) -> str:
    return " ".join(normalize("NFC", name.translate(_LIKE_LATIN).translate(_DRAWN_ALIKE)).split())


@lru_cache(maxsize=4096)  # a lexicon's phrases are asked for again with each table
def bare(name: str) -> str:
    """How a name looks without its punctuation, and however wide or raised its signs are written."""
    plain = looks(normalize("NFKC", name))
    if plain.replace(" ", "").isalnum():
        return plain
    return " ".join("".join(sign for sign in plain if sign.isalnum() or sign == " ").split())


def taken_names(phrases: Iterable[str]) -> frozenset[str]:
    """The bare forms of these answers and commands: nobody can be called by one."""
    return frozenset(filter(sayable, map(bare, phrases)))


def is_taken(name: str, taken: Collection[str]) -> bool:
    """Whether a name, however it is dressed up, is one of these answers or commands (`taken_names`)."""
    return bare(name) in taken
