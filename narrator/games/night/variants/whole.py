"""The whole script that a variant changes: plain data, found by ids, and from which file each part of it came."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import fields
from functools import lru_cache
from typing import Any

from narrator.computer.misfits import shown
from narrator.errors import Problem, did_you_mean, misspelt, short_list, write
from narrator.games.night.script.script import PHASES, WRITTEN
from narrator.games.night.script.setup import Setup
from narrator.texts import Message, Words, message
from narrator.values import dataclass, field, replace

Data = dict[str, Any]
"""A table of TOML."""

WORDS = ("wake", "line", "prompt", "sleep", "announce")
"""The texts that any call may have; `lines` are its own ones, by name."""

KEYED = ("rules", "line-ups", "day", "timing", "say")
"""The tables of which a variant changes single keys."""

TEXTS = (*WORDS, *WRITTEN, "lines", "alone")
"""The keys of a call that belong to its id: where calls of two phases have one id, either may hold them for both."""

_NAMES_GONE = message("faults.keep-what-it-names")


@dataclass
class Whole:
    """A well-formed script's data while the variant in `file` changes it.

    `root` names the file that all other parts came from. `origins` has places in variants by what they made, such as
    `my.toml: order[3]: text` at `night[storm]: line`; `removed` the calls that are gone, with the place that says so,
    and under no phase the roles and factions.
    `languages` has the language of the files that say their own; the words of all others are in the root's.
    """

    data: Data
    root: str
    file: str = ""
    origins: dict[str, str] = field(default_factory=dict)
    removed: dict[tuple[str, str], str] = field(default_factory=dict)
    languages: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    _inside: dict[str, dict[str, None]] = field(default_factory=dict, init=False, repr=False)
    """What has an origin, in its order, by each place that it is inside of."""

    def __post_init__(self) -> None:
        for made in self.origins:
            self._note(made)

    def fault(self, place: str, words: Words, cure: Words = "") -> None:
        """Note what is wrong at a place of the variant."""
        self.problems.append(Problem(f"{self.file}: {place}", words, cure))

    def warn(self, place: str, words: Words) -> None:
        """Note what is worth a look at a place of the variant."""
        self.problems.append(Problem(f"{self.file}: {place}", words, warning=True))

    def came(self, made: str, place: str) -> None:
        """Note that this part of the script was made at this place of the variant."""
        for known in [*self._inside.get(made, ())]:
            del self.origins[known]
            for outer in _around(known):
                del self._inside[outer][known]
        self.moved(made, place)

    def moved(self, made: str, place: str) -> None:
        """Note that this part is where it is, whatever it is made of, by this place of the variant."""
        self.origins[made] = f"{self.file}: {place}"
        self._note(made)

    def _note(self, made: str) -> None:
        for outer in _around(made):
            self._inside.setdefault(outer, {})[made] = None

    def at_origin(self, problem: Problem) -> Problem:
        """The problem of the whole script at the place of the variant that made it, or of the root else."""
        inside = problem.place.removeprefix(f"{self.root}: ")
        made = self._made_with(inside)
        if not made:
            return problem
        cure = _NAMES_GONE if ": without: " in self.origins[made] else problem.cure
        return replace(problem, place=self.origins[made] + inside.removeprefix(made), cure=cure)

    def changed_at(self, problem: Problem) -> Problem:
        """The problem of something in the whole script where the variant made it, or changed anything of it."""
        inside = problem.place.partition(": ")[2]
        within = next((place for made, place in self.origins.items() if inside in _around(made)), "")
        there = self.at_origin(problem)
        return replace(problem, place=within) if there == problem and within else there

    @property
    def undeclined(self) -> bool:
        """Whether a translation named roles and factions: a case that it does not give is as the name itself."""
        return bool(self.data.get("language") != self._language_of(self.root))

    @property
    def translated(self) -> bool:
        """Whether the file that changes it names roles and factions where a translation did, in its language."""
        return self.undeclined and self._language_of(self.file) == self.data.get("language")

    def in_other_words(self, made: str) -> bool:
        """Whether this part came from a file in another language than the script's."""
        return bool(self._language_of(self.source(made)) != self.data.get("language"))

    def _language_of(self, file: str) -> Any:
        return self.languages.get(file, self.languages.get(self.root, self.data.get("language")))

    def source(self, made: str) -> str:
        """The file from which this part came."""
        origin = self._made_with(made)
        return self.origins[origin].partition(": ")[0] if origin else self.root

    def _made_with(self, place: str) -> str:
        """The innermost part at or around this place that a variant made; empty if the root has it."""
        return max((outer for outer in _around(place) if outer in self.origins), key=len, default="")

    # ---- What is there ----

    def named(self, kind: str) -> dict[str, Data]:
        """The factions, roles, profiles or lines by id."""
        return {one["id"]: one for one in self.data.get(kind, ())}

    def calls(self, phase: str) -> list[Data]:
        """The calls of a phase, to be changed in place; the day, and what is no phase, has none."""
        found: list[Data] = self.data.setdefault(phase, []) if phase in PHASES else []
        return found

    def call(self, phase: str, name: str) -> Data | None:
        """The call of this id in this phase."""
        return next((call for call in self.calls(phase) if call["id"] == name), None)

    def of_id(self, name: str) -> list[tuple[str, Data]]:
        """All calls of this id, with their phases."""
        return [(phase, call) for phase in PHASES for call in self.calls(phase) if call["id"] == name]

    def find_call(self, name: str, place: str) -> tuple[str, Data] | None:
        """Find the call that `night/sheriff.jail` names, else note the fault."""
        phase, slash, word = name.partition("/")
        if name in self.named("line"):
            self.fault(place, message("faults.no-line-can-go"))
        elif slash and phase in PHASES and (call := self.call(phase, word)):
            return phase, call
        else:
            self.fault(place, *self._no_call(phase if slash else "", word or name))
        return None

    def _no_call(self, phase: str, word: str) -> tuple[Message, Words]:
        """What is wrong with the name of a call, without a phase if that is empty, and what was meant by it."""
        there = [f"{one}/{call['id']}" for one in PHASES for call in self.calls(one)]
        name = f"{phase}/{word}" if phase else word
        if re.match(r"day\b", name) or word.startswith("day."):
            return in_no_phase(word if word.startswith("day.") else name), BY_DAY
        if word in self.named("line"):
            return in_no_phase(name), message("faults.is-a-line", line=word)
        if phase in PHASES and (gone := self.removed.get((phase, word))):
            return message("faults.call-taken-out", call=word, phase=phase, where=gone), ""
        near = misspelt(word, (one.partition("/")[2] for one in there))
        close = [one for one in there if near and one.partition("/")[2] == near]
        meant = [one for one in close if one == f"{phase}/{near}"] or close
        cure = did_you_mean(*meant) if meant else message("faults.known", words=short_list(there))
        return message("faults.no-call", call=word, phase=phase) if phase in PHASES else in_no_phase(name), cure

    # ---- What is changed ----

    def tables(self, kind: str, found: Any) -> Iterator[tuple[str, Data]]:
        """The tables by id that the variant has under this key; what is none is noted."""
        if isinstance(found, list):
            named = next((one["id"] for one in found if isinstance(one, dict) and "id" in one), "…")
            new = "new-" if kind in ("faction", "role", "line") and named not in ("…", *self.named(kind)) else ""
            self.fault(kind, message("faults.no-list-of", kind=kind, head=f"[{new}{kind}.{named}]"))
            return
        for word, table in self.table(kind, found).items():
            if isinstance(table, dict) and "id" in table:
                self.fault(f"{kind}.{word}: id", message("faults.id-in-the-head"))
            elif dotted := _dotted(word, table) if kind in _DOTTED else "":
                self.fault(f"{kind}.{word}", message("faults.dot-in-an-id"), write(f'[{kind}."{dotted}"]'))
            elif not isinstance(table, dict):
                head = f'[{kind}."{word}"]' if kind in _DOTTED else f"[{kind}.{word}]"
                self._no_table(f"{kind}.{word}", table, head)
            else:
                yield word, table

    def table(self, place: str, found: Any) -> Data:
        """What is found there, if it is a table; else that is noted, and it is empty."""
        if isinstance(found, dict):
            return found
        self._no_table(place, found, f"[{place}]")
        return {}

    def _no_table(self, place: str, found: Any, head: str) -> None:
        words = message("faults.expected-table", found=shown(found))
        self.fault(place, words, message("faults.above-keys", what=head))

    def listed(self, place: str, found: Any, example: str) -> list[Any]:
        """What is found there, if it is a list; else that is noted, and it is empty."""
        if isinstance(found, list):
            return found
        self.fault(place, message("faults.expected-list", found=shown(found)), write(example))
        return []

    def expect_text(self, place: str, found: Any) -> bool:
        """Whether what is found there is a text; else that is noted."""
        if not isinstance(found, str):
            self.fault(place, message("faults.expected-text", found=shown(found)))
        return isinstance(found, str)

    def known_keys(self, place: str, table: Iterable[str], known: Iterable[str]) -> None:
        """Note the keys that mean nothing there."""
        for key in table:
            if key not in (known := [*known]):
                self.unknown(f"{place}: {key}", key, known)

    def unknown(self, place: str, key: str, known: Iterable[str]) -> None:
        """Note a key that means nothing there."""
        known = sorted(known)
        near = misspelt(key, known)
        cure = did_you_mean(near) if near else message("faults.none-can-be-added", known=", ".join(known))
        self.fault(place, message("faults.unknown-key"), cure)

    def merge(self, old: Data, new: Mapping[str, Any], made: str, place: str) -> None:
        """Change keys: tables within are merged in turn, all else, lists too, is replaced."""
        for key, value in new.items():
            here = f"{made}[{key}]" if made in _BY_KEY else f"{made}: {key}"
            if isinstance(value, dict) and isinstance(old.get(key), dict):
                self.merge(old[key], value, here, f"{place}: {key}")
            else:
                old[key] = deepcopy(value)
                self.came(here, f"{place}: {key}")

    def take_out(self, phase: str, call: Data, place: str) -> None:
        """Take a call out; its texts stay with another one of its id."""
        self.calls(phase).remove(call)
        self.removed[phase, call["id"]] = f"{self.file}: {place}"
        for heir in [one for _, one in self.of_id(call["id"])][:1]:
            for key in TEXTS:
                if isinstance(call.get(key), dict) and isinstance(heir.get(key, {}), dict):
                    heir[key] = call[key] | heir.get(key, {})
                elif key in call:
                    heir.setdefault(key, call[key])

    def set_texts(self, call: Data, texts: Mapping[str, Any], place: str) -> None:
        """Change texts of a call where they stand, be it in another call of its id."""
        for key, value in texts.items():
            holder = next((one for _, one in self.of_id(call["id"]) if key in one), call)
            old = holder.get(key, {})
            parts = value if isinstance(value, dict) and isinstance(old, dict) else {}
            holder[key] = {**old, **deepcopy(parts)} if parts else deepcopy(value)
            for part in parts:
                self.came_for_id(call["id"], f"{key}: {part}", f"{place}: {key}: {part}")
            if key == "lines":
                for part in parts:
                    self.came_for_id(call["id"], part, f"{place}: {key}: {part}")
            elif not parts:
                self.came_for_id(call["id"], key, f"{place}: {key}")

    def came_for_id(self, name: str, inside: str, place: str) -> None:
        """Note where a text of a call was made, in whichever calls of its id it is found."""
        for phase, _ in self.of_id(name):
            self.came(f"{phase}[{name}]: {inside}", place)


