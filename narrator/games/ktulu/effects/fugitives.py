"""The fugitives' gold, their escapes, and Kali's master."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue, wins
from narrator.games.ktulu.draft import Act, active_members
from narrator.games.ktulu.effects.thefts import FINDS
from narrator.games.ktulu.effects.words import CARD, effect
from narrator.games.ktulu.marks import Mark
from narrator.games.ktulu.sides import FUGITIVES


@effect(who="faction", side=FUGITIVES, offer=active_members, marks=(Mark("runner", until="day"),))
def choose_runner(act: Act, pick: int) -> None:
    """R60 Choose which active fugitive runs tonight."""
    act.mark("runner", pick)


@effect(side=FUGITIVES, answer="none", needs="runner-chosen", after="choose-runner")
def run(act: Act) -> None:
    """R60a Let the chosen one escape; R60c the last living one wins; R60b else a statue stays with the others."""
    runner = act.state.marks.left_by("runner", FUGITIVES)[-1]
    act.emit(e.Escaped(runner))
    if not any(act.state.alive(seat) for seat in act.state.members(FUGITIVES)):
        wins.win(act, FUGITIVES)
        return
    if act.state.holder == runner:
        statue.receive(act, statue.taker(act))
    wins.judge_survivors(act)


@effect(side=FUGITIVES, answer="none", needs="holds {side}", tells=1, lines={"tell.scrape": ("number",)})
def scrape(act: Act) -> None:
    """R64 Scrape one portion of gold off the statue."""
    act.emit(e.Scraped())
    act.tell(act.actors, "tell.scrape", number=act.state.scrapes)


@effect(announces=True, marks=(Mark("master", until="day"),), tells=1, lines={"tell.master": CARD})
def choose_master(act: Act, pick: int) -> None:
    """R62 Make the pick one's master for the night, and learn the card."""
    act.announce_pick(pick)
    act.mark("master", pick)
    act.tell(act.actors, "tell.master", seat=pick, card=act.state.card(pick))


@effect(answer="yes-no", needs="master-chosen", after="choose-master", tells=1, lines=FINDS)
def rob_master(act: Act, _yes: bool) -> None:  # noqa: FBT001 - an answer
    """R62a Try to steal from one's master of this night."""
    statue.search(act, act.state.marks.left_by("master", act.by)[-1])
