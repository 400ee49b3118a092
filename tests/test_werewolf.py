"""Werewolf: its powers, its ends, what people hear and are shown of it, and a variant of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from narrator.cues import Ask, as_json
from narrator.games.night import events as e
from narrator.games.night.day.last_shot import ASKED, due
from narrator.games.night.loading import shipped_script
from narrator.games.night.script.script import Script
from narrator.games.night.simulation.evening import begin, drafts
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tournament import line_up, setup_with
from narrator.games.scripted.package import ScriptedPackage
from narrator.play.loading import script_problems

from tests.program import at_home, narrator
from tests.sitting import sitting


def played(script: Script, players: int, number: int) -> Counter[str]:
    """What happened in a game: who won, and how many calls were made of each."""
    setup = replace(line_up(players, number, script), rules=script.rules)
    found, chance = Counter[str](), Random(f"{players} {number}")
    game = ScriptedPackage().rules(setup, script)
    for draft in drafts(game, begin(game, chance), chance, sensible):
        found.update(type(event).__name__ for event in draft.events)
        if draft.state.winner:
            found[f"win {draft.state.winner}"] = 1
    return found


@pytest.mark.parametrize("players", [5, 8, 13, 30])
def test_werewolf_is_played_to_its_end(players: int) -> None:
    script = shipped_script("werewolf")
    found = sum((played(script, players, number) for number in range(12)), Counter[str]())
    assert found["Won"] == 12
    assert found["win village"] + found["win wolves"] + found["win nobody"] == 12
    assert found["Revived"] or players == 5


@pytest.mark.parametrize(("players", "powers"), [(5, 3), (8, 3), (9, 3), (11, 3), (12, 8)])
def test_a_small_village_has_few_powers_and_villagers(players: int, powers: int) -> None:
    script = shipped_script("werewolf")
    village = [card for card in script.line_ups.suggest(players, 1) if script.roles[card].faction == "village"]
    assert len([card for card in village if card != "villager"]) == powers
    assert "villager" in village


def test_the_witch_is_told_whom_the_wolves_killed_and_may_save_them_before_anybody_has_won() -> None:
    script = shipped_script("werewolf")
    setup = line_up(5, 1, script)
    setup = replace(setup, cards=("witch", "villager", "werewolf"), player=setup.player[:3], deal="engine")
    game = ScriptedPackage().rules(replace(setup, policy="open"), script)
    for seed in range(40):
        chance, told = Random(seed), Counter[str]()
        for draft in drafts(game, begin(game, chance), chance, sensible):
            for event in draft.events:
                told[f"{type(event).__name__} {getattr(event, 'line', '')}"] += 1
            if told["Revived "]:
                assert told["Won "] == 0
                return
    pytest.fail("nobody was saved")


def test_simulated_wolves_know_each_other_and_the_village_nobody() -> None:
    script = shipped_script("werewolf")
    game, picked = ScriptedPackage().rules(line_up(9, 1, script), script), set[tuple[str, str]]()
    for seed in range(30):
        state, chance = begin(game, Random(seed)), Random(seed)
        for draft in drafts(game, state, chance, sensible):
            asked, answer = state.question, next((one for one in draft.events if isinstance(one, e.Answered)), None)
            if asked and answer and answer.answer.isdecimal() and asked.key in ("kill", "confess") and state.turn:
                picked.add((state.turn.call, state.faction(int(answer.answer))))
            state = draft.state
    assert {("seer.look", "village"), ("seer.look", "wolves"), ("wolves.kill", "village")} <= picked
    assert ("wolves.kill", "wolves") not in picked


def test_a_variant_is_checked_and_simulated_as_werewolf(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    seer = '[role.seer]\ndoes = "Every night you learn a card."\n[call."night/seer.look"]\ndo = "learn-card"\n'
    text = (
        f'format = 1\nextends = "werewolf"\nlanguage = "en"\n{seer}line = ["Point at somebody to see their card."]\n'
    )
    file.write_text(text, encoding="utf-8")
    assert [str(problem) for problem in script_problems(file) or [] if not problem.warning] == []
    told = narrator("simulate", file, "--games", "20", "--line-up", "8", env=at_home(tmp_path))
    assert told.returncode == 0, told.stderr
    assert "Wolves" in told.stdout or "Wilkołaki" in told.stdout or "Werewolves" in told.stdout


def test_a_hunter_without_anybody_left_has_no_last_shot() -> None:
    script = shipped_script("werewolf")
    cards = ("hunter", "villager", "werewolf")
    game = ScriptedPackage().rules(setup_with(cards, language="pl", game="night", script="werewolf"), script)
    state = replace(game.begin(1), cards=cards, dead=frozenset({1, 2}))
    assert due(state) == [1]
    assert due(replace(state, dead=frozenset({1, 2, 3}))) == []


def test_all_hear_the_question_for_a_last_shot_and_know_whose_it_is() -> None:
    script = shipped_script("werewolf")
    cards = ("villager", "hunter", "werewolf")
    game = ScriptedPackage().rules(setup_with(cards, language="pl", game="night", script="werewolf"), script)
    asked = e.Asked(key=ASKED, kind="seat", to="all", choices=("1", "3"), line=f"ask.{ASKED}", about=2)
    state = replace(game.begin(1), cards=cards, dead=frozenset({2}))
    cues = [game.cue(game.fold(state, replace(asked, key=key))) for key in (ASKED, "day.hang")]
    assert [(cue.to, cue.whose, as_json(cue).get("whose")) for cue in cues if isinstance(cue, Ask)] == [
        ("all", 2, 2),
        ("all", 0, None),
    ]


def test_its_end_is_shown_in_the_terminal(tmp_path: Path) -> None:
    cards = ("hunter", "villager", "werewolf")
    people = "".join(f'[[player]]\nname = "P{seat}"\ncard = "{card}"\n' for seat, card in enumerate(cards, 1))
    table = tmp_path / "table.toml"
    head = 'format = 1\nlanguage = "en"\ngame = "night"\nvoice = "none"\n'
    table.write_text(f"{head}{people}", "utf-8")
    with sitting(tmp_path, "play", str(table), "--silent", hurried=True) as one:
        one.answer("Choices: ready", "").answer("Enter: go on", "")
        one.answer("What now?", "night").answer("sure?", "y").answer("Who do the werewolves choose?", "1")
        one.see("a last shot").answer("At whom?", "3").answer("sure?", "y")
        one.see("The winner: Village").see("Village: winners").see("Then we go on")


def test_the_menu_tells_who_hunts_whom_and_what_each_card_does() -> None:
    said = ScriptedPackage().about()
    assert said.startswith("Wioska: Wygrywacie, gdy zginą wszyscy")
    assert "Jasnowidz: Co noc poznajesz" in said


def test_it_is_chosen_in_the_menu(tmp_path: Path) -> None:
    with sitting(tmp_path, "new", "--game", "werewolf") as one:
        one.answer("Gracz 1", "Ala, Bob, Cyla, Darek, Ewa").answer("Gracz 6", "").answer("Kto prowadzi noc", "")
        one.see("Wioska (4): Jasnowidz, Wiedźma, Stróż, Wieśniak").see("Wilkołak")
        one.answer("Zaczynamy?", "później").see("Stół jest zapisany")
    (made,) = tmp_path.rglob("*.toml")
    assert 'game = "night"' in made.read_text("utf-8")
    assert 'script = "werewolf"' in made.read_text("utf-8")
