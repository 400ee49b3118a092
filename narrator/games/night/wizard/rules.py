"""The questions about house rules: all that matter with tonight's cards stand in a list, with the book's answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

from narrator.errors import NarratorError
from narrator.games.interview import Interview, plain_word
from narrator.games.lines import Lines
from narrator.games.night.flow.own_rules import day_of
from narrator.games.night.proofreading.clauses import MOST_COUNTED
from narrator.games.night.proofreading.setups import deciding_roles
from narrator.games.night.script.script import Call, Script
from narrator.games.night.script.setup import HouseRules, in_force, rows_below, with_own
from narrator.games.night.wizard.questions import fewer_or_more, found, texts, word
from narrator.games.offering import Item, Offering, Tap
from narrator.games.parts import Names


def ask_rules(interview: Interview, kept: dict[str, Any], script: Script) -> None:
    """Show the house rules, and change them until they are accepted; keep those that are not the script's."""
    lines, cards, rules = script.lines[kept["names"]], kept["cards"], dict(kept.get("rules", {}))
    names, listed = {card: lines.vocabulary[card] for card in cards}, relevant(script, cards)
    book = in_force(script.rules, len(cards))
    now = None
    while True:
        if now is None:
            now = in_force(with_own(script.rules, rules), len(cards))
            interview.show(Offering(_shown(listed, now, book, lines, script.meta.name)))
        items, example = _items(listed, now, lines, names, script), _example(listed, now, names, script)
        said = interview.ask("wizard.house", items=items, done=word("wizard.so-we-play"), example=example)
        if not said:
            kept["rules"] = {key: value for key, value in rules.items() if key in listed or key not in now.single()}
            return
        try:
            changes = [_change(typed, listed, now, names, script, example) for typed in _typed(said)]
        except NarratorError as error:
            interview.show(str(error))
            continue
        for key, value in changes:
            rules = _without(rules, key) | ({} if value == getattr(book, key) else {key: value})
        kept["rules"], now = rules, None


def _typed(said: str) -> list[list[str]]:
    """The words of each change; what follows a comma without a number goes on with the answer before it."""
    changes: list[list[str]] = []
    for words in (part.split() for part in said.split(",")):
        if changes and words and not words[0].rstrip(".").isdecimal():
            changes[-1] += [";", *words]
        else:
            changes.append(words)
    return changes


def _example(listed: Sequence[str], now: HouseRules, names: Mapping[str, Names], script: Script) -> str:
    """Two changes, or as many as there are rules, that can be typed now; those that name roles only where need be."""
    others = {key: _other(key, now, _about(key, names, script)) for key in listed}
    plain = sorted(listed, key=lambda key: get_origin(now.kinds()[key]) is tuple)
    return ", ".join(f"{listed.index(key) + 1} {others[key]}" for key in sorted(plain[:2], key=listed.index))


def _other(key: str, now: HouseRules, names: Mapping[str, Names]) -> str:
    """An answer to the question of this rule that would change it."""
    value = getattr(now, key)
    if get_origin(now.kinds()[key]) is tuple:
        return next((called.name for role, called in names.items() if role not in value), word("wizard.house-nobody"))
    if options := _options(key, now):
        return next(text for one, text in options.items() if one != value)
    fewer, more = _of_number(0, key, now)
    return (more.said or fewer.said).split()[1]


def rules_kept(script: Script, lines: Lines, cards: Sequence[str], rules: Mapping[str, Any]) -> str:
    """Tell in a line which house rules are not the script's, of those that matter with these cards; empty if none."""
    now, book = in_force(with_own(script.rules, rules), len(cards)), in_force(script.rules, len(cards))
    questions = texts().group("wizard.rules")
    said = [
        f"{lines.text(questions[key], {})} {_said(key, now, lines.vocabulary)}"
        for key in relevant(script, cards)
        if getattr(now, key) != getattr(book, key)
    ]
    return "\n" + word("wizard.house-kept", rules="; ".join(said)) if said else ""


