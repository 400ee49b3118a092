"""Changes to a list of names, each a word with the numbers, or the names, of those whom people see in the list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from narrator.errors import brief, escaped
from narrator.games.given_names import is_given
from narrator.games.name_lists import NameList
from narrator.games.naming import alike, bare, by_seat, is_taken, nameless, sayable
from narrator.lexicon import plain, seen

if TYPE_CHECKING:
    from narrator.games.interview import Interview

_VERBS = ("list", "anew", "insert", "remove", "correct", "swap", "move", "other")
"""What is done to the list by a word, which the seat follows, and the name."""
_SYLLABLE = 2
"""Letters of a word of place that may be a name where it has a capital, such as Po."""


_RANGE = (
    r"(?<![\w-])(?:(?:from|od|fr\xe5n)\s)?(\d{1,2})\s*(?:[-\u2013\u2014]|\b(?:to|do|till)\b)\s*(\d{1,2})(?![\w-])"
)
"""Numbers from one to another."""


class ShownList:
    """Names that are being changed: until they are shown again, a number means the list as it was shown."""

    def __init__(self, interview: Interview, names: list[str]) -> None:
        """Change these `names` themselves."""
        self.names, self._word, self._forms = names, nameless(interview.texts), interview.forms
        self._first, self._last = (
            [one.replace("-", " ") for one in _words(interview, end)] for end in ("first", "last")
        )
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

    def meant(self, said: str) -> int:
        """The place of the one who is meant in a change: the last one, too, or the only one of this given name."""
        if said.casefold() in (*self._first, *self._last):
            return len(self.names) if said.casefold() in self._last else 1
        given = [(place, name.split()[0]) for place, name in enumerate(self.names, 1) if " " in name]
        called = [place for place, name in given if plain(bare(said)) in map(plain, map(bare, self._forms(name)))]
        return self.place(said) or (called[0] if len(called) == 1 else 0)

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
        self._order([place for place in range(len(self.names)) if place + 1 not in places])

    def swap(self, one: int, other: int) -> None:
        """Let the people in these places change them."""
        order = [*range(len(self.names))]
        order[one - 1], order[other - 1] = order[other - 1], order[one - 1]
        self._order(order)

    def move(self, place: int, to: int) -> None:
        """Seat the one in this place in another, and let those between them move up."""
        order = [*range(len(self.names))]
        order.insert(to - 1, order.pop(place - 1))
        self._order(order)

    def _order(self, places: Sequence[int]) -> None:
        self._seats += [0] * (len(self.names) - len(self._seats))
        self._seats = [self._seats[place] for place in places]
        self._count([self.names[place] for place in places])

    def _count(self, names: Sequence[str]) -> None:
        self.names[:] = by_seat(names, self._word)


def verb(interview: Interview, row: str, names: Sequence[str]) -> str:
    """What a row does to the list; empty if it is somebody's, as most are."""
    if whole := next((one for one in ("anew", "list", "other") if interview.phrased(row, one)), ""):
        return whole
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
        people, done = people_in(interview, listed, part, meant=True), verb(interview, found[-1], [])
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
    people = people_in(interview, listed, told, meant=True) if done in ("remove", "swap") else []
    people = [*range(1, len(listed.names) + 1)] if done == "anew" else people
    if done in ("list", "anew") or (done == "remove" and people):
        listed.remove(people)
        return ""
    if done == "swap" and len(people) == 2:
        listed.swap(*people)
        return ""
    if done == "correct":
        return _correct(interview, listed, seen(told).split())
    if done == "move" or (done == "insert" and not seat.isdecimal()):
        return _put(interview, listed, done, told.rstrip(" .!"))
    if done == "insert" and name and (place := listed.gap(int(seat))):
        return _seated(interview, listed, place, name, 0)
    return not_understood(interview, seat if done == ("insert" if name else "remove") else "")


def _correct(interview: Interview, listed: ShownList, words: list[str]) -> str:
    """Give somebody another name; return what is wrong."""
    cut = next((cut for cut in range(len(words) - 1, 1, -1) if listed.place(" ".join(words[:cut]))), 1)
    who, new = " ".join(words[:cut]), words[cut:]
    parted = len(new) > 1 and new[0] in [*_words(interview, "to"), *_words(interview, "and")]
    place, name = listed.meant(who) if parted else listed.place(who), " ".join(new[parted:])
    if not place or not new:
        return not_understood(interview, who.rstrip(".:)") if new else "")
    return _seated(interview, listed, place, name if who[0].isdecimal() else nominative(interview, name), 1)


