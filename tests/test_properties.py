"""What holds in every game, whoever sits where and whatever is answered, called for, or left unsaid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import takewhile
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.cues import Ask, Cue, End, Pause, Refused
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import events as e
from narrator.games.ktulu.setup import HouseRules, Player, Setup
from narrator.games.night.flow.moments import moment
from narrator.games.night.script.setup import Setup as AnySetup
from narrator.games.night.state.state import Outgoing, State

from tests.invariants.gathering import with_own_deck
from tests.invariants.laws import ALWAYS, LAWS
from tests.invariants.offers import QUESTION_LAWS
from tests.mishaps.happenings import USUAL, Guests, Habits, possible
from tests.scenario import SCRIPT

NIGHTS = 4
LONGEST = 800
"""Cues of a game at most; each game has its own length, so that a failing one can be cut short."""

UNIQUE = sorted(role.id for role in SCRIPT.role if not role.many)
PLAIN = sorted(role.id for role in SCRIPT.role if role.many)


MEDDLING = Habits(late=0.05, commands=0.4, hurry=0.5)
"""People who call for something nearly at every other cue, so that much is set, and taken back."""

Evening = tuple[AnySetup, int, Random, int]
"""A table, the game's seed, the chance that its people have, and after how many cues they go home."""


@st.composite
def setups(draw: st.DrawFn) -> AnySetup:
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
        no_self_target=tuple(draw(st.lists(st.sampled_from(["mayor", "judge", "drunken-judge"]), unique=True))),
    )
    setup = Setup(
        policy=draw(st.sampled_from(["masked", "open"])),
        dice=draw(st.sampled_from(["engine", "table"])),
        player=tuple(Player(name=f"G{seat}", card=card) for seat, card in enumerate(cards, 1)),
        rules=rules,
    )
    return with_own_deck(setup) if draw(st.booleans()) else setup


@dataclass
class Played:
    """A game under way: its inputs, the table after each, every cue, and every state with the event that made it."""

    game: Ktulu
    seed: int
    state: State = field(init=False)
    inputs: list[str] = field(default_factory=list)
    steps: list[tuple[State, e.Event, State]] = field(default_factory=list)
    cues: list[Cue] = field(default_factory=list)
    tables: list[State] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = self.game.begin(self.seed)

    def go(self, said: str, events: list[e.Event]) -> None:
        self.inputs.append(said)
        for event in events:
            before, self.state = self.state, self.game.fold(self.state, event)
            self.steps.append((before, event, self.state))
        self.tables.append(self.state)

    def take(self, said: str) -> None:
        """Take what was said, or have it refused in words; what the question lists is never refused."""
        cue, result = self.cues[-1], self.game.take(self.state, said)
        if isinstance(result, Refused):
            assert result.text, result
            assert not (isinstance(cue, Ask) and said in possible(cue)), (cue, result)
        else:
            self.go(said, result)


def play(setup: AnySetup, seed: int, chance: Random, cues: int, habits: Habits = USUAL) -> Played:
    """Play so many cues, or some nights, in which people are late, call for anything, and talk nonsense."""
    played = Played(Ktulu(setup, SCRIPT), seed)
    guests = Guests(chance, habits, len(setup.player))
    played.go("", played.game.opening(played.state))
    for _ in range(cues):
        cue = played.game.cue(played.state)
        if cue is None or isinstance(cue, End) or played.state.night > NIGHTS:
            break
        played.cues.append(cue)
        said = guests.answer(cue) if isinstance(cue, Ask) else guests.call(cue)
        if said or isinstance(cue, Ask):
            played.take(said)
        else:
            played.go("", played.game.delivered(played.state))
    return played


evenings = st.tuples(setups(), st.integers(0, 2**32), st.randoms(use_true_random=False), st.integers(0, LONGEST))
games = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])


@games
@given(evenings)
def test_laws_of_every_game(evening: Evening) -> None:
    played = play(*evening)
    for before, event, after in played.steps:
        _statue_is_somewhere(before, event, after)
        _dead_stay_dead(before, event, after)
        _believed_is_what_was_announced(before, event, after)
        assert after.winner == before.winner or not before.winner or isinstance(event, e.Undone)
    assert next(broken(played), "") == ""


