"""Of whom in a paste it is asked whether they are people, or play: by what stands beside, before or above them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from unicodedata import category

from narrator.games.given_names import has_given
from narrator.games.name_lists import STAMP, is_title
from narrator.games.usual_rows import is_guest
from narrator.games.yes_or_no import (
    DOUBT,
    EMPTY,
    HALF,
    NO,
    YES,
    is_away,
    is_no,
    is_perhaps,
    is_yes,
    plays,
    refuses,
    spoken,
    words_for,
)
from narrator.lexicon import plain, seen

_LISTED = 3
"""So many known names make a list in which others are strange."""
_OF = "af|auf|aus|da|de|dei|del|della|den|der|di|do|dos|du|el|from|la|le|nr|of|od|the|till|van|von|w|we|y|z|ze|zu"
"""Small words within names, and before where somebody is from."""
_BUT = r"\b(?:nie|not|inte|bez|pr\xf3cz|opr\xf3cz|without|except|utan|utom)\b"
_MYSELF = r"\b(?:i|i'm|ja|jag|moge|dam|gram|bede|odpadam|wypadam|rezygnuje)\b|n['\u2019]t\b"
_NAMED = r"[\W\d]*([^\W\d_a-z][^\W\d_]+(?:\s[^\W\d_]+)?)\s*(?:\s[\u2013\u2014-]\s|:\s|\s\()"
"""Somebody's name before what is noted there."""
_SIGHS = (
    r"(?:a |no |oj |ach )?(?:niestety|sorry|sorki|przepraszam\w*|unfortunately|sadly|tyvarr|hej|hi|hey|no|ok|ech)"
)
"""How a refusal begins where a name might stand."""
_FIRST = r"\b(?:nie|nie \w+) \w+\u0119\b"
"""How a Polish verb ends when somebody does not do something."""
_ELSEWHERE = r"\S+@\S+|\S+//\S+|\b(?:\+\s?)?\d[\w:.,/%-]*"
"""Addresses, times and numbers."""
_MAYBE = rf"[{NO}{DOUBT}]\ufe0f?|{HALF}"
"""What stands beside somebody who does not come, or may not."""
_BRACKETS, _DASH = r"[(\[][^()\[\]]*[^\W\d_]{2}[^()\[\]]*[)\]]", r"\s[\u2013\u2014-]\s"
_SET_OFF = '()[]{}<> \t#/:;,.!*~|_=-\u2013\u2014"\u201e\u201d\u201c'
_SIGNS = r"(?:[^\w\s(+.,:;|*=_-]+|[*=_-]{2,})\s*\(?(?:\d{1,2}\)?)?"
"""A row without words, such as a rule, or a sign with its votes."""
_NUMBERS = r"(?i)^\W*no\.?\s*[\t;|]"
"""Heads a column of numbers, and is no *no*."""
_FULL, _EMPTY = r"\[[xXvV\u2713\u2714]\]", r"\[\s?\]"
_PLAIN_SIGNS = "|\u2640\u2642"


def unticked(rows: Sequence[str]) -> list[str]:
    """The rows whose sign before or behind the name is not the *yes* of a list in which most rows have one of two.

    Where no sign is known to be a *yes* or a *no*, these are the fewer ones. A cross, a question mark, and an empty
    box among ticks say it alone.
    """
    shown = [re.sub(_FULL, "\u2611", re.sub(_EMPTY, "\u2610", seen(row).replace("\u2013", "-"))) for row in rows]
    before = [_sign(re.match(r"[\W\d_]*", row)) for row in shown]
    behind = [_sign(re.search(r"[\W\d_]*$", row)) for row in shown]
    both = [*map(str.__add__, before, behind)]
    crossed = NO.replace("\u2612", "") if two_boxes(rows) else NO + EMPTY[0] * any({*sign} & {*YES} for sign in both)
    found = _others(before) | _others(behind) | {place for place, sign in enumerate(both) if {*sign} & {*crossed}}
    asked = {place for place, sign in enumerate(both) if {*sign} & {*DOUBT, "?", "\u2049"}}
    return [
        row for place, row in enumerate(rows) if place in found or (len(asked) * 2 < len(rows) and place in asked)
    ]


