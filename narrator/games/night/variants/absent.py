"""Roles and factions that a variant does without: they go with their calls, lines and the wordings that name them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from narrator.errors import suggest, write
from narrator.games.night.flow.conditions import parse
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.proofreading.lines import spare
from narrator.games.night.script.script import PHASES, WRITTEN
from narrator.games.night.variants.whole import Data, Whole, shown
from narrator.texts import message

_KEYS = ("when", "must")
_OF_SIDES = ("statue.taken.", "win.")
_OF_CARDS = ("does.", "aim.")


def leave_out(whole: Whole, found: Any) -> None:
    """Take out roles, and factions with all their roles, by id."""
    if not isinstance(found, list):
        whole.fault("without", message("faults.expected-list", found=shown(found)), write('without = ["…"]'))
        return
    known, gone = {**whole.named("role"), **whole.named("faction")}, set[str]()
    for number, word in enumerate(found, 1):
        if not isinstance(word, str) or word not in known:
            words = message("faults.no-role-or-faction", name=str(word))
            whole.fault(f"without[{number}]", words, suggest(str(word), known))
        else:
            gone |= {word, *(role["id"] for role in whole.data["role"] if role["faction"] == word)}
    _Without(whole, gone).take_out()


class _Without:
    """Takes out of a script what is about the roles and factions that are gone, and notes what is left of them."""

    def __init__(self, whole: Whole, gone: set[str]) -> None:
        self._whole, self._data, self._gone = whole, whole.data, gone
        ids = "|".join(map(re.escape, sorted(gone)))
        self._placeholder = re.compile(rf"{{({ids})(?:\.(\w+))?}}") if gone else re.compile("(?!)")
        self._names = {word: {**whole.named("role"), **whole.named("faction")}[word] for word in gone}

    def take_out(self) -> None:
        """Take out the roles and factions, then their calls, then lines and wordings."""
        self._whole.removed |= {("", word): f"{self._whole.file}: without" for word in self._gone}
        for kind in ("role", "faction"):
            self._data[kind] = [one for one in self._data.get(kind, ()) if one["id"] not in self._gone]
        for profile in self._data.get("profile", ()):
            for word in self._gone & profile.get("names", {}).keys():
                del profile["names"][word]
        for phase in PHASES:
            self._calls(phase)
        self._data["line"] = [line for line in self._data.get("line", ()) if not self._is_theirs(line)]
        idle = self._idle_lines()
        for place, table, key in [*self._texts()]:
            self._wordings(place, table, key, idle=table.get("id", "") in idle)
        self._spellings()
        self._line_ups()

    def _line_ups(self) -> None:
        """Suggest none of them any more."""
        line_ups = self._data.get("line-ups", {})
        tables = [line_ups, *line_ups.get("sizes", {}).values()]
        tables += [one for key, one in line_ups.items() if isinstance(one, dict) and key != "sizes"]
        for table in tables:
            for key, value in [*table.items()]:
                if key in self._gone or (isinstance(value, str) and value in self._gone):
                    del table[key]
                elif isinstance(value, list):
                    table[key] = [one for one in value if one not in self._gone]

    def _spellings(self) -> None:
        """Take out how words are spelt for a voice that no text has any more."""
        left = str([table.get(key) for _, table, key in self._texts()]).casefold()
        names = str([*self._data["role"], *self._data["faction"]]).casefold()
        said = self._data.get("say", {})
        for word in [word for word in said if word.casefold() not in left + names]:
            del said[word]

    def _calls(self, phase: str) -> None:
        for call in [*self._whole.calls(phase)]:
            left = [who for who in call.get("who", ()) if who not in self._gone]
            if call.get("who") and not left:
                self._whole.take_out(phase, call, "without")
            elif left:
                call["who"] = left
            for key in _KEYS:
                if any(self._names_them(clause) for clause in call.get(key, ())):
                    self._note(f"{phase}[{call['id']}]: {key}")

    def _is_theirs(self, line: Data) -> bool:
        """Whether a line, or a case, is said of nobody but those who are gone."""
        about = line["id"].split(".")
        if line["id"].startswith((*_OF_SIDES, *_OF_CARDS)) and self._gone.intersection(about):
            return True
        clauses = [clause for clause in line.get("when", ()) if self._names_them(clause)]
        if any(not parse(clause)[0] for clause in clauses):
            return True
        left = [clause for clause in line.get("when", ()) if clause not in clauses]
        if left:
            line["when"] = left
        elif clauses:
            self._note(f"line[{line['id']}]: when")
        return False

    def _names_them(self, clause: str) -> bool:
        return not self._gone.isdisjoint(clause.split())

    def _idle_lines(self) -> set[str]:
        """The lines for powers that nobody has any more; a script must have them all the same."""
        used = {call.get("do", "") for phase in PHASES for call in self._whole.calls(phase)}
        needed = {line for word in used & EFFECTS.keys() for line in EFFECTS[word].lines}
        return {line for power in EFFECTS.values() for line in power.lines} - needed

    def _texts(self) -> Iterator[tuple[str, Data, str]]:
        """The place of each text or list of wordings, the table that it is in, and its key there."""
        for kind, key in (("role", "does"), ("faction", "aim"), ("line", "text"), ("line", "alone")):
            for one in self._data.get(kind, ()):
                yield f"{kind}[{one['id']}]: {key}", one, key
        for phase in PHASES:
            for call in self._whole.calls(phase):
                inner = [(f"{key}: ", call[key]) for key in ("lines", "alone") if key in call]
                for name, table in (("", call), *inner):
                    for key in table:
                        yield f"{phase}[{call['id']}]: {name}{key}", table, key

    def _wordings(self, place: str, table: Data, key: str, *, idle: bool) -> None:
        """Leave the wordings that name none of those who are gone; where all do, leave out the text if it may be.

        What nobody will hear has the names written out; anything else the variant must change.
        """
        texts = table.get(key)
        listed = texts if isinstance(texts, list) else [texts]
        left = [one for one in listed if not (isinstance(one, str) and self._placeholder.search(one))]
        if len(left) == len(listed):
            return
        if left:
            table[key] = left
        elif idle:
            table[key] = [self._placeholder.sub(self._written_out, str(text)) for text in listed]
        elif key in WRITTEN:
            del table[key]
        elif table.get("id") in spare() and key == "text":
            self._data["line"].remove(table)
        else:
            self._note(place)

    def _written_out(self, found: re.Match[str]) -> str:
        name = self._names[found[1]]
        return str(name.get(found[2] or "name") or name["name"])

    def _note(self, place: str) -> None:
        """Have a fault there, if the variant does not change it, told as one of this key."""
        self._whole.came(place, f"without: {place}")
