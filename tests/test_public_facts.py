"""A variant that hides what the game goes on to rely on is warned of it, line by line (R15, R100, R102)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.games.night.proofreading.hearing import proofread_facts
from narrator.games.night.script.script import PHASES, Script
from narrator.games.night.variants.unheard import UNSPOKEN

from tests.checked import faults_of
from tests.program import at_home, narrator
from tests.scenario import SCRIPT

FACTS = {
    "seat": "seat",
    "name": "seat",
    "other": "other",
    "other_name": "other",
    "seats": "seats",
    "card": "card",
    "faction": "faction",
}
PLACEHOLDER = re.compile(r"\{([\w-]+)[^}]*\}")
LINES = [line.id for line in SCRIPT.line if re.match(r"(dawn|day|statue\.taken)\.(?!found)", line.id)]
CALLS = [(phase, call.id) for phase in PHASES for call in SCRIPT.calls(phase) if call.public and call.announce]
SAID_NEXT = {
    **{line: {"seat"} for line in ("day.hanged", "day.forbidden", "day.poisoned", "day.override.kill")},
    "day.last-shot": {"other"},
    "day.duel.both": {"seat", "other"},
}
"""What of a line is said again at once, by that of a death, or was said when a duel began."""
NAMES = {one.id: one.name for one in SCRIPT.faction}


def hidden(text: str) -> str:
    return PLACEHOLDER.sub("ktoś", text)


def facts_in(line: str, text: str) -> set[str]:
    side = line.removeprefix("statue.taken.")
    found = {FACTS[word] for word in PLACEHOLDER.findall(text) if word in FACTS}
    return found | ({f"{side}.nom"} if side != line else set())


def missing(script: Script, place: str) -> set[str]:
    """The facts that a warning at this place asks for."""
    return {
        str(one.words).partition("}")[0].strip("{")
        for one in proofread_facts(script, "x")
        if one.place.startswith(f"x: {place}")
    }


@pytest.mark.parametrize("line", LINES)
def test_each_fact_of_a_public_line_is_missed(line: str) -> None:
    there = next(one for one in SCRIPT.line if one.id == line)
    other = replace(there, text=tuple(map(hidden, there.text)), alone=())
    script = replace(SCRIPT, line=tuple(other if one is there else one for one in SCRIPT.line))
    assert missing(script, f"line[{line}]: text") == set.union(
        *(facts_in(line, text) for text in there.text)
    ) - SAID_NEXT.get(line, set())


@pytest.mark.parametrize(("phase", "name"), CALLS)
def test_whom_a_public_call_chose_is_missed(phase: str, name: str) -> None:
    calls = SCRIPT.calls(phase)
    changed = tuple(
        replace(call, announce=tuple(map(hidden, call.announce))) if call.id == name else call for call in calls
    )
    kind = "seats" if next(call for call in calls if call.id == name).ask == "seats" else "seat"
    script = replace(SCRIPT, **{phase: changed})  # type: ignore[arg-type]
    assert missing(script, f"{phase}[{name}]: announce") == {kind}


def test_one_wording_of_several_is_enough(tmp_path: Path) -> None:
    file = tmp_path / "our.toml"
    file.write_text(
        'format = 1\nextends = "ktulu"\n[line."day.died"]\n'
        'text = ["{seat}, {name}: {card}.", "Umiera numer {seat}. Karta zostaje zakryta."]\n',
        "utf-8",
    )
    (fault,) = faults_of(file)
    assert fault.warning
    assert str(fault).startswith("our.toml:4: line.day.died: text[2]: {card} is missing")


def test_a_faction_may_be_named_in_words() -> None:
    there = next(one for one in SCRIPT.line if one.id == "statue.taken.ufos")
    script = replace(
        SCRIPT,
        line=tuple(replace(one, text=("Posążek mają ufoki!",)) if one is there else one for one in SCRIPT.line),
    )
    assert not missing(script, "line[statue.taken.ufos]")


COVERED = """format = 1
extends = "ktulu"
[line."dawn.died"]
text = ["Nie budzi się numer {seat}. Karta zostaje zakryta."]
[line."statue.taken.town"]
text = ["Gdzieś coś brzęknęło."]
"""
CARDS = '["sheriff", "boss", "courtesan", "avenger", "shaman", "chief"]'


def table(folder: Path, script: str, rules: str) -> Path:
    """A setup with these house rules of its own over the script."""
    setup = folder / "table.toml"
    players = "".join(
        f'[[player]]\nname = "{name}"\n' for name in ("Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip")
    )
    setup.write_text(f'format = 1\nscript = "{script}"\ncards = {CARDS}\n{players}[rules]\n{rules}\n', "utf-8")
    return setup


def unsaid(path: Path) -> list[str]:
    """What is warned of as unsaid: the file, its line and the fact."""
    return sorted(
        f"{one.where.partition(': ')[0]} {str(one.words).partition('}')[0]}}}"
        for one in faults_of(path)
        if one.key == "fact-unsaid"
    )


@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ("searches = 2", ["our.toml:4 {card}", "our.toml:6 {town.nom}"]),
        ('dead = "nothing"', ["our.toml:6 {town.nom}"]),
        ('dead = "faction"', ["our.toml:6 {town.nom}"]),
        ("statue_announced = false", ["our.toml:4 {card}"]),
        ('from_players.6.dead = "nothing"', ["our.toml:6 {town.nom}"]),
        ('dead = "nothing"\nstatue_announced = false', []),
        ('from_players.7.dead = "nothing"', ["our.toml:4 {card}", "our.toml:6 {town.nom}"]),
    ],
)
def test_the_rules_of_the_table_decide_what_is_missed(tmp_path: Path, rules: str, left: list[str]) -> None:
    (tmp_path / "our.toml").write_text(COVERED, "utf-8")
    assert unsaid(table(tmp_path, "our.toml", rules)) == left


def test_what_a_tables_rules_ask_for_is_missed_where_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "below.toml").write_text(COVERED, "utf-8")
    own = 'format = 1\nextends = "below.toml"\n[rules]\ndead = "nothing"\nstatue_announced = false\n'
    (tmp_path / "our.toml").write_text(own, "utf-8")
    assert unsaid(tmp_path / "our.toml") == []
    setup = table(tmp_path, "our.toml", 'dead = "card"\nstatue_announced = true')
    assert unsaid(setup) == ["below.toml:4 {card}", "below.toml:6 {town.nom}"]
    said = narrator("check", "--games", "0", tmp_path / "our.toml", setup, setup, env=at_home(tmp_path)).stdout
    assert len(re.findall(r"below\.toml:\d+: line\.", said)) == 2, said
    begun = narrator("play", setup, said="\n", env=at_home(tmp_path, "format = 1\npace = 0.0\n")).stderr
    assert len({*re.findall(r"below\.toml:\d+: line\..*", begun)}) == begun.count("below.toml:") == 2, begun


def test_a_script_is_reported_beside_a_table_that_covers_what_it_leaves_out(tmp_path: Path) -> None:
    (tmp_path / "our.toml").write_text(COVERED, "utf-8")
    setup = table(tmp_path, "our.toml", 'dead = "nothing"\nstatue_announced = false')
    said = narrator("check", "--games", "0", setup, tmp_path / "our.toml", env=at_home(tmp_path)).stdout
    assert sorted(re.findall(r"our\.toml:\d+", said)) == ["our.toml:4", "our.toml:6"]


QUESTIONS = ("votes", "count", "accept", "speech", "pardon", "last-shot")


def variant(folder: Path, changes: str) -> Path:
    file = folder / "our.toml"
    file.write_text(
        f'format = 1\nextends = "{"werewolf" if "last-shot" in changes else "ktulu"}"\n{changes}', "utf-8"
    )
    return file


@pytest.mark.parametrize("line", [*(f"say.day.{what}" for what in QUESTIONS), "round.next"])
def test_whom_a_question_is_about_is_said_aloud(tmp_path: Path, line: str) -> None:
    (fault,) = faults_of(variant(tmp_path, f'[line."{line}"]\ntext = ["Tak czy nie?"]\n'))
    assert (
        str(fault)
        == f"our.toml:4: line.{line}: text: {{seat}} is missing, so nobody hears whom it is about → write {{seat}}"
    )
    assert not faults_of(variant(tmp_path, f'[line."{line}"]\ntext = ["{{seat}}: tak czy nie?"]\n'))


@pytest.mark.parametrize(
    "changes",
    [
        '[rules]\ndead = "nothing"\n[line."dawn.died-faction"]\ntext = ["Nie budzi się {name}."]',
        '[rules]\ndead = "faction"\n[line."dawn.died-nothing"]\ntext = ["Ktoś się nie budzi."]',
        '[line."statue.taken.luke"]\ntext = ["Koń rży. Posążek ma {lucky-luke.nom}."]',
        '[line."day.last-shot"]\ntext = ["{seat} celuje, i pada strzał."]',
        '[line."say.day.whom"]\ntext = ["A kto staje naprzeciw?"]',
        *(f'[line."{line}"]\ntext = ["Tak trzeba."]' for line in SAID_NEXT if line != "day.last-shot"),
    ],
)
def test_what_nobody_misses_is_not_asked_for(tmp_path: Path, changes: str) -> None:
    assert [one for one in faults_of(variant(tmp_path, changes)) if one.key not in UNSPOKEN] == []


@pytest.mark.parametrize("without", ["[rules]\nduels_per_day = 0", '[day]\nsteps = ["timer", "search", "hang"]'])
def test_a_step_that_never_comes_has_nothing_to_say(tmp_path: Path, without: str) -> None:
    duel = '[line."day.duel.begins"]\ntext = ["Pojedynek!"]\n'
    assert unsaid(variant(tmp_path, duel)) == ["our.toml:4 {other}", "our.toml:4 {seat}"]
    assert unsaid(variant(tmp_path, f"{duel}{without}")) == []


def test_what_players_alone_hear_is_one_of_two_texts(tmp_path: Path) -> None:
    alone = '[call."night/sheriff.jail".alone]\nannounce = ["{text}"]\n'
    (fault,) = faults_of(variant(tmp_path, alone.replace("{text}", "Kogoś zamknięto.")))
    assert fault.key == "fact-unsaid"
    assert faults_of(variant(tmp_path, alone.replace("{text}", "Zamknięto: {name}."))) == []


def test_a_call_is_hushed_by_the_cure_that_is_named(tmp_path: Path) -> None:
    hushed = '[call."night/bodyguard.guard"]\npublic = false\n'
    words = 'announce = ["Ktoś ma ochronę."]\n'
    (fault,) = [one for one in faults_of(variant(tmp_path, hushed + words)) if one.key == "announced-to-nobody"]
    assert fault.parts()[1] == "leave announce out; or write public = true, or open = true"
    assert "announced-to-nobody" not in {one.key for one in faults_of(variant(tmp_path, hushed))}


@pytest.mark.parametrize(
    ("own", "rules", "left"),
    [
        ("nothing", 'dead = "card"', []),
        ("card", 'dead = "card"', []),
        ("card", "", []),
        ("nothing", 'dead = "faction"', ["our.toml:5 {faction}"]),
        ("faction", "", ["our.toml:5 {faction}"]),
    ],
)
def test_what_a_table_never_says_is_not_missed_there(tmp_path: Path, own: str, rules: str, left: list[str]) -> None:
    words = f'dead = "{own}"\n[line."day.died-faction"]\ntext = ["Ginie numer {{seat}}, {{name}}."]\n'
    (tmp_path / "our.toml").write_text(f'format = 1\nextends = "ktulu"\nrules.{words}', "utf-8")
    assert unsaid(table(tmp_path, "our.toml", rules)) == left
