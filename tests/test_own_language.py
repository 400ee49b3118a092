"""A language of the user's own: made of nothing but files in a folder of the data folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.computer import paths
from narrator.computer import texts as module
from narrator.computer.texts import FOLDER, languages, texts_of
from narrator.ears import lexicon
from narrator.ears.open import open_ears
from narrator.evening.offers import kept_words
from narrator.games import registry
from narrator.games.counting.setup import Script, completed
from narrator.games.fluxx.package import FluxxPackage
from narrator.games.parts import fields_of
from narrator.games.planetopia.package import PlanetopiaPackage
from narrator.menu import first
from narrator.mouth.voice import system_voice
from narrator.play import session
from narrator.play.completeness import faults_in, lacks
from narrator.play.loading import load_table
from narrator.play.translations import faults_of

from tests.program import narrator

LANGUAGE = "xx"
POLISH = re.compile("[ąćęłńóśźż]|\\b(noc|dzień|gracz|gracze|otwórz|zamknij|wszyscy)\\b", re.IGNORECASE)


def copied(file: Path, to: Path) -> None:
    """The English words as those of the other language."""
    text = file.read_text("utf-8")
    text = re.sub(r'^(texts|language) = "en"', rf'\1 = "{LANGUAGE}"', text, flags=re.MULTILINE)
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(text.replace("open your eyes", "oopen yoour eeyes"), "utf-8")


def read_anew() -> None:
    """Forget what was read of files that are other ones now."""
    module._texts.cache_clear()
    module._read.cache_clear()
    lexicon._known.cache_clear()


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with that language, and with settings that name it."""
    for kind in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    folder = tmp_path / "data" / "narrator" / "languages" / LANGUAGE
    copied(FOLDER / "en.toml", folder / "texts.toml")
    copied(Path(lexicon.__file__).parent / "lexicons" / "en.toml", folder / "lexicon.toml")
    for game in registry.folders("ktulu"):
        for kind in ("texts", "lexicon"):
            if (file := game / kind / "en.toml").is_file():
                copied(file, folder / game.name / f"{kind}.toml")
    copied(paths.shipped("scripts") / "ktulu.en.toml", folder / "scripts" / f"ktulu.{LANGUAGE}.toml")
    copied(paths.shipped("voices") / "english.toml", folder / "voices" / "other.toml")
    settings = tmp_path / "config" / "narrator" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'format = 1\nlanguage = "{LANGUAGE}"\n', "utf-8")
    read_anew()
    return folder


@pytest.mark.usefixtures("own")
def test_a_folder_of_files_is_a_language() -> None:
    assert LANGUAGE in languages()
    assert LANGUAGE in lexicon.languages()
    assert system_voice(LANGUAGE) == "other"
    table = load_table(Path("demo"))
    assert (table.setup.language, table.script.language, table.script.fallback) == (LANGUAGE, LANGUAGE, "")
    assert all("oopen yoour eeyes" in one for one in table.script.wordings["sheriff.jail.wake"][:1])


@pytest.mark.usefixtures("own")
def test_an_evening_is_led_in_it_without_a_word_of_polish() -> None:
    played = narrator("play", "demo", "--headless", "--answers", "setups/demo.answers", env=dict(os.environ))
    assert played.returncode == 0, played.stderr
    cues = [json.loads(line) for line in played.stdout.splitlines() if line.startswith("{")]
    people = re.compile("|".join(load_table(Path("demo")).setup.people.values()))
    said = [people.sub("…", cue["text"]) for cue in cues if "text" in cue]
    assert len(said) > 50
    assert any("oopen yoour eeyes" in text for text in said)
    assert [text for text in said if POLISH.search(text)] == []
    assert POLISH.search(played.stderr) is None


