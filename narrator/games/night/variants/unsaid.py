"""Warn of what a variant changes while cards and lines go on telling of it as before."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from narrator.games.night.flow import own_rules
from narrator.games.night.flow.conditions import CONDITIONS, limits, parse
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.flow.steps import DAY_STEPS
from narrator.games.night.script.script import PHASES
from narrator.games.night.variants.whole import TEXTS, Data, Whole, table_at
from narrator.texts import Words, message


def see_unsaid(whole: Whole, below: Whole, data: Data) -> None:
    """See that cards and calls whose powers are changed are told anew; writing the words again is enough."""
    for find in (_roles, _sides, _wins, _calls, _order, _steps):
        for place, words in find(whole, below, data):
            whole.warn(place, words)


def _roles(whole: Whole, below: Whole, data: Data) -> Iterator[tuple[str, Words]]:
    for place, name, own, was in _changed_roles(whole, below, data):
        if _changed(own, was, "traits") and was.get("does") and "does" not in own:
            like = "like" in own
            words = message("faults.does-of-another", role=was["id"]) if like else message("faults.does-as-before")
            yield f"{place}: does", words
        side = own.get("faction", was.get("faction"))
        mates = [role["id"] for role in whole.data["role"] if role.get("faction") == side]
        if side != was.get("faction") and mates[0] == was["id"] and mates[1:]:
            yield f"{place}: faction", message("faults.leads-now", role=name, faction=str(side), other=mates[1])


def _sides(whole: Whole, below: Whole, data: Data) -> Iterator[tuple[str, Words]]:
    """The words of a card that speak of the side that it was of, or the one that it is like."""
    said = {line for _, line in own_words(data)}
    for place, name, own, was in _changed_roles(whole, below, data):
        side = str(was.get("faction"))
        speaks = re.compile(rf"{{{re.escape(side)}[.}}]")
        lines = [line for line, text in _words_of(whole, name) if line not in said and speaks.search(str(text))]
        if own.get("faction", side) != side and lines:
            words = message("faults.side-as-before", side=side, lines=", ".join(lines))
            yield f"{place}: faction", words


def _changed_roles(whole: Whole, below: Whole, data: Data) -> Iterator[tuple[str, str, Data, Data]]:
    """Each role that is changed, or new and like another: its place, id and table, and what it was or is like."""
    there, before = whole.named("role"), below.named("role")
    for kind in ("role", "new-role"):
        for name in (tables := table_at(data, kind)):
            own = table_at(tables, name)
            was = before.get(name) if kind == "role" else there.get(str(own.get("like")))
            if was and name in there:
                yield f"{kind}.{name}", name, own, was


def _words_of(whole: Whole, name: str) -> Iterator[tuple[str, Any]]:
    """What is written on the card, and said in its own calls, but for cases."""
    yield f"does.{name}", whole.named("role")[name].get("does")
    own = {call["id"]: call for phase in PHASES for call in whole.calls(phase) if call.get("who") == [name]}
    yield from ((f"{one}.{key}", call[key]) for one, call in own.items() for key in TEXTS if key in call)


def _wins(_whole: Whole, below: Whole, data: Data) -> Iterator[tuple[str, Words]]:
    """The words that say that a faction has won, which may say how, where it can win in a way of another kind."""
    before, factions = below.named("faction"), table_at(data, "faction")
    game = own_rules.RULES.get(str(below.data.get("game")))
    usual = game.usual_wins if game else {}
    for name in (name for name in factions if name in before):
        line, ways = f"win.{name}", _listed(table_at(factions, name), "wins")
        was = before[name].get("wins", usual.get(name, ()))
        before_this, now = ({str(way).partition(" ")[0] for way in every} for every in (was, ways))
        if now - before_this and line in below.named("line") and line not in table_at(data, "line"):
            yield f"faction.{name}: {line}", message("faults.win-as-before", line=line)


def _calls(whole: Whole, below: Whole, data: Data) -> Iterator[tuple[str, Words]]:
    calls = table_at(data, "call")
    lines = {line.rpartition(".")[0] for line in table_at(data, "line")}
    for word in calls:
        phase, _, name = word.partition("/")
        own, was = table_at(calls, word), below.call(phase, name)
        if was is None:
            continue
        kept = name not in lines and not any(key in own and own[key] != "" for key in TEXTS)
        whose = was.get("who", [])
        power = EFFECTS.get(str((was | own).get("do")))
        aloud = own.get("public") is True and power and power.tells  # a card may say that nobody knows of the pick
        seldom = _changed(own, was, "nights", *["when"] * ("do" in was), *["public"] * bool(aloud))
        otherwise = _changed(own, was, *_TOLD)
        otherwise |= _limited(own, was) != _limited(was) or bool(_secret(whole, own, was))
        if kept and otherwise:
            yield f"call.{word}: line", message("faults.power-as-before", call=name, cards=", ".join(whose))
        elif otherwise or seldom:
            yield from ((f"call.{word}: {place}", words) for place, words in _cards(below, data, whose))
        others = sorted({*whose} ^ {*_listed(was | own, "who")})
        yield from ((f"call.{word}: who: {place}", words) for place, words in _cards(below, data, others))


_TOLD = ("do", "optional", "must", "shows", "then")
"""What the words of a call, and the cards, tell of besides how often and when."""


def _changed(own: Data, was: Data, *keys: str) -> bool:
    """Whether the table gives a key another value; other words for a second question are none."""

    def part(call: Data, key: str) -> Any:
        return call.get(key) and (key == "then" or call[key])

    return any((part(was, key) or None) != (part(was | own, key) or None) for key in keys)


def _order(whole: Whole, below: Whole, data: Data) -> Iterator[tuple[str, Words]]:
    """The cards of those who lose a power with a call that is taken out, or get one with a new call.

    A call of the zero night makes up for none of the others; where those stay, nobody misses it.
    """
    order: Any = data.get("order", ())
    for number, one in enumerate(order if isinstance(order, list) else (), 1):
        key = "add" if isinstance(one, dict) and "add" in one else "remove"
        phase, _, name = str(one.get(key, "") if isinstance(one, dict) else "").partition("/")
        call, other = (one, below) if key == "add" else (below.call(phase, name) or {}, whole)
        nights = [one for one, _ in other.of_id(name) if one != "zero"]
        if call.get("do") and not (nights if phase != "zero" else other.of_id(name)):
            cards = _cards(below, data, _listed(call, "who"))
            yield from ((f"order[{number}]: {place}", words) for place, words in cards)


def _steps(whole: Whole, below: Whole, data: Data) -> Iterator[tuple[str, Words]]:
    """The cards with a power of a step that is taken out of the day, or that may be shown from another day on."""
    was, now = (table_at(one.data, "day") for one in (below, whole))
    steps, there = was.get("steps", ()), whole.named("role")
    left = now.get("steps") or steps  # a day that names none has its game's
    powers = [(one, trait) for one, role in below.named("role").items() for trait in role.get("traits", ())]
    calls = (call for phase in PHASES for call in below.calls(phase))
    powers += [(who, call.get("do", "")) for call in calls for who in call.get("who", ())]
    changed = {step: "day: steps" for step in steps if isinstance(left, list) and step not in left}
    if table_at(was, "from").get("reveal", 1) != table_at(now, "from").get("reveal", 1):
        changed.setdefault("reveal", "day: from")
    ruled = {step: rule_without(whole, step) for step in steps if not rule_without(below, step)}
    changed = {step: f"rules: {rule}" for step, rule in ruled.items() if rule} | changed
    for step, place in changed.items():
        whose = dict.fromkeys(
            who for who, power in powers if who in there and step in DAY_STEPS and power in DAY_STEPS[step].powers
        )
        left_as_before = [who for who in whose if not _has_case(whole, who, ruled.get(step, ""))]
        if cards := [f"[{card.partition(':')[0]}]" for card, _ in _cards(below, data, left_as_before)]:
            yield f"{place}: does", message("faults.step-as-before", step=step, cards=", ".join(cards))


def rule_without(whole: Whole, step: str) -> str:
    """The house rule by which the step of the day never comes, with whatever number of players; empty if it may."""
    usual = own_rules.of_game(whole.data.get("game")).setup().rules
    rule, rules = usual.of_steps.get(step, ""), table_at(whole.data, "rules")
    rows = [rules, *table_at(rules, "from_players").values()]
    values = [row[rule] for row in rows if isinstance(row, dict) and rule in row]
    return rule if rule and not any(values if rule in rules else [getattr(usual, rule), *values]) else ""


def _has_case(whole: Whole, who: str, rule: str) -> bool:
    """Whether the card has words of its own for when the house rule is another."""
    cases = [one for one in whole.data.get("line", ()) if str(one["id"]).startswith(f"does.{who}.")]
    return bool(rule) and any(rule in str(clause).split() for one in cases for clause in one.get("when", ()))


def _limited(*calls: Data) -> Collection[str]:
    """How often the power may be used, by the first of the calls that says it."""
    return limits(tuple(_listed(next((call for call in calls if "when" in call), {}), "when")))


def _listed(call: Data, key: str) -> list[str]:
    found: Any = call.get(key, [])
    return [*map(str, found)] if isinstance(found, list) else []


def _secret(whole: Whole, own: Data, was: Data) -> list[str]:
    """The other conditions of which the room cannot know that they are true, or may be deceived in it."""
    sides = {role["id"]: role.get("faction") for role in whole.data.get("role", ())}
    powers = [(str(call.get("do")), _listed(call, "who")) for call in whole.calls("night") if call.get("do")]
    deceiving = {(power, str(sides.get(who, who))) for power, whose in powers for who in whose}
    found = []
    for clause in {*_listed(was | own, "when")} ^ {*_listed(was, "when")}:
        _, word, named = parse(clause)
        known = CONDITIONS.get(word)
        if known and (not known.settled or any((known.unless, one) in deceiving for one in named)):
            found.append(clause)
    return found


def _cards(below: Whole, data: Data, whose: list[str]) -> Iterator[tuple[str, Words]]:
    """Those whose card says of the call what it said before, though the call's own words are new."""
    cases = {line.split(".")[1] for line in table_at(data, "line") if line.startswith(("does.", "aim."))}
    for kind, key in (("role", "does"), ("faction", "aim")):
        before, now = below.named(kind), table_at(data, kind)
        for who in [one for one in whose if one in before and one not in cases]:
            if before[who].get(key) and key not in table_at(now, who):
                words = message("faults.does-as-before" if key == "does" else "faults.power-of-theirs-as-before")
                yield f"{kind}.{who}: {key}", words


def own_words(data: Data) -> Iterator[tuple[str, str]]:
    """Find where the variant has words, and of which line."""
    for kind, key in (("role", "does"), ("new-role", "does"), ("faction", "aim")):
        named = table_at(data, kind)
        yield from ((f"{kind}.{who}: {key}", f"{key}.{who}") for who in named if key in table_at(named, who))
    lines, calls = table_at(data, "line"), table_at(data, "call")
    for line in lines:
        yield from ((f"line.{line}: {key}", line) for key in ("text", "more") if key in table_at(lines, line))
    for call in calls:
        name = call.partition("/")[2]
        yield from ((f"call.{call}: {key}", f"{name}.{key}") for key in TEXTS if key in table_at(calls, call))