def broken(played: Played) -> Iterator[str]:
    """Name the simulator's laws that do not hold, up to an override; commands, and what goes out, break none."""
    for before, event, after in played.steps:
        if isinstance(event, e.Overridden):
            return
        if not isinstance(event, e.Delivered | e.Repeated | e.Paused | e.Continued | e.Undone):
            laws = [*ALWAYS, *(law for kind, law in LAWS if isinstance(event, kind))]
            yield from (f"{law.__name__}: {event}" for law in laws if not law(before, event, after))
        question = after.question
        if question is not None and not after.queue:
            yield from (f"{law.__name__}: {question}" for law in QUESTION_LAWS if not law(after, question))


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
@given(evenings)
def test_undo_in_what_is_set_stays_within_it_and_then_ends_it(evening: Evening) -> None:
    for before, event, after in play(*evening, MEDDLING).steps:
        if isinstance(event, e.Undone) and (aside := before.aside) is not None:
            if aside.given:
                assert after.aside is not None
                assert after.aside.given in (aside.given[:-1], aside.given)  # the deck's cards are none of them
            else:
                assert after.aside is None
                assert (after.turn, after.question) == (aside.turn, aside.question)
                assert before.paused or _without_times(after.queue) == _without_times(aside.queue)


def _without_times(queue: tuple[Outgoing, ...]) -> list[Outgoing]:
    """What goes out, but for the call's time that begins anew for whoever acts it out."""
    return [one for one in queue if one.kind != "pause"]


@games
@given(evenings, st.integers(0, LONGEST))
def test_undo_after_a_break_off_leads_where_it_would_have_led_without(evening: Evening, place: int) -> None:
    played = play(*evening)
    untouched = takewhile(lambda state: state.aside is None, played.tables)  # what is set has its own way back
    dark = [state for state in untouched if state.at.dark]
    if dark:
        state = dark[place % len(dark)]
        resumed = on(played.game, said(played.game, state, "resume"))
        straight = state if state.window and moment(state) in ("line", "question") else on(played.game, state)
        assert ways_back(played.game, resumed) == ways_back(played.game, straight)


def ways_back(game: Ktulu, state: State) -> list[object]:
    """Where undo leads to, some times in a row, and which call or question it is there."""
    found: list[object] = []
    while len(found) < BACK and state.before is not None and moment(state) != "over":
        state = said(game, state, "undo")
        asked = "" if state.question is None or state.windowed else state.question.key
        found.append((state.night, state.phase, state.place, state.turn, asked))
        state = on(game, state)
    return found


BACK = 4
"""So often somebody goes back in a row."""


def said(game: Ktulu, state: State, word: str) -> State:
    """The table after this was said."""
    events = game.take(state, word)
    assert not isinstance(events, Refused), events
    return reduce(game.fold, events, state)


def on(game: Ktulu, state: State) -> State:
    """The table once a call's time has begun, or a question is put; all close their eyes for it where they must."""
    while not isinstance(cue := game.cue(state), Ask | End) or state.gate:
        state = (
            said(game, state, "ready") if isinstance(cue, Ask) else reduce(game.fold, game.delivered(state), state)
        )
        if isinstance(cue, Pause):
            break
    return state


@games
@given(evenings)
def test_the_same_answers_make_the_same_table(evening: Evening) -> None:
    played = play(*evening)
    again = Played(played.game, played.seed)
    again.go("", again.game.opening(again.state))
    for said in played.inputs[1:]:
        result = again.game.take(again.state, said) if said else again.game.delivered(again.state)
        assert not isinstance(result, Refused)
        again.go(said, result)
    assert again.state == played.state


@games
@given(evenings)
def test_only_the_living_and_waking_are_asked_and_only_with_choices(evening: Evening) -> None:
    played = play(*evening)
    for cue in played.cues:
        if isinstance(cue, Ask):
            assert bool(cue.choices) is (cue.kind != "text")
            assert cue.text, cue.line
            assert cue.to in ("all", "moderator") or cue.to
