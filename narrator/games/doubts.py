"""Of whom in a paste it is asked whether they are people, or play: what stands with them may say that they do not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from unicodedata import category

from narrator.games.given_names import has_given
from narrator.games.name_lists import ABSENT, is_title
from narrator.games.usual_rows import DOUBTING, says_no
from narrator.lexicon import plain, seen

_LISTED = 3
"""So many known names make a list in which others are strange."""
_OF = "af|auf|aus|da|de|dei|del|della|den|der|di|do|dos|du|el|from|la|le|nr|of|od|the|till|van|von|w|we|y|z|ze|zu"
"""Small words within names, and before where somebody is from."""
_PLAY = (
    r"(?:biora|wezma) udzial|attending|w?graj?[aem]\w*|gramy|tak|yes|ja|in|beda|przyjda|potwierdz\w+"
    r"|zapisan\w+|obecn\w+|gosci\w*|playing|coming|present|going|guests|confirmed|med|kommer|spelar|deltar|gaster|panie|panowie|women|men|ladies|girls|boys|tjejer|killar"
)
"""What heads those who play."""
_LISTS = (
    r"list(?:a|an)?|gracz[ey]|uczestni(?:cy|kow)|imiona|names|players|participants|deltagare|sklad|osob[ay]?|people"
)
"""What a list of those who play is called."""
_NOT = r"nie|no|not|nej|inte|ej|kan ej|\w+n['\u2019]t|cannot|nie(?!bies|dziel)\w{4,}|un\w{4,}"
_AWAY = (
    rf"{_NOT}|{ABSENT}|odrzucon\w+|odmowi\w+|rezygnuj\w+|wypad\w+|chorzy|moze|declined|regrets|pending|maybe|avbojt"
    r"|zainteresowan\w+|zaproszen\w*|interested|invited|intresserade|inbjudna|tackat|osakra|kanske"
)
"""What is said of those who do not play, or may not: a word for *no* is in most of it."""
_ABOUT = (
    r"(?:nie|no|not|inte|ej|\w+n['\u2019]t|cannot)\s?(?:(?:moze|moge|can|will|do|does|at|by)\s)?(?:je|jem|jesc|jada\w*|pi[jc]\w*"
    r"|pal\w*|lubi\w*|toleruj\w*|zna\w*(?!\sjeszcze)|umie\w*|uzywa\w*|potrzebuj\w*|siada\w*|siedzi\w*|slysz\w*|widz\w*"
    r"|wczesniej|pozniej|przed|before|until|later|eat\w*|drink\w*|smok\w*|like\w*|know\w*\s(?:the|how|anyone|rules)"
    r"|(?:have|has)\s(?:a|any)\s(?:car|allerg\w*|phone|diet\w*)|sit\w*|ata|ater|dricker|roker|gillar|smial\w*"
    r"|pelnolet\w*|ma?m?\s(?:aut|samoch|tel|alerg|kont|gr[ey]|kart|doswiad|nic\sprzec|uwag|wymag|diet|prefer)\w*)\b"
    r"|nie\s(?:moze|moge)\s\w+ow|(?:moze|maybe|might)\s(?:be\s|sie\s)?(?:spozni\w*|pozniej|late\w*)"
    r"|(?:moge|moze)\s(?!przyj|przyb|byc|gra|zagra|wpa|wyp|do|od|zrez|opu|wyj|isc|pojs|pojaw|zosta|nie)\w+c\b"
)
"""What is said of somebody's food, knowledge, belongings or arrival, with a *no* or *may* that is of nothing else."""
_PERHAPS = (
    r"chyba|raczej|jesli|jezeli|o ile|jak zda\w*|jak da\w*|zalezy|pod znak\w*|50|if|unless|depends|perhaps|probably"
    r"|possibly|tentativ\w*|kanske|eventuellt|chor\w*|l4|wyjazd|wyjech\w*|kwarantann\w*|odwol\w*|zrezyg\w*|rezygn\w*|rez|urlop\w*"
    r"|na urlopie|w delegacji|sick|ill|cancel\w*|sjuk|bortrest|nb"
)
"""What stands beside somebody who may not come, and has no *no* in it."""
_BUT = r"\b(?:nie|not|inte|bez|pr\xf3cz|opr\xf3cz|without|except|utan|utom)\b"
_MYSELF = r"\b(?:i|i'm|ja|jag|moge|dam|gram|bede|odpadam|wypadam|rezygnuje)\b|n['\u2019]t\b"
_FIRST = r"\b(?:nie|nie \w+) \w+\u0119\b"
"""How a Polish verb ends when somebody does not do something."""
_YES = "\u2705\u2611\u2713\u2714\U0001f44d\U0001f44c\U0001f7e2\U0001f7e9+"
_NO = "\u2610\u2b1c\u2b1b\U0001f532\U0001f534\U0001f7e5-"
CROSSED, _EMPTY_BOX = "\u2612\u2717\u2718\u2716\u274c\u274e\U0001f6ab\U0001f44e", "\u2610"
_TICKED = "\u2611\u2705\u2713\u2714\U0001f44d"
"""Signs that mean the same in every list, whichever others stand in it."""
_UNSURE = f"?\u2049{DOUBTING}"
_SIGNS = r"(?:[^\w\s(+.,:;|*=_-]+|[*=_-]{2,})\s*\(?(?:\d{1,2}\)?)?"
"""A row without words, such as a rule, or a sign with its votes."""
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
    crossed = CROSSED + _EMPTY_BOX * any({*sign} & {*_TICKED} for sign in both)
    found = _others(before) | _others(behind) | {place for place, sign in enumerate(both) if {*sign} & {*crossed}}
    asked = {place for place, sign in enumerate(both) if {*sign} & {*_UNSURE}}
    return [
        row for place, row in enumerate(rows) if place in found or (len(asked) * 2 < len(rows) and place in asked)
    ]


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
    yes = {sign for sign in often if {*sign} & {*_YES} and not says_no(sign)}
    no = {sign for sign in often if sign not in yes and (says_no(sign) or {*sign} & {*_NO})}
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


