"""What a variant changes by id: factions, roles, name profiles, lines and calls, each by the keys that differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from narrator.computer.misfits import shown
from narrator.errors import add_texts, nearest, suggest, write
from narrator.games.night.proofreading.lines import needed, spare
from narrator.games.night.variants.whole import TEXTS, WORDS, Data, Whole, table_at
from narrator.games.parts import CASES
from narrator.texts import Message, Words, message

_DROPPED = ("nom", "short", "heard")
"""What follows from the name: with a new one the old ones go, and the name takes their place."""

_FORMS = (*CASES, "short")

_LACKING = {
    "faction": "faults.no-faction-in-the-base",
    "role": "faults.no-role-in-the-base",
    "profile": "faults.no-profile-in-the-base",
    "line": "faults.no-line-in-the-base",
}

OF_LINES = ("text", "more", "alone", "signal", "when")
_OF_TEXTS = ("text", "more", "alone")


def not_in_the_base(whole: Whole, kind: str, name: str, cure: Words) -> tuple[Message, Words]:
    """What is wrong with a name that the base has nothing of, and the cure; or what takes it out."""
    if gone := whole.removed.get(("", name)):
        return message("faults.taken-out", name=name, where=gone), ""
    return message(_LACKING[kind], name=name), cure


def change_named(kind: str, whole: Whole, found: Any) -> None:
    """Change factions, roles or profiles."""
    there = whole.named(kind)
    for word, table in whole.tables(kind, found):
        if word not in there:
            new = f"[new-{kind}.{word}]" if kind in ("faction", "role") else ""
            whole.fault(f"{kind}.{word}", *not_in_the_base(whole, kind, word, _near_or_new(word, there, new)))
            continue
        old, place = there[word], f"{kind}.{word}"
        flat = with_cases(whole, table, place)
        if kind == "profile":
            flat |= _renamed_in(whole, old, flat)
        else:
            _rename(whole, old, flat, place)
        if kind == "faction" and "wins" in flat and "aim" not in flat and old.get("aim"):
            whole.warn(f"{place}: aim", message("faults.aim-as-before"))
        whole.merge(old, flat, f"{kind}[{word}]", place)
        for case in table_at(table, "cases"):
            whole.came(f"{kind}[{word}]: {case}", f"{place}: cases: {case}")


def _renamed_in(whole: Whole, profile: Data, table: Data) -> Data:
    """The profile's new names, if the table has any, after a look at the forms that those below would leave."""
    there, names = table_at(profile, "names"), {**table_at(table, "names")}
    for word in [word for word in names if word in there and "name" in table_at(names, word)]:
        names[word] = {**names[word]}
        _rename(whole, there[word], names[word], f"profile.{profile['id']}: names: {word}")
    return {"names": names} if names else {}


def with_cases(whole: Whole, table: Data, place: str) -> Data:
    """The table with the forms of its name beside the other keys, where they stand in `cases`.

    A misspelt form is noted, and taken for what was meant, so that nothing more is reported of it.
    """
    cases = whole.table(f"{place}: cases", table.get("cases", {}))
    whole.known_keys(f"{place}: cases", cases, _FORMS)
    for case, form in cases.items():
        if not isinstance(form, str):
            whole.fault(f"{place}: cases: {case}", message("faults.expected-text", found=shown(form)), write('"…"'))
    meant = {nearest(case, _FORMS): str(form) for case, form in cases.items() if case not in _FORMS}
    meant |= {case: str(form) for case, form in cases.items() if case in _FORMS}
    return {key: value for key, value in table.items() if key != "cases"} | {key: meant[key] for key in meant if key}


def _rename(whole: Whole, old: Data, new: Data, place: str) -> None:
    """See that no form of the old name is left beside a new name."""
    before = old.get("name", "")  # a profile may have no more than forms
    if new.get("name", before) == before:
        return
    left = [case for case in (*CASES, "short", "heard") if case not in new and old.get(case)]
    dropped = [case for case in _DROPPED if case in left and not (case == "nom" and needs_nom(whole, old))]
    if whole.undeclined:
        new |= {
            case: new.get("nom", new["name"])
            for case in left
            if case != "nom" and old[case] == old.get("nom", before)
        }
        left = [case for case in left if case not in new]
    for case in dropped:
        old.pop(case, None)
    kept = [case for case in left if case not in dropped]
    if kept:
        forms = ", ".join(f'{case} = "{old[case]}"' for case in kept)
        whole.fault(place, message("faults.forms-would-stay", forms=forms), add_texts(kept))


def needs_nom(whole: Whole, old: Data) -> bool:
    """Whether a name that comes in the place of this one, or beside it, cannot stand in a sentence as it is.

    In a translation's language it may want an article there, as *the* in English.
    """
    name = old.get("name", "")
    return whole.translated and str(old.get("nom", name)).casefold() != str(name).casefold()


# ---- Lines ----


