"""The first start: language, sound and speech model are asked for once, and what was broken off comes again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from narrator.computer.config import Config
from narrator.menu import first
from narrator.terminal import words

from tests.internet import internet
from tests.sitting import CTRL_C, ENTER, ESCAPE, sitting
from tests.test_menu import TEXTS, TITLE, posix


def no_sound(home: Path) -> dict[str, str]:
    """What hides the sound of this computer from a program."""
    return {"PULSE_SERVER": str(home / "nothing"), "XDG_RUNTIME_DIR": str(home / "nothing")}


@pytest.fixture
def online(tmp_path: Path) -> Iterator[Mapping[str, str]]:
    """What leads a program to a network in which the speech model is."""
    served = tmp_path / "served"
    served.mkdir()
    (served / "vosk-model-small-pl-0.22.zip").write_bytes(b"")
    with internet(served) as places:
        yield {**no_sound(tmp_path), **places}


@posix
def test_the_first_start_asks_once(tmp_path: Path, online: Mapping[str, str]) -> None:
    with sitting(tmp_path, places=online) as one:
        one.see("W jakim języku? / In which language?").see("polski").see("English").type("1", ENTER)
        one.see("Witajcie!").see("Nie ma dźwięku: to, co mówię, pojawia się na ekranie. Podgłośnijcie").see(
            "dalej bez dźwięku"
        ).type("0", ENTER)
        one.see("Pobrać? [tak/nie").type(ENTER).see("Dobrze, bez niego.").see(TITLE).type("0", ENTER)
        assert one.end() == 0
    kept = (tmp_path / "config" / "narrator" / "config.toml").read_text("utf-8")
    assert 'language = "pl"' in kept
    with sitting(tmp_path, places=online) as one:
        one.see(TITLE)
        assert "Witajcie" not in one.words


@posix
def test_whoever_chooses_another_language_is_told_all_in_it_from_then_on(
    tmp_path: Path, online: Mapping[str, str]
) -> None:
    with sitting(tmp_path, places=online) as one:
        one.see("W jakim języku?").type("2", ENTER).see("Welcome").see("go on without sound").type("0", ENTER)
        one.see("Download it?").type(ENTER).see("What shall we do?").type("0", ENTER)
        assert one.end() == 0
    settings = (tmp_path / "config" / "narrator" / "config.toml").read_text("utf-8")
    assert 'language = "en"' in settings
    assert "# a voice, such as" in settings
    with sitting(tmp_path, places=online) as one:
        one.see("What shall we do?").type("1", ENTER)


@posix
def test_the_language_of_the_computer_is_offered_first(tmp_path: Path, online: Mapping[str, str]) -> None:
    with sitting(tmp_path, places={**online, "LC_ALL": "en_GB.UTF-8"}) as one:
        one.see("In which language?").type("1", ENTER).see("Welcome")


@posix
def test_what_was_not_answered_is_asked_the_next_time(tmp_path: Path, online: Mapping[str, str]) -> None:
    with sitting(tmp_path, places=online) as one:
        one.see("W jakim").type("1", ENTER)
        one.see("dalej bez dźwięku").type("0", ENTER).see("Pobrać?").type(CTRL_C).see(TITLE)
    with sitting(tmp_path, places=online) as one:
        one.see("Pobrać?")
        assert "Mówię teraz" not in one.words
        assert "W jakim" not in one.words


CTRL_D = "\x04"


@posix
@pytest.mark.parametrize("keys", [CTRL_C, CTRL_D, ESCAPE, f"q{ENTER}", f"0{ENTER}"], ids=repr)
def test_whoever_leaves_at_the_very_first_question_finds_it_again_and_nothing_was_written(
    keys: str, tmp_path: Path
) -> None:
    for _ in range(2):
        with sitting(tmp_path, places=no_sound(tmp_path)) as one:
            one.see("W jakim").see("wyjście").type(*keys).see("Nic nie zapisano")
            assert one.end() == 0
            assert "Witajcie" not in one.words
            assert TITLE not in one.words
    assert [one for place in ("config", "data") for one in (tmp_path / place).rglob("*") if one.is_file()] == []


@posix
def test_whoever_breaks_off_the_sound_check_is_asked_for_it_the_next_time(tmp_path: Path) -> None:
    for asked in ("W jakim", "Mówię teraz"):
        with sitting(tmp_path, places=no_sound(tmp_path)) as one:
            one.see(asked)
            if asked == "W jakim":
                one.type("1", ENTER)
            one.see("dalej bez dźwięku").type(CTRL_C).see(TITLE)
            assert "modelu mowy" not in one.words


@posix
def test_without_internet_the_first_start_asks_for_nothing_that_cannot_be_had(tmp_path: Path) -> None:
    with sitting(tmp_path, places=no_sound(tmp_path)) as one:
        one.see("W jakim").type("1", ENTER)
        one.see("dalej bez dźwięku").type("0", ENTER)
        one.see("Nie ma internetu, więc modelu mowy teraz nie pobiorę. Gra działa i bez niego").see(TITLE)
        assert "Pobrać" not in " ".join(one.seen)


def test_another_loudspeaker_that_is_heard_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    said: list[str] = []

    def say(_: str, settings: Config) -> list[str]:
        said.append(settings.speaker)
        return [] if settings.speaker else ["nothing plays"]

    answers = iter([1, 1])
    monkeypatch.setattr(first, "_say", say)
    monkeypatch.setattr(first, "_speakers", lambda _: ["HDMI", "Głośniki"])
    monkeypatch.setattr(first, "choose", lambda *_, **__: next(answers))
    monkeypatch.setattr(words, "ask", lambda *_: "")
    first.check_sound(TEXTS)
    assert said == ["", "Głośniki"]
    assert 'speaker = "Głośniki"' in (tmp_path / "narrator" / "config.toml").read_text("utf-8")


@pytest.mark.parametrize("mark", [b"[[1]]", b"[{}]", b"[null]", b"{}", b"null", b"[" * 100_000, b"\xff", b""])
def test_a_damaged_note_of_the_first_start_is_asked_for_anew(
    mark: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    asked: list[str] = []

    def ask_language(*_: object) -> bool:
        asked.append("language")
        return True

    monkeypatch.setattr(first, "ask_language", ask_language)
    monkeypatch.setattr(first, "check_sound", lambda _: asked.append("sound"))
    monkeypatch.setattr(first, "offer_model", lambda _, **__: asked.append("model"))
    (tmp_path / "narrator").mkdir()
    (tmp_path / "narrator" / "started.json").write_bytes(mark)
    first.first_start(TEXTS)
    first.first_start(TEXTS)
    assert asked == ["language", "sound", "model"]
