"""The second of two tables: other cards, other choices, steered so that all that is public comes out as before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from random import Random

from narrator.cues import Refused
from narrator.games.night.events import Asked
from narrator.games.night.game import NightGame
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State

from tests.secrecy.twins.first import Key, Played, in_time, key_of, told_of
from tests.secrecy.twins.known import DAY, EVENING, OVER, Knowledge
from tests.secrecy.twins.tables import Deal

TRIES = 3
"""How often a night is played again, each time nearer to the first table's, until its dawn agrees."""

MARKED = 0.4
"""How often somebody is thought of first on whom something depends."""

LEGAL = 12
"""How many legal answers are tried at a question."""


@dataclass(frozen=True)
class Step:
    """Where the second table is: its game, what is known there, what has been answered, how many facts agree."""

    state: State
    knowledge: Knowledge
    steps: tuple[tuple[Key, str], ...] = ()
    agreed: int = 0


class Second:
    """Plays the second table of a pair. In one night deaths need not agree: nobody knows of them before the dawn."""

    def __init__(self, game: NightGame, first: Played, deal: Deal, chance: Random) -> None:
        self._game, self._first, self._deal, self._chance = game, first, deal, chance
        self._freedom = chance.choice((0.02, 0.1, 0.3, 0.6, 1.0))
        self._loose = chance.choice([*first.killed, -1]) if chance.random() < 0.5 else -1

    def play(self) -> Played:
        """Play until the first table's facts cannot be kept any longer, or both have ended."""
        step = dusk = self._begun()
        tries = TRIES
        while step.state.question is not None and step.agreed < len(self._first.facts):
            night = step.state.night
            if night != dusk.state.night:
                dusk, tries = step, TRIES
            freedom = max(self._freedom, 0.5) if night == self._loose else self._freedom * tries / TRIES
            found = self._next(step, freedom)
            if found is None and (tries == 0 or night == self._loose):
                step = self._parted(step) or step
                break
            if found is None:
                tries -= 1
            step = found or dusk
        return Played(self._game, self._first.seed, [*step.steps], self._first.facts[: step.agreed])

    def _begun(self) -> Step:
        state = self._game.begin(self._first.seed, quiet=True)
        return self._led(
            Step(state, Knowledge(self._game.script, self._game.setup.rules)), self._game.draft_opening(state)
        )

    def _next(self, step: Step, freedom: float) -> Step | None:
        """An answer after which everything public is as at the first table, if there is one."""
        for said in self._answers(step, freedom):
            led = self._given(step, said)
            if led is not None and self._fits(led):
                return led
        return None

    def _parted(self, step: Step) -> Step | None:
        """A last answer, after which the tables part: they still sound the same until everybody knows it."""
        return next(filter(None, (self._given(step, said) for said in self._answers(step, 0.0))), None)

    def _given(self, step: Step, said: str) -> Step | None:
        """Where an answer leads, if it is possible."""
        question = step.state.question
        assert question is not None
        draft = self._game.draft_answer(step.state, said)
        return None if isinstance(draft, Refused) else self._led(step, draft, (key_of(step.state, question), said))

    def _led(self, step: Step, draft: Draft, *answer: tuple[Key, str]) -> Step:
        knowledge, facts = step.knowledge.copy(), self._first.facts
        new = knowledge.see(draft.events)
        pairs = zip(new, facts[step.agreed :], strict=False)
        agreed = step.agreed + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return Step(draft.state, knowledge, (*step.steps, *answer), agreed)

    def _fits(self, step: Step) -> bool:
        """Whether the first table knows the same, and nothing that should be known by now is missing."""
        knowledge, facts = step.knowledge, self._first.facts
        if knowledge.known != step.agreed:
            return False
        late = step.agreed < len(facts) and facts[step.agreed].place < knowledge.here
        return not late and (knowledge.part in (EVENING, DAY, OVER) or self._may_die(step))

    def _may_die(self, step: Step) -> bool:
        """Whether those who are gone can be those of the first table at dawn: one more if a doctor can save."""
        state, night = step.state, step.state.night
        if night == self._loose:
            return True
        lost = self._first.killed.get(night, frozenset())
        extra = step.knowledge.lost - lost - {self._deal[seat - 1] for seat in lost}
        doctor = state.seat_of("doctor")
        saves = doctor and state.active(doctor) and not state.spent("doctor.revive", "doctor")
        return len(extra) <= bool(saves)

    def _answers(self, step: Step, freedom: float) -> Iterator[str]:
        """Give answers to try: as at the first table where it is public, else as there or anything that is legal."""
        question, due = step.state.question, self._first.facts[step.agreed : step.agreed + 1]
        assert question is not None
        if not step.knowledge.secret:
            if due and due[0].what[:3] == ("answer", question.key, question.about):
                yield due[0].what[3]
            return
        if question.key == "page":
            dying = question.about in self._first.dead(step.state.night) - step.knowledge.lost
            yield from sorted(in_time(question), key=lambda said: said == ("yes" if dying else "no"))
            return
        alike = self._alike(step.state, question)
        free = self._legal(question)
        if self._chance.random() < MARKED and (marked := told_of(step.state, question)):
            free.insert(0, self._chance.choice(marked))
        if self._chance.random() < freedom:
            yield from free[:2]
        if question.key == "revive":
            yield from map(str, sorted(step.knowledge.lost - self._first.dead(step.state.night)))
        if alike:
            yield alike
        yield from (*free[:LEGAL], "time")

    def _alike(self, state: State, question: Asked) -> str:
        """What was answered at the first table, of those who have the cards there that were meant here."""
        said = self._first.secrets.get(key_of(state, question), "")
        public = state.call is None or state.call.public or state.call.do == "silence"  # of which all hear at dawn
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
        found.insert(chance.randrange(12), "time")
        return found
