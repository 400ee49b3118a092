"""The questions about house rules: all that matter with tonight's cards stand in a list, with the book's answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

from narrator.errors import NarratorError
from narrator.games.interview import Interview, plain_word
from narrator.games.lines import Lines
from narrator.games.night.flow.own_rules import day_of, of_script
from narrator.games.night.proofreading.clauses import MOST_COUNTED
from narrator.games.night.proofreading.setups import deciding_roles
from narrator.games.night.script.script import Call, Script
from narrator.games.night.script.setup import NAMED, RULES, HouseRules, in_force, rows_below, with_own
from narrator.games.night.wizard.questions import found, texts, word
from narrator.games.offering import Item, Offering, Tap
from narrator.games.parts import Names

_KINDS = get_type_hints(HouseRules)


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
            kept["rules"] = {key: value for key, value in rules.items() if key in listed or key not in RULES}
            return
        try:
            changes = [_change(typed, listed, names, script, example) for typed in _typed(said)]
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
    others = {key: _other(key, getattr(now, key), _about(key, names, script)) for key in listed}
    plain = sorted(listed, key=lambda key: get_origin(_KINDS[key]) is tuple)
    return ", ".join(f"{listed.index(key) + 1} {others[key]}" for key in sorted(plain[:2], key=listed.index))


def _other(key: str, value: Any, names: Mapping[str, Names]) -> str:
    """An answer to the question of this rule that would change it."""
    if get_origin(_KINDS[key]) is tuple:
        return next((called.name for role, called in names.items() if role not in value), word("wizard.house-nobody"))
    if options := _options(key):
        return next(text for one, text in options.items() if one != value)
    fewer, more = _of_number(0, key, value)
    return (more.said or fewer.said).split()[1]


def rules_kept(script: Script, lines: Lines, cards: Sequence[str], rules: Mapping[str, Any]) -> str:
    """Tell in a line which house rules are not the script's, of those that matter with these cards; empty if none."""
    now, book = in_force(with_own(script.rules, rules), len(cards)), in_force(script.rules, len(cards))
    questions = texts().group("wizard.rules")
    said = [
        f"{lines.text(questions[key], {})} {_said(key, getattr(now, key), lines.vocabulary)}"
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
    """The rules that can make a difference with these cards, in the order of `HouseRules`."""
    whose = {*cards, *(script.roles[card].faction for card in cards)}
    calls = [call for _, call in script.every_call]
    named = {rule for call in calls for rule in _named(call)} | {*NAMED}
    theirs = {rule for call in calls if whose.intersection(call.who) for rule in _named(call)}

    def matters(rule: str) -> bool:
        if rule == "no_self_target":
            return not {*cards}.isdisjoint(deciding_roles(script))
        about = RULES[rule]
        if steps := about.get("steps"):
            return {*steps}.issubset(day_of(script).steps)
        if effect := about.get("effect"):
            return not whose.isdisjoint(script.holders.get(effect, ()))
        if rule == "statue_announced":
            return bool(of_script(script).believed)
        return rule in theirs or rule not in named

    return [rule for rule in RULES if matters(rule)]


def _named(call: Call) -> set[str]:
    clauses = (clause.removeprefix("not ").split() for clause in (*call.when, *call.must))
    return {clause[1] for clause in clauses if clause[0] == "rule"}


def _shown(listed: Sequence[str], now: HouseRules, book: HouseRules, lines: Lines, variant: str) -> str:
    questions = texts().group("wizard.rules")
    rows = ["", word("wizard.house-list-variant", name=variant) if variant else word("wizard.house-list")]
    for number, key in enumerate(listed, 1):
        value = getattr(now, key)
        changed = f" {word('wizard.house-changed')}" if value != getattr(book, key) else ""
        asked, said = lines.text(questions[key], {}), _said(key, value, lines.vocabulary)
        rows.append(f"  {number:2}. {asked} {said}{changed}{_answers(key, value)}")
    return "\n".join(rows)


def _answers(key: str, value: Any) -> str:
    """What else may be answered to this rule's question; nothing where it is yes or no."""
    if get_origin(_KINDS[key]) is tuple:
        return word("wizard.house-roles")
    if get_origin(_KINDS[key]) is Literal:
        return word("wizard.house-or", options=", ".join(text for one, text in _options(key).items() if one != value))
    least, most = _bounds(key) if _KINDS[key] is not bool else (0, 0)
    return word("wizard.house-from-to", least=least, most=most) if most else ""


def _items(
    listed: Sequence[str], now: HouseRules, lines: Lines, names: Mapping[str, Names], script: Script
) -> list[Item]:
    """The rules with what can be tapped for each: one of its answers, fewer or more, or whom it is about."""
    questions = texts().group("wizard.rules")
    items = []
    for number, key in enumerate(listed, 1):
        value, kind = getattr(now, key), _KINDS[key]
        asked = lines.text(questions[key], {})
        if get_origin(kind) is tuple:
            items.append(Item(asked, _of_roles(number, value, _about(key, names, script))))
        elif options := _options(key):
            taps = [Tap(f"{number} {text}", text, on=value == one) for one, text in options.items()]
            items.append(Item(asked, tuple(taps)))
        else:
            items.append(Item(asked, _of_number(number, key, value), _said(key, value, lines.vocabulary)))
    return items


def _of_roles(number: int, chosen: Sequence[str], names: Mapping[str, Names]) -> tuple[Tap, ...]:
    taps = []
    for role, called in names.items():
        after = [one for one in names if (one in chosen) != (one == role)]
        said = "; ".join(names[one].name for one in after) or word("wizard.house-nobody")
        taps.append(Tap(f"{number} {said}", called.name, on=role in chosen))
    return tuple(taps)


def _of_number(number: int, key: str, value: Any) -> tuple[Tap, Tap]:
    least, most = _bounds(key)
    now, step = (round(100 * value), 5) if _KINDS[key] is float else (value or 0, 1)
    fewer, more = now - step, now + step
    return (
        Tap(f"{number} {fewer}" if fewer >= least else "", "\N{MINUS SIGN}", word("wizard.one-fewer")),
        Tap(f"{number} {more}" if more <= most else "", "+", word("wizard.one-more")),
    )


def _said(key: str, value: Any, names: Mapping[str, Names]) -> str:
    """How the answer to the question of this rule reads."""
    kind = _KINDS[key]
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
    typed: Sequence[str], listed: Sequence[str], names: Mapping[str, Names], script: Script, example: str
) -> tuple[str, Any]:
    """Read a rule's number and its answer. Raises NarratorError."""
    number = typed[0].rstrip(".") if typed else ""
    if not number.isdecimal() or not 1 <= int(number) <= len(listed) or len(typed) < 2:
        raise NarratorError(word("wizard.house-strange", typed=" ".join(typed), most=len(listed), example=example))
    key = listed[int(number) - 1]
    return key, _meant(key, " ".join(typed[1:]), _about(key, names, script))


