"""Lists of names as people have them, in a chat, a table, a form, a note: which row is somebody, and the name in it.

The patterns are compiled when they are first used: a name that is letters alone, as most are, needs few of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from itertools import chain

from narrator.errors import Problem, did_you_mean
from narrator.games.given_names import has_given, is_given
from narrator.games.naming import bare
from narrator.games.usual_rows import LABEL, OUT, is_guest, is_reply, usual, without_guest
from narrator.games.yes_or_no import is_no, is_perhaps, refuses
from narrator.lexicon import plain
from narrator.texts import message

_TIME = r"\d{1,2}[:.]\d{2}(?::\d{2})?(?:\s?[AaPp][Mm])?"
_TIMED = rf"\[?(\d[\d./-]+\d,?\s+)?{_TIME}\]?[^\S\t]*([\u2013-]\s+)?(?=[^\W\d])"
_DAY = (
    "(?:dzis(?:iaj)?|wczoraj|poniedzialek|wtorek|sroda|czwartek|piatek|sobota|niedziela|(?:to|yester|mon|tues|wednes"
    "|thurs|fri|satur|sun)day|(?:i|man|tis|ons|tors|fre|lor|son)dag|igar)"
)
_WHEN = rf"{_DAY}\b.*\d[.:/]\d|\d{{1,2}}[./]\d{{1,2}}\S*\s(?:{_DAY}|godz)\b|{_DAY}\s\d{{1,2}}\s[a-z]"
_SENDER = rf".+\s(?:[\u2013\u2014-]\s(?:{_DAY}\b|\d[\d./-]{{5,}}).*|\u2014\s){_TIME}"
STAMP = rf"{_TIMED}|\[{_TIME},\s[^\]]*\d\]\s"
_INITIAL = r"\(([^\W\d_xX]\.?)\)"
_BRACKETS = r"[(\[{<]([^()\[\]{}<>]*)[)\]}>]"
HEAD = r"([^:]*):(?![\d/])\s*(.*)"
_BETWEEN = (
    r"[,;|\t\xb7\u2022]|\s\+(?=[A-Z\xc0-\xd6\u0141\u015a\u0179\u017b])|\s(?:[/&]|\+(?!\s\d)|i|oraz|and|och|et|und|\u0442\u0430|\u0438|\u0456)\s"
    r"|\s(?=[(#]?\d{1,2}(?:[.)](?:\s|[^\W\d])|\u20e3))"
)
_TICKS = r"\u2611\u2612\u2705\u2713-\u2718\u274c\u2753-\u2755\U0001f44d\U0001f44e\U0001f534\U0001f7e0-\U0001f7eb"
BULLETS = (
    r"+*>~@\xbb\xb7\u2010-\u2015\u2022\u2023\u203a\u2043\u2190-\u21ff\u2460-\u2473\u25a0-\u2612\u26aa\u26ab\u2700-\u2763"
    r"\u2765-\u27bf\u2b1b\u2b1c\U0001f449\U0001f518\U0001f51f\U0001f534-\U0001f53b\U0001f7e0-\U0001f7eb\u221a\xd7\uf000-\uf0ff-"
)
_LABELS = rf"(?:(?i:n[ro]|{LABEL}|[gp](?=\d)|[#\u2116])\.?\s?){{0,2}}"
_PLACE = rf"{_LABELS}(\d{{1,3}})(?:\.?\s(?i:{LABEL})(?=\s?[^\w\s]))?"
COUNTED = (
    rf"{_PLACE}(?:[:-]?[a-z]{{1,3}}(?=[^\S\t]+[A-Z\xc0-\u017d])|\s?(?:[^\w\s,;|\"]+(?!\d)|[\xba\xaa]|(?=[^\S\t])))"
)
_DATED = r"(?:\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./]\d{2,4}|\d\d?:\d\d\s?[\u2013-]\s?\d\d?:\d\d)\s+(?=[^\W\d])"
_BEFORE = rf"^(?:{_DATED}|{COUNTED}(?!\s*\|)|(?:[a-z]|[IVX]+|[ivx]+)\)|[{BULLETS}]|[^\S\t])+"
_NOTE = r"\s(?:[\u2013\u2014-]+|#|//)(?:\s.*)?$|\s\+[a-z\xdf-\xff\u0107\u0142\u015b\u017a\u017c].*"
_WHO = r"\s(?:she|he|they|ona|on|hon|han|hen)/\S+|\s(?:ur|b|f)\.\s?\d{4}|\s\d{1,2}\s?(?:l\.|lat\b|y\.?o\.?|\xe5r\b)"
_UNLABELLED = "".join(rf"(?<!\b(?i:{word}))" for word in (*LABEL.split("|"), "nr", "no", r"nr\.", r"no\."))
NEXT = rf"{_UNLABELLED}(?:\s+(?={_LABELS}\d{{1,3}}[.):]+\s)|(?:\t|\s{{2,}})(?={_LABELS}\d{{1,3}}\s))"
"""Stands between two columns with numbers."""
SEAT = r"\s?(?:[._\u2026]{2,}|[\u2026\u2190-\u21ff]|[=-]+>)\s*(\d{1,3})$"
_FROM = r"\s(?:od?|po|do|at|from|after|kl\.?|fr\xe5n|efter)\s"
_PAID = r"\s\d+\s?(?i:z[l\u0142]\b|pln\b|kr\b|eur\b|[$\u20ac\xa3])"
_BEHIND = (
    rf"{_NOTE}|{_WHO}|{_PAID}|\s(?:\+|00)?\d[\d\s-]{{5,}}\d\b|\s?\+\s?\d+(?:\s(?:os|peop|person)\w*)?|(?:{_FROM}|\s){_TIME}|{_FROM}\d{{1,2}}$"
    rf"|\s\S+@\S+|\s?[{_TICKS}][\U0001f3fb-\U0001f3ff]?|\s\+$|\s[\u221a\xd7](?!\s?\d)|\s?<3+"
)
_QUOTES = '"\u201e\u201d\u201c\xab\xbb'
_AROUND = f",;:!?*_~ {_QUOTES}\u2026"
_COLUMN = "(( i )?(imie|nazwisko)){1,2}|gracz|(first |last )?name|player|[a-z]*namn|spelare|uczestnik|participant"
_HEADING = (
    r"\b(imi(e|ona)|nazywasz|nazwisko|nick|ksywk?a|gracz|osoba(?! towarz)|(fore|sur)?name|player|(for)?namn|spelare"
    r"|sygnatura czasowa|timestamp|tidsstampel|lp)\b"
)
LAST = "nazwisko|(last |sur|family )name|efternamn"
_UNNAMED = r"sygnatura czasowa|timestamp|tidsstampel|lp\.?"
_TITLE = (
    r"\b(list(a|an)|gracz[ey]|uczestni(cy|kow)|imiona|players|participants|names|deltagare|kto|druzyna|ekipa|grupa|team"
    r"|group|mafia)\b"
)
_TOTAL = (
    r"(?!(?:osoba|spelare) \d+\W+[^\W\d])"
    r"(\d+ )?(razem|lacznie|ogolem|suma|total|summa|osob[ay]?|graczy|ludzi|zapisan\w+|people|players|personer"
    r"|spelare)(\s?[:=(]\W*\d.*|\s\d.*)?"
)
_POLL = "tak|nie|moze|yes|no|maybe|ja|nej|kanske"
ABSENT = (
    r"nie|nie \w+|no|not \w+|nej|(?:lista )?rezerw\w+|reserv\w*|prowadz\w+|mistrz gry|mg|moderator|narrator|leads"
    r"|host|gm|odpad\w+|kommer inte|nieobecn\w+|absent|away|missing|out|can['\u2019]?t (?:come|make it)"
    r"|wait(?:ing )?list|franvarande|saknas|vantelista"
)
_SHARE = r"\d+\s?%"
_GROUP = rf"([^\d:]+?)\s?:|({ABSENT}|{_POLL})\s?(?:\(\d+\)|{_SHARE}):?|{_SHARE}\s({ABSENT}|{_POLL}):?"
_NOT_HERE = rf"(?:{ABSENT})\s?(?:\(\d+\))?:.*|(?:ps|p\.s|uwag[ai]|nb|note|obs)[.:!]+\s.*"
_SYSTEM = r"szyfrowan|encrypted|krypter|utworzyl|dolacz|\bdodal|opuscil|created|joined|\badded|gick med|skapade"
_STRUCK = r"[\W\d]*~[^~]+~[\W\d]*|.*\u0336.*"
_COMES = (
    "bede|jestem|przyjde|wchodze|wpadn?[eam]+|gram|jasne|pewnie|super|tez|oki?|okej|okay|chetnie|coming|sure|too|i'm"
    "|i am|count|same"
)
_FILLS = "ja|mnie|going|tak|no|ale|na pewno|sie|licz|dopisz|i|am|in|me|yes|yep|jag|kommer|med|ar|also|here"
_MESSAGE = rf"(?=.*\b(?:{_COMES})\b)(?:\W*\b(?:{_COMES}|{_FILLS})\b)+\W*"
"""What somebody who comes writes in a chat."""
_INSIDE = r"\S\s(?:u|na|w|dla|at|for|hos|p\xe5)\s\S"
_MARK = r"([A-Za-z]|[IVX]+|[ivx]+)\.\s*(?=[^\W\d])"
_ROMAN = re.findall(r"\w+", "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii")
_ORDERS = [*map(chr, range(97, 123))], _ROMAN
_PAIRS = r"[^;,]+,[^;,]+(?:;[^;,]+,[^;,]+)+"
"""An address book's row: a surname, a comma, and the name."""
_MAIL = "do|dw|udw|od|to|cc|bcc|from|till|kopia"
"""What stands before those to whom a mail goes."""
_DOTS = r"\s*(?:[._]{2,}|\u2026+)\s*$"
"""Where people sign behind their names."""
_ITEM = r"\W*\d{1,3}[.):]+\s*[^\W\d]"
_NUMBERED = r"[|\s]*\d{1,3}[.)]?\s*(?:[;|]|,(?=\S))"
_RULE = r"[\s|:+=_\u2500-\u257f\u2013\u2014-]+"
_OUTER = r"^\s*\||\|\s*$"
_DETAIL = (
    rf"[+\d][\d\s-]{{5,}}|\W*\d+(?:[:.]\d+)?\s?[a-z]{{2}}|\S+@\S+|true|false|prawda|falsz|sant|ty|you|du|{_POLL}"
)
"""What no name is, in a table or beside a comma: a number, an address, whether somebody comes or a box is ticked."""
_STOP = r"(?<=[^\W\d_]{3})(?<!\b(?i:mgr|in\u017c|hab|mrs))(?<!\b(?i:prof))\.\s+(?=\S)"
"""Where a name ends and a sentence begins; an initial and a title have a full stop too."""
WORDS = 5
"""Words that a name has at most: what is longer is a sentence."""


