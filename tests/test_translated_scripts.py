"""A script's words in another language: on the same calls, and with nothing but words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator.computer import paths
from narrator.errors import BadData
from narrator.games.night.loading import load_script, read_script, shipped_script
from narrator.games.night.script.script import Script
from narrator.play.loading import as_data, from_data, load_table, read_setup

from tests.checked import faults_of
from tests.test_variant_files import setup, variant, write

HEAD = 'format = 1\ntranslates = "own.toml"\nlanguage = "xx"\n'
"""A language that no shipped file is in, and that counts as English does."""

WORDS = """
title = "A night"
alike = [["marshal", "martial"]]

[role.sheriff]
name = "Marshal"
nom = "the marshal"
does = "You jail somebody."

[faction.bandits]
name = "Robbers"

[profile.book.names.courtesan]
name = "Harlot"

[line."day.found"]
text = ["{name} has it, {bandits.nom}."]

[line."day.counted"]
text = ["{count:one vote|# votes}"]

[line."sheriff.jail.sleep"]
text = ["{sheriff.voc}, close your eyes."]

[call."night/sheriff.jail"]
wake = ["{sheriff.voc}, open your eyes."]
story = "{who} jails {whom}."
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a copy of the shipped script; the user's own data lie elsewhere."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    shipped = paths.script_file("ktulu", Path()).read_text(encoding="utf-8")
    write(tmp_path / "tables" / "own.toml", shipped)
    return tmp_path / "tables"


def translation(folder: Path, more: str = WORDS, script: str = "own") -> Path:
    return write(folder / f"{script}.xx.toml", HEAD.replace("own", script) + more)


def mechanics(script: Script) -> list[object]:
    """All that is no word."""
    calls = [call for phase in ("zero", "night", "dawn") for call in script.calls(phase)]
    kept = [(c.id, c.who, c.when, c.ask, c.do, c.must, c.window, c.optional, c.public, c.nights) for c in calls]
    return [kept, script.rules, script.timing, script.sides, {line.id: line.when for line in script.line}]


def test_a_table_in_another_language_has_the_words_of_its_translation(folder: Path) -> None:
    translation(folder)
    table, base = load_table(setup(folder, "own.toml", 'language = "xx"')), shipped_script()
    script = table.script
    assert (script.language, script.fallback, script.title) == ("xx", "pl", "A night")
    assert script.wordings["sheriff.jail.wake"] == ("{sheriff.voc}, open your eyes.",)
    assert script.wordings["sheriff.jail.line"] == base.wordings["sheriff.jail.line"]
    assert mechanics(script) == mechanics(base)
    names = script.vocabulary["gentle"]
    forms = [names["sheriff"].form(case) for case in ("", "nom", "gen", "voc")]
    assert forms == ["Marshal", "the marshal", "the marshal", "the marshal"]
    assert script.vocabulary["book"]["courtesan"].form("voc") == "Harlot"
    assert script.vocabulary["gentle"]["courtesan"].name == "Kurtyzana"
    assert (script.alike, script.say) == ((("marshal", "martial"),), {})


def test_what_a_translation_lacks_is_said_as_the_base_has_it(folder: Path) -> None:
    translation(folder)
    lines = load_table(setup(folder, "own.toml", 'language = "xx"')).script.lines["gentle"]
    own, base = lines.wordings["day.counted"][0], shipped_script().wordings["day.ballot"][0]
    assert [lines.text(own, {"count": count}) for count in (1, 5)] == ["one vote", "5 votes"]
    polish = shipped_script().lines["gentle"]
    assert [lines.text(base, {"count": count}) for count in (2, 5)] == [
        polish.text(base, {"count": count}) for count in (2, 5)
    ]


def english(folder: Path, more: str, script: str = "own") -> Path:
    return write(folder / f"{script}.en.toml", HEAD.replace("own", script).replace("xx", "en") + more)


ENGLISH = """
alike = [["judge", "fudge"]]
[role.sheriff]
name = "English sheriff"
[role.courtesan]
name = "English courtesan"
[line."day.found"]
text = ["English."]
[call."night/sheriff.jail"]
line = ["Point at somebody."]
"""


