"""Whisper behind the recognisers' door: its decoder by CTranslate2's own, its tree by trying every text alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from shutil import make_archive
from threading import Event
from typing import Any

import numpy as np
import pytest

from narrator.answers import Answer, Unsure
from narrator.answers import Heard as Meant
from narrator.computer import worker
from narrator.computer.downloads import sum_of
from narrator.ears.listening import Listening, Utterance, Words
from narrator.ears.question import Question, understand
from narrator.ears.recognisers import RECOGNISERS, Recognised, recogniser_for
from narrator.ears.sound import BLOCK, RATE, Gate
from narrator.ears.voice_activity import VoiceActivity
from narrator.ears.worker import Settings, Worker
from narrator.errors import BadData
from narrator.phrases import JOINER

pytest.importorskip("ctranslate2")
pytest.importorskip("tokenizers")

from ctranslate2 import StorageView
from ctranslate2.models import Whisper as Reference

from narrator.ears import models, speech, whisper
from narrator.ears.closed_set import ClosedSet, Spelling, Written, together, tree
from narrator.ears.decoding import Whisper
from narrator.ears.null_scores import NullScores
from narrator.ears.weighing import Weighed, read
from narrator.ears.whisper_model import Decoder, EncodedSound, log_mel, weights_of

from tests.ears import tiny_whisper
from tests.speech.speaker import MODEL, speak

PHRASES = {"tak": "yes", "no tak": "yes", "nie": "no", "numer siedem": "7", "numer siedemnaście": "17", "siedem": "7"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_whisper.make(tmp_path_factory.mktemp("models") / "whisper-tiny")


@pytest.fixture
def model(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Whisper:
    monkeypatch.setattr("narrator.ears.null_scores.user_cache", lambda: tmp_path)
    loaded = whisper.load(folder, "pl")
    assert isinstance(loaded, Whisper)
    return loaded


@pytest.fixture
def sound() -> np.ndarray[Any, Any]:
    return np.random.default_rng(3).normal(0.0, 0.1, RATE).astype(np.float32)


def test_the_decoder_reckons_as_ctranslate2_does(folder: Path, sound: np.ndarray[Any, Any]) -> None:
    reference = Reference(str(folder), device="cpu", compute_type="float32")
    encoded = reference.encode(StorageView.from_array(log_mel(sound)[None].copy()))
    prompt, text = [257, 259, 260, 261], [40, 41, 60, 40]
    (aligned,) = reference.align(encoded, prompt[:-1], [text], [200])  # it adds the last itself
    decoder = Decoder(weights_of(folder / "model.bin"))
    heard = decoder.hear(np.array(encoded)[0])
    state, begun = decoder.go_on(heard, decoder.nothing(), np.array([prompt]))
    found = []
    for token in text:
        (likely,) = decoder.likely(state)
        found.append(np.exp(likely)[token])
        state, begun = decoder.go_on(heard, begun, np.array([[token]]))
    assert found == pytest.approx(aligned.text_token_probs, rel=1e-3)


def alone(
    closed: ClosedSet, decoder: Decoder, heard: EncodedSound, tokens: tuple[int, ...], ends: list[int]
) -> float:
    """Score one text by itself, all of its tokens after the prompt."""
    score, state, begun = 0.0, *decoder.go_on(heard, decoder.nothing(), np.array([closed._prompt]))
    for token in tokens:
        (likely,) = decoder.likely(state)
        score += likely[token]
        state, begun = decoder.go_on(heard, begun, np.array([[token]]))
    (likely,) = decoder.likely(state)
    return float(score + np.logaddexp.reduce(likely[ends]))


def test_a_tree_gives_what_each_text_alone_does(model: Whisper, sound: np.ndarray[Any, Any]) -> None:
    heard, writing = model._listen(sound), model._writing
    root = tree({phrase: writing.spellings(phrase) for phrase in PHRASES})
    result = model._closed.write(heard, root, None)
    assert result is not None
    spelt = {spelling for phrase in PHRASES for spelling in writing.spellings(phrase)}
    assert {one.tokens for one in result.written} == spelt
    for one in result.written:
        expected = alone(model._closed, model._decoder, heard, one.tokens, writing.ends)
        assert one.score == pytest.approx(expected, abs=1e-3)


def test_the_likeliest_text_is_found_by_few_beginnings(model: Whisper, sound: np.ndarray[Any, Any]) -> None:
    root = tree({phrase: model._writing.spellings(phrase) for phrase in PHRASES})
    every, few = (model._closed.write(model._listen(sound), root, width) for width in (None, 8))
    assert every is not None
    assert few is not None
    best = max(every.written, key=lambda one: one.score)
    assert best.score == pytest.approx(max(one.score for one in few.written), abs=1e-3)
    assert len(few.written) < len(every.written)


def test_several_phrases_may_follow_each_other(model: Whisper, sound: np.ndarray[Any, Any]) -> None:
    writing, heard = model._writing, model._listen(sound)
    root = tree({"trzy": [writing.tokens("trzy")], "i": [writing.tokens("i")]})
    result = model._closed.write(heard, root, None, several=True)
    assert result is not None
    both = {one.phrases: one for one in result.written}
    longest = max(both.values(), key=lambda one: len(one.phrases))
    assert len(longest.phrases) > 1
    expected = alone(model._closed, model._decoder, heard, longest.tokens, writing.ends)
    assert longest.score == pytest.approx(expected, abs=1e-3)


def test_a_text_in_several_spellings_adds_up() -> None:
    found = together([Written((1,), ("tak",), np.log(0.2)), Written((2,), ("tak",), np.log(0.3))])
    assert found == {("tak",): pytest.approx(np.log(0.5))}


def test_what_was_stopped_gives_nothing(model: Whisper, sound: np.ndarray[Any, Any]) -> None:
    root = tree({"tak": model._writing.spellings("tak")})
    assert model._closed.write(model._listen(sound), root, stopped=lambda: True) is None


def test_numbers_are_spelt_in_digits_too(model: Whisper) -> None:
    writing = model._writing
    assert set(writing.spellings("numer dwadzieścia pięć kasia")) == {
        writing.tokens(text)
        for text in (
            "numer dwadzieścia pięć kasia", "Numer dwadzieścia pięć kasia", "numer 25 kasia", "Numer 25 kasia",
        )
    }  # fmt: skip


def weighed(free: float = -1.0, **scores: float) -> Weighed:
    return Weighed({text.replace("_", " "): score for text, score in scores.items()}, max(scores.values()), free)


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (weighed(tak=-3.0, no_tak=-3.0, nie=-2.6), "tak"),  # what means the same adds up
        (weighed(tak=-9.0, nie=-1.0), "nie"),
        (weighed(nie=-2.0, herbata=-1.0), "nie"),  # an answer is likelier than a decoy
        (weighed(nie=-9.0, herbata=-1.0), "herbata"),
        (weighed(free=-1.0, nie=-6.5), ""),  # what is written freely is far likelier
        (weighed(free=-1.0, nie=-5.5), "nie"),
    ],
)
def test_the_likeliest_meaning_is_read(found: Weighed, text: str) -> None:
    assert read(found, PHRASES, ["herbata"], odds=30).text == text


@pytest.mark.parametrize(("chance", "heard"), [(0.91, Answer("7")), (0.89, Unsure("siedem", "7"))])
@pytest.mark.parametrize("confused", [["siedem"], []], ids=["confused", "alone"])
def test_nine_in_ten_are_sure_enough(chance: float, heard: Meant, confused: list[str]) -> None:
    found = read(weighed(siedem=float(np.log(chance)), nie=float(np.log(1 - chance))), PHRASES, [], 1)
    asked = Question(PHRASES, Words(PHRASES, [], []), confused)
    assert understand(Utterance(found.text, found.confidence), asked) == heard


def test_a_list_of_seats_means_its_seats() -> None:
    phrases = {"trzy": "3", "pięć": "5", "i": JOINER}
    found = Weighed({"trzy i pięć": -2.0, "pięć trzy": -2.0, "pięć": -1.8}, -1.8, -1.0)
    assert read(found, phrases, [], 30).text in ("trzy i pięć", "pięć trzy")


def blocks_of(sound: np.ndarray[Any, Any]) -> list[bytes]:
    pcm = (sound * 32767).astype("<i2").tobytes()
    return [pcm[at : at + 2 * BLOCK] for at in range(0, len(pcm) - 2 * BLOCK, 2 * BLOCK)]


def test_it_is_read_up_to_where_it_was_begun_and_once(
    model: Whisper, sound: np.ndarray[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    listened = list[int]()
    hear = model._listen

    def listening(sound: np.ndarray[Any, Any]) -> EncodedSound:
        listened.append(len(sound))
        return hear(sound)

    monkeypatch.setattr(model, "_listen", listening)
    said, quiet = blocks_of(sound), [bytes(2 * BLOCK)] * 5
    for odds in (300, 1):
        recognition = model.hear(PHRASES, ["herbata"], odds)
        assert not any(recognition.accept(block) for block in said)
        recognition.begin()
        assert not any(recognition.accept(block) for block in quiet)
        assert recognition.result().text in (*PHRASES, "herbata", "")
    assert len(listened) == 1
    assert listened == [len(said) * BLOCK]


@pytest.mark.parametrize("apart", [False, True])
def test_what_goes_on_is_read_as_a_whole(model: Whisper, sound: np.ndarray[Any, Any], *, apart: bool) -> None:
    said, quiet = blocks_of(sound), [bytes(2 * BLOCK)] * 5
    whole = b"".join([*said, *quiet, *said])
    recognition = model.hear(PHRASES, [], 300)
    for block in [*said, *quiet]:
        recognition.accept(block)
    recognition.begin()
    assert recognition.go_on(apart=apart)
    for block in said:
        recognition.accept(block)
    expected = model.weigh(whole, tuple(PHRASES), Event(), several=False)
    assert expected is not None
    assert recognition.result() == read(expected, PHRASES, [], 300)


def test_what_went_on_before_it_was_begun_is_not_listened_to(
    model: Whisper, sound: np.ndarray[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped, listened = Event(), list[int]()
    monkeypatch.setattr(model, "_listen", lambda samples: listened.append(len(samples)))
    stopped.set()
    assert model.weigh(b"".join(blocks_of(sound)), tuple(PHRASES), stopped, several=False) is None
    assert not listened


def test_what_is_longer_than_an_answer_is_none(model: Whisper, sound: np.ndarray[Any, Any]) -> None:
    short, long = (model.hear({"tak": "yes"}, [], 300) for _ in range(2))
    for block in [*blocks_of(sound), *[bytes(2 * BLOCK)] * round(4 * RATE / BLOCK)]:
        short.accept(block)
    for block in blocks_of(np.tile(sound, 5)):
        long.accept(block)
    assert not short._too_long
    assert long.result() == Recognised("", 1.0)


def test_the_listening_process_weighs_as_this_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talkative = tiny_whisper.make(tmp_path / "whisper-tiny", seed=62)  # of few does free text not drown a phrase
    letters = {letter: letter for letter in "abcdefghijklmnoprstuwyz"}
    said, pcm, words = speak("번호"), tmp_path / "sound.pcm", Words(letters, ["herbata"], list(letters))
    pcm.write_bytes(said)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "there"))  # what is kept there would prove nothing here
    there = heard_apart(talkative, pcm, words)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "here"))
    here = heard_here(talkative, said, words)
    assert there.text == here.text
    assert there.confidence == pytest.approx(here.confidence, rel=1e-3)


def heard_apart(model: Path, pcm: Path, words: Words) -> Recognised:
    with speech._start(
        Settings(recogniser=RECOGNISERS["whisper"], model=str(model), language="pl", device=str(pcm))
    ) as process:
        worker.send(process, {"do": "listen", "question": 1, "words": asdict(words)})
        heard = next(report for report in worker.reports_of(process) if report["said"] in ("heard", "lost"))
        worker.hang_up(process)
        return Recognised(heard["text"], heard["confidence"])


def heard_here(model: Path, said: bytes, words: Words) -> Recognised:
    listening = Listening(whisper.load(model, "pl"), words, VoiceActivity())
    blocks = [said[at : at + 2 * BLOCK] for at in range(0, len(said), 2 * BLOCK)]
    (heard,) = filter(None, [*map(listening.take, blocks), listening.finish()])
    return Recognised(heard.text, heard.confidence)


def test_scores_of_silence_are_there_before_anything_is_read(
    model: Whisper, sound: np.ndarray[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, texts = Gate(), [text for phrase in (*PHRASES, "herbata") for text in model._writing.spellings(phrase)]
    gate.events.put({"do": "listen", "question": 1, "words": asdict(Words(PHRASES, ["herbata"], []))})
    gate.events.put(None)
    Worker(model, gate, lambda _: None).serve(None)
    for _ in texts:  # each time a few of them are reckoned first
        model._reading.submit(int).result(timeout=20)
    monkeypatch.delattr(NullScores, "reckon")
    assert model.weigh(b"".join(blocks_of(sound)), (*PHRASES, "herbata"), Event(), several=False) is not None


def test_a_reading_does_not_wait_for_what_is_prepared(
    model: Whisper, sound: np.ndarray[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in PHRASES:
        model._null.of(model._writing.spellings(text))
    preparing = Event()

    def reckon(_self: NullScores, _texts: Sequence[Spelling], stopped: Callable[[], bool]) -> None:
        preparing.set()
        while not stopped():
            pass

    monkeypatch.setattr(NullScores, "reckon", reckon)
    model.prepare(["herbata"], [])
    assert preparing.wait(20)
    pcm = b"".join(blocks_of(sound))
    assert model.begin((pcm,), tuple(PHRASES), Event(), several=False).result(timeout=20) is not None
    monkeypatch.undo()
    model.begin((pcm,), tuple(PHRASES), Event(), several=False)  # which lets the rest be prepared


def test_however_often_something_is_prepared_a_reading_stops_it_once(
    model: Whisper, sound: np.ndarray[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in PHRASES:
        model._null.of(model._writing.spellings(text))
    begun, preparing = list[Sequence[Spelling]](), Event()

    def reckon(_self: NullScores, texts: Sequence[Spelling], stopped: Callable[[], bool]) -> None:
        begun.append(texts)
        preparing.set()
        while not stopped():
            pass

    monkeypatch.setattr(NullScores, "reckon", reckon)
    for _ in range(5):
        model.prepare(["herbata"], [])
    assert preparing.wait(20)
    read = model.begin((b"".join(blocks_of(sound)),), tuple(PHRASES), Event(), several=False)
    assert read.result(timeout=20) is not None
    before = len(begun)
    monkeypatch.undo()
    model.begin((b"",), tuple(PHRASES), Event(), several=False)  # which lets the rest be prepared
    assert before <= 2  # what was under way, and perhaps what is begun again after the reading


def test_the_newest_question_is_prepared_first(model: Whisper, monkeypatch: pytest.MonkeyPatch) -> None:
    reckoned, held = list[Spelling](), Event()
    reckon = NullScores.reckon

    def reckoning(self: NullScores, texts: Sequence[Spelling], stopped: Callable[[], bool]) -> None:
        reckoned.extend(texts)
        reckon(self, texts, stopped)

    monkeypatch.setattr(NullScores, "reckon", reckoning)
    model._reading.submit(held.wait, 20)
    old, new = [f"stary {number}" for number in range(20)], ["nowy"]
    model.prepare(old, [])
    model.prepare(new, [])
    held.set()
    while model._writing.spellings("stary 19")[0] not in reckoned:
        model._reading.submit(int).result(timeout=20)
    ours = {one for text in (*old, *new) for one in model._writing.spellings(text)}
    in_turn = [one for one in reckoned if one in ours]  # what an earlier test had prepared may come before
    place = in_turn.index(model._writing.spellings("nowy")[0])
    assert place <= 24 < in_turn.index(model._writing.spellings("stary 19")[0])


def test_scores_of_silence_are_kept(model: Whisper, folder: Path, tmp_path: Path) -> None:
    texts = model._writing.spellings("numer siedem")
    first = model._null.of(texts)
    model._null.keep()
    again = NullScores(None, None, sum_of(folder / "model.bin")[:16])  # type: ignore[arg-type]
    assert again.of(texts) == first
    (file,) = tmp_path.glob("**/*.json")
    file.write_text("spoilt", "utf-8")
    later = whisper.load(folder, "pl")
    assert isinstance(later, Whisper)
    assert later._null.of(texts) == first


def test_a_model_is_known_by_its_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert recogniser_for(folder) == "whisper"
    assert whisper.fits("whisper-base", "pl")
    assert not whisper.fits("whisper-base.en", "pl")
    assert not whisper.fits("vosk-model-small-pl-0.22")
    monkeypatch.setattr(models, "models_folder", lambda: folder.parent)
    assert models.find_model("pl") == folder
    monkeypatch.setattr(whisper, "find_spec", lambda _: None)
    (problem,) = models.problems_of(folder)
    assert problem.parts()[1] == "pip install ctranslate2 tokenizers"
    assert recogniser_for(folder) == "whisper"


def test_the_usual_recogniser_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny_whisper.make(tmp_path / "whisper-base")
    vosk = tmp_path / "vosk-model-small-pl-0.22"
    vosk.symlink_to(MODEL, target_is_directory=True)
    monkeypatch.setattr(models, "models_folder", lambda: tmp_path)
    assert models.find_model("pl") == vosk


@pytest.mark.parametrize("zipped", [True, False])
def test_a_model_is_installed_from_a_file_or_a_folder(folder: Path, tmp_path: Path, *, zipped: bool) -> None:
    source = Path(make_archive(str(tmp_path / "whisper-tiny"), "zip", folder)) if zipped else folder
    for _ in range(2):  # a second time it takes the place of the first
        installed = models.install_from(source, tmp_path / "models")
    assert installed == tmp_path / "models" / "whisper-tiny"
    assert recogniser_for(installed) == "whisper"
    assert not whisper.problems_of(installed)
    assert [one.name for one in (tmp_path / "models").iterdir() if one.is_dir()] == ["whisper-tiny"]


def test_a_folder_that_is_no_model_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "whisper-base"
    empty.mkdir()
    with pytest.raises(BadData, match=r"model\.bin"):
        models.install_from(empty, tmp_path / "models")


def test_a_language_that_it_lacks_is_told(folder: Path) -> None:
    with pytest.raises(ValueError, match="ko"):
        whisper.load(folder, "ko")


def test_words_are_made_of_letters(model: Whisper) -> None:
    assert [model.knows(word) for word in ("siódemka", "r2", "#0", "")] == [True, True, False, False]
