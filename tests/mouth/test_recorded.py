"""A recorded voice says what its pack holds, joined without a click; the fallback says whole what it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from narrator.cues import PLAINLY, Delivery, Part
from narrator.errors import BadData
from narrator.mouth.packs import Pack
from narrator.mouth.recorded import RecordedMouth, joined, rest_between
from narrator.mouth.sound import Sound, read_sound
from narrator.mouth.timbres import speech_level
from narrator.mouth.voice import load_voice

from tests.polish import in_polish

RATE = 22_050
DIED = (
    Part("dawn.died.1.a", "Nie budzi się numer "),
    Part("number.7", "7"),
    Part("", ", "),
    Part("name.Ala", "Ala"),
    Part("", "."),
)
DIED_TEXT = "Nie budzi się numer 7, Ala."


def tone(hertz: float, seconds: float = 0.4, rate: int = RATE) -> Sound:
    samples = 0.5 * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate)
    return Sound(samples.astype(np.float32), rate)


class Listener:
    """A player that keeps the sound of what it plays."""

    ahead = 0.0
    begins: Callable[[float], None] = staticmethod(lambda _: None)

    def __init__(self) -> None:
        self.heard: list[Sound] = []

    def play(self, path: Path) -> None:
        self.heard.append(read_sound(path))

    def rest(self, seconds: float) -> None: ...

    def chime(self) -> None: ...

    def surround(self, ambience: object) -> None: ...

    def fade(self, gain: float, seconds: float) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


class Other:
    """The other voice: it keeps what it is given."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.prepared: list[str] = []
        self.ended = ""

    def prepare(self, lines: Sequence[Part], progress: Callable[[int, int], None]) -> None:
        self.prepared += [line.text for line in lines]
        progress(len(lines), len(lines))

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        self.said.append(text + "".join(part.id for part in parts[:1]))

    def seconds(self, text: str, parts: Sequence[Part] = ()) -> float:
        del parts
        return len(text) / 10

    def hush(self) -> None:
        self.ended += "hushed "

    def close(self) -> None:
        self.ended += "closed"


class Stage:
    """A recorded voice, and all that is heard and shown of it."""

    def __init__(self, pack: Pack) -> None:
        self.player, self.other = Listener(), Other()
        self.notices: list[str] = []
        self.mouth = RecordedMouth(pack, self.player, self.other, in_polish(self.notices.append), name="ala")


@pytest.fixture
def staged() -> Iterator[Callable[[Pack], Stage]]:
    """What puts a pack on the stage; the voices are closed in the end."""
    opened: list[Stage] = []

    def put(pack: Pack) -> Stage:
        opened.append(Stage(pack))
        return opened[-1]

    yield put
    for stage in opened:
        stage.mouth.close()


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    pack = Pack(tmp_path / "ala")
    pack.keep([(DIED[0], tone(300)), (DIED[1], tone(500)), (DIED[3], tone(700))])
    return pack


def pitches(sound: Sound) -> list[int]:
    """The pitch of each tone that is heard, in order."""
    loud = abs(sound.samples) > 0.01
    wide = np.convolve(loud, np.ones(round(0.02 * sound.rate)), "same") > 0
    edges = np.flatnonzero(np.diff(np.concatenate([[0], wide.astype(int), [0]])))
    found = []
    for start, end in edges.reshape(-1, 2):
        spectrum = abs(np.fft.rfft(sound.samples[start:end]))
        found.append(round(float(spectrum.argmax()) * sound.rate / (end - start) / 100) * 100)
    return found


def test_a_line_is_joined_of_its_parts_in_their_order(pack: Pack, staged: Callable[[Pack], Stage]) -> None:
    stage = staged(pack)
    stage.mouth.speak(DIED_TEXT, DIED)
    assert pitches(stage.player.heard[0]) == [300, 500, 700]
    assert stage.other.said == []
    assert stage.notices == []


def test_parts_of_other_rates_are_joined_at_the_same_pitch(pack: Pack, staged: Callable[[Pack], Stage]) -> None:
    pack.keep([(DIED[1], tone(500, rate=48_000))])
    stage = staged(pack)
    stage.mouth.speak(DIED_TEXT, DIED)
    assert pitches(stage.player.heard[0]) == [300, 500, 700]


@pytest.mark.parametrize(
    ("before", "after", "seconds"),
    [
        ("numer ", "7", 0.03),
        ("7, ", "Ala", 0.15),
        ("między nimi: ", "3", 0.15),
        ("Ala. ", "Odkryta karta", 0.35),
        ("Ala", ". Odkryta karta: ", 0.35),
        ("zielenieje, ", "… to", 0.35),
    ],
)
def test_the_rest_between_two_parts_goes_by_the_stops(before: str, after: str, seconds: float) -> None:
    assert rest_between(before, after) == seconds


