"""A voice is chosen by ear: what speaks here is heard, what can be had is had and heard, and one is kept."""

from __future__ import annotations

import errno
import hashlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import platformdirs
import pytest

from narrator.computer import config, paths, settings, transfer
from narrator.computer.texts import texts_of
from narrator.errors import ChannelLost
from narrator.evening import hearing, voices
from narrator.menu import first
from narrator.mouth import catalogue, piper, piper_voices, rhvoice, sample
from narrator.mouth.voice import Voice
from narrator.terminal import fetching, words
from narrator.texts import message

from tests.internet import internet
from tests.program import at_home, narrator
from tests.sitting import ENTER, sitting

posix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

TEXTS = texts_of("pl")
GOOD = b"\x08" + bytes(1_500_000)


class Table:
    """People at a terminal: what they choose and answer, what they are told, and which voices they hear."""

    def __init__(self) -> None:
        self.choices: list[str] = []
        self.answers: list[str] = []
        self.told: list[str] = []
        self.lists: list[list[str]] = []
        self.heard: list[str] = []
        self.silent: ChannelLost | None = None

    def choose(self, _title: str, options: list[str], _back: str, *_: object) -> int | None:
        self.lists.append(options)
        if not self.choices:
            return None
        wanted = self.choices.pop(0)
        return next(place for place, option in enumerate(options) if wanted in option)

    def ask(self, question: str, default: str = "") -> str:
        self.told.append(question)
        return self.answers.pop(0) if self.answers else default

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.told).split())


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for kind in ("DATA", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    monkeypatch.setattr(piper, "is_there", lambda: True)
    monkeypatch.setattr(piper_voices, "is_there", piper.is_there)
    monkeypatch.setattr(rhvoice, "which", lambda _: None)
    monkeypatch.setattr(platformdirs, "user_config_dir", lambda *_, **__: str(tmp_path))
    return tmp_path


@pytest.fixture
def table(home: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """People in whose home only the system's voice speaks, without a network."""
    del home
    one = Table()

    class Heard:
        def __init__(self, voice: Voice, *_: object, **__: object) -> None:
            self._voice = voice

        def say(self, _: str) -> None:
            if one.silent:
                raise one.silent
            one.heard.append(self._voice.id)

    monkeypatch.setattr(sample, "Sample", Heard)
    monkeypatch.setattr(voices, "choose", one.choose)
    monkeypatch.setattr(words, "ask", one.ask)
    monkeypatch.setattr(fetching, "ask", one.ask)
    for place in (voices, fetching, hearing):
        monkeypatch.setattr(place, "say", lambda text, **_: one.told.append(text))
    monkeypatch.setattr(transfer, "reachable", lambda *_: False)
    return one


@pytest.fixture
def served(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The voice gosia on a file server."""
    folder = home / "served"
    folder.mkdir()
    (folder / "pl_PL-gosia-medium.onnx").write_bytes(GOOD)
    (folder / "pl_PL-gosia-medium.onnx.json").write_text(json.dumps({"espeak": {"voice": "pl"}}))
    with internet(folder) as places:
        (there,) = places.values()
        sent = hashlib.sha256(GOOD).hexdigest()
        known = [
            replace(one, url=f"{there}/{one.url.rpartition('/')[2]}", sha256=sent)
            for one in piper_voices.known_voices()
        ]
        monkeypatch.setattr(piper_voices, "known_voices", lambda: known)
        monkeypatch.setattr(catalogue, "known_voices", lambda: known)
        yield folder


def online(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "reachable", lambda *_: True)


def kept() -> str:
    return config.load_config().voice


# ---- What there is ----


def test_what_speaks_here_comes_first_then_what_can_be_had_then_the_rest(home: Path) -> None:
    del home
    found = catalogue.catalogue("pl")
    assert [one.voice.id for one in found if one.here] == ["natan", "magda", "slow", "system"]
    assert [(one.voice.id, one.offer.megabytes) for one in found if one.offer] == [
        ("darkman", 63),
        ("gosia", 63),
        ("mc_speech", 63),
    ]
    assert [one.voice.id for one in found[7:]] == ["alicja", "magda-rhvoice", "michal", "natan-rhvoice"]
    assert all(not one.here and one.offer is None for one in found[7:])


def test_a_recorded_voice_comes_first_and_a_faulty_profile_and_a_silent_one_not_at_all(home: Path) -> None:
    del home
    own = paths.user_voices()
    (own / "ala").mkdir(parents=True)
    (own / "ala.toml").write_text('format = 1\nengine = "recorded"\nlanguage = "pl"\n')
    (own / "faulty.toml").write_text("format = 1\n")
    (own / "english.toml").write_text('format = 1\nengine = "system"\nlanguage = "en"\n')
    listed = [one.voice.id for one in catalogue.catalogue("pl")]
    assert listed[0] == "ala"
    assert {"faulty", "english", "none"}.isdisjoint(listed)


def test_without_piper_and_without_pip_none_of_its_voices_is_offered(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del home
    monkeypatch.setattr(piper, "is_there", lambda: False)
    monkeypatch.setattr(piper_voices, "is_there", piper.is_there)
    assert [one.voice.id for one in catalogue.catalogue("pl") if one.offer] == ["darkman", "gosia", "mc_speech"]
    monkeypatch.setattr(piper_voices, "find_spec", lambda _: None)
    assert [one for one in catalogue.catalogue("pl") if one.offer] == []


# ---- Choosing ----


def test_a_voice_is_heard_before_it_is_kept(table: Table) -> None:
    table.choices, table.answers = ["slow", "system", "slow"], ["n", "n", "t"]
    voices.choose_voice(TEXTS)
    assert table.heard == ["slow", "system", "slow"]
    assert kept() == "slow"
    assert "Zapamiętane" in table.told[-1]


def test_going_back_keeps_what_was(table: Table) -> None:
    table.choices, table.answers = ["slow", "slow"], ["n", ""]
    voices.choose_voice(TEXTS)
    assert table.heard == ["slow", "slow"]
    assert kept() == ""
    assert not settings.own_file().exists()


def test_without_a_network_nothing_is_offered_for_download(table: Table) -> None:
    voices.choose_voice(TEXTS)
    assert not any("do pobrania" in option for option in table.lists[0])
    assert "Nie ma internetu" in table.words


def test_a_voice_is_downloaded_with_its_licence_told_heard_and_kept(
    table: Table, served: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del served
    online(monkeypatch)
    table.choices, table.answers = ["gosia"], ["t", "t"]
    voices.choose_voice(TEXTS)
    assert "CC0" in table.words
    assert "63 MB?" in table.words
    assert table.heard == ["gosia"]
    assert kept() == "gosia"
    assert (piper.voices_folder() / "gosia.onnx").read_bytes() == GOOD


def test_the_program_comes_with_the_first_of_its_voices(
    table: Table, served: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del served
    online(monkeypatch)
    there: list[bool] = []
    for place in (piper, piper_voices):
        monkeypatch.setattr(place, "is_there", lambda: bool(there))
    monkeypatch.setattr(piper_voices, "install_program", lambda: there.append(True))
    table.choices, table.answers = ["gosia"], ["t", "t"]
    voices.choose_voice(TEXTS)
    assert "program Piper (licencja GPL)" in table.words
    assert table.heard == ["gosia"]


def test_a_voice_comes_from_a_file_too(table: Table, served: Path) -> None:
    table.choices = ["z pliku", "z pliku", "z pliku"]
    table.answers = ["", str(served / "ola.onnx"), f"'{served / 'pl_PL-gosia-medium.onnx'}'", "t"]
    voices.choose_voice(TEXTS)
    assert "ola.onnx: nie wiem, czyj to głos." in table.words
    assert table.heard == ["gosia"]


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (lambda file: file.write_bytes(b"<html>"), "to nie jest model Pipera"),
        (lambda file: file.with_name(f"{file.name}.json").unlink(), "serwer odmawia (kod 404)"),
    ],
    ids=["damaged", "missing"],
)
def test_what_cannot_be_had_is_told_in_one_message(
    spoil: object, expected: str, table: Table, served: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    online(monkeypatch)
    spoil(served / "pl_PL-gosia-medium.onnx")  # type: ignore[operator]
    table.choices, table.answers = ["gosia"], ["t"]
    voices.choose_voice(TEXTS)
    assert table.words.count(expected) == 1
    assert table.heard == []
    assert kept() == ""


def test_another_file_than_the_one_on_offer_is_refused(
    table: Table, served: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    online(monkeypatch)
    (served / "pl_PL-gosia-medium.onnx").write_bytes(GOOD + b"\0")
    table.choices, table.answers = ["gosia"], ["t"]
    voices.choose_voice(TEXTS)
    assert "suma kontrolna się nie zgadza" in table.words


def test_a_full_disk_is_told(table: Table, served: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del served
    online(monkeypatch)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(transfer, "_copy", full)
    table.choices, table.answers = ["gosia"], ["t"]
    voices.choose_voice(TEXTS)
    assert "brak miejsca na dysku" in table.words
    assert "No space" not in table.words


def test_without_a_loudspeaker_that_is_told_and_the_voice_can_be_kept(table: Table) -> None:
    table.silent = ChannelLost(message("voices.no-loudspeaker", why=message("mouth.no-device")))
    table.choices, table.answers = ["slow"], ["t"]
    voices.choose_voice(TEXTS)
    assert "Nie ma głośnika, więc głosu nie słychać. (Ten komputer nie ma głośnika.)" in table.words
    assert kept() == "slow"


# ---- The first start ----


def test_where_there_is_no_choice_nothing_is_asked(table: Table) -> None:
    voices.choose_first_voice(TEXTS)
    assert table.lists == []


def test_where_a_voice_can_be_had_or_is_here_it_is_asked(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    online(monkeypatch)
    voices.choose_first_voice(TEXTS)
    assert any("gosia" in option for option in table.lists[0])
    assert table.words.count("Sprawdzam") == 1
    monkeypatch.setattr(transfer, "reachable", lambda *_: False)
    monkeypatch.setattr(rhvoice, "which", lambda _: "/usr/bin/RHVoice-test")
    monkeypatch.setattr(rhvoice, "voices_of", lambda _: {"natan": "1"})
    voices.choose_first_voice(TEXTS)
    assert any("natan-rhvoice" in option for option in table.lists[1])


@pytest.mark.parametrize("heard", [True, False])
def test_who_hears_nothing_is_not_asked_for_a_voice(
    heard: bool, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    online(monkeypatch)
    monkeypatch.setattr(first, "check_sound", lambda _: heard)
    first._check_and_choose(TEXTS)
    assert bool(table.lists) is heard


# ---- The commands ----


def test_the_list_names_every_voice_its_size_and_how_the_others_are_had(home: Path) -> None:
    done = narrator("voice", "list", env=at_home(home))
    assert done.returncode == 0
    shown = " ".join(done.stdout.split())
    assert "* natan męski, naturalny" in shown
    assert "do pobrania, 63 MB: narrator voice install gosia" in shown
    assert len(re.findall(r"(?:snap|apt) install rhvoice", shown)) == (sys.platform == "linux")
    listed = json.loads(narrator("voice", "list", "--json", env=at_home(home)).stdout)
    assert {one["voice"]: one["current"] for one in listed}["natan"] is True


def test_trying_what_is_not_there_says_what_is_lacking(home: Path) -> None:
    done = narrator("voice", "try", "gosia", env=at_home(home) | {"PULSE_SERVER": str(home / "nothing")})
    assert done.returncode == 1
    assert "Mówi gosia…" in done.stdout
    assert done.stdout.count("\n") <= 4
    unknown = narrator("voice", "try", "gosja", env=at_home(home))
    assert "może chodzi o gosia?" in unknown.stderr
    none = narrator("voice", "try", "none", env=at_home(home))
    assert "To głos bez dźwięku" in none.stdout


@posix
def test_the_settings_of_the_menu_lead_to_the_voices(tmp_path: Path) -> None:
    own = tmp_path / "config" / "narrator" / "config.toml"
    own.parent.mkdir(parents=True)
    own.write_text('format = 1\nears = "keys"\n', "utf-8")
    with sitting(tmp_path, places={"PULSE_SERVER": str(tmp_path / "nothing")}) as one:
        one.see("Co robimy?").type("8", ENTER).see("głos: posłuchaj i wybierz").type("1", ENTER)
        one.see("Który głos?").see("natan: męski, naturalny ← teraz").see("slow: głos tego komputera, wolniej")
        one.type("3", ENTER).see("Mówi slow…").see("Zostaje slow? [tak/nie").type("t", ENTER).see("Zapamiętane")
    assert 'voice = "slow"' in own.read_text("utf-8")
