"""A deck of the table's own, played beside the same cards dealt by the program: all that happens is the same."""

from __future__ import annotations

import json
from dataclasses import replace
from os import environ
from pathlib import Path
from random import Random

import pytest

from narrator.cues import At, End
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.night.events import Asked, Began, CardSeen, Killed, NightBegan
from narrator.games.night.flow.deck import CARD
from narrator.games.night.script.setup import Setup as AnySetup
from narrator.games.night.simulation.evening import answered
from narrator.games.night.simulation.people import People, sensible
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State, Unseen
from narrator.games.night.told.wording import window
from narrator.values import changed

from tests.invariants.gathering import gather
from tests.people import late, lawless, wild
from tests.program import narrator
from tests.scenario import SCRIPT, Night, Playing, Scenario

GAMES = 60
LONGEST = 400
"""Answers of a game at most."""

SAME = (
    *("phase", "night", "place", "dead", "escaped", "gone_tonight", "killed_tonight", "marks", "holder", "planted"),
    *("planter", "believed", "took_over", "uses", "scrapes", "signals", "hits", "shown", "winner", "rule", "policy"),
    "question",
)
"""What must be the same at both tables whenever somebody is asked."""


class Tables:
    """The same people at two tables: at one the program has dealt, at the other a moderator looks at the cards."""

    def __init__(self, number: int) -> None:
        self.chance = Random(f"real deck {number}")
        setup = replace(gather(self.chance, SCRIPT), answers="moderator")
        cards = setup.in_play
        self.dealt = tuple(self.chance.sample(cards, len(cards)))
        self.people: People = self.chance.choice((sensible, late(sensible), wild, lawless))
        self.known, self.open = self._game(setup, "engine"), self._game(setup, "table")
        self.state = self._begin(self.known, number)
        self.hidden = self._looked(self._begin(self.open, number))

    def _game(self, setup: AnySetup, deal: str) -> Ktulu:
        own = deal == "table"
        dealt = zip(setup.player, self.dealt, strict=True)
        players = tuple(Player(name=player.name, card=None if own else card) for player, card in dealt)
        cards = self.dealt if own else ()
        return Ktulu(replace(setup, deal=deal, player=players, cards=cards), SCRIPT)  # type: ignore[arg-type]

    def _begin(self, game: Ktulu, number: int) -> State:
        return game.draft_opening(game.begin(number, quiet=True)).state

    def _looked(self, state: State) -> State:
        """Tell the truth about every card that is asked for."""
        while (asked := state.question) is not None and (asked.key == CARD or asked.card):
            if asked.key == CARD:
                said = self.dealt[asked.about - 1]
            else:
                said = next(one for one in asked.choices if self.dealt[int(one) - 1] == asked.card)
            state = answered(self.open, state, said).state
        return state

    def answer(self) -> bool:
        """Answer the same at both tables; tell whether the game goes on."""
        if self.state.question is None:
            return False
        said = self.people(self.chance, self.state, _without_new_cards(self.state.question))
        drafts: list[Draft] = [answered(game, state, said) for game, state in self._both()]
        self.state, self.hidden = drafts[0].state, self._looked(drafts[1].state)
        return True

    def _both(self) -> tuple[tuple[Ktulu, State], ...]:
        return (self.known, self.state), (self.open, self.hidden)


def _without_new_cards(question: Asked) -> Asked:
    """The question, but for the wish to change cards: then what lies at the tables would be no longer the same."""
    return changed(question, choices=tuple(one for one in question.choices if one != "card"))


def _as_if_known(known: Asked | None, asked: Asked | None) -> Asked | None:
    """The question, but for whom it is put to where nobody has seen the judge's, or the mayor's, card."""
    if known is None or asked is None or asked.to != "moderator" or asked.key not in ("day.verdict", "day.pardon"):
        return asked
    return changed(asked, to=known.to, stage=known.stage)


def differing(one: State, other: State) -> dict[str, tuple[object, object]]:
    """What is not the same at two tables."""
    pairs = {name: (getattr(one, name), getattr(other, name)) for name in SAME}
    pairs["fugitives"] = (_fugitives_killed(one), _fugitives_killed(other))
    pairs["question"] = (one.question, _as_if_known(one.question, other.question))
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def _fugitives_killed(state: State) -> set[int]:
    return {seat for seat in state.killed_since if state.faction(seat) == "fugitives"}


@pytest.mark.parametrize("number", range(GAMES))
def test_the_same_happens_as_if_the_program_had_dealt(number: int) -> None:
    tables = Tables(number)
    for _ in range(LONGEST):
        assert differing(tables.state, tables.hidden) == {}, tables.state.at
        for seat in set(tables.hidden.seats()) - tables.hidden.unseen:
            assert tables.hidden.card(seat) == tables.state.card(seat)
        if not tables.answer():
            break


def test_the_bodies_nobody_has_seen_tell_who_may_live_by_their_number() -> None:
    cards = ("boss", "bandit", "kali", "chief")
    own = Setup(deal="table", cards=cards, player=tuple(Player(name=f"G{seat}") for seat in range(1, 5)))
    begun = Ktulu(own, SCRIPT).begin(1, quiet=True)
    state = Ktulu(own, SCRIPT).fold(begun, Began(1, cards))
    for dead, who, lives in [
        ({1}, "bandits", True),
        ({1, 2, 3}, "bandits", None),
        ({1, 2, 3, 4}, "bandits", False),
        ({4}, "kali", None),
        ({4}, "ufos", False),
        (set[int](), "kali", True),
    ]:
        state.dead, state.strict = frozenset(dead), True
        if lives is None:
            with pytest.raises(Unseen):
                state.lives(who)
        else:
            assert state.lives(who) is lives, (dead, who)


