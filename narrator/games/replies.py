"""People are asked whether some on the list play, and reply: yes, no, or of each whether it is so."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from narrator.errors import brief, escaped
from narrator.games.doubts import bare_note
from narrator.games.list_changes import ShownList, people_in, verb
from narrator.games.naming import numbered
from narrator.games.yes_or_no import is_perhaps, refuses
from narrator.lexicon import plain

if TYPE_CHECKING:
    from narrator.games.interview import Interview

_BETWEEN = r"\s*[,;.]\s*(?:(?:a|ale|i|but|and|men|och)\s+)?|\s+(?:a|ale|but|men)\s+"
"""What stands between two people of whom something else is said."""
_BUT = "ale|but|men"
_LONGEST = 300
"""Signs that a reply has at most: what is longer is a paste."""


_Asked = Sequence[Sequence[int]]
"""The places of those who were asked about, by question."""


class _Part(NamedTuple):
    """Those who are named in a part of a reply, and whether they play; None where it is said in another part."""

    people: list[int]
    plays: bool | None
    behind: bool
    """Whether it is said behind the names, and so of those in the parts before, too."""


def as_reply(interview: Interview, names: Sequence[str], said: str) -> str:
    """What is typed for the change that a reply of one row or several means; empty where it is none.

    A *yes* or a *no* alone is about those who are `doubted`. Before or behind some of these, a *no* is about them
    alone, and a *yes* says that only they play; without either it is asked which of the two is meant.
    """
    cleaned = (" ".join(row.split()).rstrip(" .!").replace("\u2019", "'") for row in said.splitlines())
    rows = [*filter(None, cleaned)]
    bare, interview.bare = interview.bare, []
    if bare and len(rows) == 1 and _meaning(interview, rows[0], alone=True) is not None:
        rows = [" ".join([rows[0], *map(str, bare)])]
    parts = [part for row in rows for part in re.split(_BETWEEN, row) if part]
    if not parts or len(said) > _LONGEST or any(verb(interview, row, []) for row in rows):
        return ""
    listed = ShownList(interview, [*names])
    asked = [[names.index(name) + 1 for name in some if name in names] for some in interview.doubted.values()]
    asked = [*filter(None, asked)]
    if len(rows) == 1:
        return _in_one_row(interview, listed, rows[0], parts, asked)
    change = asked and _of_all(interview, parts, asked)
    change = change or _of_each(interview, listed, parts, asked) if asked else ""
    return "" if change and verb(interview, change, []) == "other" else change


def ask_about(
    interview: Interview, names: Sequence[str], key: str, strange: Sequence[str], noted: Mapping[str, Sequence[str]]
) -> list[str]:
    """Ask whether those of the list are people who play, of whom it may not be so, with what is noted beside them."""
    if strange and key != "wizard.noted":
        interview.doubted[key] = [*strange]
    interview.noted |= noted
    told = {
        name: ", ".join(dict.fromkeys(bare_note(one) or one.strip() for one in some))
        for name, some in interview.noted.items()
    }
    notes = {
        name: f" ({brief(escaped(note), 60)})" for name, note in told.items() if note and not name.endswith(note)
    }
    asked = ", ".join(f"{numbered(names.index(name) + 1, name)}{notes.get(name, '')}" for name in strange)
    return [interview.word(key, names=asked, seat=names.index(strange[0]) + 1)] if strange else []


def answered(
    interview: Interview,
    names: Sequence[str],
    before: Sequence[str],
    doubted: Mapping[str, Sequence[str]],
    reply: str,
    *,
    again: bool,
) -> list[str]:
    """Say who was taken off the list by a reply, and who of those asked about stays; ask again what is open still."""
    if interview.doubted or reply == interview.typed_for("list"):
        return []
    gone, asked = [name for name in before if name not in names], list[str]()
    asked += chain(*(some for some in doubted.values() if {*gone} & {*some}))
    told = taken_off(interview, gone, [name for name in asked if name in names]) if reply and gone else []
    left = {key: [name for name in some if name in names] for key, some in doubted.items()}
    left = {key: some for key, some in left.items() if some and not (reply and {*gone} & {*doubted[key]})}
    if reply or again:
        return [*told, *(one for key, some in left.items() for one in ask_about(interview, names, key, some, {}))]
    interview.doubted = left if [*names] == [*before] else {}
    return told


def taken_off(interview: Interview, gone: Sequence[str], staying: Sequence[str] = ()) -> list[str]:
    """Say who was taken off the list, how they come back, and who stays."""
    playing = [interview.word("wizard.playing", names=", ".join(staying))] if staying else []
    return [*playing, interview.word("wizard.not-playing", names=", ".join(gone), first=gone[0])] if gone else []


def _in_one_row(interview: Interview, listed: ShownList, row: str, parts: Sequence[str], asked: _Asked) -> str:
    """The change that a reply of one row means; not understood if it says no of others, or perhaps."""
    if but := _all_but(interview, listed, row, asked):
        return but
    if only := _only(interview, listed, row):
        known = {*only} & {*chain(*asked)}
        return _removing(interview, _others(asked, only)) if known else _not_understood(interview, parts)
    if not asked:
        return _of_named(interview, listed, row) or _of_each(interview, listed, parts, asked)
    unclear = interview.phrased(row, "unclear")
    if not unclear and (change := _of_all(interview, parts, asked)):
        return change
    if unclear or is_perhaps(row):
        return _not_understood(interview, parts)
    yes = _meaning(interview, parts[0], alone=True)
    parts = parts[1:] if yes is not None and len(parts) > 1 else parts
    named = [people_in(interview, listed, part, meant=True) for part in parts]
    people = [*chain(*named)]
    if all(named) and {*people} <= {*chain(*asked)}:
        interview.bare = people if yes is None else []
        return _removing(interview, _others(asked, people) if yes else people)
    change = _of_each(interview, listed, parts, asked)
    return change or (_not_understood(interview, parts) if _begins_with_no(interview, row) else "")


def _of_all(interview: Interview, parts: Sequence[str], asked: _Asked) -> str:
    """The change where nothing but a yes or a no is said; of two questions a no answers none."""
    alone = {_meaning(interview, part, alone=True) for part in parts}
    if len(alone) != 1 or None in alone:
        return ""
    return _removing(interview, []) if True in alone else _removing(interview, asked[0]) if len(asked) == 1 else ""


def _of_named(interview: Interview, listed: ShownList, row: str) -> str:
    """The change where people are named behind a no, though nobody was asked about; or not understood."""
    first, _, rest = row.partition(" ")
    yes = _meaning(interview, first.rstrip(",:")) if rest else None
    if yes is None or (yes and not rest.isdecimal()):
        return ""
    if not yes and (people := people_in(interview, listed, rest, meant=True)):
        return _removing(interview, people)
    return (
        _not_understood(interview, [row]) if re.fullmatch(r"[^\W\d_]+ [\d\s-]+|[^\W\dA-Z_]+ [^\W\d_]+", row) else ""
    )


def _others(asked: _Asked, people: Sequence[int]) -> list[int]:
    """The others who were asked about together with these people."""
    return [place for some in asked if {*some} & {*people} for place in some if place not in people]


def _begins_with_no(interview: Interview, row: str) -> bool:
    """Whether somebody is named behind a no, or behind words such as *all but*, or a number behind a yes."""
    first, *others = row.split()
    yes, other = _meaning(interview, first.rstrip(",:"), alone=True), _words(interview, "except")
    return yes is False or (yes is True and others[:1] != [] and (others[0] in other or others[0].isdecimal()))


def _all_but(interview: Interview, listed: ShownList, row: str, asked: _Asked) -> str:
    """The change that *all but Ann* means, or *none but Ann*, who alone plays of those asked about; else empty.

    Where nobody was asked about, a number may be how many play, and is not understood.
    """
    words = _words(interview, "except")
    found = re.fullmatch(rf"(?:(.+?)[,;.]? (?:(?:{_BUT}) )?)?({'|'.join(words)}|{_BUT}) (.+)", row, re.IGNORECASE)
    if not found or not (found[1] or (asked and found[2].casefold() in words)):
        return ""
    yes, strong = not found[1] or _meaning(interview, found[1], alone=True), found[2].casefold() in words
    part = _part(interview, listed, found[3], doubted=True)
    if yes is False:
        return _removing(interview, _others(asked, part.people)) if asked and part and part.plays is not False else ""
    if yes is None or not (strong or (part and part.plays is False)):
        return ""
    known = part and not part.plays and (asked or not any(map(str.isdecimal, found[3])))
    return _removing(interview, part.people) if part and known else _not_understood(interview, [row])


def _only(interview: Interview, listed: ShownList, row: str) -> list[int]:
    """Those who alone play, as in *only Ann*."""
    words = "|".join(_words(interview, "only"))
    found = re.fullmatch(rf"(?:(.+?)[,;.]? )?(?:{words}) (.+)|(.+) (?:{words})", row, re.IGNORECASE)
    if not found or (found[1] and _meaning(interview, found[1], alone=True) is None):
        return []
    part = _part(interview, listed, found[2] or found[3], doubted=True)
    return part.people if part and part.plays is not False else []


def _of_each(interview: Interview, listed: ShownList, said: Sequence[str], asked: _Asked) -> str:
    """The change where each part of a reply names people; one that is not understood where some are not listed."""
    rest = [_of_the_rest(interview, part) for part in said]
    said = [part for part, others in zip(said, rest, strict=True) if others is None]
    others = next((one for one in rest if one is not None), None)
    found = [_part(interview, listed, part, doubted=bool(asked)) for part in said]
    parts = [part for part in found if part]
    if not any(part.plays is not None for part in parts):
        return "" if others is None else _not_understood(interview, said) if said else _removing(interview, [])
    if strange := [part.split() for part, known in zip(said, found, strict=True) if not known]:
        odd = any(part.plays is False for part in parts) or _are_absent(interview, strange)
        return _not_understood(interview, said) if odd else ""
    plays = [part.plays for part in _filled(parts)]
    away = [place for part, stays in zip(parts, plays, strict=True) if not stays for place in part.people]
    if None in plays or not (away or asked or len(parts) > 1):
        return ""
    named = [*chain(*(part.people for part in parts))]
    if asked and not ({*away} or {*named} & {*chain(*asked)}):
        return _not_understood(interview, said)
    only = others is False or (others is None and not away)
    return _removing(interview, [*away, *(_others(asked, named) if only else [])])


def _of_the_rest(interview: Interview, part: str) -> bool | None:
    """What is said of all others, as in *the rest yes*."""
    words = "|".join(_words(interview, "rest"))
    found = re.fullmatch(rf"(?:{words}):? (.+)", part, re.IGNORECASE)
    return _meaning(interview, found[1], alone=True) if found else None


def _are_absent(interview: Interview, strange: Sequence[Sequence[str]]) -> bool:
    return all(_meaning(interview, " ".join(words[1:])) is False for words in strange)


def _part(interview: Interview, listed: ShownList, part: str, *, doubted: bool) -> _Part | None:
    """Who is named in a part of a reply, and what is said of them; None where it names nobody on the list."""
    words = re.sub(r"\s*[:=]\s*|\s[\u2013\u2014-]\s", " ", part).split()
    for cut in range(len(words), -1, -1):
        for people, said, behind in ((words[:cut], words[cut:], True), (words[cut:], words[:cut], False)):
            places = people_in(interview, listed, " ".join(people), meant=doubted) if people else []
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


def _words(interview: Interview, what: str) -> list[str]:
    return [one.replace("-", " ") for one in interview.word(f"wizard.typed.{what}").split()]


def _not_understood(interview: Interview, said: Sequence[str]) -> str:
    return f"{interview.typed_for('other')} {' '.join(said)}"
