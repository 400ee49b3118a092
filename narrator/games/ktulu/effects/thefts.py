"""Powers that move the statue by hand: searches, thefts, planting, trailing."""

from __future__ import annotations

from narrator.games.ktulu import outcomes, statue
from narrator.games.ktulu.draft import Draft
from narrator.games.ktulu.effects.register import PERSON, effect
from narrator.games.ktulu.marks import Mark
from narrator.games.ktulu.sides import LUKE

FINDS = {"tell.found": PERSON, "tell.not-found": PERSON}
"""The lines of every search and theft."""


@effect(announces=True, tells=1, lines=FINDS)
def search(draft: Draft, pick: int) -> None:
    """R11 Search the pick, or steal from them; a statue that is there goes to the searching faction or thief."""
    draft.announce_pick(pick)
    statue.search(draft, pick)


@effect(announces=True, kills="tonight", tells=1, lines=FINDS)
def raid(draft: Draft, pick: int) -> None:
    """R30 The bandits' search; by the house rule `bandits_kill` the searched player dies too."""
    search(draft, pick)
    if draft.state.rules.bandits_kill and not draft.state.winner:
        outcomes.kill(draft, pick)


@effect(who="role", marks=(Mark("trail", until="own-call"),))
def trail(draft: Draft, pick: int) -> None:
    """R51 Trail the pick until one's next turn: whatever statue they receive comes to who trails them (R16)."""
    draft.mark("trail", pick)


@effect(who="role", needs="holder-is {who}")
def plant(draft: Draft, pick: int) -> None:
    """R36a Plant the statue on the pick, who counts as its holder and does not know (R36b)."""
    if draft.state.alive(pick):
        statue.move_silently(draft, pick, planted=True)


@effect(who="role", answer="yes-no", needs="planted-last-night", besides="plant")
def reclaim(draft: Draft, _yes: bool) -> None:  # noqa: FBT001 - an answer
    """R36c Take the statue back from where one planted it the night before."""
    statue.move_silently(draft, draft.actors[0], planted=False)


@effect(who="role", side=LUKE, answer="none", needs="holder-is {who}")
def ride(draft: Draft) -> None:
    """R50 Ride off with the statue: Luke wins."""
    outcomes.win(draft, LUKE)