def test_a_fugitive_who_is_known_only_once_dead_makes_the_next_escape_dearer() -> None:
    cards = ("boss", "bandit", "kali", "chief")
    own = Setup(deal="table", cards=cards, player=tuple(Player(name=f"G{seat}") for seat in range(1, 5)))
    game = Ktulu(own, SCRIPT)
    state = game.begin(1, quiet=True)
    for event in (Began(1, cards), NightBegan(1), Killed(1, ""), CardSeen(1, "kali")):
        state = game.fold(state, event)
    assert state.killed_since == {1}
    assert state.cards == ("kali", "bandit", "boss", "chief")


def test_after_a_duel_all_open_their_eyes_before_a_card_is_asked_for() -> None:
    answers = {"bandits.meet": "1", "indians.meet": "5"}
    duel = ("duel", "1", "2", "over", "over", "0", "3", "4", "none")
    night = Night(answers=answers, day=(duel,))
    deck = ("boss", "townsman", "mayor", "doctor", "chief")
    playing = Playing(Scenario(law="", ids=(), seats=deck, deal="table", night=(night,)))
    playing.play()
    happened = [getattr(event, "line", "") for event in playing.heard[0].events]
    assert happened.index("day.revive.end") < happened.index("ask.deck.card") < happened.index("day.died")


@pytest.mark.parametrize("number", range(8))
def test_nobody_is_shown_where_a_card_may_lie_that_nobody_has_seen(number: int) -> None:
    tables = Tables(number)
    for _ in range(LONGEST):
        state = tables.hidden
        moderator = tables.open.view(state, "moderator")
        assert {one.seat for one in moderator.seats if not one.card} == state.unseen
        for audience in ("all", *((seat,) for seat in state.unseen)):
            shown = {one.seat for one in tables.open.view(state, audience).seats if one.card or one.side}  # type: ignore[arg-type]
            assert not shown & state.unseen
        if state.winner:
            end = tables.open.cue(state)
            assert isinstance(end, End)
            assert {seat for seat, card in enumerate(end.data["cards"], 1) if not card} == state.unseen
        if not tables.answer():
            break


def test_calls_last_longer_by_the_number_of_the_night_alone() -> None:
    tables = Tables(1)
    call = next(call for call, _ in tables.state.seating.dealt.calls["zero"])
    for night, longer in ((0, 10.0), (1, 4.0), (2, 4.0)):
        tables.state.night = tables.hidden.night = night
        for unseen in (tables.hidden.unseen, frozenset[int]()):
            tables.hidden.unseen = unseen
            at = At(call=call.id, phase="zero")
            lasts = [window(state, at, "") for state in (tables.state, tables.hidden)]
            assert lasts[1] - lasts[0] == pytest.approx(longer)


class Silent(Playing):
    """A moderator who never says in time which card it is."""

    def _look(self) -> None:
        self._take("time" if self.state.windowed else self.scenario.seats[self.state.question.about - 1])  # type: ignore[union-attr]


def test_what_nobody_says_in_time_counts_as_nobody() -> None:
    nights = (
        Night(answers={"bandits.meet": "1", "indians.meet": "none"}),
        Night(answers={"shaman.trance": ["2", "5"], "indians.kill": "3"}),
    )
    deck = ("boss", "shaman", "townsman", "mayor", "insurance-agent")
    playing = Silent(Scenario(law="", ids=(), seats=deck, deal="table", night=nights))
    playing.play()
    assert playing.heard[1].questions["shaman.trance"] == ["ask.deck.who", "shaman.trance.prompt", "ask.deck.card"]
    assert not playing.heard[1].told.get("shaman.trance")
    assert ("shaman.trance", "shaman") not in playing.state.uses


# ---- A rematch ----

TABLE = """\
format = 1
answers = "moderator"
deal = "table"
cards = ["sheriff", "mayor", "pastor", "boss", "thief", "chief"]
player = [{name="Ala"}, {name="Bartek"}, {name="Celina"}, {name="Darek"}, {name="Ewa"}, {name="Filip"}]
"""


def test_in_a_rematch_the_deck_is_dealt_anew_and_every_card_asked_for_again(tmp_path: Path) -> None:
    setup = tmp_path / "friday.toml"
    setup.write_text(TABLE, encoding="utf-8")
    own = {"env": {**environ, "XDG_DATA_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), "HOME": str(tmp_path)}}
    first = narrator("play", setup, "--headless", "--seed", "3", said="ready\n1\n2\n", **own)
    assert asked(first.stdout)[:2] == ["ask.deck.who", "sheriff.jail.prompt"]
    setup.unlink()
    again = narrator("again", "--headless", "--seed", "4", said="ready\n5\n", **own)
    assert asked(again.stdout)[:2] == ["ask.deck.who", "sheriff.jail.prompt"]
    assert '"to": [5]' in again.stdout


def asked(written: str) -> list[str]:
    """The ids of what was asked, but for whether all are ready."""
    cues = map(json.loads, written.splitlines())
    return [cue["line"].removesuffix(".1") for cue in cues if cue.get("cue") == "ask" and cue["kind"] != "ready"]
