"""Apply a translation: another language's words, by id, for the factions, roles, lines and calls of a script.

It has the form of a variant and changes words only. What it does not say stays in the base's language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import partial
from itertools import chain
from typing import Any

from narrator.errors import Problem, suggest, warn
from narrator.games.night.script.script import PHASES
from narrator.games.night.variants.order import OF_CALLS
from narrator.games.night.variants.resolving import PARTS as OF_VARIANTS
from narrator.games.night.variants.resolving import begun, replace
from narrator.games.night.variants.tables import change_lines, not_in_the_base, with_cases
from narrator.games.night.variants.whole import TEXTS, Data, Whole, table_at
from narrator.games.parts import CASES
from narrator.texts import SECOND, message

_NO_WORDS = (message("faults.words-only"), "")

HEAD = ("format", "translates", "language", "base", "checked")
"""What a translation says of itself and its base."""

_NAMES = ("cases", *CASES, "short", "heard")
_OF_NAMED = {"faction": (*_NAMES, "aim"), "role": (*_NAMES, "does"), "profile": ("names",)}
_OF_META = ("name", "differs")
_OF_LINES = ("text", "alone")
_OF_CALLS = (*TEXTS, "power")
_ADDED = ("story", "unused", "sheet", "power", "alone")
"""Texts of calls that a translation may have where the base leaves them to the game's own texts."""


def translate(below: Whole, data: Data, file: str) -> Whole:
    """Give the script below, which has no fault of form, the words of the translation in this file."""
    whole = begun(below, data, file)
    for key in data:
        if key not in HEAD and key not in PARTS:
            if key in OF_VARIANTS or key in PHASES:
                whole.fault(key, *_NO_WORDS)
            else:
                whole.unknown(key, key, (*HEAD, *PARTS))
    if not isinstance(language := data.get("language"), str) or not language:
        whole.fault("language", message("faults.in-no-language"))
        return whole
    fills = language == SECOND and whole.undeclined  # of what a variant adds to a script that is translated already
    if not fills and whole.data["language"] != language:
        whole.data["language"] = language
        whole.data.pop("alike", None)  # what sounds alike, or is said wrong, are words of the base's language
        whole.data.pop("say", None)
    for key, change in PARTS.items():
        if key in data and not (fills and key in _OF_A_LANGUAGE):
            change(whole, data[key])
    return whole


def _meta(whole: Whole, found: Any) -> None:
    table = _worded(whole, "meta", whole.table("meta", found), _OF_META, ("author", "spoken"))
    whole.merge(whole.data.setdefault("meta", {}), table, "meta", "meta")


def _worded(whole: Whole, place: str, table: Data, words: tuple[str, ...], others: tuple[str, ...]) -> Data:
    """The keys of the table that are words; the others, known to variants or not, are noted."""
    for key in (key for key in table if key not in words):
        if key in others:
            whole.fault(f"{place}: {key}", *_NO_WORDS)
        else:
            whole.unknown(f"{place}: {key}", key, words)
    return {key: value for key, value in table.items() if key in words}


# ---- Names ----


def _named(kind: str, whole: Whole, found: Any) -> None:
    others, there = ("faction", "timbre", "traits", "many", "wins"), whole.named(kind)
    for word, table in whole.tables(kind, found):
        place, made = f"{kind}.{word}", f"{kind}[{word}]"
        if word not in there:
            whole.fault(place, *not_in_the_base(whole, kind, word, suggest(word, there)))
        elif kind == "profile":
            names = _worded(whole, place, table, _OF_NAMED[kind], ()).get("names", {})
            _profile(whole, there[word].setdefault("names", {}), whole.table(f"{place}: names", names), word)
        else:
            _name(whole, there[word], _worded(whole, place, table, _OF_NAMED[kind], others), made, place)


def _profile(whole: Whole, there: Data, names: Data, profile: str) -> None:
    own = whole.named("faction") | whole.named("role")
    for word, table in names.items():
        made, place = f"profile[{profile}]: names: {word}", f"profile.{profile}: names: {word}"
        found = _worded(whole, place, whole.table(place, table), _NAMES, ())
        there[word] = {case: "" for case in _declined(own.get(word, {}))} | there.get(word, {})
        _name(whole, there[word], found, made, place)


def _name(whole: Whole, old: Data, table: Data, made: str, place: str) -> None:
    """Change a name and what goes with it; cases that the translation does not give are as the name itself."""
    flat = with_cases(whole, table, place)
    if "name" in flat:
        cases = _declined(old)
        for form in (*CASES, "short", "heard"):
            old.pop(form, None)
        flat = dict.fromkeys(cases, flat.get("nom", flat["name"])) | flat
    for key, value in flat.items():
        old[key] = deepcopy(value)
        whole.came(f"{made}: {key}", f"{place}: {key}")


def _declined(named: Data) -> list[str]:
    return [case for case in CASES if case in named and case not in ("name", "nom")]


# ---- Lines and calls ----


def _lines(whole: Whole, found: Any) -> None:
    words = {
        word: _worded(whole, f"line.{word}", table, _OF_LINES, ("more", "signal", "when"))
        for word, table in table_at({"line": found}, "line").items()
        if isinstance(table, dict)
    }
    change_lines(whole, found | words if words else found)


