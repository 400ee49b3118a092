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
_TIMED = re.compile(rf"\[?(\d[\d./-]+\d,?\s+)?{_TIME}\]?[^\S\t]*([\u2013-]\s+)?(?=[^\W\d])")
_DAY = (
    "(?:dzis(?:iaj)?|wczoraj|poniedzialek|wtorek|sroda|czwartek|piatek|sobota|niedziela|(?:to|yester|mon|tues|wednes"
    "|thurs|fri|satur|sun)day|(?:i|man|tis|ons|tors|fre|lor|son)dag|igar)"
)
_WHEN = re.compile(rf"{_DAY}\b.*\d[.:/]\d|\d{{1,2}}[./]\d{{1,2}}\S*\s(?:{_DAY}|godz)\b|{_DAY}\s\d{{1,2}}\s[a-z]")
_SENDER = re.compile(rf".+\s(?:[\u2013\u2014-]\s(?:{_DAY}\b|\d[\d./-]{{5,}}).*|\u2014\s){_TIME}")
_INITIAL = re.compile(r"\(([^\W\d_xX]\.?)\)")
_BRACKETS = re.compile(r"[(\[{<]([^()\[\]{}<>]*)[)\]}>]")
_HEAD = re.compile(r"([^:]*):(?![\d/])\s*(.*)")
_BETWEEN = re.compile(
    r"[,;|\t\xb7\u2022]|\s\+(?=[A-Z\xc0-\xd6\u0141\u015a\u0179\u017b])|\s(?:[/&+]|i|oraz|and|och)\s|\s(?=[(#]?\d{1,2}(?:[.)]\s|\u20e3))"
)
_TICKS = r"\u2611\u2612\u2705\u2713-\u2718\u274c\u2753-\u2755\U0001f44d\U0001f44e"
_BULLETS = (
    r"+*>~@\xbb\xb7\u2010-\u2015\u2022\u2023\u203a\u2043\u2190-\u21ff\u2460-\u2473\u25a0-\u2612\u26aa\u26ab\u2700-\u2763"
    r"\u2765-\u27bf\u2b1b\u2b1c\U0001f449\U0001f518\U0001f51f\U0001f534-\U0001f53b\U0001f7e0-\U0001f7eb-"
)
_COUNTED = r"(?:[Nn][ro]\.?\s?)?\d{1,3}(?:[.):\]]+(?!\d)|\u20e3|(?=[^\S\t]))"
_BEFORE = re.compile(rf"^(?:{_COUNTED}|[#\u2116]\s?\d+[.):]?|(?:[a-z]|[IVX]+|[ivx]+)\)|[{_BULLETS}]|[^\S\t])+")
_NOTE = r"\s(?:[\u2013\u2014-]+|#|//)(?:\s.*)?$|\s\+[a-z\xdf-\xff\u0107\u0142\u015b\u017a\u017c].*"
_WHO = r"\s(?:she|he|they|ona|on|hon|han|hen)/\S+|\s(?:ur|b|f)\.\s?\d{4}|\s\d{1,2}\s?(?:l\.|lat\b|y\.?o\.?|\xe5r\b)"
_BEHIND = re.compile(
    rf"{_NOTE}|{_WHO}|\s(?:\+|00)?\d[\d\s-]{{5,}}\d\b|\s?\+\s?\d+|\s(?:o\s)?{_TIME}|\s\S+@\S+|\s?[{_TICKS}]"
)
_AROUND = ',;:!?"*_~ \u201e\u201d\u201c\xab\xbb\u2026'
_COLUMN = re.compile("(imie|nazwisko)( i (imie|nazwisko))?|gracz|(first |last )?name|player|namn|spelare")
_HEADING = re.compile(
    r"\b(imi(e|ona)|nazywasz|nazwisko|nick|ksywk?a|gracz|osoba|name|player|namn|spelare|sygnatura czasowa"
    r"|timestamp|tidsstampel|lp)\b"
)
_LAST = re.compile("nazwisko|(last |sur|family )name|efternamn")
_UNNAMED = re.compile(r"sygnatura czasowa|timestamp|tidsstampel|lp\.?")
_TITLE = re.compile(
    r"\b(list(a|an)|gracz[ey]|uczestni(cy|kow)|imiona|players|participants|names|deltagare|kto|druzyna|ekipa|grupa|team"
    r"|group|mafia)\b"
)
_TOTAL = re.compile(
    r"(\d+ )?(razem|lacznie|ogolem|suma|total|summa|osob[ay]?|graczy|ludzi|zapisan\w+|people|players|personer"
    r"|spelare)(\s?[:=(].*|\s\d.*)?"
)
_POLL = "tak|nie|moze|yes|no|maybe|ja|nej|kanske"
_ABSENT = (
    r"nie|nie \w+|no|not \w+|nej|(?:lista )?rezerw\w+|reserv\w*|prowadz\w+|mistrz gry|moderator|narrator|leads|host"
    r"|odpad\w+|kommer inte"
)
_GROUP = re.compile(rf"([^\d:]+?)\s?:|({_ABSENT}|{_POLL})\s?\(\d+\):?")
_NOT_HERE = re.compile(rf"(?:{_ABSENT})\s?(?:\(\d+\))?:.*")
_SYSTEM = re.compile(
    r"szyfrowan|encrypted|krypter|utworzyl|dolacz|\bdodal|opuscil|created|joined|\badded|gick med|skapade"
)
_STRUCK = re.compile(r"[\W\d]*~[^~]+~[\W\d]*|.*\u0336.*")
_COMES = (
    "bede|jestem|przyjde|wchodze|wpadn?[eam]+|gram|jasne|pewnie|super|tez|oki?|okej|okay|chetnie|coming|sure|too|i'm"
)
_FILLS = "ja|mnie|going|tak|no|ale|na pewno|sie|licz|dopisz|i|am|in|me|yes|yep|jag|kommer|med|ar|also"
_MESSAGE = re.compile(rf"(?=.*\b(?:{_COMES})\b)(?:\W*\b(?:{_COMES}|{_FILLS})\b)+\W*")
"""What somebody who comes writes in a chat."""
_INSIDE = re.compile(r"\S\s(?:u|na|w|dla|at|for|hos|p\xe5)\s\S")
_MARK = re.compile(r"([A-Za-z]|[IVX]+|[ivx]+)\.\s*(?=[^\W\d])")
_ROMAN = re.findall(r"\w+", "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii")
_ORDERS = [*map(chr, range(97, 123))], _ROMAN
_OTHER_LETTERS = re.compile("[\U0001d400-\U0001d7ff\uff21-\uff5a]+")
"""Letters of other shapes, as chats give them."""
_NUMBERED = re.compile(r"[|\s]*\d{1,3}[.)]?\s*(?:[;|]|,(?=\S))")
_DETAIL = re.compile(r"[+\d][\d\s-]{5,}|\S+@\S+|" + _POLL)
"""What no name is, in a table or behind a comma: a number, an address, whether somebody comes."""
WORDS = 5
"""Words that a name has at most: what is longer is a sentence."""