def _about(key: str, names: Mapping[str, Names], script: Script) -> Mapping[str, Names]:
    """The roles that a rule about roles can name."""
    return (
        {role: names[role] for role in deciding_roles(script) if role in names} if key == "no_self_target" else names
    )


def _options(key: str) -> dict[Any, str]:
    """The answers to the question of a rule, if they can be listed, with the word for each."""
    kind = _KINDS[key]
    if kind is bool:
        return {True: word("wizard.house-yes"), False: word("wizard.house-no")}
    if get_origin(kind) is Literal:
        return {value: word(f"wizard.rules.{key}-{value}") for value in get_args(kind)}
    return {}


def _bounds(key: str) -> tuple[int, int]:
    """The least and the most that a rule with a number takes, in the hundred where it is a chance."""
    return (0, 100) if _KINDS[key] is float else (RULES[key]["least"], MOST_COUNTED)


def _meant(key: str, said: str, names: Mapping[str, Names]) -> Any:
    """Read the answer to a rule's question. Raises NarratorError."""
    kind, typed = _KINDS[key], plain_word(said)
    if get_origin(kind) is tuple:
        if plain_word(word("wizard.house-nobody")).startswith(typed):
            return ()
        return tuple(found(part.strip(), names, names) for part in said.replace("+", ";").split(";"))
    if not (options := _options(key)):
        least, most = _bounds(key)
        number = typed.rstrip("%")
        if kind is float and number.startswith("0."):  # as in files
            number = f"{100 * float(number):g}" if number[2:].isdecimal() else number
        if not number.isdecimal() or not least <= int(number) <= most:
            raise NarratorError(word("wizard.house-number", least=least, most=most))
        return int(number) / 100 if kind is float else int(number)
    fitting = [value for value in options if any(one.startswith(typed) for one in _words_for(key, value))]
    if len(fitting) != 1:
        raise NarratorError(word("wizard.options", options=", ".join(options.values())))
    return fitting[0]


def _words_for(key: str, value: Any) -> list[str]:
    """The words that mean this answer: the one that is shown, what files call it, and its other forms."""
    other = f"wizard.rules.{key}-{value}-or"
    forms = word(other).split(", ") if other in texts() else []
    return [plain_word(one) for one in (_options(key)[value], str(value), *forms)]
