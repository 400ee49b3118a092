"""The second of two tables: other cards, other choices, steered so that all that is public comes out as before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.act import Act
from narrator.games.ktulu.events import Asked
from narrator.games.ktulu.state import State
from narrator.simulating.evening import answered
from twins.first import Key, Played, key_of, told_of
from twins.known import DAY, Fact, Knowledge
from twins.tables import Deal

TRIES = 4
"""How often a night is played, each time nearer to the first table's, until its dawn agrees."""

MARKED = 0.25
"""How often somebody is thought of first on whom something depends."""

LEGAL = 12
"""How many legal answers are tried at a question."""


@dataclass(frozen=True)
class Step:
    """Where the second table is: its game, what is known there, and what has been answered."""

    state: State
    knowledge: Knowledge
    steps: tuple[tuple[Key, str], ...] = ()
    new: tuple[Fact, ...] = ()


class Second:
    """Plays the second table of a pair."""

    def __init__(self, game: Ktulu, first: Played, deal: Deal, chance: Random) -> None:
        self._game, self._first, self._deal, self._chance = game, first, deal, chance
        self._freedom = chance.choice((0.02, 0.1, 0.3, 0.6, 1.0))

    def play(self) -> Played:
        """Play until the first table's facts cannot be kept any longer, or both have ended."""
        step = dusk = self._begun()
        tries = TRIES
        while step.state.question is not None and step.knowledge.known < len(self._first.facts):
            if step.state.night != dusk.state.night:
                dusk, tries = step, TRIES
            nearer = self._freedom * (tries - 1) / TRIES
            found = self._next(step, self._freedom if tries == TRIES else nearer)
            if found is None and tries > 1:
                tries, found = tries - 1, dusk
            if found is None:
                break
            step = found
        return Played(self._game, self._first.seed, [*step.steps], self._first.facts[: step.knowledge.known])

    def _begun(self) -> Step:
        state = self._game.begin(self._first.seed, quiet=True)
        return _led(Step(state, Knowledge(self._game.script)), self._game.opened(state))

    def _next(self, step: Step, freedom: float) -> Step | None:
        """Give an answer after which everything public is as at the first table, if there is one."""
        question = step.state.question
        assert question is not None
        for said in self._answers(step, question, freedom):
            led = _led(step, answered(self._game, step.state, said), (key_of(step.state, question), said))
            if self._fits(step, led):
                return led
        return None

    def _fits(self, before: Step, after: Step) -> bool:
        """Tell whether the first table knows the same, and nothing that should be known by now is missing."""
        facts, known = self._first.facts, before.knowledge.known
        if list(after.new) != facts[known : known + len(after.new)]:
            return False
        due = facts[after.knowledge.known : after.knowledge.known + 1]
        here = after.knowledge.here
        if due and due[0].place < here:
            return False
        lost = self._first.killed.get(here[0], frozenset())
        may_die = lost | {self._deal[seat - 1] for seat in lost}
        return after.knowledge.part == DAY or after.knowledge.lost <= may_die

    def _answers(self, step: Step, question: Asked, freedom: float) -> Iterator[str]:
        """Give answers to try: as at the first table where it is public, else as there or anything that is legal."""
        knowledge = step.knowledge
        due = self._first.facts[knowledge.known : knowledge.known + 1]
        if not knowledge.secret:
            if due and due[0].what[:3] == ("answer", question.key, question.about):
                yield due[0].what[3]
            return
        alike = self._alike(step.state, question)
        free = self._legal(question)
        if self._chance.random() < MARKED and (marked := told_of(step.state, question)):
            free.insert(0, self._chance.choice(marked))
        if self._chance.random() < freedom:
            yield from free[:2]
        if alike:
            yield alike
        yield from (*free[:LEGAL], "time")

    def _alike(self, state: State, question: Asked) -> str:
        """Give what was answered at the first table, of those who have the cards there that were meant here."""
        said = self._first.secrets.get(key_of(state, question), "")
        public = state.call is None or state.call.public
        if said not in ("", "none", "time") and question.kind in ("seat", "seats") and not public:
            seats = sorted(self._deal[int(seat) - 1] for seat in said.split(","))
            said = ",".join(map(str, seats))
        legal = said == "time" or (said == "none" and question.optional)
        return said if legal or (said and {*said.split(",")} <= {*question.choices}) else ""

    def _legal(self, question: Asked) -> list[str]:
        """List legal answers in a random order; nobody, and none in time, among them."""
        chance, choices = self._chance, question.choices
        found = chance.sample(choices, len(choices))
        if question.kind == "seats":
            most = min(question.most, len(choices))
            several = [chance.sample(choices, chance.randint(1, most)) for _ in range(LEGAL // 2)]
            found = [",".join(sorted(seats, key=int)) for seats in several]
        if question.optional:
            found.insert(chance.randrange(3), "none")
        found.insert(chance.randrange(20), "time")
        return found


def _led(step: Step, act: Act, *answer: tuple[Key, str]) -> Step:
    """Give where an answer led."""
    knowledge = step.knowledge.copy()
    return Step(act.state, knowledge, (*step.steps, *answer), tuple(knowledge.see(act.events)))
