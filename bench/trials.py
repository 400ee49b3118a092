"""What a folder of clips is measured with: each clip, the question that it answers, and what it should mean there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mixing import Samples

from narrator.answers import Lexicon, fold
from narrator.cues import COMMANDS, Ask, AskKind, At
from narrator.ears.clips import Reading, label
from narrator.ears.lexicon import SEATS
from narrator.ears.question import Question, question
from narrator.ears.sound import RATE
from narrator.mouth.sound import at_rate, read_sound
from narrator.problems import BadData, ChannelLost, Problem


@dataclass(frozen=True, slots=True)
class Clip:
    """What somebody said, and who."""

    reading: Reading
    reader: str
    samples: Samples


@dataclass(frozen=True, slots=True)
class Trial:
    """A clip said to a question; `expected` is what it should mean there, None if nothing."""

    clip: Clip
    question: Question
    group: str
    expected: str | None


def read_clips(folder: Path) -> list[Clip]:
    """Read every clip of every reader. Raises BadData with every fault."""
    clips, problems = [], []
    for file in sorted(folder.glob("**/*.wav")):
        try:
            samples = at_rate(read_sound(file), RATE).samples
            clips.append(Clip(label(file), file.parent.name, samples))
        except ChannelLost as lost:
            problems.append(Problem(str(file), str(lost), "record it again"))
    if not clips:
        problems.append(Problem(str(folder), "there are no clips", f"narrator ears record {folder}"))
    if problems:
        raise BadData(problems)
    return clips


def questions(lexicon: Lexicon, names: Collection[str]) -> dict[AskKind, Question]:
    """Make the questions of a table of thirty, by kind, the one with the most phrases first."""
    seated = dict(enumerate([*names, *[""] * SEATS][:SEATS], 1))

    def asked(kind: AskKind, choices: Iterable[str], *, optional: bool = False) -> Question:
        ask = Ask(at=At(), line="", text="", to="all", kind=kind, choices=tuple(choices), optional=optional)
        return question(ask, lexicon, seated)

    made: dict[AskKind, Question] = {
        "seat": asked("seat", map(str, seated), optional=True),
        "yes-no": asked("yes-no", ("yes", "no")),
        "ready": asked("ready", ("ready",)),
    }
    return made | {"card": asked("card", lexicon.choices)} if lexicon.choices else made


def trials(clips: Sequence[Clip], asked: Sequence[Question], names: Collection[str]) -> list[Trial]:
    """Put each clip to the question that it answers, and what answers none to every one. Raises BadData."""
    found: list[Trial] = []
    strange: list[str] = []
    for clip in clips:
        text = clip.reading.text
        fitting = [one for one in asked if text in one.meanings]
        if clip.reading.other:
            found += [Trial(clip, one, "others", None) for one in asked]
        elif fitting:
            expected = fitting[0].meanings[text]
            found.append(Trial(clip, fitting[0], _group(text, expected, names), expected))
        else:
            strange.append(text)
    if strange:
        cure = "correct the file's name; put oov_ before what answers nothing; names stand in group.toml"
        raise BadData([Problem(text, "it is no answer to any question", cure) for text in dict.fromkeys(strange)])
    return found


def _group(text: str, expected: str, names: Collection[str]) -> str:
    if text in map(fold, names):
        return "names"
    if expected.isdecimal() and expected != "0":
        return "numbers"
    return "words" if expected in (*COMMANDS, "yes", "no", "none", "ready") else "choices"
