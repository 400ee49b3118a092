"""A language of the user's own: made of nothing but files in a folder of the data folder."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from narrator.computer import paths
from narrator.computer import texts as module
from narrator.computer.texts import FOLDER, languages, texts_of
from narrator.ears import lexicon
from narrator.games import registry
from narrator.games.fluxx.package import FluxxPackage
from narrator.games.parts import fields_of
from narrator.games.planetopia.package import PlanetopiaPackage
from narrator.mouth.voice import system_voice
from narrator.play.loading import load_table

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


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with that language, and with settings that name it."""
    for kind in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    folder = tmp_path / "data" / "narrator" / "languages" / LANGUAGE
    copied(FOLDER / "en.toml", folder / "texts.toml")
    copied(Path(lexicon.__file__).parent / "lexicons" / "en.toml", folder / "lexicon.toml")
    for game in registry.folders("ktulu"):
        copied(game / "texts" / "en.toml", folder / game.name / "texts.toml")
        copied(game / "lexicon" / "en.toml", folder / game.name / "lexicon.toml")
    copied(paths.shipped("scripts") / "ktulu.en.toml", folder / "scripts" / f"ktulu.{LANGUAGE}.toml")
    copied(paths.shipped("voices") / "english.toml", folder / "voices" / "other.toml")
    settings = tmp_path / "config" / "narrator" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'format = 1\nlanguage = "{LANGUAGE}"\n', "utf-8")
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
    ):
        file.write_text(re.sub(r"(\[screen\]\n(?:.*\n)*?)night = .*", rf"\1{wrong}", texts, count=1), "utf-8")
        read_anew()
        assert texts_of(LANGUAGE).word("screen.night", night=3) == night
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


def test_lines_of_ones_own_for_a_game_that_is_polish_alone_count_its_other_words_as_polish_does(own: Path) -> None:
    own.joinpath("scripts", "planetopia.toml").write_text('format = 1\n[line]\nbegins = ["Beegin."]', "utf-8")
    lines = PlanetopiaPackage.game.lines_of(PlanetopiaPackage().script_of(LANGUAGE, "")[0])
    polish = PlanetopiaPackage.game.lines_of(PlanetopiaPackage().script_of("pl", "")[0])
    counted = [one for each in polish.wordings.values() for one in each if "{count:" in one]
    for words in counted:
        known = {word: 5 for _, word, _, _ in fields_of(words) if word}
        assert lines.text(words, known) == polish.text(words, known)
    assert len(counted) > 2
    assert lines.wordings["begins"] == ("Beegin.",)
