"""Powers that move the statue by hand: searches, thefts, planting, trailing."""

from __future__ import annotations

from narrator.games.ktulu import deaths, statue, wins
from narrator.games.ktulu import events as e
from narrator.games.ktulu.draft import Act
from narrator.games.ktulu.effects.words import effect


@effect(tells=1)
def search(act: Act, pick: int) -> None:
    """R11 Search the pick, or steal from them; a statue that is there goes to the searching faction or thief."""
    act.announce_pick(pick)
    statue.search(act, pick)


@effect(tells=1)
def raid(act: Act, pick: int) -> None:
    """R30 The bandits' search; by the house rule `bandits_kill` the searched player dies too."""
    search(act, pick)
    if act.state.rules.bandits_kill and not act.state.winner:
        deaths.kill(act, pick)


@effect()
def trail(act: Act, pick: int) -> None:
    """R51 Trail the pick until Luke's next turn: whatever statue they receive goes to Luke (R16)."""
    if act.state.alive(pick):
        act.emit(e.Trailed(pick))


@effect()
def plant(act: Act, pick: int) -> None:
    """R36a Plant the statue on the pick, who counts as its holder and does not know (R36b)."""
    if act.state.alive(pick):
        statue.move_silently(act, pick, planted=True)


@effect()
def reclaim(act: Act, _yes: bool) -> None:  # noqa: FBT001 - an answer
    """R36c Take the statue back from where quiet-foot planted it the night before."""
    statue.move_silently(act, act.actors[0], planted=False)


@effect()
def ride(act: Act) -> None:
    """R50 Luke rides off with the statue and wins."""
    wins.win(act, "luke")
