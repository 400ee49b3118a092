"""A row of a list in the usual form, however people write it; and guests in it who have no name, such as *+1*."""

from __future__ import annotations

import re
from unicodedata import normalize

from narrator.games.given_names import apart, has_given, is_given
from narrator.games.yes_or_no import DOUBT, HALF, SHARE
from narrator.lexicon import plain, seen

_FACE = (
    rf"\s*(?:[{DOUBT[2:]}\U0001f6ab]|^[\U0001f44d\U0001f44e])"
    r"[\U0001f3fb-\U0001f3ff]?(?:\u200d[\u2640\u2642])?\ufe0f?\s*"
)
_HALF = rf"(?<=[^\W\d_]):?\s+\(?({HALF}|{SHARE})(?!\w)\)?"
LABEL = "gracz|player|spelare|osoba|person|miejsce|seat|plats|krzes\u0142o|chair"
"""What a seat is called, before or behind its number."""
OUT = (
    r"\W*(?:niestety |sorry,? )?(?:prowadz\w+|mistrz gry|mg|gm|moderator|narrator|host|nieobecn\w+|absent|out"
    r"|franvarande|(?:ja )?odpada\w*|odwolal[ao]?|chor[ya]|sick|sjuk|(?:ja )?nie (?:moge|moze|przyjd\w+|bed\w+|gram?)"
    r"|not (?:coming|playing)|can(?:['\u2019]?t|not) (?:come|make it)|kommer inte|spelledare)\W*"
)
"""What stands beside the name of somebody who leads, or does not come."""
_OTHER_LETTERS = "[\U0001d400-\U0001d7ff\uff21-\uff5a]+"
_OTHER_COMMAS = str.maketrans("\uff0c\u3001\u060c\uff1b", ",,,;")
_BROUGHT = r"([^\W\d_]\w*)\s?\+\s?([a-z\xdf-\xff\u0107\u0142\u015b\u017a\u017c]\w*)"
_ADDRESSED = r"([\"']|(?<=;)\s*|^(?=.*>;))([^\"',;<>]+),\s*([^\"',;<>]+)[\"']?(?=\s*<[^>]*@)"
"""Somebody to whom a mail goes, as mail programs write it."""
_CALLED = rf"^(.*\b(?:(?i:{LABEL})\s?|[gpGP])\d{{1,3}})\W*[(\[]([^()\[\]]+)[)\]]$"
"""A seat, and its player in brackets."""

_MANY = r"(?:\d+|a|an|one|two|jeden|jedna|jedno|dwa|dwie|dwoj\w+|en|ett|tva)"
_WHOSE = r"(?:my|your|his|her|their|moj\w*|swo(?:im|ja)|jego|jej|ich|min|mitt|sin|sitt|hans|hennes)"
_PEOPLE = r"(?:os\.?|osob\w*|people|person\w*)"
_WHO = (
    r"(?:(?:maz|meza|mezem|zon[ae]|chlopak(?:a|iem)?|dziewczyn[ae]|narzeczon(?:y|ym|a)|partner(?:em|ka)?|koleg[ae]|kolegami|kolezank[ae]"
    r"|kolezankami|znajom(?:y|a|ym|ymi|i)|przyjaciel(?:em)?|przyjaciolka|brat(?:a|em)?|siostr[ae]|syn(?:a|em)?|cork[ae]|dzieckiem"
    r"|dziecko|dzieci|dziecmi|gosc(?:iem|mi)?|goscie|ktos|kims|rodzina|osob[ay](?: towarzyszac[ay])?)(?: [^\W\d]+)?"
    r"|husband|wife|(?:boy|girl)?friends?|guests?|brother|sister|son|daughter|kids?|child(?:ren)?|some(?:one|body)|companion"
    r"|fru|(?:pojk|flick|en |min |sin )van|vanner|kille|tjej|sambo|kompis(?:ar)?|gast(?:er)?|bror|syster|dotter|barn"
    r"|nagon|sallskap)"
)
_BESIDE = r"(?:ze?|with|med|plus)"
_GUEST = (
    rf"\W*(?:(?:{_BESIDE}|i|and|och) )?(?:(?:{_MANY}|{_WHOSE}) )*{_WHO}\W*"
    rf"|\W*(?:\+|plus) ?{_MANY}(?: {_PEOPLE})?\W*|x ?\d+|\W*(?:{_BESIDE} )?\d+ {_PEOPLE}\W*"
)
_BY_NAME = r"ze?\s[A-Z\xd3\u0106\u0141\u015a\u0179\u017b]\w*(?:em|\u0105)"
"""Somebody by name, in the case in which Polish has who comes along."""
_WITH_GUEST = rf"([^\W\d].*?)\s((?:{_BESIDE}\s|[x\xd7]\s?\d|\d+\s{_PEOPLE}$).*)"
_I_COME = (
    r"\W*(?:tak|yes|jag?|i(?:['\u2019]?m| am)?|b[e\u0119]d[e\u0119]|jestem|przyjd[e\u0119]|wpad(?:am|n[e\u0119])"
    r"|coming|kommer)(?:\s(?:te[z\u017c]|na pewno|coming|going|kommer))*"
)
_I_BRING = (
    r"\W*(?:ja |i['\u2019]m |i |jag )?(?:te[z\u017c] )?(?:wezm[e\u0119]|bior[e\u0119]|zabior[e\u0119]|zabieram"
    r"|przyprowadz[e\u0119]|bringing|bring|tar med)"
)
"""What somebody writes in a chat who comes, and who brings somebody."""
_HERE = r"\W*(?:obecn[ya]|wpadam|wpadn[\u0119e]|przyjd[\u0119e]|present|attending|n\xe4rvarande)[^\w:]*"
_TIMES = r"^(\d)\s?[x\xd7]\s?(?=[^\W\d_])(.+)"


