"""Ask one's way to a setup, whatever the game: each question can be explained and left for the one before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from narrator.errors import brief, escaped
from narrator.games.corrections import as_change
from narrator.games.list_changes import ShownList, altered, changes, seating_fault, verb
from narrator.games.name_lists import WORDS, NameList
from narrator.games.naming import alike, by_seat, nameless, numbered
from narrator.games.offering import Item, Offering, Tap
from narrator.games.package import SEVERAL, Back, Question, SetupQuestions
from narrator.games.pasted import Paste, doubtful, paste_of
from narrator.lexicon import normalise, plain
from narrator.texts import Texts


class Piped:
    """Puts questions to a pipe, where what is no answer to the question behind a list is one more row of the list."""

    def __init__(self, ask: Question) -> None:
        self._ask, self._said, self._rows = ask, "", list[str]()
        self._ended = self._first = False

    def __call__(self, question: str, default: str) -> str:
        """Put the question."""
        listing = default == SEVERAL
        self._said = self._rows.pop() if listing and self._rows else self._ask(question, default)
        self._first, self._ended = self._ended and not listing, listing and self._said == SEVERAL
        return self._said

    def refused(self) -> None:
        """Go back to the list with what was said, if it may belong there. Raises Back."""
        if self._first:
            self._rows.append(self._said)
            raise Back


class Interview:
    """Puts questions, and counts them; each can be explained, and left for the one before."""

    def __init__(self, texts: Texts, players: range, asking: SetupQuestions) -> None:
        """The `texts` have the game's own too; so many `players` there may be."""
        self.texts, self.word, self.players = texts, texts.word, players
        self.bounds = {"fewest": players[0], "most": players[-1]}
        self._ask, self.show, self.taken = asking.ask, asking.show, asking.taken
        self.hears, self.networked, self.forms = asking.hears, asking.networked, asking.forms
        self.questions = self.waiting = 0
        self.piped = isinstance(asking.ask, Piped)

    def ask(
        self,
        key: str,
        default: str = "",
        options: Mapping[str, str] | None = None,
        items: Sequence[Item] = (),
        done: str = "",
        enter: str = "",
        **values: object,
    ) -> str:
        """Put the question of this key until the answer is neither a call for help nor for the way back.

        The `options` are words that answer it, and what they mean; the rest is as in an `Offering`. Raises Back.
        """
        self.questions += 1
        ways = [self.typed_for(way) for way in ("back", "help")]
        while True:
            said = self._ask(Offering(self.word(key, **values), options, ways, items, done, enter), default).strip()
            if self.typed(said, "back"):
                raise Back
            if not self.typed(said, "help"):
                return said
            self.show(self.word(f"{key}-help", **values))
            self.show(Offering(self.word("wizard.help")))

    def refuse(self) -> None:
        """Let it be known that the last answer is none. Raises Back."""
        if isinstance(self._ask, Piped):
            self._ask.refused()

    def typed_for(self, what: str) -> str:
        """The word that is usually typed for it."""
        return self.word(f"wizard.typed.{what}").split()[0]

    def typed(self, said: str, what: str) -> bool:
        """Whether this is one of the words that are typed for it."""
        return said.casefold() in self.word(f"wizard.typed.{what}").split()


def ask_choice(interview: Interview, key: str, options: Sequence[str], default: str) -> str:
    """Ask for one of the options, by number, or by how its word or another for it begins; give its id.

    One that has no words is called by its id.
    """
    told = [option for option in options if f"{key}.{option}.word" in interview.texts]
    words = {option: interview.word(f"{key}.{option}.word") if option in told else option for option in options}
    other = {
        option: interview.word(f"{key}.{option}.or").split(", ")
        for option in options
        if f"{key}.{option}.or" in interview.texts
    }
    meanings = {option: interview.word(f"{key}.{option}.text") if option in told else "" for option in options}
    return ask_listed(interview, f"{key}.question", words, meanings, other, default=default)