_BY_KEY = ("day: vote", "rules: from_players")
"""Tables of tables whose problems have their places by key, as in `day: vote[hang]: rounds`."""

_DOTTED = ("line", "new-line", "call")
"""Tables by ids that have dots in them."""


def _dotted(word: str, table: Any) -> str:
    """The id that was written without quotes, so that TOML read tables within each other; empty if it was not."""
    whole = word
    while isinstance(table, dict) and len(table) == 1 and isinstance(inner := next(iter(table.values())), dict):
        whole, table = f"{whole}.{next(iter(table))}", inner
    return whole if whole != word and not table.keys().isdisjoint(("text", "more")) else ""


def table_at(data: Mapping[str, Any], key: str) -> Data:
    """The table at this key; empty where there is nothing, or something else, which is reported as a fault."""
    found = data.get(key)
    return found if isinstance(found, dict) else {}


def honest(problem: Problem) -> Problem:
    """The problem of a variant; of a key or a value that is none, and no slip either, with what no variant can."""
    cure = problem.cure
    if isinstance(cure, Message) and cure.key == "faults.one-of-them":
        return replace(problem, cure=message("faults.one-of-them-alone"))
    if problem.key != "unknown-key" or not isinstance(cure, Message) or cure.key != "faults.known":
        return problem
    table, _, key = problem.place.rpartition(": ")
    if table.endswith(": rules") and key in _OF_SETUPS:
        return replace(problem, cure=message("faults.of-a-setup", key=key))
    return replace(problem, cure=message("faults.none-can-be-added", known=cure.values["words"]))


_OF_SETUPS = frozenset(one.name for one in fields(Setup)) - {"rules"}
"""The keys at the top of a setup, which people also look for among the house rules."""

BY_DAY = message("faults.no-calls-by-day")
"""The cure where somebody would change the day's steps."""


def in_no_phase(name: str) -> Message:
    """What is wrong with the name of a call that begins with no part of the night."""
    return message("faults.in-no-part-of-the-night", call=name)


_INWARDS = re.compile(r": |\[")


@lru_cache(maxsize=8192)
def _around(place: str) -> tuple[str, ...]:
    """The place, and each that it is inside of."""
    return place, *(place[: inner.start()] for inner in _INWARDS.finditer(place))
