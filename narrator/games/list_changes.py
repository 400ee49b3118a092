"""Changes to a list of names, each a word with the numbers, or the names, of those whom people see in the list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from narrator.errors import brief, escaped
from narrator.games.name_lists import NameList
from narrator.games.naming import alike, bare, by_seat, is_taken, nameless, sayable
from narrator.lexicon import plain, seen

if TYPE_CHECKING:
    from narrator.games.interview import Interview

_VERBS = ("list", "anew", "insert", "remove", "correct", "swap", "other")
"""What is done to the list by a word, which the seat follows, and the name."""


class ShownList:
    """Names that are being changed: until they are shown again, a number means the list as it was shown."""

    def __init__(self, interview: Interview, names: list[str]) -> None:
        """Change these `names` themselves."""
        self.names, self._word, self._forms = names, nameless(interview.texts), interview.forms
        self._shown, self._seats = [*names], [*range(1, len(names) + 1)]

    def place(self, said: str) -> int:
        """The place now of the one who was shown with this number, or has this name; 0 if there is none."""
        self._seats += [0] * (len(self.names) - len(self._seats))  # those who were named since
        number = said.rstrip(".:)")
        if number.isdecimal():
            if int(number) > len(self._shown):
                return int(number) if int(number) <= len(self.names) else 0
            return self._seats.index(int(number)) + 1 if int(number) and int(number) in self._seats else 0
        then = [self._shown[seat - 1] if seat else "" for seat in self._seats]
        listed = [(place, name) for names in (then, self.names) for place, name in enumerate(names, 1) if name]
        called = [place for place, name in listed if bare(name) == bare(said)]
        like = {place for place, name in listed if plain(bare(name)) == plain(bare(said))}  # accents left out
        if not like:
            like = {place for place, name in listed if plain(bare(said)) in map(plain, map(bare, self._forms(name)))}
        return called[0] if called else like.pop() if len(like) == 1 else 0

    def number(self, place: int) -> int:
        """The number that means the one who is in this place now."""
        return self._seats[place - 1] or place

    def gap(self, seat: int) -> int:
        """The place now of somebody who is put before the one who was shown in this seat; 0 if there is none."""
        self._seats += [0] * (len(self.names) - len(self._seats))
        behind = [one for one in self._seats if one >= seat]
        if not 1 <= seat <= max(len(self._shown), len(self.names)) + 1:
            return 0
        if seat > len(self._shown):
            return min(seat, len(self.names) + 1)
        return self._seats.index(min(behind)) + 1 if behind else len(self.names) + 1

    def put(self, place: int, name: str, replaced: int) -> None:
        """Seat somebody in this place, where one is `replaced` or none."""
        before, behind = place - 1, place - 1 + replaced
        self._seats[before:behind] = self._seats[before:behind] or [0]
        self._count([*self.names[:before], name, *self.names[behind:]])

    def remove(self, places: Sequence[int]) -> None:
        """Take the names in these places away."""
        left = [place for place in range(len(self.names)) if place + 1 not in places]
        self._seats = [self._seats[place] for place in left]
        self._count([self.names[place] for place in left])

    def swap(self, one: int, other: int) -> None:
        """Let the people in these places change them."""
        order = [*range(len(self.names))]
        order[one - 1], order[other - 1] = order[other - 1], order[one - 1]
        self._seats = [self._seats[place] for place in order]
        self._count([self.names[place] for place in order])

    def _count(self, names: Sequence[str]) -> None:
        self.names[:] = by_seat(names, self._word)


def verb(interview: Interview, row: str, names: Sequence[str]) -> str:
    """What a row does to the list; empty if it is somebody's, as most are."""
    if interview.typed("-".join(row.split()), "anew"):
        return "anew"
    found = next((one for one in _VERBS if interview.typed(row.split()[0], one)), "")
    number = re.match(r"(\d{1,2})\s+[^\W\d]|\S+ (?:na|to|till) (\d{1,2})$", row)
    if not found and number and not interview.piped and 1 <= int(number[1] or number[2]) <= len(names):
        return "other"
    return "" if found in ("list", "anew") and len(row.split()) > 1 else found  # which many a title begins with


