"""Yes, no and perhaps on lists of people: signs, and words of all languages, since people mix them on one list."""

from __future__ import annotations

import re
from functools import cache

from narrator.computer.texts import languages, texts_of
from narrator.lexicon import plain

YES = "\u2705\u2611\u2713\u2714\U0001f44d\U0001f44c\U0001f7e2\U0001f7e9"
NO = "\u2612\u2717\u2718\u2716\u274c\u274e\U0001f6ab\U0001f44e\U0001f645"
"""Signs that mean the same in every list; those of a no are crosses."""
EMPTY = "\u2610\u2b1c\u2b1b\U0001f532\U0001f534\U0001f7e5"
"""Boxes and circles that are a no where others are ticked."""
DOUBT = "\u2753\u2754\U0001f914\U0001f937\U0001fae4\U0001f622\U0001f62d\U0001f61e\U0001f614\U0001f912\U0001f637"
"""Faces and signs of somebody who does not know."""
TICKS = f"{YES}{NO}{EMPTY}{DOUBT}"
"""Those that stand beside each person of a row."""
HALF = r"50\s?(?:/|na|do|to|:)\s?50|50\s?%|p[o\xf3][l\u0142] na p[o\xf3][l\u0142]|fifty.fifty|femtio.femtio"
"""Half a promise."""
SHARE = r"(?<![\d.,])\d{1,2}\s?%"
"""How sure somebody is who is not quite."""
_SMALL = "ja|jag|i|to|no|ok|a|jednak|niestety|sorry|sorki|juz|tez|unfortunately|tyvarr"
"""What may stand before the word of somebody who does not come."""


@cache
def words_for(what: str, shortest: int = 1) -> str:
    """A pattern of the words of all languages for this: a star stands for any ending, a hyphen for a space."""
    said = {one for language in languages() for one in texts_of(language).word(what).split() if len(one) >= shortest}
    shapes = sorted((plain(one.casefold()) for one in said), key=len, reverse=True)
    return "|".join(re.escape(one).replace(r"\-", " ").replace(r"\*", r"\w*") for one in shapes)


def spoken(text: str) -> str:
    """The words alone as they are looked for: in small letters, without accents, and what stands around them."""
    return plain(re.sub(r"^[\W\d_]+|[\W\d_]+$", "", text.replace("\u2019", "'")).casefold())


def is_yes(text: str) -> bool:
    """Whether nothing is said but a yes, in words or by a sign."""
    yes = rf"\W*(?:(?:{words_for('lists.yes')})\b\W*)+|1|[+xv\s]*"
    return not is_no(text) and bool({*text} & {*YES} or (text.strip() and re.fullmatch(yes, plain(text.casefold()))))


def is_no(text: str) -> bool:
    """Whether nothing is said but a no, in one word or by a cross."""
    no = rf"[\s(\u2013-]*(?:{words_for('lists.no')}|[{NO}\xd7])\W*"
    return bool(re.fullmatch(no, plain(text.casefold())))


def is_perhaps(text: str) -> bool:
    """Whether this is half a promise, a word or a sign of doubt."""
    return bool(
        {*text} & {*DOUBT} or re.search(rf"(?<!\w)(?:{HALF})(?!\w)|{SHARE}", text.casefold()) or _begins(text)
    )


def _begins(text: str) -> bool:
    return bool(re.match(rf"(?:{words_for('lists.perhaps')})\b", spoken(text)))


def refuses(text: str) -> bool:
    """Whether there is a no in it, or it begins with a word of those who do not come, or may not."""
    said = spoken(text)
    away = rf"(?:(?:{_SMALL}) )*(?:{words_for('lists.away')})\b"
    return bool(re.search(_inside(), said) or re.match(away, said) or is_perhaps(text))


def is_away(head: str, *, anywhere: bool = True) -> bool:
    """Whether a heading says that people do not play, or may not."""
    away = rf"{_inside()}|\b(?:{words_for('lists.away')}|{words_for('lists.perhaps')})\b"
    return bool((re.search if anywhere else re.match)(away, spoken(head)))


def _inside() -> str:
    """How a no within a sentence is found, where one letter is none."""
    return rf"\b(?:{words_for('lists.no', 2)}|\w+n't)\b"


def plays(head: str) -> bool:
    """Whether a heading says that people play, or only that this is a list of them."""
    playing, lists = words_for("lists.playing"), words_for("lists.titles")
    words = spoken(head)
    known = re.fullmatch(rf"(?:(?:{lists}|{playing}|\w)\b\s?)+", words) or re.match(rf"(?:{playing})\b", words)
    return bool(known)
