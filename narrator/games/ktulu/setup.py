"""What a setup and a script of Ktulu have of their own: the house rules that tables of it may decide differently."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, cast

from narrator.games.night.script import script, setup
from narrator.games.night.script.setup import Player, rule
from narrator.values import PartOf, dataclass, field

__all__ = ["HouseRules", "Player", "Script", "Setup", "ours"]


@dataclass(frozen=True, kw_only=True)
class _Book:
    """Those that stand above the rules of all games of nights; the defaults are the book's."""

    ship_night: int | None = rule(None, effect="sail")
    searches: int | None = rule(None, steps=("search",), few="faults.no-searches")
    duels_per_day: int = rule(2, steps=("duel",), least=0)
    town_hangs: bool = rule(True, steps=("search", "hang"))
    bandits_kill: bool = rule(False, effect="raid")
    sheriff_zero_night: bool = True
    pastor_zero_night: bool = True
    sheriff_wins_at_once: bool = rule(False, effect="jail")
    jail_stops_poison: bool = rule(False, effect="poison")
    gambler_from_night: int = rule(2, effect="roulette")
    drinks: int = rule(2, effect="drink")
    kali_thefts: int = rule(2, effect="rob-master")
    signals_to_win: int = rule(3, effect="signal")
    hits_to_win: int = rule(3, effect="shoot")
    shot_success: float = rule(0.75, effect="shoot")
    possession_success: float = rule(0.75, effect="possess")
    warrior: Literal["once", "after-takeover"] = "once"
    gambler_stops_on_statue: bool = rule(False, effect="roulette")
    gambler_finds_statue: bool = rule(False, effect="roulette")
    fugitives_search: bool = True


@dataclass(frozen=True, kw_only=True)
class HouseRules(setup.HouseRules, _Book):
    """What tables may decide differently (rules section 9). The defaults are the book's."""

    from_players: dict[str, PartOf[HouseRules]] = field(default_factory=dict)  # type: ignore[assignment]  # its own
    statue_announced: bool = True

    announcing: ClassVar[str] = "statue_announced"
    by_size: ClassVar[Mapping[str, tuple[Any, Any]]] = {"ship_night": (3, 4), "searches": (2, 3)}
    of_clauses: ClassVar[tuple[str, ...]] = ("sheriff_zero_night", "pastor_zero_night", "warrior", "fugitives_search")
    of_steps: ClassVar[Mapping[str, str]] = {"duel": "duels_per_day", "hang": "town_hangs"}


@dataclass(frozen=True, kw_only=True)
class Setup(setup.Setup):
    """A setup of Ktulu."""

    game: str = "ktulu"
    script: str = "ktulu"
    rules: HouseRules = field(default_factory=HouseRules)


Trait = Literal[script.Trait, "refuse-duels", "win-duels", "judge-duels", "evade-audit"]
"""What a card of any game means without a call, and one of Ktulu: by day (R83 to R85), to the tax collector (R23)."""


@dataclass(frozen=True, kw_only=True)
class Role(script.Role):
    """A card of Ktulu."""

    traits: tuple[Trait, ...] = field(default=(), metadata=script.TRAITS)  # type: ignore[assignment]  # it has more


@dataclass(frozen=True, kw_only=True, eq=False)
class Script(script.Script):
    """A script of Ktulu."""

    role: tuple[Role, ...] = ()
    rules: HouseRules = field(default_factory=HouseRules)


def ours(rules: setup.HouseRules) -> HouseRules:
    """The house rules of a table of Ktulu, which has no others."""
    return cast(HouseRules, rules)
