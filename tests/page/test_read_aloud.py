"""A page whose laptop reads aloud: what the room hears and sees tells nobody who could act, whatever is pressed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import SHUT_RDWR
from threading import Thread

from tests.page.asking import Asking, asking

NAMES = ("Marta", "Norbert", "Ola", "Piotr", "Renata", "Szymon")
CARDS = ("doctor", "boss", "executioner", "townsman", "townsman", "townsman")
DOOMED = ("townsman", "boss", "executioner", "doctor", "townsman", "townsman")
DUEL = ("duel", "4", "5", "over", "over", "4")


def table(folder: Path, cards: tuple[str, ...]) -> str:
    """Write a table at which these cards lie."""
    players = "".join(
        f'[[player]]\nname = "{name}"\ncard = "{card}"\n' for name, card in zip(NAMES, cards, strict=True)
    )
    path = folder / "table.toml"
    path.write_text(f'format = 1\nanswers = "moderator"\npolicy = "masked"\n{players}', encoding="utf-8")
    return str(path)


@contextmanager
def read_aloud(folder: Path, cards: tuple[str, ...] = CARDS) -> Iterator[Asking]:
    """Lead a game at a table with these cards; the laptop reads."""
    folder.mkdir()
    with asking(folder, setup=table(folder, cards), reader="laptop", pace=0.05) as client:
        yield client


@contextmanager
def shown_to_the_room(client: Asking) -> Iterator[list[bytes]]:
    """Follow the room's page for a while, as a television does; the list grows."""
    client.enter("room")
    connection, response = client.begin("/room/events")
    shown = [response.readline()]

    def follow() -> None:
        with suppress(OSError, ValueError, AttributeError):  # it was closed meanwhile
            while line := response.readline():
                if line.startswith(b"data: {"):
                    shown.append(line)

    follower = Thread(target=follow)
    follower.start()
    try:
        yield shown
    finally:
        connection.sock.shutdown(SHUT_RDWR)
        follower.join()
        response.close()
        connection.close()


def by_day(client: Asking) -> None:
    """Let the night pass, in which nobody acts."""
    client.game.see(lambda: client.game.now["now"]["kind"] == "ready")
    client.game.send("go")
    client.game.see(lambda: client.game.now["now"].get("text") == "Co teraz?")


def duel(client: Asking, saved: str) -> None:
    """Shoot, and let the doctor save somebody, if he can."""
    for said in DUEL:
        client.game.do("answer", said=said)
    if saved:
        client.game.see(lambda: client.game.now["now"].get("text") == "Kogo ratuje lekarz?")
        client.game.send("answer", said=saved)
    client.game.see(lambda: client.game.now["now"].get("text") == "Co teraz?")


def test_the_room_gets_nothing_while_the_doctor_is_asked_by_day(tmp_path: Path) -> None:
    seen = {}
    for name, cards, saved in (("saved", CARDS, "4"), ("not", CARDS, ""), ("doomed", DOOMED, "")):
        with read_aloud(tmp_path / name, cards) as client:
            by_day(client)
            with shown_to_the_room(client) as shown:
                duel(client, saved)
            texts = [json.loads(one.removeprefix(b"data: ")) for one in shown]
        seen[name] = [one for one in texts if one["dark"]]
        assert len(seen[name]) == 1  # one when the eyes close, and none until they open
        assert not any((one["clock"] or {}).get("of") == "call" for one in texts)
    assert seen["saved"] == seen["not"] == seen["doomed"]
