"""Leaks to plant in any room: faults by which it makes a difference though the cues are the same."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from narrator.answers import Heard
from narrator.cues import UNDO_UNHEARD, Ask
from narrator.ears.keyboard import Keyboard
from narrator.games.night.events import Answered, Undone
from narrator.games.night.flow import undoing
from narrator.games.night.state.state import State
from narrator.mouth import Mouth
from narrator.page.reading import ReaderSwitch
from narrator.page.snapshot import Drawing
from narrator.play.history import _Replay
from narrator.play.stage import Stage
from narrator.rooms.alone import PageReader
from narrator.rooms.clock import Absence, Moment, now, sleep_until
from narrator.rooms.counting import CountingRoom
from narrator.rooms.listener import Listener
from narrator.rooms.screen import Screen
from narrator.rooms.table import TableRoom
from narrator.rooms.window import LONGER, SOON, Window

from tests.secrecy.room_leaks.register import around, leak
from tests.secrecy.whole_rooms.acts import LID

fold = import_module("narrator.games.night.state.fold")  # the package gives the function of that name


def _shorter(patch: pytest.MonkeyPatch, name: str, by: float) -> None:
    """Let a call in which nobody is asked end sooner, once this was called for."""

    def less(_: None, window: Window) -> None:
        if not window.used:
            window.ends -= by

    around(patch, Window, name, less)


# ---- The three that were there ----


@leak("counting", "sounds", "doctor", table=20)
def the_doctor_after_a_duel_is_asked_and_not_counted(patch: pytest.MonkeyPatch) -> None:
    usual = CountingRoom.ask

    def ask(self: CountingRoom, cue: Ask) -> str | None:
        if not (cue.at.call.startswith("day") and cue.window):
            return usual(self, cue)
        self._open(cue.at, cue.window)
        return TableRoom.ask(self, cue)

    patch.setattr(CountingRoom, "ask", ask)


@leak("moderator", "sounds", "lucky-luke", doing=(("pause", "undo"),))
def undoing_in_a_pause_goes_back_to_the_next_call(patch: pytest.MonkeyPatch) -> None:
    usual = fold.undone

    def undone(state: State, event: Undone) -> State:
        if state.paused:
            state = state.copy()
            state.window, state.began = (), state.before
        return usual(state, event)  # type: ignore[no-any-return]

    patch.setattr(fold, "undone", undone)


@leak("keys", "lights")
def what_is_typed_while_the_narrator_speaks_is_shown(patch: pytest.MonkeyPatch) -> None:
    around(patch, Keyboard, "listen", lambda *_: _show(shown=False))
    around(patch, Keyboard, "rest", lambda *_: _show(shown=True))


def _show(*, shown: bool) -> None:
    if sys.platform != "win32" and not sys.stdin.closed:
        import termios

        mode = termios.tcgetattr(sys.stdin)
        mode[3] = mode[3] | termios.ECHO if shown else mode[3] & ~termios.ECHO
        termios.tcsetattr(sys.stdin, termios.TCSANOW, mode)


# ---- Time ----


@leak("moderator", "sounds")
@leak("keys", "sounds")
@leak("phones", "sounds")
@leak("counting", "sounds")
def an_answer_makes_the_call_a_hundredth_of_a_second_longer(patch: pytest.MonkeyPatch) -> None:
    def longer(said: str | None, room: Any, cue: Ask) -> None:
        if room._window and cue.window and said != "time":
            room._window.ends += 0.01

    around(patch, CountingRoom, "ask", longer)
    around(patch, TableRoom, "ask", longer)


@leak("keys", "sounds", "thief", "avenger", doing=(("hold",),), table=7)
@leak("moderator", "sounds", doing=(("hold",),), table=17)
def a_call_in_which_nobody_is_asked_is_held_for_half_as_long(patch: pytest.MonkeyPatch) -> None:
    _shorter(patch, "hold", LONGER / 2)


@leak("keys", "sounds", "thief", "avenger", doing=(("hurry",),))
@leak("moderator", "sounds", doing=(("hurry",),))
def a_call_in_which_nobody_is_asked_is_hurried_twice_as_much(patch: pytest.MonkeyPatch) -> None:
    _shorter(patch, "hurry", SOON / 2)


@leak("counting", "sounds")
def a_press_is_given_a_beat_more(patch: pytest.MonkeyPatch) -> None:
    def longer(said: str | None, room: Any, _: Ask) -> None:
        if room._window and said not in ("time", None):
            room._window.ends += room._beat

    around(patch, CountingRoom, "ask", longer)


@leak("keys", "lights", "seducer")
def a_page_of_a_round_lasts_as_long_as_it_is_read(patch: pytest.MonkeyPatch) -> None:
    usual = PageReader.read

    def read(self: PageReader, cue: Ask, commands: tuple[str, ...], pace: float, _shown: float) -> str | None:
        return usual(self, replace(cue, more=0.0), commands, pace, 0.0)

    patch.setattr(PageReader, "read", read)


@leak("keys", "sounds")
def a_late_answer_leaves_no_time_for_what_comes_of_it(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Window, "closes", property(lambda self: self.ends))


@leak("moderator", "sounds", doing=(("break off",),))
def only_a_call_whose_question_is_open_is_heard_again_when_resumed(patch: pytest.MonkeyPatch) -> None:
    usual = Stage.again

    def again(self: Stage[Any, Any]) -> None:
        if self.state.question is not None:
            usual(self)

    patch.setattr(Stage, "again", again)


@leak("keys", "sounds", doing=((LID,),), table=1)
@leak("moderator", "sounds", doing=((LID,),))
def a_shut_lid_is_noticed_only_where_somebody_is_asked(patch: pytest.MonkeyPatch) -> None:
    usual = Listener.called

    def called(self: Listener, *given: Any) -> str:
        with pytest.MonkeyPatch.context() as unseen:
            unseen.setattr(Absence, "after", lambda *_: False)
            return usual(self, *given)

    patch.setattr(Listener, "called", called)


# ---- Sound ----


@leak("counting", "sounds")
def a_press_is_acknowledged_aloud(patch: pytest.MonkeyPatch) -> None:
    def click(said: str | None, room: Any, _: Ask) -> None:
        if said not in ("time", None):
            mouth: Mouth = room._mouth
            mouth.speak("!")

    around(patch, CountingRoom, "ask", click)


# ---- Light ----


@leak("keys", "lights")
@leak("counting", "lights")
def a_question_lights_one_cell_more(patch: pytest.MonkeyPatch) -> None:
    around(patch, Screen, "secret_question", lambda *_: sys.stdout.write("\x1b7\x1b[19;2H·\x1b8"))


@leak("keys", "lights")
def why_an_answer_was_refused_stands_below_the_page(patch: pytest.MonkeyPatch) -> None:
    refused: list[str] = []
    around(patch, TableRoom, "refuse", lambda _, _room, cue: refused.append(cue.text))
    around(patch, Screen, "secret_question", lambda *_: sys.stdout.write(f"\x1b7\x1b[19;2H{''.join(refused)}\x1b8"))


@leak("moderator", "sounds")
def a_doubtful_answer_in_a_call_is_asked_back_aloud(patch: pytest.MonkeyPatch) -> None:
    usual = Listener.answer

    def answer(
        self: Listener, cue: Ask, until: Moment | None, do: Callable[[Heard], bool], *, public: bool = False
    ) -> str | None:
        del public
        return usual(self, cue, until, do, public=True)

    patch.setattr(Listener, "answer", answer)


@leak("keys", "lights")
def a_result_lights_one_sign_more(patch: pytest.MonkeyPatch) -> None:
    around(patch, Screen, "result", lambda *_: sys.stdout.write("\x1b7\x1b[19;2H·\x1b8"))


@leak("counting", "sounds")
def the_next_line_is_late_by_a_hundredth_of_a_second_after_a_result(patch: pytest.MonkeyPatch) -> None:
    def later(_: object, room: TableRoom, _cue: object) -> None:
        if room._window:
            room._window.ends += 0.01

    around(patch, TableRoom, "tell", later)


@leak("keys", "sounds")
@leak("moderator", "sounds")
@leak("page", "sounds", table=5)
def the_wind_falls_where_somebody_is_asked(patch: pytest.MonkeyPatch) -> None:
    usual = TableRoom.ask

    def ask(self: TableRoom, cue: Ask) -> str | None:
        if cue.window:
            self._soundscape.speak(cue.at)
        return usual(self, cue)

    patch.setattr(TableRoom, "ask", ask)


@leak("page", "sounds", doing=(("moderator", "laptop"),))
def the_laptop_hands_over_at_once(patch: pytest.MonkeyPatch) -> None:
    def read_anew(self: ReaderSwitch) -> bool:
        if self.next_reader == self.reader:
            return False
        self.reader = self.next_reader
        if self.spoken(self._game.view):
            self._game.stage.again()
        return True

    patch.setattr(ReaderSwitch, "_read_anew", read_anew)


@leak("page", "sounds", doing=(("undo",),), table=17)
def undo_on_a_page_goes_back_to_the_last_answer(patch: pytest.MonkeyPatch) -> None:
    for module in (fold, undoing):
        patch.setattr(module, "can_be_undone", lambda _, event: isinstance(event, Answered))


@leak("page", "sounds", doing=(("moderator", "undo", "laptop"),), table=22)
def the_laptop_takes_over_at_once_after_a_step_back(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ReaderSwitch, "waits_for_morning", lambda *_: False)


@leak("page", "sounds", doing=(("change", "undo"),), table=24)
def a_changed_answer_counts_as_going_back(patch: pytest.MonkeyPatch) -> None:
    usual = _Replay._say

    def say(self: _Replay, said: str) -> Any:
        return usual(self, "undo" if said == UNDO_UNHEARD else said)

    patch.setattr(_Replay, "_say", say)


@leak("page", "lights")
def the_rooms_page_is_drawn_anew_where_somebody_is_asked(patch: pytest.MonkeyPatch) -> None:
    usual = Drawing.room

    def room(self: Drawing, view: Any, board: Any, *more: Any) -> Any:
        return {**usual(self, view, board, *more), "asked": board.asked is not None}

    patch.setattr(Drawing, "room", room)


# ---- Commands ----


@leak("moderator", "sounds", doing=(("repeat",), ("pause", "ready")))
def no_command_is_taken_while_an_answer_is_asked_back(patch: pytest.MonkeyPatch) -> None:
    usual = Listener._again

    def again(self: Listener, cue: Ask, *more: Any) -> Heard:
        return usual(self, replace(cue, commands=()), *more)

    patch.setattr(Listener, "_again", again)


@leak("keys", "sounds", doing=(("undo",),))
@leak("moderator", "sounds", doing=(("undo",),))
def nobody_goes_back_where_nobody_is_asked(patch: pytest.MonkeyPatch) -> None:
    usual = TableRoom._wait

    def wait(self: TableRoom, until: Moment) -> str:
        called = usual(self, until)
        while called == "undo":
            called = usual(self, until)
        return called

    patch.setattr(TableRoom, "_wait", wait)


@leak("moderator", "sounds", doing=(("pause", "ready"),))
def a_pause_is_taken_at_once_only_where_somebody_is_asked(patch: pytest.MonkeyPatch) -> None:
    usual = TableRoom._leave_window

    def leave_window(self: TableRoom, called: str = "") -> None:
        if called == "pause" and self._window and not self._window.used:
            sleep_until(now() + 1.0)
        usual(self, called)

    patch.setattr(TableRoom, "_leave_window", leave_window)


@leak("moderator", "sounds")
def two_notes_sound_at_a_doubtful_answer(patch: pytest.MonkeyPatch) -> None:
    usual = Listener._confirmed

    def confirmed(self: Listener, *given: Any, **more: Any) -> str:
        self._chime()
        return usual(self, *given, **more)

    patch.setattr(Listener, "_confirmed", confirmed)


@leak("counting", "lights", "kaszabara", "choragiew", "forgotten", table=4)
def the_last_word_counted_stays_under_a_result(patch: pytest.MonkeyPatch) -> None:
    usual = CountingRoom._show

    def show(self: CountingRoom, text: str) -> None:
        if text or not self._resulting:
            usual(self, text)

    patch.setattr(CountingRoom, "_show", show)


@leak("counting", "lights")
@leak("keys", "lights")
def the_seconds_stand_only_where_somebody_is_asked(patch: pytest.MonkeyPatch) -> None:
    usual = TableRoom._clock

    def clock(self: TableRoom, until: Moment | None) -> Moment | None:
        return usual(self, until) if self._window is None or self._window.used else None

    patch.setattr(TableRoom, "_clock", clock)


@leak("keys", "lights")
def the_page_goes_out_where_an_answer_comes(patch: pytest.MonkeyPatch) -> None:
    def gone(said: str | None, room: Any, cue: Ask) -> None:
        if cue.window and said not in ("time", None):
            room._screen.wipe()

    around(patch, TableRoom, "ask", gone)
