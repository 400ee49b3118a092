"""Leaks to plant where players have phones, and a television stands in the room."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest

from narrator.cues import Ask, At, Audience
from narrator.games.night.game import NightGame
from narrator.games.night.state.state import State
from narrator.games.view import View
from narrator.page.phones.ears import question_of
from narrator.page.phones.morning import Morning
from narrator.page.phones.phones import Phones
from narrator.page.phones.room import PhonesRoom
from narrator.page.phones.server import message_to
from narrator.page.phones.television import Television
from narrator.rooms.table import TableRoom
from narrator.rooms.window import Window
from narrator.values import replace

from tests.secrecy.room_leaks.register import around, leak


@leak("phones", "air")
def an_answer_by_phone_is_shown_on_all_of_them(patch: pytest.MonkeyPatch) -> None:
    def shown(heard: object, phones: Phones, *_: object) -> None:
        if heard:
            phones.show(line="!")

    around(patch, Phones, "_answer", shown)


@leak("phones", "air")
def phones_close_to_taps_once_somebody_has_answered(patch: pytest.MonkeyPatch) -> None:
    def closed(heard: object, phones: Phones, *_: object) -> None:
        if heard:
            phones.end_call()

    around(patch, Phones, "_answer", closed)


@leak("phones", "air")
def a_private_note_is_sent_at_once(patch: pytest.MonkeyPatch) -> None:
    around(patch, Phones, "write", lambda _, phones, *_more: phones.show())


@leak("phones", "air")
def a_message_is_as_long_as_what_stands_in_it(patch: pytest.MonkeyPatch) -> None:
    own = "tests.secrecy.whole_rooms.handsets.message_to"
    patch.setattr(own, lambda *given: re.sub(b" +\n", b"\n", message_to(*given)))


@leak("phones", "air")
def a_call_in_which_nobody_is_asked_opens_no_phone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Phones, "begin_call", lambda phones: phones.show(call=phones.page.call + 1, dark=True))
    around(patch, PhonesRoom, "put_secretly", lambda _, room, *_more: room._phones.show(open=True))


@leak("phones", "air")
def why_an_answer_was_refused_stands_on_all_phones(patch: pytest.MonkeyPatch) -> None:
    around(patch, PhonesRoom, "refuse", lambda _, room, cue: room._phones.show(line=cue.text))


@leak("phones", "lights")
def the_laptop_goes_out_where_a_phone_has_the_question(patch: pytest.MonkeyPatch) -> None:
    around(patch, PhonesRoom, "put_secretly", lambda _, room, *_more: room._screen.wipe())


@leak("phones", "sounds", "seducer")
def a_reading_lasts_by_what_stands_on_the_pages(patch: pytest.MonkeyPatch) -> None:
    usual = Morning._read

    def read(self: Morning, seconds: float) -> str:
        self._pages = [replace(page, more=len(page.text) / 10) for page in self._pages]
        return usual(self, seconds)

    patch.setattr(Morning, "_read", read)


# ---- When phones are open ----


@leak("phones", "air")
def a_calls_phones_stay_open_where_nobody_was_asked(patch: pytest.MonkeyPatch) -> None:
    usual = PhonesRoom._leave_window

    def leave_window(self: PhonesRoom, called: str = "") -> None:
        used = self._window is None or self._window.used
        with pytest.MonkeyPatch.context() as open_still:
            if not used:
                open_still.setattr(Phones, "end_call", lambda _: None)
            usual(self, called)

    patch.setattr(PhonesRoom, "_leave_window", leave_window)


@leak("phones", "air")
def each_question_has_a_number_of_its_own_on_phones(patch: pytest.MonkeyPatch) -> None:
    around(patch, PhonesRoom, "put_secretly", lambda _, room, *_more: room._phones.begin_call())


@leak("phones", "air")
def a_refused_answer_opens_phones_anew(patch: pytest.MonkeyPatch) -> None:
    around(patch, PhonesRoom, "refuse", lambda _, room, cue: cue.at.dark and room._phones.begin_call())


@leak("phones", "air")
def a_result_closes_all_phones(patch: pytest.MonkeyPatch) -> None:
    around(patch, PhonesRoom, "show_result", lambda _, room, _cue: room._phones.end_call())


@leak("phones", "air")
def phones_light_up_for_a_result(patch: pytest.MonkeyPatch) -> None:
    around(patch, PhonesRoom, "show_result", lambda _, room, _cue: room._phones.show(dark=False))


@leak("phones", "air", "doctor", table=20)
def the_doctor_after_a_duel_has_no_phones_opened_if_he_is_dead(patch: pytest.MonkeyPatch) -> None:
    usual = Phones.begin_call
    patch.setattr(PhonesRoom, "_open", _open_by_night)
    around(
        patch,
        PhonesRoom,
        "put_secretly",
        lambda _, room, cue: cue.at.call.startswith("day") and usual(room._phones),
    )


@leak("phones", "air", "doctor", table=21)
def a_secret_question_ends_who_was_for_it(patch: pytest.MonkeyPatch) -> None:
    around(patch, PhonesRoom, "put_secretly", lambda _, room, _cue: setattr(room._poll, "voted", ""))


def _open_by_night(self: PhonesRoom, at: At, seconds: float, tells: int = 0) -> Window:
    window = TableRoom._open(self, at, seconds, tells)
    if not at.call.startswith("day"):
        self._phones.begin_call()
    return window


# ---- What stands on all of them ----


def tonights_dead_leave_the_list_of_the_living_at_once(patch: pytest.MonkeyPatch) -> None:
    """Plant what single steps find soon, and pairs seldom: at both tables the same die, mostly in the same call."""
    usual = NightGame.view

    def view(state: State, audience: Audience) -> View:
        seen = usual(state, audience)
        return replace(seen, seats=tuple(replace(one, out=not state.alive(one.seat)) for one in seen.seats))

    patch.setattr(NightGame, "view", staticmethod(view))


@leak("phones", "air")
def phones_list_whom_the_woken_may_choose(patch: pytest.MonkeyPatch) -> None:
    def listed(_: object, room: PhonesRoom, cue: Ask) -> None:
        if cue.kind == "seat":
            room._phones.show(living=tuple(map(int, cue.choices)))

    around(patch, PhonesRoom, "put_secretly", listed)


@leak("phones", "air")
def phones_name_who_may_answer_tonight(patch: pytest.MonkeyPatch) -> None:
    around(patch, PhonesRoom, "put_secretly", lambda _, room, cue: room._phones.show(voters=cue.to))


@leak("phones", "air")
def a_note_is_written_on_every_phone(patch: pytest.MonkeyPatch) -> None:
    def on_phones(self: PhonesRoom, to: Audience, text: str) -> bool:
        del to
        self._phones.write([*self.people], text)
        return True

    patch.setattr(PhonesRoom, "_on_phones", on_phones)


@leak("phones", "air", "mayor", table=33)
def a_question_of_the_day_names_the_one_whom_it_is_put_to(patch: pytest.MonkeyPatch) -> None:
    def named(cue: Ask, *more: Any) -> Any:
        who = "" if isinstance(cue.to, str) else f"{cue.to}: "
        return question_of(replace(cue, text=who + cue.text), *more)

    patch.setattr("narrator.page.phones.room.question_of", named)


@leak("phones", "air", "mayor", table=20)
def only_those_count_as_living_whom_a_question_of_the_day_is_put_to(patch: pytest.MonkeyPatch) -> None:
    usual = PhonesRoom._ask_all

    def ask_all(self: PhonesRoom, cue: Ask) -> str | None:
        everybody = self._living
        self._living = everybody if isinstance(cue.to, str) else cue.to
        try:
            return usual(self, cue)
        finally:
            self._living = everybody

    patch.setattr(PhonesRoom, "_ask_all", ask_all)


# ---- Lost phones, the laptop, and the voice ----


@leak("phones", "sounds")
def a_lost_phone_of_the_woken_gives_time_to_come_to_the_laptop(patch: pytest.MonkeyPatch) -> None:
    def longer(_: object, room: PhonesRoom, cue: Ask) -> None:
        if room._window and not room._phones.there.issuperset(cue.to):
            room._window.ends += 1.0

    around(patch, PhonesRoom, "put_secretly", longer)


@leak("phones", "lights")
def the_laptop_lights_one_cell_more_for_a_lost_phone(patch: pytest.MonkeyPatch) -> None:
    def lit(there: bool, *_: object) -> None:
        if not there:
            sys.stdout.write("\x1b7\x1b[19;2H·\x1b8")

    around(patch, PhonesRoom, "_on_phones", lit)


@leak("phones", "lights")
def what_was_answered_by_phone_stands_on_the_laptop_by_night(patch: pytest.MonkeyPatch) -> None:
    def shown(said: str | None, room: PhonesRoom, cue: Ask) -> None:
        if cue.window and said not in ("time", None):
            sys.stdout.write(f"\x1b7\x1b[19;2H{room._screen.named(str(said), cue.kind)}\x1b8")

    around(patch, PhonesRoom, "ask", shown)


@leak("phones", "sounds")
def an_answer_by_phone_is_acknowledged_aloud(patch: pytest.MonkeyPatch) -> None:
    def click(said: str | None, room: PhonesRoom, cue: Ask) -> None:
        if cue.window and said not in ("time", None):
            room._mouth.speak("!")

    around(patch, PhonesRoom, "ask", click)


# ---- The morning ----


@leak("phones", "sounds", "seducer", table=7)
def there_is_a_reading_only_where_somebody_has_a_note(patch: pytest.MonkeyPatch) -> None:
    usual = Morning._read

    def read(self: Morning, seconds: float) -> str:
        if len({page.text for page in self._pages}) > 1:
            return usual(self, seconds)
        self._answers = {page.to[0]: "time" for page in self._pages if isinstance(page.to, tuple)}
        return ""

    patch.setattr(Morning, "_read", read)


@leak("phones", "air", "choragiew", table=3)
def phones_ask_yes_or_no_only_where_a_reader_is_asked(patch: pytest.MonkeyPatch) -> None:
    usual = Phones.voting

    def voting(self: Phones, seats: Any, **shown: Any) -> Any:
        if shown.get("yes_no"):
            shown["yes_no"] = len({self.note(seat) for seat in seats}) > 1
        return usual(self, seats, **shown)

    patch.setattr(Phones, "voting", voting)


@leak("phones", "air", "choragiew")
def who_has_answered_in_a_reading_leaves_the_list(patch: pytest.MonkeyPatch) -> None:
    def left(_: object, phones: Phones, *_more: object) -> None:
        if phones.page.yes_no and phones._votes:
            phones.show(voters=tuple(sorted(phones._votes.seats - phones._votes.given.keys())))

    around(patch, Phones, "tap", left)


# ---- The room's page ----


@leak("phones", "air")
def the_rooms_page_is_sent_anew_where_somebody_answers_by_night(patch: pytest.MonkeyPatch) -> None:
    def sent(said: str | None, room: PhonesRoom, cue: Ask) -> None:
        if cue.window and said not in ("time", None) and room._television:
            room._television.broadcast.tell()

    around(patch, PhonesRoom, "ask", sent)


@leak("phones", "air")
def the_rooms_page_is_drawn_from_what_the_moderator_sees(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Television, "_seen", lambda self: self._stage.game.view(self._stage.state, "moderator"))


# ---- Beside a moderator ----


@leak("led", "air")
def a_moderators_result_stands_on_all_phones(patch: pytest.MonkeyPatch) -> None:
    around(patch, PhonesRoom, "tell", lambda _, room, cue: room._phones.show(line=cue.text))


@leak("led", "air")
def phones_beside_a_moderator_open_where_somebody_is_asked(patch: pytest.MonkeyPatch) -> None:
    def opened(_: object, room: PhonesRoom, cue: Ask) -> None:
        if cue.at.dark:
            room._phones.begin_call()

    around(patch, PhonesRoom, "put", opened)
