"""Where less than the card is shown of those who are out, paper, pages, recordings and `check` know of it (D78)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.ktulu.setup import HouseRules, Player, ours
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.loading import remark
from narrator.games.night.proofreading import proofread_script
from narrator.games.night.proofreading.setups import proofread_setup
from narrator.games.night.script.script import DaySteps
from narrator.games.night.script.setup import HouseRules as PlainRules
from narrator.games.night.simulation.tournament import line_up, setup_with
from narrator.games.night.told.chronicle import OUT
from narrator.games.night.told.spoken_lines import lines_at
from narrator.games.sheet import Sheet
from narrator.games.table import Table
from narrator.games.view import SeatView
from narrator.values import PartOf

from tests.checked import faults_of
from tests.own_script import with_calls
from tests.scenario import SCRIPT, own_variant, shipped_script
from tests.test_sheet import DEMO, sheet

Shown = Literal["card", "faction", "nothing"]


@pytest.mark.parametrize("shown", ["faction", "nothing"])
def test_a_script_without_the_words_for_it_is_told_which_are_missing(shown: Shown) -> None:
    lines = tuple(line for line in SCRIPT.line if not line.id.endswith(f"-{shown}"))
    without = replace(SCRIPT, line=lines)
    assert not proofread_script(without, "own")
    ruled = replace(without, rules=HouseRules(dead=shown))
    missing = [one for one in proofread_script(ruled, "own") if one.key == "line-missing"]
    assert all(f"{line}-{shown}" in str(one) for line, one in zip(OUT, missing, strict=True))
    assert {one.place for one in missing} == {"own: rules: dead"}


@pytest.mark.parametrize("shown", ["card", "faction", "nothing"])
def test_only_the_words_that_the_table_needs_are_read_and_recorded(shown: Shown) -> None:
    setup = replace(DEMO.setup, rules=HouseRules(dead=shown))
    heard = {line for line, _ in lines_at(SCRIPT, setup, setup.in_play, setup.policy)}
    others = {"faction", "nothing"} - {shown}
    assert not {f"{line}-{other}" for line in OUT for other in others} & heard
    assert shown == "card" or {f"{line}-{shown}" for line in OUT} <= heard


def test_paper_tells_whoever_leads_to_call_them_still() -> None:
    plain, covered = (sheet(DEMO, rules=HouseRules(dead=shown)) for shown in ("card", "nothing"))
    (hint,) = {*covered.hints} - {*plain.hints}
    assert "zakryte" in hint


def test_paper_says_one_thing_of_who_is_out_and_of_the_statue_at_an_open_table() -> None:
    rules = HouseRules(dead="nothing", statue_announced=False)
    plain, covered = sheet(DEMO, policy="open"), sheet(DEMO, policy="open", rules=rules)
    assert ["śmierć" in hint for hint in plain.hints] == [True]
    assert not any("śmierć" in hint for hint in covered.hints)
    assert any("wzywaj dalej" in hint for hint in covered.hints)
    said = [*directions(covered)]
    assert any(text.startswith("Tylko gdy posążek") for text in said)
    assert not any(text.startswith("Czytaj zawsze") for text in said)


@pytest.mark.parametrize(
    "rules", [HouseRules(), HouseRules(gambler_finds_statue=True), HouseRules(gambler_stops_on_statue=True)]
)
@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_gambler_hears_and_reads_of_pointing_again_only_what_holds(language: str, rules: HouseRules) -> None:
    script, again = shipped_script(language=language), "wskazujesz dalej" if language == "pl" else "point again"
    until = "póki nie odpadł nikt" if language == "pl" else "while nobody is out"
    setup = replace(DEMO.setup, player=gamblers(), language=language, rules=replace(rules, dead="nothing"))
    found = KtuluPackage().sheet(Table(KtuluPackage(), setup, script, []), 5)
    (card,) = [card.does for card in found.cards if again in card.does]
    assert until in card
    (call,) = [call for block in found.nights[1].blocks for call in block.calls if call.number == "12"]
    line, done = call.directions[1].text, call.directions[2].text
    assert line in script.wordings["gambler.roulette.line.covered"]
    assert ("tylko jedną osobę" if language == "pl" else "only one person") in done


def gamblers() -> tuple[Player, ...]:
    return (Player(name="Iza", card="gambler"), *duellists())


def directions(found: Sheet) -> Iterator[str]:
    """All that stands below the calls of the nights."""
    for night in found.nights:
        for block in night.blocks:
            yield from (one.text for call in block.calls for one in call.directions)


def seen(shown: Shown, *, before: bool = False) -> SeatView:
    """What all see of the first player, who went home, having shown the card `before` or not."""
    game = Ktulu(replace(DEMO.setup, rules=HouseRules(dead=shown), answers="moderator"), SCRIPT)
    state = game.begin(1)
    state.deal(tuple(DEMO.setup.in_play))
    state.phase, state.escaped = "day", frozenset({1})
    state.shown = frozenset({1}) if before else frozenset()
    return game.view(state, "all").seats[0]


def test_a_page_shows_what_the_table_does() -> None:
    card = DEMO.setup.in_play[0]
    side = SCRIPT.roles[card].faction
    found = [(one.out, one.card, one.side) for one in (seen("card"), seen("faction"), seen("nothing"))]
    assert found == [(True, card, side), (True, "", side), (True, "", "")]
    assert seen("nothing", before=True).card == card


def test_paper_has_the_day_of_the_script_and_tells_to_read_what_hangs_on_an_unheard_statue() -> None:
    script = replace(SCRIPT, day=DaySteps(steps=("timer", "hang", "declare"), first={"hang": 2, "declare": 3}))
    rules = HouseRules(statue_announced=False)
    table = replace(DEMO, script=script, setup=replace(DEMO.setup, rules=rules))
    found = sheet(table)
    (hanging,) = [rule for rule in found.day.rules if "Wieszanie" in rule]
    assert hanging.endswith("Od dnia numer 2.")
    (end,) = [rule for rule in found.day.rules if "która strona wygrywa" in rule]
    assert end.endswith("Od dnia numer 3.")
    assert not [rule for rule in found.day.rules if "ojedyn" in rule or "rzeszukanie:" in rule]
    said = [*directions(found)]
    assert any(text.startswith("Czytaj zawsze") for text in said)
    assert not any(text.startswith("Tylko gdy posążek") for text in said)


@pytest.mark.parametrize("announced", [True, False])
def test_paper_and_recordings_leave_out_what_is_only_spoken_of_an_unheard_statue(announced: bool) -> None:
    script = shipped_script("burza")
    setup = replace(line_up(12, 1, script), rules=replace(ours(script.rules), statue_announced=announced))
    said = directions(KtuluPackage().sheet(Table(KtuluPackage(), setup, script, []), 5))
    assert ("Piorun uderza tam, gdzie płoną ogniska." in said) == announced
    heard = {line for line, _ in lines_at(script, setup, setup.in_play, setup.policy)}
    assert ("storm-at-the-camp.line" in heard) == announced


@pytest.mark.parametrize("announced", [True, False])
def test_paper_and_recordings_have_no_pick_that_would_tell_of_an_unheard_statue(announced: bool) -> None:
    called = {"public": True, "announce": ["Pada numer {seat}, {name}."]}
    script = with_calls({"indians.kill": called, "indians.kill-again": called})
    rules = replace(ours(script.rules), statue_announced=announced)
    setup = replace(line_up(12, 1, script), rules=rules)
    heard = {line for line, _ in lines_at(script, setup, setup.in_play, setup.policy)}
    assert ("indians.kill-again.announce" in heard, "indians.kill.announce" in heard) == (announced, True)
    said = directions(KtuluPackage().sheet(Table(KtuluPackage(), setup, script, []), 5))
    assert sum("Pada numer" in text for text in said) == 1 + announced
    warned = [
        problem
        for problem in proofread_script(replace(script, rules=rules), "x")
        if problem.key == "announces-a-secret"
    ]
    assert ["kill-again" in problem.place for problem in warned] == [True] * announced


@pytest.mark.parametrize(
    ("day", "too_late"),
    [
        (DaySteps(steps=("timer", "hang")), False),
        (DaySteps(steps=("timer", "hang", "duel", "reveal"), first={"duel": 10, "reveal": 10}), True),
        (DaySteps(steps=("timer", "hang", "duel", "reveal"), first={"duel": 200, "reveal": 200}), False),
    ],
)
def test_a_table_is_warned_of_cards_that_its_day_has_no_use_for(day: DaySteps, too_late: bool) -> None:
    script = replace(SCRIPT, day=day)
    found = proofread_setup(replace(DEMO.setup, cards=(), player=duellists()), script, "table")
    idle = {one.about for one in found if one.key == "idle"}
    assert {("judge",), ("good-gunslinger",), ("insurance-agent",)} <= idle
    assert ("mayor",) not in idle
    late = [one for one in found if one.key == "step-of-no-day"]
    assert len(late) == (2 if too_late else 0)
    assert all(remark(one, script.lines["gentle"]) for one in late)


def test_the_last_day_that_so_many_can_play_is_not_too_late() -> None:
    script = replace(SCRIPT, day=DaySteps(steps=("duel", "search", "reveal"), first={"duel": 9, "reveal": 9}))
    setup = replace(DEMO.setup, cards=(), player=duellists())
    found = [one for one in proofread_setup(setup, script, "table") if one.about != ("mayor",)]
    assert not {"step-of-no-day", "idle"} & {one.key for one in found}


def test_a_step_that_comes_for_more_people_is_no_step_that_never_comes() -> None:
    rules = HouseRules(town_hangs=False, from_players={"12": PartOf(town_hangs=True)})
    found = [
        {one.key for one in proofread_script(replace(SCRIPT, rules=one), "own")}
        for one in (rules, replace(rules, from_players={}))
    ]
    assert ["step-of-no-rule" in keys for keys in found] == [False, True]


def duellists() -> tuple[Player, ...]:
    cards = ("judge", "good-gunslinger", "insurance-agent", "mayor", "boss", "bandit", "shaman", "townsman")
    return tuple(
        Player(name=name, card=card)
        for name, card in zip(["Ala", "Bo", "Cela", "Darek", "Ewa", "Fela", "Gosia", "Hela"], cards, strict=True)
    )


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize("dead", ["faction", "nothing"])
def test_neither_paper_nor_a_line_says_that_whoever_lets_refuse_duels_lives(dead: Shown, language: str) -> None:
    script = shipped_script(language=language)
    setup = replace(line_up(9, 1, script), rules=replace(script.rules, dead=dead))
    sheet = KtuluPackage().sheet(Table(KtuluPackage(), setup, script, []), 1)
    duels = next(rule for rule in sheet.day.rules if "duel" in rule.lower() or "pojedyn" in rule.lower())
    said = " ".join((*script.wordings["say.day.accept"], *script.wordings["day.duel.refused"], duels))
    assert "sheriff" not in said
    assert "szeryf" not in said.lower()


def test_paper_says_whom_the_town_hangs_before_the_first_search() -> None:
    day = DaySteps(steps=("duel", "search", "hang"), first={"search": 3, "hang": 2})
    script = replace(shipped_script(language="en"), day=day)
    sheet = KtuluPackage().sheet(Table(KtuluPackage(), line_up(9, 1, script), script, []), 1)
    hangings = [rule for rule in sheet.day.rules if rule.startswith("The hanging")]
    assert [rule.rpartition("From day ")[2] for rule in hangings] == ["2 on.", "3 on."]
    assert "accused" in hangings[0]
    assert "searched" in hangings[1]


NAMED_ALOUD = {"silence": {"dawn.silenced"}}
"""The effects of which all hear by a line of their own, and not as a choice, which is no longer announced (D78)."""


def test_every_effect_that_all_hear_of_is_known() -> None:
    private = ("tell.", "refused.", "ask.")
    found = {word: {line for line in one.lines if not line.startswith(private)} for word, one in EFFECTS.items()}
    assert {word: lines for word, lines in found.items() if lines} == NAMED_ALOUD


@pytest.mark.parametrize("effect", NAMED_ALOUD)
@pytest.mark.parametrize(
    ("rules", "warned"),
    [
        (PlainRules(), False),
        (PlainRules(dead="faction"), True),
        (PlainRules(dead="nothing"), True),
        (PlainRules(from_players={"8": PartOf({"dead": "nothing"})}), True),
    ],
)
def test_a_card_of_which_all_hear_is_warned_of_where_the_dead_stay_covered(
    effect: str, rules: PlainRules, *, warned: bool
) -> None:
    script = shipped_script("werewolf")
    (card,) = script.holders[effect]
    others = ("seer", "guardian", "villager", "villager", "werewolf")
    for cards in ((*others, card), (*others, "villager")):
        seated = setup_with(cards, game=script.game, rules=rules)
        found = [one for one in proofread_setup(seated, script, "table") if one.key == "silence-tells-dead"]
        assert [card in str(one) for one in found] == [True] * (warned and card in cards)
        assert all(one.warning and remark(one, script.lines["gentle"]) for one in found)


@pytest.mark.parametrize(("dead", "count", "warned"), [("nothing", 1, 1), ("nothing", 2, 0), ("faction", 1, 0)])
def test_a_side_of_one_that_silences_is_warned_of_like_its_card(dead: Any, count: int, warned: int) -> None:
    call = 'who = ["loner"]\nask = "seat"\ndo = "silence"\nline = ["Kto milczy?"]\nprompt = "Kto milczy?"'
    wake = 'wake = ["{loner.voc}, otwórz oczy."]\nsleep = ["{loner.voc}, zamknij oczy."]'
    script = own_variant(
        'format = 1\nextends = "werewolf"\nwithout = ["whisperer"]\n\n[faction.loner]\nvoc = "Samotniku"\n\n'
        '[new-role.second]\nfaction = "loner"\nname = "Drugi"\n\n'
        f'[[order]]\nadd = "night/loner.hush"\nbefore = "wolves.kill"\n{call}\n{wake}\n'
    )
    cards = ("seer", "guardian", "villager", "villager", "werewolf", *("white-wolf", "second")[:count])
    seated = setup_with(cards, game=script.game, rules=PlainRules(dead=dead))
    found = [one for one in proofread_setup(seated, script, "table") if one.key == "silence-tells-dead"]
    assert len(found) == warned


@pytest.mark.parametrize(
    ("rules", "card", "warned"),
    [
        ("", "villager", []),
        ("", "whisperer", ["table.toml: cards"]),
        ('dead = "faction"', "villager", []),
        ('dead = "faction"', "whisperer", ["table.toml: rules: dead"]),
        ('dead = "card"', "whisperer", []),
    ],
)
def test_the_cards_of_a_table_decide_whether_somebody_silences(
    tmp_path: Path, rules: str, card: str, warned: list[str]
) -> None:
    (tmp_path / "our.toml").write_text('format = 1\nextends = "werewolf"\n[rules]\ndead = "nothing"\n', "utf-8")
    cards = f'cards = ["seer", "guardian", "hunter", "werewolf", "villager", "{card}"]\n'
    players = "".join(f'[[player]]\nname = "{name}"\n' for name in ("Ala", "Bob", "Cyd", "Dan", "Ewa", "Fay"))
    setup = tmp_path / "table.toml"
    setup.write_text(f'format = 1\ngame = "night"\nscript = "our.toml"\n{cards}{players}[rules]\n{rules}\n', "utf-8")
    assert [one.place for one in faults_of(setup)] == warned
    assert [one.key for one in faults_of(tmp_path / "our.toml")] == ["silence-tells-dead"]