def _without(rules: Mapping[str, Any], rule: str) -> dict[str, Any]:
    """A table's rules without one of them, for any number of players."""
    left = rows_below(rules.get("from_players", {}), {rule: None})
    own = {key: value for key, value in rules.items() if key not in (rule, "from_players")}
    return own | ({"from_players": left} if left else {})


def relevant(script: Script, cards: Sequence[str]) -> list[str]:
    """The rules that can make a difference with these cards and have a question, in the order of `HouseRules`."""
    whose = {*cards, *(script.roles[card].faction for card in cards)}
    calls = [call for _, call in script.every_call]
    named = {rule for call in calls for rule in _named(call)} | {*script.rules.of_clauses}
    theirs = {rule for call in calls if whose.intersection(call.who) for rule in _named(call)}

    def matters(rule: str) -> bool:
        if rule == "no_self_target":
            return not {*cards}.isdisjoint(deciding_roles(script))
        about = script.rules.single()[rule]
        if steps := about.get("steps"):
            return {*steps}.issubset(day_of(script).steps)
        if effect := about.get("effect"):
            return not whose.isdisjoint(script.holders.get(effect, ()))
        return rule in theirs or rule not in named

    return [rule for rule in script.rules.single() if f"wizard.rules.{rule}" in texts() and matters(rule)]


def _named(call: Call) -> set[str]:
    clauses = (clause.removeprefix("not ").split() for clause in (*call.when, *call.must))
    return {clause[1] for clause in clauses if clause[0] == "rule"}


def _shown(listed: Sequence[str], now: HouseRules, book: HouseRules, lines: Lines, variant: str) -> str:
    questions = texts().group("wizard.rules")
    rows = ["", word("wizard.house-list-variant", name=variant) if variant else word("wizard.house-list")]
    for number, key in enumerate(listed, 1):
        changed = f" {word('wizard.house-changed')}" if getattr(now, key) != getattr(book, key) else ""
        asked, said = lines.text(questions[key], {}), _said(key, now, lines.vocabulary)
        rows.append(f"  {number:2}. {asked} {said}{changed}{_answers(key, now)}")
    return "\n".join(rows)


def _answers(key: str, now: HouseRules) -> str:
    """What else may be answered to this rule's question; nothing where it is yes or no."""
    kind = now.kinds()[key]
    if get_origin(kind) is tuple:
        return word("wizard.house-roles")
    if get_origin(kind) is Literal:
        others = (text for one, text in _options(key, now).items() if one != getattr(now, key))
        return word("wizard.house-or", options=", ".join(others))
    least, most = _bounds(key, now) if kind is not bool else (0, 0)
    return word("wizard.house-from-to", least=least, most=most) if most else ""


def _items(
    listed: Sequence[str], now: HouseRules, lines: Lines, names: Mapping[str, Names], script: Script
) -> list[Item]:
    """The rules with what can be tapped for each: one of its answers, fewer or more, or whom it is about."""
    questions = texts().group("wizard.rules")
    items = []
    for number, key in enumerate(listed, 1):
        value, kind = getattr(now, key), now.kinds()[key]
        asked = lines.text(questions[key], {})
        if get_origin(kind) is tuple:
            items.append(Item(asked, _of_roles(number, value, _about(key, names, script))))
        elif options := _options(key, now):
            taps = [Tap(f"{number} {text}", text, on=value == one) for one, text in options.items()]
            items.append(Item(asked, tuple(taps)))
        else:
            items.append(Item(asked, _of_number(number, key, now), _said(key, now, lines.vocabulary)))
    return items


def _of_roles(number: int, chosen: Sequence[str], names: Mapping[str, Names]) -> tuple[Tap, ...]:
    taps = []
    for role, called in names.items():
        after = [one for one in names if (one in chosen) != (one == role)]
        said = "; ".join(names[one].name for one in after) or word("wizard.house-nobody")
        taps.append(Tap(f"{number} {said}", called.name, on=role in chosen))
    return tuple(taps)