class NameList:
    """Reads rows of a list as people have it in a chat or a table; a heading says which column the names are in."""

    def __init__(self) -> None:
        self._sign, self._columns, self._counted = "", [0], (list[str](), list[str]())
        self.amended = dict[str, str]()  # names that turned out to begin with a number in letters
        self.begin()

    def begin(self) -> None:
        """Begin a list of its own: what stood above it says nothing of it any more."""
        self._absent = self._sent = False

    def caption(self, row: str) -> None:
        """Read a row that heads those below, whatever stands behind it: it may say that these people are absent."""
        self.read(f"{row.strip().rstrip(':')}:")

    def read(self, row: str) -> tuple[list[str], list[str]]:
        """The names in a row, and what of it is none, but for what only counts the rows."""
        row = whole = usual(row)
        if re.fullmatch(_RULE, row):
            return [], []
        words = plain(row.casefold())
        dressed = _is_dressed(row)
        if dressed and re.fullmatch(_SENDER, words):
            self._sent, row, words = True, re.split(r"\s[\u2013\u2014-]\s", row)[0], ""
        timed = re.match(_TIMED, row) if dressed and not (self._sign and self._sign in row) else None
        written = self._sent and not re.match(_ITEM, row)
        if words and not timed and (written or self._is_none(row, words, dressed=dressed)):
            return [], [row]
        if timed and (
            re.match(_WHEN, words)
            or re.search(_SYSTEM, words)
            or (timed[1] and timed[2] and ":" not in row[timed.end() :])
        ):
            return [], [row]
        row = row[timed.end() :] if timed else self._unmarked(row)
        said = re.match(HEAD, row) if timed else None
        self._sent |= bool(said)
        numbered = bool(re.match(_NUMBERED, row))
        row = re.sub(_INITIAL, r"\1", said[1] if said else row)
        left = [found[0] for found in re.finditer(_BRACKETS, row) if _says(found[1])]
        left += [said[2]] if said and said[2] else []
        row = re.sub(_BEFORE, "", re.sub(_OUTER, "", re.sub(_BRACKETS, " ", row)))
        if not said and (headed := re.match(HEAD, row)):
            head, tail = headed[1], headed[2]
            titled = (
                is_title(head)
                or bool(re.fullmatch(_MAIL, plain(head.casefold())))
                or any(map(str.isdecimal, head))
                or bool(re.search(_BETWEEN, tail))
                or (is_given(tail.split(" ")[0]) and not has_given(head))
            )
            row, rest = (tail, head) if titled else (head, tail)
            left += [f"{rest.strip()}:" if titled else rest] * any(map(str.isalpha, rest))
        pieces, others = self._cells(row.strip().rstrip("; "), numbered=numbered)
        found = [*map(_name, filter(None, pieces))]
        names, marks = [name for name, *_ in found if name], [*left, *chain(*(marks for _, *marks in found))]
        return (names, [*marks, *others]) if names and not _is_out(names, marks) else ([], [whole])

    def _is_none(self, row: str, words: str, *, dressed: bool) -> bool:
        """Whether a row is a caption, a message, or somebody who does not play."""
        if group := re.fullmatch(_GROUP, words) if dressed else None:
            self._absent = bool(re.fullmatch(ABSENT, next(filter(None, group.groups()))))
        if group or self._absent or re.search(_SYSTEM, words):
            return True
        if dressed and (re.fullmatch(_STRUCK, row) or re.match(_WHEN, words)):
            return True
        shapes = (_TOTAL, _COLUMN, _UNNAMED, _MESSAGE, *([_NOT_HERE] if dressed else []))
        return is_reply(row) or any(re.fullmatch(shape, words.rstrip(":")) for shape in shapes)

    def _unmarked(self, row: str) -> str:
        """The row without a bullet that is a letter, and a number in letters if two rows before it count on to it."""
        if self._sign != "\t" and row[1:2] == "\t" and row[0].isalpha():
            return row[2:]
        mark = re.match(_MARK, row) if "." in row else None
        for order, before in zip(_ORDERS, self._counted, strict=True):
            place = order.index(mark[1].lower()) if mark and mark[1].lower() in order else -1
            before[:] = [*(before if place == len(before) else []), row] if place in (0, len(before)) else []
            if mark and len(before) > 2:
                self.amended |= {_name(one)[0]: _name(re.sub(_MARK, "", one))[0] for one in before[:2]}
                return row[mark.end() :]
        return row

    def _cells(self, row: str, *, numbered: bool) -> tuple[list[str], list[str]]:
        """The pieces that may be names, and those of other columns."""
        if re.fullmatch(_PAIRS, row):
            row = re.sub("([^;,]+),([^;,]+)", r"\2 \1", row)
        sign = next((one for one in "\t;|," if one in row), "")
        cells = [_unframed(cell, '" ') for cell in (row.split(sign) if sign else [row])]
        shapes = [plain(cell.casefold()) for cell in cells]
        loose = sign != "," or row[0] == '"' or any(re.fullmatch(_UNNAMED, cell) for cell in shapes)
        heads = map(partial(re.search, _HEADING) if loose else partial(re.fullmatch, _COLUMN), shapes)
        titled = [place for place, head in enumerate(heads) if sign and head]
        if titled:
            columns = [place for place in titled if not re.fullmatch(_UNNAMED, shapes[place])]
            columns.sort(key=lambda place: bool(re.fullmatch(LAST, shapes[place])))
            self._sign, self._columns = (sign, columns) if columns else (self._sign, self._columns)
            return [], [row]
        if sign and sign == self._sign:
            place = next((one for one in self._columns if any(map(str.isalpha, "".join(cells[one : one + 1])))), 0)
        elif numbered or (self._is_table(sign, cells) and "; " not in row):
            place = next((place for place, cell in enumerate(cells) if _may_be_name(cell)), 0)
            self._sign, self._columns = (sign, [place]) if sign == ";" else (self._sign, self._columns)
        else:
            pieces = [piece.strip() for piece in re.split(_BETWEEN, row)]
            notes = [piece for piece in pieces[len(pieces) == 1 :] if is_note(piece, pieces[0])]
            return [one for one in pieces if one not in notes and (sign != "|" or any(map(str.isalpha, one)))], notes
        others = [*cells[:place], *cells[place + 1 :]]
        return cells[place : place + 1], [cell for cell in others if any(map(str.isalpha, cell)) or is_no(cell)]

    @staticmethod
    def _is_table(sign: str, cells: list[str]) -> bool:
        """Whether the cells are the columns of a table, and not all of them names."""
        if sign == "\t":
            return len(cells) <= 3 or not any(map(str.isalpha, cells[0]))
        return sign == ";" and any(is_note(cell, cells[0], 1) for cell in cells[1:])


