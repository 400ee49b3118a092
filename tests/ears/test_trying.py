"""`narrator ears try` plays a group's clips to the ears, and says how each kind was understood."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.ears import vosk
from narrator.ears.clips import Clip as Recorded
from narrator.ears.clips import ClipText, keep_group, write_clip
from narrator.ears.lexicon import read_lexicon
from narrator.ears.recognisers import RECOGNISERS
from narrator.ears.sound import BLOCK, RATE, rms
from narrator.errors import BadData, NarratorError
from narrator.studio import scoring, trying
from narrator.studio.advice import Phrase, instead, phrases_of, weakest
from narrator.studio.scoring import ENOUGH, Score, enough_talk
from narrator.studio.trials import Clip
from narrator.studio.trying import listened_for, try_clips

from tests.ears.toy_recogniser import LOUD
from tests.speech.speaker import MODEL, loaded, speak

pytestmark = pytest.mark.xdist_group("vosk")

KOREAN = read_lexicon("ko")
ENGLISH = texts_of("en")
SAID = ("여섯", "번호 여섯", "서연", "네")


def voice(text: str) -> bytes:
    """The text as it is said, without the silence around it."""
    return speak(text)[RATE : -2 * RATE]


def seconds(text: str) -> float:
    """How long the text is loud, by which the toy recogniser tells phrases apart."""
    sound = voice(text)
    return sum(rms(sound[at : at + 2 * BLOCK]) > LOUD for at in range(0, len(sound), 2 * BLOCK)) * BLOCK / RATE


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "terminal_texts", lambda: ENGLISH)
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    """Settings with a model that hears how long a sound lasts."""
    monkeypatch.setitem(RECOGNISERS, "toy", "tests.ears.toy_recogniser")
    (tmp_path / "toy-ko-1").mkdir()
    lasting = "".join(f'"{text}" = {seconds(text)}\n' for text in SAID) + '"번호" = 9.0'
    (tmp_path / "toy-ko-1" / "seconds.toml").write_text(lasting, "utf-8")
    return Config(language="ko", model=str(tmp_path / "toy-ko-1"))


def recorded(folder: Path, reader: str, said: ClipText, sounds: str = "") -> None:
    write_clip(folder / reader / said.file, Recorded(voice(sounds or said.text)))


def told(folder: Path, settings: Config, capsys: pytest.CaptureFixture[str], setup: Path | None = None) -> str:
    try_clips(folder, setup, "", settings)
    return " ".join(capsys.readouterr().out.split())


def test_a_group_reads_its_own_number_by_kind(
    tmp_path: Path, toy: Config, capsys: pytest.CaptureFixture[str]
) -> None:
    clips = tmp_path / "clips"
    keep_group(clips, "ko", {1: "서연"})
    for text in SAID:
        recorded(clips, "ola", ClipText(text), "여섯" if text == "서연" else text)
    out = told(clips, toy, capsys)
    assert "4 clips of 1 reader" in out
    assert "In a quiet room 3 of 4 answers were understood, 75 % (19–99 %):" in out
    assert "numbers 1 1 (2–100) 0 (0–97) 0 (0–97) 0 (0–97)" in out
    assert "names 1 0 (0–97) 0 (0–97) 0 (0–97) 1 (2–100)" in out
    assert "“서연”: 0 of 1 understood, taken for 여섯 (1) → call this player by number" in out
    assert "answer on the keyboard" not in out
    assert "each reader needs 12 clips by other readers" in out


def test_a_name_that_is_not_understood_has_its_number_from_the_setup(
    tmp_path: Path, toy: Config, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    people = {4: "민준", 7: "서연"}
    monkeypatch.setattr(trying, "listened_for", lambda *_: (KOREAN, people))
    keep_group(tmp_path / "clips", "ko", {1: "서연"})
    recorded(tmp_path / "clips", "ola", ClipText("서연"), "여섯")
    out = told(tmp_path / "clips", toy, capsys, Path("friday.toml"))
    assert "→ call this player by number: “일곱”" in out


def test_what_is_listened_for_is_what_the_table_says() -> None:
    alone, nobody = listened_for(None, "pl")
    lexicon, people = listened_for(Path("demo"), "pl")
    assert not nobody
    assert people
    assert "indianie" in alone.choices["indians"]
    assert "indianie" in lexicon.choices["indians"]
    assert listened_for(Path("demo"), "ko")[0].language == "ko"


def test_remarks_are_counted_apart(tmp_path: Path, toy: Config, capsys: pytest.CaptureFixture[str]) -> None:
    clips = tmp_path / "clips"
    keep_group(clips, "ko", {})
    recorded(clips, "ola", ClipText("저는 학교에 갑니다", other=True), "여섯")
    out = told(clips, toy, capsys)
    assert "In a quiet room" not in out
    assert "played 4 times" in out
    assert "taken for an answer" in out


@pytest.mark.long
def test_the_game_s_own_ears_hear_clips_alone_and_amid_talk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring, "ENOUGH", 6)  # each clip is heard in two rooms, which takes its own time
    model = loaded()
    monkeypatch.setattr(vosk, "load", lambda *_: model)
    keep_group(tmp_path, "ko", {})
    for reader in ("ola", "jan"):
        for number in range(1, 4):
            for text in ("좋아요", "다시"):
                sound = Recorded(voice(text))
                write_clip(tmp_path / reader / ClipText(text).file.replace(".wav", f".{number}.wav"), sound)
    out = told(tmp_path, Config(language="en", model=str(MODEL)), capsys)
    assert "12 clips of 2 readers" in out
    assert "In a quiet room 12 of 12 answers were understood, 100 % (74–100 %):" in out
    assert "While the other readers talk, 10 dB softer than the voice, it understood" in out


def test_talk_is_tried_only_where_others_have_read_enough() -> None:
    quiet = np.zeros(RATE, np.float32)
    clips = [Clip(ClipText("네"), reader, quiet) for reader in ("ola", "jan") for _ in range(ENOUGH)]
    assert enough_talk(clips)
    assert not enough_talk(clips[1:])


def test_what_keeps_clips_from_being_tried_is_said(tmp_path: Path, toy: Config) -> None:
    with pytest.raises(BadData, match="there is no such folder → record clips first: narrator ears record"):
        try_clips(tmp_path / "nowhere", None, "", toy)
    with pytest.raises(BadData, match="there are no clips → narrator ears record"):
        try_clips(tmp_path, None, "", toy)
    (tmp_path / "네.wav").write_bytes(b"nothing")
    with pytest.raises(BadData, match=r"neither WAV.*→ record it again, or take it out"):
        try_clips(tmp_path, None, "", toy)


def test_where_there_is_no_model_the_command_that_installs_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(trying, "find_model", lambda *_: None)
    recorded(tmp_path, "ola", ClipText("tak"))
    with pytest.raises(NarratorError, match="narrator model install pl"):
        try_clips(tmp_path, None, "pl", Config(language="pl"))
    recorded(tmp_path / "swedish", "ola", ClipText("ja"))
    with pytest.raises(NarratorError, match="none can be installed from here"):
        try_clips(tmp_path / "swedish", None, "sv", Config(language="sv"))


def test_a_model_that_cannot_be_loaded_is_said(tmp_path: Path, toy: Config) -> None:
    recorded(tmp_path / "clips", "ola", ClipText("네"))
    (Path(toy.model) / "seconds.toml").write_text("no table", "utf-8")
    with pytest.raises(NarratorError, match="cannot be loaded"):
        try_clips(tmp_path / "clips", None, "ko", toy)


def score(said: str, group: str, expected: str, result: str, heard: str = "") -> Score:
    return Score(group, said, result, heard, expected)  # type: ignore[arg-type]


def test_what_is_understood_least_comes_first() -> None:
    phrases = phrases_of(
        [
            *[score("여섯", "numbers", "6", "right")] * 3,
            score("여섯", "numbers", "6", "asked"),
            *[score("넷", "numbers", "4", "wrong", "셋")] * 2,
            score("네", "words", "yes", "right"),
            Score("others", "커피", "wrong", "넷"),
        ]
    )
    found = weakest(phrases, 5)
    assert [(one.said, one.right, one.count, one.mistaken) for one in found] == [
        ("넷", 0, 2, [("셋", 2)]),
        ("여섯", 3, 4, []),
    ]
    assert weakest(phrases, 1) == found[:1]


BARE, PREFIXED = Phrase("여섯", "numbers", "6", 1, 4), Phrase("번호 여섯", "prefixed", "6", 3, 4)
YES = Phrase("예", "words", "yes", 1, 2)
NAME = Phrase("서연", "names", "6", 0, 2)


@pytest.mark.parametrize(
    ("weak", "phrases", "seats", "cure"),
    [
        (BARE, [BARE, PREFIXED], {}, "say “번호 여섯” (3 of 4 understood)"),
        (PREFIXED, [BARE, PREFIXED], {}, ""),
        (YES, [YES, Phrase("네", "words", "yes", 2, 2)], {}, "say “네” (2 of 2 understood)"),
        (YES, [YES, Phrase("아니요", "words", "no", 2, 2)], {}, ""),
        (BARE, [BARE, Phrase("서연", "names", "6", 4, 4)], {}, ""),  # seat 6 of the trial, not of their table
        (NAME, [NAME, PREFIXED], {}, "call this player by number"),
        (NAME, [NAME, BARE, PREFIXED], {"6": 2}, "call this player by number: “번호 둘”"),
        (NAME, [NAME, BARE], {"6": 2}, "call this player by number: “둘”"),
    ],
)
def test_what_to_say_instead(weak: Phrase, phrases: list[Phrase], seats: dict[str, int], cure: str) -> None:
    assert ENGLISH.told(instead(weak, phrases, KOREAN, seats)) == cure
