"""The questions about cards: extra factions, the line-up, and who has which card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from narrator.errors import BadData, NarratorError
from narrator.games.interview import Interview, ask_choice
from narrator.games.lines import Lines
from narrator.games.night.flow.own_rules import line_ups_of, of_script
from narrator.games.night.loading import remark
from narrator.games.night.proofreading import proofread_setup
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import Player
from narrator.games.night.wizard.questions import fewer_or_more, found, word
from narrator.games.offering import Item, Offering, Tap
from narrator.games.package import Back
from narrator.games.parts import Names

Vocabulary = Mapping[str, Names]


def ask_line_up(interview: Interview, kept: dict[str, Any], script: Script) -> None:
    """Suggest a line-up for what was answered, and change it until it is accepted and can work."""
    names, players = script.vocabulary[kept["names"]], kept["players"]
    cards = suggested(kept, script)
    interview.show(Offering(shown(cards, script, names)))
    factions = {script.roles[card].faction for card in cards}
    while True:
        said = _line_up_asked(interview, cards, script, names, len(players), factions)
        try:
            if not said:
                if fault := fault_of(cards, script, script.lines[kept["names"]], players):
                    raise NarratorError(fault)
                kept["cards"] = sorted(cards, key=script.rank.__getitem__)
                return
            if said.casefold() == word("wizard.typed.another"):
                kept["seed"] += 1
                cards = line_ups_of(script).suggest(len(players), kept["seed"], kept["extra"], script.sides)
            else:
                cards = changed(cards, said, script, names)
            kept["cards"] = list(cards)
        except NarratorError as error:
            interview.show(str(error))
        else:
            factions |= {script.roles[card].faction for card in cards}
            interview.show(Offering(shown(cards, script, names)))


def _line_up_asked(
    interview: Interview,
    cards: Sequence[str],
    script: Script,
    names: Vocabulary,
    players: int,
    factions: Collection[str],
) -> str:
    """Ask for a change to these cards, or whether they are taken; those of the factions are listed."""
    count, key = Counter(cards), line_ups_of(script).key
    items = [
        Item(
            names[role.id].name + "*" * (role.id in key),
            fewer_or_more(
                f"- {names[role.id].name}" if count[role.id] else "",
                f"+ {names[role.id].name}" if role.many or not count[role.id] else "",
            ),
            str(count[role.id]),
            group=names[faction].name,
        )
        for faction in script.factions
        if faction in factions
        for role in script.role
        if role.faction == faction
    ]
    take = word("wizard.take-cards") if len(cards) == players else ""
    other = {word("wizard.typed.another"): word("wizard.another-line-up")}
    left = next((role.id for role in script.role if role.faction in factions and not count[role.id]), cards[-1])
    shown = {"dealt": names[cards[-1]].name, "left": names[left].name}
    return interview.ask("wizard.line-up", "", other, items, take, cards=len(cards), players=players, **shown)


def suggested(kept: dict[str, Any], script: Script) -> tuple[str, ...]:
    """The line-up that was accepted before, else one for these players, in the script's order."""
    players, extra = len(kept["players"]), kept.get("extra", [])
    cards = kept.get("cards") or line_ups_of(script).suggest(players, kept["seed"], extra, script.sides)
    return tuple(sorted(cards, key=lambda card: script.rank[card]))


def played_beside(cards: Sequence[str], script: Script) -> list[str]:
    """The factions of these cards that play beside the usual ones."""
    theirs = {script.roles[card].faction for card in cards}
    return [faction for faction in line_ups_of(script).extra if faction in theirs]


def ask_extra(
    interview: Interview, script: Script, names: Vocabulary, players: int, seed: int, now: Sequence[str] = ()
) -> list[str]:
    """Ask for the factions that play beside the usual ones, if the script has any; these do `now`."""
    there = [faction for faction in line_ups_of(script).extra if faction in script.sides.values()]
    if not there:
        return []
    offered = ", ".join(names[faction].name for faction in there)
    interview.show("\n" + word("wizard.extra", offered=offered))
    while True:
        playing = ", ".join(names[one].name for one in now)
        key, items = "wizard.which-extra-now" if now else "wizard.which-extra", _extra_items(there, now, names)
        said = interview.ask(key, items=items, done=word("wizard.so-it-is"), now=playing) or playing
        none = now and interview.typed(said, "none")
        try:
            if said[:1] in ("+", "-"):
                now = _with_faction(said, now, there, names)
                continue
            extra = [found(part.strip(), names, there) for part in said.split(",") if part.strip() and not none]
            line_ups_of(script).suggest(players, seed, extra, script.sides)
        except NarratorError as error:
            interview.show(word("wizard.no-extra") if isinstance(error, BadData) else str(error))
        else:
            return extra