def test_what_a_translation_lacks_is_said_in_english_before_the_bases_language(folder: Path) -> None:
    translation(folder)
    english(folder, ENGLISH)
    table = load_table(setup(folder, "own.toml", 'language = "xx"'))
    script, names = table.script, table.script.vocabulary["gentle"]
    assert (script.language, script.alike) == ("xx", (("marshal", "martial"),))
    assert script.wordings["day.found"] == ("{name} has it, {bandits.nom}.",)
    assert script.wordings["sheriff.jail.line"] == ("Point at somebody.",)
    assert script.wordings["day.begins"] == shipped_script().wordings["day.begins"]
    assert (names["sheriff"].form("gen"), names["courtesan"].form("voc")) == ("the marshal", "English courtesan")
    told = [one.parts()[0] for one in table.warnings if "own." in one.place]
    assert [words.partition(", and ")[2] for words in told] == [f"are told as {one} has them" for one in (
        "own.toml", "own.en.toml")]  # fmt: skip


def test_english_fills_gaps_of_a_variant_too_and_leaves_the_tables_language_alone(folder: Path) -> None:
    translation(folder)
    variant(folder, "mine", "own.toml", '[[order]]\nsay = "storm"\nafter = "luke.sleep"\ntext = ["Burza."]')
    english(folder, 'alike = [["a", "b"]]\n[call."night/storm"]\nline = ["A storm."]', "mine")
    script = load_table(setup(folder, "mine.toml", 'language = "xx"')).script
    assert (script.language, script.wordings["storm.line"]) == ("xx", ("A storm.",))
    assert script.alike == (("marshal", "martial"),)


@pytest.mark.parametrize("base", ["mafia", "werewolf"])
def test_english_fills_no_gap_of_a_variant_in_the_tables_language(folder: Path, base: str) -> None:
    variant(folder, "mine", base, 'language = "en"\n[line."dawn.quiet"]\ntext = ["A quiet night."]')
    write(
        folder / "mine.pl.toml",
        HEAD.replace("own", "mine").replace("xx", "pl") + '[line."dawn.quiet"]\ntext = ["Cisza."]',
    )
    script, found = read_script(folder / "mine.toml", language="pl")
    polish = shipped_script(base)
    assert script is not None
    assert ([*found], script.wordings["dawn.quiet"], script.language) == ([], ("Cisza.",), "pl")
    for line in ("day.begins", "night.falls", "win.village"):
        assert script.wordings[line] == polish.wordings[line]
    assert script.vocabulary == polish.vocabulary


def test_english_alone_is_no_other_language(folder: Path) -> None:
    english(folder, ENGLISH)
    (found,) = [str(one) for one in read_setup(setup(folder, "own.toml", 'language = "xx"')).problems]
    assert "the script speaks 'pl', not 'xx'" in found


@pytest.mark.parametrize("language", ["en", "pl"])
def test_words_of_ones_own_in_a_shipped_language_leave_all_others_of_it(folder: Path, language: str) -> None:
    named = f'language = "{language}"'
    shipped = load_table(setup(folder, "ktulu", named)).script
    own = write(
        folder.parent / "data" / "narrator" / "languages" / language / "scripts" / f"ktulu.{language}.toml",
        f'format = 1\ntranslates = "ktulu"\n{named}\n[line."day.found"]\ntext = ["Mine."]\n',
    )
    table = load_table(setup(folder, "ktulu", named))
    assert table.script.wordings == {**shipped.wordings, "day.found": ("Mine.",)}
    assert (table.script.alike, table.script.say, table.script.title) == (shipped.alike, shipped.say, shipped.title)
    assert [one for one in table.warnings if f"{language}.toml" in one.place] == []
    assert faults_of(own) == []


