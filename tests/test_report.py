"""What `narrator report` writes: all that helps to mend a fault, and no player's name anywhere."""

from __future__ import annotations

import gzip
import json
import os
import re
from pathlib import Path

import pytest

from narrator.commands import computer
from narrator.doctor.names_hidden import HIDDEN, NamesHidden

from tests.program import at_home, narrator

PEOPLE = ("Łucja", "Bartek", "Żaneta Ż.", "Darek", "Ewa")
OLD = Path(__file__).parent / "upgrade" / "version_0_3_0"
LATER = ("Kunegunda", "Pankracy")
SETTINGS = """
format = 1
speaker = "słuchawki Łucji"
microphone = "Kasia's AirPods"
model = "/srv/zbigniew/model"
wifi = "Dom Bartka"
wifi_password = "sezamie"
"""
VARIANT = """
format = 1
extends = "ktulu"

[meta]
name = "jak u bartka"

[line."dawn.quiet"]
more = ["bartka nie ma"]

[line."day.found"]
more = ["zgadnijcie kto to"]

[new-role.bartkowy]
like = "sheriff"
traits = []
name = "Klawisz"
cases = { nom = "klawisz", voc = "Klawiszu", gen = "klawisza" }
"""
SETUP = """
format = 1
script = "u-bartka.toml"
cards = ["sheriff", "pastor", "boss", "avenger", "chief"]
""" + "".join(f'\n[[player]]\nname = "{name}"\nsay = "{name}la"\n' for name in PEOPLE)


def hidden(text: str, names: tuple[str, ...] = (*PEOPLE, *LATER)) -> list[str]:
    """The names that stand in the text, in whatever case or form."""
    return [name for name in names if re.search(rf"(?<![^\W_]){name[:4].rstrip('a')}", text, re.IGNORECASE)]


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """A home in which a game was led to its first night, with a rename and a note, and a device called by a name."""
    env = {**at_home(tmp_path, SETTINGS), "HOME": str(tmp_path), "LOGNAME": "zbigniew"}
    (tmp_path / "lucja-darek.toml").write_text(SETUP, "utf-8")
    (tmp_path / "u-bartka.toml").write_text(VARIANT, "utf-8")
    games = tmp_path / "data" / "narrator" / "games"
    said = "ready\n" + "none\n" * 3
    narrator("play", tmp_path / "lucja-darek.toml", "--headless", "--seed", "1", said=said, env=env)
    (journal,) = games.glob("*.jsonl")
    added = [
        {"event": "Overridden", "what": "name", "value": LATER[0], "of": "3", "input": LATER[0].upper()},
        {"event": "Overridden", "what": "substitute", "value": LATER[1], "of": "4", "input": "substitute"},
        {"note": "Ewa is the chief", "seat": 5},
    ]
    with journal.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in added)
    faults = tmp_path / "data" / "narrator" / "faults"
    faults.mkdir()
    (faults / "2026-01-01_00-00-00_1.txt").write_text(
        "narrator 0.3.0\nnarrator play darek.toml\n\nTraceback (most recent call last):\n"
        "  File \"/home/darek/narrator/play/stage.py\", line 12, in run\n    x = 1\nKeyError: 'Ewa'\n",
        "utf-8",
    )
    return env


def written(env: dict[str, str], folder: Path) -> str:
    done = narrator("report", "--out", folder / "report.txt", env=env)
    assert done.returncode == 0, done.stderr
    assert "bez imion graczy" in done.stdout
    return (folder / "report.txt").read_text("utf-8")


def test_it_has_versions_settings_devices_the_last_fault_and_the_last_game(
    home: dict[str, str], tmp_path: Path
) -> None:
    text = written(home, tmp_path)
    titles = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert [title.partition(" (")[0] for title in titles] == [
        *("versions", "terminal", "settings", "sound", "last fault", "last game"),
    ]
    assert re.search(r"^narrator \d", text, re.MULTILINE)
    assert 'ears = "auto"' in text
    assert "narrator/play/stage.py:12 run\nKeyError\n" in text
    header, *facts = [
        json.loads(line) for line in text.splitlines() if line.startswith("{") and '"usual' not in line
    ][1:]
    setup = header["data"]["setup"]
    assert [player["name"] for player in setup["player"]] == [f"Player {seat}" for seat in range(1, 6)]
    assert setup["cards"] == ["sheriff", "pastor", "boss", "avenger", "chief"]
    assert next(fact["input"] for fact in facts if fact["event"] == "Answered") == "ready"
    assert facts[-2] == {"event": "Overridden", "what": "name", "value": "Player 3", "of": "3", "input": "Player 3"}


