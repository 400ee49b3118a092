"""Find what is wrong with the words by which a script says how a day's steps are voted on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from narrator.errors import Problem, fault, unknown, write
from narrator.games.night.flow import own_rules
from narrator.games.night.flow.steps import DAY_STEPS
from narrator.games.night.flow.votes import vote_of
from narrator.games.night.proofreading.setups import deciding_roles
from narrator.games.night.script.script import Role, Script, Vote


def proofread_votes(script: Script, place: str) -> Iterator[Problem]:
    """Find votes of no step, those of which nothing comes, and lines that they lack."""
    there, today = own_rules.known(DAY_STEPS, script, lambda one: one.offered), own_rules.day_of(script).steps
    voted = [name for name, one in there.items() if one.vote and name in today]
    for step, own in script.day.vote.items():
        if not own:
            continue
        where = f"{place}: day: vote[{step}]"
        if step not in voted:
            key = "faults.no-vote" if step in today else "faults.no-step-of-this-day"
            yield unknown(where, key, step, voted)
            continue
        if own.get("rounds", 1) < 1:
            yield fault(f"{where}: rounds", "faults.too-little", value=own["rounds"], least=1)
        yield from _deciding(script, vote_of(script, step), where)
        for line in _lines(own):
            if line in there[step].spare and line not in script.wordings:
                yield fault(where, "faults.line-missing", line=line)


def _deciding(script: Script, vote: Vote, where: str) -> Iterator[Problem]:
    """A role that decides ties is there, is asked, and can lie open while its player lives."""
    role = script.roles.get(vote.decides)
    if vote.decides and vote.tie != "decide":
        yield fault(f"{where}: decides", "faults.decides-no-tie", write('tie = "decide"'))
    elif vote.decides and role is None:
        yield unknown(f"{where}: decides", "faults.no-role", vote.decides, script.roles)
    elif role and not _may_lie_open(script, role):
        yield fault(f"{where}: decides", "faults.decides-unseen", name=role.id)


def _may_lie_open(script: Script, role: Role) -> bool:
    shows = "show-card" in role.traits and "reveal" in own_rules.day_of(script).steps
    return shows or role.id in deciding_roles(script)  # whose card all see when it is used


def _lines(own: Mapping[str, Any]) -> Iterator[str]:
    """The lines that these words take."""
    majority = own.get("majority", "most")
    if own.get("rounds", 1) > 1:
        yield "day.revote"
        yield from ["day.second-round"] * (majority != "most")
    if own.get("abstain"):
        yield "day.ballot-free"
        yield from ["ask.day.hang-for", "ask.day.hang-against"] * (majority != "of-living")
    yield from {"lot": ["day.lot"], "decide": ["ask.day.tie"]}.get(own.get("tie", ""), [])
