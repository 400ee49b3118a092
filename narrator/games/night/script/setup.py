"""Tonight's setup: who sits where with which card, the house rules, and how the narrator behaves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from types import NoneType
from typing import Any, ClassVar, Literal, get_args, get_type_hints

from narrator.games import table
from narrator.values import PartOf, dataclass, field, fields, replace

Policy = Literal["masked", "private", "open"]
NEVER_OPEN = ("counting", "phones")
"""The ways to answer that have their place in secret calls alone: with them no night is open."""

Shown = Literal["card", "faction", "nothing"]
"""What all see of somebody who is out (R6, D78)."""


@dataclass(frozen=True, kw_only=True)
class Player(table.Player):
    """Somebody in the circle; `card` is None if it is to be dealt."""

    card: str | None = None


def rule(
    default: Any, *, effect: str = "", steps: tuple[str, ...] = (), least: int = 1, few: str = "faults.too-little"
) -> Any:
    """A house rule about one effect alone, or these steps of a day; a number is this at least, else told `few`."""
    return field(default=default, metadata={"effect": effect, "steps": steps, "least": least, "few": few})


@dataclass(frozen=True, kw_only=True)
class HouseRules:
    """What tables of any game of nights may decide differently; a game with more has a kind of its own."""

    self_target: tuple[str, ...] = ()
    no_self_target: tuple[str, ...] = ()
    dead: Shown = "card"
    from_players: dict[str, PartOf[HouseRules]] = field(default_factory=dict)
    """By a number of players: the rules that are otherwise from that number on."""

    announcing: ClassVar[str] = ""
    """The one by which all hear who has what all fight for; without one they do."""
    by_size: ClassVar[Mapping[str, tuple[Any, Any]]] = {}
    """The rules that depend on the number of players where none is set: with few, and with `MANY`."""
    of_clauses: ClassVar[tuple[str, ...]] = ()
    """Those that matter only where a call's condition names them."""
    of_steps: ClassVar[Mapping[str, str]] = {}
    """By a step of the day, the one without which it never comes."""

    @classmethod
    @cache
    def single(cls) -> dict[str, Mapping[str, Any]]:
        """The single rules, by name, each with what it is about, if that is one effect or steps of a day."""
        return {one.name: one.metadata for one in fields(cls) if one.name != "from_players"}

    @classmethod
    @cache
    def kinds(cls) -> dict[str, Any]:
        """The type of each rule."""
        return get_type_hints(cls)

    @classmethod
    @cache
    def of_kind(cls, kind: type) -> list[str]:
        """The rules of this type, or none: int or float, which is a probability."""
        kinds = ((name, cls.kinds()[name]) for name in cls.single())
        return [name for name, one in kinds if {kind} == {*(get_args(one) or (one,))} - {NoneType}]

    @property
    def announced(self) -> bool:
        """Whether all hear who has what all fight for (D79)."""
        return not self.announcing or bool(getattr(self, self.announcing))

    @property
    def may_announce(self) -> bool:
        """Whether they do with some number of players at least."""
        return not self.announcing or self.may_have(self.announcing)

    @property
    def needs_secret_nights(self) -> bool:
        """Whether they keep something from all that the calls of an open night give away (D78, D79)."""
        return self.dead != "card" or not self.announced

    def values(self, rule: str) -> list[Any]:
        """What this rule is, for whatever number of players."""
        return [getattr(self, rule), *(given[rule] for given in self.from_players.values() if rule in given)]

    def may_have(self, rule: str) -> bool:
        """Whether this rule is anything but no or none, for some number of players at least."""
        return any(self.values(rule))

    def number(self, rule: str) -> int:
        """The number that this rule is; 0 if it is none, or one of another game."""
        return int(getattr(self, rule, None) or 0)

    def may_come(self, step: str) -> bool:
        """Whether the step of a day comes at all, with some number of players at least."""
        return step not in self.of_steps or self.may_have(self.of_steps[step])


