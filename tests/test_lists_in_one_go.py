"""Rows that are pasted, or come out of a pipe, belong to the list; none of them answers another question."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from threading import Timer

import pytest

from narrator.games.interview import Piped
from narrator.games.night.wizard import new_table
from narrator.games.package import SEVERAL, SetupQuestions
from narrator.terminal import words

from tests.asked import EIGHT, REST, Talk
from tests.sitting import Sitting, sitting


class Pasted:
    """Answers out of a pipe, as `ask` gives them."""

    def __init__(self, *rows: str) -> None:
        self.rows = [*rows]

    def ask(self, _: str, default: str = "") -> str:
        if not self.rows:
            raise EOFError
        return self.rows.pop(0) or default


def test_out_of_a_pipe_a_row_that_is_no_answer_belongs_to_the_list_before_it() -> None:
    shown, kept = [""], dict[str, object]()
    pipe = Pasted(*EIGHT.split(", "), "", "Iza", "9. Jan", "", "", "później")
    new_table(SetupQuestions(Piped(pipe.ask), shown.append, 1, kept))
    assert kept["players"] == [*EIGHT.split(", "), "Iza", "Jan"]
    assert (kept["answers"], kept["go"], pipe.rows) == ("keys", "later", [])


def test_out_of_a_pipe_everybody_is_kept_and_what_is_noted_beside_them_is_an_error_message() -> None:
    shown, warned, kept = [""], [""], dict[str, object]()
    rows = [*EIGHT.replace("Ewa", "Ewa (nie da rady)").split(", "), "", "", "później"]
    new_table(SetupQuestions(Piped(Pasted(*rows).ask, warned.append), shown.append, 1, kept))
    assert kept["players"] == EIGHT.split(", ")
    assert warned[1:] == ["Przy tych osobach coś stoi, a grają wszystkie: 5 Ewa (nie da rady)."]
    assert not any("na pewno" in one or "coś stoi" in one for one in shown)


@pytest.mark.parametrize("gap", [1, 2])
def test_empty_rows_in_a_list_out_of_a_pipe_do_not_end_it(gap: int) -> None:
    kept = dict[str, object]()
    pipe = Pasted(*EIGHT.split(", "), *[""] * gap, "Iza", *[""] * gap, "Jan", "", "", "później")
    new_table(SetupQuestions(Piped(pipe.ask), [""].append, 1, kept))
    assert kept["players"] == [*EIGHT.split(", "), "Iza", "Jan"]
    assert (kept["answers"], kept["go"], pipe.rows) == ("keys", "later", [])


def test_out_of_a_pipe_an_answer_that_cannot_be_taken_now_is_no_name() -> None:
    kept = dict[str, object]()
    pipe = Pasted(EIGHT, "", "?", "głosem", "klawisze", "później")
    new_table(SetupQuestions(Piped(pipe.ask), [""].append, 1, kept, lambda: False))
    assert (kept["players"], kept["answers"]) == (EIGHT.split(", "), "keys")


def test_out_of_a_pipe_an_answer_is_one() -> None:
    kept = dict[str, object]()
    new_table(SetupQuestions(Piped(Pasted(EIGHT, "", "prow", "później").ask), [""].append, 1, kept))
    assert (len(str(kept["players"]).split(",")), kept["answers"], kept["go"]) == (8, "moderator", "later")


PASTED = (
    "".join(f"{number}. {name}\n" for number, name in enumerate(EIGHT.split(", "), 1)) + "\n9. Iza\n\n10. Jan\n\n"
)


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Sitting]:
    with sitting(tmp_path, "new", "table.toml") as one:
        yield one.see("Gracz 1:")


def test_what_is_pasted_in_one_go_is_one_list(seated: Sitting) -> None:
    seated.type(PASTED).see("Gracz 11").answer("Gracz 11", "").see("Graczy: 10.").see("Kto prowadzi noc")
    assert "Do wyboru" not in seated.words


@pytest.mark.parametrize("parts", [1, 2, 5])
def test_the_last_row_of_a_paste_that_ends_without_a_line_feed_is_in_the_list(seated: Sitting, parts: int) -> None:
    pasted = f"{PASTED.strip()}\n11. Łukasz"
    for part in range(parts):
        seated.type(pasted[len(pasted) * part // parts : len(pasted) * (part + 1) // parts])
        time.sleep(0.1)
    seated.answer("Gracz 12", "usuń 1").see("10 Łukasz").answer("Gracz 11", "Zoe")
    seated.answer("Gracz 12", "").see("Graczy: 11.")


def test_so_it_is_of_two_rows_and_one_row_alone_can_still_be_mended(seated: Sitting) -> None:
    seated.type("Ala\nBartek").see("2 Bartek").see("Gracz 3:").type("Celin").see("Gracz 3: Celin")
    seated.answer("Gracz 3", "\x7fna").answer("Gracz 4:", "lista").see("3 Celina")


def test_rows_that_answer_no_question_leave_nothing_of_them_for_the_next_one(seated: Sitting) -> None:
    seated.answer("Gracz 1:", EIGHT).answer("Gracz 9", "").see("Kto prowadzi noc").asked("]")
    seated.type("Iza\nJan").see("nie wzięto: Iza, Jan").asked("]").answer("Kto prowadzi noc", "").see("Zaczynamy")


@pytest.mark.parametrize("gap", [0.06, 0.12], ids=["quick", "slow"])
def test_rows_that_come_one_by_one_answer_no_other_question(seated: Sitting, tmp_path: Path, gap: float) -> None:
    names = EIGHT.split(", ")
    typed = list[float]()
    for row in ["8 osób:", *names[:4], "", *names[4:], "", ""]:
        typed.append(time.monotonic())
        seated.type(f"{row}\n")
        time.sleep(gap)
    if max(after - before for before, after in pairwise(typed)) > words._AFTER_A_LIST / 2:
        pytest.skip("the computer was too busy to type one row soon after the other")
    seated.see("Kto prowadzi noc").asked("]")
    assert "Graczy: 8." in seated.words
    assert "Zaczynamy" not in seated.words
    assert not (tmp_path / "table.toml").exists()


def test_rows_that_wait_answer_no_question_of_another_sort(seated: Sitting, tmp_path: Path) -> None:
    seated.answer("Gracz 1:", EIGHT).answer("Gracz 9", "").see("Kto prowadzi noc").asked("]")
    seated.type("Iza\n\n\n\n\n").changed()
    assert "Zaczynamy" not in seated.words
    seated.see("Odpowiedź ma tu jeden wiersz, więc tych wierszy nie wzięto: Iza")
    seated.answer("Kto prowadzi noc", "").see("Zaczynamy").asked("]")
    assert not (tmp_path / "table.toml").exists()


def test_an_enter_too_many_is_not_worth_a_word(seated: Sitting) -> None:
    seated.answer("Gracz 1:", EIGHT).answer("Gracz 9", "").see("Kto prowadzi noc").asked("]")
    seated.type("\n\n\n").changed()
    seated.answer("Kto prowadzi noc", "").see("Zaczynamy").asked("]")
    assert "nie wzięto" not in seated.words


ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"]


LISTS = [
    [f"{mark}. {one}" for mark, one in zip(marks, EIGHT.split(", "), strict=True)]
    for marks in ("ABCDEFGH", ROMAN, [*map(str.lower, ROMAN)])
] + [
    [row for one in EIGHT.split(", ") for row in (f"{one} {stamp}", "byłem tu wcześniej")]
    for stamp in ("— Dzisiaj o 18:01", "— 27.11.2026 18:01", "— Today at 6:01 PM")
]
LISTS += [
    [row for one in EIGHT.split(", ") for row in (f"[27.11.2026, 18:01:11] {one}: tak", "i jeszcze pies")],
    ["8", *EIGHT.split(", ")],
    ["Tak (8)", *EIGHT.split(", "), "Nie (2)", "Iza", "Jacek"],
    [*EIGHT.split(", "), "Rezerwa:", "Iza"],
    ["Nie (1)", "Iza", "Tak (8)", *EIGHT.split(", ")],
]


@pytest.mark.parametrize("rows", LISTS, ids=lambda rows: rows[1])
def test_a_list_is_read_as_a_whole_pasted_or_row_by_row(rows: list[str], tmp_path: Path) -> None:
    assert [*Talk("\n".join(rows), "", *REST).table(tmp_path).setup.people.values()] == EIGHT.split(", ")
    kept = dict[str, object]()
    new_table(SetupQuestions(Piped(Pasted(*rows, "", "", "", "później").ask), [""].append, 1, kept))
    assert kept["players"] == EIGHT.split(", ")


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
@pytest.mark.parametrize(
    ("before", "now", "said"), [("", "", "new"), (SEVERAL, "", "new"), (SEVERAL, SEVERAL, "old")]
)
def test_what_was_typed_before_a_question_answers_it_only_within_a_list(
    before: str, now: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    outer, inner = os.openpty()
    with os.fdopen(inner, encoding="utf-8") as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        monkeypatch.setattr(words, "_BEFORE", [before])
        os.write(outer, b"old\n")
        later = Timer(1.0, os.write, (outer, b"new\n"))
        later.start()
        assert words.ask("Who?", now).split()[0] == said
        later.cancel()
        later.join()
    os.close(outer)
