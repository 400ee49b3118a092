"""A page whose laptop reads aloud: what the room hears and sees tells nobody who could act, whatever is pressed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import SHUT_RDWR
from threading import Thread
from typing import Any

import pytest

from narrator.cues import Say

from tests.page.asking import Asking, asking
from tests.page.led import Led, led_again
from tests.written import players

NAMES = ("Marta", "Norbert", "Ola", "Piotr", "Renata", "Szymon")
CARDS = ("doctor", "boss", "executioner", "townsman", "townsman", "townsman")
DOOMED = ("townsman", "boss", "executioner", "doctor", "townsman", "townsman")
DUEL = ("duel", "4", "5", "over", "over", "4")


def table(folder: Path, cards: tuple[str, ...]) -> str:
    """Write a table at which these cards lie."""
    path = folder / "table.toml"
    path.write_text(
        f'format = 1\nanswers = "moderator"\npolicy = "masked"\n{players(NAMES, cards)}', encoding="utf-8"
    )
    return str(path)


@contextmanager
def read_aloud(folder: Path, cards: tuple[str, ...] = CARDS, pace: float = 0.05) -> Iterator[Asking]:
    """Lead a game at a table with these cards; the laptop reads."""
    folder.mkdir()
    with asking(folder, setup=table(folder, cards), reader="laptop", pace=pace) as client:
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


def offers(game: Led, said: str) -> bool:
    """Whether this can be answered now."""
    return said in [choice["id"] for choice in game.now["now"].get("choices", ())]


def answer(game: Led, said: str) -> None:
    """Answer so, once it is offered."""
    before = game.see(lambda: offers(game, said))["version"]
    assert game.send("answer", said=said)[0] == 200
    game.see(lambda: game.now["version"] != before)


def duel(client: Asking, saved: str) -> None:
    """Shoot, and let the doctor save somebody, if he can."""
    for said in DUEL:
        answer(client.game, said)
    if saved:
        client.game.see(lambda: client.game.now["now"].get("text") == "Kogo ratuje lekarz?")
        client.game.send("answer", said=saved)
    client.game.see(lambda: client.game.now["now"].get("text") == "Co teraz?")


@pytest.mark.long
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


STATUE = "Kto z bandytów bierze posążek?"
USED_UP = {("executioner.kill", "executioner"): 9}
"""The one thing that two tables do not share: whether the executioner, who is called before the bandits, can act."""


@contextmanager
def in_the_bandits_call(folder: Path, *, able: bool, reader: str = "laptop") -> Iterator[Led]:
    """Lead a game up to the first night's call of the bandits, in which they are asked."""
    with read_aloud(folder, pace=0.08) as client:
        by_day(client)
        if not able:
            client.game.leading.game.stage.state.uses = USED_UP
        if reader != "laptop":
            before = client.game.now["version"]
            client.game.send("reader", to=reader)
            asked(client.game, "Co teraz?", before)
        client.game.do("answer", said="night")
        if reader == "moderator":
            client.game.go_to(STATUE)
        asked(client.game, STATUE)
        yield client.game


def asked(game: Led, question: str, after: str = "") -> dict[str, Any]:
    """Wait until this is asked, and not in the prompt of that version."""
    return game.see(lambda: game.now["now"].get("text") == question and game.now["version"] != after)


def spoken_since(game: Led, command: str) -> list[str]:
    """The lines that went out since this was called for."""
    stage = game.leading.game.stage
    past = [*stage.past]
    since = max(number for number, step in enumerate(past) if step.said == command)
    return [cue.text for step in past[since + 1 :] if isinstance(cue := stage.game.cue(step.before), Say)]


def both(folder: Path, act: Callable[[Led], None], command: str, reader: str = "laptop") -> list[list[str]]:
    """What is said after this, at a table where the executioner can act and at one where he cannot."""
    said = []
    for able in (True, False):
        with in_the_bandits_call(folder / str(able), able=able, reader=reader) as game:
            act(game)
            said.append(spoken_since(game, command))
    return said


@pytest.mark.usefixtures("standing")
def test_undo_in_a_secret_night_goes_back_call_by_call_whoever_could_act(tmp_path: Path) -> None:
    def undo(game: Led) -> None:
        before = game.now["version"]
        assert game.send("undo")[0] == 200
        asked(game, STATUE, before)

    able, unable = both(tmp_path, undo, "undo")
    assert able == unable
    assert "posążek" in able[-1]


