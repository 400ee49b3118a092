"""Names of players: how lists have them, what can be one, which look the same, which are answers or commands."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import chain
from unicodedata import normalize

from narrator.errors import Problem, did_you_mean
from narrator.lexicon import JOINERS, plain, seen
from narrator.texts import message

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


def by_seat(names: Iterable[str], word: str = "") -> list[str]:
    """The names in seat order, those of players without one ("Player 3", or by this `word`) counted anew."""
    nameless = re.compile(rf"(gracz|player|spelare|{re.escape(word)})\s\d+", re.IGNORECASE)
    return [
        f"{name.rpartition(' ')[0]} {seat}" if nameless.fullmatch(name) else name
        for seat, name in enumerate(names, 1)
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


# ---- Lists as people have them ----

_TIME = r"\d{1,2}[:.]\d{2}(?::\d{2})?(?:\s?[AaPp][Mm])?"
_TIMED = re.compile(rf"\[?(?:\d[\d./-]+\d,?\s+)?{_TIME}\]?\s*(?:[\u2013-]\s+)?(?=[^\W\d])")
_INITIAL = re.compile(r"\(([^\W\d_xX]\.?)\)")
_BRACKETS = re.compile(r"[(\[{<]([^()\[\]{}<>]*)[)\]}>]")
_HEAD = re.compile(r"([^:]*):(?![\d/])\s*(.*)")
_BETWEEN = re.compile(r"[,;|\t\xb7\u2022]|\s(?:[/&+]|i|oraz|and|och)\s|\s(?=[(#]?\d{1,2}(?:[.)]\s|\u20e3))")
_TICKS = r"\u2611\u2612\u2705\u2713-\u2718\u274c\u2753-\u2755\U0001f44d\U0001f44e"
_BULLETS = (
    r"+*>~@\xbb\xb7\u2010-\u2015\u2022\u2023\u203a\u2043\u2190-\u21ff\u2460-\u2473\u25a0-\u2612\u26aa\u26ab\u2700-\u2763"
    r"\u2765-\u27bf\u2b1b\u2b1c\U0001f449\U0001f518\U0001f51f\U0001f534-\U0001f53b\U0001f7e0-\U0001f7eb-"
)
_COUNTED = r"(?:[Nn][ro]\.?\s?)?\d{1,3}(?:[.):\]]+(?!\d)|\u20e3|(?=[^\S\t]))"
_BEFORE = re.compile(rf"^(?:{_COUNTED}|[#\u2116]\s?\d+[.):]?|[a-z]\)|[{_BULLETS}]|[^\S\t])+")
_NOTE = r"\s[\u2013\u2014-]+(?:\s.*)?$"
_BEHIND = re.compile(
    rf"{_NOTE}|\s(?:\+|00)?\d[\d\s-]{{5,}}\d\b|\s?\+\s?\d+|\s(?:o\s)?{_TIME}|\s\S+@\S+|\s?[{_TICKS}]"
)
_AROUND = ',;:!?"*_~ \u201e\u201d\u201c\xab\xbb\u2026'
_COLUMN = re.compile("(imie|nazwisko)( i (imie|nazwisko))?|gracz|(first |last )?name|player|namn|spelare")
_TITLE = re.compile(r"\b(list(a|an)|gracz[ey]|uczestni(cy|kow)|imiona|players|participants|names|deltagare|kto)\b")
_TOTAL = re.compile(
    r"(razem|lacznie|ogolem|suma|total|summa|(lista )?rezerw(a|owa|owi)|reserves?)(\s?[:=].*|\s\d.*)?"
)
_OTHER_LETTERS = re.compile("[\U0001d400-\U0001d7ff\uff21-\uff5a]+")
"""Letters of other shapes, as chats give them."""
_NUMBERED = re.compile(r"[|\s]*\d{1,3}[.)]?\s*(?:[;|]|,(?=\S))")
_DETAIL = re.compile(r"[+\d][\d\s-]{5,}|\S+@\S+|tak|nie|moze|yes|no|maybe|ja|nej|kanske")
"""What no name is, in a table or behind a comma: a number, an address, whether somebody comes."""
_WORDS = 5
"""Words that a name has at most: what is longer is a sentence."""


class NameList:
    """Reads rows of a list as people have it in a chat or a table; a heading says which column the names are in."""

    def __init__(self) -> None:
        self._column = ("", 0)

    def read(self, row: str) -> tuple[list[str], list[str]]:
        """The names in a row, and what of it is none, but for what only counts the rows."""
        row = whole = _OTHER_LETTERS.sub(lambda found: normalize("NFKC", found[0]), seen(row).strip())
        if _TOTAL.fullmatch(words := plain(row.casefold())) or _COLUMN.fullmatch(words.rstrip(":")):
            return [], [row]
        row = row[timed.end() :] if (timed := _TIMED.match(row)) else row
        said = _HEAD.match(row) if timed else None
        numbered = bool(_NUMBERED.match(row))
        row = _INITIAL.sub(r"\1", said[1] if said else row)
        left = [found[0] for found in _BRACKETS.finditer(row) if any(map(str.isalpha, found[1].strip("xX")))]
        left += [said[2]] if said and said[2] else []
        row = _BEFORE.sub("", _BRACKETS.sub(" ", row).strip("| "))
        if not said and (headed := _HEAD.match(row)):
            head, tail = headed[1], headed[2]
            titled = _is_title(head) or any(map(str.isdecimal, head)) or bool(_BETWEEN.search(tail))
            titled |= not tail and len(head.split()) > 1
            row, rest = (tail, head) if titled else (head, tail)
            left += [f"{rest.strip()}:" if titled else rest] * any(map(str.isalpha, rest))
        pieces, others = self._cells(row.strip("| ").rstrip("; "), numbered=numbered)
        found = [*map(_name, filter(None, pieces))]
        names = [name for name, *_ in found if name]
        return names, [*left, *chain(*(marks for _, *marks in found)), *others] if names else [whole]

    def _cells(self, row: str, *, numbered: bool) -> tuple[list[str], list[str]]:
        """The pieces that may be names, and those of other columns."""
        sign = next((one for one in "\t;|," if one in row), "")
        cells = [cell.strip('" ') for cell in (row.split(sign) if sign else [row])]
        titled = [place for place, cell in enumerate(cells) if sign and _COLUMN.fullmatch(plain(cell.casefold()))]
        if titled:
            self._column = sign, titled[0]
            return [], [row]
        if sign and sign == self._column[0]:
            place = self._column[1]
        elif numbered or self._is_table(sign, cells, 2 if "; " in row else 1):
            place = next((place for place, cell in enumerate(cells) if any(map(str.isalpha, cell))), 0)
            self._column = (sign, place) if sign == ";" else self._column
        else:
            pieces = [piece.strip() for piece in _BETWEEN.split(row)]
            notes = [piece for piece in pieces[1:] if _is_note(piece, pieces[0])]
            return [one for one in pieces if one not in notes and (sign != "|" or any(map(str.isalpha, one)))], notes
        others = [*cells[:place], *cells[place + 1 :]]
        return cells[place : place + 1], [cell for cell in others if any(map(str.isalpha, cell))]

    @staticmethod
    def _is_table(sign: str, cells: list[str], words: int) -> bool:
        """Whether the cells are the columns of a table, and not all of them names."""
        if sign == "\t":
            return len(cells) <= 3 or not any(map(str.isalpha, cells[0]))
        return sign == ";" and any(_is_note(cell, cells[0], words) for cell in cells[1:])


def _is_note(piece: str, name: str, words: int = 2) -> bool:
    """Whether what stands behind a name is none: words in small letters, so many of them, or a number or a yes."""
    small = piece.islower() and name[:1].isupper() and len(piece.split()) >= words
    return small or bool(_DETAIL.fullmatch(plain(piece.casefold())))


def _is_title(text: str) -> bool:
    words = plain(text.strip().casefold())
    return bool(_COLUMN.fullmatch(words) or _TITLE.search(words))


def _name(piece: str) -> list[str]:
    """The name in a piece of a list, none if it has none, and what is no part of it."""
    bare = _BEFORE.sub("", piece)
    name = " ".join(_BEHIND.sub(" ", bare).split()).strip(_AROUND).lstrip(". ")
    name = name.rstrip(".") if " " not in name and len(name) > 2 else name
    sentence = len(name.split()) > _WORDS or re.search("@|//", name)
    if sentence or _is_title(name) or not any(map(str.isalpha, name)):
        return ["", piece]
    return [name, *(found[0].strip() for found in _BEHIND.finditer(bare))]


def not_alone(name: str, place: str) -> Iterable[Problem]:
    """Warn of a name in a file that has more in it than the name, such as the number of its row."""
    meant = NameList().read(name)[0]
    if [*map(bare, meant)] != [bare(name)]:
        cure = did_you_mean(*meant) if meant else ""
        yield Problem(place, message("faults.more-than-a-name", name=name), cure, warning=True)