def is_note(piece: str, name: str, words: int = 2) -> bool:
    """Whether what stands behind a name is none: words in small letters, so many of them, a number, a yes, a host."""
    small = piece.islower() and name[:1].isupper() and len(piece.split()) >= words
    answer = is_perhaps(piece) or (piece[:1].isupper() and refuses(piece) and not has_given(piece))
    return small or answer or bool(re.fullmatch(f"{_DETAIL}|{ABSENT}", plain(piece.casefold())))


def is_title(text: str) -> bool:
    """Whether this is what a list or a column is called."""
    words = plain(text.strip().casefold())
    return bool(re.fullmatch(_COLUMN, words) or re.search(_TITLE, words))


def _may_be_name(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and not re.fullmatch(_DETAIL, plain(cell.casefold()))


def _says(bracketed: str) -> bool:
    """Whether there are words between brackets, and no tick alone, or a guest is counted there."""
    return any(map(str.isalpha, bracketed.strip("xXvV"))) or is_guest(bracketed)


def _is_out(names: list[str], marks: list[str]) -> bool:
    """Whether what stands beside the only name says that this one leads, or does not come."""
    words = names[0].split() if len(names) == 1 else []
    beside = [*marks, *(" ".join(words[place:]) for place in range(1, len(words)) if words[place].islower())]
    return bool(words) and any(re.fullmatch(OUT, plain(one.casefold())) for one in beside)


def _is_dressed(text: str) -> bool:
    """Whether there is more in it than letters and spaces: a sign, a number, a mark of its place."""
    return not text.replace(" ", "").isalpha()


def _name(piece: str) -> list[str]:
    """The name in a piece of a list, none if it has none, and what is no part of it."""
    bare = re.sub(f"{SEAT}|{_DOTS}", "", re.sub(_BEFORE, "", piece)) if _is_dressed(piece) else piece
    behind = [*re.finditer(_BEHIND, bare)] if _is_dressed(bare) else []
    name = _unframed(" ".join(re.sub(_BEHIND, " ", bare).split() if behind else bare.split())).lstrip(". ")
    name = name.rstrip(".") if " " not in name and len(name) > 2 else name
    name, guest = without_guest(name) if " " in name or name.islower() else (name, [])
    name, stop, more = re.sub(_STOP, "\n", name, count=1).partition("\n")
    guest = [*guest, *[more] * bool(stop)]
    sentence = len(name.split()) > WORDS or re.search("@|//", name) or re.search(_INSIDE, name)
    if sentence or is_title(name) or not any(map(str.isalpha, name)):
        return ["", piece]
    return [name, *guest, *(found[0].strip() for found in behind)]


def _unframed(text: str, around: str = _AROUND) -> str:
    """The text without what frames it, but for a quotation mark that belongs to another in it."""
    bare = text.strip(around)
    quoted = sum(map(bare.count, _QUOTES)) % 2
    before, _, after = text.partition(bare) if quoted else ("", "", "")
    return bare + after[0] if after[:1] in [*_QUOTES] else before[-1] + bare if before[-1:] in [*_QUOTES] else bare


def not_alone(name: str, place: str) -> Iterable[Problem]:
    """Warn of a name in a file that has more in it than the name, such as the number of its row."""
    meant = NameList().read(name)[0]
    if [*map(bare, meant)] != [bare(name)]:
        cure = did_you_mean(*meant) if meant else ""
        yield Problem(place, message("faults.more-than-a-name", name=name), cure, warning=True)