def usual(row: str) -> str:
    """The row with usual letters and commas, what somebody brings as a note, and commas between mentions."""
    row = (
        re.sub(_OTHER_LETTERS, lambda found: normalize("NFKC", found[0]), seen(row)).translate(_OTHER_COMMAS).strip()
    )
    row = row if row.isascii() else re.sub(_FACE, " ", row).strip()
    row = re.sub(_HALF, r" - \1", row) if re.search(_HALF, row) and has_given(row) else row
    row = re.sub(_ADDRESSED, r"\3 \2", re.sub(_BROUGHT, _as_note, apart(row)))
    if any(map(str.isdecimal, row)):
        row = re.sub(_CALLED, _without_brackets, re.sub(_TIMES, r"\2 x\1", row))
    return re.sub(r"\s@", ", @", row) if row.startswith("@") else row


def _as_note(brought: re.Match[str]) -> str:
    person = is_given(brought[2]) or not brought[1][0].isupper()
    return brought[0] if person else f"{brought[1]} +{brought[2]}"


def _without_brackets(called: re.Match[str]) -> str:
    name = called[2].strip()
    person = name[:1].isupper() and not re.fullmatch(OUT, plain(name.casefold()))
    return f"{called[1]}: {name}" if person else called[0]


def is_reply(row: str) -> bool:
    """Whether a row is what somebody writes in a chat who comes, maybe with somebody, and is no name."""
    brings = re.match(rf"{_I_BRING}\s", row, re.IGNORECASE)
    return bool(brings or re.fullmatch(_HERE, row, re.IGNORECASE)) or (_without_me(row) != row and is_guest(row))


def _without_me(words: str) -> str:
    return re.sub(rf"^(?:{_I_BRING}|{_I_COME})[\s,]+(?=\S)", "", words, flags=re.IGNORECASE)


def is_guest(words: str) -> bool:
    """Whether these words beside a name, or in a message, are a guest, who has none."""
    words = _without_me(words)
    counted = re.fullmatch(_GUEST, plain(words.casefold()).replace("\xd7", "x"))
    return bool(counted or re.fullmatch(_BY_NAME, words)) and not words.rstrip().endswith(":")  # that is a title


def without_guest(name: str) -> tuple[str, list[str]]:
    """The name alone, and the guest who comes along; no name where there is only a guest."""
    if (name[:1].islower() or "towarzysz" in name) and is_guest(name):
        return "", [name]
    tail = re.fullmatch(_WITH_GUEST, name, re.IGNORECASE)
    known = tail and (is_given(tail[1].split()[0]) or not re.fullmatch(_BY_NAME, tail[2]))
    return (tail[1], [tail[2]]) if tail and known and is_guest(tail[2]) else (name, [])
