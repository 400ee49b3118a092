"""Score how well people are understood: labelled clips, clean and amid talk, heard by the game's own ears.

The folder holds one folder of clips for each reader, as `narrator ears record` makes them: docs/accuracy.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import exp, lgamma, log
from pathlib import Path
from typing import Any, Literal

import numpy as np
from mixing import Samples, babble, mixed, rendered_talk
from trials import Clip, Trial, questions, read_clips, trials

from narrator.answers import Answer, Command, Lexicon, Unsure
from narrator.computer.paths import of_games
from narrator.ears.clips import group_of
from narrator.ears.lexicon import read_lexicon
from narrator.ears.listening import Utterance
from narrator.ears.models import check_model
from narrator.ears.question import understand
from narrator.ears.sound import BLOCK, RATE
from narrator.ears.sources import Gate
from narrator.ears.vosk_worker import Child
from narrator.errors import BadData, NarratorError

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
        child = Child(model, gate, reports.append)  # it remembers talk: nothing is left of the trial before
        request = {"do": "listen", "question": number, "words": asdict(trial.question.words)}
        pieces = [(number, block) for block in _blocks(sound)]
        for event in (request, *pieces, (number, b""), {"do": "rest"}, None):
            gate.events.put(event)
        child.serve(None)
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
        utterance = Utterance(heard, report["confidence"], report["calm"])
        match understand(utterance, trial.question.meanings, confirming=trial.confirming):
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
    """Give the clip as it sounds in the room: nothing but the clip, or people talking all the time around it."""
    padded = np.pad(trial.clip.samples, (round(BEFORE * RATE), round(AFTER * RATE)))
    return padded if decibels is None else mixed(padded, babble(talk, len(padded), chance), decibels)


def talk_around(clip: Clip, clips: Sequence[Clip], rendered: Sequence[Samples]) -> Sequence[Samples]:
    """Choose who talks while a clip is said: other readers, or rendered voices where those are too few."""
    others = [one.samples for one in clips if one.reader != clip.reader]
    return others if len(others) >= ENOUGH else rendered


def bounds(hits: int, count: int) -> tuple[float, float]:
    """Give the exact 95 % confidence bounds (Clopper and Pearson) of a rate."""
    low = 0.0 if hits == 0 else _rate(lambda rate: _at_most(hits - 1, count, rate) > 0.975)
    high = 1.0 if hits == count else _rate(lambda rate: _at_most(hits, count, rate) > 0.025)
    return low, high


def _rate(too_low: Any) -> float:
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if too_low(middle) else (low, middle)
    return low


def _at_most(hits: int, count: int, rate: float) -> float:
    """Give the chance of at most so many hits."""
    if rate in (0.0, 1.0):
        return 1.0 - rate
    ways = (lgamma(count + 1) - lgamma(hit + 1) - lgamma(count - hit + 1) for hit in range(hits + 1))
    return sum(exp(way + hit * log(rate) + (count - hit) * log(1 - rate)) for hit, way in enumerate(ways))


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


def lines(room: str, found: dict[str, Any]) -> Iterator[str]:
    """Write a room's results as a table."""
    yield f"\n{room:<10}{'n':>6}" + "".join(f"{result:>26}" for result in RESULTS)
    for group, counts in found["groups"].items():
        cells = []
        for result in RESULTS:
            count, (low, high) = counts[result]["count"], counts[result]["bounds"]
            cells.append(f"{count:>5}{count / counts['clips']:>8.1%} ({low:.0%}–{high:.0%})".rjust(26))
        yield f"{group:<10}{counts['clips']:>6}" + "".join(cells)
    yield from (f"  “{said}” taken for “{heard}”: {n}" for said, heard, n in found["mistaken"])


def measure(model: Any, clips: Sequence[Clip], names: Sequence[str], lexicon: Lexicon) -> dict[str, Any]:
    """Score all clips in every room. The talk is drawn from the same seed each time."""
    tried = trials(clips, list(questions(lexicon, names).values()), names)
    few = any(len(talk_around(clip, clips, ())) < ENOUGH for clip in clips)
    rendered = rendered_talk(lexicon) if few else []
    found: dict[str, Any] = {}
    for room, decibels in ROOMS.items():
        chance = np.random.default_rng(1)
        sounds = (
            (trial, sounding(trial, decibels, talk_around(trial.clip, clips, rendered), chance)) for trial in tried
        )
        scores = [judge(trial, reports) for trial, reports in zip(tried, hear(model, sounds), strict=True)]
        found[room] = summary(scores)
    return {"readers": len({clip.reader for clip in clips}), "clips": len(clips), "rooms": found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True, help="the folder of a speech model")
    parser.add_argument("--clips", type=Path, required=True, help="a folder of clips")
    parser.add_argument("--language", default="", help="the clips' language; group.toml says it")
    parser.add_argument("--json", action="store_true", help="for programs")
    wanted = parser.parse_args()
    try:
        found = _measured(wanted.model, wanted.clips, wanted.language)
    except BadData as bad:
        sys.exit("\n".join(map(str, bad.problems)))
    except NarratorError as error:
        sys.exit(str(error))
    if wanted.json:
        print(json.dumps(found, ensure_ascii=False))
        return
    print(f"{found['clips']} clips of {found['readers']} readers; 95 % bounds in brackets")
    for room, scores in found["rooms"].items():
        print("\n".join(lines(room, scores)))


def _measured(model: Path, folder: Path, language: str) -> dict[str, Any]:
    import vosk

    group = group_of(folder)
    lexicon = read_lexicon(language or (group.language if group else "pl"), *of_games("lexicon"))
    check_model(model)
    clips = read_clips(folder)
    vosk.SetLogLevel(-1)
    return measure(vosk.Model(str(model)), clips, group.names if group else (), lexicon)


if __name__ == "__main__":
    main()