def two_boxes(rows: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The rows with a crossed box, and those with an empty one, where no sign says whether a cross is a yes."""
    boxes = [(box, [row for row in rows if box in row]) for box in "\u2612\u2610"]
    return boxes if all(some for _, some in boxes) and not {*"".join(rows)} & {*YES} else []


def _sign(found: re.Match[str] | None) -> str:
    """What of it is a sign, and neither a number nor a mark within a sentence."""
    around = found[0] if found else ""
    kept = (one for one in around if category(one) in ("So", "Sm") or one in "-+?*")
    return re.sub("[\U0001f1e6-\U0001f1ff]", "", "".join(kept)).strip(_PLAIN_SIGNS)


def _others(signs: Sequence[str]) -> set[int]:
    """The places of the signs that are another one than those of the people who play."""
    often = Counter(filter(None, signs))
    if not 2 <= len(often) <= 3 or often.total() * 3 < len(signs) * 2:
        return set()
    yes = {sign for sign in often if {*sign} & {*YES, "+"} and not is_no(sign)}
    no = {sign for sign in often if sign not in yes and (is_no(sign) or {*sign} & {*EMPTY, "-"})}
    fewer = {sign for sign, count in often.items() if count * 2 < often.total()}
    other = {*often} - yes if yes else no or fewer
    return {place for place, sign in enumerate(signs) if sign in other} if other != {*often} else set()


def doubtful(new: Sequence[str], names: Sequence[str]) -> list[str]:
    """Those of the new people of a list that have no given name known here, where at least a third of all do."""
    strange = [name for name in names if not has_given(name)]
    asked = len(names) - len(strange) >= max(_LISTED, len(names) / 3)
    return [name for name in strange if asked and name in new]


def has_words(name: str) -> bool:
    """Whether small words stand behind a name, such as what somebody does, that are no part of names."""
    first, *words = re.sub(rf"\b(?:{_OF})\s\S+", "", name).split() or [""]
    return first[:1].isupper() and any(word[0].islower() and word[1:].strip(".") for word in words)


def no_surnames(names: Sequence[str]) -> bool:
    """Whether what stands behind these names is not one surname each in small letters: two words, or one twice."""
    behind = [name.partition(" ")[2] for name in names]
    return len({*behind}) < len(behind) or any(" " in words for words in behind)


def without(name: str) -> bool:
    """Whether a name is said with a *not* or *without*, or has a no behind it, so that this person may not play."""
    return bool(re.search(_BUT, name)) or refuses(name.partition(" ")[2])


def is_own_refusal(row: str) -> bool:
    """Whether a row is what somebody wrote who does not come, whose name stands above it."""
    heading = row.rstrip().endswith((":", ")"))
    named = re.match(_NAMED, row)
    if named and not (is_mine(named[1]) or refuses(named[1]) or re.fullmatch(_SIGHS, plain(named[1].casefold()))):
        return False
    return refuses(row) and not heading and not has_given(row) and (row[:1].islower() or is_mine(row))


def is_mine(row: str) -> bool:
    """Whether somebody speaks of themselves in a row, by one of the usual words or a Polish verb."""
    return bool(re.search(_MYSELF, spoken(row)) or re.search(_FIRST, row.casefold()))


def heads_others(row: str, above: Collection[str] = ()) -> bool | None:
    """Whether people below a row may not play, by its words or signs; None where it is nobody's heading.

    Of groups of one kind, such as two teams, the first word of a heading is that of one `above`.
    """
    head, colon, tail = re.sub(_NUMBERS, "", row.strip()).partition(":")
    words = spoken(head)
    if not words:
        return not {*row} & {*YES, "+"} if re.fullmatch(_SIGNS, seen(row).strip()) else None
    known = is_away(head) or plays(head)
    if has_given(words) or not re.fullmatch(r"\W*\d{0,3}\W*" if known else r"\W*", tail):
        return None
    titled = bool(colon) or is_title(words)
    if is_away(words, anywhere=titled):
        return True
    if plays(words) or (titled and (re.search(r"\s\w$", head.strip()) or first_word(row) in above)):
        return False
    return True if titled else None


def aside(heads: Sequence[str]) -> list[bool]:
    """Of the heading of each column, whether its people may not play: so it says, or another one that they do."""
    away = [is_away(head) for head in heads]
    some = any(plays(head) for head, no in zip(heads, away, strict=True) if not no)
    return [no or (some and not plays(head)) for head, no in zip(heads, away, strict=True)]


def first_word(heading: str) -> str:
    """The word that several headings may begin with, but that of a list, which one may be for those who wait."""
    first = spoken(heading).partition(" ")[0]
    return "" if re.fullmatch(words_for("lists.titles"), first) else first


def bare_note(note: str) -> str:
    """A note without what sets it off from the name."""
    return seen(note).strip(_SET_OFF)


def asks(note: str) -> bool:
    """Whether people must say what a note means: it has words, or a no, and is neither a plain yes nor a guest.

    One letter is an initial, and two beside a number are its unit, or a word such as *at*.
    """
    text = bare_note(note)
    if is_guest(note) or note.rstrip().endswith(":"):
        return False
    if is_no(note) or is_perhaps(note) or refuses(note):
        return True
    shortest = 3 if any(map(str.isdecimal, text)) else 2
    words = re.findall(rf"[^\W\d_]{{{shortest},}}", re.sub(_ELSEWHERE, " ", text))
    return bool(words) and not is_yes(" ".join(words))


def usual_notes(noted: Mapping[str, Sequence[str]], many: int) -> list[str]:
    """The notes that more than half of so many people have alike, or of one kind, and that are no *no* but of all."""
    notes = [one for some in noted.values() for one in some]
    alike = len(noted) == many and len({*map(bare_note, notes)}) == 1
    quiet = [one for one in notes if alike or not (refuses(one) or is_away(bare_note(one)))]
    often = Counter(kind for some in noted.values() for kind in {_kind(one) for one in some})
    return [one for one in quiet if often[_kind(one)] * 2 > many and often[_kind(one)] >= _LISTED]


def _kind(note: str) -> str:
    """A note, all pronouns such as *she/her* as one, and all times."""
    text = bare_note(note).casefold()
    return "/" if re.fullmatch(r"[^\W\d_]+(?:/[^\W\d_]+)+", text) else re.sub(r"\d+|\b[ap]m\b", "0", text)


def noted_apart(row: str) -> list[str]:
    """The people of a row, one each, where notes stand beside some of them: so it is clear whose each note is."""
    head, _, listed = row.rpartition(": ")
    if head and (is_away(head) or plays(head)) and not has_given(head):
        parts = noted_apart(listed)
        return [f"{head}: {part}" for part in parts] if len(parts) > 1 else [row]
    parts = [part.strip() for part in re.split(r"[,;](?![^(\[]*[)\]])", row)]
    notes = [re.search(f"{_MAYBE}|{_BRACKETS}|{_DASH}", part) for part in parts]
    bare = [re.split(rf"[(\[]|{_DASH}", re.sub(_MAYBE, "", part))[0].strip() for part in parts]
    people = all(name[:1].isupper() and has_given(name) for name in bare)
    return parts if len(parts) > 1 and any(notes) and people and not re.match(STAMP, row) else [row]