def test_what_is_wrong_in_a_text_is_passed_over(own: Path) -> None:
    file = own / "texts.toml"
    texts = file.read_text("utf-8")
    night = texts_of("en").word("screen.night", night=3)
    for wrong in (
        'night = "Night {nightt}"',
        'night = "Night {night"',
        'night = ""',
        "night = 3",
        'night = "{night:.1f}"',
        'night = "Night {}"',
        'night = "Night {night!z:a|b}"',
        'night = "Night {night:{night}|b}"',
        'night = "Night {night:1=a|2=b}"',
    ):
        file.write_text(re.sub(r"(\[screen\]\n(?:.*\n)*?)night = .*", rf"\1{wrong}", texts, count=1), "utf-8")
        read_anew()
        assert texts_of(LANGUAGE).word("screen.night", night=3) == night
        assert any("screen.night" in one.place for one in faults_of(file)), wrong
    file.write_text("this is = no [toml", "utf-8")
    read_anew()
    assert texts_of(LANGUAGE).word("screen.night", night=3) == night


@pytest.mark.usefixtures("own")
def test_what_the_lines_of_a_counted_game_lack_is_said_in_english_and_what_cannot_be_filled_in_too(own: Path) -> None:
    lines = {
        "won": "{name} woon.",
        "turn": "{nobody}!",
        "left.none": "{name",
        "play": "{count:oone|#}",
        "undone": "{deed:a|b}",
        "nothing": "asks for it",
    }
    script = "".join(f'"{line}" = ["{words}"]\n' for line, words in lines.items())
    own.joinpath("scripts", "cthulhu-fluxx.toml").write_text(
        f'format = 1\nlanguage = "{LANGUAGE}"\n[line]\n{script}', "utf-8"
    )
    table, english = load_table(Path("demo-fluxx")), FluxxPackage().script_of("en", "")[0].line
    own_lines = {"won": ("{name} woon.",), "play": ("{count:oone|#}",)}
    assert (table.setup.language, table.script.language) == (LANGUAGE, LANGUAGE)
    assert table.script.line == {**english, **own_lines}


def test_lines_of_ones_own_that_polish_ones_complete_count_those_as_polish_does() -> None:
    whole = PlanetopiaPackage().script_of("pl", "")[0]
    script = completed(Script(language=LANGUAGE, line={"begins": ("Beegin.",)}), whole)
    lines, polish = map(PlanetopiaPackage.game.lines_of, (script, whole))
    counted = [one for each in polish.wordings.values() for one in each if "{count:" in one]
    for words in counted:
        known = {word: 5 for _, word, _, _ in fields_of(words) if word}
        assert lines.text(words, known) == polish.text(words, known)
    assert len(counted) > 2
    assert lines.wordings["begins"] == ("Beegin.",)


