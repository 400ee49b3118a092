"""How well clips are understood: each heard by the game's own ears, alone or amid talk, judged, and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import exp, lgamma, log
from typing import Any, Literal

import numpy as np

from narrator.answers import Answer, Command, Unsure
from narrator.ears.listening import Utterance
from narrator.ears.question import understand
from narrator.ears.sound import BLOCK, RATE, Gate
from narrator.ears.worker import Worker
from narrator.studio.mixing import Samples, babble, mixed
from narrator.studio.trials import Clip, Trial
from narrator.values import asdict, dataclass

BEFORE, AFTER = 0.5, 1.5
"""Seconds of the room around a clip."""

ENOUGH = 12
"""Clips of other people that make a room full of talk."""

Result = Literal["right", "wrong", "asked", "refused"]
RESULTS: tuple[Result, ...] = ("right", "wrong", "asked", "refused")


@dataclass(frozen=True, slots=True)
class Score:
    """What came of a trial. `asked` is an answer that the game would have confirmed first."""

    group: str
    said: str
    result: Result
    heard: str
    expected: str | None = None


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
    return Score(trial.group, trial.clip.reading.text, result, heard, trial.expected)


def sounding(trial: Trial, decibels: float | None, talk: Sequence[Samples], chance: np.random.Generator) -> Samples:
    """The clip as it sounds in the room: nothing but the clip, or people talking all the time around it."""
    padded = np.pad(trial.clip.samples, (round(BEFORE * RATE), round(AFTER * RATE)))
    return padded if decibels is None else mixed(padded, babble(talk, len(padded), chance), decibels)


def enough_talk(clips: Sequence[Clip]) -> bool:
    """Whether the other readers of each clip have read enough to talk around it."""
    by_reader = Counter(clip.reader for clip in clips)
    return all(len(clips) - own >= ENOUGH for own in by_reader.values())


def scores(
    model: Any,
    tried: Sequence[Trial],
    clips: Sequence[Clip],
    decibels: float | None = None,
    rendered: Sequence[Samples] = (),
) -> Iterator[Score]:
    """Score one trial after the other, alone or amid talk. The talk is drawn from the same seed each time."""
    chance = np.random.default_rng(1)
    around = (() if decibels is None else talk_around(trial.clip, clips, rendered) for trial in tried)
    sounds = ((trial, sounding(trial, decibels, talk, chance)) for trial, talk in zip(tried, around, strict=True))
    yield from map(judge, tried, hear(model, sounds))


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


def bounds(hits: int, count: int) -> tuple[float, float]:
    """The exact 95 % confidence bounds (Clopper and Pearson) of a rate."""
    low = 0.0 if hits == 0 else _rate(lambda rate: _at_most(hits - 1, count, rate) > 0.975)
    high = 1.0 if hits == count else _rate(lambda rate: _at_most(hits, count, rate) > 0.025)
    return low, high


def _rate(too_low: Callable[[float], bool]) -> float:
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if too_low(middle) else (low, middle)
    return low


def _at_most(hits: int, count: int, rate: float) -> float:
    """The chance of at most so many hits."""
    if rate in (0.0, 1.0):
        return 1.0 - rate
    ways = (lgamma(count + 1) - lgamma(hit + 1) - lgamma(count - hit + 1) for hit in range(hits + 1))
    return sum(exp(way + hit * log(rate) + (count - hit) * log(1 - rate)) for hit, way in enumerate(ways))