def ask_listed(
    interview: Interview,
    question: str,
    words: Mapping[str, str],
    meanings: Mapping[str, str],
    other: Mapping[str, Sequence[str]] | None = None,
    *,
    default: str,
) -> str:
    """Ask for one of those that are listed with their meanings, by number, or by how a word for it begins."""
    other, options = other or {}, [*words]
    listed = [f"  {number}. {words[one]}: {meanings[one]}".rstrip(" :") for number, one in enumerate(options, 1)]
    interview.show(Offering("\n".join(["", *listed]), offered := {words[one]: meanings[one] for one in options}))
    while True:
        said = plain_word(interview.ask(question, words[default], offered))
        numbers = {str(number): option for number, option in enumerate(options, 1)}
        fitting = [option for option in options if _fits(said, words[option], *other.get(option, []))]
        fitting = fitting if said else [default]
        chosen = [numbers[said]] if said in numbers else [said] if said in options else fitting
        if len(chosen) == 1:
            return chosen[0]
        interview.refuse()
        interview.show(interview.word("wizard.options", options=", ".join(words.values())))


def _fits(said: str, *words: str) -> bool:
    return any(plain_word(word).startswith(said) for word in words)


def ask_names(interview: Interview, kept: dict[str, Any]) -> None:
    """Ask for the `players` to keep, in seat order; a number alone means that many players without names.

    What is wrong is told at once, and nothing but that is asked for again. Those kept before are suggested. The way
    back takes the last name away, and leads out where none was typed this time.
    """
    names, rows = by_seat(kept.get("players", []), nameless(interview.texts)), NameList()
    known = len(names)
    interview.show(interview.word("wizard.names"))
    interview.show(Offering(_listed(interview, names)) if names else interview.word("wizard.names-how"))
    while True:
        said = _next_name(interview, names, known, kept)
        if not said:
            if len(names) in interview.players:
                interview.show(interview.word("wizard.players", count=len(names)))
                return
            interview.show(interview.word("wizard.no-line-up", count=len(names), **interview.bounds))
        elif said.isdecimal() and (not names or (known and int(said) > len(names))):
            if int(said) in interview.players:
                more = range(len(names) + 1, int(said) + 1)
                names += [interview.word("wizard.player", seat=number) for number in more]
                kept["players"] = names
                interview.waiting = len(more) * interview.piped  # the number may stand above a list
            else:
                interview.show(interview.word("wizard.no-line-up", count=said, **interview.bounds))
        else:
            for fault in _added(interview, names, said, rows):
                interview.show(fault)
            kept["players"] = names


def _next_name(interview: Interview, names: list[str], known: int, kept: dict[str, Any]) -> str:
    """What is typed for the next player; raises Back where no name was typed this time."""
    while True:
        try:
            key = "wizard.player-or-all" if len(names) >= interview.players[0] else "wizard.player"
            done = interview.word("wizard.that-is-all") if len(names) in interview.players else ""
            add, items = interview.word("wizard.add-name"), _name_items(interview, names)
            return interview.ask(key, SEVERAL, items=items, done=done, enter=add, seat=len(names) + 1)
        except Back:
            if len(names) <= known:
                raise
            interview.show(interview.word("wizard.taken-back", name=names.pop()))
            kept["players"] = names


def _name_items(interview: Interview, names: Sequence[str]) -> list[Item]:
    """The names, with what is typed to correct, move and remove each."""
    remove, swap, correct = (interview.typed_for(what) for what in ("remove", "swap", "correct"))
    ways = ("wizard.earlier", "wizard.later-seat", "wizard.goes")
    earlier, later, goes = (interview.word(way) for way in ways)
    return [
        Item(
            name,
            (
                Tap(f"{swap} {seat - 1} {seat}" if seat > 1 else "", "\N{UPWARDS ARROW}", earlier),
                Tap(f"{swap} {seat} {seat + 1}" if seat < len(names) else "", "\N{DOWNWARDS ARROW}", later),
                Tap(f"{remove} {seat}", "×", goes),
            ),
            typed=f"{correct} {seat}",
        )
        for seat, name in enumerate(names, 1)
    ]


def _listed(interview: Interview, names: Sequence[str]) -> str:
    """List the names with their seats, and how they can be changed."""
    seats = " · ".join(f"{seat}\u00a0{name}" for seat, name in enumerate(names, 1))
    return f"{seats}\n{interview.word('wizard.names-change')}"


