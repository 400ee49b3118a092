"""Each message to a phone is as long as any other, and can be read, whatever stands in it."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from narrator.computer.texts import texts_of
from narrator.page.phones.phones import Phones
from narrator.page.phones.server import SIZE, message_to

PEOPLE = {seat: f"Gracz {seat}" for seat in range(1, 31)}
TEXTS = st.text(max_size=5000)


def read(message: bytes) -> dict[str, object]:
    """Read a message as a browser does: to an empty line, without what stands before it."""
    assert message.startswith(b"data: ")
    assert message.endswith(b"\n\n")
    assert message.count(b"\n") == 2
    found: dict[str, object] = json.loads(message[6:])
    return found


@given(TEXTS, TEXTS)
def test_it_is_as_long_and_can_be_read(note: str, line: str) -> None:
    phones = Phones(PEOPLE, texts_of("pl"))
    phones.show(line=line)
    phones.write([7], note)
    messages = [message_to(phones, seat) for seat in PEOPLE]
    assert {len(one) for one in messages} == {SIZE}
    others = [one for seat, one in enumerate(messages, 1) if seat != 7]
    assert len({*others}) == 1
    assert read(others[0])["note"] == ""


@given(st.text("abcąęż łó.", max_size=500))
def test_whatever_a_game_says_comes_whole(note: str) -> None:
    phones = Phones(PEOPLE, texts_of("pl"))
    phones.show(line=note)
    phones.write([7], note)
    found = read(message_to(phones, 7))
    assert (found["line"], found["note"]) == (note, note)


def test_what_is_too_long_ends_with_an_ellipsis() -> None:
    phones = Phones(PEOPLE, texts_of("pl"))
    phones.write([7], "długie " * 2000)
    note = str(read(message_to(phones, 7))["note"])
    assert note.startswith("długie długie")
    assert note.endswith(" …")
    assert len(note) > 2000