def test_stops_of_their_own_count_for_the_rest() -> None:
    line = joined([("a", tone(300)), (". ", None), ("b", tone(300))])
    assert line.seconds == pytest.approx(0.4 + 0.35 + 0.4, abs=0.01)


def test_the_mouth_cuts_the_silence_of_packs_made_elsewhere(pack: Pack, staged: Callable[[Pack], Stage]) -> None:
    quiet = np.zeros(RATE, np.float32)
    pack.keep([(DIED[1], Sound(np.concatenate([quiet, tone(500).samples, quiet]), RATE))])
    stage = staged(pack)
    stage.mouth.speak(DIED_TEXT, DIED)
    assert stage.player.heard[0].seconds < 2.0


def test_joins_begin_and_end_softly() -> None:
    samples = joined([("a", tone(300)), ("b", tone(500))]).samples
    assert abs(np.diff(samples)).max() < 2 * abs(np.diff(tone(500).samples)).max()
    assert abs(samples[0]) < 0.01
    assert abs(samples[-1]) < 0.01


def test_a_line_with_a_part_missing_is_said_whole_by_the_other_voice_and_told_once(
    pack: Pack, staged: Callable[[Pack], Stage]
) -> None:
    pack.path("name.Ala").unlink()
    stage = staged(pack)
    stage.mouth.speak(DIED_TEXT, DIED)
    stage.mouth.speak("Śpij.", (Part("a.sleep.1", "Śpij."),))
    assert stage.other.said == [f"{DIED_TEXT}dawn.died.1.a", "Śpij.a.sleep.1"]
    assert stage.player.heard == []
    assert len(stage.notices) == 1
    assert "„Ala” (name.Ala): tego nie nagrano" in stage.notices[0]
    assert "narrator voice check ala" in stage.notices[0]


def test_the_mouth_knows_how_long_a_line_takes_whoever_says_it(pack: Pack, staged: Callable[[Pack], Stage]) -> None:
    stage = staged(pack)
    mouth = RecordedMouth(pack, stage.player, stage.other, in_polish(stage.notices.append), name="ala", pause=0.5)
    mouth.speak(DIED_TEXT, DIED)
    assert mouth.seconds(DIED_TEXT, DIED) == pytest.approx(stage.player.heard[0].seconds + 0.5)
    assert mouth.seconds("Śpij.", (Part("a.sleep.1", "Śpij."),)) == 0.5  # the other voice's
    assert mouth.seconds("…") == 0.0
    assert stage.notices == []
    mouth.close()


@pytest.mark.parametrize("text", ["Budzi się numer ", "Nie budzi się nikt, numer "])
def test_a_recording_of_other_words_is_not_used(pack: Pack, staged: Callable[[Pack], Stage], text: str) -> None:
    stage = staged(pack)
    stage.mouth.speak("…", (Part("", "…"),))
    stage.mouth.speak(DIED_TEXT, (Part("dawn.died.1.a", text), *DIED[1:]))
    assert stage.player.heard == []
    assert len(stage.other.said) == 1
    assert "nagrano inne słowa" in stage.notices[0]


def test_changed_stops_and_a_list_that_does_not_name_the_file_do_no_harm(
    pack: Pack, staged: Callable[[Pack], Stage]
) -> None:
    (pack.folder / "texts.toml").write_text('format = 1\n[texts]\n"name.Ala" = "ALA!"\n', encoding="utf-8")
    stage = staged(Pack(pack.folder))
    stage.mouth.speak(DIED_TEXT, DIED)
    assert len(stage.player.heard) == 1


@pytest.mark.parametrize("damage", [b"", b"RIFF", b"not a sound"])
def test_a_damaged_file_costs_no_line(pack: Pack, staged: Callable[[Pack], Stage], damage: bytes) -> None:
    pack.path("number.7").write_bytes(damage)
    stage = staged(pack)
    stage.mouth.speak(DIED_TEXT, DIED)
    assert len(stage.other.said) == len(stage.notices) == 1


def test_a_silent_file_costs_no_line(pack: Pack, staged: Callable[[Pack], Stage]) -> None:
    pack.keep([(DIED[1], Sound(np.zeros(RATE, np.float32), RATE))])
    stage = staged(pack)
    stage.mouth.speak(DIED_TEXT, DIED)
    assert len(stage.other.said) == 1
    assert "number.7.wav: sama cisza" in stage.notices[0]


def test_only_what_was_never_read_is_made_ready_by_the_other_voice(
    pack: Pack, staged: Callable[[Pack], Stage]
) -> None:
    pack.keep([(Part("a.wake.1", "Szeryfie, wstań."), tone(300))])
    stage = staged(pack)
    told: list[tuple[int, int]] = []
    stage.mouth.prepare(
        [Part("", "Szeryfie, wstań."), Part("", "Śpij.")], lambda done, total: told.append((done, total))
    )
    assert stage.other.prepared == ["Śpij."]
    assert told == [(1, 1)]


