"""The answers of a game under way: taken back, given once more, or changed, and then the rest is played again.

Nothing is cut from a journal: going back is undoing, and what was answered since is answered again, as if somebody
had said it all once more. What comes of it is worked out first, so that it can be judged before it is taken over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from narrator.cues import RESUME, UNDO_UNHEARD, UNHEARD, Ask, End, Refused
from narrator.errors import OutOfTurn
from narrator.games import Game
from narrator.play.steps import Step, step_of
from narrator.values import dataclass, field

AnyStep = Step[Any, Any]
Onward = Callable[[Any], bool]
"""Whether the game is played on from this state, once all answers are given again."""

NEVER: Onward = lambda _: False  # noqa: E731 - it is a value

_NO_ANSWERS = ("", RESUME, UNHEARD)


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that stands: to what, what it was, and which step of the game it made."""

    step: int
    ask: Ask
    said: str


@dataclass(frozen=True, slots=True)
class UnfitAnswer:
    """An answer that no longer fits, or a question that nobody has answered yet, and why."""

    ask: Ask
    said: str
    why: str = ""


@dataclass(slots=True)
class Rewriting:
    """What changing the past would lead to: the steps to take, how many answers stay, and what does not fit."""

    steps: list[AnyStep] = field(default_factory=list)
    kept: int = 0
    misfits: list[UnfitAnswer] = field(default_factory=list)

    @property
    def after(self) -> Any:
        """The game's state after the steps."""
        return self.steps[-1].after


class Impossible(Exception):
    """The past cannot be changed so; the text says why, in the game's words, or is empty."""


class History:
    """The answers of one game, as they stand, and those that were undone last."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._steps: list[AnyStep] = []
        self._pairs: list[tuple[Any, Any]] = []
        self.given: list[Given] = []
        self.undone: list[Given] = []
        """What was taken back and not answered otherwise since, in the order in which it was given."""

    def follow(self, past: Sequence[AnyStep]) -> None:
        """Take in the steps of the game that are new."""
        for step in past[len(self._steps) :]:
            self.take(step)

    def copy(self) -> History:
        """A copy that can go on by itself."""
        new = History(self._game)
        new._steps, new._pairs = self._steps[:], self._pairs[:]
        new.given, new.undone = self.given[:], self.undone[:]
        return new

    def take(self, step: AnyStep) -> None:
        """Take in the next step."""
        number, state = len(self._steps), step.before
        self._steps.append(step)
        for event in step.events:
            self._pairs.append((state, event))
            state = self._game.fold(state, event)
        if step.said in ("undo", UNDO_UNHEARD):
            self._taken_back()
        elif (one := self._answer(number, step)) is not None:
            self._answered(one)

    def _answer(self, number: int, step: AnyStep) -> Given | None:
        cue = self._game.cue(step.before) if step.said not in _NO_ANSWERS and step.events else None
        if not isinstance(cue, Ask) or cue.kind == "ready" or cue.weight(step.said) == "light":
            return None
        return Given(number, cue, step.said)

    def _answered(self, one: Given) -> None:
        again = bool(self.undone) and (_key(self.undone[0].ask), self.undone[0].said) == (_key(one.ask), one.said)
        self.undone = self.undone[1:] if again else []
        self.given.append(one)

    def _taken_back(self) -> None:
        kept = self._kept()
        stays = [one for one in self.given if id(self._steps[one.step].events[0]) in kept]
        self.undone = self.given[len(stays) :] + self.undone
        self.given = stays

    def _kept(self) -> set[int]:
        return {id(event) for _, event in self._game.remaining(self._pairs)}

    def before(self, step: int) -> Any:
        """The game's state before this step."""
        return self._steps[step].before

    def standing(self) -> Iterator[tuple[int, list[tuple[Any, Any]]]]:
        """The steps of which something still stands, each with those of its events, and the state before each."""
        kept = self._kept()
        pairs = iter(self._pairs)
        for number, step in enumerate(self._steps):
            mine = [pair for pair in islice(pairs, len(step.events)) if id(pair[1]) in kept]
            if mine:
                yield number, mine

    def changed(self, step: int, said: str, goes_on: Onward = NEVER) -> Rewriting:
        """What would come of another answer in this step, played on as long as the state `goes_on`.

        Raises Impossible, also if the answer itself is refused.
        """
        number = self._number(step)
        changed = Given(step, self.given[number].ask, said)
        found = self._rewritten(number, [changed, *self.given[number + 1 :]], goes_on)
        refused = next((one.why for one in found.misfits if one.ask is changed.ask and one.said == said), "")
        if refused:
            raise Impossible(refused)
        return found

    def gone_back(self, step: int) -> Rewriting:
        """What it takes to ask this step's question once more. Raises Impossible."""
        return self._rewritten(self._number(step), [])

    def undone_to(self, ask: Ask) -> str:
        """The answer that was undone last, if it was one to this question; else empty."""
        return self.undone[0].said if self.undone and _key(self.undone[0].ask) == _key(ask) else ""

    def redone(self) -> Rewriting:
        """What it takes to give the answer again that was undone last. Raises Impossible."""
        if not self.undone:
            raise Impossible
        found = _Replay(self._game, self.copy()).go_on(self.undone[:1])
        if found.misfits or not found.kept:  # something else is asked now
            raise Impossible
        return found

    def _number(self, step: int) -> int:
        for number, one in enumerate(self.given):
            if one.step == step:
                return number
        raise Impossible

    def _rewritten(self, number: int, then: list[Given], goes_on: Onward = NEVER) -> Rewriting:
        replay = _Replay(self._game, self.copy())
        replay.go_back(number)
        before = self.given[len(replay.history.given) : number]
        return replay.go_on([*before, *then], goes_on)


