"""A game of nights and days with closed eyes: what goes out, and what is taken, as functions of its state."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from importlib import import_module
from typing import Any

from narrator.cues import OVERRIDE, UNDO_UNHEARD, UNHEARD, Refused
from narrator.errors import OutOfTurn
from narrator.games import StoryEntry, chance
from narrator.games.night import effects, plain  # noqa: F401 - powers and rules of any game register themselves
from narrator.games.night import events as e
from narrator.games.night.day import hanging, menu  # noqa: F401 - hanging registers its step
from narrator.games.night.flow import agenda, deck, eyes, night, overrides, own_rules, steps, table_steps, winning
from narrator.games.night.flow.moments import ANSWER, TAKES, is_idle, may_override, moment, taken_as
from narrator.games.night.flow.undoing import remaining
from narrator.games.night.flow.validation import canonical, refusal
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import Setup, in_force
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.fold import fold
from narrator.games.night.state.state import Aside, State
from narrator.games.night.told import ending, views
from narrator.games.night.told.spoken_lines import texts_to_prepare
from narrator.games.night.told.wording import cue_of, refused
from narrator.games.view import Finale
from narrator.texts import Texts

_COMMANDS: dict[str, e.Event] = {"repeat": e.Repeated(), "pause": e.Paused()}


class NightGame:
    """The rules at one table, as functions of its state (narrator.games.Game)."""

    cue = staticmethod(cue_of)
    fold = staticmethod(fold)
    view = staticmethod(views.view)
    over = staticmethod(views.outcome)
    texts_to_prepare = staticmethod(texts_to_prepare)
    remaining = staticmethod(remaining)
    tonight = staticmethod(agenda.tonight)
    outline = ending.Outline

    def __init__(self, setup: Setup, script: Script) -> None:
        self.script = script
        self.taken: Collection[str] = ()
        """Words by which nobody can be called from now on; a game that was played has the names that it has."""
        self.setup = replace(setup, rules=in_force(setup.rules, len(setup.player)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Open the game in another process, which has to load the game's own rules first."""
        return _elsewhere, (type(own_rules.of(self.setup)).__module__, type(self), self.setup, self.script)

    def begin(self, seed: int, *, quiet: bool = False) -> State:
        """The state before anything has happened; at a `quiet` table no cue but questions will go out."""
        believed = own_rules.of(self.setup).believed
        policy = self.setup.policy
        return State(script=self.script, setup=self.setup, quiet=quiet, seed=seed, policy=policy, believed=believed)

    def opening(self, state: State) -> list[e.Event]:
        """Deal the cards, or take them from the setup, and go on to the first cue."""
        return self.draft_opening(state).events

    def draft_opening(self, state: State) -> Draft:
        """The opening as a draft: its events, with the state that they lead to."""
        given = tuple(player.card for player in self.setup.player if player.card)
        return _after(state, e.Began(state.seed, given or chance.shuffled(state.seed, self.setup.cards, "deal")))

    def delivered(self, state: State) -> list[e.Event]:
        """Note that the cue has gone out, and go on."""
        return self.draft_delivery(state).events

    def draft_delivery(self, state: State, *, unheard: bool = False) -> Draft:
        """What `delivered` does, as a draft. Raises OutOfTurn if nothing was going out."""
        if not state.queue:
            raise OutOfTurn("nothing was going out")
        return _after(state, e.Delivered(unheard))

    def take(self, state: State, said: str) -> list[e.Event] | Refused:
        """Take an answer or a command: what then happens, or why it is refused.

        A command may also come before a line that is about to be said, as in the time of a call (R103). With
        `resume` a game goes on that was broken off: in the night with closed eyes, from the words that wake (D57).
        With `unheard` a cue goes out, and with `undo unheard` a step is taken back, of which the room hears nothing.
        """
        if said == UNHEARD and state.queue:
            return self.draft_delivery(state, unheard=True).events
        if said == "resume":
            return [e.Resumed()] if state.gate or eyes.closed(state) else []
        now = moment(state)
        if state.question is not None and ANSWER in TAKES[now]:
            said = canonical(state.question, said)
        kind = taken_as(now, "undo" if said == UNDO_UNHEARD else said)
        if not kind:
            raise OutOfTurn(f"{said!r} was said at a moment that does not take it: {now}")
        if kind == "undo":
            undone = e.Undone(unheard=said == UNDO_UNHEARD)
            return [undone] if state.before else refused(state, said, "nothing-to-undo")
        if kind == OVERRIDE and not (state.question and OVERRIDE in state.question.choices and now == "question"):
            return (
                overrides.begin(state) if may_override(state) and state.led else refused(state, said, "not-offered")
            )
        if kind in _COMMANDS:
            return [_COMMANDS[kind]]
        return self._answered(state, said)

    def _answered(self, state: State, said: str) -> list[e.Event] | Refused:
        if moment(state) == "pause":
            return _after(state, e.Continued()).events if said == "ready" else refused(state, said, "not-understood")
        result = self.draft_answer(state, said)
        return result if isinstance(result, Refused) else result.events

    def draft_answer(self, state: State, said: str) -> Draft | Refused:
        """What `take` does with an answer in canonical form, as a draft."""
        assert state.question is not None
        reason = refusal(state, state.question, said, self.taken)
        if reason is not None:
            return refused(state, said, reason[0], **reason[1])
        draft = Draft(state)
        if deck.is_asked(state.question):
            _look_up(draft, state.question, said)
        else:
            _answer(draft, state.question, said)
        _take_up(draft, state.aside)
        _onward(draft)
        return draft

    def story(self, steps: Iterable[tuple[State, e.Event]], texts: Texts) -> list[StoryEntry]:
        """Tell what happened, in sentences that are public or secret."""
        from narrator.games.night.told import log

        return log.story(steps, texts)

    def chapter(self, state: State, texts: Texts) -> str:
        """The night or the day that it is, or the beginning."""
        from narrator.games.night.told import log

        return log.chapter(state, texts)

    def finale(self, steps: Iterable[tuple[State, e.Event]], texts: Texts) -> Finale:
        """Sum up a game that is over: who left it and when, what made the difference."""
        return self.outline(texts).finale(steps)

    def led(self, state: State) -> bool:
        """Whether somebody who is not playing watches, shows and answers (D59, D63)."""
        return state.led

    def names(self, state: State) -> dict[int, str]:
        """The players' names by seat, as they are now (D65)."""
        return state.setup.people

    def gone_home(self, state: State) -> frozenset[int]:
        """The seats of those who went home and have not come back (D64)."""
        return state.went_home & state.dead