def test_no_name_is_in_it(home: dict[str, str], tmp_path: Path) -> None:
    text = written(home, tmp_path)
    assert hidden(text) == []
    assert [
        kept for kept in ("bart", "zgadnij", "lucja", "zbigniew", "Kasia", "Dom ", "sezamie") if kept in text
    ] == []
    assert "chief is" not in text
    assert str(tmp_path) not in text
    (journal,) = (tmp_path / "data" / "narrator" / "games").glob("*.jsonl")
    assert set(hidden(journal.read_text("utf-8"))) == {*PEOPLE, *LATER}  # it would be seen


@pytest.mark.parametrize(
    "journal", sorted(OLD.glob("*.jsonl.gz")), ids=lambda journal: journal.name.partition(".")[0]
)
def test_what_a_game_calls_things_is_kept_with_any_names(journal: Path) -> None:
    """Names that are words of the game, or begin like them, take nothing out of its commands."""
    names = NamesHidden({name: f"Player {seat}" for seat, name in enumerate(("Boss", "Ala", "Marta", "Stella"), 1)})
    with gzip.open(journal, "rt", encoding="utf-8") as file:
        _, *facts = map(json.loads, file)
    for fact in facts:
        for text in (fact["event"], fact.get("input", ""), fact.get("kind", ""), fact.get("call", "")):
            kept = names.id_or_hidden(text)
            assert kept == text or text[:2] in ("A ", "Ha") or text[0].isupper(), text


def test_what_no_file_can_hold_is_written_as_a_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = "name = '\udcf3'"  # a device's, as some systems give it
    monkeypatch.setattr("narrator.doctor.report.report", lambda _: broken)
    computer.report(out=tmp_path / "report.txt")
    assert (tmp_path / "report.txt").read_text("utf-8") == r"name = '\udcf3'"


def test_without_a_game_it_says_so(tmp_path: Path) -> None:
    text = written({**at_home(tmp_path), "HOME": str(tmp_path)}, tmp_path)
    assert "## last game" in text
    assert "\nnone\n" in text


def test_it_is_put_into_the_home_folder_and_replaces_nothing(tmp_path: Path) -> None:
    env = {**at_home(tmp_path), "HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    assert narrator("report", env=env).returncode == 0
    (file,) = tmp_path.glob("narrator-report-*.txt")
    assert os.name == "nt" or file.stat().st_mode & 0o077 == 0
    assert narrator("report", "--out", file, said="n\n", env=env).returncode == 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("ready", "ready"),
        ("3 5", "3 5"),
        ("D67", "D67"),
        ("ania", "Player 1"),
        ("ania.toml", HIDDEN),
        ("Kto to?", HIDDEN),
        ("/home/x", HIDDEN),
        ("dom-anki.toml", HIDDEN),
        ("u-sasiada.toml", HIDDEN),
        ("zolc.jail", HIDDEN),
        ("wake zolcia up", HIDDEN),
        ("nikogo nie ma", HIDDEN),
        ("sheriff.jail", "sheriff.jail"),
        ("rule dead card", "rule dead card"),
        ("boss", "boss"),
        ("Boss", "Player 3"),
    ],
)
def test_only_ids_are_kept(text: str, shown: str) -> None:
    names = {"Ania": "Player 1", "Żółć": "Player 2", "Boss": "Player 3"}
    assert NamesHidden(names).id_or_hidden(text) == shown


def test_other_forms_of_a_name_are_hidden_too() -> None:
    names = NamesHidden({"Ania": "Player 1", "Al": "Player 2"})
    assert names.hidden_in("słuchawki Ani, ALSA, Aniołek i Al") == f"słuchawki {HIDDEN}, ALSA, {HIDDEN} i {HIDDEN}"


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("Bartek", "bartka BARTKOWI Bartkiem"),
        ("Marta", "Marcie Martę marto"),
        ("Łucja", "lucji LUCJA Łucję"),
        ("Ewa", "Ewy ewie Ewę ewo"),
        ("Paweł", "Pawla pawłowi"),
        ("Monika", "Monice moniki"),
        ("Zoë", "zoe Zoe's"),
        ("Ольга", "Ольге"),
    ],
)
def test_forms_with_and_without_accents_are_hidden(name: str, forms: str) -> None:
    assert NamesHidden({name: "Player 1"}).hidden_in(forms).replace("'s", "") == re.sub(r"\S+", HIDDEN, forms)


def test_players_without_names_are_kept() -> None:
    assert NamesHidden({"Gracz 3": "Player 3"}).hidden_in("gracz 3") == "gracz 3"
    assert HIDDEN not in NamesHidden({"Gracz 3": "Player 3"}).id_or_hidden("3")