def test_a_line_with_a_number_was_read_if_its_parts_were(pack: Pack, staged: Callable[[Pack], Stage]) -> None:
    texts = {
        "night.falls.1.a": "Noc numer ",
        "number.3": "3",
        "night.falls.1.b": ". Śpijcie.",
        "b.wake.1": "Za 5 szósta.",
    }
    pack.keep([(Part(key, text), tone(300)) for key, text in texts.items()])
    stage = staged(pack)
    lines = [Part("", text) for text in ("Noc numer 3. Śpijcie.", "Noc numer 4. Śpijcie.", "Za 5 szósta.")]
    stage.mouth.prepare(lines, lambda *_: None)
    assert stage.other.prepared == ["Noc numer 4. Śpijcie."]


def test_hush_and_close_reach_the_other_voice(pack: Pack, staged: Callable[[Pack], Stage]) -> None:
    stage = staged(pack)
    stage.mouth.hush()
    stage.mouth.close()
    assert stage.other.ended == "hushed closed"


def test_ids_stay_inside_the_folder(pack: Pack) -> None:
    assert pack.path("../../x").parent == pack.folder
    assert pack.find(Part("../ala/number.7", "7")) is None


def test_takes_are_counted_and_none_is_lost(pack: Pack) -> None:
    for hertz in range(200, 1400, 100):
        pack.keep_take("dawn.died.1", tone(hertz))
    pack.keep_take("dawn.died.10", tone(200))
    assert [path.name for path in pack.takes("dawn.died.1")] == [
        f"dawn.died.1.{number}.wav" for number in range(1, 13)
    ]


def profile(folder: Path, **keys: str) -> str:
    path = folder / "ala.toml"
    lines = {"engine": "recorded", "language": "pl"} | keys
    path.write_text(
        "format = 1\n" + "".join(f'{key} = "{value}"\n' for key, value in lines.items()), encoding="utf-8"
    )
    return str(path)


def test_a_profile_finds_its_pack_beside_it(pack: Pack, tmp_path: Path) -> None:
    assert Path(load_voice(profile(tmp_path)).pack) == pack.folder
    (tmp_path / "other").mkdir()
    assert Path(load_voice(profile(tmp_path, pack="other")).pack) == tmp_path / "other"


@pytest.mark.parametrize(
    ("keys", "place", "cure"),
    [
        ({"pack": "nowhere"}, "ala.toml: pack", "narrator voice record {voice}"),
        ({"fallback": "sistem"}, "ala.toml: fallback", "did you mean system?"),
    ],
)
def test_a_profile_without_pack_or_fallback_is_refused(
    pack: Pack, tmp_path: Path, keys: dict[str, str], place: str, cure: str
) -> None:
    assert pack.folder.exists()
    with pytest.raises(BadData) as refused:
        load_voice(profile(tmp_path, **keys))
    found = [(problem.place, problem.parts()[1]) for problem in refused.value.problems]
    assert found == [(place, cure.format(voice=tmp_path / "ala.toml"))]


def test_a_recorded_voice_cannot_be_the_fallback_of_one(pack: Pack, tmp_path: Path) -> None:
    assert pack.folder.exists()
    path = profile(tmp_path)
    Path(path).write_text(Path(path).read_text(encoding="utf-8") + f'fallback = "{path}"\n', encoding="utf-8")
    with pytest.raises(BadData, match="is recorded"):
        load_voice(path)


def test_a_recorded_voice_sounds_in_the_timbre_of_a_line_and_after_its_signal(pack: Pack) -> None:
    wake, dawn = Part("ufos.signal.wake.1", "Ufoki."), Part("dawn.wake.1", "Kogut pieje.")
    pack.keep([(wake, tone(300)), (dawn, tone(300))])
    heard = []
    for delivery in (PLAINLY, Delivery(timbres={"ufos.signal": "ether"}, signals={"dawn.wake": "dawn"})):
        player = Listener()
        mouth = RecordedMouth(pack, player, Other(), in_polish(pytest.fail), name="ala", delivery=delivery)
        for part in (wake, dawn):
            mouth.speak(part.text, (part,))
        lengths = [mouth.seconds(part.text, (part,)) for part in (wake, dawn)]
        assert lengths == pytest.approx([sound.seconds for sound in player.heard])
        mouth.close()
        heard.append(player.heard)
    (plain, morning), (ether, signalled) = heard
    assert speech_level(ether.samples, ether.rate) == pytest.approx(speech_level(plain.samples, plain.rate), rel=0.12)
    assert abs(ether.samples[: len(plain.samples)] - plain.samples).max() > 0.05
    assert signalled.seconds > morning.seconds + 1.0
