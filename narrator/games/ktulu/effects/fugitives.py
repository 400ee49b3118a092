"""The fugitives' gold, their escapes, and Kali's master."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue
from narrator.games.ktulu.effects.factions import active_members
from narrator.games.ktulu.effects.thefts import FINDS
from narrator.games.ktulu.sides import FUGITIVES
from narrator.games.night.flow.conditions import condition
from narrator.games.night.flow.effects import CARD, effect
from narrator.games.night.flow.winning import judge, win
from narrator.games.night.script.script import Call
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.marks import Mark
from narrator.games.night.state.state import State


@condition("gold-enough", settled=False, needs=("scrape", "faults.no-call-scrapes"))
def gold_enough(state: State, _call: Call, _role: str) -> bool:
    """Hold if the gold scraped since the last escape pays for one more (R60)."""
    killed = [seat for seat in state.killed_since if state.faction(seat) == FUGITIVES]
    return state.scrapes >= len(killed) + 1


@condition("runner-chosen", settled=False)
def runner_chosen(state: State, _call: Call, _role: str) -> bool:
    """Hold if the fugitives chose who runs tonight (R60a)."""
    return bool(state.marks.left_by("runner", FUGITIVES))


@effect(who="faction", side=FUGITIVES, offer=active_members, marks=(Mark("runner", until="day"),))
def choose_runner(draft: Draft, pick: int) -> None:
    """R60 Choose which active fugitive runs tonight."""
    draft.mark("runner", pick)


@effect(side=FUGITIVES, answer="none", needs="runner-chosen", after="choose-runner")
def run(draft: Draft) -> None:
    """R60a Let the chosen one escape; R60c the last living one wins; R60b else a statue stays with the others."""
    runner = draft.state.marks.left_by("runner", FUGITIVES)[-1]
    draft.emit(e.Escaped(runner))
    if not draft.state.lives(FUGITIVES):
        win(draft, FUGITIVES)
        return
    if draft.state.holder == runner:
        statue.receive(draft, statue.taker(draft))
    judge(draft)


@effect(side=FUGITIVES, answer="none", needs="holds {side}", tells=1, lines={"tell.scrape": ("number",)})
def scrape(draft: Draft) -> None:
    """R64 Scrape one portion of gold off the statue."""
    draft.emit(e.Scraped())
    draft.tell(draft.actors, "tell.scrape", number=draft.state.scrapes)


@effect(announces=True, marks=(Mark("master", until="day"),), tells=1, lines={"tell.master": CARD})
def choose_master(draft: Draft, pick: int) -> None:
    """R62 Make the pick one's master for the night, and learn the card."""
    draft.announce_pick(pick)
    draft.mark("master", pick)
    draft.tell(draft.actors, "tell.master", seat=pick, card=draft.state.card(pick))


@effect(answer="yes-no", needs="master-chosen", after="choose-master", tells=1, lines=FINDS)
def rob_master(draft: Draft, _yes: bool) -> None:  # noqa: FBT001 - an answer
    """R62a Try to steal from one's master of this night."""
    statue.search(draft, draft.state.marks.left_by("master", draft.by)[-1])