def test_a_language_without_a_name_is_offered_by_its_code(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, offered = own / "texts.toml", list[str]()

    def choose(_: str, names: list[str], *__: object) -> int:
        offered.extend(names)
        return 0

    monkeypatch.setattr(first, "choose", choose)
    monkeypatch.setattr(first, "keep_setting", lambda *_: None)
    file.write_text(file.read_text("utf-8").replace('name = "English"', 'name = "Xix"'), "utf-8")
    read_anew()
    first.ask_language(texts_of("en"))
    file.write_text(file.read_text("utf-8").replace('name = "Xix"', ""), "utf-8")
    read_anew()
    first.ask_language(texts_of("en"))
    assert offered == ["English", "polski", "svenska", "Xix", "English", "polski", "svenska", LANGUAGE]


@pytest.mark.parametrize(
    ("locale", "asked"),
    [
        ("C.UTF-8", "W jakim języku? / In which language?"),
        ("", "W jakim języku? / In which language?"),
        ("pl_PL", "W jakim języku?"),
    ],
)
def test_where_the_system_names_no_language_the_first_question_is_in_english_too(
    locale: str, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = list[str]()
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.setenv("LC_MESSAGES", "")
    monkeypatch.setenv("LANG", locale)
    monkeypatch.setattr(first, "choose", lambda question, *_: put.append(question))
    monkeypatch.setattr(first, "keep_setting", lambda *_: None)
    first.ask_language(texts_of("pl"))
    assert put == [asked]


@pytest.mark.parametrize(
    ("language", "named"), [("en", "no speech model for English"), ("pl", "modelu mowy „polski”")]
)
def test_a_speech_model_that_is_lacking_is_named_by_its_language(
    language: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[str]()
    monkeypatch.setattr("narrator.ears.open.find_model", lambda *_: None)
    open_ears(language, {1: "Ada"}, lambda words: told.append(texts_of(language).told(words)), keyboard=None)
    assert any(named in one for one in told)


def test_forms_that_go_with_no_number_are_the_words_themselves(own: Path) -> None:
    file = own / "texts.toml"
    file.write_text('format = 1\n[check]\ntexts = "{what:a|b|c}: {count:#|# of}{all:x|y}"\nscript = " "', "utf-8")
    read_anew()
    texts = texts_of(LANGUAGE)
    assert texts.word("check.texts", what="w", count=2, all=1.5) == "w: 2 of1.5"
    assert texts.word("check.script", what="w") == texts_of("en").word("check.script", what="w")


def test_a_game_is_told_from_others_though_a_month_has_no_name(own: Path) -> None:
    own.joinpath("texts.toml").write_text('format = 1\n[menu]\nmonths = "only"', "utf-8")
    read_anew()
    narrator("play", "demo", "--headless", "--journal", own / "a.jsonl")
    kept = session.recall(own / "a.jsonl")
    late = replace(kept, header=replace(kept.header, begun="2026-12-24T20:00:00+01:00"))
    assert kept_words(late, texts_of(LANGUAGE)) == "table demo"


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("shipped", ["demo", "demo-fluxx"])
def test_a_setup_with_an_empty_language_is_one_that_names_none(tmp_path: Path, shipped: str) -> None:
    text = paths.shipped("setups").joinpath(f"{shipped}.toml").read_text("utf-8")
    file = tmp_path / "table.toml"
    file.write_text(text.replace("format = 1", 'format = 1\nlanguage = ""'), "utf-8")
    assert load_table(file).setup.language == load_table(Path(shipped)).setup.language
    assert load_table(file, "en").setup.language == "en"


@pytest.mark.usefixtures("own")
def test_a_table_in_a_language_that_its_script_is_not_in_is_told_all_that_it_is_in(tmp_path: Path) -> None:
    text = paths.shipped("setups").joinpath("demo.toml").read_text("utf-8")
    file = tmp_path / "table.toml"
    file.write_text(text.replace("format = 1", 'format = 1\nlanguage = "sv"'), "utf-8")
    told = narrator("check", file).stdout
    assert 'not \'sv\' → write language = "en" / language = "pl" / language = "xx", or' in told


@pytest.mark.parametrize("game", ["night", "cthulhu-fluxx"])
def test_a_game_without_words_in_the_language_understands_the_english_ones(own: Path, game: str) -> None:
    *_, folder = registry.folders(game)
    shutil.rmtree(own / folder.name, ignore_errors=True)
    read_anew()
    told, english = lexicon.read_lexicon(LANGUAGE, folder), lexicon.read_lexicon("en", folder)
    assert (told.choices, told.typed, told.patterns) == (english.choices, english.typed, english.patterns)
    assert told.slots.keys() == english.slots.keys()
    assert lexicon.read_lexicon("ko", folder).choices == lexicon.read_lexicon("ko").choices


@pytest.mark.parametrize("language", [LANGUAGE, "en"])
def test_a_few_words_for_a_game_leave_the_others_but_for_what_they_say_otherwise(own: Path, language: str) -> None:
    *_, folder = registry.folders("ktulu")
    file = own.parent / language / "night" / "lexicon.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'format = 1\nlanguage = "{language}"\n[choices]\nduel = ["a card"]', "utf-8")
    read_anew()
    english = tomllib.loads((folder / "lexicon" / "en.toml").read_text("utf-8"))["choices"]
    told = lexicon.read_lexicon(language, folder).choices
    assert told["duel"] == ("a card",)
    assert set(english["reveal"]) - set(told["reveal"]) == {"a card"}
    assert told["night"] == tuple(english["night"])


# ---- What is wrong in it ----

WRONG = {
    "texts.toml": (
        'texts = "xx"\n[screen]\nnight = "{nihgt}"\nday = "{"',
        ["4: screen.night", "4: screen.night", "5: screen.day"],
    ),
    "wars/texts.toml": ('texts = "xx"\n[screen\nday = "a"', ["3: not valid TOML"]),
    "fluxx/texts.toml": ("", [" the key format is missing"]),
    "planetopia/texts.toml": ('[nowhere]\nday = "a"', ["3: nowhere.day: nothing asks for it"]),
    "lexicon.toml": ("yes = ", ["2: not valid TOML"]),
    "night/lexicon.toml": ('language = "xx"\n[choices]\nshot = ["yes"]', [" shot: "]),
    "scripts/cthulhu-fluxx.toml": (
        '[line]\nwon = ["{nam}"]\nwno = ["a"]\nlost = ["{"]\nundone = ["{deed:a|b}"]\njoined = [""]',
        ["3: line: won[1]", "4: line: wno", "5: line: lost[1]", "6: line: undone[1]", "7: line: joined[1]"],
    ),
    "scripts/ktulu.xx.toml": (
        'translates = "ktulu"\nlanguage = "yy"\n[role.shrif]\nname = "A"',
["3: language: by its name or folder the file is for 'xx' → write language = \"xx\"", "4: role.shrif"],
    ),
    "scripts/ktlu.xx.toml": ('translates = "ktulu"', [" nothing reads this file → did you mean ktulu.xx.toml?"]),
    "voices/other.toml": ('language = "xx"\nengine = "systm"', ["3: engine"]),
    "txets.toml": ("", [" nothing reads this file → did you mean texts.toml?"]),
    "tarot/texts.toml": ("", [" nothing reads this file → did you mean "]),
}  # fmt: skip
"""By the files of a language what is in them, and how what is told of that begins, behind the file's name."""


@pytest.mark.parametrize("name", WRONG)
def test_the_check_of_a_language_names_what_is_wrong_in_each_of_its_files(own: Path, name: str) -> None:
    text, expected = WRONG[name]
    own.joinpath(name).parent.mkdir(exist_ok=True)
    own.joinpath(name).write_text(f"format = 1\n{text}" if text else "", "utf-8")
    wrong = [one for one in faults_in(LANGUAGE) if one.place.startswith(f"{LANGUAGE}/{name}")]
    assert [*map(str, wrong)] == [found for found, start in zip(map(str, wrong), expected, strict=True) if (
        found.startswith(f"{LANGUAGE}/{name}:{start}"))]  # fmt: skip
    done = narrator("check", "--language", LANGUAGE)
    assert done.returncode == bool(expected)
    assert all(str(one) in done.stdout for one in wrong)


@pytest.mark.parametrize(
    ("text", "told", "refused"),
    [
        ('translates = "ktulu"\nlanguage = "yy"', "3: language: by its name or folder", "language: by its name or"),
        ('translates = "ktulu"\nlanguage = 3', "3: language: by its name or folder", "language: by its name or"),
        ('translates = "ktulu"', " language: it does not say in which", "language: it does not say in which"),
        ('translates = "nope"\nlanguage = "xx"', "2: translates: by its name the file is for 'ktulu'", ""),
        ('extends = "ktulu"\nlanguage = "xx"', " translates: by its name the file is for", "translates: this key"),
        ("[[", "2: not valid TOML", "not valid TOML"),
    ],
)
def test_a_file_that_is_no_translation_is_refused_by_the_table_in_words(
    own: Path, text: str, told: str, refused: str
) -> None:
    own.joinpath("scripts", "ktulu.xx.toml").write_text(f"format = 1\n{text}", "utf-8")
    assert str(faults_in(LANGUAGE)[0]).startswith(f"xx/scripts/ktulu.xx.toml:{told}")
    assert narrator("check", "--language", LANGUAGE).stdout.count("ktulu.xx.toml") == len(faults_in(LANGUAGE))
    played = narrator("play", "demo", "--headless").stderr
    assert (refused if refused else "warning") in played
    assert "ktulu.xx.toml" in played


def test_a_lexicon_that_is_in_another_language_is_named(own: Path) -> None:
    file = own / "lexicon.toml"
    file.write_text(file.read_text("utf-8").replace('language = "xx"', 'language = "sv"'), "utf-8")
    read_anew()
    assert next(one.place for one in faults_in(LANGUAGE)) == "xx/lexicon.toml: language"


@pytest.mark.usefixtures("own")
def test_files_without_a_fault_are_not_named() -> None:
    assert faults_in(LANGUAGE) == []


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("name", "cure"),
    [("..", "known here: en, pl, sv, xx"), ("../xx", "known"), ("PL", "did you mean pl?"), ("a b", "")],
)
def test_what_is_no_code_of_a_language_is_refused(name: str, cure: str) -> None:
    done = narrator("check", "--language", name)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"--language: '{name}' is no code of a language")
    assert cure in done.stderr


def test_a_language_that_nobody_has_begun_is_refused_with_those_there_are_and_how_to_begin(own: Path) -> None:
    file = own.parent / "dee" / "texts.toml"
    done = narrator("check", "--language", "dee")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "--language: nobody has begun a language 'dee' → "
        f"there are en, pl, sv, xx; to begin another one (docs/languages.md), write its texts in {file}\n"
    )