def change_lines(whole: Whole, found: Any) -> None:
    """Change lines, those of calls too."""
    there = whole.named("line")
    for word, table in whole.tables("line", found):
        place = f"line.{word}"
        call, _, key = word.rpartition(".")
        if word in there:
            whole.known_keys(place, table, OF_LINES)
            _change_line(whole, there[word], table, f"line[{word}]", place)
        elif holder := _holder(whole, call, key):
            whole.known_keys(place, table, _OF_TEXTS)
            _change_text(whole, holder, key, table, place)
        else:
            whole.fault(place, *not_in_the_base(whole, "line", word, _cure(whole, word)))


def _change_line(whole: Whole, line: Data, table: Data, made: str, place: str) -> None:
    whole.merge(line, {key: table[key] for key in table if key in OF_LINES and key != "more"}, made, place)
    line["text"] = _added(whole, line["text"], _more(whole, table, place), f"{made}: text", place)


def _change_text(whole: Whole, holder: Data, key: str, table: Data, place: str) -> None:
    """Change the wordings of one text of a call; a prompt has one."""
    texts, name = (holder["lines"] if key in holder.get("lines", {}) else holder), holder["id"]
    if "text" in table:
        one = key == "prompt" and isinstance(table["text"], list) and len(table["text"]) == 1
        texts[key] = table["text"][0] if one else table["text"]
        whole.came_for_id(name, key, f"{place}: text")
    if "more" in table and key == "prompt":
        whole.fault(f"{place}: more", message("faults.prompt-has-one"))
    elif more := _more(whole, table, place):
        before = texts[key]
        for phase, _ in whole.of_id(name):
            texts[key] = _added(whole, before, more, f"{phase}[{name}]: {key}", place)
    if "alone" in table:
        whole.set_texts(holder, {"alone": {key: table["alone"]}}, place)
        whole.came_for_id(name, f"alone: {key}", f"{place}: alone")


def _more(whole: Whole, table: Data, place: str) -> list[Any]:
    return whole.listed(f"{place}: more", table.get("more", []), 'more = ["…"]')


def _added(whole: Whole, wordings: Any, more: list[Any], made: str, place: str) -> Any:
    """The wordings and more of them, each with its own place."""
    if not isinstance(wordings, list):
        return wordings
    for number in range(1, len(more) + 1):
        whole.came(f"{made}[{len(wordings) + number}]", f"{place}: more[{number}]")
    return [*wordings, *more]


def _holder(whole: Whole, name: str, key: str) -> Data | None:
    """The call of this id that holds this text."""
    calls = (call for _, call in whole.of_id(name))
    return next((call for call in calls if key in call.get("lines", ()) or (key in WORDS and key in call)), None)


def _near_or_new(word: str, there: Iterable[str], new: str) -> Words:
    """A cure for what is not in the base: one that is near, else one of those there are, or a `new` one."""
    cure = suggest(word, there)
    return message("faults.or-a-new-one", known=cure, new=new) if new and not nearest(word, there) else cure


def _cure(whole: Whole, word: str) -> Words:
    kind, _, rest = word.partition(".")
    if kind in ("does", "aim"):
        head = "role" if kind == "does" else "faction"
        return message("faults.add-below", what=f'{kind} = "…"', head=f"[{head}.{rest}]")
    if word in needed() | spare():
        return write(f'[new-line."{word}"]')
    there = [*whole.named("line")]
    for name in dict.fromkeys(call["id"] for phase in ("zero", "night", "dawn") for call in whole.calls(phase)):
        there += [f"{name}.{key}" for key in WORDS if _holder(whole, name, key)]
    return _near_or_new(word, there, f'[new-line."{word}"]')


def add_lines(whole: Whole, found: Any) -> None:
    """Add lines: a case above those that its line has already, any other at the end."""
    for word, table in whole.tables("new-line", found):
        place = f"new-line.{word}"
        if word in whole.named("line"):
            whole.fault(place, message("faults.line-in-the-base", id=word))
            continue
        whole.known_keys(place, table, ("text", "alone", "signal", "when"))
        lines, plain = whole.data["line"], word.rpartition(".")[0]
        cases = [at for at, line in enumerate(lines) if line.get("when") and line["id"].rpartition(".")[0] == plain]
        lines.insert(cases[0] if cases and table.get("when") else len(lines), {"id": word, **table})
        whole.came(f"line[{word}]", place)


# ---- Calls ----


def change_calls(whole: Whole, found: Any) -> None:
    """Change calls by `night/id`, `zero/id` or `dawn/id`."""
    for word, table in whole.tables("call", found):
        place = f"call.{word}"
        if there := whole.find_call(word, place):
            phase, call = there
            own = {key: value for key, value in table.items() if key not in TEXTS}
            whole.merge(call, own, f"{phase}[{call['id']}]", place)
            whole.set_texts(call, {key: table[key] for key in table if key in TEXTS}, place)
            calls = [one for _, one in whole.of_id(call["id"])]
            if "announce" in table and not any(one.get("public") or one.get("open") for one in calls):
                whole.warn(f"{place}: public", message("faults.announced-to-nobody"))
