"""A reader's voice becomes a pack: all that a table needs is asked for, cut, levelled, split, kept, and checked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from narrator.commands.app import app
from narrator.cues import Part
from narrator.ears.sound import RATE
from narrator.errors import BadData
from narrator.games.night.told.spoken_lines import readings
from narrator.games.package import Reading
from narrator.mouth.packs import Pack
from narrator.mouth.sound import Sound, read_sound
from narrator.play.loading import load_table
from narrator.rooms.counting import words_counted
from narrator.studio.checking import faults_of, lacking
from narrator.studio.profiles import pack_to_record
from narrator.studio.session import Studio
from narrator.studio.takes import LEVEL, PEAK, take_of, voice_loudness

from tests.scenario import SCRIPT
from tests.speech.speaker import speak

NUMBER = Reading("number.7", "7", (Part("number.7", "7"),))
WAKE = Reading("a.wake.1", "Szeryfie, otwórz oczy.", (Part("a.wake.1", "Szeryfie, otwórz oczy."),))
POISONED = Reading(
    "day.poisoned.1",
    "Numer … nagle zielenieje. To trucizna.",
    (Part("day.poisoned.1.a", "Numer "), Part("day.poisoned.1.b", ", nagle zielenieje. To trucizna.")),
)


# ---- What has to be read ----

COUNTED = words_counted("pl")


@pytest.mark.parametrize("setup", ["demo", "small", "all-roles"])
def test_a_table_is_asked_for_less_and_for_its_names(setup: str) -> None:
    table = load_table(Path(setup))
    own = {reading.id: reading for reading in readings(table.script, "gentle", table.setup, COUNTED)}
    everything = {reading.id: reading for reading in readings(table.script, "gentle", counted=COUNTED)}
    names = {key for key in own if key.startswith("name.")}
    numbers = {key for key in own if key.startswith("number.")}
    assert len(names) == len(table.setup.player)
    assert numbers >= {f"number.{seat}" for seat in table.setup.seats}
    assert {own[key] for key in own.keys() - names - numbers} <= set(everything.values())


def test_a_small_table_needs_half_of_it() -> None:
    table = load_table(Path("small"))
    assert (
        len(readings(table.script, "gentle", table.setup, COUNTED))
        < len(readings(table.script, "gentle", counted=COUNTED)) / 2
    )


def test_yes_and_no_are_read_for_a_table_where_answers_are_counted() -> None:
    table = load_table(Path("demo"))
    counting = replace(table.setup, answers="counting")
    tables = [readings(SCRIPT, "gentle", setup, COUNTED) for setup in (None, counting, table.setup)]
    words = [[(one.id, one.text) for one in wanted if one.id.startswith("word.")] for wanted in tables]
    assert words == [[("word.yes", "Tak?"), ("word.no", "Nie?")]] * 2 + [[]]


def test_a_line_is_shown_whole_with_one_gap_for_number_and_name() -> None:
    shown = {reading.id: reading for reading in readings(SCRIPT, "gentle", counted=COUNTED)}
    died = shown["dawn.died.1"]
    assert died.text == "Nie budzi się numer … Odkryta karta: …"
    assert [part.id for part in died.parts] == ["dawn.died.1.a", "dawn.died.1.b"]
    assert shown["day.poisoned.1"].text == "Numer … nagle zielenieje na twarzy. To trucizna."


def test_the_other_name_profile_is_read_anew_only_where_it_differs() -> None:
    gentle, book = ({one.id for one in readings(SCRIPT, profile, counted=COUNTED)} for profile in ("gentle", "book"))
    assert {key for key in book - gentle if not key.endswith(".book")} == set()
    assert "courtesan.client.wake.1.book" in book


def test_a_line_for_several_roles_is_read_for_each() -> None:
    shown = {reading.id: reading.text for reading in readings(SCRIPT, "gentle", counted=COUNTED)}
    assert shown["drunkard.drink.wake.1.drunkard"] != shown["drunkard.drink.wake.1.drunken-judge"]


# ---- Takes ----


def heard(text: str, gain: float = 1.0, noise: float = 0.0) -> Sound:
    """Let the synthetic speaker read; a … in the text is a second of silence."""
    pieces = [np.frombuffer(speak(part, "pl", 160), np.int16) for part in text.split("…") if part.strip(" .")]
    samples = np.concatenate([*pieces, np.zeros(RATE, np.int16)]).astype(np.float32) / 32768 * gain
    samples += noise * np.random.default_rng(1).standard_normal(len(samples)).astype(np.float32)
    return Sound(np.clip(samples, -1, 1).astype(np.float32), RATE)


@pytest.mark.parametrize("gain", [0.2, 0.5, 1.0])
def test_takes_are_cut_to_the_voice_and_brought_to_one_loudness(gain: float) -> None:
    take = take_of(heard(WAKE.text, gain), WAKE)
    assert take.faults == ()
    (sound,) = take.sounds
    assert sound.seconds < heard(WAKE.text).seconds - 1.5
    assert abs(sound.samples).max() <= PEAK + 1e-6
    assert voice_loudness(sound) == pytest.approx(LEVEL, rel=0.1)


def test_a_room_that_hums_does_not_hide_where_the_voice_ends() -> None:
    (sound,) = take_of(heard(WAKE.text, noise=0.002), WAKE).sounds
    (clean,) = take_of(heard(WAKE.text), WAKE).sounds
    assert sound.seconds == pytest.approx(clean.seconds, abs=0.15)


def test_keys_that_are_pressed_are_cut_off() -> None:
    sound = heard(WAKE.text)
    samples = sound.samples.copy()
    for at in (0.1, sound.seconds - 0.2):
        samples[round(at * RATE) : round((at + 0.02) * RATE)] = 0.4
    assert take_of(Sound(samples, RATE), WAKE).sounds[0].seconds == take_of(sound, WAKE).sounds[0].seconds


def test_a_line_is_split_at_its_gaps_and_not_at_its_stops() -> None:
    take = take_of(heard(POISONED.text), POISONED)
    assert take.faults == ()
    alone = [take_of(heard(text), WAKE).sounds[0].seconds for text in POISONED.text.split("…")]
    assert [sound.seconds for sound in take.sounds] == pytest.approx(alone, abs=0.1)


def faulty() -> Iterator[tuple[str, Sound, Reading, bool]]:
    yield "zeros", Sound(np.zeros(RATE, np.float32), RATE), WAKE, False
    yield "silent", heard(WAKE.text, 0.0, noise=0.001), WAKE, False
    yield "gaps", heard(POISONED.text.replace("…", "")), POISONED, False
    yield "silent", heard("", noise=0.05), WAKE, False
    yield "quiet", heard(WAKE.text, 0.03), WAKE, True
    yield "clipped", heard(WAKE.text, 20.0), WAKE, True
    yield "short", heard("Oczy."), Reading("a.line.1", WAKE.text * 3, (Part("a.line.1", WAKE.text * 3),)), True
    yield "long", heard(WAKE.text * 3), NUMBER, True


@pytest.mark.parametrize(("fault", "sound", "reading", "usable"), [pytest.param(*one, id=one[0]) for one in faulty()])
def test_what_is_wrong_with_a_take_is_told(fault: str, sound: Sound, reading: Reading, *, usable: bool) -> None:
    take = take_of(sound, reading)
    assert take.faults == (fault,)
    assert take.usable is usable


# ---- The studio ----


class Reader:
    """A synthetic speaker at the studio: types keys, and reads what is shown when the recording is on."""

    def __init__(self, pack: Pack, keys: str, mistakes: dict[str, list[str]] | None = None) -> None:
        self.studio = Studio(pack, self, None, self.type, self.look)
        self.shown: list[str] = []
        self._keys, self._mistakes = iter(keys), mistakes or {}
        self._text = ""

    def look(self, text: str) -> None:
        self.shown.append(text)
        if text.startswith("\n"):
            self._text = text.strip().splitlines()[-1].strip()

    def type(self, prompt: str) -> str:
        if prompt.startswith("●"):
            return ""
        key = next(self._keys, None)
        if key is None:
            raise EOFError
        return key.replace("_", "")

    def start(self) -> None: ...

    def stop(self) -> Sound:
        instead = self._mistakes.get(self._text)
        return heard(instead.pop(0) if instead else self._text)

    def close(self) -> None: ...


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return Pack(tmp_path / "ala")


def recorded(pack: Pack) -> list[str]:
    return sorted(path.stem for path in pack.folder.glob("*.wav"))


ALL = [NUMBER, WAKE, POISONED]
PARTS = ["a.wake.1", "day.poisoned.1.a", "day.poisoned.1.b", "number.7"]


def test_two_keys_a_reading_make_a_pack(pack: Pack) -> None:
    reader = Reader(pack, "______")
    reader.studio.record(ALL)
    assert reader.studio.kept == 3
    assert recorded(pack) == PARTS
    assert [path.name for reading in ALL for path in pack.takes(reading.id)] == [f"{one.id}.1.wav" for one in ALL]
    assert faults_of(Pack(pack.folder), ALL, "ala") == []


@pytest.mark.parametrize("cut", range(6))
def test_whatever_was_kept_is_there_wherever_it_is_broken_off(pack: Pack, cut: int) -> None:
    Reader(pack, "_" * cut).studio.record(ALL)
    left = lacking(Pack(pack.folder), ALL)
    assert left == ALL[cut // 2 :]
    Reader(Pack(pack.folder), "______").studio.record(left)
    assert recorded(pack) == PARTS


def test_skip_back_again_and_stop(pack: Pack) -> None:
    keys = "p" + "_" + "j" + "_" + "c" + "__" + "k"  # skip 7; wake twice; back from the third; wake anew; stop
    Reader(pack, keys).studio.record(ALL)
    assert recorded(pack) == ["a.wake.1"]
    assert len(pack.takes("a.wake.1")) == 2


def test_back_from_the_first_stays_there_and_unknown_keys_are_told(pack: Pack) -> None:
    reader = Reader(pack, "cx__")
    reader.studio.record([NUMBER])
    assert recorded(pack) == ["number.7"]
    assert any("x" in text and "klawisza" in text for text in reader.shown)


def test_a_take_without_gaps_is_read_again_and_not_kept(pack: Pack) -> None:
    reader = Reader(pack, "___", {POISONED.text: ["Numer nagle zielenieje. To trucizna."]})
    reader.studio.record([POISONED])
    assert recorded(pack) == ["day.poisoned.1.a", "day.poisoned.1.b"]
    assert len(pack.takes("day.poisoned.1")) == 1


def test_a_faulty_take_is_kept_only_if_the_reader_says_so(pack: Pack) -> None:
    mistakes = {"7": [WAKE.text * 3] * 2}
    reader = Reader(pack, "__t", mistakes)
    reader.studio.record([NUMBER])
    assert recorded(pack) == ["number.7"]
    assert mistakes["7"] == []


# ---- The check ----


@pytest.fixture
def whole(pack: Pack) -> Pack:
    Reader(pack, "______").studio.record(ALL)
    return pack


def faults(pack: Pack) -> list[tuple[str, str, str]]:
    return [
        (one.place, one.parts()[0].split(":")[0], one.parts()[1]) for one in faults_of(Pack(pack.folder), ALL, "ala")
    ]


ANEW = "narrator voice record ala --only number.7"


def test_missing_and_changed_lines_are_told(whole: Pack) -> None:
    whole.path("a.wake.1").unlink()
    whole.keep([(Part("number.7", "8"), read_sound(whole.path("number.7")))])
    assert faults(whole) == [
        ("ala/number.7.wav", "it was recorded as “8”, the line is “7” now", ANEW),
        ("ala/a.wake.1.wav", "it is missing", "narrator voice record ala"),
    ]


@pytest.mark.parametrize(
    ("fault", "gain", "times"),
    [
        ("nothing can be heard in it", 0.0, 1),
        ("it is much quieter than the others", 0.2, 1),
        ("it is clipped", 40.0, 1),
        ("it is too long", 1.0, 8),
    ],
)
def test_what_nobody_would_hear_well_is_told(whole: Pack, fault: str, gain: float, times: int) -> None:
    sound = read_sound(whole.path("number.7"))
    samples = np.clip(np.tile(sound.samples, times) * gain, -1, 1)
    whole.keep([(NUMBER.parts[0], Sound(samples.astype(np.float32), sound.rate))])
    assert [(place, told.split(":")[0], cure) for place, told, cure in faults(whole)] == [
        ("ala/number.7.wav", fault, ANEW)
    ]


def test_a_clipped_take_is_told_though_levelling_hides_it(whole: Pack) -> None:
    whole.keep_take("number.7", heard("7", 20.0))
    assert [told for _, told, _ in faults(whole)] == ["it is clipped"]


def test_a_damaged_file_is_told(whole: Pack) -> None:
    whole.path("number.7").write_bytes(b"RIFF")
    assert [place for place, _, _ in faults(whole)] == ["ala/number.7.wav"]


# ---- The commands ----


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("narrator.computer.paths.user_data", lambda: tmp_path / "data")
    return tmp_path / "data" / "voices"


def test_check_lists_all_that_is_missing_and_fails(home: Path) -> None:
    pack_to_record("ala", "pl")
    assert (home / "ala.toml").exists()
    done = CliRunner().invoke(app, ["voice", "check", "ala", "--setup", "small", "--json"])
    told = json.loads(done.output)
    assert done.exit_code == 1
    table = load_table(Path("small"))
    wanted = readings(table.script, "gentle", table.setup, COUNTED)
    assert told["voice"] == "ala"
    assert {one["cure"] for one in told["problems"]} == {"narrator voice record ala --setup small"}
    assert told["lacking"] == told["readings"] == len(wanted)
    assert [one["place"] for one in told["problems"]] == [
        f"ala/{part.id}.wav" for one in wanted for part in one.parts
    ]


def test_a_whole_pack_passes(home: Path) -> None:
    pack = pack_to_record("ala", "pl")
    (tone,) = take_of(heard("Szeryfie."), NUMBER).sounds
    pack.keep([(part, tone) for one in readings(SCRIPT, "gentle", counted=COUNTED) for part in one.parts])
    done = CliRunner().invoke(app, ["voice", "check", str(home / "ala.toml")])
    assert done.exit_code == 0, done.output
    assert "bez błędów" in done.output


def test_a_new_voice_of_which_nothing_is_recorded_is_not_kept(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narrator.computer.settings._of_this_run", None)  # what it is after the test, too
    config = tmp_path / "config.toml"
    config.write_text('format = 1\nmicrophone = "no such microphone"\n')
    record = ["voice", "record", "ala", "--config", str(config)]
    assert CliRunner().invoke(app, record).exit_code == 1
    assert [*home.iterdir()] == []
    pack_to_record("ala", "pl").keep([(NUMBER.parts[0], heard("Szeryfie."))])
    assert CliRunner().invoke(app, record).exit_code == 1
    assert {one.name for one in home.iterdir()} == {"ala", "ala.toml"}


@pytest.mark.parametrize("name", ["../ala", "", "a b", "a/b"])
def test_names_that_are_no_files_are_refused(home: Path, name: str) -> None:
    with pytest.raises(BadData):
        pack_to_record(name, "pl")
    assert not home.exists()


def test_a_shipped_voice_is_not_recorded_over(home: Path) -> None:
    with pytest.raises(BadData, match="'system' is not recorded"):
        pack_to_record("system", "pl")
    assert not home.exists()
