"""Powers that move the statue by hand: searches, thefts, planting, trailing, and those that put to sleep besides."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue
from narrator.games.ktulu.setup import ours
from narrator.games.ktulu.sides import LUKE, TOWN
from narrator.games.night.effects import SLEEP
from narrator.games.night.flow import deaths
from narrator.games.night.flow.effects import PERSON, effect, follow_up
from narrator.games.night.flow.winning import win
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.marks import Mark

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
    if ours(draft.state.rules).bandits_kill and not draft.state.winner:
        deaths.kill(draft, pick)


_either = effect(
    announces=True,
    kills="tonight",
    asks=("yes-no",),
    tells=1,
    lines=FINDS,
    own={"then": "the second question, whether they kill"},
)
"""A search and a kill in one call, in which it is asked after the pick whether that player dies (D76)."""


@_either
def raid_may_kill(draft: Draft, pick: int) -> None:
    """Search the pick, and see what is there; then they say whether that player dies too."""
    _picked(draft, pick)
    statue.look(draft, pick)
    draft.ask("kill-too", "yes-no", to=draft.actors, line=f"{draft.call.id}.then", about=pick)


@follow_up
def kill_too(draft: Draft, answer: str, about: int) -> None:
    """End the search: all hear of a statue only now, when nothing more is asked; then the searched player may die."""
    statue.take(draft, about)
    if answer == "yes" and not draft.state.winner:
        deaths.kill(draft, about)


@_either
def raid_or_kill(draft: Draft, pick: int) -> None:
    """Pick somebody; then they say whether that player dies, and else search them."""
    _picked(draft, pick)
    draft.ask("kill-instead", "yes-no", to=draft.actors, line=f"{draft.call.id}.then", about=pick, final=True)


@follow_up
def kill_instead(draft: Draft, answer: str, about: int) -> None:
    """Kill the pick, or search them."""
    if answer == "yes":
        deaths.kill(draft, about)
    else:
        statue.search(draft, about)


def _picked(draft: Draft, pick: int) -> None:
    """Say aloud who was picked, if that is public; all have heard then that more is asked, which has its own time."""
    draft.announce_pick(pick)
    if draft.announced and draft.state.secret:
        draft.emit(e.Waited(tells=1, asks=("yes-no",)))


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
    win(draft, LUKE)


@effect(announces=True, marks=(Mark("jail", until="day", idle="jailed", safe=True),), tells=1, lines=FINDS)
def jail(draft: Draft, pick: int) -> None:
    """R20 Jail the pick: safe and asleep tonight; the sheriff takes a statue that is there."""
    draft.announce_pick(pick)
    draft.mark("jail", pick)
    if _wins_at_once(draft, pick):
        statue.move_openly(draft, draft.actors[0])
        win(draft, TOWN)
    else:
        statue.search(draft, pick)


def _wins_at_once(draft: Draft, pick: int) -> bool:
    """Whether by the house rule the town wins with this jail (D14)."""
    state = draft.state
    found = state.holder == pick and state.alive(pick)
    return found and ours(state.rules).sheriff_wins_at_once and state.faction(draft.actors[0]) == TOWN


@effect(announces=True, own={"won": "a won statue"}, marks=(SLEEP,), tells=1, lines=FINDS)
def play_cards(draft: Draft, pick: int) -> None:
    """R38 Play the pick: asleep tonight, and a statue that is there is won; then its loser is not named (R100)."""
    if draft.announced and draft.state.alive(pick) and draft.state.holder == pick:
        draft.announce(f"{draft.call.id}.won")
    else:
        draft.announce_pick(pick)
    draft.mark("sleep", pick)
    statue.search(draft, pick)