def test_a_journal_keeps_the_words_and_needs_no_translation_any_more(folder: Path) -> None:
    file = translation(folder)
    table = load_table(setup(folder, "own.toml", 'language = "xx"'))
    file.unlink()
    kept = from_data("ktulu", as_data(table), "journal")
    assert kept.script.wordings == table.script.wordings
    assert (kept.script.language, kept.script.fallback) == ("xx", "pl")


def test_a_table_in_the_base_language_hears_nothing_of_it(folder: Path) -> None:
    plain = load_script(folder / "own.toml").wordings
    translation(folder)
    assert load_table(setup(folder, "own.toml")).script.wordings == plain == shipped_script().wordings


def test_a_language_without_a_translation_is_refused_with_a_cure(folder: Path) -> None:
    problems = [str(one) for one in read_setup(setup(folder, "own.toml", 'language = "xx"')).problems]
    assert problems == [
        "table.toml:3: language: the script speaks 'pl', not 'xx' → "
        'write language = "pl", or give it a translation: docs/languages.md'
    ]


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("[rules]\ndrinks = 3", "own.xx.toml:4: rules: a translation has words only"),
        ('[[order]]\nremove = "night/luke.ride"', "own.xx.toml: order: a translation has words only"),
        ('without = ["gods"]', "own.xx.toml:4: without: a translation has words only"),
        ("[timing]\npause = 1.0", "own.xx.toml:4: timing: a translation has words only"),
        ('[role.kali]\ntraits = ["pardon"]', "own.xx.toml:5: role.kali: traits: a translation has words only"),
        ('[role.kalli]\nname = "K"', "own.xx.toml:4: role.kalli: there is no role 'kalli' in the base → did you"),
        ('[line."day.found"]\nmore = ["A"]', "own.xx.toml:5: line.day.found: more: a translation has words only"),
        ('[line."day.find"]\ntext = ["A"]', "own.xx.toml:4: line.day.find: there is no line 'day.find' in the base"),
        (
            '[call."night/sheriff.jail"]\nwindow = [1.0, 1.0]',
            "own.xx.toml:5: call.night/sheriff.jail: window: a translation has words only",
        ),
        (
            '[call."night/luke.ride"]\nwake = ["A"]',
            "own.xx.toml:5: call.night/luke.ride: wake: the base says nothing here → leave it out",
        ),
    ],
)
def test_a_translation_changes_words_only(folder: Path, more: str, fault: str) -> None:
    (found,) = [str(one) for one in faults_of(translation(folder, more)) if not one.warning]
    assert found.startswith(fault)


def test_the_check_of_a_translation_names_all_that_it_lacks(folder: Path) -> None:
    lacking = {one.place: one.parts()[0] for one in faults_of(translation(folder)) if one.warning}
    assert lacking["own.xx.toml: faction.bandits"] == "it lacks aim"
    assert lacking["own.xx.toml: call.zero/sheriff.jail"] == (
        "it lacks line, prompt, announce, unused, sheet"  # the zero night's call has the texts of both
    )
    assert "own.xx.toml: role.sheriff" not in lacking
    assert "own.xx.toml: line.day.found" not in lacking


def test_the_check_of_a_table_counts_what_the_translation_lacks(folder: Path) -> None:
    lacking = translation(folder)
    (found,) = [
        one for one in load_table(setup(folder, "own.toml", 'language = "xx"')).warnings if "own." in one.place
    ]
    assert found.warning
    assert found.parts()[0].endswith("texts are not in 'xx', and are told as own.toml has them")
    assert found.parts()[1] == f"narrator check {lacking} names them"


def test_a_variant_may_be_in_the_translations_language_and_is_named_where_it_is_not(folder: Path) -> None:
    translation(folder)
    mine = '[role.sheriff]\nname = "Guard"\nnom = "the guard"\n[line."day.found"]\nmore = ["{name}!"]'
    for own, told in (('language = "xx"\n', False), ("", True)):
        variant(folder, "mine", "own.toml", own + mine)
        table = load_table(setup(folder, "mine.toml", 'language = "xx"'))
        assert table.script.vocabulary["gentle"]["sheriff"].form("voc") == "the guard"
        assert table.script.wordings["day.found"][-1] == "{name}!"
        named = [one.parts()[0] for one in table.warnings if one.place == "mine.toml"]
        assert named == ["it is not in 'xx', as the table is: role.sheriff, line.day.found"] * told


