"""Powers that move the statue by hand: searches, thefts, planting, trailing."""

from __future__ import annotations

from narrator.games.ktulu import deaths, statue, wins
from narrator.games.ktulu.draft import Act
from narrator.games.ktulu.effects.words import PERSON, effect
from narrator.games.ktulu.marks import Mark
from narrator.games.ktulu.sides import LUKE

FINDS = {"tell.found": PERSON, "tell.not-found": PERSON}
"""The lines of every search and theft."""


@effect(announces=True, tells=1, lines=FINDS)
def search(act: Act, pick: int) -> None:
    """R11 Search the pick, or steal from them; a statue that is there goes to the searching faction or thief."""
    act.announce_pick(pick)
    statue.search(act, pick)


@effect(announces=True, tells=1, lines=FINDS)
def raid(act: Act, pick: int) -> None:
    """R30 The bandits' search; by the house rule `bandits_kill` the searched player dies too."""
    search(act, pick)
    if act.state.rules.bandits_kill and not act.state.winner:
        deaths.kill(act, pick)


@effect(who="role", marks=(Mark("trail", until="own-call"),))
def trail(act: Act, pick: int) -> None:
    """R51 Trail the pick until one's next turn: whatever statue they receive comes to who trails them (R16)."""
    act.mark("trail", pick)


@effect(who="role", needs="holder-is {who}")
def plant(act: Act, pick: int) -> None:
    """R36a Plant the statue on the pick, who counts as its holder and does not know (R36b)."""
    if act.state.alive(pick):
        statue.move_silently(act, pick, planted=True)


@effect(who="role", answer="yes-no", needs="planted-last-night", besides="plant")
def reclaim(act: Act, _yes: bool) -> None:  # noqa: FBT001 - an answer
    """R36c Take the statue back from where one planted it the night before."""
    statue.move_silently(act, act.actors[0], planted=False)


@effect(who="role", side=LUKE, answer="none", needs="holder-is {who}")
def ride(act: Act) -> None:
    """R50 Ride off with the statue: Luke wins."""
    wins.win(act, LUKE)
