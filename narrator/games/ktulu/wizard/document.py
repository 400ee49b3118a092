"""Write a setup as TOML that explains itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.items import Array


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen; `given` has each player's card, or nothing if the cards are to be dealt."""

    players: Sequence[str]
    names: str
    policy: str
    answers: str
    cards: Sequence[str]
    given: Sequence[str] | None


def document_of(choices: Choices) -> TOMLDocument:
    """Make the setup file: the keys with their meaning, the cards, the players in seat order."""
    document = tomlkit.document()
    document.add(tomlkit.comment("Stół do Ktulu. Przed grą: narrator check TEN_PLIK. Potem: narrator play TEN_PLIK."))
    document.add(tomlkit.nl())
    document.add("format", tomlkit.item(1))
    document.add("game", tomlkit.item("ktulu"))
    for key, value, meaning in (
        ("names", choices.names, "nazwy: gentle (łagodne) albo book (z książki)"),
        ("policy", choices.policy, "jak tajna jest noc: masked, private albo open"),
        ("answers", choices.answers, "kto odpowiada nocą: moderator, keys, counting albo open"),
    ):
        document.add(key, tomlkit.item(value).comment(meaning))
    if choices.given is None:
        document.add(tomlkit.nl())
        document.add(tomlkit.comment("Karty do rozdania. Każdemu jego kartę pokaże: narrator deal TEN_PLIK."))
        document.add("cards", _array(choices.cards))
    document.add(tomlkit.nl())
    document.add(tomlkit.comment("Gracze w kolejności siedzenia, zgodnie z ruchem wskazówek zegara."))
    document.add("player", _players(choices))
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