class NameList:
    """Reads rows of a list as people have it in a chat or a table; a heading says which column the names are in."""

    def __init__(self) -> None:
        self._column, self._counted = ("", 0), (list[str](), list[str]())
        self.amended = dict[str, str]()  # names that turned out to begin with a number in letters
        self.begin()

    def begin(self) -> None:
        """Begin a list of its own: what stood above it says nothing of it any more."""
        self._absent = self._sent = False

    def read(self, row: str) -> tuple[list[str], list[str]]:
        """The names in a row, and what of it is none, but for what only counts the rows."""
        row = whole = _OTHER_LETTERS.sub(lambda found: normalize("NFKC", found[0]), seen(row).strip())
        words = plain(row.casefold())
        if _SENDER.fullmatch(words):
            self._sent, row, words = True, re.split(r"\s[\u2013\u2014-]\s", row)[0], ""
        timed = _TIMED.match(row)
        if words and not timed and (self._sent or self._is_none(row, words)):
            return [], [row]
        if timed and (
            _WHEN.match(words) or _SYSTEM.search(words) or (timed[1] and timed[2] and ":" not in row[timed.end() :])
        ):
            return [], [row]
        row = row[timed.end() :] if timed else self._unmarked(row)
        said = _HEAD.match(row) if timed else None
        self._sent |= bool(said)
        numbered = bool(_NUMBERED.match(row))
        row = _INITIAL.sub(r"\1", said[1] if said else row)
        left = [found[0] for found in _BRACKETS.finditer(row) if any(map(str.isalpha, found[1].strip("xX")))]
        left += [said[2]] if said and said[2] else []
        row = _BEFORE.sub("", _BRACKETS.sub(" ", row).strip("| "))
        if not said and (headed := _HEAD.match(row)):
            head, tail = headed[1], headed[2]
            titled = _is_title(head) or any(map(str.isdecimal, head)) or bool(_BETWEEN.search(tail))
            row, rest = (tail, head) if titled else (head, tail)
            left += [f"{rest.strip()}:" if titled else rest] * any(map(str.isalpha, rest))
        pieces, others = self._cells(row.strip("| ").rstrip("; "), numbered=numbered)
        found = [*map(_name, filter(None, pieces))]
        names = [name for name, *_ in found if name]
        return names, [*left, *chain(*(marks for _, *marks in found)), *others] if names else [whole]

    def _is_none(self, row: str, words: str) -> bool:
        """Whether a row is a caption, a message, or somebody who does not play."""
        if group := _GROUP.fullmatch(words):
            self._absent = bool(re.fullmatch(_ABSENT, group[1] or group[2]))
        shapes = (_TOTAL, _COLUMN, _UNNAMED, _NOT_HERE, _MESSAGE)
        shaped = any(shape.fullmatch(words.rstrip(":")) for shape in shapes) or _STRUCK.fullmatch(row)
        return bool(group or self._absent or shaped or _WHEN.match(words) or _SYSTEM.search(words))

    def _unmarked(self, row: str) -> str:
        """The row without a bullet that is a letter, and a number in letters if two rows before it count on to it."""
        if self._column[0] != "\t" and row[1:2] == "\t" and row[0].isalpha():
            return row[2:]
        mark = _MARK.match(row)
        for order, before in zip(_ORDERS, self._counted, strict=True):
            place = order.index(mark[1].lower()) if mark and mark[1].lower() in order else -1
            before[:] = [*(before if place == len(before) else []), row] if place in (0, len(before)) else []
            if mark and len(before) > 2:
                self.amended |= {_name(one)[0]: _name(_MARK.sub("", one))[0] for one in before[:2]}
                return row[mark.end() :]
        return row

    def _cells(self, row: str, *, numbered: bool) -> tuple[list[str], list[str]]:
        """The pieces that may be names, and those of other columns."""
        sign = next((one for one in "\t;|," if one in row), "")
        cells = [cell.strip('" ') for cell in (row.split(sign) if sign else [row])]
        loose = _HEADING.search if sign != "," or row.startswith('"') else _COLUMN.fullmatch
        titled = [place for place, cell in enumerate(cells) if sign and loose(plain(cell.casefold()))]
        if titled:
            columns = [place for place in titled if not _UNNAMED.fullmatch(plain(cells[place].casefold()))]
            columns.sort(key=lambda place: bool(_LAST.fullmatch(plain(cells[place].casefold()))))
            self._column = (sign, columns[0]) if columns else self._column
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
    sentence = len(name.split()) > WORDS or re.search("@|//", name) or _INSIDE.search(name)
    if sentence or _is_title(name) or not any(map(str.isalpha, name)):
        return ["", piece]
    return [name, *(found[0].strip() for found in _BEHIND.finditer(bare))]


def not_alone(name: str, place: str) -> Iterable[Problem]:
    """Warn of a name in a file that has more in it than the name, such as the number of its row."""
    meant = NameList().read(name)[0]
    if [*map(bare, meant)] != [bare(name)]:
        cure = did_you_mean(*meant) if meant else ""
        yield Problem(place, message("faults.more-than-a-name", name=name), cure, warning=True)
