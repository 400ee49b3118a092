"""Line-ups: which cards are suggested for a table of each size, by what a script says of its factions and roles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.errors import BadData, Problem, fault
from narrator.games import chance
from narrator.texts import message
from narrator.values import dataclass, field


@dataclass(frozen=True, kw_only=True)
class LineUps:
    """What a script says of its line-ups.

    rest    the faction that has all other players
    sizes   by a number of players: how many of each faction there are from that number on, until a later row names it
    most    the largest table that has a line-up
    key     the roles to take first
    extra   factions that may be added, and how many players each has where no size says it
    first   by faction, the roles that are always taken, highest first
    more    by faction, roles some of which are drawn
    drawn   by faction, the fewest players with whom some of `more` are; smaller tables have plain cards there
    plain   by faction, the card that any number of players may have
    least   by faction, the fewest players with which it has room for its key roles
    """

    rest: str = ""
    sizes: dict[str, dict[str, int]] = field(default_factory=dict)
    most: int = 0
    key: tuple[str, ...] = ()
    extra: dict[str, int] = field(default_factory=dict)
    first: dict[str, tuple[str, ...]] = field(default_factory=dict)
    more: dict[str, tuple[str, ...]] = field(default_factory=dict)
    drawn: dict[str, int] = field(default_factory=dict)
    plain: dict[str, str] = field(default_factory=dict)
    least: dict[str, int] = field(default_factory=dict)

    @property
    def fewest(self) -> int:
        """The smallest table that has a line-up."""
        return min(map(int, self.sizes), default=0)

    def sizes_for(self, players: int) -> dict[str, int]:
        """How many players each faction has at a table of this size. Raises BadData beyond `fewest` and `most`."""
        if not self.fewest <= players <= self.most:
            words = message("faults.no-line-up", players=players, fewest=self.fewest, most=self.most)
            raise BadData([Problem("--line-up", words)])
        sizes = self.row_for(players)
        table = {self.rest: players - sum(sizes.values()), **sizes}
        return {faction: number for faction, number in table.items() if number}

    def row_for(self, players: int) -> dict[str, int]:
        """How many each faction but the rest has: what the last row says that names it and is for this number."""
        rows = sorted((int(least), least) for least in self.sizes if least.isdecimal())
        named = [self.sizes[key] for least, key in rows if least <= players]
        return {faction: number for row in named for faction, number in row.items() if faction != self.rest}

    def suggest(
        self, players: int, seed: int, extra: Sequence[str] = (), sides: Mapping[str, str] | None = None
    ) -> tuple[str, ...]:
        """Suggest cards for these players: key roles, then traditional ones, others drawn by the seed, plain ones.

        `sides` has the roles that there are, with the faction of each, if they are not all of these. Where a faction
        has too few of them, others take the seats, its own first.

        The `extra` factions take the place of those of the table that are extra, too (unless these are among them),
        and, if that is not enough, seats of the largest factions. Raises BadData where they do not fit.
        """
        cards: list[str] = []
        for faction, number in self._with_extra(players, extra).items():
            more = self.more.get(faction, ()) if players >= self.drawn.get(faction, 0) else ()
            drawn = chance.shuffled(seed, more, "line-up", faction)
            cards += self._cards_of(faction, number, drawn, sides)
        cards += [card for card in sides or () if card not in cards][: players - len(cards)]
        if len(cards) < players:
            raise BadData([fault("--line-up", "faults.too-few-roles", players=players)])
        return tuple(cards)

    def _cards_of(
        self, faction: str, number: int, drawn: Sequence[str], sides: Mapping[str, str] | None
    ) -> list[str]:
        """The faction's cards that are taken first, this number if there are as many."""
        first = self.first.get(faction, ())
        drawn = [card for card in drawn if card not in first]
        wanted = [*first, *drawn, *[self.plain.get(faction, "")] * number]
        if sides is not None:
            known = [card for card in wanted if sides.get(card) == faction]
            wanted = known + [card for card, side in sides.items() if side == faction and card not in known]
        return wanted[:number]

    def _with_extra(self, players: int, extra: Sequence[str]) -> dict[str, int]:
        table = self.sizes_for(players)
        if not extra:
            return table
        if absent := [faction for faction in extra if faction not in self.extra]:
            cure = message("faults.known", words=", ".join(self.extra))
            raise BadData([fault("--extra", "faults.no-extra-faction", cure, name=absent[0])])
        by_table = {faction: table.pop(faction) for faction in self.extra if faction in table}
        wanted = {one: by_table.get(one) or number for one, number in self.extra.items() if one in extra}
        table[self.rest] = table.get(self.rest, 0) + players - sum(table.values())
        for _ in range(sum(wanted.values())):
            table[self._giver(table, players)] -= 1
        return table | wanted

    def _giver(self, table: dict[str, int], players: int) -> str:
        """The largest faction, the first before others, that can spare a player."""
        spare = [faction for faction in table if table[faction] > self.least.get(faction, 1)]
        if not spare:
            raise BadData([fault("--extra", "faults.too-few-for-extra", players=players)])
        return max(spare, key=lambda faction: table[faction])
