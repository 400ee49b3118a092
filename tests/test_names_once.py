"""A role's or faction's name is written once, in its table: give it another, and no old one is left anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from narrator.computer.texts import texts_of
from narrator.computer.toml_reader import build
from narrator.cues import Ask, End, Refused
from narrator.games.ktulu import Ktulu, dealing
from narrator.games.ktulu.loading import FOLDER
from narrator.games.ktulu.proofreading import proofread_script
from narrator.games.ktulu.script import Script
from narrator.games.ktulu.setup import Setup
from narrator.games.parts import CASES, Named

from tests.invariants.gathering import gather
from tests.mishaps.happenings import Guests, Habits
from tests.own_script import DATA
from tests.scenario import SCRIPT

NAMED: dict[str, Named] = {**SCRIPT.factions, **SCRIPT.roles}
PLACE = "town"
"""The faction whose name is a common word too: there is a town in many wordings, whoever plays."""


def old_names() -> re.Pattern[str]:
    """Find the names of all but the town, in all cases; of long ones in cases that the script does not have, too."""
    found: set[str] = set()
    for one in (one for key, one in NAMED.items() if key != PLACE):
        profiles = [names[one.id] for names in SCRIPT.vocabulary.values()]
        forms = {form for names in (one, *profiles) for case in CASES if (form := getattr(names, case))}
        found |= {rf"{re.escape(form)}\b" for form in forms}
        found |= {re.escape(form[:-1]) for form in forms if len(form) > 5 and " " not in form}
    return re.compile(rf"\b({'|'.join(sorted(found))})", re.IGNORECASE)


OLD = old_names()


@pytest.mark.parametrize("line", SCRIPT.wordings)
def test_no_wording_writes_a_name_out(line: str) -> None:
    for words in SCRIPT.wordings[line]:
        assert not OLD.search(re.sub(r"\{[^}]*\}", "", words)), words


GAMES, ANSWERS = 24, 150


def renamed() -> Script:
    """The script with a made-up name for each role and faction, in all its cases, by every profile."""
    named = [*DATA["faction"], *DATA["role"]]
    made = {one["id"]: _made(one, f"xq{chr(97 + n // 26)}{chr(97 + n % 26)}") for n, one in enumerate(named)}
    profiles = [
        one | {"names": {key: _made(names, f"{made[key]['name']}ks") for key, names in one.get("names", {}).items()}}
        for one in DATA["profile"]
    ]
    kinds = {kind: [made[one["id"]] for one in DATA[kind]] for kind in ("faction", "role")}
    return build(DATA | kinds | {"profile": profiles}, Script, "renamed")


def _made(one: dict[str, Any], word: str) -> dict[str, Any]:
    forms = {case: f"{word.lower()}{case}" for case in CASES if case in one}
    return one | forms | {"name": word.capitalize()} | ({"short": f"{word.lower()}sh"} if "short" in one else {})


RENAMED = renamed()


def told(setup: Setup, seed: int, chance: Random) -> Iterator[str]:
    """What goes out at this table: the words of its cues, and the names on its pages."""
    game = Ktulu(setup, RENAMED)
    state = game.draft_opening(game.begin(seed)).state
    guests = Guests(chance, Habits(late=0.02, commands=0.04, nonsense=0.01, hurry=0.7), len(setup.player))
    for _ in range(ANSWERS):
        while (cue := game.cue(state)) is not None and not isinstance(cue, Ask | End):
            yield getattr(cue, "text", "")
            for event in game.delivered(state):
                state = game.fold(state, event)
        if cue is None:
            return
        yield cue.text
        view = game.view(state, "moderator")
        yield from (*view.names.values(), *view.short.values())
        if not isinstance(cue, Ask):
            return
        events = game.take(state, guests.answer(cue))
        for event in [] if isinstance(events, Refused) else events:
            state = game.fold(state, event)


def test_a_script_with_other_names_is_without_fault() -> None:
    assert [str(problem) for problem in proofread_script(RENAMED, "") if not problem.warning] == []


def test_no_old_name_goes_out_in_games_whose_roles_and_factions_have_others() -> None:
    heard: list[str] = []
    for number in range(GAMES):
        chance = Random(number)
        setup = replace(gather(chance, SCRIPT), names=chance.choice(["gentle", "book"]))
        heard += told(setup, number, chance)
    assert [text for text in heard if OLD.search(text)] == []
    missed = [key for key in NAMED if not any(RENAMED.vocabulary["gentle"][key].name in text for text in heard)]
    assert not set(SCRIPT.factions) & {*missed}
    assert len(missed) < 5, missed


@pytest.mark.parametrize("profile", SCRIPT.vocabulary)
def test_no_old_name_stands_on_a_card(profile: str) -> None:
    for setup in (Setup(names=profile), replace(gather(Random(1), SCRIPT), names=profile)):
        texts = texts_of("pl", FOLDER)
        cards = [*dealing.card_texts([*RENAMED.roles], setup, RENAMED, texts)]
        cards += dealing.manual(setup, RENAMED).values()
        assert len(cards) > len(RENAMED.roles)
        assert [card for card in cards if OLD.search(card)] == []
