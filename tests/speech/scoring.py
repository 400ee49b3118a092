"""How well clips are understood: each heard by the game's own ears, clean and amid talk, and judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from narrator.answers import Answer, Command, Unsure
from narrator.ears.listening import Utterance
from narrator.ears.question import understand
from narrator.ears.sound import BLOCK, RATE, Gate
from narrator.ears.worker import Worker
from narrator.lexicon import Lexicon

from tests.counts import bounds
from tests.speech.mixing import Samples, babble, mixed, rendered_talk
from tests.speech.trials import Clip, Trial, questions, trials

ROOMS = {"clean": None, "10 dB": 10.0, "5 dB": 5.0}
"""How far the voice stands above the talk around it."""

BEFORE, AFTER = 0.5, 1.5
"""Seconds of the room around a clip."""

ENOUGH = 12
"""Clips of other people that make a room full of talk; with fewer, rendered voices talk."""

Result = Literal["right", "wrong", "asked", "refused"]
RESULTS: tuple[Result, ...] = ("right", "wrong", "asked", "refused")


@dataclass(frozen=True, slots=True)
class Score:
    """What came of a trial. `asked` is an answer that the game would have confirmed first."""

    group: str
    said: str
    result: Result
    heard: str


def hear(model: Any, sounds: Iterable[tuple[Trial, Samples]]) -> Iterator[list[dict[str, Any]]]:
    """Put each sound to its question, through the listening process's own code; give what it reports of each."""
    for number, (trial, sound) in enumerate(sounds, 1):
        reports: list[dict[str, Any]] = []
        gate = Gate()
        worker = Worker(model, gate, reports.append)  # it remembers talk: nothing is left of the trial before
        request = {"do": "listen", "question": number, "words": asdict(trial.question.words)}
        pieces = [(number, block) for block in _blocks(sound)]
        for event in (request, *pieces, (number, b""), {"do": "rest"}, None):
            gate.events.put(event)
        worker.serve(None)
        yield [report for report in reports if report["said"] == "heard"]


def _blocks(sound: Samples) -> Iterator[bytes]:
    pcm = (sound * 32767).astype("<i2").tobytes()
    size = BLOCK * 2
    yield from (pcm[at : at + size] for at in range(0, len(pcm) // size * size, size))


def judge(trial: Trial, reports: Iterable[dict[str, Any]]) -> Score:
    """Judge a trial by the first utterance that the game would have taken for an answer, or as a confirmation."""
    result: Result = "refused"
    heard = ""
    for report in reports:
        heard = report["text"]
        utterance = Utterance(heard, report["confidence"], report["calm"], report.get("alone", False))
        match understand(utterance, trial.question, confirming=trial.confirming):
            case Answer(canonical=meaning) | Command(name=meaning):
                result = "right" if meaning == trial.expected else "wrong"
                break
            case _ if trial.confirming:
                break
            case Unsure():
                result = "asked"
                break
    return Score(trial.group, trial.clip.reading.text, result, heard)


def sounding(trial: Trial, decibels: float | None, talk: Sequence[Samples], chance: np.random.Generator) -> Samples:
    """The clip as it sounds in the room: nothing but the clip, or people talking all the time around it."""
    padded = np.pad(trial.clip.samples, (round(BEFORE * RATE), round(AFTER * RATE)))
    return padded if decibels is None else mixed(padded, babble(talk, len(padded), chance), decibels)


def talk_around(clip: Clip, clips: Sequence[Clip], rendered: Sequence[Samples]) -> Sequence[Samples]:
    """Choose who talks while a clip is said: other readers, or rendered voices where those are too few."""
    others = [one.samples for one in clips if one.reader != clip.reader]
    return others if len(others) >= ENOUGH else rendered


def summary(scores: Sequence[Score]) -> dict[str, Any]:
    """Count the results by group, with bounds, and who was mistaken for whom."""
    groups: dict[str, Any] = {}
    for group in dict.fromkeys(score.group for score in scores):
        found = Counter(score.result for score in scores if score.group == group)
        count = found.total()
        groups[group] = {"clips": count} | {
            result: {"count": found[result], "bounds": bounds(found[result], count)} for result in RESULTS
        }
    mistaken = Counter((score.said, score.heard) for score in scores if score.result == "wrong")
    return {"groups": groups, "mistaken": [[said, heard, n] for (said, heard), n in mistaken.most_common()]}


def measure(
    model: Any, clips: Sequence[Clip], names: Sequence[str], lexicon: Lexicon, rooms: Iterable[str] = ROOMS
) -> dict[str, Any]:
    """Score all clips in these rooms. The talk is drawn from the same seed each time."""
    tried = trials(clips, list(questions(lexicon, names).values()), lexicon)
    few = any(len(talk_around(clip, clips, ())) < ENOUGH for clip in clips)
    rendered = rendered_talk(lexicon) if few else []
    found: dict[str, Any] = {}
    for room in rooms:
        chance = np.random.default_rng(1)
        sounds = (
            (trial, sounding(trial, ROOMS[room], talk_around(trial.clip, clips, rendered), chance)) for trial in tried
        )
        scores = [judge(trial, reports) for trial, reports in zip(tried, hear(model, sounds), strict=True)]
        found[room] = summary(scores)
    return {"readers": len({clip.reader for clip in clips}), "clips": len(clips), "rooms": found}
