"""Twelve phones at a server that is killed in the middle of a night: all are back soon, at the same question."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from narrator.play import session

from tests.page.phones.test_phones_program import Phone, agree, seated, want, without_terminal
from tests.sitting import busy

BACK = 5.0
"""Seconds from the start of the program after which all phones are back, on a computer with nothing else to do."""

NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kay", "Lou")
CARDS = ("werewolf", "werewolf", "seer", *["villager"] * 9)
PACE = ("--pace", "0.2")


def village(folder: Path) -> Path:
    """A table of Werewolf for twelve, by phones."""
    people = "".join(
        f'[[player]]\nname = "{name}"\ncard = "{card}"\n' for name, card in zip(NAMES, CARDS, strict=True)
    )
    head = 'format = 1\nlanguage = "en"\ngame = "night"\nanswers = "phones"\nvoice = "none"\n'
    (folder / "table.toml").write_text(head + people, "utf-8")
    return folder / "table.toml"


def heard(printed: Iterator[str]) -> list[str]:
    """What is printed from now on, line by line, as it comes."""
    lines = list[str]()

    def read() -> None:
        with suppress(ValueError):  # the program was killed
            lines.extend(filter(None, map(str.strip, printed)))

    Thread(target=read, daemon=True).start()
    return lines


def given(folder: Path) -> list[str]:
    """The answers in the journal, but for those that all give together."""
    (journal,) = folder.rglob("games/*.jsonl")
    return [one.input for one in session.recall(journal).batches if one.input not in ("", "ready", "resume")]


@pytest.mark.trial
def test_all_are_back_at_the_same_question_and_nothing_is_said_or_asked_twice(tmp_path: Path) -> None:
    phones, before = list[Phone](), list[str]()
    try:
        with without_terminal(tmp_path, "play", str(village(tmp_path)), "--seed", "7", *PACE) as printed:
            phones, before = seated(printed, *range(1, 13)), heard(printed)
            agree("sit", *phones)
            agree("look", *phones)
            want("ready", *phones[:2])
            want("night", *phones[:7])
            phones[2].send(phones[2].asked("?"), "1")
            phones[2].see(lambda page: "1" in page["note"] and "?" not in page["note"])
            question = phones[0].see(lambda page: "?" in page["note"] and page["open"])["note"]
        answers = given(tmp_path)
        assert answers == ["night", "1"]
        for phone in phones:
            phone.lose()
        begun = time.monotonic()
        with without_terminal(tmp_path, "resume", *PACE) as printed:
            after = heard(printed)
            for phone in phones:
                assert phone.see(lambda page: page["dark"])["run"]
            assert time.monotonic() - begun < BACK * busy()
            assert phones[0].see(lambda page: "?" in page["note"] and page["open"])["note"] == question
            assert "?" not in phones[2].see(lambda page: page["open"])["note"]
            assert given(tmp_path) == answers
            phones[0].send(phones[0].asked("?"), "5")
            phones[3].see(lambda page: not page["dark"] and 5 not in page["living"])
        assert given(tmp_path) == [*answers, "5"]
        said = [" ".join(lines) for lines in (before, after)]
        assert [one.count("Seer, open your eyes") for one in said] == [1, 0]
        assert [one.count("Seer, close your eyes") for one in said] == [1, 0]
        assert said[1].count("Werewolves, open your eyes") == 1
    finally:
        for phone in phones:
            phone.over = True
