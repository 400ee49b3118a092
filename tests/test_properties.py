"""What holds in every game, whoever sits where and whatever is answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scenario import SCRIPT

from narrator.cues import Ask, Cue, End, Refused
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import events as e
from narrator.games.ktulu.setup import HouseRules, Player, Setup
from narrator.games.ktulu.state import State

NIGHTS = 4
UNIQUE = sorted(role.id for role in SCRIPT.role if not role.many)
PLAIN = sorted(role.id for role in SCRIPT.role if role.many)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any table: 5 to 20 players of any factions, at least one bandit, any policy, some house rules."""
    unique = draw(st.lists(st.sampled_from(UNIQUE), unique=True, min_size=4, max_size=16))
    plain = draw(st.lists(st.sampled_from(PLAIN), max_size=4))
    cards = draw(st.permutations(["bandit", *unique, *plain]))
    rules = HouseRules(
        bandits_kill=draw(st.booleans()),
        sheriff_wins_at_once=draw(st.booleans()),
        warrior=draw(st.sampled_from(["once", "after-takeover"])),
        gambler_stops_on_statue=draw(st.booleans()),
        gambler_finds_statue=draw(st.booleans()),
        self_target=tuple(draw(st.lists(st.sampled_from(UNIQUE), max_size=3, unique=True))),
    )
    return Setup(
        policy=draw(st.sampled_from(["masked", "open"])),
        dice=draw(st.sampled_from(["engine", "table"])),
        player=tuple(Player(name=f"G{seat}", card=card) for seat, card in enumerate(cards, 1)),
        rules=rules,
    )


@dataclass
class Played:
    """A game that was played: its inputs, and every state with the events that made it."""

    game: Ktulu
    seed: int
    inputs: list[str] = field(default_factory=list)
    steps: list[tuple[State, e.Event, State]] = field(default_factory=list)
    cues: list[Cue] = field(default_factory=list)

    @property
    def last(self) -> State:
        return self.steps[-1][2]

    def go(self, state: State, said: str, events: list[e.Event]) -> State:
        self.inputs.append(said)
        for event in events:
            after = self.game.fold(state, event)
            self.steps.append((state, event, after))
            state = after
        return state


def legal(cue: Ask, choose: Random) -> str:
    """Draw one of the answers that the question lists."""
    answer = choose.choice([*cue.choices, *(["none"] if cue.optional else [])])
    if cue.kind == "seats" and answer != "none":
        return ",".join([answer, *choose.choices(cue.choices, k=cue.most - 1)])
    return answer


def play(setup: Setup, seed: int, choose: Random) -> Played:
    """Play some nights with legal answers, undoing one now and then."""
    played = Played(Ktulu(setup, SCRIPT), seed)
    state = played.game.begin(seed)
    state = played.go(state, "", played.game.opening(state))
    while (cue := played.game.cue(state)) is not None and not isinstance(cue, End) and state.night < NIGHTS:
        played.cues.append(cue)
        if isinstance(cue, Ask):
            said = "undo" if state.before and choose.random() < 0.03 else legal(cue, choose)
            result = played.game.take(state, said)
            assert not isinstance(result, Refused), (cue, said, result)
        else:
            said, result = "", played.game.went(state)
        state = played.go(state, said, result)
    return played


games = settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))


@games
@given(setups(), st.integers(0, 2**32), st.integers(0, 2**32).map(Random))
def test_laws_of_every_game(setup: Setup, seed: int, choose: Random) -> None:
    played = play(setup, seed, choose)
    for before, event, after in played.steps:
        _statue_is_somewhere(before, event, after)
        _dead_stay_dead(before, event, after)
        _believed_is_what_was_announced(before, event, after)
        assert after.winner == before.winner or not before.winner


def _statue_is_somewhere(before: State, event: e.Event, after: State) -> None:
    placed = after.night > 0 or (before.holder and not isinstance(event, e.Undone))
    assert not placed or after.holder in after.seats()
    moving = isinstance(event, e.Escaped | e.Announced)
    assert after.holder not in after.escaped or moving or after.winner


def _dead_stay_dead(before: State, event: e.Event, after: State) -> None:
    if not isinstance(event, e.Revived | e.Undone | e.Overridden):
        assert before.dead <= after.dead
    if not isinstance(event, e.Undone):
        assert before.escaped <= after.escaped
    assert not after.dead & after.escaped


def _believed_is_what_was_announced(before: State, event: e.Event, after: State) -> None:
    if not isinstance(event, e.TakenOver | e.Undone | e.Overridden):
        assert before.believed == after.believed


@games
@given(setups(), st.integers(0, 2**32), st.integers(0, 2**32).map(Random))
def test_the_same_answers_make_the_same_table(setup: Setup, seed: int, choose: Random) -> None:
    played = play(setup, seed, choose)
    game = Ktulu(setup, SCRIPT)
    state = game.begin(seed)
    for number, said in enumerate(played.inputs):
        if number == 0:
            events = game.opening(state)
        else:
            result = game.take(state, said) if said else game.went(state)
            assert not isinstance(result, Refused)
            events = result
        for event in events:
            state = game.fold(state, event)
    assert state == played.last


@games
@given(setups(), st.integers(0, 2**32), st.integers(0, 2**32).map(Random))
def test_only_the_living_and_waking_are_asked_and_only_with_choices(setup: Setup, seed: int, choose: Random) -> None:
    played = play(setup, seed, choose)
    for cue in played.cues:
        if isinstance(cue, Ask):
            assert cue.choices
            assert cue.text, cue.line
            assert cue.to in ("all", "moderator") or cue.to
