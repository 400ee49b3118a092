"""What people say of somebody on the list in words of their own, as the change that it means."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from narrator.games.list_changes import ShownList, nominative, people_in, placed, verb
from narrator.games.name_lists import NameList
from narrator.lexicon import plain

if TYPE_CHECKING:
    from narrator.games.interview import Interview

_POINTS = r"\w\s*(?:[-=]?>+|[\u2192\u21d2\u2190]|<+[-=]?)\s*\w"
_ARROW = r"([^\d\s].*?)\s*(?:[-=]?>+|[\u2192\u21d2])\s*([^\W\d].*)"


def as_change(interview: Interview, listed: ShownList, row: str, *, alone: bool) -> str:
    """The row; where it says that somebody went, came or plays instead of another, what is typed for that change.

    If it stands `alone`, and speaks of somebody on the list in a way that is not known here, it is a change, too: one
    that is not understood.
    """
    row = _usual(interview, row) if alone else row
    words, done = row.rstrip(" .!").replace("\u2019", "'").split(), verb(interview, row, [])
    if alone and done in ("", "insert") and (new := _added(interview, words)):  # in a paste it is a button's word
        return new
    if done not in ("", "other") or (len(words) < 2 and not re.fullmatch(_ARROW, row)):
        return row
    for means in (_instead,) if done else (_instead, _without, _gone, _came):
        if change := means(interview, listed, words):
            return change
    other = placed(interview, row)[2]  # beside whom somebody would sit
    named = other and listed.place(other) and row in NameList().read(row)[0]
    odd = not done and (named or (alone and _is_about(interview, listed, row, words)))
    return f"{interview.typed_for('other')} {row}" if odd else row


def _usual(interview: Interview, row: str) -> str:
    """The row without *please*, and with the usual word for one of two words, such as *take out*."""
    polite = "|".join(interview.word("wizard.typed.please").split())
    row = re.sub(rf"[,\s]+(?:{polite})[.!\s]*$|^(?:{polite})[,\s]+", "", row, flags=re.IGNORECASE)
    for done in ("remove", "correct"):
        for phrase in filter(lambda one: " " in one, _phrases(interview, f"wizard.typed.{done}")):
            if row.casefold().startswith(f"{phrase} "):
                return interview.typed_for(done) + row[len(phrase) :]
    return row


def _instead(interview: Interview, listed: ShownList, words: list[str]) -> str:
    """Somebody plays in the place of another: an arrow leads there, or a word such as *instead of* stands between."""
    row = " ".join(words)
    before, new = arrow.groups() if (arrow := re.fullmatch(_ARROW, row)) else ("", "")
    for phrase in _phrases(interview, "wizard.typed.instead"):
        if found := re.fullmatch(rf"(?:(.+)\s)?{re.escape(phrase)}\s(.+)", row, re.IGNORECASE):
            new, before = found[1] or "", found[2]
    parts = (
        [(before, new)] if new else [(" ".join(cut), " ".join(rest)) for cut, rest in reversed(_cuts(before.split()))]
    )
    for name, other in parts:
        if other and (place := listed.meant(name)):
            return f"{interview.typed_for('correct')} {listed.number(place)} {other}"
    return ""


def _without(interview: Interview, listed: ShownList, words: list[str]) -> str:
    rest = " ".join(words[1:])
    named = interview.typed(words[0], "without") and people_in(interview, listed, rest, meant=True)
    return f"{interview.typed_for('remove')} {rest}" if named else ""


def _gone(interview: Interview, listed: ShownList, words: list[str]) -> str:
    """Somebody has gone home, or does not play."""
    gone, beside = (plain(interview.word(key)).split() for key in ("wizard.typed.gone", "wizard.typed.gone-with"))
    absent = [plain(phrase) for phrase in _phrases(interview, "wizard.typed.absent")]
    for name, rest in _cuts(words, behind=True):
        said = [plain(word.casefold()) for word in rest]
        went = any(word in gone for word in said) and {*said} <= {*gone, *beside}
        if (went or " ".join(said) in absent) and not name[0].isdecimal():
            if not people_in(interview, listed, " ".join(name), meant=True):
                continue
            return f"{interview.typed_for('remove')} {' '.join(name)}"
    return ""


def _came(interview: Interview, listed: ShownList, words: list[str]) -> str:
    """The name of somebody who came, and is not on the list yet."""
    came = [plain(phrase) for phrase in _phrases(interview, "wizard.typed.came")]
    for name, rest in _cuts(words, behind=True):
        said = plain(" ".join(rest))
        if said in came and not name[0].isdecimal() and not listed.place(" ".join(name)):
            return " ".join(name)
    return ""


def _added(interview: Interview, words: list[str]) -> str:
    """The names behind words such as *add* and *also*, where no number is said: it would be a seat."""
    phrases = [plain(one) for key in ("also", "insert") for one in _phrases(interview, f"wizard.typed.{key}")]
    for said, name in reversed(_cuts(words)):
        if plain(" ".join(said).casefold()) in phrases and name[0][:1].isalpha():
            if placed(interview, " ".join(name))[1] or (len(name) > 1 and name[-1].isdecimal()):
                return " ".join([interview.typed_for("insert"), *name])
            return " ".join([*map(partial(nominative, interview), name)])
    return ""


def _is_about(interview: Interview, listed: ShownList, row: str, words: list[str]) -> bool:
    """Whether the row speaks of somebody on the list, or of a change, and is no name itself."""
    changing = any(f" {phrase} " in f" {row.casefold()} " for phrase in _phrases(interview, "wizard.typed.instead"))
    if changing or re.search(_POINTS, row) or interview.typed(words[0], "without"):
        return True
    if re.search(r"[^\w\s'\u2019.!?-]|[\d_]", row):
        return False
    there = [bool(listed.place(word)) for word in words]
    small = [word for word, known in zip(words, there, strict=True) if word.islower() and len(word) > 1 and not known]
    enough = len(words) > 2 if row.islower() else bool(small)
    return any(there) and bool(small) and enough and (words[-1].islower() or there[-1])


def _cuts(words: list[str], *, behind: bool = False) -> list[tuple[list[str], list[str]]]:
    """Each way to cut the words into a name and the rest, the shortest name first; then with the rest before it."""
    cuts = [(words[:place], words[place:]) for place in range(1, len(words))]
    return [*cuts, *((rest, name) for name, rest in reversed(cuts))] if behind else cuts


def _phrases(interview: Interview, key: str) -> list[str]:
    return [phrase.replace("-", " ") for phrase in interview.word(key).split()]
