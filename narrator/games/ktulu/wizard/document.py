"""Write a setup as TOML that explains itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.items import Array

from narrator.games.ktulu.loading import SHIPPED
from narrator.games.ktulu.wizard.questions import word
from narrator.values import dataclass


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen.

    `given` are the players' cards in seat order, or None if they are to be dealt; `rules` those not the script's;
    `variant` is what the script calls itself, if it is not the book's, and `language` the table's.
    """

    players: Sequence[str]
    names: str
    policy: str
    answers: str
    deal: str
    cards: Sequence[str]
    given: Sequence[str] | None
    rules: Mapping[str, Any]
    script: str
    variant: str
    language: str


def document_of(choices: Choices) -> TOMLDocument:
    """Make the setup file: the keys with their meaning, the cards, the players in seat order."""
    document = tomlkit.document()
    document.add(tomlkit.comment(word("wizard.comments.table")))
    document.add(tomlkit.nl())
    document.add("format", tomlkit.item(1))
    document.add("game", tomlkit.item("ktulu"))
    if choices.script != SHIPPED:
        meaning = word("wizard.comments.script", name=choices.variant or choices.script)
        document.add("script", tomlkit.item(choices.script).comment(meaning))
    document.add("language", tomlkit.item(choices.language).comment(word("wizard.comments.language")))
    for key, value, meaning in (
        ("names", choices.names, word("wizard.comments.names")),
        ("policy", choices.policy, word("wizard.comments.policy")),
        ("answers", choices.answers, word("wizard.comments.answers")),
    ):
        document.add(key, tomlkit.item(value).comment(meaning))
    if choices.deal == "table":
        document.add("deal", tomlkit.item(choices.deal).comment(word("wizard.comments.deal")))
    if choices.given is None:
        document.add(tomlkit.nl())
        document.add(
            tomlkit.comment(word("wizard.comments.deck" if choices.deal == "table" else "wizard.comments.cards"))
        )
        document.add("cards", _array(choices.cards))
    document.add(tomlkit.nl())
    document.add(tomlkit.comment(word("wizard.comments.players")))
    document.add("player", _players(choices))
    if choices.rules:
        rules = tomlkit.table()
        for key, value in choices.rules.items():
            rules.add(key, list(value) if isinstance(value, tuple) else value)
        key = "wizard.comments.rules" if choices.script == SHIPPED else "wizard.comments.rules-variant"
        rules.comment(word(key))
        document.add("rules", rules)
    return document


def _array(cards: Sequence[str]) -> Array:
    array = tomlkit.array()
    array.extend(cards)
    return array.multiline(multiline=True)


def _players(choices: Choices) -> tomlkit.items.AoT:
    players = tomlkit.aot()
    for seat, name in enumerate(choices.players):
        player = tomlkit.table()
        player.add("name", name)
        if choices.given is not None:
            player.add("card", choices.given[seat])
        players.append(player)
    return players