def _of_number(number: int, key: str, now: HouseRules) -> tuple[Tap, Tap]:
    (least, most), value = _bounds(key, now), getattr(now, key)
    shown, step = (round(100 * value), 5) if now.kinds()[key] is float else (value or 0, 1)
    fewer, more = shown - step, shown + step
    return fewer_or_more(f"{number} {fewer}" if fewer >= least else "", f"{number} {more}" if more <= most else "")


def _said(key: str, now: HouseRules, names: Mapping[str, Names]) -> str:
    """How the answer to the question of this rule reads."""
    value, kind = getattr(now, key), now.kinds()[key]
    if kind is bool:
        return word("wizard.house-yes" if value else "wizard.house-no")
    if kind is float:
        return f"{100 * value:g}%"
    if get_origin(kind) is Literal:
        return word(f"wizard.rules.{key}-{value}")
    if get_origin(kind) is tuple:
        return ", ".join(names[role].name for role in value) or word("wizard.house-nobody")
    return str(value)


def _change(
    typed: Sequence[str],
    listed: Sequence[str],
    now: HouseRules,
    names: Mapping[str, Names],
    script: Script,
    example: str,
) -> tuple[str, Any]:
    """Read a rule's number and its answer. Raises NarratorError."""
    number = typed[0].rstrip(".") if typed else ""
    if not number.isdecimal() or not 1 <= int(number) <= len(listed) or len(typed) < 2:
        raise NarratorError(word("wizard.house-strange", typed=" ".join(typed), most=len(listed), example=example))
    key = listed[int(number) - 1]
    return key, _meant(key, now, " ".join(typed[1:]), _about(key, names, script))


def _about(key: str, names: Mapping[str, Names], script: Script) -> Mapping[str, Names]:
    """The roles that a rule about roles can name."""
    return (
        {role: names[role] for role in deciding_roles(script) if role in names} if key == "no_self_target" else names
    )


def _options(key: str, now: HouseRules) -> dict[Any, str]:
    """The answers to the question of a rule, if they can be listed, with the word for each."""
    kind = now.kinds()[key]
    if kind is bool:
        return {True: word("wizard.house-yes"), False: word("wizard.house-no")}
    if get_origin(kind) is Literal:
        return {value: word(f"wizard.rules.{key}-{value}") for value in get_args(kind)}
    return {}


def _bounds(key: str, now: HouseRules) -> tuple[int, int]:
    """The least and the most that a rule with a number takes, in the hundred where it is a chance."""
    return (0, 100) if now.kinds()[key] is float else (now.single()[key]["least"], MOST_COUNTED)


def _meant(key: str, now: HouseRules, said: str, names: Mapping[str, Names]) -> Any:
    """Read the answer to a rule's question. Raises NarratorError."""
    kind, typed = now.kinds()[key], plain_word(said)
    if get_origin(kind) is tuple:
        if plain_word(word("wizard.house-nobody")).startswith(typed):
            return ()
        return tuple(found(part.strip(), names, names) for part in said.replace("+", ";").split(";"))
    if not (options := _options(key, now)):
        least, most = _bounds(key, now)
        number = typed.rstrip("%")
        if kind is float and number.startswith("0."):  # as in files
            number = f"{100 * float(number):g}" if number[2:].isdecimal() else number
        if not number.isdecimal() or not least <= int(number) <= most:
            raise NarratorError(word("wizard.house-number", least=least, most=most))
        return int(number) / 100 if kind is float else int(number)
    words = {value: _words_for(key, value, shown) for value, shown in options.items()}
    fitting = [value for value in words if any(one.startswith(typed) for one in words[value])]
    if len(fitting) != 1:
        raise NarratorError(word("wizard.options", options=", ".join(options.values())))
    return fitting[0]


def _words_for(key: str, value: Any, shown: str) -> list[str]:
    """The words that mean this answer: the one that is shown, what files call it, and its other forms."""
    other = f"wizard.rules.{key}-{value}-or"
    forms = word(other).split(", ") if other in texts() else []
    return [plain_word(one) for one in (shown, str(value), *forms)]
