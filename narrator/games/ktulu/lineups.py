"""Line-ups: how many players of each faction a table of each size has, and which cards they get."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.errors import BadData, Problem
from narrator.games import chance
from narrator.texts import message

_SIZES = {
    8: (3, 3, 2, 0),
    9: (4, 3, 2, 0),
    10: (4, 3, 3, 0),
    11: (4, 4, 3, 0),
    12: (5, 4, 3, 0),
    13: (6, 4, 3, 0),
    14: (6, 4, 4, 0),
    15: (7, 4, 4, 0),
    16: (7, 5, 4, 0),
    17: (7, 5, 5, 0),
    18: (6, 4, 5, 3),
    19: (7, 4, 5, 3),
    20: (8, 4, 5, 3),
    21: (8, 4, 6, 3),
    22: (9, 4, 6, 3),
    23: (9, 4, 6, 4),
    24: (10, 4, 6, 4),
    25: (10, 5, 6, 4),
    26: (11, 5, 6, 4),
    27: (11, 5, 7, 4),
    28: (12, 5, 7, 4),
    29: (12, 6, 7, 4),
    30: (13, 6, 7, 4),
}
"""By number of players, how many are town, bandits, Indians and UFOs (8 to 11: as other apps do, not the book)."""

FEWEST, MOST = min(_SIZES), max(_SIZES)
"""The table sizes that have a line-up."""

KEY = ("sheriff", "courtesan", "good-gunslinger", "boss", "bad-gunslinger", "shaman")
"""The roles to take first."""

EXTRA = {"ufos": 3, "luke": 1, "fugitives": 2, "gods": 3}
"""The extra factions and how many players each has, where the table of sizes does not say."""

_MORE = {
    "town": ("mayor", "pastor", "bodyguard", "tax-collector", "insurance-agent", "executioner"),
    "bandits": ("cardsharp",),
    "indians": ("shamaness", "warrior", "lone-coyote", "burning-rage", "spyglass-eye"),
    "ufos": ("great-ufo", "mind-eater", "detector", "green-tentacle", "purple-sucker"),
    "luke": ("lucky-luke",),
    "fugitives": ("kali", "cleaner"),
    "gods": ("kaszabara", "choragiew", "forgotten"),
}
"""More roles, none of them disputed."""

_FIRST = {
    "town": ("sheriff", "courtesan", "good-gunslinger", "drunkard"),
    "bandits": ("boss", "bad-gunslinger", "avenger", "thief"),
    "indians": ("shaman", "chief"),
}
_PLAIN = {"town": "townsman", "bandits": "bandit", "indians": "indian", "ufos": "ufo"}
_LEAST = {"town": 3, "bandits": 2, "indians": 2}
"""The fewest players with which a faction has room for its key roles."""


def sizes(players: int) -> dict[str, int]:
    """How many players each faction has at a table of this size. Raises BadData beyond 8 to 30."""
    if players not in _SIZES:
        words = message("faults.no-line-up", players=players, fewest=FEWEST, most=MOST)
        raise BadData([Problem("--line-up", words)])
    table = dict(zip(("town", "bandits", "indians", "ufos"), _SIZES[players], strict=True))
    return {faction: number for faction, number in table.items() if number}


def suggest(
    players: int, seed: int, extra: Sequence[str] = (), sides: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Suggest cards for this many players: key roles, then traditional ones, others drawn by the seed, plain ones.

    `sides` has the roles that there are, with the faction of each, if they are not all of these. Where a faction has
    too few of them, others take the seats, its own first.

    The `extra` factions take the place of the table's UFOs (unless these are among them) and, if that is not
    enough, seats of the largest factions. Raises BadData where they do not fit.
    """
    cards: list[str] = []
    for faction, number in _with_extra(players, extra).items():
        cards += _cards_of(faction, number, seed, sides)
    cards += [card for card in sides or () if card not in cards][: players - len(cards)]
    if len(cards) < players:
        raise BadData([Problem("--line-up", message("faults.too-few-roles", players=players))])
    return tuple(cards)


def _cards_of(faction: str, number: int, seed: int, sides: Mapping[str, str] | None) -> list[str]:
    """The faction's cards that are taken first, as many as that if there are so many."""
    more = chance.shuffled(seed, _MORE[faction], "line-up", faction)
    wanted = [*_FIRST.get(faction, ()), *more, *[_PLAIN.get(faction, "")] * number]
    if sides is not None:
        known = [card for card in wanted if card in sides]
        wanted = known + [card for card, side in sides.items() if side == faction and card not in known]
    return wanted[:number]


def _with_extra(players: int, extra: Sequence[str]) -> dict[str, int]:
    table = sizes(players)
    if not extra:
        return table
    unknown = [faction for faction in extra if faction not in EXTRA]
    if unknown:
        words = message("faults.no-extra-faction", name=unknown[0])
        raise BadData([Problem("--extra", words, message("faults.known", words=", ".join(EXTRA)))])
    by_table = {"ufos": table.pop("ufos", 0)}
    wanted = {faction: by_table.get(faction) or EXTRA[faction] for faction in EXTRA if faction in extra}
    table["town"] += players - sum(table.values())
    for _ in range(sum(wanted.values())):
        table[_giver(table, players)] -= 1
    return table | wanted


def _giver(table: dict[str, int], players: int) -> str:
    """The largest faction, the town before others, that can spare a player."""
    spare = [faction for faction in table if table[faction] > _LEAST[faction]]
    if not spare:
        raise BadData([Problem("--extra", message("faults.too-few-for-extra", players=players))])
    return max(spare, key=lambda faction: table[faction])
