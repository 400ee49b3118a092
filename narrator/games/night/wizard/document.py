"""Write a setup as TOML that explains itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.items import Array

from narrator.games.night.loading import title_of
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import NEVER_OPEN
from narrator.games.night.wizard.questions import word


def document_of(kept: Mapping[str, Any], script: Script) -> TOMLDocument:
    """Make the setup file of what was answered: the keys with their meaning, the cards, the players in seat order.

    `given` are the players' cards in seat order, or None if they are to be dealt; `rules` those not the script's.
    """
    document, name, dealt = tomlkit.document(), kept.get("script", kept["root"]), kept["deal"] == "table"
    policy = "masked" if kept["answers"] in NEVER_OPEN else kept["policy"]
    called = f"{script.meta.name} ({title_of(script)})" if script.meta.name else title_of(script)
    document.add(tomlkit.comment(word("wizard.comments.table", game=called)))
    document.add(tomlkit.nl())
    document.add("format", tomlkit.item(1))
    document.add("game", tomlkit.item(script.game))
    if name != script.game:
        meaning = word("wizard.comments.script", name=script.meta.name or title_of(script))
        document.add("script", tomlkit.item(name).comment(meaning))
    document.add("language", tomlkit.item(script.language).comment(word("wizard.comments.language")))
    for key in ("names", "policy", "answers", *(["deal"] if dealt else [])):
        value = policy if key == "policy" else kept[key]
        document.add(
            key, tomlkit.item(value).comment(word(f"wizard.comments.{key}", known=", ".join(script.vocabulary)))
        )
    if kept["given"] is None:
        document.add(tomlkit.nl())
        document.add(tomlkit.comment(word("wizard.comments.deck" if dealt else "wizard.comments.cards")))
        document.add("cards", _array(kept["cards"]))
    document.add(tomlkit.nl())
    document.add(tomlkit.comment(word("wizard.comments.players")))
    given = [{"card": card} for card in kept["given"] or ()] or [{}] * len(kept["players"])
    players = [{"name": name, **card} for name, card in zip(kept["players"], given, strict=True)]
    document.add("player", tomlkit.item(players))
    if kept.get("rules"):
        rules = tomlkit.table()
        for key, value in kept["rules"].items():
            rules.add(key, list(value) if isinstance(value, tuple) else value)
        rules.comment(word("wizard.comments.rules" if name == kept["root"] else "wizard.comments.rules-variant"))
        document.add("rules", rules)
    return document


def _array(cards: Sequence[str]) -> Array:
    array = tomlkit.array()
    array.extend(cards)
    return array.multiline(multiline=True)