def _added(interview: Interview, names: list[str], said: str, rows: NameList) -> list[str]:
    """Put what was typed or pasted into the list; return what is to be shown: the changed list, and faults."""
    before, listed, paste = [*names], ShownList(interview, names), paste_of(said)
    changed = whole = False
    if not interview.piped:
        rows.begin()
        if whole := _is_whole(interview, names, paste.rows):
            names.clear()
    faults, none, unmarked = [interview.word("wizard.columns")] * paste.columns, list[str](), list[str]()
    for typed in paste.rows:
        row = typed if interview.piped else as_change(interview, listed, typed, alone=said == typed)
        if verb(interview, row, names if said == row else []):
            found = [altered(interview, listed, one) for one in changes(interview, listed, row)]
            faults += filter(None, found)
            changed |= not all(found)
            continue
        new, left = rows.read(row)
        if new and typed in paste.unmarked:
            rows.caption(row)
            unmarked.append(row.strip())
            continue
        none += [one for one in new if one in paste.repeated]
        names[:] = [rows.amended.pop(one, one) for one in names]
        seated = [each for each in new if each not in paste.repeated]
        faults += filter(None, [_joined(interview, names, each, left if len(new) == 1 else []) for each in seated])
        none += left
    faults += _left_out(interview, paste, none, unmarked)
    if whole:
        missing = ", ".join(one for one in before if not any(alike(one, name) for name in names))
        faults.append(interview.word("wizard.whole-list" if missing else "wizard.whole-list-all", missing=missing))
    faults += _doubted(interview, names, before, paste)
    shown = changed or whole or len(names) > len(before) + 1
    return [Offering(_listed(interview, names)), *faults] if shown else faults


def _left_out(interview: Interview, paste: Paste, none: list[str], unmarked: list[str]) -> list[str]:
    """What is said of what was left out."""
    unparted = any(len(one.split()) > WORDS and one.istitle() for one in none)
    said = {"wizard.commas" if unparted else "wizard.left-out": [*paste.none, *none], "wizard.unmarked": unmarked}
    parts = {key: ", ".join(dict.fromkeys(left)) for key, left in said.items() if left}
    return [interview.word(key, name=brief(escaped(left), 200)) for key, left in parts.items()]


def _doubted(interview: Interview, names: Sequence[str], before: Sequence[str], paste: Paste) -> list[str]:
    """Ask whether few of those who were pasted are people, if their names are strange beside the others."""
    new = [name for name in names if name not in before]
    strange = doubtful(new) if len(paste.rows) > _KNOWN else []
    listed = ", ".join(numbered(names.index(name) + 1, name) for name in strange)
    return [interview.word("wizard.doubtful", names=listed, seat=names.index(strange[0]) + 1)] if strange else []


def _is_whole(interview: Interview, names: Sequence[str], rows: Sequence[str]) -> bool:
    """Whether a paste is the list that people want now: half of it, and three people, are on the list already."""
    pasted = NameList()
    if len(names) < _KNOWN or any(verb(interview, row, ()) for row in rows):
        return False
    found = [name for row in rows for name in pasted.read(row)[0]]
    known = sum(any(alike(name, other) for other in names) for name in found)
    return known >= max(len(found) / 2, _KNOWN)


_KNOWN = 3
"""So many people of a paste are on the list already, if it is the whole list."""


def _joined(interview: Interview, names: list[str], name: str, left: list[str]) -> str:
    """Seat the next player, who may be told from one of the same name by what is `left`; return what is wrong."""
    told_apart = left and (left[0].istitle() or re.fullmatch(r"\([^\W\d_]+\)", left[0]))
    if (fault := seating_fault(interview, name, names)) and told_apart:
        name = f"{name} {left.pop(0).strip('()')}"
        fault = seating_fault(interview, name, names)
    if not fault:
        place = len(names) - interview.waiting
        names[:] = by_seat([*names[:place], name, *names[place + 1 :]], nameless(interview.texts))
        interview.waiting = max(interview.waiting - 1, 0)
    return fault


def plain_word(text: str) -> str:
    """The text in small letters without accents, since not every keyboard has them."""
    return plain(normalise(text))