def _elsewhere(rules: str, kind: type[NightGame], setup: Setup, script: Script) -> NightGame:
    import_module(rules)
    return kind(setup, script)


def _after(state: State, event: e.Event) -> Draft:
    """What follows from the event, until something goes out or is asked."""
    draft = Draft(state)
    draft.emit(event)
    _onward(draft)
    return draft


def _onward(draft: Draft) -> None:
    """Go on until something goes out or is asked, or the game has ended."""
    while is_idle(draft.state):
        deck.attempt(draft, _advance)


def _advance(draft: Draft) -> None:
    state = draft.state
    if state.winning:
        winning.finish(draft, *state.winning)
    elif state.phase == "start":
        table_steps.begin(draft)
    else:
        (menu if state.phase == "day" else night).advance(draft)


def _answer(draft: Draft, question: e.Asked, said: str) -> None:
    """Take a legal answer; what was counted is said."""
    draft.emit(e.Answered(said))
    if question.kind == "count" and question.to == "all" and question.key != "day.timer":
        draft.announce("day.counted", count=int(said))
    _take(draft, question, said)


def _take(draft: Draft, question: e.Asked, said: str) -> None:
    take = (night if draft.state.turn else steps).take
    deck.attempt(draft, lambda step: take(step, question, said), deck.ANSWER)


def _look_up(draft: Draft, asked: e.Asked, said: str) -> None:
    """Take what a moderator saw of the deck, and then the step that needed it."""
    draft.emit(e.Answered(said))
    _take_again(draft, asked, in_time=deck.learn(draft, asked, said))


def _take_up(draft: Draft, aside: Aside | None) -> None:
    """Take the step again for which a card was asked, if that has been seen while a moderator set something."""
    last = draft.events[-1]
    if aside is not None and aside.question is not None and isinstance(last, e.OverrideEnded) and last.overtaken:
        _take_again(draft, aside.question, in_time=True)


def _take_again(draft: Draft, asked: e.Asked, *, in_time: bool) -> None:
    """Take the step again for which it was asked."""
    if asked.stage == deck.CALL:
        deck.attempt(draft, night.act, deck.CALL)
    elif asked.stage == deck.BURIAL:
        deck.attempt(draft, own_rules.of(draft.state.setup).bury, deck.BURIAL)
    elif asked.stage == deck.ANSWER and draft.state.answering:
        question, given = draft.state.answering
        _take(draft, question, given if in_time else "time")