@dataclass(frozen=True, kw_only=True)
class Setup(table.Setup):
    """A setup file. Give every player a card, or list as many `cards` to be dealt at random."""

    format: int = 1
    game: str = "night"
    script: str = ""
    language: str = "pl"
    names: str = "gentle"
    policy: Policy = "masked"
    answers: table.Answerers = "moderator"
    dice: Literal["engine", "table"] = "engine"
    deal: Literal["engine", "table"] = "engine"
    voice: str = ""
    known: bool = False
    seed: int | None = None
    player: tuple[Player, ...] = ()
    cards: tuple[str, ...] = ()
    rules: HouseRules = field(default_factory=HouseRules)

    @property
    def in_play(self) -> tuple[str, ...]:
        """The cards of tonight, no matter who gets them: the players' own, or those to be dealt."""
        return self.cards or tuple(player.card for player in self.player if player.card)

    @cached_property
    def by_name(self) -> bool:
        """Whether a name is enough to know who is meant: everybody has one, and no first name is shared."""
        first = [player.name.casefold().split()[0] for player in self.player if player.name.strip()]
        numbered = any(re.fullmatch(rf"[^\W\d]+ {seat}", self.player[seat - 1].name) for seat in self.people)
        return len({*first}) == len(first) == len(self.player) and not numbered

    @property
    def with_nights(self) -> bool:
        """Always: those who are called wake, and all others have closed eyes."""
        return True

    def with_phones(self) -> Setup:
        """The setup in which players answer by phone, in secret calls alone: an open night is masked."""
        return replace(self, answers="phones", policy="masked" if self.policy == "open" else self.policy)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The cards that the seed deals; none where people deal their own deck."""
        return () if self.deal == "table" else self.cards

    @property
    def given(self) -> tuple[str, ...]:
        """The card of each player, where the setup names them all."""
        cards = tuple(player.card for player in self.player if player.card)
        return cards if len(cards) == len(self.player) and self.deal != "table" else ()

    def with_own_deck(self) -> Setup | None:
        """The setup with a real deck, whose cards a moderator enters; None if there is nothing to deal."""
        return replace(self, deal="table", answers="moderator") if self.cards else None

    def rematch(self) -> Setup:
        """The setup of another game with the same people, among whom the same cards are dealt anew."""
        players = tuple(replace(player, card=None) for player in self.player)
        return replace(self, player=players, cards=self.in_play, seed=None, known=True)


FEWEST, MOST = 3, 60
"""Players at least, and at most."""

MANY = 17
"""From this number of players dealt in on some rules are otherwise by themselves (`HouseRules.by_size`)."""


def in_force(rules: HouseRules, players: int) -> HouseRules:
    """The rules for this number of players dealt in, with the defaults that depend on them."""
    for least in sorted(rules.from_players, key=int):
        if int(least) <= players:
            rules = replace(rules, **rules.from_players[least])
    usual: dict[str, Any] = {
        rule: getattr(rules, rule) or both[players >= MANY] for rule, both in rules.by_size.items()
    }
    return replace(rules, **usual, from_players={})


def with_own(rules: HouseRules, own: Mapping[str, Any]) -> HouseRules:
    """The rules with a table's own over them."""
    rows, left = own.get("from_players", {}), rows_below(rules.from_players, own)
    both = {least: PartOf[HouseRules]({**left.get(least, {}), **rows.get(least, {})}) for least in (*left, *rows)}
    return replace(rules, **{**own, "from_players": both})


def rows_below(by_players: Mapping[str, Mapping[str, Any]], own: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What is left of rules that depend on the number of players where a table's or a variant's own stand over them.

    What is named there for any number goes, and from the first row on that names it.
    """
    first, rows = dict.fromkeys(own, 0), own.get("from_players")
    for least, row in rows.items() if isinstance(rows, dict) else ():
        for rule in row if isinstance(row, dict) and least.isdecimal() else ():
            first[rule] = min(first.get(rule, int(least)), int(least))
    left = {
        least: {rule: value for rule, value in row.items() if rule not in first or int(least) < first[rule]}
        for least, row in by_players.items()
    }
    return {least: row for least, row in left.items() if row}