def _extra_items(there: Sequence[str], now: Sequence[str], names: Vocabulary) -> list[Item]:
    """The factions that may play beside the usual ones, each with whether it does."""
    yes, no = word("wizard.house-yes"), word("wizard.house-no")
    return [
        Item(
            names[one].name,
            (Tap(f"+ {names[one].name}", yes, on=one in now), Tap(f"- {names[one].name}", no, on=one not in now)),
        )
        for one in there
    ]


def _with_faction(said: str, now: Sequence[str], there: Sequence[str], names: Vocabulary) -> list[str]:
    """The factions after `+ one` or `- one`, in the order in which they are offered. Raises NarratorError."""
    meant = found(said[1:].strip(), names, there)
    return [one for one in there if (said[0] == "+" if one == meant else one in now)]


def changed(cards: Sequence[str], said: str, script: Script, names: Vocabulary) -> tuple[str, ...]:
    """The cards after changes such as `+ one`, `- one`, `one > another`. Raises NarratorError if one is wrong."""
    left = list(cards)
    for change in filter(None, (part.strip() for part in said.split(","))):
        out, _, new = change.partition(">") if ">" in change else _signed(change)
        if out.strip():
            left.remove(found(out.strip(), names, left))
        if new.strip():
            free = [role.id for role in script.role if role.many or role.id not in left]
            left.append(found(new.strip(), names, free))
    return tuple(left)


def _signed(change: str) -> tuple[str, str, str]:
    if change[0] not in "+-":
        raise NarratorError(word("wizard.no-change", change=change))
    return ("", "", change[1:]) if change[0] == "+" else (change[1:], "", "")


def fault_of(cards: Sequence[str], script: Script, lines: Lines, players: Sequence[str]) -> str:
    """Why this line-up cannot be played, for there is not a card for everybody, say; empty if it can."""
    missing = len(players) - len(cards)
    if missing:
        key = "wizard.too-few" if missing > 0 else "wizard.too-many"
        return word(key, cards=len(cards), players=len(players))
    seats = tuple(Player(name=name) for name in players)
    kind = of_script(script).setup
    setup = kind(game=script.game, player=seats, cards=tuple(cards), language=script.language)
    faults = [problem for problem in proofread_setup(setup, script, "") if not problem.warning]
    return "\n".join(remark(problem, lines) or str(problem) for problem in faults)


def shown(cards: Sequence[str], script: Script, names: Vocabulary, *, box: bool = True) -> str:
    """Show the line-up by faction; where it may be changed, key roles with a star and what is left in the `box`."""
    lines = ["", word("wizard.count" if box else "wizard.these-cards", count=len(cards))]
    key = line_ups_of(script).key if box else ()
    for faction in script.factions:
        roles = [role for role in script.role if role.faction == faction]
        count = Counter(card for card in cards if script.roles[card].faction == faction)
        if not count:
            continue
        dealt = [role.id for role in roles if count[role.id]]
        taken = [_label(card, count[card], names, star=card in key) for card in dealt]
        left = [names[role.id].name for role in roles if box and not count[role.id]]
        lines.append(f"  {names[faction].name} ({count.total()}): {', '.join(taken)}")
        lines += [f"      {word('wizard.in-the-box', cards=', '.join(left))}"] if left else []
    return "\n".join(lines)


def _label(card: str, count: int, names: Vocabulary, *, star: bool) -> str:
    return f"{names[card].name}{'*' * star}" + (f" x{count}" if count > 1 else "")


def ask_deal(interview: Interview, kept: dict[str, Any], script: Script) -> None:
    """Ask who deals, and, if people tell the program now, who has which card.

    Only a moderator can get to know the cards of a real deck in the night.
    """
    deck = ("deck",) if kept["answers"] == "moderator" else ()
    usual = "ourselves" if kept.get("typed") else "deck" if deck and kept["deal"] == "table" else "program"
    deals = ask_choice(interview, "wizard.deals", ("program", "ourselves", *deck), usual)
    names, typed = script.vocabulary[kept["names"]], deals == "ourselves"
    kept["given"] = ask_cards(interview, names, kept["players"], kept["cards"]) if typed else None
    kept["deal"], kept["typed"] = "table" if deals == "deck" else "engine", typed


def ask_cards(interview: Interview, names: Vocabulary, players: Sequence[str], cards: Sequence[str]) -> list[str]:
    """Ask who has which card. Back among the cards goes back to the card before."""
    left, given = list(cards), list[str]()
    while len(given) < len(players):
        try:
            card = _ask_card(interview, names, f"{len(given) + 1}. {players[len(given)]}", left)
        except Back:
            if not given:
                raise
            left.append(given.pop())
        else:
            left.remove(card)
            given.append(card)
    return given


def _ask_card(interview: Interview, names: Vocabulary, player: str, left: Sequence[str]) -> str:
    default = names[left[0]].name if len(left) == 1 else ""
    while True:
        try:
            offered = {names[card].name: "" for card in left}
            return found(interview.ask("wizard.card", default, offered, player=player) or default, names, left)
        except NarratorError as error:
            interview.show(str(error))