def changes(interview: Interview, listed: ShownList, row: str) -> list[str]:
    """Each change of a row that has several: behind a comma stands another one, or one more that is meant by it."""
    first, *parts = filter(None, map(str.strip, re.split("[,;]", row)))
    found = [first]
    for part in parts:
        word, seat, *_ = (*found[-1].split(), "")
        people, done = people_in(interview, listed, part), verb(interview, found[-1], [])
        if verb(interview, part, []):
            found.append(part)
        elif done == "insert" and seat.rstrip(".:)").isdecimal():
            found.append(f"{word} {seat} {part}")
        elif (done == "remove" and people) or (done == "swap" and len(people) == 2):
            found.append(f"{word} {part}")
        elif done == "swap" and len(people) == 1:
            found[-1] += f" {interview.word('wizard.typed.and').split()[0]} {part}"
        else:
            return [row]
    return found


def altered(interview: Interview, listed: ShownList, row: str) -> str:
    """Change the list as the row says; return what is wrong, or how it would be said; empty if nothing is."""
    done, told = verb(interview, row, listed.names), row.partition(" ")[2].strip()
    number, _, name = told.partition(" ")
    seat, name = number.rstrip(".:)"), " ".join(seen(name).split())
    people = people_in(interview, listed, told) if done in ("remove", "swap") else []
    if done == "list":
        return ""
    if done == "anew":
        listed.remove(range(1, len(listed.names) + 1))
        return ""
    if done == "remove" and people:
        listed.remove(people)
        return ""
    if done == "swap" and len(people) == 2:
        listed.swap(*people)
        return ""
    if done == "remove" and seat.isdecimal() and not name:
        return interview.word("wizard.no-such-seat", seat=seat)
    if done == "correct" and name and (place := listed.place(number)):
        to, _, new = name.partition(" ")
        return _seated(interview, listed, place, new if new and to in _words(interview, "to") else name, 1)
    if done in ("insert", "correct") and seat.isdecimal() and name:
        place = listed.gap(int(seat)) if done == "insert" else 0
        return (
            _seated(interview, listed, place, name, 0) if place else interview.word("wizard.no-such-seat", seat=seat)
        )
    return not_understood(interview)


def not_understood(interview: Interview) -> str:
    """What is said of a row that begins as a change does, and is none."""
    return interview.word("wizard.not-changed", how=interview.word("wizard.names-change"))


def people_in(interview: Interview, listed: ShownList, told: str) -> list[int]:
    """The places of those who are named, by number or name, with *and* or nothing between them.

    None if one is not there. Of words with nothing between them all are numbers, or none.
    """
    both = _words(interview, "and")
    words = [word for word in re.split(r"[\s/&+]+", told) if word not in both]
    parted = " ".join("," if word in both else word for word in told.split()).split(",")
    alike_told = len({word.rstrip(".:)").isdecimal() for word in words}) == 1
    for parts in ([told], [part.strip() for part in parted], words if alike_told else []):
        places = [listed.place(part) for part in parts]
        if places and all(places):
            return places
    return []


def _words(interview: Interview, what: str) -> list[str]:
    return interview.word(f"wizard.typed.{what}").split()


def _seated(interview: Interview, listed: ShownList, place: int, name: str, replaced: int) -> str:
    """Seat the player in this place, where one is `replaced` or none; return what is wrong, if anything."""
    others = listed.names[: place - 1] + listed.names[place - 1 + replaced :]
    alone, left = NameList().read(name) if not verb(interview, name, []) else ([], [])
    if len(alone) != 1:
        return interview.word("wizard.no-name", name=brief(escaped(name), 60))
    name = alone[0]
    fault = seating_fault(interview, name, others, place, corrected=replaced > 0)
    if not fault:
        listed.put(place, name, replaced)
    return fault or (interview.word("wizard.left-out", name=escaped(", ".join(left))) if left else "")


def seating_fault(
    interview: Interview, name: str, others: Sequence[str], seat: int = 0, *, corrected: bool = False
) -> str:
    """What keeps somebody of this name from this seat, or from the next one; empty if nothing does."""
    seat = seat or len(others) + 1
    if not sayable(name):
        return interview.word("wizard.no-name", name=escaped(name).replace("\N{REPLACEMENT CHARACTER}", "?"))
    if is_taken(name, interview.taken):
        return interview.word("wizard.taken-name", name=name, seat=seat)
    if any(alike(name, other) for other in others):
        key = "wizard.same-to-correct" if corrected else "wizard.same-name"
        return interview.word(key, name=name, seat=seat)
    if len(others) >= interview.players[-1]:
        return interview.word("wizard.no-seat", name=name, most=interview.players[-1])
    return ""
