"""Settings name files and folders: from the user's home, or beside the settings, wherever the program is started."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from narrator.computer.config import load_config
from narrator.computer.paths import shipped
from narrator.errors import BadData

from tests.program import narrator

HOME = "USERPROFILE" if sys.platform == "win32" else "HOME"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user a home of their own, and start elsewhere."""
    (tmp_path / "home").mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "elsewhere")
    return tmp_path / "home"


def settings(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(("format = 1", *lines)), encoding="utf-8")
    return path


@pytest.mark.parametrize("key", ["journals", "model", "ambience"])
def test_a_place_is_found_from_home_or_beside_the_settings(home: Path, tmp_path: Path, key: str) -> None:
    written = {"~/games": home / "games", "games": tmp_path / "games", str(home / "games"): home / "games"}
    for name, place in written.items():
        place.touch()
        config = load_config(settings(tmp_path / "config.toml", f"{key} = {name!r}"))
        assert getattr(config, key) == str(place), name


def test_settings_named_from_here_lead_to_a_whole_path(home: Path) -> None:
    settings(home.parent / "elsewhere" / "config.toml", 'journals = "games"')
    assert load_config(Path("config.toml")).journals == str(home.parent / "elsewhere" / "games")


@pytest.mark.parametrize("key", ["journals", "model", "ambience"])
def test_a_home_that_is_not_here_is_said(tmp_path: Path, key: str) -> None:
    path = settings(tmp_path / "config.toml", f'{key} = "~nobody-of-this-name/x"')
    with pytest.raises(BadData, match=f"config.toml:2: {key}: .* names a home that is not here"):
        load_config(path)


def test_a_game_in_a_folder_from_home_is_found_from_anywhere(home: Path, tmp_path: Path) -> None:
    path = settings(tmp_path / "config.toml", 'journals = "~/games"')
    assert narrator("play", "demo", "--headless", "--config", path).returncode == 0
    assert len(list((home / "games").glob("*.jsonl"))) == 1
    assert list(Path.cwd().iterdir()) == []
    assert narrator("resume", "--headless", "--config", path, cwd=tmp_path).returncode == 0


ENGLISH, POLISH = "99.0 is out of range", "99.0 nie mieści się"


@pytest.mark.parametrize(
    ("named", "own", "told"),
    [
        ('language = "en"', "", ENGLISH),
        ('language = "en"', 'language = "pl"', ENGLISH),
        ("", 'language = "en"', ENGLISH),
        ('language = "xx"', 'language = "en"', ENGLISH),
        ("", 'language = "en"\npace = 88.0', ENGLISH),
        ("", "", POLISH),
    ],
)
def test_what_is_wrong_with_settings_is_told_in_the_language_that_they_name_else_in_that_of_the_users_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, own: str, told: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "narrator").mkdir()
    settings(tmp_path / "narrator" / "config.toml", own)
    done = narrator("stats", "--config", settings(tmp_path / "named.toml", named, "pace = 99.0"))
    assert f"named.toml:3: pace: {told}" in done.stderr


def test_settings_that_are_no_toml_are_told_in_the_language_that_they_name(tmp_path: Path) -> None:
    done = narrator("stats", "--config", settings(tmp_path / "named.toml", "language = 'en' # mine", "pace = = 1"))
    assert "named.toml:3: not valid TOML" in done.stderr


def test_settings_that_name_no_language_have_that_of_the_users_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "narrator").mkdir()
    settings(tmp_path / "narrator" / "config.toml", 'language = "sv"')
    named = settings(tmp_path / "named.toml", f"journals = '{tmp_path}'")
    assert load_config(named).language == "sv"
    assert narrator("stats", "--config", named).stdout == narrator("stats", tmp_path).stdout


def test_the_check_of_settings_names_every_fault_in_them(tmp_path: Path) -> None:
    wrong = ("pace = 99.0", 'language = "plx"', 'voice = "slwo"', 'ears = "kyes"', "volume = 3", 'ambience = "wid"')
    done = narrator("check", settings(tmp_path / "mine.toml", *wrong))
    keys = {line.split(": ")[1] for line in done.stdout.splitlines()}
    assert (done.returncode, keys) == (1, {"pace", "language", "voice", "ears", "volume", "ambience"})
    assert "mine.toml:3: language: nie ma tekstów w języku „plx” → " in done.stdout


@pytest.mark.parametrize("keys", ['language = "en"', 'language = "qq"', 'dawn = ""\nplain = true', 'voice = "slow"'])
def test_settings_are_told_from_setups_and_scripts(tmp_path: Path, keys: str) -> None:
    done = narrator("check", settings(tmp_path / "mine.toml", keys))
    assert done.returncode == ("qq" in keys)
    assert len(done.stdout.splitlines()) == 1
    assert "player" in narrator("check", settings(tmp_path / "bare.toml")).stdout


def test_the_shipped_settings_have_no_fault() -> None:
    assert narrator("check", *map(shipped, ("config.toml", "config.en.toml", "config.sv.toml"))).returncode == 0


@pytest.mark.parametrize(
    ("named", "cure"), [("EN", "did you mean en?"), ("en_GB", "did you mean en?"), ("..", "są tu")]
)
def test_who_writes_a_language_otherwise_is_understood_and_told_how(tmp_path: Path, named: str, cure: str) -> None:
    told = narrator("stats", "--config", settings(tmp_path / "named.toml", f'language = "{named}"')).stderr
    assert "named.toml:2: language: " in told
    assert cure in told


@pytest.mark.parametrize(("language", "told"), [("en", "known here: en, pl, sv"), ("pl", "są tu: en, pl, sv")])
def test_who_names_a_language_that_nobody_has_begun_is_told_where_it_stands_how_to_begin_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, told: str
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    done = narrator("check", settings(tmp_path / "named.toml", 'language = "xx"'))
    assert f" → {told}; " in done.stdout
    assert "docs/languages.md" in done.stdout