@pytest.mark.usefixtures("standing")
def test_answers_are_changed_and_asked_again_by_day_alone(tmp_path: Path) -> None:
    with in_the_bandits_call(tmp_path / "table", able=True) as game:
        step = steps(game)["Kogo zabija kat?"]
        assert not {"redo", "jump", "change"} & {what for what, can in game.now["can"].items() if can}
        for what in ("change", "jump", "redo"):
            status, told = game.send(what, step=step, said="4")
            assert (status, told["why"]) == (409, game.now["why_not"])
        game.see(lambda: game.now["now"].get("text") == "Co teraz?")
        assert game.now["why_not"] == ""
        assert game.send("jump", step=step)[0] == 409  # or the room would hear that there was an answer
        before = game.now["version"]
        assert game.send("change", step=step, said="4")[0] == 200
        now = asked(game, "Co teraz?", before)
        assert now["seats"][3]["out"] == "dead"
        assert spoken_since(game, "4")[-1].endswith("noc.")  # the day's list once more


@pytest.mark.usefixtures("standing")
def test_the_laptop_takes_up_a_call_from_its_waking_whoever_could_act(tmp_path: Path) -> None:
    def take_up(game: Led) -> None:
        before = game.now["version"]
        assert game.send("reader", to="laptop")[0] == 200
        game.until("ready", after=before)
        game.do("go")  # all have closed their eyes
        asked(game, STATUE)

    able, unable = both(tmp_path, take_up, "resume", reader="moderator")
    assert able == unable
    assert any("Bandyci, otwórzcie oczy" in line for line in able)


@pytest.mark.usefixtures("standing")
def test_after_a_step_back_by_whoever_reads_the_laptop_takes_over_in_the_morning(tmp_path: Path) -> None:
    with in_the_bandits_call(tmp_path / "table", able=True, reader="moderator") as game:
        before = game.now["version"]
        assert game.send("undo")[0] == 200
        game.see(lambda: game.now["version"] != before and game.now["now"]["kind"] != "listen")
        assert game.send("reader", to="laptop")[0] == 200
        game.go_to(STATUE)
        assert (game.now["reader"], game.now["next_reader"]) == ("moderator", "laptop")
        assert game.now["waits_for_morning"]
        game.do("answer", said="2")
        game.go_to("Co teraz?")
        game.see(lambda: game.now["reader"] == "laptop" and game.now["phase"] == "day")
        assert not game.now["waits_for_morning"]


@pytest.mark.usefixtures("standing")
@pytest.mark.parametrize("stepped_back", [True, False])
def test_a_laptop_that_is_to_read_after_a_break_off_waits_too(tmp_path: Path, *, stepped_back: bool) -> None:
    with in_the_bandits_call(tmp_path / "table", able=True, reader="moderator") as game:
        if stepped_back:
            before = game.now["version"]
            assert game.send("undo")[0] == 200
            game.see(lambda: game.now["version"] != before and game.now["now"]["kind"] != "listen")
        journal = game.leading.game.stage.journal.path
    with led_again(journal, 0.0, reader="laptop") as game:
        assert (game.now["reader"], game.now["waits_for_morning"]) == (
            ("moderator", True) if stepped_back else ("laptop", False)
        )
        game.go_to("Co teraz?")
        game.see(lambda: game.now["reader"] == "laptop" and game.now["phase"] == "day")
        assert not game.now["waits_for_morning"]


@pytest.mark.usefixtures("standing")
def test_in_a_secret_night_the_laptop_hands_over_once_the_calls_time_is_over(tmp_path: Path) -> None:
    with in_the_bandits_call(tmp_path / "table", able=True) as game:
        assert game.send("reader", to="moderator")[0] == 200
        before = {game.now["reader"], game.now["next_reader"]}
        game.see(lambda: game.now["reader"] == "moderator" and game.now["now"]["kind"] != "listen")
        assert before == {"laptop", "moderator"}
        assert game.now["now"].get("text") != STATUE
        assert "dobranoc" in game.now["lines"][0]["text"]


@pytest.mark.usefixtures("standing")
def test_who_reads_may_be_thought_over_within_a_call(tmp_path: Path) -> None:
    def to_and_fro(game: Led) -> None:
        for reader in ("moderator", "laptop"):
            assert game.send("reader", to=reader)[0] == 200
        game.see(lambda: game.now["now"].get("text") == "Co teraz?")

    able, unable = both(tmp_path, to_and_fro, "time")
    assert able == unable


def steps(game: Led) -> dict[str, int]:
    """The steps that answered questions, as the past has them."""
    entries = game.entries
    return {entry["question"]: entry["step"] for entry in entries if "step" in entry}