def refuses(words: str) -> bool:
    """Whether what somebody wrote has a *no* in it, or that they do not come."""
    said = re.sub(rf"\b(?:{_ABOUT})", "", _words(words)).lstrip(" ,.;-")
    return bool(re.search(rf"\b(?:{_NOT})\b", said) or re.match(rf"(?:{_AWAY}|{_PERHAPS})\b", said))


def is_about(words: str) -> bool:
    """Whether a *no* or a *may* in these words is about food, belongings or the like, and nothing else is refused."""
    return bool(re.search(rf"\b(?:{_ABOUT})", _words(words))) and not refuses(words)


def without(name: str) -> bool:
    """Whether a name is said with a *not* or *without*, so that this person may not play."""
    return bool(re.search(_BUT, name))


def is_own_refusal(row: str) -> bool:
    """Whether a row is what somebody wrote who does not come, whose name stands above it."""
    heading = row.rstrip().endswith((":", ")"))
    return refuses(row) and not heading and not has_given(row) and (row[:1].islower() or is_mine(row))


def is_mine(row: str) -> bool:
    """Whether somebody speaks of themselves in a row, by one of the usual words or a Polish verb."""
    return bool(re.search(_MYSELF, _words(row)) or re.search(_FIRST, row.casefold()))


def heads_others(row: str, above: Collection[str] = ()) -> bool | None:
    """Whether people below a row may not play, by its words or signs; None where it is nobody's heading.

    Of groups of one kind, such as two teams, the first word of a heading is that of one `above`.
    """
    head, colon, tail = row.strip().partition(":")
    words = _words(head)
    if not words:
        return not {*row} & {*_YES} if re.fullmatch(_SIGNS, seen(row).strip()) else None
    known = is_away(head) or plays(head)
    if has_given(words) or not re.fullmatch(r"\W*\d{0,3}\W*" if known else r"\W*", tail):
        return None
    titled = bool(colon) or is_title(words)
    if is_away(words, anywhere=titled):
        return True
    if plays(words) or (titled and (re.search(r"\s\w$", head.strip()) or first_word(row) in above)):
        return False
    return True if titled else None


def is_away(head: str, *, anywhere: bool = True) -> bool:
    """Whether a heading says that people do not play, or may not."""
    find = re.search if anywhere else re.match
    return bool(find(rf"\b(?:{_AWAY})\b", _words(head)))


def plays(head: str) -> bool:
    """Whether a heading says that people play, or only that this is a list of them."""
    words = _words(head)
    return bool(re.fullmatch(rf"(?:(?:{_LISTS}|{_PLAY}|\w)\b\s?)+", words) or re.match(rf"(?:{_PLAY})\b", words))


def aside(heads: Sequence[str]) -> list[bool]:
    """Of the heading of each column, whether its people may not play: so it says, or another one that they do."""
    away = [is_away(head) for head in heads]
    some = any(plays(head) for head, no in zip(heads, away, strict=True) if not no)
    return [no or (some and not plays(head)) for head, no in zip(heads, away, strict=True)]


def first_word(heading: str) -> str:
    """The word that several headings may begin with, but that of a list, which one may be for those who wait."""
    first = _words(heading).partition(" ")[0]
    return "" if re.fullmatch(_LISTS, first) else first


def _words(text: str) -> str:
    return plain(re.sub(r"^[\W\d_]+|[\W\d_]+$", "", text).casefold())