@pytest.mark.parametrize("name", ["ktulu/texts.toml", "../../scripts/ktulu.dee.toml", "../../voices/dee.toml"])
def test_any_file_begins_a_language(own: Path, name: str) -> None:
    file = own.parent / "dee" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('format = 1\nengine = "system"\nlanguage = "dee"', "utf-8")
    done = narrator("check", "--language", "dee")
    assert (done.stdout != "", done.stderr) == (True, "")


@pytest.mark.parametrize("name", ["lexicon.toml", "voices/other.toml", "scripts/cthulhu-fluxx.toml"])
def test_a_file_of_the_language_is_checked_as_what_it_is(own: Path, name: str) -> None:
    own.joinpath("scripts", "cthulhu-fluxx.toml").write_text('format = 1\n[line]\nwon = ["{name}"]', "utf-8")
    assert narrator("check", own / name).stdout == f"{own / name}: no fault found\n"
    own.joinpath(name).write_text(f"format = 1\n{WRONG[name][0]}", "utf-8")
    told = narrator("check", own / name).stdout.splitlines()
    assert [line.startswith(f"{Path(name).name}:") for line in told] == [True] * len(WRONG[name][1])


def test_a_few_texts_for_a_language_that_came_along_leave_it_whole(own: Path) -> None:
    before = [*map(str, lacks("en"))]
    file = own.parent / "en" / "texts.toml"
    file.parent.mkdir()
    file.write_text('format = 1\ntexts = "en"\n[screen]\nnight = "Nite {night}"', "utf-8")
    read_anew()
    assert texts_of("en").word("screen.night", night=1) == "Nite 1"
    assert [*map(str, lacks("en"))] == before
    assert narrator("check", file).stdout == f"{file}: no fault found\n"


def test_what_a_text_is_to_be_translated_from_is_what_people_read_without_it(own: Path) -> None:
    file = own / "texts.toml"
    file.write_text(f'format = 1\ntexts = "{LANGUAGE}"\n[screen]\nnight = "N"', "utf-8")
    told = narrator("check", file).stdout
    assert "people are told: Day → " in told
    assert "the text to translate is: Night {night}" in told
