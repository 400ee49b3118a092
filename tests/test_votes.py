"""How a day's votes are weighed by the words of a script, and where else these words stand (D93)."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.cues import Ask
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.night.events.day import Condemned
from narrator.games.night.flow.votes import standing, vote_of
from narrator.games.night.loading import shipped_script
from narrator.games.night.printed.printing import sheet_of
from narrator.games.night.script.script import Script, Vote
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.scripted.package import ScriptedPackage
from narrator.games.table import Table
from narrator.values import replace

from tests.polish import KTULU
from tests.scenario import Night, Playing, Scenario, own_variant

WORDS = get_type_hints(Vote)
votes = st.builds(
    Vote,
    rounds=st.integers(1, 3),
    tie=st.sampled_from(get_args(WORDS["tie"])),
    majority=st.sampled_from(get_args(WORDS["majority"])),
    abstain=st.booleans(),
)
ballots = st.dictionaries(st.integers(1, 9), st.integers(0, 9), min_size=1, max_size=6)


@given(vote=votes, counts=ballots, places=st.integers(1, 3), more=st.integers(0, 5))
def test_nobody_is_elected_before_somebody_with_more_votes(
    vote: Vote, counts: dict[int, int], places: int, more: int
) -> None:
    found = standing(vote, counts, places=places, each=1, voters=sum(counts.values()) + more)
    left = counts.keys() - {*found.elected}
    assert len(found.elected) <= places
    assert not {*found.elected} & {*found.tied, *found.again}
    assert len({counts[seat] for seat in found.tied}) <= 1
    assert all(counts[seat] > counts[other] for seat in found.elected for other in found.tied)
    if len(found.elected) < places and not found.tied and vote.majority == "most":
        assert all(vote.abstain and not counts[seat] for seat in left) or not sum(counts.values()) + more
    if len(found.elected) == places:
        assert all(counts[seat] >= counts[other] for seat in found.elected for other in left)


@given(vote=votes, counts=ballots, more=st.integers(0, 5))
def test_a_majority_is_more_than_half(vote: Vote, counts: dict[int, int], more: int) -> None:
    given_, voters = sum(counts.values()), sum(counts.values()) + more
    half = {"most": 0, "of-votes": given_ / 2, "of-living": voters / 2}[vote.majority]
    found = standing(vote, counts, places=1, each=1, voters=voters)
    if vote.majority != "most":
        assert all(counts[seat] > half for seat in found.elected)
        assert all(counts[seat] == half for seat in found.tied)
        first = [seat for seat in counts if counts[seat] > half]
        assert [*found.elected] == first


def test_what_a_script_does_not_say_is_as_in_the_book() -> None:
    ktulu = shipped_script()
    assert vote_of(ktulu, "hang") == Vote()
    assert vote_of(ktulu, "search") == Vote(rounds=2)
    assert vote_of(ktulu, "duel") == Vote(tie="all", abstain=True)
    assert vote_of(shipped_script("werewolf"), "hang") == Vote()


# ---- On paper ----

WORDS_ON_PAPER: list[tuple[str, str]] = [
    ("rounds = 3", "głosowań najwyżej 3. Remis w ostatnim głosowaniu: nikt z remisujących."),
    ('tie = "all"', "Nikt się nie wstrzymuje. Remis: wszyscy remisujący."),
    ('tie = "lot"', "Remis: ciągnijcie losy."),
    ('tie = "decide"', "Remis: rozstrzyga osoba, którą do tego wybraliście."),
    ('tie = "decide"\ndecides = "mayor"', "Remis: rozstrzyga karta Burmistrz, jeśli leży odkryta"),
    ('majority = "of-votes"', "Trzeba ponad połowy oddanych głosów."),
    ('majority = "of-living"', "Trzeba ponad połowy wszystkich, którzy mogą głosować."),
    ("abstain = true", "Wolno się wstrzymać; jeśli zrobią to wszyscy, to nikt."),
]


def on_paper(script: Script, about: str) -> str:
    setup = setup_with(("boss", "bandit", "mayor", "townsman", "sheriff"))
    day = sheet_of(Table(KtuluPackage(), setup, script, []), 3, KTULU).day
    return next(rule for rule in day.rules if rule.startswith(about))


@pytest.mark.parametrize(("words", "printed"), WORDS_ON_PAPER)
def test_the_sheet_says_how_a_step_is_voted_on(words: str, printed: str) -> None:
    script = own_variant(f'format = 1\nextends = "ktulu"\n\n[day.vote.hang]\n{words}\n')
    assert printed in on_paper(script, "Wieszanie")
    hanging = on_paper(script, "Wieszanie")
    assert ("oskarżony sam" in hanging) == any(word in words for word in ("majority", '"all"'))
    assert printed not in on_paper(script, "Pojedynki") or "jeśli zrobią to wszyscy" in printed


def test_where_everybody_has_several_votes_a_majority_is_one_of_people() -> None:
    """Each of four has two votes: three for somebody are more than half of the people, not of the votes."""
    vote = Vote(majority="of-votes")
    assert standing(vote, {1: 3, 2: 2, 3: 2, 4: 1}, places=2, each=2, voters=4).elected == (1,)
    script = own_variant('format = 1\nextends = "ktulu"\n\n[day.vote.search]\nmajority = "of-votes"\n')
    assert "Trzeba głosów ponad połowy głosujących." in on_paper(script, "Przeszukanie")


def test_the_books_votes_are_on_paper() -> None:
    assert "Remis: wszyscy remisujący." in on_paper(shipped_script(), "Pojedynki")
    assert "Remis w ostatnim głosowaniu: nikt z remisujących." in on_paper(shipped_script(), "Przeszukanie")


VILLAGE = (*["villager"] * 6, *["werewolf"] * 2)
FALLEN = [
    ((4, 4), False),
    ((3, 3, 2), False),
    ((3, 3), True),
    ((5, 3), False),
    ((4, 2), True),
    ((5, 1), True),
    ((4,), False),
]
"""Votes for people who are accused in a village of eight; and whether somebody must have abstained."""


@pytest.mark.parametrize("tie", get_args(WORDS["tie"]))
@pytest.mark.parametrize("majority", get_args(WORDS["majority"]))
@pytest.mark.parametrize("abstain", [False, True])
def test_the_sheet_says_what_comes_of_a_vote(tie: str, majority: str, abstain: bool) -> None:
    own = f'tie = "{tie}"\nmajority = "{majority}"\nabstain = {str(abstain).lower()}\n'
    variant = f'format = 1\nextends = "werewolf"\n\n[day.from]\nhang = 1\n\n[day.vote.hang]\n{own}'
    setup, script = setup_with(VILLAGE, game="night", script="werewolf"), own_variant(variant)
    day = sheet_of(Table(ScriptedPackage(), setup, script, []), 3, KTULU).day
    (paper,) = (rule for rule in day.rules if rule.startswith("Wieszanie"))
    for counts, free in FALLEN:
        if free <= abstain:
            assert came_of(variant, counts, abstain=abstain) in by_paper(paper, counts), (paper, counts)


def came_of(variant: str, counts: tuple[int, ...], *, abstain: bool) -> tuple[int, ...] | str:
    """What the game makes of these votes on the players 1, 2 and so on: who is to hang, or that somebody decides."""
    said, alone = [str(count) for count in counts], len(counts) == 1
    against = [str(8 - counts[0])] if alone and abstain and "of-living" not in variant else []
    votes = [*said, *against] if alone or abstain else said[:-1]  # nobody is asked for the votes that are left
    accused = ",".join(str(seat) for seat, _ in enumerate(counts, 1))
    night = Night(day=(("hang-vote", accused, *votes),))
    playing = Playing(Scenario(law="", ids=(), seats=VILLAGE, variant=variant, night=(night,)))
    for cue in playing._cues():
        if isinstance(cue, Ask) and cue.at.call == "day.tie":
            return "decide"
    return next(event.seats for _, event in playing.steps if isinstance(event, Condemned))


def by_paper(paper: str, counts: tuple[int, ...]) -> list[tuple[int, ...] | str]:
    """All that may come of these votes, by what the sheet says in so many words."""
    of_votes, of_living = "ponad połowy oddanych głosów" in paper, "ponad połowy wszystkich" in paper
    against = (8 - counts[0],) if len(counts) == 1 else ()
    half = (sum((*counts, *against)) if of_votes else 8 if of_living else 0) / 2
    tied = tuple(seat for seat, count in enumerate(counts, 1) if count == max((*counts, *against)))
    if len((*tied, *against)) == 1:
        return [tied if counts[tied[0] - 1] > half else ()]
    if against and "Połowa głosów nie wiesza nikogo, kto jest oskarżony sam" in paper:
        return [()]
    if "Remis liczy się tylko" in paper and max(counts) < half:
        return [()]
    ways: dict[str, list[tuple[int, ...] | str]] = {
        "nikt z remisujących": [()],
        "wszyscy remisujący": [tied],
        "ciągnijcie losy": [*((seat,) for seat in tied), *[()] * len(against)],
        "rozstrzyga osoba": ["decide"],
    }
    return next(came for way, came in ways.items() if f"Remis: {way}" in paper)


# ---- In a variant ----


@pytest.mark.parametrize("steps", ['["timer", "declare"]', '["timer"]'])
def test_what_the_base_says_of_a_step_goes_with_it(steps: str) -> None:
    script = own_variant(f'format = 1\nextends = "werewolf"\n\n[day]\nsteps = {steps}\n')
    assert (script.day.first, script.day.vote) == ({}, {})


def test_a_variant_changes_single_words_of_a_vote() -> None:
    base = shipped_script("werewolf")
    script = own_variant('format = 1\nextends = "werewolf"\n\n[day.vote.hang]\ntie = "all"\n')
    changed: dict[str, Any] = {**base.day.vote["hang"], "tie": "all"}
    assert script.day.vote == {"hang": changed}
    assert vote_of(script, "hang") == replace(vote_of(base, "hang"), tie="all")
