"""Deal: which card each player gets, what they read of it alone with the screen, and a table to practise at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from narrator.cues import Part
from narrator.games.night.events import Began
from narrator.games.night.flow import cases, own_rules
from narrator.games.night.flow.effects import can_be_itself
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import Setup, in_force
from narrator.games.night.told.wording import pieces
from narrator.texts import Texts

if TYPE_CHECKING:
    from narrator.games.night.loading import Table

PLAYERS = 8
"""As many as practise, where the script has line-ups for them."""

SEED = 1
"""It draws the cards where the script suggests several."""


def cards_of(table: Table, seed: int) -> tuple[str, ...]:
    """The cards in seat order, as a game with this seed begins with them."""
    game = table.game()
    return next(event.cards for event in game.opening(game.begin(seed)) if isinstance(event, Began))


def calls_of(table: Table, seed: int) -> dict[int, tuple[Part, ...]]:
    """The words that call each player to the screen, by name alone where all have one, and no two the same."""
    state, setup = table.game().begin(seed), table.setup
    return {
        seat: pieces(state, "round.card", {"seat": seat}, again=seat, numbered=not setup.by_name)[1]
        for seat in setup.people
    }


def card_texts(cards: Sequence[str], setup: Setup, script: Script, texts: Texts) -> list[str]:
    """What the player of each card reads: its name and faction, what it does, and how one wins."""
    spoken, found = script.vocabulary[setup.names], list[str]()
    for card in cards:
        side = script.roles[card].faction
        head = texts.word("dealing.card", card=spoken[card].name, faction=spoken[side].name)
        found.append(
            "\n\n".join(filter(None, (head, card_words(setup, script, card, texts), aim(setup, script, side))))
        )
    return found


def manual(setup: Setup, script: Script, texts: Texts) -> dict[str, str]:
    """What every card of the script does, and how every faction wins, by its name."""
    spoken = script.vocabulary[setup.names]
    aims = {faction.id: aim(setup, script, faction.id) for faction in script.faction}
    found = {
        role: card_words(setup, script, role, texts) or aims[card.faction] for role, card in script.roles.items()
    }
    known: dict[str, str] = {}
    for one, words in {**found, **aims}.items():
        if words:
            known.setdefault(spoken[one].name, words)
    return known


def card_words(setup: Setup, script: Script, role: str, texts: Texts) -> str:
    """What the holder of a card does, and that they may choose themselves too, where a house rule lets them (R88)."""
    named = role in in_force(setup.rules, len(setup.player)).self_target and can_be_itself(script, role)
    return " ".join(filter(None, (does(setup, script, role), texts.word("dealing.oneself") if named else "")))


def does(setup: Setup, script: Script, role: str) -> str:
    """What the holder of a card does, with the house rules of this table; empty if the script does not say."""
    return _read(setup, script, f"does.{role}")


def aim(setup: Setup, script: Script, faction: str) -> str:
    """How a faction wins, with the house rules of this table; empty if the script does not say."""
    return _read(setup, script, f"aim.{faction}")


def _read(setup: Setup, script: Script, line: str) -> str:
    rules = in_force(setup.rules, len(setup.player))
    words = script.wordings.get(cases.settled(script, rules, line), ("",))[0]
    return script.lines[setup.names].text(words, asdict(rules))


def practice(script: Script, name: str, people: Sequence[str]) -> dict[str, Any]:
    """A setup with this script, of this name, with open cards and open eyes."""
    line_ups = own_rules.line_ups_of(script)
    count = max(line_ups.fewest, min(PLAYERS, line_ups.most))
    cards = line_ups.suggest(count, SEED, sides=script.sides)
    players = [{"name": one} for one in people[:count]]
    eyes = dict.fromkeys(("policy", "answers"), "open")
    return {"format": 1, "game": script.game, "script": name, **eyes, "cards": [*cards], "player": players}


def lesson(table: Table, texts: Texts) -> Iterator[str]:
    """How the script's game is played, a step each: its nights, its day, and how each side wins that is dealt."""
    setup, script = table.setup, table.script
    day = own_rules.day_of(script)
    there = {"night": True, "zero": script.zero, "dawn": script.night, "day": True, "hang": "hang" in day.steps}
    for step in (step for step, comes in there.items() if comes):
        yield texts.word(f"teach.lesson.{step}", number=day.first.get(step, 1))
    dealt = {script.sides[card] for card in setup.in_play}
    names = script.vocabulary[setup.names]
    for side in (one.id for one in script.faction if one.id in dealt):
        if how := aim(setup, script, side):
            yield f"{names[side].name}: {how}"
