"""What people reply when they are asked whether some on the list play: yes, no, or of each whether it is so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from narrator.games.list_changes import ShownList, people_in, verb
from narrator.games.yes_or_no import is_perhaps, refuses
from narrator.lexicon import plain

if TYPE_CHECKING:
    from narrator.games.interview import Interview

_BETWEEN = r"\s*[,;.]\s*(?:(?:a|ale|i|but|and|men|och)\s+)?|\s+(?:a|ale|but|men)\s+"
"""What stands between two people of whom something else is said."""
_LONGEST = 300
"""Signs that a reply has at most: what is longer is a paste."""


class _Part(NamedTuple):
    """Those who are named in a part of a reply, and whether they play; None where it is said in another part."""

    people: list[int]
    plays: bool | None
    behind: bool
    """Whether it is said behind the names, and so of those in the parts before, too."""


def as_reply(interview: Interview, names: Sequence[str], doubted: Sequence[str], said: str) -> str:
    """What is typed for the change that a reply of one row or several means; empty where it is none.

    A *yes* or a *no* alone is about those who are `doubted`, and so are their numbers and names without one: these do
    not play. Else each name comes with one.
    """
    rows = [" ".join(row.split()).rstrip(" .!").replace("\u2019", "'") for row in said.splitlines() if row.strip()]
    parts = [part for row in rows for part in re.split(_BETWEEN, row) if part]
    if not parts or len(said) > _LONGEST or any(verb(interview, row, []) for row in rows):
        return ""
    listed = ShownList(interview, [*names])
    if not doubted:
        return _of_each(interview, listed, parts, doubted=False) if len(rows) == 1 else ""
    asked = [names.index(name) + 1 for name in doubted if name in names]
    alone = [_meaning(interview, part, alone=True) for part in parts]
    if None not in alone and len({*alone}) == 1:
        unclear = not alone[0] and len(asked) == len(names)  # whoever says no then means that not all of them play
        return _not_understood(interview, parts) if unclear else _removing(interview, [] if alone[0] else asked)
    if len(rows) == 1 and is_perhaps(rows[0]):
        return _not_understood(interview, parts)
    parts = parts[1:] if alone[0] is not None and len(parts) > 1 else parts
    named = [people_in(interview, listed, part) for part in parts]
    if len(rows) == 1 and all(named) and {place for people in named for place in people} <= {*asked}:
        return _removing(interview, [] if alone[0] else [place for people in named for place in people])
    change = _of_each(interview, listed, parts, doubted=True)
    return change if len(rows) == 1 or verb(interview, change or "-", []) != "other" else ""


def _of_each(interview: Interview, listed: ShownList, said: Sequence[str], *, doubted: bool) -> str:
    """The change where each part of a reply names people; one that is not understood where some are not listed."""
    found = [_part(interview, listed, part, doubted=doubted) for part in said]
    parts = [part for part in found if part]
    if not any(part.plays is not None for part in parts):
        return ""
    if strange := [part.split() for part, known in zip(said, found, strict=True) if not known]:
        odd = any(part.plays is False for part in parts) or _are_absent(interview, strange)
        return _not_understood(interview, said) if odd else ""
    plays = [part.plays for part in _filled(parts)]
    away = [place for part, stays in zip(parts, plays, strict=True) if not stays for place in part.people]
    if None in plays or not (away or doubted or len(parts) > 1):
        return ""
    return _removing(interview, away)


def _are_absent(interview: Interview, strange: Sequence[Sequence[str]]) -> bool:
    return all(_meaning(interview, " ".join(words[1:])) is False for words in strange)


def _part(interview: Interview, listed: ShownList, part: str, *, doubted: bool) -> _Part | None:
    """Who is named in a part of a reply, and what is said of them; None where it names nobody on the list."""
    words = re.sub(r"\s*[:=]\s*|\s[\u2013\u2014-]\s", " ", part).split()
    for cut in range(len(words), -1, -1):
        for people, said, behind in ((words[:cut], words[cut:], True), (words[cut:], words[:cut], False)):
            places = people_in(interview, listed, " ".join(people)) if people else []
            known = _meaning(interview, " ".join(said)) if said else None
            if known is None and doubted and behind and refuses(" ".join(said)) and not is_perhaps(" ".join(said)):
                known = False
            named = doubted or not "".join(people).isdecimal()
            if places and named and (known is not None or not said):
                return _Part(places, known, behind)
    return None


def _meaning(interview: Interview, said: str, *, alone: bool = False) -> bool | None:
    """Whether these words say that somebody plays, or does not; None where they say neither.

    One letter says so `alone`; behind a name it is an initial.
    """
    if len(said) == 1 and not alone:
        return None
    keys = [
        ("wizard.typed.none-of-them", False),
        ("wizard.typed.all-of-them", True),
        *([] if alone else [("wizard.typed.absent", False), ("wizard.typed.came", True)]),
    ]
    for key, plays in keys:
        if plain(said.casefold()) in [plain(one.replace("-", " ")) for one in interview.word(key).split()]:
            return plays
    return None


def _filled(parts: Sequence[_Part]) -> list[_Part]:
    """The parts, each with what is said of these people in the part behind it, or in the one before."""
    filled = [*parts]
    for place in reversed(range(len(parts) - 1)):
        if filled[place].plays is None and filled[place + 1].behind:
            filled[place] = filled[place]._replace(plays=filled[place + 1].plays)
    for place in range(1, len(parts)):
        if filled[place].plays is None and not filled[place - 1].behind:
            filled[place] = filled[place]._replace(plays=filled[place - 1].plays, behind=False)
    return filled


def _removing(interview: Interview, places: Sequence[int]) -> str:
    """What is typed to remove these; to show the list where there are none."""
    return f"{interview.typed_for('remove')} {' '.join(map(str, places))}" if places else interview.typed_for("list")


def _not_understood(interview: Interview, said: Sequence[str]) -> str:
    return f"{interview.typed_for('other')} {' '.join(said)}"
