"""What is typed or pasted joins the list of players, or changes it; what is no name is left out, and said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from narrator.errors import brief, escaped
from narrator.games.corrections import as_change
from narrator.games.doubts import (
    asks,
    doubtful,
    first_word,
    has_words,
    heads_others,
    is_mine,
    is_own_refusal,
    no_surnames,
    unticked,
    usual_notes,
    without,
)
from narrator.games.given_names import has_given
from narrator.games.list_changes import ShownList, altered, changes, not_understood, seating_fault, verb
from narrator.games.name_lists import WORDS, NameList
from narrator.games.naming import alike, by_seat, nameless
from narrator.games.offering import Offering
from narrator.games.pasted import Paste, paste_of
from narrator.games.replies import answered, as_reply, ask_about, taken_off
from narrator.games.usual_rows import is_guest
from narrator.games.yes_or_no import NO, is_away, is_no, plays, refuses

if TYPE_CHECKING:
    from narrator.games.interview import Interview


def listed(interview: Interview, names: Sequence[str]) -> str:
    """List the names with their seats, and how they can be changed."""
    seats = " · ".join(f"{seat}\u00a0{name}" for seat, name in enumerate(names, 1))
    return f"{seats}\n{interview.word('wizard.names-change')}"


def added(interview: Interview, names: list[str], said: str, rows: NameList) -> list[str]:
    """Put what was typed or pasted into the list; return what is to be shown: the changed list, and faults."""
    doubted = interview.doubted
    reply = as_reply(interview, names, said)
    if interview.bare:
        return [interview.word("wizard.plays-or-not", names=", ".join(names[seat - 1] for seat in interview.bare))]
    interview.doubted, said, before = {}, reply or said, [*names]
    paste = paste_of(said)
    adding, whole = _Adding(interview, names, paste, rows), False
    if not interview.piped:
        rows.begin()
        if whole := _is_whole(interview, names, paste.rows):
            names.clear()
    for row in paste.rows:
        adding.take(row, alone=said == row)
    faults = [*[interview.word("wizard.columns")] * paste.columns, *adding.faults]
    adding.settle()
    faults += [*_left_out(interview, paste, adding), *_of_others(interview, names, before, paste, whole=whole)]
    new = [name for name in names if name not in before]
    faults += _doubts(interview, names, new, adding, known=[] if whole else before)
    faults += _one_column(interview, names, paste)
    again = adding.changed or not_understood(interview) in faults
    faults += answered(interview, names, before, doubted, said if reply else "", again=again)
    if len(names) < len(before):
        own = bool(reply or whole or verb(interview, paste.rows[0], []))
        gone = [] if own else [name for name in before if name not in names]
        faults += [*taken_off(interview, gone), *_below_removed(interview, before, names)]
    shown = adding.changed or whole or len(names) > len(before) + 1
    return [Offering(listed(interview, names)), *faults] if shown else faults


def _doubts(
    interview: Interview, names: Sequence[str], new: Sequence[str], adding: _Adding, *, known: Sequence[str]
) -> list[str]:
    """Ask of whom of the new people, and of the known ones, it may be that they do not play, or are none."""
    strange = doubtful(new, names) if adding.together else []
    few = len(adding.remarked) * 2 < len(names) or no_surnames(adding.remarked)
    remarked = [*adding.below, *(name for name in adding.remarked if few and name not in strange)]
    others = [name for name in names if name in remarked and name in (*new, *known)]
    others = others if adding.together or len(new) > 1 else []
    asked = {
        "wizard.doubtful": [name for name in strange if name not in (*others, *adding.noted)],
        "wizard.plays": [name for name in names if name in (*others, *adding.noted)],
    }
    if interview.piped:
        for told in ask_about(interview, names, "wizard.noted", asked.pop("wizard.plays"), adding.noted):
            interview.warn(told)
    interview.headed |= {
        one: [*names[names.index(one) + 1 :]] for one in asked["wizard.doubtful"] if names.index(one) >= _KNOWN
    }
    return [one for key, some in asked.items() for one in ask_about(interview, names, key, some, adding.noted)]


def _of_others(
    interview: Interview, names: Sequence[str], before: Sequence[str], paste: Paste, *, whole: bool
) -> list[str]:
    """Say who is not in a paste that is the whole list now, or that others have joined those kept before."""
    kept, interview.kept = interview.kept, []
    if whole:
        missing = ", ".join(one for one in before if not any(alike(one, name) for name in names))
        return [interview.word("wizard.whole-list" if missing else "wizard.whole-list-all", missing=missing)]
    others = before and kept == before and len(names) - len(before) >= _MANY and not interview.piped
    if not others or _known(before, paste.rows)[0]:
        return []
    return [interview.word("wizard.joined", names=", ".join(before), seats=f"1-{len(before)}")]


def _one_column(interview: Interview, names: Sequence[str], paste: Paste) -> list[str]:
    """Ask whether the people of all columns play, or those of one, and how the others are removed."""
    ways, remove = list[str](), interview.typed_for("remove")
    for head, people in paste.sides or paste.groups:
        found = {alone for one in people for alone in NameList().read(one)[0]}
        others = [str(seat) for seat, name in enumerate(names, 1) if name not in found]
        ways.append(interview.word("wizard.one-column", head=head, typed=f"{remove} {' '.join(others)}"))
    key = "wizard.which-column" if paste.sides else "wizard.which-answer"
    return [interview.word(key, ways=" ".join(ways))] if ways else []


def _below_removed(interview: Interview, before: Sequence[str], names: Sequence[str]) -> list[str]:
    """Ask whether those play who stood below a row that was no person, and so may have been their heading."""
    gone = [name for name in before if name not in names and name in interview.headed]
    below = {name for one in gone for name in interview.headed.pop(one)}
    return ask_about(interview, names, "wizard.plays", [name for name in names if name in below], {})


class _Adding:
    """Puts row after row into the list, and keeps what is wrong, what was left out, and whether the list changed."""

    def __init__(self, interview: Interview, names: list[str], paste: Paste, rows: NameList) -> None:
        self._interview, self._names, self._paste, self._rows = interview, names, paste, rows
        self._listed = ShownList(interview, names)
        self.faults, self.none, self.unmarked = list[str](), list[str](), list[str]()
        self.guests, self.noted = list[str](), dict[str, list[str]]()
        self.remarked, self.below = list[str](), list[str]()
        self.together, self._headed = len(paste.rows) > 1, False
        self._unticked = [] if paste.answers or paste.harmless else unticked(paste.rows)
        self._above, self._often, self._last = set[str](), Counter(paste.rows), list[str]()
        self._unknown, self._unsure = False, list[str]()
        self._written = any(row[:1].islower() and not has_given(row) and not refuses(row) for row in paste.rows)
        self.changed = False

    def take(self, typed: str, *, alone: bool) -> None:
        """Change the list as the row says, or seat the people in it; it may be `alone`."""
        row = as_change(self._interview, self._listed, typed, alone=alone)
        if verb(self._interview, row, self._names if alone and row == typed else []):
            self._change(row)
            return
        new, left = self._rows.read(row)
        no_person = is_own_refusal(row) if self.together else False
        new, left = ([], [row]) if no_person or (":" in row and heads_others(row) is not None) else (new, left)
        left += [name for name in new if self._interview.phrased(name, "done")]
        new = [name for name in new if not self._interview.phrased(name, "done")]
        if new and typed in self._paste.unmarked:
            self._rows.caption(row)
            self.unmarked.append(row.strip())
        else:
            self._seat(row, new, left)
            self._doubt(row.strip(), new, left, ticked=typed not in (*self._unticked, *self._paste.aside))

    def _doubt(self, row: str, new: list[str], left: list[str], *, ticked: bool) -> None:
        """Keep who may not play: by words behind the name, an empty box, a refusal, or a heading between people."""
        worded = [*filter(has_words, new)]
        self.remarked += worded if "," in row else new if worded else []
        self.below += new if not ticked or (len(new) > 1 and any(map(refuses, left))) else []
        self.below += filter(without, new)
        own = is_own_refusal(row) and row not in new and bool(self._last)
        self.below += self._last if own else []
        own = own and (is_mine(row) or self._written)
        heads = heads_others(row, self._above) if self._often[row] < _KNOWN and not own else None
        between = len(self._names) - len(new) >= _KNOWN
        if heads is not None:
            self.below += self._unsure if not heads and plays(row) else []
            self._headed, self._unsure = heads and (between or is_away(row)), []
            self._unknown = heads and not self._headed
            self._above |= {first_word(row)} - {""}
        elif not new and row[:1].islower():
            self._headed = False
        elif self._headed or any(
            one.endswith(":") and heads_others(one) and (between or is_away(one)) for one in left
        ):
            self.below += new
        self._unsure += new if self._unknown else []
        self._last = [one for one in new if one not in self._paste.repeated][-1:] or self._last

    def _change(self, row: str) -> None:
        before = [*self._names]
        found = [altered(self._interview, self._listed, one) for one in changes(self._interview, self._listed, row)]
        if len(self._paste.rows) > _KNOWN and self._names == before and found == [not_understood(self._interview)]:
            self.none.append(row.strip())  # a button of the page from which the list was copied
            return
        self.faults += filter(None, found)
        self.changed |= not all(found) or self._names != before

    def settle(self) -> None:
        """Leave out the notes that most people have: they are about something else."""
        usual = usual_notes(self.noted, len(self._names))
        self.none += usual
        asked = {name: [one for one in some if one not in usual] for name, some in self.noted.items()}
        self.noted = {name: some for name, some in asked.items() if some}

    def _notes(self, row: str, new: list[str], left: list[str]) -> list[str]:
        """What is noted beside the only person in a row of which people must say whether this one plays."""
        if len(new) != 1:
            return []
        answer = self._paste.answers.get(row.strip())
        noted = [one for one in left if one not in self._paste.harmless and asks(one)]
        return [*noted, *([] if answer is None else [answer])]

    def _seat(self, row: str, new: list[str], left: list[str]) -> None:
        self.none += [name for name in new if name in self._paste.repeated]
        noted, said, before = self._notes(row, new, left), [*left], [*self._names]
        crossed = {*row} & {*NO} and row in self._unticked
        if self._interview.piped and (crossed or any(map(is_no, noted))):  # there nobody can be asked
            self._interview.warn(self._interview.word("wizard.absent", names=row.strip()))
            return
        self._names[:] = [self._rows.amended.pop(name, name) for name in self._names]
        for name in new:
            if name not in self._paste.repeated:
                fault = _joined(self._interview, self._names, name, left if len(new) == 1 else [])
                self.faults += [fault] * bool(fault)
        if noted:
            seated = [name for name in self._names if name not in before and said != left]  # told apart by the note
            self.noted.setdefault((seated or new)[0], []).extend(noted)
        beside = f"{new[0]} ({{}})" if len(new) == 1 else "{}"
        self.guests += [beside.format(one.strip(_SET_OFF)) for one in left if is_guest(one)]
        self.none += [one for one in left if not is_guest(one) and not any(one in note for note in noted)]


def _left_out(interview: Interview, paste: Paste, adding: _Adding) -> list[str]:
    """What is said of what was left out."""
    none = adding.none
    unparted = any(len(one.split()) > WORDS and one.istitle() and not re.search(r"[\t;|]", one) for one in none)
    said = {
        "wizard.commas" if unparted else "wizard.left-out": [*paste.none, *none],
        "wizard.unmarked": adding.unmarked,
        "wizard.guests": adding.guests,
    }
    parts = {key: ", ".join(dict.fromkeys(left)) for key, left in said.items() if left}
    return [interview.word(key, name=brief(escaped(left), 200)) for key, left in parts.items()]


def _is_whole(interview: Interview, names: Sequence[str], rows: Sequence[str]) -> bool:
    """Whether a paste is the list that people want now: half of it, and three people, are on the list already."""
    if len(names) < _KNOWN or any(verb(interview, row, ()) for row in rows):
        return False
    known, found = _known(names, rows)
    return known >= max(found / 2, _KNOWN)


def _known(names: Sequence[str], rows: Sequence[str]) -> tuple[int, int]:
    """How many people of a paste are on this list already, and how many are in it."""
    pasted = NameList()
    found = [name for row in rows for name in pasted.read(row)[0]]
    return sum(any(alike(name, other) for other in names) for name in found), len(found)


_MANY = 5
"""So many new people of a paste may play without those who were on the list."""
_KNOWN = 3
"""So many people of a paste are on the list already, if it is the whole list."""


_SET_OFF = "()[] -\u2013\u2014"
"""Signs by which a word is set off from the name before it."""


def _joined(interview: Interview, names: list[str], name: str, left: list[str]) -> str:
    """Seat the next player, who may be told from one of the same name by what is `left`; return what is wrong."""
    told_apart = left and ((left[0].istitle() and left[0][-1] != ":") or re.fullmatch(r"\([^\W\d_]+\)", left[0]))
    if (fault := seating_fault(interview, name, names)) and told_apart:
        name = f"{name} {left.pop(0).strip(_SET_OFF)}"
        fault = seating_fault(interview, name, names)
    if not fault:
        place = len(names) - interview.waiting
        names[:] = by_seat([*names[:place], name, *names[place + 1 :]], nameless(interview.texts))
        interview.waiting = max(interview.waiting - 1, 0)
    return fault