def test_a_variant_in_another_language_is_named_at_a_table_in_the_bases_own(folder: Path) -> None:
    translation(folder)
    variant(folder, "mine", "own.toml", 'language = "xx"\n[line."day.found"]\nmore = ["{name}!"]')
    named = [one.parts()[0] for one in load_table(setup(folder, "mine.toml")).warnings if one.place == "mine.toml"]
    assert named == ["it is not in 'pl', as the table is: line.day.found"]
    elsewhere = read_setup(setup(folder, "mine.toml", 'language = "yy"')).problems
    assert [one.key for one in elsewhere] == ["script-speaks"]


def test_a_new_name_beside_translated_ones_says_how_it_stands_in_a_sentence(folder: Path) -> None:
    names = '[role.sheriff]\nname = "Marshal"\ncases = { voc = "Marshal", gen = "the marshal\'s" }\n'
    names += '[role.townsman]\nname = "Farmer"\n[new-role.jailer]\nlike = "sheriff"\ntraits = []\nname = "Turnkey"\n'
    names += 'cases = { voc = "Turnkey", gen = "the turnkey\'s" }\ndoes = "You lock up somebody."\n'
    mine = write(folder / "mine.toml", f'format = 1\nextends = "ktulu"\nlanguage = "en"\n{names}')
    assert [(one.place, one.parts()[1]) for one in read_script(mine)[1]] == [
        ("mine.toml: role.sheriff", 'add nom = "…"'),
        ("mine.toml: new-role.jailer: cases", 'add nom = "…"'),
    ]
    write(mine, re.sub(r'voc = "(\w+)"', r'nom = "the \1", \g<0>', mine.read_text("utf-8")))
    assert read_script(mine)[1] == []
    write(mine, f'format = 1\nextends = "ktulu"\n{names}')  # Polish, for all that it says
    assert [one.key for one in read_script(mine, language="en")[1]] == ["in-another-language"]


@pytest.mark.parametrize(
    ("broken", "place"),
    [
        ("meta = 3", "meta"),
        ("[profile.gentle]\nnames = 3", "profile.gentle: names"),
        ('[call."night/sheriff.jail"]\nalone = 3', "call.night/sheriff.jail: alone"),
    ],
)
def test_what_is_no_table_is_told_of_a_variant_in_any_language(folder: Path, broken: str, place: str) -> None:
    mine = write(folder / "mine.toml", f'format = 1\nextends = "ktulu"\nlanguage = "en"\n{broken}\n')
    for language in ("en", "pl"):
        found = read_script(mine, language=language)[1]
        assert [one.place for one in found if not one.warning] == [f"mine.toml: {place}"]


def test_a_variant_may_have_a_translation_itself(folder: Path) -> None:
    translation(folder)
    variant(
        folder,
        "mine",
        "own.toml",
        '[meta]\nname = "Moje"\n[[order]]\nsay = "storm"\nafter = "luke.sleep"\ntext = ["Burza."]',
    )
    translation(folder, '[meta]\nname = "Mine"\n[call."night/storm"]\nline = ["A storm."]', "mine")
    table = load_table(setup(folder, "mine.toml", 'language = "xx"'))
    assert (table.script.meta.name, table.script.wordings["storm.line"]) == ("Mine", ("A storm.",))
    assert [one.place for one in table.warnings if "mine" in one.place] == []


@pytest.mark.parametrize("key", ["translates", "extends"])
def test_nothing_stands_on_a_translation(folder: Path, key: str) -> None:
    translation(folder)
    top = write(folder / "top.toml", f'format = 1\n{key} = "own.xx.toml"\nlanguage = "xx"\n')
    with pytest.raises(BadData, match=rf"top.toml:2: {key}: it is a translation, on which nothing stands"):
        load_script(top)
