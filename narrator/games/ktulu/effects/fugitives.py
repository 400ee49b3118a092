"""The fugitives' gold, their escapes, and Kali's master."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue, wins
from narrator.games.ktulu.draft import Act, active_members
from narrator.games.ktulu.effects.words import effect


@effect(offer=active_members)
def choose_runner(act: Act, pick: int) -> None:
    """R60 Choose which active fugitive runs tonight."""
    act.emit(e.RunnerChosen(pick))


@effect()
def run(act: Act) -> None:
    """R60a Let the chosen one escape; R60c the last living one wins; R60b else a statue stays with the others."""
    runner = act.state.runner
    act.emit(e.Escaped(runner))
    if not any(act.state.alive(seat) for seat in act.state.members("fugitives")):
        wins.win(act, "fugitives")
        return
    if act.state.holder == runner:
        statue.receive(act, statue.taker(act))
    wins.judge_survivors(act)


@effect(tells=1)
def scrape(act: Act) -> None:
    """R64 Scrape one portion of gold off the statue."""
    act.emit(e.Scraped())
    act.tell(act.actors, "tell.scrape", number=act.state.scrapes)


@effect(tells=1)
def choose_master(act: Act, pick: int) -> None:
    """R62 Make the pick Kali's master of the night and show him the card."""
    act.announce_pick(pick)
    act.emit(e.MasterChosen(pick))
    act.tell(act.actors, "tell.master", seat=pick, card=act.state.card(pick))


@effect(tells=1)
def rob_master(act: Act, _yes: bool) -> None:  # noqa: FBT001 - an answer
    """R62a Try to steal from this night's master."""
    statue.search(act, act.state.master)