def _calls(whole: Whole, found: Any) -> None:
    """Change texts of calls by `night/id`; a call has no more of them than in the base."""
    for word, table in whole.tables("call", found):
        place = f"call.{word}"
        if not (there := whole.find_call(word, place)):
            continue
        phase, call = there
        texts = _worded(whole, place, table, _OF_CALLS, OF_CALLS)
        said = {key for _, one in whole.of_id(call["id"]) for key in one}
        for key in [key for key in texts if key not in {*said, *_ADDED}]:
            whole.fault(f"{place}: {key}", message("faults.base-says-nothing"))
            del texts[key]
        if "power" in texts:
            call["power"] = texts.pop("power")
            whole.came(f"{phase}[{call['id']}]: power", f"{place}: power")
        whole.set_texts(call, texts, place)


PARTS: dict[str, Callable[[Whole, Any], None]] = {
    "title": partial(replace, "title"),
    "meta": _meta,
    "alike": partial(replace, "alike"),
    "say": partial(replace, "say"),
    "faction": partial(_named, "faction"),
    "role": partial(_named, "role"),
    "profile": partial(_named, "profile"),
    "line": _lines,
    "call": _calls,
}
"""What a translation can have, in the order in which it is applied."""

_OF_A_LANGUAGE = ("alike", "say")
"""Parts that hold of all words of a language."""


# ---- What it lacks ----


Foreign = dict[str, dict[str, list[str]]]
"""Words in another language than the script's, by their file and the part that they are of: their keys there."""


def foreign(whole: Whole) -> Foreign:
    """Find the words that are not in the script's language."""
    found = Foreign()
    for part, key, made in _words(whole.data):
        if whole.in_other_words(made):
            keys = found.setdefault(whole.source(made), {}).setdefault(part, [])
            keys += [key] if key not in keys else []
    return found


def untranslated(whole: Whole) -> list[Problem]:
    """Warn, part by part, of what a translation, which is on top, leaves in another language."""
    parts = {part: keys for of_file in foreign(whole).values() for part, keys in of_file.items()}
    language = whole.data["language"]
    return [
        warn(f"{whole.file}: {part}", "faults.lacks", keys=", ".join(keys), language=language)
        for part, keys in parts.items()
    ]


def mixed(whole: Whole, translation: str, scripts: Mapping[str, str], where: Mapping[str, str]) -> list[Problem]:
    """Warn, file by file, of what a table hears in another language than its translation's.

    `scripts` has the script of each file: of a translation that fills its gaps too. `where` has their paths.
    """
    language, found = whole.data["language"], list[Problem]()
    for file, parts in foreign(whole).items():
        if not (script := scripts.get(file)):
            continue  # words that came with the program
        if script == whole.root:
            texts = sum(len(keys) for keys in parts.values())
            files: Data = {"file": file, "translation": where.get(translation, translation)}
            found.append(warn(translation, "faults.texts-untranslated", count=texts, language=language, **files))
        else:
            named: Data = {"file": f"{script.removesuffix('.toml')}.{language}.toml", "parts": ", ".join(parts)}
            found.append(warn(script, "faults.in-another-language", language=language, **named))
    return found


def _words(data: Data) -> Iterator[tuple[str, str, str]]:
    """All words of a script: the part as a translation names it, the key, and the place in the whole script."""
    yield "title", "title", "title"
    for kind, keys in (("faction", ("name", "aim")), ("role", ("name", "does"))):
        for one in data.get(kind, ()):
            yield from ((f"{kind}.{one['id']}", key, f"{kind}[{one['id']}]: {key}") for key in keys if one.get(key))
    for one in data.get("profile", ()):
        made = f"profile[{one['id']}]: names"
        yield from ((f"profile.{one['id']}", word, f"{made}: {word}: name") for word in table_at(one, "names"))
    yield from (("meta", key, f"meta: {key}") for key in _OF_META if table_at(data, "meta").get(key))
    for line in data.get("line", ()):
        for key in _OF_LINES:
            wordings = _wordings(f"line[{line['id']}]: {key}", line.get(key, ()))
            yield from ((f"line.{line['id']}", key, one) for one in wordings)
    yield from chain.from_iterable(_words_of(call, phase) for phase in PHASES for call in data.get(phase, ()))


def _words_of(call: Data, phase: str) -> Iterator[tuple[str, str, str]]:
    part, made = f"call.{phase}/{call['id']}", f"{phase}[{call['id']}]"
    for key in (key for key in _OF_CALLS if call.get(key)):
        if key in ("lines", "alone"):
            inside = "" if key == "lines" else f"{key}: "
            texts = [(f"{key}.{one}", f"{made}: {inside}{one}", text) for one, text in table_at(call, key).items()]
        else:
            texts = [(key, f"{made}: {key}", call[key])]
        for name, where, text in texts:
            yield from ((part, name, one) for one in _wordings(where, text))


def _wordings(made: str, text: Any) -> list[str]:
    many = isinstance(text, (list, tuple)) and len(text) > 1
    return [f"{made}[{number}]" for number in range(1, len(text) + 1)] if many else [made] if text else []
