"""Roles and factions that a variant does without: they go with their calls, lines and the wordings that name them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from narrator.computer.misfits import shown
from narrator.errors import suggest, write
from narrator.games.night.flow import own_rules
from narrator.games.night.flow.conditions import parse
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.proofreading.lines import spare
from narrator.games.night.script.script import PHASES, WRITTEN
from narrator.games.night.variants.whole import Data, Whole
from narrator.texts import message

_KEYS = ("when", "must")
_OF_THEM = ("win.", "does.", "aim.")


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


def write_out(whole: Whole, below: Whole) -> None:
    """Write out who is gone in lines for powers that nobody has now; other lines the variant must change."""
    there = {**below.named("role"), **below.named("faction")}
    gone = {one: there[one] for kind, one in whole.removed if not kind and one in there}
    named, idle = _placeholder(gone), _idle_lines(whole)

    def written_out(found: re.Match[str]) -> str:
        name = gone[found[1]]
        return str(name.get(found[2] or "name") or name["name"])

    lines = whole.data.get("line", ()) if gone else ()
    for line, key in ((line, key) for line in lines for key in ("text", "alone")):
        made, plain = f"line[{line['id']}]: {key}", line["id"].rpartition(".")[0] if line.get("when") else line["id"]
        if not named.search(str(line.get(key, ""))) or whole.source(made) == whole.file:
            continue
        if plain in idle:
            line[key] = [named.sub(written_out, str(text)) for text in line[key]]
        else:
            whole.came(made, f"without: {made}")


def _idle_lines(whole: Whole) -> set[str]:
    """The lines for powers and traits that nobody has; an older variant may still change them."""
    game = own_rules.RULES.get(str(whole.data.get("game")))
    lines = {power: {*effect.lines} for power, effect in EFFECTS.items()}
    for power, of_trait in (game.lines_of_traits if game else {}).items():
        lines[power] = lines.get(power, set()) | {*of_trait}
    used = {str(call.get("do")) for phase in PHASES for call in whole.calls(phase)}
    traits = (role.get("traits") for role in whole.data["role"])
    used |= {str(trait) for one in traits if isinstance(one, list) for trait in one}
    needed = {line for power in used & lines.keys() for line in lines[power]}
    return {line for power in lines.values() for line in power} - needed


def _placeholder(ids: Iterable[str]) -> re.Pattern[str]:
    """What names one of these in a text, maybe in a case."""
    words = "|".join(map(re.escape, sorted(ids)))
    return re.compile(rf"{{({words})(?:\.(\w+))?}}" if words else "(?!)")


class _Without:
    """Takes out of a script what is about the roles and factions that are gone, and notes what is left of them."""

    def __init__(self, whole: Whole, gone: set[str]) -> None:
        self._whole, self._data, self._gone = whole, whole.data, gone
        self._placeholder = _placeholder(gone)

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
        self._decisions()
        self._data["line"] = [line for line in self._data.get("line", ()) if not self._is_theirs(line)]
        for place, table, key in [*self._texts()]:
            self._wordings(place, table, key)
        self._spellings()
        self._line_ups()

    def _decisions(self) -> None:
        """Note the ways to win that name them, and the ties that they decide."""
        for faction in self._data.get("faction", ()):
            if any(self._names_them(clause) for clause in faction.get("wins", ())):
                self._note(f"faction[{faction['id']}]: wins")
        for step, vote in self._data.get("day", {}).get("vote", {}).items():
            if vote.get("decides") in self._gone:
                self._note(f"day: vote[{step}]: decides")

    def _line_ups(self) -> None:
        """Suggest none of them any more."""
        line_ups = self._data.get("line-ups", {})
        tables = [line_ups, *line_ups.get("sizes", {}).values()]
        tables += [one for key, one in line_ups.items() if isinstance(one, dict) and key != "sizes"]
        for table in tables:
            for key, value in [*table.items()]:
                if key == "rest" and value in self._gone:
                    self._note("line-ups: rest")  # somebody has to be the rest
                elif key in self._gone or (isinstance(value, str) and value in self._gone):
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
            shown = [who for who in call.get("shows", ()) if who not in self._gone]
            if shown:
                call["shows"] = shown
            elif call.get("shows"):
                self._note(f"{phase}[{call['id']}]: shows")
            for key in _KEYS:
                if any(self._names_them(clause) for clause in call.get(key, ())):
                    self._note(f"{phase}[{call['id']}]: {key}")

    def _is_theirs(self, line: Data) -> bool:
        """Whether a line, or a case, is said of nobody but those who are gone."""
        about = line["id"].split(".")
        taken = own_rules.of_game(self._data.get("game")).taken
        if line["id"].startswith((taken, *_OF_THEM)) and self._gone.intersection(about):
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

    def _wordings(self, place: str, table: Data, key: str) -> None:
        """Leave the wordings that name none of those who are gone; where all do, leave out the text if it may be.

        Anything else the variant must change, unless nobody will hear it.
        """
        texts = table.get(key)
        listed = texts if isinstance(texts, list) else [texts]
        left = [one for one in listed if not (isinstance(one, str) and self._placeholder.search(one))]
        if len(left) == len(listed):
            return
        if left:
            table[key] = left
        elif key in WRITTEN:
            del table[key]
        elif table.get("id") in spare() and key == "text":
            self._data["line"].remove(table)
        elif not place.startswith("line["):
            self._note(place)

    def _note(self, place: str) -> None:
        """Have a fault there, if the variant does not change it, told as one of this key."""
        self._whole.came(place, f"without: {place}")
