"""The past of a game under way, rewritten from a page: an answer changed, a way back, or forward again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from narrator.cues import Ask
from narrator.errors import NarratorError
from narrator.games.view import View
from narrator.page import past
from narrator.page.ears import Refusal, fits
from narrator.page.game import LedGame
from narrator.page.reading import ReaderSwitch
from narrator.page.snapshot import Json
from narrator.play.history import NEVER, History, Impossible, Onward, Rewriting


class Rewriter:
    """Rewrites one game's past as pages want it; where the laptop reads, all hear it."""

    def __init__(self, game: LedGame, reading: ReaderSwitch) -> None:
        self._game, self._reading = game, reading

    def rewrite(self, sent: Mapping[str, Any]) -> Json:
        """Change the past, go back in it, or forward; or only tell what a change would lead to. Raises Refusal."""
        found = self._rewriting(self._game.past, sent)
        told = self._changed(found) if sent.get("do") == "change" else {}
        if not sent.get("try"):
            self._note_changes(found, told)
            self._carry_out(found)
        return told

    def _note_changes(self, found: Rewriting, told: Json) -> None:
        """Have whoever reads be told in short what a change led to, where nothing is read again that would say so."""
        if told and not self._reading.aloud and not self._game.view.eyes_closed:
            what = "; ".join(told["changes"]) or self._game.texts.word("lead.changed-nothing")
            words = self._game.texts.word("lead.changed", what=what)
            self._game.changed = len(self._game.stage.past) + len(found.steps), words

    def _changed(self, found: Rewriting) -> Json:
        """What a change would lead to: how many answers stay, which do not fit, and who would live or die.

        Both pasts are told out first: what only lies on a seat until the dawn is no change of the day after it.
        """
        told_out = map(self._game.told_out, (self._game.stage.state, found.after))
        view, after = (self._game.rules.view(state, "moderator") for state in told_out)
        misfits = [*past.misfits_told(view, found.misfits, self._game.drawing)]
        return {
            "kept": found.kept,
            "misfits": misfits,
            "changes": [*past.changes_told(view, after, self._game.texts)],
        }

    def _rewriting(self, history: History, sent: Mapping[str, Any]) -> Rewriting:
        act, step = sent.get("do"), sent.get("step")
        view = self._game.view
        if self._reading.spoken(view):
            raise Refusal(self._game.texts.word("lead.by-day"))
        by_day = self._reading.aloud and not view.at.dark
        try:
            if act == "redo":
                return history.redone()
            if act == "undo":
                return history.gone_back(history.given[-1].step)
            if not isinstance(step, int):
                raise Impossible
            if act == "jump":
                return self._jumped(history, step, by_day=by_day)
            said = str(sent.get("said", ""))
            asked = next((one.ask for one in history.given if one.step == step), None)
            if asked is None or not (fits(asked, said) or asked.is_own(said)):
                raise Impossible
            return history.changed(step, said, self._not_by_day if by_day else self._onward(asked, view))
        except Impossible as why:
            key = "lead.nothing-undone" if act == "redo" else "lead.no-change"
            raise Refusal(str(why) or self._game.texts.word(key)) from None

    def _jumped(self, history: History, step: int, *, by_day: bool) -> Rewriting:
        """Ask again; by day the laptop wakes nobody for it: all would hear who had been asked. Raises Refusal."""
        asked = next((one.ask for one in history.given if one.step == step), None)
        if by_day and asked and (asked.at.dark or asked.window):
            raise Refusal(self._game.texts.word("lead.no-jump"))
        return history.gone_back(step)

    def _onward(self, asked: Ask, view: View) -> Onward:
        """How far a change is played on while a moderator reads: what was read before this day is not read again."""
        earlier = asked.at.dark or asked.at.night != view.at.night
        return self._not_asked_by_day if earlier and not view.eyes_closed else NEVER

    def _not_asked_by_day(self, state: Any) -> bool:
        return not isinstance(self._game.rules.cue(state), Ask) or self._not_by_day(state)

    def _not_by_day(self, state: Any) -> bool:
        """Whether a changed past is played on from here, so that the laptop does not read on at an answer (R103)."""
        return self._game.rules.view(state, "moderator").eyes_closed

    def _carry_out(self, found: Rewriting) -> None:
        """Have the game's thread take these steps over, unless the game has gone on; what was asked is put anew."""
        refused = list[str]()

        def job() -> bool:
            if found.steps[0].before is not self._game.stage.state:
                refused.append(self._game.texts.word("lead.stale"))
                return False
            try:
                self._game.stage.carry_out(found.steps)
            except NarratorError as fault:
                refused.append(str(fault))
                raise
            return True

        if not self._game.ears.done(job):
            raise Refusal(self._game.texts.word("lead.speaking"))
        if refused:
            raise Refusal(refused[0])