def _put(interview: Interview, listed: ShownList, done: str, told: str) -> str:
    """Insert or move somebody to a place that is said in words; return what is wrong."""
    who, word, other = placed(interview, told)
    if not who and (seat := re.fullmatch(r"(.+)\s(\d{1,2})", told)):  # nothing but where they sit
        if done == "insert":
            return altered(interview, listed, f"{interview.typed_for(done)} {seat[2]} {seat[1]}")
        who, word, other = seat[1], _words(interview, "to")[0], seat[2]
    place, one = listed.meant(other), listed.meant(who)
    done = "move" if one and listed.place(who) else done
    if not who or not place or word in _words(interview, "beside") or (done == "move" and not one):
        return not_understood(interview, "" if place else other)
    there, last = word in _words(interview, "to"), place == len(listed.names) and not other.isdecimal()
    behind = int(word in _words(interview, "after"))
    if done == "insert":
        at, people = place + (behind or (there and last)), NameList().read(who)[0]
        several = people if len(people) > 1 else [who]
        return next(
            filter(None, (_seated(interview, listed, at, nominative(interview, name), 0) for name in several[::-1])),
            "",
        )
    listed.move(one, place if there else place + behind - (one < place))
    return ""


def placed(interview: Interview, said: str) -> tuple[str, str, str]:
    """Who is seated, by which word of place, and of whom it is said; all empty if no place is said."""
    words, keys = said.split(), ("before", "after", "to", "beside")
    if len(words) > 1 and words[-1] in _words(interview, "first") and not {*words} & {*_words(interview, "to")}:
        return " ".join(words[:-1]), _words(interview, "before")[0], "1"
    if len(words) > 1 and words[-1] in _words(interview, "last") and not {*words} & {*_words(interview, "to")}:
        return " ".join(words[:-1]), _words(interview, "to")[0], words[-1]
    place = [word for key in keys for word in _words(interview, key)]
    shouted = [word.casefold() if len(word) > _SYLLABLE or said.isupper() else word for word in words]
    at = next((at for at, word in enumerate(shouted[:-1]) if word in place), -1)
    who, other = (words[:at], words[at + 1 :]) if at else (words[2:], words[1:2])
    return (" ".join(who), shouted[at], " ".join(other)) if at >= 0 else ("", "", "")


def nominative(interview: Interview, name: str) -> str:
    """The name, said in the case that *add* takes in Polish, or *replace*; as it is if that is not known."""
    stem = re.sub("(i?em|[a\u0105\u0119])$", "", name)
    alone = stem if name.endswith("em") else name  # Daniela may be her own name
    for likely in (f"{stem}a", alone, f"{stem[:-1]}e{stem[-1:]}", f"{stem[:-2]}sie{stem[-1:]}"):
        known = name.endswith(("\u0105", "\u0119")) or (is_given(likely) and not is_given(name))
        if known and bare(name) in map(bare, interview.forms(likely)):
            return likely
    return name


def not_understood(interview: Interview, seat: str = "") -> str:
    """What is said of a row that begins as a change does, and is none, or names a `seat` that is not there."""
    if seat.isdecimal():
        return interview.word("wizard.no-such-seat", seat=seat)
    return interview.word("wizard.not-changed", how=interview.word("wizard.names-change"))


def people_in(interview: Interview, listed: ShownList, told: str, *, meant: bool = False) -> list[int]:
    """The places of those who are named, by number or name, with *and* or nothing between them.

    None if one is not there. Of words with nothing between them all are numbers, or none. In a change a range of
    numbers is understood, too, and whoever else is `meant` there.
    """
    told = re.sub(_RANGE, _spread, told) if meant else told
    both = _words(interview, "and")
    words = [word for word in re.split(r"[\s/&+]+", told) if word not in both]
    parted = " ".join("," if word in both else word for word in told.split()).split(",")
    alike_told = len({word.rstrip(".:)").isdecimal() for word in words}) == 1
    for parts in ([told], [part.strip() for part in parted], words if alike_told else []):
        places = [*map(listed.meant if meant else listed.place, parts)]
        if places and all(places):
            return places
    return []


def _spread(found: re.Match[str]) -> str:
    first, last = sorted((int(found[1]), int(found[2])))
    return ", ".join(map(str, range(first, last + 1)))


def _words(interview: Interview, what: str) -> list[str]:
    return interview.word(f"wizard.typed.{what}").split()


def _seated(interview: Interview, listed: ShownList, place: int, name: str, replaced: int) -> str:
    """Seat the player in this place, where one is `replaced` or none; return what is wrong, if anything."""
    others = listed.names[: place - 1] + listed.names[place - 1 + replaced :]
    odd = verb(interview, name, []) or placed(interview, name)[1]
    alone, left = NameList().read(name) if not odd else ([], [])
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
    if not sayable(name) or re.search(r"\w\s*(?:[-=]?>+|[\u2192\u21d2])\s*\w", name):
        return interview.word("wizard.no-name", name=escaped(name).replace("\N{REPLACEMENT CHARACTER}", "?"))
    if is_taken(name, interview.taken):
        return interview.word("wizard.taken-name", name=name, seat=seat)
    if any(alike(name, other) for other in others):
        key = "wizard.same-to-correct" if corrected else "wizard.same-name"
        return interview.word(key, name=name, seat=seat)
    if len(others) >= interview.players[-1]:
        return interview.word("wizard.no-seat", name=name, most=interview.players[-1])
    return ""
