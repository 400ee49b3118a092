"""The room's page by day, at a table with its own deck: it shows the same whether or not a card was seen before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.page.led import Led, led_again
from tests.unseen import ALL, at_day, looked_up

DAYS = {
    "a mayor pardons": ("search 2,4 hang 2 yes", "Burmistrz zabiera głos"),
    "no mayor pardons": ("search 2,4 hang 2 no", "Ginie numer 2"),
    "a majority hangs": ("search 2,4 hang-vote 7 5 no", "Ginie numer 2"),
    "a judge speaks": ("duel 2 4 yes 3 2 4 none", "Ginie numer 4"),
    "no judge speaks": ("duel 2 4 yes 3 2 none none", "Ginie numer 2"),
    "a gunslinger stands": ("duel 2 8 yes 2 3 none none", "Ginie numer 2"),
    "a doctor saves": ("duel 2 4 yes 3 2 none 2", "Kula przeszła bokiem"),
    "somebody dies": ("died 4", "Ginie numer 4"),
    "somebody goes home": ("leaves 4", "Odjeżdża nim numer 4"),
    "somebody shows the card": ("reveal 4", "Karta na stole"),
}
"""What is answered by day, and words that a room must have read then."""


@pytest.mark.parametrize("reader", ["moderator", "laptop"])
@pytest.mark.parametrize("day", DAYS)
def test_the_room_gets_the_same_whether_or_not_a_card_was_seen(day: str, reader: str, tmp_path: Path) -> None:
    said, words = DAYS[day]
    seen, unseen = (_frames(at_day(tmp_path, *seats), said.split(), reader) for seats in (ALL, ()))
    assert seen == unseen
    assert any(words in frame["line"] for frame in seen)


def _frames(journal: Path, day: list[str], reader: str) -> list[dict[str, Any]]:
    """Every snapshot that the room gets in this day."""
    frames: list[dict[str, Any]] = []
    with led_again(journal, pace=0.0) as game:
        if reader == "laptop":
            game.do("reader", to=reader)
        with game.leading.broadcast.subscribed(lambda: frames.append(game.room), "room"):
            for said in day:
                game.do("answer", said=said)
                _look_up(game)
    return frames


def _look_up(game: Led) -> None:
    """Say what lies there, as often as whoever leads is asked, and go on."""
    while game.now["now"]["kind"] != "ask" or looked_up(game.leading.game.stage.state):
        if game.now["now"]["kind"] == "ask":
            game.do("answer", said=looked_up(game.leading.game.stage.state))
        else:
            game.do("go")
