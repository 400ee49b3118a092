"""What people at the table are told is Polish, down to the reason in brackets."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import narrator
from narrator.ears.sound import find_microphones
from narrator.errors import ChannelLost
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.lines import Lines
from narrator.games.night.loading import remark, shipped_script
from narrator.games.night.proofreading import proofread_setup
from narrator.games.night.wizard import new_table
from narrator.games.package import SetupQuestions
from narrator.mouth import open as opening
from narrator.mouth.timeouts import DeviceLost
from narrator.mouth.voice import Voice
from narrator.rooms.captions import NoMouth
from narrator.texts import message

from tests.book_line_ups import LINE_UPS
from tests.polish import KTULU, in_polish

PROGRAM = Path(narrator.__file__).parent
SCRIPT = shipped_script()
NAMES, LINES = SCRIPT.vocabulary["gentle"], SCRIPT.lines["gentle"]
FOR_COMMANDS = {"piper_voices.py"}
"""What only commands use, whose words are English."""
PASSED_ON = {'reply["fault"]', "GONE"}
"""What is told as it came from the system, and a message that has a name."""


def raised(path: Path) -> Iterator[ast.Call]:
    """List the channels that are lost in a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Lost"):
            yield node


@pytest.mark.parametrize("path", sorted((PROGRAM / "mouth").glob("*.py")), ids=lambda path: path.name)
def test_a_voice_that_is_lost_has_words_for_the_table(path: Path) -> None:
    if path.name in FOR_COMMANDS:
        return
    english = [
        ast.unparse(call)
        for call in raised(path)
        if len(call.args) < 2 and not isinstance(call.args[0], ast.Starred | ast.Call)
    ]
    assert [call for call in english if not any(part in call.replace("'", '"') for part in PASSED_ON)] == []


def test_why_there_is_no_sound_is_told_in_polish(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(*_: object) -> None:
        raise DeviceLost(message("mouth.hangs"))

    monkeypatch.setattr(opening, "open_player", hangs)
    notices: list[str] = []
    opening.open_sound(Voice(engine="system", language="pl"), None, in_polish(notices.append), NoMouth())
    assert notices == [
        "Nie ma dźwięku: to, co mówię, pojawia się na ekranie. (Dźwięk w tym komputerze nie odpowiada.)"
    ]


def test_why_nothing_is_heard_is_told_in_polish() -> None:
    with pytest.raises(ChannelLost) as lost:
        find_microphones(SimpleNamespace(query_devices=list), "")
    assert KTULU.told(lost.value.table) == "nie ma mikrofonu"


def test_every_remark_on_a_new_table_has_words() -> None:
    proof = "".join(path.read_text("utf-8") for path in (PROGRAM / "games").rglob("*.py"))
    assert {*KTULU.group("remarks")} <= {*re.findall(r'"faults\.([a-z-]+)"', proof)}


ODD = {
    "no sheriff": (("boss", "avenger", "chief", "shaman"), ["no-sheriff", "key-roles"]),
    "nobody a bandit": (("sheriff", "pastor", "chief", "shaman"), ["no-bandit"]),
    "all bandits": (("boss", "avenger", "thief", "bandit"), ["all-bandits"]),
    "two drunkards": (("sheriff", "boss", "drunkard", "drunken-judge"), ["apart", "key-roles"]),
}


@pytest.mark.parametrize("line_up", ODD)
def test_what_is_odd_is_told_without_a_word_of_the_file(line_up: str) -> None:
    cards, keys = ODD[line_up]
    setup = Setup(player=tuple(Player(name=card) for card in cards), cards=cards)
    problems = proofread_setup(setup, SCRIPT, "setup")
    assert [problem.key for problem in problems] == keys
    plain = {line: words for line, words in LINES.wordings.items() if not line.startswith("remarks.")}
    for problem in problems:
        own, words = remark(problem, LINES), remark(problem, Lines(plain, NAMES))
        assert "→" not in own + words
        assert not [role for role in problem.about if role in words or NAMES[role].name not in words]


@pytest.mark.parametrize("players", range(LINE_UPS.fewest, LINE_UPS.most + 1, 4))
@pytest.mark.parametrize("answers", ["prowadzący", "głosem"])
def test_a_new_table_is_made_in_polish(players: int, answers: str) -> None:
    said, shown = iter([str(players), "", answers, "więcej", *[""] * 7]), list[str]()
    new_table(SetupQuestions(lambda _, default: next(said) or default, shown.append, 1))
    assert [text for text in shown if "→" in text or "setup:" in text] == []
