"""A role's or faction's name is written once, in its table: no wording or card has it by itself."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from narrator.computer.texts import texts_of
from narrator.games.ktulu.setup import Setup
from narrator.games.night.loading import FOLDER
from narrator.games.night.printed import dealing
from narrator.games.night.proofreading import proofread_script
from narrator.games.night.script.script import Script

from tests.invariants.gathering import gather
from tests.renaming import OLD, by_profile, by_script
from tests.scenario import SCRIPT

RENAMED = by_script()


@pytest.mark.parametrize("line", SCRIPT.wordings)
def test_no_wording_writes_a_name_out(line: str) -> None:
    for words in SCRIPT.wordings[line]:
        assert not OLD.search(re.sub(r"\{[^}]*\}", "", words)), words


@pytest.mark.parametrize("script", [RENAMED, by_profile()], ids=["script", "profile"])
def test_a_script_with_other_names_is_without_fault(script: Script) -> None:
    assert [str(problem) for problem in proofread_script(script, "") if not problem.warning] == []


@pytest.mark.parametrize("profile", SCRIPT.vocabulary)
def test_no_old_name_stands_on_a_card(profile: str) -> None:
    for setup in (Setup(names=profile), replace(gather(Random(1), SCRIPT), names=profile)):
        texts = texts_of("pl", FOLDER)
        cards = [*dealing.card_texts([*RENAMED.roles], setup, RENAMED, texts)]
        cards += dealing.manual(setup, RENAMED, texts).values()
        assert len(cards) > len(RENAMED.roles)
        assert [card for card in cards if OLD.search(card)] == []