class _Replay:
    """Plays on from where a history stands, without a room; nothing of it counts as heard."""

    def __init__(self, game: Game[Any, Any], history: History) -> None:
        self._game, self.history = game, history
        self._state = history._steps[-1].after
        self._result = Rewriting()

    def go_back(self, number: int) -> None:
        """Undo until at most so many answers stand. Raises Impossible."""
        while len(self.history.given) > number:
            refused = self._undo()
            if refused:
                raise Impossible(refused.text)

    def _undo(self) -> Refused | None:
        """Take a step back, once what cannot be broken off has gone out. Raises Impossible after the end."""
        while True:
            try:
                return self._say(UNDO_UNHEARD)
            except OutOfTurn:
                if isinstance(self._game.cue(self._state), Ask | End | None):
                    raise Impossible from None
                self._say(UNHEARD)

    def go_on(self, answers: list[Given], goes_on: Onward = NEVER) -> Rewriting:
        """Give these answers, each where its question comes; what follows on the last has not gone out yet.

        While the state `goes_on`, it is all the same; whatever is asked there is answered for nobody.
        """
        left = answers[:]
        while (
            (left or goes_on(self._state))
            and (cue := self._game.cue(self._state)) is not None
            and not isinstance(cue, End)
        ):
            if not isinstance(cue, Ask):
                self._say(UNHEARD)
            elif not self._answer(cue, left):
                break
        self._result.misfits += [UnfitAnswer(one.ask, one.said) for one in left]
        return self._result

    def _answer(self, cue: Ask, left: list[Given]) -> bool:
        """Answer the question with what was said to it; False if somebody has to say something else."""
        if cue.kind == "ready":
            return self._say("ready") is None
        at = _place(cue, left)
        if at < 0:
            self._result.misfits.append(UnfitAnswer(cue, ""))
            return self._nobody(cue)
        self._result.misfits += [UnfitAnswer(one.ask, one.said) for one in left[:at]]
        one = left[at]
        del left[: at + 1]
        refused = self._say(one.said)
        if refused is None:
            self._result.kept += 1
            return True
        self._result.misfits.append(UnfitAnswer(one.ask, one.said, refused.text))
        return self._nobody(cue)

    def _nobody(self, cue: Ask) -> bool:
        """Answer for nobody, where that is an answer at all."""
        negative = "no" if "no" in cue.choices else "none" if cue.optional else "time" if cue.window else ""
        return bool(negative) and self._say(negative) is None

    def _say(self, said: str) -> Refused | None:
        result = self._game.take(self._state, said)
        if isinstance(result, Refused):
            return result
        step = step_of(self._game, self._state, said, result)
        self._result.steps.append(step)
        self.history.take(step)
        self._state = step.after
        return None


def _key(ask: Ask) -> tuple[object, ...]:
    """What makes a question the same: where it is asked, in which line whatever the wording, and whom."""
    return ask.at, ask.line.rstrip("0123456789"), ask.kind


def _place(cue: Ask, left: list[Given]) -> int:
    """Where among these the answer to the question is, best one of the same people; -1 if there is none."""
    same = [number for number, one in enumerate(left) if _key(one.ask) == _key(cue)]
    return next((number for number in same if left[number].ask.to == cue.to), same[0] if same else -1)
